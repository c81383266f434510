//! Opening books: the moves played in a position, their results, and the choice of a move to play.
//!
//! A [`Book`] is a file in chuhe's own format or an `ElephantEye` `BOOK.DAT`. A position and its mirror image share an
//! entry. The crate `chuhe-lab` generates books; `docs/books.md` describes the files.
//!
//! ```
//! use chuhe_engine::board::Position;
//! use chuhe_engine::book::{Choice, choose, embedded};
//!
//! if let Some(book) = embedded() {
//!     let moves = book.moves(Position::startpos().board());
//!     assert!(moves.len() > 1, "more than one way to begin");
//!     assert_eq!(choose(&moves, Choice::Best, 0), moves.first());
//! }
//! ```

pub mod eleeye;
mod embedded;
mod entry;
mod error;
mod file;
mod key;
#[cfg(test)]
pub(crate) mod sample;
mod sqlite;
mod varint;
mod walk;

use std::fmt;
use std::fs::File;
use std::path::Path;

pub use self::embedded::embedded;
pub use self::entry::{BookMove, Choice, choose};
pub use self::error::BookError;
pub use self::file::{Entry, write};
pub use self::walk::{BookPosition, shares, walk};

use self::file::Layout;
pub use self::key::BookPlace;
use self::key::Keys;
use crate::board::{Board, Position};
use crate::platform::map_file;
use crate::types::{Move, MoveList};
use chuhe_util::files;

/// The file extension of books in chuhe's own format.
pub const EXTENSION: &str = "book";

/// An opening book.
///
/// A book file is mapped into memory and must not change while the book is in use. Replacing the file as a whole, as
/// [`files`] does, is safe.
pub struct Book {
    bytes: BookBytes,
    form: Form,
}

enum BookBytes {
    Mapped(memmap2::Mmap),
    Owned(Vec<u8>),
    InProgram(&'static [u8]),
}

enum Form {
    Own(Layout),
    /// `BOOK.DAT`.
    ElephantEye,
}

impl BookBytes {
    fn as_slice(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
            Self::InProgram(bytes) => bytes,
        }
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut form = f.debug_struct("Book");
        form.field("moves", &self.move_count()).field("is_own", &self.is_own()).finish()
    }
}

