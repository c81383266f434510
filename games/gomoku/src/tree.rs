//! A position in the form that `game_core` searches.

use std::sync::OnceLock;

use game_core::{Game, Outcome};

use crate::baseline;
use crate::board::Point;
use crate::candidates::{candidates, order};
use crate::evaluate::evaluate;
use crate::fours::FourSolver;
use crate::position::Position;
use crate::worth::Threat;

/// The evaluation and move order that a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// The strongest evaluation and move order.
    #[default]
    Full,
    /// The evaluation and move order of [`baseline`].
    Baseline,
}

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Manner {
    pub(crate) evaluation: Evaluation,
    /// Whether to look for wins by continuous fours at every position.
    pub(crate) solves_fours: bool,
    /// The percentage of moves that the search overlooks. In the same position, it always overlooks the same moves.
    pub(crate) overlooked_percent: u64,
}

/// The weight of a move's static order relative to its history.
const PRIOR_WEIGHT: i32 = 8;
/// The factor for reductions: late moves are reduced by the product of the logarithms of depth and index, times this.
const REDUCTION: f64 = 0.9;

/// A position in a search.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    position: Position,
    solver: FourSolver,
    manner: Manner,
}

/// The number of positions that a search for continuous fours may visit with this many plies left.
const fn four_nodes(depth: i32) -> u64 {
    match depth {
        ..=0 => 24,
        1..=2 => 60,
        3..=4 => 150,
        _ => 400,
    }
}

impl Tree {
    pub(crate) fn new(position: Position, manner: Manner) -> Self {
        Self { position, solver: FourSolver::default(), manner }
    }

    fn is_overlooked(&self, point: Point) -> bool {
        let mixed =
            (self.position.key() ^ point.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) % 100 < self.manner.overlooked_percent
    }
}

impl Game for Tree {
    type Move = Point;

    fn moves(&self, moves: &mut Vec<Point>) {
        let begin = moves.len();
        candidates(&self.position, moves);
        if self.manner.evaluation == Evaluation::Baseline {
            let size = self.position.size();
            moves[begin..].sort_by_key(|point| baseline::ring(size, *point));
        }
        if self.manner.overlooked_percent > 0 && moves.len() - begin > 1 {
            let first = moves[begin];
            moves.retain(|point| !self.is_overlooked(*point));
            if moves.len() == begin {
                moves.push(first);
            }
        }
    }

    fn play(&mut self, point: Point) {
        self.position.play(point);
    }

    fn undo(&mut self) {
        self.position.undo();
    }

    fn side(&self) -> usize {
        self.position.to_move().index()
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.position.winner() {
            Some(winner) if winner == self.position.to_move() => Some(Outcome::Win),
            Some(_) => Some(Outcome::Loss),
            None => self.position.is_full().then_some(Outcome::Draw),
        }
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn tag(&self, point: Point) -> u16 {
        point.index() as u16
    }

    fn evaluate(&mut self) -> i32 {
        match self.manner.evaluation {
            Evaluation::Full => evaluate(&self.position),
            Evaluation::Baseline => baseline::evaluate(&self.position),
        }
    }

    fn prior(&self, point: Point) -> i32 {
        match self.manner.evaluation {
            Evaluation::Full => {
                (order(&self.position, point) * PRIOR_WEIGHT).clamp(-10_000, 10_000)
            }
            Evaluation::Baseline => 0,
        }
    }

    /// The move order is good here, so late moves can be reduced strongly.
    fn reduction(&self, depth: i32, index: usize) -> i32 {
        static TABLE: OnceLock<[[u8; 64]; 64]> = OnceLock::new();
        let table = TABLE.get_or_init(|| {
            let mut table = [[0; 64]; 64];
            for depth in 2..64_u8 {
                for index in 2..64_u8 {
                    let product = f64::from(depth).ln() * f64::from(index).ln();
                    table[usize::from(depth)][usize::from(index)] = (product * REDUCTION) as u8;
                }
            }
            table
        });
        i32::from(table[depth.clamp(0, 63) as usize][index.min(63)]).min((depth - 1).max(0))
    }

    /// A five, two fives or an open four decide the game; so may continuous fours, if they are worth looking for.
    fn foreseen(&mut self, depth: i32) -> Option<(Outcome, u32)> {
        let position = &mut self.position;
        let own = position.to_move();
        if position.count(own, Threat::Five) > 0 {
            return Some((Outcome::Win, 1));
        }
        match position.count(!own, Threat::Five) {
            0 if position.count(own, Threat::OpenFour) > 0 => return Some((Outcome::Win, 3)),
            0 | 1 => {}
            _ => return Some((Outcome::Loss, 2)),
        }
        let fours = position.count(own, Threat::Four) + position.count(own, Threat::MaybeFoul);
        if !self.manner.solves_fours || position.count(own, Threat::FourThree) == 0 && fours < 2 {
            return None;
        }
        let victory = self.solver.solve(position, four_nodes(depth))?;
        Some((Outcome::Win, victory.line.len() as u32))
    }

    /// A four has only one reply. The attacker's moves between the replies are not forced, so sequences of forced moves
    /// are finite.
    fn is_forced(&self) -> bool {
        self.position.count(!self.position.to_move(), Threat::Five) > 0
    }

    /// A four must be answered before the position can be evaluated.
    fn is_quiet(&self) -> bool {
        self.position.count(!self.position.to_move(), Threat::Five) == 0
    }
}
