//! The quiescence search: captures, and a few checks, until the static evaluation can be trusted.

use super::handicap::Strength;
use super::node::{NodeResult, NodeStart};
use super::picker::MovePicker;
use super::worker::Worker;
use super::{Bound, params};
use crate::board::exchange_value;
use crate::eval::Evaluator;
use crate::types::{DRAW, INFINITE, TABLE_BOUND, Value, is_decided, mated_in};

impl<E: Evaluator> Worker<E> {
    /// The value of the position after promising captures or, in check, after evasions.
    ///
    /// The value is fail-soft, from the side to move's point of view. With `checks`, quiet checks that lose no material
    /// are searched too.
    pub(super) fn qsearch<S: Strength, const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        ply: usize,
        checks: bool,
    ) -> Value {
        // Step 1. Limits, and the rules that end the game or bound the value of the node.
        match self.enter_node(alpha, beta, ply) {
            NodeStart::Done(value) => value,
            NodeStart::Search { alpha, beta, range } => {
                range.clamp(self.qsearch_node::<S, PV>(alpha, beta, ply, checks))
            }
        }
    }

    /// Searches the node itself, after the limits and the rules have been checked.
    fn qsearch_node<S: Strength, const PV: bool>(
        &mut self,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        checks: bool,
    ) -> Value {
        let in_check = self.job.position.in_check();
        if let Some(value) = self.value_at_max_ply::<S>(in_check, ply) {
            return value;
        }

        // Step 2. Transposition table.
        let key = self.job.position.key();
        let tt_entry = self.job.table.probe(key, ply);
        if !PV && let Some(value) = self.tt_cutoff(tt_entry, 0, alpha, beta, ply) {
            return value;
        }

        // Step 3. Stand pat: out of check, the side to move may decline every capture. A mate from the table replaces
        // the evaluation even in a PV node. Otherwise the null-window and full-window searches would contradict each
        // other and be repeated again and again.
        let raw_eval = self.raw_eval(tt_entry);
        let eval =
            if in_check { 0 } else { self.corrected_eval::<S>(raw_eval, self.correction(ply)) };
        let tt_mate = tt_entry.filter(|entry| {
            entry.is_proven_mate() && !self.is_near_move_count_draw(entry.value, ply)
        });
        let mut best_value = match tt_mate {
            _ if in_check => -INFINITE,
            Some(entry) => entry.value,
            None => eval,
        };
        if best_value >= beta {
            return best_value;
        }
        alpha = alpha.max(best_value);

        // Step 4. Captures that lose no material, or evasions.
        let tt_move = tt_entry.and_then(|entry| entry.mv);
        let mut picker = MovePicker::captures(self.job.position.board(), in_check, tt_move, checks);
        let keys = self.stack.continuation_keys(ply);
        let (mut best_move, mut bound, mut move_count) = (None, Bound::Upper, 0);
        let mut quiet_evasions = 0;
        while let Some(mv) = picker.next(self.job.position.board(), &self.history, keys) {
            let board = self.job.position.board();
            move_count += 1;
            self.prefetch_after(mv);
            let gives_check = picker.gives_check(board, mv);
            let victim = board.captured_piece(mv);
            if in_check {
                // Search only a few quiet evasions once a move that does not lose by force is known.
                if best_value > -TABLE_BOUND && victim.is_none() {
                    quiet_evasions += 1;
                    if quiet_evasions > params::qs_quiet_evasions() {
                        trace!(self, ply, QsEvasionPruning);
                        continue;
                    }
                }
            } else if !is_decided(alpha) && !gives_check {
                // After the first few captures, search only recaptures.
                if move_count > params::qs_captures() && !keys[0].is_to(mv.to()) {
                    trace!(self, ply, QsCapturePruning);
                    continue;
                }
                // Delta pruning: even winning the captured piece would not raise the value above alpha.
                let futility_base = eval + params::delta_base();
                let gain = victim.map_or(0, |piece| exchange_value(piece.kind()));
                let futility_value = futility_base + gain;
                if futility_value <= alpha {
                    trace!(self, ply, DeltaPruning);
                    best_value = best_value.max(futility_value);
                    continue;
                }
                // Nor would an even exchange raise the value above alpha.
                if futility_base <= alpha && !board.see_ge(mv, 1) {
                    trace!(self, ply, DeltaSeePruning);
                    best_value = best_value.max(futility_base);
                    continue;
                }
            }
            if move_count > 1 && S::overlooks(&self.job, mv) {
                continue;
            }
            self.make(mv, gives_check, ply);
            let value = -self.qsearch::<S, PV>(-beta, -alpha, ply + 1, false);
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.update_pv(ply, mv);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    alpha = value;
                    bound = Bound::Exact;
                }
            }
        }

        // Step 5. In check, every legal move is generated, so if there is none, it is mate.
        if in_check && move_count == 0 {
            return mated_in(ply);
        }
        let (depth, was_pv) = (0, PV || tt_entry.is_some_and(|entry| entry.was_pv));
        let result = NodeResult { best_move, best_value, raw_eval, depth, bound, was_pv };
        self.store_node(key, ply, result);
        best_value
    }
}
