//! The state of a game: its moves, which can be taken back, its clocks and its result.

use std::time::Duration;

use super::file::new_record;
use super::{CasualError, Clocks, Finish, GameTimeControl};
use chuhe_engine::board::Position;
use chuhe_engine::clock::Instant;
use chuhe_engine::notation::iccs::Ranks;
use chuhe_engine::notation::{MoveFormat, MoveTextError, move_text, parse_move};
use chuhe_engine::rules::{Rules, ending, judge};
use chuhe_engine::types::{Color, Move};
use chuhe_formats::{Game, IllegalGameMove, Outcome};

/// The moves, the clocks and the result of a game between a user and an engine.
///
/// A game from a file keeps its tags, and the comments and variations of every move that is not taken back.
#[derive(Clone, Debug)]
pub struct GameState {
    game: Game,
    position: Position,
    person: Color,
    /// Whether two people share the board.
    is_shared: bool,
    rules: Rules,
    finish: Option<Finish>,
    clocks: Option<Clocks>,
    /// The time that each side had left before each move; empty without clocks.
    left_before: Vec<[Duration; 2]>,
}

impl GameState {
    /// Creates the state of a new game, or of a game continued after its last move. If the record has a result but the
    /// game is not over under the rules, it is over with the recorded result, for the recorded reason if that is known.
    ///
    /// # Errors
    /// If a move in the game is illegal.
    pub fn new(
        game: Game,
        person: Color,
        rules: Rules,
        control: Option<GameTimeControl>,
    ) -> Result<Self, IllegalGameMove> {
        let position = game.final_position()?;
        Ok(Self::with_position(position, game, person, rules, control))
    }

    /// Creates the state of a new game that starts at `start`.
    pub(super) fn begin(
        start: Position,
        person: Color,
        rules: Rules,
        control: Option<GameTimeControl>,
    ) -> Self {
        Self::with_position(start.clone(), new_record(Game::new(start)), person, rules, control)
    }

    /// Creates the state. `position` is the position after the game's last move.
    fn with_position(
        position: Position,
        game: Game,
        person: Color,
        rules: Rules,
        control: Option<GameTimeControl>,
    ) -> Self {
        let recorded = Finish::recorded(game.outcome, game.tag("Termination"));
        let left_before = match control {
            Some(control) => vec![[control.base; 2]; game.line.moves.len()],
            None => Vec::new(),
        };
        let clocks = control.map(Clocks::new);
        let mut this = Self {
            game,
            position,
            person,
            is_shared: false,
            rules,
            finish: None,
            clocks,
            left_before,
        };
        this.finish = this.by_law().or(recorded);
        this
    }

    /// The current position, with the game's moves as its history.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position from which the game started.
    pub const fn start(&self) -> &Position {
        &self.game.start
    }

    /// The user's side or, if two people play, the side to move.
    pub fn person(&self) -> Color {
        if self.is_shared { self.position.side_to_move() } else { self.person }
    }

    /// Whether two people share the board.
    pub const fn is_shared(&self) -> bool {
        self.is_shared
    }

    pub(super) const fn set_shared(&mut self, is_shared: bool) {
        self.is_shared = is_shared;
    }

    /// The way the game ended; `None` if it is not over.
    pub const fn finish(&self) -> Option<&Finish> {
        self.finish.as_ref()
    }

    /// The clocks, if the game has any.
    pub const fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// Whether the game is in progress and this side is to move.
    pub fn is_turn_of(&self, color: Color) -> bool {
        self.finish.is_none() && self.position.side_to_move() == color
    }

    /// The moves played so far.
    pub fn moves(&self) -> Vec<Move> {
        self.game.moves().collect()
    }

    /// The last move.
    pub fn last_move(&self) -> Option<Move> {
        self.game.line.moves.last().map(|played| played.mv)
    }

    /// The moves played so far as text, each with its move number and the side that played it.
    pub fn sheet(&self, format: MoveFormat) -> Vec<(u32, Color, String)> {
        let mut position = self.game.start.clone();
        let mut sheet = Vec::new();
        for mv in self.game.moves() {
            let text = move_text(position.board(), mv, format).to_string();
            sheet.push((position.game_ply() / 2 + 1, position.side_to_move(), text));
            // Every move in this game was checked when it was played.
            position.make_unchecked(mv, &mut ());
        }
        sheet
    }

    /// The game's record, with its result.
    pub fn record(&self) -> Game {
        let mut game = self.game.clone();
        game.outcome = self.finish.as_ref().map_or(Outcome::Unknown, Finish::outcome);
        match &self.finish {
            None => game.tags.retain(|(name, _)| !name.eq_ignore_ascii_case("Termination")),
            Some(finish) => {
                if let Some(cause) = finish.cause() {
                    game.set_tag("Termination", cause);
                }
            }
        }
        game
    }

