//! Match statistics: Elo with error bars, and the sequential probability ratio test.
//!
//! All calculations are pure functions of counts. [`Tally`] counts games; [`Pentanomial`] counts pairs of games with
//! the same opening and colours exchanged; either is a [`Sample`]. [`Estimate`] turns a sample into Elo, and [`Sprt`]
//! decides between two hypotheses. No result is ever NaN. `docs/reference/statistics.md` explains the formulas and
//! names their sources.
//!
//! ```
//! use chuhe_arena::stats::{Estimate, Tally};
//!
//! let estimate = Estimate::new(Tally { wins: 60, draws: 20, losses: 20 }).expect("there are games");
//! assert_eq!(estimate.score.value, 0.7);
//! assert!(estimate.elo.low > 0.0 && estimate.superiority > 0.99);
//! ```

mod counts;
mod estimate;
mod likelihood;
mod sprt;

pub use counts::{GameResult, Pentanomial, Sample, Tally};
pub use estimate::{Estimate, Interval, elo_of_score, score_of_elo};
pub use sprt::{Decision, ELO_MAX, ERROR_MAX, EloModel, Sprt, SprtError};
