//! Ends most games once their outcome is clear.

use chuhe_engine::board::Position;
use chuhe_engine::types::rng::SplitMix64;
use chuhe_engine::types::{Color, Value};

/// A game is won once every score for [`WIN_PLIES`] plies has given the same side at least this advantage, in
/// centipawns.
const WIN_SCORE: Value = 2000;
const WIN_PLIES: u32 = 5;
/// A long game without recent captures is drawn once every score for [`DRAW_PLIES`] plies has been at most this far
/// from 0, in centipawns.
const DRAW_SCORE: Value = 10;
const DRAW_PLIES: u32 = 10;
const DRAW_AFTER_PLY: usize = 100;
const DRAW_QUIET_PLIES: u16 = 40;
/// A game of this many plies is drawn.
const PLIES_MAX: usize = 500;
/// The percentage of games that are never adjudicated, so that the data includes games whose result contradicts the
/// score.
const PLAYED_OUT_PERCENT: u64 = 20;

/// Follows the scores of a game.
pub(super) struct Referee {
    plays_out: bool,
    /// For how many plies in a row each side has been winning.
    winning: [u32; 2],
    level: u32,
}

impl Referee {
    pub(super) fn new(rng: &mut SplitMix64) -> Self {
        Self { plays_out: rng.below(100) < PLAYED_OUT_PERCENT, winning: [0; 2], level: 0 }
    }

    /// If the game is adjudicated at this ply, returns the winner, or `Some(None)` for a draw; otherwise returns
    /// `None`. `value` is the score of the search, from the mover's point of view.
    #[expect(clippy::option_option, reason = "whether the game ends, and the winner if it does")]
    pub(super) fn judge(
        &mut self,
        position: &Position,
        value: Value,
        ply: usize,
    ) -> Option<Option<Color>> {
        let us = position.side_to_move();
        for (side, value) in [(us, value), (!us, -value)] {
            self.winning[side.index()] = run_length(self.winning[side.index()], value >= WIN_SCORE);
        }
        let quiet = position.plies_since_capture() >= DRAW_QUIET_PLIES && ply >= DRAW_AFTER_PLY;
        self.level = run_length(self.level, value.abs() <= DRAW_SCORE && quiet);
        if ply >= PLIES_MAX {
            return Some(None);
        }
        if self.plays_out {
            return None;
        }
        let winner = Color::ALL.into_iter().find(|side| self.winning[side.index()] >= WIN_PLIES);
        if winner.is_some() {
            return Some(winner);
        }
        (self.level >= DRAW_PLIES).then_some(None)
    }
}

fn run_length(so_far: u32, goes_on: bool) -> u32 {
    if goes_on { so_far + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn both_sides_must_have_seen_it_five_times() {
        let red = position("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
        let black = position("3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1");
        let mut referee = Referee { plays_out: false, winning: [0; 2], level: 0 };
        let mut say = |position, value| referee.judge(position, value, 20);
        assert_eq!(say(&red, 2500), None);
        assert_eq!(say(&black, -1900), None);
        for _ in 0..2 {
            assert_eq!(say(&red, 2500), None);
            assert_eq!(say(&black, -2600), None);
        }
        assert_eq!(say(&red, 29_000), Some(Some(Color::Red)));
    }

    #[test]
    fn quiet_level_games_are_drawn_late_unless_played_out() {
        let quiet = position("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 60 100");
        let judge = |plays_out, ply| {
            let mut referee = Referee { plays_out, winning: [0; 2], level: 0 };
            (0..DRAW_PLIES).map(|_| referee.judge(&quiet, -3, ply)).last().unwrap()
        };
        assert_eq!(judge(false, 120), Some(None));
        assert_eq!(judge(false, 80), None);
        assert_eq!(judge(true, 120), None);
        assert_eq!(judge(true, PLIES_MAX), Some(None));
    }
}
