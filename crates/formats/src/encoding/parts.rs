//! Divides a text so that damage in one part does not affect the decoding of another.

/// The division of a text into blocks, each decoded by its own evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Division {
    /// The whole text is one block.
    Whole,
    /// Each game of PGN is a block.
    Pgn,
    /// Each game of `DhtmlXQ` is a block; its fields are separate parts.
    DhtmlXq,
    /// Each game of WXF is a block.
    Wxf,
    /// Each line is a block.
    Lines,
}

/// The order of bytes in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ByteOrder {
    /// Single-byte order: characters of one or more bytes.
    Bytes,
    /// Little-endian UTF-16.
    Utf16Le,
    /// Big-endian UTF-16.
    Utf16Be,
}

/// The number of bytes of a line that determine its byte order.
const LINE_MAX: usize = 1024;
/// The number of bytes searched for the start of a tag.
const TAG_MAX: usize = 24;

/// Whether a PGN tag or a field of `DhtmlXQ` starts here.
fn begins_tag(bytes: &[u8]) -> bool {
    if begins_with(bytes, b"[DhtmlXQ") {
        return true;
    }
    let Some(text) = bytes.strip_prefix(b"[") else { return false };
    let name = text.iter().take(TAG_MAX - 3).take_while(|byte| byte.is_ascii_alphabetic()).count();
    name >= 3 && text[name..].starts_with(b" \"")
}

/// Whether a WXF game starts here.
pub(crate) fn begins_wxf(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.get(6..).filter(|_| begins_with(bytes, b"FORMAT")) else { return false };
    let value = rest.trim_ascii_start();
    value.len() < rest.len() && begins_with(value, b"WXF")
}

/// The offset of a UTF-16 byte order mark after the start.
pub(super) fn mark_within(bytes: &[u8]) -> Option<usize> {
    (1..bytes.len()).find(|&at| is_mark(&bytes[at..]))
}

/// The number of bytes by which a byte order mark within a text is recognized.
const MARK_MAX: usize = 4;

/// Whether a UTF-16 byte order mark and a character follow.
const fn is_mark(bytes: &[u8]) -> bool {
    matches!(bytes, [0xff, 0xfe, _, 0 | 0x4e..=0x9f, ..] | [0xfe, 0xff, 0 | 0x4e..=0x9f, ..])
}

/// The latest part of a PGN game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PgnPart {
    #[default]
    Nothing,
    Tags,
    Moves,
}

/// Finds the starts of blocks.
#[derive(Clone, Debug)]
pub(super) struct Divider {
    division: Division,
    last: PgnPart,
    /// The first tag of the latest game, up to the end of the tag's name.
    first_tag: Vec<u8>,
    /// Whether the next part starts a block, whatever it contains.
    is_ended: bool,
}

impl Divider {
    pub(super) const fn new(division: Division) -> Self {
        Self { division, last: PgnPart::Nothing, first_tag: Vec::new(), is_ended: false }
    }

    pub(super) const fn division(&self) -> Division {
        self.division
    }

    /// Whether a block starts with this part.
    pub(super) fn begins_block(&mut self, part: &[u8]) -> bool {
        let is_ended = match self.division {
            Division::Whole | Division::Lines => false,
            Division::DhtmlXq => begins_with(part, b"[/DhtmlXQ]"),
            Division::Wxf => part.trim_ascii_end().ends_with(b"}END"),
            // A tag follows within the line because another file was appended to one truncated here.
            Division::Pgn => !part.ends_with(b"\n") && !part.trim_ascii_end().ends_with(b"]"),
        };
        let was_ended = std::mem::replace(&mut self.is_ended, is_ended);
        was_ended
            || match self.division {
                Division::Whole => false,
                Division::Lines => true,
                Division::DhtmlXq => begins_with(part, b"[DhtmlXQ]"),
                Division::Wxf => begins_wxf(part),
                Division::Pgn => {
                    let text =
                        part.strip_prefix(b"\xef\xbb\xbf").unwrap_or(part).trim_ascii_start();
                    let now = match text {
                        [] => return false,
                        [b'[', first, ..] if is_of_name(*first) && text.contains(&b'"') => {
                            PgnPart::Tags
                        }
                        _ => PgnPart::Moves,
                    };
                    let is_first_move = text.starts_with(b"1.") && !text.starts_with(b"1..");
                    let before = std::mem::replace(&mut self.last, now);
                    if now != PgnPart::Tags {
                        return before == PgnPart::Moves && is_first_move;
                    }
                    let name = text.split(|&byte| byte == b'"').next().unwrap_or_default();
                    // If the first tag is repeated, another game begins, although the previous one has no moves.
                    let is_again = before == PgnPart::Tags && name == self.first_tag;
                    if before != PgnPart::Tags {
                        self.first_tag = name.to_vec();
                    }
                    before == PgnPart::Moves || is_again
                }
            }
    }

