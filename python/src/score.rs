//! Scores.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use chuhe_engine::search::Wdl;
use chuhe_engine::types::{self, Value, is_rule, mate_in, mated_in};
use pyo3::prelude::*;

use crate::errors::bad_value;

/// The longest mate that a score can express, in plies.
const PLIES_MAX: u16 = types::MAX_PLY as u16;

/// The score of a position, in centipawns or as the distance to mate.
///
/// Scores are from the point of view of the side to move unless stated otherwise. They are ordered by that side's
/// preference, and ``-score`` is the same score from the opponent's point of view.
///
/// >>> Score(cp=35) < Score(mate=3)
/// True
#[pyclass(frozen, eq, ord, hash, module = "chuhe")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Score(pub(crate) types::Score);

impl Hash for Score {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value().hash(state);
    }
}

/// Ordered by the preference of the side to move.
impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value().cmp(&other.value())
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Score {
    fn value(self) -> Value {
        match self.0 {
            types::Score::Cp(cp) => cp,
            types::Score::MateIn(plies) => mate_in(plies.into()),
            types::Score::MatedIn(plies) => mated_in(plies.into()),
        }
    }
}

#[pymethods]
impl Score {
    /// Takes exactly one of ``cp``, centipawns; ``mate``, full moves to mate; and ``mate_plies``, plies to mate.
    /// Negative distances mean that the side to move is being mated.
    #[new]
    #[pyo3(signature = (*, cp = None, mate = None, mate_plies = None))]
    fn new(cp: Option<i32>, mate: Option<i32>, mate_plies: Option<i32>) -> PyResult<Self> {
        let of_plies = |plies: i32| {
            let count =
                u16::try_from(plies.unsigned_abs()).ok().filter(|&count| count <= PLIES_MAX);
            let count = count.ok_or_else(|| {
                bad_value(format!("a mate must be at most {PLIES_MAX} plies away"))
            })?;
            Ok(Self(if plies > 0 {
                types::Score::MateIn(count)
            } else {
                types::Score::MatedIn(count)
            }))
        };
        match (cp, mate, mate_plies) {
            (Some(cp), None, None) if cp.abs() <= types::RULE_WIN => Ok(Self(types::Score::Cp(cp))),
            (Some(cp), None, None) => {
                Err(bad_value(format!("cp must be from -{0} to {0}, not {cp}", types::RULE_WIN)))
            }
            (None, Some(moves), None) if moves > 0 => of_plies(moves.saturating_mul(2) - 1),
            (None, Some(moves), None) => of_plies(moves.saturating_mul(2)),
            (None, None, Some(plies)) => of_plies(plies),
            _ => Err(bad_value("give exactly one of cp, mate and mate_plies")),
        }
    }

    /// Centipawns; ``None`` for a mate. Wins and losses by the repetition rules are near ±28000.
    #[getter]
    fn cp(&self) -> Option<i32> {
        match self.0 {
            types::Score::Cp(cp) => Some(cp),
            _ => None,
        }
    }

    /// Full moves to mate, negative if the side to move is being mated, 0 if it has no legal move. ``None`` if the
    /// score is not a mate.
    #[getter]
    fn mate(&self) -> Option<i32> {
        match self.0 {
            types::Score::Cp(_) => None,
            types::Score::MateIn(plies) => Some(plies.div_ceil(2).into()),
            types::Score::MatedIn(plies) => Some(-i32::from(plies.div_ceil(2))),
        }
    }

    /// Plies to mate, negative if the side to move is being mated. ``None`` if the score is not a mate.
    #[getter]
    fn mate_plies(&self) -> Option<i32> {
        match self.0 {
            types::Score::Cp(_) => None,
            types::Score::MateIn(plies) => Some(plies.into()),
            types::Score::MatedIn(plies) => Some(-i32::from(plies)),
        }
    }

    /// Whether the score is a mate, by either side.
    #[getter]
    fn is_mate(&self) -> bool {
        !matches!(self.0, types::Score::Cp(_))
    }

    /// Whether the score is a win or loss by the repetition rules.
    #[getter]
    fn is_rule(&self) -> bool {
        matches!(self.0, types::Score::Cp(cp) if is_rule(cp))
    }

    /// Probabilities of a win, a draw and a loss, in per mille. They add up to 1000.
    #[getter]
    fn wdl(&self) -> (u16, u16, u16) {
        let Wdl { win, draw, loss } = Wdl::from_score(self.0);
        (win, draw, loss)
    }

    /// Expected points, 0 to 1: the probability of a win plus half the probability of a draw.
    #[getter]
    fn expectation(&self) -> f64 {
        Wdl::expectation(self.0)
    }

    /// The score in centipawns, with mates outranking all other scores: a mate in ``n`` plies is ``30000 - n``.
    fn __int__(&self) -> i32 {
        self.value()
    }

    fn __neg__(&self) -> Self {
        Self(-self.0)
    }

    fn __str__(&self) -> String {
        self.0.in_pawns()
    }

    fn __repr__(&self) -> String {
        match self.0 {
            types::Score::Cp(cp) => format!("Score(cp={cp})"),
            types::Score::MateIn(plies) => format!("Score(mate_plies={plies})"),
            types::Score::MatedIn(plies) => format!("Score(mate_plies=-{plies})"),
        }
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (i32,))> {
        Ok((slf.get_type().getattr("_of_value")?.unbind(), (slf.get().value(),)))
    }

    #[staticmethod]
    fn _of_value(value: i32) -> PyResult<Self> {
        let is_score = (-types::MATE..=types::MATE).contains(&value);
        is_score
            .then(|| Self(value.into()))
            .ok_or_else(|| bad_value(format!("invalid score {value}")))
    }
}
