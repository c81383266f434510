//! Databases of games. `chuhe.Database` is the public class.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chuhe_database as database;
use chuhe_database::{
    DatabaseError, DatabaseWriter, ImportEvent, IncomingGame, Interrupter, OtherFile,
};
use chuhe_formats::conversion::ConversionEvent;
use chuhe_formats::game_files::GameFileError;
use chuhe_lab::data::{self, DataError, DataFile, SelfPlayGame};
use pyo3::exceptions::PyFileExistsError;
use pyo3::prelude::*;
use serde::Serialize;

use crate::board::Board;
use crate::convert::{file_format, json, source_encoding};
use crate::errors::{bad_database, class, io_error};
use crate::interrupt::{Progress, interruptible, interruptible_by};
use crate::query::Query;
use crate::stored_game::StoredGame;

/// The maximum numbers of problems and of duplicates in an import that are described; any others are only counted.
const PROBLEMS_MAX: usize = 10_000;

/// A database, open for reading.
#[pyclass(frozen, module = "chuhe._native")]
pub(crate) struct Database {
    /// Absolute, because the program may change its working directory.
    path: PathBuf,
    interrupter: Interrupter,
    is_closed: AtomicBool,
    /// `None` once the database is closed.
    open: Mutex<Option<database::Database>>,
}

#[pymethods]
impl Database {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let opened = py.detach(|| database::Database::open(&path));
        let opened = opened.map_err(|error| bad_database(&error))?;
        let path = std::path::absolute(path)?;
        let (interrupter, open) = (opened.interrupter(), Mutex::new(Some(opened)));
        Ok(Self { path, interrupter, is_closed: AtomicBool::new(false), open })
    }

    /// Creates an empty database, unless the path already exists.
    #[staticmethod]
    fn create(py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| {
            // Other objects, such as a broken link, also count as existing.
            if path.symlink_metadata().is_ok() {
                let text = format!("{} already exists", path.display());
                return Err(PyFileExistsError::new_err(text));
            }
            DatabaseWriter::open(&path).map(drop).map_err(|error| bad_database(&error))
        })
    }

    /// The absolute path of the file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// Whether the database has been closed.
    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    fn close(&self, py: Python<'_>) {
        self.is_closed.store(true, Ordering::Relaxed);
        py.detach(|| drop(self.lock().take()));
    }

    /// The number of games that a query finds.
    fn count(&self, py: Python<'_>, query: &Query) -> PyResult<u64> {
        self.run(py, |database| database.count(&query.0))
    }

    /// At most `limit` of the games that a query finds, after the game with number `after`.
    fn find(
        &self,
        py: Python<'_>,
        query: &Query,
        after: i64,
        limit: u64,
    ) -> PyResult<Vec<StoredGame>> {
        let games = self.run(py, |database| database.search_after(&query.0, after, limit))?;
        Ok(games.into_iter().map(StoredGame).collect())
    }

    /// The game with a number; `None` if there is none.
    fn game(&self, py: Python<'_>, number: i64) -> PyResult<Option<StoredGame>> {
        Ok(self.run(py, |database| database.game(number))?.map(StoredGame))
    }

    /// The moves played in a position and their results, as plain values.
    fn explore<'py>(&self, py: Python<'py>, board: &Board) -> PyResult<Bound<'py, PyAny>> {
        let position = board.position.clone();
        let found = self.run(py, |database| database.explore(&position))?;
        json(py, &found.json(&board.position).to_string())
    }

    /// Statistics on the contents, as plain values.
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let info = self.run(py, database::Database::info)?;
        plain(py, &info)
    }

    /// Checks the database. Returns the numbers of games, positions, and games missing from the indexes, and a list of
    /// error messages.
    #[pyo3(signature = (progress))]
    fn check(
        &self,
        py: Python<'_>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(u64, u64, u64, Vec<String>)> {
        self.run(py, |_| Ok(()))?;
        // The check has its own connection, because the progress function may query this one.
        let own = py.detach(|| database::Database::open(&self.path));
        let own = own.map_err(|error| bad_database(&error))?;
        let interrupter = own.interrupter();
        let progress = Progress::new(progress);
        let told = &progress;
        let report = interruptible_by(py, &|| interrupter.interrupt(), move |stop| {
            let report = own.check(|done, all| {
                told.report(stop, (done, all));
                goes_on(stop)
            });
            report.map_err(|error| bad_database(&error))
        })?;
        progress.check()?;
        let findings = report.findings.iter().map(ToString::to_string).collect();
        Ok((report.games, report.positions, report.unindexed, findings))
    }
}

