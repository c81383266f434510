//! Who attacks what.

use arrayvec::ArrayVec;

use super::geometry::{HORSE_LEG, HORSE_SOURCES, Line, NEAR_KING, ORTHOGONALS, forward};
use super::slot::{self, EMPTY, Slot};
use super::{Board, NOWHERE};
use crate::types::{Color, Move, PieceType, Square};

/// The first and second pieces on the four lines from a square, as squares: north, south, east, west.
type Rays = [Square; 4];

/// Squares of the pieces that give check; the most known is three, with room to spare.
pub type Checkers = ArrayVec<Square, 8>;

/// The squares from which a pawn of `by` attacks a square in the other side's palace.
#[inline]
fn pawn_sources(target: Square, by: Color) -> [Square; 3] {
    [target.offset(-forward(by)), target.offset(1), target.offset(-1)]
}

/// The board as it will be once the piece on `from` stands on `to` and what stood there is gone.
///
/// With both squares [`NOWHERE`] nothing moves.
#[derive(Clone, Copy)]
struct After<'a> {
    board: &'a Board,
    from: Square,
    to: Square,
}

impl After<'_> {
    #[inline]
    fn square_of(self, slot: Slot) -> Square {
        let square = self.board.square_of(slot);
        if square == self.from {
            self.to
        } else if square == self.to {
            NOWHERE
        } else {
            square
        }
    }

    #[inline]
    fn cell(self, square: Square) -> Slot {
        if square == self.to {
            self.board.cell(self.from)
        } else if square == self.from {
            EMPTY
        } else {
            self.board.cell(square)
        }
    }

    /// Whether `by` attacks a king on `king`. Facing kings attack each other.
    #[inline]
    fn attacks_king(self, king: Square, by: Color) -> bool {
        for slot in slot::slots(by, PieceType::Rook) {
            if self.sees(slot, king, 0) {
                return true;
            }
        }
        for slot in slot::slots(by, PieceType::Cannon) {
            if self.sees(slot, king, 1) {
                return true;
            }
        }
        for slot in slot::slots(by, PieceType::Knight) {
            let leg = HORSE_LEG[self.square_of(slot).raw().wrapping_sub(king.raw()) as usize];
            if leg != 0 && self.cell(king.offset(leg)) == EMPTY {
                return true;
            }
        }
        for square in pawn_sources(king, by) {
            if slot::is(self.cell(square), by, PieceType::Pawn) {
                return true;
            }
        }
        self.sees(slot::first_slot(by, PieceType::King), king, 0)
    }

    /// Whether a piece stands on one line with the king and so many pieces between them.
    #[inline]
    fn sees(self, slot: Slot, king: Square, screens: u32) -> bool {
        let square = self.square_of(slot);
        (square.row() == king.row() || square.column() == king.column())
            && self.between(king, square) == screens
    }

    /// How many pieces stand between two squares of one row or column.
    #[inline]
    fn between(self, a: Square, b: Square) -> u32 {
        let count = |mask: u16, line: fn(Square) -> u8, place: fn(Square) -> u8| {
            let mut mask = u32::from(mask);
            if line(self.from) == line(a) {
                mask &= !(1 << place(self.from));
            }
            if line(self.to) == line(a) {
                mask |= 1 << place(self.to);
            }
            let (low, high) = (place(a).min(place(b)), place(a).max(place(b)));
            (mask & ((1u32 << high) - 1) & (!1u32 << low)).count_ones()
        };
        if a.row() == b.row() {
            count(self.board.rows[a.row() as usize], Square::row, Square::column)
        } else {
            count(self.board.columns[a.column() as usize], Square::column, Square::row)
        }
    }
}

impl Board {
    /// The nearest occupied squares on the lines from `square`, and those next behind them; walls count as occupied.
    #[inline]
    fn rays(square: Square, row: u16, column: u16) -> (Rays, Rays) {
        let line = (Line::new(row, square.column()), Line::new(column, square.row()));
        let squares = |(row, column): (Line, Line)| {
            let (at_row, at_column) = (square.raw() & 0xf0, square.column());
            [
                Square::from_index(column.first_above() << 4 | at_column),
                Square::from_index(column.first_below() << 4 | at_column),
                Square::from_index(at_row | row.first_above()),
                Square::from_index(at_row | row.first_below()),
            ]
        };
        (squares(line), squares((line.0.beyond(), line.1.beyond())))
    }

