//! The table at which a game is played: person, engine, file. Both ways to play, lines and screen, sit at it.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::command::{Command, HELP};
use super::files;
use crate::casual::{
    Answer, Opponent, PlayError, Purpose, Session, Strength, Thought, TimeControl,
};
use crate::notation::iccs::{self, Ranks};
use crate::notation::{Game, MoveFormat, MoveTextError, move_text};
use crate::rules::Rules;
use crate::types::{Color, Move, Score};

/// Where thoughts of the engine go.
pub(super) type Deliver = Arc<dyn Fn(Thought) + Send + Sync>;

/// A game being played.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, not states")]
pub(super) struct Table {
    pub(super) session: Session,
    pub(super) opponent: Opponent,
    pub(super) format: MoveFormat,
    /// Black's side at the bottom.
    pub(super) flipped: bool,
    /// The last hint, while it is of use.
    pub(super) hint: Option<Move>,
    /// Ask before an unfinished game is left, saved or not.
    pub(super) is_careful: bool,
    control: Option<TimeControl>,
    /// The game is written here after every move.
    save_to: Option<PathBuf>,
    /// Files that hold this game and nothing else.
    owned: Vec<PathBuf>,
    is_saved: bool,
    save_failed: bool,
    /// A command that would lose something; said twice, it is obeyed.
    warned_of: Option<Command>,
    deliver: Deliver,
}

/// How a table is laid.
pub(super) struct Setup {
    pub(super) opponent: Opponent,
    pub(super) format: MoveFormat,
    pub(super) control: Option<TimeControl>,
    pub(super) save_to: Option<PathBuf>,
    pub(super) deliver: Deliver,
}

/// What came of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reply {
    /// What there is to say; may be empty, and may have several lines.
    pub(super) text: String,
    /// The board has changed or was asked for.
    pub(super) shows_board: bool,
    /// It is time to leave.
    pub(super) quits: bool,
}

impl Reply {
    fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    fn board(text: impl Into<String>) -> Self {
        Self { text: text.into(), shows_board: true, quits: false }
    }
}

impl Table {
    /// Begins a game, or goes on with one.
    pub(super) fn new(setup: Setup, game: Game, person: Color) -> Self {
        let rules = rules(&setup.opponent);
        Self {
            session: Session::new(game, person, rules, setup.control),
            opponent: setup.opponent,
            format: setup.format,
            flipped: person == Color::Black,
            hint: None,
            is_careful: false,
            control: setup.control,
            save_to: setup.save_to,
            owned: Vec::new(),
            is_saved: true,
            save_failed: false,
            warned_of: None,
            deliver: setup.deliver,
        }
    }

    /// A file may be written over: this game came from it.
    pub(super) fn own(&mut self, path: &Path) {
        self.owned.push(path.to_owned());
    }

    /// Whether the last attempt to save went wrong.
    pub(super) const fn save_failed(&self) -> bool {
        self.save_failed
    }

    /// Whether there are moves that no file has.
    pub(super) const fn is_unsaved(&self) -> bool {
        !self.is_saved
    }

    /// Whether `save` needs no name.
    pub(super) fn has_file(&self) -> bool {
        self.save_to.is_some() || !self.owned.is_empty()
    }

    /// Whether the engine is asked for something.
    pub(super) fn is_thinking(&self) -> bool {
        self.opponent.thinks().is_some()
    }

    /// Sets clock and engine going, if it is their turn.
    pub(super) fn settle(&mut self, now: Instant) {
        self.session.start_clock(now);
        if self.session.is_turn_of(!self.session.person()) && !self.is_thinking() {
            self.ask(Purpose::Move);
        }
    }

    fn ask(&mut self, purpose: Purpose) {
        let deliver = Arc::clone(&self.deliver);
        self.opponent.ask(purpose, &self.session, move |thought| deliver(thought));
    }

    /// Ends the game if somebody's time is up; what there is to say then.
    pub(super) fn tick(&mut self, now: Instant) -> Option<Reply> {
        self.session.check_clocks(now).then(|| self.ended())
    }

