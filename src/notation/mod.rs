//! How moves, games and boards are written down.

pub mod chinese;
pub mod diagram;
mod format;
mod game;
pub mod iccs;
pub mod pgn;
mod relative;
pub mod wxf;

pub use format::{MoveFormat, MoveText, move_text, parse_move};
pub use game::{Game, Line, LineMove, Outcome};
pub use relative::MoveTextError;
