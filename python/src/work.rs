//! Prepares work for other processes: sends positions and returns their results.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use chuhe_engine::board::Position;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{EngineSource, bench as library_bench};
use chuhe_engine::types::Move;
use chuhe_formats::game_files::{self, GameFileError};
use chuhe_formats::lines;
use chuhe_review::analysis::{
    Batch, BatchError, ExpectedMoves, PositionLimits, PositionOrigin, PositionSource,
    QueuedPosition, table_mb,
};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{file_format, milliseconds};
use crate::engine::{apply, defaults};
use crate::engine_process::EngineProcess;
use crate::errors::{bad_config, bad_fen, bad_value, class, engine_error, illegal, no_thread};
use crate::interrupt::{TICK, interruptible};

/// A position to be sent: its number, source, game and ply; the FEN before the moves, and the moves; the best moves and
/// the moves to avoid, or `None` if the position is not a test; and the error if the position could not be read. Each
/// move is a 16-bit number.
type Item =
    (u64, String, u64, usize, String, Vec<u16>, Option<(Vec<u16>, Vec<u16>)>, Option<String>);

/// The positions in files, in the order in which `chuhe analyze` searches them.
#[pyclass(frozen, module = "chuhe._native")]
pub(crate) struct Positions {
    source: PositionSource,
    reading: Mutex<Option<Box<dyn Iterator<Item = QueuedPosition> + Send>>>,
}

#[pymethods]
impl Positions {
    #[new]
    fn new(
        py: Python<'_>,
        paths: Vec<PathBuf>,
        which: &str,
        format: Option<&str>,
    ) -> PyResult<Self> {
        let which = match which {
            "first" => lines::Positions::First,
            "last" => lines::Positions::Last,
            "all" => lines::Positions::All,
            other => {
                return Err(bad_value(format!(
                    "positions must be \"first\", \"last\" or \"all\", not {other:?}"
                )));
            }
        };
        let mut source = PositionSource::new(format.map(file_format).transpose()?, which);
        let files = py.detach(|| game_files::find(paths));
        for file in files.map_err(|error| bad_files(&error))? {
            source.add_file(file);
        }
        Ok(Self { source, reading: Mutex::new(None) })
    }

    /// The number of positions, including those that cannot be read.
    fn count(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.source.count())
    }

    /// A digest of the files' names and contents.
    fn digest(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.source.digest()).map_err(|error| bad_files(&error))
    }

    /// Starts again from the first position.
    fn start(&self) -> PyResult<()> {
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        *reading = Some(Box::new(self.source.positions()?));
        Ok(())
    }

    /// At most `count` further positions.
    fn take(&self, py: Python<'_>, count: usize) -> Vec<Item> {
        py.detach(|| {
            let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
            let next = reading.iter_mut().flatten().take(count);
            next.map(packed).collect()
        })
    }
}

fn bad_files(error: &GameFileError) -> PyErr {
    match error {
        GameFileError::Io { .. } => PyOSError::new_err(error.to_string()),
        error @ GameFileError::EmptyFolder(_) => class::ReadError::new_err(error.to_string()),
    }
}

fn packed(queued: QueuedPosition) -> Item {
    let QueuedPosition { number, origin, position, expected } = queued;
    let PositionOrigin { source, game, ply } = origin;
    let bits = |moves: &[Move]| moves.iter().map(|mv| mv.bits()).collect::<Vec<_>>();
    let expected = expected.ok().flatten().map(|it| (bits(&it.bm), bits(&it.am)));
    match position {
        Ok(mut position) => {
            let moves: Vec<Move> = position.history().iter().filter_map(|undo| undo.mv).collect();
            for _ in &moves {
                position.unmake(&mut ());
            }
            (number, source, game, ply, position.fen(), bits(&moves), expected, None)
        }
        Err(error) => {
            (number, source, game, ply, String::new(), Vec::new(), None, Some(error.to_string()))
        }
    }
}

fn unpacked(item: Item) -> PyResult<QueuedPosition> {
    let (number, source, game, ply, fen, moves, expected, _) = item;
    let moves_of = |bits: Vec<u16>| {
        let moves: Option<Vec<Move>> = bits.into_iter().map(Move::from_bits).collect();
        moves.ok_or_else(|| bad_value("0 is not a move"))
    };
    let mut position = Position::from_fen(&fen).map_err(|error| bad_fen(&error))?;
    for mv in moves_of(moves)? {
        position.check_move(mv).map_err(|error| illegal(&error, mv, &position))?;
        position.make_unchecked(mv, &mut ());
    }
    let expected = match expected {
        None => None,
        Some((bm, am)) => Some(ExpectedMoves { bm: moves_of(bm)?, am: moves_of(am)? }),
    };
    let origin = PositionOrigin { source, game, ply };
    Ok(QueuedPosition { number, origin, position: Ok(position), expected: Ok(expected) })
}

/// Searches positions independently and returns a line of JSON for each, as `chuhe analyze` writes it. Positions that
/// could not be read produce no line.
#[pyfunction]
#[pyo3(signature = (items, *, depth, nodes, movetime, options, engine = None))]
pub(crate) fn analyze_positions(
    py: Python<'_>,
    items: Vec<Item>,
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime: Option<f64>,
    options: &Bound<'_, PyDict>,
    engine: Option<PyRef<'_, EngineProcess>>,
) -> PyResult<Vec<String>> {
    let movetime = movetime.map(|time| milliseconds("movetime", time)).transpose()?;
    let limits = PositionLimits { depth, nodes, move_time: movetime };
    if limits == PositionLimits::default() {
        return Err(bad_value("specify a limit on movetime, depth or nodes"));
    }
    let mut config = Config { hash_mb: table_mb(&limits), ..defaults() };
    if let Some(engine) = &engine {
        engine.check_options(options)?;
    }
    apply(&mut config, options)?;
    let engines = engine.map_or_else(EngineSource::default, |engine| engine.source());
    let readable = items.into_iter().filter(|item| item.7.is_none());
    let positions = readable.map(unpacked).collect::<PyResult<Vec<_>>>()?;
    interruptible(py, |stop| {
        let batch = Batch { config, limits, jobs: 1, engines };
        let run = batch.start(positions).map_err(|error| bad_config(&error))?;
        let (handle, is_done) = (run.handle(), AtomicBool::new(false));
        thread::scope(|scope| {
            let watch = thread::Builder::new().spawn_scoped(scope, || {
                while !is_done.load(Ordering::Relaxed) {
                    if stop.load(Ordering::Relaxed) {
                        handle.stop();
                    }
                    thread::park_timeout(TICK);
                }
            });
            let watch = watch.map_err(no_thread)?;
            let texts = run.filter_map(|result| match result {
                Ok(report) => Some(Ok(report.json_line())),
                Err(BatchError::Refused(_)) => None,
                Err(BatchError::Engine(error)) => Some(Err(engine_error(error))),
            });
            let texts = texts.collect();
            is_done.store(true, Ordering::Relaxed);
            // Short work does not have to wait for the next check.
            watch.thread().unpark();
            texts
        })
    })
}

/// The engine's bench signature: the node count of `chuhe bench`.
#[pyfunction]
pub(crate) fn bench(py: Python<'_>) -> PyResult<u64> {
    let total = py.detach(|| {
        library_bench::run(library_bench::DEPTH, 1, library_bench::HASH_MB, &mut |_, _| {})
    });
    Ok(total.map_err(|error| bad_config(&error))?.nodes)
}
