//! Analyses a position and sends the results of the search to the page.

use std::time::Duration;

use super::exchange;
use super::inbox::Source;
use super::message::{
    AnalyseNotice, AnalysedLine, Failure, FailureCode, Notice, Reply, ScoreReport, StartSearch,
};
use super::session::{Context, Done, refuse};
use super::written::{position_in_line, written_line};
use chuhe_engine::board::Position;
use chuhe_engine::clock::Instant;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{EngineError, SearchNews, SearchRequest, SearchTicket};
use chuhe_engine::rules::Rules;
use chuhe_engine::search::{Bound, Event, Limits, RootFilter, SearchInfo};
use chuhe_engine::types::{Color, Move};
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// The maximum number of lines that a search reports.
pub const LINES_MAX: u32 = 10;
/// The maximum number of moves from the start to the analysed position.
const MOVES_MAX: usize = 2000;
/// The interval between messages with new results.
const SEND_EVERY: Duration = Duration::from_millis(100);

/// A session's analysis.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    position: Option<Position>,
    /// The searches of one engine or of two.
    searches: [Option<RunningSearch>; 2],
    /// The number of the latest search.
    key: u64,
}

#[derive(Debug)]
struct RunningSearch {
    key: u64,
    /// The other engine that searches, if it is not chuhe.
    engine: Option<String>,
    position: Position,
    running: Box<dyn SearchTicket>,
    lines: Lines,
    sent_at: Option<Instant>,
    /// When new results are to be sent to the page; `None` if there are none.
    due: Option<Instant>,
}

impl Analysis {
    /// Sets the position to analyse, and ends a search of any other position.
    pub(super) fn set(&mut self, fen: &str, moves: &[Move], context: &Context) -> Done {
        let start = exchange::position(fen)?;
        if moves.len() > MOVES_MAX {
            return Err(refuse(FailureCode::BadValue, tr!("serve-moves-max", most = MOVES_MAX)));
        }
        let mut end = start.clone();
        for &mv in moves {
            end.play(mv).map_err(|error| refuse(FailureCode::Illegal, error.localize()))?;
        }
        let state = position_in_line(&start, &end, Rules::default());
        for search in &mut self.searches {
            if let Some(ended) = search.take_if(|search| search.position.fen() != end.fen()) {
                ended.send_end(None, context);
            }
        }
        self.position = Some(end);
        Ok(Some(Reply::Position(Box::new(state))))
    }

    /// The position that was set, or the reason why there is none.
    pub(super) fn position(&self) -> Result<Position, Failure> {
        let position = self.position.clone();
        position.ok_or_else(|| refuse(FailureCode::NotNow, tr!("serve-no-position")))
    }

    /// Starts a search of the position.
    pub(super) fn start(&mut self, wanted: StartSearch, context: &Context) -> Done {
        let StartSearch { multipv, searchmoves, soft_nodes, threads, hash, engine, second } =
            wanted;
        let slot = usize::from(second);
        if !(1..=LINES_MAX).contains(&multipv) {
            return Err(refuse(FailureCode::BadValue, tr!("serve-lines", most = LINES_MAX)));
        }
        let position = self.position()?;
        if position.legal_moves().is_empty() {
            return Err(refuse(FailureCode::NotNow, tr!("serve-no-moves")));
        }
        for &mv in &searchmoves {
            position
                .check_move(mv)
                .map_err(|error| refuse(FailureCode::Illegal, error.localize()))?;
        }
        let root_moves = match searchmoves {
            moves if moves.is_empty() => RootFilter::All,
            moves => RootFilter::Only(moves),
        };
        let mut others = self.searches.iter().enumerate().filter(|(at, _)| *at != slot);
        if others.any(|(_, search)| search.as_ref().is_some_and(|it| it.engine == engine)) {
            return Err(refuse(FailureCode::NotNow, tr!("serve-engine-twice")));
        }
        let source = context.source(engine.as_deref())?;
        if let Some(ended) = self.searches[slot].take() {
            ended.send_end(None, context);
        }
        self.key += 1;
        let (key, inbox) = (self.key, context.inbox.clone());
        let config = Config {
            multipv,
            threads: threads.unwrap_or(0),
            hash_mb: hash.unwrap_or(0),
            ..Config::default()
        };
        let deliver = Box::new(move |news| inbox.report(Source::Search(key, news)));
        let longest = context.host.settings().longest_search;
        let limits = Limits { soft_nodes, root_moves, ..Limits::move_time(longest) };
        let request = SearchRequest { config, ..SearchRequest::new(position.clone(), limits) };
        let running = source.open().submit(request, deliver);
        let running = running.map_err(|error| refuse(FailureCode::Busy, error.localize()))?;
        let lines = Lines::default();
        let (sent_at, due) = (None, None);
        let search = RunningSearch { key, engine, position, running, lines, sent_at, due };
        self.searches[slot] = Some(search);
        Ok(Some(Reply::Search { key }))
    }

