//! Answers requests about gomoku and draughts. Each request contains the whole game; nothing is stored between
//! requests.

mod draughts;
mod gomoku;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game_core::Limits;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use self::draughts::{DraughtsAnswer, DraughtsRequest};
pub use self::gomoku::{GomokuAnswer, GomokuRequest};
use super::message::{Failure, FailureCode};
use super::session::refuse;
use chuhe_localize::tr;

/// The time limit for the program's move.
const THINKING: Duration = Duration::from_millis(1500);
/// The size of a search's transposition table, in MB.
const TABLE_MB: usize = 16;
/// The maximum length of a list of moves, in bytes.
const MOVES_BYTES: usize = 32 << 10;

/// A request about a game of gomoku or draughts.
pub trait BoardRequest: DeserializeOwned + Send + 'static {
    /// The response.
    type Answer: Serialize;

    /// Whether the program is to move if the game is not over.
    fn wants_move(&self) -> bool;

    /// Determines the state of the game, and plays a move if one was requested. Ends its search early if `stop` is set.
    ///
    /// # Errors
    /// If the request does not describe a valid game.
    fn answer(&self, stop: &AtomicBool) -> Result<Self::Answer, Failure>;
}

/// The limits on a search at full strength; weak levels have stricter limits.
fn limits() -> Limits {
    Limits::move_time(THINKING)
}

/// Rejects a list of moves that is too long.
///
/// # Errors
/// If the list is too long.
pub fn check_length(moves: &str) -> Result<(), Failure> {
    if moves.len() > MOVES_BYTES {
        let text = tr!("serve-moves-long", most = MOVES_BYTES >> 10);
        return Err(refuse(FailureCode::BadValue, text));
    }
    Ok(())
}

/// Splits a text into moves, at spaces or commas.
fn words(moves: &str) -> Result<impl Iterator<Item = &str>, Failure> {
    check_length(moves)?;
    Ok(moves.split([' ', ',', '\t', '\r', '\n']).filter(|word| !word.is_empty()))
}

/// The error for a move that is illegal or follows the end of the game. `number` counts both sides' moves from 1.
fn bad_move(number: usize, word: &str, error: &impl ToString) -> Failure {
    let error = error.to_string();
    let text = tr!("serve-game-move", number = number, move = word.to_owned(), error = error);
    refuse(FailureCode::Illegal, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_stand_between_blanks_and_commas() {
        let read: Vec<&str> = words(" h8,i9\n\th9, ").unwrap().collect();
        assert_eq!(read, ["h8", "i9", "h9"]);
        assert_eq!(words("").unwrap().next(), None);
        assert!(words(&"h8 ".repeat(20_000)).is_err());
    }
}
