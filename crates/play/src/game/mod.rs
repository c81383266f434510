//! A game between a user and the engine.

mod coaching;
mod exercise;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use self::coaching::{BlunderCost, BlunderWarning, Evaluation, Hint, HintStep, WARNING_LOSS};
pub use self::exercise::Exercise;

use self::coaching::Coaching;
use super::conditions;
use super::file::{self, Saves, new_record};
use super::{
    CasualError, CasualMove, Change, Clocks, FileError, GameFiles, GameState, GameTimeControl,
    LeaveWarning, LoadedGame, Opponent, OpponentEvent, Purpose, SystemFiles, Update,
};
use chuhe_engine::board::{IllegalMove, Position};
use chuhe_engine::clock::Instant;
use chuhe_engine::engine::EngineError;
use chuhe_engine::engine::skill::PlayingStrength;
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::rules::Rules;
use chuhe_engine::types::{Color, Move, Score};
use chuhe_formats::Game;

/// A function that is called from another thread with the engine's events.
type Deliver = Arc<dyn Fn(OpponentEvent) + Send + Sync>;

/// The settings of a game.
#[derive(Clone, Debug)]
pub struct CasualSettings {
    /// The user's side.
    pub person: Color,
    /// The time control; `None` to play without clocks.
    pub control: Option<GameTimeControl>,
    /// The notation of moves, in updates and in saved games.
    pub format: MoveFormat,
    /// A file in which the game is saved after every change.
    pub autosave: Option<PathBuf>,
    /// Where files are written.
    pub files: Arc<dyn GameFiles>,
    /// Whether the coach is on; see [`CasualGame::set_coach`].
    pub coach: bool,
    /// Whether two people share the board. If so, `person` is ignored, and the engine only advises.
    pub both: bool,
}

impl CasualSettings {
    /// Settings without clocks, autosave or coach, and with moves as coordinates.
    pub fn new(person: Color) -> Self {
        let format = MoveFormat::default();
        let files = Arc::new(SystemFiles);
        Self { person, control: None, format, autosave: None, files, coach: false, both: false }
    }
}

/// A game between a user and the engine: its moves and clocks, the engine, and the files.
pub struct CasualGame {
    state: GameState,
    opponent: Opponent,
    control: Option<GameTimeControl>,
    format: MoveFormat,
    files: Saves,
    has_coach: bool,
    coaching: Coaching,
    /// The adviser's last score, from Red's point of view.
    last_score: Option<Score>,
    /// The solution, if the game is an exercise.
    exercise: Option<Exercise>,
    /// Whether the clocks are paused because no page shows the game.
    rests: bool,
    deliver: Deliver,
}

impl fmt::Debug for CasualGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { state, opponent, files, .. } = self;
        f.debug_struct("CasualGame")
            .field("state", state)
            .field("opponent", opponent)
            .field("files", files)
            .finish_non_exhaustive()
    }
}

impl CasualGame {
    /// Creates a game that begins with the moves in the history of `start`. `deliver` is called from another thread
    /// with events, which must be passed to [`CasualGame::handle`].
    ///
    /// # Errors
    /// If the autosave file exists.
    pub fn new(
        opponent: Opponent,
        start: Position,
        settings: CasualSettings,
        deliver: impl Fn(OpponentEvent) + Send + Sync + 'static,
    ) -> Result<Self, FileError> {
        let rules = opponent.config().rules();
        let game = new_record(Game::leading_to(start));
        let state = GameState::new(game, settings.person, rules, settings.control)?;
        Self::with_state(opponent, state, None, settings, Arc::new(deliver))
    }

