//! The positions used by the checks.

use std::fmt::Write as _;

use chuhe_engine::board::{Position, START_FEN};
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::types::Move;
use chuhe_engine::types::rng::SplitMix64;

/// Red's only mating move is a0a9. All Red's legal moves start from the back rank.
const RED_MATES: &str = "4k4/4a4/9/9/9/9/9/9/9/R3K4 w - - 0 1";
/// Once Red has played e2c4, Black's only mating move is h4f4.
const BLACK_MATES: &str = "2c6/4k4/9/9/9/7r1/n8/B2ABK3/4A2p1/9 w - - 0 1";
/// Black is mated.
const MATED: &str = "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1";
/// Black is stalemated.
const STALEMATED: &str = "3k5/9/3P5/9/9/9/9/9/9/4K4 b - - 0 1";
/// A middlegame position with many good moves, in no opening book.
const MIDDLE: &str = "2bakab1r/3r5/2n1c1nc1/p3p1p1p/2p6/6P2/P1P1P3P/2N1C1NC1/9/1RBAKAB1R w - - 0 1";

/// The middlegame position after 60 moves of each side without a capture.
const QUIET: &str =
    "2bakab1r/3r5/2n1c1nc1/p3p1p1p/2p6/6P2/P1P1P3P/2N1C1NC1/9/1RBAKAB1R w - - 120 80";

/// A position with the moves leading to it.
#[derive(Clone, Debug)]
pub(super) struct TestGame {
    start: &'static str,
    moves: Vec<Move>,
    position: Position,
}

impl TestGame {
    fn new(start: &'static str) -> Self {
        let position = Position::from_fen(start).expect("positions of the checks are valid");
        Self { start, moves: Vec::new(), position }
    }

    /// The start position.
    pub(super) fn start() -> Self {
        Self::new(START_FEN)
    }

    /// A middlegame position with many good moves.
    pub(super) fn middle() -> Self {
        Self::new(MIDDLE)
    }

    /// Red has one mating move, a0a9.
    pub(super) fn red_mates() -> Self {
        Self::new(RED_MATES)
    }

    /// Black has one mating move, h4f4, after a move by Red.
    pub(super) fn black_mates() -> Self {
        Self::new(BLACK_MATES).after("e2c4")
    }

    /// Black is mated.
    pub(super) fn mated() -> Self {
        Self::new(MATED)
    }

    /// Black is stalemated, which loses in xiangqi.
    pub(super) fn stalemated() -> Self {
        Self::new(STALEMATED)
    }

    /// A position that occurred `times` times before, without checks or chases.
    pub(super) fn repeated(times: usize) -> Self {
        let shuffle = ["i0i1", "i9i8", "i1i0", "i8i9"];
        shuffle.into_iter().cycle().take(times * shuffle.len()).fold(Self::middle(), Self::after)
    }

    /// A position after 60 moves of each side without a capture.
    pub(super) fn quiet() -> Self {
        Self::new(QUIET)
    }

    /// A long game of random moves without repetition.
    pub(super) fn long() -> Self {
        let mut game = Self::start();
        let mut random = SplitMix64::new(LONG_SEED);
        while game.moves.len() < LONG_PLIES {
            let moves = game.position.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[random.below(moves.len() as u64) as usize]);
        }
        game
    }

    /// The game with one more move, which is given with ranks numbered from 0.
    pub(super) fn after(mut self, mv: &str) -> Self {
        self.play(iccs::parse(mv, Ranks::FromZero).expect("the moves of the checks are valid"));
        self
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: Move) {
        debug_assert!(self.position.is_legal(mv), "{mv} in {}", self.position.fen());
        self.position.make_unchecked(mv, &mut ());
        self.moves.push(mv);
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// The `position` line with all moves.
    pub(super) fn command(&self, ranks: Ranks) -> String {
        let mut text = match self.start {
            START_FEN => "position startpos".to_owned(),
            fen => format!("position fen {fen}"),
        };
        if !self.moves.is_empty() {
            text.push_str(" moves");
        }
        for &mv in &self.moves {
            // Writing to a string cannot fail.
            let _ = write!(text, " {}", iccs::text(mv, ranks));
        }
        text
    }
}

/// The number of plies in the long game; few games between human players are longer.
const LONG_PLIES: usize = 300;
/// A random seed with which the long game does not end early.
const LONG_SEED: u64 = 1827;

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves after which the opponent has no legal move.
    fn mates(game: &TestGame) -> Vec<String> {
        let ends = |mv: &Move| {
            let mut position = game.position.clone();
            position.make_unchecked(*mv, &mut ());
            position.legal_moves().is_empty()
        };
        game.position.legal_moves().iter().copied().filter(ends).map(|mv| mv.to_string()).collect()
    }

    #[test]
    fn positions_have_the_described_mates() {
        assert_eq!(mates(&TestGame::red_mates()), ["a0a9"]);
        assert_eq!(mates(&TestGame::black_mates()), ["h4f4"]);
        for (game, in_check) in [(TestGame::mated(), true), (TestGame::stalemated(), false)] {
            assert!(game.position.legal_moves().is_empty());
            assert_eq!(game.position.in_check(), in_check);
        }
        assert!(
            TestGame::red_mates().position.legal_moves().iter().all(|mv| mv.from().rank() == 0)
        );
        assert!(TestGame::middle().position.legal_moves().len() > 30);
        assert!(mates(&TestGame::middle()).is_empty());
        assert_eq!(TestGame::repeated(3).position.key(), TestGame::middle().position.key());
        assert_eq!(TestGame::quiet().position.key(), TestGame::middle().position.key());
        let long = TestGame::long();
        assert_eq!(long.moves.len(), LONG_PLIES);
        assert!(!long.position.legal_moves().is_empty() && !long.position.in_check());
        assert!(long.position.plies_since_capture() < 60);
    }

    #[test]
    fn commands_number_ranks_as_the_engine_does() {
        let game = TestGame::start().after("h2e2").after("h9g7");
        assert_eq!(game.command(Ranks::FromZero), "position startpos moves h2e2 h9g7");
        assert_eq!(game.command(Ranks::FromOne), "position startpos moves h3e3 h10g8");
        let text = TestGame::black_mates().command(Ranks::FromZero);
        assert_eq!(text, format!("position fen {BLACK_MATES} moves e2c4"));
    }
}
