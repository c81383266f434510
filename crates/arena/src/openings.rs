//! Opening books: the positions from which a match's games start.

use std::path::Path;

use super::settings::{self, SettingError, bad_value, forms, split, unknown_key};
use chuhe_engine::board::{Position, START_FEN};
use chuhe_engine::types::Move;
use chuhe_engine::types::rng::SplitMix64;
use chuhe_formats::Game;
use chuhe_formats::collection::{Collection, FileFormat, ReadError};
use chuhe_formats::game_files::{self, GameFile, GameFileError, GameReadError};
use chuhe_util::files::digest;

/// An opening: a position, and moves played from it before the engines take over.
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
    /// If the opening is invalid, which openings of a [`OpeningBook`] never are.
    pub fn position(&self) -> Position {
        let mut position =
            Position::from_fen(&self.fen).expect("the opening was checked when it was read");
        for &mv in &self.moves {
            position.make_unchecked(mv, &mut ());
        }
        position
    }
}

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum OpeningBookError {
    #[error(transparent)]
    Broken(ReadError),
    #[error(transparent)]
    NoGames(#[from] GameReadError),
    #[error(transparent)]
    Folder(#[from] GameFileError),
    #[error("{file}: {error}")]
    InFile { file: String, error: Box<OpeningBookError> },
    /// A position has no legal move; this is the number of its game, from 1.
    #[error("opening {0}: the side to move has no legal move")]
    Over(usize),
    #[error("no openings")]
    Empty,
    #[error("start={start}: the book has only {openings} {}", if *.openings == 1 { "opening" } else { "openings" })]
    Start {
        /// The requested number, from 1.
        start: usize,
        openings: usize,
    },
}

/// A game whose opening is missing or shortened.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{file}: {error}")]
pub struct BrokenOpening {
    /// The game's file.
    pub file: String,
    /// The error.
    pub error: ReadError,
}

/// The name that stands for the built-in book instead of a file.
const EMBEDDED: &str = "embedded";
/// The number of lines taken from the built-in book. It does not depend on the number of rounds, so that a match keeps
/// its openings when it is extended.
const EMBEDDED_LINES: usize = 500;

/// Which book to use, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookSettings {
    /// The file, or a folder of files; `embedded` for lines of the [built-in book](OpeningBook::embedded).
    pub file: String,
    /// The file's format; `None` to detect it.
    pub format: Option<FileFormat>,
    /// Whether openings are shuffled.
    pub random: bool,
    /// The maximum number of plies taken from each game.
    pub plies: usize,
    /// The number of the first opening, from 1.
    pub start: usize,
}

impl BookSettings {
    /// Parses `file=NAME format=FORMAT order=sequential|random plies=N start=N`. Only `file` is required; `format` is a
    /// file extension.
    ///
    /// # Errors
    /// If a key is unknown, its value is invalid, or no file is named.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, SettingError> {
        let (mut file, mut format, mut random, mut plies, mut start) =
            (None, None, false, usize::MAX, 1);
        for word in words {
            let (key, value) = split(word)?;
            let refuse = |expected| bad_value(key, value, expected);
            match key {
                "file" => file = Some(value.to_owned()),
                "format" => {
                    let known = FileFormat::of_name(&format!(".{value}"));
                    format = Some(known.ok_or_else(|| refuse(forms::FORMAT))?);
                }
                "order" => {
                    random = match value {
                        "random" => true,
                        "sequential" => false,
                        _ => return Err(refuse(forms::ORDER)),
                    }
                }
                "plies" => {
                    plies = settings::count(value).ok_or_else(|| refuse(forms::PLIES))?;
                }
                "start" => {
                    let number = settings::count(value).filter(|&number| number > 0);
                    start = number.ok_or_else(|| refuse(forms::OPENING))?;
                }
                _ => {
                    return Err(unknown_key(key, &["file", "format", "order", "plies", "start"]));
                }
            }
        }
        let file = file.ok_or(SettingError::Missing("file=NAME"))?;
        Ok(Self { file, format, random, plies, start })
    }
}

