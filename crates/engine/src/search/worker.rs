//! A search thread: its position, evaluator, histories and counters, and its checks of limits and signals.
//!
//! `impl Worker` is spread over the files of the search, by subject:
//!
//! | file | part |
//! |---|---|
//! | `worker` | set-up, making moves, limits |
//! | `main_thread` | the other work of thread 0, from the request to the answer |
//! | `root` | iterative deepening, aspiration windows, the root node |
//! | `alphabeta` | the main search |
//! | `probcut` | `ProbCut` |
//! | `qsearch` | the quiescence search |
//! | `node` | the steps shared by `alphabeta` and `qsearch`: entry, table cutoffs, storing, the PV |
//! | `selectivity` | pruning of individual moves, reductions, singular extensions |
//! | `rule_judge` | the rules that end games |
//! | `static_eval` | the static evaluation, damped and corrected |
//! | `endgame` | probing of endgame tables |
//! | `handicap` | deliberately weak play |

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arrayvec::ArrayVec;

use super::correction::CorrectionHistory;
use super::delays::Delays;
use super::endgame::TableRoot;
use super::history::History;
use super::root_move::RootMove;
use super::rule_judge::Seen;
use super::stack::{PieceTo, Stack};
use super::time::{Findings, TimeManager};
use super::{Event, Limits, Settings, Signals, TableProbes, TranspositionTable};
use crate::board::Position;
use crate::clock::Instant;
use crate::eval::Evaluator;
use crate::turns::{Pause, Turns};
use crate::types::{MAX_PLY, Move};

/// Nodes between two checks of the limits and signals. Searching them takes less than a millisecond.
const CHECK_NODES: u64 = 1024;
/// The same for a helper thread. The main thread waits for it before it answers, and the check costs a helper little,
/// because a helper reads no clock.
const HELPER_CHECK_NODES: u64 = 128;

/// How long a search runs before it reports its effort, and how long it is then silent at most.
const EFFORT_AFTER: Duration = Duration::from_secs(3);
const EFFORT_INTERVAL: Duration = Duration::from_secs(1);

/// A principal variation.
pub(super) type PvLine = ArrayVec<Move, MAX_PLY>;

/// A search request, as every worker receives it.
#[derive(Clone, Debug)]
pub struct Job {
    /// The number of the request, as counted by [`Signals`].
    pub id: u64,
    /// The position to search, with the game that led to it.
    pub position: Position,
    /// When the search ends.
    pub limits: Limits,
    /// When the search was requested, which starts its clock.
    pub asked: Instant,
    /// How to search.
    pub settings: Settings,
    /// The shared table.
    pub table: Arc<TranspositionTable>,
    /// Endgame tables, if there are any.
    pub probes: Option<TableProbes>,
}

/// Receives the events of a search.
pub type Sink = Box<dyn FnMut(Event) + Send>;

/// A search thread.
pub(super) struct Worker<E> {
    /// The thread's number; 0 for the main thread, which checks the limits and reports.
    pub(super) thread_id: usize,
    pub(super) job: Job,
    pub(super) signals: Arc<Signals>,
    pub(super) eval: E,
    pub(super) history: History,
    pub(super) correction_history: CorrectionHistory,
    pub(super) stack: Stack,
    pub(super) seen: Seen,
    /// The principal variation from each ply.
    pub(super) pv_table: Box<[PvLine]>,
    pub(super) root_moves: Vec<RootMove>,
    /// The result of probing the endgame tables at the root.
    pub(super) table_root: TableRoot,
    /// Receives the events; only the main thread has a sink.
    sink: Option<Sink>,
    /// The host's functions for taking turns, where there are no threads.
    pub(super) turns: Option<Turns>,
    pub(super) time: TimeManager,
    pub(super) delays: Delays,
    pub(super) nodes: u64,
    /// Nodes searched by each thread, updated at each check.
    counters: Arc<[AtomicU64]>,
    /// Node count at which limits and signals are next checked.
    next_check: u64,
    /// Whether the search must be abandoned at once. The values that it then returns are meaningless.
    pub(super) stopped: bool,
    /// Whether the limits apply: they do not while the search ponders.
    clock_runs: bool,
    /// When the last line of play or effort was reported.
    last_report: Instant,
    /// What the last iteration found.
    pub(super) findings: Option<Findings>,
    pub(super) root_depth: i32,
    /// Depth of the last completed iteration.
    pub(super) completed_depth: i32,
    pub(super) seldepth: usize,
    /// The first ply that allows null moves while a null move cutoff is being verified; 0 otherwise.
    pub(super) nmp_min_ply: usize,
    pub(super) reductions: &'static [[i16; 64]; 64],
    /// Counts of the rules that acted at each ply.
    #[cfg(test)]
    pub(super) trace: super::trace::RuleTrace,
}

