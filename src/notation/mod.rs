//! How moves, games and boards are written down.

pub mod chinese;
pub mod collection;
pub mod dhtmlxq;
pub mod diagram;
pub mod encoding;
mod format;
mod game;
pub mod iccs;
pub mod lines;
mod losses;
pub mod pgn;
mod placement;
mod position;
mod relative;
pub mod wxf;
pub mod xqf;

pub use format::{MoveFormat, MoveText, move_text, parse_move};
pub use game::{Game, Line, LineMove, Outcome, WriteError};
pub use losses::Losses;
pub use placement::PlacementError;
pub use position::{PositionError, position_after};
pub use relative::MoveTextError;
