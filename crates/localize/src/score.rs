//! Writes scores in words.

use std::fmt;

use chuhe_engine::search::Bound;
use chuhe_engine::types::{Color, Score, is_rule, is_table};

use crate::Localize;
use crate::engine::side;

/// A score in pawns, such as `+0.35`, or the decided result, such as `mate in 3` or `loses by rule`. It has the same
/// point of view as the score.
#[derive(Clone, Copy, Debug)]
pub struct InPawns(pub Score);

impl fmt::Display for InPawns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.in_pawns())
    }
}

impl Localize for InPawns {
    fn chinese(&self) -> String {
        match self.0 {
            Score::Cp(cp) if is_rule(cp) => if cp > 0 { "按规则胜" } else { "按规则负" }.to_owned(),
            Score::Cp(cp) if is_table(cp) => {
                if cp > 0 { "按残局库胜" } else { "按残局库负" }.to_owned()
            }
            Score::Cp(_) => self.0.in_pawns(),
            Score::MateIn(plies) => format!("{} 步杀", plies.div_ceil(2)),
            Score::MatedIn(plies) => format!("{} 步被杀", plies.div_ceil(2)),
        }
    }
}

/// A score from Red's point of view that may be a bound: `>= +0.35`.
#[derive(Clone, Copy, Debug)]
pub struct Bounded(Score, Bound);

impl Bounded {
    /// Converts a score and its bound from the point of view of `side` to Red's.
    pub fn for_red(score: Score, bound: Bound, side: Color) -> Self {
        match (side, bound) {
            (Color::Red, bound) => Self(score, bound),
            (Color::Black, Bound::Exact) => Self(-score, Bound::Exact),
            (Color::Black, Bound::Lower) => Self(-score, Bound::Upper),
            (Color::Black, Bound::Upper) => Self(-score, Bound::Lower),
        }
    }

    const fn sign(&self) -> &'static str {
        match self.1 {
            Bound::Exact => "",
            Bound::Lower => ">= ",
            Bound::Upper => "<= ",
        }
    }
}

impl fmt::Display for Bounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.sign(), InPawns(self.0))
    }
}

impl Localize for Bounded {
    fn chinese(&self) -> String {
        format!("{}{}", self.sign(), InPawns(self.0).chinese())
    }
}

/// A score in pawns from Red's point of view, such as `-0.35`, or the decided result, such as `black mates in 2`.
#[derive(Clone, Copy, Debug)]
pub struct ForRed(pub Score);

impl ForRed {
    /// The side that wins by rule or by the endgame tables.
    const fn winner(cp: i32) -> Color {
        if cp > 0 { Color::Red } else { Color::Black }
    }
}

impl fmt::Display for ForRed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (red, black) = (Color::Red, Color::Black);
        match self.0 {
            Score::Cp(cp) if is_rule(cp) => write!(f, "{} wins by rule", Self::winner(cp)),
            Score::Cp(cp) if is_table(cp) => write!(f, "{} wins by the tables", Self::winner(cp)),
            Score::Cp(_) => f.write_str(&self.0.in_pawns()),
            Score::MateIn(plies) => write!(f, "{red} mates in {}", plies.div_ceil(2)),
            Score::MatedIn(0) => write!(f, "{red} is mated"),
            Score::MatedIn(plies) => write!(f, "{black} mates in {}", plies.div_ceil(2)),
        }
    }
}

impl Localize for ForRed {
    fn chinese(&self) -> String {
        let (red, black) = (side(Color::Red), side(Color::Black));
        match self.0 {
            Score::Cp(cp) if is_rule(cp) => format!("按规则{}胜", side(Self::winner(cp))),
            Score::Cp(cp) if is_table(cp) => format!("按残局库{}胜", side(Self::winner(cp))),
            Score::Cp(_) => self.0.in_pawns(),
            Score::MateIn(plies) => format!("{red} {} 步杀", plies.div_ceil(2)),
            Score::MatedIn(0) => format!("{red}被将死"),
            Score::MatedIn(plies) => format!("{black} {} 步杀", plies.div_ceil(2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use chuhe_engine::types::{RULE_WIN, TABLE_WIN};

    use super::*;

    #[test]
    fn scores_are_in_pawns() {
        for (score, english, chinese) in [
            (Score::Cp(-35), "-0.35", "-0.35"),
            (Score::MateIn(3), "mate in 2", "2 步杀"),
            (Score::MatedIn(4), "mated in 2", "2 步被杀"),
            (Score::Cp(RULE_WIN), "wins by rule", "按规则胜"),
            (Score::Cp(-TABLE_WIN), "loses by the tables", "按残局库负"),
        ] {
            assert_eq!(
                (&*InPawns(score).to_string(), &*InPawns(score).chinese()),
                (english, chinese)
            );
        }
    }

    #[test]
    fn bounds_are_worded_from_either_side() {
        let told = |score, bound, side| Bounded::for_red(score, bound, side).to_string();
        assert_eq!(told(Score::Cp(80), Bound::Lower, Color::Red), ">= +0.80");
        assert_eq!(told(Score::Cp(80), Bound::Lower, Color::Black), "<= -0.80");
        assert_eq!(told(Score::Cp(-80), Bound::Upper, Color::Black), ">= +0.80");
        assert_eq!(told(Score::MateIn(3), Bound::Exact, Color::Black), "mated in 2");
        let upper = Bounded::for_red(Score::MateIn(3), Bound::Upper, Color::Red);
        assert_eq!(upper.chinese(), "<= 2 步杀");
    }

    #[test]
    fn the_winner_is_named() {
        for (score, english, chinese) in [
            (Score::Cp(-35), "-0.35", "-0.35"),
            (Score::MatedIn(3), "black mates in 2", "黑方 2 步杀"),
            (Score::MatedIn(0), "red is mated", "红方被将死"),
            (Score::MateIn(0), "red mates in 0", "红方 0 步杀"),
            (Score::Cp(-RULE_WIN), "black wins by rule", "按规则黑方胜"),
            (Score::Cp(TABLE_WIN), "red wins by the tables", "按残局库红方胜"),
        ] {
            assert_eq!(
                (&*ForRed(score).to_string(), &*ForRed(score).chinese()),
                (english, chinese)
            );
        }
    }
}
