//! Games and game files. Python code edits the trees of moves; this module reads, writes and replays them.

use std::io::Cursor;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use chuhe_engine::notation::MoveFormat;
use chuhe_formats::collection::{FileFormat, Target};
use chuhe_formats::encoding::Encoding;
use chuhe_formats::game_files::{self, GameFile, GameFileError, GameReadError, GameReader};
use chuhe_formats::lines::Positions;
use chuhe_formats::opening::opening;
use chuhe_formats::{Game, Line, LineMove, Outcome};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::board::Board;
use crate::convert::{Notation, file_format, json, source_encoding};
use crate::errors::{bad_value, broken_game, check_free, class, illegal, io_error, unwritable};
use crate::moves::Move;

/// The maximum nesting depth of variations, the same as in game files.
const NESTING_MAX: usize = 500;

/// A game as the library represents it. `chuhe.Game` is the public class.
#[pyclass(frozen, module = "chuhe._native")]
#[derive(Clone, Debug)]
pub(crate) struct NativeGame(pub(crate) Arc<Game>);

#[pymethods]
impl NativeGame {
    /// Builds a game from its parts; [`Self::tokens`] describes the moves.
    #[new]
    fn new(
        tags: Vec<(String, String)>,
        start: &Board,
        comment: String,
        tokens: &Bound<'_, PyList>,
        outcome: &str,
    ) -> PyResult<Self> {
        for (name, _) in &tags {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if name.is_empty() || !name.chars().all(is_plain) {
                return Err(bad_value(format!(
                    "a tag's name must be of letters, digits and _, not {name:?}"
                )));
            }
        }
        let outcome = Outcome::from_text(outcome).ok_or_else(|| {
            bad_value(format!("an outcome must be 1-0, 0-1, 1/2-1/2 or *, not {outcome:?}"))
        })?;
        let moves = line_of(tokens)?;
        // Tags with their own field would be written twice.
        let is_field = |name: &str| {
            ["Game", "Result", "FEN", "SetUp", "Format"]
                .iter()
                .any(|field| field.eq_ignore_ascii_case(name))
        };
        let tags = tags.into_iter().filter(|(name, _)| !is_field(name)).collect();
        let start = start.position.clone();
        Ok(Self(Arc::new(Game { tags, start, line: Line { comment, moves }, outcome })))
    }

    /// The names and values of the tags.
    fn tags(&self) -> Vec<(String, String)> {
        self.0.tags.clone()
    }

    fn start(&self) -> Board {
        Board::new_of(self.0.start.clone())
    }

