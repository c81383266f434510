//! Errors of the library as exceptions. Their classes are in `chuhe/errors.py`.

use chuhe::board::{FenError, IllegalMove, Position};
use chuhe::engine::config::ConfigError;
use chuhe::notation::collection::ReadError;
use chuhe::notation::{MoveTextError, WordError, WordProblem, WriteError};
use chuhe::types::Move;
use pyo3::prelude::*;

/// The classes, under names that do not clash with those of the library.
pub(crate) mod class {
    pyo3::import_exception!(chuhe.errors, EngineError);
    pyo3::import_exception!(chuhe.errors, Error);
    pyo3::import_exception!(chuhe.errors, FenError);
    pyo3::import_exception!(chuhe.errors, IllegalMoveError);
    pyo3::import_exception!(chuhe.errors, MatchError);
    pyo3::import_exception!(chuhe.errors, MoveTextError);
    pyo3::import_exception!(chuhe.errors, ReadError);
    pyo3::import_exception!(chuhe.errors, WriteError);
}

/// A value that makes no sense.
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
        _ => class::MoveTextError::new_err((
            error.to_string(),
            word.clone(),
            Some(*number),
            fen.clone(),
        )),
    }
}

/// `number` is that of the game in its file, from 1.
pub(crate) fn broken_game(error: &ReadError, path: Option<&str>, number: usize) -> PyErr {
    class::ReadError::new_err((error.to_string(), path.map(str::to_owned), number, error.line()))
}

pub(crate) fn unwritable(error: &WriteError) -> PyErr {
    class::WriteError::new_err(error.to_string())
}

pub(crate) fn bad_config(error: &ConfigError) -> PyErr {
    class::EngineError::new_err(error.to_string())
}

/// Anything that has a text, as an error of the engine.
pub(crate) fn engine_error(error: impl std::fmt::Display) -> PyErr {
    class::EngineError::new_err(error.to_string())
}
