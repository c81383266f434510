//! The moves after the header. Each move has flags that announce a reply and an alternative.

use super::super::move_tree::MoveTree;
use super::super::read_error::ReadError;
use super::super::read_problem::ReadProblem;
use super::HEADER_LENGTH;
use super::header::{XqfHeader, square};
use chuhe_engine::types::Move;

/// The record of a move in the file.
struct MoveRecord {
    offset: usize,
    from: u8,
    to: u8,
    has_child: bool,
    has_sibling: bool,
    comment: Vec<u8>,
}

/// Reads the bytes after the header and removes the keys from them.
struct Stream<'a> {
    bytes: &'a [u8],
    header: &'a XqfHeader<'a>,
    at: usize,
}

impl Stream<'_> {
    fn take(&mut self, length: usize) -> Result<Vec<u8>, ReadError> {
        let left = self.bytes.len().saturating_sub(self.at);
        if length > left {
            let problem = ReadProblem::ShortFile { expected: length - left };
            return Err(ReadError::at_byte(self.at, problem));
        }
        let keys = &self.header.stream_keys;
        let shifted = self.bytes[self.at..self.at + length].iter().zip(self.at..);
        let plain = shifted.map(|(byte, at)| byte.wrapping_sub(keys[at % 32])).collect();
        self.at += length;
        Ok(plain)
    }

    fn record(&mut self) -> Result<MoveRecord, ReadError> {
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
            let length = u32::from_le_bytes(bytes.try_into().expect("the slice has four bytes"));
            length.wrapping_sub(self.header.comment_key)
        } else {
            0
        };
        let comment = self.take(length as usize)?;
        Ok(MoveRecord {
            offset,
            from: from.wrapping_sub(24).wrapping_sub(self.header.from_key),
            to: to.wrapping_sub(32).wrapping_sub(self.header.to_key),
            has_child,
            has_sibling,
            comment,
        })
    }
}

/// Reads the moves up to the first invalid one. Also returns the offset of each record and its comment; the first is the
/// comment before the first move.
pub(super) fn read(bytes: &[u8], header: &XqfHeader<'_>) -> (Vec<(usize, Vec<u8>)>, MoveTree) {
    let mut stream = Stream { bytes, header, at: HEADER_LENGTH };
    let mut tree = MoveTree::new();
    let mut comments = Vec::new();
    // The first record is not a move.
    let root = match stream.record() {
        Ok(root) => root,
        Err(error) => {
            tree.end_badly(error);
            return (comments, tree);
        }
    };
    let mut follows = root.has_child;
    comments.push((root.offset, root.comment));
    while follows {
        let next = stream.record().and_then(|record| Ok((record.mv()?, record)));
        let (mv, record) = match next {
            Ok(next) => next,
            Err(error) => {
                tree.end_badly(error);
                break;
            }
        };
        let MoveRecord { offset, has_child, has_sibling, comment, .. } = record;
        follows = tree.push(offset, mv, String::new(), has_child, has_sibling);
        comments.push((offset, comment));
    }
    (comments, tree)
}

impl MoveRecord {
    fn mv(&self) -> Result<Move, ReadError> {
        let Self { offset, from, to, .. } = *self;
        let ends = square(from).zip(square(to));
        let (origin, target) =
            ends.ok_or_else(|| ReadError::at_byte(offset, ReadProblem::Points { from, to }))?;
        Ok(Move::new(origin, target))
    }
}
