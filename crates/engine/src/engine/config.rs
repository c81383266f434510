//! The options as typed values, and the ranges of the numeric ones.
//!
//! ```
//! use chuhe_engine::engine::Engine;
//! use chuhe_engine::engine::config::{Config, THREADS};
//!
//! let config = Config { hash_mb: 8, multipv: 3, ..Config::default() };
//! let engine = Engine::with_config(config.clone())?;
//! assert_eq!(engine.config(), &config);
//!
//! let error = Config { threads: THREADS.max + 1, ..config }.check().unwrap_err();
//! assert_eq!(error.to_string(), "Threads is 257; expected 0 to 256");
//! # Ok::<(), chuhe_engine::engine::config::ConfigError>(())
//! ```

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};

pub use super::books::NO_BOOK;
pub use super::evaluation::{EMBEDDED, HAND_CRAFTED};
pub use super::grade::Grade;
use super::skill::{self, PlayingStrength};
use crate::book::BookError;
use crate::eval::network::NetworkError;
use crate::memory::MemoryLimit;
use crate::rules::{RuleSet, Rules};
use crate::search::{Pruning, Settings, TableError};
use crate::tables::TablesError;

/// The size of the transposition table for each thread, in megabytes, if it is chosen automatically (`Hash` is 0).
/// A browser gives a page little memory.
const AUTOMATIC_HASH_MB: usize = if cfg!(target_family = "wasm") { 16 } else { 64 };
/// The maximum size chosen automatically, because a machine may have far fewer cores than threads are set.
const AUTOMATIC_HASH_MAX_MB: usize = 4096;

/// The values that a numeric option accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRange {
    /// The name of the option in UCI.
    pub name: &'static str,
    /// The minimum.
    pub min: u32,
    /// The maximum.
    pub max: u32,
    /// Whether 0 is accepted as well and means automatic.
    pub zero_is_automatic: bool,
}

/// The size of the transposition table in megabytes.
pub const HASH_MB: NumberRange = NumberRange::or_automatic("Hash", 1, 65536);
/// The number of search threads.
pub const THREADS: NumberRange = NumberRange::or_automatic("Threads", 1, 256);
/// The number of lines to report.
pub const MULTIPV: NumberRange = NumberRange::new("MultiPV", 1, 128);
/// The time reserved per move for delays, in milliseconds.
pub const MOVE_OVERHEAD_MS: NumberRange = NumberRange::new("Move Overhead", 0, 5000);
/// The move limit, in full moves.
pub const DRAW_MOVES: NumberRange = NumberRange::new("Draw Moves", 0, 500);
/// The skill level.
pub const SKILL_LEVEL: NumberRange = NumberRange::new("Skill Level", 0, skill::FULL);
/// The playing strength as a rating.
pub const ELO: NumberRange = NumberRange::new("UCI_Elo", skill::ELO_MIN, skill::ELO_MAX);

impl NumberRange {
    const fn new(name: &'static str, min: u32, max: u32) -> Self {
        Self { name, min, max, zero_is_automatic: false }
    }

    const fn or_automatic(name: &'static str, min: u32, max: u32) -> Self {
        Self { name, min, max, zero_is_automatic: true }
    }

    /// The lowest accepted value: 0 if it means automatic.
    pub const fn least(&self) -> u32 {
        if self.zero_is_automatic { 0 } else { self.min }
    }

    fn check(&self, given: u32) -> Result<(), ConfigError> {
        if (self.least()..=self.max).contains(&given) {
            return Ok(());
        }
        Err(ConfigError::Range { option: self.name, min: self.least(), max: self.max, given })
    }
}

