//! Searches one position after another: the interface of an engine to larger tasks, and the engines that such a task
//! uses.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::config::{Config, ConfigError};
use super::search::{Reports, next_within};
use super::{Engine, SearchHandle, SearchResult};
use crate::board::Position;
use crate::memory::MemoryLimit;
use crate::protocol::ENGINE_NAME;
use crate::search::{Event, Limits, SearchInfo};
use crate::types::rng::SplitMix64;

/// The maximum time between two checks of whether a search must stop.
const TICK: Duration = Duration::from_millis(20);

/// The function that receives the news of a request.
pub type NewsSink = Box<dyn FnMut(SearchNews) + Send>;

/// An engine that searches one position after another: an [`Engine`], or a client of engines that run elsewhere, such
/// as a server's pool.
pub trait Searcher: fmt::Debug + Send {
    /// Requests a search and returns at once. `deliver` is called with news about the request, one call at a time, from
    /// other threads if the system has threads; [`SearchNews::is_last`] identifies the last call. `deliver` must return
    /// quickly.
    ///
    /// Submit a request after the last one has ended or its ticket has been dropped. Otherwise the earlier request is
    /// stopped, or the new one waits for it.
    ///
    /// # Errors
    /// If the request is refused. `deliver` is then dropped without a call.
    fn submit(
        &mut self,
        request: SearchRequest,
        deliver: NewsSink,
    ) -> Result<Box<dyn SearchTicket>, EngineError>;

    /// Searches a position until a limit is reached, passes each report to `on_info`, and returns the result. Without
    /// limits, the search runs until `is_stopped` returns `true`; it is called at least every 20 milliseconds.
    ///
    /// # Errors
    /// [`EngineError::Stopped`] soon after `is_stopped` returns `true`; another error if the search fails.
    fn run(
        &mut self,
        request: SearchRequest,
        is_stopped: &dyn Fn() -> bool,
        on_info: &mut dyn FnMut(SearchInfo),
    ) -> Result<SearchResult, EngineError> {
        let (sender, news) = mpsc::channel();
        // The request is withdrawn when this function returns.
        let _ticket = self.submit(request, Box::new(move |news| drop(sender.send(news))))?;
        let mut reports = Reports::default();
        loop {
            let event = match next_within(&news, TICK) {
                Ok(SearchNews::Event(event)) => Some(event),
                Ok(SearchNews::Failed(error)) => return Err(error),
                Ok(SearchNews::Withdrawn) => return Err(EngineError::Stopped),
                Ok(_) | Err(RecvTimeoutError::Timeout) => None,
                // The function was dropped before the last news.
                Err(RecvTimeoutError::Disconnected) => return Err(EngineError::Panicked),
            };
            let is_last = matches!(event, Some(Event::BestMove(_)));
            if let Some(event) = event {
                reports.note(&event);
                if let Event::Info(info) = event {
                    on_info(info);
                }
            }
            if is_stopped() {
                return Err(EngineError::Stopped);
            }
            if is_last {
                return Ok(reports.result());
            }
        }
    }
}

/// The ticket for a request to a [`Searcher`]. Dropping the ticket withdraws the request; at most one delivery that is
/// already in progress still completes.
pub trait SearchTicket: fmt::Debug + Send + Sync {
    /// Ends the request. A running search still reports the best move found so far.
    fn stop(&self);

    /// Whether the search was ended early because other clients were waiting for the engine.
    fn made_room(&self) -> bool {
        false
    }
}

/// A requested search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The position to search, with the game before it.
    pub position: Position,
    /// The options. An engine with several clients limits threads and table size, and may ignore some files.
    pub config: Config,
    /// The limits of the search. The clock starts when the search does, not while the request is queued. An engine with
    /// several clients cuts off searches that have no limits.
    pub limits: Limits,
    /// The random seed for a handicap. A game keeps one seed throughout.
    pub seed: u64,
    /// Whether to clear the table and the histories first. Otherwise, the search may reuse those of the searcher's last
    /// search with the same seed.
    pub fresh: bool,
}

impl SearchRequest {
    /// A request with seed 0 and the default options, which mean full strength on one thread.
    pub fn new(position: Position, limits: Limits) -> Self {
        Self { position, config: Config::default(), limits, seed: 0, fresh: false }
    }
}

