//! Errors of books.

use std::io;

/// Why a book cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum BookError {
    #[error("{}", chuhe_util::files::reason(.0))]
    Io(#[from] io::Error),
    #[error("not an opening book in a supported format")]
    NotABook,
    #[error("the opening book is in an unsupported version of the format")]
    OtherVersion,
    #[error(
        "the opening book is in the undocumented format {0}; export it as games and make a book from them"
    )]
    UnreadFormat(&'static str),
    #[error("the book is damaged: it is truncated")]
    Truncated,
    #[error("the book is damaged: its length does not match its header")]
    Length,
    #[error("the book is damaged: its checksum does not match")]
    Checksum,
    #[error("the book is damaged: its parts are inconsistent")]
    Inconsistent,
    /// The record of a `BOOK.DAT` with this number, counted from 1, is invalid.
    #[error("the book is damaged: record {0} is invalid")]
    Record(usize),
    /// The book exceeds a limit of the format: 4 GB of move lists, or 2^32 moves.
    #[error("the content is too large for an opening book")]
    TooLarge,
    #[error(
        "the BOOK.DAT format cannot hold counts or scores; convert it with `chuhe book convert` first"
    )]
    NotMergeable,
}
