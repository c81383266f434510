//! Steps of the pieces, and rows and columns as bit masks.

use crate::types::{Color, PieceType, Square};

pub(super) const NORTH: i8 = 16;
pub(super) const SOUTH: i8 = -16;
pub(super) const EAST: i8 = 1;
pub(super) const WEST: i8 = -1;

pub(super) const ORTHOGONALS: [i8; 4] = [NORTH, EAST, SOUTH, WEST];
pub(super) const DIAGONALS: [i8; 4] = [NORTH + EAST, NORTH + WEST, SOUTH + EAST, SOUTH + WEST];

/// For each direction of a horse: the leg square, and the two squares it can land on if the leg is empty.
pub(super) const HORSE_STEPS: [(i8, [i8; 2]); 4] = [
    (NORTH, [2 * NORTH + WEST, 2 * NORTH + EAST]),
    (SOUTH, [2 * SOUTH + WEST, 2 * SOUTH + EAST]),
    (EAST, [2 * EAST + NORTH, 2 * EAST + SOUTH]),
    (WEST, [2 * WEST + NORTH, 2 * WEST + SOUTH]),
];

/// From the target's point of view: the diagonal neighbour that is a horse's leg, and the two squares from which a
/// horse attacks past that leg.
pub(super) const HORSE_SOURCES: [(i8, [i8; 2]); 4] = [
    (NORTH + EAST, [2 * NORTH + EAST, NORTH + 2 * EAST]),
    (NORTH + WEST, [2 * NORTH + WEST, NORTH + 2 * WEST]),
    (SOUTH + EAST, [2 * SOUTH + EAST, SOUTH + 2 * EAST]),
    (SOUTH + WEST, [2 * SOUTH + WEST, SOUTH + 2 * WEST]),
];

/// The kinds of pieces that can make a step on an empty board, one bit per kind, indexed by `to - from`. No kind can
/// step to the board from square 0, which stands for pieces that are off the board.
pub(super) const KINDS_BY_DELTA: [u8; 256] = {
    const fn bit(kind: PieceType) -> u8 {
        1 << kind as u8
    }
    let mut table = [0; 256];
    let mut i = 1;
    while i <= 9 {
        let lines = bit(PieceType::Rook) | bit(PieceType::Cannon);
        table[i] |= lines;
        table[256 - i] |= lines;
        table[16 * i] |= lines;
        table[256 - 16 * i] |= lines;
        i += 1;
    }
    let mut way = 0;
    while way < 4 {
        table[ORTHOGONALS[way] as u8 as usize] |= bit(PieceType::King) | bit(PieceType::Pawn);
        table[DIAGONALS[way] as u8 as usize] |= bit(PieceType::Advisor);
        table[(2 * DIAGONALS[way]) as u8 as usize] |= bit(PieceType::Elephant);
        let landings = HORSE_STEPS[way].1;
        table[landings[0] as u8 as usize] |= bit(PieceType::Horse);
        table[landings[1] as u8 as usize] |= bit(PieceType::Horse);
        way += 1;
    }
    table
};

/// The leg of a horse's move, as a step from the target, indexed by `horse - target`; 0 if the step is not a horse
/// move.
///
/// The differences are unambiguous: two points of the board differ by such a number only if they are a horse's move
/// apart, and square 0 differs from no point by such a number.
pub(super) const HORSE_LEG: [i8; 256] = {
    let mut table = [0; 256];
    let mut way = 0;
    while way < 4 {
        let (leg, sources) = HORSE_SOURCES[way];
        table[sources[0] as u8 as usize] = leg;
        table[sources[1] as u8 as usize] = leg;
        way += 1;
    }
    table
};

/// A pawn's step forward.
#[inline]
pub(super) const fn forward(color: Color) -> i8 {
    match color {
        Color::Red => NORTH,
        Color::Black => SOUTH,
    }
}

/// Whether a square lies in a palace, by mailbox index.
pub(super) const PALACE: [bool; 256] = {
    let mut table = [false; 256];
    let mut i = 0;
    while i < 256 {
        let square = Square::from_index(i as u8);
        table[i] = square.is_on_board() && square.in_palace();
        i += 1;
    }
    table
};

/// Whether a piece that moves to or from a square can affect whether the king is in check, indexed by `square - king`.
///
/// True on the king's row and column, and within two rows and two columns of the king (horses, legs, pawns). The
/// differences are unambiguous because a king stays on the three middle files.
pub(super) const NEAR_KING: [bool; 256] = {
    let mut table = [false; 256];
    let mut row = -9i32;
    while row <= 9 {
        let mut column = -5i32;
        while column <= 5 {
            let near = row == 0 || column == 0 || (row.abs() <= 2 && column.abs() <= 2);
            if near {
                table[((row * 16 + column) & 0xff) as usize] = true;
            }
            column += 1;
        }
        row += 1;
    }
    table
};

/// Wall bits of an empty row: columns 0..=2 and 12..=15.
pub(super) const ROW_WALLS: u16 = 0xf007;
/// Wall bits of an empty column: rows 0..=2 and 13..=15.
pub(super) const COLUMN_WALLS: u16 = 0xe007;

/// The occupancy of a row or column on both sides of one of its places.
///
/// Three wall bits lie at either end, so the first, second and third neighbours always exist. The cell of a neighbour
/// that is a wall holds [`super::slot::WALL`], so no branch is needed here.
#[derive(Clone, Copy)]
pub(super) struct OccupiedLine {
    above: u32,
    below: u32,
}

impl OccupiedLine {
    /// The line with the occupancy `mask`, split at place `at` (3..=12).
    #[inline]
    pub(super) const fn new(mask: u16, at: u8) -> Self {
        let mask = mask as u32;
        // The outermost bits are walls already. Setting them again tells the compiler that the masks are never zero.
        Self { above: (mask & (!1 << at)) | 0x8000, below: (mask & ((1 << at) - 1)) | 1 }
    }

    /// The nearest occupied place above.
    #[inline]
    pub(super) const fn first_above(self) -> u8 {
        self.above.trailing_zeros() as u8
    }

    /// The nearest occupied place below.
    #[inline]
    pub(super) const fn first_below(self) -> u8 {
        31 - self.below.leading_zeros() as u8
    }

    /// The line without its nearest occupied place on either side.
    #[inline]
    pub(super) const fn beyond(self) -> Self {
        let below = self.below & !(1 << self.first_below());
        Self { above: (self.above & (self.above - 1)) | 0x8000, below: below | 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_see_pieces_then_walls() {
        // The line has pieces at 4 and 9, and is seen from 6.
        let line = OccupiedLine::new(ROW_WALLS | 1 << 4 | 1 << 6 | 1 << 9, 6);
        assert_eq!((line.first_below(), line.first_above()), (4, 9));
        let second = line.beyond();
        assert_eq!((second.first_below(), second.first_above()), (2, 12));
        let third = second.beyond();
        assert_eq!((third.first_below(), third.first_above()), (1, 13));
    }

    #[test]
    fn palaces_have_nine_squares_each() {
        assert_eq!(PALACE.iter().filter(|&&p| p).count(), 18);
    }
}
