//! A second, slow implementation of xiangqi that keeps letters in a 9×10 array and follows the rule book, one rule
//! after another.
//!
//! It shares nothing with the engine but the FEN format, so both would have to be wrong in the same way to agree on a
//! mistake.

use std::fmt;

use chuhe_engine::types::{Move, Square};

/// A point as file and rank, counted from 0. Values out of range are off the board.
pub(crate) type Point = (i32, i32);

/// A move as two points.
pub(crate) type Step = (Point, Point);

/// The result of [`NaiveBoard::at`] for an empty point.
const NOTHING: char = '.';
/// The result of [`NaiveBoard::at`] for a point off the board.
const OFF_BOARD: char = '#';

/// A board of FEN letters and a side to move.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct NaiveBoard {
    /// `[rank][file]`
    cells: [[char; 9]; 10],
    pub(crate) red_to_move: bool,
}

impl NaiveBoard {
    /// Reads the first two fields of a valid FEN, which must use `B` and `N`; gaps may be split into smaller numbers.
    pub(crate) fn from_fen(fen: &str) -> Self {
        let (placement, rest) = fen.split_once(' ').expect("a valid FEN has two fields");
        let mut cells = [[NOTHING; 9]; 10];
        for (row, text) in cells.iter_mut().rev().zip(placement.split('/')) {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(gap) = letter.to_digit(10) {
                    file += gap as usize;
                } else {
                    row[file] = letter;
                    file += 1;
                }
            }
        }
        Self { cells, red_to_move: rest.starts_with('w') }
    }

    pub(crate) fn at(&self, (file, rank): Point) -> char {
        let (Ok(file), Ok(rank)) = (usize::try_from(file), usize::try_from(rank)) else {
            return OFF_BOARD;
        };
        self.cells.get(rank).and_then(|row| row.get(file)).copied().unwrap_or(OFF_BOARD)
    }

    pub(crate) fn is_empty(&self, point: Point) -> bool {
        self.at(point) == NOTHING
    }

    /// Every point with a piece of one side.
    pub(crate) fn points_of(&self, red: bool) -> impl Iterator<Item = Point> {
        points().filter(move |&point| {
            let piece = self.at(point);
            piece != NOTHING && is_red(piece) == red
        })
    }

    /// Whether the piece on `from` can move to `to`, regardless of the safety of its king.
    pub(crate) fn can_go(&self, from: Point, to: Point) -> bool {
        let (piece, target) = (self.at(from), self.at(to));
        if piece == NOTHING || target == OFF_BOARD {
            return false;
        }
        let red = is_red(piece);
        if target != NOTHING && is_red(target) == red {
            return false;
        }
        let (across, along) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        let middle = (from.0.midpoint(to.0), from.1.midpoint(to.1));
        match piece.to_ascii_lowercase() {
            'k' => across + along == 1 && in_palace(to, red),
            'a' => (across, along) == (1, 1) && in_palace(to, red),
            'b' => (across, along) == (2, 2) && is_home(to, red) && self.is_empty(middle),
            'n' => match (across, along) {
                (2, 1) => self.is_empty((middle.0, from.1)),
                (1, 2) => self.is_empty((from.0, middle.1)),
                _ => false,
            },
            'r' => self.count_between(from, to) == Some(0),
            'c' => self.count_between(from, to) == Some(usize::from(target != NOTHING)),
            'p' => {
                let forward = if red { 1 } else { -1 };
                (across == 0 && to.1 - from.1 == forward)
                    || (along == 0 && across == 1 && !is_home(from, red))
            }
            other => panic!("no piece: {other}"),
        }
    }

    /// The number of pieces between two different points on one line; `None` if they are not on one line.
    fn count_between(&self, from: Point, to: Point) -> Option<usize> {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        if (step.0 == 0) == (step.1 == 0) {
            return None;
        }
        let walk = std::iter::successors(Some((from.0 + step.0, from.1 + step.1)), |at| {
            Some((at.0 + step.0, at.1 + step.1))
        });
        Some(walk.take_while(|&at| at != to).filter(|&at| !self.is_empty(at)).count())
    }

    /// The point of a side's king; `None` if the king has been captured, which the naive rules allow.
    fn king(&self, red: bool) -> Option<Point> {
        let letter = if red { 'K' } else { 'k' };
        points().find(|&point| self.at(point) == letter)
    }

    /// The pieces other than the enemy king that could capture a side's king.
    pub(crate) fn checkers(&self, red: bool) -> Vec<Point> {
        self.king(red).map_or_else(Vec::new, |king| self.attackers(king, !red))
    }

    /// The pieces of a side that can move to a point.
    pub(crate) fn attackers(&self, target: Point, red: bool) -> Vec<Point> {
        self.points_of(red).filter(|&from| self.can_go(from, target)).collect()
    }

    /// Whether the kings face each other.
    pub(crate) fn kings_face(&self) -> bool {
        match (self.king(true), self.king(false)) {
            (Some(red), Some(black)) => {
                red.0 == black.0 && self.count_between(red, black) == Some(0)
            }
            _ => false,
        }
    }

    /// Whether a side's king could be captured, even by the other king.
    pub(crate) fn is_in_check(&self, red: bool) -> bool {
        self.kings_face() || !self.checkers(red).is_empty()
    }

    /// Every pseudo-legal move of the side to move, sorted.
    pub(crate) fn pseudo_legal(&self) -> Vec<Step> {
        let mut moves: Vec<Step> = self
            .points_of(self.red_to_move)
            .flat_map(|from| points().map(move |to| (from, to)))
            .filter(|&(from, to)| self.can_go(from, to))
            .collect();
        moves.sort_unstable();
        moves
    }

    /// Every legal move of the side to move, sorted.
    pub(crate) fn legal_moves(&self) -> Vec<Step> {
        let mut moves = self.pseudo_legal();
        moves.retain(|&step| !self.after(step).is_in_check(self.red_to_move));
        moves
    }

    /// The board after a move, legal or not, with the other side to move.
    pub(crate) fn after(&self, (from, to): Step) -> Self {
        let mut board = self.clone();
        board.set(to, self.at(from));
        board.set(from, NOTHING);
        board.red_to_move = !self.red_to_move;
        board
    }

    fn set(&mut self, (file, rank): Point, piece: char) {
        self.cells[rank as usize][file as usize] = piece;
    }

    /// The mirror image of the board: file a becomes file i.
    pub(crate) fn mirrored(&self) -> Self {
        let mut board = self.clone();
        for row in &mut board.cells {
            row.reverse();
        }
        board
    }

    /// The board with the sides exchanged: colours, ranks and the side to move.
    pub(crate) fn flipped(&self) -> Self {
        let mut board = self.clone();
        board.cells.reverse();
        for piece in board.cells.iter_mut().flatten() {
            *piece = if is_red(*piece) {
                piece.to_ascii_lowercase()
            } else {
                piece.to_ascii_uppercase()
            };
        }
        board.red_to_move = !self.red_to_move;
        board
    }
}