impl<E: Evaluator> Worker<E> {
    /// A worker without a request; call [`Worker::begin`] before use.
    pub(super) fn new(thread_id: usize, eval: E, signals: Arc<Signals>) -> Self {
        let job = Job {
            id: 0,
            position: Position::startpos(),
            limits: Limits::none(),
            asked: Instant::now(),
            settings: Settings::default(),
            table: Arc::default(),
            probes: None,
        };
        Self {
            thread_id,
            time: TimeManager::new(&job, Duration::ZERO),
            delays: Delays::new(),
            job,
            signals,
            eval,
            history: History::new(),
            correction_history: CorrectionHistory::new(),
            stack: Stack::new(),
            seen: Seen::new(),
            pv_table: vec![PvLine::new(); MAX_PLY + 2].into_boxed_slice(),
            root_moves: Vec::new(),
            table_root: TableRoot::Unknown,
            sink: None,
            turns: None,
            nodes: 0,
            counters: Arc::new([]),
            next_check: 0,
            stopped: false,
            clock_runs: true,
            findings: None,
            last_report: Instant::now(),
            root_depth: 0,
            completed_depth: 0,
            seldepth: 0,
            nmp_min_ply: 0,
            reductions: super::params::reductions(),
            #[cfg(test)]
            trace: super::trace::RuleTrace::default(),
        }
    }

    /// Drops the sink and the tables of the request, so that a replaced table is freed.
    pub(super) fn release(&mut self) {
        self.sink = None;
        self.job.table = Arc::default();
        self.job.probes = None;
    }

    /// Prepares for a request. `counters` has one entry for each thread.
    pub(super) fn begin(&mut self, job: Job, counters: Arc<[AtomicU64]>, sink: Option<Sink>) {
        self.time = TimeManager::new(&job, self.delays.in_hand());
        (self.clock_runs, self.findings) = (!job.limits.ponder, None);
        self.last_report = job.asked;
        self.job = job;
        self.counters = counters;
        self.sink = sink;
        self.eval.reset(self.job.position.board());
        self.history.new_search();
        self.stack.clear();
        self.seen.reset(&self.job.position);
        self.root_moves = self.make_root_moves();
        self.table_root = self.probe_tables();
        (self.nodes, self.next_check, self.stopped) = (0, 0, false);
        (self.root_depth, self.completed_depth, self.seldepth, self.nmp_min_ply) = (0, 0, 0, 0);
    }

    fn make_root_moves(&self) -> Vec<RootMove> {
        let filter = &self.job.limits.root_moves;
        let legal = self.job.position.legal_moves();
        legal.into_iter().filter(|mv| filter.allows(*mv)).map(RootMove::new).collect()
    }

    /// Reports an event if this worker has a sink.
    pub(super) fn emit(&mut self, event: Event) {
        if matches!(event, Event::Info(_) | Event::Effort { .. }) {
            self.last_report = Instant::now();
        }
        if let Some(sink) = &mut self.sink {
            sink(event);
        }
    }

    /// Prefetches what the search reads first in the position after a move. Call it as soon as the move is known,
    /// because memory is slow to answer.
    #[inline]
    pub(super) fn prefetch_after(&self, mv: Move) {
        let key = self.job.position.board().key_after(mv);
        self.job.table.prefetch(key);
        self.eval.prefetch(key);
    }

