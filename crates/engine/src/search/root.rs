//! Iterative deepening, aspiration windows and the root node.

use std::sync::atomic::Ordering;

use super::draw_offer::accepts_draw;
use super::endgame::TableRoot;
use super::handicap::{FullStrength, Strength, Weakened, choose_root_move};
use super::history::SearchedMoves;
use super::node::NodeResult;
use super::picker::MovePicker;
use super::selectivity::Node;
use super::time::Findings;
use super::worker::Worker;
use super::{BestMove, Bound, Entry, Event, Pruning, RootFilter, SearchInfo, Wdl, params};
use crate::board::Position;
use crate::eval::Evaluator;
use crate::rules;
use crate::types::{
    DRAW, INFINITE, MATE, MAX_PLY, Move, MoveList, Score, Value, is_decided, is_mate, mate_in,
};

/// Maximum depth of an iteration, below the maximum ply because extensions may make lines longer.
const MAX_DEPTH: i32 = MAX_PLY as i32 - 28;
/// The number of lines that a handicapped player chooses from.
const HANDICAP_LINES: usize = 8;

impl<E: Evaluator> Worker<E> {
    /// Searches to increasing depths until a limit or the maximum depth is reached, or the search is stopped.
    pub(super) fn iterative_deepening(&mut self) {
        let last =
            self.job.limits.depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH as u32) as i32);
        let lines = self.multipv_count();
        // Threads with an odd id begin a ply deeper, to spread the threads over the tree.
        let first = 1 + (self.thread_id % 2) as i32;
        let mut stable = 0;
        for depth in first..=last.max(first) {
            self.root_depth = depth;
            let previous_best = self.root_moves[0].mv;
            let pv_before = self.root_moves[0].pv.clone();
            for root_move in &mut self.root_moves {
                root_move.previous_score = root_move.score;
            }
            for index in 0..lines {
                self.seldepth = 0;
                if self.job.settings.is_full_strength() {
                    self.aspiration_search::<FullStrength>(index, depth);
                } else {
                    self.aspiration_search::<Weakened>(index, depth);
                }
                self.root_moves[..=index].sort_by_key(|root_move| -root_move.score);
                if self.stopped {
                    break;
                }
            }
            if self.stopped && self.job.settings.multipv > 1 {
                self.complete_lines();
            }
            (0..lines).for_each(|index| self.extend_mate_pv(index));
            if self.stopped {
                // Report what the unfinished iteration found: more about the best move, or a new best move.
                if self.job.settings.multipv > 1 {
                    self.report(lines.min(self.job.settings.multipv as usize));
                } else if self.root_moves[0].depth == depth || self.root_moves[0].pv != pv_before {
                    self.report(1);
                }
                break;
            }
            self.completed_depth = depth;
            self.store_root();
            self.report(lines.min(self.job.settings.multipv as usize));
            stable = if self.root_moves[0].mv == previous_best { stable + 1 } else { 0 };
            if self.thread_id == 0 && self.may_stop_deepening(depth, stable) {
                break;
            }
        }
        self.publish_nodes();
    }

    /// Sorts the lines of an unfinished iteration. Lines that it has not reached keep their scores from the previous
    /// iteration, so that no line is lost or placed before a better one.
    fn complete_lines(&mut self) {
        let scores = self.root_moves.iter().filter(|root_move| root_move.depth == self.root_depth);
        let best = scores.map(|root_move| root_move.score).max().unwrap_or(-INFINITE);
        if best != -INFINITE {
            let depth = self.completed_depth;
            self.root_moves
                .iter_mut()
                .for_each(|root_move| root_move.keep_previous_score(best, depth));
        }
        self.root_moves.sort_by_key(|root_move| -root_move.score);
    }

    /// Stores the result of an iteration in the table, for later searches and for readers of the table.
    fn store_root(&mut self) {
        let best = &self.root_moves[0];
        // If only some of the moves are searched, the best value is a lower bound.
        let bound = match self.job.limits.root_moves {
            RootFilter::All => Bound::Exact,
            RootFilter::Only(_) | RootFilter::Except(_) => Bound::Lower,
        };
        let (best_move, best_value) = (Some(best.mv), best.score);
        let raw_eval = self.raw_eval(None);
        let depth = self.root_depth;
        let key = self.job.position.key();
        let result = NodeResult { best_move, best_value, raw_eval, depth, bound, was_pv: true };
        self.store_node(key, 0, result);
    }

    /// Completes a mating PV that a table cutoff has shortened.
    ///
    /// The mating side plays the table's moves; the other side plays the moves that resist longest according to the
    /// table.
    fn extend_mate_pv(&mut self, index: usize) {
        let (root_move, set) = (&mut self.root_moves[index], self.job.settings.rules.set);
        if !is_mate(root_move.score) || root_move.score == -INFINITE {
            return;
        }
        let (position, table) = (&mut self.job.position, &self.job.table);
        let (pv, plies) = (&mut root_move.pv, (MATE - root_move.score.abs()) as usize);
        for &mv in pv.iter() {
            position.make_unchecked(mv, &mut ());
        }
        // A repetition does not lead to mate.
        while pv.len() < plies && rules::repetition(position, pv.len(), set).is_none() {
            let left = plies - pv.len();
            let next = if left == 1 {
                mating_move(position)
            } else if left % 2 == 1 {
                table.probe(position.key(), 0).and_then(|entry| entry.mv)
            } else {
                let (mut longest, mut best) = (INFINITE, None);
                for mv in position.legal_moves() {
                    position.make_unchecked(mv, &mut ());
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
            position.make_unchecked(mv, &mut ());
            pv.push(mv);
        }
        for _ in pv.iter() {
            position.unmake(&mut ());
        }
    }

    fn multipv_count(&self) -> usize {
        let chosen = self.job.settings.handicap.is_some_and(|handicap| handicap.choice_cp > 0);
        let wanted = self.job.settings.multipv as usize;
        wanted.max(if chosen { HANDICAP_LINES } else { 1 }).min(self.root_moves.len())
    }

    /// Searches the root moves from `index` on with an aspiration window, which is widened until it contains the value.
    pub(super) fn aspiration_search<S: Strength>(&mut self, index: usize, depth: i32) {
        let previous_score = self.root_moves[index].previous_score;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut delta = params::aspiration_base();
        let mut fail_high_count = 0;
        if depth >= params::aspiration_depth() && !is_decided(previous_score) {
            (alpha, beta) = (previous_score - delta, previous_score + delta);
        }
        loop {
            let value = self.search_root::<S>(index, alpha, beta, (depth - fail_high_count).max(1));
            self.root_moves[index..].sort_by_key(|root_move| -root_move.score);
            if self.stopped {
                return;
            }
            delta += delta * params::aspiration_growth() / 100;
            if value <= alpha {
                trace!(self, 0, AspirationFailLow);
                beta = i32::midpoint(alpha, beta);
                alpha = if is_decided(value) { -INFINITE } else { value - delta };
                fail_high_count = 0;
            } else if value >= beta {
                trace!(self, 0, AspirationFailHigh);
                beta = if is_decided(value) { INFINITE } else { value + delta };
                fail_high_count += 1;
            } else {
                return;
            }
        }
    }

    /// Searches the root node. No move is pruned here; otherwise, moves are ordered and reduced as at other PV nodes.
    pub(super) fn search_root<S: Strength>(
        &mut self,
        index: usize,
        mut alpha: Value,
        beta: Value,
        depth: i32,
    ) -> Value {
        let in_check = self.job.position.in_check();
        let raw_eval = self.raw_eval(None);
        self.set_static_eval::<S>(raw_eval, 0);
        self.stack.at(0).was_pv = true;
        (1..=2).for_each(|ply| self.stack.at(ply).cutoff_count = 0);
        let first = self.root_moves[index].mv;
        let board = self.job.position.board();
        let node = Node {
            ply: 0,
            depth,
            is_pv: true,
            was_pv: true,
            cut_node: false,
            in_check,
            improving: true,
            tt_capture: board.captured_piece(first).is_some(),
            static_eval: self.stack.at(0).static_eval.unwrap_or(0),
            correction: self.stack.at(0).correction,
        };
        let killers = self.history.killers(0);
        let keys = self.stack.continuation_keys(0);
        let mut picker = MovePicker::all(board, in_check, Some(first), killers);
        let (mut quiets, mut captures) = (MoveList::new(), MoveList::new());
        let (mut best_value, mut best_move) = (-INFINITE, None);
        let mut move_count = 0;
        while let Some(mv) = picker.next(self.job.position.board(), &self.history, keys) {
            let Some(i) = (index..self.root_moves.len()).find(|&i| self.root_moves[i].mv == mv)
            else {
                continue;
            };
            move_count += 1;
            self.report_current_move(index + move_count, mv, depth);
            let gives_check = picker.gives_check(self.job.position.board(), mv);
            let candidate = self.candidate(mv, move_count, gives_check, killers, keys);
            let mut reduced_depth = depth - 1;
            if S::prunes(&self.job, Pruning::Medium)
                && depth >= params::lmr_depth()
                && move_count > 2
            {
                let reduction = self.reduction(&node, &candidate);
                reduced_depth = (depth - 1 - reduction).clamp(1, depth - 1);
            }
            let nodes_before = self.nodes;
            self.make(mv, gives_check, 0);
            let mut value = -INFINITE;
            if move_count > 1 {
                if reduced_depth < depth - 1 {
                    trace!(self, 0, LateMoveReduction);
                }
                self.stack.at(0).reduction = depth - 1 - reduced_depth;
                value = -self.alphabeta::<S, false>(-alpha - 1, -alpha, reduced_depth, 1, true);
                self.stack.at(0).reduction = 0;
                if value > alpha && reduced_depth < depth - 1 {
                    value = -self.alphabeta::<S, false>(-alpha - 1, -alpha, depth - 1, 1, true);
                }
            }
            if move_count == 1 || value > alpha {
                value = -self.alphabeta::<S, true>(-beta, -alpha, depth - 1, 1, false);
            }
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            let root_move = &mut self.root_moves[i];
            root_move.nodes += self.nodes - nodes_before;
            if move_count == 1 || value > alpha {
                root_move.score = value;
                root_move.depth = self.root_depth;
                root_move.seldepth = self.seldepth;
                root_move.pv.clear();
                root_move.pv.push(mv);
                root_move.pv.extend_from_slice(&self.pv_table[1]);
            } else {
                root_move.score = -INFINITE;
            }
            best_value = best_value.max(value);
            if value > alpha {
                alpha = value;
                best_move = Some(mv);
                if alpha >= beta {
                    break;
                }
            }
            if candidate.is_quiet {
                quiets.push(mv);
            } else {
                captures.push(mv);
            }
        }
        if let Some(mv) = best_move {
            let searched = SearchedMoves { quiets: &quiets, captures: &captures };
            let board = self.job.position.board();
            self.history.update_on_best_move(board, keys, 0, depth, mv, searched);
        }
        best_value
    }

    /// Whether to stop before the next iteration.
    fn may_stop_deepening(&mut self, depth: i32, stable: u32) -> bool {
        let limits = &self.job.limits;
        let best = &self.root_moves[0];
        if let Some(moves) = limits.mate
            && is_mate(best.score)
            && best.score > 0
            && MATE - best.score < 2 * moves as Value
        {
            return true;
        }
        // A deeper search cannot shorten this mate.
        let is_final = is_mate(best.score) && depth > MATE - best.score.abs();
        let is_forced = self.root_moves.len() == 1 && depth >= params::time_forced_depth();
        let fall =
            if is_decided(best.previous_score) { 0 } else { best.previous_score - best.score };
        let effort = best.nodes as f64 / self.nodes.max(1) as f64;
        self.findings = Some(Findings { is_final, is_forced, stable, fall, effort });
        if limits.infinite || !self.clock_runs() {
            return false;
        }
        limits.soft_nodes.is_some_and(|enough| self.total_nodes() >= enough) || self.is_enough()
    }

    /// Whether the last iteration's findings and the time spent call for an answer.
    pub(super) fn is_enough(&self) -> bool {
        let Some(findings) = self.findings else { return false };
        let has_clock = self.time.has_clock();
        let is_timed = has_clock || self.job.limits.move_time.is_some();
        is_timed && findings.is_final
            || has_clock && (findings.is_forced || self.time.is_enough(findings))
    }

    /// Reports the best `lines` lines.
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
                depth: root_move.depth.min(self.root_depth) as u32,
                seldepth: root_move.seldepth.max(1) as u32,
                multipv: index as u32 + 1,
                score: Score::from(self.reported(root_move.score)),
                bound: Bound::Exact,
                known_wdl: self.is_drawn().then_some(Wdl::DRAW),
                nodes: self.total_nodes(),
                time: self.time.elapsed(),
                hashfull: self.job.table.hashfull(),
                tb_hits: self.tb_hits(),
                pv: root_move.pv.clone(),
            };
            self.emit(Event::Info(info));
        }
    }

    /// The root score to report: a draw if the tables prove one, whatever the search found.
    fn reported(&self, score: Value) -> Value {
        if self.table_root == TableRoot::Drawn { DRAW } else { score }
    }

    /// Whether the root is known to be drawn.
    fn is_drawn(&self) -> bool {
        self.table_root == TableRoot::Drawn || rules::is_dead_material(self.job.position.board())
    }

    /// Positions found in endgame tables so far; `None` without tables.
    pub(super) fn tb_hits(&self) -> Option<u64> {
        self.job.probes.as_ref().map(|probes| probes.hits.load(Ordering::Relaxed))
    }

    /// Reports which root move is being searched, once the search has run for a second.
    fn report_current_move(&mut self, number: usize, mv: Move, depth: i32) {
        if self.thread_id == 0 && self.time.elapsed().as_secs() >= 1 {
            let number = number as u32;
            self.emit(Event::CurrentMove { mv, number, depth: depth as u32 });
        }
    }

    /// The answer: the best move, or the move that a handicapped player chooses.
    pub(super) fn best_move(&mut self) -> BestMove {
        let handicap = self.job.settings.handicap;
        let key = self.job.position.key();
        let index = handicap.map_or(0, |h| choose_root_move(&h, &self.root_moves, key));
        let chosen = self.root_moves[index].clone();
        let ponder = chosen.pv.get(1).copied().or_else(|| self.ponder_move_from_table(chosen.mv));
        let accept_draw = self.job.limits.draw_offered
            && accepts_draw(Score::from(self.reported(chosen.score)), &self.job.position);
        BestMove { mv: Some(chosen.mv), ponder, accept_draw }
    }

    /// The table's reply to a move, used if the PV has only one move.
    fn ponder_move_from_table(&mut self, mv: Move) -> Option<Move> {
        let position = &mut self.job.position;
        position.make_unchecked(mv, &mut ());
        let reply = self.job.table.probe(position.key(), 1).and_then(|entry| entry.mv);
        let reply = reply.filter(|mv| position.is_legal(*mv));
        position.unmake(&mut ());
        reply
    }
}

/// A move that mates at once.
fn mating_move(position: &mut Position) -> Option<Move> {
    position.legal_moves().into_iter().find(|&mv| {
        position.make_unchecked(mv, &mut ());
        let is_mate = position.legal_moves().is_empty();
        position.unmake(&mut ());
        is_mate
    })
}
