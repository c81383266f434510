//! The moves after the header. Each has flags that say whether a reply and whether an alternative follow.

use super::super::encoding::decode_gb18030;
use super::super::game::{Line, LineMove, NESTING_MAX, PLIES_MAX};
use super::super::pgn::plain_lines;
use super::super::relative::MoveTextError;
use super::super::salvage::Faults;
use super::HEADER_LENGTH;
use super::error::{XqfError, XqfProblem};
use super::header::{XqfHeader, square};
use crate::board::Position;
use crate::types::Move;

/// The tree of moves of a file.
pub(super) struct Tree {
    /// The comment before the first move.
    comment: String,
    first: Option<usize>,
    nodes: Vec<XqfNode>,
}

struct XqfNode {
    offset: usize,
    /// The move, or why there is none.
    mv: Result<Move, Box<XqfError>>,
    comment: String,
    /// Its reply.
    child: Option<usize>,
    /// The next alternative to it.
    sibling: Option<usize>,
}

/// How the next move is related to one that was read before, given by index.
#[derive(Clone, Copy)]
enum Relation {
    First,
    Child(usize),
    Sibling(usize),
}

/// The record of a move in the file.
struct MoveRecord {
    offset: usize,
    from: u8,
    to: u8,
    has_child: bool,
    has_sibling: bool,
    comment: String,
}

/// Reads the bytes after the header and removes the keys from them.
struct Stream<'a> {
    bytes: &'a [u8],
    header: &'a XqfHeader<'a>,
    at: usize,
}

impl Stream<'_> {
    fn take(&mut self, length: usize) -> Result<Vec<u8>, XqfError> {
        let left = self.bytes.len().saturating_sub(self.at);
        if length > left {
            let problem = XqfProblem::Short { expected: length - left };
            return Err(XqfError::new(self.at, problem));
        }
        let keys = &self.header.stream_keys;
        let shifted = self.bytes[self.at..self.at + length].iter().zip(self.at..);
        let plain = shifted.map(|(byte, at)| byte.wrapping_sub(keys[at % 32])).collect();
        self.at += length;
        Ok(plain)
    }

    fn record(&mut self) -> Result<MoveRecord, XqfError> {
        let offset = self.at;
        let is_plain = self.header.is_plain();
        let [from, to, flags, _] = self.take(4)?[..] else { unreachable!("four were asked for") };
        let [has_child, has_sibling, has_comment] = if is_plain {
            [flags & 0xf0 > 0, flags & 0x0f > 0, true]
        } else {
            [flags & 0x80 > 0, flags & 0x40 > 0, flags & 0x20 > 0]
        };
        let length = if has_comment {
            let bytes = self.take(4)?;
            let length = u32::from_le_bytes(bytes.try_into().expect("four were asked for"));
            length.wrapping_sub(self.header.comment_key)
        } else {
            0
        };
        let text = self.take(length as usize)?;
        let text = plain_lines(&decode_gb18030(&text)).replace('\0', "");
        Ok(MoveRecord {
            offset,
            from: from.wrapping_sub(24).wrapping_sub(self.header.from_key),
            to: to.wrapping_sub(32).wrapping_sub(self.header.to_key),
            has_child,
            has_sibling,
            comment: text.trim().to_owned(),
        })
    }
}

