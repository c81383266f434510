//! Attack sets: the squares that a piece attacks or guards.

use super::Board;
use super::geometry::{
    COLUMN_WALLS, DIAGONALS, HORSE_SOURCES, HORSE_STEPS, ORTHOGONALS, PALACE, forward,
};
use super::slot;
use crate::types::{Color, PieceType, Square, SquareSet};

/// One set for each square, indexed by mailbox index.
type AttackTable = [SquareSet; 256];

/// Builds a table of the squares one step away from each square.
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
                    table[i] = table[i].with($to);
                }
                step += 1;
            }
            i += 1;
        }
        table
    }};
}

static KING: AttackTable =
    steps!(|from, to| ORTHOGONALS, PALACE[from.index()] && PALACE[to.index()]);
static ADVISOR: AttackTable =
    steps!(|from, to| DIAGONALS, PALACE[from.index()] && PALACE[to.index()]);

/// One set for each square and direction of a leg, indexed by mailbox index and direction. All sets for one square
/// share a cache line.
type AttacksByLeg = [[SquareSet; 4]; 256];

const fn by_leg(tables: &[AttackTable; 4]) -> AttacksByLeg {
    let mut table = [[SquareSet::EMPTY; 4]; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = [tables[0][i], tables[1][i], tables[2][i], tables[3][i]];
        i += 1;
    }
    table
}

/// The squares that a horse attacks past each leg.
static HORSE: AttacksByLeg = by_leg(&[
    steps!(|from, to| HORSE_STEPS[0].1, true),
    steps!(|from, to| HORSE_STEPS[1].1, true),
    steps!(|from, to| HORSE_STEPS[2].1, true),
    steps!(|from, to| HORSE_STEPS[3].1, true),
]);

/// The squares from which a horse attacks past each leg.
static HORSE_FROM: AttacksByLeg = by_leg(&[
    steps!(|from, to| HORSE_SOURCES[0].1, true),
    steps!(|from, to| HORSE_SOURCES[1].1, true),
    steps!(|from, to| HORSE_SOURCES[2].1, true),
    steps!(|from, to| HORSE_SOURCES[3].1, true),
]);

/// The square that an elephant attacks past each eye, on its own side of the river.
static ELEPHANT: AttacksByLeg = by_leg(&[
    steps!(|from, to| [2 * DIAGONALS[0]], to.home_of() as u8 == from.home_of() as u8),
    steps!(|from, to| [2 * DIAGONALS[1]], to.home_of() as u8 == from.home_of() as u8),
    steps!(|from, to| [2 * DIAGONALS[2]], to.home_of() as u8 == from.home_of() as u8),
    steps!(|from, to| [2 * DIAGONALS[3]], to.home_of() as u8 == from.home_of() as u8),
]);

/// The squares a pawn attacks, indexed by colour.
static PAWN: [AttackTable; 2] = [pawn(Color::Red), pawn(Color::Black)];

const fn pawn(color: Color) -> AttackTable {
    steps!(
        |from, to| [forward(color), -1, 1],
        from.is_across_river(color) || to.row() != from.row()
    )
}

/// Squares of file a in the word for one half of the board, indexed by five bits of a column.
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

/// How far a row's bits are shifted in the word for its half of the board, indexed by mailbox row.
static ROW_SHIFT: [u8; 16] = [0, 0, 0, 0, 9, 18, 27, 36, 0, 9, 18, 27, 36, 0, 0, 0];

/// The squares of the row and of the column through `square` whose bits are set in `row` and `column`. Bits beyond the
/// board are ignored.
#[inline]
fn cross(square: Square, row: u32, column: u32) -> SquareSet {
    let row = u64::from(row & 0x1ff) << (ROW_SHIFT[square.row() as usize] & 63);
    // All bits are set if the square is in Black's half of the board; otherwise, none are.
    let half = 0u64.wrapping_sub(u64::from(square.raw() >> 7));
    let (low, high) = (UPRIGHT[column as usize & 31], UPRIGHT[column as usize >> 5 & 31]);
    let file = square.file() & 15;
    SquareSet::from_halves([low << file | row & !half, high << file | row & half])
}

/// The lowest bit that is set, as a mask.
#[inline]
const fn lowest(bits: u32) -> u32 {
    bits & bits.wrapping_neg()
}

/// The highest bit that is set, as a mask. Bit 0 counts as set because it is a wall in every line.
#[inline]
const fn highest(bits: u32) -> u32 {
    1 << (bits | 1).ilog2()
}

/// The places a rook attacks on its line: up to and including the nearest neighbour on either side.
///
/// The difference of two bits sets every bit from the lower one to just below the higher one.
#[inline]
const fn rook_line(mask: u16, at: u8) -> u32 {
    let (mask, place) = (mask as u32, 1 << (at & 15));
    let (above, below) = (lowest(mask & !(2 * place - 1)), highest(mask & (place - 1)));
    (2 * (above - place)) | (place - below)
}

/// The empty places a cannon can move to on its line, and the places it attacks: those behind a screen, up to and
/// including the next piece.
#[inline]
const fn cannon_line(mask: u16, at: u8) -> (u32, u32) {
    let (mask, place) = (mask as u32, 1 << (at & 15));
    let (above, below) = (mask & !(2 * place - 1), mask & (place - 1));
    let (high, low) = (lowest(above), highest(below));
    let free = (high - 2 * place) | (place - 2 * low);
    let behind = (2 * (lowest(above ^ high) - high)) | (low - highest(below ^ low));
    (free, behind)
}

