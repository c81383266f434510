//! Defines points, stones, and the lines on a board.

use std::fmt;
use std::str::FromStr;

/// The shortest side of a board.
pub const SIDE_MIN: usize = 5;
/// The longest side of a board: with five walls at each end, a line fits into 64 bits at two bits per point.
pub const SIDE_MAX: usize = 22;
/// The number of possible point indices, some of them unused.
pub const POINTS: usize = SIDE_MAX << 5;

/// The colour of a player. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// The first player.
    Black,
    /// The second player.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The index: 0 for Black, 1 for White.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl std::ops::Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// A point of a board: its column from the left and its row from the top, both starting at 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// The point at a column and a row.
    ///
    /// # Panics
    /// If either is not below [`SIDE_MAX`].
    pub const fn new(column: usize, row: usize) -> Self {
        assert!(column < SIDE_MAX && row < SIDE_MAX, "beyond the largest board");
        Self((row << 5 | column) as u16)
    }

    pub(crate) const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// The column, from the left, starting at 0.
    pub const fn column(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The row, from the top, starting at 0.
    pub const fn row(self) -> usize {
        (self.0 >> 5) as usize
    }

    /// A unique number, below [`POINTS`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.column(), self.row())
    }
}

/// The sides of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// Why a text does not name a point of a board, or a board cannot have a given size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum BoardError {
    #[error("each side of the board must have {SIDE_MIN} to {SIDE_MAX} points; found {0}x{1}")]
    Size(usize, usize),
    #[error("expected a point such as h8, found {0:?}")]
    Name(String),
    #[error("{0} is not on the board")]
    Outside(String),
}

impl Size {
    /// A board of this width and height.
    ///
    /// # Errors
    /// If a side is not between [`SIDE_MIN`] and [`SIDE_MAX`].
    pub fn new(width: usize, height: usize) -> Result<Self, BoardError> {
        let is_possible = |side| (SIDE_MIN..=SIDE_MAX).contains(&side);
        if is_possible(width) && is_possible(height) {
            Ok(Self { width: width as u8, height: height as u8 })
        } else {
            Err(BoardError::Size(width, height))
        }
    }

    /// The width: the number of points in a row.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// The height: the number of points in a column.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// The number of points.
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// The point at a column and a row, if it is on the board.
    pub fn point(self, column: isize, row: isize) -> Option<Point> {
        let is_inside = (0..self.width() as isize).contains(&column)
            && (0..self.height() as isize).contains(&row);
        is_inside.then(|| Point::new(column as usize, row as usize))
    }

    /// Every point, row by row from the top.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height()).flat_map(move |row| (0..self.width()).map(move |x| Point::new(x, row)))
    }

    /// The middle point; along a side of even length, the one before the middle.
    pub fn center(self) -> Point {
        Point::new((self.width() - 1) / 2, (self.height() - 1) / 2)
    }

    /// The usual name of a point: a letter for the column, from the left, and a number for the row, from the bottom,
    /// starting at 1.
    pub fn name(self, point: Point) -> String {
        let letter = char::from(b'a' + point.column() as u8);
        format!("{letter}{}", self.height() - point.row())
    }

    /// The point with this name, in upper or lower case.
    ///
    /// # Errors
    /// If the text does not have that form, or the point is not on the board.
    pub fn point_of_name(self, name: &str) -> Result<Point, BoardError> {
        let bad = || BoardError::Name(name.to_owned());
        let mut letters = name.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic).ok_or_else(bad)?;
        let digits = letters.as_str();
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(bad());
        }
        let number: isize = digits.parse().map_err(|_| bad())?;
        let column = (letter.to_ascii_lowercase() as u8 - b'a') as isize;
        self.point(column, self.height() as isize - number)
            .ok_or_else(|| BoardError::Outside(name.to_owned()))
    }

    /// The distance of a point from the nearest edge, 0 on the edge.
    pub fn distance_from_edge(self, point: Point) -> usize {
        let (column, row) = (point.column(), point.row());
        column.min(row).min(self.width() - 1 - column).min(self.height() - 1 - row)
    }
}

impl FromStr for Size {
    type Err = String;

    /// Reads `15`, or `15x20` for a board whose width and height differ.
    fn from_str(text: &str) -> Result<Self, String> {
        let side = |text: &str| {
            text.parse::<usize>()
                .map_err(|_| format!("expected a size such as 15 or 15x20, found {text:?}"))
        };
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        Self::new(side(width)?, side(height)?).map_err(|error| error.to_string())
    }
}

/// The four directions of lines, as steps of column and row: horizontal, vertical, falling and rising.
pub const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// The distance along a line within which a stone affects a point.
pub(crate) const REACH: usize = 5;

/// A free point in a line, as two bits. A wall is 3.
pub(crate) const EMPTY: u64 = 0;

/// All lines of a board. Each is a word with two bits per point: empty, Black, White, or wall.
///
/// The five points on either side of a point can therefore be read with one shift, in every direction and even near the
/// edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lines([[u64; 2 * SIDE_MAX]; 4]);

