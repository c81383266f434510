//! Moves as binary and XML files store them: in sequence, each with two flags. One flag announces a reply; the other
//! announces an alternative, which comes after all replies.

use super::game::{Line, LineMove, NESTING_MAX, PLIES_MAX};
use super::read_error::ReadError;
use super::read_problem::ReadProblem;
use super::salvage::Faults;
use chuhe_engine::board::Position;
use chuhe_engine::notation::MoveTextError;
use chuhe_engine::types::Move;

/// A tree of moves that is being read and becomes a [`Line`].
#[derive(Debug)]
pub(super) struct MoveTree {
    nodes: Vec<TreeNode>,
    /// The relation of the next move to an earlier one; `None` once the tree is complete.
    next: Option<Relation>,
    /// Indices of the moves whose alternatives are still to come, after all their replies.
    waiting: Vec<usize>,
    /// Why reading ended early. If the tree is incomplete, its last node stands for the unreadable part.
    bad_end: Option<ReadError>,
}

#[derive(Debug)]
struct TreeNode {
    /// The move's place in the file, in the unit that the format uses.
    place: usize,
    /// `None` for an unreadable move.
    mv: Option<Move>,
    comment: String,
    child: Option<usize>,
    sibling: Option<usize>,
}

/// How the next move is related to an earlier one, which is given by its index.
#[derive(Clone, Copy, Debug)]
enum Relation {
    First,
    Child(usize),
    Sibling(usize),
}

impl MoveTree {
    pub(super) const fn new() -> Self {
        Self { nodes: Vec::new(), next: Some(Relation::First), waiting: Vec::new(), bad_end: None }
    }

    /// Adds the next move. Returns whether another follows.
    pub(super) fn push(
        &mut self,
        place: usize,
        mv: Move,
        comment: String,
        has_reply: bool,
        has_alternative: bool,
    ) -> bool {
        let index = self.add(TreeNode { place, mv: Some(mv), comment, child: None, sibling: None });
        self.waiting.extend(has_alternative.then_some(index));
        self.next = if has_reply {
            Some(Relation::Child(index))
        } else {
            self.waiting.pop().map(Relation::Sibling)
        };
        self.next.is_some()
    }

    /// Sets the comments of the moves, in the order in which these were added.
    pub(super) fn set_comments(&mut self, comments: impl IntoIterator<Item = String>) {
        for (node, comment) in self.nodes.iter_mut().zip(comments) {
            node.comment = comment;
        }
    }

    /// Ends the tree because the next move is unreadable, or exists although the tree is complete.
    pub(super) fn end_badly(&mut self, error: ReadError) {
        if self.next.is_some() {
            let comment = String::new();
            self.add(TreeNode { place: 0, mv: None, comment, child: None, sibling: None });
        }
        self.bad_end = Some(error);
    }

    fn add(&mut self, node: TreeNode) -> usize {
        let index = self.nodes.len();
        self.nodes.push(node);
        match self.next {
            Some(Relation::Child(parent)) => self.nodes[parent].child = Some(index),
            Some(Relation::Sibling(other)) => self.nodes[other].sibling = Some(index),
            Some(Relation::First) | None => {}
        }
        index
    }

    /// The first move of the main line.
    pub(super) fn first_move(&self) -> Option<Move> {
        self.nodes.first().and_then(|node| node.mv)
    }

    /// Why reading ended early, if it did.
    pub(super) const fn bad_end(&self) -> Option<&ReadError> {
        self.bad_end.as_ref()
    }

    /// The main line with its variations, as far as the moves are legal: a line ends before an illegal move. `fault`
    /// creates the error for a place.
    pub(super) fn line(
        mut self,
        start: &Position,
        faults: &mut Faults,
        fault: impl Fn(usize, ReadProblem) -> ReadError,
    ) -> Line {
        let line = if self.nodes.is_empty() {
            Line::default()
        } else {
            self.line_from(0, &mut start.clone(), 0, faults, &fault)
        };
        if self.next.is_none() {
            self.bad_end.into_iter().for_each(|error| faults.cut(error));
        }
        line
    }

    /// The line that starts with the move at index `first`, played on `position`, which is unchanged afterwards.
    fn line_from(
        &mut self,
        first: usize,
        position: &mut Position,
        depth: usize,
        faults: &mut Faults,
        fault: &impl Fn(usize, ReadProblem) -> ReadError,
    ) -> Line {
        let mut line = Line::default();
        let mut next = Some(first);
        while let Some(index) = next {
            let node = &mut self.nodes[index];
            let playable = match node.mv {
                Some(mv) => {
                    playable(mv, position, depth).map_err(|problem| fault(node.place, problem))
                }
                None => Err(self.bad_end.take().expect("the bad end is met once, with its error")),
            };
            let mv = match playable {
                Ok(mv) => mv,
                Err(error) if depth == 0 => {
                    faults.cut(error);
                    break;
                }
                Err(error) => {
                    faults.skip(error);
                    break;
                }
            };
            let comment = std::mem::take(&mut node.comment);
            next = node.child;
            let mut sibling = node.sibling.take();
            let mut variations = Vec::new();
            while let Some(index) = sibling {
                sibling = self.nodes[index].sibling.take();
                let variation = self.line_from(index, position, depth + 1, faults, fault);
                if !variation.moves.is_empty() {
                    variations.push(variation);
                }
            }
            variations.shrink_to_fit();
            position.make_unchecked(mv, &mut ());
            line.moves.push(LineMove { comment, variations, ..LineMove::from(mv) });
        }
        for _ in &line.moves {
            position.unmake(&mut ());
        }
        line.moves.shrink_to_fit();
        line
    }
}

/// Returns the move if it is legal in the position.
fn playable(mv: Move, position: &Position, depth: usize) -> Result<Move, ReadProblem> {
    let ply = position.history().len() + 1;
    if depth > NESTING_MAX {
        Err(ReadProblem::TooDeep)
    } else if ply > PLIES_MAX {
        Err(ReadProblem::TooLong)
    } else if position.is_legal(mv) {
        Ok(mv)
    } else {
        Err(ReadProblem::Move { ply, error: MoveTextError::Illegal { found: mv.to_string() } })
    }
}
