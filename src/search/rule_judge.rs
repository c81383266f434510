//! What the laws of the game mean for a node.

use crate::rules::{Recurrence, Verdict};
use crate::types::{DRAW, INFINITE, Value, rule_loss_in, rule_win_in};

/// What the laws that end games say of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RuleJudgement {
    /// The line ends here.
    GameOver(Value),
    /// It goes on, and is worth no more and no less than this.
    Bounded(ValueRange),
}

/// The values that a node can have on this path. What the table remembers of it is free of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueRange {
    min: Value,
    max: Value,
}

impl ValueRange {
    /// Any value.
    const FULL: Self = Self { min: -INFINITE, max: INFINITE };

    /// The part of a window that lies in the range; none if nothing is left of it.
    pub(super) fn narrow(self, alpha: Value, beta: Value) -> Option<(Value, Value)> {
        let (alpha, beta) = (alpha.max(self.min), beta.min(self.max));
        (alpha < beta).then_some((alpha, beta))
    }

    /// The nearest value in the range.
    pub(super) fn clamp(self, value: Value) -> Value {
        value.clamp(self.min, self.max)
    }
}

impl RuleJudgement {
    /// The meaning of a recurrence `ply` plies from the root.
    ///
    /// A lap that would lose for one side is not the end yet, unless it is final: the loser can look for a draw in
    /// the next one, but the other side already has that draw for certain.
    pub(super) const fn of_recurrence(recurrence: Recurrence, ply: usize) -> Self {
        match (recurrence.verdict, recurrence.is_final) {
            (Verdict::Draw, _) => Self::GameOver(DRAW),
            (Verdict::Win, true) => Self::GameOver(rule_win_in(ply)),
            (Verdict::Loss, true) => Self::GameOver(rule_loss_in(ply)),
            (Verdict::Win, false) => Self::Bounded(ValueRange { min: DRAW, ..ValueRange::FULL }),
            (Verdict::Loss, false) => Self::Bounded(ValueRange { max: DRAW, ..ValueRange::FULL }),
        }
    }
}
