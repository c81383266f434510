//! Endgame tables: the result of every position of a class of material, found by retrograde analysis, as files that the
//! search and everybody else can ask.
//!
//! [`generate`] makes them, [`Tables`] asks them, [`check`] proves them, and [`records`] tells what is remarkable about
//! them. `docs/tables.md` says what is in them and by which rules.

mod ban;
mod check;
mod class;
mod file;
mod generate;
mod index;
mod probe;
mod progress;
mod records;
mod retrograde;
#[cfg(test)]
mod tests;
mod value;

pub use check::{CheckSummary, Fault, check};
pub use class::{ClassError, MaterialClass, PIECES_MAX};
pub use file::{Longest, SideSummary, Table, TableFileError, TableHeader, TablePart};
pub use generate::{
    GenerateError, Generated, GenerationObserver, GenerationSettings, Phase, generate,
};
pub use index::ClassIndex;
pub use probe::{ProbeError, Tables, TablesError};
pub use records::{ClassRecords, LongestWin, Zugzwang, records};
pub use value::TableValue;
