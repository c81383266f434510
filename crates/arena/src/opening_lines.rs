//! Openings from the book that is built into the program.

use std::collections::HashSet;

use super::openings::{BookOpening, OpeningBook};
use chuhe_engine::board::{Position, START_FEN};
use chuhe_engine::book::{self, shares};
use chuhe_engine::types::Move;
use chuhe_engine::types::rng::SplitMix64;

/// The default length of a line, in plies.
const LINE_PLIES: usize = 6;
/// The number of random lines tried for each opening before a repeated line is accepted.
const TRIES: usize = 20;

impl OpeningBook {
    /// Random lines from the built-in book, `plies` plies long or, if that is `None`, six. A line is shorter if the book
    /// ends earlier, and is repeated only if no new one is found. The same seed always produces the same lines.
    ///
    /// ```
    /// use chuhe_arena::OpeningBook;
    ///
    /// let book = OpeningBook::embedded(10, None, 1);
    /// assert_eq!(book.len(), 10);
    /// ```
    ///
    /// # Panics
    /// If `count` is 0.
    pub fn embedded(count: usize, plies: Option<usize>, seed: u64) -> Self {
        let mut rng = SplitMix64::new(seed);
        let mut known = HashSet::new();
        let openings = (0..count).map(|_| {
            let mut moves = Vec::new();
            for _ in 0..TRIES {
                moves = line(&mut rng, plies.unwrap_or(LINE_PLIES));
                if known.insert(moves.clone()) {
                    break;
                }
            }
            BookOpening { fen: START_FEN.to_owned(), moves }
        });
        Self::of(openings.collect())
    }
}

/// A random line from the book, in which each move has its probability in the book. Without a book, it consists of one
/// random move by each side, which is fair if each line is played with both colours.
fn line(rng: &mut SplitMix64, plies: usize) -> Vec<Move> {
    let mut position = Position::startpos();
    let mut moves = Vec::new();
    let book = book::embedded();
    while moves.len() < if book.is_some() { plies } else { plies.min(2) } {
        let known: Vec<(Move, u64)> = match &book {
            Some(book) => shares(book, &position)
                .into_iter()
                .map(|(found, _)| (found.mv, u64::from(found.weight)))
                .collect(),
            None => position.legal_moves().iter().map(|&mv| (mv, 1)).collect(),
        };
        let mut left = rng.below(known.iter().map(|(_, weight)| weight).sum::<u64>().max(1));
        let chosen = known.iter().find(|(_, weight)| {
            let is_it = left < *weight;
            left = left.saturating_sub(*weight);
            is_it
        });
        let Some(&(mv, _)) = chosen else { break };
        position.make_unchecked(mv, &mut ());
        moves.push(mv);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_seldom_repeated() {
        let book = OpeningBook::embedded(50, None, 1);
        let different: HashSet<_> = (0..50).map(|at| book.of_round(at).moves.clone()).collect();
        assert!(different.len() > 40, "{} different openings", different.len());
        assert!(different.iter().all(|moves| moves.len() >= 2), "{different:?}");
        assert!((0..50).all(|at| !book.of_round(at).position().legal_moves().is_empty()));
        assert_eq!(OpeningBook::embedded(50, None, 1), book);
        assert_ne!(OpeningBook::embedded(50, None, 2), book);
        assert!(OpeningBook::embedded(9, Some(1), 1).of_round(3).moves.len() == 1);
    }
}
