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
    /// Whether no more games can be taken from the piece.
    pub(super) is_exhausted: bool,
}

/// The fraction of a piece from which games are taken at a time, at least. A reader may examine all of a piece to take
/// its first game, so a piece must not be read anew for every few games.
const FRACTION: usize = 16;

impl PieceOfGames {
    /// Takes games from a piece of text, which starts on this line: all of them or those in a fraction of it, and at
    /// least `count` of them. If more text follows the piece, its last game is left for the next piece.
    pub(super) fn new(
        text: &str,
        line: usize,
        is_last: bool,
        count: usize,
        mut games: impl GamesInText,
    ) -> Self {
        let mut piece = Self { games: Vec::new(), end: 0, line, is_exhausted: false };
        while piece.games.len() < count || piece.end < text.len() / FRACTION {
            let Some(game) = games.next() else {
                piece.end = if is_last { text.len() } else { piece.end };
                piece.is_exhausted = true;
                break;
            };
            if !is_last && !games.has_more() {
                piece.is_exhausted = true;
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
