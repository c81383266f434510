//! What a game has to provide to be searched.

use std::fmt::Debug;

/// Below this depth a late move is too cheap to be searched at reduced depth first.
const REDUCTION_DEPTH_MIN: i32 = 3;
/// From this depth on, moves that come very late are reduced by two plies.
const STRONG_REDUCTION_DEPTH_MIN: i32 = 6;

/// How a game ended, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move has won.
    Win,
    /// Nobody has won.
    Draw,
    /// The side to move has lost.
    Loss,
}

/// A position of a two-player game with alternating moves and perfect information.
///
/// Implementations do not search: they provide the rules and a static evaluation.
pub trait Game: Clone + Send {
    /// A move.
    type Move: Copy + Eq + Debug + Send;

    /// The number of moves after which the rest are assumed to be worse and are searched at reduced depth first. The
    /// moves of [`moves`](Self::moves) must be sensibly ordered for that. `usize::MAX` turns it off.
    const LATE_MOVE: usize = usize::MAX;

    /// Appends every legal move, the most promising first. A game that is not over has at least one.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Makes a move returned by [`moves`](Self::moves).
    fn play(&mut self, mv: Self::Move);

    /// Takes the last move back. Called only after [`play`](Self::play).
    fn undo(&mut self);

    /// The side to move: 0 or 1.
    fn side(&self) -> usize;

    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// A key that two positions share only if the same play is possible from both, apart from chance collisions (one in
    /// 2⁶⁴).
    fn key(&self) -> u64;

    /// A short name of a move: the same for the same move in every position, and, if possible, different for the moves
    /// of one position. The table and the history identify moves by it.
    fn tag(&self, mv: Self::Move) -> u16;

    /// The static evaluation from the point of view of the side to move, in units of the game. Range: within
    /// ±[`EVALUATION_MAX`](crate::EVALUATION_MAX).
    fn evaluate(&mut self) -> i32;

    /// How good a move looks on its own, in units of the history of moves: within ±10,000, and 0 if unknown. Where it
    /// stays 0, the history alone decides which move is tried first.
    fn prior(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// By how many plies the search of the move with this index is reduced at first (from 1 on), with `depth` plies
    /// left. A move that turns out better than expected is searched again at full depth. Called after the move is made.
    fn reduction(&self, depth: i32, index: usize) -> i32 {
        if depth < REDUCTION_DEPTH_MIN || index < Self::LATE_MOVE {
            0
        } else if depth < STRONG_REDUCTION_DEPTH_MIN || index / 4 < Self::LATE_MOVE {
            1
        } else {
            2
        }
    }

    /// How the game ends for the side to move with best play, and in how many plies at most, if the game can know: from
    /// an endgame table or a threat solver. `depth` is how many plies the search would still look ahead; the more, the
    /// more effort is worthwhile. Called at every position except the root, where a move is needed.
    fn foreseen(&mut self, _depth: i32) -> Option<(Outcome, u32)> {
        None
    }

    /// Whether there is only one reasonable move, so that the search does not reduce its depth after it. There must be
    /// no endless line of such moves.
    fn is_forced(&self) -> bool {
        false
    }

    /// Whether [`evaluate`](Self::evaluate) is reliable here. If it is not, for instance because a capture is due, the
    /// search continues beyond its depth; such positions should have few moves.
    fn is_quiet(&self) -> bool {
        true
    }
}
