//! Positions given as a FEN and the moves played from it.

use super::iccs::{self, Ranks};
use crate::board::{FenError, Position};

/// Why a position could not be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum PositionError {
    #[error("bad position: {0}")]
    Fen(#[from] FenError),
    #[error("bad position: move {number}, {text:?}, is not a move")]
    NotAMove {
        /// The number of the move, counted from 1.
        number: usize,
        text: String,
    },
    #[error("bad position: move {number}, {text:?}, is illegal")]
    IllegalMove {
        /// The number of the move, counted from 1.
        number: usize,
        text: String,
    },
}

/// Sets up the position after moves from a FEN, or from the start position if `fen` is `None`. The history keeps the
/// moves, so repetitions are recognized.
///
/// # Errors
/// If the FEN is invalid, or a word is not a move or is illegal.
pub fn position_after<'a>(
    fen: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
    ranks: Ranks,
) -> Result<Position, PositionError> {
    let mut position = fen.map_or_else(|| Ok(Position::startpos()), Position::from_fen)?;
    for (i, text) in moves.into_iter().enumerate() {
        let number = i + 1;
        let mv = iccs::parse(text, ranks)
            .map_err(|_| PositionError::NotAMove { number, text: text.to_owned() })?;
        position
            .play(mv)
            .map_err(|_| PositionError::IllegalMove { number, text: text.to_owned() })?;
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fen_after(fen: Option<&str>, moves: &str, ranks: Ranks) -> Result<String, PositionError> {
        position_after(fen, moves.split_whitespace(), ranks).map(|position| position.fen())
    }

    #[test]
    fn moves_are_played_in_either_numbering() {
        let zero = fen_after(None, "h2e2 H9-G7", Ranks::FromZero).unwrap();
        assert_eq!(fen_after(None, "h3e3 h10g8", Ranks::FromOne).unwrap(), zero);
    }

    #[test]
    fn refusals_name_the_place() {
        let error = |moves| fen_after(None, moves, Ranks::FromZero).unwrap_err().to_string();
        assert_eq!(error("h2e2 a0a5 h9g7"), "bad position: move 2, \"a0a5\", is illegal");
        assert_eq!(error("h2e2 xyzzy"), "bad position: move 2, \"xyzzy\", is not a move");
        let fen = fen_after(Some("xyzzy"), "", Ranks::FromZero).unwrap_err();
        assert!(matches!(fen, PositionError::Fen(_)));
    }
}
