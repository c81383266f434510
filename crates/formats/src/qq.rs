//! The CHE files of QQ象棋, each with one game. They can be read but not written.
//!
//! A file consists of numbers separated by white space, in the form that QQ writes and that `vschess` and
//! `ElephantEye`'s `CHE2PGN` read. The first two are 1 and the number of moves. Ten numbers describe each move: the
//! piece, 32, its side (1 for Red), the row and column of each of the two points, 0, the number of the move, and 0.
//! Rows are counted from Red's back rank and columns from Red's right, both from 0. Games start from the start
//! position, and the file contains nothing else about them.
//!
//! ```
//! use chuhe_formats::qq;
//!
//! let game = qq::read("1 2 26 32 1 2 1 2 4 0 1 0 6 32 0 9 1 7 2 0 2 0")?;
//! let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
//! assert_eq!(moves, ["h2e2", "h9g7"]);
//! # Ok::<(), chuhe_formats::collection::ReadError>(())
//! ```

use super::game::{Game, PLIES_MAX};
use super::pgn::is_blank;
use super::read_error::ReadError;
use super::read_problem::ReadProblem;
use super::salvage::Faults;
use chuhe_engine::board::Position;
use chuhe_engine::notation::MoveTextError;
use chuhe_engine::types::{Move, Square};

/// How many numbers describe a move.
const NUMBERS: usize = 10;

/// Whether a text looks like CHE.
pub fn is_qq(text: &str) -> bool {
    let mut words = words(text).map(|(_, word)| word).take(4);
    let [first, count] = [words.next(), words.next()];
    first == Some("1")
        && count.is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
        && words.nth(1) == Some("32")
}

/// Reads the game in a file.
///
/// # Errors
/// If the numbers do not form a game, or a move is illegal.
pub fn read(text: &str) -> Result<Game, ReadError> {
    let words: Vec<(usize, &str)> = words(text).collect();
    let head = match &words[..] {
        [(_, "1"), (_, count), ..] => count.parse::<usize>().ok(),
        _ => None,
    };
    let declared = head.ok_or_else(|| {
        ReadError::at_line(words.first().map_or(1, |&(line, _)| line), ReadProblem::NoQq)
    })?;
    let mut game = Game::new(Position::startpos());
    let mut position = game.start.clone();
    let mut faults = Faults::new();
    let moves = &words[2..];
    for (at, group) in (1..).zip(moves.chunks(NUMBERS).take(declared)) {
        match played(group, at, &position) {
            Ok(mv) => {
                position.make_unchecked(mv, &mut ());
                game.line.push(mv);
            }
            Err(problem) => {
                faults.cut(ReadError::at_line(group[0].0, problem));
                break;
            }
        }
    }
    let found = moves.len().div_ceil(NUMBERS);
    if declared != found {
        let line = words.last().map_or(1, |&(line, _)| line);
        let error = ReadError::at_line(line, ReadProblem::MoveCount { declared, found });
        faults.cut(error);
    }
    faults.finish(game)
}

/// The words of a text, with the numbers of their lines.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.split('\n'));
    let words =
        lines.flat_map(move |(number, line)| line.split(is_blank).map(move |word| (number, word)));
    words.filter(|(_, word)| !word.is_empty())
}

/// The move given by ten numbers, if it is legal. The number of the piece is ignored, because the points determine the
/// piece.
fn played(group: &[(usize, &str)], ply: usize, position: &Position) -> Result<Move, ReadProblem> {
    let mv = points(group, ply).ok_or_else(|| {
        let found: Vec<&str> = group.iter().map(|&(_, word)| word).collect();
        ReadProblem::Numbers { ply, found: found.join(" ").chars().take(40).collect() }
    })?;
    if ply > PLIES_MAX {
        return Err(ReadProblem::TooLong);
    }
    if position.is_legal(mv) {
        return Ok(mv);
    }
    let error = MoveTextError::Illegal { found: mv.to_string() };
    Err(ReadProblem::Move { ply, error })
}

fn points(group: &[(usize, &str)], ply: usize) -> Option<Move> {
    let numbers = group.iter().map(|(_, word)| word.parse::<usize>().ok());
    let numbers: Vec<usize> = numbers.collect::<Option<_>>()?;
    let &[_, 32, _, from_row, from, to_row, to, 0, number, 0] = &numbers[..] else { return None };
    let (from, to) = square(from_row, from).zip(square(to_row, to))?;
    (number == ply).then(|| Move::new(from, to))
}

fn square(row: usize, column: usize) -> Option<Square> {
    let (row, column) = (u8::try_from(row).ok()?, u8::try_from(column).ok()?);
    (row < Square::RANKS && column < Square::FILES)
        .then(|| Square::new(Square::FILES - 1 - column, row))
}
