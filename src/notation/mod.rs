//! How moves, games and boards are written down.

pub mod chinese;
pub mod diagram;
mod format;
pub mod iccs;
pub mod pgn;
mod relative;
pub mod wxf;

pub use format::{MoveFormat, MoveText, move_text, parse_move};
pub use relative::MoveTextError;
