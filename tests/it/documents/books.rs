//! Tests that the book shown byte by byte in `docs/books.md` is valid and has the contents that the page describes.

use chuhe_engine::board::Position;
use chuhe_engine::book::{Book, BookMove};

use super::{page, table};

#[test]
fn the_bytes_shown_are_a_book() {
    let rows = table(&page("docs/books.md"), "| bytes | meaning |");
    let mut bytes: Vec<u8> = Vec::new();
    for row in rows {
        if let Some(text) = row[0].strip_prefix('"') {
            bytes.extend(text.trim_end_matches('"').bytes());
        } else {
            let shown = row[0].trim_matches('`').split(' ');
            bytes.extend(shown.map(|byte| u8::from_str_radix(byte, 16).unwrap()));
        }
    }
    let book = Book::from_bytes(bytes).unwrap();
    let expected = BookMove {
        wins: 2,
        draws: 1,
        years: Some((2024, 2026)),
        score: Some(-5),
        ..BookMove::new("h2e2".parse().unwrap(), 300)
    };
    assert_eq!(book.moves(Position::startpos().board()), [expected]);
}
