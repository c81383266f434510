//! Sets of squares.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use super::Square;

/// A set of points of the board, one bit each, in the order of [`Square::dense`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareSet(u128);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// The set with these bits, a0 the lowest; only the lower 90 may be set.
    #[must_use]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// One square, which must be on the board.
    #[inline]
    #[must_use]
    pub const fn of(square: Square) -> Self {
        SINGLE[square.index()]
    }

    /// The set with one more square, which must be on the board.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | SINGLE[square.index()].0)
    }

    /// The bits, a0 the lowest.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Whether there is no square in it.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in it.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        const PAIRS: u64 = 0x5555_5555_5555_5555;
        const NIBBLES: u64 = 0x3333_3333_3333_3333;
        const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        if cfg!(target_feature = "popcnt") {
            return self.0.count_ones();
        }
        // Both words together, a third cheaper than one after the other: bits by pairs, nibbles and bytes.
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let (low, high) = (low - (low >> 1 & PAIRS), high - (high >> 1 & PAIRS));
        let sum = (low & NIBBLES) + (low >> 2 & NIBBLES) + (high & NIBBLES) + (high >> 2 & NIBBLES);
        let sum = (sum & BYTES) + (sum >> 4 & BYTES);
        (sum.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Whether a square, which must be on the board, is in it.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & SINGLE[square.index()].0 != 0
    }

    /// Its squares, a0 first, rank by rank.
    #[inline]
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let place = bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            PLACES.get(place).copied()
        })
    }
}

/// By dense index.
static PLACES: [Square; Square::COUNT] = {
    let mut places = [Square::from_index(0); Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        places[i] = Square::new(i as u8 % Square::FILES, i as u8 / Square::FILES);
        i += 1;
    }
    places
};

/// By mailbox index, empty off the board: a load is cheaper than a shift of two words.
static SINGLE: [SquareSet; 256] = {
    let mut table = [SquareSet::EMPTY; 256];
    let mut i = 0;
    while i < 256 {
        let square = Square::from_index(i as u8);
        if square.is_on_board() {
            table[i] = SquareSet(1 << square.dense());
        }
        i += 1;
    }
    table
};

/// What both sets have.
impl BitAnd for SquareSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// What either set has.
impl BitOr for SquareSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// What the second set lacks.
impl Sub for SquareSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
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
        assert_eq!(SquareSet::from_bits(every.bits()), every);
    }
}
