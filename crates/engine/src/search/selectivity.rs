//! Which moves are searched, and how deep: pruning of individual moves, late move reductions and singular extensions.

use super::handicap::Strength;
use super::worker::Worker;
use super::{Bound, Entry, Pruning, params};
use crate::eval::Evaluator;
use crate::types::{INFINITE, Move, TABLE_BOUND, Value, is_decided};

/// The facts about a node that all its moves share.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, not states")]
#[expect(clippy::struct_field_names, reason = "cut node is the usual term")]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) is_pv: bool,
    /// Whether the node is part of a principal variation, or was in an earlier search.
    pub(super) was_pv: bool,
    /// Whether the node is expected to fail high.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    /// Whether the static evaluation is better than at the side's previous turn.
    pub(super) improving: bool,
    /// Whether the table's move is a capture.
    pub(super) tt_capture: bool,
    pub(super) static_eval: Value,
    /// The size of the correction history's adjustment to the static evaluation, in centipawns.
    pub(super) correction: Value,
}

/// A move about to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// The number of the move at the node; 1 for the first legal move.
    pub(super) move_count: usize,
    pub(super) is_quiet: bool,
    pub(super) gives_check: bool,
    pub(super) is_killer: bool,
    /// The move's history score.
    pub(super) history: i32,
}

/// The decision whether to search a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PruneDecision {
    /// Search the move.
    Search,
    /// Prune the move.
    Prune,
    /// Prune the move and all later quiet moves that do not give check.
    PruneQuiets {
        /// An upper bound on the value of the pruned moves; minus infinity if unknown.
        value: Value,
    },
}

/// The conclusion of a singular search about the table's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SingularResult {
    /// Extend the table's move by this many plies, or reduce it if the number is negative.
    Extend(i32),
    /// Several moves fail high; the node returns this value.
    Multicut(Value),
}

impl<E: Evaluator> Worker<E> {
    /// The late move reduction from depth and move count alone, in hundredths of a ply.
    #[inline]
    pub(super) fn base_reduction(&self, depth: i32, move_count: usize) -> i32 {
        i32::from(self.reductions[depth.min(63) as usize][move_count.min(63)])
    }

    /// Decides whether to prune a move. Called only once a move that does not lose by force is known.
    pub(super) fn prune_move<S: Strength>(
        &self,
        node: &Node,
        candidate: &Candidate,
        alpha: Value,
    ) -> PruneDecision {
        if !S::prunes(&self.job, Pruning::Large) || candidate.gives_check || node.in_check {
            return PruneDecision::Search;
        }
        let board = self.job.position.board();
        let depth = node.depth;
        if !candidate.is_quiet {
            // SEE pruning of captures.
            let margin = params::see_capture_margin() * depth;
            if depth <= params::see_capture_depth() && !board.see_ge(candidate.mv, -margin) {
                trace!(self, node.ply, SeeCapturePruning);
                return PruneDecision::Prune;
            }
            return PruneDecision::Search;
        }
        // Late move pruning.
        let div = if node.improving { 100 } else { params::lmp_not_improving_div() };
        let limit = (params::lmp_base() + params::lmp_margin() * depth * depth) / div;
        if candidate.move_count as i32 > limit {
            trace!(self, node.ply, LateMovePruning);
            return PruneDecision::PruneQuiets { value: -INFINITE };
        }
        // History pruning.
        let reduction = self.base_reduction(depth, candidate.move_count)
            - candidate.history * 100 / params::lmr_depth_history_div();
        let lmr_depth = (depth - 1 - reduction / 100).max(0);
        if lmr_depth <= params::history_depth()
            && candidate.history < -params::history_margin() * depth
        {
            trace!(self, node.ply, HistoryPruning);
            return PruneDecision::Prune;
        }
        // Futility pruning.
        let futility_value =
            node.static_eval + params::futility_base() + params::futility_margin() * lmr_depth;
        if lmr_depth <= params::futility_depth() && futility_value <= alpha {
            trace!(self, node.ply, FutilityPruning);
            // An estimate is never a table value.
            let value = futility_value.min(TABLE_BOUND - 1);
            return PruneDecision::PruneQuiets { value };
        }
        // SEE pruning of quiet moves.
        let margin = params::see_quiet_margin() * lmr_depth * lmr_depth;
        if lmr_depth <= params::see_quiet_depth() && !board.see_ge(candidate.mv, -margin) {
            trace!(self, node.ply, SeeQuietPruning);
            return PruneDecision::Prune;
        }
        PruneDecision::Search
    }

