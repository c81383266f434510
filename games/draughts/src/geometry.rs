//! The layout of a board's dark squares in a 64-bit word.
//!
//! Squares are numbered from 1, row by row from Black's side. Every second row is followed by a bit that stands for no
//! square:
//!
//! ```text
//!      number              bit (10×10)
//!   1   2   3   4   5     0   1   2   3   4
//! 6   7   8   9  10     5   6   7   8   9      (10 is no square)
//!  11  12  13  14  15    11  12  13  14  15
//! ```
//!
//! Because of these bits, a step in a given direction is the same shift from every square; a step off the board lands
//! on a bit without a square; and reversing the word rotates the board by half a turn.

/// The direction of a step, as seen on the printed board with White at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards White's side.
    DownLeft = 0,
    /// Towards White's side.
    DownRight = 1,
    /// Towards Black's side.
    UpRight = 2,
    /// Towards Black's side.
    UpLeft = 3,
}

impl Direction {
    /// All directions.
    pub const ALL: [Self; 4] = [Self::DownLeft, Self::DownRight, Self::UpRight, Self::UpLeft];
    /// Forward for White.
    pub const UP: [Self; 2] = [Self::UpRight, Self::UpLeft];
    /// Forward for Black.
    pub const DOWN: [Self; 2] = [Self::DownLeft, Self::DownRight];

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
            Self::UpRight => Self::DownLeft,
            Self::UpLeft => Self::DownRight,
        }
    }
}

/// The size of a board, and which of its bits stand for squares.
#[derive(Debug, PartialEq, Eq)]
pub struct Geometry {
    rows: u32,
    playable: u64,
}

impl Geometry {
    /// A square board with this many rows: an even number, at most 10.
    pub const fn new(rows: u32) -> Self {
        let mut playable = 0;
        let mut index = 0;
        while index < rows * rows / 2 {
            playable |= 1 << (index + index / rows);
            index += 1;
        }
        Self { rows, playable }
    }

    /// The number of rows, which is also the number of columns.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of squares in a row.
    pub const fn width(&self) -> u32 {
        self.rows / 2
    }

    /// The number of squares of the board.
    pub const fn squares(&self) -> u8 {
        (self.rows * self.rows / 2) as u8
    }

    /// All squares.
    pub const fn playable(&self) -> u64 {
        self.playable
    }

    /// The bit of a square, given by its number, from 1 to [`squares`](Self::squares).
    pub const fn bit(&self, number: u8) -> u8 {
        let index = number - 1;
        index + index / self.rows as u8
    }

    /// The number of the square with this bit.
    pub const fn number(&self, bit: u8) -> u8 {
        bit - bit / (self.rows as u8 + 1) + 1
    }

    /// The squares of a row, counted from Black's side, starting at 0.
    pub const fn row(&self, row: u32) -> u64 {
        ((1 << self.width()) - 1) << (row * self.width() + row / 2)
    }

    /// Moves every square one step; squares that would leave the board disappear.
    pub const fn step(&self, squares: u64, direction: Direction) -> u64 {
        let width = self.width();
        let moved = match direction {
            Direction::DownLeft => squares << width,
            Direction::DownRight => squares << (width + 1),
            Direction::UpRight => squares >> width,
            Direction::UpLeft => squares >> (width + 1),
        };
        moved & self.playable
    }

    /// Rotates the board by half a turn, so that White's side becomes Black's.
    pub const fn turned(&self, squares: u64) -> u64 {
        squares.reverse_bits() >> (64 - self.span())
    }

    /// The number of bits from the first square to the last.
    const fn span(&self) -> u32 {
        self.rows * self.width() + self.width() - 1
    }

    /// The squares of the leftmost and the rightmost column.
    pub const fn side_edges(&self) -> u64 {
        let mut edges = 0;
        let mut row = 0;
        while row < self.rows {
            let squares = self.row(row);
            edges |=
                if row % 2 == 0 { 1 << squares.ilog2() } else { 1 << squares.trailing_zeros() };
            row += 1;
        }
        edges
    }
}

/// The bits that are set, starting with the lowest.
pub fn bits(mut squares: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = squares.trailing_zeros() as u8;
        (squares != 0).then(|| {
            squares &= squares - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGE: Geometry = Geometry::new(10);
    const SMALL: Geometry = Geometry::new(8);

    fn neighbours(geometry: &Geometry, number: u8) -> [Option<u8>; 4] {
        Direction::ALL.map(|direction| {
            let moved = geometry.step(1 << geometry.bit(number), direction);
            (moved != 0).then(|| geometry.number(moved.trailing_zeros() as u8))
        })
    }

    #[test]
    fn numbers_and_bits_belong_together() {
        for geometry in [&LARGE, &SMALL] {
            let all = (1..=geometry.squares()).map(|number| geometry.bit(number));
            assert_eq!(all.clone().fold(0, |all, bit| all | 1u64 << bit), geometry.playable());
            assert!((1..=geometry.squares()).eq(all.map(|bit| geometry.number(bit))));
        }
        assert_eq!(SMALL.squares(), 32);
        assert_eq!(LARGE.playable().count_ones(), 50);
    }

    #[test]
    fn steps_lead_to_the_neighbours() {
        assert_eq!(neighbours(&LARGE, 28), [Some(32), Some(33), Some(23), Some(22)]);
        assert_eq!(neighbours(&LARGE, 23), [Some(28), Some(29), Some(19), Some(18)]);
        assert_eq!(neighbours(&LARGE, 5), [Some(10), None, None, None]);
        assert_eq!(neighbours(&LARGE, 6), [None, Some(11), Some(1), None]);
        assert_eq!(neighbours(&LARGE, 46), [None, None, Some(41), None]);
        assert_eq!(neighbours(&SMALL, 11), [Some(15), Some(16), Some(8), Some(7)]);
        assert_eq!(neighbours(&SMALL, 29), [None, None, Some(25), None]);
        assert_eq!(neighbours(&SMALL, 32), [None, None, Some(28), Some(27)]);
    }

    #[test]
    fn half_a_turn_is_the_word_backwards() {
        for geometry in [&LARGE, &SMALL] {
            for number in 1..=geometry.squares() {
                let turned = geometry.turned(1 << geometry.bit(number));
                let expected = geometry.squares() + 1 - number;
                assert_eq!(turned, 1 << geometry.bit(expected), "{number}");
            }
        }
    }

    #[test]
    fn the_edges_are_where_they_are() {
        let numbers: Vec<u8> = bits(LARGE.side_edges()).map(|bit| LARGE.number(bit)).collect();
        assert_eq!(numbers, [5, 6, 15, 16, 25, 26, 35, 36, 45, 46]);
        assert_eq!(SMALL.side_edges().count_ones(), 8);
    }
}
