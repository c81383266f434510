//! Tests of each search rule, at a node where it must act and at a node where it must not.
//!
//! The nodes are set up by hand: position, window, depth and, where a rule needs it, the table or a history. The trace,
//! which exists only in tests, shows whether the rule acted.

mod aspiration;
mod endings;
mod histories;
mod pruning;
mod reductions;
mod root;
mod singular;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::handicap::{FullStrength, Weakened};
use super::selectivity::Node;
use super::stack::PieceTo;
use super::trace::Rule;
use super::worker::Worker;
use super::{Bound, Entry, Job, Limits, Pruning, Settings, Signals, TranspositionTable};
use crate::board::{Position, START_FEN};
use crate::eval::Hce;
use crate::types::{Move, Value};

/// Red is a rook up in the start position.
const ROOK_UP: &str = "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
/// Red is a rook down in the start position.
const ROOK_DOWN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w";
/// Red is a pawn up, has three moves, and has no piece with which null moves are allowed.
const PAWN_ENDING: &str = "3k5/9/9/9/9/9/P8/9/9/4K4 w";
/// Red is in check and has more than one evasion.
const IN_CHECK: &str = "3k5/9/9/9/4r4/9/9/9/R8/2BAK4 w";

/// A node of the search under test.
struct TestNode {
    worker: Worker<Hce>,
    ply: usize,
    cut_node: bool,
}

impl TestNode {
    /// A node with this position, one ply from the root. The move that led to it is unknown.
    fn new(fen: &str) -> Self {
        Self::with_position(fen.parse().unwrap())
    }

    fn with_position(position: Position) -> Self {
        let mut worker = Worker::new(0, Hce::new(), Arc::new(Signals::default()));
        let job = Job {
            id: 1,
            position,
            limits: Limits::none(),
            asked: crate::clock::Instant::now(),
            settings: Settings::default(),
            table: Arc::new(TranspositionTable::new(1).unwrap()),
            probes: None,
        };
        worker.begin(job, Arc::new([AtomicU64::new(0)]), None);
        worker.root_depth = 20;
        Self { worker, ply: 1, cut_node: true }
    }

    /// The node reached from a root position by moves made in the search.
    fn after(fen: &str, moves: &str) -> Self {
        let mut node = Self::new(fen);
        node.ply = 0;
        for mv in moves.split_whitespace() {
            let mv: Move = mv.parse().unwrap();
            assert!(node.worker.job.position.is_legal(mv), "{mv}");
            let gives_check = node.worker.job.position.board().gives_check(mv);
            node.worker.make(mv, gives_check, node.ply);
            node.ply += 1;
        }
        node
    }

    /// Disables null moves, which would cause a cutoff before the rule under test is reached.
    fn without_null_moves(mut self) -> Self {
        self.worker.nmp_min_ply = usize::MAX;
        self
    }

    /// Makes the node one that is expected to fail low. At any depth, the entries from [`Self::decide_move`] are then
    /// trusted if the move fails low; in a cut node, they are trusted if the move fails high.
    fn expected_to_fail_low(mut self) -> Self {
        self.cut_node = false;
        self
    }

    /// Sets how selective the search is.
    fn with_pruning(mut self, pruning: Pruning) -> Self {
        self.worker.job.settings.pruning = pruning;
        self
    }

    fn static_eval(&mut self) -> Value {
        self.worker.evaluate::<FullStrength>()
    }

    /// Searches the node with the null window above alpha, as a cut node unless it is expected to fail low.
    fn search(&mut self, alpha: Value, depth: i32) -> Value {
        let (ply, cut_node) = (self.ply, self.cut_node);
        if self.worker.job.settings.is_full_strength() {
            self.worker.alphabeta::<FullStrength, false>(alpha, alpha + 1, depth, ply, cut_node)
        } else {
            self.worker.alphabeta::<Weakened, false>(alpha, alpha + 1, depth, ply, cut_node)
        }
    }

    fn search_pv(&mut self, alpha: Value, beta: Value, depth: i32) -> Value {
        self.worker.alphabeta::<FullStrength, true>(alpha, beta, depth, self.ply, false)
    }

