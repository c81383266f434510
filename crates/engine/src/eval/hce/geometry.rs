//! Squares and distances for the evaluation.

use crate::types::{Color, Square, SquareSet};

/// The squares of each side's palace, as a bit set of its half.
pub(super) const PALACES: [u64; 2] = {
    let mut palaces = [0; 2];
    let mut i = 0;
    while i < 256 {
        let square = Square::from_index(i as u8);
        if square.is_on_board() && square.in_palace() {
            let home = square.home_of();
            palaces[home.index()] |= SquareSet::of(square).half(home);
        }
        i += 1;
    }
    palaces
};

/// The distance from a square to a king: the number of steps in any direction, including diagonals, minus one, and at
/// most 5.
#[inline]
pub(super) fn distance(from: Square, king: Square) -> usize {
    usize::from(STEPS[usize::from(from.raw().wrapping_sub(king.raw()))])
}

/// The [`distance`], indexed by the difference `square - king`. Each difference is unambiguous because kings are
/// confined to the three middle files.
static STEPS: [u8; 256] = {
    let mut table = [0; 256];
    let mut rows = -9i32;
    while rows <= 9 {
        let mut columns = -5i32;
        while columns <= 5 {
            let (x, y) = (rows.unsigned_abs(), columns.unsigned_abs());
            let steps = if x > y { x } else { y };
            let steps = if steps > 6 { 6 } else { steps };
            table[((16 * rows + columns) & 0xff) as usize] = (steps as u8).saturating_sub(1);
            columns += 1;
        }
        rows += 1;
    }
    table
};

/// The square one rank nearer to the enemy.
#[inline]
pub(super) const fn ahead(square: Square, color: Color) -> Square {
    square.offset(match color {
        Color::Red => 16,
        Color::Black => -16,
    })
}

/// The start square of a side's king.
pub(super) const fn palace_base(color: Color) -> Square {
    match color {
        Color::Red => Square::new(4, 0),
        Color::Black => Square::new(4, 9),
    }
}

/// The squares on a square's file, by mailbox index.
pub(super) static FILES: [SquareSet; 256] = {
    let mut files = [SquareSet::EMPTY; 256];
    let mut i = 0;
    while i < 256 {
        let square = Square::from_index(i as u8);
        let mut rank = 0;
        while square.is_on_board() && rank < Square::RANKS {
            files[i] = files[i].with(Square::new(square.file(), rank));
            rank += 1;
        }
        i += 1;
    }
    files
};

/// The halves of the board, by owner.
pub(super) const HALVES: [SquareSet; 2] = [
    SquareSet::from_halves([SquareSet::ALL.half(Color::Red), 0]),
    SquareSet::from_halves([0, SquareSet::ALL.half(Color::Black)]),
];

/// Files a to d and files f to i, as bit sets of a half.
pub(super) const WINGS: [u64; 2] = {
    let mut wings = [0; 2];
    let mut file = 0;
    while file < 4 {
        wings[0] |= FILES[Square::new(file, 0).index()].half(Color::Red);
        wings[1] |= FILES[Square::new(8 - file, 0).index()].half(Color::Red);
        file += 1;
    }
    wings
};
