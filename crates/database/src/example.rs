//! Games that reached a position, with the ply at which they did.

use super::error::GameFault;
use super::game::StoredGame;
use super::identity::placement;
use super::keys::{KeyTracker, PositionKey};
use super::query::Query;
use super::record::start_of;
use super::{Database, DatabaseError};
use chuhe_engine::board::Position;

/// A game that reached a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleGame {
    /// The game.
    pub game: StoredGame,
    /// The number of moves played before the game first reached the position.
    pub ply: u32,
    /// Whether the game reached the mirror image of the position instead.
    pub is_mirrored: bool,
}

impl Database {
    /// The first `limit` games that reached a position or its mirror image, in the order of their import.
    ///
    /// # Errors
    /// If an interrupted import has left games out of the indexes, or the database cannot be read.
    pub fn examples(
        &self,
        position: &Position,
        limit: u64,
    ) -> Result<Vec<ExampleGame>, DatabaseError> {
        let query = Query { position: Some(position.clone()), ..Query::default() };
        let games = self.search_after(&query, 0, limit)?;
        let examples = games.into_iter().map(|game| ExampleGame::find(game, position));
        // Games in which another position has the same key, which is very rare, are left out.
        Ok(examples.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }
}

impl ExampleGame {
    /// Finds a position in a game; `None` if the game never reaches it.
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
