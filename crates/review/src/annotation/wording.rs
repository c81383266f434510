//! What annotations say to people, in one place. The page has its own words, in `page/words.js`.
//!
//! What people read in a terminal is in the language of the thread. Comments in files are in English.

use std::fmt;

use super::grade::{self, Class};
use super::{Annotation, GradedMove, Point};
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::rules::{Ending, Reason};
use chuhe_engine::types::{Color, Score, is_rule};
use chuhe_formats::Outcome;
use chuhe_locale::tr;

/// What is said of the best line.
pub(super) const BEST_LINE: &str = "best";

impl Annotation {
    /// The result as it was recorded, and beside it what the rules say of the last position: `recorded 1-0; on the board
    /// the game is not over`. In the language of the thread.
    #[must_use]
    pub fn verdict(&self) -> String {
        let recorded = match self.game.outcome {
            Outcome::Unknown => tr!("annotate-not-recorded"),
            outcome => tr!("annotate-recorded", outcome = outcome_text(outcome)),
        };
        let board = on_the_board(self.judgement.ending.as_ref());
        tr!("annotate-verdict", recorded = recorded, board = board)
    }

    /// That something of the game could not be read, and why, if so. In the language of the thread.
    #[must_use]
    pub fn gap(&self) -> Option<String> {
        let reason = self.unread.as_ref()?;
        Some(tr!("annotate-gap", reason = reason.to_string()))
    }

    /// Why the rules end the game or not, in as far as it says more than the [verdict](Self::verdict); empty if it does
    /// not. In the language of the thread.
    #[must_use]
    pub fn reasons_of_ending(&self) -> String {
        let text = self.judgement.to_string();
        let reasons = text.split_once(": ").or_else(|| text.split_once('：'));
        reasons.map_or_else(String::new, |(_, reasons)| reasons.to_owned())
    }

    /// The result of a move, 0 for the first: how the rules end the game, or else the score as [`score_text`] writes
    /// it. In the language of the thread.
    #[must_use]
    pub fn result(&self, index: usize) -> String {
        let graded = &self.moves[index];
        match self.points[index + 1].ending {
            Some(ending) => reason_text(ending.reason),
            None => score_text(graded.after, graded.side),
        }
    }

    /// The players, the recorded result and the name of the opening, a line each. In the language of the thread.
    #[must_use]
    pub fn heading(&self) -> String {
        let game = &self.game;
        let [red, black] = ["Red", "Black"].map(|tag| game.tag(tag).unwrap_or("?"));
        let outcome = outcome_text(game.outcome);
        let mut text = tr!("annotate-game", red = red, black = black, outcome = outcome);
        if let Some(opening) = &self.opening {
            let (chinese, english) = (&opening.chinese[..], &opening.english[..]);
            text.push('\n');
            text.push_str(&tr!("annotate-opening", chinese = chinese, english = english));
        }
        text
    }
}

/// The class in words, in the language of the thread.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&tr!("annotate-class", class = self.name().replace(' ', "-")))
    }
}

/// A score as text: from Red's view, in pawns, mates in moves. `score` is the view of `side`. In the language of the
/// thread.
///
/// ```
/// use chuhe_review::annotation::score_text;
/// use chuhe_engine::types::{Color, Score};
///
/// assert_eq!(score_text(Score::Cp(35), Color::Black), "-0.35");
/// assert_eq!(score_text(Score::MateIn(3), Color::Black), "black mates in 2");
/// ```
#[must_use]
pub fn score_text(score: Score, side: Color) -> String {
    let mates = |color: Color, plies: u16| {
        let moves = plies.div_ceil(2);
        tr!("annotate-mates", side = side_text(color), moves = moves)
    };
    let for_red = grade::for_red(score, side);
    match for_red {
        Score::Cp(cp) if is_rule(cp) => {
            let winner = if cp > 0 { Color::Red } else { Color::Black };
            tr!("annotate-rule", side = side_text(winner))
        }
        Score::MateIn(plies) => mates(Color::Red, plies),
        Score::MatedIn(0) => tr!("annotate-mated", side = side_text(Color::Red)),
        Score::MatedIn(plies) => mates(Color::Black, plies),
        Score::Cp(_) => for_red.in_pawns(),
    }
}

/// What the rules say of a position.
fn on_the_board(ending: Option<&Ending>) -> String {
    let reason = |reason: &Reason| reason_text(*reason);
    match ending {
        None => tr!("annotate-not-over"),
        Some(Ending { winner: None, reason: by }) => tr!("annotate-drawn", reason = reason(by)),
        Some(Ending { winner: Some(winner), reason: by }) => {
            tr!("annotate-won", side = side_text(*winner), reason = reason(by))
        }
    }
}

fn outcome_text(outcome: Outcome) -> String {
    let word = match outcome {
        Outcome::Win(Color::Red) => "red-won",
        Outcome::Win(Color::Black) => "black-won",
        Outcome::Draw => "draw",
        Outcome::Unknown => "unknown",
    };
    tr!("annotate-outcome", outcome = word)
}

fn reason_text(reason: Reason) -> String {
    tr!("annotate-reason", reason = reason.name().replace(' ', "-"))
}

fn side_text(side: Color) -> String {
    tr!("side", side = side.to_string())
}

/// Opening and accuracy, in a line of a file.
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

/// What there is to say about a move in a file: how it ended the game, and what it lost.
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
    use chuhe_engine::types::RULE_WIN;
    use chuhe_locale::{Language, with};

    #[test]
    fn scores_are_told_in_both_languages() {
        let told = |language, score| with(language, || score_text(score, Color::Black));
        for (score, english, chinese) in [
            (Score::Cp(35), "-0.35", "-0.35"),
            (Score::MateIn(3), "black mates in 2", "黑方 2 步杀"),
            (Score::MateIn(0), "red is mated", "红方被将死"),
            (Score::MatedIn(0), "red mates in 0", "红方 0 步杀"),
            (Score::Cp(RULE_WIN), "black wins by rule", "黑方依规则获胜"),
        ] {
            assert_eq!(told(Language::English, score), english);
            assert_eq!(told(Language::Chinese, score), chinese);
        }
    }

    #[test]
    fn classes_and_reasons_have_words() {
        let classes = Class::ALL.map(|class| with(Language::English, || class.to_string()));
        assert_eq!(classes, Class::ALL.map(Class::name));
        for reason in [Reason::DeadMaterial, Reason::PerpetualAttack, Reason::MoveCount] {
            assert_eq!(with(Language::English, || reason_text(reason)), reason.name());
        }
        let chinese = with(Language::Chinese, || Class::ALL.map(|class| class.to_string()));
        assert_eq!(chinese, ["最佳", "好着", "缓着", "失误", "漏着", "漏杀"]);
    }
}
