//! Decodes a text line by line from input that arrives in pieces.

use std::mem;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::evidence::{Evidence, GuessedCharset, is_surely_utf8, may_be_pairs};
use super::parts::{ByteOrder, Divider, Division, mark_within};
use super::{BadBytes, SourceEncoding, Text, replace_bad, replace_bad_utf16};

/// The number of bytes at the start that are examined for UTF-16 without a byte order mark.
const HEAD: usize = 1024;
/// The usual maximum length of a block in bytes.
const BLOCK_MAX: usize = 1 << 20;
/// The number of successive zeros that count as undecodable bytes.
const ZEROS_MIN: usize = 8;
/// The weight of a line's own evidence relative to that of its block.
const OWN_WEIGHT: i32 = 4;

#[derive(Debug)]
pub(crate) struct LineDecoder {
    /// The encoding of the whole text; `None` to detect it.
    encoding: Option<&'static Encoding>,
    divider: Divider,
    /// The number of bytes after which a block ends with the current line.
    block_max: usize,
    /// The byte order of the last line; `None` before the first.
    order: Option<ByteOrder>,
    /// The byte order of the next line, and the length of its byte order mark, once known.
    next: Option<(ByteOrder, usize)>,
    /// The number of input bytes that form whole lines of the current block.
    block: usize,
    /// The lengths of the block's parts.
    parts: Vec<usize>,
    /// The number of further bytes that have been searched for a line end.
    searched: usize,
    /// The length of the decoded text so far.
    at: u64,
    /// The number of the next line.
    line: usize,
    /// The number of zeros at the end of the decoded text.
    zeros: usize,
    damage: Vec<BadBytes>,
}

impl LineDecoder {
    pub(super) fn new(division: Division, encoding: Option<SourceEncoding>) -> Self {
        Self {
            encoding: encoding.map(|encoding| encoding.0),
            divider: Divider::new(division),
            block_max: BLOCK_MAX,
            order: None,
            next: None,
            block: 0,
            parts: Vec::new(),
            searched: 0,
            at: 0,
            line: 1,
            zeros: 0,
            damage: Vec::new(),
        }
    }

    /// Limits blocks to other lengths.
    #[cfg(test)]
    pub(super) fn with_blocks(self, block_max: usize) -> Self {
        Self { block_max, ..self }
    }

    pub(super) const fn division(&self) -> Division {
        self.divider.division()
    }

    pub(super) fn decode_whole(mut self, bytes: &[u8]) -> Text {
        let mut text = String::with_capacity(bytes.len());
        self.decode(bytes, true, &mut text);
        Text { text, damage: self.damage }
    }

