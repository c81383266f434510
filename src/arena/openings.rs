//! Opening books: the positions in which games of a match begin.

use std::fs;
use std::io;
use std::path::Path;

use super::settings::{SettingError, bad_value, split, unknown_key};
use crate::board::{FenError, Position, START_FEN};
use crate::files::digest;
use crate::notation::pgn::{self, PgnError};
use crate::tr;
use crate::types::Move;
use crate::types::rng::SplitMix64;

/// An opening: a position, and moves that are played from it before the engines are asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookOpening {
    /// The position before the moves.
    pub fen: String,
    /// The moves; empty for an opening from a list of positions.
    pub moves: Vec<Move>,
}

impl BookOpening {
    /// The position after the moves, with its history.
    ///
    /// # Panics
    /// If the opening is invalid, which no opening of a [`Book`] is.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = Position::from_fen(&self.fen).expect("checked when it was read");
        for &mv in &self.moves {
            position.make_unchecked(mv, &mut ());
        }
        position
    }
}

/// The format of a book file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookFormat {
    /// One FEN or EPD per line. Empty lines and those that begin with `#` are skipped.
    Epd,
    /// PGN games, of which the first moves are the openings.
    Pgn,
}

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// A line is not a position.
    #[error("{}", tr!("arena-in-line", line = .line.to_string(), error = .error.to_string()))]
    Fen {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        error: FenError,
    },
    /// A game cannot be parsed.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// A position has no legal move.
    #[error("{}", tr!("openings-over", number = .0.to_string()))]
    Over(usize),
    /// The file has no opening.
    #[error("{}", tr!("openings-empty"))]
    Empty,
    /// The file cannot be read.
    #[error("{}", tr!("openings-unreadable"))]
    Io(#[from] io::Error),
    /// The first opening asked for is beyond the last one.
    #[error("{}", tr!(
        "openings-start",
        start = .start.to_string(),
        openings = .openings.to_string()
    ))]
    Start {
        /// The number asked for, from 1.
        start: usize,
        /// The number of openings.
        openings: usize,
    },
}

/// Which book to use, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookSettings {
    /// The file.
    pub file: String,
    /// Its format.
    pub format: BookFormat,
    /// Whether openings are shuffled.
    pub random: bool,
    /// At most this many plies of each PGN game.
    pub plies: usize,
    /// The number of the first opening, from 1.
    pub start: usize,
}

impl BookSettings {
    /// Parses `file=NAME format=epd|pgn order=sequential|random plies=N start=N`. Only `file` is required; without
    /// `format` the file's extension decides.
    ///
    /// # Errors
    /// If a word is no such setting, its value does not fit, or no file is named.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, SettingError> {
        let (mut file, mut format, mut random, mut plies, mut start) =
            (None, None, false, usize::MAX, 1);
        for word in words {
            let (key, value) = split(word)?;
            let refuse = |expected: String| bad_value(key, value, expected);
            match key {
                "file" => file = Some(value.to_owned()),
                "format" => {
                    format = Some(match value {
                        "epd" | "fen" => BookFormat::Epd,
                        "pgn" => BookFormat::Pgn,
                        _ => return Err(refuse(tr!("setting-format"))),
                    });
                }
                "order" => {
                    random = match value {
                        "random" => true,
                        "sequential" => false,
                        _ => return Err(refuse(tr!("setting-order"))),
                    }
                }
                "plies" => plies = value.parse().map_err(|_| refuse(tr!("setting-plies")))?,
                "start" => {
                    let number: Option<usize> = value.parse().ok().filter(|&number| number > 0);
                    start = number.ok_or_else(|| refuse(tr!("setting-opening")))?;
                }
                _ => {
                    return Err(unknown_key(key, &["file", "format", "order", "plies", "start"]));
                }
            }
        }
        let file = file.ok_or(SettingError::Missing("file=NAME"))?;
        let is_pgn =
            || Path::new(&file).extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        let format =
            format.unwrap_or_else(|| if is_pgn() { BookFormat::Pgn } else { BookFormat::Epd });
        Ok(Self { file, format, random, plies, start })
    }
}

/// Openings in the order in which they are played.
///
/// ```
/// use chuhe::arena::{Book, BookFormat};
///
/// let book = Book::read("1. h2e2 h9g7 *", BookFormat::Pgn, 1)?;
/// assert_eq!(book.of_round(0).moves, ["h2e2".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book(Vec<BookOpening>);