    /// Resumes a game from a file, after its last move and, unless the settings have a time control, with the clocks in
    /// its record. `deliver` is called from another thread with events, which must
    /// be passed to [`CasualGame::handle`].
    ///
    /// # Errors
    /// If the autosave file exists and is not a PGN file that contains only this game, or a move in the game is
    /// illegal.
    pub fn resume(
        opponent: Opponent,
        loaded: LoadedGame,
        settings: CasualSettings,
        deliver: impl Fn(OpponentEvent) + Send + Sync + 'static,
    ) -> Result<Self, FileError> {
        let own = loaded.is_alone().then(|| loaded.path.clone());
        let clocks = loaded.clocks().filter(|_| settings.control.is_none());
        let rules = opponent.config().rules();
        let state = GameState::new(loaded.game, settings.person, rules, settings.control)?;
        let mut this = Self::with_state(opponent, state, own, settings, Arc::new(deliver))?;
        if let Some(clocks) = clocks {
            this.set_clocks(clocks, Instant::now());
        }
        Ok(this)
    }

    /// Creates a game from a state. `own` is the file that contains only this game, if any.
    fn with_state(
        opponent: Opponent,
        mut state: GameState,
        own: Option<PathBuf>,
        settings: CasualSettings,
        deliver: Deliver,
    ) -> Result<Self, FileError> {
        let CasualSettings { person: _, control, format, autosave, files, coach, both } = settings;
        state.set_shared(both);
        let files = Saves::new(files, autosave, own)?;
        let mut this = Self {
            state,
            opponent,
            control,
            format,
            files,
            has_coach: coach,
            coaching: Coaching::default(),
            last_score: None,
            exercise: None,
            rests: false,
            deliver,
        };
        this.name_players();
        Ok(this)
    }

    /// The moves, the clocks and the result.
    pub const fn state(&self) -> &GameState {
        &self.state
    }

    /// The engine's name, if it is not the engine of this library.
    pub fn other_engine(&self) -> Option<&str> {
        self.opponent.other_name()
    }

