//! What annotations say to people, in one place. The page has its own words, in `page/words.js`.

use super::grade::Class;
use super::{Annotation, GradedMove, Point};
use crate::notation::{MoveFormat, Outcome, move_text};
use crate::rules::Ending;
use crate::types::Color;

/// What is said of the best line.
pub(super) const BEST_LINE: &str = "best";

impl Annotation {
    /// The result as it was recorded, and beside it what the rules say of the last position: `recorded 1-0; on the board
    /// the game is not over`.
    #[must_use]
    pub fn verdict(&self) -> String {
        let recorded = match self.game.outcome {
            Outcome::Unknown => "no result recorded".to_owned(),
            outcome => format!("recorded {}", outcome.text()),
        };
        format!("{recorded}; on the board {}", on_the_board(self.judgement.ending.as_ref()))
    }

    /// That something of the game could not be read, and why, if so.
    #[must_use]
    pub fn gap(&self) -> Option<String> {
        let reason = self.unread.as_ref()?;
        Some(format!("not all of the game could be read: {reason}"))
    }
}

/// What the rules say of a position.
fn on_the_board(ending: Option<&Ending>) -> String {
    match ending {
        None => "the game is not over".to_owned(),
        Some(Ending { winner: None, reason }) => format!("it is a draw by {reason}"),
        Some(Ending { winner: Some(winner), reason }) => format!("{winner} wins by {reason}"),
    }
}

/// Opening and accuracy, in a line.
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

/// What there is to say about a move: how it ended the game, and what it lost.
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
            parts.push(format!("best {}", move_text(point.position.board(), best, format)));
        }
    }
    parts.join("; ")
}
