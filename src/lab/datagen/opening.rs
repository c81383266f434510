//! Where games begin: in many places, none of them lost.

use super::player::Player;
use crate::board::Position;
use crate::lab::data::Game;
use crate::types::rng::SplitMix64;
use crate::types::{Move, Value};

/// Random plies from the start position, at least and at most.
const RANDOM_PLIES: (u64, u64) = (8, 12);
/// Random plies from a position of an earlier game.
const ENDGAME_PLIES: (u64, u64) = (2, 4);
/// Scores that an opening may have.
const BALANCE: Value = 300;
/// Of a hundred games so many begin in the last part of the game before, if that is an endgame.
const ENDGAME_PERCENT: u64 = 10;
/// Pieces of both sides, kings among them, that are still an endgame.
const ENDGAME_PIECES: usize = 16;
/// Openings tried for one game.
const TRIES: u32 = 1000;

/// A start, the moves played from there without thought, and the position they lead to.
pub(super) struct Opening {
    pub(super) start: String,
    pub(super) moves: Vec<Move>,
    pub(super) position: Position,
}

impl Opening {
    fn at(position: Position) -> Self {
        Self { start: position.fen(), moves: Vec::new(), position }
    }

    /// Plays so many random moves that throw nothing away; none if the game ends meanwhile.
    fn wander(mut self, plies: u64, rng: &mut SplitMix64) -> Option<Self> {
        for _ in 0..plies {
            let board = self.position.board();
            let mut moves = self.position.legal_moves();
            moves.retain(|mv| board.see_ge(*mv, 0));
            if moves.is_empty() {
                return None;
            }
            let mv = moves[rng.below(moves.len() as u64) as usize];
            self.position.make(mv, &mut ());
            self.moves.push(mv);
        }
        (!self.position.legal_moves().is_empty()).then_some(self)
    }
}

/// What an opening may be taken from.
pub(super) struct Openings<'a> {
    /// FENs to be used in turn.
    pub(super) list: &'a [String],
    /// The game's number.
    pub(super) number: u64,
    /// The game before it in the chunk.
    pub(super) earlier: Option<&'a Game>,
}

impl Openings<'_> {
    /// An opening near to balance, as the player's search has it. None if there seems to be none.
    pub(super) fn find(&self, player: &mut Player, rng: &mut SplitMix64) -> Option<Opening> {
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

    fn propose(&self, rng: &mut SplitMix64) -> Option<Opening> {
        let between =
            |(least, most): (u64, u64), rng: &mut SplitMix64| least + rng.below(most - least + 1);
        if !self.list.is_empty() {
            let fen = &self.list[(self.number % self.list.len() as u64) as usize];
            return Position::from_fen(fen).ok().map(Opening::at);
        }
        if rng.below(100) < ENDGAME_PERCENT
            && let Some(opening) = self.endgame(rng)
        {
            return opening.wander(between(ENDGAME_PLIES, rng), rng);
        }
        Opening::at(Position::startpos()).wander(between(RANDOM_PLIES, rng), rng)
    }

    /// A position of the game before with few pieces.
    fn endgame(&self, rng: &mut SplitMix64) -> Option<Opening> {
        let mut endgames = Vec::new();
        self.earlier?
            .replay(|position, _| {
                if position.board().pieces().count() <= ENDGAME_PIECES {
                    endgames.push(position.fen());
                }
            })
            .ok()?;
        let fen = endgames.get(rng.below(endgames.len().max(1) as u64) as usize)?;
        Position::from_fen(fen).ok().map(Opening::at)
    }
}
