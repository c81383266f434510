//! Victory by continuous fours (VCF): every move makes a four and every reply is forced, until two fours arise at once.

use crate::bits::Points;
use crate::board::Point;
use crate::patterns::Shape;
use crate::position::Position;
use crate::worth::Threat;

/// The number of entries in a solver's memory.
const MEMORY: usize = 1 << 14;
/// The longest win to look for, in moves of the attacker.
const MOVES_MAX: u32 = 60;

/// A win that no defence can stop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Victory {
    /// The moves of both sides from the position on, the attacker's first, up to the five or to a foul that the
    /// defender is forced into.
    pub line: Vec<Point>,
    /// The points relevant to the win: those where either side plays or could complete a five.
    pub(crate) points: Points,
}

/// Searches for wins by continuous fours, and remembers positions that have none.
#[derive(Clone, Debug)]
pub struct FourSolver {
    /// Keys of positions without such a win. Keys that share a slot replace each other.
    without: Vec<u64>,
    nodes: u64,
    limit: u64,
}

impl Default for FourSolver {
    fn default() -> Self {
        Self { without: vec![0; MEMORY], nodes: 0, limit: 0 }
    }
}

impl FourSolver {
    /// The number of positions visited so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The win of the side to move, if there is one and it is found within this many positions. The position is
    /// restored afterwards.
    pub fn solve(&mut self, position: &mut Position, nodes: u64) -> Option<Victory> {
        self.limit = self.nodes.saturating_add(nodes);
        if position.is_over() {
            return None;
        }
        let mut victory = Victory::default();
        if !self.attack(position, MOVES_MAX, &mut victory) {
            return None;
        }
        victory.line.reverse();
        Some(victory)
    }

    /// Whether the last search was complete; if it was not, there may be a win that it did not find.
    pub const fn is_exhaustive(&self) -> bool {
        self.nodes < self.limit
    }

    /// Searches the moves of the attacker, who is to move. A winning line is collected from its last move to its first.
    fn attack(&mut self, position: &mut Position, moves_left: u32, victory: &mut Victory) -> bool {
        let attacker = position.to_move();
        if let Some(five) = position.points(attacker, Threat::Five).iter().next() {
            victory.line.push(five);
            for point in position.points(attacker, Threat::Five).iter() {
                victory.points.insert(point);
            }
            return true;
        }
        if moves_left == 0 {
            // A win this long is not worth the time: give up, as if the node limit were reached.
            self.limit = self.nodes;
        }
        if self.nodes >= self.limit {
            return false;
        }
        let key = position.key();
        let place = key as usize % MEMORY;
        if self.without[place] == key {
            return false;
        }
        self.nodes += 1;
        for point in fours(position) {
            position.play(point);
            let wins = self.defend(position, moves_left - 1, victory);
            position.undo();
            if wins {
                victory.line.push(point);
                victory.points.insert(point);
                return true;
            }
            if self.nodes >= self.limit {
                return false;
            }
        }
        self.without[place] = key;
        false
    }

    /// Searches the defender's reply to a four.
    fn defend(&mut self, position: &mut Position, moves_left: u32, victory: &mut Victory) -> bool {
        let defender = position.to_move();
        if position.winner().is_some() {
            return false;
        }
        let mut fives = position.points(!defender, Threat::Five).iter();
        let Some(block) = fives.next() else { return false };
        if fives.next().is_some() || position.foul(defender, block).is_some() {
            // The defender blocks one of the fives, if that is not a foul.
            return finish(position, block, victory);
        }
        position.play(block);
        let wins = self.attack(position, moves_left, victory);
        position.undo();
        if wins {
            victory.line.push(block);
            victory.points.insert(block);
        }
        wins
    }
}

/// Adds the last moves of the line after a four that cannot be stopped.
fn finish(position: &mut Position, block: Point, victory: &mut Victory) -> bool {
    let attacker = !position.to_move();
    let fives = *position.points(attacker, Threat::Five);
    for point in fives.iter() {
        victory.points.insert(point);
    }
    if position.foul(!attacker, block).is_some() {
        victory.line.push(block);
    } else {
        victory.line.extend(fives.iter().find(|point| *point != block));
        victory.line.push(block);
    }
    true
}

/// The moves of the side to move that make a four, the most promising first; if the other side has a four, only a move
/// that also blocks it. The side to move must not have a five.
fn fours(position: &Position) -> Vec<Point> {
    let attacker = position.to_move();
    let mut stops = position.points(!attacker, Threat::Five).iter();
    if let Some(stop) = stops.next() {
        let is_four = stops.next().is_none() && makes_four(position, stop);
        return if is_four { vec![stop] } else { Vec::new() };
    }
    let mut found: Vec<Point> = position.points(attacker, Threat::OpenFour).iter().collect();
    found.extend(position.points(attacker, Threat::FourThree).iter());
    let mut single: Vec<Point> = position.points(attacker, Threat::Four).iter().collect();
    single.sort_by_key(|point| -position.worth(attacker, *point).order);
    found.extend(single);
    found.extend(
        position
            .points(attacker, Threat::MaybeFoul)
            .iter()
            .filter(|point| makes_four(position, *point)),
    );
    found
}

/// Whether a move of the side to move makes a four and is not a foul.
pub(crate) fn makes_four(position: &Position, point: Point) -> bool {
    let color = position.to_move();
    match position.threat(color, point) {
        threat if threat.is_four() => true,
        Threat::MaybeFoul => {
            let shapes = position.shapes(color, point);
            shapes.iter().any(|shape| (Shape::Four..=Shape::OpenFour).contains(shape))
                && position.foul(color, point).is_none()
        }
        _ => false,
    }
}
