//! The shape that a stone on a point would make in a line: a table of all neighbourhoods.
//!
//! A neighbourhood consists of five points on either side. Its shape is defined recursively, by the best shape into
//! which one more stone turns it. For example, one stone turns a four into a five, and an open three into an open four.

use std::sync::OnceLock;

use crate::board::{Color, REACH};
use crate::rules::Rule;

/// The shape that a stone makes in a line, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// No five is possible here.
    Dead,
    /// One stone that can become a closed two.
    ClosedOne,
    /// One stone that can become an open two.
    OpenOne,
    /// Two stones that can become a closed three.
    ClosedTwo,
    /// Two stones that can become an open three.
    OpenTwo,
    /// Three stones that can become a four.
    ClosedThree,
    /// Three stones that can become an open four.
    OpenThree,
    /// Four stones that can become a five in one way.
    Four,
    /// Two fours in one line, as in X·XXX·X.
    DoubleFour,
    /// Four stones in a row that can become five at either end.
    OpenFour,
    /// Five in a row, which wins.
    Five,
    /// Six or more in a row, under rules that require exactly five.
    Overline,
}

impl Shape {
    /// All shapes, in order.
    pub const ALL: [Self; 12] = [
        Self::Dead,
        Self::ClosedOne,
        Self::OpenOne,
        Self::ClosedTwo,
        Self::OpenTwo,
        Self::ClosedThree,
        Self::OpenThree,
        Self::Four,
        Self::DoubleFour,
        Self::OpenFour,
        Self::Five,
        Self::Overline,
    ];

    pub(crate) const fn from_bits(bits: u8) -> Self {
        // The index is in range: the tables contain only shapes.
        Self::ALL[(bits & 15) as usize]
    }
}

/// The index of the middle point of a line.
const MIDDLE: usize = 5;
/// A line of eleven points: 0 empty, 1 own, 2 unavailable.
type Line = [u8; 11];

/// The row of own stones through a point: its first point and its length.
fn row(line: &Line, point: usize) -> (usize, usize) {
    let before = line[..point].iter().rev().take_while(|what| **what == 1).count();
    let after = line[point + 1..].iter().take_while(|what| **what == 1).count();
    (point - before, before + 1 + after)
}

/// Computes the shapes of neighbourhoods, for players who win with exactly five, or with five or more.
struct Judge {
    is_exact: bool,
    /// The shapes found so far, indexed by the line read as a base-3 number.
    known: Vec<Option<Shape>>,
}

impl Judge {
    fn new(is_exact: bool) -> Self {
        Self { is_exact, known: vec![None; 3_usize.pow(11)] }
    }

    fn wins(&self, line: &Line) -> bool {
        let (_, length) = row(line, MIDDLE);
        if self.is_exact { length == 5 } else { length >= 5 }
    }

    fn shape(&mut self, line: &Line) -> Shape {
        let number = line.iter().fold(0, |number, what| number * 3 + usize::from(*what));
        if let Some(shape) = self.known[number] {
            return shape;
        }
        let shape = self.judge(line);
        self.known[number] = Some(shape);
        shape
    }

    fn judge(&mut self, line: &Line) -> Shape {
        let (_, length) = row(line, MIDDLE);
        if self.wins(line) {
            return Shape::Five;
        }
        if length > 5 {
            return Shape::Overline;
        }
        let mut best = Shape::Dead;
        // The points that make a five, each with the start of the resulting row.
        let mut fives: Vec<(usize, usize)> = Vec::new();
        for point in 0..11 {
            if line[point] != 0 {
                continue;
            }
            let mut next = *line;
            next[point] = 1;
            let is_part = {
                let (begin, length) = row(&next, MIDDLE);
                (begin..begin + length).contains(&point)
            };
            if self.wins(&next) && is_part {
                fives.push((point, row(&next, MIDDLE).0));
            } else {
                best = best.max(promise(self.shape(&next), is_part));
            }
        }
        match fives[..] {
            [] => best,
            [_] => Shape::Four,
            _ => several_fives(line, &fives),
        }
    }
}

/// Distinguishes a single four with two open ends from two fours, if several points make a five.
fn several_fives(line: &Line, fives: &[(usize, usize)]) -> Shape {
    let (begin, length) = row(line, MIDDLE);
    let ends = [begin.wrapping_sub(1), begin + length];
    let is_open = length == 4 && ends.iter().all(|end| fives.iter().any(|five| five.0 == *end));
    if is_open { Shape::OpenFour } else { Shape::DoubleFour }
}

/// The shape of a line that one more stone turns into `next`.
fn promise(next: Shape, is_part: bool) -> Shape {
    match next {
        // An open four is a row, so the stone must be part of it.
        Shape::OpenFour if is_part => Shape::OpenThree,
        Shape::OpenFour | Shape::DoubleFour | Shape::Four => Shape::ClosedThree,
        Shape::OpenThree => Shape::OpenTwo,
        Shape::ClosedThree => Shape::ClosedTwo,
        Shape::OpenTwo => Shape::OpenOne,
        Shape::ClosedTwo => Shape::ClosedOne,
        _ => Shape::Dead,
    }
}

/// The number of neighbourhoods, with walls and both colours distinguished.
const NEIGHBOURHOODS: usize = 1 << 20;