/// News about a request.
#[derive(Clone, Debug)]
pub enum SearchNews {
    /// The request is waiting. Sent when the request has to wait, and again when its place in the queue changes.
    Queued {
        /// The number of requests ahead of this one; 0 if it is next.
        ahead: usize,
    },
    /// The search begins. Sent only for requests that may have to wait.
    Started,
    /// An event of the search. The last one is [`Event::BestMove`].
    Event(Event),
    /// The request was stopped while waiting. No more news follows.
    Withdrawn,
    /// The request failed. No more news follows.
    Failed(EngineError),
}

impl SearchNews {
    /// Whether no more news follows. Every request ends with such news, unless its ticket is dropped.
    pub const fn is_last(&self) -> bool {
        matches!(self, Self::Event(Event::BestMove(_)) | Self::Withdrawn | Self::Failed(_))
    }
}

/// Why a search failed.
#[derive(Clone, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum EngineError {
    #[error(transparent)]
    Config(Arc<ConfigError>),
    #[error("too many clients: at most {most} at a time; try again later")]
    TooManyClients { most: usize },
    #[error("too many searches are waiting (at most {most} are allowed); wait for one to end")]
    TooManyWaiting { most: usize },
    #[error("the search was stopped")]
    Stopped,
    #[error("the engines have been shut down")]
    Closed,
    /// The search panicked, which is a bug in this library.
    #[error("the search failed because of a bug in the program")]
    Panicked,
    #[error("the engine reported no line of play")]
    NoLine,
    /// An engine in another process failed; the error names the engine.
    #[error(transparent)]
    External(Arc<dyn std::error::Error + Send + Sync>),
}

impl From<ConfigError> for EngineError {
    fn from(error: ConfigError) -> Self {
        Self::Config(Arc::new(error))
    }
}

/// Opens the searchers for a larger task, such as an annotation: one for each position searched at a time. By default,
/// each is an [`Engine`] of its own.
///
/// With engines that have other clients, results may vary a little with the load if searches are limited by time, or if
/// the tables are cleared between two searches of this task.
#[derive(Clone)]
pub struct EngineSource {
    open: Arc<dyn Fn() -> Box<dyn Searcher> + Send + Sync>,
    name: Arc<str>,
    program: Option<u64>,
}

impl EngineSource {
    /// A source of engines of this library, which come from a function.
    pub fn new<S: Searcher + 'static>(open: impl Fn() -> S + Send + Sync + 'static) -> Self {
        Self::named(ENGINE_NAME, open)
    }

    /// A source of other engines. The name identifies them in results, with version and options.
    pub fn named<S: Searcher + 'static>(
        name: impl Into<Arc<str>>,
        open: impl Fn() -> S + Send + Sync + 'static,
    ) -> Self {
        Self { open: Arc::new(move || Box::new(open())), name: name.into(), program: None }
    }

    /// Adds a digest of the program that other engines run. With the name, it identifies them.
    #[must_use]
    pub fn with_program(self, digest: Option<u64>) -> Self {
        Self { program: digest, ..self }
    }

    /// Opens a searcher.
    pub fn open(&self) -> Box<dyn Searcher> {
        (self.open)()
    }

    /// The name and version of the engines, and the options by which they differ from the default.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of engines other than those of this library.
    pub fn other_name(&self) -> Option<&str> {
        Some(self.name()).filter(|&name| name != ENGINE_NAME)
    }

    /// The digest of the program that other engines run; `None` if it is not known.
    pub const fn program(&self) -> Option<u64> {
        self.program
    }
}

impl Default for EngineSource {
    fn default() -> Self {
        let open = || -> Box<dyn Searcher> {
            match Engine::try_new(Some(0), MemoryLimit::default()) {
                Ok(engine) => Box::new(engine),
                Err(error) => Box::new(Unstarted(error.into())),
            }
        };
        Self { open: Arc::new(open), name: ENGINE_NAME.into(), program: None }
    }
}

impl fmt::Debug for EngineSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EngineSource({:?})", self.name)
    }
}

