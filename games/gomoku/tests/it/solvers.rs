//! Tests the wins that the solvers report, against brute force and against every defence.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

use std::sync::atomic::AtomicBool;

use gomoku::board::{Color, Point, Size};
use gomoku::fours::FourSolver;
use gomoku::position::Position;
use gomoku::rules::Rule;
use gomoku::threes::{ThreatLimits, ThreatSolver};

/// A reproducible random number below `limit`.
fn random(state: &mut u64, limit: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % limit
}

/// Solves continuous fours by brute force, on a plain board under the freestyle rule.
struct Brute {
    side: i32,
    cells: Vec<u8>,
}

impl Brute {
    fn wins(&self, place: usize, color: u8) -> bool {
        let (x, y) = (place as i32 % self.side, place as i32 / self.side);
        let at = |x: i32, y: i32| {
            (0..self.side).contains(&x)
                && (0..self.side).contains(&y)
                && self.cells[(y * self.side + x) as usize] == color
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let run = |sign: i32| {
                (1..5).take_while(|step| at(x + sign * step * dx, y + sign * step * dy)).count()
            };
            run(1) + run(-1) >= 4
        })
    }

    fn fives(&self, color: u8) -> Vec<usize> {
        (0..self.cells.len())
            .filter(|place| self.cells[*place] == 0 && self.wins(*place, color))
            .collect()
    }

    fn attack(&mut self, attacker: u8) -> bool {
        if !self.fives(attacker).is_empty() {
            return true;
        }
        let stops = self.fives(3 - attacker);
        let tries: Vec<usize> = match stops.len() {
            0 => (0..self.cells.len()).filter(|place| self.cells[*place] == 0).collect(),
            1 => stops,
            _ => return false,
        };
        tries.into_iter().any(|place| {
            self.cells[place] = attacker;
            let fives = self.fives(attacker);
            let wins = match fives[..] {
                [] => false,
                [block] => {
                    self.cells[block] = 3 - attacker;
                    let wins = self.attack(attacker);
                    self.cells[block] = 0;
                    wins
                }
                _ => true,
            };
            self.cells[place] = 0;
            wins
        })
    }
}

fn random_position(state: &mut u64, side: usize, rule: Rule, stones: usize) -> Position {
    let board = Size::new(side, side).unwrap();
    loop {
        let mut position = Position::new(board, rule);
        while position.played().len() < stones && !position.is_over() {
            let point = Point::new(random(state, side), random(state, side));
            drop(position.try_play(point));
        }
        if !position.is_over() {
            return position;
        }
    }
}

#[test]
fn continuous_fours_are_found_where_there_are_any() {
    let mut state = 11;
    let mut found = [0; 2];
    for round in 0..400 {
        let side = 6 + round % 3;
        let mut position = random_position(&mut state, side, Rule::Freestyle, 10 + round % 11);
        let mut brute = Brute { side: side as i32, cells: vec![0; side * side] };
        for (point, color) in position.played() {
            brute.cells[point.row() * side + point.column()] = color.index() as u8 + 1;
        }
        let expected = brute.attack(position.to_move().index() as u8 + 1);
        let mut solver = FourSolver::default();
        let victory = solver.solve(&mut position, 1_000_000);
        assert!(solver.is_exhaustive());
        assert_eq!(victory.is_some(), expected, "{:?}", position.played());
        found[usize::from(expected)] += 1;
    }
    assert!(found.iter().all(|count| *count > 40), "{found:?}");
}

