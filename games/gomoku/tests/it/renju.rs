//! Tests the detection of fouls against one written from the definitions alone, and on hand-made cases.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

use gomoku::board::{Color, Point, Size};
use gomoku::position::Position;
use gomoku::rules::{Foul, Rule};

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Slowly detects fouls by examining windows of five on a plain board. It shares no code with the crate.
struct SlowJudge {
    side: i32,
    /// 0 empty, 1 Black, 2 White.
    cells: Vec<u8>,
}

impl SlowJudge {
    fn at(&self, (x, y): (i32, i32)) -> u8 {
        if (0..self.side).contains(&x) && (0..self.side).contains(&y) {
            self.cells[(y * self.side + x) as usize]
        } else {
            3
        }
    }

    fn with<T>(&mut self, (x, y): (i32, i32), ask: impl FnOnce(&mut Self) -> T) -> T {
        let place = (y * self.side + x) as usize;
        assert_eq!(self.cells[place], 0);
        self.cells[place] = 1;
        let answer = ask(self);
        self.cells[place] = 0;
        answer
    }

    /// All windows of five on a line that contain a point.
    fn windows(&self, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> Vec<Vec<(i32, i32)>> {
        (-4..=0)
            .map(|begin| {
                (begin..begin + 5).map(|step| (x + step * dx, y + step * dy)).collect::<Vec<_>>()
            })
            .filter(|window: &Vec<_>| window.iter().all(|place| self.at(*place) != 3))
            .collect()
    }

    fn is_exact_five(&self, window: &[(i32, i32)], (dx, dy): (i32, i32)) -> bool {
        let (first, last) = (window[0], window[4]);
        window.iter().all(|place| self.at(*place) == 1)
            && self.at((first.0 - dx, first.1 - dy)) != 1
            && self.at((last.0 + dx, last.1 + dy)) != 1
    }

    fn makes_five(&self, at: (i32, i32)) -> bool {
        DIRECTIONS.into_iter().any(|direction| {
            self.windows(at, direction).iter().any(|window| self.is_exact_five(window, direction))
        })
    }

    fn has_overline(&self, (x, y): (i32, i32)) -> bool {
        DIRECTIONS.into_iter().any(|(dx, dy)| {
            (-5..=0).any(|begin| {
                (begin..begin + 6).all(|step| self.at((x + step * dx, y + step * dy)) == 1)
            })
        })
    }

    /// The fours on a line that include a stone, each as a list of stones.
    fn fours(&mut self, at: (i32, i32), direction: (i32, i32)) -> Vec<Vec<(i32, i32)>> {
        let mut found = Vec::new();
        for window in self.windows(at, direction) {
            let empty: Vec<_> =
                window.iter().copied().filter(|place| self.at(*place) == 0).collect();
            let [empty] = empty[..] else { continue };
            let completes = self.with(empty, |judge| judge.is_exact_five(&window, direction));
            let stones: Vec<_> = window.into_iter().filter(|place| *place != empty).collect();
            if completes && !found.contains(&stones) {
                found.push(stones);
            }
        }
        found
    }

    /// Whether a stone is part of four in a row that can become exactly five at both ends.
    fn is_in_straight_four(&mut self, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> bool {
        (-3..=0).any(|begin| {
            let place = |step: i32| (x + (begin + step) * dx, y + (begin + step) * dy);
            (0..4).all(|step| self.at(place(step)) == 1)
                && [-1, 4].into_iter().all(|end| self.at(place(end)) == 0)
                && [-2, 5].into_iter().all(|beyond| self.at(place(beyond)) != 1)
        })
    }

    fn is_three(&mut self, at: (i32, i32), direction: (i32, i32)) -> bool {
        let (x, y) = at;
        (-4..=4).any(|step| {
            let there = (x + step * direction.0, y + step * direction.1);
            self.at(there) == 0
                && self.with(there, |judge| {
                    let place = (there.0 - x, there.1 - y);
                    let distance = place.0.abs().max(place.1.abs());
                    // Both stones belong to one straight four if all points between them are black.
                    let is_joined = (0..=distance).all(|step| {
                        judge.at((x + place.0.signum() * step, y + place.1.signum() * step)) == 1
                    });
                    is_joined
                        && judge.is_in_straight_four(there, direction)
                        && !judge.makes_five(there)
                        && judge.foul_of_stone(there).is_none()
                })
        })
    }

    /// The foul of a black stone already on the board.
    fn foul_of_stone(&mut self, at: (i32, i32)) -> Option<Foul> {
        if self.makes_five(at) {
            return None;
        }
        if self.has_overline(at) {
            return Some(Foul::Overline);
        }
        let fours: usize = DIRECTIONS.into_iter().map(|line| self.fours(at, line).len()).sum();
        if fours >= 2 {
            return Some(Foul::DoubleFour);
        }
        let threes = DIRECTIONS.into_iter().filter(|line| self.is_three(at, *line)).count();
        (threes >= 2).then_some(Foul::DoubleThree)
    }

    fn foul(&mut self, at: (i32, i32)) -> Option<Foul> {
        self.with(at, |judge| judge.foul_of_stone(at))
    }
}

/// A reproducible random number generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

#[test]
fn fouls_follow_the_definitions() {
    let mut random = Random(7);
    let mut seen = std::collections::HashMap::new();
    let mut nested = 0;
    for round in 0..800 {
        let side = if round % 4 == 0 { 20 } else { 15 };
        let board = Size::new(side, side).unwrap();
        // Many black stones and few white ones, all close together.
        let room = 6 + random.below(5) as usize;
        let corner =
            [random.below((side - room + 1) as u64), random.below((side - room + 1) as u64)];
        let (blacks, whites) = (18 + random.below(22), random.below(12));
        let mut stones = Vec::new();
        let mut slow = SlowJudge { side: side as i32, cells: vec![0; side * side] };
        for y in 0..room {
            for x in 0..room {
                let point = Point::new(corner[0] as usize + x, corner[1] as usize + y);
                let color = match random.below(100) {
                    number if number < blacks => Color::Black,
                    number if number < blacks + whites => Color::White,
                    _ => continue,
                };
                slow.cells[point.row() * side + point.column()] = color.index() as u8 + 1;
                stones.push((point, color));
            }
        }
        let position = Position::from_stones(board, Rule::Renju, &stones, Color::Black).unwrap();
        for point in board.points().filter(|point| position.is_empty(*point)) {
            let expected = slow.foul((point.column() as i32, point.row() as i32));
            let found = position.foul(Color::Black, point);
            assert_eq!(found, expected, "round {round} at {point:?}: {stones:?}");
            assert_eq!(position.foul(Color::White, point), None);
            *seen.entry(expected).or_insert(0) += 1;
            let threes = position
                .shapes(Color::Black, point)
                .iter()
                .filter(|shape| **shape == gomoku::patterns::Shape::OpenThree)
                .count();
            nested += usize::from(threes >= 2 && expected.is_none());
        }
    }
    // The random positions must include every kind of foul.
    for foul in [Foul::Overline, Foul::DoubleFour, Foul::DoubleThree] {
        assert!(seen.get(&Some(foul)).is_some_and(|count| *count > 100), "{seen:?}");
    }
    assert!(nested > 20, "{nested} false double threes");
}

/// Checks a drawn board: `x` is Black, `o` is White, and `.` is a free point. A free point marked `f` must be a foul,
/// and one marked `a` must be allowed.
fn check(drawn: &[&str], foul: Foul) {
    let size = Size::new(15, 15).unwrap();
    let mut stones = Vec::new();
    let mut asked = Vec::new();
    for (row, line) in drawn.iter().enumerate() {
        for (column, what) in line.chars().enumerate() {
            let point = Point::new(column, row);
            match what {
                'x' => stones.push((point, Color::Black)),
                'o' => stones.push((point, Color::White)),
                'f' => asked.push((point, Some(foul))),
                'a' => asked.push((point, None)),
                _ => {}
            }
        }
    }
    let position = Position::from_stones(size, Rule::Renju, &stones, Color::Black).unwrap();
    assert!(!asked.is_empty());
    for (point, expected) in asked {
        assert_eq!(position.foul(Color::Black, point), expected, "{point:?} of {drawn:#?}");
    }
}

#[test]
fn overlines() {
    check(&["", ".xxxfxx"], Foul::Overline);
    check(&["", ".xxfxxx"], Foul::Overline);
    // Five in a row in another direction takes precedence.
    check(&["...x", "...x", "...x", "...x", "xxxaxx"], Foul::Overline);
}

#[test]
fn double_fours_in_one_line_and_in_two() {
    check(&["", "..x.xfx.x"], Foul::DoubleFour);
    check(&["", "..xx.fx.xx"], Foul::DoubleFour);
    check(&["", "..xxx.f.xxx"], Foul::DoubleFour);
    check(&["", "oxxxf.", "....x", "....x", "....x", "....o"], Foul::DoubleFour);
    // A straight four counts as one four.
    check(&["", "", ".xxxa.", ""], Foul::DoubleFour);
    // A row that could only become six is not a four.
    check(&["", "oxxxa.x", "....x", "....x", "....x", "....o"], Foul::DoubleFour);
}

#[test]
fn double_threes_real_and_false() {
    check(&["", "", "..xxf..", "....x..", "....x..", "", ""], Foul::DoubleThree);
    check(&["", "", "..x.xf..", ".....x..", ".....x..", "", ""], Foul::DoubleThree);
    // One three is closed on one side, so there is no double three.
    check(&["", "", ".oxxa..", "....x..", "....x..", "", ""], Foul::DoubleThree);
    // A four and a three are allowed.
    check(&["", "", "oxxxa..", "....x..", "....x..", "", ""], Foul::DoubleThree);
    // Next to the edge there is no room for five at one end.
    check(&["xxa..", "..x", "..x", ""], Foul::DoubleThree);
}

#[test]
fn a_three_counts_only_if_its_straight_four_is_allowed() {
    // The row can become a straight four only at one point, and a stone there would make an overline down the column;
    // so there is only one three at the tested point.
    check(
        &["....x", "....x", "....x", ".o.x.xa..o", "....x.x", "....x.x", "", ""],
        Foul::DoubleThree,
    );
    // Without the column, both threes are real.
    check(&["", "", "", ".o.x.xf..o", "......x", "......x", "", ""], Foul::DoubleThree);
}
