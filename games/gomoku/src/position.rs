//! A game in progress: the stones, and the shapes that every empty point would make for both sides, updated
//! incrementally.

use std::fmt;

use crate::bits::Points;
use crate::board::{Color, DIRECTIONS, EMPTY, Lines, POINTS, Point, SIDE_MAX, Size};
use crate::patterns::{self, Shape, Table};
use crate::rules::{self, Foul, Rule};
use crate::worth::{self, Threat, Worth};

/// The shapes that a stone would make in the four directions, four bits each.
type Shapes = u16;

/// The part of a position that is saved before a move, because restoring it is faster than recomputing it.
#[derive(Clone)]
struct Before {
    threats: [[Points; Threat::COUNT]; 2],
    counts: [[u16; Threat::COUNT]; 2],
    totals: [[i32; 2]; 2],
    near: Points,
    /// The number of saved shapes at that time.
    changes: usize,
}

/// A position with the moves that led to it.
#[derive(Clone)]
pub struct Position {
    size: Size,
    rule: Rule,
    lines: Lines,
    table: &'static Table,
    worths: [&'static [Worth]; 2],
    /// The shapes that a stone would make at each free point, by colour; undefined for occupied points.
    shapes: [Box<[Shapes; POINTS]>; 2],
    /// The free points at which a stone would make each threat, by colour and threat.
    threats: [[Points; Threat::COUNT]; 2],
    counts: [[u16; Threat::COUNT]; 2],
    /// The sums of the free points' values for each colour, if it is to move and if it is not.
    totals: [[i32; 2]; 2],
    free: Points,
    /// The free points near a stone.
    near: Points,
    /// The state before each move.
    before: Vec<Before>,
    /// The old values of the shapes that the moves have changed.
    changes: Vec<(Color, Point, Shapes)>,
    played: Vec<(Point, Color)>,
    to_move: Color,
    winner: Option<Color>,
    key: u64,
}

impl fmt::Debug for Position {
    /// Shows the state without the tables, which are the same for all positions, and without the order of the stones.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut stones = self.played.clone();
        stones.sort_by_key(|stone| stone.0);
        let shapes = Color::ALL.map(|color| {
            let free = self.size.points().filter(|point| self.is_empty(*point));
            free.map(|point| self.shapes[color.index()][point.index()]).collect::<Vec<_>>()
        });
        f.debug_struct("Position")
            .field("size", &self.size)
            .field("rule", &self.rule)
            .field("stones", &stones)
            .field("to_move", &self.to_move)
            .field("winner", &self.winner)
            .field("key", &self.key)
            .field("shapes", &shapes)
            .field("threats", &self.threats)
            .field("counts", &self.counts)
            .field("totals", &self.totals)
            .field("free", &self.free)
            .field("near", &self.near)
            .finish_non_exhaustive()
    }
}

/// Why a stone cannot be put on a point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum MoveError {
    #[error("the game is over")]
    Over,
    #[error("the point is not on the board")]
    Outside,
    #[error("the point is taken")]
    Taken,
    #[error("forbidden: {0}")]
    Forbidden(Foul),
}

/// The points near a stone, where a move may matter: up to two steps away, or three along a line. The bits of each row
/// cover the columns from three to the left to three to the right; the rows range from three above to three below.
const NEAR: [u32; 7] =
    [0b100_1001, 0b11_1110, 0b11_1110, 0b111_0111, 0b11_1110, 0b11_1110, 0b100_1001];

/// Mixes the bits of a number, so that neighbouring numbers become unrelated.
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

