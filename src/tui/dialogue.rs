//! A game as a dialogue: commands in, text out. Line by line and full screen, both use it.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::command::{HELP, PlayCommand};
use super::wording;
use crate::casual::{
    CasualError, CasualGame, Change, LoadedGame, OpponentEvent, UnkeptGame, Update,
};
use crate::engine::skill::PlayingStrength;
use crate::types::{Color, Move};

/// A game with the state of its dialogue.
pub(super) struct Dialogue {
    pub(super) game: CasualGame,
    /// Black's side at the bottom.
    pub(super) flipped: bool,
    /// Whether to ask before an unfinished game is left, even if it is saved.
    pub(super) is_careful: bool,
    /// The last command, if it would have lost something. Given again, it is carried out.
    warned_of: Option<PlayCommand>,
}

/// What to tell and to show the person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// May be empty, and may have several lines.
    pub(super) text: String,
    /// Whether to show the board: it has changed or was asked for.
    pub(super) shows_board: bool,
    /// Whether the person leaves.
    pub(super) quits: bool,
}

impl Said {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    fn board(text: impl Into<String>) -> Self {
        Self { text: text.into(), shows_board: true, quits: false }
    }
}

impl Dialogue {
    pub(super) fn new(game: CasualGame) -> Self {
        let flipped = game.state().person() == Color::Black;
        Self { game, flipped, is_careful: false, warned_of: None }
    }

    /// Carries out a command.
    ///
    /// # Errors
    /// If it cannot be done. The error is a message for the person, and nothing has changed.
    pub(super) fn obey(&mut self, command: PlayCommand, now: Instant) -> Result<Said, String> {
        let again = self.warned_of.take();
        if let Some(warning) = self.warning(&command).filter(|_| again.as_ref() != Some(&command)) {
            self.warned_of = Some(command);
            return Err(warning);
        }
        match command {
            PlayCommand::Move(text) => self.update(|game| game.play_text(&text, now)),
            PlayCommand::Help => Ok(Said::text(HELP)),
            PlayCommand::Hint => self.done(CasualGame::ask_hint).map(|()| Said::default()),
            PlayCommand::Draw => self.done(CasualGame::offer_draw).map(|()| Said::default()),
            PlayCommand::Undo => self.update(CasualGame::undo),
            PlayCommand::Moves => Ok(Said::text(wording::sheet(&self.game))),
            PlayCommand::Board => Ok(Said::board("")),
            PlayCommand::Fen => Ok(Said::text(self.game.state().position().fen())),
            PlayCommand::Flip => {
                self.flipped = !self.flipped;
                Ok(Said::board(""))
            }
            PlayCommand::Resign => self.update(|game| game.resign(now)),
            PlayCommand::Save(path) => {
                let path = self.done(|game| game.save(path.as_deref()))?;
                Ok(Said::text(format!("saved in {}", path.display())))
            }
            PlayCommand::Load(path) => self.load(&path),
            PlayCommand::Level(level) => self.set_strength(PlayingStrength::Level(level)),
            PlayCommand::Elo(elo) => self.set_strength(PlayingStrength::Elo(elo)),
            PlayCommand::Notation(format) => {
                self.game.set_format(format);
                Ok(Said::text(format!("moves are written as {}", format.name())))
            }
            PlayCommand::New(person) => Ok(self.new_game(person)),
            PlayCommand::Quit => Ok(Said { quits: true, ..Said::default() }),
        }
    }

    /// Plays a move of the person.
    ///
    /// # Errors
    /// If it is not legal or not the person's turn. The error is a message for the person.
    pub(super) fn play_move(&mut self, mv: Move, now: Instant) -> Result<Said, String> {
        self.update(|game| game.play(mv, now))
    }

    /// Handles an event of the engine. Returns what to say if the engine has answered.
    pub(super) fn hear(&mut self, event: OpponentEvent, now: Instant) -> Option<Said> {
        self.game.hear(event, now).map(|update| self.say(update))
    }

    /// Ends the game if a side has run out of time. Returns what to say then.
    pub(super) fn check_clocks(&mut self, now: Instant) -> Option<Said> {
        self.game.check_clocks(now).map(|update| self.say(update))
    }

