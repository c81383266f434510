//! Finds the games in part of a text, where the last game may continue in the next part.

use std::ops::Range;

use super::game::Game;
use super::read_error::ReadError;

/// A game, with its byte range in the text.
pub(super) type PlacedGame = (Result<Game, ReadError>, Range<u64>);

/// The first games in a piece of text.
#[derive(Debug, Default)]
pub(super) struct PieceOfGames {
    /// The games, each with its byte range in the piece.
    pub(super) games: Vec<PlacedGame>,
    /// The byte offset of the end of the last game.
    pub(super) end: usize,
    /// The number of the line on which the last game ends.
    pub(super) line: usize,
}

impl PieceOfGames {
    /// Takes up to `limit` games from a piece of text, which starts on this line. If more text follows the piece, its
    /// last game is left for the next piece.
    pub(super) fn new(
        text: &str,
        line: usize,
        is_last: bool,
        limit: usize,
        mut games: impl GamesInText,
    ) -> Self {
        let mut piece = Self { games: Vec::new(), end: 0, line };
        while piece.games.len() < limit {
            let Some(game) = games.next() else {
                piece.end = if is_last { text.len() } else { piece.end };
                break;
            };
            if !is_last && !games.has_more() {
                break;
            }
            let Range { start, end } = games.place();
            piece.games.push((game, start as u64..end as u64));
            (piece.end, piece.line) = (end, games.line());
        }
        piece
    }
}

/// A reader of the games in a text.
pub(super) trait GamesInText: Iterator<Item = Result<Game, ReadError>> {
    /// The byte range of the game last read.
    fn place(&self) -> Range<usize>;

    /// The number of the line on which the game last read ends.
    fn line(&self) -> usize;

    /// Whether the text goes on, so that the game last read is complete.
    fn has_more(&mut self) -> bool;
}
