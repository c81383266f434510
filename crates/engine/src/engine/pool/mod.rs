//! A fixed number of engines for many clients, lent for one search at a time.
//!
//! Clients take turns; the requests of one client are served in the order in which they came. Every search is bounded,
//! and a client that is dropped, with its tickets, takes its requests with it. What a search finds does not depend on who
//! had the engine before: it begins with a cleared table and cleared histories, unless it goes on for the same client
//! with the same options.
//!
//! ```
//! use std::sync::mpsc;
//!
//! use chuhe_engine::board::Position;
//! use chuhe_engine::engine::pool::{EnginePool, EnginePoolSettings, PoolEvent, PoolRequest};
//! use chuhe_engine::search::{Event, Limits};
//!
//! let settings = EnginePoolSettings { searches: 1, hash_mb: 1, ..EnginePoolSettings::default() };
//! let pool = EnginePool::new(settings)?;
//! let (alice, bob) = (pool.client()?, pool.client()?);
//!
//! let (sender, events) = mpsc::channel();
//! let endless = PoolRequest::new(Position::startpos(), Limits::none());
//! let first = alice.ask(endless, |_| {})?;
//! let second = bob.ask(PoolRequest::new(Position::startpos(), Limits::nodes(500)), move |event| {
//!     drop(sender.send(event));
//! })?;
//! assert!(matches!(events.recv()?, PoolEvent::Queued { ahead: 0 }));
//! first.stop(); // Alice gets her best move so far, and Bob the engine
//! assert!(matches!(events.recv()?, PoolEvent::Started));
//! let last = events.iter().find(PoolEvent::is_last).unwrap();
//! assert!(matches!(last, PoolEvent::Search(Event::BestMove(best)) if best.mv.is_some()));
//! # drop(second);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | part |
//! |---|---|
//! | `client` | requests, and the clients who make them |
//! | `ticket` | what becomes of a request: how it is ended, who hears of it |
//! | `desk` | the one thread that has the queue and gives the engines away |
//! | `queue` | who is next |
//! | `seat` | a thread with an engine |
//!
//! The desk and the seats have what they need to themselves and talk through channels, so that no lock is held while a
//! function of a client is called.

mod client;
mod desk;
mod latch;
mod queue;
mod seat;
#[cfg(test)]
mod tests;
mod ticket;

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

pub use client::{PoolClient, PoolRequest};
pub use ticket::Ticket;

use self::client::DeskDoor;
use self::desk::{Desk, Order};
use super::Engine;
use super::config::{Config, ConfigError};
use crate::memory::MemoryLimit;
use crate::search::{Event, Limits};
use chuhe_locale::tr;

/// The most engines of a pool.
const SEARCHES_MAX: usize = 256;

/// How many engines there are, how large they are, and how much may be asked of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnginePoolSettings {
    /// Engines, and so searches at once: 1 to 256. One for each core by default.
    pub searches: usize,
    /// The most threads of a search; 0 for one per core. 1 by default.
    pub threads_per_search: u32,
    /// The largest transposition table of a search in megabytes; 0 for automatic. 16 by default.
    pub hash_mb: u32,
    /// The network that evaluates, as in [`Config::eval_file`].
    pub eval_file: String,
    /// What all engines together may take of the memory, as in [`Config::memory`].
    pub memory: MemoryLimit,
    /// The most clients at once, 256 by default.
    pub clients: usize,
    /// The most requests of one client that wait, at least 1; 8 by default.
    pub waiting_per_client: usize,
    /// The greatest time of a search, 10 minutes by default. Then it is stopped, and gives its best move.
    pub longest: Duration,
    /// The greatest time of a search while other clients wait for an engine, 10 seconds by default.
    pub longest_if_crowded: Duration,
}

impl Default for EnginePoolSettings {
    fn default() -> Self {
        let config = Config::default();
        Self {
            searches: thread::available_parallelism().map_or(1, NonZero::get).min(SEARCHES_MAX),
            threads_per_search: config.threads,
            hash_mb: config.hash_mb,
            eval_file: config.eval_file,
            memory: config.memory,
            clients: 256,
            waiting_per_client: 8,
            longest: Duration::from_mins(10),
            longest_if_crowded: Duration::from_secs(10),
        }
    }
}

impl EnginePoolSettings {
    /// The options of an engine with all that a request may have.
    fn config(&self) -> Config {
        Config {
            threads: self.threads_per_search,
            hash_mb: self.hash_mb,
            eval_file: self.eval_file.clone(),
            memory: self.memory.clone(),
            ..Config::default()
        }
    }

    fn check(&self) -> Result<(), ConfigError> {
        let range = |option, value: usize, max: usize| {
            let error = ConfigError::Range { option, min: 1, max: max as u32, given: value as u32 };
            if (1..=max).contains(&value) { Ok(()) } else { Err(error) }
        };
        range("searches", self.searches, SEARCHES_MAX)?;
        range("clients", self.clients, u32::MAX as usize)?;
        range("waiting_per_client", self.waiting_per_client, u32::MAX as usize)?;
        self.config().check()
    }

