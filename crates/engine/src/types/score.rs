//! Scores: plain integers inside the search, [`Score`] outside.

use std::fmt;
use std::ops::Neg;

/// A score in centipawns, from the side to move's point of view unless stated otherwise.
pub type Value = i32;

/// The maximum depth of a line in the search, in plies from the root.
pub const MAX_PLY: usize = 128;

/// The score of a draw.
pub const DRAW: Value = 0;
/// The mate score at ply 0. Mate at ply `n` scores `MATE - n`.
pub const MATE: Value = 30_000;
/// The lowest mate score.
pub const MATE_BOUND: Value = MATE - 2 * MAX_PLY as Value;
/// The score of a win by the repetition rules at the root; at ply `n` it is `RULE_WIN - n`. It lies below every mate
/// score and above every evaluation.
pub const RULE_WIN: Value = 28_000;
/// The lowest score of a win by rule.
pub const RULE_BOUND: Value = RULE_WIN - 2 * MAX_PLY as Value;
/// The score of a win according to the endgame tables, at the root; at ply `n` it is `TABLE_WIN - n`. It lies below
/// every win by rule and above every evaluation.
pub const TABLE_WIN: Value = 27_000;
/// The lowest score of a win according to the endgame tables.
pub const TABLE_BOUND: Value = TABLE_WIN - 2 * MAX_PLY as Value;
/// A bound above every score.
pub const INFINITE: Value = 32_000;

/// The score of mating at `ply`.
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// The score of being mated at `ply`.
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// The score of winning by rule at `ply`.
pub const fn rule_win_in(ply: usize) -> Value {
    RULE_WIN - ply as Value
}

/// The score of losing by rule at `ply`.
pub const fn rule_loss_in(ply: usize) -> Value {
    ply as Value - RULE_WIN
}

/// The score of reaching, at `ply`, a position that is won according to the endgame tables.
pub const fn table_win_in(ply: usize) -> Value {
    TABLE_WIN - ply as Value
}

/// The score of reaching, at `ply`, a position that is lost according to the endgame tables.
pub const fn table_loss_in(ply: usize) -> Value {
    ply as Value - TABLE_WIN
}

/// Whether a score is a forced mate, for either side.
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// Whether a score is a win or loss by the repetition rules, for either side.
pub const fn is_rule(value: Value) -> bool {
    value.abs() >= RULE_BOUND && value.abs() <= RULE_WIN
}

/// Whether a score is a win or loss according to the endgame tables, for either side.
pub const fn is_table(value: Value) -> bool {
    value.abs() >= TABLE_BOUND && value.abs() <= TABLE_WIN
}

/// Whether a score is a mate, or a win or loss by rule or according to the endgame tables, rather than an evaluation.
pub const fn is_decided(value: Value) -> bool {
    value.abs() >= TABLE_BOUND
}

/// A score as reported, from the side to move's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Centipawns. Wins and losses by rule are included, near ±[`RULE_WIN`], and so are wins and losses according to
    /// the endgame tables, near ±[`TABLE_WIN`].
    Cp(i32),
    /// The side to move mates in this many plies, at least 1.
    #[serde(rename = "mate_in_plies")]
    MateIn(u16),
    /// The side to move is mated in this many plies; 0 if it has no legal move now.
    #[serde(rename = "mated_in_plies")]
    MatedIn(u16),
}

impl From<Value> for Score {
    fn from(value: Value) -> Self {
        if value >= MATE_BOUND {
            Self::MateIn((MATE - value) as u16)
        } else if value <= -MATE_BOUND {
            Self::MatedIn((MATE + value) as u16)
        } else {
            Self::Cp(value)
        }
    }
}

/// Centipawns with a sign, mates in moves, other results in words: `+35`, `mate in 3`, `loses by rule`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Cp(cp) if !is_rule(cp) && !is_table(cp) => f.pad(&format!("{cp:+}")),
            decided => f.pad(&decided.in_pawns()),
        }
    }
}