/// Openings in the order in which they are played.
///
/// ```
/// use chuhe_arena::OpeningBook;
/// use chuhe_formats::collection::{Collection, FileFormat};
///
/// let games = Collection::new(b"1. h2e2 h9g7 *".to_vec(), FileFormat::Pgn);
/// let (book, broken) = OpeningBook::read(&games, 1)?;
/// assert!(broken.is_empty());
/// assert_eq!(book.of_round(0).moves, ["h2e2".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningBook(Vec<BookOpening>);

impl OpeningBook {
    /// A book of these openings, one or more.
    pub(super) fn of(openings: Vec<BookOpening>) -> Self {
        debug_assert!(!openings.is_empty(), "a book is never empty");
        Self(openings)
    }

    /// A book with the start position as its only opening.
    pub fn startpos() -> Self {
        Self(vec![BookOpening { fen: START_FEN.to_owned(), moves: Vec::new() }])
    }

    /// Reads a book from disk, and returns its broken games as [`OpeningBook::read`] does. If the settings ask for random
    /// order, the book is shuffled with `seed`.
    ///
    /// # Errors
    /// If the file cannot be read, the game is already over in an opening, or the book has fewer than `start` openings.
    pub fn open(
        settings: &BookSettings,
        seed: u64,
    ) -> Result<(Self, Vec<BrokenOpening>), OpeningBookError> {
        let BookSettings { file, format, random, plies, start } = settings;
        let (mut book, broken) = if file == EMBEDDED {
            let plies = Some(*plies).filter(|&plies| plies != usize::MAX);
            (Self::embedded(EMBEDDED_LINES, plies, seed), Vec::new())
        } else {
            Self::of_files(file, *format, *plies)?
        };
        if *start > book.len() {
            return Err(OpeningBookError::Start { start: *start, openings: book.len() });
        }
        if *random {
            book.shuffle(seed);
        }
        book.rotate(start - 1);
        Ok((book, broken))
    }

    /// Reads the openings in a file, or in all game files in a folder.
    fn of_files(
        path: &str,
        format: Option<FileFormat>,
        plies: usize,
    ) -> Result<(Self, Vec<BrokenOpening>), OpeningBookError> {
        if !Path::new(path).is_dir() {
            return Self::of_file(path, &GameFile::new(path).read(format)?, plies);
        }
        let (mut all, mut broken) = (Vec::new(), Vec::new());
        for file in game_files::find([path])? {
            let name = file.path.display().to_string();
            let games = match file.read(format) {
                // Folders of games may also contain readme files, which are skipped.
                Err(GameReadError::NoGames) => continue,
                games => games.map_err(OpeningBookError::from),
            };
            match games.and_then(|games| Self::of_file(&name, &games, plies)) {
                Ok((book, more)) => {
                    all.extend(book.0);
                    broken.extend(more);
                }
                Err(error) => {
                    return Err(OpeningBookError::InFile { file: name, error: Box::new(error) });
                }
            }
        }
        if all.is_empty() { Err(OpeningBookError::Empty) } else { Ok((Self(all), broken)) }
    }

    /// Like [`OpeningBook::read`], with the file's name in the errors of broken games.
    fn of_file(
        file: &str,
        games: &Collection,
        plies: usize,
    ) -> Result<(Self, Vec<BrokenOpening>), OpeningBookError> {
        let (book, broken) = Self::read(games, plies)?;
        let in_file = |error| BrokenOpening { file: file.to_owned(), error };
        Ok((book, broken.into_iter().map(in_file).collect()))
    }

    /// A digest of the openings and their order.
    pub(super) fn digest(&self) -> String {
        format!("{:016x}", digest(format!("{self:?}").as_bytes()))
    }

