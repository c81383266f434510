//! Opening books: chuhe's own format and `BOOK.DAT`.

use chuhe_engine::board::Position;
use chuhe_engine::book::{Book, walk};
use chuhe_lab::book::{merge, to_eleeye, to_own};

use super::scratch::sealed;
use super::shape::{Bytes, is_readable, pick};

/// A book of arbitrary bytes with a correct checksum. If it can be read, it answers lookups, all its positions can be
/// visited, and it converts to a readable book of either format.
pub(super) fn book(bytes: &[u8]) {
    let content = if bytes.starts_with(b"chuhebk") { sealed(bytes) } else { bytes.to_vec() };
    let book = match Book::from_bytes(content) {
        Ok(book) => book,
        Err(error) => return is_readable(&error.to_string()),
    };
    let mut position = Position::startpos();
    let mut choices = Bytes(bytes);
    for _ in 0..12 {
        for found in book.moves(position.board()) {
            assert!(position.board().is_pseudo_legal(found.mv));
            let _ = found.points();
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = pick(&position, &moves, choices.next());
        position.make_unchecked(mv, &mut ());
    }
    for found in walk(&book, &Position::startpos()).take(8) {
        for entry in &found.moves {
            assert!(found.position.is_legal(entry.mv), "{}", found.position.fen());
        }
    }
    let eleeye = to_eleeye(&book);
    if eleeye.reached > 0 {
        assert!(Book::from_bytes(eleeye.bytes).is_ok());
    }
    if let Ok(own) = to_own(&book) {
        assert!(Book::from_bytes(own.bytes).is_ok());
    }
    if book.is_own()
        && let Ok(merged) = merge(std::slice::from_ref(&book))
    {
        let merged = Book::from_bytes(merged).expect("a written book can be read");
        assert_eq!(merged.position_count(), book.position_count());
    }
}
