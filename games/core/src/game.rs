//! The interface that a game implements to be searched.

use std::fmt::Debug;

/// The depth, in plies, below which late moves are not reduced, because a full search is cheap enough.
const REDUCTION_DEPTH_MIN: i32 = 3;
/// From this depth on, very late moves are reduced by two plies.
const STRONG_REDUCTION_DEPTH_MIN: i32 = 6;

/// How a game ended, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move wins.
    Win,
    /// Neither side wins.
    Draw,
    /// The side to move loses.
    Loss,
}

/// A position of a two-player game with alternating moves and perfect information.
///
/// Implementations do not search: they provide the rules and a static evaluation.
pub trait Game: Clone + Send {
    /// A move.
    type Move: Copy + Eq + Debug + Send;

    /// The number of moves searched at full depth; later ones are assumed to be worse and are searched at reduced depth
    /// first. This requires [`moves`](Self::moves) to return its moves in a sensible order. `usize::MAX` turns
    /// reductions off.
    const LATE_MOVE: usize = usize::MAX;

    /// Appends every legal move, the most promising first. A game that is not over has at least one.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Makes a move returned by [`moves`](Self::moves).
    fn play(&mut self, mv: Self::Move);

    /// Takes back the last move. Called only after [`play`](Self::play).
    fn undo(&mut self);

    /// The side to move: 0 or 1.
    fn side(&self) -> usize;

    /// The result of the game, or `None` if it is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// A key that two positions share only if play can continue identically from both, apart from chance collisions
    /// (one in 2⁶⁴).
    fn key(&self) -> u64;

    /// A short identifier of a move, used by the table and the move history. A move has the same identifier in every
    /// position; the moves in one position should have different ones.
    fn tag(&self, mv: Self::Move) -> u16;

    /// The static evaluation from the point of view of the side to move, in units of the game's choice, within
    /// ±[`EVALUATION_MAX`](crate::EVALUATION_MAX).
    fn evaluate(&mut self) -> i32;

    /// A first estimate of a move's quality, within ±10,000, or 0 if unknown. It is added to the move's history value
    /// when moves are ordered.
    fn prior(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// The number of plies by which the search of the move at `index` is reduced at first, with `depth` plies left; the
    /// first move, at index 0, is never reduced. A move that turns out better than expected is searched again at full
    /// depth. Called after the move is made.
    fn reduction(&self, depth: i32, index: usize) -> i32 {
        if depth < REDUCTION_DEPTH_MIN || index < Self::LATE_MOVE {
            0
        } else if depth < STRONG_REDUCTION_DEPTH_MIN || index / 4 < Self::LATE_MOVE {
            1
        } else {
            2
        }
    }

    /// The result for the side to move with best play, and the maximum number of plies until the game ends; `None` if
    /// the game has neither an endgame table nor a threat solver that can tell. `depth` is the number of plies that the
    /// search would still look ahead: the larger it is, the more effort is worthwhile. Called at every position except
    /// the root, where a move is needed.
    fn foreseen(&mut self, _depth: i32) -> Option<(Outcome, u32)> {
        None
    }

    /// Whether there is only one reasonable move; such a move does not reduce the remaining depth. Sequences of forced
    /// moves must be finite.
    fn is_forced(&self) -> bool {
        false
    }

    /// Whether [`evaluate`](Self::evaluate) is reliable here. Where it is not, for instance because a capture is
    /// pending, the search continues beyond its depth; such positions should have few moves.
    fn is_quiet(&self) -> bool {
        true
    }
}
