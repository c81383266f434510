//! A list of moves on the stack, without heap allocation.

use arrayvec::ArrayVec;

use super::Move;

/// More than any position can have: two rooks and two cannons with 17 moves each, two horses with 8, five pawns with 3,
/// and king, advisors and elephants with 20 together make 119.
pub const MAX_MOVES: usize = 128;

/// The moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