impl Database {
    fn lock(&self) -> MutexGuard<'_, Option<database::Database>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a query. Queries run one at a time, and Ctrl-C interrupts them.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&database::Database) -> Result<T, DatabaseError> + Send,
    ) -> PyResult<T> {
        // While this query waits for another thread's query, Ctrl-C must not interrupt that query.
        let is_asked = AtomicBool::new(false);
        let interrupt = || {
            if is_asked.load(Ordering::Relaxed) {
                self.interrupter.interrupt();
            }
        };
        interruptible_by(py, &interrupt, |_| {
            let open = self.lock();
            let database = open.as_ref().ok_or_else(|| {
                class::DatabaseError::new_err(format!(
                    "the database {} is closed",
                    self.path.display()
                ))
            })?;
            is_asked.store(true, Ordering::Relaxed);
            let answer = question(database);
            is_asked.store(false, Ordering::Relaxed);
            answer.map_err(|error| bad_database(&error))
        })
    }
}

fn goes_on(stop: &AtomicBool) -> ControlFlow<()> {
    if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

fn plain<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    json(py, &serde_json::to_string(value).unwrap_or_default())
}

/// A problem: the file, the number of the game in it if known, the reason, and the number of moves kept, if any.
type Problem = (PathBuf, Option<usize>, String, Option<usize>);

/// A game left out: the file, the number of the game in it, and the number of the same game in the database.
type Double = (PathBuf, u64, i64);

/// An import's statistics as plain values, its problems, the games left out, and the number of games in the database
/// afterwards.
type Imported<'py> = (Bound<'py, PyAny>, Vec<Problem>, Vec<Double>, u64);

/// Imports game files into a database and updates its indexes, as `chuhe db import` does. `progress` is called with the
/// current step, the amount done and the total.
#[pyfunction]
#[pyo3(signature = (path, inputs, *, format, encoding, progress))]
pub(crate) fn import_games<'py>(
    py: Python<'py>,
    path: PathBuf,
    inputs: Vec<PathBuf>,
    format: Option<&str>,
    encoding: Option<&str>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Imported<'py>> {
    let format = format.map(file_format).transpose()?;
    let encoding = encoding.map(source_encoding).transpose()?;
    let progress = Progress::new(progress);
    let (mut problems, mut doubles) = (Vec::new(), Vec::new());
    let (summary, games) = interruptible(py, |stop| {
        let mut files = data::with_game_files(&inputs).map_err(|error| match error {
            GameFileError::Io { path, error } => io_error(&error, &path),
            error @ GameFileError::EmptyFolder(_) => class::ReadError::new_err(error.to_string()),
        })?;
        for file in &mut files {
            file.encoding = encoding;
        }
        let bytes = |path: &Path| std::fs::metadata(path).map_or(0, |found| found.len());
        let total: u64 = files.iter().map(|file| bytes(&file.path)).sum();
        let mut work = || {
            let mut writer = DatabaseWriter::open(&path)?;
            let summary =
                writer.import(&files, format, Some(Arc::new(self_play)), |path, event| {
                    match event {
                        ImportEvent::Bytes(done) => {
                            progress.report(stop, ("reading", *done, total));
                        }
                        ImportEvent::Trouble(event) if problems.len() < PROBLEMS_MAX => {
                            problems.extend(problem(path, event));
                        }
                        ImportEvent::Double { game, of } if doubles.len() < PROBLEMS_MAX => {
                            doubles.push((path.to_owned(), *game, *of));
                        }
                        _ => {}
                    }
                    goes_on(stop)
                })?;
            if !summary.interrupted {
                writer.finish(|done, all| {
                    progress.report(stop, ("indexing", done, all));
                    goes_on(stop)
                })?;
            }
            Ok((summary, writer.database().info()?.games))
        };
        work().map_err(|error| bad_database(&error))
    })?;
    progress.check()?;
    Ok((plain(py, &summary)?, problems, doubles, games))
}

/// The problem that an event reports, if any. A file without games found in a folder is not a problem.
fn problem(path: &Path, event: &ConversionEvent<'_>) -> Option<Problem> {
    let (game, text, kept) = match event {
        ConversionEvent::FileRefused(error) => (None, error.to_string(), None),
        ConversionEvent::GameUnreadable { game, error } => (Some(*game), error.to_string(), None),
        ConversionEvent::GameBroken { game, error } => {
            let kept = error.salvaged().map(|kept| kept.line.moves.len());
            (Some(*game), error.to_string(), kept)
        }
        ConversionEvent::GameUnwritable { game, error } => (Some(*game), error.to_string(), None),
        _ => return None,
    };
    Some((path.to_owned(), game, text, kept))
}

/// Reads a self-play data file, including the search scores.
fn self_play(bytes: &[u8]) -> Option<OtherFile> {
    let read = match DataFile::from_bytes(bytes) {
        Err(DataError::NotData) => return None,
        read => read,
    };
    let incoming =
        |played: &SelfPlayGame| played.record().map(|(game, scores)| IncomingGame { game, scores });
    let games = read.and_then(|file| file.games.iter().map(incoming).collect());
    Some((data::EXTENSION, games.map_err(|error: DataError| error.into())))
}
