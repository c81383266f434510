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
    pub(super) expects_cut: bool,
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
    pub(super) number: usize,
    pub(super) is_quiet: bool,
    pub(super) gives_check: bool,
    pub(super) is_killer: bool,
    /// What the history thinks of it.
    pub(super) worth: i32,
}

/// Whether to look at a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// At this one.
    Yes,
    /// Not at this one.
    No,
    /// Neither at this nor at any quiet move after it.
    NoMoreQuiets,
}

/// What a search without the table's move says of that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Singularity {
    /// So many plies more; one less if others do as well where it cuts.
    Extend(i32),
    /// Several moves beat beta: this is the value.
    Cut(Value),
}

impl<E: Evaluator> Worker<E> {
    /// Hundredths of a ply by which a late move is searched less deep if nothing else is known of it.
    #[inline]
    pub(super) fn base_reduction(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.reductions[depth.min(63) as usize][number.min(63)])
    }

    /// Whether a move is worth a look once another has been found that does not lose by force.
    pub(super) fn look(&self, node: &Node, candidate: &Candidate, alpha: Value) -> Look {
        if self.job.settings.pruning < Pruning::Large {
            return Look::Yes;
        }
        if candidate.gives_check || node.in_check {
            return Look::Yes;
        }
        let board = self.job.position.board();
        let depth = node.depth;
        if !candidate.is_quiet {
            let margin = params::see_capture_margin() * depth;
            let loses =
                depth <= params::see_capture_depth() && !board.see_ge(candidate.mv, -margin);
            return if loses { Look::No } else { Look::Yes };
        }
        // Late moves: the shallower the fewer.
        let enough = (params::lmp_base() + depth * depth) / (2 - i32::from(node.improving));
        if candidate.number as i32 > enough {
            return Look::NoMoreQuiets;
        }
        // Moves that have seldom been any good.
        let rest = (depth - 1 - self.base_reduction(depth, candidate.number) / 100).max(0);
        if rest <= params::history_depth() && candidate.worth < -params::history_margin() * depth {
            return Look::No;
        }
        // Futility: so far below alpha that a quiet move will not make up for it.
        let hope = node.static_eval + params::futility_base() + params::futility_margin() * rest;
        if rest <= params::futility_depth() && hope <= alpha {
            return Look::NoMoreQuiets;
        }
        // Moves that lose material.
        let margin = params::see_quiet_margin() * rest * rest;
        let loses = rest <= params::see_quiet_depth() && !board.see_ge(candidate.mv, -margin);
        if loses { Look::No } else { Look::Yes }
    }

    /// Plies by which a move is searched less deep at first; may be negative.
    #[inline]
    pub(super) fn reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let mut plies = self.base_reduction(node.depth, candidate.number);
        let mut when = |holds: bool, hundredths: i32| plies += i32::from(holds) * hundredths;
        when(node.is_pv, -params::lmr_pv());
        when(node.expects_cut, params::lmr_cut());
        when(!node.improving, params::lmr_not_improving());
        when(node.tt_capture, params::lmr_tt_capture());
        when(candidate.is_killer, -params::lmr_killer());
        when(candidate.gives_check, -params::lmr_check());
        when(!candidate.is_quiet, -params::lmr_capture());
        // Where children keep being cut, this node is expected to fail low.
        let is_often_cut = self.stack.child_cuts(node.ply) > params::cut_count() as u32;
        when(is_often_cut, params::lmr_child_cuts());
        (plies - candidate.worth * 100 / params::lmr_history_div()) / 100
    }

    /// Whether the table's move stands alone: all others are searched less deep, against a mark below its score.
    ///
    /// None if the entry does not say enough to ask.
    pub(super) fn singularity(
        &mut self,
        node: &Node,
        entry: &Entry,
        mv: Move,
        beta: Value,
    ) -> Option<Singularity> {
        let asked = self.job.settings.pruning == Pruning::Large
            && node.depth >= params::singular_depth()
            && entry.depth >= node.depth - 3
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && !is_decided(entry.value)
            && self.may_extend(node.ply);
        if !asked {
            return None;
        }
        let mark = entry.value - params::singular_margin() * node.depth;
        self.stack.at(node.ply).excluded = Some(mv);
        let half = (node.depth - 1) / 2;
        let value = self.alphabeta::<false>(mark - 1, mark, half, node.ply, node.expects_cut);
        self.stack.at(node.ply).excluded = None;
        Some(if value < mark {
            let by_far = !node.is_pv && value < mark - params::double_base();
            Singularity::Extend(1 + i32::from(by_far))
        } else if !node.is_pv && mark >= beta {
            Singularity::Cut(mark)
        } else if entry.value >= beta {
            // It cuts, but it is not the only one.
            Singularity::Extend(-1)
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
