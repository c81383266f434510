//! Builds books: counts moves and adds them up in bounded memory.

use chuhe_engine::board::Board;
use chuhe_engine::book::{BookError, BookMove, BookPlace, Entry, write};
use chuhe_engine::types::{Color, Move};

/// The number of rows collected before rows of the same move are first merged.
const ROWS_MIN: usize = 1 << 20;

/// Counts moves and turns them into a book. The order in which moves are added does not matter.
///
/// Memory use is 40 bytes for every distinct move of every position, or up to twice that between merges, however many
/// games are added.
///
/// ```
/// use chuhe_engine::board::Position;
/// use chuhe_engine::book::Book;
/// use chuhe_engine::types::Color;
/// use chuhe_lab::book::{BookBuilder, BookGame};
///
/// let mut builder = BookBuilder::default();
/// let start = Position::startpos();
/// let game = BookGame { winner: Some(Color::Red), year: Some(2026) };
/// builder.add_game_move(start.board(), "h2e2".parse()?, game);
/// let book = Book::from_bytes(builder.finish(1)?)?;
/// assert_eq!(book.moves(start.board())[0].wins, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BookBuilder {
    rows: Vec<MoveSums>,
    /// The number of rows to collect before rows of the same move are merged.
    limit: usize,
}

/// What is known about the game that a move comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookGame {
    /// The winner, or `None` for a draw.
    pub winner: Option<Color>,
    /// The year of the game, if known.
    pub year: Option<u16>,
}

/// The sums for a move in a position.
#[derive(Clone, Copy, Debug)]
struct MoveSums {
    key: u64,
    weight: u64,
    wins: u32,
    draws: u32,
    losses: u32,
    mv: u16,
    /// The first and the last year; the first is greater than the last if no year is known.
    years: (u16, u16),
    score: Option<i16>,
}

const NO_YEARS: (u16, u16) = (u16::MAX, 0);

impl Default for BookBuilder {
    fn default() -> Self {
        Self { rows: Vec::new(), limit: ROWS_MIN }
    }
}

impl BookBuilder {
    /// Counts a move of a game that has ended. A win adds two to the move's weight, and a draw adds one.
    pub fn add_game_move(&mut self, board: &Board, mv: Move, game: BookGame) {
        let mut found = BookMove::new(mv, 0);
        let (count, weight) = match game.winner {
            Some(winner) if winner == board.side_to_move() => (&mut found.wins, 2),
            None => (&mut found.draws, 1),
            Some(_) => (&mut found.losses, 0),
        };
        *count = 1;
        found.weight = weight;
        found.years = game.year.map(|year| (year, year));
        self.add(board, &found);
    }

    /// Adds a move from another book to what is already known about that move.
    pub fn add(&mut self, board: &Board, found: &BookMove) {
        let place = BookPlace::of(board);
        self.push(place.key, &BookMove { mv: place.to_book(found.mv), ..*found });
    }

    /// Adds a move that is already in the form in which book files store it, given the key of its position.
    pub(super) fn push(&mut self, key: u64, found: &BookMove) {
        if self.rows.len() >= self.limit {
            self.join();
            // Otherwise, once the limit is reached, rows that are all different would be merged again at every
            // addition.
            self.limit = self.limit.max(2 * self.rows.len());
        }
        self.rows.push(MoveSums {
            key,
            weight: found.weight.into(),
            wins: found.wins,
            draws: found.draws,
            losses: found.losses,
            mv: found.mv.bits(),
            years: found.years.unwrap_or(NO_YEARS),
            score: found.score,
        });
    }

    /// Sorts the rows and merges those of the same move.
    fn join(&mut self) {
        self.rows.sort_unstable_by_key(|row| (row.key, row.mv));
        self.rows.dedup_by(|row, sum| {
            let is_same = (row.key, row.mv) == (sum.key, sum.mv);
            if is_same {
                sum.take_in(row);
            }
            is_same
        });
    }

    /// Returns the bytes of the book. Moves with fewer than `games_min` games are left out, unless they have no games
    /// at all, as moves from other books may.
    ///
    /// # Errors
    /// [`BookError::TooLarge`] if the file would be too large.
    pub fn finish(mut self, games_min: u64) -> Result<Vec<u8>, BookError> {
        self.join();
        let mut entries: Vec<Entry> = Vec::new();
        for rows in self.rows.chunk_by(|one, next| one.key == next.key) {
            let heaviest = rows.iter().map(|row| row.weight).max().unwrap_or_default();
            let list: Vec<BookMove> = rows
                .iter()
                .filter_map(|row| row.finish(heaviest))
                .filter(|found| found.games() == 0 || found.games() >= games_min)
                .collect();
            if !list.is_empty() {
                entries.push((rows[0].key, list));
            }
        }
        write(&entries)
    }
}