    fn outcome(&self) -> &'static str {
        self.0.outcome.text()
    }

    /// The comment before the first move.
    fn comment(&self) -> &str {
        &self.0.line.comment
    }

    /// The moves of the main line.
    fn moves(&self) -> Vec<Move> {
        self.0.moves().map(Move).collect()
    }

    /// The number of moves in the main line.
    fn plies(&self) -> usize {
        self.0.line.moves.len()
    }

    /// The board after `plies` plies of the main line, by default at its end.
    #[pyo3(signature = (plies = None))]
    fn board(&self, py: Python<'_>, plies: Option<usize>) -> PyResult<Board> {
        let count = plies.unwrap_or(self.plies());
        if count > self.plies() {
            return Err(PyIndexError::new_err(format!(
                "the game has {} plies, not {count}",
                self.plies()
            )));
        }
        let game = Arc::clone(&self.0);
        py.detach(move || {
            let mut position = game.start.clone();
            for mv in game.moves().take(count) {
                position.play(mv).map_err(|error| illegal(&error, mv, &position))?;
            }
            Ok(Board::new_of(position))
        })
    }

    /// The name of the opening in English and in Chinese, if it has one.
    fn opening(&self) -> Option<(String, String)> {
        opening(&self.0.start, self.0.moves()).map(|name| (name.english, name.chinese))
    }

    /// The tree of moves as a flat list. A move is a tuple of move, glyphs and comment. A text opens a variation on the
    /// last move and is the comment before the variation's first move; `None` closes the variation.
    fn tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let tokens = PyList::empty(py);
        append_tokens(&tokens, &self.0.line.moves)?;
        Ok(tokens)
    }

    /// The game in a file format, and a JSON text with the counts of everything that the format cannot hold.
    fn write<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        notation: Option<Notation>,
        positions: &str,
        encoding: &str,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyAny>)> {
        let positions = match positions {
            "first" => Positions::First,
            "last" => Positions::Last,
            "all" => Positions::All,
            other => {
                return Err(bad_value(format!(
                    "positions must be \"first\", \"last\" or \"all\", not {other:?}"
                )));
            }
        };
        let encoding = match encoding {
            "utf-8" => Encoding::Utf8,
            "gb18030" => Encoding::Gb18030,
            other => {
                return Err(bad_value(format!(
                    "an encoding must be \"utf-8\" or \"gb18030\", not {other:?}"
                )));
            }
        };
        let target = match file_format(format)? {
            FileFormat::Pgn => {
                Target::Pgn(notation.map_or(MoveFormat::Iccs, |notation| notation.0))
            }
            FileFormat::DhtmlXq => Target::DhtmlXq,
            FileFormat::Xqf => Target::Xqf,
            FileFormat::Moves => Target::Moves(notation.unwrap_or_default().0),
            FileFormat::Fen => Target::Fen(positions),
            _ => {
                return Err(class::WriteError::new_err(format!(
                    "the format {format} is read-only"
                )));
            }
        };
        let game = Arc::clone(&self.0);
        let (written, losses) =
            py.detach(move || target.write(&game)).map_err(|error| unwritable(&error))?;
        let losses = json(py, &serde_json::to_string(&losses).unwrap_or_default())?;
        Ok((PyBytes::new(py, &written.bytes(encoding)), losses))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

fn append_tokens(tokens: &Bound<'_, PyList>, moves: &[LineMove]) -> PyResult<()> {
    let py = tokens.py();
    for played in moves {
        tokens.append((Move(played.mv), PyList::new(py, &played.glyphs)?, &played.comment))?;
        for variation in &played.variations {
            tokens.append(&variation.comment)?;
            append_tokens(tokens, &variation.moves)?;
            tokens.append(py.None())?;
        }
    }
    Ok(())
}

/// The inverse of [`append_tokens`].
fn line_of(tokens: &Bound<'_, PyList>) -> PyResult<Vec<LineMove>> {
    let senseless = || bad_value("the tokens do not form a tree of moves");
    let mut open = vec![Line::default()];
    for token in tokens {
        if let Ok(tuple) = token.cast::<PyTuple>() {
            let (mv, glyphs, comment) = tuple.extract::<(Bound<'_, Move>, Vec<u8>, String)>()?;
            let line = open.last_mut().ok_or_else(senseless)?;
            line.moves.push(LineMove { mv: mv.get().0, glyphs, comment, variations: Vec::new() });
        } else if token.is_none() {
            let line = open.pop().ok_or_else(senseless)?;
            let last = open.last_mut().and_then(|outer| outer.moves.last_mut());
            last.ok_or_else(senseless)?.variations.push(line);
        } else {
            if open.len() > NESTING_MAX {
                return Err(class::WriteError::new_err(format!(
                    "variations are nested more than {NESTING_MAX} levels deep"
                )));
            }
            open.push(Line { comment: token.extract()?, moves: Vec::new() });
        }
    }
    match (open.pop(), open.is_empty()) {
        (Some(line), true) => Ok(line.moves),
        _ => Err(senseless()),
    }
}

/// A game's number in its file, the readable part of the game, and the error, if any.
type NextGame<'py> = (usize, Option<NativeGame>, Bound<'py, PyAny>);

/// The games in a file, parsed on demand.
#[pyclass(frozen, module = "chuhe._native")]
pub(crate) struct Games {
    path: Option<String>,
    reading: Mutex<(GameReader, usize)>,
}

#[pymethods]
impl Games {
    /// The games in a byte string; `name` helps to detect the format and appears in error messages.
    #[staticmethod]
    #[pyo3(signature = (data, name, format = None, encoding = None))]
    fn of_bytes(
        py: Python<'_>,
        data: Vec<u8>,
        name: Option<String>,
        format: Option<&str>,
        encoding: Option<&str>,
    ) -> PyResult<Self> {
        let format = format.map(file_format).transpose()?;
        let encoding = encoding.map(source_encoding).transpose()?;
        py.detach(move || {
            let known_name = name.as_deref().unwrap_or_default();
            match GameReader::detect(known_name, Box::new(Cursor::new(data)), format, encoding) {
                Ok(games) => Ok(Self::of(games, name)),
                Err(_) => Err(no_games(name)),
            }
        })
    }

    /// The games in a file. `None` for a file without games that was `found` in a folder.
    #[staticmethod]
    #[pyo3(signature = (path, found, format = None, encoding = None))]
    fn of_file(
        py: Python<'_>,
        path: PathBuf,
        found: bool,
        format: Option<&str>,
        encoding: Option<&str>,
    ) -> PyResult<Option<Self>> {
        let format = format.map(file_format).transpose()?;
        let encoding = encoding.map(source_encoding).transpose()?;
        py.detach(move || {
            let name = path.display().to_string();
            let file = GameFile { found, encoding, ..GameFile::new(path) };
            match file.open_if_games(format) {
                Ok(games) => Ok(games.map(|games| Self::of(games, Some(name)))),
                Err(GameReadError::NoGames) => Err(no_games(Some(name))),
                Err(GameReadError::Io(error)) => Err(io_error(&error, &name)),
            }
        })
    }

    /// The next game: its number in the file from 1, its readable part, and the error if it could not be read
    /// completely.
    fn next<'py>(&self, py: Python<'py>) -> Option<NextGame<'py>> {
        let (number, outcome) = py.detach(|| {
            let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
            let (reading, number) = &mut *reading;
            let next = reading.next()?;
            *number += 1;
            Some((*number, next))
        })?;
        let (game, error) = match outcome {
            Ok(game) => (Some(game), py.None().into_bound(py)),
            Err(error) => {
                let told = broken_game(&error, self.path.as_deref(), number);
                (error.into_salvaged(), told.into_value(py).into_bound(py).into_any())
            }
        };
        Some((number, game.map(|game| NativeGame(Arc::new(game))), error))
    }
}

