//! The moves after the header. Each move has flags that announce a reply and an alternative.

use super::super::encoding::decode_gb18030;
use super::super::move_tree::MoveTree;
use super::super::pgn::plain_lines;
use super::super::read_error::{ReadError, ReadProblem};
use super::HEADER_LENGTH;
use super::error::XqfProblem;
use super::header::{XqfHeader, square};
use chuhe_engine::types::Move;

/// The record of a move in the file.
struct MoveRecord {
    offset: usize,
    from: u8,
    to: u8,
    has_child: bool,
    has_sibling: bool,
    comment: String,
    /// The number of undecodable bytes in the comment.
    bad: usize,
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
            let problem = XqfProblem::Short { expected: length - left };
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
        let text = self.take(length as usize)?;
        let (text, bad) = decode_gb18030(&text);
        let text = plain_lines(&text);
        Ok(MoveRecord {
            offset,
            from: from.wrapping_sub(24).wrapping_sub(self.header.from_key),
            to: to.wrapping_sub(32).wrapping_sub(self.header.to_key),
            has_child,
            has_sibling,
            comment: text.trim().to_owned(),
            bad,
        })
    }
}

/// Reads the comment before the first move, and the moves up to the first invalid one. `bad_texts` collects an error
/// for each comment with undecodable bytes.
pub(super) fn read(
    bytes: &[u8],
    header: &XqfHeader<'_>,
    bad_texts: &mut Vec<ReadError>,
) -> (String, MoveTree) {
    let mut check = |record: &MoveRecord| {
        if record.bad > 0 {
            let problem = ReadProblem::Bytes { count: record.bad };
            bad_texts.push(ReadError::at_byte(record.offset, problem));
        }
    };
    let mut stream = Stream { bytes, header, at: HEADER_LENGTH };
    let mut tree = MoveTree::new();
    // The first record is not a move; it contains the comment before the first move.
    let root = match stream.record() {
        Ok(root) => root,
        Err(error) => {
            tree.end_badly(error);
            return (String::new(), tree);
        }
    };
    check(&root);
    let mut follows = root.has_child;
    while follows {
        let next = stream.record().and_then(|record| Ok((record.mv()?, record)));
        let (mv, record) = match next {
            Ok(next) => next,
            Err(error) => {
                tree.end_badly(error);
                break;
            }
        };
        check(&record);
        let MoveRecord { offset, has_child, has_sibling, comment, .. } = record;
        follows = tree.push(offset, mv, comment, has_child, has_sibling);
    }
    (root.comment, tree)
}

impl MoveRecord {
    fn mv(&self) -> Result<Move, ReadError> {
        let Self { offset, from, to, .. } = *self;
        let ends = square(from).zip(square(to));
        let (origin, target) =
            ends.ok_or_else(|| ReadError::at_byte(offset, XqfProblem::Points { from, to }))?;
        Ok(Move::new(origin, target))
    }
}
