//! What a match says: strength with error bars, and when a sequential test may stop.
//!
//! Pure functions of counts. [`Tally`] counts games, [`Pentanomial`] counts pairs of games with one opening and both
//! colours; either is a [`Sample`]. [`Estimate`] puts a sample into Elo, [`Sprt`] decides between two hypotheses.
//! No result is ever NaN. `docs/statistics.md` has the formulas and where they come from.

mod counts;
mod estimate;
mod likelihood;
mod sprt;

pub use counts::{GameResult, Pentanomial, Sample, Tally};
pub use estimate::{Estimate, Interval, elo_of_score, score_of_elo};
pub use sprt::{Decision, EloModel, Sprt, SprtError};
