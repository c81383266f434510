//! Moves as binary and XML files hold them: one after another, each with two flags. One says whether a reply follows,
//! the other whether an alternative follows once all replies have been told.

use super::game::{Line, LineMove, NESTING_MAX, PLIES_MAX};
use super::relative::MoveTextError;
use crate::board::Position;
use crate::tr;
use crate::types::Move;

/// A tree of moves that is being read, and later becomes a [`Line`].
#[derive(Debug, Default)]
pub(super) struct MoveTree {
    nodes: Vec<Node>,
    /// What the next move is to one before.
    next: Relation,
    /// Moves whose alternatives come after all their replies.
    waiting: Vec<usize>,
}

#[derive(Debug)]
struct Node {
    /// Where in the file it is, in the unit of the format.
    place: usize,
    mv: Move,
    comment: String,
    child: Option<usize>,
    sibling: Option<usize>,
}

/// How the next move is related to one that was read before, given by index.
#[derive(Clone, Copy, Debug, Default)]
enum Relation {
    #[default]
    First,
    Child(usize),
    Sibling(usize),
}

/// Why a tree cannot be played to its end, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TreeFault {
    pub(super) place: usize,
    pub(super) problem: TreeProblem,
}

/// What is wrong with a tree of moves.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeProblem {
    /// A move cannot be played.
    #[error("{}", tr!("problem-move", ply = *ply, error = error.to_string()))]
    Move {
        /// Its ply, 1 first.
        ply: usize,
        /// Why.
        error: MoveTextError,
    },
    /// Too many variations in variations.
    #[error("{}", tr!("problem-too-deep", max = NESTING_MAX))]
    TooDeep,
    /// Too many moves.
    #[error("{}", tr!("problem-too-long", max = PLIES_MAX))]
    TooLong,
}

impl MoveTree {
    /// Adds the next move and says whether another one is to follow.
    pub(super) fn push(
        &mut self,
        place: usize,
        mv: Move,
        comment: String,
        has_reply: bool,
        has_alternative: bool,
    ) -> bool {
        let index = self.nodes.len();
        self.nodes.push(Node { place, mv, comment, child: None, sibling: None });
        match self.next {
            Relation::First => {}
            Relation::Child(parent) => self.nodes[parent].child = Some(index),
            Relation::Sibling(other) => self.nodes[other].sibling = Some(index),
        }
        self.waiting.extend(has_alternative.then_some(index));
        let next = if has_reply {
            Some(Relation::Child(index))
        } else {
            self.waiting.pop().map(Relation::Sibling)
        };
        self.next = next.unwrap_or(self.next);
        next.is_some()
    }

    /// The first move of the main line.
    pub(super) fn first_move(&self) -> Option<Move> {
        self.nodes.first().map(|node| node.mv)
    }

    /// The main line with its variations. A line with a move that cannot be played ends before it; the first such move
    /// is told.
    pub(super) fn line(mut self, start: &Position) -> (Line, Option<TreeFault>) {
        let mut fault = None;
        let line = if self.nodes.is_empty() {
            Line::default()
        } else {
            self.line_from(0, &mut start.clone(), 0, &mut fault)
        };
        (line, fault)
    }

    /// The line from the move `first`, played on `position`, which is unchanged afterwards.
    fn line_from(
        &mut self,
        first: usize,
        position: &mut Position,
        depth: usize,
        fault: &mut Option<TreeFault>,
    ) -> Line {
        let mut line = Line::default();
        let mut next = Some(first);
        while let Some(index) = next {
            let node = &mut self.nodes[index];
            let (mv, ply) = (node.mv, position.history().len() + 1);
            let problem = if depth > NESTING_MAX {
                Some(TreeProblem::TooDeep)
            } else if ply > PLIES_MAX {
                Some(TreeProblem::TooLong)
            } else if position.is_legal(mv) {
                None
            } else {
                let error = MoveTextError::Illegal { found: mv.to_string() };
                Some(TreeProblem::Move { ply, error })
            };
            if let Some(problem) = problem {
                fault.get_or_insert(TreeFault { place: node.place, problem });
                break;
            }
            let comment = std::mem::take(&mut node.comment);
            next = node.child;
            let mut sibling = node.sibling.take();
            let mut variations = Vec::new();
            while let Some(index) = sibling {
                sibling = self.nodes[index].sibling.take();
                let variation = self.line_from(index, position, depth + 1, fault);
                if !variation.moves.is_empty() {
                    variations.push(variation);
                }
            }
            position.make_unchecked(mv, &mut ());
            line.moves.push(LineMove { comment, variations, ..LineMove::from(mv) });
        }
        for _ in &line.moves {
            position.unmake(&mut ());
        }
        line
    }
}