    /// The length of the first part of a line that is decoded separately. The bracket that starts a tag may also be the
    /// second byte of a character, but rarely is.
    pub(super) fn part(&self, line: &[u8]) -> usize {
        let mut candidates = (1..line.len()).filter(|&at| matches!(line[at], b'[' | b'F' | b'f'));
        let part = candidates.find(|&at| match (self.division, &line[at..]) {
            (Division::Whole | Division::Lines, _) => false,
            (Division::Wxf, rest) => begins_wxf(rest),
            (Division::Pgn, rest) => begins_tag(rest),
            (Division::DhtmlXq, rest) => {
                begins_with(rest, b"[DhtmlXQ") || begins_with(rest, b"[/DhtmlXQ")
            }
        });
        part.unwrap_or(line.len())
    }
}

const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

fn begins_with(bytes: &[u8], sought: &[u8]) -> bool {
    bytes.get(..sought.len()).is_some_and(|head| head.eq_ignore_ascii_case(sought))
}

impl ByteOrder {
    /// The byte order that a mark indicates, and the length of the mark.
    pub(super) fn of_mark(bytes: &[u8]) -> Option<(Self, usize)> {
        match bytes {
            [0xff, 0xfe, ..] => Some((Self::Utf16Le, 2)),
            [0xfe, 0xff, ..] => Some((Self::Utf16Be, 2)),
            [0xef, 0xbb, 0xbf, ..] => Some((Self::Bytes, 3)),
            _ => None,
        }
    }

    /// The byte order of text without a mark: UTF-16 if its high bytes are those of Latin and Chinese characters, with
    /// enough zeros among them.
    pub(super) fn of_text(bytes: &[u8]) -> Self {
        if !bytes.contains(&0) {
            return Self::Bytes;
        }
        let may_be = [Self::Utf16Le, Self::Utf16Be].map(|order| {
            let count = bytes.len() / 2;
            let zeros = bytes.chunks_exact(2).filter(|unit| unit[order.high()] == 0).count();
            count >= 4 && 8 * zeros >= count && 16 * order.likely_units(bytes) >= 15 * count
        });
        match may_be {
            [true, false] => Self::Utf16Le,
            [false, true] => Self::Utf16Be,
            _ => Self::Bytes,
        }
    }

    /// The index of the high byte in a pair.
    const fn high(self) -> usize {
        if matches!(self, Self::Utf16Be) { 0 } else { 1 }
    }

    /// The number of UTF-16 units that are likely to be Latin or Chinese.
    fn likely_units(self, bytes: &[u8]) -> usize {
        bytes
            .chunks_exact(2)
            .filter(|unit| {
                let high = unit[self.high()];
                matches!(high, 0 | 0x20 | 0x30 | 0x4e..=0x9f | 0xff) && unit != &[0, 0]
            })
            .count()
    }