    /// Whether the king of `color` is attacked.
    #[inline]
    #[must_use]
    pub fn is_in_check(&self, color: Color) -> bool {
        After { board: self, from: NOWHERE, to: NOWHERE }.attacks_king(self.king(color), !color)
    }

    /// Whether a pseudo-legal move leaves the mover's king unattacked.
    #[inline]
    #[must_use]
    pub fn is_safe(&self, mv: Move) -> bool {
        let king = self.king(self.side);
        let king = if mv.from() == king { mv.to() } else { king };
        !After { board: self, from: mv.from(), to: mv.to() }.attacks_king(king, !self.side)
    }

    /// Whether a pseudo-legal move of the side to move attacks the other king, directly or by discovery.
    #[inline]
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let king = self.king(!self.side);
        let near = |square: Square| NEAR_KING[square.raw().wrapping_sub(king.raw()) as usize];
        (near(mv.from()) || near(mv.to()))
            && After { board: self, from: mv.from(), to: mv.to() }.attacks_king(king, self.side)
    }

    /// The pieces that attack the king of the side to move.
    #[must_use]
    pub fn checkers(&self) -> Checkers {
        let (king, them) = (self.king(self.side), !self.side);
        let mut found = Checkers::new();
        let mut look = |square: Square, kind: PieceType| {
            if slot::is(self.cell(square), them, kind) {
                found.push(square);
            }
        };
        let (first, second) =
            Self::rays(king, self.rows[king.row() as usize], self.columns[king.column() as usize]);
        for way in 0..4 {
            look(first[way], PieceType::Rook);
            look(second[way], PieceType::Cannon);
        }
        for (leg, sources) in HORSE_SOURCES {
            if self.is_empty(king.offset(leg)) {
                for source in sources {
                    look(king.offset(source), PieceType::Knight);
                }
            }
        }
        for source in pawn_sources(king, them) {
            look(source, PieceType::Pawn);
        }
        found
    }

    /// The slots of `by` that could move to `target` in one pseudo-legal capture, given which slots are `gone` and the
    /// line masks through `target` without them. `target` itself counts as occupied by the other side.
    pub(super) fn attackers_to(
        &self,
        target: Square,
        by: Color,
        gone: u32,
        row: u16,
        column: u16,
    ) -> u32 {
        let cell = |square: Square| -> Slot {
            let cell = self.cell(square);
            if cell != EMPTY && cell != slot::WALL && gone & slot::bit(cell) != 0 {
                EMPTY
            } else {
                cell
            }
        };
        let mut found = 0;
        let mut look = |square: Square, kind: PieceType| {
            let cell = cell(square);
            if slot::is(cell, by, kind) {
                found |= slot::bit(cell);
            }
        };
        let (first, second) = Self::rays(target, row, column);
        for way in 0..4 {
            look(first[way], PieceType::Rook);
            look(second[way], PieceType::Cannon);
        }
        look(target.offset(-forward(by)), PieceType::Pawn);
        if target.is_across_river(by) {
            look(target.offset(1), PieceType::Pawn);
            look(target.offset(-1), PieceType::Pawn);
        }
        for (leg, sources) in HORSE_SOURCES {
            if cell(target.offset(leg)) == EMPTY {
                for source in sources {
                    look(target.offset(source), PieceType::Knight);
                }
            }
        }
        if !target.is_across_river(by) {
            for (step, _) in HORSE_SOURCES {
                if cell(target.offset(step)) == EMPTY {
                    // Two diagonal steps from the target may lie beyond the river, but no elephant stands there.
                    look(target.offset(2 * step), PieceType::Bishop);
                }
                if target.in_palace() {
                    look(target.offset(step), PieceType::Advisor);
                }
            }
            if target.in_palace() {
                for step in ORTHOGONALS {
                    look(target.offset(step), PieceType::King);
                }
            }
        }
        found
    }
}
