//! How a game ended, in words.

use std::fmt;

use chuhe_engine::rules::{Ending, Judgement};
use chuhe_engine::types::Color;
use chuhe_formats::Outcome;
use chuhe_locale::tr;

/// How a game ended. Its `Display` says it in a sentence, in the language of the thread.
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

    /// Who won, in a few words in the language of the thread: `Red wins`.
    #[must_use]
    pub fn headline(&self) -> String {
        tr!(
            "play-outcome",
            outcome = match self.outcome() {
                Outcome::Win(Color::Red) => "red",
                Outcome::Win(Color::Black) => "black",
                Outcome::Draw => "draw",
                Outcome::Unknown => "unknown",
            }
        )
    }
}

impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = self.headline();
        let side = |color: Color| tr!("side", side = color.to_string());
        f.write_str(&match self {
            Self::Law(ending, judgement) => {
                let reason = ending.reason.name().replace(' ', "-");
                let reason = tr!("play-end-reason", reason = reason);
                // The judgement has the verdict before its colon; why it is so follows.
                let words = judgement.to_string();
                match words.split_once([':', '：']) {
                    Some((_, why)) => {
                        let why = why.trim_start();
                        tr!("play-end-law-why", outcome = outcome, reason = reason, why = why)
                    }
                    None => tr!("play-end-law", outcome = outcome, reason = reason),
                }
            }
            Self::Resigned(color) => {
                tr!("play-end-resigned", outcome = outcome, side = side(*color))
            }
            Self::Time(color) => tr!("play-end-time", outcome = outcome, side = side(*color)),
            Self::Agreed => tr!("play-end-agreed", outcome = outcome),
            Self::Recorded(_) => tr!("play-end-recorded", outcome = outcome),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::board::Position;
    use chuhe_engine::rules::{Rules, judge};
    use chuhe_locale::{Language, with};

    fn by_law(fen: &str) -> Finish {
        let judgement = judge(&Position::from_fen(fen).unwrap(), &Rules::default());
        Finish::Law(judgement.ending.unwrap(), judgement)
    }

    #[test]
    fn endings_are_explained() {
        assert_eq!(
            by_law("R2k5/8R/9/9/9/9/9/9/9/4K4 b").to_string(),
            "Red wins by checkmate: black is in check and has no legal move"
        );
        assert_eq!(
            by_law("3k5/9/9/9/9/9/9/9/9/4K4 w").to_string(),
            "A draw by dead material: neither side has a rook, horse, cannon or \
             pawn left"
        );
        assert_eq!(Finish::Resigned(Color::Red).outcome(), Outcome::Win(Color::Black));
        assert_eq!(Finish::Time(Color::Black).to_string(), "Red wins: black ran out of time");
        assert_eq!(Finish::Agreed.cause(), Some("agreement"));
    }

    #[test]
    fn endings_are_explained_in_chinese() {
        with(Language::Chinese, || {
            for (finish, text) in [
                (by_law("R2k5/8R/9/9/9/9/9/9/9/4K4 b"), "红胜，将死：黑方被将军，无着可应"),
                (by_law("3k5/9/9/9/9/9/9/9/9/4K4 w"), "和棋，双方都没有能过河的棋子"),
                (Finish::Resigned(Color::Red), "黑胜，红方认输"),
                (Finish::Time(Color::Black), "红胜，黑方超时"),
                (Finish::Agreed, "和棋，双方议和"),
                (Finish::Recorded(Outcome::Draw), "和棋（据棋谱所记）"),
            ] {
                assert_eq!(finish.to_string(), text);
            }
            assert_eq!(Finish::Agreed.cause(), Some("agreement"), "records stay English");
        });
    }
}
