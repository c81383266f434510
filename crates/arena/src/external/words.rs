//! What an engine is told about a search, and what its lines say.

use std::time::Duration;

use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::protocol::{ClockWords, Dialect, Go, InfoWords, Setup};
use chuhe_engine::search::{Limits, RootFilter, SearchInfo, Wdl};
use chuhe_engine::types::{Color, Move, Score};

/// How long an engine may take beyond a fixed time or its clock before it is asked to stop.
const LATENESS_MAX: Duration = Duration::from_secs(10);

/// A position as the engine is told it: the start of the game and the moves.
pub(super) fn setup(position: &Position, ranks: Ranks) -> Setup {
    let played = position.history().iter().filter_map(|undo| undo.mv);
    let moves = played.map(|mv| iccs::text(mv, ranks).to_string()).collect();
    let mut start = position.clone();
    while !start.history().is_empty() {
        start.unmake(&mut ());
    }
    Setup { fen: Some(start.fen()), moves }
}

/// The limits of a request as the engine is told them, and the root moves that it must not play, in UCCI.
pub(super) fn go_words(
    limits: &Limits,
    position: &Position,
    dialect: Dialect,
    ranks: Ranks,
) -> (Go, Vec<String>) {
    let moves = position.legal_moves();
    let texts = |is_listed: &dyn Fn(Move) -> bool| -> Vec<String> {
        let listed = moves.iter().copied().filter(|&mv| is_listed(mv));
        listed.map(|mv| iccs::text(mv, ranks).to_string()).collect()
    };
    let (filter, is_filtered) = (&limits.root_moves, limits.root_moves != RootFilter::All);
    let (search_moves, banned) = match dialect {
        _ if !is_filtered => (None, Vec::new()),
        Dialect::Uci => (Some(texts(&|mv| filter.allows(mv))), Vec::new()),
        Dialect::Ucci => (None, texts(&|mv| !filter.allows(mv))),
    };
    let mut go = Go {
        depth: limits.depth,
        nodes: [limits.nodes, limits.soft_nodes].into_iter().flatten().min(),
        mate: limits.mate,
        move_time: limits.move_time,
        draw: limits.draw_offered,
        search_moves,
        ..Go::default()
    };
    if let Some(clock) = limits.clock {
        // The opponent's clock is not known; some engines look at it.
        let words = ClockWords { time: Some(clock.time), increment: Some(clock.increment) };
        go.set_clocks(position.side_to_move(), [words; Color::ALL.len()]);
        go.moves_to_go = clock.moves_to_go;
    }
    let is_limited = go.depth.is_some()
        || go.nodes.is_some()
        || go.mate.is_some()
        || go.move_time.is_some()
        || limits.clock.is_some();
    go.infinite = limits.infinite || !is_limited;
    (go, banned)
}

/// The time after which an engine is asked to stop; `None` if it may take any time.
pub(super) fn allowance(limits: &Limits) -> Option<Duration> {
    let clock = limits.clock.map(|clock| clock.time);
    let time = [clock, limits.move_time].into_iter().flatten().min()?;
    Some(time + LATENESS_MAX)
}

/// Whether searches with these limits have the same results each time.
pub(super) const fn is_fixed(limits: &Limits) -> bool {
    let is_timed = limits.move_time.is_some() || limits.clock.is_some() || limits.infinite;
    !is_timed && (limits.nodes.is_some() || limits.soft_nodes.is_some() || limits.depth.is_some())
}

/// Reads the lines that an engine writes about a search.
pub(super) struct LineReports<'a> {
    pub(super) position: &'a Position,
    pub(super) ranks: Ranks,
    /// The last report on the best line, and whether it has been completed since. Some engines write the number of nodes
    /// and the time in lines of their own.
    pub(super) latest: Option<(SearchInfo, bool)>,
}

impl LineReports<'_> {
    /// The report in a line of information; `None` without a score, or without moves although there are legal ones.
    pub(super) fn read(&mut self, words: &InfoWords, score: Option<Score>) -> Option<SearchInfo> {
        let pv = self.legal_part(&words.pv);
        let has_line = !pv.is_empty() || self.position.legal_moves().is_empty();
        let Some(score) = score.filter(|_| has_line) else {
            if let (Some((latest, is_new)), Some(nodes)) = (&mut self.latest, words.nodes) {
                latest.nodes = nodes;
                latest.time = words.time.unwrap_or(latest.time);
                *is_new = true;
            }
            return None;
        };
        let before = self.latest.as_ref().map(|(info, _)| (info.nodes, info.time));
        let (nodes, time) = before.unwrap_or_default();
        let info = SearchInfo {
            depth: words.depth.unwrap_or(0),
            seldepth: words.seldepth.or(words.depth).unwrap_or(0),
            multipv: words.multipv.unwrap_or(1).max(1),
            score,
            bound: words.bound,
            // Those of the curve say no more than the score.
            known_wdl: words.wdl.filter(|&wdl| wdl != Wdl::from_score(score)),
            nodes: words.nodes.unwrap_or(nodes),
            time: words.time.unwrap_or(time),
            hashfull: words.hashfull.unwrap_or(0),
            tb_hits: words.tb_hits,
            pv,
        };
        if info.multipv == 1 {
            self.latest = Some((info.clone(), false));
        }
        Some(info)
    }

    /// The moves up to the first illegal one.
    fn legal_part(&self, texts: &[String]) -> Vec<Move> {
        let mut after = self.position.clone();
        let moves = texts.iter().map_while(|text| {
            let mv = iccs::parse(text, self.ranks).ok().filter(|&mv| after.is_legal(mv))?;
            after.make_unchecked(mv, &mut ());
            Some(mv)
        });
        moves.collect()
    }
}
