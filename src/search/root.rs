//! Iterative deepening: the root of the tree, iteration by iteration.

use super::worker::Worker;
use super::{BestMove, Bound, Entry, Event, RootFilter, SearchInfo, params};
use crate::board::Position;
use crate::eval::Evaluator;
use crate::rules;
use crate::types::rng::SplitMix64;
use crate::types::{
    DRAW, INFINITE, MATE, MAX_PLY, Move, Score, Value, is_decided, is_mate, is_rule, mate_in,
};

/// Iterations at most; the tree below may be twice as deep by extensions.
const MAX_DEPTH: i32 = MAX_PLY as i32 - 28;
/// Lines a handicapped player looks at before choosing one.
const CHOICES: usize = 8;
/// With a single legal move and a clock, iterations enough for a line to show.
const FORCED_DEPTH: i32 = 6;
/// An offered draw is taken from so many centipawns down...
const DRAW_WHEN_WORSE: Value = -100;
/// ...or when not better, once so many plies have been played.
const DRAW_WHEN_LEVEL_PLY: u32 = 60;

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Value in this iteration; minus infinity if only known to be no better than the best.
    pub(super) score: Value,
    /// Value in the iteration before.
    previous_score: Value,
    /// The line that starts with the move.
    pub(super) line: Vec<Move>,
    seldepth: usize,
    /// Nodes below it in all iterations.
    nodes: u64,
}

impl RootMove {
    pub(super) fn new(mv: Move) -> Self {
        Self {
            mv,
            score: -INFINITE,
            previous_score: -INFINITE,
            line: vec![mv],
            seldepth: 0,
            nodes: 0,
        }
    }
}

