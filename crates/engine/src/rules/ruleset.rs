//! The rules by which a game is played.

use std::fmt;
use std::str::FromStr;

/// A set of repetition rules. All sets forbid perpetual check; they differ in what else they forbid.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum RuleSet {
    /// The rules of the Asian and World Xiangqi Federations: perpetual check and the perpetual chase of one piece lose.
    #[default]
    Asian,
    /// The Chinese rules, as far as programs implement them: a side that checks, threatens mate or chases with every
    /// move loses.
    Chinese,
    /// The simplified rules of servers: like the Asian rules, but a cycle that contains a check is judged for perpetual
    /// check only.
    Computer,
}

impl RuleSet {
    /// Every set, the default first.
    pub const ALL: [Self; 3] = [Self::Asian, Self::Chinese, Self::Computer];

    /// The name in options and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asian => "asian",
            Self::Chinese => "chinese",
            Self::Computer => "computer",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An unknown rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rule set {0:?}; expected asian, chinese or computer")]
pub struct UnknownRuleSet(pub String);

/// Parses a name, ignoring case.
impl FromStr for RuleSet {
    type Err = UnknownRuleSet;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|set| set.name().eq_ignore_ascii_case(text));
        known.ok_or_else(|| UnknownRuleSet(text.to_owned()))
    }
}

/// The rules that end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Rules {
    /// The repetition rules.
    pub set: RuleSet,
    /// The number of plies without a capture that draws a game; 0 disables the rule. Only the first ten checks of each
    /// side count.
    pub draw_plies: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Self { set: RuleSet::default(), draw_plies: 120 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for set in RuleSet::ALL {
            assert_eq!(set.to_string().to_uppercase().parse(), Ok(set));
        }
        let error = "japanese".parse::<RuleSet>().unwrap_err();
        assert!(error.to_string().contains("\"japanese\""));
    }
}