    /// Asks all searches to end. Their last notices report the end.
    pub(super) fn stop(&mut self) {
        for search in self.searches.iter().flatten() {
            search.running.stop();
        }
    }

    /// Asks the search with this key to end.
    pub(super) fn stop_one(&mut self, key: u64) {
        if let Some(search) = self.searches.iter().flatten().find(|search| search.key == key) {
            search.running.stop();
        }
    }

    /// Handles a report from the search.
    pub(super) fn handle(&mut self, key: u64, news: SearchNews, context: &Context) {
        let mut searches = self.searches.iter_mut();
        let slot = searches.find(|slot| slot.as_ref().is_some_and(|search| search.key == key));
        let Some(slot) = slot else { return };
        let Some(search) = slot.as_mut() else { return };
        let now = Instant::now();
        // Handles the end of the search, which either finished or was stopped.
        let finish = |slot: &mut Option<RunningSearch>, failure: Option<&EngineError>| {
            if let Some(search) = slot.take() {
                search.send_end(failure, context);
            }
        };
        let event = match news {
            SearchNews::Event(event) => event,
            SearchNews::Queued { ahead: queue } => {
                return context.notify(&Notice::Analyse(AnalyseNotice::Queued { key, queue }));
            }
            SearchNews::Started => return,
            SearchNews::Withdrawn => return finish(slot, None),
            SearchNews::Failed(error) => return finish(slot, Some(&error)),
        };
        match event {
            Event::Info(info) if !info.pv.is_empty() => {
                search.lines.note(info);
                let earliest = search.sent_at.map_or(now, |at| at + SEND_EVERY);
                search.due.get_or_insert(earliest);
            }
            Event::BestMove(_) => finish(slot, None),
            _ => {}
        }
        self.tick(now, context);
    }

    /// The time at which to send delayed results; `None` if there are none.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.searches.iter().flatten().filter_map(|search| search.due).min()
    }

    /// Sends new results if enough time has passed since results were last sent.
    pub(super) fn tick(&mut self, now: Instant, context: &Context) {
        for search in self.searches.iter_mut().flatten() {
            if search.due.is_some_and(|due| due <= now) {
                search.sent_at = Some(now);
                search.due = None;
                search.send(context);
            }
        }
    }
}

/// The last report on each line of a search.
#[derive(Debug, Default)]
pub struct Lines(Vec<SearchInfo>);

impl Lines {
    /// Records a report on a line.
    pub fn note(&mut self, info: SearchInfo) {
        let at = info.multipv.max(1) as usize - 1;
        match self.0.get_mut(at) {
            Some(line) => *line = info,
            None => self.0.push(info),
        }
    }

    /// The reports, best line first.
    pub fn infos(&self) -> &[SearchInfo] {
        &self.0
    }

    /// The depth of the best line; `None` before the first report.
    pub fn depth(&self) -> Option<u32> {
        self.0.first().map(|line| line.depth)
    }

    /// The deepest ply reached.
    pub fn seldepth(&self) -> u32 {
        self.0.iter().map(|line| line.seldepth).max().unwrap_or(0)
    }

    /// The number of nodes searched.
    pub fn nodes(&self) -> u64 {
        self.0.iter().map(|line| line.nodes).max().unwrap_or(0)
    }

    /// The time the search has taken.
    pub fn time(&self) -> Duration {
        self.0.iter().map(|line| line.time).max().unwrap_or_default()
    }

    /// The lines, best first, from the position that was searched.
    pub fn report(&self, position: &Position) -> Vec<AnalysedLine> {
        let side = position.side_to_move();
        let lines = self.0.iter().map(|info| AnalysedLine {
            red_score: ScoreReport::new(info.score, side),
            bound: match (info.bound, side) {
                (Bound::Exact, _) => None,
                (Bound::Lower, Color::Red) | (Bound::Upper, Color::Black) => {
                    Some("lower".to_owned())
                }
                _ => Some("upper".to_owned()),
            },
            moves: written_line(position, info.pv.iter().copied()),
        });
        lines.collect()
    }
}

impl RunningSearch {
    fn send(&self, context: &Context) {
        let Some(depth) = self.lines.depth() else { return };
        let (nodes, time) = (self.lines.nodes(), self.lines.time());
        let micros = time.as_micros().max(1000);
        context.notify(&Notice::Analyse(AnalyseNotice::Found {
            key: self.key,
            depth,
            seldepth: self.lines.seldepth(),
            nodes,
            nps: (u128::from(nodes) * 1_000_000 / micros) as u64,
            time_ms: time.as_millis() as u64,
            lines: self.lines.report(&self.position),
        }));
    }

    fn send_end(&self, failure: Option<&EngineError>, context: &Context) {
        if self.due.is_some() {
            self.send(context);
        }
        context.notify(&Notice::Analyse(AnalyseNotice::Done {
            key: self.key,
            done: true,
            made_room: self.running.made_room(),
            failure: failure.map(Localize::localize),
        }));
    }
}
