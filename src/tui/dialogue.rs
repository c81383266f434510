//! A game as a dialogue that takes commands and returns text. Both interfaces use it.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::command::PlayCommand;
use super::puzzle_run::PuzzleRun;
use super::review::Reviewer;
use super::wording;
use chuhe_engine::engine::skill::PlayingStrength;
use chuhe_engine::types::{Color, Move};
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_play::{
    CasualError, CasualGame, Change, LeaveWarning, LoadedGame, OpponentEvent, Update,
};

/// A game and the state of its dialogue.
pub(super) struct Dialogue {
    pub(super) game: CasualGame,
    /// Whether Black's side is at the bottom.
    pub(super) flipped: bool,
    /// Whether to warn before an unfinished game is abandoned, even if the game has been saved.
    pub(super) is_careful: bool,
    /// The puzzles to solve, if any.
    pub(super) puzzles: Option<PuzzleRun>,
    reviewer: Reviewer,
    /// The last command, if it was refused because it would lose moves or a game. Repeating the command executes it.
    warned_of: Option<PlayCommand>,
    /// A command waiting for confirmation.
    asked: Option<PlayCommand>,
    /// Whether the engine has failed since the player's last command, so it is not asked again.
    has_failed: bool,
}

/// The answer to a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reply {
    /// The text, which may be empty or have several lines.
    pub(super) text: String,
    /// Whether to show the board, which has changed or was requested by the player.
    pub(super) shows_board: bool,
    /// Whether the full-screen interface already shows the text next to the board.
    pub(super) is_beside_board: bool,
    /// Whether the player wants to quit.
    pub(super) quits: bool,
}

impl Reply {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    fn board(text: impl Into<String>) -> Self {
        Self { text: text.into(), shows_board: true, ..Self::default() }
    }
}

impl Dialogue {
    /// Begins the dialogue of a game, or of puzzles if there are any.
    pub(super) fn new(game: CasualGame, puzzles: Option<PuzzleRun>, reviewer: Reviewer) -> Self {
        let mut this = Self {
            game,
            flipped: false,
            is_careful: false,
            puzzles,
            reviewer,
            warned_of: None,
            asked: None,
            has_failed: false,
        };
        if let Some(run) = &mut this.puzzles {
            run.begin(&mut this.game);
        }
        this.flipped = this.game.state().person() == Color::Black;
        this
    }

    /// The text shown when the game starts.
    pub(super) fn introduction(&self) -> String {
        match &self.puzzles {
            Some(run) => run.introduction(),
            None => wording::introduction(&self.game),
        }
    }

    /// Whether a question awaits yes or no.
    pub(super) const fn has_question(&self) -> bool {
        self.asked.is_some() || self.game.warning().is_some()
    }

    /// Asks for confirmation of a command. Returns the question.
    pub(super) fn request_confirmation(&mut self, command: PlayCommand) -> String {
        let question = wording::question(&command);
        self.asked = Some(command);
        question
    }

    /// Whether the game's annotated page is being written.
    pub(super) const fn is_reviewing(&self) -> bool {
        self.reviewer.is_running()
    }

