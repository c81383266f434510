//! Notation: moves, games and boards as text, and the files of other programs.
//!
//! [`move_text`] and [`parse_move`] write and read moves in any notation. [`collection`] reads and writes files in any
//! format.
//!
//! ```
//! use chuhe::board::Position;
//! use chuhe::notation::iccs::Ranks;
//! use chuhe::notation::{MoveFormat, move_text, parse_move};
//!
//! let position = Position::startpos();
//! for text in ["h2e2", "H2-E2", "C2.5", "炮二平五", "Che2"] {
//!     let mv = parse_move(&position, text, Ranks::FromZero)?;
//!     assert_eq!(move_text(position.board(), mv, MoveFormat::Wxf).to_string(), "C2.5");
//! }
//! # Ok::<(), chuhe::notation::MoveTextError>(())
//! ```

pub mod ccbridge;
pub mod chinese;
pub mod collection;
pub mod conversion;
pub mod dhtmlxq;
pub mod diagram;
pub mod encoding;
mod epd;
mod format;
mod game;
pub mod game_files;
mod game_reader;
pub mod iccs;
pub mod lines;
mod losses;
mod move_tree;
pub mod pgn;
mod placement;
mod play_words;
mod position;
mod position_text;
mod relative;
mod salvage;
pub mod san;
pub mod stream;
pub mod wxf;
pub mod xqf;

pub use format::{MoveFormat, MoveText, move_text, parse_move, rank_numbering};
pub use game::{Game, IllegalGameMove, Line, LineMove, Outcome, WriteError};
pub use losses::Losses;
pub use move_tree::TreeProblem;
pub use placement::PlacementError;
pub use play_words::{WordError, WordProblem, line_texts, play_words};
pub use position::{PositionError, position_after};
pub use position_text::{looks_like_position, position_from_text};
pub use relative::{MoveForm, MoveTextError};
