//! Victory by continuous threats (VCT): fours, and open threes that threaten a victory by continuous fours.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use chuhe_util::clock::Instant;

use crate::board::Point;
use crate::fours::{FourSolver, Victory, makes_four};
use crate::patterns::Shape;
use crate::position::Position;
use crate::worth::Threat;

/// The number of positions that each search for continuous fours may visit.
const FOUR_NODES: u64 = 400;
/// The maximum number of attacking moves that do not make a four.
const MOVES_MAX: u32 = 20;
/// The number of remembered positions that triggers clearing the memory.
const MEMORY_MAX: usize = 1 << 20;

/// Searches for wins by continuous threats.
///
/// A reported win holds against every defence considered: every move that touches the threat, every four of the
/// defender and every move that prepares one. A win by continuous fours or threats must follow each of them. If no win
/// is reported, there may still be one, because the solver does not try quiet moves.
#[derive(Debug, Default)]
pub struct ThreatSolver {
    fours: FourSolver,
    /// Positions without a win, by key, with the number of threes up to which that was proved.
    without: HashMap<u64, u32>,
    nodes: u64,
    limit: u64,
}

/// The limits of a search for a win.
#[derive(Clone, Copy, Debug)]
pub struct ThreatLimits<'a> {
    /// The maximum number of positions to visit, including those visited by the searches for continuous fours.
    pub nodes: u64,
    /// A request to stop.
    pub stop: &'a AtomicBool,
    /// The time at which to give up, if there is one.
    pub until: Option<Instant>,
}

impl ThreatSolver {
    /// The number of positions visited so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes + self.fours.nodes()
    }

    /// The win of the side to move with the fewest open threes, if one is found within the limits. The position is
    /// restored afterwards.
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

    /// Searches the moves of the attacker, who is to move and may make at most this many threes. A winning line is
    /// collected from its last move to its first.
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

    /// Searches the defender's replies to the last move.
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
            // A four has one reply. Two fives would already have been found as a win by fours.
            if position.foul(defender, block).is_some() {
                line.push(block);
                return true;
            }
            return self.answer(position, block, threes, limits, line);
        }
        // Check whether the move threatens anything at all.
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
            // The defender has no legal reply, so there is no line to report.
            return false;
        }
        line.extend(longest);
        true
    }

    /// Whether the attacker wins after this reply of the defender.
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

/// The moves of the side to move that make a threat: fours and open threes. If the other side has a four, this is only
/// the move that blocks it.
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
        // The search will show whether the earlier threat still stands after the block.
        let is_possible = stops.next().is_none() && position.foul(attacker, stop).is_none();
        return if is_possible { vec![stop] } else { Vec::new() };
    }
    let mut found: Vec<Point> = position.near().iter().filter(is_attack).collect();
    found.sort_by_key(|point| -position.worth(attacker, *point).order);
    found
}

/// The defences against a threat of continuous fours: all points of the threat, the defender's own fours, and the moves
/// that prepare one, because a later forced reply may then make a threat.
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