    /// The options of a request, as far as the pool allows them.
    fn allowed(&self, config: &Config) -> Config {
        let most = self.config();
        let at_most = |wanted: usize, most: usize, automatic: bool| {
            if automatic { most as u32 } else { wanted.min(most) as u32 }
        };
        let (threads, hash_mb) = (config.effective_threads(), config.effective_hash_mb());
        Config {
            threads: at_most(threads, most.effective_threads(), config.threads == 0),
            hash_mb: at_most(hash_mb, most.effective_hash_mb(), config.hash_mb == 0),
            eval_file: most.eval_file,
            memory: most.memory,
            table_path: most.table_path,
            book_file: most.book_file,
            ponder: false,
            ..config.clone()
        }
    }

    /// The limits of a request, so that the search comes to an end.
    fn bounded(&self, limits: Limits) -> Limits {
        let Limits { depth, nodes, soft_nodes, move_time, clock, mate, infinite, ponder, .. } =
            limits;
        let is_endless = infinite
            || ponder
            || (depth.is_none()
                && nodes.is_none()
                && soft_nodes.is_none()
                && move_time.is_none()
                && clock.is_none()
                && mate.is_none());
        let move_time = match move_time {
            None => is_endless.then_some(self.longest),
            Some(time) => Some(time.min(self.longest)),
        };
        Limits { move_time, infinite: false, ponder: false, ..limits }
    }
}

/// What becomes of a request.
#[derive(Clone, Debug)]
pub enum PoolEvent {
    /// It waits. Told as soon as it has to wait, and again when its place changes, ten times a second at most.
    Queued {
        /// Requests that will be served before it if no more come; 0 for the next one.
        ahead: usize,
    },
    /// Its search begins.
    Started,
    /// The search reports. [`Event::BestMove`] is the last event.
    Search(Event),
    /// The last event of a request that was stopped while it waited.
    Withdrawn,
    /// The last event of a request that could not be carried out.
    Failed(PoolError),
}

impl PoolEvent {
    /// Whether it is the last event of a request. Every request has one, unless its ticket is dropped.
    #[must_use]
    pub const fn is_last(&self) -> bool {
        matches!(self, Self::Search(Event::BestMove(_)) | Self::Withdrawn | Self::Failed(_))
    }
}

/// Why a pool does not do what it is asked for.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PoolError {
    /// There are as many clients as there may be.
    #[error("{}", tr!("pool-clients", most = .most.to_string()))]
    TooManyClients {
        /// How many that is.
        most: usize,
    },
    /// As many requests of the client wait as may wait.
    #[error("{}", tr!("pool-waiting", most = .most.to_string()))]
    TooManyWaiting {
        /// How many that is.
        most: usize,
    },
    /// An option is out of range, or memory or threads for the search cannot be had.
    #[error(transparent)]
    Config(Arc<ConfigError>),
    /// The pool has been dropped.
    #[error("{}", tr!("pool-closed"))]
    Closed,
    /// The search panicked, which is a bug of this library.
    #[error("{}", tr!("pool-panicked"))]
    Panicked,
}

impl From<ConfigError> for PoolError {
    fn from(error: ConfigError) -> Self {
        Self::Config(Arc::new(error))
    }
}

/// A fixed number of engines for many clients.
///
/// Dropping it ends it: searches are stopped, requests that wait fail, and later ones are refused. It does not wait for
/// its threads, which end by themselves.
#[derive(Debug)]
pub struct EnginePool {
    desk: DeskDoor,
    connected: Arc<AtomicUsize>,
    /// Clients that there have been so far.
    numbers: AtomicU64,
}

impl EnginePool {
    /// A pool with engines that are ready to search.
    ///
    /// # Errors
    /// If a setting is out of range, the network cannot be used, or memory or threads cannot be had.
    ///
    /// # Panics
    /// If the system has no thread left to search with.
    pub fn new(settings: EnginePoolSettings) -> Result<Self, ConfigError> {
        settings.check()?;
        let config = settings.config();
        let engines = (0..settings.searches)
            .map(|_| Engine::with_config(config.clone()))
            .collect::<Result<Vec<_>, _>>()?;
        let (orders, inbox) = mpsc::channel();
        let settings = Arc::new(settings);
        Desk::open(engines, Arc::clone(&settings), (orders.clone(), inbox))
            .map_err(ConfigError::Threads)?;
        let desk = DeskDoor { orders, settings, asked: Arc::default() };
        Ok(Self { desk, connected: Arc::default(), numbers: AtomicU64::new(0) })
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &EnginePoolSettings {
        &self.desk.settings
    }

    /// How many clients are connected.
    #[must_use]
    pub fn clients(&self) -> usize {
        self.connected.load(Ordering::SeqCst)
    }

    /// A new client, for whom one search runs at a time; more requests wait.
    ///
    /// # Errors
    /// If there are too many clients.
    pub fn client(&self) -> Result<PoolClient, PoolError> {
        self.client_with_searches(1)
    }

    /// A new client, for whom up to `at_once` searches run at once if engines are free; 0 counts as 1.
    ///
    /// # Errors
    /// If there are too many clients.
    pub fn client_with_searches(&self, at_once: usize) -> Result<PoolClient, PoolError> {
        let most = self.desk.settings.clients;
        self.connected
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |connected| {
                (connected < most).then_some(connected + 1)
            })
            .map_err(|_| PoolError::TooManyClients { most })?;
        let id = self.numbers.fetch_add(1, Ordering::Relaxed);
        Ok(PoolClient::new(id, at_once, Arc::clone(&self.connected), self.desk.clone()))
    }
}

impl Drop for EnginePool {
    fn drop(&mut self) {
        // The desk has left only if it panicked.
        let _ = self.desk.orders.send(Order::Close);
    }
}
