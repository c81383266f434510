//! Exercises: positions with a solution that the user has to find.

use super::CasualGame;
use crate::{CasualError, Change, GameState, Update};
use chuhe_engine::board::{IllegalMove, Position};
use chuhe_engine::clock::Instant;
use chuhe_engine::types::Move;

/// A position with a solution.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The position. The user plays the side to move.
    start: Position,
    /// The user's moves, alternating with the replies.
    solution: Vec<Move>,
}

impl Exercise {
    /// Creates an exercise from a position and its solution, in which moves by the side to move alternate with replies.
    /// A final reply is dropped.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn new(start: Position, mut solution: Vec<Move>) -> Result<Self, IllegalMove> {
        let mut position = start.clone();
        for &mv in &solution {
            position.play(mv)?;
        }
        if solution.len().is_multiple_of(2) {
            solution.pop();
        }
        Ok(Self { start, solution })
    }
}

impl CasualGame {
    /// Replaces this game with an exercise, without clocks or files. The user plays the side to move. Replies and
    /// hints come from the solution, not from the engine. [`CasualGame::new_game`] continues from the same position as
    /// a game against the engine.
    pub fn begin_exercise(&mut self, exercise: Exercise) {
        let start = exercise.start.clone();
        let person = start.side_to_move();
        self.replace(GameState::begin(start, person, self.rules(), None), None);
        self.exercise = Some(exercise);
    }

    /// Whether the game is an exercise that the user has solved, with its solution or with another mate.
    pub fn is_solved(&self) -> bool {
        self.exercise.is_some() && self.expected_move().is_none()
    }

    /// The rest of the solution; `None` if the game is not an exercise.
    pub fn rest_of_solution(&self) -> Option<&[Move]> {
        let exercise = self.exercise.as_ref()?;
        let played = self.state.position().history().len() - exercise.start.history().len();
        let rest = exercise.solution.get(played..).unwrap_or_default();
        Some(if self.state.finish().is_some() { &[] } else { rest })
    }

    /// The next move that the user must find, if the game is an exercise.
    pub(super) fn expected_move(&self) -> Option<Move> {
        self.rest_of_solution()?.first().copied()
    }

    pub(super) const fn check_no_exercise(&self) -> Result<(), CasualError> {
        if self.exercise.is_some() { Err(CasualError::Exercise) } else { Ok(()) }
    }

    /// Plays a legal move if it is the solution or another mate, and then plays the reply.
    pub(super) fn try_solution(&mut self, mv: Move, now: Instant) -> Result<Update, CasualError> {
        let rest = self.rest_of_solution().unwrap_or_default();
        let reply = rest.get(1).copied();
        if rest.first() != Some(&mv) && !mates(self.state.position(), mv) {
            return Err(CasualError::NotTheSolution);
        }
        let Change::Moved(played) = self.make(mv, now)?.change else {
            return Ok(Update::of(Change::Ended));
        };
        let reply = reply.filter(|_| self.state.finish().is_none());
        let reply = match reply.map(|reply| self.make(reply, now)).transpose()?.map(|it| it.change)
        {
            Some(Change::Moved(reply)) => Some(reply),
            _ => None,
        };
        Ok(Update::of(Change::Tried { played, reply }))
    }
}

/// Whether a legal move leaves the opponent without legal moves.
fn mates(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.make_unchecked(mv, &mut ());
    after.legal_moves().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CasualSettings, HintStep, Opponent};
    use chuhe_engine::engine::config::Config;
    use chuhe_engine::search::Limits;
    use chuhe_engine::types::Color;

    /// Red mates in two: one rook controls a rank and leaves the king only one move; the other rook mates.
    const START: &str = "4k4/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1";

    fn game() -> CasualGame {
        let opponent =
            Opponent::new(Config { hash_mb: 1, ..Config::default() }, Limits::nodes(100)).unwrap();
        let settings = CasualSettings::new(Color::Red);
        let mut game = CasualGame::new(opponent, Position::startpos(), settings, |_| {}).unwrap();
        let start = Position::from_fen(START).unwrap();
        let solution = ["a1a8", "e9d9", "b0b9"].map(|mv| mv.parse().unwrap()).to_vec();
        game.begin_exercise(Exercise::new(start, solution).unwrap());
        game
    }

    #[test]
    fn only_the_solution_is_played_and_answered() {
        let now = Instant::now();
        let mut game = game();
        game.proceed(now);
        assert_eq!(game.thinks(), None, "the engine is not asked");
        assert!(matches!(game.play_text("a1a7", now), Err(CasualError::NotTheSolution)));
        assert!(matches!(game.play_text("a1b3", now), Err(CasualError::MoveText(_))));
        assert!(matches!(game.resign(now), Err(CasualError::Exercise)));
        assert!(matches!(game.offer_draw(), Err(CasualError::Exercise)));
        let change = game.play_text("a1a8", now).unwrap().change;
        let Change::Tried { played, reply: Some(reply) } = change else { panic!("{change:?}") };
        assert_eq!((&played.text[..], &reply.text[..]), ("a1a8", "e9d9"));
        assert!(!game.is_solved());
        let change = game.play_text("b0b9", now).unwrap().change;
        assert!(matches!(change, Change::Tried { reply: None, .. }), "{change:?}");
        assert!(game.is_solved());
        assert!(matches!(game.play_text("b9b8", now), Err(CasualError::Solved)));
        assert_eq!((game.rest_of_solution(), game.leave_warning()), (Some(&[][..]), None));
        game.undo().unwrap();
        assert!(!game.is_solved());
    }

    #[test]
    fn hints_come_from_the_solution_step_by_step() {
        let mut game = game();
        for step in [HintStep::Piece, HintStep::Point, HintStep::Move, HintStep::Move] {
            let update = game.request_hint().unwrap().unwrap();
            let Change::Hint(hint, None) = update.change else { panic!("{update:?}") };
            assert_eq!((hint.step, hint.mv), (step, "a1a8".parse().unwrap()));
        }
    }

    #[test]
    fn another_mate_solves_it_and_a_new_game_leaves_it() {
        let now = Instant::now();
        let mut game = game();
        let start = Position::from_fen("3k5/8R/9/9/9/9/9/9/1R7/4K4 w - - 0 1").unwrap();
        game.begin_exercise(Exercise::new(start, vec!["b1b9".parse().unwrap()]).unwrap());
        game.play_text("b1d1", now).unwrap();
        assert!(game.is_solved());
        game.new_game(Color::Red);
        assert_eq!((game.rest_of_solution(), game.is_solved()), (None, false));
        assert!(game.state().start().fen().starts_with("3k5/8R/"));
    }

    #[test]
    fn a_solution_has_to_be_legal() {
        let start = Position::from_fen(START).unwrap();
        assert!(Exercise::new(start, vec!["a1b3".parse().unwrap()]).is_err());
    }
}