/// Plays a line of continuous fours and checks that each reply is forced.
fn assert_forced(mut position: Position, line: &[Point]) {
    let attacker = position.to_move();
    for (index, point) in line.iter().enumerate() {
        assert_eq!(position.winner(), None);
        let is_attack = position.to_move() == attacker;
        assert_eq!(is_attack, index % 2 == 0);
        if is_attack {
            position.try_play(*point).unwrap();
        } else {
            // If the defender plays elsewhere, the attacker wins at this point.
            let mut free = position.clone();
            let elsewhere = free.size().points().find(|other| {
                *other != *point && free.is_empty(*other) && free.foul(!attacker, *other).is_none()
            });
            free.try_play(elsewhere.unwrap()).unwrap();
            if free.winner().is_none() {
                free.try_play(*point).unwrap();
                assert_eq!(free.winner(), Some(attacker), "{point:?} of {line:?}");
            }
            if position.try_play(*point).is_err() {
                // A forced foul ends the line.
                assert_eq!(index + 1, line.len());
                assert!(position.foul(!attacker, *point).is_some());
                return;
            }
        }
    }
    assert_eq!(position.winner(), Some(attacker), "{line:?}");
}

#[test]
fn every_line_of_fours_is_forced_to_its_end() {
    let mut state = 5;
    let mut found = 0;
    for round in 0..900 {
        let rule = Rule::ALL[round % 3];
        let mut position = random_position(&mut state, 9, rule, 20 + round % 12);
        let before = position.key();
        if let Some(victory) = FourSolver::default().solve(&mut position, 100_000) {
            found += 1;
            assert_forced(position.clone(), &victory.line);
        }
        assert_eq!(position.key(), before);
    }
    assert!(found > 180, "{found}");
}

#[test]
fn a_limit_of_nodes_ends_the_look() {
    let mut state = 8;
    let mut position = random_position(&mut state, 15, Rule::Freestyle, 90);
    let mut solver = FourSolver::default();
    solver.solve(&mut position, 3);
    assert!(solver.nodes() <= 3);
}

#[test]
fn continuous_threats_hold_against_every_answer() {
    let stop = AtomicBool::new(false);
    let limits = |nodes| ThreatLimits { nodes, stop: &stop, until: None };
    let mut state = 21;
    let mut found = 0;
    for round in 0..110 {
        let rule = Rule::ALL[round % 3];
        let mut position = random_position(&mut state, 11, rule, 12 + round % 8);
        if FourSolver::default().solve(&mut position, 10_000).is_some() {
            continue;
        }
        let Some(line) = ThreatSolver::default().solve(&mut position, limits(3_000)) else {
            continue;
        };
        found += 1;
        let attacker = position.to_move();
        position.try_play(line[0]).unwrap();
        let mut solver = ThreatSolver::default();
        for answer in position.size().points() {
            if position.try_play(answer).is_err() {
                continue;
            }
            assert_eq!(position.winner(), None);
            let still = solver.solve(&mut position, limits(20_000));
            assert!(still.is_some(), "{rule}: {answer:?} stops {line:?}: {:?}", position.played());
            position.undo();
        }
        assert_eq!(position.to_move(), !attacker);
    }
    assert!(found > 5, "{found}");
}

#[test]
fn a_known_attack_is_found() {
    // The position has two open twos that cross: the first move makes one three, and the second makes two.
    let size = Size::new(15, 15).unwrap();
    let black = [(6, 7), (7, 7), (8, 8), (8, 9)];
    let white = [(0, 0), (14, 0), (0, 14), (14, 14)];
    let stones: Vec<(Point, Color)> = black
        .iter()
        .map(|at| (Point::new(at.0, at.1), Color::Black))
        .chain(white.iter().map(|at| (Point::new(at.0, at.1), Color::White)))
        .collect();
    let stop = AtomicBool::new(false);
    for (rule, wins) in [(Rule::Freestyle, true), (Rule::Standard, true)] {
        let mut position = Position::from_stones(size, rule, &stones, Color::Black).unwrap();
        let line = ThreatSolver::default()
            .solve(&mut position, ThreatLimits { nodes: 100_000, stop: &stop, until: None });
        assert_eq!(line.is_some(), wins, "{rule}");
    }
    // With `stop` set, the solver finds nothing.
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let mut position = Position::from_stones(size, Rule::Freestyle, &stones, Color::Black).unwrap();
    let stopped = ThreatSolver::default()
        .solve(&mut position, ThreatLimits { nodes: 100_000, stop: &stop, until: None });
    assert_eq!(stopped, None);
}
