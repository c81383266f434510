//! Opening books: looking up moves and making books.

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

/// An opening book: a file made by ``chuhe book``, or a ``BOOK.DAT`` file of ElephantEye.
///
/// A position and its mirror image share one entry. The file must not change while the book is in use.
///
/// Raises :class:`BookError` if the file is not a readable book or is damaged.
///
/// >>> book = Book.default()
/// >>> book.choose(Board(), variety="none").move == book.moves(Board())[0].move
/// True
#[pyclass(frozen, module = "chuhe")]
#[derive(Debug)]
pub(crate) struct Book(Arc<book::Book>);

/// A book's entry for a move. All figures are from the mover's point of view.
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

    /// The built-in book. Raises :class:`BookError` if this build has none.
    #[staticmethod]
    fn default() -> PyResult<Self> {
        embedded()
            .map(Self)
            .ok_or_else(|| class::BookError::new_err("this build of chuhe has no built-in book"))
    }

    /// The book's moves in a position, best first; empty if the book does not contain the position.
    fn moves(&self, py: Python<'_>, board: &Board) -> Vec<BookMove> {
        let position = &board.position;
        let mut moves = py.detach(|| self.0.moves(position.board()));
        moves.retain(|found| position.is_legal(found.mv));
        moves.into_iter().map(BookMove).collect()
    }

    /// A move to play, chosen as the engine chooses its book moves; ``None`` if the book has none.
    ///
    /// ``variety`` determines how much the choice varies: ``'none'`` always takes the best move, ``'medium'`` follows
    /// the weights, and ``'huge'`` treats all moves alike. The same ``seed`` always selects the same move. Moves that
    /// lead back to an earlier position of the game are skipped.
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

    /// The number of moves, over all positions.
    #[getter]
    fn move_count(&self) -> usize {
        self.0.move_count()
    }

    /// The size of the file in bytes.
    #[getter]
    fn byte_count(&self) -> usize {
        self.0.byte_count()
    }

    /// Whether the book records game counts, years and scores. A ``BOOK.DAT`` holds only weights.
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

    /// How often the move is played relative to the other moves; 0 means never.
    #[getter]
    fn weight(&self) -> u16 {
        self.0.weight
    }

    /// The number of games with the move.
    #[getter]
    fn games(&self) -> u64 {
        self.0.games()
    }

    /// The number of games that the mover won.
    #[getter]
    fn wins(&self) -> u32 {
        self.0.wins
    }

    /// The number of drawn games.
    #[getter]
    fn draws(&self) -> u32 {
        self.0.draws
    }

    /// The number of games that the mover lost.
    #[getter]
    fn losses(&self) -> u32 {
        self.0.losses
    }

    /// The mover's share of the points, 0 to 1; ``None`` without games.
    #[getter]
    fn points(&self) -> Option<f64> {
        self.0.points()
    }

    /// The first and last year in which the move was played; ``None`` if unknown.
    #[getter]
    fn years(&self) -> Option<(u16, u16)> {
        self.0.years
    }

    /// The engine's score for the move when the book was checked, in centipawns from the mover's point of view;
    /// ``None`` if the book was not checked.
    #[getter]
    fn score(&self) -> Option<i16> {
        self.0.score
    }

    fn __repr__(&self) -> String {
        let book::BookMove { mv, weight, wins, draws, losses, .. } = self.0;
        format!("<BookMove {mv} weight={weight} +{wins} ={draws} -{losses}>")
    }
}

/// Makes an opening book from games.
///
/// The first ``plies`` plies of each game are used. If ``player``, part of a name, is given, only that player's moves
/// count. ``results`` limits the games to those with certain results, ``years`` to those between a first and a last
/// year, both included. Games with an unknown result are never used.
///
/// >>> builder = BookBuilder(plies=10)
/// >>> builder.add(Game.from_moves("h2e2 h9g7", outcome="1-0"))
/// True
#[pyclass(frozen, module = "chuhe")]
pub(crate) struct BookBuilder {
    filter: GameFilter,
    /// `None` once the book has been written.
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
            return Err(bad_value("plies must be at least 1"));
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
                return Err(bad_value(format!("years must be in order, not {first} to {last}")));
            }
            filter.years = Some(first..=last);
        }
        Ok(Self { filter, builder: Mutex::new(Some(making::BookBuilder::default())) })
    }

    /// Adds the moves of a :class:`Game` or :class:`StoredGame`. Returns whether the game was used.
    fn add(&self, py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(stored) = game.cast::<StoredGame>() {
            let stored = stored.get();
            return py
                .detach(|| self.take(&stored.0.game().map_err(|error| bad_database(&error))?));
        }
        let native = game.call_method0("_to_native").map_err(|error| {
            let is_other = error.is_instance_of::<pyo3::exceptions::PyAttributeError>(py);
            if is_other {
                PyTypeError::new_err("a game must be a Game or a StoredGame")
            } else {
                error
            }
        })?;
        let native = Arc::clone(&native.cast::<NativeGame>()?.get().0);
        py.detach(|| self.take(&native))
    }

    /// Writes the book completely or not at all, without moves played in fewer than ``min_games`` games, and opens it.
    /// Nothing can be added afterwards. Raises :class:`FileExistsError` if a non-empty file exists, unless ``fresh``
    /// allows overwriting it.
    #[pyo3(signature = (path, min_games = 1, *, fresh = false))]
    fn save(&self, py: Python<'_>, path: PathBuf, min_games: u64, fresh: bool) -> PyResult<Book> {
        py.detach(|| {
            check_free(&path, fresh)?;
            // A failed write must not lose the moves collected so far.
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
    class::BookError::new_err("the book has been written; make another BookBuilder")
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
