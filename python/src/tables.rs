//! Probes, generates and checks endgame tables.

use std::cmp::Ordering;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use chuhe_engine::tables::{self, ClassError, MaterialClass, Table, TablesError};
use chuhe_lab::tables::{GenerationObserver, GenerationSettings, Phase, check, generate};
use pyo3::prelude::*;

use crate::board::Board;
use crate::convert::{JOBS_MAX, json, parallel};
use crate::errors::{bad_tables, bad_value, io_error, not_generated};
use crate::interrupt::{Progress, interruptible};
use crate::moves::Move;

/// The minimum interval between two calls of the progress function.
const TELL_EVERY: Duration = Duration::from_millis(100);
/// The interval between saves of the progress on a class.
const SAVE_EVERY: Duration = Duration::from_mins(10);

/// The endgame tables in some folders. Several threads may probe them at once.
///
/// A table covers every position of a material class, such as ``KRKAABB``: the king and pieces of one side, then those
/// of the other. If several folders have a table of the same class, the first folder's table is used. Tables ignore how
/// a position was reached: neither repetitions nor moves without a capture count.
///
/// Raises :class:`TablesError` if a folder contains no tables, or if a file is damaged or not a table.
#[pyclass(frozen, module = "chuhe")]
#[derive(Debug)]
pub(crate) struct Tables(tables::Tables);

/// The result of a position with perfect play by both sides, from the point of view of the side to move.
///
/// Values are ordered by that side's preference: mates from fastest to slowest, then wins by the ban, then draws;
/// losses are ordered the other way round.
#[pyclass(frozen, eq, ord, hash, module = "chuhe")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TableValue(tables::TableValue);

/// Ordered by the preference of the side to move.
impl Ord for TableValue {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.rank().cmp(&other.0.rank())
    }
}

impl PartialOrd for TableValue {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[pymethods]
impl TableValue {
    /// ``'win'``, ``'draw'``, ``'loss'``, ``'win_by_ban'`` or ``'loss_by_ban'``. In a win by the ban, the opponent can
    /// avoid mate only by checking with every move, which the rules forbid.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.word()
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    #[getter]
    fn sign(&self) -> i32 {
        self.0.sign()
    }