    /// Runs an action on the game, and puts its error into words.
    fn done<T>(
        &mut self,
        action: impl FnOnce(&mut CasualGame) -> Result<T, CasualError>,
    ) -> Result<T, String> {
        action(&mut self.game).map_err(|error| wording::error(error, self.game.state().position()))
    }

    /// Changes the game, and says what has happened.
    fn update(
        &mut self,
        action: impl FnOnce(&mut CasualGame) -> Result<Update, CasualError>,
    ) -> Result<Said, String> {
        self.done(action).map(|update| self.say(update))
    }

    /// What has happened, in words.
    fn say(&self, update: Update) -> Said {
        let mut said = match update.change {
            Change::Moved(played) => {
                let mut text = wording::played_move(&played, self.game.state().person());
                if let Some(finish) = wording::finish(&self.game) {
                    // Writing to a string cannot fail, here and below.
                    let _ = write!(text, "\n{finish}");
                }
                Said::board(text)
            }
            Change::Ended => Said::text(wording::finish(&self.game).unwrap_or_default()),
            Change::TakenBack { plies, was_over } => {
                let moves = if plies == 1 { "move" } else { "moves" };
                let again = if was_over { "; the game goes on" } else { "" };
                Said::board(format!("{plies} {moves} taken back 悔棋{again}"))
            }
            Change::Hint(answer) => Said::text(wording::hint(&answer, &self.game)),
            Change::DrawDeclined => Said::text("chuhe plays on 不同意和棋"),
        };
        if let Some(error) = update.save_error {
            let _ = write!(said.text, "\n{}", wording::save_error(&error));
        }
        said
    }

    /// What would be lost by a command.
    fn warning(&self, command: &PlayCommand) -> Option<String> {
        let what = match command {
            PlayCommand::Quit => "leave",
            PlayCommand::New(_) => "begin another one",
            PlayCommand::Load(_) => "load another one",
            _ => return None,
        };
        match self.game.unkept()? {
            UnkeptGame::Unsaved => {
                Some(format!("the game is not saved: `save FILE` keeps it; say so again to {what}"))
            }
            UnkeptGame::Unfinished => {
                self.is_careful.then(|| format!("the game is not over; say so again to {what}"))
            }
        }
    }

    fn set_strength(&mut self, strength: PlayingStrength) -> Result<Said, String> {
        self.done(|game| game.set_strength(strength))?;
        Ok(Said::text(format!("chuhe plays at {strength}")))
    }

    fn new_game(&mut self, person: Option<Color>) -> Said {
        let person = person.unwrap_or(self.game.state().person());
        let saved_in = self.game.autosave().map(PathBuf::from);
        self.game.new_game(person);
        self.flipped = person == Color::Black;
        let saved = saved_in.map_or_else(String::new, |path| {
            format!("; the last one is in {}, this one is not saved yet", path.display())
        });
        Said::board(format!("a new game 新局; you play {person}{saved}"))
    }

    fn load(&mut self, path: &Path) -> Result<Said, String> {
        if path == Path::new("-") {
            return Err("moves come from standard input; a game cannot".to_owned());
        }
        let loaded = LoadedGame::read(path).map_err(|error| error.to_string())?;
        let what = wording::loaded(&loaded, path);
        self.game.load(loaded).map_err(|error| error.to_string())?;
        let person = self.game.state().person();
        self.flipped = person == Color::Black;
        let finish =
            wording::finish(&self.game).map_or_else(String::new, |text| format!("\n{text}"));
        Ok(Said::board(format!("{what}; you play {person}{finish}")))
    }

    /// Writes what stays on the terminal after a game: how it ended, and its moves if they are not saved.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write_farewell(&self, out: &mut impl Write) -> io::Result<()> {
        if let Some(finish) = wording::finish(&self.game) {
            writeln!(out, "{finish}")?;
        }
        if self.game.is_unsaved() && self.game.state().last_move().is_some() {
            writeln!(
                out,
                "The game was not saved (--save FILE does it); its moves:\n{}",
                wording::sheet(&self.game)
            )?;
        }
        Ok(())
    }
}