    /// The byte order of the next line, after a line in this order; `None` if more input is needed.
    pub(super) fn of_next_line(self, bytes: &[u8], is_last: bool) -> Option<Self> {
        if bytes.len() < 2 && !is_last {
            return None;
        }
        if let Some((order, _)) = Self::of_mark(bytes) {
            return Some(order);
        }
        // Half of a line end may be left over.
        if matches!(bytes, [0, behind @ ..] if Self::of_mark(behind).is_some()) {
            return Some(Self::Bytes);
        }
        // Empty lines have the order of the line after them.
        if self != Self::Bytes && bytes.starts_with(b"\n") && !self.is_line_end(bytes) {
            let empty = bytes.iter().take_while(|&&byte| byte == b'\n').count();
            // The last may be the first half of a line end, and the last byte is a line.
            let is_half = self.is_line_end(&bytes[empty - 1..]);
            let behind = &bytes[(empty - usize::from(is_half)).min(bytes.len() - 1)..];
            if Self::of_mark(behind).is_some() {
                return Some(Self::Bytes);
            }
            if behind.len() < bytes.len() {
                return self.of_next_line(behind, is_last);
            }
        }
        // Ordinary text need not be searched.
        if self == Self::Bytes && !bytes.iter().take(2).any(|&byte| byte == 0) {
            return Some(self);
        }
        // Of a long line, the start decides, because the line may be divided further.
        let end = bytes.iter().take(LINE_MAX).position(|&byte| byte == b'\n');
        let end = end.or((bytes.len() > LINE_MAX).then_some(LINE_MAX));
        let Some(end) = end.filter(|&end| is_last || end + 1 < bytes.len()) else {
            return is_last.then_some(self);
        };
        let line = &bytes[..end];
        let is_other = match self {
            Self::Bytes => true,
            Self::Utf16Le => line.first() == Some(&0),
            Self::Utf16Be => line.get(1) == Some(&0),
        };
        let other = Self::of_text(line);
        if is_other && (self == Self::Bytes || other != Self::Bytes) {
            return Some(other);
        }
        let line = line.strip_prefix(&[0]).unwrap_or(line);
        let zeros = line.iter().map(|&byte| usize::from(byte == 0)).sum::<usize>();
        // Half of a line end follows, unless a lost sector does.
        let behind = &bytes[end..];
        let has_half_end = behind.get(1) == Some(&0) && behind.get(2..4) != Some(&[0, 0]);
        if 16 * zeros > line.len() || has_half_end {
            return Some(self);
        }
        let begins_plainly = line.first().is_some_and(u8::is_ascii_graphic)
            && (line[0] == b'[' || std::str::from_utf8(line).is_ok());
        let (count, likely) = (line.len() / 2, self.likely_units(line));
        let is_of_bytes = begins_plainly || count > 0 && 4 * likely < 3 * count;
        Some(if is_of_bytes { Self::Bytes } else { self })
    }

    /// The length of the next line including its end or, as an error, the number of bytes that need not be searched
    /// again once there is more input. The line may also end where a file was truncated and another file, with another
    /// byte order, was appended.
    pub(super) fn line(self, bytes: &[u8], searched: usize, is_last: bool) -> Result<usize, usize> {
        if self == Self::Bytes {
            let ends = |&(_, &byte): &(usize, &u8)| matches!(byte, b'\n' | 0xfe | 0xff);
            for (at, &byte) in bytes.iter().enumerate().skip(searched).filter(ends) {
                if byte == b'\n' {
                    return Ok(at + 1);
                }
                if bytes.len() - at < MARK_MAX && !is_last {
                    return Err(at);
                }
                if at > 0 && is_mark(&bytes[at..]) && bytes[at + 2] != b'\n' {
                    return Ok(at);
                }
            }
            return if is_last { Ok(bytes.len()) } else { Err(bytes.len()) };
        }
        for at in searched..bytes.len() {
            let rest = &bytes[at..];
            if rest.len() < TAG_MAX && !is_last {
                return Err(at);
            }
            if self.is_line_end(rest) {
                return Ok(at + 2);
            }
            let is_marked_tag =
                matches!(rest, [0xff, 0xfe, b'[', 0, ..] | [0xfe, 0xff, 0, b'[', ..]);
            if at > 0 && (is_marked_tag || begins_tag(rest)) {
                return Ok(at);
            }
            let is_end_of_bytes = at >= 4 && are_plain(&bytes[at - 4..at])
                || matches!(&rest[1..], [b'[', name @ ..] if name.len() > 3 && are_plain(&name[..4]))
                || rest.get(1..9).is_some_and(are_plain);
            // So does a byte order mark, with which another file begins.
            if rest[0] == b'\n' && (is_end_of_bytes || is_mark(&rest[1..])) {
                return Ok(at + 1);
            }
        }
        if is_last { Ok(bytes.len()) } else { Err(bytes.len()) }
    }

    /// Whether a line end starts here. In UTF-16 it may be misaligned if a byte of the line is missing.
    pub(super) fn is_line_end(self, bytes: &[u8]) -> bool {
        match self {
            Self::Bytes => bytes.starts_with(b"\n"),
            Self::Utf16Le => bytes.starts_with(b"\n\0"),
            Self::Utf16Be => bytes.starts_with(b"\0\n"),
        }
    }
}

fn are_plain(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, b' '..=b'~'))
}
