//! Opening books: lookups, and making books.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use chuhe_engine::book::{self, BookError, choose, embedded, leads_back};
use chuhe_formats::{Game, Outcome};
use chuhe_lab::book::{self as making, GameFilter, PLIES, Taken};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::board::Board;
use crate::convert::grade;
use crate::errors::{bad_book, bad_database, bad_value, check_free, class, io_error};
use crate::game::NativeGame;
use crate::moves::Move;
use crate::stored_game::StoredGame;

/// An opening book: a file of ``chuhe book``, or a ``BOOK.DAT`` of ElephantEye.
///
/// A position and its mirror image are treated as one. The file must not change while the book is in use.
///
/// Raises :class:`BookError` if the file is not a readable book, or is damaged.
///
/// >>> book = Book.default()
/// >>> book.choose(Board(), variety="none").move == book.moves(Board())[0].move
/// True
#[pyclass(frozen, module = "chuhe")]
#[derive(Debug)]
pub(crate) struct Book(Arc<book::Book>);

/// A book's entry for a move. All counts are from the mover's point of view.
#[pyclass(frozen, eq, module = "chuhe")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BookMove(book::BookMove);

#[pymethods]
impl Book {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let opened = py.detach(|| book::Book::open(&path));
        opened.map(|book| Self(book.into())).map_err(|error| bad_book(&error, &path))
    }

    /// The built-in book. Raises :class:`BookError` if the program was built without one.
    #[staticmethod]
    fn default() -> PyResult<Self> {
        embedded()
            .map(Self)
            .ok_or_else(|| class::BookError::new_err("there is no book in this build of chuhe"))
    }

    /// The book's moves in a position, best first; empty if it does not know the position.
    fn moves(&self, py: Python<'_>, board: &Board) -> Vec<BookMove> {
        let position = &board.position;
        let mut moves = py.detach(|| self.0.moves(position.board()));
        moves.retain(|found| position.is_legal(found.mv));
        moves.into_iter().map(BookMove).collect()
    }

    /// A move to play, chosen as the engine does; ``None`` if the book has none.
    ///
    /// ``variety`` says how much moves vary: ``'none'`` always takes the best one, ``'medium'`` follows the weights,
    /// ``'huge'`` treats all alike. The same ``seed`` gives the same move. Moves that lead back to a position of the
    /// game are left out.
    #[pyo3(signature = (board, variety = "medium", seed = None))]
    fn choose(
        &self,
        py: Python<'_>,
        board: &Board,
        variety: &str,
        seed: Option<u64>,
    ) -> PyResult<Option<BookMove>> {
        let choice = grade("a variety", variety)?.book_choice();
        let random = seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        let position = &board.position;
        let mut moves = py.detach(|| self.0.moves(position.board()));
        moves.retain(|found| position.is_legal(found.mv) && !leads_back(position, found.mv));
        Ok(choose(&moves, choice, random).copied().map(BookMove))
    }

    /// The number of positions; ``None`` for a ``BOOK.DAT``, which does not record it.
    #[getter]
    fn position_count(&self) -> Option<usize> {
        self.0.position_count()
    }

    /// The number of moves, in all positions.
    #[getter]
    fn move_count(&self) -> usize {
        self.0.move_count()
    }

    /// The size of the file in bytes.
    #[getter]
    fn byte_count(&self) -> usize {
        self.0.byte_count()
    }

    /// Whether it has game counts, years and scores. A ``BOOK.DAT`` has weights only.
    #[getter]
    fn has_games(&self) -> bool {
        self.0.is_own()
    }

    fn __repr__(&self) -> String {
        format!("<Book of {} moves>", self.0.move_count())
    }
}

#[pymethods]
impl BookMove {
    /// The move.
    #[getter]
    fn r#move(&self) -> Move {
        Move(self.0.mv)
    }

    /// How often it is played in proportion to the other moves; 0 for never.
    #[getter]
    fn weight(&self) -> u16 {
        self.0.weight
    }

    /// Games with the move.
    #[getter]
    fn games(&self) -> u64 {
        self.0.games()
    }

    /// Games that the mover won.
    #[getter]
    fn wins(&self) -> u32 {
        self.0.wins
    }

    /// Drawn games.
    #[getter]
    fn draws(&self) -> u32 {
        self.0.draws
    }

    /// Games that the mover lost.
    #[getter]
    fn losses(&self) -> u32 {
        self.0.losses
    }

    /// The mover's share of the points, 0 to 1; ``None`` without games.
    #[getter]
    fn points(&self) -> Option<f64> {
        self.0.points()
    }

    /// The first and the last year of its games; ``None`` if unknown.
    #[getter]
    fn years(&self) -> Option<(u16, u16)> {
        self.0.years
    }

    /// The engine's score from when the book was checked, in centipawns from the mover's point of view; ``None`` if it
    /// was not checked.
    #[getter]
    fn score(&self) -> Option<i16> {
        self.0.score
    }

    fn __repr__(&self) -> String {
        let book::BookMove { mv, weight, wins, draws, losses, .. } = self.0;
        format!("<BookMove {mv} weight={weight} +{wins} ={draws} -{losses}>")
    }
}