    /// Plies to mate, 0 if the side to move has no legal move; ``None`` for draws and wins or losses by the ban.
    #[getter]
    fn plies(&self) -> Option<u16> {
        self.0.plies()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        match self.0.plies() {
            Some(plies) => format!("<TableValue {} plies={plies}>", self.0.word()),
            None => format!("<TableValue {}>", self.0.word()),
        }
    }
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (*folders))]
    fn new(py: Python<'_>, folders: Vec<PathBuf>) -> PyResult<Self> {
        if folders.is_empty() {
            return Err(bad_value("give at least one folder of tables"));
        }
        py.detach(|| {
            let mut tables = tables::Tables::none();
            for folder in &folders {
                tables.add_folder(folder).map_err(|error| bad_tables(&error))?;
            }
            Ok(Self(tables))
        })
    }

    /// The material classes with a table, those with the fewest pieces first.
    #[getter]
    fn classes(&self) -> Vec<String> {
        let mut all: Vec<_> = self.0.all().iter().map(|table| table.header().class).collect();
        all.sort_by_key(|class| (class.pieces(), class.to_string()));
        all.iter().map(ToString::to_string).collect()
    }

    /// The maximum number of pieces in the positions of these tables, kings included.
    #[getter]
    fn pieces_max(&self) -> u32 {
        self.0.pieces_max()
    }

    /// The result of a position; ``None`` if no table covers it. Raises :class:`TablesError` if the table is damaged.
    fn probe(&self, py: Python<'_>, board: &Board) -> PyResult<Option<TableValue>> {
        let position = &board.position;
        let found = py.detach(|| self.0.probe(position.board()));
        Ok(found.map_err(|error| bad_tables(&error))?.map(TableValue))
    }

    /// The legal moves, best first, each with its result from the mover's point of view; ``None`` if no table covers
    /// the position after one of them.
    fn probe_moves(
        &self,
        py: Python<'_>,
        board: &Board,
    ) -> PyResult<Option<Vec<(Move, TableValue)>>> {
        let position = &board.position;
        let found = py.detach(|| self.0.moves(position)).map_err(|error| bad_tables(&error))?;
        let both = |(mv, value)| (Move(mv), TableValue(value));
        Ok(found.map(|moves| moves.into_iter().map(both).collect()))
    }

    /// At most ``plies`` moves of perfect play from a position: the winner mates as fast as possible, and the loser
    /// resists as long as possible. Empty for a draw and for a position without a table.
    #[pyo3(signature = (board, plies = 200))]
    fn line(&self, py: Python<'_>, board: &Board, plies: usize) -> PyResult<Vec<Move>> {
        let position = &board.position;
        let line =
            py.detach(|| self.0.line(position, plies)).map_err(|error| bad_tables(&error))?;
        Ok(line.into_iter().map(Move).collect())
    }

    /// A description of a class's table, with its rules and sizes. For each side to move, it includes the numbers of
    /// wins, draws and losses, and the longest mates in plies.
    fn info<'py>(&self, py: Python<'py>, class_name: &str) -> PyResult<Bound<'py, PyAny>> {
        let class = class(class_name)?;
        let table = self.0.table(&class);
        let table = table.ok_or_else(|| bad_tables(&TablesError::NoTable(class)))?;
        let header = table.header();
        let info = serde_json::json!({
            "file": table.path().display().to_string(),
            "class": header.class,
            "metric": header.metric,
            "rules": header.rules,
            "version": header.version,
            "entries": header.entries,
            "bytes": table.bytes(),
            "sides": header.sides,
        });
        json(py, &info.to_string())
    }

    /// Checks every entry of a class's table against the legal moves of its position. Returns the number of positions
    /// and a list of error messages, empty if the table is sound. ``progress`` is called with the number of entries
    /// checked and the total; an exception it raises ends the check.
    ///
    /// Raises :class:`TablesError` if a block is damaged, or if a table reached by a capture is missing.
    #[pyo3(signature = (class_name, *, jobs = 0, progress = None))]
    fn check(
        &self,
        py: Python<'_>,
        class_name: &str,
        jobs: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(u64, Vec<String>)> {
        let (class, threads) = (class(class_name)?, parallel("jobs", jobs, JOBS_MAX)?.get());
        let all = self.0.table(&class).map_or(0, |table| table.header().entries);
        let progress = Throttled::new(progress);
        let summary = interruptible(py, |stop| {
            let goes_on = |done| {
                progress.report(stop, || (done, all));
                !stop.load(Relaxed)
            };
            check(&self.0, &class, threads, &goes_on).map_err(|error| bad_tables(&error))
        })?;
        progress.check()?;
        let wrong = summary
            .faults
            .iter()
            .map(|fault| format!("{}: {}, not {}", fault.fen, fault.expected, fault.found));
        let mut wrong: Vec<String> = wrong.collect();
        let more = summary.wrong.saturating_sub(wrong.len() as u64);
        if more > 0 {
            wrong.push(format!("{more} more entries"));
        }
        if !summary.sums_agree {
            wrong.push("the totals in the header do not match the entries".to_owned());
        }
        Ok((summary.positions, wrong))
    }

    /// Generates the tables of some classes, and of all classes that captures lead to, in ``folder``, which is created
    /// if necessary. Existing tables are kept. Returns the names of the new ones.
    ///
    /// ``jobs`` threads, by default 0 for one per core, use up to ``memory`` MB; a class that needs more memory is
    /// processed in a file. ``progress`` is called with the class, the current step, the number of entries done and the
    /// total; an exception it raises ends the work. After such an exception or Ctrl-C, the same call resumes the work.
    ///
    /// Raises :class:`TablesError` if a class has too many positions or an existing table is damaged.
    #[staticmethod]
    #[pyo3(signature = (*classes, folder, jobs = 0, memory = 4096, progress = None))]
    fn generate(
        py: Python<'_>,
        classes: Vec<String>,
        folder: PathBuf,
        jobs: usize,
        memory: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<String>> {
        if classes.is_empty() {
            return Err(bad_value("give at least one class, such as KRKAABB"));
        }
        let classes = classes.iter().map(|name| class(name)).collect::<PyResult<Vec<_>>>()?;
        let threads = parallel("jobs", jobs, JOBS_MAX)?.get();
        if !(1..=1 << 24).contains(&memory) {
            return Err(bad_value(format!("memory must be from 1 to {}, not {memory}", 1 << 24)));
        }
        let progress = Throttled::new(progress);
        let generated = interruptible(py, |stop| {
            std::fs::create_dir_all(&folder)
                .map_err(|error| io_error(&error, &folder.display().to_string()))?;
            let settings = GenerationSettings {
                folder,
                threads,
                memory_bytes: memory << 20,
                save_every: SAVE_EVERY,
            };
            let observer = Observer { progress: &progress, stop, class: Mutex::default() };
            generate(&classes, &settings, &observer).map_err(|error| not_generated(&error))
        })?;
        progress.check()?;
        Ok(generated.made.iter().map(ToString::to_string).collect())
    }

    fn __repr__(&self) -> String {
        format!("<Tables of {} classes>", self.0.all().len())
    }
}

fn class(name: &str) -> PyResult<MaterialClass> {
    MaterialClass::from_str(name).map_err(|error: ClassError| bad_value(error.to_string()))
}

/// A progress function whose calls are limited in frequency.
struct Throttled {
    progress: Progress,
    last: Mutex<Option<Instant>>,
}

impl Throttled {
    fn new(tell: Option<Py<PyAny>>) -> Self {
        Self { progress: Progress::new(tell), last: Mutex::new(None) }
    }

    fn report<A>(&self, stop: &AtomicBool, told: impl FnOnce() -> A)
    where
        A: for<'py> pyo3::call::PyCallArgs<'py>,
    {
        // If another thread is reporting, this report is skipped rather than delayed.
        let Ok(mut last) = self.last.try_lock() else { return };
        if last.is_none_or(|last| last.elapsed() >= TELL_EVERY) {
            self.progress.report(stop, told());
            *last = Some(Instant::now());
        }
    }

    fn check(self) -> PyResult<()> {
        self.progress.check()
    }
}

struct Observer<'a> {
    progress: &'a Throttled,
    stop: &'a AtomicBool,
    /// The name of the class being processed, and its number of entries.
    class: Mutex<(String, u64)>,
}

impl GenerationObserver for Observer<'_> {
    fn began(&self, class: MaterialClass, _: usize, _: usize, entries: u64) {
        let mut told = self.class.lock().unwrap_or_else(PoisonError::into_inner);
        *told = (class.to_string(), entries);
    }

    fn advanced(&self, phase: Phase, entries: u64) {
        let what = match phase {
            Phase::FirstLook => "first pass",
            Phase::Pass(_) => "mates",
            Phase::Ban => "ban",
            Phase::Writing => "writing",
        };
        self.progress.report(self.stop, || {
            let (class, all) = self.class.lock().unwrap_or_else(PoisonError::into_inner).clone();
            (class, what, entries, all)
        });
    }

    fn finished(&self, _: &Table, _: Duration) {}

    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}
