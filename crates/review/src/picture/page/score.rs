//! Scores in the form that pages use; `score.js` displays them.

use serde::{Deserialize, Serialize};

use chuhe_engine::types::{Color, RULE_WIN, Score, is_rule};

/// A score from Red's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreReport {
    /// Centipawns.
    Cp(i32),
    /// The number of moves to Red's mate, or to Black's if negative.
    Mate(i32),
    /// The number of moves to Red's win by rule, or to Black's if negative.
    Rule(i32),
}

impl ScoreReport {
    /// Converts a score from the point of view of `side`.
    pub fn new(score: Score, side: Color) -> Self {
        let sign = if side == Color::Red { 1 } else { -1 };
        match score {
            Score::Cp(cp) if is_rule(cp) => {
                let plies = RULE_WIN - cp.abs();
                Self::Rule(sign * cp.signum() * ((plies + 1) / 2).max(1))
            }
            Score::Cp(cp) => Self::Cp(sign * cp),
            Score::MateIn(plies) => Self::Mate(sign * i32::from(plies.div_ceil(2))),
            Score::MatedIn(plies) => Self::Mate(-sign * i32::from(plies.div_ceil(2))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_reds() {
        for (score, red, black) in [
            (Score::Cp(31), ScoreReport::Cp(31), ScoreReport::Cp(-31)),
            (Score::MateIn(5), ScoreReport::Mate(3), ScoreReport::Mate(-3)),
            (Score::MatedIn(4), ScoreReport::Mate(-2), ScoreReport::Mate(2)),
            (Score::Cp(RULE_WIN - 7), ScoreReport::Rule(4), ScoreReport::Rule(-4)),
            (Score::Cp(-RULE_WIN), ScoreReport::Rule(-1), ScoreReport::Rule(1)),
        ] {
            assert_eq!(ScoreReport::new(score, Color::Red), red);
            assert_eq!(ScoreReport::new(score, Color::Black), black);
        }
    }
}
