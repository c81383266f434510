//! Where the searches of a larger task run: in its own engines, or in a shared service.

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

/// How often a search checks whether it must stop.
const TICK: Duration = Duration::from_millis(20);

/// The number of the last searcher of a service, used as its seed to keep its tables apart from those of the client's
/// other searchers.
static SEARCHER: AtomicU64 = AtomicU64::new(0);

/// A search service for several clients, such as a pool of engines in a server. A value is the view of one client.
pub trait SearchService: fmt::Debug + Send + Sync {
    /// Requests a search and returns. `deliver` is called with its news, one call at a time, from other threads if
    /// there are any; [`SearchNews::is_last`] marks the last call. It must return soon.
    ///
    /// # Errors
    /// If the request is refused. `deliver` is then dropped without a call.
    fn ask(
        &self,
        request: SearchRequest,
        deliver: Box<dyn FnMut(SearchNews) + Send>,
    ) -> Result<Box<dyn SearchTicket>, EngineError>;
}

/// A request to a [`SearchService`]. Dropping it withdraws the request: at most one delivery already in progress still
/// completes.
pub trait SearchTicket: fmt::Debug + Send + Sync {
    /// Ends the request. A search that runs gives the best move found so far.
    fn stop(&self);

    /// Whether the service ended the search early because other clients were waiting.
    fn made_room(&self) -> bool;
}

/// A requested search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The position to search, with the game before it.
    pub position: Position,
    /// The options. A service bounds threads and table, and may decide which files count.
    pub config: Config,
    /// The limits of the search. The clock starts when the search does, not while the request is queued. A service cuts
    /// off searches that have no limits.
    pub limits: Limits,
    /// The random seed of a handicap. A game keeps one seed throughout.
    pub seed: u64,
    /// Whether to clear the table and the histories first. Otherwise they may be those of the last search of the same
    /// client with the same seed and the same options, apart from the number of lines.
    pub fresh: bool,
}

impl SearchRequest {
    /// A search with the default options, which are full strength on one thread, and with seed 0.
    #[must_use]
    pub fn new(position: Position, limits: Limits) -> Self {
        Self { position, config: Config::default(), limits, seed: 0, fresh: false }
    }
}

/// News of a request.
#[derive(Clone, Debug)]
pub enum SearchNews {
    /// It waits. Sent when it has to wait, and again when its place changes.
    Queued {
        /// The number of requests ahead of it; 0 for the next one.
        ahead: usize,
    },
    /// Its search begins.
    Started,
    /// The search reports. [`Event::BestMove`] is the last event.
    Event(Event),
    /// The last news of a request that was stopped while waiting.
    Withdrawn,
    /// The last news of a request that failed.
    Failed(EngineError),
}

impl SearchNews {
    /// Whether it is the last news of a request. Every request has one, unless its ticket is dropped.
    #[must_use]
    pub const fn is_last(&self) -> bool {
        matches!(self, Self::Event(Event::BestMove(_)) | Self::Withdrawn | Self::Failed(_))
    }
}

/// Why a search failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EngineError {
    /// An option is out of range, or memory or threads are unavailable.
    #[error(transparent)]
    Config(Arc<ConfigError>),
    /// The client has the maximum number of waiting requests.
    #[error("too many searches are waiting: at most {most} at a time; wait for one of them")]
    TooManyWaiting {
        /// That maximum.
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

/// Where the searches of a larger task run, such as an annotation.
#[derive(Clone, Debug, Default)]
pub enum EngineSource {
    /// An engine of its own for each job.
    #[default]
    Own,
    /// A service. Results may vary a little with its load if searches are limited by time, or if others use the engine
    /// and its table between two searches.
    Service(Arc<dyn SearchService>),
}

/// Why a search has no result.
#[derive(Debug)]
pub enum NoAnswer {
    /// It was stopped.
    Stopped,
    /// It failed.
    Failed(EngineError),
}

/// Searches one position after the other.
#[derive(Debug)]
pub enum Searcher {
    /// In its own engine.
    Own(Box<Engine>),
    /// In a service.
    Service {
        /// The client's view of the service.
        service: Arc<dyn SearchService>,
        /// With these options.
        config: Config,
        /// Keeps its tables apart from those of others.
        seed: u64,
        /// Whether the next search starts with a cleared table.
        is_fresh: bool,
    },
}

impl EngineSource {
    /// A searcher with these options.
    ///
    /// # Errors
    /// If an option is out of range, or memory or threads are unavailable.
    pub fn searcher(&self, config: Config) -> Result<Searcher, EngineError> {
        // The position is analysed, not played.
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
    /// Forgets all positions. In its own engine, later results, including a handicap's random numbers, do not depend on
    /// earlier searches.
    pub fn forget(&mut self) {
        match self {
            Self::Own(engine) => engine.new_game_with_seed(0),
            Self::Service { is_fresh, .. } => *is_fresh = true,
        }
    }

    /// The number of lines of play.
    #[must_use]
    pub fn lines(&self) -> usize {
        let config = match self {
            Self::Own(engine) => engine.config(),
            Self::Service { config, .. } => config,
        };
        config.multipv as usize
    }

    /// Searches a position until a limit is reached. `hear` receives the reports. The search ends without a result soon
    /// after `is_stopped` returns true.
    ///
    /// # Errors
    /// If it was stopped or failed.
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
                // Withdrawn when this function returns.
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
