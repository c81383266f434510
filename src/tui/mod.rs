//! A casual game in a terminal: line by line, or on a board that fills the screen.
//!
//! [`CasualGame`] plays; this room has what a person types, keys and mouse, and the words and boards that are shown.
//! What is typed is the same in both ways to play.

mod command;
mod dialogue;
mod line;
mod screen;
mod wording;

use std::io::Write;
use std::sync::mpsc::{self, Receiver, Sender};

use self::dialogue::Dialogue;
use self::line::LineInput;
use crate::casual::{CasualGame, OpponentEvent};
use crate::notation::diagram::Pieces;

/// How boards are drawn.
#[derive(Clone, Copy, Debug)]
pub struct BoardStyle {
    /// Chinese characters or letters.
    pub pieces: Pieces,
    /// Whether colours may be used.
    pub color: bool,
}

/// What a game waits for.
#[derive(Debug)]
enum PlayEvent {
    Engine(OpponentEvent),
    Line(LineInput),
    Screen(ratatui::crossterm::event::Event),
    Interrupt,
}

/// Where everything arrives that a game waits for: lines, keys, and the events of the engine.
#[derive(Debug)]
pub struct Mailbox {
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
    /// A function for [`CasualGame::new`] that takes the events of the engine.
    pub fn deliver(&self) -> impl Fn(OpponentEvent) + Send + Sync + 'static {
        let sender = self.sender.clone();
        // Nobody listens once the game is left.
        move |event| drop(sender.send(PlayEvent::Engine(event)))
    }

    /// A function to call on Ctrl-C: the game is then left as if asked to.
    pub fn interrupt(&self) -> impl Fn() + Send + 'static {
        let sender = self.sender.clone();
        // Nobody listens once the game is left.
        move || drop(sender.send(PlayEvent::Interrupt))
    }
}

/// A game that the person has left.
#[derive(Debug)]
pub struct LeftGame {
    /// The game as it stands.
    pub game: CasualGame,
    /// Whether it was left by an interrupt.
    pub is_interrupted: bool,
}

/// Plays line by line on standard input and `out`, until the person leaves or the input ends. The engine's events must
/// go to the mailbox.
///
/// # Errors
/// If the input cannot be read or `out` not be written.
pub fn play_by_lines(
    game: CasualGame,
    style: BoardStyle,
    mailbox: &Mailbox,
    out: &mut impl Write,
) -> anyhow::Result<LeftGame> {
    let dialogue = line::run(Dialogue::new(game), style, &mailbox.sender, &mailbox.inbox, out)?;
    Ok(LeftGame { game: dialogue.game, is_interrupted: false })
}

/// Plays on a board that fills the terminal, until the person leaves. Then the terminal is as it was, and `out`
/// gets the result, and the moves if they are not saved. The engine's events must go to the mailbox.
///
/// # Errors
/// If the terminal cannot be used.
pub fn play_on_screen(
    game: CasualGame,
    style: BoardStyle,
    mailbox: &Mailbox,
    out: &mut impl Write,
) -> anyhow::Result<LeftGame> {
    let (dialogue, is_interrupted) =
        screen::run(Dialogue::new(game), style, &mailbox.sender, &mailbox.inbox)?;
    dialogue.write_farewell(out)?;
    Ok(LeftGame { game: dialogue.game, is_interrupted })
}