    /// Sets a tag in the record.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.game.set_tag(name, value);
    }

    /// Parses a move in any notation; coordinates count ranks from 0.
    ///
    /// # Errors
    /// If the text is not a legal move.
    pub fn parse(&self, text: &str) -> Result<Move, MoveTextError> {
        parse_move(&self.position, text, Ranks::FromZero)
    }

    /// Plays a move for the side to move, stops its clock, and checks whether the game is over.
    ///
    /// # Errors
    /// If the game is over, the clock has run out, or the move is not legal.
    pub fn play(&mut self, mv: Move, now: Instant) -> Result<(), CasualError> {
        self.check_clocks(now);
        if self.finish.is_some() {
            return Err(CasualError::Over);
        }
        let mover = self.position.side_to_move();
        self.position.play(mv)?;
        if let Some(clocks) = &mut self.clocks {
            clocks.halt(now);
            self.left_before.push(clocks.both());
            clocks.press(mover, now);
        }
        self.game.line.push(mv);
        self.finish = self.by_law();
        Ok(())
    }

    /// Starts the clock of the side to move, unless it is running or the game is over.
    pub fn start_clock(&mut self, now: Instant) {
        if let (Some(clocks), None) = (&mut self.clocks, &self.finish) {
            clocks.run(self.position.side_to_move(), now);
        }
    }

    /// Takes over clocks that ran elsewhere, and stops both.
    pub(super) fn set_clocks(&mut self, mut clocks: Clocks, now: Instant) {
        clocks.halt(now);
        self.left_before = vec![clocks.both(); self.moves().len()];
        self.clocks = Some(clocks);
    }

    /// Stops both clocks until one is started again.
    pub(super) fn stop_clocks(&mut self, now: Instant) {
        if let Some(clocks) = &mut self.clocks {
            clocks.halt(now);
        }
    }

    /// Ends the game if the side to move has no time left. Returns whether the game ended.
    pub fn check_clocks(&mut self, now: Instant) -> bool {
        let us = self.position.side_to_move();
        let is_out = self.clocks.as_ref().is_some_and(|clocks| clocks.left(us, now).is_zero());
        if is_out && self.finish.is_none() {
            self.end(Finish::Time(us), now);
            return true;
        }
        false
    }

    /// Ends the game without a move.
    fn end(&mut self, finish: Finish, now: Instant) {
        self.finish = Some(finish);
        self.stop_clocks(now);
    }

    /// Resigns for the user. Returns `false` if the game was already over.
    pub fn resign(&mut self, now: Instant) -> bool {
        self.resign_for(self.person(), now)
    }

    /// Resigns for a side. Returns `false` if the game was already over.
    pub(super) fn resign_for(&mut self, side: Color, now: Instant) -> bool {
        let goes_on = self.finish.is_none();
        if goes_on {
            self.end(Finish::Resigned(side), now);
        }
        goes_on
    }

    /// Ends the game as a draw by agreement. Returns `false` if the game was already over.
    pub fn agree_draw(&mut self, now: Instant) -> bool {
        let goes_on = self.finish.is_none();
        if goes_on {
            self.end(Finish::Agreed, now);
        }
        goes_on
    }

    /// Takes back the user's last move and all moves after it, and restores the clocks. A finished game continues.
    /// Returns the number of plies taken back, which is 0 if the user has not moved.
    pub fn undo(&mut self) -> usize {
        let last = !self.position.side_to_move();
        self.undo_for(if self.is_shared { last } else { self.person })
    }

    /// Takes back the last move of a side, as [`GameState::undo`] does for the user.
    pub(super) fn undo_for(&mut self, side: Color) -> usize {
        let plies = self.position.history().len();
        let moved_last = self.position.side_to_move() != side;
        let Some(keep) = plies.checked_sub(if moved_last { 1 } else { 2 }) else { return 0 };
        for _ in keep..plies {
            self.position.unmake(&mut ());
        }
        self.game.line.moves.truncate(keep);
        if let Some(clocks) = &mut self.clocks {
            clocks.set(self.left_before[keep]);
            self.left_before.truncate(keep);
        }
        self.finish = None;
        plies - keep
    }

    /// The way the rules end the game, if they do.
    fn by_law(&self) -> Option<Finish> {
        let ending = ending(&self.position, &self.rules)?;
        Some(Finish::Law(ending, judge(&self.position, &self.rules)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: &str = "3k5/8R/9/9/9/9/9/9/R8/4K4 w";

    fn state(fen: Option<&str>, person: Color, control: Option<&str>) -> GameState {
        let start = fen.map_or_else(Position::startpos, |fen| Position::from_fen(fen).unwrap());
        let control = control.map(|text| text.parse().unwrap());
        GameState::new(Game::new(start), person, Rules::default(), control).unwrap()
    }

    fn play(state: &mut GameState, moves: &str, now: Instant) {
        for text in moves.split_whitespace() {
            let mv = state.parse(text).unwrap();
            state.play(mv, now).unwrap();
        }
    }

    #[test]
    fn undo_goes_back_to_the_persons_last_move() {
        let now = Instant::now();
        let mut game = state(None, Color::Red, None);
        assert_eq!(game.undo(), 0);
        play(&mut game, "炮二平五 馬8進7", now);
        assert_eq!((game.undo(), game.moves().len()), (2, 0));
        play(&mut game, "h2e2", now);
        assert_eq!((game.undo(), game.moves().len()), (1, 0));
        let mut game = state(None, Color::Black, None);
        play(&mut game, "h2e2", now);
        assert_eq!((game.undo(), game.moves().len()), (0, 1));
        play(&mut game, "h9g7 h0g2", now);
        assert_eq!((game.undo(), game.moves().len()), (2, 1));
        assert_eq!(game.position().history().len(), 1);
        assert!(game.is_turn_of(Color::Black));
    }

    #[test]
    fn two_people_share_the_board() {
        let now = Instant::now();
        let mut game = state(None, Color::Red, None);
        game.set_shared(true);
        assert!(game.is_turn_of(game.person()) && game.person() == Color::Red);
        play(&mut game, "h2e2 h9g7 h0g2", now);
        assert!(game.is_turn_of(game.person()) && game.person() == Color::Black);
        assert_eq!((game.undo(), game.moves().len()), (1, 2));
        assert_eq!((game.undo(), game.moves().len()), (1, 1));
        game.resign(now);
        assert_eq!(game.finish(), Some(&Finish::Resigned(Color::Black)), "the side to move");
    }

    #[test]
    fn mate_ends_a_game_and_undo_goes_on_with_it() {
        let now = Instant::now();
        let mut game = state(Some(MATE), Color::Red, None);
        play(&mut game, "a1a9", now);
        assert_eq!(game.finish().unwrap().outcome(), Outcome::Win(Color::Red));
        assert!(matches!(game.play("d9e9".parse().unwrap(), now), Err(CasualError::Over)));
        assert!(!game.resign(now) && !game.agree_draw(now));
        let record = game.record();
        assert_eq!(
            (record.outcome, record.tag("termination")),
            (Outcome::Win(Color::Red), Some("checkmate"))
        );
        assert_eq!((game.undo(), game.finish().is_none()), (1, true));
        assert_eq!(game.record().tag("Termination"), None);
        let sideways = "a1b2".parse().unwrap();
        assert!(matches!(game.play(sideways, now), Err(CasualError::Illegal(_))));
    }

    #[test]
    fn a_record_goes_on_where_it_ended() {
        let now = Instant::now();
        let mut game = state(None, Color::Red, None);
        play(&mut game, "h2e2 h9g7", now);
        game.resign(now);
        let mut again = GameState::new(game.record(), Color::Red, Rules::default(), None).unwrap();
        assert_eq!(again.finish(), Some(&Finish::Resigned(Color::Red)));
        assert_eq!(again.record(), game.record());
        assert_eq!(again.undo(), 2);
        assert!(again.is_turn_of(Color::Red));
        let sheet = game.sheet(MoveFormat::Wxf);
        assert_eq!(sheet[1], (1, Color::Black, "H8+7".to_owned()));
    }

    #[test]
    fn time_runs_out_and_comes_back_with_undo() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut game = state(None, Color::Red, Some("60s+2s"));
        game.start_clock(at(0));
        play(&mut game, "h2e2", at(10));
        game.start_clock(at(10));
        play(&mut game, "h9g7", at(15));
        let left = |game: &GameState, color| game.clocks().unwrap().left(color, at(15)).as_secs();
        assert_eq!((left(&game, Color::Red), left(&game, Color::Black)), (52, 57));
        game.start_clock(at(15));
        assert!(!game.check_clocks(at(66)) && game.check_clocks(at(67)));
        assert_eq!(game.finish(), Some(&Finish::Time(Color::Red)));
        assert!(matches!(game.play("h0g2".parse().unwrap(), at(67)), Err(CasualError::Over)));
        game.undo();
        assert_eq!((left(&game, Color::Red), left(&game, Color::Black)), (50, 60));
        assert!(!game.check_clocks(at(500)), "the clock rests until it is started");
    }

    #[test]
    fn a_move_behind_the_flag_is_too_late() {
        let start = Instant::now();
        let mut game = state(None, Color::Red, Some("1s"));
        game.start_clock(start);
        let late = start + Duration::from_secs(2);
        assert!(matches!(game.play("h2e2".parse().unwrap(), late), Err(CasualError::Over)));
        assert_eq!(game.finish(), Some(&Finish::Time(Color::Red)));
    }
}
