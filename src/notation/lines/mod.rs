//! Games and positions as plain lines: move lists and FEN lists.
//!
//! A line is a position, or moves from the start position, or both: `fen <FEN> moves h2e2 h9g7` as the protocols have
//! it, where the words `position`, `startpos`, `fen` and `moves` may be left out. Numbered moves may take several lines.

mod read;
mod write;

pub(super) use read::looks_like_one;
pub use read::{Games, LineError, LineProblem, read};
pub use write::{Positions, write_fens, write_moves};