/// Line attacks, indexed by place and by the occupancy of places 3 to 12. Bits 0 to 9 are the places that a rook
/// attacks; bits 10 to 19 are those that a cannon attacks; bits 20 to 29 are those that a cannon can move to. There are
/// sixteen places so that masking can replace a bounds check.
static LINES: [[u32; 1024]; 16] = {
    let mut table = [[0; 1024]; 16];
    let mut at = 3;
    while at <= 12 {
        let mut occupied = 0;
        while occupied < 1024 {
            let mask = COLUMN_WALLS | occupied << 3;
            let (free, behind) = cannon_line(mask, at);
            table[at as usize][occupied as usize] = rook_line(mask, at) >> 3 & 0x3ff
                | (behind >> 3 & 0x3ff) << 10
                | (free >> 3 & 0x3ff) << 20;
            occupied += 1;
        }
        at += 1;
    }
    table
};

/// The entry of [`LINES`] for a row or column.
#[inline]
fn line(mask: u16, at: u8) -> u32 {
    LINES[at as usize & 15][mask as usize >> 3 & 1023]
}

impl Board {
    /// The squares of a side's pieces of one kind, in slot order.
    #[inline]
    pub fn squares_of(&self, color: Color, kind: PieceType) -> impl Iterator<Item = Square> {
        slot::slots(color, kind).map(|slot| self.square_of(slot)).filter(|&s| s != super::NOWHERE)
    }

    /// The squares that a rook attacks or guards from a square.
    #[inline]
    pub fn rook_attacks(&self, from: Square) -> SquareSet {
        let row = line(self.occupancy.row(from), from.column());
        let column = line(self.occupancy.column(from), from.row());
        cross(from, row, column)
    }

    /// The empty squares that a cannon can move to, and the squares it attacks or guards: those behind a screen, up to
    /// and including the next piece.
    #[inline]
    pub fn cannon_attacks(&self, from: Square) -> (SquareSet, SquareSet) {
        let row = line(self.occupancy.row(from), from.column());
        let column = line(self.occupancy.column(from), from.row());
        (cross(from, row >> 20, column >> 20), cross(from, row >> 10, column >> 10))
    }

    /// The squares that a rook and a cannon attack or guard from a square: on each line, those up to the first piece,
    /// and those behind it up to the second.
    #[inline]
    pub fn line_attacks(&self, from: Square) -> [SquareSet; 2] {
        let row = line(self.occupancy.row(from), from.column());
        let column = line(self.occupancy.column(from), from.row());
        [cross(from, row, column), cross(from, row >> 10, column >> 10)]
    }

    /// The squares that are a horse's move away on an empty board.
    #[inline]
    pub(super) fn horse_distance(square: Square) -> SquareSet {
        let [a, b, c, d] = HORSE[square.index()];
        a | b | c | d
    }

    /// The squares that are an elephant's move away on an empty board, on the same side of the river.
    #[inline]
    pub(super) fn elephant_distance(square: Square) -> SquareSet {
        let [a, b, c, d] = ELEPHANT[square.index()];
        a | b | c | d
    }

    /// The squares that a horse attacks or guards from a square.
    #[inline]
    pub fn horse_attacks(&self, from: Square) -> SquareSet {
        let mut attacks = SquareSet::EMPTY;
        for (way, (leg, _)) in HORSE_STEPS.into_iter().enumerate() {
            if self.is_empty(from.offset(leg)) {
                attacks |= HORSE[from.index()][way];
            }
        }
        attacks
    }

    /// The squares from which a horse attacks or guards a square.
    #[inline]
    pub fn horse_sources(&self, target: Square) -> SquareSet {
        let mut sources = SquareSet::EMPTY;
        for (way, (leg, _)) in HORSE_SOURCES.into_iter().enumerate() {
            if self.is_empty(target.offset(leg)) {
                sources |= HORSE_FROM[target.index()][way];
            }
        }
        sources
    }

    /// The squares that an elephant attacks or guards from a square.
    #[inline]
    pub fn elephant_attacks(&self, from: Square) -> SquareSet {
        let mut attacks = SquareSet::EMPTY;
        for (way, step) in DIAGONALS.into_iter().enumerate() {
            if self.is_empty(from.offset(step)) {
                attacks |= ELEPHANT[from.index()][way];
            }
        }
        attacks
    }

    /// The squares that a king attacks or guards from a square of its palace.
    #[inline]
    pub fn king_attacks(from: Square) -> SquareSet {
        KING[from.index()]
    }

    /// The squares that an advisor attacks or guards from a square of its palace.
    #[inline]
    pub fn advisor_attacks(from: Square) -> SquareSet {
        ADVISOR[from.index()]
    }

    /// The squares that a pawn attacks or guards from a square.
    #[inline]
    pub fn pawn_attacks(color: Color, from: Square) -> SquareSet {
        PAWN[color.index()][from.index()]
    }

    /// The squares that the pawns of a side attack or guard.
    #[inline]
    pub fn all_pawn_attacks(&self, color: Color) -> SquareSet {
        /// All 45 bits of a half of the board. `FILE_A` and `FILE_I` are the bits of the outermost files.
        const HALF: u64 = (1 << 45) - 1;
        const FILE_A: u64 = UPRIGHT[31];
        const FILE_I: u64 = FILE_A << 8;
        /// The shift from a half's first rank to its last.
        const LAST_RANK: u32 = 36;
        let pawns = self.set_of(color, PieceType::Pawn);
        let (home, away) = (pawns.half(color), pawns.half(!color));
        let aside = (away & !FILE_I) << 1 | (away & !FILE_A) >> 1;
        match color {
            Color::Red => SquareSet::from_halves([
                home << 9 & HALF,
                home >> LAST_RANK | away << 9 & HALF | aside,
            ]),
            Color::Black => {
                SquareSet::from_halves([home << LAST_RANK & HALF | away >> 9 | aside, home >> 9])
            }
        }
    }
}
