//! How games end under the rules.

use std::fmt;

use super::conduct::{Conduct, conducts};
use super::repetition::{loser, window};
use super::{Rules, is_dead_material, is_move_count_draw};
use crate::board::Position;
use crate::types::Color;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The rule that ended the game.
    pub reason: Reason,
}

/// The rule that ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The loser is in check and has no legal move.
    Checkmate,
    /// The loser is not in check and has no legal move.
    Stalemate,
    /// Neither side has a piece that can cross the river: a draw.
    DeadMaterial,
    /// The loser checked with every move.
    PerpetualCheck,
    /// The loser chased one piece with every move.
    PerpetualChase,
    /// The loser checked, threatened mate or chased with every move.
    PerpetualAttack,
    /// The position occurred for the third time, and neither side's conduct was worse: a draw.
    Repetition,
    /// Too many moves were played without a capture: a draw.
    MoveCount,
}

impl Reason {
    /// The reason in a word or two, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::DeadMaterial => "dead material",
            Self::PerpetualCheck => "perpetual check",
            Self::PerpetualChase => "perpetual chase",
            Self::PerpetualAttack => "perpetual attack",
            Self::Repetition => "repetition",
            Self::MoveCount => "move count",
        }
    }

    /// Whether this is a rule about repeated positions.
    pub const fn is_repetition(self) -> bool {
        matches!(
            self,
            Self::PerpetualCheck | Self::PerpetualChase | Self::PerpetualAttack | Self::Repetition
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How the game that led to a position has ended; `None` if it is still in progress.
///
/// Only the last position is judged, with its history; whether the game should have ended earlier is not checked. The
/// rules apply in this order: no legal move, insufficient material, repetition, move limit.
pub fn ending(position: &Position, rules: &Rules) -> Option<Ending> {
    let us = position.side_to_move();
    let draw = |reason| Some(Ending { winner: None, reason });
    if position.legal_moves().is_empty() {
        let reason = if position.in_check() { Reason::Checkmate } else { Reason::Stalemate };
        return Some(Ending { winner: Some(!us), reason });
    }
    if is_dead_material(position.board()) {
        return draw(Reason::DeadMaterial);
    }
    if let Some(start) = window(position) {
        return Some(judge_repetition(conducts(position, start, rules.set)));
    }
    if is_move_count_draw(position, rules.draw_plies) {
        return draw(Reason::MoveCount);
    }
    None
}

/// The ending that results from both sides' conduct at the third occurrence of a position.
fn judge_repetition(conducts: [Conduct; 2]) -> Ending {
    let Some(loser) = loser(conducts) else {
        return Ending { winner: None, reason: Reason::Repetition };
    };
    let reason = match conducts[loser.index()] {
        Conduct::PerpetualCheck => Reason::PerpetualCheck,
        Conduct::PerpetualChase => Reason::PerpetualChase,
        Conduct::PerpetualAttack => Reason::PerpetualAttack,
        Conduct::Permitted => Reason::Repetition,
    };
    Ending { winner: Some(!loser), reason }
}