impl Lines {
    /// Creates the lines of an empty board surrounded by walls.
    pub(crate) fn new(size: Size) -> Self {
        let mut lines = Self([[u64::MAX; 2 * SIDE_MAX]; 4]);
        for point in size.points() {
            lines.set(point, EMPTY);
        }
        lines
    }

    /// The line of a direction on which a point lies, and the point's position on it.
    const fn place(direction: usize, point: Point) -> (usize, usize) {
        let (column, row) = (point.column(), point.row());
        match direction {
            0 => (row, column),
            1 => (column, row),
            2 => (column + SIDE_MAX - 1 - row, column),
            _ => (column + row, column),
        }
    }

    pub(crate) fn set(&mut self, point: Point, what: u64) {
        for direction in 0..4 {
            let (line, place) = Self::place(direction, point);
            let shift = 2 * (place + REACH);
            let line = &mut self.0[direction][line];
            *line = *line & !(3 << shift) | what << shift;
        }
    }

    pub(crate) fn get(&self, point: Point) -> u64 {
        let (line, place) = Self::place(0, point);
        self.0[0][line] >> (2 * (place + REACH)) & 3
    }

    /// The free points on one line through a point, at most `reach` steps away. Each is given as its number of steps
    /// and its ten neighbours.
    pub(crate) fn free_around(
        &self,
        direction: usize,
        point: Point,
        reach: usize,
    ) -> impl Iterator<Item = (isize, usize)> + use<> {
        let (line, place) = Self::place(direction, point);
        let line = self.0[direction][line];
        // Walls are not free, so the window of a free point always lies within the word.
        let first = place + REACH - reach;
        (first..=first + 2 * reach)
            .filter(move |at| line >> (2 * at) & 3 == EMPTY && *at != place + REACH)
            .map(move |at| {
                let window = line >> (2 * (at - REACH));
                (at as isize - (place + REACH) as isize, neighbours(window))
            })
    }

    /// The ten neighbours of a point on one line, five on each side, at two bits each.
    pub(crate) fn neighbours(&self, direction: usize, point: Point) -> usize {
        let (line, place) = Self::place(direction, point);
        neighbours(self.0[direction][line] >> (2 * place))
    }
}

/// Removes the middle point from a window of eleven.
const fn neighbours(window: u64) -> usize {
    (window & 0x3ff | window >> 2 & 0xf_fc00) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_outside_the_range_are_refused() {
        for (width, height) in [(4, 15), (15, 4), (23, 15), (15, 23), (0, 0)] {
            assert_eq!(Size::new(width, height), Err(BoardError::Size(width, height)));
        }
        assert_eq!("15".parse::<Size>().map(Size::area), Ok(225));
        assert_eq!("5X22".parse::<Size>().map(|size| (size.width(), size.height())), Ok((5, 22)));
        assert!("15x".parse::<Size>().is_err() && "-3".parse::<Size>().is_err());
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        let size = Size::new(22, 7).unwrap();
        for point in size.points() {
            assert_eq!(size.point_of_name(&size.name(point)), Ok(point));
        }
        assert_eq!(size.name(Point::new(0, 6)), "a1");
        for bad in ["", "a", "7", "a+1", "a1b", "ä1", "aa1", "a99999999999999999999"] {
            assert_eq!(size.point_of_name(bad), Err(BoardError::Name(bad.to_owned())));
        }
        for outside in ["a0", "a8", "w1"] {
            assert_eq!(size.point_of_name(outside), Err(BoardError::Outside(outside.to_owned())));
        }
    }

    #[test]
    fn neighbours_lie_along_the_line() {
        let size = Size::new(22, 9).unwrap();
        let mut lines = Lines::new(size);
        for (number, point) in size.points().enumerate() {
            lines.set(point, number as u64 * 7 % 11 % 3);
        }
        for point in size.points() {
            for (direction, (right, down)) in DIRECTIONS.into_iter().enumerate() {
                let found = lines.neighbours(direction, point);
                for (index, step) in [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5].into_iter().enumerate() {
                    let (column, row) = (point.column() as isize, point.row() as isize);
                    let there = size.point(column + step * right, row + step * down);
                    let expected = there.map_or(3, |there| lines.get(there));
                    assert_eq!(found as u64 >> (2 * index) & 3, expected, "{point:?} {direction}");
                }
                let around: Vec<(isize, usize)> = lines.free_around(direction, point, 4).collect();
                let expected: Vec<(isize, usize)> = [-4, -3, -2, -1, 1, 2, 3, 4]
                    .into_iter()
                    .filter_map(|step| {
                        let (column, row) = (point.column() as isize, point.row() as isize);
                        let there = size.point(column + step * right, row + step * down)?;
                        let is_free = lines.get(there) == EMPTY;
                        is_free.then(|| (step, lines.neighbours(direction, there)))
                    })
                    .collect();
                assert_eq!(around, expected, "{point:?} {direction}");
            }
        }
    }
}
