//! Searches a position for a single clearly best move.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use chuhe_engine::board::Position;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{EngineError, EngineSource, SearchRequest, Searcher};
use chuhe_engine::search::{Bound, Limits, SearchInfo, Wdl};
use chuhe_engine::types::{Move, Score, is_rule};

/// The minimum difference between the best and the second best move, in points of expectation (0 to 100), unless only
/// the best move mates.
pub(super) const MARGIN: f64 = 20.0;
/// The minimum difference in centipawns, which must also be reached because a side far ahead gains little expectation.
pub(super) const MARGIN_CP: i32 = 200;
/// The minimum expectation (0 to 100) of the best move, from its side's point of view.
pub(super) const WINNING: f64 = 75.0;

/// The number of bytes of hash table for each node.
const TABLE_BYTES_PER_NODE: u64 = 32;

/// An engine that searches positions.
pub(super) struct Solver<'a> {
    searcher: Box<dyn Searcher>,
    config: Config,
    stop: &'a AtomicBool,
}

/// The search result for a position.
#[derive(Clone, Debug)]
pub(super) struct Answers {
    /// The best lines of the last complete iteration, best first.
    pub(super) lines: Vec<SearchInfo>,
    /// The depth after which neither the best move nor the judgement that it wins changed.
    pub(super) found_depth: u32,
    /// The number of nodes at the end of that iteration.
    pub(super) found_nodes: u64,
}

impl<'a> Solver<'a> {
    /// Creates a solver for `lines` lines of play, with a hash table for searches of `nodes` nodes.
    pub(super) fn new(
        engines: &EngineSource,
        lines: u32,
        nodes: u64,
        stop: &'a AtomicBool,
    ) -> Self {
        let megabytes = nodes.saturating_mul(TABLE_BYTES_PER_NODE).div_ceil(1 << 20);
        let config =
            Config { multipv: lines, hash_mb: megabytes.clamp(1, 64) as u32, ..Config::default() };
        Self { searcher: engines.open(), config, stop }
    }

    /// Searches a position, with cleared tables if it is `fresh`. Returns `None` if there is no legal move.
    pub(super) fn search(
        &mut self,
        position: &Position,
        nodes: u64,
        fresh: bool,
    ) -> Result<Option<Answers>, EngineError> {
        let mut iterations: BTreeMap<u32, Vec<SearchInfo>> = BTreeMap::new();
        let config = self.config.clone();
        let request = SearchRequest::new(position.clone(), Limits::nodes(nodes));
        self.searcher.run(
            SearchRequest { config, fresh, ..request },
            &|| self.stop.load(Ordering::Relaxed),
            &mut |info| {
                if info.bound == Bound::Exact && !info.pv.is_empty() {
                    iterations.entry(info.depth).or_default().push(info);
                }
            },
        )?;
        let wanted = (self.config.multipv as usize).min(position.legal_moves().len());
        iterations.retain(|_, lines| lines.len() >= wanted);
        for lines in iterations.values_mut() {
            // If there are several reports on the same line, the last one counts.
            lines.reverse();
            let mut seen = Vec::new();
            lines.retain(|info| {
                let is_new = !seen.contains(&info.multipv);
                seen.push(info.multipv);
                is_new
            });
            lines.sort_by(|a, b| {
                order(b.score).cmp(&order(a.score)).then(a.multipv.cmp(&b.multipv))
            });
        }
        Ok(answers(&iterations))
    }
}

/// Returns the lines of the last iteration, and the depth and nodes after which neither the best move nor the judgement
/// that it wins changed.
fn answers(iterations: &BTreeMap<u32, Vec<SearchInfo>>) -> Option<Answers> {
    let (_, last) = iterations.last_key_value()?;
    let best = last.first()?;
    let wins = |info: &SearchInfo| points(info.score) >= WINNING;
    let is_found =
        |info: &SearchInfo| info.pv.first() == best.pv.first() && wins(info) == wins(best);
    let stable =
        iterations.iter().rev().take_while(|(_, lines)| lines.first().is_some_and(is_found));
    let (&found_depth, lines) = stable.last()?;
    let found_nodes = lines.iter().map(|info| info.nodes).max().unwrap_or_default();
    Some(Answers { lines: last.clone(), found_depth, found_nodes })
}

