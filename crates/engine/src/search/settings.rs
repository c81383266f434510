//! Settings for how a search runs, as opposed to when it ends.

use std::time::Duration;

use crate::rules::Rules;

/// The settings of a search that come from the engine options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Lines to report, at least 1.
    pub multipv: u32,
    /// Time reserved per move for communication between engine and host.
    pub move_overhead: Duration,
    /// Whether the host ponders. The engine then also thinks on part of the opponent's time, so it uses more of its
    /// own.
    pub ponder: bool,
    /// The rules that end games.
    pub rules: Rules,
    /// How selective the search is.
    pub pruning: Pruning,
    /// Deliberate weaknesses; `None` for full strength.
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
    /// Whether nothing weakens the search, neither a lower grade of pruning nor a handicap.
    pub(super) const fn is_full_strength(&self) -> bool {
        matches!(self.pruning, Pruning::Large) && self.handicap.is_none()
    }
}

/// How selective the search is, in the grades of UCCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pruning {
    /// Full width: no null moves, reductions or pruning of moves.
    None,
    /// Null move pruning only.
    Small,
    /// Null move pruning and late move reductions.
    Medium,
    /// All pruning and reductions.
    Large,
}

/// Settings for playing weakly in a human way: few nodes, evaluation errors, overlooked moves, and variety.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// Maximum number of nodes, whatever the clock allows.
    pub nodes: Option<u64>,
    /// Largest evaluation error, in centipawns. The error of a position stays the same throughout a game.
    pub misjudge_cp: i32,
    /// Margin in centipawns below the best root move within which another move may be played. Better moves are more
    /// likely.
    pub choice_cp: i32,
    /// Chance, per mille, that a hard-to-see move is overlooked anywhere below the root.
    pub blindness: u32,
    /// Seed for the errors, the overlooked moves and the choices.
    pub seed: u64,
}
