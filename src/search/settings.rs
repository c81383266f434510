//! How a search is to be done, as opposed to when it ends.

use std::time::Duration;

use crate::rules::Rules;

/// Everything the options decide about a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Lines to report, at least 1.
    pub multipv: u32,
    /// Time kept back per move for pipes and hosts.
    pub move_overhead: Duration,
    /// The host ponders, so that part of the opponent's time is ours too.
    pub ponder: bool,
    /// How games end.
    pub rules: Rules,
    /// How boldly the search cuts.
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

/// The UCCI scale of selectivity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pruning {
    /// Full width: every move to the full depth.
    None,
    /// Null move only.
    Small,
    /// Null move and late move reductions.
    Medium,
    /// Everything.
    Large,
}

/// How to be weak in a human way: short thought, wrong judgement, overlooked moves, and a taste for variety.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// Nodes thought at most, whatever the clock allows.
    pub nodes: Option<u64>,
    /// Each position is misjudged by up to this many centipawns, the same way all game long.
    pub misjudge_cp: i32,
    /// Any root move at most this much worse than the best may be played, the better ones more often.
    pub choice_cp: i32,
    /// Chance per mille that a move which is hard to see is overlooked anywhere below the root.
    pub blindness: u32,
    /// Decides which positions are misjudged, which moves overlooked and which choices made.
    pub seed: u64,
}