impl<E: Evaluator> Worker<E> {
    /// Deepens until a limit, a stop, or the end of what can be searched.
    pub(super) fn iterative_deepening(&mut self) {
        let last =
            self.job.limits.depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH as u32) as i32);
        let lines = self.multipv_count();
        // Every second helper begins a ply deeper, so that threads spread over the tree.
        let first = 1 + (self.thread_id % 2) as i32;
        let mut stable = 0;
        for depth in first..=last.max(first) {
            self.root_depth = depth;
            let best_before = self.root_moves[0].mv;
            let line_before = self.root_moves[0].line.clone();
            for root_move in &mut self.root_moves {
                root_move.previous_score = root_move.score;
            }
            for index in 0..lines {
                self.seldepth = 0;
                self.aspiration_search(index, depth);
                self.root_moves[..=index].sort_by_key(|root_move| -root_move.score);
                if self.stopped {
                    break;
                }
            }
            (0..lines).for_each(|index| self.extend_mate_pv(index));
            if self.stopped {
                // A better line found in the broken iteration is worth having, and worth showing.
                if self.root_moves[0].line != line_before {
                    self.report(1);
                }
                break;
            }
            self.completed_depth = depth;
            self.store_root();
            self.report(lines.min(self.job.settings.multipv as usize));
            stable = if self.root_moves[0].mv == best_before { stable + 1 } else { 0 };
            if self.thread_id == 0 && self.may_stop_deepening(depth, stable) {
                break;
            }
        }
        self.publish_nodes();
    }

    /// Tells the table the result of an iteration, for whoever asks after the search, and for the next one.
    fn store_root(&mut self) {
        let best = &self.root_moves[0];
        // Of a part of the moves the best is no more than a lower bound.
        let bound = match self.job.limits.root_moves {
            RootFilter::All => Bound::Exact,
            RootFilter::Only(_) | RootFilter::Except(_) => Bound::Lower,
        };
        let (mv, value) = (Some(best.mv), best.score);
        let eval = self.raw_eval_of(None);
        let entry = Entry {
            mv,
            value,
            eval,
            depth: self.root_depth,
            bound: (!is_rule(value)).then_some(bound),
        };
        self.job.table.store(self.job.position.key(), 0, entry);
    }

    /// Goes on with a line that stops short of its mate, because the table knew the rest.
    ///
    /// The side that mates plays the table's moves; the other holds out as long as the table knows.
    fn extend_mate_pv(&mut self, index: usize) {
        let (root_move, set) = (&mut self.root_moves[index], self.job.settings.rules.set);
        if !is_mate(root_move.score) || root_move.score == -INFINITE {
            return;
        }
        let (position, table) = (&mut self.job.position, &self.job.table);
        let (line, plies) = (&mut root_move.line, (MATE - root_move.score.abs()) as usize);
        for &mv in line.iter() {
            position.make(mv, &mut ());
        }
        // What repeats leads to no mate.
        while line.len() < plies && rules::repetition(position, line.len(), set).is_none() {
            let left = plies - line.len();
            let next = if left == 1 {
                mating_move(position)
            } else if left % 2 == 1 {
                table.probe(position.key(), 0).and_then(|entry| entry.mv)
            } else {
                let (mut longest, mut best) = (INFINITE, None);
                for mv in position.legal_moves() {
                    position.make(mv, &mut ());
                    let known = table.probe(position.key(), 0).filter(Entry::is_proven_mate);
                    let value = match known {
                        _ if left == 2 => mating_move(position).map(|_| mate_in(1)),
                        known => known.map(|entry| entry.value),
                    };
                    position.unmake(&mut ());
                    if let Some(value) = value.filter(|&value| value < longest) {
                        (longest, best) = (value, Some(mv));
                    }
                }
                best
            };
            let Some(mv) = next.filter(|mv| position.is_legal(*mv)) else { break };
            position.make(mv, &mut ());
            line.push(mv);
        }
        for _ in line.iter() {
            position.unmake(&mut ());
        }
    }

    fn multipv_count(&self) -> usize {
        let chosen = self.job.settings.handicap.is_some_and(|handicap| handicap.choice_cp > 0);
        let wanted = self.job.settings.multipv as usize;
        wanted.max(if chosen { CHOICES } else { 1 }).min(self.root_moves.len())
    }

    /// One line of one iteration: the best of the root moves from `index` on, within a widening window.
    fn aspiration_search(&mut self, index: usize, depth: i32) {
        let previous_score = self.root_moves[index].previous_score;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut delta = params::aspiration_base();
        let mut fail_high_count = 0;
        if depth >= params::aspiration_depth() && !is_decided(previous_score) {
            (alpha, beta) = (previous_score - delta, previous_score + delta);
        }
        loop {
            let value = self.search_root(index, alpha, beta, (depth - fail_high_count).max(1));
            self.root_moves[index..].sort_by_key(|root_move| -root_move.score);
            if self.stopped {
                return;
            }
            delta += delta / 2;
            if value <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = if is_decided(value) { -INFINITE } else { value - delta };
                fail_high_count = 0;
            } else if value >= beta {
                beta = if is_decided(value) { INFINITE } else { value + delta };
                fail_high_count += 1;
            } else {
                return;
            }
        }
    }

    /// The root node. Nothing is cut off here but by beta.
    fn search_root(&mut self, index: usize, mut alpha: Value, beta: Value, depth: i32) -> Value {
        let mut best = -INFINITE;
        for i in index..self.root_moves.len() {
            let mv = self.root_moves[i].mv;
            self.report_current_move(i, depth);
            let board = self.job.position.board();
            let gives_check = board.gives_check(mv);
            let quiet = board.captured_piece(mv).is_none() && !gives_check;
            let number = i - index + 1;
            let late = quiet && depth >= params::lmr_depth() && number > 6;
            let reduced_depth = if late {
                (depth - 1 - self.base_reduction(depth, number) / 100).max(1)
            } else {
                depth - 1
            };
            let before = self.nodes;
            self.make(mv, gives_check, 0);
            let mut value = -INFINITE;
            if number > 1 {
                value = -self.alphabeta::<false>(-alpha - 1, -alpha, reduced_depth, 1, true);
                if value > alpha && reduced_depth < depth - 1 {
                    value = -self.alphabeta::<false>(-alpha - 1, -alpha, depth - 1, 1, false);
                }
            }
            if number == 1 || value > alpha {
                value = -self.alphabeta::<true>(-beta, -alpha, depth - 1, 1, false);
            }
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            let root_move = &mut self.root_moves[i];
            root_move.nodes += self.nodes - before;
            if number == 1 || value > alpha {
                root_move.score = value;
                root_move.seldepth = self.seldepth;
                root_move.line.clear();
                root_move.line.push(mv);
                root_move.line.extend_from_slice(&self.pv_table[1]);
            } else {
                root_move.score = -INFINITE;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Whether a finished iteration was the last one needed.
    fn may_stop_deepening(&self, depth: i32, stable: u32) -> bool {
        let limits = &self.job.limits;
        let best = &self.root_moves[0];
        if let Some(moves) = limits.mate
            && is_mate(best.score)
            && best.score > 0
            && MATE - best.score < 2 * moves as Value
        {
            return true;
        }
        if limits.infinite || !self.clock_runs() {
            return false;
        }
        let timed = limits.move_time.is_some() || self.time.has_clock();
        // A mate that a deeper search cannot shorten.
        if timed && is_mate(best.score) && depth > MATE - best.score.abs() {
            return true;
        }
        if !self.time.has_clock() {
            return false;
        }
        if self.root_moves.len() == 1 && depth >= FORCED_DEPTH {
            return true;
        }
        let fall =
            if is_decided(best.previous_score) { 0 } else { best.previous_score - best.score };
        let effort = best.nodes as f64 / self.nodes.max(1) as f64;
        self.time.is_enough(super::time::Progress { stable, fall, effort })
    }

    /// Reports the first `lines` lines.
    pub(super) fn report(&mut self, lines: usize) {
        if self.thread_id != 0 {
            return;
        }
        for index in 0..lines {
            let root_move = &self.root_moves[index];
            if root_move.score == -INFINITE {
                continue;
            }
            let info = SearchInfo {
                depth: self.root_depth as u32,
                seldepth: root_move.seldepth.max(1) as u32,
                multipv: index as u32 + 1,
                score: Score::from(root_move.score),
                bound: Bound::Exact,
                nodes: self.total_nodes(),
                time: self.time.elapsed(),
                hashfull: self.job.table.hashfull(),
                pv: root_move.line.clone(),
            };
            self.emit(Event::Info(info));
        }
    }

    /// Tells which root move is being searched, once the search is slow enough for anyone to read it.
    fn report_current_move(&mut self, index: usize, depth: i32) {
        if self.thread_id == 0 && self.time.elapsed().as_secs() >= 1 {
            let (mv, number) = (self.root_moves[index].mv, index as u32 + 1);
            self.emit(Event::CurrentMove { mv, number, depth: depth as u32 });
        }
    }

    /// The answer: the best move, or one that a handicapped player prefers.
    pub(super) fn best_move(&mut self) -> BestMove {
        let index = self.choose_root_move();
        let chosen = self.root_moves[index].clone();
        let ponder = chosen.line.get(1).copied().or_else(|| self.ponder_move_from_table(chosen.mv));
        let level = self.job.position.game_ply() >= DRAW_WHEN_LEVEL_PLY && chosen.score <= DRAW;
        let accept_draw =
            self.job.limits.draw_offered && (chosen.score <= DRAW_WHEN_WORSE || level);
        BestMove { mv: Some(chosen.mv), ponder, accept_draw }
    }

    /// Index of the root move to play.
    fn choose_root_move(&self) -> usize {
        let Some(handicap) = self.job.settings.handicap.filter(|h| h.choice_cp > 0) else {
            return 0;
        };
        let best = self.root_moves[0].score;
        // Each move's weight falls from the full margin to nothing as it loses up to the margin.
        let weight =
            |root_move: &RootMove| (root_move.score - best + handicap.choice_cp + 1).max(0) as u64;
        let total: u64 = self.root_moves.iter().map(weight).sum();
        let seed = handicap.seed ^ self.job.position.key();
        let mut left = SplitMix64::new(seed).below(total.max(1));
        for (index, root_move) in self.root_moves.iter().enumerate() {
            match left.checked_sub(weight(root_move)) {
                Some(rest) => left = rest,
                None => return index,
            }
        }
        0
    }

    /// The reply the table expects, when the line is a single move long.
    fn ponder_move_from_table(&mut self, mv: Move) -> Option<Move> {
        let position = &mut self.job.position;
        position.make(mv, &mut ());
        let reply = self.job.table.probe(position.key(), 1).and_then(|entry| entry.mv);
        let reply = reply.filter(|mv| position.is_legal(*mv));
        position.unmake(&mut ());
        reply
    }
}

/// A move after which the other side has none.
fn mating_move(position: &mut Position) -> Option<Move> {
    position.legal_moves().into_iter().find(|&mv| {
        position.make(mv, &mut ());
        let is_mate = position.legal_moves().is_empty();
        position.unmake(&mut ());
        is_mate
    })
}
