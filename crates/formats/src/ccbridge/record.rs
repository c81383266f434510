//! Reads records. A CBR file is one record: a header of 2214 bytes, the comment before the first move, and the moves.

use super::super::encoding::SourceEncoding;
use super::super::game::Game;
use super::super::move_tree::MoveTree;
use super::super::pgn::comment_text;
use super::super::placement;
use super::super::read_error::ReadError;
use super::super::read_problem::{ReadProblem, StartSource};
use super::super::salvage::Faults;
use super::{FIELDS, RECORD_MAGIC, TYPES, one_line, outcome, square};
use chuhe_engine::board::Position;
use chuhe_engine::types::{Color, Move, Piece, PieceType, Square};

/// The offset of the kind of game.
const TYPE: usize = 2040;
const RESULT: usize = 2076;
/// The offset of the byte that states which side moves first: 1 for Red, 2 for Black.
const FIRST_SIDE: usize = 2112;
/// The offset of the board: 90 points, row by row from Black's left.
const BOARD: usize = 2120;
const MOVES: usize = 2214;

/// Flags in a move: the move is the last of its line; an alternative to it comes later; a comment follows it.
const END: u8 = 1;
const ALTERNATIVE: u8 = 2;
const COMMENT: u8 = 4;

/// Reads the record that starts at `begin` and extends at most to the end of `bytes`, with texts in `encoding`. Its
/// length is checked if it is known. A page of text in a library has an empty board; it becomes a game without moves
/// from the start position.
pub(super) fn read(
    bytes: &[u8],
    begin: usize,
    length: Option<usize>,
    encoding: SourceEncoding,
) -> Result<Game, ReadError> {
    let fail = |offset, problem: ReadProblem| ReadError::at_byte(begin + offset, problem);
    let length = length.filter(|&length| length >= MOVES);
    let record = &bytes[begin..];
    let record = &record[..record.len().min(length.unwrap_or(usize::MAX))];
    if !record.starts_with(RECORD_MAGIC) {
        return Err(fail(0, ReadProblem::NoCcbridge));
    }
    if record.len() < MOVES {
        return Err(fail(0, ReadProblem::ShortHeader { expected: MOVES - record.len() }));
    }
    let is_measured = length.is_some();
    let mut steps =
        Steps { bytes: record, at: MOVES, encoding, is_measured, bad_texts: Vec::new() };
    let (comment, mut tree) = steps.tree(fail);
    if length.is_some_and(|length| steps.at < length) && tree.bad_end().is_none() {
        tree.end_badly(fail(steps.at, ReadProblem::LooseMove));
    }
    let mut faults = Faults::new();
    let points = points(&record[BOARD..BOARD + Square::COUNT]).map_err(|at_fault| {
        let found = record[BOARD + at_fault];
        fail(BOARD + at_fault, ReadProblem::Piece { found })
    })?;
    let side = if record[FIRST_SIDE] == 2 { Color::Black } else { Color::Red };
    let is_page_of_text = points.iter().all(Option::is_none) && tree.first_move().is_none();
    let start = if is_page_of_text {
        Position::startpos()
    } else {
        placement::of_points(&points, tree.first_move(), Some(side), StartSource::Board)
            .map_err(|problem| fail(BOARD, problem))?
    };
    let mut line = tree.line(&start, &mut faults, fail);
    line.comment = comment;
    let mut game = Game::new(start);
    for field in &FIELDS {
        let (text, count) = encoding.decode_field(&record[field.at..field.at + field.length]);
        if count > 0 {
            faults.skip(ReadError::at_byte(begin + field.at, ReadProblem::Bytes { count }));
        }
        let text = one_line(&text);
        if !text.is_empty() {
            game.set_tag(field.tag, text);
        }
    }
    if let Some(kind) = TYPES.get(usize::from(record[TYPE])) {
        game.set_tag("Type", *kind);
    }
    game.outcome = outcome(record[RESULT]);
    game.line = line;
    for (at, count) in steps.bad_texts {
        faults.skip(ReadError::at_byte(begin + at, ReadProblem::Bytes { count }));
    }
    faults.finish(game)
}

