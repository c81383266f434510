//! The steps that the main search and the quiescence search share at every node.

use super::handicap::Strength;
use super::rule_judge::{RuleJudgement, ValueRange};
use super::worker::Worker;
use super::{Bound, Entry, params};
use crate::eval::Evaluator;
use crate::rules;
use crate::types::{DRAW, MATE, MAX_PLY, Move, Value, is_mate, is_rule};

/// The state of a node before any of its moves is searched.
#[derive(Clone, Copy, Debug)]
pub(super) enum NodeStart {
    /// The node's value is known.
    Done(Value),
    /// The node must be searched with this window, and its value clamped to the range.
    Search { alpha: Value, beta: Value, range: ValueRange },
}

/// The result of a searched node, as the table stores it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeResult {
    pub(super) best_move: Option<Move>,
    pub(super) best_value: Value,
    pub(super) raw_eval: Value,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    pub(super) was_pv: bool,
}

impl<E: Evaluator> Worker<E> {
    /// Starts a node: checks the limits, clears the PV, applies the rules of the game and probes the endgame tables.
    #[expect(clippy::inline_always, reason = "runs at every node, where a call costs speed")]
    #[inline(always)]
    pub(super) fn enter_node(&mut self, alpha: Value, beta: Value, ply: usize) -> NodeStart {
        if self.should_stop() {
            return NodeStart::Done(DRAW);
        }
        self.pv_table[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        match self.rule_judge(ply) {
            None => match self.table_value(ply) {
                Some(value) => NodeStart::Done(value),
                None => NodeStart::Search { alpha, beta, range: ValueRange::FULL },
            },
            Some(RuleJudgement::GameOver(value)) => {
                trace!(self, ply, GameOver);
                NodeStart::Done(value)
            }
            Some(RuleJudgement::Bounded(range)) => {
                trace!(self, ply, BoundedByRepetition);
                match range.narrow(alpha, beta) {
                    Some((alpha, beta)) => NodeStart::Search { alpha, beta, range },
                    None => NodeStart::Done(range.clamp(alpha)),
                }
            }
        }
    }

    /// The value of a node at the maximum ply, where the search ends; `None` at other plies.
    #[inline]
    pub(super) fn value_at_max_ply<S: Strength>(
        &mut self,
        in_check: bool,
        ply: usize,
    ) -> Option<Value> {
        if ply < MAX_PLY {
            return None;
        }
        Some(if in_check { DRAW } else { self.evaluate::<S>() })
    }

    /// The value of a transposition table cutoff in a null window, if the entry allows one.
    #[expect(clippy::inline_always, reason = "runs at every node, where a call costs speed")]
    #[inline(always)]
    pub(super) fn tt_cutoff(
        &self,
        tt_entry: Option<Entry>,
        depth: i32,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Option<Value> {
        let entry = tt_entry?;
        if entry.depth < depth || !entry.allows_cutoff(alpha, beta) {
            return None;
        }
        if self.is_near_move_count_draw(entry.value, ply) {
            trace!(self, ply, TtCutoffRefused);
            return None;
        }
        trace!(self, ply, TtCutoff);
        Some(entry.value)
    }

    /// Stores a searched node. A value decided by a repetition rule holds only for the moves that led to the node, so
    /// it is stored without a bound and never used.
    #[expect(clippy::inline_always, reason = "runs at every node, where a call costs speed")]
    #[inline(always)]
    pub(super) fn store_node(&self, key: u64, ply: usize, result: NodeResult) {
        let NodeResult { best_move, best_value, raw_eval, depth, bound, was_pv } = result;
        let entry = Entry {
            mv: best_move,
            value: best_value,
            eval: raw_eval,
            depth,
            bound: (!is_rule(best_value)).then_some(bound),
            was_pv,
        };
        self.job.table.store(key, ply, entry);
    }

    /// Whether the move-count draw is too near to trust a table value, which does not take the count into account. A
    /// mate is trusted only if it comes before the draw.
    #[inline]
    pub(super) fn is_near_move_count_draw(&self, value: Value, ply: usize) -> bool {
        let limit = self.job.settings.rules.draw_plies;
        let mate = if is_mate(value) { MATE - value.abs() - ply as Value } else { 0 };
        let caution = (params::tt_move_count_caution() as u16).max(mate as u16);
        let from = limit.saturating_sub(caution).max(1);
        limit != 0 && rules::is_move_count_draw(&self.job.position, from)
    }

    /// Sets the PV of this ply to a move followed by the PV of its child.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.pv_table.split_at_mut(ply + 1);
        let (pv, child_pv) = (&mut upper[ply], &lower[0]);
        pv.clear();
        pv.push(mv);
        pv.extend(child_pv.iter().copied().take(MAX_PLY - 1));
    }
}
