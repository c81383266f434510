//! The search stack: one entry for each ply of the line being searched.

use crate::types::{MAX_PLY, Move, Piece, Square, Value};

/// The number of empty entries before the root, for lookups of earlier plies.
const LOOK_BACK: usize = 4;

/// A moved piece and its destination, which index the continuation histories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    /// The number of values, including [`Self::NONE`].
    pub(super) const COUNT: usize = 14 * 90 + 1;
    /// The value for a null move, and for a ply before the root.
    pub(super) const NONE: Self = Self(14 * 90);

    /// The piece and destination of a move.
    #[inline]
    pub(super) fn new(piece: Piece, mv: Move) -> Self {
        Self((piece.index() * 90 + mv.to().dense()) as u16)
    }

    /// Whether the destination is `square`.
    #[inline]
    pub(super) fn is_to(self, square: Square) -> bool {
        self != Self::NONE && usize::from(self.0) % 90 == square.dense()
    }

    /// The index, from 0 to [`Self::COUNT`] - 1.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The state of one ply. It is aligned so that entries are easy to address and never straddle two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct StackEntry {
    /// The piece and destination of the move being searched at this ply.
    pub(super) piece_to: PieceTo,
    /// Static evaluation; `None` in check.
    pub(super) static_eval: Option<Value>,
    /// The size of the correction history's adjustment to the static evaluation, in centipawns.
    pub(super) correction: Value,
    /// Whether the node is part of a principal variation, or was in an earlier search.
    pub(super) was_pv: bool,
    /// The move that a singular search leaves out.
    pub(super) excluded_move: Option<Move>,
    /// Plies by which the move being searched is reduced.
    pub(super) reduction: i32,
    /// Cutoffs at this ply since the search of the node two plies above began.
    pub(super) cutoff_count: u32,
}

impl StackEntry {
    const EMPTY: Self = Self {
        piece_to: PieceTo::NONE,
        static_eval: None,
        correction: 0,
        was_pv: false,
        excluded_move: None,
        reduction: 0,
        cutoff_count: 0,
    };
}

/// The moves one, two and four plies before a node.
pub(super) type ContinuationKeys = [PieceTo; 3];

/// The entries from the root on, preceded by [`LOOK_BACK`] empty ones.
#[derive(Debug)]
pub(super) struct Stack(Box<[StackEntry]>);

impl Stack {
    pub(super) fn new() -> Self {
        Self(vec![StackEntry::EMPTY; MAX_PLY + 2 + LOOK_BACK].into_boxed_slice())
    }

    /// Clears all entries.
    pub(super) fn clear(&mut self) {
        self.0.fill(StackEntry::EMPTY);
    }

    #[inline]
    pub(super) fn at(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.0[ply + LOOK_BACK]
    }

    /// Cutoffs so far among the children of a node.
    #[inline]
    pub(super) fn child_cutoff_count(&self, ply: usize) -> u32 {
        self.0[ply + 1 + LOOK_BACK].cutoff_count
    }

    #[inline]
    pub(super) fn previous(&self, ply: usize) -> StackEntry {
        self.0[ply + LOOK_BACK - 1]
    }

    /// The last moves that led to a node, as continuation keys.
    #[inline]
    pub(super) fn continuation_keys(&self, ply: usize) -> ContinuationKeys {
        let before = |back: usize| self.0[ply + LOOK_BACK - back].piece_to;
        [before(1), before(2), before(4)]
    }

    /// Whether the static evaluation is better than at the side's previous turn or, if the side was in check then, at
    /// the turn before that.
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let eval = |back: usize| self.0[ply + LOOK_BACK - back].static_eval;
        match (eval(0), eval(2).or(eval(4))) {
            (Some(now), Some(before)) => now > before,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continuation_keys_are_empty_before_the_root() {
        let mut stack = Stack::new();
        let board = crate::board::Position::startpos();
        let mv: Move = "h2e2".parse().unwrap();
        let piece_to = PieceTo::new(board.board().moved_piece(mv).unwrap(), mv);
        assert!(piece_to.index() < PieceTo::NONE.index());
        stack.at(0).piece_to = piece_to;
        assert_eq!(stack.continuation_keys(0), [PieceTo::NONE; 3]);
        assert_eq!(stack.continuation_keys(1), [piece_to, PieceTo::NONE, PieceTo::NONE]);
        assert_eq!(stack.continuation_keys(4), [PieceTo::NONE, PieceTo::NONE, piece_to]);
    }

    #[test]
    fn improving_compares_with_the_last_turn_out_of_check() {
        let mut stack = Stack::new();
        stack.at(0).static_eval = Some(10);
        stack.at(4).static_eval = Some(20);
        assert!(stack.is_improving(4));
        stack.at(2).static_eval = Some(30);
        assert!(!stack.is_improving(4));
        assert!(!stack.is_improving(3));
    }
}
