//! Sequences of moves in any notation, played from a position.

use super::chinese::split_first;
use super::format::{MoveFormat, is_move, move_text, parse_move};
use super::iccs::{self, Ranks};
use super::plain::plain;
use super::relative::MoveTextError;
use crate::board::{IllegalMove, Position};
use crate::types::Move;

/// The error for a word that is not a playable move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}: {reason}")]
pub struct WordError {
    /// The number of the word among the moves, counted from 1.
    pub number: usize,
    /// The word.
    pub word: String,
    /// The position before the word, as a FEN.
    pub fen: String,
    /// The reason.
    pub reason: WordProblem,
}

/// Why a word cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum WordProblem {
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error(transparent)]
    Text(#[from] MoveTextError),
}

/// Plays the moves of a text in coordinates, WXF, Chinese or SAN, in any mixture, separated by blanks, commas or
/// semicolons. Chinese moves need no separators. Move numbers are skipped.
///
/// Ranks are numbered as `ranks` says. If it is `None`, the first rank 0 or 10 in the moves decides; if there is none,
/// ranks count from 0.
///
/// ```
/// use chuhe_engine::board::Position;
/// use chuhe_engine::notation::play_words;
///
/// let start = Position::startpos();
/// let position = play_words(&start, "1. 炮二平五 H8+7 2. h0g2", None)?;
/// assert_eq!(play_words(&start, "h3e3 h10g8 h1g3", None)?.fen(), position.fen());
/// # Ok::<(), chuhe_engine::notation::WordError>(())
/// ```
///
/// # Errors
/// If a word cannot be played; the error describes the first such word.
pub fn play_words(
    start: &Position,
    text: &str,
    ranks: Option<Ranks>,
) -> Result<Position, WordError> {
    let text = plain(text);
    let words = text.split(is_separator).flat_map(moves_apart).map(without_number);
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let ranks = ranks.or_else(|| Ranks::shown_by(words.iter().copied())).unwrap_or_default();
    play(start, &words, ranks)
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '，' | '；' | '、')
}

/// Splits a word into moves: one, unless it is a run of Chinese moves without blanks.
fn moves_apart(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(word);
    std::iter::from_fn(move || {
        let word = rest?;
        let run = split_first(word).filter(|(_, behind)| split_first(behind).is_some());
        rest = run.map(|(_, behind)| behind);
        Some(run.map_or(word, |(first, _)| first))
    })
}

/// Strips a leading move number from a word.
fn without_number(word: &str) -> &str {
    let behind_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind_dots = behind_digits.trim_start_matches(['.', '…', '．']);
    let has_number = behind_digits.is_empty() || behind_dots.len() < behind_digits.len();
    // 27.6 is a move, not a move number 27.
    if has_number && !is_move(word) { behind_dots } else { word }
}

fn play(start: &Position, words: &[&str], ranks: Ranks) -> Result<Position, WordError> {
    let mut position = start.clone();
    for (number, word) in (1..).zip(words) {
        let mv = legal_move(&position, word, ranks).map_err(|reason| WordError {
            number,
            word: (*word).to_owned(),
            fen: position.fen(),
            reason,
        })?;
        position.make_unchecked(mv, &mut ());
    }
    Ok(position)
}

/// Parses a legal move as [`parse_move`] does. For an illegal move in coordinates, the error says why it is illegal.
///
/// # Errors
/// If the text is not a move or, in another notation, does not name exactly one legal move.
pub fn legal_move(position: &Position, text: &str, ranks: Ranks) -> Result<Move, WordProblem> {
    parse_move(position, text, ranks).map_err(|error| {
        let reason = match (&error, iccs::parse(text, ranks)) {
            (MoveTextError::Illegal { .. }, Ok(mv)) => position.check_move(mv).err(),
            _ => None,
        };
        reason.map_or(WordProblem::Text(error), WordProblem::Illegal)
    })
}

/// The texts of consecutive moves from a position. The first illegal move and all moves after it are left out.
pub fn line_texts(position: &Position, moves: &[Move], format: MoveFormat) -> Vec<String> {
    let mut position = position.clone();
    let playable = moves.iter().map_while(|&mv| {
        let text = move_text(position.board(), mv, format).to_string();
        position.play(mv).ok().map(|()| text)
    });
    playable.collect()
}

#[cfg(test)]
mod tests {
    use super::super::chinese::Script;
    use super::*;

    fn after(text: &str, ranks: Option<Ranks>) -> Result<String, String> {
        let played = play_words(&Position::startpos(), text, ranks);
        played.map(|position| position.fen()).map_err(|error| error.to_string())
    }

    #[test]
    fn every_notation_and_every_separator_will_do() {
        let expected = after("h2e2 h9g7", None);
        assert!(expected.is_ok());
        for same in [
            "H2-E2,H9-G7",
            "C2.5 H8+7",
            "1. 炮二平五 马８进７",
            "1.\u{3000}炮二平五、马8进7；",
            "h3e3 h10g8",
            "炮二平五\nh9g7\n",
            "1.炮二平五马８进７",
            "\u{feff}１．Ｈ２—Ｅ２\u{a0}\u{200b}h9\u{ad}g7\u{200e}",
        ] {
            assert_eq!(after(same, None), expected, "{same}");
        }
        assert_eq!(after("1... 2. ", None), Ok(Position::startpos().fen()));
    }

    #[test]
    fn ranks_count_from_0_by_default() {
        assert_eq!(after("h3e3 h8e8", None), Err("move 1: no piece stands on h3".to_owned()));
        assert_eq!(after("h3e3 h8e8", Some(Ranks::FromOne)), after("h2e2 h7e7", None));
    }

    #[test]
    fn refusals_name_the_place_and_the_reason() {
        let error = |text| after(text, None).unwrap_err();
        assert!(error("h2e2 nonsense").starts_with("move 2: \"nonsense\" is not a move: expected"));
        assert!(error("h2e2 兵五平四").starts_with("move 2: \"兵五平四\" is not a legal move"));
    }

    #[test]
    fn lines_are_written_in_any_notation() {
        let start = Position::startpos();
        let moves = ["h2e2", "h9g7", "a0a9"].map(|mv| mv.parse().unwrap());
        let line = |format| line_texts(&start, &moves, format).join(" ");
        assert_eq!(line(MoveFormat::Coordinates), "h2e2 h9g7");
        assert_eq!(line(MoveFormat::Iccs), "H2-E2 H9-G7");
        assert_eq!(line(MoveFormat::Wxf), "C2.5 H8+7");
        assert_eq!(line(MoveFormat::Chinese(Script::Simplified)), "炮二平五 马８进７");
    }
}
