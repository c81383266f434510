//! Squares of the 16×16 mailbox.

use std::fmt;
use std::str::FromStr;

use super::Color;

/// A point of the board as a mailbox index: row in the high nibble, column in the low one.
///
/// The board lies at rows 3..=12 (ranks 0..=9, where rank 0 is Red's back rank) and columns 3..=11 (files a..=i), so
/// `a0` is `0x33`. Every byte is a valid value, so a step over the edge lands on a wall square; [`Square::is_on_board`]
/// distinguishes points from walls. Indexing a `[T; 256]` needs no bounds check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The number of points of the board.
    pub const COUNT: usize = 90;
    /// Files a..=i.
    pub const FILES: u8 = 9;
    /// Ranks 0..=9.
    pub const RANKS: u8 = 10;

    /// The point on `file` (0..9, a first) and `rank` (0..10, Red's back rank first).
    ///
    /// # Panics
    /// In debug builds, if the file or rank lies outside the board.
    pub const fn new(file: u8, rank: u8) -> Self {
        debug_assert!(file < Self::FILES && rank < Self::RANKS);
        Self((rank + 3) << 4 | (file + 3))
    }

    /// The square with a mailbox index, on the board or not.
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// Every point, a0 first, rank by rank.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::RANKS).flat_map(|rank| (0..Self::FILES).map(move |file| Self::new(file, rank)))
    }

    /// The mailbox index, 0..256.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The mailbox index as a byte.
    pub const fn raw(self) -> u8 {
        self.0
    }

    /// The index among the 90 points, from 0 for a0 to 89 for i9. Meaningless off the board.
    #[inline]
    pub const fn dense(self) -> usize {
        DENSE[self.0 as usize] as usize
    }

    /// The file: 0..9 for a..=i.
    pub const fn file(self) -> u8 {
        self.column().wrapping_sub(3)
    }

    /// The rank: 0..10, Red's back rank first.
    pub const fn rank(self) -> u8 {
        self.row().wrapping_sub(3)
    }

    /// The mailbox column, 3..=11 on the board.
    pub const fn column(self) -> u8 {
        self.0 & 0x0f
    }

    /// The mailbox row, 3..=12 on the board.
    pub const fn row(self) -> u8 {
        self.0 >> 4
    }

    /// The square `delta` mailbox cells away.
    #[must_use]
    pub const fn offset(self, delta: i8) -> Self {
        Self(self.0.wrapping_add_signed(delta))
    }

    /// Whether this is a point of the board rather than a wall.
    pub const fn is_on_board(self) -> bool {
        self.file() < Self::FILES && self.rank() < Self::RANKS
    }

    /// Whether the square lies in one of the palaces.
    pub const fn in_palace(self) -> bool {
        self.file() >= 3
            && self.file() <= 5
            && (self.rank() <= 2 || (self.rank() >= 7 && self.rank() <= 9))
    }

    /// The side in whose half of the board the square lies.
    pub const fn home_of(self) -> Color {
        if self.0 & 0x80 == 0 { Color::Red } else { Color::Black }
    }

    /// Whether a pawn of `color` standing here has crossed the river.
    pub const fn is_across_river(self, color: Color) -> bool {
        self.home_of() as u8 != color as u8
    }

    /// The same square seen from the other side: ranks reversed, files kept.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(self.0 ^ 0xf0)
    }

    /// The left-right mirror image: files reversed, ranks kept.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self((self.0 & 0xf0) | (14 - (self.0 & 0x0f)))
    }
}

/// The indices among the 90 points, by mailbox index: reading an entry is cheaper than computing it.
static DENSE: [u8; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let square = Square(index as u8);
        if square.is_on_board() {
            table[index] = square.rank() * Square::FILES + square.file();
        }
        index += 1;
    }
    table
};

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_on_board() {
            fmt::Display::fmt(self, f)
        } else {
            write!(f, "wall{:#04x}", self.0)
        }
    }
}

/// The error for a text that does not name a point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a file a-i and a rank 0-9, such as h2")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let &[file, rank] = text.as_bytes() else { return Err(ParseSquareError) };
        let file = file.to_ascii_lowercase().wrapping_sub(b'a');
        let rank = rank.wrapping_sub(b'0');
        if file < Self::FILES && rank < Self::RANKS {
            Ok(Self::new(file, rank))
        } else {
            Err(ParseSquareError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout() {
        let a0: Square = "a0".parse().unwrap();
        let i9: Square = "I9".parse().unwrap();
        assert_eq!((a0.raw(), i9.raw()), (0x33, 0xcb));
        assert_eq!((a0.dense(), i9.dense()), (0, 89));
        assert_eq!(a0.flip().mirror(), i9);
        assert_eq!(Square::all().count(), Square::COUNT);
        assert!("a10".parse::<Square>().is_err() && "j0".parse::<Square>().is_err());
    }

    #[test]
    fn every_square_round_trips_and_has_a_home() {
        for (i, square) in Square::all().enumerate() {
            assert_eq!(square.dense(), i);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.home_of(), if square.rank() < 5 { Color::Red } else { Color::Black });
            assert_eq!(square.flip().flip(), square);
            assert_eq!(square.mirror().mirror(), square);
        }
        assert_eq!(
            (0..=255).filter(|&i| Square::from_index(i).is_on_board()).count(),
            Square::COUNT
        );
        assert_eq!(Square::all().filter(|s| s.in_palace()).count(), 18);
    }
}