impl Engine {
    /// Sets up the options, the game and the position of a request, and returns its limits.
    ///
    /// # Errors
    /// If the options cannot be applied.
    pub fn prepare(&mut self, request: SearchRequest) -> Result<Limits, ConfigError> {
        let SearchRequest { position, config, limits, seed, fresh } = request;
        if config != self.config {
            self.configure(config)?;
        }
        // The first number drawn from the seed tells whether the engine's game is that of the request.
        if fresh || self.seed != SplitMix64::new(seed).next() {
            self.new_game_with_seed(seed);
        }
        self.set_position(position);
        Ok(limits)
    }
}

/// A search that is still running is stopped first.
impl Searcher for Engine {
    fn submit(
        &mut self,
        request: SearchRequest,
        mut deliver: NewsSink,
    ) -> Result<Box<dyn SearchTicket>, EngineError> {
        let limits = self.prepare(request)?;
        let is_dropped = Arc::<AtomicBool>::default();
        let is_unwanted = Arc::clone(&is_dropped);
        let search = self.start_with(limits, move |event| {
            if !is_unwanted.load(Ordering::SeqCst) {
                deliver(SearchNews::Event(event));
            }
        });
        Ok(Box::new(EngineTicket { search, is_dropped }))
    }
}

/// A searcher in place of an engine that could not be created: it refuses every request with the reason.
#[derive(Debug)]
struct Unstarted(EngineError);

impl Searcher for Unstarted {
    fn submit(
        &mut self,
        _: SearchRequest,
        _: NewsSink,
    ) -> Result<Box<dyn SearchTicket>, EngineError> {
        Err(self.0.clone())
    }
}

/// The ticket for a search of an [`Engine`].
#[derive(Debug)]
struct EngineTicket {
    search: SearchHandle,
    is_dropped: Arc<AtomicBool>,
}

impl SearchTicket for EngineTicket {
    fn stop(&self) {
        self.search.stop();
    }
}

impl Drop for EngineTicket {
    fn drop(&mut self) {
        self.is_dropped.store(true, Ordering::SeqCst);
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn request(limits: Limits, fresh: bool) -> SearchRequest {
        let config = Config { hash_mb: 1, ..Config::default() };
        SearchRequest { config, fresh, ..SearchRequest::new(Position::startpos(), limits) }
    }

    #[test]
    fn fresh_request_clears_tables() {
        let mut searcher = EngineSource::default().open();
        let mut infos = |fresh| {
            let mut infos = Vec::new();
            let mut note = |info: SearchInfo| infos.push((info.depth, info.nodes));
            searcher.run(request(Limits::nodes(3000), fresh), &|| false, &mut note).unwrap();
            infos
        };
        let first = infos(false);
        assert!(!first.is_empty());
        assert_ne!(infos(false), first, "the table is warm");
        assert_eq!(infos(true), first);
    }

    #[test]
    fn another_seed_begins_another_game() {
        let mut engine = Engine::with_seed(7);
        assert!(engine.table.is_fresh());
        let request = |seed| SearchRequest { seed, ..request(Limits::depth(1), false) };
        engine.prepare(request(7)).unwrap();
        assert!(engine.table.is_fresh(), "the engine already has this seed, and nothing to clear");
        engine.prepare(request(8)).unwrap();
        assert!(!engine.table.is_fresh());
    }

    #[test]
    fn dropping_a_ticket_ends_delivery() {
        let mut engine = Engine::new();
        let (sender, news) = mpsc::channel();
        let deliver = Box::new(move |news| drop(sender.send(news)));
        let ticket = engine.submit(request(Limits::none(), false), deliver).unwrap();
        let first = news.recv().unwrap();
        assert!(!first.is_last());
        drop(ticket);
        assert!(!news.iter().any(|news| news.is_last()));
    }

    /// "Soon" is measured in nodes, because the machine may be busy.
    #[test]
    fn search_ends_soon_after_it_is_stopped() {
        const LONG: u64 = 1_000_000;
        let (checks, nodes) = (Cell::new(0), Cell::new(0));
        let is_stopped = || {
            checks.update(|checks| checks + 1);
            checks.get() >= 3
        };
        let mut note = |info: SearchInfo| nodes.set(info.nodes);
        let end = Engine::new().run(request(Limits::nodes(LONG), true), &is_stopped, &mut note);
        assert!(matches!(end, Err(EngineError::Stopped)));
        assert_eq!(checks.get(), 3);
        assert!(nodes.get() < LONG / 2, "{} nodes", nodes.get());
    }
}
