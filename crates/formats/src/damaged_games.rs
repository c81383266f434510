//! Attributes undecodable bytes to games.

use std::collections::VecDeque;
use std::ops::Range;

use super::encoding::BadBytes;
use super::game::Game;
use super::read_error::ReadError;
use super::read_problem::ReadProblem;
use super::salvage::Salvage;

/// Damage that is not attributed to a game yet, and the game last read, which may be followed by more damage. A game
/// with undecodable bytes in it or after it becomes an error; undecodable bytes before the first game are attributed to
/// that game.
#[derive(Debug, Default)]
pub(super) struct DamagedGames {
    damage: VecDeque<BadBytes>,
    game: Option<Result<Game, ReadError>>,
}

impl DamagedGames {
    /// Whether no game is left.
    pub(super) const fn is_empty(&self) -> bool {
        self.game.is_none()
    }

    pub(super) fn add(&mut self, damage: impl IntoIterator<Item = BadBytes>) {
        self.damage.extend(damage);
    }

    /// Adds a game with its range in the text, and returns the previous one.
    pub(super) fn push(
        &mut self,
        game: Result<Game, ReadError>,
        place: Range<u64>,
    ) -> Option<Result<Game, ReadError>> {
        let before = self.game.take().map(|before| with(before, &self.take(place.start)));
        let damage = self.take(place.end);
        self.game = Some(with(game, &damage));
        before
    }

    /// Returns the last game.
    pub(super) fn finish(&mut self) -> Option<Result<Game, ReadError>> {
        let damage = self.take(u64::MAX);
        self.game.take().map(|game| with(game, &damage))
    }

    /// Takes the damage before an offset.
    fn take(&mut self, end: u64) -> Vec<BadBytes> {
        let count = self.damage.iter().take_while(|bad| bad.at < end).count();
        self.damage.drain(..count).collect()
    }
}

/// Turns a game with undecodable bytes into an error from which the whole game can be salvaged. Other errors in the
/// game take precedence.
fn with(game: Result<Game, ReadError>, damage: &[BadBytes]) -> Result<Game, ReadError> {
    let Some(first) = damage.first() else { return game };
    let count = damage.iter().map(|bad| bad.count).sum();
    let error = ReadError::at_line(first.line, ReadProblem::Bytes { count });
    match game {
        Ok(game) => Err(ReadError { salvage: Salvage::whole(game), ..error }),
        Err(mut other) => {
            match &mut other.problem {
                // These bytes come after a game that has undecodable bytes itself.
                ReadProblem::Bytes { count: own } => *own += count,
                _ => other.add(error),
            }
            Err(other)
        }
    }
}
