//! Errors in `CCBridge` files.

use super::super::game::counted;
use super::super::move_tree::TreeProblem;
use super::super::placement::PlacementError;
use chuhe_engine::board::FenError;

/// An error in a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message documents it")]
pub enum CcbridgeProblem {
    #[error("not a CCBridge file: expected CCBridge Record or CCBridgeLibrary at the start")]
    Magic,
    #[error("a game ends in the middle of its header: expected {} more", counted(*expected, "byte"))]
    Header { expected: usize },
    #[error("the library has no games")]
    EmptyLibrary,
    #[error("start position: {0}")]
    Start(#[from] PlacementError),
    #[error("start position: {found:#x} is not a piece")]
    Piece { found: u8 },
    #[error("the game ends in the middle of a move: expected {} more", counted(*expected, "byte"))]
    Short { expected: usize },
    #[error("invalid move from {from} to {to}; expected points 0 to 89")]
    Points { from: u8, to: u8 },
    #[error(transparent)]
    Moves(#[from] TreeProblem),
    #[error("invalid XML: {0}")]
    Xml(String),
    #[error("missing element {0}")]
    Element(&'static str),
    #[error("FEN: {0}")]
    Fen(#[from] FenError),
    #[error(
        "invalid move {found:?}; expected two points, each a file 0-8 and a row 0-9, like 77-47"
    )]
    Value { found: String },
    #[error("a move follows the end of the game, although no earlier move has an alternative")]
    Loose,
}
