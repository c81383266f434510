//! The hand-crafted evaluation: material and piece-square tables, blended between middle game and endgame.

mod tapered;
mod trace;
mod weights;

pub use trace::{Term, Trace};

use super::Evaluator;
use crate::board::{Board, Observer};
use crate::types::{Color, Piece, Square, Value};
use tapered::Tapered;
use weights::{PHASE, PHASE_MAX, PIECE_SQUARE, TEMPO};

/// The evaluator the engine plays with.
#[derive(Debug)]
pub struct Hce {
    frames: Vec<Sums>,
}

/// Sums over the pieces on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Material and placement, Red's view.
    placement: Tapered,
    /// What is left of the middle game, [`PHASE_MAX`] at the start.
    phase: i32,
}

impl Observer for Sums {
    #[inline]
    fn placed(&mut self, piece: Piece, square: Square) {
        self.placement += PIECE_SQUARE[piece.index()][square.index()];
        self.phase += PHASE[piece.index()];
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.placement -= PIECE_SQUARE[piece.index()][square.index()];
        self.phase -= PHASE[piece.index()];
    }
}

impl Sums {
    fn of(board: &Board) -> Self {
        let mut sums = Self::default();
        for (piece, square) in board.pieces() {
            sums.placed(piece, square);
        }
        sums
    }

    fn value(self, board: &Board) -> Value {
        let red = self.placement.blend(self.phase, PHASE_MAX);
        TEMPO + if board.side_to_move() == Color::Red { red } else { -red }
    }
}

impl Hce {
    /// An evaluator; [`Evaluator::reset`] it before use.
    #[must_use]
    pub fn new() -> Self {
        Self { frames: vec![Sums::default()] }
    }

    fn top(&mut self) -> &mut Sums {
        self.frames.last_mut().expect("the bottom frame is never popped")
    }
}

impl Default for Hce {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator for Hce {
    type Frame = Sums;

    fn reset(&mut self, board: &Board) {
        self.frames.clear();
        self.frames.push(Sums::of(board));
    }

    #[inline]
    fn push(&mut self) -> &mut Sums {
        let top = *self.top();
        self.frames.push(top);
        self.top()
    }

    #[inline]
    fn pop(&mut self) {
        self.frames.pop();
    }

    #[inline]
    fn evaluate(&mut self, board: &Board) -> Value {
        self.top().value(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn start_is_level() {
        let position = Position::startpos();
        let sums = Sums::of(position.board());
        assert_eq!(sums, Sums { placement: Tapered::default(), phase: PHASE_MAX });
        assert_eq!(sums.value(position.board()), TEMPO);
    }

    #[test]
    fn frames_follow_moves_and_colours_mirror() {
        let mut position = Position::startpos();
        let mut eval = Hce::new();
        eval.reset(position.board());
        for text in ["h2h9", "i9h9", "b2e2", "b9c7", "e2e6"] {
            position.make(text.parse().unwrap(), eval.push());
            assert_eq!(*eval.top(), Sums::of(position.board()), "after {text}");
        }
        let swapped =
            Position::from_fen("rnbakab2/9/9/p1p1C1p1p/9/9/P1P1P1P1P/1C4N2/9/RNBAKAB1R w").unwrap();
        let mirror =
            Position::from_fen("rnbakab1r/9/1c4n2/p1p1p1p1p/9/9/P1P1c1P1P/9/9/RNBAKAB2 b").unwrap();
        assert_eq!(
            Sums::of(swapped.board()).value(swapped.board()),
            Sums::of(mirror.board()).value(mirror.board())
        );
    }
}
