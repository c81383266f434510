//! Counts of games and of pairs of games, from the first engine's point of view.

use std::ops::{Add, AddAssign, Neg};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The result of a game for the first engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// A loss: 0 points.
    Loss,
    /// A draw: half a point.
    Draw,
    /// A win: 1 point.
    Win,
}

/// The number of games by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    /// Games that the first engine won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that the first engine lost.
    pub losses: u64,
}

impl Tally {
    /// Adds a game.
    pub const fn record(&mut self, result: GameResult) {
        match result {
            GameResult::Loss => self.losses += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Win => self.wins += 1,
        }
    }

    /// The number of games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first engine: 1 for a win, 1/2 for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game, 0 to 1; `None` without games.
    pub fn score(self) -> Option<f64> {
        share(self.points(), self.games())
    }

    /// Share of drawn games, 0 to 1; `None` without games.
    pub fn draw_ratio(self) -> Option<f64> {
        share(self.draws as f64, self.games())
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// The same games from the second engine's point of view.
impl Neg for Tally {
    type Output = Self;

    fn neg(self) -> Self {
        Self { wins: self.losses, losses: self.wins, ..self }
    }
}

impl From<Pentanomial> for Tally {
    /// The individual games of the pairs.
    fn from(pairs: Pentanomial) -> Self {
        let Pentanomial { ll, ld, dd, wl, wd, ww } = pairs;
        Self { wins: 2 * ww + wd + wl, draws: wd + 2 * dd + ld, losses: wl + ld + 2 * ll }
    }
}

/// Counts of pairs of games by their two results, in either order. The two games of a pair share an opening, with
/// colours reversed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pentanomial {
    /// Pairs with two losses.
    pub ll: u64,
    /// Pairs with a loss and a draw.
    pub ld: u64,
    /// Pairs with two draws. They score the same as [`wl`](Self::wl), so statistics add the two counts.
    pub dd: u64,
    /// Pairs with a win and a loss, mostly in openings that favour one side.
    pub wl: u64,
    /// Pairs with a win and a draw.
    pub wd: u64,
    /// Pairs with two wins.
    pub ww: u64,
}

impl Pentanomial {
    /// Adds a pair, with its results in either order.
    pub const fn record(&mut self, one: GameResult, other: GameResult) {
        use GameResult::{Draw, Loss, Win};
        match (one, other) {
            (Loss, Loss) => self.ll += 1,
            (Loss, Draw) | (Draw, Loss) => self.ld += 1,
            (Draw, Draw) => self.dd += 1,
            (Win, Loss) | (Loss, Win) => self.wl += 1,
            (Win, Draw) | (Draw, Win) => self.wd += 1,
            (Win, Win) => self.ww += 1,
        }
    }

    /// The number of pairs.
    pub fn pairs(self) -> u64 {
        self.cells().iter().sum()
    }

    /// The five counts in order of points, from 0 to 2: LL, LD, DD + WL, WD, WW.
    pub const fn cells(self) -> [u64; 5] {
        [self.ll, self.ld, self.dd + self.wl, self.wd, self.ww]
    }

    /// Mean points per game, 0 to 1; `None` without pairs.
    pub fn score(self) -> Option<f64> {
        Tally::from(self).score()
    }

    /// Share of pairs in which each engine scored one point, 0 to 1; `None` without pairs.
    pub fn draw_ratio(self) -> Option<f64> {
        share((self.dd + self.wl) as f64, self.pairs())
    }
}

impl Add for Pentanomial {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            ll: self.ll + other.ll,
            ld: self.ld + other.ld,
            dd: self.dd + other.dd,
            wl: self.wl + other.wl,
            wd: self.wd + other.wd,
            ww: self.ww + other.ww,
        }
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// The same pairs from the second engine's point of view.
impl Neg for Pentanomial {
    type Output = Self;

    fn neg(self) -> Self {
        Self { ll: self.ww, ld: self.wd, wd: self.ld, ww: self.ll, ..self }
    }
}

fn share(part: f64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part / whole as f64)
}

/// The sample for a statistic, made up of independent units. If games come in pairs, the unit is the pair, since two
/// games with the same opening are not independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// Single games: three cells.
    Games(Tally),
    /// Pairs: five cells.
    Pairs(Pentanomial),
}

impl From<Tally> for Sample {
    fn from(games: Tally) -> Self {
        Self::Games(games)
    }
}

impl From<Pentanomial> for Sample {
    fn from(pairs: Pentanomial) -> Self {
        Self::Pairs(pairs)
    }
}

impl Sample {
    /// The number of units.
    pub fn units(self) -> u64 {
        match self {
            Self::Games(games) => games.games(),
            Self::Pairs(pairs) => pairs.pairs(),
        }
    }

    /// The number of games per unit.
    pub(super) const fn games_per_unit(self) -> u32 {
        match self {
            Self::Games(_) => 1,
            Self::Pairs(_) => 2,
        }
    }

    /// The number of units by score, in equal steps from 0 to 1.
    pub(super) fn cells(self) -> ArrayVec<u64, 5> {
        match self {
            Self::Games(Tally { wins, draws, losses }) => {
                [losses, draws, wins].into_iter().collect()
            }
            Self::Pairs(pairs) => pairs.cells().into_iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use GameResult::{Draw, Loss, Win};

    #[test]
    fn pairs_hold_their_games() {
        let results = [Loss, Draw, Win];
        let mut pairs = Pentanomial::default();
        let mut games = Tally::default();
        // Record each ordered pair of results a different number of times.
        for (first, one) in results.into_iter().enumerate() {
            for (second, other) in results.into_iter().enumerate() {
                for _ in 0..1 << (3 * first + second) {
                    pairs.record(one, other);
                    games.record(one);
                    games.record(other);
                }
            }
        }
        let expected = Pentanomial { ll: 1, ld: 2 + 8, dd: 16, wl: 4 + 64, wd: 32 + 128, ww: 256 };
        assert_eq!(pairs, expected);
        assert_eq!(pairs.pairs(), 511);
        assert_eq!(pairs.cells(), [1, 10, 84, 160, 256]);
        assert_eq!(Tally::from(pairs), games);
        assert_eq!(pairs.score(), games.score());
        assert_eq!(Tally::from(-pairs), -games);
        assert_eq!(-(-pairs), pairs);
        assert_eq!(Tally::from(pairs + -pairs).score(), Some(0.5));
    }

    #[test]
    fn ratios_need_games() {
        let games = Tally { wins: 3, draws: 4, losses: 1 };
        assert_eq!((games.points(), games.score()), (5.0, Some(0.625)));
        assert_eq!(games.draw_ratio(), Some(0.5));
        assert_eq!((Tally::default().score(), Tally::default().draw_ratio()), (None, None));
        let pairs = Pentanomial { dd: 1, wl: 2, ww: 1, ..Pentanomial::default() };
        assert_eq!(pairs.draw_ratio(), Some(0.75));
        assert_eq!(
            (Pentanomial::default().score(), Pentanomial::default().draw_ratio()),
            (None, None)
        );
    }
}
