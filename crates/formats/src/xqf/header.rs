//! The header, which is the first 1024 bytes of a file, and the keys in it.

use super::super::encoding::SourceEncoding;
use super::super::game::{Outcome, one_line};
use super::super::read_error::ReadError;
use super::super::read_problem::ReadProblem;
use super::super::salvage::Faults;
use chuhe_engine::types::{Color, Square};

/// The offset of the squares of the 32 pieces.
pub(super) const PLACEMENT: usize = 0x10;

/// The offset of the result.
pub(super) const RESULT: usize = 0x33;
/// The offset of the kind of game.
pub(super) const KIND: usize = 0x40;

/// The offset of [`GB18030_MARK`], at the end of the header, which `XQStudio` leaves empty.
pub(super) const MARK: usize = 0x3f0;
/// Marks files whose texts are in GB18030 although they might be taken for texts in another encoding. Only this crate
/// writes and reads it.
pub(super) const GB18030_MARK: &[u8] = b"GB18030";

/// The last version without shifted bytes: 1.0.
pub(super) const LAST_PLAIN: u8 = 0x0a;
/// The first version that also rotates the order of the pieces: 1.2.
const FIRST_ROTATED: u8 = 0x0c;
/// The bytes that are masked to derive the stream keys.
const STENCIL: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// Text fields in the header: the offset of the length byte, the maximum length, and the tag.
pub(super) const TEXTS: [(usize, usize, &str); 11] = [
    (0x50, 63, "Title"),
    (0xd0, 63, "Event"),
    (0x110, 15, "Date"),
    (0x120, 15, "Site"),
    (0x130, 15, "Red"),
    (0x140, 15, "Black"),
    (0x150, 63, "TimeControl"),
    (0x190, 15, "RedTime"),
    (0x1a0, 15, "BlackTime"),
    (0x1d0, 15, "Annotator"),
    (0x1e0, 15, "Author"),
];

/// The kinds of game, indexed by their number; a complete game has no kind.
pub(super) const KINDS: [&str; 4] = ["", "布局", "中局", "残局"];

/// A header and its keys.
pub(super) struct XqfHeader<'a> {
    bytes: &'a [u8],
    /// The key added to the squares of the start position.
    square_key: u8,
    /// The key added to the origins of moves.
    pub(super) from_key: u8,
    /// The key added to the destinations of moves.
    pub(super) to_key: u8,
    /// The key added to the lengths of comments.
    pub(super) comment_key: u32,
    /// The keys added to the bytes of the file after the header, cyclically by offset.
    pub(super) stream_keys: [u8; 32],
}

impl<'a> XqfHeader<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, ReadError> {
        if !super::is_xqf(bytes) {
            return Err(ReadError::at_byte(0, ReadProblem::NoXqf { found: bytes.len() }));
        }
        let mut header = Self {
            bytes,
            square_key: 0,
            from_key: 0,
            to_key: 0,
            comment_key: 0,
            stream_keys: [0; 32],
        };
        if !header.is_plain() {
            header.derive_keys();
        }
        Ok(header)
    }

    fn version(&self) -> u8 {
        self.bytes[2]
    }

    pub(super) fn is_plain(&self) -> bool {
        self.version() <= LAST_PLAIN
    }

    fn derive_keys(&mut self) {
        let &[mask, _, _, _, _, a, b, c, d, sum, square, from, to] =
            self.bytes[3..16].first_chunk().expect("the header is long enough");
        // This computes 54 k² + 221, which is then multiplied by the key itself or by the previous key.
        self.square_key = spread(square).wrapping_mul(square);
        self.from_key = spread(from).wrapping_mul(self.square_key);
        self.to_key = spread(to).wrapping_mul(self.from_key);
        self.comment_key = (u32::from(sum) * 256 + u32::from(square)) % 32_000 + 767;
        let masks = [sum & mask | a, square & mask | b, from & mask | c, to & mask | d];
        for (i, (key, stencil)) in self.stream_keys.iter_mut().zip(STENCIL).enumerate() {
            *key = stencil & masks[i % 4];
        }
    }

    /// The squares of the pieces, in the order of [`PIECES`](super::super::placement::PIECES).
    pub(super) fn squares(&self) -> [Option<Square>; 32] {
        let mut squares = [None; 32];
        for (i, byte) in self.bytes[PLACEMENT..PLACEMENT + 32].iter().enumerate() {
            let rotation =
                if self.version() >= FIRST_ROTATED { usize::from(self.square_key) + 1 } else { 0 };
            squares[(i + rotation) % 32] = square(byte.wrapping_sub(self.square_key));
        }
        squares
    }

    /// The side to move at the start, if the header states it; many files do not.
    pub(super) fn side_to_move(&self) -> Option<Color> {
        (self.bytes[0x32] == 1 && !self.is_plain()).then_some(Color::Black)
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self.bytes[RESULT] {
            1 => Outcome::Win(Color::Red),
            2 => Outcome::Win(Color::Black),
            3 => Outcome::Draw,
            _ => Outcome::Unknown,
        }
    }

    /// The text fields: the offset of each, its bytes up to the first zero, whether they fill the field, and the tag.
    pub(super) fn texts(&self) -> impl Iterator<Item = (usize, &'a [u8], bool, &'static str)> {
        TEXTS.into_iter().map(|(at, most, name)| {
            let length = usize::from(self.bytes[at]).min(most);
            let field = &self.bytes[at + 1..at + 1 + length];
            let text = field.split(|&byte| byte == 0).next().unwrap_or_default();
            (at, text, text.len() == most, name)
        })
    }

    /// The tags of the game.
    pub(super) fn tags(
        &self,
        encoding: SourceEncoding,
        faults: &mut Faults,
    ) -> Vec<(&'static str, String)> {
        let texts = self.texts().map(|(at, text, is_full, name)| {
            let (text, count) = tag_text(text, is_full, encoding);
            if count > 0 {
                faults.skip(ReadError::at_byte(at + 1, ReadProblem::Bytes { count }));
            }
            (name, text)
        });
        let kind = KINDS.get(usize::from(self.bytes[KIND])).copied().unwrap_or_default();
        texts.chain([("Type", kind.to_owned())]).filter(|(_, text)| !text.is_empty()).collect()
    }
}

fn spread(key: u8) -> u8 {
    key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221)
}

/// A text as one line, and the number of undecodable bytes. A last character that is incomplete in a full field was
/// truncated by the program that wrote it, and is dropped.
fn tag_text(text: &[u8], is_full: bool, encoding: SourceEncoding) -> (String, usize) {
    let (decoded, bad) = encoding.decode(text);
    if is_full
        && let Some(whole) = decoded.strip_suffix(char::REPLACEMENT_CHARACTER)
        && !whole.contains(char::REPLACEMENT_CHARACTER)
    {
        return (one_line(whole), 0);
    }
    (one_line(&decoded), bad)
}

/// The square given by a byte: ten times the file plus the rank; `None` if it is off the board.
pub(super) fn square(byte: u8) -> Option<Square> {
    (byte < 90).then(|| Square::new(byte / 10, byte % 10))
}