    /// The late move reduction in plies, which may be negative.
    #[inline]
    pub(super) fn reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let mut reduction = self.base_reduction(node.depth, candidate.move_count);
        let mut add_if = |holds: bool, hundredths: i32| reduction += i32::from(holds) * hundredths;
        add_if(node.is_pv, -params::lmr_pv());
        add_if(node.was_pv, -params::lmr_was_pv());
        add_if(node.cut_node, params::lmr_cut_node());
        add_if(!node.improving, params::lmr_not_improving());
        add_if(node.tt_capture, params::lmr_tt_capture());
        add_if(candidate.is_killer, -params::lmr_killer());
        add_if(candidate.gives_check, -params::lmr_check());
        add_if(!candidate.is_quiet, -params::lmr_capture());
        add_if(node.in_check, -params::lmr_evasion());
        // Where children often fail high, this node is expected to fail low.
        let cutoff_count = self.stack.child_cutoff_count(node.ply);
        add_if(cutoff_count > params::lmr_cutoff_count_min() as u32, params::lmr_cutoff_count());
        reduction -= node.correction * params::lmr_correction() / 100;
        (reduction - candidate.history * 100 / params::lmr_history_div()) / 100
    }

    /// Searches all moves but the table's, at a lower depth, with a null window below the table's value.
    ///
    /// Returns `None` if the entry does not qualify or the search permits no conclusion.
    pub(super) fn singular_search<S: Strength>(
        &mut self,
        node: &Node,
        entry: &Entry,
        mv: Move,
        beta: Value,
    ) -> Option<SingularResult> {
        let is_candidate = S::prunes(&self.job, Pruning::Large)
            && node.depth >= params::singular_depth()
            && entry.depth >= node.depth - params::singular_tt_depth_margin()
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && !is_decided(entry.value)
            && self.may_extend(node.ply);
        if !is_candidate {
            return None;
        }
        trace!(self, node.ply, SingularSearch);
        let (ply, cut_node) = (node.ply, node.cut_node);
        let singular_beta = entry.value - params::singular_margin() * node.depth / 100;
        let singular_depth = (node.depth * 100 - 50) / params::singular_depth_div();
        // Cutoffs below the singular search say nothing about the children of the node itself.
        let cutoff_count = self.stack.at(ply + 1).cutoff_count;
        self.stack.at(ply).excluded_move = Some(mv);
        let value = self.alphabeta::<S, false>(
            singular_beta - 1,
            singular_beta,
            singular_depth,
            ply,
            cut_node,
        );
        self.stack.at(ply).excluded_move = None;
        self.stack.at(ply + 1).cutoff_count = cutoff_count;
        if value < singular_beta {
            let below =
                singular_beta - value - i32::from(node.is_pv) * params::double_extension_pv();
            if below > params::triple_extension_base() {
                trace!(self, ply, TripleExtension);
                return Some(SingularResult::Extend(3));
            }
            if below > params::double_extension_base() {
                trace!(self, ply, DoubleExtension);
                return Some(SingularResult::Extend(2));
            }
            trace!(self, ply, SingularExtension);
            return Some(SingularResult::Extend(1));
        }
        if !node.is_pv && value >= beta && !is_decided(value) {
            trace!(self, ply, Multicut);
            return Some(SingularResult::Multicut(value));
        }
        if entry.value >= beta {
            // The table's move fails high, but it is not the only good one.
            trace!(self, ply, NegativeExtension);
            return Some(SingularResult::Extend(-params::negative_extension()));
        }
        if cut_node {
            trace!(self, ply, NegativeExtension);
            return Some(SingularResult::Extend(-params::negative_extension_cut()));
        }
        None
    }

    /// Whether moves may still be extended at this distance from the root.
    #[inline]
    pub(super) fn may_extend(&self, ply: usize) -> bool {
        ply < (params::extension_ply_percent() * self.root_depth / 100) as usize
    }
}
