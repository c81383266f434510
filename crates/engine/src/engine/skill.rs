//! Playing strength: levels, ratings and UCCI grades, all converted to one handicap.
//!
//! A weak level searches few nodes, misjudges positions, overlooks moves that are hard to see, and sometimes plays a
//! slightly inferior move. All four weaknesses fade as the level rises. Every level below full strength uses the
//! hand-crafted evaluation alone, even if the engine has a network, because the levels were measured that way.
//!
//! ```
//! use chuhe_engine::engine::config::Grade;
//! use chuhe_engine::engine::skill::{self, PlayingStrength};
//!
//! let handicap = |strength| skill::handicap(strength, Grade::Large, Grade::None, 1);
//! assert_eq!(handicap(PlayingStrength::Level(skill::FULL)), None);
//! assert_eq!(handicap(PlayingStrength::Level(3)), handicap(PlayingStrength::Elo(800)));
//! ```
//!
//! The ratings are a scale for hosts that set the strength by a number. A level is worth 100 points, which is about the
//! difference in strength between neighbouring levels. In matches of 40 games between levels three apart, the higher
//! level was ahead by 203 to 382 points, and level 19 was ahead of level 17 by 301 points, with errors of 100 to 200
//! points. The lower end of the scale is a guess that has not been tested against human players.

use std::fmt;

use super::grade::Grade;
use crate::search::Handicap;

/// The highest level: full strength.
pub const FULL: u32 = 20;
/// The rating of level 0.
pub const ELO_MIN: u32 = 500;
/// The rating of the level below full strength.
pub const ELO_MAX: u32 = ELO_MIN + ELO_PER_LEVEL * (FULL - 1);
const ELO_PER_LEVEL: u32 = 100;

/// The number of nodes searched at level 0.
const NODES_BASE: f64 = 40.0;
/// The ratio of a level's nodes to those of the level below it; level 19 gets about 200,000 nodes.
const NODES_FACTOR: f64 = 1.57;
/// The maximum misjudgement at level 0, in centipawns: about the value of a horse or cannon.
const MISJUDGE_CP: f64 = 400.0;
/// How far, at level 0, the score of the chosen move may fall below the best score, in centipawns: about half the value
/// of a horse or cannon.
const CHOICE_CP: f64 = 200.0;
/// The chance, per mille, that level 0 overlooks a hard-to-see move.
const BLINDNESS: f64 = 600.0;

/// A playing strength. `Display` writes `level 4` or `rating 900`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayingStrength {
    /// A level, 0 to [`FULL`].
    Level(u32),
    /// A rating, [`ELO_MIN`] to [`ELO_MAX`].
    Elo(u32),
}

impl PlayingStrength {
    /// Whether the level or rating is in range.
    pub fn exists(self) -> bool {
        match self {
            Self::Level(level) => level <= FULL,
            Self::Elo(elo) => (ELO_MIN..=ELO_MAX).contains(&elo),
        }
    }

    /// Whether the strength is full.
    pub fn is_full(self) -> bool {
        self.level() >= f64::from(FULL)
    }

    /// The level, which is fractional for most ratings. Values out of range count as the nearest in range.
    fn level(self) -> f64 {
        match self {
            Self::Level(level) => f64::from(level.min(FULL)),
            Self::Elo(elo) => {
                f64::from(elo.clamp(ELO_MIN, ELO_MAX) - ELO_MIN) / f64::from(ELO_PER_LEVEL)
            }
        }
    }
}

impl fmt::Display for PlayingStrength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "level {level}"),
            Self::Elo(elo) => write!(f, "rating {elo}"),
        }
    }
}

/// The handicap for a strength and two grades; `None` if nothing weakens the engine. If the strength and a grade cause
/// the same kind of weakness, the greater one applies.
///
/// `seed` is the random seed for the handicap. A strength out of range counts as the nearest in range.
pub fn handicap(
    strength: PlayingStrength,
    knowledge: Grade,
    randomness: Grade,
    seed: u64,
) -> Option<Handicap> {
    let level = strength.level();
    let weak = 1.0 - level / f64::from(FULL);
    let by_level = |base: f64| (base * weak.powi(3)).round() as i32;
    let handicap = Handicap {
        nodes: (weak > 0.0).then(|| (NODES_BASE * NODES_FACTOR.powf(level)) as u64),
        misjudge_cp: by_level(MISJUDGE_CP).max(misjudge_cp(knowledge)),
        choice_cp: by_level(CHOICE_CP).max(choice_cp(randomness)),
        blindness: by_level(BLINDNESS) as u32,
        seed,
    };
    let full = Handicap { nodes: None, misjudge_cp: 0, choice_cp: 0, blindness: 0, seed };
    (handicap != full).then_some(handicap)
}

/// The maximum misjudgement, in centipawns, for the UCCI option `knowledge`.
const fn misjudge_cp(knowledge: Grade) -> i32 {
    match knowledge {
        Grade::Large | Grade::Huge => 0,
        Grade::Medium => 25,
        Grade::Small | Grade::Tiny => 60,
        Grade::None => 120,
    }
}

/// How far the score of the chosen move may fall below the best score, in centipawns, for the UCCI option `randomness`.
const fn choice_cp(randomness: Grade) -> i32 {
    match randomness {
        Grade::None => 0,
        Grade::Tiny => 5,
        Grade::Small => 12,
        Grade::Medium => 25,
        Grade::Large => 50,
        Grade::Huge => 100,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(strength: PlayingStrength) -> Option<Handicap> {
        handicap(strength, Grade::Large, Grade::None, 1)
    }

    fn at_elo(elo: u32) -> Handicap {
        of(PlayingStrength::Elo(elo)).unwrap()
    }

    fn at_level(level: u32) -> Handicap {
        of(PlayingStrength::Level(level)).unwrap()
    }

    #[test]
    fn full_strength_has_no_handicap() {
        assert_eq!(of(PlayingStrength::Level(FULL)), None);
    }

    #[test]
    fn every_level_is_stronger_than_the_one_below() {
        let ladder: Vec<_> = (0..FULL).map(at_level).collect();
        for pair in ladder.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes);
            assert!(pair[0].misjudge_cp >= pair[1].misjudge_cp);
            assert!(pair[0].choice_cp >= pair[1].choice_cp);
            assert!(pair[0].blindness >= pair[1].blindness);
        }
        assert!(ladder[0].blindness > 400 && ladder[19].misjudge_cp < 5);
    }

    #[test]
    fn ratings_are_levels_and_rise_between_them() {
        assert_eq!(at_elo(ELO_MIN + 300), at_level(3));
        assert!(at_elo(820).nodes > at_elo(800).nodes);
        assert_eq!(at_elo(0), at_elo(ELO_MIN));
        assert_eq!(at_elo(9999), at_elo(ELO_MAX));
    }

    #[test]
    fn grades_weaken_at_full_thought() {
        let full = PlayingStrength::Level(FULL);
        let handicap = handicap(full, Grade::None, Grade::Small, 5).unwrap();
        assert_eq!((handicap.nodes, handicap.blindness, handicap.seed), (None, 0, 5));
        assert_eq!((handicap.choice_cp, handicap.misjudge_cp), (12, 120));
    }
}
