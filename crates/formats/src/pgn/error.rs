//! Errors in PGN.

use super::super::game::{NESTING_MAX, PLIES_MAX};
use super::super::salvage::Salvage;
use chuhe_engine::board::FenError;
use chuhe_engine::notation::MoveTextError;
use chuhe_locale::tr;

/// Why a game cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("at-line", line = *line, problem = problem.to_string()))]
pub struct PgnError {
    /// The line of the text, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: PgnProblem,
    pub(in super::super) salvage: Salvage,
}

impl PgnError {
    pub(super) fn new(line: usize, problem: PgnProblem) -> Self {
        Self { line, problem, salvage: Salvage::default() }
    }
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message says it")]
pub enum PgnProblem {
    #[error("{}", tr!("pgn-tag", found = format!("{found:?}")))]
    Tag { found: String },
    #[error("{}", tr!("pgn-fen", error = .0.to_string()))]
    Fen(FenError),
    #[error("{}", tr!("problem-move", ply = *ply, error = error.to_string()))]
    Move { ply: usize, error: MoveTextError },
    #[error("{}", tr!("pgn-glyph", found = format!("{found:?}")))]
    Glyph { found: String },
    #[error("{}", tr!("pgn-open-comment"))]
    OpenComment,
    #[error("{}", tr!("pgn-open-variation"))]
    OpenVariation,
    #[error("{}", tr!("pgn-stray-close"))]
    StrayClose,
    #[error("{}", tr!("pgn-early-variation"))]
    EarlyVariation,
    #[error("{}", tr!("problem-too-deep", max = NESTING_MAX))]
    TooDeep,
    #[error("{}", tr!("problem-too-long", max = PLIES_MAX))]
    TooLong,
    #[error("{}", tr!("pgn-no-game"))]
    NoGame,
}
