//! The laws that end a game without a mate: repetition, the move count, and dead material.

mod draw;
mod repetition;

pub use draw::{is_dead_material, is_move_count_draw};
pub use repetition::repetition;

/// How a game, or a line of the search, ends by rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nobody wins.
    Draw,
    /// The side to move wins, because its opponent must not repeat.
    Win,
    /// The side to move loses, because it must not repeat.
    Loss,
}
