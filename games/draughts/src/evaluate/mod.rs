//! Static evaluation.
//!
//! There are two evaluations. [`parts`], from the documents that describe the game `source`, is a sum of a few terms
//! with hand-set weights. [`patterns`], the stronger one, uses weights for groups of six squares, learnt from self-play
//! games. Both return values in hundredths of a man.

pub mod parts;
pub mod patterns;

use std::fmt;
use std::str::FromStr;

use self::parts::Parts;
use self::patterns::Patterns;
use crate::board::Board;
use crate::geometry::{Direction, bits};
use crate::variant::{Color, Variant};

/// An evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Judge {
    /// The evaluation from the documents that describe the game `source`, with weights set by hand.
    Parts,
    /// Learnt patterns.
    #[default]
    Patterns,
}

impl Judge {
    /// All evaluations.
    pub const ALL: [Self; 2] = [Self::Parts, Self::Patterns];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parts => "parts",
            Self::Patterns => "patterns",
        }
    }
}

impl fmt::Display for Judge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Judge {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|judge| judge.name() == name)
            .ok_or_else(|| format!("unknown evaluation {name:?}; expected parts or patterns"))
    }
}

/// An evaluation with its weights.
#[derive(Clone, Copy, Debug)]
pub enum Evaluator {
    /// The evaluation from the documents that describe the game `source`.
    Parts(&'static Parts),
    /// Learnt patterns.
    Patterns(&'static Patterns),
}

impl Evaluator {
    /// The evaluation for a game.
    pub fn new(judge: Judge, variant: Variant) -> Self {
        match judge {
            Judge::Parts => Self::Parts(Parts::of(variant)),
            Judge::Patterns => Self::Patterns(Patterns::of(variant)),
        }
    }

    /// The value of a position from the point of view of the side to move, in hundredths of a man.
    pub fn evaluate(&self, board: &Board) -> i32 {
        let value = match self {
            Self::Parts(parts) => parts.evaluate(board),
            Self::Patterns(patterns) => patterns.evaluate(board),
        };
        if is_hard_to_win(board, value) { value / 8 } else { value }
    }
}

/// Whether the side with the advantage has too few pieces to win: a flying king nearly always escapes from three.
fn is_hard_to_win(board: &Board, value: i32) -> bool {
    let better = if value > 0 { board.side() } else { board.side().other() };
    board.rules().kings_fly
        && board.kings(better.other()) != 0
        && board.pieces(better).count_ones() <= 3
}

/// The pieces of a side that the other side could jump if it were its turn.
pub fn threatened(board: &Board, color: Color) -> u64 {
    let rules = board.rules();
    let geometry = &rules.geometry;
    let free = board.free();
    let enemy = color.other();
    let own = board.pieces(color);
    let men_ways = match enemy {
        Color::White => Direction::UP,
        Color::Black => Direction::DOWN,
    };
    let mut found = 0;
    for way in Direction::ALL {
        // Own pieces with a free square behind them.
        let open = own & geometry.step(free, way.opposite());
        let mut attackers = board.kings(enemy);
        if rules.men_capture_backwards || men_ways.contains(&way) {
            attackers |= board.men(enemy);
        }
        found |= geometry.step(attackers, way) & open;
    }
    if rules.kings_fly {
        for king in bits(board.kings(enemy)) {
            for way in Direction::ALL {
                let mut square = geometry.step(1 << king, way);
                while square & free != 0 {
                    square = geometry.step(square, way);
                }
                if geometry.step(square, way) & free != 0 {
                    found |= square & own;
                }
            }
        }
    }
    found
}