/// The values of all options. [`Config::default`] holds the announced defaults.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate option")]
pub struct Config {
    /// The size of the transposition table in megabytes; 0 for automatic, which depends on the number of threads and,
    /// if memory is limited, on what is left.
    pub hash_mb: u32,
    /// The number of search threads; 0 for one per core.
    pub threads: u32,
    /// Whether the host lets the engine ponder, that is, search on the opponent's time.
    pub ponder: bool,
    /// The number of lines to report, within [`MULTIPV`].
    pub multipv: u32,
    /// The time reserved per move for delays, in milliseconds.
    pub move_overhead_ms: u32,
    /// The number of full moves without a capture that draws a game; 0 disables the rule.
    pub draw_moves: u32,
    /// The repetition rules.
    pub repetition: RuleSet,
    /// The playing strength, from 0 to [`skill::FULL`].
    pub skill_level: u32,
    /// Whether `elo` decides the strength instead of `skill_level`.
    pub limit_strength: bool,
    /// The playing strength as a rating, within [`ELO`].
    pub elo: u32,
    /// How far the score of the chosen move may fall below the best score.
    pub randomness: Grade,
    /// How well positions are evaluated; anything below [`Grade::Large`] adds errors.
    pub knowledge: Grade,
    /// How selective the search is.
    pub pruning: Grade,
    /// The network to evaluate with: the path of a file, [`EMBEDDED`] for the embedded network if there is one, or
    /// [`HAND_CRAFTED`] for none. Below full strength, the engine uses no network. The file is read when this value
    /// changes.
    pub eval_file: String,
    /// Folders of endgame tables, separated by `;`; empty for none. With a handicap, the engine uses no tables. The
    /// tables are opened when this value changes.
    pub table_path: String,
    /// Whether to play moves from the opening book. In analysis, the book is never used.
    pub own_book: bool,
    /// The opening books, as paths of files separated by semicolons. [`EMBEDDED`] stands for the embedded book if there
    /// is one, [`NO_BOOK`] for none. The books are opened when this value changes.
    pub book_file: String,
    /// How much book moves vary. They are chosen by weight at [`Grade::Medium`]; at [`Grade::None`], the best one is
    /// always played. A higher `randomness` takes precedence.
    pub book_variety: Grade,
    /// UCCI: whether clock times are in milliseconds rather than seconds.
    pub milliseconds: bool,
    /// UCCI: whether input is left unread while a search runs.
    pub batch: bool,
    /// Whether to send more information about the search.
    pub debug: bool,
    /// Whether every score is reported with the chances of a win, draw and loss.
    pub show_wdl: bool,
    /// The memory limit for tables and threads, shared by all engines with this limit.
    #[serde(skip)]
    pub memory: MemoryLimit,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            hash_mb: 0,
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
            eval_file: EMBEDDED.to_owned(),
            table_path: String::new(),
            own_book: false,
            book_file: EMBEDDED.to_owned(),
            book_variety: Grade::Medium,
            milliseconds: true,
            batch: false,
            debug: false,
            show_wdl: false,
            memory: MemoryLimit::default(),
        }
    }
}

impl Config {
    /// Checks that every number is in its range.
    ///
    /// # Errors
    /// [`ConfigError::Range`] for the first number that is not.
    pub fn check(&self) -> Result<(), ConfigError> {
        HASH_MB.check(self.hash_mb)?;
        THREADS.check(self.threads)?;
        MULTIPV.check(self.multipv)?;
        MOVE_OVERHEAD_MS.check(self.move_overhead_ms)?;
        DRAW_MOVES.check(self.draw_moves)?;
        SKILL_LEVEL.check(self.skill_level)?;
        ELO.check(self.elo)
    }

    /// The playing strength.
    pub const fn strength(&self) -> PlayingStrength {
        if self.limit_strength {
            PlayingStrength::Elo(self.elo)
        } else {
            PlayingStrength::Level(self.skill_level)
        }
    }

    /// These options with another strength.
    #[must_use]
    pub fn with_strength(self, strength: PlayingStrength) -> Self {
        match strength {
            PlayingStrength::Level(skill_level) => {
                Self { skill_level, limit_strength: false, ..self }
            }
            PlayingStrength::Elo(elo) => Self { elo, limit_strength: true, ..self },
        }
    }

    /// The rules that end games.
    pub const fn rules(&self) -> Rules {
        Rules { set: self.repetition, draw_plies: (self.draw_moves * 2) as u16 }
    }

    /// These options, changed so that games end by `rules`. A move limit is rounded down to full moves.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        Self { repetition: rules.set, draw_moves: u32::from(rules.draw_plies / 2), ..self }
    }

    /// The size of the table to build, in megabytes. An automatic size leaves half of a limited memory to others, so that
    /// further threads can be started.
    pub fn effective_hash_mb(&self) -> usize {
        if self.hash_mb != 0 {
            return self.hash_mb as usize;
        }
        let most = AUTOMATIC_HASH_MAX_MB.min(self.memory.at_most(usize::MAX) >> 21);
        (AUTOMATIC_HASH_MB * self.effective_threads()).min(most).max(1)
    }

    /// The number of threads to search with.
    pub fn effective_threads(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, NonZero::get),
            threads => threads as usize,
        }
    }

    /// The settings of a search. `seed` is the random seed for a handicap.
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
            handicap: skill::handicap(self.strength(), self.knowledge, self.randomness, seed),
        }
    }
}

/// Why a configuration cannot be applied.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum ConfigError {
    #[error("{option} is {given}; expected {min} to {max}")]
    Range { option: &'static str, min: u32, max: u32, given: u32 },
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("cannot use EvalFile {path}: {error}")]
    Network { path: String, error: NetworkError },
    #[error("cannot use the endgame tables: {0}")]
    Tables(#[from] TablesError),
    #[error("cannot use BookFile {path}: {error}")]
    Book { path: String, error: Arc<BookError> },
    #[error("cannot start a thread: {}", chuhe_util::files::reason(.0))]
    Threads(io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_is_a_level_or_a_rating() {
        let config = Config::default();
        assert_eq!(config.strength(), PlayingStrength::Level(skill::FULL));
        let rated = config.with_strength(PlayingStrength::Elo(900));
        assert!(rated.limit_strength && rated.elo == 900);
        assert_eq!(rated.strength().to_string(), "rating 900");
        let weak = rated.with_strength(PlayingStrength::Level(3));
        assert_eq!((weak.limit_strength, weak.skill_level), (false, 3));
        assert_eq!(weak.strength().to_string(), "level 3");
    }
}
