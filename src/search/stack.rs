//! What the plies of the line being searched remember.

use crate::types::{MAX_PLY, Move, Piece, Square, Value};

/// How far back anything looks.
const BACK: usize = 4;

/// A piece on the square it went to: what a move did, without where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(u16);

impl Step {
    /// Number of steps, none included.
    pub(super) const COUNT: usize = 14 * 90 + 1;
    /// No move, or one of before the search.
    pub(super) const NONE: Self = Self(14 * 90);

    /// The step of a piece.
    #[inline]
    pub(super) fn new(piece: Piece, mv: Move) -> Self {
        Self((piece.index() * 90 + mv.to().dense()) as u16)
    }

    /// Whether the piece went to the square.
    #[inline]
    pub(super) fn is_to(self, square: Square) -> bool {
        self != Self::NONE && usize::from(self.0) % 90 == square.dense()
    }

    /// 0 to [`Self::COUNT`] - 1.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The move being searched from here.
    pub(super) step: Step,
    /// Static evaluation; none in check.
    pub(super) eval: Option<Value>,
    /// The move left out, to see what the others are worth.
    pub(super) excluded: Option<Move>,
    /// Plies by which the move being searched is reduced.
    pub(super) reduction: i32,
    /// How often nodes at this ply have cut since the node two plies above began.
    pub(super) cuts: u32,
}

impl Frame {
    const EMPTY: Self =
        Self { step: Step::NONE, eval: None, excluded: None, reduction: 0, cuts: 0 };
}

/// The steps one, two and four plies before a node.
pub(super) type Context = [Step; 3];

/// The plies from the root on, with empty ones before it.
#[derive(Debug)]
pub(super) struct Stack(Box<[Frame]>);

impl Stack {
    pub(super) fn new() -> Self {
        Self(vec![Frame::EMPTY; MAX_PLY + 2 + BACK].into_boxed_slice())
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.fill(Frame::EMPTY);
    }

    /// The ply's own frame.
    #[inline]
    pub(super) fn at(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply + BACK]
    }

    /// Cuts so far among the children of a node.
    #[inline]
    pub(super) fn child_cuts(&self, ply: usize) -> u32 {
        self.0[ply + 1 + BACK].cuts
    }

    /// The frame of the ply before.
    #[inline]
    pub(super) fn before(&self, ply: usize) -> Frame {
        self.0[ply + BACK - 1]
    }

    /// The steps that led to a node.
    #[inline]
    pub(super) fn context(&self, ply: usize) -> Context {
        [1, 2, 4].map(|back| self.0[ply + BACK - back].step)
    }

    /// Whether the side to move stands better than at its last turn, or the one before if it was in check then.
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let eval = |back: usize| self.0[ply + BACK - back].eval;
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
    fn a_context_looks_back_and_never_before_the_root() {
        let mut stack = Stack::new();
        let board = crate::board::Position::startpos();
        let mv: Move = "h2e2".parse().unwrap();
        let step = Step::new(board.board().moved_piece(mv).unwrap(), mv);
        assert!(step.index() < Step::NONE.index());
        stack.at(0).step = step;
        assert_eq!(stack.context(0), [Step::NONE; 3]);
        assert_eq!(stack.context(1), [step, Step::NONE, Step::NONE]);
        assert_eq!(stack.context(4), [Step::NONE, Step::NONE, step]);
    }

    #[test]
    fn improving_compares_with_the_last_turn_out_of_check() {
        let mut stack = Stack::new();
        stack.at(0).eval = Some(10);
        stack.at(4).eval = Some(20);
        assert!(stack.is_improving(4));
        stack.at(2).eval = Some(30);
        assert!(!stack.is_improving(4));
        assert!(!stack.is_improving(3));
    }
}
