//! Puzzles in words, in the language of the thread.

use std::fmt;

use super::{Goal, PuzzleSource, RefusedSource, Theme};
use chuhe_engine::types::{Color, PieceType};
use chuhe_engine::types::{Score, is_rule};
use chuhe_locale::list;
use chuhe_locale::tr;

impl Goal {
    /// The task in a few words that do not give the solution away, in the language of the thread.
    #[must_use]
    pub fn task(&self) -> String {
        match self {
            Self::Mate { moves } => tr!("puzzle-task-mate", moves = *moves),
            Self::Win { won, lost } if lost.is_empty() && won.len() == 1 => {
                tr!("puzzle-task-win", pieces = pieces(won))
            }
            Self::Win { .. } => tr!("puzzle-task-material"),
        }
    }
}

/// The name, in the language of the thread.
impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let theme = match self {
            Self::Check => "check",
            Self::DoubleCheck => "double-check",
            Self::DiscoveredCheck => "discovered-check",
            Self::Fork => "fork",
            Self::DiscoveredAttack => "discovered-attack",
            Self::Sacrifice => "sacrifice",
            Self::QuietMove => "quiet-move",
        };
        f.write_str(&tr!("puzzle-theme", theme = theme))
    }
}

/// Players, event, date, and the place in the file: `Hu – Xu, Guangzhou, 1960.??.??; games.pgn, game 3, ply 40`. In the
/// language of the thread.
impl fmt::Display for PuzzleSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = |color: Color| {
            let name = self.players[color.index()].clone();
            name.unwrap_or_else(|| tr!("side", side = color.to_string()))
        };
        let players = format!("{} – {}", player(Color::Red), player(Color::Black));
        let known = [Some(players), self.event.clone(), self.date.clone()];
        let known: Vec<String> = known.into_iter().flatten().collect();
        let known = known.join(&tr!("list-separator"));
        let file = self.file.clone();
        f.write_str(&tr!(
            "puzzle-source",
            known = known,
            file = file,
            game = self.game,
            ply = self.ply
        ))
    }
}

/// Where and why, in the language of the thread.
impl fmt::Display for RefusedSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, reason) = (self.file.clone(), self.reason.clone());
        f.write_str(&match self.game {
            Some(game) => tr!("puzzle-refused-game", file = file, game = game, reason = reason),
            None => tr!("puzzle-refused-file", file = file, reason = reason),
        })
    }
}

/// Pieces in words, in the language of the thread: `a rook`, `a cannon and 2 pawns`. Pieces of a kind stand together.
pub fn pieces(kinds: &[PieceType]) -> String {
    let groups: Vec<String> = kinds
        .chunk_by(PartialEq::eq)
        .map(|group| match group.len() {
            1 => tr!("puzzle-one-piece", piece = group[0].name()),
            count => tr!("puzzle-some-pieces", count = count, piece = group[0].name()),
        })
        .collect();
    if groups.is_empty() { tr!("puzzle-no-pieces") } else { list(&groups) }
}

/// A score in words, in the language of the thread: `+0.35`, `mate in 3`, `loses by rule`. View: side to move.
pub fn score_in_words(score: Score) -> String {
    match score {
        Score::Cp(cp) if is_rule(cp) && cp > 0 => tr!("puzzle-score-rule-win"),
        Score::Cp(cp) if is_rule(cp) => tr!("puzzle-score-rule-loss"),
        Score::Cp(_) => score.in_pawns(),
        Score::MateIn(plies) => tr!("puzzle-score-mate", moves = plies.div_ceil(2)),
        Score::MatedIn(plies) => tr!("puzzle-score-mated", moves = plies.div_ceil(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_locale::{Language, with};

    #[test]
    fn pieces_are_counted() {
        use PieceType::{Advisor, Cannon, Elephant, Pawn, Rook};
        for (kinds, english, chinese) in [
            (&[][..], "nothing", "无"),
            (&[Advisor], "an advisor", "士"),
            (&[Rook, Pawn, Pawn], "a rook and 2 pawns", "车和两兵"),
            (&[Cannon, Elephant, Pawn], "a cannon, an elephant and a pawn", "炮、象和兵"),
        ] {
            assert_eq!(with(Language::English, || pieces(kinds)), english);
            assert_eq!(with(Language::Chinese, || pieces(kinds)), chinese);
        }
    }

    #[test]
    fn puzzles_are_told_in_chinese() {
        let source = PuzzleSource {
            file: "a.pgn".to_owned(),
            game: 3,
            ply: 40,
            players: [Some("胡荣华".to_owned()), None],
            event: Some("全国赛".to_owned()),
            date: None,
        };
        let win = |won: &[PieceType]| Goal::Win { won: won.to_vec(), lost: Vec::new() };
        with(Language::Chinese, || {
            assert_eq!(source.to_string(), "胡荣华 – 黑方、全国赛；a.pgn 第 3 局第 40 着后");
            assert_eq!(Goal::Mate { moves: 2 }.task(), "2 步杀");
            assert_eq!(win(&[PieceType::Rook]).task(), "得车");
            assert_eq!(win(&[PieceType::Rook, PieceType::Pawn]).task(), "得子");
            assert_eq!(Theme::DiscoveredAttack.to_string(), "闪击");
        });
    }

    /// In English, scores read as everywhere else.
    #[test]
    fn scores_in_words_are_those_in_pawns() {
        with(Language::Chinese, || {
            assert_eq!(score_in_words(Score::MateIn(3)), "2 步杀");
            assert_eq!(score_in_words(Score::Cp(-35)), "-0.35");
        });
        let rule = chuhe_engine::types::RULE_WIN;
        for score in
            [Score::Cp(35), Score::Cp(rule), Score::Cp(-rule), Score::MateIn(3), Score::MatedIn(0)]
        {
            assert_eq!(with(Language::English, || score_in_words(score)), score.in_pawns());
        }
    }
}