    /// Whether a rule has acted at the node itself.
    fn acted(&self, rule: Rule) -> bool {
        self.times(rule) > 0
    }

    /// How often a rule has acted at the node itself.
    fn times(&self, rule: Rule) -> u32 {
        self.worker.trace.at(rule, self.ply)
    }

    /// Stores a table entry for the node.
    fn store(&mut self, mv: Option<&str>, value: Value, depth: i32, bound: Bound) {
        let mv = mv.map(|mv| mv.parse().unwrap());
        let eval = self.worker.raw_eval(None);
        let entry = Entry { mv, value, eval, depth, bound: Some(bound), was_pv: false };
        self.worker.job.table.store(self.worker.job.position.key(), self.ply, entry);
    }

    /// Stores in the table that the node was part of a principal variation, and nothing else.
    fn mark_as_pv(&mut self) {
        let eval = self.worker.raw_eval(None);
        let entry = Entry { mv: None, value: 0, eval, depth: 0, bound: None, was_pv: true };
        self.worker.job.table.store(self.worker.job.position.key(), self.ply, entry);
    }

    /// Teaches the correction history that the evaluation of the position is far too low, and returns the correction.
    fn correct_upwards(&mut self) -> Value {
        let board = self.worker.job.position.board();
        let keys = self.worker.stack.continuation_keys(self.ply);
        for _ in 0..100 {
            self.worker.correction_history.update(board, keys, 900, 20);
        }
        self.worker.correction(self.ply)
    }

    /// The facts about the node before its search, with default values.
    fn facts(&self, depth: i32) -> Node {
        Node {
            ply: self.ply,
            depth,
            is_pv: false,
            was_pv: false,
            cut_node: self.cut_node,
            in_check: false,
            improving: true,
            tt_capture: false,
            static_eval: 0,
            correction: 0,
        }
    }

    /// The table entry for the node.
    fn entry(&self) -> Option<Entry> {
        self.worker.job.table.probe(self.worker.job.position.key(), self.ply)
    }

    /// Sets the value of each move, from the point of view of the side to move, by storing deep entries for the
    /// positions after the moves.
    fn decide_moves(&self, value: impl Fn(Move) -> Value) {
        for mv in self.worker.job.position.legal_moves() {
            self.decide_move(mv, value(mv), 64);
        }
    }

    /// Sets the value of a move for searches of at most `depth` plies after it.
    fn decide_move(&self, mv: Move, value: Value, depth: i32) {
        let entry = Entry {
            mv: None,
            value: -value,
            eval: 0,
            depth,
            bound: Some(Bound::Exact),
            was_pv: false,
        };
        self.worker.job.table.store(self.key_after(mv), self.ply + 1, entry);
    }

    /// The depth of the table entry for the position after a move.
    fn depth_after(&self, mv: Move) -> i32 {
        self.worker.job.table.probe(self.key_after(mv), 0).unwrap().depth
    }

    /// The depth of the table entry for the node, if there is one.
    fn stored_depth(&self) -> Option<i32> {
        self.entry().map(|entry| entry.depth)
    }

    fn key_after(&self, mv: Move) -> u64 {
        self.worker.job.position.board().key_after(mv)
    }

    /// Gives a quiet move the worst butterfly history.
    fn give_bad_history(&mut self, mv: &str) {
        self.give_history(mv.parse().unwrap(), -10_000);
    }

    /// Gives a quiet move the best butterfly history, or the worst if `bonus` is negative.
    fn give_history(&mut self, mv: Move, bonus: i32) {
        let side = self.worker.job.position.side_to_move();
        for _ in 0..100 {
            self.worker.history.update_butterfly(side, mv, bonus);
        }
    }

    /// The butterfly history of a quiet move.
    fn history(&self, mv: Move) -> i32 {
        let board = self.worker.job.position.board();
        let history = self.worker.history.quiet_history(board.side_to_move(), [PieceTo::NONE; 3]);
        history.score(board.moved_piece(mv).unwrap(), mv)
    }
}
