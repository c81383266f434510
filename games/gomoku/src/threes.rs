//! Victory by continuous threats (VCT): fours, and open threes that threaten a victory by continuous fours.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use chuhe_clock::Instant;

use crate::board::Point;
use crate::fours::{FourSolver, Victory, makes_four};
use crate::patterns::Shape;
use crate::position::Position;
use crate::worth::Threat;

/// Positions that a look for continuous fours inside may take.
const FOUR_NODES: u64 = 400;
/// The most attacking moves that are not forced.
const MOVES_MAX: u32 = 20;
/// The memory is emptied when it has so many positions.
const MEMORY_MAX: usize = 1 << 20;

/// Searches for wins by continuous threats.
///
/// A reported win holds against every defence: the defender is assumed to have every move that touches the threat,
/// every four, and every move that prepares a four, and to lose only if a win by continuous fours or threats follows
/// each of them. If none is reported, that proves nothing: winning quiet moves are beyond the solver.
#[derive(Debug, Default)]
pub struct ThreatSolver {
    fours: FourSolver,
    /// To how many attacking moves a position was seen to have no victory.
    without: HashMap<u64, u32>,
    nodes: u64,
    limit: u64,
}

/// What ends a look for a victory.
#[derive(Clone, Copy, Debug)]
pub struct ThreatLimits<'a> {
    /// Positions to look at, those of the looks for continuous fours counted too.
    pub nodes: u64,
    /// Ends it from outside.
    pub stop: &'a AtomicBool,
    /// When to give up, if there is a time for it.
    pub until: Option<Instant>,
}

impl ThreatSolver {
    /// How many positions were looked at so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes + self.fours.nodes()
    }

    /// The victory of the side to move with the fewest open threes, if one is found within the limits. The position is
    /// afterwards as it was.
    pub fn solve(&mut self, position: &mut Position, limits: ThreatLimits) -> Option<Vec<Point>> {
        self.limit = self.nodes().saturating_add(limits.nodes);
        if self.without.len() > MEMORY_MAX {
            self.without.clear();
        }
        if position.is_over() {
            return None;
        }
        let mut line = Vec::new();
        for moves in 0..=MOVES_MAX {
            if self.attack(position, moves, limits, &mut line) {
                line.reverse();
                return Some(line);
            }
            line.clear();
            if self.must_stop(limits) {
                break;
            }
        }
        None
    }

    fn must_stop(&self, limits: ThreatLimits) -> bool {
        self.nodes() >= self.limit
            || limits.stop.load(Relaxed)
            || limits.until.is_some_and(|until| Instant::now() >= until)
    }

    fn fours(&mut self, position: &mut Position) -> Option<Victory> {
        self.fours.solve(position, FOUR_NODES)
    }

    /// The side to move attacks, with at most so many threes. The line is collected backwards.
    fn attack(
        &mut self,
        position: &mut Position,
        threes: u32,
        limits: ThreatLimits,
        line: &mut Vec<Point>,
    ) -> bool {
        if let Some(victory) = self.fours(position) {
            line.extend(victory.line.iter().rev());
            return true;
        }
        if threes == 0 || self.must_stop(limits) {
            return false;
        }
        let key = position.key();
        if self.without.get(&key).is_some_and(|seen| *seen >= threes) {
            return false;
        }
        self.nodes += 1;
        for point in attacks(position) {
            position.play(point);
            let wins = self.defend(position, threes, limits, line);
            position.undo();
            if wins {
                line.push(point);
                return true;
            }
            if self.must_stop(limits) {
                return false;
            }
        }
        self.without.insert(key, threes);
        false
    }

    /// The side to move defends against what was just played.
    fn defend(
        &mut self,
        position: &mut Position,
        threes: u32,
        limits: ThreatLimits,
        line: &mut Vec<Point>,
    ) -> bool {
        let defender = position.to_move();
        if position.is_over() || position.count(defender, Threat::Five) > 0 {
            return false;
        }
        let fives = *position.points(!defender, Threat::Five);
        if let Some(block) = fives.iter().next() {
            // A four: one answer. Two fives would have been found as a victory by fours.
            if position.foul(defender, block).is_some() {
                line.push(block);
                return true;
            }
            return self.answer(position, block, threes, limits, line);
        }
        // Is it a threat at all?
        position.pass();
        let threat = self.fours(position);
        position.pass();
        let Some(threat) = threat else { return false };
        if self.fours(position).is_some() {
            return false;
        }
        let mut longest: Vec<Point> = Vec::new();
        for point in defences(position, &threat) {
            let mut rest = Vec::new();
            if !self.answer(position, point, threes - 1, limits, &mut rest) {
                return false;
            }
            if rest.len() > longest.len() {
                longest = rest;
            }
        }
        if longest.is_empty() {
            // Nothing to be done: the threat is carried out.
            return false;
        }
        line.extend(longest);
        true
    }

    /// Whether the attacker wins after an answer of the defender.
    fn answer(
        &mut self,
        position: &mut Position,
        point: Point,
        threes: u32,
        limits: ThreatLimits,
        line: &mut Vec<Point>,
    ) -> bool {
        position.play(point);
        let wins = self.attack(position, threes, limits, line);
        position.undo();
        if wins {
            line.push(point);
        }
        wins
    }
}

/// Moves of the side to move that threaten something: fours, and open threes. If the other side has a four, only the
/// move that stops it.
fn attacks(position: &Position) -> Vec<Point> {
    let attacker = position.to_move();
    let is_attack = |point: &Point| {
        let threat = position.threat(attacker, *point);
        matches!(threat, Threat::Three | Threat::DoubleThree)
            || makes_four(position, *point)
            || threat == Threat::MaybeFoul && position.foul(attacker, *point).is_none()
    };
    let mut stops = position.points(!attacker, Threat::Five).iter();
    if let Some(stop) = stops.next() {
        // Whether what was threatened before is still a threat then will be seen.
        let is_possible = stops.next().is_none() && position.foul(attacker, stop).is_none();
        return if is_possible { vec![stop] } else { Vec::new() };
    }
    let mut found: Vec<Point> = position.near().iter().filter(is_attack).collect();
    found.sort_by_key(|point| -position.worth(attacker, *point).order);
    found
}

/// What a defender may try against a threat of continuous fours: everything on its lines, his own fours, and what
/// prepares a four of his, so that an answer that he is forced to may come with a threat.
fn defences(position: &Position, threat: &Victory) -> Vec<Point> {
    let defender = position.to_move();
    let mut tries = threat.points;
    for point in &threat.line {
        tries.insert(*point);
    }
    let mut found: Vec<Point> = tries.iter().filter(|point| position.is_empty(*point)).collect();
    let prepares = |point: &Point| {
        position
            .shapes(defender, *point)
            .iter()
            .any(|shape| (Shape::ClosedThree..=Shape::OpenFour).contains(shape))
    };
    found.extend(position.near().iter().filter(|point| !tries.contains(*point)).filter(prepares));
    found.retain(|point| position.foul(defender, *point).is_none());
    found
}