/// The pieces on the points or, as an error, the index of an invalid byte.
fn points(bytes: &[u8]) -> Result<[Option<Piece>; Square::COUNT], usize> {
    use PieceType::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    let mut points = [None; Square::COUNT];
    for (number, &byte) in (0_u8..).zip(bytes) {
        let color = match byte >> 4 {
            0 if byte == 0 => continue,
            1 => Color::Red,
            2 => Color::Black,
            _ => return Err(usize::from(number)),
        };
        let kinds = [Rook, Horse, Elephant, Advisor, King, Cannon, Pawn];
        let kind = usize::from(byte & 0xf).checked_sub(1).and_then(|kind| kinds.get(kind));
        let Some((&kind, square)) = kind.zip(square(number)) else {
            return Err(usize::from(number));
        };
        points[square.dense()] = Some(Piece::new(color, kind));
    }
    Ok(points)
}

/// Reads the moves from the bytes.
struct Steps<'a> {
    bytes: &'a [u8],
    at: usize,
    encoding: SourceEncoding,
    /// Whether the bytes are those of the record and no others.
    is_measured: bool,
    /// The offset of each comment with undecodable bytes, and the number of those bytes.
    bad_texts: Vec<(usize, usize)>,
}

/// A move's four bytes, and the comment after them.
struct Step {
    offset: usize,
    flags: u8,
    from: u8,
    to: u8,
    comment: String,
}

impl Steps<'_> {
    /// The comment before the first move, and the moves; `fail` creates the error for an offset.
    fn tree(&mut self, fail: impl Fn(usize, ReadProblem) -> ReadError) -> (String, MoveTree) {
        let mut tree = MoveTree::new();
        // The first step is not a move; it contains the comment before the game.
        let root = match self.step() {
            Ok(root) => root,
            Err((offset, problem)) => {
                tree.end_badly(fail(offset, problem));
                return (String::new(), tree);
            }
        };
        let mut follows = root.flags & END == 0;
        while follows {
            let step = match self.step() {
                Ok(step) => step,
                Err((offset, problem)) => {
                    tree.end_badly(fail(offset, problem));
                    break;
                }
            };
            let (flags, from, to) = (step.flags, step.from, step.to);
            if (flags, from, to) == (0, 0, 0) {
                // Some records do not flag their last move; zeros follow it, but not within the record.
                if self.is_measured {
                    tree.end_badly(fail(step.offset, ReadProblem::Points { from, to }));
                }
                break;
            }
            let Some((origin, target)) = square(from).zip(square(to)) else {
                tree.end_badly(fail(step.offset, ReadProblem::Points { from, to }));
                break;
            };
            let (has_reply, has_alternative) = (flags & END == 0, flags & ALTERNATIVE != 0);
            let mv = Move::new(origin, target);
            follows = tree.push(step.offset, mv, step.comment, has_reply, has_alternative);
        }
        (root.comment, tree)
    }

    fn step(&mut self) -> Result<Step, (usize, ReadProblem)> {
        let offset = self.at;
        let &[flags, _, from, to] = self.take()?;
        let comment = if flags & COMMENT == 0 {
            String::new()
        } else {
            let length = u32::from_le_bytes(*self.take()?) as usize;
            let encoding = self.encoding;
            let (text, count) = encoding.decode_field(self.take_slice(length)?);
            self.bad_texts.extend((count > 0).then_some((offset, count)));
            comment_text(&text)
        };
        Ok(Step { offset, flags, from, to, comment })
    }

    fn take(&mut self) -> Result<&[u8; 4], (usize, ReadProblem)> {
        let bytes = self.take_slice(4)?;
        Ok(bytes.first_chunk().expect("the slice has four bytes"))
    }

    fn take_slice(&mut self, length: usize) -> Result<&[u8], (usize, ReadProblem)> {
        let left = self.bytes.len() - self.at;
        if length > left {
            return Err((self.at, ReadProblem::ShortGame { expected: length - left }));
        }
        self.at += length;
        Ok(&self.bytes[self.at - length..self.at])
    }
}