    /// Executes a command.
    ///
    /// # Errors
    /// If the command is impossible. The error is a message for the player, and nothing has changed.
    pub(super) fn execute(&mut self, command: PlayCommand, now: Instant) -> Result<Reply, String> {
        self.has_failed = false;
        let again = self.warned_of.take();
        let asked = self.asked.take();
        if let Some(warning) = self.warning(&command).filter(|_| again.as_ref() != Some(&command)) {
            self.warned_of = Some(command);
            return Err(warning);
        }
        match command {
            PlayCommand::Move(text) => self.update(|game| game.play_text(&text, now)),
            PlayCommand::Help => Ok(Reply::text(tr!("play-help"))),
            PlayCommand::Hint => {
                let update = self.done(CasualGame::request_hint)?;
                Ok(update.map_or_else(Reply::default, |update| self.reply_to(update)))
            }
            PlayCommand::Evaluate => {
                let update = self.done(CasualGame::request_evaluation)?;
                let said = update.map_or_else(Reply::default, |update| self.reply_to(update));
                Ok(Reply { is_beside_board: false, ..said })
            }
            PlayCommand::Coach(on) => {
                self.game.set_coach(on.unwrap_or(!self.game.has_coach()));
                Ok(Reply::text(wording::coach(self.game.has_coach())))
            }
            PlayCommand::Yes if self.game.warning().is_some() => {
                self.update(|game| game.play_anyway(now))
            }
            PlayCommand::Yes => match asked {
                Some(command) => self.execute(command, now),
                None => Err(tr!("play-no-question")),
            },
            PlayCommand::No if self.game.drop_warning() || asked.is_some() => {
                Ok(Reply::text(tr!("play-dropped")))
            }
            PlayCommand::No => Err(tr!("play-no-question")),
            PlayCommand::Review(path) => {
                self.reviewer.start(&self.game, &path)?;
                Ok(Reply::text(tr!("play-review-running")))
            }
            PlayCommand::Next => self.next_puzzle(),
            PlayCommand::Solution => {
                let rest = self.game.rest_of_solution().ok_or_else(|| tr!("play-puzzle-none"))?;
                let text = wording::solution(&self.game, rest);
                if let Some(run) = &mut self.puzzles {
                    run.note_help();
                }
                Ok(Reply::text(text))
            }
            PlayCommand::Draw => self.done(CasualGame::offer_draw).map(|()| Reply::default()),
            PlayCommand::Undo => self.update(CasualGame::undo),
            PlayCommand::Moves => Ok(Reply::text(wording::sheet(&self.game))),
            PlayCommand::Board => Ok(Reply::board("")),
            PlayCommand::Fen => Ok(Reply::text(self.game.state().position().fen())),
            PlayCommand::Flip => {
                self.flipped = !self.flipped;
                Ok(Reply::board(""))
            }
            PlayCommand::Resign => self.update(|game| game.resign(now)),
            PlayCommand::Save(path) => {
                let path = self.done(|game| game.save(path.as_deref()))?;
                Ok(Reply::text(tr!("play-saved", path = path.display().to_string())))
            }
            PlayCommand::Load(path) => self.load(&path),
            PlayCommand::Level(level) => self.set_strength(PlayingStrength::Level(level)),
            PlayCommand::Elo(elo) => self.set_strength(PlayingStrength::Elo(elo)),
            PlayCommand::Notation(format) => {
                self.game.set_format(format);
                Ok(Reply::text(tr!("play-notation", notation = format.name())))
            }
            PlayCommand::New(person) => Ok(self.new_game(person)),
            PlayCommand::Quit => Ok(Reply { quits: true, ..Reply::default() }),
        }
    }

    /// Plays the player's move.
    ///
    /// # Errors
    /// If the move is illegal or it is not the player's turn. The error is a message for the player.
    pub(super) fn play_move(&mut self, mv: Move, now: Instant) -> Result<Reply, String> {
        self.has_failed = false;
        self.update(|game| game.play(mv, now))
    }

    /// Lets the engine think if there is something to think about, unless it has just failed.
    pub(super) fn proceed(&mut self, now: Instant) {
        if !self.has_failed {
            self.game.proceed(now);
        }
    }

    /// Handles an event from the engine. Returns a message if the engine has answered or failed.
    pub(super) fn handle(&mut self, event: OpponentEvent, now: Instant) -> Option<Reply> {
        let reply = self.game.handle(event, now).map(|update| self.reply_to(update));
        let failure = self.game.failure().filter(|_| !self.has_failed);
        let Some(reason) = failure.map(Localize::localize) else { return reply };
        self.has_failed = true;
        let failed = tr!("play-engine-failed", reason = reason);
        Some(match reply {
            Some(reply) => Reply { text: format!("{}\n{failed}", reply.text), ..reply },
            None => Reply::text(failed),
        })
    }

    /// Handles the outcome of writing an annotated page. Returns a message about it.
    pub(super) fn finish_review(&mut self, written: Result<PathBuf, String>) -> Reply {
        self.reviewer.finish();
        Reply::text(match written {
            Ok(path) => wording::reviewed(&path),
            Err(reason) => reason,
        })
    }

    /// Ends the game if a side has run out of time, and then returns a message that says so.
    pub(super) fn check_clocks(&mut self, now: Instant) -> Option<Reply> {
        self.game.check_clocks(now).map(|update| self.reply_to(update))
    }

    /// Performs an action on the game, and turns an error into text.
    fn done<T>(
        &mut self,
        action: impl FnOnce(&mut CasualGame) -> Result<T, CasualError>,
    ) -> Result<T, String> {
        action(&mut self.game).map_err(|error| wording::error(error, self.game.state().position()))
    }

    /// Performs an action that changes the game, and reports the change.
    fn update(
        &mut self,
        action: impl FnOnce(&mut CasualGame) -> Result<Update, CasualError>,
    ) -> Result<Reply, String> {
        self.done(action).map(|update| self.reply_to(update))
    }

