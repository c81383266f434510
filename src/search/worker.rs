//! One thread's search: its position, evaluator, tables and counters.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use arrayvec::ArrayVec;

use super::correction::CorrectionHistory;
use super::history::History;
use super::root::RootMove;
use super::stack::{PieceTo, Stack};
use super::time::TimeManager;
use super::{Event, Handicap, Limits, Settings, Signals, TranspositionTable};
use crate::board::Position;
use crate::eval::Evaluator;
use crate::types::rng::SplitMix64;
use crate::types::{MAX_PLY, Move, RULE_BOUND, Value};

/// Nodes between two looks at the clock and the signals; under a millisecond's worth.
const CHECK_NODES: u64 = 1024;

/// A best line.
pub(super) type PvLine = ArrayVec<Move, MAX_PLY>;

/// A request as every worker gets it.
#[derive(Clone, Debug)]
pub struct Job {
    /// The number of the request, as [`Signals`] counts them.
    pub id: u64,
    /// Where to search from, with the game before it.
    pub position: Position,
    /// When to end.
    pub limits: Limits,
    /// When the search was asked for: its clock runs from here.
    pub asked: Instant,
    /// How to search.
    pub settings: Settings,
    /// The shared table.
    pub table: Arc<TranspositionTable>,
}

/// Where a search reports to.
pub type Sink = Box<dyn FnMut(Event) + Send>;

/// A searching thread.
pub(super) struct Worker<E> {
    /// 0 leads: it watches clock and limits, and reports.
    pub(super) thread_id: usize,
    pub(super) job: Job,
    pub(super) signals: Arc<Signals>,
    pub(super) eval: E,
    pub(super) history: History,
    pub(super) correction_history: CorrectionHistory,
    pub(super) stack: Stack,
    /// The best line from each ply.
    pub(super) pv_table: Box<[PvLine]>,
    pub(super) root_moves: Vec<RootMove>,
    /// Only the leader has one.
    sink: Option<Sink>,
    pub(super) time: TimeManager,
    pub(super) nodes: u64,
    /// Nodes of every thread, brought up to date at each poll.
    counters: Arc<[AtomicU64]>,
    /// Node count at which to look at the clock and the signals.
    next_check: u64,
    /// The search is to be left at once; what it returns is void.
    pub(super) stopped: bool,
    /// The limits count: not pondering, or no longer.
    clock_runs: bool,
    pub(super) root_depth: i32,
    /// Last iteration finished.
    pub(super) completed_depth: i32,
    pub(super) seldepth: usize,
    /// Below this ply null moves are off, to confirm one.
    pub(super) nmp_min_ply: usize,
    /// The recurrence at the node about to be searched has been judged, and its value bounded.
    pub(super) lap_judged: bool,
    pub(super) reductions: &'static [[i16; 64]; 64],
}

impl<E: Evaluator> Worker<E> {
    /// A worker without a request; [`Worker::begin`] it.
    pub(super) fn new(thread_id: usize, eval: E, signals: Arc<Signals>) -> Self {
        let job = Job {
            id: 0,
            position: Position::startpos(),
            limits: Limits::none(),
            asked: Instant::now(),
            settings: Settings::default(),
            table: Arc::default(),
        };
        Self {
            thread_id,
            time: TimeManager::new(&job),
            job,
            signals,
            eval,
            history: History::new(),
            correction_history: CorrectionHistory::new(),
            stack: Stack::new(),
            pv_table: vec![PvLine::new(); MAX_PLY + 2].into_boxed_slice(),
            root_moves: Vec::new(),
            sink: None,
            nodes: 0,
            counters: Arc::new([]),
            next_check: 0,
            stopped: false,
            clock_runs: true,
            root_depth: 0,
            completed_depth: 0,
            seldepth: 0,
            nmp_min_ply: 0,
            lap_judged: false,
            reductions: super::params::reductions(),
        }
    }

    /// Lets go of what a request brought, so that a replaced table is freed.
    pub(super) fn release(&mut self) {
        self.sink = None;
        self.job.table = Arc::default();
    }

    /// Gets ready for a request. `counters` has a place for each thread.
    pub(super) fn begin(&mut self, job: Job, counters: Arc<[AtomicU64]>, sink: Option<Sink>) {
        self.time = TimeManager::new(&job);
        self.clock_runs = !job.limits.ponder;
        self.job = job;
        self.counters = counters;
        self.sink = sink;
        self.eval.reset(self.job.position.board());
        self.history.new_search();
        self.stack.clear();
        self.root_moves = self.make_root_moves();
        (self.nodes, self.next_check, self.stopped, self.lap_judged) = (0, 0, false, false);
        (self.root_depth, self.completed_depth, self.seldepth, self.nmp_min_ply) = (0, 0, 0, 0);
    }

    fn make_root_moves(&self) -> Vec<RootMove> {
        let filter = &self.job.limits.root_moves;
        let legal = self.job.position.legal_moves();
        legal.into_iter().filter(|mv| filter.allows(*mv)).map(RootMove::new).collect()
    }

    /// Reports, if this worker is the one that does.
    pub(super) fn emit(&mut self, event: Event) {
        if let Some(sink) = &mut self.sink {
            sink(event);
        }
    }

