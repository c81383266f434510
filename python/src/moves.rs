//! Moves.

use std::hash::{DefaultHasher, Hash, Hasher};

use chuhe::types;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;

use crate::errors::bad_value;

/// A move as its two squares.
///
/// It does not say which piece moves or what is captured. ``str(move)`` is the text in coordinates, and ``Move(text)``
/// reads it; a :class:`Board` reads and writes the other notations.
///
/// >>> Move("h2e2").to_square
/// 'e2'
#[pyclass(frozen, module = "chuhe")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move(pub(crate) types::Move);

#[pymethods]
impl Move {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        let plain = text.to_ascii_lowercase().replace('-', "");
        plain
            .parse()
            .map(Self)
            .map_err(|_| bad_value(format!("{text:?} is not two squares, such as h2e2")))
    }

    /// The square that the piece leaves, such as ``'h2'``.
    #[getter]
    fn from_square(&self) -> String {
        self.0.from().to_string()
    }

    /// The square that it goes to.
    #[getter]
    fn to_square(&self) -> String {
        self.0.to().to_string()
    }

    /// The same move on the board mirrored left to right.
    fn mirror(&self) -> Self {
        Self(self.0.mirror())
    }

    /// The same move with ranks reversed, as it would be the other side's.
    fn flip(&self) -> Self {
        Self(self.0.flip())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __richcmp__(
        &self,
        other: &Bound<'_, PyAny>,
        how: CompareOp,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        // In the order of their texts.
        let place =
            |mv: types::Move| (mv.from().file(), mv.from().rank(), mv.to().file(), mv.to().rank());
        let holds = how.matches(place(self.0).cmp(&place(other.get().0)));
        Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
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