impl MoveSums {
    fn take_in(&mut self, other: &Self) {
        self.weight = self.weight.saturating_add(other.weight);
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
        self.years = (self.years.0.min(other.years.0), self.years.1.max(other.years.1));
        // The lower of two scores is kept, so the result does not depend on the order of additions.
        self.score = match (self.score, other.score) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }

    /// The move as the file stores it. If `heaviest`, the maximum weight in the position, is too large for the file,
    /// all weights in the position are scaled down. `None` if the move is invalid.
    fn finish(&self, heaviest: u64) -> Option<BookMove> {
        let most = u64::from(u16::MAX);
        let weight = if heaviest <= most {
            self.weight
        } else {
            // Rounding up keeps the weight of a move that was played above 0.
            (u128::from(self.weight) * u128::from(most)).div_ceil(u128::from(heaviest)) as u64
        };
        Some(BookMove {
            mv: Move::from_bits(self.mv)?,
            weight: weight as u16,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            years: (self.years.0 <= self.years.1).then_some(self.years),
            score: self.score,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::board::Position;
    use chuhe_engine::book::Book;

    const WON: BookGame = BookGame { winner: Some(Color::Red), year: Some(2020) };
    const DRAWN: BookGame = BookGame { winner: None, year: Some(2024) };
    const LOST: BookGame = BookGame { winner: Some(Color::Black), year: None };

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn counts_are_the_movers_and_mirror_images_are_added_up() {
        let start = Position::startpos();
        let mut builder = BookBuilder::default();
        for (text, game) in [("h2e2", WON), ("b2e2", DRAWN), ("h2e2", LOST), ("g3g4", LOST)] {
            builder.add_game_move(start.board(), mv(text), game);
        }
        for first in ["h2e2", "b2e2"] {
            let mut position = start.clone();
            position.play(mv(first)).unwrap();
            let reply = if first == "h2e2" { "h9g7" } else { "b9c7" };
            builder.add_game_move(position.board(), mv(reply), WON);
        }
        let book = Book::from_bytes(builder.finish(1).unwrap()).unwrap();
        assert_eq!((book.position_count(), book.move_count()), (Some(2), 3));
        let moves = book.moves(start.board());
        assert_eq!(
            moves[0],
            BookMove {
                wins: 1,
                draws: 1,
                losses: 1,
                years: Some((2020, 2024)),
                ..BookMove::new(mv("h2e2"), 3)
            }
        );
        assert_eq!(moves[1], BookMove { losses: 1, ..BookMove::new(mv("g3g4"), 0) });
        for (first, reply) in [("h2e2", "h9g7"), ("b2e2", "b9c7")] {
            let mut position = start.clone();
            position.play(mv(first)).unwrap();
            let [found] = book.moves(position.board())[..] else { panic!() };
            assert_eq!((found.mv, found.losses), (mv(reply), 2), "Black lost both");
        }
    }

    #[test]
    fn the_order_does_not_matter_and_neither_does_joining() {
        let start = Position::startpos();
        let moves = start.legal_moves();
        let make = |limit, order: &mut dyn Iterator<Item = usize>| {
            let mut builder = BookBuilder { limit, ..BookBuilder::default() };
            for n in order {
                let game = [WON, DRAWN, LOST][n % 3];
                builder.add_game_move(start.board(), moves[n * n % moves.len()], game);
            }
            builder.finish(2).unwrap()
        };
        let bytes = make(ROWS_MIN, &mut (0..1000));
        assert_eq!(make(7, &mut (0..1000)), bytes);
        assert_eq!(make(100, &mut (0..1000).rev()), bytes);
    }

    #[test]
    fn weights_fit_and_rare_moves_are_left_out() {
        let start = Position::startpos();
        let mut builder = BookBuilder::default();
        for _ in 0..40_000 {
            builder.add_game_move(start.board(), mv("h2e2"), WON);
        }
        builder.add_game_move(start.board(), mv("g3g4"), DRAWN);
        builder.add_game_move(start.board(), mv("g0e2"), LOST);
        builder.add_game_move(start.board(), mv("g0e2"), DRAWN);
        let book = Book::from_bytes(builder.finish(2).unwrap()).unwrap();
        let found = book.moves(start.board());
        let weights: Vec<_> = found.iter().map(|found| (found.mv, found.weight)).collect();
        assert_eq!(weights, [(mv("h2e2"), u16::MAX), (mv("g0e2"), 1)]);
    }
}
