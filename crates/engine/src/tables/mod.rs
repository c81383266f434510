//! Endgame tables: the result of every position of a class of material, found by retrograde analysis, as files that the
//! search and everybody else can ask.
//!
//! [`Tables`] asks them; the crate `chuhe-lab` makes and proves them. `docs/tables.md` says what is in them and by which
//! rules.

mod class;
mod file;
mod index;
mod probe;
mod value;

pub use class::{ClassError, MaterialClass, PIECES_MAX};
pub use file::{
    BLOCK, Longest, MAGIC, SideSummary, Table, TableFileError, TableHeader, TablePart, file_name,
    files_in,
};
pub use index::{ClassIndex, Placement};
pub use probe::{ProbeError, Tables, TablesError};
pub use value::{BAN, DRAW_CODE, PLIES_MAX, STAGE_MAX, TableValue};