impl Position {
    /// An empty board, Black to move.
    pub fn new(size: Size, rule: Rule) -> Self {
        let mut position = Self {
            size,
            rule,
            lines: Lines::new(size),
            table: patterns::table(rule),
            worths: Color::ALL.map(|color| worth::table(rule.forbids(color))),
            shapes: [Box::new([0; POINTS]), Box::new([0; POINTS])],
            threats: [[Points::default(); Threat::COUNT]; 2],
            counts: [[0; Threat::COUNT]; 2],
            totals: [[0; 2]; 2],
            free: Points::default(),
            near: Points::default(),
            before: Vec::new(),
            changes: Vec::new(),
            played: Vec::with_capacity(size.area()),
            to_move: Color::Black,
            winner: None,
            key: mixed(((size.width() << 8 | size.height()) << 4 | rule as usize) as u64 | 1 << 32),
        };
        for point in size.points() {
            position.free.insert(point);
            position.appear(point);
        }
        position
    }

    /// Sets up stones in any order; either side may have more of them.
    ///
    /// # Errors
    /// If a stone lies beyond the edge or on another stone.
    pub fn from_stones(
        size: Size,
        rule: Rule,
        stones: &[(Point, Color)],
        to_move: Color,
    ) -> Result<Self, MoveError> {
        let mut position = Self::new(size, rule);
        for &(point, color) in stones {
            if size.point(point.column() as isize, point.row() as isize).is_none() {
                return Err(MoveError::Outside);
            }
            if !position.is_empty(point) {
                return Err(MoveError::Taken);
            }
            position.put(point, color);
        }
        position.to_move = to_move;
        position.winner = Color::ALL.into_iter().find(|color| position.has_five(*color));
        Ok(position)
    }

    /// Whether a colour has a winning row of stones.
    fn has_five(&self, color: Color) -> bool {
        let is_exact = self.rule.wins_with_exactly_five(color);
        let own = |point: Point, direction: usize, step: isize| {
            let (right, down) = DIRECTIONS[direction];
            let (column, row) = (point.column() as isize, point.row() as isize);
            let there = self.size.point(column + step * right, row + step * down);
            there.is_some_and(|there| self.stone(there) == Some(color))
        };
        self.played.iter().filter(|stone| stone.1 == color).any(|&(point, _)| {
            (0..4).any(|direction| {
                // Each row is measured from its first stone.
                let length = (0..6).take_while(|step| own(point, direction, *step)).count();
                !own(point, direction, -1) && if is_exact { length == 5 } else { length >= 5 }
            })
        })
    }

