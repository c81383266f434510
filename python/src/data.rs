//! Reads training data from `chuhe datagen` files as arrays of numbers.

use std::fs::File;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use chuhe_engine::board::Position;
use chuhe_engine::types::{Color, Move, Piece, Square};
use chuhe_lab::data::{self, SelfPlayGame};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::color_name;
use crate::errors::class;

/// The number of a square from the point of view of the side to move: ranks from its own back rank on, each from file a
/// to file i.
fn place(square: Square, us: Color) -> u16 {
    let square = if us == Color::Red { square } else { square.flip() };
    u16::from(square.rank()) * u16::from(Square::FILES) + u16::from(square.file())
}

/// The pieces, coded as [`crate::board::Board::_codes`] describes.
pub(crate) fn codes(position: &Position) -> Vec<u8> {
    let us = position.side_to_move();
    let mut codes = vec![0; Square::COUNT];
    for (piece, square) in position.board().pieces() {
        codes[usize::from(place(square, us))] = code(piece, us);
    }
    codes
}

fn code(piece: Piece, us: Color) -> u8 {
    let other = if piece.color() == us { 0 } else { 7 };
    1 + piece.kind().index() as u8 + other
}

/// The number of a move, `90 * from + to`, with squares numbered from the point of view of the side to move.
fn move_number(mv: Move, us: Color) -> u16 {
    place(mv.from(), us) * Square::COUNT as u16 + place(mv.to(), us)
}

/// The maximum number of games read at a time.
const GAMES_AT_ONCE: usize = 1000;

/// Consecutive games in a `chuhe datagen` file.
#[pyclass(frozen, module = "chuhe._native")]
pub(crate) struct DataFile {
    part: data::DataFile,
    /// The number of games in the file before these.
    first: usize,
}

/// An iterator over the games in a file, up to [`GAMES_AT_ONCE`] at a time.
#[pyclass(frozen, module = "chuhe._native")]
pub(crate) struct DataParts {
    path: String,
    reading: Mutex<Reading>,
}

struct Reading {
    blocks: data::Blocks<File>,
    block: Option<(data::DataHeader, data::Games)>,
    first: usize,
}

impl Reading {
    fn next(&mut self) -> Result<Option<DataFile>, data::DataError> {
        loop {
            let Some((header, games)) = &mut self.block else {
                let Some(block) = self.blocks.next().transpose()? else { return Ok(None) };
                self.block = Some((block.header.clone(), block.games()));
                continue;
            };
            let part: Vec<_> = games.take(GAMES_AT_ONCE).collect::<Result<_, _>>()?;
            if part.is_empty() {
                self.block = None;
                continue;
            }
            let first = self.first;
            self.first += part.len();
            let part = data::DataFile { header: header.clone(), games: part };
            return Ok(Some(DataFile { part, first }));
        }
    }
}

#[pymethods]
impl DataParts {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<DataFile>> {
        let next = || self.reading.lock().unwrap_or_else(PoisonError::into_inner).next();
        py.detach(next).map_err(|error| bad_data(&error, &self.path))
    }
}

/// Columns of positions, each as little-endian bytes.
#[derive(Default)]
struct Columns {
    boards: Vec<u8>,
    scores: Vec<u8>,
    results: Vec<u8>,
    plies: Vec<u8>,
    moves: Vec<u8>,
    checks: Vec<u8>,
    captures: Vec<u8>,
    games: Vec<u8>,
}

