//! Answers requests for gomoku and draughts. The client sends the whole game with every request, and the server stores
//! nothing. Searches run alongside those of the xiangqi engines, at most [`searches_at_once`] at a time.

use std::sync::Arc;

use axum::extract::Request;
use tokio::task::spawn_blocking;

use super::super::Shared;
use super::{Answer, StopOnDrop, in_english, json, parse, receive};
use chuhe_session::boards::BoardRequest;
use chuhe_session::message::{Failure, FailureCode, MESSAGE_MAX};
use chuhe_session::refuse;

/// The number of searches that may run at once: one for every two threads of the xiangqi engines, but at least one.
pub(in super::super) fn searches_at_once(threads: u32) -> usize {
    (threads as usize / 2).max(1)
}

/// Answers a request. If it needs a search, it waits until fewer than [`searches_at_once`] are running.
pub(super) async fn play<T: BoardRequest>(
    shared: &Shared,
    request: Request,
) -> Result<Answer, Failure> {
    let (body, held) = receive(shared, request, MESSAGE_MAX).await?;
    let asked: T = parse(&body)?;
    let turn = if asked.wants_move() {
        let turn = Arc::clone(&shared.game_searches).acquire_owned().await;
        Some(turn.map_err(|error| refuse(FailureCode::Busy, error))?)
    } else {
        None
    };
    let stop = StopOnDrop::default();
    let flag = Arc::clone(&stop.0);
    let done = spawn_blocking(move || {
        let _turn = turn;
        held.keep(in_english(|| json(&asked.answer(&flag)?)))
    });
    done.await.unwrap_or_else(|error| Err(refuse(FailureCode::Busy, error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_search_leaves_room_for_the_engines() {
        assert_eq!([1, 2, 3, 8].map(searches_at_once), [1, 1, 1, 4]);
    }
}