impl Games {
    const fn of(games: GameReader, path: Option<String>) -> Self {
        Self { path, reading: Mutex::new((games, 0)) }
    }
}

fn no_games(path: Option<String>) -> PyErr {
    class::ReadError::new_err((GameReadError::NoGames.to_string(), path))
}

/// The files that paths refer to, each with a flag that is true if it was found in a folder.
#[pyfunction]
pub(crate) fn find_files(py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<Vec<(PathBuf, bool)>> {
    let found = py.detach(|| game_files::find(paths));
    match found {
        Ok(files) => Ok(files.into_iter().map(|file| (file.path, file.found)).collect()),
        Err(GameFileError::Io { path, error }) => Err(io_error(&error, &path)),
        Err(error) => Err(class::ReadError::new_err(error.to_string())),
    }
}

/// Writes a file completely or not at all; an existing file keeps its permissions. A non-empty file is overwritten only
/// with `fresh`.
#[pyfunction]
#[pyo3(signature = (path, data, *, fresh))]
pub(crate) fn write_whole(py: Python<'_>, path: PathBuf, data: &[u8], fresh: bool) -> PyResult<()> {
    check_free(&path, fresh)?;
    py.detach(|| chuhe_util::files::write_whole(&path, data))
        .map_err(|error| io_error(&error, &path.display().to_string()))
}
