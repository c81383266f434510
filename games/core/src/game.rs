//! What a game has to say about itself to be searched.

use std::fmt::Debug;

/// Below this depth a late move costs too little to be looked at less deeply first.
const REDUCTION_DEPTH_MIN: i32 = 3;
/// From this depth on, moves that come very late are reduced by two plies.
const STRONG_REDUCTION_DEPTH_MIN: i32 = 6;

/// How a game ended, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move has won.
    Win,
    /// Nobody has won.
    Draw,
    /// The side to move has lost.
    Loss,
}

/// A position of a two-player game in which the sides move in turn and see everything.
///
/// Implementations do no search of their own: rules and a first guess of who stands better are all that is asked for.
pub trait Game: Clone + Send {
    /// A move.
    type Move: Copy + Eq + Debug + Send;

    /// From how many moves on a node takes the rest to be worse and looks at them less deeply first. The moves of
    /// [`moves`](Self::moves) have to be in a sensible order for that. `usize::MAX` turns it off.
    const LATE_MOVE: usize = usize::MAX;

    /// Appends every legal move, the likely best ones first. A game that is not over has at least one.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Makes a move that [`moves`](Self::moves) has given.
    fn play(&mut self, mv: Self::Move);

    /// Takes the last move back. Is called only after [`play`](Self::play).
    fn undo(&mut self);

    /// Who is to move: 0 or 1.
    fn side(&self) -> usize;

    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// A number that two positions share only if the same play is possible from both, or by a chance of one in 2⁶⁴.
    fn key(&self) -> u64;

    /// A short name of a move: the same for the same move wherever it is possible, and different for the moves of one
    /// position where that can be had. The table and the history know moves by it.
    fn tag(&self, mv: Self::Move) -> u16;

    /// What the position seems worth without looking ahead, from the view of the side to move, in units of the game.
    /// Range: within ±[`EVALUATION_MAX`](crate::EVALUATION_MAX).
    fn evaluate(&mut self) -> i32;

    /// How good a move looks on its own, in units of the history of moves: within ±10,000, and 0 if nothing is known.
    /// Where it stays 0, what refuted other moves lately decides alone which move is tried first.
    fn prior(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// By how many plies less a node looks at the move of an index in its order first, from 1 on, with so many plies
    /// left. What turns out better than expected is looked at again with all of them. Asked after the move is made.
    fn reduction(&self, depth: i32, index: usize) -> i32 {
        if depth < REDUCTION_DEPTH_MIN || index < Self::LATE_MOVE {
            0
        } else if depth < STRONG_REDUCTION_DEPTH_MIN || index / 4 < Self::LATE_MOVE {
            1
        } else {
            2
        }
    }

    /// How the game will end for the side to move with best play, and in how many plies at the most, if the game has
    /// means of its own to know: a table of endgames, or a solver of threats. `depth` is how many plies the search
    /// would still look ahead from here; the more, the more trouble is worth it. Is asked at every position but the
    /// root, where a move is wanted.
    fn foreseen(&mut self, _depth: i32) -> Option<(Outcome, u32)> {
        None
    }

    /// Whether there is only one move to speak of, so that the search looks no less deeply after it. There must be no
    /// endless line of such moves.
    fn is_forced(&self) -> bool {
        false
    }

    /// Whether [`evaluate`](Self::evaluate) can be trusted here. Where it cannot, because a capture is due for
    /// instance, the search looks further whatever its depth; such positions should have few moves.
    fn is_quiet(&self) -> bool {
        true
    }
}
