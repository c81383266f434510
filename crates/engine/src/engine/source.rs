//! Sources of searches for larger tasks: an engine for each job, or a shared service.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::Engine;
use super::config::{Config, ConfigError};
use super::search::next_within;
use crate::board::Position;
use crate::search::{Event, Limits, SearchInfo};

/// The maximum time between two checks of whether a search must stop.
const TICK: Duration = Duration::from_millis(20);

/// The number of the next searcher that uses a service. It serves as the searcher's seed, which keeps its tables apart
/// from those of the client's other searchers.
static SEARCHER: AtomicU64 = AtomicU64::new(0);

/// A search service for several clients, such as a pool of engines in a server. Each value represents one client.
pub trait SearchService: fmt::Debug + Send + Sync {
    /// Requests a search and returns at once. `deliver` is called with news about the request, one call at a time, from
    /// other threads if the system has threads; [`SearchNews::is_last`] identifies the last call. `deliver` must return
    /// quickly.
    ///
    /// # Errors
    /// If the request is refused. `deliver` is then dropped without a call.
    fn ask(
        &self,
        request: SearchRequest,
        deliver: Box<dyn FnMut(SearchNews) + Send>,
    ) -> Result<Box<dyn SearchTicket>, EngineError>;
}

/// The ticket for a request to a [`SearchService`]. Dropping the ticket withdraws the request; at most one delivery
/// that is already in progress still completes.
pub trait SearchTicket: fmt::Debug + Send + Sync {
    /// Ends the request. A running search still reports the best move found so far.
    fn stop(&self);

    /// Whether the service ended the search early because other clients were waiting.
    fn made_room(&self) -> bool;
}

/// A requested search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The position to search, with the game before it.
    pub position: Position,
    /// The options. A service limits threads and table size, and may ignore some files.
    pub config: Config,
    /// The limits of the search. The clock starts when the search does, not while the request is queued. A service cuts
    /// off searches that have no limits.
    pub limits: Limits,
    /// The random seed for a handicap. A game keeps one seed throughout.
    pub seed: u64,
    /// Whether to clear the table and the histories first. Otherwise, the search may reuse those of the client's last
    /// search with the same seed and with options that differ at most in the number of lines.
    pub fresh: bool,
}

impl SearchRequest {
    /// A request with seed 0 and the default options, which mean full strength on one thread.
    #[must_use]
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
    /// The search begins.
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
    #[must_use]
    pub const fn is_last(&self) -> bool {
        matches!(self, Self::Event(Event::BestMove(_)) | Self::Withdrawn | Self::Failed(_))
    }
}

/// Why a search failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EngineError {
    /// The options cannot be applied.
    #[error(transparent)]
    Config(Arc<ConfigError>),
    /// The client has the maximum number of waiting requests.
    #[error("too many searches are waiting (at most {most} are allowed); wait for one to end")]
    TooManyWaiting {
        /// The maximum.
        most: usize,
    },
    /// The service has been shut down.
    #[error("the engines have been shut down")]
    Closed,
    /// The search panicked, which is a bug in this library.
    #[error("the search failed because of a bug in the program")]
    Panicked,
}

impl From<ConfigError> for EngineError {
    fn from(error: ConfigError) -> Self {
        Self::Config(Arc::new(error))
    }
}

/// The source of the searches for a larger task, such as an annotation.
#[derive(Clone, Debug, Default)]
pub enum EngineSource {
    /// A separate engine for each job.
    #[default]
    Own,
    /// A service. Results may vary a little with the service's load if searches are limited by time, or if other
    /// clients use the engine and its table between two searches.
    Service(Arc<dyn SearchService>),
}

/// Why a search has no result.
#[derive(Debug)]
pub enum NoAnswer {
    /// The search was stopped.
    Stopped,
    /// The search failed.
    Failed(EngineError),
}

/// Searches one position after another.
#[derive(Debug)]
pub enum Searcher {
    /// A searcher with its own engine.
    Own(Box<Engine>),
    /// A searcher that uses a service.
    Service {
        /// The service, on behalf of one client.
        service: Arc<dyn SearchService>,
        /// The options of the searches.
        config: Config,
        /// The seed, which keeps this searcher's tables apart from those of others.
        seed: u64,
        /// Whether the next search starts with a cleared table.
        is_fresh: bool,
    },
}

