//! Runs the engine in the user's process.

use std::fmt;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chuhe_engine::engine::config::{Config, ConfigError, ELO, SKILL_LEVEL};
use chuhe_engine::engine::{self, SearchNews};
use chuhe_engine::memory::MemoryLimit;
use chuhe_engine::rules::RuleSet;
use chuhe_engine::search::{self, Clock, Event, Limits, RootFilter};
use chuhe_engine::types::Color;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::Board;
use crate::convert::{MoveLike, grade, milliseconds};
use crate::errors::{bad_config, bad_value, engine_error};
use crate::interrupt::TICK;
use crate::moves::Move;
use crate::score::Score;

/// An engine with its options, transposition table and search threads. `chuhe.Engine` is the public class.
#[pyclass(frozen, module = "chuhe._native")]
#[derive(Debug)]
pub(crate) struct Engine {
    engine: Mutex<engine::Engine>,
    /// The state of the latest search.
    running: Mutex<Option<Arc<Mutex<Running>>>>,
}

/// Waits for the next news of a search, as long as it is told.
pub(crate) type NewsSource =
    Box<dyn FnMut(Duration) -> Result<SearchNews, RecvTimeoutError> + Send>;

/// A search and its remaining output.
pub(crate) struct Running {
    /// `None` once the last news has been returned.
    news: Option<NewsSource>,
}

impl Running {
    pub(crate) fn new(news: NewsSource) -> Arc<Mutex<Self>> {
        Arc::new(Mutex::new(Self { news: Some(news) }))
    }

    /// Refuses to disturb a search whose results are still being read. If only the engine holds the search, they no
    /// longer are.
    pub(crate) fn check_idle(running: Option<&Arc<Mutex<Self>>>) -> PyResult<()> {
        let is_over = |running: &Arc<Mutex<Self>>| {
            running.try_lock().is_ok_and(|running| running.news.is_none())
        };
        if running.is_none_or(|running| Arc::strong_count(running) == 1 || is_over(running)) {
            return Ok(());
        }
        Err(engine_error(
            "the engine is searching; wait for the search to end, stop it, or use another engine",
        ))
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running").field("is_over", &self.news.is_none()).finish()
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads a whole number. The library checks its range.
pub(crate) fn whole(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u32> {
    value.extract().map_err(|_| bad_value(format!("{name} must be a whole number, not {value}")))
}

/// The default options, with the memory limit of this process.
pub(crate) fn defaults() -> Config {
    static MEMORY: LazyLock<MemoryLimit> = LazyLock::new(MemoryLimit::of_control_groups);
    Config { memory: MEMORY.clone(), ..Config::default() }
}

/// Sets options by their names in Python.
pub(crate) fn apply(config: &mut Config, options: &Bound<'_, PyDict>) -> PyResult<()> {
    for (name, value) in options {
        let name = name.extract::<String>()?;
        match name.as_str() {
            "hash" => config.hash_mb = whole(&name, &value)?,
            "threads" => config.threads = whole(&name, &value)?,
            "multipv" => config.multipv = whole(&name, &value)?,
            "move_overhead" => config.move_overhead_ms = whole(&name, &value)?,
            "draw_moves" => config.draw_moves = whole(&name, &value)?,
            "rules" => {
                let set: Result<RuleSet, _> = value.extract::<String>()?.parse();
                config.repetition = set.map_err(|error| bad_value(error.to_string()))?;
            }
            "level" if value.is_none() => config.skill_level = SKILL_LEVEL.max,
            "level" => {
                config.limit_strength = false;
                config.skill_level = whole(&name, &value)?;
            }
            "elo" => {
                config.limit_strength = !value.is_none();
                config.elo = if value.is_none() { ELO.min } else { whole(&name, &value)? };
            }
            "eval_file" => config.eval_file = value.extract()?,
            "tables" => config.table_path = value.extract()?,
            "own_book" => config.own_book = value.extract()?,
            "book_file" => config.book_file = value.extract()?,
            "book_variety" => config.book_variety = grade(&name, &value.extract::<String>()?)?,
            _ => {
                return Err(engine_error(format!(
                    "unknown option {name:?}; expected one of hash, threads, multipv, move_overhead, draw_moves, \
                     rules, level, elo, eval_file, tables, own_book, book_file and book_variety"
                )));
            }
        }
    }
    Ok(())
}

/// The limits of a search. `clock` consists of the clocks of both sides, and the number of moves until the next time
/// control.
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn limits(
    board: &Board,
    depth: Option<u32>,
    nodes: Option<u64>,
    soft_nodes: Option<u64>,
    movetime: Option<f64>,
    mate: Option<u32>,
    (clocks, moves_to_go): (Option<[(f64, f64); 2]>, Option<u32>),
    searchmoves: Option<Vec<MoveLike>>,
) -> PyResult<Limits> {
    let position = &board.position;
    let clock = match clocks {
        None => None,
        Some(clocks) => {
            let (left, increment) = clocks[position.side_to_move().index()];
            Some(Clock {
                time: milliseconds("the time on the clock", left)?,
                increment: milliseconds("the increment", increment)?,
                moves_to_go: moves_to_go.filter(|&moves| moves > 0),
            })
        }
    };
    let root_moves = match searchmoves {
        None => RootFilter::All,
        Some(moves) => {
            let mut chosen = Vec::with_capacity(moves.len());
            for mv in &moves {
                chosen.push(board.find(mv)?);
            }
            RootFilter::Only(chosen)
        }
    };
    Ok(Limits {
        depth,
        nodes,
        soft_nodes,
        move_time: movetime.map(|time| milliseconds("movetime", time)).transpose()?,
        mate,
        clock,
        root_moves,
        ..Limits::none()
    })
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (seed = None, **options))]
    fn new(
        py: Python<'_>,
        seed: Option<u64>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut config = defaults();
        if let Some(options) = options {
            apply(&mut config, options)?;
        }
        let engine = py.detach(|| {
            let mut engine = engine::Engine::try_new(seed, config.memory.clone())?;
            engine.configure(config).map(|()| engine)
        });
        let engine = Mutex::new(engine.map_err(|error| bad_config(&error))?);
        Ok(Self { engine, running: Mutex::new(None) })
    }

    /// The engine's name and version.
    #[getter]
    fn name(&self) -> String {
        engine::EngineSource::default().name().to_owned()
    }

    /// Sets options, or none of them if one is invalid.
    #[pyo3(signature = (**options))]
    fn configure(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let mut config = py.detach(|| lock(&self.engine).config().clone());
        if let Some(options) = options {
            apply(&mut config, options)?;
        }
        self.while_idle(py, |engine| engine.configure(config)).map(drop)
    }

    /// The current options.
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let config = py.detach(|| lock(&self.engine).config().clone());
        let options = PyDict::new(py);
        options.set_item("hash", config.hash_mb)?;
        options.set_item("threads", config.threads)?;
        options.set_item("multipv", config.multipv)?;
        options.set_item("move_overhead", config.move_overhead_ms)?;
        options.set_item("draw_moves", config.draw_moves)?;
        options.set_item("rules", config.repetition.name())?;
        options.set_item("level", (!config.limit_strength).then_some(config.skill_level))?;
        options.set_item("elo", config.limit_strength.then_some(config.elo))?;
        options.set_item("eval_file", config.eval_file)?;
        options.set_item("tables", config.table_path)?;
        options.set_item("own_book", config.own_book)?;
        options.set_item("book_file", config.book_file)?;
        options.set_item("book_variety", config.book_variety.name())?;
        Ok(options)
    }

