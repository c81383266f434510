//! Why a book cannot be had.

use std::io;

use chuhe_files as files;
use chuhe_locale::tr;

/// Why a book cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("{}", files::reason(.0))]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("{}", tr!("book-none"))]
    NotABook,
    /// It is a book of another version of this format.
    #[error("{}", tr!("book-other-version"))]
    OtherVersion,
    /// It is a book in a format whose keys nobody has described.
    #[error("{}", tr!("book-unread-format", format = *.0))]
    UnreadFormat(&'static str),
    /// It is a book, but not all of it is as it was written.
    #[error("{}", tr!("book-damaged", why = .0.clone()))]
    Damaged(String),
    /// There is more than a file can hold: 4 GB of moves, or 2^32 of them.
    #[error("{}", tr!("book-too-large"))]
    TooLarge,
    /// Only books of this program can be merged.
    #[error("{}", tr!("book-merge-foreign"))]
    NotMergeable,
}

pub(super) const fn damaged(why: String) -> BookError {
    BookError::Damaged(why)
}
