//! A list of moves on the stack, without heap allocation.

use arrayvec::ArrayVec;

use super::Move;

/// More moves than any position allows. Two rooks and two cannons with 17 moves each, two horses with 8, five pawns
/// with 3, and 20 for king, advisors and elephants together add up to 119.
pub const MAX_MOVES: usize = 128;

/// The moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
