//! Where games begin.

use crate::board::{FenError, Position, START_FEN};

use crate::notation::pgn::{self, PgnError};
use crate::types::Move;
use crate::types::rng::SplitMix64;

/// A position to begin with, and the moves that led there as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Before the moves.
    pub fen: String,
    /// Played before the engines are asked.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The position after the moves, with the game before it.
    ///
    /// # Panics
    /// If the opening does not come from [`Book`], which checks them.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = Position::from_fen(&self.fen).expect("checked when it was read");
        for &mv in &self.moves {
            position.make(mv, &mut ());
        }
        position
    }
}

/// The format of a file of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A FEN or EPD a line; empty lines and those that begin with `#` are skipped.
    Epd,
    /// Games, whose first moves are the openings.
    Pgn,
}

/// A file that is no book of openings.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// A line that is no position.
    #[error("line {line}: {error}")]
    Fen {
        /// The line, 1 first.
        line: usize,
        /// What is wrong with it.
        error: FenError,
    },
    /// A game that cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// A position in which nothing can be played.
    #[error("opening {0}: the side to move has no legal move")]
    Over(usize),
    /// Nothing in it.
    #[error("there is no opening in it")]
    Empty,
}

/// Openings in the order in which they are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book(Vec<Opening>);

impl Book {
    /// Nothing but the start position.
    #[must_use]
    pub fn startpos() -> Self {
        Self(vec![Opening { fen: START_FEN.to_owned(), moves: Vec::new() }])
    }

    /// Reads a file's text; of games at most so many moves of each (plies).
    ///
    /// # Errors
    /// If any opening in it cannot be played.
    pub fn read(text: &str, format: Format, plies: usize) -> Result<Self, BookError> {
        let openings = match format {
            Format::Epd => read_epd(text)?,
            Format::Pgn => read_pgn(text, plies)?,
        };
        let over = |opening: &Opening| opening.position().legal_moves().is_empty();
        if let Some(index) = openings.iter().position(over) {
            return Err(BookError::Over(index + 1));
        }
        if openings.is_empty() { Err(BookError::Empty) } else { Ok(Self(openings)) }
    }

    /// Shuffles the openings; the same seed gives the same order.
    pub fn shuffle(&mut self, seed: u64) {
        let mut rng = SplitMix64::new(seed);
        for end in (1..self.0.len()).rev() {
            self.0.swap(end, rng.below(end as u64 + 1) as usize);
        }
    }

    /// Begins with another opening, counted from 0; those before it come last.
    pub fn rotate(&mut self, first: usize) {
        let count = self.0.len();
        self.0.rotate_left(first % count);
    }

    /// How many there are, at least one.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "it never is")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The opening of a round; after the last one the first comes again.
    #[must_use]
    pub fn of_round(&self, round: u32) -> &Opening {
        &self.0[round as usize % self.0.len()]
    }
}

fn read_epd(text: &str) -> Result<Vec<Opening>, BookError> {
    let mut openings = Vec::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        // What follows a semicolon, and EPD's operations behind the fields of a FEN, say nothing about the position.
        let line = line.split(';').next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split_whitespace().collect();
        let is_count = |field: &&&str| field.bytes().all(|byte| byte.is_ascii_digit());
        let counts = fields.iter().skip(4).take(2).take_while(is_count).count();
        let fen = fields[..fields.len().min(4 + counts)].join(" ");
        let position =
            Position::from_fen(&fen).map_err(|error| BookError::Fen { line: number + 1, error })?;
        openings.push(Opening { fen: position.fen(), moves: Vec::new() });
    }
    Ok(openings)
}

fn read_pgn(text: &str, plies: usize) -> Result<Vec<Opening>, BookError> {
    let mut openings = Vec::new();
    for game in pgn::read(text) {
        let game = game?;
        let moves = game.moves().take(plies).collect();
        openings.push(Opening { fen: game.start.fen(), moves });
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOK: &str = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";

    #[test]
    fn lines_of_all_kinds_are_read() {
        let text =
            format!("# rooks\n\n{ROOK}\n4k4/9/9/9/9/9/9/9/9/R2K5 b - - bm e9e8; id \"x\";\r\n");
        let book = Book::read(&text, Format::Epd, 0).unwrap();
        assert_eq!(book.len(), 2);
        assert_eq!(book.of_round(2).fen, ROOK);
        assert!(book.of_round(1).fen.starts_with("4k4/9/9/9/9/9/9/9/9/R2K5 b"));
    }

    #[test]
    fn games_begin_with_their_first_moves() {
        let text = "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\"]\n\n1. A0-A1 d9d8 2. a1a0 *\n\n1. C2.5 H8+7 *\n";
        let book = Book::read(text, Format::Pgn, 2).unwrap();
        let moves = |round| {
            let moves = book.of_round(round).moves.iter().map(ToString::to_string);
            moves.collect::<Vec<_>>().join(" ")
        };
        assert_eq!((book.of_round(0).fen.as_str(), moves(0)), (ROOK, "a0a1 d9d8".to_owned()));
        assert_eq!((book.of_round(1).fen.as_str(), moves(1)), (START_FEN, "h2e2 h9g7".to_owned()));
        let error = Book::read("1. h2e2 h9e9 *", Format::Pgn, 9).unwrap_err().to_string();
        assert!(error.starts_with("line 1: "), "{error}");
    }

    #[test]
    fn bad_books_are_refused() {
        let refusal = |text: &str| Book::read(text, Format::Epd, 0).unwrap_err().to_string();
        assert!(refusal(&format!("{ROOK}\nnonsense")).starts_with("line 2: "));
        assert_eq!(refusal("# nothing\n"), "there is no opening in it");
        let mated = "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1";
        assert_eq!(refusal(mated), "opening 1: the side to move has no legal move");
    }

    #[test]
    fn a_seed_is_an_order() {
        let lines: Vec<String> =
            (1..=50).map(|n| format!("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 {n}")).collect();
        let text = lines.join("\n");
        let shuffled = |seed| {
            let mut book = Book::read(&text, Format::Epd, 0).unwrap();
            book.shuffle(seed);
            book
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut fens: Vec<&str> = Vec::new();
        let book = shuffled(3);
        fens.extend((0..50).map(|round| book.of_round(round).fen.as_str()));
        fens.sort_unstable();
        fens.dedup();
        assert_eq!(fens.len(), 50);
        let mut rotated = book.clone();
        rotated.rotate(1);
        assert_eq!(rotated.of_round(0), book.of_round(1));
    }
}
