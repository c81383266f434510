//! How a search is to be done, as opposed to when it ends.

use std::time::Duration;

use crate::rules::Rules;

/// Everything about a search that the options decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Lines to report, at least 1.
    pub multipv: u32,
    /// Time kept back per move for what happens between engine and host.
    pub move_overhead: Duration,
    /// Whether the host ponders. The engine then thinks on part of the opponent's time too, and takes more of its own.
    pub ponder: bool,
    /// How games end.
    pub rules: Rules,
    /// How selective the search is.
    pub pruning: Pruning,
    /// Weakness on purpose; none for full strength.
    pub handicap: Option<Handicap>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            multipv: 1,
            move_overhead: Duration::from_millis(30),
            ponder: false,
            rules: Rules::default(),
            pruning: Pruning::Large,
            handicap: None,
        }
    }
}

impl Settings {
    /// Whether nothing weakens the search: neither its grade of pruning nor a handicap.
    pub(super) const fn is_full_strength(&self) -> bool {
        matches!(self.pruning, Pruning::Large) && self.handicap.is_none()
    }
}

/// How selective the search is, as UCCI grades it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pruning {
    /// Full width: no null moves, reductions or pruning of moves.
    None,
    /// Null move pruning only.
    Small,
    /// Null move pruning and late move reductions.
    Medium,
    /// Every pruning and reduction there is.
    Large,
}

/// How to play weakly in a human way: few nodes, errors of evaluation, overlooked moves, and variety.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// Most nodes, whatever the clock allows.
    pub nodes: Option<u64>,
    /// Largest error of the evaluation, in centipawns. A position gets the same error all game long.
    pub misjudge_cp: i32,
    /// A root move may be played if it is at most this many centipawns worse than the best; the better, the likelier.
    pub choice_cp: i32,
    /// Chance per mille that a move which is hard to see is overlooked, anywhere below the root.
    pub blindness: u32,
    /// Decides the errors, the overlooked moves and the choices.
    pub seed: u64,
}
