//! The engine, which looks for threats before it searches.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chuhe_util::clock::Instant;
use game_core::{Limits, Score, Searcher};

use crate::board::Point;
use crate::candidates::candidates;
use crate::fours::FourSolver;
use crate::level::Level;
use crate::position::Position;
use crate::threes::{ThreatLimits, ThreatSolver};
use crate::tree::{Evaluation, Manner, Tree};

/// The maximum number of positions that the search for continuous fours may visit at the root.
const FOUR_NODES: u64 = 20_000;
/// The divisor that gives the search for continuous threats its share of the time per move.
const THREAT_TIME_DIVISOR: u32 = 5;
/// The maximum number of positions that the search for continuous threats may visit.
const THREAT_NODES: u64 = 300_000;

/// The engine's move and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The method that found the move: the opening rules, a solver, or the search.
    pub source: Source,
    /// The score from the point of view of the side to move.
    pub score: Score,
    /// The expected moves of both sides, starting with the move to play. Never empty.
    pub line: Vec<Point>,
    /// The depth of the search in plies, or 0 if none was needed.
    pub depth: u32,
    /// The number of positions visited.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

/// The method that found a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It is the only move, or the first of the game.
    Forced,
    /// It begins a win by continuous fours.
    Fours,
    /// It begins a win by continuous threats.
    Threats,
    /// The search found it.
    Search,
}

/// The settings of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The size of the transposition table, in megabytes.
    pub table_megabytes: usize,
    /// The number of search threads, at least 1.
    pub threads: usize,
    /// The playing strength.
    pub level: Level,
    /// How positions are evaluated.
    pub evaluation: Evaluation,
    /// Whether to look for wins by continuous fours and threats, if the level does so.
    pub solves: bool,
    /// A seed that makes weak levels vary from game to game.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            table_megabytes: 64,
            threads: 1,
            level: Level::Full,
            evaluation: Evaluation::Full,
            solves: true,
            seed: 0,
        }
    }
}

/// An engine with its transposition table and solvers.
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    searcher: Searcher,
    fours: FourSolver,
    threats: ThreatSolver,
}

impl Engine {
    /// Creates an engine with these settings.
    pub fn new(settings: Settings) -> Self {
        let mut searcher = Searcher::new(settings.table_megabytes, settings.threads);
        searcher.set_handicap(settings.level.handicap(settings.seed));
        Self { settings, searcher, fours: FourSolver::default(), threats: ThreatSolver::default() }
    }

    /// The settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings; memory that remains valid is kept.
    pub fn set(&mut self, settings: Settings) {
        let old = std::mem::replace(&mut self.settings, settings);
        let is_other_size =
            old.table_megabytes != settings.table_megabytes || old.threads != settings.threads;
        if is_other_size {
            self.searcher = Searcher::new(settings.table_megabytes, settings.threads);
        }
        self.searcher.set_handicap(settings.level.handicap(settings.seed));
        if old.level != settings.level || old.evaluation != settings.evaluation {
            self.searcher.clear();
        }
    }

    /// Finds a move for the side to move, or `None` if the game is over. `report` is called after every iteration of
    /// the search.
    ///
    /// Returns at once if `stop` is set. With one thread and limits on nodes or depth only, the move is
    /// reproducible.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &AtomicBool,
        mut report: impl FnMut(&Found),
    ) -> Option<Found> {
        if position.is_over() {
            return None;
        }
        let begin = Instant::now();
        let mut moves = Vec::new();
        candidates(position, &mut moves);
        let found = |source, score, line, depth, nodes| {
            Some(Found { source, score, line, depth, nodes, time: begin.elapsed() })
        };
        if let [only] = moves[..] {
            return found(Source::Forced, Score::Evaluation(0), vec![only], 0, 0);
        }
        let mut nodes = 0;
        if let Some((source, line)) = self.solve(position, limits, stop, &mut nodes) {
            let score = Score::WinIn(line.len() as u32);
            return found(source, score, line, 0, nodes);
        }
        let level = self.settings.level;
        let rest =
            |limit: Option<Duration>| limit.map(|limit| limit.saturating_sub(begin.elapsed()));
        let depth = match (level.depth(), limits.depth) {
            (Some(level), Some(limit)) => Some(level.min(limit)),
            (level, limit) => level.or(limit),
        };
        let limits = Limits {
            depth,
            nodes: limits.nodes.map(|limit| limit.saturating_sub(nodes).max(1)),
            soft_time: rest(limits.soft_time),
            hard_time: rest(limits.hard_time),
        };
        let manner = level.manner(self.settings.evaluation);
        let manner = Manner { solves_fours: manner.solves_fours && self.settings.solves, ..manner };
        let tree = Tree::new(position.clone(), manner);
        let to_found = |report: &game_core::Report<Point>| Found {
            source: Source::Search,
            score: report.score,
            line: report.line.clone(),
            depth: report.depth,
            nodes: nodes + report.nodes,
            time: begin.elapsed(),
        };
        let reported = self.searcher.search(&tree, &limits, stop, |now| report(&to_found(now)))?;
        Some(to_found(&reported))
    }

    /// A win found by the solvers. The number of positions visited is added to `nodes`.
    fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &AtomicBool,
        nodes: &mut u64,
    ) -> Option<(Source, Vec<Point>)> {
        let level = self.settings.level;
        let allowed = limits.nodes.map_or(u64::MAX, |nodes| nodes / 4);
        let time = limits.soft_time.or(limits.hard_time);
        let until = time.map(|time| Instant::now() + time / THREAT_TIME_DIVISOR);
        let mut position = position.clone();
        if level.attacks() && self.settings.solves {
            let before = self.fours.nodes();
            let limit = FOUR_NODES.min(allowed);
            let victory = self.fours.solve(&mut position, limit);
            *nodes += self.fours.nodes() - before;
            if let Some(victory) = victory {
                return Some((Source::Fours, victory.line));
            }
        }
        if level.plans() && self.settings.solves {
            let before = self.threats.nodes();
            let limit = THREAT_NODES.min(allowed);
            let line =
                self.threats.solve(&mut position, ThreatLimits { nodes: limit, stop, until });
            *nodes += self.threats.nodes() - before;
            return line.map(|line| (Source::Threats, line));
        }
        None
    }
}
