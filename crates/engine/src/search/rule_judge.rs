//! How the rules that end games affect the value of a node.

use super::worker::Worker;
use crate::board::Position;
use crate::eval::Evaluator;
use crate::rules::{self, Recurrence, Verdict};
use crate::types::{DRAW, INFINITE, Value, mated_in, rule_loss_in, rule_win_in};

/// The effect of the rules on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RuleJudgement {
    /// The game ends here, with this value.
    GameOver(Value),
    /// The game continues, but the value of the node is limited to a range.
    Bounded(ValueRange),
}

/// The range of values that a node can have on the current path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueRange {
    min: Value,
    max: Value,
}

impl ValueRange {
    /// Any value.
    pub(super) const FULL: Self = Self { min: -INFINITE, max: INFINITE };

    /// The part of a window that lies in the range; `None` if they do not overlap.
    pub(super) fn narrow(self, alpha: Value, beta: Value) -> Option<(Value, Value)> {
        let (alpha, beta) = (alpha.max(self.min), beta.min(self.max));
        (alpha < beta).then_some((alpha, beta))
    }

    /// The nearest value in the range.
    #[inline]
    pub(super) fn clamp(self, value: Value) -> Value {
        value.max(self.min).min(self.max)
    }
}

/// Counts the positions of the line being searched and of the preceding game, by the lowest bits of their keys. For
/// nearly every new position, a single load shows that it is new.
#[derive(Debug)]
pub(super) struct Seen(Box<[u16; Seen::COUNT]>);

impl Seen {
    /// The number of counters: few enough for the level 1 cache, and enough for a search line after a long game.
    const COUNT: usize = 1 << 12;

    pub(super) fn new() -> Self {
        Self(Box::new([0; Self::COUNT]))
    }

    /// Resets the counts to those of the game that led to a position.
    pub(super) fn reset(&mut self, position: &Position) {
        self.0.fill(0);
        position.history().iter().for_each(|undo| self.add(undo.key));
    }

    #[inline]
    pub(super) fn add(&mut self, key: u64) {
        self.0[key as usize % Self::COUNT] += 1;
    }

    #[inline]
    pub(super) fn remove(&mut self, key: u64) {
        self.0[key as usize % Self::COUNT] -= 1;
    }

    /// Whether a position may have occurred before within the reversible plies. If false, it has not.
    #[inline]
    fn may_recur(&self, position: &Position) -> bool {
        // The shortest cycle is two moves by each side.
        position.reversible() >= 4 && self.0[position.key() as usize % Self::COUNT] > 0
    }
}

impl RuleJudgement {
    /// The judgement on a recurrence `ply` plies from the root.
    ///
    /// A perpetual check or chase that is not final does not end the game, because the offender may still continue to a
    /// draw. The other side is sure of at least a draw, so the draw bounds the value.
    const fn of_recurrence(recurrence: Recurrence, ply: usize) -> Self {
        match (recurrence.verdict, recurrence.is_final) {
            (Verdict::Draw, _) => Self::GameOver(DRAW),
            (Verdict::Win, true) => Self::GameOver(rule_win_in(ply)),
            (Verdict::Loss, true) => Self::GameOver(rule_loss_in(ply)),
            (Verdict::Win, false) => Self::Bounded(ValueRange { min: DRAW, ..ValueRange::FULL }),
            (Verdict::Loss, false) => Self::Bounded(ValueRange { max: DRAW, ..ValueRange::FULL }),
        }
    }
}

impl<E: Evaluator> Worker<E> {
    /// The judgement of the rules on the position, if they apply.
    #[inline]
    pub(super) fn rule_judge(&mut self, ply: usize) -> Option<RuleJudgement> {
        let (position, limit) = (&self.job.position, self.job.settings.rules.draw_plies);
        let may_end = self.seen.may_recur(position)
            || limit != 0 && position.plies_since_capture() >= limit
            || rules::is_dead_material(position.board());
        if may_end { self.rule_judge_slow(ply) } else { None }
    }

    #[cold]
    fn rule_judge_slow(&mut self, ply: usize) -> Option<RuleJudgement> {
        let (position, rules) = (&self.job.position, &self.job.settings.rules);
        if let Some(recurrence) = rules::repetition(position, ply, rules.set) {
            return Some(RuleJudgement::of_recurrence(recurrence, ply));
        }
        let is_drawn = rules::is_move_count_draw(position, rules.draw_plies)
            || rules::is_dead_material(position.board());
        // Mate and stalemate take precedence.
        let value = || if position.legal_moves().is_empty() { mated_in(ply) } else { DRAW };
        is_drawn.then(|| RuleJudgement::GameOver(value()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_may_recur_once_its_key_was_seen_and_until_it_is_taken_back() {
        let mut position = Position::startpos();
        for mv in ["h2e2", "h9g7", "e2h2"] {
            position.play(mv.parse().unwrap()).unwrap();
        }
        let mut seen = Seen::new();
        seen.reset(&position);
        assert!(!seen.may_recur(&position));
        let key = position.key();
        seen.add(key);
        position.play("g7h9".parse().unwrap()).unwrap();
        assert!(seen.may_recur(&position), "the start position");
        seen.reset(&Position::startpos());
        assert!(!seen.may_recur(&position));
        seen.add(position.key());
        assert!(seen.may_recur(&position));
        seen.remove(position.key());
        assert!(!seen.may_recur(&position));
    }
}
