//! The engine, as used by the protocols and the terminal.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use game_core::{Limits, Report, Searcher};

use crate::board::Move;
use crate::endgame::Tables;
use crate::evaluate::{Evaluator, Judge};
use crate::level::Level;
use crate::position::Position;
use crate::thinking::Thinking;

/// The settings of an engine.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The size of the transposition table, in megabytes.
    pub megabytes: usize,
    /// The number of search threads.
    pub threads: usize,
    /// The evaluation.
    pub judge: Judge,
    /// The level.
    pub level: Level,
    /// The seed that determines the mistakes of a weak level.
    pub seed: u64,
    /// The endgame tables, if any.
    pub tables: Option<Arc<Tables>>,
}

impl Default for Settings {
    fn default() -> Self {
        let judge = Judge::default();
        Self { megabytes: 64, threads: 1, judge, level: Level::FULL, seed: 0, tables: None }
    }
}

/// An engine.
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    searcher: Searcher,
}

impl Engine {
    /// Creates an engine with these settings.
    pub fn new(settings: Settings) -> Self {
        let mut searcher = Searcher::new(settings.megabytes, settings.threads);
        searcher.set_handicap(settings.level.handicap(settings.seed));
        Self { settings, searcher }
    }

    /// Sets the level.
    pub fn set_level(&mut self, level: Level) {
        self.settings.level = level;
        self.searcher.set_handicap(level.handicap(self.settings.seed));
    }

    /// The level.
    pub const fn level(&self) -> Level {
        self.settings.level
    }

    /// Forgets everything about earlier games.
    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// Searches a position until a limit is reached or `stop` is set; `report` is called after every iteration. Returns
    /// `None` if the game is over.
    pub fn think(
        &mut self,
        position: &Position,
        limits: Limits,
        stop: &AtomicBool,
        report: impl FnMut(&Report<Move>),
    ) -> Option<Report<Move>> {
        let evaluator = Evaluator::new(self.settings.judge, position.board().rules().variant);
        self.think_with(evaluator, position, limits, stop, report)
    }

    /// Does the same as [`think`](Self::think) with the given evaluator.
    pub fn think_with(
        &mut self,
        evaluator: Evaluator,
        position: &Position,
        limits: Limits,
        stop: &AtomicBool,
        report: impl FnMut(&Report<Move>),
    ) -> Option<Report<Move>> {
        let thinking = Thinking::new(position.clone(), evaluator, self.settings.tables.clone());
        self.searcher.search(&thinking, &self.settings.level.restrict(limits), stop, report)
    }
}
