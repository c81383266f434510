//! Games stored in a database.

use chuhe_database as database;
use pyo3::prelude::*;

use crate::errors::bad_database;
use crate::game::NativeGame;
use crate::moves::Move;

/// A game in a database: its names, result and moves. :meth:`game` returns the whole game.
#[pyclass(frozen, module = "chuhe")]
pub(crate) struct StoredGame(pub(crate) database::StoredGame);

#[pymethods]
impl StoredGame {
    /// The game's number in the database, 1 for the first game imported.
    #[getter]
    fn id(&self) -> i64 {
        self.0.id
    }

    /// The name of the player with the red pieces; ``None`` if unknown.
    #[getter]
    fn red(&self) -> Option<&str> {
        self.0.red.as_deref()
    }

    /// The name of the player with the black pieces; ``None`` if unknown.
    #[getter]
    fn black(&self) -> Option<&str> {
        self.0.black.as_deref()
    }

    /// The event; ``None`` if unknown.
    #[getter]
    fn event(&self) -> Option<&str> {
        self.0.event.as_deref()
    }

    /// The round; ``None`` if unknown.
    #[getter]
    fn round(&self) -> Option<&str> {
        self.0.round.as_deref()
    }

    /// The date as in the file, such as ``'1982.05.01'``; ``None`` if the file has none.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.0.date.as_deref()
    }

    /// The year in which the game was played; ``None`` if unknown.
    #[getter]
    fn year(&self) -> Option<u32> {
        self.0.year()
    }

    /// The result, ``'*'`` if unknown.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.0.result
    }

    /// The name of the opening in English and in Chinese; ``None`` if it has no name.
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

    /// The file that the game was imported from.
    #[getter]
    fn file(&self) -> &str {
        &self.0.file
    }

    /// The game's number in the file, 1 for the first.
    #[getter]
    fn number(&self) -> i64 {
        self.0.number
    }

    /// The whole game, including tags, comments and variations. Raises :class:`DatabaseError` if the stored data is not
    /// a valid game.
    fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = py.detach(|| self.0.game()).map_err(|error| bad_database(&error))?;
        let class = py.import("chuhe.game")?.getattr("Game")?;
        class.call_method1("_of", (NativeGame(game.into()),))
    }

    /// The number of plies.
    fn __len__(&self) -> usize {
        self.0.plies as usize
    }

    /// Always true, even for a game without moves.
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
