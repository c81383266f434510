//! A running search, its handle, and its result.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use crate::search::{BestMove, Event, SearchInfo, Signals};
use crate::types::{Move, Score};

/// A running search, returned by [`Engine::start`](super::Engine::start). It runs in the threads of its engine.
///
/// Iterating over this value yields the search's events; the last one is [`Event::BestMove`]. The queue of events is
/// unbounded, so the search never waits for its reader. Dropping this value stops the search.
#[derive(Debug)]
pub struct Search {
    handle: SearchHandle,
    events: Receiver<Event>,
    reports: Reports,
}

/// The latest reports of a search, collected from its events.
#[derive(Debug, Default)]
pub struct Reports {
    /// The last report of each line of play, best first.
    lines: Vec<SearchInfo>,
    /// The answer, once the search is over.
    best: Option<BestMove>,
}

/// A handle that can stop a running search from any thread. Once the search is over, the handle has no effect.
#[derive(Clone, Debug)]
pub struct SearchHandle {
    id: u64,
    signals: Arc<Signals>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The move to play; `None` if there is no legal move, or the limits exclude all legal moves.
    pub best: Option<Move>,
    /// The expected reply, legal after `best`.
    pub ponder: Option<Move>,
    /// Whether an offered draw is accepted.
    pub accept_draw: bool,
    /// The score of the best line, from the side to move's point of view; 0 if nothing was reported.
    pub score: Score,
    /// The last report of each line of play, best first. If there is no move to search, this is a single line without
    /// moves.
    pub lines: Vec<SearchInfo>,
    /// The nodes searched by all threads.
    pub nodes: u64,
    /// The depth of the last iteration reported, in plies.
    pub depth: u32,
    /// The time from the start of the search to the last report.
    pub time: Duration,
}

impl SearchHandle {
    pub(super) const fn new(id: u64, signals: Arc<Signals>) -> Self {
        Self { id, signals }
    }

    /// Stops the search, which still reports the best move found so far.
    pub fn stop(&self) {
        self.signals.stop(self.id);
    }

    /// Tells the search that the opponent has played the expected move, which starts the search's clock.
    pub fn ponder_hit(&self) {
        self.signals.ponder_hit(self.id);
    }
}

impl Search {
    pub(super) const fn new(handle: SearchHandle, events: Receiver<Event>) -> Self {
        Self { handle, events, reports: Reports { lines: Vec::new(), best: None } }
    }

    /// A handle to stop the search from another thread.
    pub fn handle(&self) -> SearchHandle {
        self.handle.clone()
    }

    /// Stops the search, which still reports the best move found so far.
    pub fn stop(&self) {
        self.handle.stop();
    }

    /// Tells the search that the opponent has played the expected move, which starts the search's clock.
    pub fn ponder_hit(&self) {
        self.handle.ponder_hit();
    }

    /// The last report of each line of play so far, best first.
    pub fn lines(&self) -> &[SearchInfo] {
        self.reports.lines()
    }

    /// Waits for the next event, at most for `timeout`.
    ///
    /// # Errors
    /// [`RecvTimeoutError::Timeout`] if no event arrives in time, [`RecvTimeoutError::Disconnected`] if the search is
    /// over.
    pub fn next_timeout(&mut self, timeout: Duration) -> Result<Event, RecvTimeoutError> {
        if self.reports.best.is_some() {
            return Err(RecvTimeoutError::Disconnected);
        }
        let event = next_within(&self.events, timeout)?;
        self.reports.note(&event);
        Ok(event)
    }

    /// Waits until the search is over.
    ///
    /// # Panics
    /// If the search itself panicked, which would be a bug in this library.
    pub fn wait(mut self) -> SearchResult {
        while self.next().is_some() {}
        std::mem::take(&mut self.reports).result()
    }
}

impl Reports {
    /// Records an event.
    pub fn note(&mut self, event: &Event) {
        match event {
            Event::Info(info) => {
                let place = self.lines.binary_search_by_key(&info.multipv, |line| line.multipv);
                match place {
                    Ok(place) => self.lines[place] = info.clone(),
                    Err(place) => self.lines.insert(place, info.clone()),
                }
            }
            Event::BestMove(best) => self.best = Some(*best),
            Event::Effort { .. } | Event::Budget { .. } | Event::CurrentMove { .. } => {}
        }
    }

    /// The last report of each line of play so far, best first.
    pub fn lines(&self) -> &[SearchInfo] {
        &self.lines
    }

    /// The result of a search that is over.
    ///
    /// # Panics
    /// If [`Event::BestMove`], the last event of every search, has not been recorded.
    pub fn result(self) -> SearchResult {
        let Self { lines, best } = self;
        let best = best.expect("a search returns a move");
        let newest = lines.iter().max_by_key(|info| info.nodes);
        SearchResult {
            best: best.mv,
            ponder: best.ponder,
            accept_draw: best.accept_draw,
            score: lines.first().map_or(Score::Cp(0), |info| info.score),
            nodes: newest.map_or(0, |info| info.nodes),
            depth: lines.first().map_or(0, |info| info.depth),
            time: newest.map_or(Duration::ZERO, |info| info.time),
            lines,
        }
    }
}

/// Waits for the next message, at most for `timeout`. A message that has already arrived is returned without reading
/// the clock, which some systems lack.
pub(super) fn next_within<T>(
    messages: &Receiver<T>,
    timeout: Duration,
) -> Result<T, RecvTimeoutError> {
    match messages.try_recv() {
        Err(TryRecvError::Empty) => messages.recv_timeout(timeout),
        Err(TryRecvError::Disconnected) => Err(RecvTimeoutError::Disconnected),
        Ok(message) => Ok(message),
    }
}

impl Iterator for Search {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        if self.reports.best.is_some() {
            return None;
        }
        let event = self.events.recv().ok()?;
        self.reports.note(&event);
        Some(event)
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop();
    }
}
