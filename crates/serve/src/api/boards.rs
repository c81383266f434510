//! What gomoku and draughts have in common: the client sends the whole game with every request, and the server keeps
//! nothing of it. Searches run one after the other, alongside the xiangqi engines.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::Request;
use game_core::Limits;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::task::spawn_blocking;

use super::super::Shared;
use super::work::check_length;
use super::{Answered, in_english, json, take};
use chuhe_localize::tr;
use chuhe_session::message::FailureCode;
use chuhe_session::{Refused, refuse};

/// The longest time that one move may take.
const THINKING: Duration = Duration::from_millis(1500);
/// The size of the transposition table of one search.
pub(super) const TABLE_MB: usize = 16;

/// A request about a game.
pub(super) trait GameRequest: DeserializeOwned + Send + 'static {
    /// The response.
    type Answer: Serialize;

    /// Whether the program is asked to move, if the game is not over.
    fn wants_move(&self) -> bool;

    /// Judges the game, and makes a move if one is asked for. Once `stop` is set, it returns at once.
    fn answer(&self, stop: &AtomicBool) -> Result<Self::Answer, Refused>;
}

/// The number of searches that run at once: one for every two threads of the engines.
pub(in super::super) fn searches_at_once(threads: u32) -> usize {
    (threads as usize / 2).max(1)
}

/// The limits of every search; weak levels have tighter ones.
pub(super) fn limits() -> Limits {
    Limits::move_time(THINKING)
}

/// Ends a search when dropped, because the client has gone or the server stops.
#[derive(Debug, Default)]
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Answers a request, waiting its turn if a search is needed.
pub(super) async fn play<T: GameRequest>(shared: &Shared, request: Request) -> Answered {
    let (asked, permit) = take::<T>(shared, request).await?;
    let turn = if asked.wants_move() {
        let turn = Arc::clone(&shared.game_searches).acquire_owned().await;
        Some(turn.map_err(|error| refuse(FailureCode::Busy, error))?)
    } else {
        None
    };
    let stop = StopOnDrop::default();
    let flag = Arc::clone(&stop.0);
    let done = spawn_blocking(move || {
        let _held = (permit, turn);
        in_english(|| json(&asked.answer(&flag)?))
    });
    done.await.unwrap_or_else(|error| Err(refuse(FailureCode::Busy, error)))
}

/// The moves of a text, separated by blanks or commas.
pub(super) fn words(moves: &str) -> Result<impl Iterator<Item = &str>, Refused> {
    check_length(moves)?;
    Ok(moves.split([' ', ',', '\t', '\r', '\n']).filter(|word| !word.is_empty()))
}

/// Why a move cannot be played: it is not legal, or the game is over. `number` counts the moves of both sides from 1.
pub(super) fn bad_move(number: usize, word: &str, error: &impl ToString) -> Refused {
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

    #[test]
    fn one_search_leaves_room_for_the_engines() {
        assert_eq!([1, 2, 3, 8].map(searches_at_once), [1, 1, 1, 4]);
    }
}