    /// The undecodable bytes found since the last call.
    pub(super) fn take_damage(&mut self) -> std::vec::Drain<'_, BadBytes> {
        self.damage.drain(..)
    }

    /// Decodes whole blocks of the input, appends their text, and returns their length. The next call must pass the
    /// rest of the input again, followed by more.
    pub(super) fn decode(&mut self, input: &[u8], is_last: bool, text: &mut String) -> usize {
        let (mut begin, mut end) = (0, mem::take(&mut self.block));
        loop {
            let rest = &input[end..];
            self.next = self.next.or_else(|| self.next_order(rest, is_last));
            let Some((order, mark)) = self.next else { break };
            let Some(length) = self.line_length(&rest[mark..], order, is_last) else { break };
            self.next = None;
            let is_first = self.order.replace(order).is_none();
            let mut line = &rest[..mark + length];
            if order != ByteOrder::Bytes {
                self.decode_block(&input[begin..end], text);
                let ends = Self::end_in_utf16(line, order, line.len() < rest.len());
                self.decode_utf16(&line[mark..line.len() - ends], order, ends > 0, text);
                (begin, end) = (end + line.len(), end + line.len());
                continue;
            }
            if is_first {
                (begin, end, line) = (mark, mark, &line[mark..]);
            }
            while !line.is_empty() {
                let part = self.divider.part(line);
                let (part, behind) = line.split_at(part);
                line = behind;
                if self.divider.begins_block(part) || end - begin >= self.block_max {
                    self.decode_block(&input[begin..end], text);
                    begin = end;
                }
                self.parts.push(part.len());
                end += part.len();
            }
        }
        if is_last {
            self.decode_block(&input[begin..end], text);
            begin = end;
        }
        self.block = end - begin;
        begin
    }

    /// The byte order of the next line, and the length of its byte order mark; `None` if more input is needed.
    fn next_order(&self, rest: &[u8], is_last: bool) -> Option<(ByteOrder, usize)> {
        if rest.is_empty() {
            return None;
        }
        if let Some(encoding) = self.encoding {
            let order = match encoding {
                _ if encoding == UTF_16LE => ByteOrder::Utf16Le,
                _ if encoding == UTF_16BE => ByteOrder::Utf16Be,
                _ => ByteOrder::Bytes,
            };
            if rest.len() < 3 && !is_last {
                return None;
            }
            let mark = ByteOrder::of_mark(rest).filter(|&(of_mark, _)| of_mark == order);
            let mark = mark.filter(|_| self.order.is_none());
            return Some((order, mark.map_or(0, |(_, length)| length)));
        }
        if let Some((order, mark)) = ByteOrder::of_mark(rest) {
            // The file may end with this mark.
            let behind = &rest[mark..];
            let is_end = behind.is_empty() && is_last;
            return if is_end {
                Some((order, mark))
            } else {
                Some((order.of_next_line(behind, is_last)?, mark))
            };
        }
        let Some(order) = self.order else {
            if rest.len() < HEAD && !is_last {
                return None;
            }
            // Heads of several lengths are examined, because damage may hide the byte order in some of them. A head
            // ends before the byte order mark of a file that was appended to a truncated one.
            let head = &rest[..rest.len().min(HEAD)];
            let head = &head[..mark_within(head).unwrap_or(head.len())];
            let heads = [HEAD / 16, HEAD / 4, HEAD].map(|length| &head[..head.len().min(length)]);
            let mut orders = heads.into_iter().map(ByteOrder::of_text);
            let order = orders.find(|&order| order != ByteOrder::Bytes);
            // A line in a single-byte order may come first.
            let order =
                order.map_or(Some(ByteOrder::Bytes), |order| order.of_next_line(rest, is_last));
            return order.map(|order| (order, 0));
        };
        Some((order.of_next_line(rest, is_last)?, 0))
    }

    /// The length of the next line including its end; `None` if more input is needed.
    fn line_length(&mut self, rest: &[u8], order: ByteOrder, is_last: bool) -> Option<usize> {
        let found = order.line(rest, mem::take(&mut self.searched), is_last);
        found.map_err(|searched| self.searched = searched).ok()
    }

    /// Decodes the parts of the current block.
    fn decode_block(&mut self, block: &[u8], text: &mut String) {
        let lengths = mem::take(&mut self.parts);
        let valid = std::str::from_utf8(block).ok().filter(|text| match self.encoding {
            Some(_) => text.is_ascii(),
            None => !may_be_pairs(text),
        });
        if let Some(valid) = valid {
            self.push(valid, text);
        } else {
            let mut rest = block;
            let parts = lengths
                .iter()
                .map(|&length| rest.split_off(..length).expect("the block has parts"));
            match self.encoding {
                Some(encoding) => parts.for_each(|part| self.decode_part(part, encoding, text)),
                None => self.decode_parts(&parts.collect::<Vec<_>>(), text),
            }
        }
        self.parts = lengths;
        self.parts.clear();
    }

    /// Decodes the parts of a block, each by its own evidence and that of the other parts.
    fn decode_parts(&mut self, parts: &[&[u8]], text: &mut String) {
        let (mut all, mut invalid) = (Evidence::default(), None);
        let mut is_sure = false;
        for part in parts.iter().filter(|part| !part.is_ascii()) {
            let own = Evidence::of(part);
            all.add(own, 1);
            is_sure |= is_surely_utf8(part);
            if std::str::from_utf8(part).is_err() {
                invalid.get_or_insert(Evidence::default()).add(own, 1);
            }
        }
        // Whether valid lines are assumed to be valid by chance and not UTF-8.
        let is_paired = invalid.map_or(!is_sure, |evidence| {
            matches!(evidence.best(), GuessedCharset::Gb18030 | GuessedCharset::Big5)
        });
        for part in parts {
            let valid = std::str::from_utf8(part).ok();
            if let Some(valid) = valid.filter(|_| !is_paired || is_surely_utf8(part)) {
                self.push(valid, text);
                continue;
            }
            let mut evidence = all;
            evidence.add(Evidence::of(part), OWN_WEIGHT);
            self.decode_part(part, evidence.best().encoding(), text);
        }
    }

    fn decode_part(&mut self, part: &[u8], encoding: &'static Encoding, text: &mut String) {
        let mut bad = BadBytes { at: 0, line: self.line, count: 0 };
        let decoded = replace_bad(encoding, part, |text, count| bad.add(self.at, text, count));
        self.damage.extend((bad.count > 0).then_some(bad));
        self.push(&decoded, text);
    }

    fn decode_utf16(&mut self, line: &[u8], order: ByteOrder, has_end: bool, text: &mut String) {
        let mut bad = BadBytes { at: 0, line: self.line, count: 0 };
        let unit = match order {
            ByteOrder::Utf16Be => u16::from_be_bytes,
            _ => u16::from_le_bytes,
        };
        let mut decoded =
            replace_bad_utf16(line, unit, |text, count| bad.add(self.at, text, count));
        decoded.push_str(if has_end { "\n" } else { "" });
        self.damage.extend((bad.count > 0).then_some(bad));
        self.push(&decoded, text);
    }

    /// The length of the line end of a UTF-16 line: two bytes, or one if the line is misaligned or single-byte text
    /// follows it.
    fn end_in_utf16(line: &[u8], order: ByteOrder, has_more: bool) -> usize {
        match line {
            [.., a, b] if order.is_line_end(&[*a, *b]) => 2,
            [.., b'\n'] if has_more => 1,
            _ => 0,
        }
    }

    fn push(&mut self, decoded: &str, text: &mut String) {
        self.find_zeros(decoded);
        text.push_str(decoded);
        self.at += decoded.len() as u64;
        self.line += decoded.bytes().filter(|&byte| byte == b'\n').count();
    }
}

impl LineDecoder {
    /// Records zeros in place of text, which the loss of a disk's sector leaves behind. A few zeros are harmless.
    fn find_zeros(&mut self, decoded: &str) {
        if !decoded.contains('\0') {
            self.zeros = if decoded.is_empty() { self.zeros } else { 0 };
            return;
        }
        for (at, byte) in decoded.bytes().enumerate() {
            self.zeros = if byte == 0 { self.zeros + 1 } else { 0 };
            if self.zeros == ZEROS_MIN {
                let line = self.line + decoded[..at].matches('\n').count();
                self.damage.push(BadBytes { at: self.at + at as u64, line, count: ZEROS_MIN });
            }
        }
    }
}

impl BadBytes {
    /// Records undecodable bytes in a line that starts at offset `begin`; `decoded` is the line's text before them.
    fn add(&mut self, begin: u64, decoded: &str, count: usize) {
        if self.count == 0 {
            self.at = begin + decoded.len() as u64;
        }
        self.count += count;
    }
}