    /// The game has come to its end without a move.
    fn ended(&mut self) -> Reply {
        self.opponent.cancel();
        let mut text = self.finish_text().unwrap_or_default();
        self.changed(&mut text);
        Reply::text(text)
    }

    /// How the game ended, if it has.
    pub(super) fn finish_text(&self) -> Option<String> {
        self.session.finish().map(ToString::to_string)
    }

    /// Does what the person wishes.
    ///
    /// # Errors
    /// If it cannot be done, in words; nothing has happened then.
    pub(super) fn obey(&mut self, command: Command, now: Instant) -> Result<Reply, String> {
        let again = self.warned_of.take();
        if let Some(warning) = self.warning(&command).filter(|_| again.as_ref() != Some(&command)) {
            self.warned_of = Some(command);
            return Err(warning);
        }
        match command {
            Command::Move(text) => self.play(&text, now),
            Command::Help => Ok(Reply::text(HELP)),
            Command::Hint => self.ask_on_turn(Purpose::Hint).map(|()| Reply::default()),
            Command::Draw => self.ask_on_turn(Purpose::Draw).map(|()| Reply::default()),
            Command::Undo => self.undo(),
            Command::Moves => Ok(Reply::text(self.sheet())),
            Command::Board => Ok(Reply::board("")),
            Command::Fen => Ok(Reply::text(self.session.position().fen())),
            Command::Flip => {
                self.flipped = !self.flipped;
                Ok(Reply::board(""))
            }
            Command::Resign => {
                let done = self.session.resign(now);
                done.then(|| self.ended()).ok_or_else(|| OVER.to_owned())
            }
            Command::Save(path) => self.save(path),
            Command::Load(path) => self.load(&path),
            Command::Level(level) => self.set_strength(Strength::Level(level)),
            Command::Elo(elo) => self.set_strength(Strength::Elo(elo)),
            Command::Notation(notation) => {
                self.format = notation.format();
                Ok(Reply::text(format!("moves are written as {}", self.format.name())))
            }
            Command::New(person) => Ok(self.new_game(person)),
            Command::Quit => Ok(Reply { quits: true, ..Reply::default() }),
        }
    }

    /// What would be lost by a command.
    fn warning(&self, command: &Command) -> Option<String> {
        let what = match command {
            Command::Quit => "leave",
            Command::New(_) => "begin another one",
            Command::Load(_) => "load another one",
            _ => return None,
        };
        let has_moves = self.session.last_move().is_some();
        if self.is_unsaved() {
            Some(format!("the game is not saved: `save FILE` keeps it; say so again to {what}"))
        } else if self.is_careful && has_moves && self.session.finish().is_none() {
            Some(format!("the game is not over; say so again to {what}"))
        } else {
            None
        }
    }

    fn play(&mut self, text: &str, now: Instant) -> Result<Reply, String> {
        if self.session.finish().is_some() {
            return Err(OVER.to_owned());
        }
        if !self.session.is_turn_of(self.session.person()) {
            return Err("it is the engine's turn".to_owned());
        }
        let mv = self.session.parse(text).map_err(|error| self.explain(error))?;
        self.play_move(mv, now)
    }

    /// Plays a move of the person.
    ///
    /// # Errors
    /// If it is not legal, or not their turn.
    pub(super) fn play_move(&mut self, mv: Move, now: Instant) -> Result<Reply, String> {
        if !self.session.is_turn_of(self.session.person()) {
            return Err("it is not your turn".to_owned());
        }
        self.opponent.cancel();
        let said = self.name(mv);
        self.make(mv, &said, now)
    }

    /// Plays a move of either side.
    fn make(&mut self, mv: Move, said: &str, now: Instant) -> Result<Reply, String> {
        match self.session.play(mv, now) {
            Ok(()) => {}
            Err(PlayError::Over) => return Ok(self.ended()),
            Err(PlayError::Illegal(reason)) => return Err(reason.to_string()),
        }
        let check = if self.session.position().in_check() { ", check 将军" } else { "" };
        let mut text = format!("{said}{check}");
        if let Some(finish) = self.finish_text() {
            let _ = write!(text, "\n{finish}");
        }
        self.changed(&mut text);
        Ok(Reply::board(text))
    }