/// The first two fields of a FEN.
impl fmt::Display for NaiveBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = self.cells.iter().rev().map(|row| row.iter().collect()).collect();
        let mut text = rows.join("/");
        for gap in (1..=9).rev() {
            text = text.replace(&NOTHING.to_string().repeat(gap), &gap.to_string());
        }
        write!(f, "{text} {}", if self.red_to_move { 'w' } else { 'b' })
    }
}

/// The ninety points.
pub(crate) fn points() -> impl Iterator<Item = Point> {
    (0..10).flat_map(|rank| (0..9).map(move |file| (file, rank)))
}

/// The point of one of the engine's squares.
pub(crate) fn point(square: Square) -> Point {
    (square.file().into(), square.rank().into())
}

/// The two points of one of the engine's moves.
pub(crate) fn step(mv: Move) -> Step {
    (point(mv.from()), point(mv.to()))
}

/// The points of the engine's moves, sorted. Duplicates stay.
pub(crate) fn steps(moves: &[Move]) -> Vec<Step> {
    let mut steps: Vec<Step> = moves.iter().map(|&mv| step(mv)).collect();
    steps.sort_unstable();
    steps
}

fn is_red(piece: char) -> bool {
    piece.is_ascii_uppercase()
}

fn is_home((_, rank): Point, red: bool) -> bool {
    (rank < 5) == red
}

fn in_palace((file, rank): Point, red: bool) -> bool {
    (3..=5).contains(&file) && if red { (0..=2).contains(&rank) } else { (7..=9).contains(&rank) }
}
