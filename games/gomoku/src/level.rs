//! The levels of playing strength.

use std::fmt;
use std::str::FromStr;

use game_core::Handicap;

use crate::tree::{Evaluation, Manner};

/// A level of playing strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Searches two plies, overlooks a third of the moves, and evaluates inaccurately.
    Low,
    /// Searches every move four plies ahead, but does not look for attacks.
    Middle,
    /// Finds wins by continuous fours, and searches six plies ahead.
    High,
    /// Also finds wins by continuous threats, and searches as far ahead as the time allows.
    #[default]
    Full,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 4] = [Self::Low, Self::Middle, Self::High, Self::Full];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Middle => "middle",
            Self::High => "high",
            Self::Full => "full",
        }
    }

    pub(crate) const fn manner(self, evaluation: Evaluation) -> Manner {
        let (solves_fours, overlooked_percent) = match self {
            Self::Low => (false, 35),
            Self::Middle => (false, 0),
            Self::High | Self::Full => (true, 0),
        };
        Manner { evaluation, solves_fours, overlooked_percent }
    }

    /// The depth of the search in plies, or `None` if it is not limited.
    pub(crate) const fn depth(self) -> Option<u32> {
        match self {
            Self::Low => Some(2),
            Self::Middle => Some(4),
            Self::High => Some(6),
            Self::Full => None,
        }
    }

    /// The handicap that makes a weak level misjudge positions; its errors are in units of the evaluation.
    pub(crate) fn handicap(self, seed: u64) -> Option<Handicap> {
        match self {
            Self::Low => Some(Handicap { blur: 120, seed }),
            Self::Middle => Some(Handicap { blur: 25, seed }),
            Self::High | Self::Full => None,
        }
    }

    /// Whether to look for wins by continuous fours before anything else.
    pub(crate) const fn attacks(self) -> bool {
        matches!(self, Self::High | Self::Full)
    }

    /// Whether to look for wins by continuous threats as well.
    pub(crate) const fn plans(self) -> bool {
        matches!(self, Self::Full)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|level| level.name() == text)
            .ok_or_else(|| format!("expected low, middle, high or full, found {text:?}"))
    }
}
