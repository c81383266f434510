//! Openings for self-play: varied positions near balance.

use super::player::{GameStart, SelfPlayer};
use crate::board::{FenError, Position};
use crate::lab::data::SelfPlayGame;
use crate::tr;
use crate::types::Value;
use crate::types::rng::SplitMix64;

/// Random plies from the start position, at least and at most.
const RANDOM_PLIES: (u64, u64) = (8, 12);
/// Random plies from a position of an earlier game.
const ENDGAME_PLIES: (u64, u64) = (2, 4);
/// Scores that an opening may have.
const BALANCE: Value = 300;
/// The share of games, in per cent, that begin in the last part of the game before, if that is an endgame.
const ENDGAME_PERCENT: u64 = 10;
/// The most pieces of both sides, kings included, that make an endgame.
const ENDGAME_PIECES: usize = 16;
/// Openings tried for one game.
const TRIES: u32 = 1000;

impl GameStart {
    fn at(position: Position) -> Self {
        Self { start: position.fen(), moves: Vec::new(), position }
    }

    /// Plays `plies` random moves that lose no material at once; none if the game ends meanwhile.
    fn wander(mut self, plies: u64, rng: &mut SplitMix64) -> Option<Self> {
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

/// What an opening is made from.
pub(super) struct Openings<'a> {
    /// Positions to be used in turn.
    pub(super) list: &'a [Position],
    /// The game's number.
    pub(super) number: u64,
    /// The game before it in the chunk.
    pub(super) earlier: Option<&'a SelfPlayGame>,
}

impl Openings<'_> {
    /// An opening that the player's search scores near balance. None if none is found.
    pub(super) fn find(&self, player: &mut SelfPlayer, rng: &mut SplitMix64) -> Option<GameStart> {
        for _ in 0..TRIES {
            let Some(opening) = self.propose(rng) else { continue };
            if !self.list.is_empty() {
                return Some(opening);
            }
            player.forget();
            if player.think(&opening.position).is_some_and(|(_, value)| value.abs() <= BALANCE) {
                return Some(opening);
            }
        }
        None
    }

    fn propose(&self, rng: &mut SplitMix64) -> Option<GameStart> {
        let between =
            |(least, most): (u64, u64), rng: &mut SplitMix64| least + rng.below(most - least + 1);
        if !self.list.is_empty() {
            let position = &self.list[(self.number % self.list.len() as u64) as usize];
            return Some(GameStart::at(position.clone()));
        }
        if rng.below(100) < ENDGAME_PERCENT
            && let Some(opening) = self.endgame(rng)
        {
            return opening.wander(between(ENDGAME_PLIES, rng), rng);
        }
        GameStart::at(Position::startpos()).wander(between(RANDOM_PLIES, rng), rng)
    }

    /// An endgame position of the game before.
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

/// Why a file of openings cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningsError {
    /// A line is not a valid FEN.
    #[error("{}", tr!("arena-in-line", line = .line.to_string(), error = .error.to_string()))]
    Fen {
        /// Counted from 1.
        line: usize,
        /// The reason.
        error: FenError,
    },
    /// A game cannot begin in the position of a line.
    #[error("{}", tr!("openings-over-line", line = .line.to_string()))]
    Over {
        /// Counted from 1.
        line: usize,
    },
    /// The text has no positions.
    #[error("{}", tr!("openings-empty"))]
    Empty,
}

/// Reads openings, one FEN a line. A comment may follow after a semicolon. Empty lines and those that begin with `#`
/// are skipped.
///
/// # Errors
/// If a line is not a valid FEN, a position has no legal moves, or there are no positions.
pub fn read_openings(text: &str) -> Result<Vec<Position>, OpeningsError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let fen = line.split(';').next().unwrap_or_default().trim();
        if fen.is_empty() || fen.starts_with('#') {
            continue;
        }
        let line = index + 1;
        let position =
            Position::from_fen(fen).map_err(|error| OpeningsError::Fen { line, error })?;
        if position.legal_moves().is_empty() {
            return Err(OpeningsError::Over { line });
        }
        openings.push(position);
    }
    if openings.is_empty() { Err(OpeningsError::Empty) } else { Ok(openings) }
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
        assert_eq!(refusal("# nothing"), "there is no opening in it");
        let mated = "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1";
        assert_eq!(refusal(mated), "line 1: the side to move has no legal move");
    }
}
