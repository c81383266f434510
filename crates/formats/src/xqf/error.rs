//! Errors in XQF files.

use super::super::move_tree::TreeProblem;
use super::super::placement::PlacementError;
use super::super::salvage::Salvage;
use super::HEADER_LENGTH;
use chuhe_locale::tr;

/// Why a file cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("at-byte", offset = format!("{offset:#x}"), problem = problem.to_string()))]
pub struct XqfError {
    /// Where in the file, counted from 0.
    pub offset: usize,
    /// What is wrong there.
    pub problem: XqfProblem,
    pub(in super::super) salvage: Salvage,
}

impl XqfError {
    pub(super) fn new(offset: usize, problem: impl Into<XqfProblem>) -> Self {
        Self { offset, problem: problem.into(), salvage: Salvage::default() }
    }
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message says it")]
pub enum XqfProblem {
    #[error("{}", tr!("xqf-header", length = HEADER_LENGTH, found = *found))]
    Header { found: usize },
    #[error("{}", tr!("problem-start", error = .0.to_string()))]
    Start(#[from] PlacementError),
    #[error("{}", tr!("xqf-short", expected = *expected))]
    Short { expected: usize },
    #[error("{}", tr!("problem-points", from = *from, to = *to))]
    Points { from: u8, to: u8 },
    #[error(transparent)]
    Moves(#[from] TreeProblem),
}
