//! Endgame tables. A table stores the result of every position of a material class, computed by retrograde analysis, in
//! a file that the search and other programs can probe.
//!
//! [`Tables`] probes the tables; the crate `chuhe-lab` generates and verifies them. `docs/tables.md` describes the
//! files and the rules behind the results.

mod class;
mod file;
mod index;
mod probe;
mod value;

pub use class::{ClassError, MaterialClass, PIECES_MAX};
pub use file::{
    BLOCK, Longest, MAGIC, SideCounts, Table, TableFileError, TableHeader, TablePart, file_name,
    files_in,
};
pub use index::{ClassIndex, Placement};
pub use probe::{Tables, TablesError};
pub use value::{BAN, DRAW_CODE, PLIES_MAX, STAGE_MAX, TableValue};
