//! The laws that end a game: no legal move, repetition, the move count, and dead material.
//!
//! [`ending`] judges a game; [`repetition`] and the draws answer the search, cheaply. Which law of repetition counts
//! is a [`RuleSet`].

mod attack;
mod chase;
mod conduct;
mod draw;
mod ending;
mod explain;
mod kill;
mod repetition;
mod ruleset;
mod wording;

pub use conduct::Conduct;
pub use draw::{counted_plies, is_dead_material, is_move_count_draw};
pub use ending::{Ending, Reason, ending, may_end};
pub use explain::{Chase, Cycle, CycleMove, Judgement, Standing, judge};
pub use repetition::{Recurrence, repetition};
pub use ruleset::{RuleSet, Rules, UnknownRuleSet};

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
