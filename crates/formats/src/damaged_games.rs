//! Attributes undecodable bytes to games.

use std::collections::VecDeque;
use std::ops::Range;

use super::dhtmlxq::DhtmlXqGames;
use super::encoding::BadBytes;
use super::game::Game;
use super::lines::LineGames;
use super::pgn::PgnGames;
use super::read_error::{ReadError, ReadProblem};
use super::salvage::Salvage;
use super::wxf::WxfGames;

/// A reader of games that reports the byte range of the game last read.
pub(super) trait Placed {
    fn place(&self) -> Range<usize>;
}

impl Placed for PgnGames<'_> {
    fn place(&self) -> Range<usize> {
        self.begin()..self.offset()
    }
}

impl Placed for LineGames<'_> {
    fn place(&self) -> Range<usize> {
        self.begin()..self.end().0
    }
}

impl Placed for DhtmlXqGames<'_> {
    fn place(&self) -> Range<usize> {
        Self::place(self)
    }
}

impl Placed for WxfGames<'_> {
    fn place(&self) -> Range<usize> {
        Self::place(self)
    }
}

/// Games, with an error for each that has undecodable bytes in it or after it. Undecodable bytes before the first game
/// are attributed to that game.
#[derive(Debug)]
pub(super) struct DamagedGames<I> {
    games: I,
    waiting: Waiting,
}

/// Damage that is not attributed to a game yet, and the game last read, which may be followed by more damage.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    damage: VecDeque<BadBytes>,
    game: Option<Result<Game, ReadError>>,
}

impl<I> DamagedGames<I> {
    pub(super) fn new(games: I, damage: impl IntoIterator<Item = BadBytes>) -> Self {
        let waiting = Waiting { damage: damage.into_iter().collect(), game: None };
        Self { games, waiting }
    }
}

impl<I: Iterator<Item = Result<Game, ReadError>> + Placed> Iterator for DamagedGames<I> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(game) = self.games.next() else { return self.waiting.finish() };
            let Range { start, end } = self.games.place();
            if let Some(before) = self.waiting.push(game, start as u64..end as u64) {
                return Some(before);
            }
        }
    }
}

impl Waiting {
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
pub(super) fn with(game: Result<Game, ReadError>, damage: &[BadBytes]) -> Result<Game, ReadError> {
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