impl Columns {
    fn take(&mut self, number: usize, game: &SelfPlayGame) -> Result<(), data::DataError> {
        let mut ply = 0_u16;
        game.replay(|position, played| {
            let us = position.side_to_move();
            let result: i8 = match game.winner {
                None => 0,
                Some(winner) if winner == us => 1,
                Some(_) => -1,
            };
            self.boards.extend(codes(position));
            self.scores.extend(played.score.unwrap_or(i16::MIN).to_le_bytes());
            self.results.extend(result.to_le_bytes());
            self.plies.extend(ply.to_le_bytes());
            self.moves.extend(move_number(played.mv, us).to_le_bytes());
            self.checks.push(u8::from(position.in_check()));
            self.captures.push(u8::from(position.board().captured_piece(played.mv).is_some()));
            self.games.extend((number as u32).to_le_bytes());
            ply = ply.saturating_add(1);
        })?;
        Ok(())
    }
}

/// The columns as passed to Python: boards, scores, results, plies, moves, checks, captures, games.
type Batch<'py> = [Bound<'py, PyBytes>; 8];

fn bad_data(error: &data::DataError, path: &str) -> PyErr {
    match error {
        data::DataError::Io(error) => std::io::Error::new(
            error.kind(),
            format!("{path}: {}", chuhe_util::files::reason(error)),
        )
        .into(),
        error => class::ReadError::new_err((format!("{path}: {error}"), path.to_owned())),
    }
}

#[pymethods]
impl DataFile {
    /// Reads all games in a file.
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let read = py.detach(|| data::DataFile::read(&path));
        let part = read.map_err(|error| bad_data(&error, &path.display().to_string()))?;
        Ok(Self { part, first: 0 })
    }

    /// Reads the games in a file, up to [`GAMES_AT_ONCE`] at a time.
    #[staticmethod]
    fn parts(path: PathBuf) -> PyResult<DataParts> {
        let name = path.display().to_string();
        let blocks = data::Blocks::open(&path, 0)
            .map_err(|error| bad_data(&data::DataError::Io(error), &name))?;
        let reading = Reading { blocks, block: None, first: 0 };
        Ok(DataParts { path: name, reading: Mutex::new(reading) })
    }

    /// The data files that paths refer to; a folder stands for the data files in it.
    #[staticmethod]
    fn find(py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<Vec<PathBuf>> {
        Ok(py.detach(|| data::files(&paths))?)
    }

    /// The engine's version, its bench signature, the command of the run, and the number of the file's first game
    /// within the run.
    fn header(&self) -> (String, u64, String, u64) {
        let data::DataHeader { version, bench, command, first } = self.part.header.clone();
        (version, bench, command, first)
    }

    fn __len__(&self) -> usize {
        self.part.games.len()
    }

    /// A game: its FEN, moves, scores, winner, and whether it was adjudicated.
    #[expect(clippy::type_complexity, reason = "callers destructure it at once")]
    fn game(
        &self,
        number: usize,
    ) -> PyResult<(String, Vec<crate::moves::Move>, Vec<Option<i16>>, Option<&'static str>, bool)>
    {
        let count = self.part.games.len();
        let game = self.part.games.get(number);
        let game = game.ok_or_else(|| {
            PyIndexError::new_err(format!("there are only {count} games, no game {number}"))
        })?;
        let moves = game.plies.iter().map(|ply| crate::moves::Move(ply.mv)).collect();
        let scores = game.plies.iter().map(|ply| ply.score).collect();
        Ok((game.start.clone(), moves, scores, game.winner.map(color_name), game.adjudicated))
    }

    /// The positions of these games as columns; `path` is named in error messages.
    fn columns<'py>(&self, py: Python<'py>, path: &str) -> PyResult<Batch<'py>> {
        let columns = py.detach(|| {
            let mut columns = Columns::default();
            for (number, game) in self.part.games.iter().enumerate() {
                columns.take(self.first + number, game)?;
            }
            Ok(columns)
        });
        let columns: Columns = columns.map_err(|error: data::DataError| bad_data(&error, path))?;
        let bytes = |column: Vec<u8>| PyBytes::new(py, &column);
        let Columns { boards, scores, results, plies, moves, checks, captures, games } = columns;
        Ok([boards, scores, results, plies, moves, checks, captures, games].map(bytes))
    }
}
