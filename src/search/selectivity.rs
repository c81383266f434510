//! Which moves are looked at, and how deep.

use super::worker::Worker;
use super::{Bound, Entry, Pruning, params};
use crate::eval::Evaluator;
use crate::types::{Move, Value, is_decided};

/// What a node's moves have in common.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, not states")]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) is_pv: bool,
    /// A value above beta is expected, one below alpha if not.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    /// The side to move stands better than at its last turn.
    pub(super) improving: bool,
    /// The table's move is a capture.
    pub(super) tt_capture: bool,
    pub(super) static_eval: Value,
}

/// A move about to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// 1 for the first legal move of the node.
    pub(super) move_count: usize,
    pub(super) is_quiet: bool,
    pub(super) gives_check: bool,
    pub(super) is_killer: bool,
    /// What the history thinks of it.
    pub(super) history: i32,
}

/// Whether to look at a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PruneDecision {
    /// At this one.
    Search,
    /// Not at this one.
    Prune,
    /// Neither at this nor at any quiet move after it.
    PruneQuiets,
}

/// What a search without the table's move says of that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SingularResult {
    /// So many plies more; one less if others do as well where it cuts.
    Extend(i32),
    /// Several moves beat beta: this is the value.
    MultiCut(Value),
}

impl<E: Evaluator> Worker<E> {
    /// Hundredths of a ply by which a late move is searched less deep if nothing else is known of it.
    #[inline]
    pub(super) fn base_reduction(&self, depth: i32, move_count: usize) -> i32 {
        i32::from(self.reductions[depth.min(63) as usize][move_count.min(63)])
    }

    /// Whether a move is worth a look once another has been found that does not lose by force.
    pub(super) fn prune_move(
        &self,
        node: &Node,
        candidate: &Candidate,
        alpha: Value,
    ) -> PruneDecision {
        if self.job.settings.pruning < Pruning::Large {
            return PruneDecision::Search;
        }
        if candidate.gives_check || node.in_check {
            return PruneDecision::Search;
        }
        let board = self.job.position.board();
        let depth = node.depth;
        if !candidate.is_quiet {
            let margin = params::see_capture_margin() * depth;
            let loses_material =
                depth <= params::see_capture_depth() && !board.see_ge(candidate.mv, -margin);
            return if loses_material { PruneDecision::Prune } else { PruneDecision::Search };
        }
        // Late moves: the shallower the fewer.
        let move_limit = (params::lmp_base() + depth * depth) / (2 - i32::from(node.improving));
        if candidate.move_count as i32 > move_limit {
            return PruneDecision::PruneQuiets;
        }
        // Moves that have seldom been any good.
        let lmr_depth = (depth - 1 - self.base_reduction(depth, candidate.move_count) / 100).max(0);
        if lmr_depth <= params::history_depth()
            && candidate.history < -params::history_margin() * depth
        {
            return PruneDecision::Prune;
        }
        // Futility: so far below alpha that a quiet move will not make up for it.
        let futility_value =
            node.static_eval + params::futility_base() + params::futility_margin() * lmr_depth;
        if lmr_depth <= params::futility_depth() && futility_value <= alpha {
            return PruneDecision::PruneQuiets;
        }
        // Moves that lose material.
        let margin = params::see_quiet_margin() * lmr_depth * lmr_depth;
        let loses_material =
            lmr_depth <= params::see_quiet_depth() && !board.see_ge(candidate.mv, -margin);
        if loses_material { PruneDecision::Prune } else { PruneDecision::Search }
    }

    /// Plies by which a move is searched less deep at first; may be negative.
    #[inline]
    pub(super) fn reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let mut reduction = self.base_reduction(node.depth, candidate.move_count);
        let mut when = |holds: bool, hundredths: i32| reduction += i32::from(holds) * hundredths;
        when(node.is_pv, -params::lmr_pv());
        when(node.cut_node, params::lmr_cut());
        when(!node.improving, params::lmr_not_improving());
        when(node.tt_capture, params::lmr_tt_capture());
        when(candidate.is_killer, -params::lmr_killer());
        when(candidate.gives_check, -params::lmr_check());
        when(!candidate.is_quiet, -params::lmr_capture());
        // Where children keep being cut, this node is expected to fail low.
        let is_often_cut = self.stack.child_cutoff_count(node.ply) > params::cut_count() as u32;
        when(is_often_cut, params::lmr_child_cuts());
        (reduction - candidate.history * 100 / params::lmr_history_div()) / 100
    }

    /// Whether the table's move stands alone: all others are searched less deep, against a mark below its score.
    ///
    /// None if the entry does not say enough to ask.
    pub(super) fn singular_search(
        &mut self,
        node: &Node,
        entry: &Entry,
        mv: Move,
        beta: Value,
    ) -> Option<SingularResult> {
        let is_candidate = self.job.settings.pruning == Pruning::Large
            && node.depth >= params::singular_depth()
            && entry.depth >= node.depth - 3
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && !is_decided(entry.value)
            && self.may_extend(node.ply);
        if !is_candidate {
            return None;
        }
        let singular_beta = entry.value - params::singular_margin() * node.depth;
        self.stack.at(node.ply).excluded_move = Some(mv);
        let singular_depth = (node.depth - 1) / 2;
        let value = self.alphabeta::<false>(
            singular_beta - 1,
            singular_beta,
            singular_depth,
            node.ply,
            node.cut_node,
        );
        self.stack.at(node.ply).excluded_move = None;
        Some(if value < singular_beta {
            let is_double = !node.is_pv && value < singular_beta - params::double_base();
            SingularResult::Extend(1 + i32::from(is_double))
        } else if !node.is_pv && singular_beta >= beta {
            SingularResult::MultiCut(singular_beta)
        } else if entry.value >= beta {
            // It cuts, but it is not the only one.
            SingularResult::Extend(-1)
        } else {
            return None;
        })
    }

    /// Whether lines may still grow by extensions.
    #[inline]
    pub(super) fn may_extend(&self, ply: usize) -> bool {
        ply < 2 * self.root_depth as usize
    }
}
