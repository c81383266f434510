//! The occupancy of every row and column, and the moves that it allows.

use super::geometry::{COLUMN_WALLS, HORSE_LEG, KINDS_BY_DELTA, PALACE, ROW_WALLS, forward};
use crate::types::{Color, PieceType, Square};

/// The occupied places of every row and of every column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Occupancy {
    rows: [u16; 16],
    columns: [u16; 16],
}

impl Occupancy {
    /// The occupancy of an empty board: only walls.
    pub(super) const WALLS: Self = Self { rows: [ROW_WALLS; 16], columns: [COLUMN_WALLS; 16] };

    /// The occupied columns of a square's row, wall bits included.
    #[inline]
    pub(super) const fn row(&self, square: Square) -> u16 {
        self.rows[square.row() as usize]
    }

    /// The occupied rows of a square's column, wall bits included.
    #[inline]
    pub(super) const fn column(&self, square: Square) -> u16 {
        self.columns[square.column() as usize]
    }

    /// Toggles a square between empty and occupied.
    #[inline]
    pub(super) fn toggle(&mut self, square: Square) {
        self.rows[square.row() as usize] ^= 1 << square.column();
        self.columns[square.column() as usize] ^= 1 << square.row();
    }

    /// Whether a square of the board is occupied.
    #[inline]
    pub(super) const fn holds(&self, square: Square) -> bool {
        self.row(square) >> square.column() & 1 != 0
    }

    /// The number of pieces between two squares on one row or column; `None` if they share neither.
    #[inline]
    pub(super) fn between(&self, a: Square, b: Square) -> Option<u32> {
        let (mask, a, b) = if a.row() == b.row() {
            (self.row(a), a.column(), b.column())
        } else if a.column() == b.column() {
            (self.column(a), a.row(), b.row())
        } else {
            return None;
        };
        let (low, high) = (a.min(b), a.max(b));
        let inside = ((1u32 << high) - 1) & (!1u32 << low);
        Some((u32::from(mask) & inside).count_ones())
    }

    /// Whether a piece can move from `from` to `to`. `to` must be on the board and must not hold a piece of the same
    /// side.
    ///
    /// Returns `false` for a piece that is off the board. The safety of the king is not checked.
    #[inline]
    pub(super) fn allows(&self, kind: PieceType, color: Color, from: Square, to: Square) -> bool {
        let delta = to.raw().wrapping_sub(from.raw());
        // The difference is unambiguous, because a step across the left or right edge would land on a wall, not on the
        // board.
        if KINDS_BY_DELTA[delta as usize] >> kind as u8 & 1 == 0 {
            return false;
        }
        match kind {
            PieceType::King | PieceType::Advisor => PALACE[to.index()],
            PieceType::Elephant => {
                !to.is_across_river(color) && !self.holds(from.offset(delta as i8 / 2))
            }
            PieceType::Horse => !self.holds(to.offset(HORSE_LEG[delta.wrapping_neg() as usize])),
            PieceType::Pawn => {
                delta as i8 == forward(color)
                    || (from.is_across_river(color) && delta as i8 != -forward(color))
            }
            PieceType::Rook => self.between(from, to) == Some(0),
            PieceType::Cannon => self.between(from, to) == Some(u32::from(self.holds(to))),
        }
    }
}
