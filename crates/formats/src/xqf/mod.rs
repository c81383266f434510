//! XQF, the files of `XQStudio`, each with one game.
//!
//! A header of 1024 bytes contains the start position and the tags. The moves follow as a tree, each with a comment.
//! Version 1.0 is plain and was published by its author; from 1.1 on, the relevant bytes are shifted by keys in the
//! header. All versions can be read; 1.0 is written.
//!
//! ```
//! use chuhe_engine::board::Position;
//! use chuhe_formats::{Game, xqf};
//!
//! assert!(!xqf::is_xqf(b"XQ"), "the header is missing");
//! let error = xqf::read(b"XQ").unwrap_err();
//! assert!(error.to_string().starts_with("byte 0x0: not an XQF file"), "{error}");
//!
//! let game = Game::new(Position::startpos());
//! let (bytes, losses) = xqf::write(&game);
//! assert!(losses.is_empty());
//! assert_eq!(xqf::read(&bytes), Ok(game));
//! ```

mod header;
mod tree;
mod write;

pub use write::write;

use super::encoding::SourceEncoding;
use super::game::Game;
use super::pgn::comment_text;
use super::placement;
use super::read_error::ReadError;
use super::read_problem::{ReadProblem, StartSource};
use super::salvage::Faults;
use header::XqfHeader;

/// The length of the header in bytes.
pub const HEADER_LENGTH: usize = 0x400;
/// The magic number.
const MAGIC: &[u8; 2] = b"XQ";

/// Whether a file looks like XQF: it starts with `XQ` and is long enough.
pub fn is_xqf(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) && bytes.len() >= HEADER_LENGTH
}

/// Reads the game in a file. The first piece moved determines which side begins. All texts are decoded in the encoding
/// that fits them best together: GB18030, Big5, UTF-8 or windows-1252. Files with the mark of this crate are in GB18030.
///
/// # Errors
/// If the file is damaged, or contains an impossible position or an illegal move. The error contains the readable part
/// of the game; see [`ReadError::salvaged`].
pub fn read(bytes: &[u8]) -> Result<Game, ReadError> {
    read_as(bytes, None)
}

/// Like [`read`], but in the given encoding, if any.
pub(super) fn read_as(bytes: &[u8], encoding: Option<SourceEncoding>) -> Result<Game, ReadError> {
    let header = XqfHeader::read(bytes)?;
    let (comments, mut tree) = tree::read(bytes, &header);
    let start = placement::position(
        &header.squares(),
        tree.first_move(),
        header.side_to_move(),
        StartSource::Board,
    );
    let start = start.map_err(|problem| match tree.bad_end() {
        Some(earlier) => earlier.clone(),
        None => ReadError::at_byte(header::PLACEMENT, problem),
    })?;
    let marked = bytes[header::MARK..].starts_with(header::GB18030_MARK);
    let encoding = encoding.or_else(|| marked.then_some(SourceEncoding::GB18030));
    let encoding = encoding.unwrap_or_else(|| {
        let tags = header.texts().map(|(_, text, ..)| text);
        SourceEncoding::of_texts(tags.chain(comments.iter().map(|(_, text)| &text[..])))
    });
    let mut game = Game::new(start);
    let mut faults = Faults::new();
    for (name, value) in header.tags(encoding, &mut faults) {
        game.set_tag(name, value);
    }
    let mut comments = comments.into_iter().map(|(offset, text)| {
        let (text, count) = encoding.decode(&text);
        if count > 0 {
            faults.skip(ReadError::at_byte(offset, ReadProblem::Bytes { count }));
        }
        comment_text(&text)
    });
    let comment = comments.next().unwrap_or_default();
    tree.set_comments(comments);
    game.outcome = header.outcome();
    game.line = tree.line(&game.start, &mut faults, ReadError::at_byte);
    game.line.comment = comment;
    faults.finish(game)
}
