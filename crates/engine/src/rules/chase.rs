//! Chases: new threats created by a move.

use super::RuleSet;
use super::attack::Threats;
use crate::board::{Board, PieceId, PieceSet};
use crate::types::Color;

/// Finds the pieces a move chases by comparing the mover's threats before and after the move.
pub(super) struct ChaseTest<'a> {
    set: RuleSet,
    before: Threats<'a>,
    after: Threats<'a>,
}

impl<'a> ChaseTest<'a> {
    /// Creates the test for the move of `side` that led from `before` to `after`.
    pub(super) fn new(set: RuleSet, before: &'a Board, after: &'a Board, side: Color) -> Self {
        Self { set, before: Threats::new(set, before, side), after: Threats::new(set, after, side) }
    }

    /// The pieces among `candidates` that the move chases.
    pub(super) fn chased(&self, candidates: PieceSet) -> PieceSet {
        let victims = self.after.victims().filter(|id| candidates.contains(*id));
        victims.filter(|id| self.chasers(*id).next().is_some()).collect()
    }

    /// The pieces whose threat to `victim` is new.
    ///
    /// A threat belongs to a pair of pieces, so it is new even if another piece threatened the victim before. Under the
    /// computer rules, however, a threat is new only if no piece threatened the victim before.
    pub(super) fn chasers(&self, victim: PieceId) -> impl Iterator<Item = PieceId> {
        self.after
            .attackers()
            .filter(move |id| self.after.has(*id, victim) && self.is_new(*id, victim))
    }

    fn is_new(&self, attacker: PieceId, victim: PieceId) -> bool {
        let before = &self.before;
        match self.set {
            RuleSet::Computer => !before.attackers().any(|id| before.has(id, victim)),
            RuleSet::Chinese => !before.has(attacker, victim),
            RuleSet::Asian => {
                !before.has(attacker, victim) && !before.is_held_through_attacker(attacker, victim)
            }
        }
    }
}
