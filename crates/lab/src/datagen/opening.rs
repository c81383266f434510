//! Openings for self-play: varied positions near balance.

use std::ops::RangeInclusive;

use super::DatagenError;
use super::player::{GameStart, SelfPlayer};
use crate::data::SelfPlayGame;
use chuhe_engine::board::Position;
use chuhe_engine::types::Value;
use chuhe_engine::types::rng::SplitMix64;

/// The range of random plies from a position of an earlier game.
const ENDGAME_PLIES: RangeInclusive<u64> = 2..=4;
/// The maximum absolute score of an opening, in centipawns.
const BALANCE: Value = 300;
/// The percentage of games that start from an endgame position of the previous game, if it has one.
const ENDGAME_PERCENT: u64 = 10;
/// The maximum number of pieces on the board, kings included, in an endgame.
const ENDGAME_PIECES: usize = 16;
/// The maximum number of openings tried for a game.
const TRIES: u32 = 1000;

impl GameStart {
    fn at(position: Position) -> Self {
        Self { start: position.fen(), moves: Vec::new(), position }
    }

    /// Plays random moves that lose no material at once. Returns `None` if no such move or no legal reply is left.
    fn wander(mut self, plies: &RangeInclusive<u64>, rng: &mut SplitMix64) -> Option<Self> {
        let (least, most) = plies.clone().into_inner();
        let plies = least + rng.below(most - least + 1);
        for _ in 0..plies {
            let board = self.position.board();
            let mut moves = self.position.legal_moves();
            moves.retain(|mv| board.see_ge(*mv, 0));
            if moves.is_empty() {
                return None;
            }
            let mv = moves[rng.below(moves.len() as u64) as usize];
            self.position.make_unchecked(mv, &mut ());
            self.moves.push(mv);
        }
        (!self.position.legal_moves().is_empty()).then_some(self)
    }
}

/// The sources of openings.
pub(super) struct Openings<'a> {
    /// Positions to start from, in rotation; the start position if there are none.
    pub(super) list: &'a [Position],
    /// The number of random plies played from an opening.
    pub(super) random_plies: &'a RangeInclusive<u64>,
    /// The game's number.
    pub(super) number: u64,
    /// The previous game in the chunk.
    pub(super) earlier: Option<&'a SelfPlayGame>,
}

impl Openings<'_> {
    /// Returns an opening. One with random plies is accepted only if the player's search scores it near balance; the
    /// result is `None` if no such opening is found.
    pub(super) fn find(&self, player: &mut SelfPlayer, rng: &mut SplitMix64) -> Option<GameStart> {
        if *self.random_plies.end() == 0 {
            return Some(self.base());
        }
        for _ in 0..TRIES {
            let Some(opening) = self.propose(rng) else { continue };
            player.forget();
            if player.think(&opening.position).is_some_and(|(_, value)| value.abs() <= BALANCE) {
                return Some(opening);
            }
        }
        None
    }

    fn propose(&self, rng: &mut SplitMix64) -> Option<GameStart> {
        if rng.below(100) < ENDGAME_PERCENT
            && let Some(opening) = self.endgame(rng)
        {
            return opening.wander(&ENDGAME_PLIES, rng);
        }
        self.base().wander(self.random_plies, rng)
    }

    /// The opening without random plies.
    fn base(&self) -> GameStart {
        let index = self.number.checked_rem(self.list.len() as u64);
        let position =
            index.map_or_else(Position::startpos, |index| self.list[index as usize].clone());
        GameStart::at(position)
    }

    /// Returns a random endgame position of the previous game.
    fn endgame(&self, rng: &mut SplitMix64) -> Option<GameStart> {
        let mut endgames = Vec::new();
        self.earlier?
            .replay(|position, _| {
                if position.board().pieces().count() <= ENDGAME_PIECES {
                    endgames.push(position.fen());
                }
            })
            .ok()?;
        let fen = endgames.get(rng.below(endgames.len().max(1) as u64) as usize)?;
        Position::from_fen(fen).ok().map(GameStart::at)
    }
}

/// Reads openings, one FEN per line. A comment may follow after a semicolon. Empty lines and lines that begin with `#`
/// are skipped.
///
/// # Errors
/// If a line is not a valid FEN, a position has no legal moves, or there are no positions.
pub fn read_openings(text: &str) -> Result<Vec<Position>, DatagenError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let fen = line.split(';').next().unwrap_or_default().trim();
        if fen.is_empty() || fen.starts_with('#') {
            continue;
        }
        let line = index + 1;
        let position =
            Position::from_fen(fen).map_err(|error| DatagenError::Opening { line, error })?;
        if position.legal_moves().is_empty() {
            return Err(DatagenError::OpeningOver { line });
        }
        openings.push(position);
    }
    if openings.is_empty() { Err(DatagenError::NoOpenings) } else { Ok(openings) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_checked_line_by_line() {
        let rook = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
        let openings = read_openings(&format!("# rooks\n\n{rook} ; one\n")).unwrap();
        assert_eq!(openings.iter().map(Position::fen).collect::<Vec<_>>(), [rook]);
        let refusal = |text: &str| read_openings(text).unwrap_err().to_string();
        assert!(refusal(&format!("{rook}\nrubbish")).starts_with("line 2: "));
        assert_eq!(refusal("# nothing"), "no openings found");
        let mated = "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1";
        assert_eq!(refusal(mated), "line 1: the side to move has no legal move");
    }
}
