//! Grades moves, and measures the quality of a side's play. `docs/reference/annotation.md` lists the formulas.
//!
//! ```
//! use chuhe_review::annotation::grade::{Class, accuracy, expectation, loss};
//! use chuhe_engine::types::Score;
//!
//! let (best, played) = (Score::Cp(80), Score::Cp(-400));
//! let lost = loss([best, played].map(expectation));
//! assert_eq!(Class::of(best, played, lost), Class::Blunder);
//! assert!(accuracy(lost) < 50.0);
//! ```

use chuhe_engine::search::Wdl;
use chuhe_engine::types::{Color, Score};

/// The class of a move, based on how much it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// The engine's own choice, or a move that loses nothing.
    Best,
    /// The move loses less than [`INACCURACY`].
    Good,
    /// The move loses at least [`INACCURACY`].
    Inaccuracy,
    /// The move loses at least [`MISTAKE`].
    Mistake,
    /// The move loses at least [`BLUNDER`].
    Blunder,
    /// The move misses a forced mate, whatever else it loses.
    MissedMate,
}

/// The loss that makes a move an inaccuracy, in points of expectation (0 to 100).
pub const INACCURACY: f64 = 5.0;
/// The loss that makes a move a mistake, in points of expectation.
pub const MISTAKE: f64 = 10.0;
/// The loss that makes a move a blunder, in points of expectation; such a move has an accuracy of 50.
pub const BLUNDER: f64 = 15.0;
/// The minimum expectation at which a side is considered better.
pub const BETTER: f64 = 65.0;

/// The limit on scores, in centipawns. Higher scores, mates and decisions by rule count as this score.
const CP_MAX: i32 = 2000;

impl Class {
    /// All classes, best first.
    pub const ALL: [Self; 6] =
        [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder, Self::MissedMate];

    /// The name of the class, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
            Self::MissedMate => "missed mate",
        }
    }

    /// The annotation glyph for PGN, if the class has one: 6 for `?!`, 2 for `?`, or 4 for `??`.
    pub const fn glyph(self) -> Option<u8> {
        match self {
            Self::Best | Self::Good => None,
            Self::Inaccuracy => Some(6),
            Self::Mistake => Some(2),
            Self::Blunder | Self::MissedMate => Some(4),
        }
    }

    /// The class of a move that is not the engine's choice.
    ///
    /// `before` is the score of the best move; `after` is the score of the move played. Both are from the mover's point
    /// of view. `loss` is in points of expectation; see [`loss`].
    pub fn of(before: Score, after: Score, loss: f64) -> Self {
        match (before, after) {
            (Score::MateIn(_), Score::Cp(_) | Score::MatedIn(_)) => Self::MissedMate,
            _ if loss >= BLUNDER => Self::Blunder,
            _ if loss >= MISTAKE => Self::Mistake,
            _ if loss >= INACCURACY => Self::Inaccuracy,
            _ if loss > 0.0 => Self::Good,
            _ => Self::Best,
        }
    }
}

/// The expected points, 0 to 100, of the side with this score. A draw counts half.
pub fn expectation(score: Score) -> f64 {
    100.0 * Wdl::expectation(score)
}

/// The points of expectation lost, or 0 if `after` is better. Both expectations are from the same side's point of view.
///
/// The result is rounded to one decimal, so that a displayed 10.0 is graded as 10.0.
pub fn loss([before, after]: [f64; 2]) -> f64 {
    tenths((before - after).max(0.0))
}

/// Rounds to tenths, so that the number is the same on every machine.
pub(super) fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// The centipawns lost from `before` to `after`, or 0 if `after` is better. Both scores are from the same side's point
/// of view and are limited to ±2000.
pub fn loss_cp(before: Score, after: Score) -> i32 {
    (centipawns(before) - centipawns(after)).max(0)
}

/// A score in centipawns, limited to ±2000.
pub fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp.clamp(-CP_MAX, CP_MAX),
        Score::MateIn(_) => CP_MAX,
        Score::MatedIn(_) => -CP_MAX,
    }
}

/// The accuracy of a move that loses `loss` points: 100 for no loss, and 50 for [`BLUNDER`].
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-loss / BLUNDER).exp2()
}

