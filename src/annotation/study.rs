//! Searches every position of a game.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::AnnotationError;
use crate::board::Position;
use crate::engine::Engine;
use crate::engine::config::Config;
use crate::search::{Bound, Event, Limits};
use crate::types::{Move, Score};

/// How each position is searched.
#[derive(Clone, Debug)]
pub struct AnnotationSettings {
    /// When the search of a position ends. Without a limit the first search goes on until it is stopped.
    pub limits: Limits,
    /// Positions searched at a time, each on one thread. The result does not depend on it unless time is a limit.
    pub threads: NonZero<usize>,
    /// Options of each engine; their rules decide how games end.
    pub config: Config,
}

/// What the search of a position found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PositionAnalysis {
    /// View: side to move.
    pub(super) score: Score,
    /// The last complete iteration, in plies.
    pub(super) depth: u32,
    /// Nodes searched.
    pub(super) nodes: u64,
    /// The best line; empty if there is no legal move.
    pub(super) line: Vec<Move>,
}

/// The number of consecutive positions that share a transposition table. The last is searched first, so that the
/// searches of earlier positions know what comes later in the game. The number is fixed, so that results do not depend
/// on the number of threads.
const STRETCH: usize = 16;
/// Lines are cut at this length, in plies.
const LINE_MAX: usize = 16;
/// How often a search checks whether it must stop.
const TICK: Duration = Duration::from_millis(50);

/// Searches the positions of a game, each with its history. `progress` is called after each.
pub(super) fn analyse(
    positions: &[Position],
    settings: &AnnotationSettings,
    stop: &AtomicBool,
    progress: &(impl Fn() + Sync),
) -> Result<Vec<PositionAnalysis>, AnnotationError> {
    let points = positions.len();
    let stretches = points.div_ceil(STRETCH);
    let next = AtomicUsize::new(0);
    let analyses: Mutex<Vec<Option<PositionAnalysis>>> = Mutex::new(vec![None; points]);
    let work = || -> Result<(), AnnotationError> {
        let mut engine = Engine::with_seed(0);
        engine.configure(settings.config.clone())?;
        loop {
            let stretch = next.fetch_add(1, Ordering::Relaxed);
            if stretch >= stretches {
                return Ok(());
            }
            engine.new_game();
            let first = stretch * STRETCH;
            for point in (first..points.min(first + STRETCH)).rev() {
                engine.set_position(positions[point].clone());
                let analysis = search(&mut engine, settings, stop)?;
                analyses.lock().unwrap_or_else(PoisonError::into_inner)[point] = Some(analysis);
                progress();
            }
        }
    };
    let threads = settings.threads.get().min(stretches);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            let result = worker.join().map_err(|_| AnnotationError::Lost)?;
            if result.is_err() {
                // The other threads need not go on.
                next.store(stretches, Ordering::Relaxed);
            }
            result
        })
    })?;
    let analyses = analyses.into_inner().unwrap_or_else(PoisonError::into_inner);
    analyses.into_iter().collect::<Option<Vec<_>>>().ok_or(AnnotationError::Lost)
}

/// Searches the position of an engine until a limit is reached or `stop` is set.
fn search(
    engine: &mut Engine,
    settings: &AnnotationSettings,
    stop: &AtomicBool,
) -> Result<PositionAnalysis, AnnotationError> {
    let mut running = engine.start(settings.limits.clone());
    let mut analysis =
        PositionAnalysis { score: Score::Cp(0), depth: 0, nodes: 0, line: Vec::new() };
    loop {
        match running.next_timeout(TICK) {
            Ok(Event::Info(info)) => {
                analysis.nodes = info.nodes;
                // Bounds are reported while an iteration is running; only exact scores count.
                if info.multipv == 1 && info.bound == Bound::Exact {
                    analysis.score = info.score;
                    analysis.depth = info.depth;
                    analysis.line = info.pv;
                    analysis.line.truncate(LINE_MAX);
                }
            }
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => {
                if stop.load(Ordering::Relaxed) {
                    running.stop();
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    if stop.load(Ordering::Relaxed) {
        return Err(AnnotationError::Interrupted);
    }
    Ok(analysis)
}
