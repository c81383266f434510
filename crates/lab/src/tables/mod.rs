//! Generates endgame tables: the result of every position of a material class, found by retrograde analysis.
//!
//! [`generate`] writes the files that [`chuhe_engine::tables`] reads, [`check`] verifies them, and [`records`] finds
//! remarkable positions in them. `docs/tables.md` describes their contents and the rules they follow.

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

pub use self::check::{TableCheck, TableFault, check};
pub use self::generate::{
    GenerateError, Generated, GenerationObserver, GenerationSettings, Phase, generate,
};
pub use self::records::{ClassRecords, LongestWin, Zugzwang, records};
