//! Converts the library's errors to Python exceptions. The exception classes are in `chuhe/errors.py`.

use std::io;
use std::path::Path;

use chuhe_database::DatabaseError;
use chuhe_engine::board::{FenError, IllegalMove, Position};
use chuhe_engine::book::BookError;
use chuhe_engine::engine::config::ConfigError;
use chuhe_engine::notation::{MoveTextError, WordError, WordProblem};
use chuhe_engine::tables::{TableFileError, TablesError};
use chuhe_engine::types::Move;
use chuhe_formats::WriteError;
use chuhe_formats::collection::ReadError;
use chuhe_lab::tables::GenerateError;
use pyo3::exceptions::{PyFileExistsError, PyRuntimeError};
use pyo3::prelude::*;

/// The exception classes, in a separate module because their names clash with the library's.
pub(crate) mod class {
    pyo3::import_exception!(chuhe.errors, BookError);
    pyo3::import_exception!(chuhe.errors, DatabaseError);
    pyo3::import_exception!(chuhe.errors, EngineError);
    pyo3::import_exception!(chuhe.errors, Error);
    pyo3::import_exception!(chuhe.errors, FenError);
    pyo3::import_exception!(chuhe.errors, IllegalMoveError);
    pyo3::import_exception!(chuhe.errors, MatchError);
    pyo3::import_exception!(chuhe.errors, MoveTextError);
    pyo3::import_exception!(chuhe.errors, ReadError);
    pyo3::import_exception!(chuhe.errors, TablesError);
    pyo3::import_exception!(chuhe.errors, WriteError);
}

/// An error for an invalid value.
pub(crate) fn bad_value(text: impl Into<String>) -> PyErr {
    class::Error::new_err(text.into())
}

pub(crate) fn bad_fen(error: &FenError) -> PyErr {
    class::FenError::new_err(error.to_string())
}

pub(crate) fn illegal(error: &IllegalMove, mv: Move, position: &Position) -> PyErr {
    class::IllegalMoveError::new_err((error.to_string(), mv.to_string(), position.fen()))
}

pub(crate) fn bad_move_text(error: &MoveTextError, text: &str, position: &Position) -> PyErr {
    class::MoveTextError::new_err((
        error.to_string(),
        text.to_owned(),
        None::<usize>,
        position.fen(),
    ))
}

pub(crate) fn bad_word(error: &WordError) -> PyErr {
    let WordError { number, word, fen, reason } = error;
    match reason {
        WordProblem::Illegal(_) => {
            class::IllegalMoveError::new_err((error.to_string(), word.clone(), fen.clone()))
        }
        WordProblem::Text(_) => class::MoveTextError::new_err((
            error.to_string(),
            word.clone(),
            Some(*number),
            fen.clone(),
        )),
    }
}

/// `number` is the game's number in its file, from 1.
pub(crate) fn broken_game(error: &ReadError, path: Option<&str>, number: usize) -> PyErr {
    class::ReadError::new_err((error.to_string(), path.map(str::to_owned), number, error.line()))
}

pub(crate) fn unwritable(error: &WriteError) -> PyErr {
    class::WriteError::new_err(error.to_string())
}

pub(crate) fn bad_config(error: &ConfigError) -> PyErr {
    class::EngineError::new_err(error.to_string())
}

/// An `EngineError` with the text of any error.
pub(crate) fn engine_error(error: impl std::fmt::Display) -> PyErr {
    class::EngineError::new_err(error.to_string())
}

/// The error for a thread that cannot be started, as Python itself raises it.
pub(crate) fn no_thread(error: io::Error) -> PyErr {
    PyRuntimeError::new_err(format!(
        "can't start new thread: {}",
        chuhe_util::files::reason(&error)
    ))
}

/// An `OSError` of the subclass that matches the error, with the path in its text.
pub(crate) fn io_error(error: &io::Error, path: &str) -> PyErr {
    io::Error::new(error.kind(), format!("{path}: {}", chuhe_util::files::reason(error))).into()
}

/// Refuses to overwrite a non-empty file, unless `fresh` allows it.
pub(crate) fn check_free(path: &Path, fresh: bool) -> PyResult<()> {
    if fresh || !chuhe_util::files::has_content(path) {
        return Ok(());
    }
    let text = format!("{} already exists; use fresh=True to overwrite it", path.display());
    Err(PyFileExistsError::new_err(text))
}

pub(crate) fn bad_database(error: &DatabaseError) -> PyErr {
    match error {
        DatabaseError::Io { path, error } => io_error(error, path),
        DatabaseError::Full => io::Error::new(io::ErrorKind::StorageFull, error.to_string()).into(),
        error => class::DatabaseError::new_err(error.to_string()),
    }
}

pub(crate) fn bad_book(error: &BookError, path: &Path) -> PyErr {
    let path = path.display().to_string();
    match error {
        BookError::Io(error) => io_error(error, &path),
        error => class::BookError::new_err(format!("{path}: {error}")),
    }
}

fn bad_table_file(error: &TableFileError, file: &Path, text: String) -> PyErr {
    match error {
        TableFileError::Io(error) => io_error(error, &file.display().to_string()),
        _ => class::TablesError::new_err(text),
    }
}

pub(crate) fn bad_tables(error: &TablesError) -> PyErr {
    let text = error.to_string();
    match error {
        TablesError::Folder { folder, error } => io_error(error, &folder.display().to_string()),
        TablesError::File { file, error } => bad_table_file(error, file, text),
        TablesError::Empty(_) | TablesError::NoTable(_) => class::TablesError::new_err(text),
    }
}

pub(crate) fn not_generated(error: &GenerateError) -> PyErr {
    match error {
        GenerateError::Tables(error) => bad_tables(error),
        GenerateError::Write { file, error } => io_error(error, &file.display().to_string()),
        GenerateError::Room { error: cause, .. } => {
            io::Error::new(cause.kind(), error.to_string()).into()
        }
        error @ GenerateError::TooLarge(_) => class::TablesError::new_err(error.to_string()),
    }
}
