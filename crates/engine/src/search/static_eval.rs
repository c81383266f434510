//! The static evaluation as the search uses it: damped near the move-count draw and adjusted by the correction history.

use super::handicap::Strength;
use super::selectivity::Node;
use super::worker::Worker;
use super::{Bound, Entry, params};
use crate::eval::Evaluator;
use crate::types::{Move, TABLE_BOUND, Value, is_decided};

impl<E: Evaluator> Worker<E> {
    /// The evaluator's own value, from the table entry if there is one. In check, the value is 0 and unused.
    #[inline]
    pub(super) fn raw_eval(&mut self, tt_entry: Option<Entry>) -> Value {
        match tt_entry {
            Some(entry) => entry.eval,
            None if self.job.position.in_check() => 0,
            None => self.eval.evaluate(self.job.position.board()),
        }
    }

    /// The static evaluation of the position, without the correction history.
    #[inline]
    pub(super) fn evaluate<S: Strength>(&mut self) -> Value {
        let raw = self.eval.evaluate(self.job.position.board());
        self.damped_eval::<S>(raw)
    }

    /// The evaluator's value, damped as the move-count draw approaches, and distorted by any handicap.
    #[inline]
    pub(super) fn damped_eval<S: Strength>(&self, raw: Value) -> Value {
        let position = &self.job.position;
        let plies = Value::from(position.plies_since_capture()).min(params::damping_plies());
        let value = raw - raw * plies / params::damping_div() + S::misjudgement(&self.job);
        value.clamp(1 - TABLE_BOUND, TABLE_BOUND - 1)
    }

    /// The evaluator's value, damped and corrected.
    #[inline]
    pub(super) fn corrected_eval<S: Strength>(&self, raw: Value, correction: Value) -> Value {
        (self.damped_eval::<S>(raw) + correction).clamp(1 - TABLE_BOUND, TABLE_BOUND - 1)
    }

    /// The correction history's adjustment of the evaluation, in centipawns, for a position out of check.
    #[inline]
    pub(super) fn correction(&self, ply: usize) -> Value {
        let keys = self.stack.continuation_keys(ply);
        self.correction_history.correction(self.job.position.board(), keys)
    }

    /// Stores the static evaluation of a node, and the size of its correction, on the stack. In check there is no
    /// evaluation.
    #[inline]
    pub(super) fn set_static_eval<S: Strength>(&mut self, raw: Value, ply: usize) {
        let (mut static_eval, mut correction) = (None, 0);
        if !self.job.position.in_check() {
            correction = self.correction(ply);
            static_eval = Some(self.corrected_eval::<S>(raw, correction));
        }
        let entry = self.stack.at(ply);
        (entry.static_eval, entry.correction) = (static_eval, correction.abs());
    }

    /// Updates the correction history, unless the best move is a capture or the bound agrees with the evaluation.
    pub(super) fn update_correction_history(
        &mut self,
        node: &Node,
        best_value: Value,
        best_move: Option<Move>,
        bound: Bound,
    ) {
        let board = self.job.position.board();
        let is_capture = best_move.is_some_and(|mv| board.captured_piece(mv).is_some());
        let is_uninformative = match bound {
            Bound::Exact => false,
            Bound::Lower => best_value <= node.static_eval,
            Bound::Upper => best_value >= node.static_eval,
        };
        if !is_capture && !is_uninformative && !is_decided(best_value) {
            let keys = self.stack.continuation_keys(node.ply);
            let error = best_value - node.static_eval;
            self.correction_history.update(board, keys, error, node.depth);
        }
    }
}
