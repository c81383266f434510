//! Lends a fixed number of engines to many clients, for one search at a time.
//!
//! Clients take turns; requests from the same client are served in order. Every search is bounded, and dropping a
//! client and its tickets cancels its requests. The result of a search does not depend on other clients that used the
//! engine before: the search starts with a cleared table and cleared histories, unless the engine's last search was for
//! the same client with the same seed and options.
//!
//! | file | part |
//! |---|---|
//! | `client` | the clients |
//! | `request` | a request: its state, its ticket and its listener |
//! | `scheduler` | the thread that owns the queue and assigns the engines |
//! | `queue` | which client is next |
//! | `worker` | a thread with an engine |
//!
//! The scheduler and the workers own their state and communicate through channels, so that no lock is held while a
//! client's function is called.

mod client;
#[cfg(test)]
mod game_tests;
mod queue;
mod request;
mod scheduler;
#[cfg(test)]
mod tests;
mod worker;

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use chuhe_engine::engine::config::{Config, ConfigError};
use chuhe_engine::engine::{Engine, EngineError, EngineSource, Searcher};
use chuhe_engine::memory::MemoryLimit;
use chuhe_engine::search::Limits;

use self::client::Client;
pub(crate) use self::client::PoolClient;
use self::scheduler::{Order, Scheduler};
pub(crate) use self::worker::Opener;

/// The maximum number of engines in a pool.
const SEARCHES_MAX: usize = 256;
/// The number of engines if only this machine can connect: one for a game, and one for an analysis.
const LOCAL_SEARCHES: u32 = 2;
/// The maximum number of engines that a review uses at once.
const REVIEW_ENGINES_MAX: usize = 4;

/// The number and the size of the engines, and the limits on requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PoolSettings {
    /// The number of engines, and therefore of searches at once, 1 to 256. The default is one for each core.
    pub(crate) searches: usize,
    /// The maximum number of threads per search, by default 1; 0 for one per core.
    pub(crate) threads_per_search: u32,
    /// The maximum size of a search's transposition table, in MB; 0, the default, for automatic.
    pub(crate) hash_mb: u32,
    /// The evaluation network, as in [`Config::eval_file`].
    pub(crate) eval_file: String,
    /// The memory that all engines together may use, as in [`Config::memory`].
    pub(crate) memory: MemoryLimit,
    /// The maximum number of clients at once, by default 256.
    pub(crate) clients: usize,
    /// The maximum number of waiting requests per client, at least 1, by default 8.
    pub(crate) waiting_per_client: usize,
    /// The time limit for a search, by default 10 minutes. When it expires, the search is stopped and reports its best
    /// move.
    pub(crate) longest: Duration,
    /// The time limit for a search while other clients wait for an engine, by default 10 seconds.
    pub(crate) longest_if_crowded: Duration,
}

impl Default for PoolSettings {
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

impl PoolSettings {
    /// Divides `threads` and `hash_mb` among the engines. A local user gets a few strong engines; on a server for many
    /// users, each engine has one thread.
    pub(crate) fn shared_out(threads: u32, hash_mb: u32, clients: usize, is_local: bool) -> Self {
        let most = if is_local { LOCAL_SEARCHES } else { SEARCHES_MAX as u32 };
        let searches = threads.clamp(1, most);
        Self {
            searches: searches as usize,
            threads_per_search: (threads / searches).max(1),
            hash_mb: (hash_mb / searches).max(1),
            clients,
            memory: MemoryLimit::of_control_groups(),
            ..Self::default()
        }
    }

    /// The number of engines that a review uses at once. If the pool has several engines, the review leaves at least
    /// one of them free for moves.
    pub(crate) fn review_engines(&self) -> NonZero<usize> {
        let spare = self.searches.saturating_sub(1);
        NonZero::new(spare.min(REVIEW_ENGINES_MAX)).unwrap_or(NonZero::<usize>::MIN)
    }

    /// The options with which an engine starts, which are also the maximum values that a request may set.
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
        for (option, value, max) in [
            ("searches", self.searches, SEARCHES_MAX),
            ("clients", self.clients, u32::MAX as usize),
            ("waiting_per_client", self.waiting_per_client, u32::MAX as usize),
        ] {
            if !(1..=max).contains(&value) {
                let (max, given) = (max as u32, value as u32);
                return Err(ConfigError::Range { option, min: 1, max, given });
            }
        }
        self.config().check()
    }

