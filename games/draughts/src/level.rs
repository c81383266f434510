//! Levels of playing strength.

use std::time::Duration;

use game_core::{Handicap, Limits};

/// A level of playing strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// The depth of each weak level, in plies, and the largest error of its evaluations, in hundredths of a man.
const WEAK_LEVELS: [(u32, i32); 9] =
    [(1, 150), (2, 110), (3, 80), (4, 60), (5, 40), (6, 25), (8, 15), (10, 8), (13, 0)];

impl Level {
    /// The weakest level.
    pub const WEAKEST: Self = Self(1);
    /// Full strength, limited only by time.
    pub const FULL: Self = Self(10);
    /// A level that a beginner can beat.
    pub const GENTLE: Self = Self(4);

    /// The level with this number, from 1 to 10.
    pub fn new(number: u8) -> Option<Self> {
        (1..=10).contains(&number).then_some(Self(number))
    }

    /// The number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The handicap of the level.
    pub fn handicap(self, seed: u64) -> Option<Handicap> {
        let (_, blur) = WEAK_LEVELS.get(usize::from(self.0) - 1)?;
        (*blur > 0).then_some(Handicap { blur: *blur, seed })
    }

    /// Tightens limits to those of the level.
    pub fn restrict(self, limits: Limits) -> Limits {
        match WEAK_LEVELS.get(usize::from(self.0) - 1) {
            None => limits,
            Some(&(depth, _)) => {
                let depth = limits.depth.map_or(depth, |limit| limit.min(depth));
                Limits { depth: Some(depth), ..limits }
            }
        }
    }

    /// The limits in a game without clocks.
    pub fn limits(self) -> Limits {
        self.restrict(Limits::move_time(Duration::from_secs(3)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_sees_more_than_the_one_below() {
        let levels: Vec<Level> = (1..=10).filter_map(Level::new).collect();
        assert_eq!(levels.len(), 10);
        for pair in levels.windows(2) {
            let [weak, strong] = [pair[0], pair[1]].map(|level| level.limits().depth);
            assert!(strong.is_none_or(|strong| weak < Some(strong)));
            let [weak, strong] = [pair[0], pair[1]]
                .map(|level| level.handicap(1).map_or(0, |handicap| handicap.blur));
            assert!(strong <= weak);
        }
        assert_eq!(Level::new(0).or(Level::new(11)), None);
        assert_eq!(Level::FULL.restrict(Limits::depth(30)), Limits::depth(30));
        assert_eq!(Level::WEAKEST.restrict(Limits::depth(30)), Limits::depth(1));
    }
}
