//! Converts books between formats. Books identify positions only by keys, so both conversions visit every position that
//! can be reached from the start position.

use super::BookBuilder;
use super::eleeye::Records;
use chuhe_engine::board::Position;
use chuhe_engine::book::{Book, BookError, BookPlace, walk};

/// A book converted to another format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertedBook {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The number of moves that the old book contains for positions reachable from the start position; only these are
    /// converted. 0 if the new book is empty.
    pub reached: usize,
    /// The number of moves in the old book.
    pub all: usize,
}

/// Converts a book to `BOOK.DAT`, which stores only a weight for each move. Moves without a weight are left out.
pub fn to_eleeye(book: &Book) -> ConvertedBook {
    let mut records = Records::default();
    let mut reached = 0;
    for found in walk(book, &Position::startpos()) {
        records.add(found.position.board(), &found.moves);
        reached += found.moves.len();
    }
    let bytes = records.bytes();
    // If no move has a weight, the file has no records and is not a book.
    let reached = if bytes.is_empty() { 0 } else { reached };
    ConvertedBook { bytes, reached, all: book.move_count() }
}

/// Converts a book to chuhe's own format.
///
/// # Errors
/// If the new book is too large.
pub fn to_own(book: &Book) -> Result<ConvertedBook, BookError> {
    let mut builder = BookBuilder::default();
    let mut reached = 0;
    for found in walk(book, &Position::startpos()) {
        let board = found.position.board();
        reached += found.moves.len();
        let is_doubled = !book.is_own() && BookPlace::of(board).is_symmetric();
        for entry in &found.moves {
            // In a symmetric position, a BOOK.DAT stores each move and its mirror image, with the same weight; only one
            // of them is added.
            let is_second = is_doubled
                && BookPlace::of(board).to_book(entry.mv) != entry.mv
                && found.moves.iter().any(|other| other.mv == entry.mv.mirror());
            if !is_second {
                builder.add(board, entry);
            }
        }
    }
    Ok(ConvertedBook { bytes: builder.finish(0)?, reached, all: book.move_count() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::BookGame;
    use chuhe_engine::book::BookMove;

    #[test]
    fn there_and_back_the_weights_are_the_same() {
        let mut builder = BookBuilder::default();
        let game = BookGame { winner: None, year: Some(2000) };
        let lines = ["h2e2 h9g7 h0g2", "h2e2 b9c7 b0c2", "b2e2 b7e7 h0g2", "g0e2 h7e7 e3e4"];
        for line in lines {
            let mut position = Position::startpos();
            for word in line.split(' ') {
                let mv = word.parse().unwrap();
                builder.add_game_move(position.board(), mv, game);
                position.play(mv).unwrap();
            }
        }
        let own = Book::from_bytes(builder.finish(1).unwrap()).unwrap();
        let dat = to_eleeye(&own);
        assert_eq!(dat.reached, dat.all);
        let dat = Book::from_bytes(dat.bytes).unwrap();
        assert!(!dat.is_own());
        let back = to_own(&dat).unwrap();
        assert_eq!(back.reached, back.all);
        let back = Book::from_bytes(back.bytes).unwrap();
        for found in walk(&own, &Position::startpos()) {
            let board = found.position.board();
            // BOOK.DAT stores no counts.
            let weighted: Vec<BookMove> =
                found.moves.iter().map(|entry| BookMove::new(entry.mv, entry.weight)).collect();
            let sorted = |mut moves: Vec<BookMove>| {
                moves.sort_by_key(|entry| entry.mv.bits());
                moves
            };
            assert_eq!(sorted(back.moves(board)), sorted(weighted), "{}", found.position.fen());
        }
    }

    #[test]
    fn moves_without_a_weight_alone_are_no_book() {
        let mut builder = BookBuilder::default();
        let start = Position::startpos();
        builder.add(start.board(), &BookMove::new("h2e2".parse().unwrap(), 0));
        let own = Book::from_bytes(builder.finish(0).unwrap()).unwrap();
        let dat = to_eleeye(&own);
        assert_eq!((dat.bytes.len(), dat.reached, dat.all), (0, 0, 1));
    }
}
