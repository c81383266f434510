//! Moves and boards as text: ICCS coordinates, WXF, Chinese and algebraic notation, and diagrams.
//!
//! [`move_text`] and [`parse_move`] write and read moves in any notation.
//!
//! ```
//! use chuhe_engine::board::Position;
//! use chuhe_engine::notation::iccs::Ranks;
//! use chuhe_engine::notation::{MoveFormat, move_text, parse_move};
//!
//! let position = Position::startpos();
//! for text in ["h2e2", "H2-E2", "C2.5", "炮二平五", "Che2"] {
//!     let mv = parse_move(&position, text, Ranks::FromZero)?;
//!     assert_eq!(move_text(position.board(), mv, MoveFormat::Wxf).to_string(), "C2.5");
//! }
//! # Ok::<(), chuhe_engine::notation::MoveTextError>(())
//! ```

pub mod chinese;
pub mod diagram;
mod format;
pub mod iccs;
mod plain;
mod play_words;
mod position;
mod relative;
pub mod san;
pub mod wxf;

pub use format::{MoveFormat, MoveText, is_move, move_text, parse_move, rank_numbering};
pub use plain::{is_invisible, plain};
pub use play_words::{WordError, WordProblem, legal_move, line_texts, play_words};
pub use position::{PositionError, position_after};
pub use relative::{MoveForm, MoveTextError};
