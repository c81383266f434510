//! Finds a move: threats first, then by search.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chuhe_clock::Instant;
use game_core::{Limits, Score, Searcher};

use crate::board::Point;
use crate::candidates::candidates;
use crate::fours::FourSolver;
use crate::level::Level;
use crate::position::Position;
use crate::threes::{ThreatLimits, ThreatSolver};
use crate::tree::{Evaluation, Manner, Tree};

/// Positions that the look for continuous fours may take at the root.
const FOUR_NODES: u64 = 20_000;
/// The part of a move's time that the look for continuous threats may take: one in so many.
const THREAT_TIME_DIVISOR: u32 = 5;
/// Positions that it may take.
const THREAT_NODES: u64 = 300_000;

/// What the engine has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How: by the rules of the opening, a solver, or the search.
    pub source: Source,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// The expected moves of both sides, starting with the move to play. Never empty.
    pub line: Vec<Point>,
    /// The depth of the search in plies; 0 without one.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// Where a move comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The only move, or the first of the game.
    Forced,
    /// A victory by continuous fours.
    Fours,
    /// A victory by continuous threats.
    Threats,
    /// The search.
    Search,
}

/// How an engine is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The size of the table, in megabytes.
    pub table_megabytes: usize,
    /// Search threads, 1 at least.
    pub threads: usize,
    /// How strong it plays.
    pub level: Level,
    /// How it judges positions.
    pub evaluation: Evaluation,
    /// Whether victories by continuous fours and threats are looked for, where the level does it.
    pub solves: bool,
    /// Makes weak levels play differently from game to game.
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

/// An engine with what it remembers.
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    searcher: Searcher,
    fours: FourSolver,
    threats: ThreatSolver,
}

impl Engine {
    /// An engine that knows nothing of any game yet.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let mut searcher = Searcher::new(settings.table_megabytes, settings.threads);
        searcher.set_handicap(settings.level.handicap(settings.seed));
        Self { settings, searcher, fours: FourSolver::default(), threats: ThreatSolver::default() }
    }

    /// How it is set up.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets it up anew; what it remembers is kept where it stays true.
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

    /// Finds a move for the side to move, none if the game is over. `report` is called with every iteration of the
    /// search.
    ///
    /// With `stop` set it returns at once. With one thread and limits of nodes or depth, the move is always the same.
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

    /// A victory that the solvers see. `nodes` gets what they looked at.
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
