//! Revises the entries of a book.

use std::collections::HashMap;

use chuhe_engine::board::Board;
use chuhe_engine::book::{Book, BookError, BookMove, BookPlace, Entry, write};

/// Changes to a book in chuhe's own format. All other entries are kept.
#[derive(Debug)]
pub struct BookRevision {
    entries: Vec<Entry>,
    places: HashMap<u64, usize>,
}

impl BookRevision {
    /// Starts a revision of a book, without any change yet.
    ///
    /// # Errors
    /// [`BookError::NotMergeable`] for a `BOOK.DAT`, which cannot store scores.
    pub fn new(book: &Book) -> Result<Self, BookError> {
        let entries: Vec<Entry> = book.entries().ok_or(BookError::NotMergeable)?.collect();
        let places = (0..).zip(&entries).map(|(at, (key, _))| (*key, at)).collect();
        Ok(Self { entries, places })
    }

    /// Replaces the entries of moves in a position. Moves that are not in the book are not added.
    pub fn set(&mut self, board: &Board, moves: &[BookMove]) {
        let place = BookPlace::of(board);
        let Some(&at) = self.places.get(&place.key) else { return };
        for changed in moves {
            let mv = place.to_book(changed.mv);
            if let Some(entry) = self.entries[at].1.iter_mut().find(|entry| entry.mv == mv) {
                *entry = BookMove { mv, ..*changed };
            }
        }
    }

    /// Returns the bytes of the revised book.
    ///
    /// # Errors
    /// If the book is too large.
    pub fn finish(self) -> Result<Vec<u8>, BookError> {
        write(&self.entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{BookBuilder, BookGame};
    use chuhe_engine::board::Position;

    #[test]
    fn opinions_change_and_nothing_else() {
        let mut builder = BookBuilder::default();
        let mut position = Position::startpos();
        let game = BookGame { winner: None, year: Some(2026) };
        for word in ["h2e2", "h9g7"] {
            let mv = word.parse().unwrap();
            builder.add_game_move(position.board(), mv, game);
            position.play(mv).unwrap();
        }
        let bytes = builder.finish(1).unwrap();
        let book = Book::from_bytes(bytes.clone()).unwrap();
        let start = Position::startpos();
        let mut revision = BookRevision::new(&book).unwrap();
        let mut moves = book.moves(start.board());
        (moves[0].score, moves[0].weight) = (Some(-7), 3);
        moves.push(BookMove::new("g3g4".parse().unwrap(), 1));
        revision.set(start.board(), &moves);
        let changed = Book::from_bytes(revision.finish().unwrap()).unwrap();
        assert_eq!(changed.moves(start.board()), moves[..1]);
        assert_eq!(changed.move_count(), 2);
        let same = BookRevision::new(&book).unwrap().finish().unwrap();
        assert_eq!(same, bytes);
    }
}