    /// Makes a move at a node `ply` plies from the root and counts the node reached.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, gives_check: bool, ply: usize) {
        self.nodes += 1;
        let piece = self.job.position.board().moved_piece(mv);
        self.stack.at(ply).piece_to = piece.map_or(PieceTo::NONE, |piece| PieceTo::new(piece, mv));
        self.seen.add(self.job.position.key());
        self.job.position.make_with_check(mv, gives_check, self.eval.push());
        let keys = self.stack.continuation_keys(ply + 1);
        self.correction_history.prefetch(self.job.position.board(), keys);
    }

    /// Unmakes the last move.
    #[inline]
    pub(super) fn unmake(&mut self) {
        self.job.position.unmake(&mut ());
        self.seen.remove(self.job.position.key());
        self.eval.pop();
    }

    /// Whether the search must be abandoned. Limits and signals are checked every [`CHECK_NODES`] nodes, or every
    /// [`HELPER_CHECK_NODES`] on a helper thread.
    #[inline]
    pub(super) fn should_stop(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        self.stopped
    }

    #[cold]
    fn check_limits(&mut self) {
        self.counters[self.thread_id].store(self.nodes, Ordering::Relaxed);
        if let Some(turns) = self.turns {
            (turns.pause)(Pause::Busy);
        }
        let id = self.job.id;
        let is_hit = self.thread_id == 0 && !self.clock_runs && self.signals.is_hit(id);
        if is_hit {
            self.start_clock();
        }
        // The first iteration is always completed, because there must be an answer. It takes hardly any time.
        let may_stop = self.completed_depth > 0 || self.thread_id != 0;
        self.stopped |= may_stop && self.signals.is_stopped(id);
        // If the search has pondered long enough, the next iteration would not have begun.
        self.stopped |= may_stop && is_hit && self.is_enough();
        if self.thread_id == 0 {
            let now = Instant::now();
            self.delays.check(now);
            self.report_effort(now);
            self.stopped |= may_stop && self.clock_runs && self.is_spent(now);
        }
        let interval = if self.thread_id == 0 { CHECK_NODES } else { HELPER_CHECK_NODES };
        self.next_check = self.nodes + interval;
        if let Some(limit) = self.node_limit()
            && self.counters.len() == 1
            && self.clock_runs
        {
            // With a single thread, the node limit is exact.
            self.next_check = self.next_check.min(limit.max(self.nodes + 1));
        }
    }

    /// Reports how much has been searched if the search has been silent for long.
    fn report_effort(&mut self, now: Instant) {
        let time = self.time.elapsed();
        if time < EFFORT_AFTER || now.saturating_duration_since(self.last_report) < EFFORT_INTERVAL
        {
            return;
        }
        let (nodes, hashfull) = (self.total_nodes(), self.job.table.hashfull());
        self.emit(Event::Effort { nodes, time, hashfull });
    }

    fn is_spent(&self, now: Instant) -> bool {
        self.time.is_out(now) || self.node_limit().is_some_and(|limit| self.total_nodes() >= limit)
    }

    fn node_limit(&self) -> Option<u64> {
        let handicap = self.job.settings.handicap.and_then(|handicap| handicap.nodes);
        match (self.job.limits.nodes, handicap) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Starts the clock, because the opponent has played the expected move.
    pub(super) fn start_clock(&mut self) {
        self.clock_runs = true;
        self.time.restart();
    }

    /// Whether the limits of the request apply.
    pub(super) fn clock_runs(&self) -> bool {
        self.clock_runs
    }

    /// Nodes searched by all threads, as of their last checks.
    pub(super) fn total_nodes(&self) -> u64 {
        let others = self.counters.iter().enumerate().filter(|(i, _)| *i != self.thread_id);
        self.nodes + others.map(|(_, count)| count.load(Ordering::Relaxed)).sum::<u64>()
    }

    /// Publishes the final node count.
    pub(super) fn publish_nodes(&self) {
        self.counters[self.thread_id].store(self.nodes, Ordering::Relaxed);
    }
}
