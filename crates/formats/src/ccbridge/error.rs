//! Errors in the files of `CCBridge`.

use super::super::move_tree::TreeProblem;
use super::super::placement::PlacementError;
use super::super::salvage::Salvage;
use chuhe_engine::board::FenError;
use chuhe_locale::tr;

/// Why a game cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", place.told(&problem.to_string()))]
pub struct CcbridgeError {
    /// Where in the file.
    pub place: CcbridgePlace,
    /// What is wrong there.
    pub problem: CcbridgeProblem,
    pub(in super::super) salvage: Salvage,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CcbridgePlace {
    /// A byte of CBR or CBL, counted from 0.
    Byte(usize),
    /// A line of CBF, counted from 1.
    Line(usize),
}

impl CcbridgePlace {
    /// A problem with the place it is in.
    fn told(self, problem: &str) -> String {
        match self {
            Self::Byte(offset) => {
                tr!("at-byte", offset = format!("{offset:#x}"), problem = problem)
            }
            Self::Line(line) => tr!("at-line", line = line, problem = problem),
        }
    }
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message says it")]
pub enum CcbridgeProblem {
    #[error("{}", tr!("ccbridge-magic"))]
    Magic,
    #[error("{}", tr!("ccbridge-header", expected = *expected))]
    Header { expected: usize },
    #[error("{}", tr!("ccbridge-empty"))]
    EmptyLibrary,
    #[error("{}", tr!("problem-start", error = .0.to_string()))]
    Start(#[from] PlacementError),
    #[error("{}", tr!("ccbridge-piece", found = format!("{found:#x}")))]
    Piece { found: u8 },
    #[error("{}", tr!("ccbridge-short", expected = *expected))]
    Short { expected: usize },
    #[error("{}", tr!("problem-points", from = *from, to = *to))]
    Points { from: u8, to: u8 },
    #[error(transparent)]
    Moves(#[from] TreeProblem),
    #[error("{}", tr!("ccbridge-xml", error = .0.clone()))]
    Xml(String),
    #[error("{}", tr!("ccbridge-element", name = *.0))]
    Element(&'static str),
    #[error("{}", tr!("problem-in-fen", error = .0.to_string()))]
    Fen(#[from] FenError),
    #[error("{}", tr!("ccbridge-value", found = format!("{found:?}")))]
    Value { found: String },
    #[error("{}", tr!("ccbridge-loose"))]
    Loose,
}

impl CcbridgeError {
    pub(super) fn new(place: CcbridgePlace, problem: impl Into<CcbridgeProblem>) -> Self {
        Self { place, problem: problem.into(), salvage: Salvage::default() }
    }
}
