//! Makes opening books, which [`chuhe_engine::book`] reads, from games or from other books, and revises them.
//!
//! ```
//! use chuhe_engine::board::Position;
//! use chuhe_engine::book::Book;
//! use chuhe_lab::book::{BookBuilder, GameFilter, Taken};
//! use chuhe_formats::collection::{Collection, FileFormat};
//!
//! let games = Collection::new(b"1. h2e2 h9g7 2. h0g2 1-0".to_vec(), FileFormat::Pgn);
//! let mut builder = BookBuilder::default();
//! for game in games.games() {
//!     assert_eq!(GameFilter::default().take(&game?, &mut builder), Taken::Moves(3));
//! }
//! let book = Book::from_bytes(builder.finish(1)?)?;
//! assert_eq!(book.position_count(), Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builder;
mod convert;
mod eleeye;
mod games;
mod merge;
mod revision;
mod tree;

pub use self::builder::{BookBuilder, BookGame};
pub use self::convert::{ConvertedBook, to_eleeye, to_own};
pub use self::games::{ChosenMove, GameFilter, PLIES, Taken};
pub use self::merge::merge;
pub use self::revision::BookRevision;
pub use self::tree::{BookTreeMove, TreeLimits, explore};
