//! Why a book cannot be had.

use std::io;

/// Why a book cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("{}", chuhe_files::reason(.0))]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("not an opening book in a supported format")]
    NotABook,
    /// It is a book of another version of this format.
    #[error("opening book in an unsupported version of the format")]
    OtherVersion,
    /// It is a book in a format whose keys nobody has described.
    #[error(
        "opening book in the undocumented format {0}; export it as games and make a book from them"
    )]
    UnreadFormat(&'static str),
    /// It is a book, but not all of it is as it was written.
    #[error("the book is damaged: {0}")]
    Damaged(BookDamage),
    /// There is more than a file can hold: 4 GB of moves, or 2^32 of them.
    #[error("too large for a book")]
    TooLarge,
    /// Only books of this program can be merged.
    #[error("a BOOK.DAT cannot hold counts or scores; convert it with `chuhe book convert` first")]
    NotMergeable,
}

/// What is wrong with a damaged book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookDamage {
    /// The end is missing.
    #[error("it is truncated")]
    Truncated,
    /// It is longer or shorter than its header says.
    #[error("its length does not match its header")]
    Length,
    /// The checksum does not match.
    #[error("its checksum does not match")]
    Checksum,
    /// Its parts do not fit together.
    #[error("its parts are inconsistent")]
    Inconsistent,
    /// A record of a `BOOK.DAT`, by its number from 1, cannot be.
    #[error("record {0} is invalid")]
    Record(usize),
}

pub(super) const fn damaged(why: BookDamage) -> BookError {
    BookError::Damaged(why)
}
