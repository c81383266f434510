//! Messages about books and their moves.

use std::path::Path;

use crate::cli::table::{self, Side};
use chuhe_engine::board::Position;
use chuhe_engine::book::{Book, BookMove};
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::types::{Color, Move, Score};
use chuhe_localize::tr;

/// The summary of a book file that was written.
pub(super) fn written(path: &Path, book: &Book) -> String {
    let path = path.display().to_string();
    let (moves, bytes) = (book.move_count(), book.byte_count());
    match book.position_count() {
        Some(positions) => {
            tr!("book-written", path = path, positions = positions, moves = moves, bytes = bytes)
        }
        None => tr!("book-written-dat", path = path, moves = moves, bytes = bytes),
    }
}

/// A fraction as a percentage, such as `12.5 %`.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The percentage of points that a move scored, or a dash.
pub(super) fn points(entry: &BookMove) -> String {
    entry.points().map_or_else(|| "-".to_owned(), percent)
}

/// The score of a move in pawns, from Red's point of view, or a dash.
pub(super) fn score(entry: &BookMove, mover: Color) -> String {
    let Some(score) = entry.score else { return "-".to_owned() };
    let score = i32::from(score);
    Score::Cp(if mover == Color::Red { score } else { -score }).in_pawns()
}

/// The moves of a position as a table.
pub(super) fn table(position: &Position, moves: &[(BookMove, f64)], format: MoveFormat) -> String {
    let mover = position.side_to_move();
    let mut heads = [
        tr!("book-column-move"),
        tr!("book-column-share"),
        tr!("book-column-games"),
        tr!("book-column-won"),
        tr!("book-column-drawn"),
        tr!("book-column-lost"),
        tr!("book-column-points"),
        tr!("book-column-score"),
        tr!("book-column-years"),
    ]
    .map(|head| (head, Side::Right));
    heads[0].1 = Side::Left;
    let rows = moves.iter().map(|(entry, share)| {
        let years = match entry.years {
            None => "-".to_owned(),
            Some((first, last)) if first == last => first.to_string(),
            Some((first, last)) => format!("{first}-{last}"),
        };
        vec![
            move_text(position.board(), entry.mv, format).to_string(),
            percent(*share),
            entry.games().to_string(),
            entry.wins.to_string(),
            entry.draws.to_string(),
            entry.losses.to_string(),
            points(entry),
            score(entry, mover),
            years,
        ]
    });
    table::table(&heads, &rows.collect::<Vec<_>>())
}

/// A line of play from a position, in a notation.
pub(super) fn line(start: &Position, moves: &[Move], format: MoveFormat) -> String {
    let mut position = start.clone();
    let text = |&mv: &Move| {
        let text = move_text(position.board(), mv, format).to_string();
        position.play(mv).is_ok().then_some(text)
    };
    moves.iter().map_while(text).collect::<Vec<_>>().join(" ")
}
