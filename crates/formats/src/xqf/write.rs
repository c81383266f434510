//! Writes version 1.0, which is not encrypted and which every version of `XQStudio` can read.

use std::cmp::Reverse;

use super::super::encoding::{Encoding, SourceEncoding};
use super::super::game::{Game, Line, LineMove, Outcome};
use super::super::losses::{Losses, is_meaningful};
use super::super::pgn::{comment_text, plain_lines};
use super::super::placement::PIECES;
use super::header::{GB18030_MARK, KIND, KINDS, LAST_PLAIN, MARK, PLACEMENT, RESULT, TEXTS};
use super::{HEADER_LENGTH, MAGIC};
use chuhe_engine::types::{Color, Move, Piece, Square};

/// Flags of a move: a reply follows; an alternative follows after all replies.
const REPLY: u8 = 0xf0;
const ALTERNATIVE: u8 = 0x0f;

/// Writes a game as a file. Also returns the losses: glyphs, the counters of a start position, the side to move if
/// there is no move, tags for which the header has no field, and texts that are too long. A comment before the first
/// move of a variation is joined with the comment on that move. Alternatives to the first move of a variation become
/// alternatives to the move that the variation replaces.
///
/// The legality of the moves is not checked.
pub fn write(game: &Game) -> (Vec<u8>, Losses) {
    let bytes = vec![0; HEADER_LENGTH];
    let mut writer = XqfWriter { bytes, losses: Losses::default(), texts: Vec::new() };
    writer.header(game);
    let moves = &game.line.moves;
    let reply = if moves.is_empty() { 0 } else { REPLY };
    // The record before the first move always has these bytes.
    writer.record([24, 32, reply, 0xff], &game.line.comment);
    if let Some(first) = moves.first() {
        let alternatives = alternatives(first);
        writer.line(moves, "", !alternatives.is_empty());
        writer.variations(&alternatives);
    }
    writer.mark_encoding();
    (writer.bytes, writer.losses)
}

/// Collects the bytes of the file.
struct XqfWriter {
    bytes: Vec<u8>,
    losses: Losses,
    /// The tags and comments, except those in ASCII.
    texts: Vec<Vec<u8>>,
}

impl XqfWriter {
    /// Marks the file if a reader that has to detect the encoding of its texts might take it for another one. A text that
    /// was cut may look like anything.
    fn mark_encoding(&mut self) {
        let texts = self.texts.iter().map(Vec::as_slice);
        if SourceEncoding::of_texts(texts) != SourceEncoding::GB18030 {
            self.bytes[MARK..MARK + GB18030_MARK.len()].copy_from_slice(GB18030_MARK);
        }
    }

    fn header(&mut self, game: &Game) {
        self.bytes[..2].copy_from_slice(MAGIC);
        self.bytes[2] = LAST_PLAIN;
        self.placement(game);
        self.bytes[RESULT] = match game.outcome {
            Outcome::Unknown => 0,
            Outcome::Win(Color::Red) => 1,
            Outcome::Win(Color::Black) => 2,
            Outcome::Draw => 3,
        };
        for (name, value) in game.tags.iter().filter(|(_, value)| is_meaningful(value)) {
            let place = TEXTS.into_iter().find(|(.., tag)| tag.eq_ignore_ascii_case(name));
            let kind = KINDS.iter().position(|kind| name == "Type" && kind == value);
            match (place, kind) {
                (Some((at, most, _)), _) => self.text(at, most, value),
                (None, Some(kind)) => self.bytes[KIND] = kind as u8,
                (None, None) => self.losses.tags += 1,
            }
        }
    }