    /// Plays a move from a node `ply` plies from the root, counting it.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, gives_check: bool, ply: usize) {
        self.nodes += 1;
        let piece = self.job.position.board().moved_piece(mv);
        self.stack.at(ply).piece_to = piece.map_or(PieceTo::NONE, |piece| PieceTo::new(piece, mv));
        let key = self.job.position.board().key_after(mv);
        self.job.table.prefetch(key);
        self.job.position.make_known(mv, gives_check, self.eval.push());
        debug_assert_eq!(self.job.position.key(), key, "{mv}");
    }

    /// Takes a move back.
    #[inline]
    pub(super) fn unmake(&mut self) {
        self.job.position.unmake(&mut ());
        self.eval.pop();
    }

    /// Looks at clock, limits and signals when it is time to. True if the search must be left.
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
        let id = self.job.id;
        if self.thread_id == 0 && !self.clock_runs && self.signals.is_hit(id) {
            self.start_clock();
        }
        // The first iteration is always finished: there must be an answer. It takes no time.
        let may_stop = self.completed_depth > 0 || self.thread_id != 0;
        self.stopped |= may_stop
            && (self.signals.is_stopped(id)
                || (self.thread_id == 0 && self.clock_runs && self.is_spent()));
        self.next_check = self.nodes + CHECK_NODES;
        if let Some(limit) = self.node_limit()
            && self.counters.len() == 1
            && self.clock_runs
        {
            // Alone, a node limit is kept exactly.
            self.next_check = self.next_check.min(limit.max(self.nodes + 1));
        }
    }

    fn is_spent(&self) -> bool {
        self.time.is_out() || self.node_limit().is_some_and(|limit| self.total_nodes() >= limit)
    }

    fn node_limit(&self) -> Option<u64> {
        let handicap = self.job.settings.handicap.and_then(|handicap| handicap.nodes);
        match (self.job.limits.nodes, handicap) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// The opponent has played the move pondered on.
    pub(super) fn start_clock(&mut self) {
        self.clock_runs = true;
        self.time.restart();
    }

    /// Whether the limits of the request count.
    pub(super) fn clock_runs(&self) -> bool {
        self.clock_runs
    }

    /// Nodes of all threads, as of their last polls.
    pub(super) fn total_nodes(&self) -> u64 {
        let others = self.counters.iter().enumerate().filter(|(i, _)| *i != self.thread_id);
        self.nodes + others.map(|(_, count)| count.load(Ordering::Relaxed)).sum::<u64>()
    }

    /// Leaves the final count for the others to see.
    pub(super) fn publish_nodes(&self) {
        self.counters[self.thread_id].store(self.nodes, Ordering::Relaxed);
    }

    /// Static evaluation of the position as the search uses it, given the evaluator's own value.
    ///
    /// It fades as the move-count draw comes nearer, and is bent by a handicap.
    #[inline]
    pub(super) fn damped_eval(&self, raw: Value) -> Value {
        let position = &self.job.position;
        let mut value = raw - raw * Value::from(position.plies_since_capture().min(200)) / 400;
        if let Some(handicap) = &self.job.settings.handicap {
            value += misjudgement(handicap, position.key());
        }
        value.clamp(1 - RULE_BOUND, RULE_BOUND - 1)
    }

    /// Whether a handicapped player does not see a move at all.
    #[inline]
    pub(super) fn overlooks_move(&self, mv: Move) -> bool {
        self.job.settings.handicap.is_some_and(|handicap| {
            handicap.blindness > 0 && is_overlooked(&handicap, &self.job.position, mv)
        })
    }
}

/// The same error for the same position, all game long, in the middle of its range more often than at the ends.
fn misjudgement(handicap: &Handicap, key: u64) -> Value {
    if handicap.misjudge_cp == 0 {
        return 0;
    }
    let mut rng = SplitMix64::new(handicap.seed ^ key);
    let range = handicap.misjudge_cp as u64 + 1;
    rng.below(range) as Value - rng.below(range) as Value
}

/// People see captures and steps forward; they miss retreats, long slides, and what horses and cannons do.
fn is_overlooked(handicap: &Handicap, position: &Position, mv: Move) -> bool {
    use crate::types::{Color, PieceType};
    let board = position.board();
    let Some(piece) = board.moved_piece(mv) else { return false };
    let (from, to) = (mv.from(), mv.to());
    let retreat = match piece.color() {
        Color::Red => to.rank() < from.rank(),
        Color::Black => to.rank() > from.rank(),
    };
    let distance = from.rank().abs_diff(to.rank()) + from.file().abs_diff(to.file());
    let mut difficulty = 2;
    difficulty += 2 * u64::from(retreat) + u64::from(distance >= 4);
    difficulty += u64::from(matches!(piece.kind(), PieceType::Horse | PieceType::Cannon));
    if board.captured_piece(mv).is_some() {
        difficulty -= 1;
    }
    let seen =
        SplitMix64::new(handicap.seed ^ position.key() ^ u64::from(mv.bits()) << 40).below(4000);
    seen < u64::from(handicap.blindness) * difficulty
}