/// Makes a book from games.
///
/// The moves of the first ``plies`` plies of each game are used. ``player`` is part of a name: the moves of other
/// players are then left out. ``results`` are the results of games to use, ``years`` the first and the last year. A
/// game with an unknown result is never used.
///
/// >>> builder = BookBuilder(plies=10)
/// >>> builder.add(Game.from_moves("h2e2 h9g7", outcome="1-0"))
/// True
#[pyclass(frozen, module = "chuhe")]
pub(crate) struct BookBuilder {
    filter: GameFilter,
    /// None once the book has been written.
    builder: Mutex<Option<making::BookBuilder>>,
}

#[pymethods]
impl BookBuilder {
    #[new]
    #[pyo3(
        signature = (*, plies = PLIES, player = None, results = None, years = None),
        text_signature = "(*, plies=40, player=None, results=None, years=None)"
    )]
    fn new(
        plies: usize,
        player: Option<String>,
        results: Option<Vec<String>>,
        years: Option<(u16, u16)>,
    ) -> PyResult<Self> {
        if plies == 0 {
            return Err(bad_value("a book has at least one ply of each game"));
        }
        let mut filter = GameFilter { plies, player, ..GameFilter::default() };
        if let Some(results) = results {
            let outcome = |text: &String| {
                let known = Outcome::from_text(text).filter(|&it| it != Outcome::Unknown);
                known.ok_or_else(|| {
                    bad_value(format!("invalid result {text:?}; expected 1-0, 0-1 or 1/2-1/2"))
                })
            };
            filter.outcomes = results.iter().map(outcome).collect::<PyResult<_>>()?;
        }
        if let Some((first, last)) = years {
            if first > last {
                return Err(bad_value(format!("no years from {first} to {last}")));
            }
            filter.years = Some(first..=last);
        }
        Ok(Self { filter, builder: Mutex::new(Some(making::BookBuilder::default())) })
    }

    /// Adds the moves of a game, a :class:`Game` or one of a :class:`Database`. Returns whether the game was used.
    fn add(&self, py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(stored) = game.cast::<StoredGame>() {
            let stored = stored.get();
            return py
                .detach(|| self.take(&stored.0.game().map_err(|error| bad_database(&error))?));
        }
        let native = game.call_method0("_to_native").map_err(|error| {
            let is_other = error.is_instance_of::<pyo3::exceptions::PyAttributeError>(py);
            if is_other {
                PyTypeError::new_err("a book is made of games: Game or StoredGame")
            } else {
                error
            }
        })?;
        let native = Arc::clone(&native.cast::<NativeGame>()?.get().0);
        py.detach(|| self.take(&native))
    }

    /// Writes the book, without moves of fewer than ``min_games`` games, either completely or not at all, and opens it.
    /// After that nothing can be added. An existing file is overwritten only with ``fresh``; otherwise
    /// :class:`FileExistsError` is raised.
    #[pyo3(signature = (path, min_games = 1, *, fresh = false))]
    fn save(&self, py: Python<'_>, path: PathBuf, min_games: u64, fresh: bool) -> PyResult<Book> {
        py.detach(|| {
            check_free(&path, fresh)?;
            // A failed write must not lose what has been collected.
            let unwritable = |error: std::io::Error| io_error(&error, &path.display().to_string());
            chuhe_files::check_writable(&path).map_err(unwritable)?;
            let builder = self.lock().take().ok_or_else(written)?;
            let bad = |error: BookError| bad_book(&error, &path);
            let bytes = builder.finish(min_games).map_err(bad)?;
            chuhe_files::write_whole(&path, &bytes).map_err(unwritable)?;
            Ok(Book(book::Book::open(&path).map_err(bad)?.into()))
        })
    }
}

fn written() -> PyErr {
    class::BookError::new_err("the book has been written: make another BookBuilder")
}

impl BookBuilder {
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<making::BookBuilder>> {
        self.builder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, game: &Game) -> PyResult<bool> {
        let mut builder = self.lock();
        let builder = builder.as_mut().ok_or_else(written)?;
        Ok(matches!(self.filter.take(game, builder), Taken::Moves(_)))
    }
}
