//! Annotations as games with comments, glyphs and variations.

use super::grade::{self, Class};
use super::{Annotation, GradedMove, Point};
use crate::notation::pgn;
use crate::notation::{Game, Line, LineMove, MoveFormat, WriteError, move_text};
use crate::types::{Color, Score, is_rule};

impl Annotation {
    /// The game with what was found: a comment and, where it helps, a glyph on each move, and the best line as a
    /// variation where the move gave something away. Existing comments, glyphs and variations are kept.
    ///
    /// `format` is the notation of moves in comments.
    #[must_use]
    pub fn record(&self, format: MoveFormat) -> Game {
        let mut game = self.game.clone();
        game.set_tag("Annotator", format!("chuhe {}", env!("CARGO_PKG_VERSION")));
        if let Some(opening) = &self.opening {
            game.set_tag("Opening", &opening.chinese);
        }
        add(&mut game.line.comment, &self.summary());
        let last = self.moves.len() - 1;
        let graded = self.moves.iter().zip(&self.points);
        for (i, (played, (graded, point))) in game.line.moves.iter_mut().zip(graded).enumerate() {
            let mut comment = graded.comment(&self.result(i), point, format);
            if i == last && self.judgement.ending.is_some() {
                comment = format!("{comment}; {}", self.judgement);
            }
            add(&mut played.comment, &comment);
            // A glyph from the original game is kept.
            if let Some(glyph) = graded.class.glyph()
                && !played.glyphs.iter().any(|other| (1..=6).contains(other))
            {
                played.glyphs.push(glyph);
            }
            if graded.class >= Class::Inaccuracy && !point.line.is_empty() {
                let moves = point.line.iter().copied().map(LineMove::from).collect();
                let comment = format!("best: {}", score_text(graded.before, graded.side));
                let mut line = Line { comment: String::new(), moves };
                if let Some(first) = line.moves.first_mut() {
                    first.comment = comment;
                }
                played.variations.push(line);
            }
        }
        game
    }

    /// The game as PGN.
    ///
    /// # Errors
    /// If the game is too long for PGN, or one of its own variations has an illegal move.
    pub fn pgn(&self, format: MoveFormat) -> Result<String, WriteError> {
        pgn::write(&self.record(format), format)
    }

    /// The result of a move, 0 for the first: how the rules end the game, or else the score as [`score_text`] writes
    /// it.
    #[must_use]
    pub fn result(&self, index: usize) -> String {
        let graded = &self.moves[index];
        match self.points[index + 1].ending {
            Some(ending) => ending.reason.name().to_owned(),
            None => score_text(graded.after, graded.side),
        }
    }

    /// Opening and accuracy, in a line or two.
    fn summary(&self) -> String {
        let mut lines = Vec::new();
        if let Some(opening) = &self.opening {
            lines.push(format!("{} {}", opening.chinese, opening.english));
        }
        for color in Color::ALL {
            if let Some(accuracy) = self.sides[color.index()].accuracy {
                lines.push(format!("{color}: accuracy {accuracy:.1} %"));
            }
        }
        lines.join("\n")
    }
}

impl GradedMove {
    /// The comment on the move: its result, and what it lost.
    fn comment(&self, result: &str, point: &Point, format: MoveFormat) -> String {
        if self.class < Class::Inaccuracy {
            return result.to_owned();
        }
        let best = point.line.first();
        let best = best.map(|&mv| move_text(point.position.board(), mv, format).to_string());
        let turning = if self.is_turning_point { ", a turning point" } else { "" };
        format!(
            "{result}, {}{turning}: {:.1} points and {} centipawns lost; best {}",
            self.class.name(),
            self.loss,
            self.loss_cp,
            best.unwrap_or_default()
        )
    }
}

/// A score as text: from Red's view, in pawns, mates in moves. `score` is the view of `side`.
///
/// ```
/// use chuhe::annotation::score_text;
/// use chuhe::types::{Color, Score};
///
/// assert_eq!(score_text(Score::Cp(35), Color::Black), "-0.35");
/// assert_eq!(score_text(Score::MateIn(3), Color::Black), "black mates in 2");
/// ```
#[must_use]
pub fn score_text(score: Score, side: Color) -> String {
    let for_red = grade::for_red(score, side);
    match for_red {
        Score::Cp(cp) if is_rule(cp) => {
            format!("{} wins by rule", if cp > 0 { Color::Red } else { Color::Black })
        }
        Score::MateIn(plies) => format!("red mates in {}", plies.div_ceil(2)),
        Score::MatedIn(0) => "red is mated".to_owned(),
        Score::MatedIn(plies) => format!("black mates in {}", plies.div_ceil(2)),
        Score::Cp(_) => for_red.in_pawns(),
    }
}

/// Adds a line to a comment.
fn add(comment: &mut String, line: &str) {
    if !comment.is_empty() && !line.is_empty() {
        comment.push('\n');
    }
    comment.push_str(line);
}