    /// Writes a text to the header, truncated to fit; writes nothing if what remains carries no information.
    fn text(&mut self, at: usize, most: usize, value: &str) {
        let plain = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut end = plain.len();
        let bytes = loop {
            let bytes = Encoding::Gb18030.encode(&plain[..end]);
            if bytes.len() <= most {
                break bytes;
            }
            end = plain.floor_char_boundary(end - 1);
        };
        let kept = SourceEncoding::GB18030.decode(&bytes).0;
        if kept != value {
            self.losses.tags += 1;
        }
        // Only the truncated part may have carried information.
        if !is_meaningful(&kept) {
            return;
        }
        if !bytes.is_ascii() {
            self.texts.push(bytes.to_vec());
        }
        self.bytes[at] = bytes.len() as u8;
        self.bytes[at + 1..at + 1 + bytes.len()].copy_from_slice(&bytes);
    }

    fn placement(&mut self, game: &Game) {
        let board = game.start.board();
        let mut left: Vec<(Piece, Square)> = board.pieces().collect();
        // XQStudio's order: Red's pieces from right to left, then Black's pieces from left to right.
        left.sort_by_key(|&(piece, square)| match piece.color() {
            Color::Red => (Reverse(square.file()), 0),
            Color::Black => (Reverse(0), square.file()),
        });
        let places = &mut self.bytes[PLACEMENT..PLACEMENT + PIECES.len()];
        for (place, wanted) in places.iter_mut().zip(PIECES) {
            let index = left.iter().position(|&(piece, _)| piece == wanted);
            *place = index.map_or(0xff, |index| point(left.remove(index).1));
        }
        let has_side = !game.line.moves.is_empty() || game.start.side_to_move() == Color::Red;
        let has_counters = game.start.fen().ends_with(" 0 1");
        self.losses.counters = usize::from(!has_side || !has_counters);
    }

    /// Writes a line with a comment before it, and its variations from the last to the first. Variations of the first
    /// move are left to the caller; `is_replaced` indicates whether there are any.
    fn line(&mut self, moves: &[LineMove], mut before: &str, is_replaced: bool) {
        let mut alternatives: Vec<_> = moves.iter().map(alternatives).collect();
        if let Some(first) = alternatives.first_mut() {
            first.clear();
        }
        for (i, played) in moves.iter().enumerate() {
            let has_alternative = if i == 0 { is_replaced } else { !alternatives[i].is_empty() };
            let reply = if i + 1 < moves.len() { REPLY } else { 0 };
            let alternative = if has_alternative { ALTERNATIVE } else { 0 };
            let [from, to] = points(played.mv);
            self.losses.glyphs += played.glyphs.len();
            self.losses.changed_comments += usize::from(!before.is_empty());
            let separator = if before.is_empty() || played.comment.is_empty() { "" } else { "\n" };
            let comment = format!("{before}{separator}{}", played.comment);
            self.record([from, to, reply | alternative, 0], &comment);
            before = "";
        }
        for lines in alternatives.iter().rev() {
            self.variations(lines);
        }
    }

    fn variations(&mut self, lines: &[&Line]) {
        for (i, line) in lines.iter().enumerate() {
            self.line(&line.moves, line.comment.trim(), i + 1 < lines.len());
        }
    }

    fn record(&mut self, bytes: [u8; 4], comment: &str) {
        let plain = comment_text(comment);
        let text = plain.replace('\n', "\r\n");
        let text = Encoding::Gb18030.encode(&text);
        let read = plain_lines(&SourceEncoding::GB18030.decode(&text).0);
        if read.trim() != comment.trim() {
            self.losses.changed_comments += 1;
        }
        if !text.is_ascii() {
            self.texts.push(text.to_vec());
        }
        self.bytes.extend(bytes);
        self.bytes.extend((text.len() as u32).to_le_bytes());
        self.bytes.extend_from_slice(&text);
    }
}

/// The variations that replace a move, including those that replace the first move of one of them.
fn alternatives(played: &LineMove) -> Vec<&Line> {
    let mut found = Vec::new();
    for line in &played.variations {
        if let Some(first) = line.moves.first() {
            found.push(line);
            found.extend(alternatives(first));
        }
    }
    found
}

fn points(mv: Move) -> [u8; 2] {
    [point(mv.from()) + 24, point(mv.to()) + 32]
}

fn point(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}