impl Book {
    /// Opens a file and checks its entire contents.
    ///
    /// # Errors
    /// If the file cannot be read, is not a book in a supported format, or is damaged.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        files::check_regular(path)?;
        let file = File::open(path)?;
        // An empty file cannot be mapped.
        let bytes = if file.metadata()?.len() == 0 {
            BookBytes::Owned(Vec::new())
        } else {
            BookBytes::Mapped(map_file(&file)?)
        };
        Self::of(bytes)
    }

    /// Creates a book from bytes in memory.
    ///
    /// # Errors
    /// Like [`Book::open`].
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, BookError> {
        Self::of(BookBytes::Owned(bytes))
    }

    fn of(bytes: BookBytes) -> Result<Self, BookError> {
        let content = bytes.as_slice();
        let form = if content.starts_with(file::MAGIC_STEM) {
            Form::Own(Layout::of(content)?)
        } else if let Some(format) = sqlite::book_format(content) {
            return Err(BookError::UnreadFormat(format));
        } else {
            eleeye::check(content)?;
            Form::ElephantEye
        };
        Ok(Self { bytes, form })
    }

    /// The moves of a position, best first. All are pseudo-legal; the caller must check legality, because two positions
    /// may share a key. In a symmetric position, a move in a book of chuhe's own format also stands for its mirror
    /// image.
    pub fn moves(&self, board: &Board) -> Vec<BookMove> {
        self.found(board).0
    }

    /// The pseudo-legal moves of a position, and whether all moves under its key are pseudo-legal.
    fn found(&self, board: &Board) -> (Vec<BookMove>, bool) {
        let bytes = self.bytes.as_slice();
        let mut moves = match &self.form {
            Form::Own(layout) => {
                let place = BookPlace::of(board);
                let mut moves = layout.find(bytes, place.key);
                for found in &mut moves {
                    found.mv = place.to_board(found.mv);
                }
                moves
            }
            Form::ElephantEye => eleeye::find(bytes, board),
        };
        let all = moves.len();
        moves.retain(|found| board.is_pseudo_legal(found.mv));
        entry::sort(&mut moves);
        let are_all = moves.len() == all;
        (moves, are_all)
    }

    /// For each of the legal moves, whether it leads to a position in the book. Only keys are compared.
    fn known_after(&self, board: &Board, moves: &MoveList) -> Vec<bool> {
        let bytes = self.bytes.as_slice();
        match &self.form {
            Form::Own(layout) => {
                let keys = Keys::of(board);
                let keys = moves.iter().map(|&mv| keys.after(board, mv).canonical());
                keys.map(|key| layout.place(bytes, key).is_some()).collect()
            }
            Form::ElephantEye => {
                let locks = eleeye::BothLocks::of(board);
                moves.iter().map(|&mv| locks.after(board, mv).are_in(bytes)).collect()
            }
        }
    }

    /// The number of moves in all positions.
    pub fn move_count(&self) -> usize {
        match &self.form {
            Form::Own(layout) => layout.moves(),
            Form::ElephantEye => eleeye::move_count(self.bytes.as_slice()),
        }
    }

    /// The number of positions; `None` for a `BOOK.DAT`, which does not record it.
    pub fn position_count(&self) -> Option<usize> {
        match &self.form {
            Form::Own(layout) => Some(layout.positions()),
            Form::ElephantEye => None,
        }
    }

    /// The length of the file in bytes.
    pub fn byte_count(&self) -> usize {
        self.bytes.as_slice().len()
    }

    /// Whether the book is in chuhe's own format, with counts of games, years and scores.
    pub const fn is_own(&self) -> bool {
        matches!(self.form, Form::Own(_))
    }

    /// All positions as stored in the file, in the order of their keys; `None` for a `BOOK.DAT`.
    pub fn entries(&self) -> Option<impl Iterator<Item = Entry> + '_> {
        match &self.form {
            Form::Own(layout) => Some(layout.entries(self.bytes.as_slice())),
            Form::ElephantEye => None,
        }
    }
}

/// Whether a legal move leads back to an earlier position of the game. The engine does not play such a move from a
/// book, because books take no account of the repetition rules.
pub fn leads_back(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.make_unchecked(mv, &mut ());
    let key = after.key();
    after.history().iter().any(|entry| entry.key == key)
}

#[cfg(test)]
mod tests {
    use super::sample::BookSample;
    use super::*;

    #[test]
    fn formats_are_recognized_on_opening() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.book");
        let open = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            Book::open(&path)
        };
        let mut sample = BookSample::default();
        sample.add(Position::startpos().board(), "h2e2".parse().unwrap(), None);
        let own = open(&sample.bytes()).unwrap();
        assert!(own.is_own() && own.move_count() == 1);
        assert_eq!(own.byte_count() as u64, std::fs::metadata(&path).unwrap().len());
        // A record in `ElephantEye`'s format, with the lock of the start position.
        let (lock, _) = eleeye::orders(Position::startpos().board())[0];
        let bits = eleeye::move_bits("h2e2".parse().unwrap());
        let foreign = [&lock.to_le_bytes()[..], &bits.to_le_bytes(), &[1, 0]].concat();
        let foreign = open(&foreign).unwrap();
        assert_eq!((foreign.is_own(), foreign.position_count()), (false, None));
        assert_eq!(foreign.moves(Position::startpos().board()).len(), 1);
        assert!(matches!(open(b""), Err(BookError::NotABook)));
        assert!(matches!(Book::open(folder.path()), Err(BookError::Io(_))));
    }
}
