//! Search results as values that can be serialized.

use serde::Serialize;

use super::expected::ExpectedMoves;
use super::positions::PositionOrigin;
use chuhe_engine::board::Position;
use chuhe_engine::engine::SearchResult;
use chuhe_engine::search::{Bound, SearchInfo, Wdl};
use chuhe_engine::types::{Color, Move, Score};

/// The report on a position in a batch. It contains no times, so the same search gives the same report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionReport {
    /// The position's number in the batch, counted from 1.
    pub number: u64,
    /// Its origin.
    #[serde(flatten)]
    pub origin: PositionOrigin,
    /// The engine, if it is not that of this library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub side_to_move: Color,
    /// The best move, or `None` if there is no legal move.
    pub best_move: Option<Move>,
    /// How the side to move has lost, if it has no legal move.
    pub ended: Option<NoMoves>,
    /// The position's task, if it has one.
    #[serde(flatten)]
    pub expected: Option<ExpectedMoves>,
    /// Whether the best move solves the task; `None` without a task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<bool>,
    /// The lines of play, best first.
    pub lines: Vec<AnalyzedLine>,
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnalyzedLine {
    /// The rank of the line, counted from 1.
    pub multipv: u32,
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The selective depth, in plies.
    pub seldepth: u32,
    /// The number of nodes searched so far, over all threads.
    pub nodes: u64,
    /// The score, from the point of view of the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// The chances of a win, a draw and a loss.
    pub wdl: Wdl,
    /// Whether the chances are the engine's own, rather than those that follow from the score.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub wdl_reported: bool,
    /// The moves.
    pub pv: Vec<Move>,
}

/// Why the side to move has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NoMoves {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
}

/// The report on a single search, with times.
#[derive(Clone, Debug, Serialize)]
pub struct SearchReport {
    /// The position and the lines of play.
    #[serde(flatten)]
    pub report: PositionReport,
    /// Nodes per second.
    pub nps: u64,
    /// The time from the start of the search to the last change of the best line, in milliseconds.
    pub time_ms: u64,
    /// How full the transposition table is, in per mille.
    pub hashfull: u32,
}

impl PositionReport {
    /// The report on a position that was searched.
    pub fn new(
        number: u64,
        origin: PositionOrigin,
        position: &Position,
        expected: Option<ExpectedMoves>,
        engine: Option<&str>,
        result: &SearchResult,
    ) -> Self {
        let lines = result.lines.iter().filter(|info| !info.pv.is_empty());
        Self {
            number,
            origin,
            engine: engine.map(str::to_owned),
            fen: position.fen(),
            side_to_move: position.side_to_move(),
            best_move: result.best,
            ended: result.best.is_none().then(|| NoMoves::of(position)),
            solved: expected.as_ref().map(|expected| expected.are_met_by(result.best)),
            expected,
            lines: lines.map(AnalyzedLine::from).collect(),
        }
    }
}

impl SearchReport {
    /// The report on the position that was searched; `origin` says where it comes from.
    pub fn new(
        origin: PositionOrigin,
        position: &Position,
        engine: Option<&str>,
        result: &SearchResult,
    ) -> Self {
        let best = result.lines.first();
        Self {
            report: PositionReport::new(1, origin, position, None, engine, result),
            nps: best.map_or(0, SearchInfo::nps),
            time_ms: best.map_or(0, |info| info.time.as_millis() as u64),
            hashfull: best.map_or(0, |info| info.hashfull),
        }
    }
}

impl From<&SearchInfo> for AnalyzedLine {
    fn from(info: &SearchInfo) -> Self {
        Self {
            multipv: info.multipv,
            depth: info.depth,
            seldepth: info.seldepth,
            nodes: info.nodes,
            score: info.score,
            bound: info.bound,
            wdl: info.wdl(),
            wdl_reported: info.known_wdl.is_some(),
            pv: info.pv.clone(),
        }
    }
}

impl NoMoves {
    /// How a position without legal moves is lost.
    fn of(position: &Position) -> Self {
        if position.in_check() { Self::Checkmate } else { Self::Stalemate }
    }
}