    /// Clears the transposition table and all other results of earlier searches, as before a new game.
    #[pyo3(signature = (seed = None))]
    fn new_game(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.while_idle(py, |engine| {
            match seed {
                Some(seed) => engine.new_game_with_seed(seed),
                None => engine.new_game(),
            }
            Ok(())
        })
        .map(drop)
    }

    /// Starts a search. The opening book, if the engine uses one, is consulted only if `plays` is set.
    #[pyo3(signature = (board, *, plays = false, multipv = None, depth = None, nodes = None, soft_nodes = None, movetime = None,
                        mate = None, clocks = None, movestogo = None, searchmoves = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn start(
        &self,
        py: Python<'_>,
        board: &Board,
        plays: bool,
        multipv: Option<u32>,
        depth: Option<u32>,
        nodes: Option<u64>,
        soft_nodes: Option<u64>,
        movetime: Option<f64>,
        mate: Option<u32>,
        clocks: Option<[(f64, f64); 2]>,
        movestogo: Option<u32>,
        searchmoves: Option<Vec<MoveLike>>,
    ) -> PyResult<Search> {
        let clock = (clocks, movestogo);
        let limits = limits(board, depth, nodes, soft_nodes, movetime, mate, clock, searchmoves)?;
        let position = board.position.clone();
        let side = position.side_to_move();
        self.while_idle(py, |engine| {
            engine.set_position(position);
            let usual = engine.config().clone();
            let multipv = multipv.unwrap_or(usual.multipv);
            let own_book = usual.own_book && plays;
            engine.configure(Config { multipv, own_book, ..usual.clone() })?;
            let mut search = engine.start(limits);
            // The search has received its settings, so the usual ones can be restored for the next search.
            engine.configure(usual)?;
            let handle = search.handle();
            let next = move |wait| search.next_timeout(wait).map(SearchNews::Event);
            let running = Running::new(Box::new(next));
            *lock(&self.running) = Some(Arc::clone(&running));
            Ok(Search { running, stop: Box::new(move || handle.stop()), side })
        })
    }

    /// Stops the running search, if there is one. It still returns its best move.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| lock(&self.engine).stop());
    }
}

