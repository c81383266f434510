//! The way a game ended, as text.

use std::fmt;

use chuhe_engine::rules::{Ending, Judgement};
use chuhe_engine::types::Color;
use chuhe_formats::Outcome;

/// The way a game ended. Its `Display` is a sentence.
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
    /// The record states this result but no known reason.
    Recorded(Outcome),
}

const RESIGNATION: &str = "resignation";
const TIME: &str = "time forfeit";
const AGREEMENT: &str = "agreement";

impl Finish {
    /// The way a recorded game ended, with the cause in its `Termination` tag; `None` if it has no result.
    pub(super) fn recorded(outcome: Outcome, cause: Option<&str>) -> Option<Self> {
        Some(match (outcome, cause) {
            (Outcome::Unknown, _) => return None,
            (Outcome::Win(winner), Some(RESIGNATION)) => Self::Resigned(!winner),
            (Outcome::Win(winner), Some(TIME)) => Self::Time(!winner),
            (Outcome::Draw, Some(AGREEMENT)) => Self::Agreed,
            _ => Self::Recorded(outcome),
        })
    }

    /// The result of the game.
    pub const fn outcome(&self) -> Outcome {
        match self {
            Self::Law(Ending { winner: Some(winner), .. }, _) => Outcome::Win(*winner),
            Self::Law(Ending { winner: None, .. }, _) | Self::Agreed => Outcome::Draw,
            Self::Resigned(Color::Red) | Self::Time(Color::Red) => Outcome::Win(Color::Black),
            Self::Resigned(Color::Black) | Self::Time(Color::Black) => Outcome::Win(Color::Red),
            Self::Recorded(outcome) => *outcome,
        }
    }

    /// The cause of the end in a word or two, for the `Termination` tag; `None` if unknown.
    pub const fn cause(&self) -> Option<&'static str> {
        Some(match self {
            Self::Law(ending, _) => ending.reason.name(),
            Self::Resigned(_) => RESIGNATION,
            Self::Time(_) => TIME,
            Self::Agreed => AGREEMENT,
            Self::Recorded(_) => return None,
        })
    }

    /// The winner, in a few words.
    pub const fn headline(&self) -> Headline {
        Headline(self.outcome())
    }
}

/// The winner, in a few words: `Red wins`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Headline(pub Outcome);

impl fmt::Display for Headline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Outcome::Win(Color::Red) => "Red wins",
            Outcome::Win(Color::Black) => "Black wins",
            Outcome::Draw => "A draw",
            Outcome::Unknown => "Unfinished",
        })
    }
}

impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = self.headline();
        match self {
            Self::Law(ending, judgement) => {
                write!(f, "{outcome} by {}", ending.reason.name())?;
                // The reason follows the colon.
                match judgement.to_string().split_once(": ") {
                    Some((_, why)) => write!(f, ": {why}"),
                    None => Ok(()),
                }
            }
            Self::Resigned(color) => write!(f, "{outcome}: {color} resigned"),
            Self::Time(color) => write!(f, "{outcome}: {color} ran out of time"),
            Self::Agreed => write!(f, "{outcome} by agreement"),
            Self::Recorded(_) => write!(f, "{outcome}, as recorded in the file"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::board::Position;
    use chuhe_engine::rules::{Rules, judge};

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
        for finish in [Finish::Resigned(Color::Red), Finish::Time(Color::Black), Finish::Agreed] {
            let again = Finish::recorded(finish.outcome(), finish.cause());
            assert_eq!(again, Some(finish), "a record tells how the game ended");
        }
        assert_eq!(
            Finish::recorded(Outcome::Draw, Some("resignation")),
            Some(Finish::Recorded(Outcome::Draw))
        );
        assert_eq!(Finish::recorded(Outcome::Unknown, Some("agreement")), None);
    }
}