    /// Takes openings from games: their start positions, and at most `plies` plies of each. A broken game yields an
    /// opening if part of it can be read; if its opening is missing or shortened, its error is returned.
    ///
    /// # Errors
    /// If a position has no legal move, or no opening is found.
    pub fn read(
        games: &Collection,
        plies: usize,
    ) -> Result<(Self, Vec<ReadError>), OpeningBookError> {
        let (mut openings, mut broken) = (Vec::new(), Vec::new());
        for (number, game) in (1..).zip(games.games()) {
            let (game, error) = match game {
                Ok(game) => (Some(game), None),
                Err(error) => (error.salvaged().cloned(), Some(error)),
            };
            let moves: Vec<Move> = game.iter().flat_map(Game::moves).take(plies).collect();
            if let Some(game) = game
                && (error.is_none() || !moves.is_empty())
            {
                let opening = BookOpening { fen: game.start.fen(), moves: moves.clone() };
                if opening.position().legal_moves().is_empty() {
                    return Err(OpeningBookError::Over(number));
                }
                openings.push(opening);
            }
            // An error after the opening does not matter.
            broken.extend(error.filter(|_| moves.len() < plies));
        }
        match (openings.is_empty(), broken.is_empty()) {
            (false, _) => Ok((Self(openings), broken)),
            (true, false) => Err(OpeningBookError::Broken(broken.swap_remove(0))),
            (true, true) => Err(OpeningBookError::Empty),
        }
    }

    /// Shuffles the openings. The same seed always produces the same order.
    pub fn shuffle(&mut self, seed: u64) {
        let mut rng = SplitMix64::new(seed);
        for end in (1..self.0.len()).rev() {
            self.0.swap(end, rng.below(end as u64 + 1) as usize);
        }
    }

    /// Makes the opening with index `first` the first one; those before it move to the end.
    pub fn rotate(&mut self, first: usize) {
        let count = self.0.len();
        self.0.rotate_left(first % count);
    }

