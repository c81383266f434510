//! Searches several positions at a time and delivers the results in order.

use std::num::NonZero;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::expected::ExpectedMoves;
use super::positions::{PositionOrigin, QueuedPosition, RefusedPosition};
use super::report::PositionReport;
use chuhe_engine::board::Position;
use chuhe_engine::engine::config::{Config, ConfigError};
use chuhe_engine::engine::{EngineError, EngineSource, SearchRequest, Searcher};
use chuhe_engine::search::Limits;
use chuhe_util::parallel::map_in_order;

/// The size of the hash table per node of the node limit, in bytes. An entry takes 16 bytes, so no entry has to be
/// replaced.
const TABLE_BYTES_PER_NODE: u64 = 32;

/// The size of the hash table, in MB, for searches of one position after another. The table is cleared before each of
/// them, which is slow if it is large.
pub const BATCH_HASH_MB: u32 = 16;

/// How positions are searched.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The options of each engine; `threads` is the number of threads per position.
    pub config: Config,
    /// The limits for each position.
    pub limits: PositionLimits,
    /// The number of positions searched at a time; 0 for one per core.
    pub jobs: usize,
    /// Where the engines come from.
    pub engines: EngineSource,
}

/// The limits of each search. The first one reached ends the search. At least one must be set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionLimits {
    /// The maximum depth, in plies.
    pub depth: Option<u32>,
    /// The maximum number of nodes, over all threads.
    pub nodes: Option<u64>,
    /// The maximum time per position.
    pub move_time: Option<Duration>,
}

/// A running batch, which iterates over its results in the order of the positions, up to the first search that fails.
/// Dropping it stops the batch.
#[derive(Debug)]
pub struct BatchRun<R = PositionReport> {
    results: Receiver<Result<R, BatchError>>,
    handle: BatchHandle,
    work: Option<JoinHandle<()>>,
}

/// Stops a batch from any thread.
#[derive(Clone, Debug, Default)]
pub struct BatchHandle(Arc<AtomicBool>);

/// Why there is no report on a position.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum BatchError {
    #[error(transparent)]
    Refused(Box<RefusedPosition>),
    /// The last result of the batch.
    #[error(transparent)]
    Engine(EngineError),
}

/// What a batch does with each position. Returns `None` if it is stopped.
pub(super) type Work<S, R> =
    dyn Fn(&mut S, QueuedPosition, &BatchHandle) -> Option<Result<R, BatchError>> + Send + Sync;

/// A position that could be read.
pub(super) struct ReadPosition {
    number: u64,
    origin: PositionOrigin,
    pub(super) position: Position,
    expected: Option<ExpectedMoves>,
}

impl ReadPosition {
    pub(super) fn new(queued: QueuedPosition) -> Result<Self, BatchError> {
        let QueuedPosition { number, origin, position, expected } = queued;
        let position = match position {
            Ok(position) => position,
            Err(error) => {
                return Err(BatchError::Refused(Box::new(RefusedPosition {
                    number,
                    origin,
                    error,
                })));
            }
        };
        let expected = expected.unwrap_or_else(|error| {
            log::warn!("{} game {}: {error}", origin.source, origin.game);
            None
        });
        Ok(Self { number, origin, position, expected })
    }
}

impl PositionLimits {
    /// The limits of the search.
    pub fn limits(&self) -> Limits {
        let Self { depth, nodes, move_time } = *self;
        Limits { depth, nodes, move_time, ..Limits::none() }
    }
}

/// The size of the hash table that suits the limits, in MB, at most [`BATCH_HASH_MB`].
pub fn table_mb(limits: &PositionLimits) -> u32 {
    limits.nodes.map_or(BATCH_HASH_MB, |nodes| {
        let megabytes = nodes.saturating_mul(TABLE_BYTES_PER_NODE).div_ceil(1 << 20);
        megabytes.clamp(1, BATCH_HASH_MB.into()) as u32
    })
}

impl Batch {
    /// Starts searching positions, and returns at once.
    ///
    /// # Errors
    /// If an option is out of range, or no thread can be started.
    pub fn start<P>(&self, positions: P) -> Result<BatchRun, ConfigError>
    where
        P: IntoIterator<Item = QueuedPosition>,
        P::IntoIter: Send + 'static,
    {
        let (open, batch) = (self.clone(), self.clone());
        self.run(
            positions.into_iter(),
            move || open.engines.open(),
            Box::new(move |engine: &mut Box<dyn Searcher>, queued, stop: &BatchHandle| {
                match ReadPosition::new(queued) {
                    Ok(read) => batch.search(&mut **engine, &read, stop),
                    Err(refused) => Some(Err(refused)),
                }
            }),
        )
    }

    /// Starts work on positions, and returns at once. `open` creates the state of each thread.
    pub(super) fn run<S: 'static, R: Send + 'static>(
        &self,
        positions: impl Iterator<Item = QueuedPosition> + Send + 'static,
        open: impl Fn() -> S + Send + Sync + 'static,
        each: Box<Work<S, R>>,
    ) -> Result<BatchRun<R>, ConfigError> {
        let jobs = NonZero::new(self.jobs)
            .or(thread::available_parallelism().ok())
            .unwrap_or(NonZero::<usize>::MIN);
        let handle = BatchHandle::default();
        self.config.check()?;
        let stop = handle.clone();
        let (sender, results) = mpsc::sync_channel(1);
        let work = thread::Builder::new().spawn(move || {
            map_in_order(
                jobs,
                positions.take_while(|_| !stop.is_stopped()),
                open,
                |state, queued| each(state, queued, &stop),
                |results| {
                    // The results end at the first stopped search, so there is no gap in them.
                    for result in results.map_while(|result| result) {
                        let is_last = matches!(result, Err(BatchError::Engine(_)));
                        if sender.send(result).is_err() || is_last {
                            stop.stop();
                            break;
                        }
                    }
                },
            );
        });
        let work = work.map_err(ConfigError::Threads)?;
        Ok(BatchRun { results, handle, work: Some(work) })
    }

