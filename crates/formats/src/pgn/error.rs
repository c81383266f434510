//! Errors in PGN.

use super::super::game::{NESTING_MAX, PLIES_MAX};
use chuhe_engine::board::FenError;
use chuhe_engine::notation::MoveTextError;

/// An error in a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message documents it")]
pub enum PgnProblem {
    #[error("invalid tag {found:?}; expected [Name \"value\"]")]
    Tag { found: String },
    #[error("tag FEN: {0}")]
    Fen(FenError),
    #[error("ply {ply}: {error}")]
    Move { ply: usize, error: MoveTextError },
    #[error("invalid annotation glyph {found:?}; expected $0 to $255")]
    Glyph { found: String },
    #[error("unclosed comment: expected }} or )")]
    OpenComment,
    #[error("unclosed comment: expected */")]
    OpenSlashedComment,
    #[error("unclosed variation: expected )")]
    OpenVariation,
    #[error("unexpected ): no variation is open")]
    StrayClose,
    #[error("a variation has no preceding move to replace")]
    EarlyVariation,
    #[error("variations are nested deeper than {NESTING_MAX}")]
    TooDeep,
    #[error("the game is longer than {PLIES_MAX} plies")]
    TooLong,
    #[error("no game: expected tags like [Event \"value\"] or moves")]
    NoGame,
}
