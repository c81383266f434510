//! What a position seems worth without looking ahead.

use crate::position::Position;

/// What having the move is worth beside what it does for the points, fitted together with their values. It is less
/// than nothing, because those count too much for a side that has found no victory.
const INITIATIVE: i32 = -45;

/// The worth of a position to the side to move: what the free points are worth to it, less what they are worth to the
/// other side. With 100 the side to move wins three games of four.
pub(crate) fn evaluate(position: &Position) -> i32 {
    let own = position.to_move();
    position.total(own) - position.total(!own) + INITIATIVE
}