impl Score {
    /// The score within a search at the root, by which scores can be compared.
    pub const fn value(self) -> Value {
        match self {
            Self::Cp(cp) => cp,
            Self::MateIn(plies) => mate_in(plies as usize),
            Self::MatedIn(plies) => mated_in(plies as usize),
        }
    }

    /// The score of the move that led to a position with this score, from the mover's point of view.
    #[must_use]
    pub const fn for_mover(self) -> Self {
        match self {
            Self::Cp(cp) => Self::Cp(-cp),
            Self::MateIn(plies) => Self::MatedIn(plies.saturating_add(1)),
            Self::MatedIn(plies) => Self::MateIn(plies.saturating_add(1)),
        }
    }

    /// Formats the score in pawns with a sign, mates in moves, other results in words: `+0.35`, `mate in 3`,
    /// `loses by rule`.
    pub fn in_pawns(self) -> String {
        match self {
            Self::Cp(cp) if is_rule(cp) && cp > 0 => "wins by rule".to_owned(),
            Self::Cp(cp) if is_rule(cp) => "loses by rule".to_owned(),
            Self::Cp(cp) if is_table(cp) && cp > 0 => "wins by the tables".to_owned(),
            Self::Cp(cp) if is_table(cp) => "loses by the tables".to_owned(),
            Self::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
            Self::MateIn(plies) => format!("mate in {}", plies.div_ceil(2)),
            Self::MatedIn(plies) => format!("mated in {}", plies.div_ceil(2)),
        }
    }
}

/// The same score from the other side's point of view.
impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Cp(cp) => Self::Cp(-cp),
            Self::MateIn(plies) => Self::MatedIn(plies),
            Self::MatedIn(plies) => Self::MateIn(plies),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_scores_are_the_same() {
        for value in [-MATE, mated_in(7), -RULE_WIN, -35, 0, 35, TABLE_WIN, mate_in(9), mate_in(1)]
        {
            assert_eq!(Score::from(value).value(), value);
        }
    }

    #[test]
    fn scores_are_words() {
        for (score, text, pawns) in [
            (Score::Cp(35), "+35", "+0.35"),
            (Score::MateIn(5), "mate in 3", "mate in 3"),
            (Score::MatedIn(2), "mated in 1", "mated in 1"),
            (Score::Cp(27_990), "wins by rule", "wins by rule"),
            (Score::Cp(-28_000), "loses by rule", "loses by rule"),
            (Score::Cp(26_990), "wins by the tables", "wins by the tables"),
            (Score::Cp(-27_000), "loses by the tables", "loses by the tables"),
        ] {
            assert_eq!((score.to_string().as_str(), score.in_pawns().as_str()), (text, pawns));
        }
        assert_eq!(format!("{:>6}", Score::Cp(-7)), "    -7");
    }

    #[test]
    fn the_other_side_sees_the_opposite() {
        for (score, opposite) in
            [(Score::Cp(35), Score::Cp(-35)), (Score::MateIn(3), Score::MatedIn(3))]
        {
            assert_eq!((-score, -opposite), (opposite, score));
        }
    }

    #[test]
    fn bands_do_not_touch() {
        assert!(is_mate(mate_in(MAX_PLY)) && is_mate(mated_in(MAX_PLY)));
        assert!(is_rule(rule_win_in(MAX_PLY)) && is_rule(rule_loss_in(0)));
        assert!(!is_rule(mate_in(MAX_PLY)) && !is_mate(rule_win_in(0)));
        assert!(is_table(table_win_in(MAX_PLY)) && is_table(table_loss_in(0)));
        assert!(!is_table(rule_win_in(MAX_PLY)) && !is_rule(table_win_in(0)));
        assert_eq!(Score::from(mate_in(3)), Score::MateIn(3));
        assert_eq!(Score::from(mated_in(0)), Score::MatedIn(0));
        assert_eq!(Score::from(-55), Score::Cp(-55));
    }
}
