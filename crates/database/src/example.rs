//! Games that came to a position, and where in them it stands.

use super::error::GameFault;
use super::game::StoredGame;
use super::keys::{KeyTracker, PositionKey};
use super::query::Query;
use super::record::{placement, start_of};
use super::{Database, DatabaseError};
use chuhe_engine::board::Position;

/// A game that came to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleGame {
    /// The game.
    pub game: StoredGame,
    /// The moves played before it came to the position for the first time.
    pub ply: u32,
    /// Whether it came to the mirror image of the position instead.
    pub is_mirrored: bool,
}

impl Database {
    /// The first `limit` games, in the order in which they came into the database, that came to a position or to its
    /// mirror image.
    ///
    /// # Errors
    /// If an import was interrupted and not all games are in the indexes, or the database cannot be read.
    pub fn examples(
        &self,
        position: &Position,
        limit: u64,
    ) -> Result<Vec<ExampleGame>, DatabaseError> {
        let query = Query { position: Some(position.clone()), ..Query::default() };
        let games = self.search_after(&query, 0, limit)?;
        let examples = games.into_iter().map(|game| ExampleGame::find(game, position));
        // By the rarest of chances another position has the same key.
        Ok(examples.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }
}

impl ExampleGame {
    /// Looks where in a game a position stands; none if it does not.
    fn find(game: StoredGame, wanted: &Position) -> Result<Option<Self>, DatabaseError> {
        let key = PositionKey::of(wanted.board()).key;
        let start = start_of(game.start.as_deref());
        let mut position = start.map_err(|fault| fault.in_game(game.id))?;
        let mut tracker = KeyTracker::new(position.board());
        let mut moves = game.moves.split_whitespace();
        for ply in 0.. {
            if tracker.key(position.side_to_move()).key == key {
                let is_mirrored = placement(&position.fen()) != placement(&wanted.fen());
                return Ok(Some(Self { game, ply, is_mirrored }));
            }
            let Some(word) = moves.next() else { break };
            let played = word.parse().ok().filter(|&mv| position.is_legal(mv));
            let Some(mv) = played else {
                return Err(GameFault::Move { ply: ply + 1 }.in_game(game.id));
            };
            position.make_unchecked(mv, &mut tracker);
        }
        Ok(None)
    }
}
