//! What the options decide, as typed values.

use std::num::NonZero;
use std::time::Duration;
use std::{io, thread};

use super::options::{Kind, OPTIONS};
use super::skill;
use crate::rules::{RuleSet, Rules};
use crate::search::{Pruning, Settings, TableError};

/// The table size meant by "automatic".
pub const AUTOMATIC_HASH_MB: u32 = 16;

/// Every option's value. [`Config::default`] holds the defaults that are announced.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Config {
    /// Size of the transposition table in megabytes; 0 for automatic.
    pub hash_mb: u32,
    /// Search threads; 0 for one per core.
    pub threads: u32,
    /// The host lets the engine think on the opponent's time.
    pub ponder: bool,
    /// Lines of play to report.
    pub multipv: u32,
    /// Time kept back per move.
    pub move_overhead_ms: u32,
    /// Full moves without a capture after which a game is drawn; 0 for never.
    pub draw_moves: u32,
    /// The law of repetition.
    pub repetition: RuleSet,
    /// Playing strength, 0 to [`skill::FULL`].
    pub skill_level: u32,
    /// Whether `elo` rules instead of `skill_level`.
    pub limit_strength: bool,
    /// Playing strength as a rating.
    pub elo: u32,
    /// Variety among nearly equal moves.
    pub randomness: Grade,
    /// How well positions are judged.
    pub knowledge: Grade,
    /// How boldly the search cuts.
    pub pruning: Grade,
    /// UCCI: clock times are in milliseconds rather than seconds.
    pub milliseconds: bool,
    /// Nothing is read while a search runs.
    pub batch: bool,
    /// More lines about what goes on.
    pub debug: bool,
    /// Chances to win, draw and lose beside every score.
    pub show_wdl: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            hash_mb: AUTOMATIC_HASH_MB,
            threads: 1,
            ponder: false,
            multipv: 1,
            move_overhead_ms: 30,
            draw_moves: 60,
            repetition: RuleSet::default(),
            skill_level: skill::FULL,
            limit_strength: false,
            elo: 1500,
            randomness: Grade::None,
            knowledge: Grade::Large,
            pruning: Grade::Large,
            milliseconds: true,
            batch: false,
            debug: false,
            show_wdl: false,
        }
    }
}

impl Config {
    /// Whether every number is in the range that the option table gives for it.
    ///
    /// # Errors
    /// If one is not: the first.
    pub fn check(&self) -> Result<(), ConfigError> {
        let mut copy = self.clone();
        for spec in OPTIONS {
            let Kind::Spin { min, max, field, .. } = spec.kind else { continue };
            let least = if spec.takes_zero() { 0 } else { min };
            let given = *field(&mut copy);
            if !(least..=max).contains(&given) {
                let option = spec.names().next().unwrap_or_default();
                return Err(ConfigError::Range { option, min: least, max, given });
            }
        }
        Ok(())
    }

    /// How games end.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        Rules { set: self.repetition, draw_plies: (self.draw_moves * 2) as u16 }
    }

    /// The same options for games that end by `rules`; a move limit is rounded down to full moves.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        Self { repetition: rules.set, draw_moves: u32::from(rules.draw_plies / 2), ..self }
    }

    /// The size of the table to build, in megabytes.
    #[must_use]
    pub fn effective_hash_mb(&self) -> usize {
        (if self.hash_mb == 0 { AUTOMATIC_HASH_MB } else { self.hash_mb }) as usize
    }

    /// The number of threads to search with.
    #[must_use]
    pub fn effective_threads(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, NonZero::get),
            threads => threads as usize,
        }
    }

    /// What a search is told; `seed` decides the weaknesses of the game at hand, if there are any.
    #[must_use]
    pub fn settings(&self, seed: u64) -> Settings {
        Settings {
            multipv: self.multipv,
            move_overhead: Duration::from_millis(self.move_overhead_ms.into()),
            ponder: self.ponder,
            rules: self.rules(),
            pruning: match self.pruning {
                Grade::None => Pruning::None,
                Grade::Tiny | Grade::Small => Pruning::Small,
                Grade::Medium => Pruning::Medium,
                Grade::Large | Grade::Huge => Pruning::Large,
            },
            handicap: skill::handicap(self, seed),
        }
    }
}

/// Why a configuration cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// A number is out of its range.
    #[error("{option} is {given}, not {min} to {max}")]
    Range {
        /// The option.
        option: &'static str,
        /// The least value.
        min: u32,
        /// The greatest value.
        max: u32,
        /// What was asked for.
        given: u32,
    },
    /// There is no memory for the transposition table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The system does not give so many threads.
    #[error("no threads to search with: {0}")]
    Threads(io::Error),
}

/// The scale of the UCCI combos.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are the values hosts send")]
pub enum Grade {
    None,
    Tiny,
    Small,
    Medium,
    Large,
    Huge,
}

impl Grade {
    /// The word hosts send, lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Tiny => "tiny",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
            Self::Huge => "huge",
        }
    }
}