/// A number that grows with the score.
const fn order(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp,
        Score::MateIn(plies) => 30_000 - plies as i32,
        Score::MatedIn(plies) => plies as i32 - 30_000,
    }
}

/// The expectation that corresponds to a score, 0 to 100.
pub(super) fn points(score: Score) -> f64 {
    100.0 * Wdl::expectation(score)
}

impl Answers {
    pub(super) fn best(&self) -> &SearchInfo {
        &self.lines[0]
    }

    pub(super) fn best_move(&self) -> Move {
        self.lines[0].pv[0]
    }

    /// The score of the second best move, if the best one wins and is clearly better than any other.
    pub(super) fn second_of_unique(&self) -> Option<Score> {
        let (best, second) = (self.lines[0].score, self.lines.get(1)?.score);
        let is_unique = match (best, second) {
            (Score::MateIn(_), Score::MateIn(_)) => false,
            (Score::MateIn(_), Score::Cp(cp)) => !is_rule(cp) || cp < 0,
            (Score::MateIn(_), Score::MatedIn(_)) => true,
            (Score::Cp(cp), _) if is_rule(cp) => false,
            _ => {
                points(best) >= WINNING
                    && points(best) - points(second) >= MARGIN
                    && order(best) - order(second) >= MARGIN_CP
            }
        };
        is_unique.then_some(second)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn answers_of(scores: &[Score]) -> Answers {
        let info = |(index, &score): (usize, &Score)| SearchInfo {
            depth: 5,
            seldepth: 5,
            multipv: index as u32 + 1,
            score,
            bound: Bound::Exact,
            known_wdl: None,
            nodes: 10,
            time: Duration::ZERO,
            hashfull: 0,
            tb_hits: None,
            pv: vec!["h2e2".parse().unwrap()],
        };
        let lines = scores.iter().enumerate().map(info).collect();
        Answers { lines, found_depth: 1, found_nodes: 10 }
    }

    #[test]
    fn a_best_move_is_unique_by_a_margin() {
        let rule_win = Score::Cp(chuhe_engine::types::RULE_WIN);
        for (best, second, is_unique) in [
            (Score::MateIn(3), Score::Cp(1500), true),
            (Score::MateIn(3), Score::MateIn(5), false),
            (Score::MateIn(3), rule_win, false),
            (Score::MateIn(3), Score::MatedIn(4), true),
            (Score::Cp(500), Score::Cp(0), true),
            (Score::Cp(500), Score::Cp(350), false),
            (Score::Cp(1500), Score::Cp(900), false),
            (Score::Cp(200), Score::Cp(-600), false),
            (rule_win, Score::Cp(0), false),
        ] {
            let found = answers_of(&[best, second]).second_of_unique();
            assert_eq!(found, is_unique.then_some(second), "{best:?} {second:?}");
        }
        assert_eq!(answers_of(&[Score::MateIn(1)]).second_of_unique(), None, "an only move");
    }

    #[test]
    fn the_best_line_comes_first_and_is_dated() {
        let stop = AtomicBool::new(false);
        let mut solver = Solver::new(&EngineSource::default(), 2, 20_000, &stop);
        let position = Position::from_fen("3k5/8R/9/9/9/9/9/9/R8/4K4 w - - 0 1").unwrap();
        let found = solver.search(&position, 20_000, true).unwrap().unwrap();
        assert_eq!(found.lines.len(), 2);
        assert!(order(found.lines[0].score) >= order(found.lines[1].score));
        assert_eq!((found.best().score, found.found_depth), (Score::MateIn(1), 1));
        stop.store(true, Ordering::Relaxed);
        assert!(solver.search(&position, u64::MAX, false).is_err());
        let over = Position::from_fen("R2k5/8R/9/9/9/9/9/9/9/4K4 b - - 0 1").unwrap();
        stop.store(false, Ordering::Relaxed);
        assert!(solver.search(&over, 100, false).unwrap().is_none());
    }
}