    /// The options of a request, limited to what the pool allows.
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

    /// The limits of a request, with a time limit added if its search would not end otherwise.
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

/// A fixed number of engines for many clients.
///
/// Dropping the pool shuts it down: searches are stopped, waiting requests fail, and later requests are refused.
/// Dropping it does not wait for its threads, which end on their own.
#[derive(Debug)]
pub(crate) struct EnginePool {
    settings: Arc<PoolSettings>,
    orders: Sender<Order>,
    connected: Arc<AtomicUsize>,
    /// The number of clients created so far.
    numbers: AtomicU64,
    /// Shared by the threads of the pool's engines.
    alive: Arc<()>,
}

/// Opens engines of this program.
#[derive(Debug)]
struct OwnEngines(Config);

impl Opener for OwnEngines {
    fn open(&self, _: usize) -> Result<Box<dyn Searcher>, EngineError> {
        Ok(Box::new(Engine::with_config(self.0.clone())?))
    }
}

impl EnginePool {
    /// Creates a pool whose engines are ready to search. Fails if a setting is out of range, the network cannot be
    /// used, or there is too little memory or too few threads.
    pub(crate) fn new(settings: PoolSettings) -> Result<Self, ConfigError> {
        settings.check()?;
        let config = settings.config();
        let engines = (0..settings.searches)
            .map(|_| Ok(Some(Box::new(Engine::with_config(config.clone())?) as _)))
            .collect::<Result<Vec<_>, ConfigError>>()?;
        Self::with_engines(engines, Arc::new(OwnEngines(config)), settings)
    }

    /// Creates a pool that opens its engines when they are needed.
    pub(crate) fn with_opener(
        settings: PoolSettings,
        opener: Arc<dyn Opener>,
    ) -> Result<Self, ConfigError> {
        settings.check()?;
        let engines = (0..settings.searches).map(|_| None).collect();
        Self::with_engines(engines, opener, settings)
    }

    fn with_engines(
        engines: Vec<Option<Box<dyn Searcher>>>,
        opener: Arc<dyn Opener>,
        settings: PoolSettings,
    ) -> Result<Self, ConfigError> {
        let (orders, inbox) = mpsc::channel();
        let (settings, alive) = (Arc::new(settings), Arc::default());
        let channel = (orders.clone(), inbox);
        Scheduler::open(engines, (opener, &alive), Arc::clone(&settings), channel)
            .map_err(ConfigError::Threads)?;
        let (connected, numbers) = (Arc::default(), AtomicU64::new(0));
        Ok(Self { settings, orders, connected, numbers, alive })
    }

    /// Shuts the pool down.
    pub(crate) fn close(&self) {
        // Sending fails only if the scheduler has panicked or the pool has been closed before.
        let _ = self.orders.send(Order::Close);
    }

    /// Whether some engines have not been closed yet.
    pub(crate) fn is_open(&self) -> bool {
        Arc::strong_count(&self.alive) > 1
    }

    pub(crate) fn settings(&self) -> &PoolSettings {
        &self.settings
    }

    /// Creates a client that has one search at a time; further requests wait.
    pub(crate) fn client(&self) -> Result<PoolClient, EngineError> {
        self.client_of(0, 1)
    }

    /// Creates a client of engines of this kind that has up to `at_once` searches at once if engines are free; 0 counts
    /// as 1.
    pub(crate) fn client_of(&self, kind: usize, at_once: usize) -> Result<PoolClient, EngineError> {
        let most = self.settings.clients;
        self.connected
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |connected| {
                (connected < most).then_some(connected + 1)
            })
            .map_err(|_| EngineError::TooManyClients { most })?;
        let client = Client {
            id: self.numbers.fetch_add(1, Ordering::Relaxed),
            at_once: at_once.max(1),
            waiting: AtomicUsize::new(0),
            next_tables: AtomicU64::new(1),
            connected: Arc::clone(&self.connected),
            orders: self.orders.clone(),
            settings: Arc::clone(&self.settings),
        };
        Ok(PoolClient::new(client, kind))
    }

    /// The engines for a review. The review's searches take turns with those of all other clients.
    pub(crate) fn for_review(&self) -> Result<EngineSource, EngineError> {
        let client = self.client_of(0, self.settings.review_engines().get())?;
        Ok(EngineSource::new(move || client.with_own_tables()))
    }
}

impl Drop for EnginePool {
    fn drop(&mut self) {
        self.close();
    }
}
