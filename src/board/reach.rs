//! What pieces attack, as sets of squares.

use super::Board;
use super::geometry::{DIAGONALS, HORSE_STEPS, Line, ORTHOGONALS, PALACE, forward};
use super::slot;
use crate::types::{Color, PieceType, Square, SquareSet};

/// By mailbox index.
type Table = [SquareSet; 256];

/// Fills a table with the targets of one step out of each square.
macro_rules! steps {
    (|$from:ident, $to:ident| $steps:expr, $allowed:expr) => {{
        let mut table = [SquareSet::EMPTY; 256];
        let mut i = 0;
        while i < 256 {
            let $from = Square::from_index(i as u8);
            let steps = $steps;
            let mut step = 0;
            while $from.is_on_board() && step < steps.len() {
                let $to = $from.offset(steps[step]);
                if $to.is_on_board() && $allowed {
                    let bits = table[i].bits() | 1 << $to.dense();
                    table[i] = SquareSet::from_bits(bits);
                }
                step += 1;
            }
            i += 1;
        }
        table
    }};
}

static KING: Table = steps!(|from, to| ORTHOGONALS, PALACE[from.index()] && PALACE[to.index()]);
static ADVISOR: Table = steps!(|from, to| DIAGONALS, PALACE[from.index()] && PALACE[to.index()]);

/// By way out: the squares past that leg.
static HORSE: [Table; 4] = [
    steps!(|from, to| HORSE_STEPS[0].1, true),
    steps!(|from, to| HORSE_STEPS[1].1, true),
    steps!(|from, to| HORSE_STEPS[2].1, true),
    steps!(|from, to| HORSE_STEPS[3].1, true),
];

/// By way out: the square past that eye, on this side of the river.
static ELEPHANT: [Table; 4] = [
    steps!(|from, to| [2 * DIAGONALS[0]], to.home_of() as u8 == from.home_of() as u8),
    steps!(|from, to| [2 * DIAGONALS[1]], to.home_of() as u8 == from.home_of() as u8),
    steps!(|from, to| [2 * DIAGONALS[2]], to.home_of() as u8 == from.home_of() as u8),
    steps!(|from, to| [2 * DIAGONALS[3]], to.home_of() as u8 == from.home_of() as u8),
];

/// By colour.
static PAWN: [Table; 2] = [pawn(Color::Red), pawn(Color::Black)];

const fn pawn(color: Color) -> Table {
    steps!(
        |from, to| [forward(color), -1, 1],
        from.is_across_river(color) || to.row() != from.row()
    )
}

/// A rank's bits at the places of a file, five at a time.
static UPRIGHT: [u64; 32] = {
    let mut table = [0; 32];
    let mut bits = 0;
    while bits < 32 {
        let mut rank = 0;
        while rank < 5 {
            if bits >> rank & 1 != 0 {
                table[bits] |= 1 << (9 * rank);
            }
            rank += 1;
        }
        bits += 1;
    }
    table
};

/// The places from `low` to `high`, both in it.
#[inline]
const fn span(low: u8, high: u8) -> u32 {
    (2 << high) - (1 << low)
}

/// Places of a row and of a column, both through one square, as squares.
#[inline]
fn cross(square: Square, row: u32, column: u32) -> SquareSet {
    let row = u128::from(row >> 3 & 0x1ff) << (square.rank() * 9);
    let column = column >> 3 & 0x3ff;
    let (low, high) = (UPRIGHT[column as usize & 31], UPRIGHT[column as usize >> 5]);
    let column = (u128::from(low) | u128::from(high) << 45) << square.file();
    SquareSet::from_bits(row | column)
}

/// The stretch from neighbour to neighbour, without the place itself.
#[inline]
fn rook_line(mask: u16, at: u8) -> u32 {
    let line = Line::new(mask, at);
    span(line.first_below(), line.first_above()) & !(1 << at)
}

/// The free places around, and those behind each screen up to the next piece.
#[inline]
fn cannon_line(mask: u16, at: u8) -> (u32, u32) {
    let line = Line::new(mask, at);
    let (low, high) = (line.first_below(), line.first_above());
    let behind = line.beyond();
    let free = span(low + 1, high - 1) & !(1 << at);
    let behind = span(behind.first_below(), low - 1) | span(high + 1, behind.first_above());
    (free, behind)
}

impl Board {
    /// Where the pieces of a kind stand.
    #[inline]
    pub fn squares_of(&self, color: Color, kind: PieceType) -> impl Iterator<Item = Square> {
        slot::slots(color, kind).map(|slot| self.square_of(slot)).filter(|&s| s != super::NOWHERE)
    }

    /// The squares that a rook attacks or guards from a square.
    #[inline]
    #[must_use]
    pub fn rook_reach(&self, from: Square) -> SquareSet {
        let row = rook_line(self.rows[from.row() as usize], from.column());
        let column = rook_line(self.columns[from.column() as usize], from.row());
        cross(from, row, column)
    }

    /// The empty squares that a cannon can go to, and those behind a screen, up to the next piece, where it attacks or
    /// guards what stands there.
    #[inline]
    #[must_use]
    pub fn cannon_reach(&self, from: Square) -> (SquareSet, SquareSet) {
        let row = cannon_line(self.rows[from.row() as usize], from.column());
        let column = cannon_line(self.columns[from.column() as usize], from.row());
        (cross(from, row.0, column.0), cross(from, row.1, column.1))
    }

    /// The squares that a horse attacks or guards from a square.
    #[inline]
    #[must_use]
    pub fn horse_reach(&self, from: Square) -> SquareSet {
        let mut reach = SquareSet::EMPTY;
        for (way, (leg, _)) in HORSE_STEPS.into_iter().enumerate() {
            if self.is_empty(from.offset(leg)) {
                reach |= HORSE[way][from.index()];
            }
        }
        reach
    }

    /// The squares that an elephant attacks or guards from a square.
    #[inline]
    #[must_use]
    pub fn elephant_reach(&self, from: Square) -> SquareSet {
        let mut reach = SquareSet::EMPTY;
        for (way, step) in DIAGONALS.into_iter().enumerate() {
            if self.is_empty(from.offset(step)) {
                reach |= ELEPHANT[way][from.index()];
            }
        }
        reach
    }

    /// The squares of its palace next to a king.
    #[inline]
    #[must_use]
    pub fn king_reach(from: Square) -> SquareSet {
        KING[from.index()]
    }

    /// The squares that an advisor attacks or guards from a square of its palace.
    #[inline]
    #[must_use]
    pub fn advisor_reach(from: Square) -> SquareSet {
        ADVISOR[from.index()]
    }

    /// The squares that a pawn attacks or guards from a square.
    #[inline]
    #[must_use]
    pub fn pawn_reach(color: Color, from: Square) -> SquareSet {
        PAWN[color.index()][from.index()]
    }
}