    /// The message for a change.
    fn reply_to(&mut self, update: Update) -> Reply {
        let mut said = match update.change {
            Change::Moved(played) => {
                let mut text = {
                    let (person, engine) =
                        (self.game.state().person(), wording::engine(&self.game));
                    wording::played_move(&played, person, &engine)
                };
                if let Some(finish) = wording::end(&self.game) {
                    // Writing to a string cannot fail, here and below.
                    let _ = write!(text, "\n{finish}");
                }
                Reply::board(text)
            }
            Change::Ended => Reply::text(wording::end(&self.game).unwrap_or_default()),
            Change::TakenBack { plies, was_over } => {
                let text = tr!("play-taken-back", plies = plies);
                Reply::board(if was_over { tr!("play-goes-on", text = text) } else { text })
            }
            Change::Hint(hint, answer) => {
                if let Some(run) = &mut self.puzzles {
                    run.note_help();
                }
                Reply::text(wording::hint(hint, answer.as_ref(), &self.game))
            }
            Change::Evaluated => Reply {
                is_beside_board: self.game.has_coach(),
                ..Reply::text(wording::evaluation(&self.game))
            },
            Change::Weighing(_) => Reply::default(),
            Change::Warned(warning) => Reply::text(wording::warning(&warning, &self.game)),
            Change::Tried { played, reply } => {
                let run = self.puzzles.as_mut();
                let solved = self.game.is_solved();
                let progress = run.map_or_else(String::new, |run| run.progress(solved));
                Reply::board(wording::tried(&played, reply.as_ref(), &progress))
            }
            Change::DrawDeclined => Reply::text(tr!("play-draw-declined")),
        };
        if let Some(error) = update.save_error {
            let _ = write!(said.text, "\n{}", wording::save_error(&error));
        }
        said
    }

    /// The warning about what the command would discard, if anything.
    fn warning(&self, command: &PlayCommand) -> Option<String> {
        let what = match command {
            PlayCommand::Quit => "quit",
            PlayCommand::New(_) => "new",
            PlayCommand::Load(_) => "load",
            _ => return None,
        };
        if *command == PlayCommand::Quit && self.is_reviewing() {
            return Some(tr!("play-review-unfinished"));
        }
        match self.game.leave_warning()? {
            LeaveWarning::Unsaved => Some(tr!("play-unsaved", what = what)),
            // If every move is saved, no warning is needed: the game can be continued at any time.
            LeaveWarning::Unfinished => (self.is_careful && self.game.autosave().is_none())
                .then(|| tr!("play-unfinished", what = what)),
        }
    }

    fn set_strength(&mut self, strength: PlayingStrength) -> Result<Reply, String> {
        self.done(|game| game.set_strength(strength))?;
        Ok(Reply::text(tr!("play-strength-set", strength = wording::strength(strength))))
    }

    fn new_game(&mut self, person: Option<Color>) -> Reply {
        let person = person.unwrap_or(self.game.state().person());
        let saved_in = self.game.autosave().map(PathBuf::from);
        self.game.new_game(person);
        self.puzzles = None;
        self.flipped = person == Color::Black;
        let side = wording::side(person);
        Reply::board(match saved_in {
            Some(path) => {
                tr!("play-new-game-kept", side = side, path = path.display().to_string())
            }
            None => tr!("play-new-game", side = side),
        })
    }

    fn next_puzzle(&mut self) -> Result<Reply, String> {
        let run = self.puzzles.as_mut().ok_or_else(|| tr!("play-puzzle-none"))?;
        if !run.advance() {
            return Err(run.summary());
        }
        run.begin(&mut self.game);
        let text = run.introduction();
        self.flipped = self.game.state().person() == Color::Black;
        Ok(Reply::board(text))
    }

    fn load(&mut self, path: &Path) -> Result<Reply, String> {
        if path == Path::new("-") {
            return Err(tr!("play-load-stdin"));
        }
        let loaded = LoadedGame::read(path).map_err(|error| error.localize())?;
        let what = wording::loaded(&loaded, path);
        let broken = loaded
            .broken
            .as_ref()
            .map_or_else(String::new, |error| format!("\n{}", error.localize()));
        self.game.load(loaded).map_err(|error| error.localize())?;
        self.puzzles = None;
        let person = self.game.state().person();
        self.flipped = person == Color::Black;
        let finish =
            wording::finish(&self.game).map_or_else(String::new, |text| format!("\n{text}"));
        let what = tr!("play-loaded-side", loaded = what, side = wording::side(person));
        Ok(Reply::board(what + &broken + &finish))
    }

    /// Writes the text that remains on the terminal after a game: how it ended, and its moves if they are not saved.
    ///
    /// # Errors
    /// If the text cannot be written.
    pub(super) fn write_farewell(&self, out: &mut impl Write) -> io::Result<()> {
        if let Some(run) = &self.puzzles {
            return writeln!(out, "{}", run.summary());
        }
        if let Some(finish) = wording::finish(&self.game) {
            writeln!(out, "{finish}")?;
        }
        if self.game.is_unsaved() && self.game.state().last_move().is_some() {
            writeln!(out, "{}\n{}", tr!("play-farewell-unsaved"), wording::sheet(&self.game))?;
        }
        Ok(())
    }
}
