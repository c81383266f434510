//! Games as `XQStudio` saves them, one a file.
//!
//! A header of 1024 bytes with the start position and what is known of the game, then the moves as a tree, each with a
//! comment. Version 1.0 is plain and was published by its author; from 1.1 on the bytes that matter are shifted by keys
//! in the header.

mod header;
mod tree;

use super::game::{Game, NESTING_MAX, PLIES_MAX};
use super::placement::{self, PlacementError};
use super::relative::MoveTextError;
use header::Header;

/// Why a file cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset:#x}: {problem}")]
pub struct XqfError {
    /// Where in the file, counted from 0.
    pub offset: usize,
    /// What is wrong there.
    pub problem: XqfProblem,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message says it")]
pub enum XqfProblem {
    #[error(
        "no XQF file: expected a header of {} bytes that begins with XQ, found {found} bytes",
        header::LENGTH
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

/// Whether a file is of this format, as its first bytes tell.
#[must_use]
pub fn is_xqf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"XQ") && bytes.len() >= header::LENGTH
}

/// Reads the game of a file. The side to move is that of the first piece moved.
///
/// # Errors
/// If the file is damaged, or holds a position or a move that cannot be.
pub fn read(bytes: &[u8]) -> Result<Game, XqfError> {
    let header = Header::read(bytes)?;
    let tree = tree::read(bytes, &header)?;
    let start = placement::position(&header.squares(), tree.first_move(), header.side_to_move())
        .map_err(|error| XqfError { offset: header::PLACEMENT, problem: error.into() })?;
    let mut game = Game::new(start);
    for (name, value) in header.tags() {
        game.set_tag(name, value);
    }
    game.outcome = header.outcome();
    game.line = tree.line(&game.start)?;
    Ok(game)
}
