//! A casual game in a terminal, played line by line or on a full-screen board.
//!
//! [`CasualGame`] plays the game. This module reads commands, keys and mouse events, and shows text and boards. Both
//! interfaces accept the same commands.

mod command;
mod dialogue;
mod line;
mod puzzle_run;
mod review;
mod screen;
mod wording;

use std::io::Write;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};

use self::dialogue::Dialogue;
use self::line::LineInput;
use self::puzzle_run::PuzzleRun;
use self::review::Reviewer;
use crate::failure;
use chuhe_engine::notation::diagram::Pieces;
use chuhe_play::{CasualGame, OpponentEvent};
use chuhe_review::puzzles::Puzzle;

/// How boards are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardStyle {
    /// Whether pieces are Chinese characters or letters.
    pub pieces: Pieces,
    /// Whether colours may be used.
    pub color: bool,
}

/// An event that the game must handle.
#[derive(Debug)]
enum PlayEvent {
    Engine(OpponentEvent),
    /// The annotated page was written, or could not be.
    Reviewed(Result<PathBuf, String>),
    Line(LineInput),
    Screen(ratatui::crossterm::event::Event),
    Interrupt,
}

/// The queue of all events in a game: lines, keys, and events from the engine.
#[derive(Debug)]
pub(crate) struct Mailbox {
    sender: Sender<PlayEvent>,
    inbox: Receiver<PlayEvent>,
}

impl Default for Mailbox {
    fn default() -> Self {
        let (sender, inbox) = mpsc::channel();
        Self { sender, inbox }
    }
}

impl Mailbox {
    /// A callback for [`CasualGame::new`] that forwards the engine's events.
    pub(crate) fn deliver(&self) -> impl Fn(OpponentEvent) + Send + Sync + 'static {
        let sender = self.sender.clone();
        // The receiver no longer exists once the game is left.
        move |event| drop(sender.send(PlayEvent::Engine(event)))
    }

    fn dialogue(&self, game: CasualGame, puzzles: Vec<Puzzle>) -> Dialogue {
        Dialogue::new(game, PuzzleRun::new(puzzles), Reviewer::new(self.sender.clone()))
    }

    /// A callback for Ctrl-C that leaves the game, as the command `quit` does.
    pub(crate) fn interrupt(&self) -> impl Fn() + Send + 'static {
        let sender = self.sender.clone();
        // The receiver no longer exists once the game is left.
        move || drop(sender.send(PlayEvent::Interrupt))
    }
}

/// A game that the player has left.
#[derive(Debug)]
pub(crate) struct LeftGame {
    /// The game in its final state.
    pub game: CasualGame,
    /// Whether it was left by an interrupt.
    pub is_interrupted: bool,
}

/// Plays line by line on standard input and `out` until the player quits or the input ends. The engine's events must go
/// to `mailbox`. Puzzles, if any, replace the game.
///
/// # Errors
/// If the input cannot be read or `out` cannot be written.
pub(crate) fn play_by_lines(
    game: CasualGame,
    puzzles: Vec<Puzzle>,
    style: BoardStyle,
    mailbox: &Mailbox,
    out: &mut impl Write,
) -> failure::Result<LeftGame> {
    let dialogue = mailbox.dialogue(game, puzzles);
    let dialogue = line::run(dialogue, style, &mailbox.sender, &mailbox.inbox, out)?;
    Ok(LeftGame { game: dialogue.game, is_interrupted: false })
}

/// Plays on a full-screen board until the player quits, then restores the terminal and writes the result to `out`, with
/// the moves if they are not saved. The engine's events must go to `mailbox`. Puzzles, if any, replace the game.
///
/// # Errors
/// If the terminal cannot be used.
pub(crate) fn play_on_screen(
    game: CasualGame,
    puzzles: Vec<Puzzle>,
    style: BoardStyle,
    mailbox: &Mailbox,
    out: &mut impl Write,
) -> failure::Result<LeftGame> {
    let dialogue = mailbox.dialogue(game, puzzles);
    let (dialogue, is_interrupted) = screen::run(dialogue, style, &mailbox.sender, &mailbox.inbox)?;
    dialogue.write_farewell(out)?;
    Ok(LeftGame { game: dialogue.game, is_interrupted })
}
