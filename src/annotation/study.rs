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

/// How each position is searched. The first limit hit ends a search.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Iterations.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Positions searched at a time, each on one thread. What is found does not depend on it unless time is a limit.
    pub threads: NonZero<usize>,
    /// Options of each engine; their rules decide how games end.
    pub config: Config,
}

/// What the search of a position found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// From the side to move.
    pub score: Score,
    /// The iteration.
    pub depth: u32,
    /// Nodes it took.
    pub nodes: u64,
    /// The best line; empty if there is no legal move.
    pub line: Vec<Move>,
}

/// So many neighbouring positions share a table, the last of them searched first, so that what is found later in the
/// game is known before it. A fixed number, or the findings would depend on the number of threads.
const STRETCH: usize = 16;
/// No longer lines are kept, in plies.
const LINE_MAX: usize = 16;
/// How often a search looks whether it shall stop.
const TICK: Duration = Duration::from_millis(50);

/// Searches the positions of a game, each with the game before it. `progress` hears of each that is done.
pub(super) fn study(
    positions: &[Position],
    effort: &Effort,
    stop: &AtomicBool,
    progress: &(impl Fn() + Sync),
) -> Result<Vec<Finding>, AnnotationError> {
    let points = positions.len();
    let stretches = points.div_ceil(STRETCH);
    let next = AtomicUsize::new(0);
    let findings: Mutex<Vec<Option<Finding>>> = Mutex::new(vec![None; points]);
    let work = || -> Result<(), AnnotationError> {
        let mut engine = Engine::with_seed(0);
        engine.configure(effort.config.clone())?;
        loop {
            let stretch = next.fetch_add(1, Ordering::Relaxed);
            if stretch >= stretches {
                return Ok(());
            }
            engine.new_game();
            let first = stretch * STRETCH;
            for point in (first..points.min(first + STRETCH)).rev() {
                engine.set_position(positions[point].clone());
                let finding = search(&mut engine, effort, stop)?;
                findings.lock().unwrap_or_else(PoisonError::into_inner)[point] = Some(finding);
                progress();
            }
        }
    };
    let threads = effort.threads.get().min(stretches);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            let result = worker.join().map_err(|_| AnnotationError::Lost)?;
            if result.is_err() {
                // The others need not go on.
                next.store(stretches, Ordering::Relaxed);
            }
            result
        })
    })?;
    let findings = findings.into_inner().unwrap_or_else(PoisonError::into_inner);
    findings.into_iter().collect::<Option<Vec<_>>>().ok_or(AnnotationError::Lost)
}

/// Searches the position of an engine until a limit, or until it shall stop.
fn search(
    engine: &mut Engine,
    effort: &Effort,
    stop: &AtomicBool,
) -> Result<Finding, AnnotationError> {
    let limits = Limits {
        depth: effort.depth,
        nodes: effort.nodes,
        move_time: effort.time,
        ..Limits::none()
    };
    let mut running = engine.start(limits);
    let mut finding = Finding { score: Score::Cp(0), depth: 0, nodes: 0, line: Vec::new() };
    loop {
        match running.next_timeout(TICK) {
            Ok(Event::Info(info)) => {
                finding.nodes = info.nodes;
                // Bounds come before the search of the iteration is over; the last word is exact.
                if info.multipv == 1 && info.bound == Bound::Exact {
                    finding.score = info.score;
                    finding.depth = info.depth;
                    finding.line = info.pv;
                    finding.line.truncate(LINE_MAX);
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
    Ok(finding)
}