impl EngineSource {
    /// Creates a searcher with these options.
    ///
    /// # Errors
    /// If the options cannot be applied.
    pub fn searcher(&self, config: Config) -> Result<Searcher, EngineError> {
        // Positions are analysed, not played, so the book is off.
        let config = Config { own_book: false, ..config };
        match self {
            Self::Own => {
                let mut engine = Engine::with_seed(0);
                engine.configure(config)?;
                Ok(Searcher::Own(Box::new(engine)))
            }
            Self::Service(service) => Ok(Searcher::Service {
                service: Arc::clone(service),
                config,
                seed: SEARCHER.fetch_add(1, Ordering::Relaxed),
                is_fresh: true,
            }),
        }
    }
}

impl Searcher {
    /// Forgets all earlier searches. If the searcher has its own engine, later results, including a handicap's random
    /// numbers, do not depend on earlier ones.
    pub fn forget(&mut self) {
        match self {
            Self::Own(engine) => engine.new_game_with_seed(0),
            Self::Service { is_fresh, .. } => *is_fresh = true,
        }
    }

    /// The number of lines reported for each position.
    #[must_use]
    pub fn lines(&self) -> usize {
        let config = match self {
            Self::Own(engine) => engine.config(),
            Self::Service { config, .. } => config,
        };
        config.multipv as usize
    }

    /// Searches a position until a limit is reached, and calls `hear` with the reports. The search ends without a
    /// result soon after `is_stopped` returns `true`.
    ///
    /// # Errors
    /// If the search was stopped or failed.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        is_stopped: impl Fn() -> bool,
        mut hear: impl FnMut(SearchInfo),
    ) -> Result<(), NoAnswer> {
        match self {
            Self::Own(engine) => {
                engine.set_position(position.clone());
                let mut running = engine.start(limits.clone());
                loop {
                    match running.next_timeout(TICK) {
                        Ok(Event::Info(info)) => hear(info),
                        Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => break,
                    }
                    // Dropping the search stops it.
                    if is_stopped() {
                        return Err(NoAnswer::Stopped);
                    }
                }
            }
            Self::Service { service, config, seed, is_fresh } => {
                let (sender, news) = mpsc::channel();
                let request = SearchRequest {
                    config: config.clone(),
                    seed: *seed,
                    fresh: std::mem::take(is_fresh),
                    ..SearchRequest::new(position.clone(), limits.clone())
                };
                let ticket = service.ask(request, Box::new(move |news| drop(sender.send(news))));
                // The request is withdrawn when this function returns.
                let _ticket = ticket.map_err(NoAnswer::Failed)?;
                loop {
                    match next_within(&news, TICK) {
                        Ok(SearchNews::Event(Event::Info(info))) => hear(info),
                        Ok(SearchNews::Failed(error)) => return Err(NoAnswer::Failed(error)),
                        Ok(news) if news.is_last() => break,
                        Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => {
                            return Err(NoAnswer::Failed(EngineError::Closed));
                        }
                    }
                    if is_stopped() {
                        return Err(NoAnswer::Stopped);
                    }
                }
            }
        }
        if is_stopped() { Err(NoAnswer::Stopped) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn searcher() -> Searcher {
        EngineSource::Own.searcher(Config { hash_mb: 1, ..Config::default() }).unwrap()
    }

    #[test]
    fn what_was_searched_is_kept_until_it_is_forgotten() {
        let mut searcher = searcher();
        let infos = |searcher: &mut Searcher| {
            let mut heard = Vec::new();
            let hear = |info: SearchInfo| heard.push((info.depth, info.nodes));
            let limits = Limits::nodes(3000);
            searcher.search(&Position::startpos(), &limits, || false, hear).unwrap();
            heard
        };
        let first = infos(&mut searcher);
        assert!(!first.is_empty());
        assert_ne!(infos(&mut searcher), first, "the table is warm");
        searcher.forget();
        assert_eq!(infos(&mut searcher), first);
    }

    /// "Soon" is measured in nodes, because the machine may be busy.
    #[test]
    fn a_search_ends_soon_after_it_is_stopped() {
        const LONG: u64 = 1_000_000;
        let (asked, nodes) = (Cell::new(0), Cell::new(0));
        let is_stopped = || {
            asked.update(|asked| asked + 1);
            asked.get() >= 3
        };
        let hear = |info: SearchInfo| nodes.set(info.nodes);
        let end = searcher().search(&Position::startpos(), &Limits::nodes(LONG), is_stopped, hear);
        assert!(matches!(end, Err(NoAnswer::Stopped)));
        assert_eq!(asked.get(), 3);
        assert!(nodes.get() < LONG / 2, "{} nodes", nodes.get());
    }
}
