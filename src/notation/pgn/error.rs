//! Errors in PGN.

use super::super::game::{NESTING_MAX, PLIES_MAX};
use super::super::relative::MoveTextError;
use super::super::salvage::Salvage;
use crate::board::FenError;

/// Why a game cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
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
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message says it")]
pub enum PgnProblem {
    #[error("{found:?} is no tag: expected [Name \"value\"]")]
    Tag { found: String },
    #[error("tag FEN: {0}")]
    Fen(FenError),
    #[error("move {ply}, both sides counted: {error}")]
    Move { ply: usize, error: MoveTextError },
    #[error("{found:?} is no annotation glyph: expected $0 to $255")]
    Glyph { found: String },
    #[error("a comment is not closed: expected }} or )")]
    OpenComment,
    #[error("a variation is not closed: expected )")]
    OpenVariation,
    #[error("a variation that was never opened is closed: unexpected )")]
    StrayClose,
    #[error("a variation without a move before it, which it could replace")]
    EarlyVariation,
    #[error("variations are nested deeper than {NESTING_MAX}")]
    TooDeep,
    #[error("the game is longer than {PLIES_MAX} plies")]
    TooLong,
    #[error("no game: expected tags like [Event \"value\"] or moves")]
    NoGame,
}
