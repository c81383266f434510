//! How a game ended, in words.

use std::fmt;

use crate::notation::Outcome;
use crate::rules::{Ending, Judgement, Reason};
use crate::types::Color;

/// How a game ended. Its `Display` says it in a sentence, with the Chinese terms.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The rules ended the game.
    Law(Ending, Judgement),
    /// This side resigned.
    Resigned(Color),
    /// This side ran out of time.
    Time(Color),
    /// The sides agreed to a draw.
    Agreed,
    /// The record has this result and gives no reason.
    Recorded(Outcome),
}

impl Finish {
    /// The result of the game.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        match self {
            Self::Law(Ending { winner: Some(winner), .. }, _) => Outcome::Win(*winner),
            Self::Law(Ending { winner: None, .. }, _) | Self::Agreed => Outcome::Draw,
            Self::Resigned(Color::Red) | Self::Time(Color::Red) => Outcome::Win(Color::Black),
            Self::Resigned(Color::Black) | Self::Time(Color::Black) => Outcome::Win(Color::Red),
            Self::Recorded(outcome) => *outcome,
        }
    }

    /// The cause in a word or two, for the tag `Termination`; none if it is unknown.
    #[must_use]
    pub const fn cause(&self) -> Option<&'static str> {
        Some(match self {
            Self::Law(ending, _) => ending.reason.name(),
            Self::Resigned(_) => "resignation",
            Self::Time(_) => "time forfeit",
            Self::Agreed => "agreement",
            Self::Recorded(_) => return None,
        })
    }

    /// Who won, in a few words: `Red wins 红胜`.
    #[must_use]
    pub const fn headline(&self) -> &'static str {
        match self.outcome() {
            Outcome::Win(Color::Red) => "Red wins 红胜",
            Outcome::Win(Color::Black) => "Black wins 黑胜",
            Outcome::Draw => "A draw 和棋",
            Outcome::Unknown => "Unfinished 未完",
        }
    }
}

impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headline = self.headline();
        match self {
            Self::Law(ending, judgement) => {
                let reason = ending.reason;
                write!(f, "{headline} by {reason} {}", chinese(reason))?;
                // The judgement repeats the headline before its colon; the reason follows.
                let words = judgement.to_string();
                let (_, why) = words.split_once(": ").unwrap_or(("", &words));
                write!(f, ": {why}")
            }
            Self::Resigned(color) => write!(f, "{headline}: {color} resigned 认输"),
            Self::Time(color) => write!(f, "{headline}: {color} ran out of time 超时"),
            Self::Agreed => write!(f, "{headline} by agreement 议和"),
            Self::Recorded(_) => write!(f, "{headline}, as the file has it"),
        }
    }
}

/// The Chinese term.
const fn chinese(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate => "将死",
        Reason::Stalemate => "困毙",
        Reason::DeadMaterial => "双方无进攻子力",
        Reason::PerpetualCheck => "长将",
        Reason::PerpetualChase => "长捉",
        Reason::PerpetualAttack => "长打",
        Reason::Repetition => "循环不变",
        Reason::MoveCount => "自然限着",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::rules::{Rules, judge};

    fn by_law(fen: &str) -> Finish {
        let judgement = judge(&Position::from_fen(fen).unwrap(), &Rules::default());
        Finish::Law(judgement.ending.unwrap(), judgement)
    }

    #[test]
    fn endings_are_explained() {
        assert_eq!(
            by_law("R2k5/8R/9/9/9/9/9/9/9/4K4 b").to_string(),
            "Red wins 红胜 by checkmate 将死: black is in check and has no legal move"
        );
        assert_eq!(
            by_law("3k5/9/9/9/9/9/9/9/9/4K4 w").to_string(),
            "A draw 和棋 by dead material 双方无进攻子力: neither side has a rook, horse, cannon or \
             pawn left"
        );
        assert_eq!(Finish::Resigned(Color::Red).outcome(), Outcome::Win(Color::Black));
        assert_eq!(
            Finish::Time(Color::Black).to_string(),
            "Red wins 红胜: black ran out of time 超时"
        );
        assert_eq!(Finish::Agreed.cause(), Some("agreement"));
    }
}
