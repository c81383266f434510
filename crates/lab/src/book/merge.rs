//! Merges several books into one.

use super::BookBuilder;
use chuhe_engine::book::{Book, BookError};

/// Merges books: games and weights are added up, and where scores differ, the lower one is kept. The order of the books
/// does not matter.
///
/// # Errors
/// If one of the books is a `BOOK.DAT`, which stores no counts, or the merged book is too large.
pub fn merge(books: &[Book]) -> Result<Vec<u8>, BookError> {
    let mut builder = BookBuilder::default();
    for book in books {
        for (key, moves) in book.entries().ok_or(BookError::NotMergeable)? {
            for found in &moves {
                builder.push(key, found);
            }
        }
    }
    builder.finish(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{BookGame, to_eleeye};
    use chuhe_engine::board::Position;
    use chuhe_engine::types::Color;

    fn book(moves: &[&str], year: u16) -> Vec<u8> {
        let mut builder = BookBuilder::default();
        let start = Position::startpos();
        for mv in moves {
            let game = BookGame { winner: Some(Color::Red), year: Some(year) };
            builder.add_game_move(start.board(), mv.parse().unwrap(), game);
        }
        builder.finish(1).unwrap()
    }

    #[test]
    fn merging_adds_up_whatever_the_order() {
        let books = || {
            [book(&["h2e2", "g3g4"], 2001), book(&["b2e2", "g0e2"], 1999)]
                .map(|bytes| Book::from_bytes(bytes).unwrap())
        };
        let merged = merge(&books()).unwrap();
        let mut other = books();
        other.reverse();
        assert_eq!(merge(&other).unwrap(), merged);
        let merged = Book::from_bytes(merged).unwrap();
        let moves = merged.moves(Position::startpos().board());
        assert_eq!(moves.len(), 3);
        assert_eq!((moves[0].wins, moves[0].weight), (2, 4));
        assert_eq!(moves[0].years, Some((1999, 2001)));
    }

    #[test]
    fn books_without_counts_are_refused() {
        let own = Book::from_bytes(book(&["h2e2"], 2000)).unwrap();
        let foreign = Book::from_bytes(to_eleeye(&own).bytes).unwrap();
        assert_eq!(foreign.moves(Position::startpos().board()).len(), 2, "h2e2 and b2e2");
        assert!(matches!(merge(&[foreign]), Err(BookError::NotMergeable)));
    }
}