    /// Why a text is no move here.
    fn explain(&self, error: MoveTextError) -> String {
        match error {
            MoveTextError::Illegal { found } => {
                let reason = iccs::parse(&found, Ranks::FromZero)
                    .ok()
                    .and_then(|mv| self.session.position().check_move(mv).err());
                let why = reason
                    .map_or_else(|| "no legal move is called so".to_owned(), |why| why.to_string());
                format!("{found} cannot be played: {why}")
            }
            MoveTextError::Form { found, .. } => format!(
                "{found:?} is neither a move like h2e2, C2.5 or 炮二平五 nor a command; `help` lists them"
            ),
            ambiguous @ MoveTextError::Ambiguous { .. } => ambiguous.to_string(),
        }
    }

    /// Takes in what the engine thinks; what there is to say if it has answered.
    pub(super) fn hear(&mut self, thought: Thought, now: Instant) -> Option<Reply> {
        let answer = self.opponent.hear(thought)?;
        Some(match answer.purpose {
            Purpose::Move => {
                let mv = answer.mv?;
                let said = format!("chuhe: {}", self.name(mv));
                self.make(mv, &said, now).unwrap_or_else(Reply::text)
            }
            Purpose::Hint => {
                self.hint = answer.mv;
                Reply::text(self.hint_text(&answer))
            }
            Purpose::Draw if answer.takes_draw(&self.session) => {
                self.session.agree_draw(now);
                self.ended()
            }
            Purpose::Draw => Reply::text("chuhe plays on 不同意和棋"),
        })
    }

    /// A legal move with its number.
    fn name(&self, mv: Move) -> String {
        let position = self.session.position();
        let dots = if position.side_to_move() == Color::Red { "." } else { "..." };
        let text = move_text(position.board(), mv, self.format);
        format!("{}{dots} {text}", position.game_ply() / 2 + 1)
    }

    fn hint_text(&self, answer: &Answer) -> String {
        let Some(mv) = answer.mv else { return "there is no move".to_owned() };
        let mut position = self.session.position().clone();
        let mut text = format!("hint 提示: {}", move_text(position.board(), mv, self.format));
        position.make(mv, &mut ());
        let mut then = Vec::new();
        for &reply in answer.line.iter().skip(1).take(3) {
            then.push(move_text(position.board(), reply, self.format).to_string());
            position.make(reply, &mut ());
        }
        if !then.is_empty() {
            let _ = write!(text, ", then {}", then.join(" "));
        }
        if let Some(score) = answer.score {
            let _ = write!(text, "; {}", worth(score));
        }
        text
    }

    fn ask_on_turn(&mut self, purpose: Purpose) -> Result<(), String> {
        if self.session.finish().is_some() {
            return Err(OVER.to_owned());
        }
        if !self.session.is_turn_of(self.session.person()) {
            return Err("it is the engine's turn".to_owned());
        }
        self.ask(purpose);
        Ok(())
    }

    fn undo(&mut self) -> Result<Reply, String> {
        let was_over = self.session.finish().is_some();
        let plies = self.session.undo();
        if plies == 0 {
            return Err("you have not moved yet".to_owned());
        }
        self.opponent.cancel();
        let moves = if plies == 1 { "move" } else { "moves" };
        let again = if was_over { "; the game goes on" } else { "" };
        let mut text = format!("{plies} {moves} taken back 悔棋{again}");
        self.changed(&mut text);
        Ok(Reply::board(text))
    }