impl Engine {
    /// Runs `work` on the engine, which must not be searching. Concurrent calls take turns.
    fn while_idle<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut engine::Engine) -> Result<R, ConfigError> + Send,
    ) -> PyResult<R> {
        py.detach(|| {
            let mut engine = lock(&self.engine);
            Running::check_idle(lock(&self.running).as_ref())?;
            work(&mut engine).map_err(|error| bad_config(&error))
        })
    }
}

/// A running search.
#[pyclass(frozen, module = "chuhe._native")]
pub(crate) struct Search {
    pub(crate) running: Arc<Mutex<Running>>,
    pub(crate) stop: Box<dyn Fn() + Send + Sync>,
    pub(crate) side: Color,
}

/// Stops the search, because its results can no longer be read.
impl Drop for Search {
    fn drop(&mut self) {
        (self.stop)();
    }
}

#[pymethods]
impl Search {
    /// Waits for the next result of the search: an [`Info`], or finally a [`BestMove`]; `None` after that.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            let news = py.detach(|| {
                let mut running = lock(&self.running);
                let news = running.news.as_mut()?(TICK);
                running.news.take_if(|_| news.as_ref().is_ok_and(SearchNews::is_last));
                Some(news)
            });
            match news {
                None | Some(Err(RecvTimeoutError::Disconnected) | Ok(SearchNews::Withdrawn)) => {
                    return Ok(None);
                }
                Some(Ok(SearchNews::Event(Event::Info(info)))) => {
                    return Ok(Some(Py::new(py, Info { info, side: self.side })?.into_any()));
                }
                Some(Ok(SearchNews::Event(Event::BestMove(best)))) => {
                    return Ok(Some(Py::new(py, BestMove(best))?.into_any()));
                }
                Some(Ok(SearchNews::Failed(error))) => return Err(engine_error(error)),
                Some(Ok(_) | Err(RecvTimeoutError::Timeout)) => py.check_signals()?,
            }
        }
    }

    /// Stops the search. It still returns the best move found so far.
    fn stop(&self) {
        (self.stop)();
    }
}

/// A report on one line of play at the end of an iteration.
#[pyclass(frozen, module = "chuhe")]
#[derive(Debug)]
pub(crate) struct Info {
    info: search::SearchInfo,
    side: Color,
}

#[pymethods]
impl Info {
    /// Depth of the iteration, in plies.
    #[getter]
    fn depth(&self) -> u32 {
        self.info.depth
    }

    /// The maximum depth reached, in plies.
    #[getter]
    fn seldepth(&self) -> u32 {
        self.info.seldepth
    }

    /// The rank of this line among the lines from the search, from 1.
    #[getter]
    fn multipv(&self) -> u32 {
        self.info.multipv
    }

    /// The score, from the point of view of the side to move.
    #[getter]
    fn score(&self) -> Score {
        Score(self.info.score)
    }

    /// The score, from Red's point of view.
    #[getter]
    fn red_score(&self) -> Score {
        Score(if self.side == Color::Red { self.info.score } else { -self.info.score })
    }

    /// ``'exact'``, or ``'lower'`` or ``'upper'`` if the score is only a lower or upper bound.
    #[getter]
    fn bound(&self) -> &'static str {
        match self.info.bound {
            search::Bound::Exact => "exact",
            search::Bound::Lower => "lower",
            search::Bound::Upper => "upper",
        }
    }

    /// Nodes searched so far, on all threads.
    #[getter]
    fn nodes(&self) -> u64 {
        self.info.nodes
    }

    /// Nodes per second.
    #[getter]
    fn nps(&self) -> u64 {
        self.info.nps()
    }

    /// Milliseconds since the search was requested.
    #[getter]
    fn time_ms(&self) -> u64 {
        self.info.time.as_millis() as u64
    }

    /// The fraction of the transposition table in use, in per mille.
    #[getter]
    fn hashfull(&self) -> u32 {
        self.info.hashfull
    }

    /// The principal variation, all of whose moves are legal. Empty if there is no legal move.
    #[getter]
    fn pv(&self) -> Vec<Move> {
        self.info.pv.iter().copied().map(Move).collect()
    }

    fn __repr__(&self) -> String {
        let pv: Vec<String> = self.info.pv.iter().map(ToString::to_string).collect();
        let (depth, score) = (self.info.depth, self.info.score.in_pawns());
        format!("<Info depth={depth} score={score} nodes={} pv={}>", self.info.nodes, pv.join(" "))
    }
}

/// The final result of a search.
#[pyclass(frozen, module = "chuhe._native")]
#[derive(Debug)]
pub(crate) struct BestMove(search::BestMove);

#[pymethods]
impl BestMove {
    #[getter]
    fn r#move(&self) -> Option<Move> {
        self.0.mv.map(Move)
    }

    #[getter]
    fn ponder(&self) -> Option<Move> {
        self.0.ponder.map(Move)
    }
}
