//! Playing strength: levels, ratings and the UCCI grades, all turned into one handicap.
//!
//! A weak level searches few nodes, misjudges positions, overlooks moves that are hard to see, and now and then plays a
//! slightly worse move. All four fade as the level rises. Every level but the full one evaluates by hand-crafted terms,
//! also where the engine has a network: so the levels were measured, and so they stay.
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
//! The ratings are a scale for hosts that want a number: 100 points a level, which is what the levels are apart when
//! they play each other. In matches of 40 games from the fair openings the higher one was ahead by 203 (level 3
//! against 0), 382 (6, 3), 319 (9, 6), 359 (12, 9), 301 (15, 12), 319 (18, 15) and 301 (19, 17) points, each figure
//! give or take 100 to 200. Where the scale begins is a guess: nobody has measured it against people.

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

/// Nodes thought at level 0.
const NODES_BASE: f64 = 40.0;
/// The factor from the nodes of one level to those of the next; level 19 gets about 200 000 nodes.
const NODES_FACTOR: f64 = 1.57;
/// Misjudgement at level 0: a minor piece.
const MISJUDGE_CP: f64 = 400.0;
/// Room for a worse move at level 0: half a minor piece.
const CHOICE_CP: f64 = 200.0;
/// Chance per mille of overlooking a hard move at level 0.
const BLINDNESS: f64 = 600.0;

/// How well the engine plays. Its `Display` says `level 4` or `rating 900`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayingStrength {
    /// A level, 0 to [`FULL`].
    Level(u32),
    /// A rating, [`ELO_MIN`] to [`ELO_MAX`].
    Elo(u32),
}

impl PlayingStrength {
    /// Whether the number is in its range.
    #[must_use]
    pub fn exists(self) -> bool {
        match self {
            Self::Level(level) => level <= FULL,
            Self::Elo(elo) => (ELO_MIN..=ELO_MAX).contains(&elo),
        }
    }

    /// Whether the strength is full.
    #[must_use]
    pub fn is_full(self) -> bool {
        self.level() >= f64::from(FULL)
    }

    /// The level, fractional for most ratings. Values off the scale count as its end.
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

/// The handicap of a strength and two grades; none for full strength. If the strength and a grade weaken the same
/// thing, the greater weakness counts.
///
/// `seed` is the random seed of the handicap. A strength out of range counts as the nearest one in range.
#[must_use]
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

/// Misjudgement for the UCCI option `knowledge`.
const fn misjudge_cp(knowledge: Grade) -> i32 {
    match knowledge {
        Grade::Large | Grade::Huge => 0,
        Grade::Medium => 25,
        Grade::Small | Grade::Tiny => 60,
        Grade::None => 120,
    }
}

/// Room for a worse move for the UCCI option `randomness`.
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
