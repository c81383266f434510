//! The task of a position in a test suite, given by the EPD operations `bm` and `am`.

use serde::Serialize;

use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::Ranks;
use chuhe_engine::notation::{MoveFormat, MoveTextError, line_texts, parse_move};
use chuhe_engine::types::Move;
use chuhe_formats::Game;

/// The moves to find in a position, and those to avoid.
///
/// ```
/// use chuhe_review::analysis::ExpectedMoves;
/// use chuhe_formats::lines;
///
/// let text = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - bm R9+9; am a0a1;";
/// let game = lines::read(text).next().expect("there is a line")?;
/// let expected = ExpectedMoves::of_game(&game)?.expect("the line has operations");
/// assert!(expected.are_met_by(Some("a0a9".parse()?)));
/// assert!(!expected.are_met_by(Some("a0a1".parse()?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ExpectedMoves {
    /// The best moves, one of which must be found. If there are none, every move that is not in `am` solves the task.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bm: Vec<Move>,
    /// Moves to avoid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub am: Vec<Move>,
}

/// Why the moves in an operation cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{opcode}: {error}")]
pub struct ExpectedMovesError {
    /// The operation.
    pub opcode: &'static str,
    /// What is wrong with a move in the operation.
    pub error: MoveTextError,
}

impl ExpectedMoves {
    /// Reads the task for the start position of a game from its tags `bm` and `am`. Returns `None` if it has neither.
    /// Moves may be in any notation.
    ///
    /// # Errors
    /// If a word in a tag is not a legal move.
    pub fn of_game(game: &Game) -> Result<Option<Self>, ExpectedMovesError> {
        let [bm, am] = ["bm", "am"].map(|opcode| match game.tag(opcode) {
            Some(text) => {
                moves(&game.start, text).map_err(|error| ExpectedMovesError { opcode, error })
            }
            None => Ok(Vec::new()),
        });
        let expected = Self { bm: bm?, am: am? };
        Ok((expected != Self::default()).then_some(expected))
    }

    /// Whether a best move, or the lack of one, solves the task.
    pub fn are_met_by(&self, best: Option<Move>) -> bool {
        let Some(best) = best else { return false };
        (self.bm.is_empty() || self.bm.contains(&best)) && !self.am.contains(&best)
    }

    /// The operations as text, with moves in this notation.
    pub fn text(&self, position: &Position, format: MoveFormat) -> String {
        let operations = [("bm", &self.bm), ("am", &self.am)].map(|(opcode, moves)| {
            let texts = moves.iter().flat_map(|&mv| line_texts(position, &[mv], format));
            let texts: Vec<String> = texts.collect();
            (!texts.is_empty()).then(|| format!("{opcode} {}", texts.join(" ")))
        });
        operations.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

/// Reads the moves in an operation. Ranks are counted from 0, or from 1 if the moves are legal only that way.
fn moves(position: &Position, text: &str) -> Result<Vec<Move>, MoveTextError> {
    let read = |ranks| {
        let words = text.split(|c: char| c.is_whitespace() || c == ',');
        let words = words.filter(|word| !word.is_empty());
        words.map(|word| parse_move(position, word, ranks)).collect::<Result<Vec<_>, _>>()
    };
    read(Ranks::FromZero).or_else(|error| read(Ranks::FromOne).map_err(|_| error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_formats::lines;

    fn expected(operations: &str) -> Result<Option<ExpectedMoves>, String> {
        let text = format!("3k5/9/9/9/9/9/9/9/9/R3K4 w - - {operations}");
        let game = lines::read(&text).next().unwrap().unwrap();
        ExpectedMoves::of_game(&game).map_err(|error| error.to_string())
    }

    #[test]
    fn operations_are_read_in_every_notation() {
        let moves = |words: &[&str]| words.iter().map(|word| word.parse().unwrap()).collect();
        let read = |operations| expected(operations).unwrap().unwrap();
        let best = |words| ExpectedMoves { bm: moves(words), am: Vec::new() };
        assert_eq!(read("bm R9+9, 车九平八;"), best(&["a0a9", "a0b0"]));
        // Only a numbering from 1 has a rank 10.
        assert_eq!(read("bm a1a10;"), best(&["a0a9"]));
        assert_eq!(read("am A0-A1; id \"x\";").am, moves(&["a0a1"]));
        assert_eq!(expected("id \"x\";"), Ok(None));
        let refusal = expected("bm a0b5;").unwrap_err();
        assert!(refusal.starts_with("bm: \"a0b5\""), "{refusal}");
    }
}
