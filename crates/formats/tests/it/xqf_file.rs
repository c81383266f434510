//! Writes XQF files of any version, according to the published description and the structure of newer files.

use chuhe_engine::types::{Color, Move, Piece, PieceType, Square};
use chuhe_formats::encoding::Encoding;
use chuhe_formats::{Game, Line};

/// A file that is being written.
pub(crate) struct XqfFile {
    bytes: Vec<u8>,
    version: u8,
}

/// Bytes 3 to 15 of the header: the mask, the product, four masks, and the keys for the sum, the squares, the origins
/// and the destinations.
const KEYS: [u8; 13] = [0xa7, 1, 2, 3, 4, 0x11, 0x22, 0x44, 0x81, 0x35, 0x8b, 0x56, 0x2f];

fn spread(key: u8) -> u32 {
    let key = u32::from(key);
    ((((key * key * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) % 256
}

impl XqfFile {
    pub(crate) fn new(game: &Game, version: u8) -> Self {
        let mut file = Self { bytes: vec![0; 0x400], version };
        file.bytes[..3].copy_from_slice(&[b'X', b'Q', version]);
        if version > 0x0a {
            file.bytes[3..16].copy_from_slice(&KEYS);
        }
        file.placement(game);
        for (at, tag) in [(0x50, "Title"), (0x130, "Red"), (0x140, "Black")] {
            let text = Encoding::Gb18030.encode(game.tag(tag).unwrap_or_default()).into_owned();
            file.bytes[at] = text.len() as u8;
            file.bytes[at + 1..at + 1 + text.len()].copy_from_slice(&text);
        }
        file.bytes[0x33] = match game.outcome.text() {
            "1-0" => 1,
            "0-1" => 2,
            "*" => 0,
            _ => 3,
        };
        let has_moves = !game.line.moves.is_empty();
        file.record([0x18, 0x20], has_moves, false, &game.line.comment, [0, 0]);
        file.line(&game.line, &[]);
        file
    }

    pub(crate) fn bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The keys for squares, origins and destinations.
    fn keys(&self) -> [u8; 3] {
        if self.version <= 0x0a {
            return [0; 3];
        }
        let [square, from, to] = [KEYS[10], KEYS[11], KEYS[12]];
        let squares = spread(square) * u32::from(square) % 256;
        let origins = spread(from) * squares % 256;
        [squares as u8, origins as u8, (spread(to) * origins % 256) as u8]
    }

    fn placement(&mut self, game: &Game) {
        use PieceType::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
        let order = [
            Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook, Cannon, Cannon,
            Pawn, Pawn, Pawn, Pawn, Pawn,
        ];
        let mut left: Vec<(Piece, Square)> = game.start.board().pieces().collect();
        let key = self.keys()[0];
        for i in 0..32 {
            let color = if i < 16 { Color::Red } else { Color::Black };
            let piece = Piece::new(color, order[i % 16]);
            let found = left.iter().position(|&(other, _)| other == piece);
            let byte = found.map_or(0xff, |at| point(left.swap_remove(at).1));
            let place =
                if self.version >= 0x0c { (i + 64 - usize::from(key) % 32 - 1) % 32 } else { i };
            self.bytes[0x10 + place] = byte.wrapping_add(key);
        }
    }

    /// Writes a line, and then `siblings`, which are alternatives to its first move.
    fn line(&mut self, line: &Line, siblings: &[Line]) {
        let Some((first, replies)) = line.moves.split_first() else { return };
        let mut siblings: Vec<Line> = siblings.to_vec();
        siblings.extend(first.variations.iter().filter(|line| !line.moves.is_empty()).cloned());
        let points = |mv: Move| [point(mv.from()) + 24, point(mv.to()) + 32];
        let keys = self.keys();
        let has = (!replies.is_empty(), !siblings.is_empty());
        self.record(points(first.mv), has.0, has.1, &first.comment, [keys[1], keys[2]]);
        let replies = Line { comment: String::new(), moves: replies.to_vec() };
        self.line(&replies, &[]);
        if let Some((next, others)) = siblings.split_first() {
            self.line(next, others);
        }
    }

    fn record(
        &mut self,
        points: [u8; 2],
        child: bool,
        sibling: bool,
        comment: &str,
        keys: [u8; 2],
    ) {
        let text = Encoding::Gb18030.encode(comment).into_owned();
        let is_plain = self.version <= 0x0a;
        let flags = if is_plain {
            u8::from(child) * 0xf0 + u8::from(sibling) * 0x0f
        } else {
            u8::from(child) * 0x80 + u8::from(sibling) * 0x40 + u8::from(!text.is_empty()) * 0x20
        };
        let mut record =
            vec![points[0].wrapping_add(keys[0]), points[1].wrapping_add(keys[1]), flags, 0];
        if is_plain || !text.is_empty() {
            let sum = u32::from(KEYS[9]) * 256 + u32::from(KEYS[10]);
            let key = if is_plain { 0 } else { sum % 32_000 + 767 };
            record.extend((text.len() as u32 + key).to_le_bytes());
            record.extend(text);
        }
        for byte in record {
            let at = self.bytes.len();
            let mask = [KEYS[9], KEYS[10], KEYS[11], KEYS[12]][at % 4] & KEYS[0] | KEYS[5 + at % 4];
            let key = b"[(C) Copyright Mr. Dong Shiwei.]"[at % 32] & mask;
            self.bytes.push(byte.wrapping_add(if is_plain { 0 } else { key }));
        }
    }
}

fn point(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}
