//! The texts in annotations. The page has its own texts, in `web/words`.

use std::fmt;

use super::grade::Class;
use super::moments::{MomentEvent, Sentence, Standing};
use super::{Annotation, GradedMove, Point};
use crate::puzzles::PieceList;
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::rules::Ending;
use chuhe_engine::types::Color;
use chuhe_formats::Outcome;
use chuhe_formats::collection::ReadError;

/// The label of the best line.
pub(super) const BEST_LINE: &str = "best";

/// The recorded result, and the rules' verdict on the last position: `result 1-0; final position is not decisive`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The recorded result.
    pub recorded: Outcome,
    /// The verdict of the rules.
    pub ending: Option<Ending>,
}

/// The message that part of a game could not be read, and the reason.
#[derive(Clone, Copy, Debug)]
pub struct Gap<'a>(pub &'a ReadError);

impl Annotation {
    /// The recorded result, and the rules' verdict.
    pub const fn verdict(&self) -> Verdict {
        Verdict { recorded: self.game.outcome, ending: self.judgement.ending }
    }

    /// The message about the missing part, if the game was only partly readable.
    pub fn gap(&self) -> Option<Gap<'_>> {
        self.unread.as_ref().map(Gap)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.recorded {
            Outcome::Unknown => f.write_str("no result recorded")?,
            outcome => write!(f, "result {}", outcome.text())?,
        }
        f.write_str("; final position")?;
        match self.ending {
            None => f.write_str(" is not decisive"),
            Some(Ending { winner: None, reason }) => write!(f, ": draw by {}", reason.name()),
            Some(Ending { winner: Some(winner), reason }) => {
                write!(f, ": {winner} wins by {}", reason.name())
            }
        }
    }
}

impl fmt::Display for Gap<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "only part of the game could be read: {}", self.0)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The standing with its article.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Losing => "a losing",
            Self::Worse => "a worse",
            Self::Even => "an even",
            Self::Better => "a better",
            Self::Winning => "a winning",
        })
    }
}

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (by, [before, after]) = (&self.by, self.moment.standings);
        let is_turned = before != after;
        let after = match self.moment.draw {
            Some(reason) => format!("a draw by {}", reason.name()),
            None => format!("{after} one"),
        };
        match &self.moment.event {
            MomentEvent::MissesMate { moves, .. } | MomentEvent::AllowsMate { moves, .. } => {
                let verb = match self.moment.event {
                    MomentEvent::MissesMate { .. } => "misses",
                    _ => "allows",
                };
                let with = if *moves == 1 { "with" } else { "beginning with" };
                write!(f, "{verb} mate in {moves} {with} {by}")?;
            }
            MomentEvent::LosesByRule { reason: Some(reason) } => {
                write!(f, "loses by {}", reason.name())?;
            }
            MomentEvent::LosesByRule { reason: None } => {
                f.write_str("leads to a loss by the rules of repetition")?;
            }
            MomentEvent::LosesMaterial { lost, won, is_taken, .. } => {
                write!(f, "loses {}", PieceList(lost))?;
                if !won.is_empty() {
                    write!(f, " for {}", PieceList(won))?;
                }
                write!(f, " {} {by}", if *is_taken { "to" } else { "after" })?;
            }
            MomentEvent::MissesMaterial { won, lost, .. } => {
                write!(f, "misses {by}, which wins {}", PieceList(won))?;
                if !lost.is_empty() {
                    write!(f, " for {}", PieceList(lost))?;
                }
                // The comma shows that the following text is not about the missed move.
                if is_turned {
                    f.write_str(",")?;
                }
            }
            MomentEvent::Weakens if !is_turned => {
                let [before, after] = self.moment.expectations;
                return write!(f, "lowers the winning chances from {before:.0} % to {after:.0} %");
            }
            MomentEvent::Weakens => return write!(f, "turns {before} position into {after}"),
        }
        if is_turned {
            write!(f, " and turns {before} position into {after}")?;
        }
        Ok(())
    }
}

/// The line in the annotated game that states the opening and the accuracy.
pub(super) fn summary(annotation: &Annotation) -> String {
    let mut parts = Vec::new();
    if let Some(opening) = &annotation.opening {
        parts.push(format!("{} {}", opening.chinese, opening.english));
    }
    for color in Color::ALL {
        if let Some(accuracy) = annotation.sides[color.index()].accuracy {
            parts.push(format!("accuracy of {color} {accuracy:.1} %"));
        }
    }
    parts.join("; ")
}

/// The remark on a move in the annotated game: how the move ended the game, and what it lost.
pub(super) fn remark(
    graded: &GradedMove,
    point: &Point,
    next: &Point,
    format: MoveFormat,
) -> String {
    let mut parts = Vec::new();
    if let Some(ending) = next.ending {
        parts.push(ending.reason.name().to_owned());
    }
    if graded.class >= Class::Inaccuracy {
        let turning = if graded.is_turning_point { ", a turning point" } else { "" };
        parts.push(format!(
            "{}{turning}: {:.1} points and {} centipawns lost",
            graded.class.name(),
            graded.loss,
            graded.loss_cp,
        ));
        if let Some(&best) = point.line.first() {
            parts.push(format!("best {}", move_text(&point.board, best, format)));
        }
    }
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::rules::Reason;

    #[test]
    fn verdicts_tell_the_record_and_the_board() {
        let told = |recorded, ending| Verdict { recorded, ending }.to_string();
        let won = Ending { winner: Some(Color::Red), reason: Reason::Checkmate };
        let drawn = Ending { winner: None, reason: Reason::MoveCount };
        let text = "result 1-0; final position: red wins by checkmate";
        assert_eq!(told(Outcome::Win(Color::Red), Some(won)), text);
        let text = "no result recorded; final position: draw by move count";
        assert_eq!(told(Outcome::Unknown, Some(drawn)), text);
        assert_eq!(told(Outcome::Draw, None), "result 1/2-1/2; final position is not decisive");
    }
}
