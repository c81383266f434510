//! Converts plain Python values, such as colours, squares and times, to the library's types.

use std::str::FromStr;
use std::time::Duration;

use chuhe_engine::engine::config::Grade;
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::notation::chinese::Script;
use chuhe_engine::rules::{RuleSet, Rules};
use chuhe_engine::types::{self, Square};
use chuhe_formats::collection::FileFormat;
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::errors::bad_value;
use crate::moves::Move;

/// The longest time allowed, in seconds: ten years.
const TIME_MAX_S: f64 = 10.0 * 365.0 * 86_400.0;

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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notation {
    pub(crate) format: MoveFormat,
    /// Whether coordinates are written as `h2e2` rather than `H2-E2`.
    pub(crate) is_plain: bool,
}

impl Default for Notation {
    fn default() -> Self {
        Self { format: MoveFormat::Iccs, is_plain: true }
    }
}

impl FromPyObject<'_, '_> for Notation {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let (format, is_plain) = match value.extract::<String>()?.as_str() {
            "coordinates" => (MoveFormat::Iccs, true),
            "iccs" => (MoveFormat::Iccs, false),
            "wxf" => (MoveFormat::Wxf, false),
            "chinese" => (MoveFormat::Chinese(Script::Simplified), false),
            "traditional" => (MoveFormat::Chinese(Script::Traditional), false),
            other => {
                return Err(bad_value(format!(
                    "a notation must be \"coordinates\", \"iccs\", \"wxf\", \"chinese\" or \"traditional\", not {other:?}"
                )));
            }
        };
        Ok(Self { format, is_plain })
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

/// The grade of book variety with this name; `what` is the name of the setting, for the error message.
pub(crate) fn grade(what: &str, name: &str) -> PyResult<Grade> {
    Grade::ALL.into_iter().find(|grade| grade.name() == name).ok_or_else(|| {
        let names = Grade::ALL.map(Grade::name).join(", ");
        bad_value(format!("{what} must be one of {names}, not {name:?}"))
    })
}

/// Converts seconds to a duration; `name` is the name of the setting, for the error message.
pub(crate) fn seconds(name: &str, value: f64) -> PyResult<Duration> {
    let is_sane = value.is_finite() && (0.0..=TIME_MAX_S).contains(&value);
    if is_sane {
        Ok(Duration::from_secs_f64(value))
    } else {
        Err(bad_value(format!(
            "{name} must be a number of seconds from 0 to {TIME_MAX_S:.0}, not {value}"
        )))
    }
}

/// The Python value that `json.loads` returns for a text.
pub(crate) fn json<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}
