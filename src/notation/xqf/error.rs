//! Errors in XQF files.

use super::super::game::{NESTING_MAX, PLIES_MAX};
use super::super::placement::PlacementError;
use super::super::relative::MoveTextError;
use super::super::salvage::Salvage;
use super::HEADER_LENGTH;

/// Why a file cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset:#x}: {problem}")]
pub struct XqfError {
    /// Where in the file, counted from 0.
    pub offset: usize,
    /// What is wrong there.
    pub problem: XqfProblem,
    pub(in super::super) salvage: Salvage,
}

impl XqfError {
    pub(super) fn new(offset: usize, problem: XqfProblem) -> Self {
        Self { offset, problem, salvage: Salvage::default() }
    }
}

/// What is wrong with a file.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message says it")]
pub enum XqfProblem {
    #[error(
        "no XQF file: expected a header of {} bytes that begins with XQ, found {found} bytes",
        HEADER_LENGTH
    )]
    Header { found: usize },
    #[error("start position: {0}")]
    Start(#[from] PlacementError),
    #[error("the file ends within a move: expected {expected} more bytes")]
    Short { expected: usize },
    #[error("{from} to {to} is no move: expected points 0 to 89")]
    Points { from: u8, to: u8 },
    #[error("move {ply}, both sides counted: {error}")]
    Move { ply: usize, error: MoveTextError },
    #[error("variations are nested deeper than {NESTING_MAX}")]
    TooDeep,
    #[error("the game is longer than {PLIES_MAX} plies")]
    TooLong,
}
