//! Errors in XQF files.

use super::super::game::counted;
use super::super::move_tree::TreeProblem;
use super::super::placement::PlacementError;
use super::HEADER_LENGTH;

/// An error in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message documents it")]
pub enum XqfProblem {
    #[error("not an XQF file: expected a header of {HEADER_LENGTH} bytes that begins with XQ, found {}", counted(*found, "byte"))]
    Header { found: usize },
    #[error("start position: {0}")]
    Start(#[from] PlacementError),
    #[error("the file ends in the middle of a move: expected {} more", counted(*expected, "byte"))]
    Short { expected: usize },
    #[error("invalid move from {from} to {to}; expected points 0 to 89")]
    Points { from: u8, to: u8 },
    #[error(transparent)]
    Moves(#[from] TreeProblem),
}
