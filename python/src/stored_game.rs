//! Games as they come out of a database.

use chuhe_database as database;
use pyo3::prelude::*;

use crate::errors::bad_database;
use crate::game::NativeGame;
use crate::moves::Move;

/// A game in a database: its names, its result and its moves. :meth:`game` is the whole of it.
#[pyclass(frozen, module = "chuhe")]
pub(crate) struct StoredGame(pub(crate) database::StoredGame);

#[pymethods]
impl StoredGame {
    /// Its number in the database, 1 for the first that came in.
    #[getter]
    fn id(&self) -> i64 {
        self.0.id
    }

    /// Who played Red; ``None`` if it is not known.
    #[getter]
    fn red(&self) -> Option<&str> {
        self.0.red.as_deref()
    }

    /// Who played Black; ``None`` if it is not known.
    #[getter]
    fn black(&self) -> Option<&str> {
        self.0.black.as_deref()
    }

    /// Where it was played; ``None`` if it is not known.
    #[getter]
    fn event(&self) -> Option<&str> {
        self.0.event.as_deref()
    }

    /// The round; ``None`` if it is not known.
    #[getter]
    fn round(&self) -> Option<&str> {
        self.0.round.as_deref()
    }

    /// The date as the file had it, such as ``'1982.05.01'``; ``None`` if there was none.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.0.date.as_deref()
    }

    /// The year it was played in; ``None`` if it is not known.
    #[getter]
    fn year(&self) -> Option<u32> {
        self.0.year()
    }

    /// How it ended, ``'*'`` if it is not known.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.0.result
    }

    /// The name of the opening in English and in Chinese, if it has one.
    #[getter]
    fn opening(&self) -> Option<(&str, &str)> {
        self.0.opening.as_ref().map(|name| (&*name.english, &*name.chinese))
    }

    /// The FEN of the position before the first move.
    #[getter]
    fn start(&self) -> &str {
        self.0.start_fen()
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.0.moves.split(' ').filter_map(|word| word.parse().ok()).map(Move).collect()
    }

    /// The file that it came from.
    #[getter]
    fn file(&self) -> &str {
        &self.0.file
    }

    /// Its number in the file, 1 for the first.
    #[getter]
    fn number(&self) -> i64 {
        self.0.number
    }

    /// The whole game, with its tags, comments and variations. Raises :class:`DatabaseError` if what lies in the
    /// database makes no game.
    fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = py.detach(|| self.0.game()).map_err(|error| bad_database(&error))?;
        let class = py.import("chuhe.game")?.getattr("Game")?;
        class.call_method1("_of", (NativeGame(game.into()),))
    }

    /// The number of moves of both sides.
    fn __len__(&self) -> usize {
        self.0.plies as usize
    }

    /// Always true, also for a game without moves.
    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
        let (red, black) = (name(&self.0.red), name(&self.0.black));
        format!(
            "<StoredGame {} {red} - {black} {}, {} plies>",
            self.0.id, self.0.result, self.0.plies
        )
    }
}
