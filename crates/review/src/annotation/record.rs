//! Writes annotations as games with comments, glyphs and variations.

use super::grade::{self, Class};
use super::remarks::{add_ours, with_eval};
use super::{Annotation, PROGRAM, PROGRAM_NAME, wording};
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::types::{Color, Score, is_rule};
use chuhe_formats::pgn;
use chuhe_formats::{Game, Line, LineMove, Outcome, WriteError};

impl Annotation {
    /// The game with the results. Each move gets its score as `[%eval]` and, if useful, a comment and a glyph; an
    /// inaccuracy or a worse move also gets the best line as a variation.
    ///
    /// The tags, comments, glyphs and variations of the game are kept, except that each existing `[%eval]` is replaced.
    /// Added comments start with `chuhe: `. `format` is the notation of moves in comments.
    pub fn record(&self, format: MoveFormat) -> Game {
        let mut game = self.game.clone();
        sign(&mut game, &self.engine);
        if let Some(opening) = &self.opening
            && game.tag("Opening").is_none()
        {
            game.set_tag("Opening", &opening.chinese);
        }
        add_ours(&mut game.line.comment, &wording::summary(self));
        let moments = self.moments();
        for moment in &moments {
            let index = moment.ply - 1;
            let mv = move_text(&self.points[index].board, self.moves[index].mv, format);
            let sentence = self.sentence(moment, format);
            let line = format!("key moment at ply {}: {mv} {sentence}", moment.ply);
            add_ours(&mut game.line.comment, &line);
        }
        let graded = self.moves.iter().zip(self.points.windows(2));
        for (i, (played, (graded, pair))) in game.line.moves.iter_mut().zip(graded).enumerate() {
            let [point, next] = pair else { continue };
            let side = next.board.side_to_move();
            played.comment = with_eval(&played.comment, eval(next.score, side).as_deref());
            let mut remark = wording::remark(graded, point, next, format);
            if let Some(moment) = moments.iter().find(|moment| moment.ply == i + 1) {
                remark = format!("{remark}; {}", self.sentence(moment, format));
            }
            add_ours(&mut played.comment, &remark);
            if i + 1 == self.moves.len() {
                if self.judgement.ending.is_some() || game.outcome != Outcome::Unknown {
                    add_ours(&mut played.comment, &self.verdict().to_string());
                }
                let gap = self.gap().map(|gap| gap.to_string());
                add_ours(&mut played.comment, &gap.unwrap_or_default());
            }
            // A glyph from the original game is kept.
            if let Some(glyph) = graded.class.glyph()
                && !played.glyphs.iter().any(|other| (1..=6).contains(other))
            {
                played.glyphs.push(glyph);
            }
            if graded.class >= Class::Inaccuracy && !point.line.is_empty() {
                let moves = point.line.iter().copied().map(LineMove::from).collect();
                let mut line = Line { comment: String::new(), moves };
                if let Some(first) = line.moves.first_mut() {
                    first.comment = with_eval("", eval(graded.before, graded.side).as_deref());
                    add_ours(&mut first.comment, wording::BEST_LINE);
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
}

/// Adds this program, and the engine if it is another one, to the annotators named in the tags.
fn sign(game: &mut Game, engine: &str) {
    let is_ours = |name: &str| game.tag(name).is_none_or(|by| by.starts_with(PROGRAM_NAME));
    if let Some(name) = ["Annotator", "Analyst"].into_iter().find(|name| is_ours(name)) {
        let by = if engine == PROGRAM { PROGRAM.into() } else { format!("{PROGRAM} + {engine}") };
        game.set_tag(name, by);
    }
}

/// The value of an `[%eval]`: pawns from Red's point of view, or `#` and the number of moves to mate, negative if Black
/// mates. `None` for a side that is mated, or for a win by rule, which cannot be expressed. `score` is from the point
/// of view of `side`.
fn eval(score: Score, side: Color) -> Option<String> {
    match grade::for_red(score, side) {
        Score::Cp(cp) if is_rule(cp) => None,
        Score::Cp(cp) => Some(format!("{:.2}", f64::from(cp) / 100.0)),
        Score::MateIn(0) | Score::MatedIn(0) => None,
        Score::MateIn(plies) => Some(format!("#{}", plies.div_ceil(2))),
        Score::MatedIn(plies) => Some(format!("#-{}", plies.div_ceil(2))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evals_are_in_pawns_from_red_and_mates_in_moves() {
        let told = |score, side| eval(score, side);
        assert_eq!(told(Score::Cp(35), Color::Red).as_deref(), Some("0.35"));
        assert_eq!(told(Score::Cp(120), Color::Black).as_deref(), Some("-1.20"));
        assert_eq!(told(Score::Cp(0), Color::Black).as_deref(), Some("0.00"));
        assert_eq!(told(Score::MateIn(3), Color::Red).as_deref(), Some("#2"));
        assert_eq!(told(Score::MateIn(3), Color::Black).as_deref(), Some("#-2"));
        assert_eq!(told(Score::MatedIn(0), Color::Black), None);
        assert_eq!(told(Score::Cp(chuhe_engine::types::RULE_WIN), Color::Red), None);
    }
}
