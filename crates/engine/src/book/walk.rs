//! The reachable positions in a book. Keys cannot be turned back into positions, so the positions are found by playing
//! moves.

use std::collections::{HashSet, VecDeque};

use super::key::{BookPlace, Keys};
use super::{Book, BookMove};
use crate::board::{Board, Position};
use crate::types::Move;

/// A position in a book.
#[derive(Clone, Debug)]
pub struct BookPosition {
    /// The position, with the moves from the start of the walk.
    pub position: Position,
    /// The moves in the book, best first. Never empty.
    pub moves: Vec<BookMove>,
}

/// Visits the positions in a book that can be reached from `start`, nearest first and each once; mirror images count as
/// one. From each position, the walk follows every legal move that leads to a position in the book, even if the book
/// does not list the move. It also passes through single positions outside the book, because many books contain the
/// moves of only one side.
pub fn walk<'a>(
    book: &'a Book,
    start: &Position,
) -> impl Iterator<Item = BookPosition> + Send + 'a {
    let start = start.clone();
    // Only the moves to each position are queued, because positions would take too much memory.
    let mut queue: VecDeque<Box<[Move]>> = VecDeque::from([Box::default()]);
    let mut seen = HashSet::from([BookPlace::of(start.board()).key]);
    let mut is_first = true;
    std::iter::from_fn(move || {
        loop {
            let line = queue.pop_front()?;
            let mut position = start.clone();
            line.iter().for_each(|&mv| position.make_unchecked(mv, &mut ()));
            let moves = known_moves(book, position.board());
            if moves.is_empty() && !std::mem::take(&mut is_first) {
                continue;
            }
            is_first = false;
            let mut visit = |keys: Keys, replies: &[Move]| {
                if seen.insert(keys.canonical()) {
                    queue.push_back([&line[..], replies].concat().into());
                }
            };
            let board = position.board();
            let (legal, keys) = (position.legal_moves(), Keys::of(board));
            for (&mv, is_known) in legal.iter().zip(book.known_after(board, &legal)) {
                if is_known {
                    visit(keys.after(board, mv), &[mv]);
                    continue;
                }
                let after = board.with_move(mv);
                let replies = after.legal_moves(after.is_in_check(after.side_to_move()));
                let keys = Keys::of(&after);
                for (&reply, is_known) in replies.iter().zip(book.known_after(&after, &replies)) {
                    if is_known {
                        visit(keys.after(&after, reply), &[mv, reply]);
                    }
                }
            }
            if !moves.is_empty() {
                return Some(BookPosition { position, moves });
            }
        }
    })
}

/// The moves in a position, best first, each with its share of the position's total weight.
pub fn shares(book: &Book, position: &Position) -> Vec<(BookMove, f64)> {
    let moves = known_moves(book, position.board());
    let all: f64 = moves.iter().map(|found| f64::from(found.weight)).sum();
    // If no move is played, every share is 0.
    let all = if all > 0.0 { all } else { 1.0 };
    moves.into_iter().map(|found| (found, f64::from(found.weight) / all)).collect()
}

/// The moves of a position; empty if one of them is illegal. The keys of a `BOOK.DAT` have only 32 bits, so a long walk
/// finds false matches.
fn known_moves(book: &Book, board: &Board) -> Vec<BookMove> {
    let (moves, all_pseudo_legal) = book.found(board);
    let is_meant = all_pseudo_legal && moves.iter().all(|found| board.is_safe(found.mv));
    if is_meant { moves } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::sample::BookSample;

    #[test]
    fn every_position_is_visited_once() {
        let mut builder = BookSample::default();
        // These lines contain a transposition, a mirror image, and an answer to a move outside the book.
        for line in ["h2e2 h9g7 b0c2", "b0c2 h9g7 h2e2 i9h9", "b2e2 b9c7", "g3g4 g6g5 c3c4"] {
            let mut position = Position::startpos();
            for word in line.split(' ') {
                let mv = word.parse().unwrap();
                if word != "g3g4" {
                    builder.add(position.board(), mv, None);
                }
                position.play(mv).unwrap();
            }
        }
        let book = builder.book();
        let found: Vec<BookPosition> = walk(&book, &Position::startpos()).collect();
        assert_eq!(Some(found.len()), book.position_count());
        let depths: Vec<usize> = found.iter().map(|it| it.position.history().len()).collect();
        assert_eq!(depths, [0, 1, 1, 1, 2, 2, 2, 3]);
        assert!(found.iter().any(|it| ["g6g5", "c6c5"].contains(&&*it.moves[0].mv.to_string())));
        // With Black's moves alone, every second position is outside the book, including the first.
        let mut builder = BookSample::default();
        let mut position = Position::startpos();
        for (ply, word) in ["h2e2", "h9g7", "h0g2", "i9h9"].into_iter().enumerate() {
            let mv = word.parse().unwrap();
            if ply % 2 == 1 {
                builder.add(position.board(), mv, None);
            }
            position.play(mv).unwrap();
        }
        let black = builder.book();
        assert_eq!(walk(&black, &Position::startpos()).count(), 2);
        let elsewhere = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w").unwrap();
        assert_eq!(walk(&book, &elsewhere).count(), 0);
    }
}
