//! PGN, in the form that xiangqi programs write.
//!
//! A game is a list of tags, then moves with comments, annotation glyphs and variations, then the result. Moves are
//! written in any [`MoveFormat`](chuhe_engine::notation::MoveFormat), and all of these can be read. Reading a written
//! game yields the same game.
//!
//! ```
//! use chuhe_engine::notation::MoveFormat;
//! use chuhe_formats::pgn;
//!
//! let text = "[Red \"A\"]\n\n1. 炮二平五 马８进７ {well known} 2. 马二进三 1/2-1/2";
//! let game = pgn::read(text).next().unwrap()?;
//! assert_eq!(game.tag("Red"), Some("A"));
//! assert_eq!(game.line.moves[1].comment, "well known");
//!
//! let text = pgn::write(&game, MoveFormat::Wxf)?;
//! assert!(text.contains("1. C2.5 H8+7 {well known} 2. H2+3 1/2-1/2"), "{text}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod glyphs;
mod lexer;
mod read;
mod write;

pub use read::{PgnGames, read};
pub use write::write;

pub(super) use glyphs::{glyphs_of, split_word};
pub(super) use lexer::{comment_text, ends_word, first_word, is_blank, is_tag_line, plain_lines};
pub(super) use read::read_moves;

/// Tags that have their own fields in [`Game`](super::Game).
const FIELD_TAGS: [&str; 5] = ["Game", "Result", "FEN", "SetUp", "Format"];

/// Whether a tag is one of [`FIELD_TAGS`], ignoring case.
pub(super) fn is_field(name: &str) -> bool {
    FIELD_TAGS.iter().any(|field| field.eq_ignore_ascii_case(name))
}
