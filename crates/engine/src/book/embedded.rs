//! The embedded book. `docs/books.md` describes how it was generated.

use std::sync::{Arc, LazyLock};

use super::{Book, BookBytes};

/// The bytes of the embedded file.
#[cfg(feature = "book")]
const BYTES: Option<&[u8]> = Some(include_bytes!("default.book"));

/// No bytes: this build has no embedded book.
#[cfg(not(feature = "book"))]
const BYTES: Option<&[u8]> = None;

static BOOK: LazyLock<Option<Arc<Book>>> = LazyLock::new(|| {
    let book = Book::of(BookBytes::InProgram(BYTES?));
    Some(Arc::new(book.expect("the embedded book is valid")))
});

/// The embedded book; `None` in a build without one.
///
/// # Panics
/// Never: a test reads it.
pub fn embedded() -> Option<Arc<Book>> {
    BOOK.clone()
}

#[cfg(test)]
mod tests {
    use super::super::{Choice, choose, walk};
    use super::*;
    use crate::board::Position;

    #[test]
    fn the_program_can_read_its_own_book() {
        let Some(book) = embedded() else {
            assert_eq!(BYTES, None);
            return;
        };
        assert!(book.is_own() && book.byte_count() <= 300_000, "{book:?}");
        // Every position is reachable, and every move is legal.
        let positions: Vec<_> = walk(&book, &Position::startpos()).collect();
        assert_eq!(Some(positions.len()), book.position_count());
        for found in &positions {
            assert!(!found.moves.is_empty());
            assert!(found.moves.iter().all(|entry| found.position.is_legal(entry.mv)));
        }
        let playable = positions.iter().filter(|it| choose(&it.moves, Choice::Best, 0).is_some());
        assert!(playable.count() > 1000);
        assert!(book.moves(Position::startpos().board()).len() >= 4);
    }
}
