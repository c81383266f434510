//! Converts plain Python values, such as colours, squares and times, to the library's types.

use std::num::NonZero;
use std::str::FromStr;
use std::thread::available_parallelism;
use std::time::Duration;

use chuhe_engine::engine::config::Grade;
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::notation::chinese::Script;
use chuhe_engine::rules::{RuleSet, Rules};
use chuhe_engine::types::{self, Square};
use chuhe_formats::collection::FileFormat;
use chuhe_formats::encoding::{SourceEncoding, UnknownEncoding};
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::errors::bad_value;
use crate::moves::Move;

/// The longest time allowed, in milliseconds: ten years.
const TIME_MAX_MS: f64 = 10.0 * 365.0 * 86_400_000.0;
/// The maximum number of jobs.
pub(crate) const JOBS_MAX: usize = 1024;

/// `red` or `black`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Color(pub(crate) types::Color);

impl FromPyObject<'_, '_> for Color {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match value.extract::<String>()?.as_str() {
            "red" => Ok(Self(types::Color::Red)),
            "black" => Ok(Self(types::Color::Black)),
            other => Err(bad_value(format!("a color must be \"red\" or \"black\", not {other:?}"))),
        }
    }
}

pub(crate) const fn color_name(color: types::Color) -> &'static str {
    match color {
        types::Color::Red => "red",
        types::Color::Black => "black",
    }
}

/// Reads the name of a square, such as `e4`.
pub(crate) fn square(text: &str) -> PyResult<Square> {
    Square::from_str(&text.to_ascii_lowercase()).map_err(|_| {
        bad_value(format!("a square must be a letter from a to i and a digit, not {text:?}"))
    })
}

/// A move, or its text in any notation.
#[derive(Clone, Debug)]
pub(crate) enum MoveLike {
    Move(types::Move),
    Text(String),
}

impl FromPyObject<'_, '_> for MoveLike {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match value.cast::<Move>() {
            Ok(mv) => Ok(Self::Move(mv.get().0)),
            Err(_) => Ok(Self::Text(value.extract()?)),
        }
    }
}

/// A notation for moves: `coordinates`, `iccs`, `wxf`, `chinese` or `traditional`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Notation(pub(crate) MoveFormat);

impl FromPyObject<'_, '_> for Notation {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let format = match value.extract::<String>()?.as_str() {
            "coordinates" => MoveFormat::Coordinates,
            "iccs" => MoveFormat::Iccs,
            "wxf" => MoveFormat::Wxf,
            "chinese" => MoveFormat::Chinese(Script::Simplified),
            "traditional" => MoveFormat::Chinese(Script::Traditional),
            other => {
                return Err(bad_value(format!(
                    "a notation must be \"coordinates\", \"iccs\", \"wxf\", \"chinese\" or \"traditional\", not {other:?}"
                )));
            }
        };
        Ok(Self(format))
    }
}

/// The rules of a game: a set of repetition rules by name, and the number of full moves without a capture after which
/// the game is drawn, 0 for never.
pub(crate) fn rules(set: &str, draw_moves: u16) -> PyResult<Rules> {
    let set = RuleSet::from_str(set).map_err(|error| bad_value(error.to_string()))?;
    let draw_plies = draw_moves.checked_mul(2).ok_or_else(|| {
        bad_value(format!("draw_moves must be at most {}, not {draw_moves}", u16::MAX / 2))
    })?;
    Ok(Rules { set, draw_plies })
}

/// The file format with this usual extension.
pub(crate) fn file_format(name: &str) -> PyResult<FileFormat> {
    FileFormat::of_name(&format!(".{name}")).ok_or_else(|| {
        bad_value(format!(
            "a file format must be pgn, dhtmlxq, xqf, cbr, cbl, cbf, wxf, pfc, che, moves or fen, not {name:?}"
        ))
    })
}

/// A number of jobs or threads; 0 stands for one per core. `name` is the name of the setting, for the error message.
pub(crate) fn parallel(name: &str, count: usize, most: usize) -> PyResult<NonZero<usize>> {
    if count > most {
        return Err(bad_value(format!("{name} must be from 0 to {most}, not {count}")));
    }
    let cores = || available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    Ok(NonZero::new(count).unwrap_or_else(cores))
}

/// The encoding with this name.
pub(crate) fn source_encoding(name: &str) -> PyResult<SourceEncoding> {
    name.parse().map_err(|error: UnknownEncoding| bad_value(error.to_string()))
}

/// The choice with this name; `what` is the name of the setting, for the error message.
pub(crate) fn choice<T, const N: usize>(
    what: &str,
    name: &str,
    choices: [(&str, T); N],
) -> PyResult<T> {
    let names = choices.each_ref().map(|(name, _)| *name).join(", ");
    let found = choices.into_iter().find(|(known, _)| *known == name);
    let choice = found.map(|(_, choice)| choice);
    choice.ok_or_else(|| bad_value(format!("{what} must be one of {names}, not {name:?}")))
}

/// The grade of book variety with this name; `what` is the name of the setting, for the error message.
pub(crate) fn grade(what: &str, name: &str) -> PyResult<Grade> {
    choice(what, name, Grade::ALL.map(|grade| (grade.name(), grade)))
}

/// Converts milliseconds to a duration; `name` is the name of the setting, for the error message.
pub(crate) fn milliseconds(name: &str, value: f64) -> PyResult<Duration> {
    if (0.0..=TIME_MAX_MS).contains(&value) {
        Ok(Duration::from_secs_f64(value / 1000.0))
    } else {
        Err(bad_value(format!(
            "{name} must be a number of milliseconds from 0 to {TIME_MAX_MS:.0}, not {value}"
        )))
    }
}

/// The Python value that `json.loads` returns for a text.
pub(crate) fn json<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}