    /// Searches a position, independently of others. Returns `None` if the batch is stopped.
    pub(super) fn search(
        &self,
        engine: &mut dyn Searcher,
        queued: &ReadPosition,
        stop: &BatchHandle,
    ) -> Option<Result<PositionReport, BatchError>> {
        let ReadPosition { number, origin, position, expected } = queued;
        let request = SearchRequest {
            config: self.config.clone(),
            fresh: true,
            ..SearchRequest::new(position.clone(), self.limits.limits())
        };
        match engine.run(request, &|| stop.is_stopped(), &mut |_| {}) {
            Ok(result) => {
                let (origin, expected) = (origin.clone(), expected.clone());
                let engine = self.engines.other_name();
                Some(Ok(PositionReport::new(*number, origin, position, expected, engine, &result)))
            }
            Err(EngineError::Stopped) => None,
            Err(error) => Some(Err(BatchError::Engine(error))),
        }
    }
}

impl<R> BatchRun<R> {
    /// A handle to stop the batch from another thread.
    pub fn handle(&self) -> BatchHandle {
        self.handle.clone()
    }
}

impl<R> Iterator for BatchRun<R> {
    type Item = Result<R, BatchError>;

    fn next(&mut self) -> Option<Self::Item> {
        let result = self.results.recv().ok();
        // A panic must not be mistaken for the end of the positions.
        if result.is_none()
            && let Some(Err(reason)) = self.work.take().map(JoinHandle::join)
        {
            panic::resume_unwind(reason);
        }
        result
    }
}

impl<R> Drop for BatchRun<R> {
    fn drop(&mut self) {
        self.handle.stop();
    }
}

impl BatchHandle {
    /// Stops the batch. Positions that are being searched get no result; finished results still arrive.
    pub fn stop(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether the batch was stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::PositionSource;
    use chuhe_formats::lines::Positions;

    fn batch(jobs: usize, limits: PositionLimits) -> Batch {
        let config = Config { hash_mb: 1, ..Config::default() };
        Batch { config, limits, jobs, engines: EngineSource::default() }
    }

    fn games() -> PositionSource {
        let mut source = PositionSource::new(None, Positions::All);
        source.add_text("games", b"h2e2 h9g7 h0g2\nnonsense\nc3c4\n".to_vec(), None);
        source
    }

    /// The start position, repeated endlessly.
    fn endless() -> impl Iterator<Item = QueuedPosition> + Send {
        (1..).map(|number| QueuedPosition {
            number,
            origin: PositionOrigin { source: "endless".to_owned(), game: 1, ply: 0 },
            position: Ok(Position::startpos()),
            expected: Ok(None),
        })
    }

    #[test]
    fn results_come_in_order_whatever_the_jobs() {
        let limits = PositionLimits { nodes: Some(800), ..PositionLimits::default() };
        let results = |jobs| -> Vec<_> {
            batch(jobs, limits).start(games().positions().unwrap()).unwrap().collect()
        };
        let one = results(1);
        let number = |result: &Result<PositionReport, BatchError>| match result {
            Ok(report) => report.number,
            Err(BatchError::Refused(refused)) => refused.number,
            Err(BatchError::Engine(error)) => panic!("{error}"),
        };
        assert_eq!(one.iter().map(number).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
        assert!(one[4].as_ref().unwrap_err().to_string().starts_with("games: game 2: line 2"));
        assert_eq!(format!("{:?}", results(3)), format!("{one:?}"));
    }

    #[test]
    fn a_stop_from_another_thread_ends_a_search_without_limits_in_reach() {
        let limits = PositionLimits { depth: Some(100), ..PositionLimits::default() };
        let run = batch(2, limits).start(endless()).unwrap();
        let handle = run.handle();
        let stopper = thread::spawn(move || handle.stop());
        assert_eq!(run.count(), 0);
        stopper.join().unwrap();
    }

    #[test]
    fn a_batch_that_is_dropped_ends() {
        let limits = PositionLimits { nodes: Some(100), ..PositionLimits::default() };
        let mut run = batch(2, limits).start(endless()).unwrap();
        assert_eq!(run.next().unwrap().unwrap().number, 1);
        let work = run.work.take().unwrap();
        drop(run);
        work.join().unwrap();
    }

    #[test]
    #[should_panic(expected = "the source failed")]
    fn a_broken_source_is_not_the_end() {
        let limits = PositionLimits { nodes: Some(100), ..PositionLimits::default() };
        let broken = endless().inspect(|queued| assert!(queued.number < 3, "the source failed"));
        let _ = batch(1, limits).start(broken).unwrap().count();
    }

    #[test]
    fn the_table_fits_the_nodes() {
        let table = |nodes| table_mb(&PositionLimits { nodes, ..PositionLimits::default() });
        assert_eq!([None, Some(1), Some(100_000), Some(u64::MAX)].map(table), [16, 1, 4, 16]);
    }
}
