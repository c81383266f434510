//! `ProbCut`: a good capture replaces the search of all moves.

use super::handicap::Strength;
use super::node::NodeResult;
use super::picker::MovePicker;
use super::worker::Worker;
use super::{Bound, Entry, params};
use crate::eval::Evaluator;
use crate::types::{Value, is_decided};

impl<E: Evaluator> Worker<E> {
    /// The value of a capture that fails high over a raised beta, first in the quiescence search and then in a search
    /// of reduced depth. `None` if there is no such capture, or if a table entry contradicts it.
    pub(super) fn try_probcut<S: Strength>(
        &mut self,
        tt_entry: Option<Entry>,
        beta: Value,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Option<Value> {
        let raised = beta + params::probcut_margin();
        let reduced_depth = depth - params::probcut_reduction();
        let refuted = tt_entry.is_some_and(|entry| {
            entry.bound.is_some() && entry.depth >= reduced_depth && entry.value < raised
        });
        if is_decided(raised) || refuted {
            return None;
        }
        let static_eval = self.stack.at(ply).static_eval?;
        let threshold = raised - static_eval;
        let tt_move = tt_entry.and_then(|entry| entry.mv);
        let mut picker = MovePicker::captures(self.job.position.board(), false, tt_move, false);
        let keys = self.stack.continuation_keys(ply);
        let mut move_count = 0;
        while let Some(mv) = picker.next(self.job.position.board(), &self.history, keys) {
            let board = self.job.position.board();
            move_count += 1;
            if !board.see_ge(mv, threshold) || (move_count > 1 && S::overlooks(&self.job, mv)) {
                continue;
            }
            let gives_check = picker.gives_check(board, mv);
            self.make(mv, gives_check, ply);
            let mut value = -self.qsearch::<S, false>(-raised, 1 - raised, ply + 1, true);
            if value >= raised && reduced_depth > 0 && !self.stopped {
                value = -self.alphabeta::<S, false>(
                    -raised,
                    1 - raised,
                    reduced_depth,
                    ply + 1,
                    !cut_node,
                );
            }
            self.unmake();
            if self.stopped {
                return None;
            }
            if value >= raised {
                trace!(self, ply, ProbCut);
                let raw_eval = self.raw_eval(tt_entry);
                let (best_move, best_value, bound) = (Some(mv), value, Bound::Lower);
                let depth = reduced_depth + 1;
                let was_pv = self.stack.at(ply).was_pv;
                let result = NodeResult { best_move, best_value, raw_eval, depth, bound, was_pv };
                self.store_node(self.job.position.key(), ply, result);
                // Subtract the margin: only a value above the original beta is claimed.
                let excess = raised - beta;
                return Some(if is_decided(value) { value } else { value - excess });
            }
        }
        None
    }
}
