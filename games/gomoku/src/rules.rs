//! The rules: winning rows and forbidden moves.

use std::fmt;
use std::str::FromStr;

use crate::board::{Color, DIRECTIONS, EMPTY, Lines, Point, Size};
use crate::patterns::{Shape, Table};

/// The rules of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five in a row win.
    Standard,
    /// Renju: Black wins with exactly five, and may not make an overline, two fours or two threes at once. White wins
    /// with five or more.
    Renju,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 3] = [Self::Freestyle, Self::Standard, Self::Renju];

    /// Whether a colour wins only with exactly five in a row.
    pub const fn wins_with_exactly_five(self, color: Color) -> bool {
        match self {
            Self::Freestyle => false,
            Self::Standard => true,
            Self::Renju => matches!(color, Color::Black),
        }
    }

    /// Whether some moves are forbidden to a side.
    pub const fn forbids(self, color: Color) -> bool {
        matches!((self, color), (Self::Renju, Color::Black))
    }

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.name() == text)
            .ok_or_else(|| format!("expected freestyle, standard or renju, found {text:?}"))
    }
}

/// A move forbidden to Black in renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foul {
    /// Six or more in a row.
    Overline,
    /// Two fours made by one stone.
    DoubleFour,
    /// Two open threes made by one stone.
    DoubleThree,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overline => "overline",
            Self::DoubleFour => "double four",
            Self::DoubleThree => "double three",
        })
    }
}

/// The foul that a black stone on a free point would commit in renju, if any. The lines are left unchanged.
///
/// Five in a row is never a foul. A three counts only if Black may turn it into a straight four: if the stone that
/// would do so is itself a foul, or also makes five in a row, there is no three. That stone is judged by the same rule,
/// with one more stone on the board.
pub(crate) fn foul(lines: &mut Lines, size: Size, table: &Table, point: Point) -> Option<Foul> {
    let shapes = black_shapes(lines, table, point);
    if shapes.contains(&Shape::Five) {
        return None;
    }
    if shapes.contains(&Shape::Overline) {
        return Some(Foul::Overline);
    }
    let fours: usize = shapes
        .iter()
        .map(|shape| match shape {
            Shape::Four | Shape::OpenFour => 1,
            Shape::DoubleFour => 2,
            _ => 0,
        })
        .sum();
    if fours >= 2 {
        return Some(Foul::DoubleFour);
    }
    let mut threes = 0;
    let mut left = shapes.iter().filter(|shape| **shape == Shape::OpenThree).count();
    if left < 2 {
        return None;
    }
    lines.set(point, BLACK);
    for (direction, _) in shapes.iter().enumerate().filter(|(_, shape)| **shape == Shape::OpenThree)
    {
        if threes + left < 2 {
            break;
        }
        left -= 1;
        threes += usize::from(is_three(lines, size, table, point, direction));
    }
    lines.set(point, EMPTY);
    (threes >= 2).then_some(Foul::DoubleThree)
}

/// The bits of a black stone in a line.
const BLACK: u64 = 1;

fn black_shapes(lines: &Lines, table: &Table, point: Point) -> [Shape; 4] {
    [0, 1, 2, 3].map(|direction| Shape::from_bits(table.get(lines.neighbours(direction, point))))
}

/// Whether the stone on a point is part of a three, in this direction, that Black may turn into a straight four.
fn is_three(lines: &mut Lines, size: Size, table: &Table, point: Point, direction: usize) -> bool {
    let (right, down) = DIRECTIONS[direction];
    for step in [-3, -2, -1, 1, 2, 3] {
        let (column, row) = (point.column() as isize, point.row() as isize);
        let Some(there) = size.point(column + step * right, row + step * down) else { continue };
        if lines.get(there) != EMPTY {
            continue;
        }
        lines.set(there, BLACK);
        let is_straight =
            Shape::from_bits(table.get(lines.neighbours(direction, point))) == Shape::OpenFour;
        lines.set(there, EMPTY);
        if is_straight
            && !black_shapes(lines, table, there).contains(&Shape::Five)
            && foul(lines, size, table, there).is_none()
        {
            return true;
        }
    }
    false
}
