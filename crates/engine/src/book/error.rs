//! Errors of books.

use std::io;

/// Why a book cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("{}", chuhe_files::reason(.0))]
    Io(#[from] io::Error),
    /// The file is not a book.
    #[error("not an opening book in a supported format")]
    NotABook,
    /// A book in another version of the format.
    #[error("opening book in an unsupported version of the format")]
    OtherVersion,
    /// A book in a format whose keys are undocumented.
    #[error(
        "opening book in the undocumented format {0}; export it as games and make a book from them"
    )]
    UnreadFormat(&'static str),
    /// A damaged book.
    #[error("the book is damaged: {0}")]
    Damaged(BookDamage),
    /// More than a file can hold: 4 GB of moves, or 2^32 of them.
    #[error("too large for a book")]
    TooLarge,
    /// Only books of this program can be merged.
    #[error("a BOOK.DAT cannot hold counts or scores; convert it with `chuhe book convert` first")]
    NotMergeable,
}

/// What is wrong with a damaged book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookDamage {
    /// The file is truncated.
    #[error("it is truncated")]
    Truncated,
    /// The length contradicts the header.
    #[error("its length does not match its header")]
    Length,
    /// The checksum does not match.
    #[error("its checksum does not match")]
    Checksum,
    /// Its parts are inconsistent.
    #[error("its parts are inconsistent")]
    Inconsistent,
    /// A record of a `BOOK.DAT`, by its number from 1, is invalid.
    #[error("record {0} is invalid")]
    Record(usize),
}

pub(super) const fn damaged(why: BookDamage) -> BookError {
    BookError::Damaged(why)
}
