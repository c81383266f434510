//! Searches every position of a game.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::AnnotationError;
use crate::board::Position;
use crate::engine::Engine;
use crate::notation::iccs::Ranks;
use crate::search::{Event, Limits};
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
    /// Options of the engine and their values, in whichever names it knows; they apply to every thread.
    pub options: Vec<(String, String)>,
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

/// Searches the positions of a game, the start and the one after each move. `progress` hears of each that is done.
pub(super) fn study(
    start: &Position,
    moves: &[Move],
    effort: &Effort,
    stop: &AtomicBool,
    progress: &(impl Fn() + Sync),
) -> Result<Vec<Finding>, AnnotationError> {
    let fen = start.fen();
    let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    let points = moves.len() + 1;
    let stretches = points.div_ceil(STRETCH);
    let next = AtomicUsize::new(0);
    let findings: Mutex<Vec<Option<Finding>>> = Mutex::new(vec![None; points]);
    let work = || -> Result<(), AnnotationError> {
        let mut engine = Engine::with_seed(0);
        for (name, value) in &effort.options {
            engine.set_option(name, value)?;
        }
        loop {
            let stretch = next.fetch_add(1, Ordering::Relaxed);
            if stretch >= stretches {
                return Ok(());
            }
            engine.new_game();
            let first = stretch * STRETCH;
            for point in (first..points.min(first + STRETCH)).rev() {
                let played = texts[..point].iter().map(String::as_str);
                engine.set_position(Some(&fen), played, Ranks::FromZero)?;
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
    let (mailbox, inbox) = mpsc::channel();
    let id = engine.number();
    engine.go(id, limits, Box::new(move |event| drop(mailbox.send(event))))?;
    let mut finding = Finding { score: Score::Cp(0), depth: 0, nodes: 0, line: Vec::new() };
    loop {
        match inbox.recv_timeout(TICK) {
            Ok(Event::Info(info)) => {
                finding.nodes = info.nodes;
                // Bounds come before the search of the iteration is over; the last word is exact.
                if info.multipv == 1 && info.bound == crate::search::Bound::Exact {
                    finding.score = info.score;
                    finding.depth = info.depth;
                    finding.line = info.pv;
                    finding.line.truncate(LINE_MAX);
                }
            }
            Ok(Event::BestMove(_)) => break,
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => {
                if stop.load(Ordering::Relaxed) {
                    engine.stop();
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Err(AnnotationError::Lost),
        }
    }
    if stop.load(Ordering::Relaxed) {
        return Err(AnnotationError::Interrupted);
    }
    Ok(finding)
}
