//! Legality of pseudo-legal moves, with pins and checks computed once per position.

use super::geometry::{EAST, HORSE_SOURCES, NORTH, OccupiedLine, SOUTH, WEST};
use super::slot;
use super::{Board, NOWHERE};
use crate::types::{Move, PieceType, Square};

/// A set of squares, as a mask of columns for each row.
#[derive(Clone, Copy, Debug)]
struct Squares([u16; 16]);

impl Squares {
    const NONE: Self = Self([0; 16]);
    const ALL: Self = Self([u16::MAX; 16]);

    #[inline]
    fn insert(&mut self, square: Square) {
        self.0[square.row() as usize] |= 1 << square.column();
    }

    #[inline]
    fn contains(&self, square: Square) -> bool {
        self.0[square.row() as usize] >> square.column() & 1 != 0
    }
}

/// Separates the legal moves of a position from the illegal ones.
///
/// When the king is not in check, almost every pseudo-legal move is legal. A move can expose the king only by moving
/// it, by leaving one of a few squares (pins of all kinds), or by becoming the screen of a cannon that faces the king.
/// In check, the reverse holds: a move can answer the check only if it moves the king or touches the line of the check.
/// In both cases, these few moves get the full test, [`Board::is_safe`].
#[derive(Clone, Copy, Debug)]
pub struct Legality {
    /// Origins of moves that need the full test: the king's square, and the squares from which a move may expose the
    /// king or answer a check.
    origins: Squares,
    /// Destinations of moves that need the full test.
    destinations: Squares,
    /// Whether all other moves are legal.
    others: bool,
}

impl Legality {
    /// Finds the pinned pieces of the side to move or, if it is in check, the moves that may answer the check.
    #[must_use]
    pub fn new(board: &Board, in_check: bool) -> Self {
        let mut this =
            Self { origins: Squares::NONE, destinations: Squares::NONE, others: !in_check };
        let king = board.king(board.side);
        this.origins.insert(king);
        if in_check {
            this.find_evasions(board, king);
        } else {
            this.find_pins(board, king);
        }
        this
    }

    /// Whether a pseudo-legal move is legal. `board` must be the one passed to [`new`](Self::new).
    #[inline]
    #[must_use]
    pub fn allows(&self, board: &Board, mv: Move) -> bool {
        if self.origins.contains(mv.from()) || self.destinations.contains(mv.to()) {
            board.is_safe(mv)
        } else {
            self.others
        }
    }

    /// The step and the first three occupied squares in each of the four directions from the king. Walls count as
    /// occupied.
    fn lines(board: &Board, king: Square) -> [(i8, [Square; 3]); 4] {
        let mut row = OccupiedLine::new(board.occupancy.row(king), king.column());
        let mut column = OccupiedLine::new(board.occupancy.column(king), king.row());
        let mut lines = [NORTH, SOUTH, EAST, WEST].map(|step| (step, [NOWHERE; 3]));
        for depth in 0..3 {
            lines[0].1[depth] = Square::from_index(column.first_above() << 4 | king.column());
            lines[1].1[depth] = Square::from_index(column.first_below() << 4 | king.column());
            lines[2].1[depth] = Square::from_index(king.raw() & 0xf0 | row.first_above());
            lines[3].1[depth] = Square::from_index(king.raw() & 0xf0 | row.first_below());
            (row, column) = (row.beyond(), column.beyond());
        }
        lines
    }

    fn find_pins(&mut self, board: &Board, king: Square) {
        let them = !board.side;
        let is = |square, kind| slot::is(board.cell(square), them, kind);
        for (step, [first, second, third]) in Self::lines(board, king) {
            if is(first, PieceType::Cannon) {
                self.add_line(king, step, first);
            }
            if is(third, PieceType::Cannon) {
                self.origins.insert(first);
                self.origins.insert(second);
            } else if is(second, PieceType::Rook) || is(second, PieceType::King) {
                self.origins.insert(first);
            }
        }
        for (leg, sources) in HORSE_SOURCES {
            if sources.iter().any(|&source| is(king.offset(source), PieceType::Horse)) {
                self.origins.insert(king.offset(leg));
            }
        }
    }

    fn find_evasions(&mut self, board: &Board, king: Square) {
        let checkers = board.checkers();
        let &[checker] = checkers.as_slice() else {
            // Multiple checks are rare, and one move can answer two checks that share a screen, so every move is
            // tested.
            self.origins = Squares::ALL;
            return;
        };
        for (step, [first, second, _]) in Self::lines(board, king) {
            if first == checker {
                self.add_line(king, step, checker);
            } else if second == checker {
                // Moving the screen away also answers a check by a cannon.
                self.origins.insert(first);
                self.add_line(king, step, checker);
            }
        }
        for (leg, sources) in HORSE_SOURCES {
            if sources.iter().any(|&source| king.offset(source) == checker) {
                self.destinations.insert(checker);
                self.destinations.insert(king.offset(leg));
            }
        }
    }

    /// Adds the squares between the king and `end`, and `end` itself, to the destinations.
    fn add_line(&mut self, king: Square, step: i8, end: Square) {
        let mut square = king;
        while square != end {
            square = square.offset(step);
            self.destinations.insert(square);
        }
    }
}
