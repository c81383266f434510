//! The rules that end a game: no legal move, repetition, the move limit, and insufficient material.
//!
//! [`ending`] judges a game; [`judge`] also returns the reasons. [`repetition`] and the draw functions are fast enough
//! for the search. A [`RuleSet`] selects the rules of repetition.
//!
//! ```
//! use chuhe_engine::board::Position;
//! use chuhe_engine::rules::{Reason, Rules, ending, judge};
//! use chuhe_engine::types::Color;
//!
//! // Red checks with every move.
//! let mut position = Position::from_fen("4k4/9/9/9/9/9/9/9/9/R2K5 w")?;
//! for mv in "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9 e9e8".split(' ') {
//!     position.play(mv.parse()?)?;
//! }
//! let ending = ending(&position, &Rules::default()).unwrap();
//! assert_eq!((ending.winner, ending.reason), (Some(Color::Black), Reason::PerpetualCheck));
//! assert!(judge(&position, &Rules::default()).to_string().starts_with("red_loses by perpetual check"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attack;
mod chase;
mod conduct;
mod draw;
mod ending;
mod explain;
mod kill;
mod repetition;
mod report;
mod ruleset;
mod wording;

pub use conduct::Conduct;
pub use draw::{counted_plies, is_dead_material, is_move_count_draw};
pub use ending::{Ending, Reason, ending};
pub use explain::{Chase, Cycle, CycleMove, Judgement, PieceOnSquare, judge};
pub use repetition::{Recurrence, repetition};
pub use report::JudgementReport;
pub use ruleset::{RuleSet, Rules, UnknownRuleSet};
pub use wording::{CycleConduct, PLACES_MAX, RepetitionRule};

/// The result that the rules give to a game or to a line in the search, from the side to move's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A draw.
    Draw,
    /// The side to move wins, because the rules forbid the opponent's repetition.
    Win,
    /// The side to move loses, because the rules forbid its repetition.
    Loss,
}
