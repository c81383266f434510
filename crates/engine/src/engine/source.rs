//! Where the searches of a larger task run: in engines of its own, or in a service that others use as well.

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

/// The number of the last searcher in a service. As its seed it keeps the tables of a client's searchers apart.
static SEARCHER: AtomicU64 = AtomicU64::new(0);

/// A service that searches for several clients, as one of these: a pool of engines in a server, for example.
pub trait SearchService: fmt::Debug + Send + Sync {
    /// Asks for a search and returns. `deliver` is called with what becomes of it, one call at a time, from other threads
    /// if there are any; the last call is told by [`SearchNews::is_last`]. It must return soon.
    ///
    /// # Errors
    /// If the request is refused. `deliver` is then dropped without a call.
    fn ask(
        &self,
        request: SearchRequest,
        deliver: Box<dyn FnMut(SearchNews) + Send>,
    ) -> Result<Box<dyn SearchTicket>, EngineError>;
}

/// A request to a [`SearchService`]. Dropping it withdraws the request: nothing more is delivered but what is being
/// delivered at that moment.
pub trait SearchTicket: fmt::Debug + Send + Sync {
    /// Ends the request. A search that runs gives the best move found so far.
    fn stop(&self);

    /// Whether the service ended the search before its time because other clients waited.
    fn made_room(&self) -> bool;
}

/// A search that is asked for.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The position to search, with the game before it.
    pub position: Position,
    /// The options. A service bounds threads and table, and may decide which files count.
    pub config: Config,
    /// When the search ends. Time counts from its start: waiting costs none. A service ends what has no limits.
    pub limits: Limits,
    /// Decides all that a handicap leaves to chance. A game has one from beginning to end.
    pub seed: u64,
    /// Whether to begin with a cleared table and cleared histories in any case. Otherwise they may be those of the last
    /// search for the same client, with the same seed and, the number of lines aside, the same options.
    pub fresh: bool,
}

impl SearchRequest {
    /// A search with the default options, which are full strength on one thread, and with seed 0.
    #[must_use]
    pub fn new(position: Position, limits: Limits) -> Self {
        Self { position, config: Config::default(), limits, seed: 0, fresh: false }
    }
}

/// What becomes of a request.
#[derive(Clone, Debug)]
pub enum SearchNews {
    /// It waits. Told as soon as it has to wait, and again when its place changes.
    Queued {
        /// Requests that will be served before it if no more come; 0 for the next one.
        ahead: usize,
    },
    /// Its search begins.
    Started,
    /// The search reports. [`Event::BestMove`] is the last event.
    Event(Event),
    /// The last news of a request that was stopped while it waited.
    Withdrawn,
    /// The last news of a request that could not be carried out.
    Failed(EngineError),
}

impl SearchNews {
    /// Whether it is the last of a request. Every request has one, unless its ticket is dropped.
    #[must_use]
    pub const fn is_last(&self) -> bool {
        matches!(self, Self::Event(Event::BestMove(_)) | Self::Withdrawn | Self::Failed(_))
    }
}

/// Why a search could not be made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EngineError {
    /// An option is out of range, or memory or threads cannot be had.
    #[error(transparent)]
    Config(Arc<ConfigError>),
    /// As many requests of the client wait as may wait.
    #[error("too many searches are waiting: at most {most} at a time; wait for one of them")]
    TooManyWaiting {
        /// How many that is.
        most: usize,
    },
    /// The service has been shut down.
    #[error("the engines have been shut down")]
    Closed,
    /// The search panicked, which is a bug of this library.
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
    /// In an engine of its own for each of its jobs.
    #[default]
    Own,
    /// In a service. What is found there depends a little on what else it does if it bounds searches by their time, or if
    /// others get the engine with its table between two searches.
    Service(Arc<dyn SearchService>),
}

/// Why a search has no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// It was stopped.
    Stopped,
    /// It could not be made.
    Failed(EngineError),
}

/// Searches one position after the other.
#[derive(Debug)]
pub enum Searcher {
    /// In an engine of its own.
    Own(Box<Engine>),
    /// In a service.
    Service {
        /// As this client of it.
        service: Arc<dyn SearchService>,
        /// With these options.
        config: Config,
        /// What keeps its tables apart from those of others.
        seed: u64,
        /// Whether the next search begins with a cleared table.
        is_fresh: bool,
    },
}

impl EngineSource {
    /// A searcher with these options.
    ///
    /// # Errors
    /// If an option is out of range, or memory or threads cannot be had.
    pub fn searcher(&self, config: Config) -> Result<Searcher, EngineError> {
        // What is searched here is to be judged, not played.
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
    /// Forgets all positions. In an engine of its own, what is searched next does not depend on anything searched before,
    /// and neither do the random numbers of a handicap.
    pub fn forget(&mut self) {
        match self {
            Self::Own(engine) => engine.new_game_with_seed(0),
            Self::Service { is_fresh, .. } => *is_fresh = true,
        }
    }

    /// The number of lines of play that are searched.
    #[must_use]
    pub fn lines(&self) -> usize {
        let config = match self {
            Self::Own(engine) => engine.config(),
            Self::Service { config, .. } => config,
        };
        config.multipv as usize
    }

    /// Searches a position until a limit is reached. `hear` hears the reports of the search. Soon after `is_stopped` holds
    /// the search ends without an answer.
    ///
    /// # Errors
    /// If it was stopped or could not be made.
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
                    // What runs ends when it is dropped.
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
                // It is withdrawn when this function returns.
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

    /// Soon is measured in nodes, because the machine may be busy.
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