/// Reads the moves after a header, up to the first that is none.
pub(super) fn read(bytes: &[u8], header: &XqfHeader<'_>) -> Tree {
    let mut stream = Stream { bytes, header, at: HEADER_LENGTH };
    let mut tree = Tree { comment: String::new(), first: None, nodes: Vec::new() };
    // The first record is not a move; it holds the comment before the first move.
    let mut next = match stream.record() {
        Ok(root) => {
            tree.comment = root.comment;
            root.has_child.then_some(Relation::First)
        }
        Err(error) => {
            tree.add(Relation::First, XqfNode::bad(error));
            None
        }
    };
    // Moves whose alternatives come after all replies have been read.
    let mut waiting = Vec::new();
    while let Some(place) = next {
        let (node, has_child, has_sibling) = match stream.record() {
            Ok(record) => {
                let (has_child, has_sibling) = (record.has_child, record.has_sibling);
                (XqfNode::new(record), has_child, has_sibling)
            }
            Err(error) => (XqfNode::bad(error), false, false),
        };
        let is_bad = node.mv.is_err();
        let index = tree.add(place, node);
        if is_bad {
            break;
        }
        next = match (has_child, has_sibling) {
            (true, has_sibling) => {
                waiting.extend(has_sibling.then_some(index));
                Some(Relation::Child(index))
            }
            (false, true) => Some(Relation::Sibling(index)),
            (false, false) => waiting.pop().map(Relation::Sibling),
        };
    }
    tree
}

impl XqfNode {
    fn new(record: MoveRecord) -> Self {
        let MoveRecord { offset, from, to, comment, .. } = record;
        let mv = match square(from).zip(square(to)) {
            Some((origin, target)) => Ok(Move::new(origin, target)),
            None => Err(Box::new(XqfError::new(offset, XqfProblem::Points { from, to }))),
        };
        Self { offset, mv, comment, child: None, sibling: None }
    }

    /// What stands for a move that cannot be read.
    fn bad(error: XqfError) -> Self {
        let (offset, mv) = (error.offset, Err(Box::new(error)));
        Self { offset, mv, comment: String::new(), child: None, sibling: None }
    }
}

impl Tree {
    fn add(&mut self, place: Relation, node: XqfNode) -> usize {
        let index = self.nodes.len();
        self.nodes.push(node);
        match place {
            Relation::First => self.first = Some(index),
            Relation::Child(parent) => self.nodes[parent].child = Some(index),
            Relation::Sibling(other) => self.nodes[other].sibling = Some(index),
        }
        index
    }

    /// The first move of the main line.
    pub(super) fn first_move(&self) -> Option<Move> {
        self.first.and_then(|index| self.nodes[index].mv.as_ref().ok().copied())
    }

    /// What ended the reading before the end of the tree.
    pub(super) fn bad_end(&self) -> Option<&XqfError> {
        self.nodes.last()?.mv.as_ref().err().map(|error| &**error)
    }

    /// The main line with its variations, as far as the moves can be played.
    pub(super) fn line(mut self, start: &Position, faults: &mut Faults<XqfError>) -> Line {
        let mut line = match self.first {
            Some(first) => self.line_from(first, &mut start.clone(), 0, faults),
            None => Line::default(),
        };
        line.comment = self.comment;
        line
    }

    /// The line from the move `first`, played on `position`, which is unchanged afterwards.
    fn line_from(
        &mut self,
        first: usize,
        position: &mut Position,
        depth: usize,
        faults: &mut Faults<XqfError>,
    ) -> Line {
        let mut line = Line::default();
        let mut next = Some(first);
        while let Some(index) = next {
            let node = &mut self.nodes[index];
            let mv = match playable(node, position, depth) {
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
                variations.push(self.line_from(index, position, depth + 1, faults));
            }
            variations.retain(|variation| !variation.moves.is_empty());
            position.make_unchecked(mv, &mut ());
            line.moves.push(LineMove { comment, variations, ..LineMove::from(mv) });
        }
        for _ in &line.moves {
            position.unmake(&mut ());
        }
        line
    }
}

/// The move of a node, if it can be played.
fn playable(node: &XqfNode, position: &Position, depth: usize) -> Result<Move, XqfError> {
    let mv = node.mv.clone().map_err(|error| *error)?;
    let ply = position.history().len() + 1;
    let problem = if depth > NESTING_MAX {
        XqfProblem::TooDeep
    } else if ply > PLIES_MAX {
        XqfProblem::TooLong
    } else if !position.is_legal(mv) {
        let error = MoveTextError::Illegal { found: mv.to_string() };
        XqfProblem::Move { ply, error }
    } else {
        return Ok(mv);
    };
    Err(XqfError::new(node.offset, problem))
}