impl Book {
    /// A book with the start position as its only opening.
    #[must_use]
    pub fn startpos() -> Self {
        Self(vec![BookOpening { fen: START_FEN.to_owned(), moves: Vec::new() }])
    }

    /// Reads a book from disk. If the settings say so, `seed` shuffles it.
    ///
    /// # Errors
    /// If the file cannot be read, an opening is invalid, or there are fewer than `start`.
    pub fn open(settings: &BookSettings, seed: u64) -> Result<Self, BookError> {
        let BookSettings { file, format, random, plies, start } = settings;
        let text = fs::read_to_string(file)?;
        let mut book = Self::read(&text, *format, *plies)?;
        if *start > book.len() {
            return Err(BookError::Start { start: *start, openings: book.len() });
        }
        if *random {
            book.shuffle(seed);
        }
        book.rotate(start - 1);
        Ok(book)
    }

    /// A digest of the openings and their order.
    #[must_use]
    pub(super) fn digest(&self) -> String {
        format!("{:016x}", digest(format!("{self:?}").as_bytes()))
    }

    /// Reads a book from the text of a file, at most `plies` plies of each PGN game.
    ///
    /// # Errors
    /// If an opening is invalid, or there is none.
    pub fn read(text: &str, format: BookFormat, plies: usize) -> Result<Self, BookError> {
        let openings = match format {
            BookFormat::Epd => read_epd(text)?,
            BookFormat::Pgn => read_pgn(text, plies)?,
        };
        let over = |opening: &BookOpening| opening.position().legal_moves().is_empty();
        if let Some(index) = openings.iter().position(over) {
            return Err(BookError::Over(index + 1));
        }
        if openings.is_empty() { Err(BookError::Empty) } else { Ok(Self(openings)) }
    }

    /// Shuffles the openings. The same seed gives the same order.
    pub fn shuffle(&mut self, seed: u64) {
        let mut rng = SplitMix64::new(seed);
        for end in (1..self.0.len()).rev() {
            self.0.swap(end, rng.below(end as u64 + 1) as usize);
        }
    }

    /// Makes the opening with index `first` the first one. Those before it come last.
    pub fn rotate(&mut self, first: usize) {
        let count = self.0.len();
        self.0.rotate_left(first % count);
    }

    /// The number of openings, 1 or more.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "it never is")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The opening of a round, from 0. After the last opening the first comes again.
    #[must_use]
    pub fn of_round(&self, round: u32) -> &BookOpening {
        &self.0[round as usize % self.0.len()]
    }
}

fn read_epd(text: &str) -> Result<Vec<BookOpening>, BookError> {
    let mut openings = Vec::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        // Drop what follows a semicolon, and EPD operations after the fields of the FEN.
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
        openings.push(BookOpening { fen: position.fen(), moves: Vec::new() });
    }
    Ok(openings)
}

fn read_pgn(text: &str, plies: usize) -> Result<Vec<BookOpening>, BookError> {
    let mut openings = Vec::new();
    for game in pgn::read(text) {
        let game = game?;
        let moves = game.moves().take(plies).collect();
        openings.push(BookOpening { fen: game.start.fen(), moves });
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
        let book = Book::read(&text, BookFormat::Epd, 0).unwrap();
        assert_eq!(book.len(), 2);
        assert_eq!(book.of_round(2).fen, ROOK);
        assert!(book.of_round(1).fen.starts_with("4k4/9/9/9/9/9/9/9/9/R2K5 b"));
    }

    #[test]
    fn games_begin_with_their_first_moves() {
        let text = "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\"]\n\n1. A0-A1 d9d8 2. a1a0 *\n\n1. C2.5 H8+7 *\n";
        let book = Book::read(text, BookFormat::Pgn, 2).unwrap();
        let moves = |round| {
            let moves = book.of_round(round).moves.iter().map(ToString::to_string);
            moves.collect::<Vec<_>>().join(" ")
        };
        assert_eq!((book.of_round(0).fen.as_str(), moves(0)), (ROOK, "a0a1 d9d8".to_owned()));
        assert_eq!((book.of_round(1).fen.as_str(), moves(1)), (START_FEN, "h2e2 h9g7".to_owned()));
        let error = Book::read("1. h2e2 h9e9 *", BookFormat::Pgn, 9).unwrap_err().to_string();
        assert!(error.starts_with("line 1: "), "{error}");
    }

    #[test]
    fn bad_books_are_refused() {
        let refusal = |text: &str| Book::read(text, BookFormat::Epd, 0).unwrap_err().to_string();
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
            let mut book = Book::read(&text, BookFormat::Epd, 0).unwrap();
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