    /// The number of openings, 1 or more.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The opening for a round; rounds are numbered from 0. After the last opening, the first is used again.
    pub fn of_round(&self, round: u32) -> &BookOpening {
        &self.0[round as usize % self.0.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(
        text: &str,
        format: FileFormat,
        plies: usize,
    ) -> Result<(OpeningBook, usize), OpeningBookError> {
        let games = Collection::new(text.as_bytes().to_vec(), format);
        OpeningBook::read(&games, plies).map(|(book, broken)| (book, broken.len()))
    }

    const ROOK: &str = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
    const MATED: &str = "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1";

    #[test]
    fn a_folder_has_the_openings_of_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        let open = |start| {
            let file = folder.path().to_str().unwrap().to_owned();
            let settings = BookSettings { file, format: None, random: false, plies: 9, start };
            OpeningBook::open(&settings, 1)
        };
        assert!(matches!(open(1), Err(OpeningBookError::Folder(_))));
        write("readme.txt", "Dear reader\n");
        assert!(matches!(open(1), Err(OpeningBookError::Empty)));
        write("10.moves", "h2e2 h9g7\n");
        write("2.pgn", "1. c3c4 *\n\n1. g3g4 *\n");
        let (book, broken) = open(1).unwrap();
        assert_eq!((book.len(), broken.len()), (3, 0));
        let first = |round| book.of_round(round).moves[0].to_string();
        assert_eq!([0, 1, 2].map(first), ["c3c4", "g3g4", "h2e2"]);
        assert_eq!(open(3).unwrap().0.of_round(0).moves.len(), 2);
        // Errors name the file.
        let place = |name: &str| folder.path().join(name).display().to_string();
        write("3.fen", &format!("{ROOK}\nnonsense\n"));
        let (_, broken) = open(1).unwrap();
        let [broken] = &broken[..] else { panic!("{broken:?}") };
        assert!(
            broken.to_string().starts_with(&format!("{}: line 2: ", place("3.fen"))),
            "{broken}"
        );
        write("3.fen", "nonsense\n3k5/9/9/9\n");
        let error = open(1).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: line 1: ", place("3.fen"))), "{error}");
        write("3.fen", &format!("{ROOK}\nnonsense\n{MATED}\n"));
        let error = open(1).unwrap_err().to_string();
        let reason = "opening 3: the side to move has no legal move";
        assert_eq!(error, format!("{}: {reason}", place("3.fen")));
    }

    #[test]
    fn lines_of_all_kinds_are_read() {
        let text =
            format!("# rooks\n\n{ROOK}\n4k4/9/9/9/9/9/9/9/9/R2K5 b - - bm e9e8; id \"x\";\r\n");
        let (book, broken) = book(&text, FileFormat::Fen, 0).unwrap();
        assert_eq!((book.len(), broken), (2, 0));
        assert_eq!(book.of_round(2).fen, ROOK);
        assert!(book.of_round(1).fen.starts_with("4k4/9/9/9/9/9/9/9/9/R2K5 b"));
    }

    #[test]
    fn games_begin_with_their_first_moves() {
        let text = "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\"]\n\n1. A0-A1 d9d8 2. a1a0 *\n\n1. C2.5 H8+7 *\n";
        let (book, _) = book(text, FileFormat::Pgn, 2).unwrap();
        let moves = |round| {
            let moves = book.of_round(round).moves.iter().map(ToString::to_string);
            moves.collect::<Vec<_>>().join(" ")
        };
        assert_eq!((book.of_round(0).fen.as_str(), moves(0)), (ROOK, "a0a1 d9d8".to_owned()));
        assert_eq!((book.of_round(1).fen.as_str(), moves(1)), (START_FEN, "h2e2 h9g7".to_owned()));
    }

    #[test]
    fn of_broken_games_as_much_as_can_be_is_used() {
        let plies = |book: &OpeningBook| {
            (0..book.len() as u32).map(|round| book.of_round(round).moves.len()).collect::<Vec<_>>()
        };
        let text = "1. h2e2 h9g7 2. a0a9 *\n\n1. a0a9 *\n\n1. c3c4 *\n";
        let (used, broken) = book(text, FileFormat::Pgn, 9).unwrap();
        assert_eq!((plies(&used), broken), (vec![2, 1], 2));
        // An error after the opening does not matter.
        let (used, broken) = book(text, FileFormat::Pgn, 2).unwrap();
        assert_eq!((plies(&used), broken), (vec![2, 1], 1));
        let (used, broken) = book(&format!("{ROOK}\nnonsense\n"), FileFormat::Fen, 9).unwrap();
        assert_eq!((plies(&used), broken), (vec![0], 1));
    }

    #[test]
    fn bad_books_are_refused() {
        let refusal = |text: &str| book(text, FileFormat::Fen, 9).unwrap_err().to_string();
        assert!(refusal("nonsense").starts_with("line 1: "));
        assert_eq!(refusal("# nothing\n"), "no openings");
        assert_eq!(refusal(MATED), "opening 1: the side to move has no legal move");
    }

    #[test]
    fn every_format_of_games_is_one() {
        let format = |word: &str| {
            let words = ["file=a", word];
            BookSettings::from_words(words).map(|settings| settings.format)
        };
        assert_eq!(format("start=1"), Ok(None));
        assert_eq!(format("format=epd"), Ok(Some(FileFormat::Fen)));
        assert_eq!(format("format=cbl"), Ok(Some(FileFormat::Cbl)));
        assert!(format("format=doc").unwrap_err().to_string().contains("format=doc"));
    }

    #[test]
    fn a_seed_is_an_order() {
        let lines: Vec<String> =
            (1..=50).map(|n| format!("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 {n}")).collect();
        let text = lines.join("\n");
        let shuffled = |seed| {
            let (mut book, _) = book(&text, FileFormat::Fen, 0).unwrap();
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
