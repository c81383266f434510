//! Builds queries for games in a database.

use chuhe_database as database;
use chuhe_database::PlayedDate;
use chuhe_engine::board::Position;
use chuhe_engine::notation::play_words;
use chuhe_engine::types;
use chuhe_formats::Outcome;
use chuhe_formats::position_text::position_from_text;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::board::Board;
use crate::convert::MoveLike;
use crate::errors::{bad_fen, bad_value, bad_word};
use crate::moves::Move;

/// The names of all filters.
const NAMES: &str = "player, red, black, event, since, until, result, opening, position, material, material_plies, \
                     beginning and stretch";

/// A query; `GameFilters` in `chuhe/database.py` documents its filters.
#[pyclass(frozen, module = "chuhe._native")]
pub(crate) struct Query(pub(crate) database::Query);

#[pymethods]
impl Query {
    #[new]
    #[pyo3(signature = (**filters))]
    fn new(filters: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut query = database::Query::default();
        for (name, value) in filters.into_iter().flatten() {
            let name = name.extract::<String>()?;
            if !value.is_none() {
                set(&mut query, &name, &value)?;
            } else if !NAMES.split([',', ' ']).any(|known| known == name) {
                return Err(unknown(&name));
            }
        }
        if query.material_plies > 0 && query.material.is_none() {
            return Err(bad_value("material_plies requires material"));
        }
        query.check().map_err(|error| bad_value(error.to_string()))?;
        Ok(Self(query))
    }
}

fn unknown(name: &str) -> PyErr {
    PyTypeError::new_err(format!("unknown filter {name:?}; expected one of {NAMES}"))
}

fn set(query: &mut database::Query, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let text = || value.extract::<String>();
    match name {
        "player" => query.player = Some(text()?),
        "red" => query.red = Some(text()?),
        "black" => query.black = Some(text()?),
        "event" => query.event = Some(text()?),
        "since" => query.from = Some(date(value)?),
        "until" => query.to = Some(date(value)?),
        "result" => {
            let text = text()?;
            let outcome = Outcome::from_text(&text).ok_or_else(|| {
                bad_value(format!("a result must be 1-0, 0-1, 1/2-1/2 or *, not {text:?}"))
            })?;
            query.result = Some(outcome);
        }
        "opening" => query.opening = Some(text()?),
        "position" => query.position = Some(position(value)?),
        "material" => {
            let pattern = text()?.parse();
            let pattern =
                pattern.map_err(|error: database::QueryError| bad_value(error.to_string()))?;
            query.material = Some(pattern);
        }
        "material_plies" => query.material_plies = value.extract()?,
        "beginning" => query.beginning = beginning(value)?,
        "stretch" => query.stretch = stretch(value)?,
        _ => return Err(unknown(name)),
    }
    Ok(())
}

/// A date: a year as a number, a `datetime.date`, or a text.
fn date(value: &Bound<'_, PyAny>) -> PyResult<PlayedDate> {
    let text = value.str()?.to_string();
    text.parse().map_err(|error: database::QueryError| bad_value(error.to_string()))
}

/// A board or a FEN.
fn position(value: &Bound<'_, PyAny>) -> PyResult<Position> {
    if let Ok(board) = value.cast::<Board>() {
        return Ok(board.try_borrow()?.position.clone());
    }
    position_from_text(&value.extract::<String>()?).map_err(|error| bad_fen(&error))
}

/// Moves from the start position: text in any notation, or a sequence of moves.
fn beginning(value: &Bound<'_, PyAny>) -> PyResult<Vec<types::Move>> {
    let start = Position::startpos();
    let played = if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_string();
        play_words(&start, &text, None).map_err(|error| bad_word(&error))?
    } else {
        let mut board = Board::new_of(start);
        for mv in value.extract::<Vec<MoveLike>>()? {
            let mv = board.find(&mv)?;
            board.position.make_unchecked(mv, &mut ());
        }
        board.position
    };
    some(played.history().iter().filter_map(|undo| undo.mv).collect())
}

/// Consecutive moves anywhere in a game: coordinates in a text, or a sequence of moves.
fn stretch(value: &Bound<'_, PyAny>) -> PyResult<Vec<types::Move>> {
    let moves = if let Ok(text) = value.cast::<PyString>() {
        text.to_string().split_whitespace().map(|word| MoveLike::Text(word.to_owned())).collect()
    } else {
        value.extract::<Vec<MoveLike>>()?
    };
    let plain = moves.into_iter().map(|mv| match mv {
        MoveLike::Move(mv) => Ok(mv),
        MoveLike::Text(text) => Ok(Move::of_text(&text)?.0),
    });
    some(plain.collect::<PyResult<_>>()?)
}

fn some(moves: Vec<types::Move>) -> PyResult<Vec<types::Move>> {
    if moves.is_empty() { Err(bad_value("give at least one move")) } else { Ok(moves) }
}
