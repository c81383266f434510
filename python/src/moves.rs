//! Moves.

use std::cmp::Ordering;

use chuhe_engine::types;
use pyo3::prelude::*;

use crate::errors::bad_value;

/// A move, as a pair of squares.
///
/// It does not record which piece moves or what it captures. ``str(move)`` returns coordinates, and ``Move(text)``
/// parses them; a :class:`Board` reads and writes the other notations.
///
/// >>> Move("h2e2").to_square
/// 'e2'
#[pyclass(frozen, eq, ord, hash, module = "chuhe")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move(pub(crate) types::Move);

/// Ordered by their text in coordinates.
impl Ord for Move {
    fn cmp(&self, other: &Self) -> Ordering {
        let place = |mv: types::Move| [mv.from(), mv.to()].map(|at| (at.file(), at.rank()));
        place(self.0).cmp(&place(other.0))
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Move {
    /// The move whose coordinates a text contains.
    pub(crate) fn of_text(text: &str) -> PyResult<Self> {
        let plain = text.to_ascii_lowercase().replace('-', "");
        plain
            .parse()
            .map(Self)
            .map_err(|_| bad_value(format!("{text:?} is not a pair of squares, such as h2e2")))
    }
}

#[pymethods]
impl Move {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        Self::of_text(text)
    }

    /// The square that the piece leaves, such as ``'h2'``.
    #[getter]
    fn from_square(&self) -> String {
        self.0.from().to_string()
    }

    /// The square that the piece moves to.
    #[getter]
    fn to_square(&self) -> String {
        self.0.to().to_string()
    }

    /// The move mirrored left to right.
    fn mirror(&self) -> Self {
        Self(self.0.mirror())
    }

    /// The move with ranks reversed, as the other side would play it.
    fn flip(&self) -> Self {
        Self(self.0.flip())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}
