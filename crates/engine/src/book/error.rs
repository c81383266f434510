//! Errors of books.

use std::io;

/// Why a book cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("{}", chuhe_util::files::reason(.0))]
    Io(#[from] io::Error),
    /// The file is not a book.
    #[error("not an opening book in a supported format")]
    NotABook,
    /// The book is in another version of the format.
    #[error("the opening book is in an unsupported version of the format")]
    OtherVersion,
    /// The book is in a format whose keys are undocumented.
    #[error(
        "the opening book is in the undocumented format {0}; export it as games and make a book from them"
    )]
    UnreadFormat(&'static str),
    /// The book is truncated.
    #[error("the book is damaged: it is truncated")]
    Truncated,
    /// The length of the book contradicts its header.
    #[error("the book is damaged: its length does not match its header")]
    Length,
    /// The checksum of the book does not match.
    #[error("the book is damaged: its checksum does not match")]
    Checksum,
    /// The parts of the book are inconsistent.
    #[error("the book is damaged: its parts are inconsistent")]
    Inconsistent,
    /// The record of a `BOOK.DAT` with this number, counted from 1, is invalid.
    #[error("the book is damaged: record {0} is invalid")]
    Record(usize),
    /// The book exceeds a limit of the format: 4 GB of move lists, or 2^32 moves.
    #[error("the content is too large for an opening book")]
    TooLarge,
    /// Only books in chuhe's own format can be merged.
    #[error(
        "the BOOK.DAT format cannot hold counts or scores; convert it with `chuhe book convert` first"
    )]
    NotMergeable,
}