/// The shapes for both colours of every neighbourhood.
#[derive(Debug)]
pub(crate) struct Table {
    /// Black's shape is in the low four bits, and White's is in the high four.
    shapes: Box<[u8]>,
    /// How far to shift a neighbourhood so that only the relevant bits remain.
    shift: u32,
    mask: usize,
    /// The distance along a line within which a stone affects a point.
    pub(crate) reach: usize,
}

impl Table {
    /// The shapes of a neighbourhood: Black's is in the low four bits, and White's is in the high four.
    pub(crate) fn get(&self, neighbours: usize) -> u8 {
        self.shapes[neighbours >> self.shift & self.mask]
    }

    /// If six in a row also win, the outermost neighbours do not matter, and the table fits into a faster cache.
    fn new(rule: Rule) -> Self {
        let shapes = build(rule);
        if Color::ALL.into_iter().any(|color| rule.wins_with_exactly_five(color)) {
            return Self { shapes, shift: 0, mask: NEIGHBOURHOODS - 1, reach: REACH };
        }
        let mask = (NEIGHBOURHOODS >> 4) - 1;
        let shapes = (0..=mask).map(|near| shapes[near << 2]).collect();
        Self { shapes, shift: 2, mask, reach: REACH - 1 }
    }
}

fn build(rule: Rule) -> Box<[u8]> {
    let mut table = vec![0_u8; NEIGHBOURHOODS].into_boxed_slice();
    for color in Color::ALL {
        let mut judge = Judge::new(rule.wins_with_exactly_five(color));
        let own = color.index() as u64 + 1;
        for (neighbours, shapes) in table.iter_mut().enumerate() {
            let mut line = [1; 11];
            for (index, what) in line.iter_mut().enumerate().filter(|(index, _)| *index != MIDDLE) {
                let place = if index < MIDDLE { index } else { index - 1 };
                *what = match neighbours as u64 >> (2 * place) & 3 {
                    0 => 0,
                    stone if stone == own => 1,
                    _ => 2,
                };
            }
            *shapes |= (judge.shape(&line) as u8) << (4 * color.index());
        }
    }
    table
}

/// The table for a rule. The first call takes a fraction of a second.
pub(crate) fn table(rule: Rule) -> &'static Table {
    static TABLES: [OnceLock<Table>; 3] = [const { OnceLock::new() }; 3];
    TABLES[rule as usize].get_or_init(|| Table::new(rule))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of a line drawn with `x` own, `o` unavailable, `.` empty and `*` the new stone.
    fn shape(judge: &mut Judge, drawn: &str) -> Shape {
        let middle = drawn.find('*').unwrap();
        let mut line = [2; 11];
        for (index, what) in drawn.chars().enumerate() {
            line[index + MIDDLE - middle] = match what {
                '.' => 0,
                'x' | '*' => 1,
                _ => 2,
            };
        }
        judge.shape(&line)
    }

    #[test]
    fn shapes_of_the_textbook() {
        let free = &mut Judge::new(false);
        for (drawn, expected) in [
            ("oxxx*.", Shape::Four),
            ("xxxx*", Shape::Five),
            (".xxx*.", Shape::OpenFour),
            (".xx*..", Shape::OpenThree),
            ("o.xx*.o", Shape::ClosedThree),
            ("o.xx*..", Shape::OpenThree),
            (".x.x*.", Shape::OpenThree),
            ("xx.*x.xx", Shape::DoubleFour),
            ("x.x*x.x", Shape::DoubleFour),
            ("x.xx*", Shape::Four),
            ("oxx*..", Shape::ClosedThree),
            ("..x*..", Shape::OpenTwo),
            ("ox*...", Shape::ClosedTwo),
            ("o*...o", Shape::Dead),
            ("....*....", Shape::OpenOne),
            ("o*....", Shape::ClosedOne),
        ] {
            assert_eq!(shape(free, drawn), expected, "{drawn}");
        }
    }

    #[test]
    fn six_in_a_row_counts_or_not() {
        let free = &mut Judge::new(false);
        let exact = &mut Judge::new(true);
        for (drawn, [freely, exactly]) in [
            ("xxxx*x", [Shape::Five, Shape::Overline]),
            // One end would make six.
            (".xxx*.x", [Shape::OpenFour, Shape::Four]),
            ("oxxx*.x", [Shape::Four, Shape::Dead]),
            ("x.xx*..x", [Shape::Four, Shape::Four]),
            // The only straight four would touch the stone beyond its end.
            ("ox.xx*.x", [Shape::DoubleFour, Shape::DoubleFour]),
            ("x..xx*.o", [Shape::OpenThree, Shape::ClosedThree]),
        ] {
            assert_eq!([shape(free, drawn), shape(exact, drawn)], [freely, exactly], "{drawn}");
        }
    }

    #[test]
    fn a_table_of_less_reach_says_the_same() {
        let all = build(Rule::Freestyle);
        let table = table(Rule::Freestyle);
        assert_eq!(table.reach, REACH - 1);
        assert!((0..NEIGHBOURHOODS).all(|neighbours| table.get(neighbours) == all[neighbours]));
    }

    #[test]
    fn a_line_and_its_mirror_have_the_same_shape() {
        for rule in Rule::ALL {
            let table = table(rule);
            for neighbours in 0..NEIGHBOURHOODS {
                let mirrored = (0..10).fold(0, |mirrored, place| {
                    mirrored | (neighbours >> (2 * place) & 3) << (2 * (9 - place))
                });
                assert_eq!(table.get(neighbours), table.get(mirrored));
            }
        }
    }
}
