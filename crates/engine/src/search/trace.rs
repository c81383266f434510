//! Counts of how often search rules acted at each ply, for the tests of these rules.

use std::cell::Cell;

use crate::types::MAX_PLY;

/// A rule of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    GameOver,
    TableHit,
    BoundedByRepetition,
    MateDistancePruning,
    TtCutoff,
    TtCutoffRefused,
    HindsightExtension,
    HindsightReduction,
    ReverseFutilityPruning,
    Razoring,
    ProbCut,
    NullMoveSearch,
    NullMovePruning,
    NullMoveVerified,
    NullMoveRefuted,
    InternalIterativeReduction,
    SeeCapturePruning,
    LateMovePruning,
    HistoryPruning,
    FutilityPruning,
    SeeQuietPruning,
    CheckExtension,
    SingularSearch,
    SingularExtension,
    DoubleExtension,
    TripleExtension,
    Multicut,
    NegativeExtension,
    LateMoveReduction,
    DeeperResearch,
    ShallowerResearch,
    QsEvasionPruning,
    QsCapturePruning,
    DeltaPruning,
    DeltaSeePruning,
    AspirationFailLow,
    AspirationFailHigh,
}

const RULES: usize = Rule::AspirationFailHigh as usize + 1;
const PLIES: usize = MAX_PLY + 2;

/// How often each rule acted at each ply.
#[derive(Debug)]
pub(super) struct RuleTrace(Vec<Cell<u32>>);

impl Default for RuleTrace {
    fn default() -> Self {
        Self(vec![Cell::new(0); RULES * PLIES])
    }
}

impl RuleTrace {
    pub(super) fn record(&self, rule: Rule, ply: usize) {
        let count = &self.0[rule as usize * PLIES + ply];
        count.set(count.get() + 1);
    }

    /// How often a rule acted at a ply.
    pub(super) fn at(&self, rule: Rule, ply: usize) -> u32 {
        self.0[rule as usize * PLIES + ply].get()
    }
}
