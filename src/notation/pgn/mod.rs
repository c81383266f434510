//! Games as text: PGN as xiangqi programs have it.
//!
//! A game is tags, then moves with comments, annotation glyphs and variations, then the result. Moves are written in
//! any [`MoveFormat`](super::MoveFormat) and read in all of them. What is written is read back as it was.

mod lexer;
mod read;
mod write;

pub use read::{Games, PgnError, PgnProblem, read};
pub use write::write;

pub(super) use lexer::{is_tag, plain_lines, split_word};
pub(super) use read::glyph_of;

/// Tags that are fields of a game.
const FIELD_TAGS: [&str; 5] = ["Game", "Result", "FEN", "SetUp", "Format"];

/// Whether a tag is a field of a game.
fn is_field(name: &str) -> bool {
    FIELD_TAGS.iter().any(|field| field.eq_ignore_ascii_case(name))
}