    /// Sets a tag of the record, which is saved with the next change.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.state.set_tag(name, value);
    }

    /// The engine's playing strength.
    pub const fn strength(&self) -> PlayingStrength {
        self.opponent.strength()
    }

    /// The purpose of the engine's current search, if there is one.
    pub fn thinks(&self) -> Option<Purpose> {
        self.opponent.thinks()
    }

    /// The number of other clients' searches ahead of the engine's: 0 if it is next, `None` if it is not waiting. The
    /// clocks stop while the engine waits for its turn to search, either for its own move or to check the user's move.
    pub fn ahead(&self) -> Option<usize> {
        self.opponent.ahead()
    }

    /// Why the last request failed, if it did. There is then no hint or evaluation, a draw offer counts as declined,
    /// and the user's move is played unchecked. [`CasualGame::proceed`] requests the engine's move again.
    pub const fn failure(&self) -> Option<&EngineError> {
        self.opponent.failure()
    }

    /// The rules that end the game.
    pub const fn rules(&self) -> Rules {
        self.opponent.config().rules()
    }

    /// The notation of moves, in updates and in saved games.
    pub const fn format(&self) -> MoveFormat {
        self.format
    }

    /// Sets the notation of moves for later updates and saves.
    pub const fn set_format(&mut self, format: MoveFormat) {
        self.format = format;
    }

    /// Whether the game has unsaved changes.
    pub const fn is_unsaved(&self) -> bool {
        !self.files.is_saved()
    }

    /// Whether the last attempt to save the game failed.
    pub const fn save_failed(&self) -> bool {
        self.files.save_failed()
    }

    /// The file in which the game is saved after every change.
    pub fn autosave(&self) -> Option<&Path> {
        self.files.autosave()
    }

    /// The file to which [`CasualGame::save`] writes if none is named.
    pub fn default_file(&self) -> Option<&Path> {
        self.files.default_file()
    }

    /// Why to confirm before leaving or replacing the game, if there is a reason.
    pub fn leave_warning(&self) -> Option<LeaveWarning> {
        if self.exercise.is_some() {
            None
        } else if self.is_unsaved() {
            Some(LeaveWarning::Unsaved)
        } else if self.state.last_move().is_some() && self.state.finish().is_none() {
            Some(LeaveWarning::Unfinished)
        } else {
            None
        }
    }

    /// Starts the clock of the side to move, and a search if it is the engine's turn or the coach is on. Must be called
    /// after every change.
    pub fn proceed(&mut self, now: Instant) {
        if self.exercise.is_some() {
            return;
        }
        self.settle_clocks(now);
        if self.state.is_turn_of(!self.state.person()) && self.thinks().is_none() {
            self.request(Purpose::Move);
        }
        self.proceed_coaching();
    }

    /// Pauses the clocks, or lets the clock of the side to move run again.
    pub fn set_resting(&mut self, rests: bool, now: Instant) {
        self.rests = rests;
        if self.exercise.is_none() {
            self.settle_clocks(now);
        }
        if rests && self.state.clocks().is_some() {
            self.save_conditions();
        }
    }

    /// Saves the clocks and the coach, if autosave is on and the game has begun. [`CasualGame::save_failed`] returns
    /// whether that failed.
    fn save_conditions(&mut self) {
        if self.autosave().is_some() && self.state.last_move().is_some() && self.exercise.is_none()
        {
            let _ = self.files.changed(&self.record(), self.format);
        }
    }

    /// The record, with the conditions under which the game continues.
    pub fn record(&self) -> Game {
        let (mut game, rules) = (self.state.record(), self.rules().set);
        let now = Instant::now();
        conditions::record(&mut game, self.state.clocks(), rules, self.has_coach, now);
        game
    }

    /// Takes over clocks that ran elsewhere for the same game.
    pub fn set_clocks(&mut self, clocks: Clocks, now: Instant) {
        self.control = Some(clocks.control());
        self.state.set_clocks(clocks, now);
    }

    /// Ends the game if the side to move is out of time.
    pub fn check_clocks(&mut self, now: Instant) -> Option<Update> {
        self.state.check_clocks(now).then(|| self.ended())
    }

    /// Handles an event from the engine. Returns an update if the event completes the engine's answer.
    pub fn handle(&mut self, event: OpponentEvent, now: Instant) -> Option<Update> {
        let waited = self.ahead().is_some();
        let answer = self.opponent.handle(event);
        if waited != self.ahead().is_some() && self.exercise.is_none() {
            self.settle_clocks(now);
        }
        let answer = answer?;
        if self.failure().is_some() {
            return self.handle_failure(answer.purpose, now);
        }
        match answer.purpose {
            Purpose::Move => self.make(answer.mv?, now).ok(),
            Purpose::Hint => self.handle_hint(answer),
            Purpose::Evaluation => self.handle_evaluation(answer, now),
            Purpose::Check(mv) => self.handle_check(mv, &answer, now),
            Purpose::Draw if answer.takes_draw(&self.state) => {
                self.state.agree_draw(now);
                Some(self.ended())
            }
            Purpose::Draw => Some(Update::of(Change::DrawDeclined)),
        }
    }

    /// Handles a failed request.
    fn handle_failure(&mut self, purpose: Purpose, now: Instant) -> Option<Update> {
        match self.take_held() {
            Some(mv) => self.play_for_good(mv, now).ok(),
            None => (purpose == Purpose::Draw).then(|| Update::of(Change::DrawDeclined)),
        }
    }

    /// Starts the clock of the side to move, or stops it while that side's move waits for an engine, so that no side
    /// loses on time because of other clients.
    fn settle_clocks(&mut self, now: Instant) {
        let is_for_a_move = self.thinks() == Some(Purpose::Move) || self.holds_a_move();
        if self.rests || self.ahead().is_some() && is_for_a_move {
            self.state.stop_clocks(now);
        } else {
            self.state.start_clock(now);
        }
    }

    /// Plays a move by the user, given in any notation; coordinates count ranks from 0.
    ///
    /// # Errors
    /// If it is not the user's turn, or the text is not a legal move.
    pub fn play_text(&mut self, text: &str, now: Instant) -> Result<Update, CasualError> {
        self.check_turn()?;
        let mv = self.state.parse(text)?;
        self.play(mv, now)
    }

    /// Plays a move by the user. If the coach is on, it checks the move first, and [`CasualGame::handle`] then plays
    /// the move or warns against it. In an exercise, the move is played only if it solves the exercise, and the reply
    /// follows.
    ///
    /// # Errors
    /// If it is not the user's turn, or the move is illegal or does not solve the exercise.
    pub fn play(&mut self, mv: Move, now: Instant) -> Result<Update, CasualError> {
        self.check_turn()?;
        self.state.position().check_move(mv)?;
        if self.exercise.is_some() { self.try_solution(mv, now) } else { self.weigh(mv, now) }
    }

    /// Plays a move by the user without the coach's check.
    fn play_for_good(&mut self, mv: Move, now: Instant) -> Result<Update, CasualError> {
        let update = self.make(mv, now)?;
        self.opponent.cancel();
        Ok(update)
    }

    /// Offers the engine a draw. [`CasualGame::handle`] will return the engine's decision.
    ///
    /// # Errors
    /// If it is not the user's turn, or the game is an exercise.
    pub fn offer_draw(&mut self) -> Result<(), CasualError> {
        self.check_turn()?;
        self.check_no_exercise()?;
        self.request(Purpose::Draw);
        Ok(())
    }

    /// Ends a game between two people as a draw by agreement.
    ///
    /// # Errors
    /// If the engine plays a side and must be offered the draw, or the game is over.
    pub fn agree_draw(&mut self, now: Instant) -> Result<Update, CasualError> {
        self.check_turn()?;
        if !self.state.is_shared() {
            return Err(CasualError::NotYourTurn);
        }
        self.state.agree_draw(now);
        Ok(self.ended())
    }

    /// Resigns for the user or, if two people play, for the side to move.
    ///
    /// # Errors
    /// If the game is over or is an exercise.
    pub fn resign(&mut self, now: Instant) -> Result<Update, CasualError> {
        self.check_no_exercise()?;
        if self.state.resign(now) { Ok(self.ended()) } else { Err(CasualError::Over) }
    }

    /// Takes back the user's last move and all moves after it, even if the game is over.
    ///
    /// # Errors
    /// If the user has not moved yet.
    pub fn undo(&mut self) -> Result<Update, CasualError> {
        let was_over = self.state.finish().is_some();
        let plies = self.state.undo();
        if plies == 0 {
            return Err(CasualError::NothingToUndo);
        }
        self.opponent.cancel();
        Ok(self.changed(Change::TakenBack { plies, was_over }))
    }

    /// Sets the engine's playing strength, from its next move on.
    ///
    /// # Errors
    /// If the strength is out of range, or the engine is not that of this library.
    pub fn set_strength(&mut self, strength: PlayingStrength) -> Result<(), CasualError> {
        if let Some(name) = self.opponent.other_name() {
            return Err(CasualError::NoStrength(name.to_owned()));
        }
        self.opponent.set_strength(strength).map_err(|_| CasualError::Strength)?;
        self.name_players();
        Ok(())
    }

    /// Starts another game from the same position. The last game's files are no longer written.
    pub fn new_game(&mut self, person: Color) {
        let (start, rules) = (self.state.start().clone(), self.opponent.config().rules());
        let mut state = GameState::begin(start, person, rules, self.control);
        state.set_shared(self.state.is_shared());
        self.replace(state, None);
        self.name_players();
    }

    /// Replaces this game with one from a file, and continues that game.
    ///
    /// # Errors
    /// If a move in the game is not legal. The current game is then unchanged.
    pub fn load(&mut self, loaded: LoadedGame) -> Result<(), FileError> {
        let own = loaded.is_alone().then(|| loaded.path.clone());
        let (person, rules) = (loaded.person(), self.opponent.config().rules());
        let (is_shared, clocks) = (loaded.is_shared(), loaded.clocks());
        let mut state = GameState::new(loaded.game, person, rules, self.control)?;
        state.set_shared(is_shared);
        if let Some(clocks) = clocks {
            state.set_clocks(clocks, Instant::now());
        }
        self.replace(state, own);
        Ok(())
    }

    /// Replaces this game with another. `own` is the file that contains only that game, if any.
    fn replace(&mut self, state: GameState, own: Option<PathBuf>) {
        self.opponent.new_game();
        self.state = state;
        self.coaching = Coaching::default();
        self.last_score = None;
        self.exercise = None;
        self.files.next_game(own);
    }

    /// Saves the game as PGN in `path` or, if there is none, in [`CasualGame::default_file`]. Returns the path used.
    ///
    /// # Errors
    /// If there is no path, the file exists and does not contain this game, or the file cannot be written.
    pub fn save(&mut self, path: Option<&Path>) -> Result<PathBuf, CasualError> {
        let path = path.or(self.default_file()).ok_or(CasualError::NoFileName)?.to_owned();
        self.files.save(&path, &self.record(), self.format)?;
        Ok(path)
    }

    /// Saves the game as PGN in a new file of `files`, now and after every later change. The previous file is no longer
    /// written.
    ///
    /// # Errors
    /// If the file exists and does not contain this game, or cannot be written. The previous file then remains in use.
    pub fn keep_in(&mut self, path: PathBuf, files: Arc<dyn GameFiles>) -> Result<(), FileError> {
        self.files.keep_in(path, files, &self.record(), self.format)
    }

    fn check_turn(&self) -> Result<(), CasualError> {
        if self.is_solved() {
            Err(CasualError::Solved)
        } else if self.state.finish().is_some() {
            Err(CasualError::Over)
        } else if self.state.is_turn_of(self.state.person()) {
            Ok(())
        } else {
            Err(CasualError::NotYourTurn)
        }
    }

    fn request(&mut self, purpose: Purpose) {
        if !matches!(purpose, Purpose::Evaluation | Purpose::Check(_)) {
            self.drop_warning();
        }
        let deliver = Arc::clone(&self.deliver);
        self.opponent.request(purpose, &self.state, move |event| deliver(event));
    }

    /// Plays a move for either side. If the side has run out of time, the game ends instead.
    fn make(&mut self, mv: Move, now: Instant) -> Result<Update, IllegalMove> {
        let position = self.state.position();
        position.check_move(mv)?;
        let mut played = CasualMove {
            mv,
            color: position.side_to_move(),
            number: position.game_ply() / 2 + 1,
            text: move_text(position.board(), mv, self.format).to_string(),
            gives_check: false,
        };
        // The move is legal, so it can fail only because the side has run out of time.
        if self.state.play(mv, now).is_err() {
            return Ok(self.ended());
        }
        played.gives_check = self.state.position().in_check();
        Ok(self.changed(Change::Moved(played)))
    }

    /// Records that the game ended without a move.
    fn ended(&mut self) -> Update {
        self.opponent.cancel();
        self.changed(Change::Ended)
    }

    /// Records a change in the game: resets the coach, and saves the game if autosave is on.
    fn changed(&mut self, change: Change) -> Update {
        self.coaching = Coaching::default();
        if self.exercise.is_some() {
            return Update::of(change);
        }
        let save_error = self.files.changed(&self.record(), self.format).err();
        Update { change, save_error }
    }

    /// Sets the tags that name the players.
    fn name_players(&mut self) {
        let person = (!self.state.is_shared()).then(|| self.state.person());
        let engine = file::engine_name(&self.opponent);
        let names = file::player_names(&self.state.record(), person, &engine);
        for (tag, name) in names {
            self.state.set_tag(tag, &name);
        }
    }
}

#[cfg(test)]
mod tests;