/// The weight of a move in the accuracy of its side, 0.05 to 1. The weight is 1 if the game is even before or after the
/// move, or if the move passes the advantage to the opponent.
pub fn weight(expectations: [f64; 2]) -> f64 {
    let [high, low] = expectations.map(|points| points / 100.0);
    let chance = if high >= low { 0.5_f64.clamp(low, high) } else { high };
    (4.0 * chance * (1.0 - chance)).max(0.05)
}

/// Converts a score from the point of view of the side to move to Red's.
pub fn for_red(score: Score, side_to_move: Color) -> Score {
    if side_to_move == Color::Red { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(before: Score, after: Score) -> f64 {
        loss([before, after].map(expectation))
    }

    fn class(before: Score, after: Score) -> Class {
        Class::of(before, after, lost(before, after))
    }

    fn weight(before: Score, after: Score) -> f64 {
        super::weight([before, after].map(expectation))
    }

    #[test]
    fn classes_follow_the_loss() {
        let cp = Score::Cp;
        assert_eq!(class(cp(30), cp(30)), Class::Best);
        assert_eq!(class(cp(30), cp(80)), Class::Best);
        assert_eq!(class(cp(30), cp(10)), Class::Good);
        let mut last = Class::Best;
        for after in (-1500..=0).rev() {
            let found = class(cp(0), cp(after));
            assert!(found >= last, "a greater loss is never a better class");
            last = found;
        }
        assert_eq!(last, Class::Blunder);
        assert_eq!(class(Score::MateIn(3), cp(1900)), Class::MissedMate);
        assert_eq!(class(Score::MateIn(3), Score::MateIn(9)), Class::Best);
        assert_eq!(class(cp(0), Score::MatedIn(2)), Class::Blunder);
        assert_eq!(class(Score::MatedIn(6), Score::MatedIn(2)), Class::Best);
    }

    #[test]
    fn the_class_is_that_of_the_figure_that_is_shown() {
        for before in (-1500..=1500).step_by(50) {
            for after in -1500..=before {
                let (before, after) = (Score::Cp(before), Score::Cp(after));
                let shown: f64 = format!("{:.1}", lost(before, after)).parse().unwrap();
                let shown_class = match shown {
                    BLUNDER.. => Class::Blunder,
                    MISTAKE.. => Class::Mistake,
                    INACCURACY.. => Class::Inaccuracy,
                    0.1.. => Class::Good,
                    _ => Class::Best,
                };
                assert_eq!(class(before, after), shown_class, "{before:?} {after:?}: {shown}");
            }
        }
    }

    #[test]
    fn a_lost_game_cannot_be_blundered() {
        assert!(class(Score::Cp(-1900), Score::Cp(-2500)) <= Class::Good);
        // In an even game, the same loss is a blunder.
        assert_eq!(class(Score::Cp(0), Score::Cp(-600)), Class::Blunder);
    }

    #[test]
    fn accuracy_falls_by_half() {
        assert!((accuracy(0.0) - 100.0).abs() < 1e-9);
        assert!((accuracy(BLUNDER) - 50.0).abs() < 1e-9);
        assert!((accuracy(2.0 * BLUNDER) - 25.0).abs() < 1e-9);
    }

    #[test]
    fn moves_of_decided_games_count_little_unless_they_undo_them() {
        let (won, lost) = (Score::MateIn(3), Score::MatedIn(3));
        assert!(weight(won, won) < 0.1 && weight(lost, lost) < 0.1);
        assert!((weight(won, lost) - 1.0).abs() < 1e-9);
        assert!((weight(Score::Cp(0), lost) - 1.0).abs() < 1e-9);
        assert!(weight(Score::Cp(900), Score::Cp(500)) > weight(Score::Cp(900), Score::Cp(900)));
    }

    #[test]
    fn views_turn_around() {
        assert_eq!(Score::MatedIn(0).for_mover(), Score::MateIn(1));
        assert_eq!(Score::MateIn(3).for_mover(), Score::MatedIn(4));
        assert_eq!(for_red(Score::MateIn(3), Color::Black), Score::MatedIn(3));
        assert_eq!(for_red(Score::Cp(5), Color::Red), Score::Cp(5));
        assert_eq!(loss_cp(Score::MateIn(1), Score::Cp(-30)), 2030);
    }
}
