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

use super::game::{Game, PLIES_MAX, counted};
use super::move_tree::TreeProblem;
use super::read_error::ReadError;
use super::salvage::Faults;
use chuhe_engine::board::Position;
use chuhe_engine::notation::MoveTextError;
use chuhe_engine::types::{Move, Square};

/// An error in a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message documents it")]
pub enum QqProblem {
    #[error("no game: expected a 1, the number of moves, and ten numbers for each move")]
    NoGame,
    #[error(
        "ply {ply}: invalid numbers {found:?}; expected ten like \
         26 32 1 2 1 2 4 0 {ply} 0"
    )]
    Numbers { ply: usize, found: String },
    #[error("the file declares {}, but contains {found}", counted(*said, "move"))]
    Count { said: usize, found: usize },
    #[error(transparent)]
    Moves(#[from] TreeProblem),
}

/// How many numbers describe a move.
const NUMBERS: usize = 10;

/// Whether a text looks like CHE.
#[must_use]
pub fn is_qq(text: &str) -> bool {
    let mut words = words(text).map(|(_, word)| word).take(4);
    let [first, count] = [words.next(), words.next()];
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    first == Some("1") && count.is_some_and(is_number) && words.nth(1) == Some("32")
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
    let said = head.ok_or_else(|| {
        ReadError::at_line(words.first().map_or(1, |&(line, _)| line), QqProblem::NoGame)
    })?;
    let mut game = Game::new(Position::startpos());
    let mut position = game.start.clone();
    let mut faults = Faults::new();
    let moves = &words[2..];
    for (at, group) in (1..).zip(moves.chunks(NUMBERS).take(said)) {
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
    if said != found {
        let line = words.last().map_or(1, |&(line, _)| line);
        let error = ReadError::at_line(line, QqProblem::Count { said, found });
        faults.cut(error);
    }
    faults.finish(game)
}

/// The words of a text, with the numbers of their lines.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_blank = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
    let lines = (1..).zip(text.split('\n'));
    let words =
        lines.flat_map(move |(number, line)| line.split(is_blank).map(move |word| (number, word)));
    words.filter(|(_, word)| !word.is_empty())
}

/// The move given by ten numbers, if it is legal. The number of the piece is ignored, because the points determine the
/// piece.
fn played(group: &[(usize, &str)], ply: usize, position: &Position) -> Result<Move, QqProblem> {
    let mv = points(group, ply).ok_or_else(|| {
        let found: Vec<&str> = group.iter().map(|&(_, word)| word).collect();
        QqProblem::Numbers { ply, found: found.join(" ").chars().take(40).collect() }
    })?;
    if ply > PLIES_MAX {
        return Err(TreeProblem::TooLong.into());
    }
    if position.is_legal(mv) {
        return Ok(mv);
    }
    let error = MoveTextError::Illegal { found: mv.to_string() };
    Err(TreeProblem::Move { ply, error }.into())
}

fn points(group: &[(usize, &str)], ply: usize) -> Option<Move> {
    let numbers = group.iter().map(|(_, word)| word.parse::<usize>().ok());
    let numbers: Vec<usize> = numbers.collect::<Option<_>>()?;
    let &[_, 32, _, from_row, from, to_row, to, 0, number, 0] = &numbers[..] else { return None };
    let square = |row: usize, column: usize| {
        let (row, column) = (u8::try_from(row).ok()?, u8::try_from(column).ok()?);
        (row < Square::RANKS && column < Square::FILES)
            .then(|| Square::new(Square::FILES - 1 - column, row))
    };
    let (from, to) = square(from_row, from).zip(square(to_row, to))?;
    (number == ply).then(|| Move::new(from, to))
}
