//! Sets of squares.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXorAssign, Sub};

use super::{Color, Square};

/// The number of points in each half of the board.
const HALF: usize = Square::COUNT / 2;

/// A set of points of the board, one bit each.
///
/// A bitboard with one word for each half of the board. Each palace lies within one word, as does each bank of the
/// river, so shifts need not cross words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareSet([u64; 2]);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self([0; 2]);

    /// Every square.
    pub const ALL: Self = Self([(1 << HALF) - 1; 2]);

    /// The set with these squares in Red's half of the board and in Black's, one word for each half. The lower 45 bits
    /// of a word stand for the squares of its half, rank by rank from the lowest, file by file from a.
    #[inline]
    pub const fn from_halves(halves: [u64; 2]) -> Self {
        Self(halves)
    }

    /// The set of one square; empty if it is off the board.
    #[inline]
    pub const fn of(square: Square) -> Self {
        SINGLE[square.index()]
    }

    /// The set with a square added; unchanged if the square is off the board.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        let single = SINGLE[square.index()];
        Self([self.0[0] | single.0[0], self.0[1] | single.0[1]])
    }

    /// The squares in a side's half of the board, as bits: see [`from_halves`](Self::from_halves).
    #[inline]
    pub const fn half(self, color: Color) -> u64 {
        self.0[color.index()]
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// The number of squares in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        const PAIRS: u64 = 0x5555_5555_5555_5555;
        const NIBBLES: u64 = 0x3333_3333_3333_3333;
        const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let [low, high] = self.0;
        if cfg!(target_feature = "popcnt") {
            return low.count_ones() + high.count_ones();
        }
        // Counts both words together by pairs, nibbles and bytes, which is a third cheaper than counting one after the
        // other.
        let (low, high) = (low - (low >> 1 & PAIRS), high - (high >> 1 & PAIRS));
        let sum = (low & NIBBLES) + (low >> 2 & NIBBLES) + (high & NIBBLES) + (high >> 2 & NIBBLES);
        let sum = (sum & BYTES) + (sum >> 4 & BYTES);
        (sum.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Whether a square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        let single = SINGLE[square.index()];
        self.0[0] & single.0[0] | self.0[1] & single.0[1] != 0
    }

    /// The squares, a0 first, rank by rank.
    #[inline]
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let [mut bits, mut high] = self.0;
        let mut places = &PLACES[0];
        std::iter::from_fn(move || {
            if bits == 0 {
                if high == 0 {
                    return None;
                }
                (bits, high, places) = (high, 0, &PLACES[1]);
            }
            let place = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(places[place & 63])
        })
    }
}

/// Squares, indexed by half and bit. There are 64 entries per half so that masking can replace a bounds check.
static PLACES: [[Square; 64]; 2] = {
    let mut places = [[Square::from_index(0); 64]; 2];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Square::new(i as u8 % Square::FILES, i as u8 / Square::FILES);
        places[i / HALF][i % HALF] = square;
        i += 1;
    }
    places
};

/// The sets that contain a single square, indexed by mailbox index; empty for squares off the board.
static SINGLE: [SquareSet; 256] = {
    let mut table = [SquareSet::EMPTY; 256];
    let mut i = 0;
    while i < 256 {
        let square = Square::from_index(i as u8);
        if square.is_on_board() {
            table[i].0[square.dense() / HALF] = 1 << (square.dense() % HALF);
        }
        i += 1;
    }
    table
};

/// Intersection.
impl BitAnd for SquareSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

/// Union.
impl BitOr for SquareSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// Symmetric difference.
impl BitXorAssign for SquareSet {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0[0] ^= other.0[0];
        self.0[1] ^= other.0[1];
    }
}

/// Difference: the squares of the first set that are not in the second.
impl Sub for SquareSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sets() {
        let squares: Vec<Square> = Square::all().collect();
        let every = squares.iter().fold(SquareSet::EMPTY, |set, &square| set.with(square));
        assert_eq!(every.squares().collect::<Vec<_>>(), squares);
        assert_eq!((every.len(), SquareSet::EMPTY.len()), (90, 0));
        let (a, b) = (SquareSet::of(squares[3]), SquareSet::of(squares[89]));
        assert!(every.contains(squares[89]) && b.contains(squares[89]) && !a.contains(squares[89]));
        assert_eq!(((a | b) - b, a & b), (a, SquareSet::EMPTY));
        let mut toggled = a | b;
        toggled ^= b;
        assert_eq!(toggled, a);
        assert_eq!((every, every - SquareSet::ALL), (SquareSet::ALL, SquareSet::EMPTY));
        assert_eq!((a.half(Color::Red), b.half(Color::Black)), (1 << 3, 1 << 44));
        let halves = Color::ALL.map(|color| every.half(color));
        assert_eq!(SquareSet::from_halves(halves), every);
        let off = Square::from_index(0);
        assert!(SquareSet::of(off).is_empty() && !every.contains(off) && a.with(off) == a);
    }
}