    /// What the terminal shows when the board is gone: how the game ended, and the moves if no file has them.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write_farewell(&self, out: &mut impl Write) -> io::Result<()> {
        if let Some(finish) = self.finish_text() {
            writeln!(out, "{finish}")?;
        }
        if self.is_unsaved() && self.session.last_move().is_some() {
            writeln!(
                out,
                "The game was not saved (--save FILE does it); its moves:\n{}",
                self.sheet()
            )?;
        }
        Ok(())
    }

    /// The moves so far, one number a line.
    fn sheet(&self) -> String {
        let mut text = String::new();
        for (i, (number, color, mv)) in self.session.sheet(self.format).into_iter().enumerate() {
            let _ = match color {
                Color::Red if i > 0 => write!(text, "\n{number:>3}. {mv}"),
                Color::Red => write!(text, "{number:>3}. {mv}"),
                Color::Black if i == 0 => write!(text, "{number:>3}. …  {mv}"),
                Color::Black => write!(text, "  {mv}"),
            };
        }
        if text.is_empty() { "no moves yet".to_owned() } else { text }
    }

    fn set_strength(&mut self, strength: Strength) -> Result<Reply, String> {
        if !strength.exists() {
            return Err("levels go from 0 to 20, ratings from 500 to 2400".to_owned());
        }
        self.opponent.set_strength(strength).map_err(|error| error.to_string())?;
        files::name_players(&mut self.session, strength);
        Ok(Reply::text(format!("chuhe plays at {}", strength_text(strength))))
    }

    fn new_game(&mut self, person: Option<Color>) -> Reply {
        let person = person.unwrap_or(self.session.person());
        self.opponent.new_game();
        let saved_to = self.save_to.clone();
        let game = files::new_game(self.session.start().clone());
        self.sit(game, person);
        files::name_players(&mut self.session, self.opponent.strength());
        let saved = saved_to.map_or_else(String::new, |path| {
            format!("; the last one is in {}, this one is not saved yet", path.display())
        });
        Reply::board(format!("a new game 新局; you play {person}{saved}"))
    }

    fn load(&mut self, path: &Path) -> Result<Reply, String> {
        let loaded = files::load(path).map_err(|error| format!("{error:#}"))?;
        let person = loaded.person();
        self.opponent.new_game();
        let said = loaded.note(path);
        self.sit(loaded.game, person);
        if loaded.is_alone {
            self.own(path);
        }
        let finish = self.finish_text().map_or_else(String::new, |text| format!("\n{text}"));
        Ok(Reply::board(format!("{said}; you play {person}{finish}")))
    }

    /// Another game at this table. It is no longer that of the file.
    fn sit(&mut self, game: Game, person: Color) {
        self.session = Session::new(game, person, rules(&self.opponent), self.control);
        self.flipped = person == Color::Black;
        self.hint = None;
        self.owned.clear();
        self.save_to = None;
        self.is_saved = true;
    }

    /// Moves have been played or taken back: the hint is old, and the file too.
    fn changed(&mut self, text: &mut String) {
        self.hint = None;
        self.is_saved = false;
        if let Some(path) = self.save_to.clone()
            && let Err(error) = self.write(&path)
        {
            let _ = write!(text, "\n{error}");
        }
    }

    fn save(&mut self, path: Option<PathBuf>) -> Result<Reply, String> {
        let path = match path {
            Some(path) => path,
            None => (self.save_to.clone())
                .or_else(|| self.owned.last().cloned())
                .ok_or("say where: `save game.pgn`")?,
        };
        let may_write = self.owned.contains(&path) || self.save_to.as_ref() == Some(&path);
        if !may_write && path.exists() {
            return Err(format!("{} is there already: choose another name", path.display()));
        }
        self.write(&path)?;
        self.own(&path);
        Ok(Reply::text(format!("saved in {}", path.display())))
    }

    fn write(&mut self, path: &Path) -> Result<(), String> {
        let written = files::save(path, &self.session.record(), self.format);
        self.save_failed = written.is_err();
        self.is_saved = written.is_ok();
        written.map_err(|error| format!("the game cannot be saved: {error:#}"))
    }
}

const OVER: &str = "the game is over: `new`, `undo`, `save FILE` or `quit`";

fn rules(opponent: &Opponent) -> Rules {
    opponent.player().config().rules()
}

/// A strength in words.
pub(super) fn strength_text(strength: Strength) -> String {
    match strength {
        Strength::Level(level) => format!("level {level}"),
        Strength::Elo(elo) => format!("rating {elo}"),
    }
}

/// A score of the side to move in words, in pawns.
fn worth(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("worth {:+.2}", f64::from(cp) / 100.0),
        Score::MateIn(plies) => format!("mate in {}", plies.div_ceil(2)),
        Score::MatedIn(plies) => format!("mated in {}", plies.div_ceil(2)),
    }
}
