//! Small books for tests; `chuhe-lab` makes real ones.

use std::collections::BTreeMap;

use super::{Book, BookMove, BookPlace, write};
use crate::board::{Board, Position};
use crate::types::{Color, Move};

/// A book under construction, from moves added one by one. A win adds two to the weight of a move, and a draw adds one.
#[derive(Default)]
pub(crate) struct BookSample(BTreeMap<u64, Vec<BookMove>>);

impl BookSample {
    /// Adds a move from a game with this winner.
    pub(crate) fn add(&mut self, board: &Board, mv: Move, winner: Option<Color>) {
        let place = BookPlace::of(board);
        let (moves, mv) = (self.0.entry(place.key).or_default(), place.to_book(mv));
        let at = moves.iter().position(|found| found.mv == mv).unwrap_or_else(|| {
            moves.push(BookMove::new(mv, 0));
            moves.len() - 1
        });
        let (count, weight) = match winner {
            Some(winner) if winner == board.side_to_move() => (&mut moves[at].wins, 2),
            None => (&mut moves[at].draws, 1),
            Some(_) => (&mut moves[at].losses, 0),
        };
        *count += 1;
        moves[at].weight += weight;
    }

    /// Adds the moves of a game from the start position.
    pub(crate) fn add_line(&mut self, line: &str, winner: Option<Color>) {
        let mut position = Position::startpos();
        for word in line.split(' ') {
            let mv = word.parse().unwrap();
            self.add(position.board(), mv, winner);
            position.play(mv).unwrap();
        }
    }

    pub(crate) fn bytes(self) -> Vec<u8> {
        write(&self.0.into_iter().collect::<Vec<_>>()).unwrap()
    }

    pub(crate) fn book(self) -> Book {
        Book::from_bytes(self.bytes()).unwrap()
    }
}
