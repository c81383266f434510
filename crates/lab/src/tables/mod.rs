//! Making endgame tables: the result of every position of a class of material, found by retrograde analysis.
//!
//! [`generate`] makes the files that [`chuhe_engine::tables`] reads, [`check`] proves them, and [`records`] finds what is
//! remarkable in them. `docs/tables.md` says what is in them and by which rules.

mod ban;
mod check;
mod file;
mod generate;
mod progress;
mod records;
mod retrograde;
mod shared;
#[cfg(test)]
mod tests;

pub use self::check::{CheckSummary, Fault, check};
pub use self::generate::{
    GenerateError, Generated, GenerationObserver, GenerationSettings, Phase, generate,
};
pub use self::records::{ClassRecords, LongestWin, Zugzwang, records};