    /// The stones in the winning row; empty if neither side has won, or if a side lost by a foul.
    pub fn winning_row(&self) -> Vec<Point> {
        let (Some(winner), Some(&(last, color))) = (self.winner, self.played.last()) else {
            return Vec::new();
        };
        let from = |direction: usize, way: isize| {
            let (right, down) = DIRECTIONS[direction];
            let (column, row) = (last.column() as isize, last.row() as isize);
            let along = (1..).map(move |step| {
                self.size.point(column + way * step * right, row + way * step * down)
            });
            along.map_while(move |point| point.filter(|point| self.stone(*point) == Some(winner)))
        };
        let is_exact = self.rule.wins_with_exactly_five(winner);
        let rows = (0..4).map(|direction| {
            let mut row: Vec<Point> = from(direction, -1).collect();
            row.reverse();
            row.push(last);
            row.extend(from(direction, 1));
            row
        });
        let wins = |row: &Vec<Point>| if is_exact { row.len() == 5 } else { row.len() >= 5 };
        rows.filter(|_| color == winner).find(wins).unwrap_or_default()
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The rules of the game.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The side to move.
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The winner, by five in a row or by the opponent's foul.
    pub const fn winner(&self) -> Option<Color> {
        self.winner
    }

    /// Whether every point is taken.
    pub fn is_full(&self) -> bool {
        self.played.len() == self.size.area()
    }

    /// Whether a side has won or the board is full.
    pub fn is_over(&self) -> bool {
        self.winner.is_some() || self.is_full()
    }

    /// The stones in the order played, with their colours.
    pub fn played(&self) -> &[(Point, Color)] {
        &self.played
    }

    /// The stone on a point.
    pub fn stone(&self, point: Point) -> Option<Color> {
        match self.lines.get(point) {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Whether a point is on the board and free.
    pub fn is_empty(&self, point: Point) -> bool {
        self.lines.get(point) == EMPTY
    }

    /// A key that depends on the stones and the side to move, but not on the order in which the stones were placed.
    pub fn key(&self) -> u64 {
        self.key ^ self.to_move.index() as u64
    }

    /// The shapes that a stone on a free point would make in the four lines through it.
    pub fn shapes(&self, color: Color, point: Point) -> [Shape; 4] {
        let shapes = self.shapes[color.index()][point.index()];
        [0, 4, 8, 12].map(|shift| Shape::from_bits((shapes >> shift) as u8))
    }

    /// The threat that a stone on a point would make; none if the point is occupied.
    pub(crate) fn threat(&self, color: Color, point: Point) -> Threat {
        if self.is_empty(point) { self.worth(color, point).threat } else { Threat::None }
    }

    /// The value of a free point for a side.
    pub(crate) fn worth(&self, color: Color, point: Point) -> &'static Worth {
        &self.worths[color.index()][usize::from(self.shapes[color.index()][point.index()])]
    }

    /// The free points where a stone of this side would make a threat. Fouls count as threats of their own kind.
    pub(crate) fn points(&self, color: Color, threat: Threat) -> &Points {
        &self.threats[color.index()][threat as usize]
    }

    pub(crate) fn count(&self, color: Color, threat: Threat) -> usize {
        usize::from(self.counts[color.index()][threat as usize])
    }

    /// The sum of the free points' values for a side, depending on whether it is to move.
    pub(crate) fn total(&self, color: Color) -> i32 {
        self.totals[color.index()][usize::from(color != self.to_move)]
    }

    /// The free points near a stone.
    pub(crate) fn near(&self) -> &Points {
        &self.near
    }

    /// The foul that Black would commit on a free point, if any. Always `None` for rules without fouls.
    pub fn foul(&self, color: Color, point: Point) -> Option<Foul> {
        if !self.rule.forbids(color) || self.worth(color, point).threat < Threat::MaybeFoul {
            return None;
        }
        rules::foul(&mut self.lines.clone(), self.size, self.table, point)
    }

    /// Whether a stone would make five.
    pub(crate) fn wins(&self, color: Color, point: Point) -> bool {
        self.threat(color, point) == Threat::Five
    }

    /// Plays a stone of the side to move.
    ///
    /// # Errors
    /// If the move is not legal. The position is then unchanged.
    pub fn try_play(&mut self, point: Point) -> Result<(), MoveError> {
        if self.is_over() {
            return Err(MoveError::Over);
        }
        if self.size.point(point.column() as isize, point.row() as isize).is_none() {
            return Err(MoveError::Outside);
        }
        if !self.is_empty(point) {
            return Err(MoveError::Taken);
        }
        if let Some(foul) = self.foul(self.to_move, point) {
            return Err(MoveError::Forbidden(foul));
        }
        self.play(point);
        Ok(())
    }

    /// Places a stone of the side to move on a free point. A foul loses.
    pub(crate) fn play(&mut self, point: Point) {
        let color = self.to_move;
        if self.wins(color, point) {
            self.winner = Some(color);
        } else if self.foul(color, point).is_some() {
            self.winner = Some(!color);
        }
        self.put(point, color);
    }

    /// Places a stone of any colour on a free point, legal or not; the other colour is to move next.
    pub(crate) fn put(&mut self, point: Point, color: Color) {
        debug_assert!(self.is_empty(point));
        self.before.push(Before {
            threats: self.threats,
            counts: self.counts,
            totals: self.totals,
            near: self.near,
            changes: self.changes.len(),
        });
        for color in Color::ALL {
            self.count_out(color, point);
        }
        self.lines.set(point, color.index() as u64 + 1);
        self.key ^= mixed((point.index() << 1 | color.index()) as u64);
        self.played.push((point, color));
        self.to_move = !color;
        self.renew_around(point);
        self.free.remove(point);
        self.near.remove(point);
        let (column, row) = (point.column(), point.row());
        for (index, columns) in NEAR.into_iter().enumerate() {
            // Rows and columns beyond the board hold no free points.
            let Some(there) = (row + index).checked_sub(3).filter(|there| *there < SIDE_MAX) else {
                continue;
            };
            self.near.insert_row(there, columns << column >> 3 & self.free.row(there));
        }
    }

    /// Passes the turn to the other side, or back. Moves played in between must be taken back first.
    pub(crate) fn pass(&mut self) {
        self.to_move = !self.to_move;
    }

    /// Takes back the last stone; does nothing on an empty board.
    pub fn undo(&mut self) {
        let Some((point, color)) = self.played.pop() else { return };
        let Some(before) = self.before.pop() else { return };
        self.winner = None;
        self.to_move = color;
        self.lines.set(point, EMPTY);
        self.key ^= mixed((point.index() << 1 | color.index()) as u64);
        self.free.insert(point);
        // A point may have changed in several directions; this order restores its oldest shapes last.
        for (color, point, shapes) in self.changes.drain(before.changes..).rev() {
            self.shapes[color.index()][point.index()] = shapes;
        }
        self.threats = before.threats;
        self.counts = before.counts;
        self.totals = before.totals;
        self.near = before.near;
    }

    /// Adds a point that becomes free, with its threats and values.
    fn appear(&mut self, point: Point) {
        for direction in 0..4 {
            let found = self.table.get(self.lines.neighbours(direction, point));
            for color in Color::ALL {
                let shape = u16::from(found >> (4 * color.index()) & 15);
                let shapes = &mut self.shapes[color.index()][point.index()];
                *shapes = *shapes & !(15 << (4 * direction)) | shape << (4 * direction);
            }
        }
        for color in Color::ALL {
            self.count_in(color, point);
        }
    }

    fn count_in(&mut self, color: Color, point: Point) {
        let worth = self.worth(color, point);
        let color = color.index();
        for (total, value) in self.totals[color].iter_mut().zip(worth.values) {
            *total += i32::from(value);
        }
        if worth.threat != Threat::None {
            self.threats[color][worth.threat as usize].insert(point);
            self.counts[color][worth.threat as usize] += 1;
        }
    }

    fn count_out(&mut self, color: Color, point: Point) {
        let worth = self.worth(color, point);
        let color = color.index();
        for (total, value) in self.totals[color].iter_mut().zip(worth.values) {
            *total -= i32::from(value);
        }
        if worth.threat != Threat::None {
            self.threats[color][worth.threat as usize].remove(point);
            self.counts[color][worth.threat as usize] -= 1;
        }
    }

    /// Updates the shapes of the free points on the lines through a changed point.
    fn renew_around(&mut self, point: Point) {
        for (direction, (right, down)) in DIRECTIONS.into_iter().enumerate() {
            let stride = (down << 5) + right;
            for (step, neighbours) in self.lines.free_around(direction, point, self.table.reach) {
                let there = point.index().wrapping_add_signed(step * stride);
                self.renew(direction, Point::from_index(there), self.table.get(neighbours));
            }
        }
    }

    /// Updates the shapes of both colours at a free point in one direction, if they have changed.
    fn renew(&mut self, direction: usize, point: Point, found: u8) {
        for color in Color::ALL {
            let old = self.shapes[color.index()][point.index()];
            let shape = u16::from(found >> (4 * color.index()) & 15);
            let new = old & !(15 << (4 * direction)) | shape << (4 * direction);
            if new != old {
                self.count_out(color, point);
                self.changes.push((color, point, old));
                self.shapes[color.index()][point.index()] = new;
                self.count_in(color, point);
            }
        }
    }
}
