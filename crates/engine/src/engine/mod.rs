//! The engine as a single value, with options, a position and searches.
//!
//! A search runs in the engine's own threads. Callers can watch it, stop it from any thread, and wait for it:
//!
//! ```
//! use chuhe_engine::engine::Engine;
//! use chuhe_engine::search::{Event, Limits};
//!
//! let mut engine = Engine::new();
//! engine.set_option("Hash", "8")?;
//! engine.play("h2e2".parse()?)?;
//!
//! let mut search = engine.start(Limits::depth(4));
//! let handle = search.handle(); // to stop it from another thread
//! for event in &mut search {
//!     if let Event::Info(info) = event {
//!         println!("depth {}: {:?}", info.depth, info.score);
//!     }
//! }
//! let result = search.wait();
//! assert!(result.best.is_some());
//! # handle.stop();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bench;
mod books;
pub mod config;
mod evaluation;
mod grade;
pub mod options;
mod search;
mod searcher;
pub mod skill;

use std::sync::{Arc, mpsc};
use std::{iter, mem};

pub use search::{Reports, Search, SearchHandle, SearchResult};
pub use searcher::{
    EngineError, EngineSource, NewsSink, SearchNews, SearchRequest, SearchTicket, Searcher,
};

use self::books::Books;
use self::config::{Config, ConfigError};
use self::options::{Effect, OptionError};
use crate::board::{IllegalMove, Position};
use crate::clock::Instant;
use crate::eval::network::{Network, embedded};
use crate::memory::MemoryLimit;
use crate::search::{
    Event, Job, Limits, Pool, Signals, Sink, TableError, TableProbes, TranspositionTable,
};
use crate::tables::Tables;
use crate::types::Move;
use crate::types::rng::{SplitMix64, random_seed};

/// An engine: options, a position with the game before it, a transposition table, and threads to search with.
#[derive(Debug)]
pub struct Engine {
    config: Config,
    position: Position,
    table: Arc<TranspositionTable>,
    /// The network selected by the option `EvalFile`.
    network: Option<Arc<Network>>,
    /// The endgame tables selected by the option `TablePath`.
    tables: Option<Arc<Tables>>,
    /// The opening books selected by the option `BookFile`; `None` until a book is needed or the option is changed.
    books: Option<Books>,
    signals: Arc<Signals>,
    pool: Pool,
    /// The last number assigned to a search; see [`Signals`].
    newest: u64,
    /// The number of the last search started.
    started: u64,
    /// The stream of seeds, one per game, for the random part of a handicap.
    seeds: SplitMix64,
    seed: u64,
    /// The random numbers that choose book moves.
    book_seeds: SplitMix64,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

/// What the constructors that cannot report an error take for granted.
const THREAD: &str = "the system can start a search thread";

impl Engine {
    /// Creates an engine at the start position with the default options. The seed is random, so that games with a
    /// handicap differ.
    ///
    /// # Panics
    /// If the system cannot start a search thread; [`Engine::try_new`] reports that as an error.
    pub fn new() -> Self {
        Self::within(MemoryLimit::default())
    }

    /// Like [`Engine::new`], within a memory limit.
    ///
    /// # Panics
    /// If the system cannot start a search thread.
    pub fn within(memory: MemoryLimit) -> Self {
        Self::try_new(None, memory).expect(THREAD)
    }

    /// Creates an engine whose games with a handicap are reproducible from the seed.
    ///
    /// # Panics
    /// If the system cannot start a search thread.
    pub fn with_seed(seed: u64) -> Self {
        Self::try_new(Some(seed), MemoryLimit::default()).expect(THREAD)
    }

    /// Creates an engine with the default options, within a memory limit, whose games with a handicap are reproducible
    /// from the seed; without a seed, they differ.
    ///
    /// # Errors
    /// If the system cannot start a search thread.
    pub fn try_new(seed: Option<u64>, memory: MemoryLimit) -> Result<Self, ConfigError> {
        let seed = seed.unwrap_or_else(random_seed);
        let config = Config { memory, ..Config::default() };
        let signals = Arc::<Signals>::default();
        let network = embedded();
        let pool = evaluation::pool(&config, &signals, network.as_ref())?;
        let table = new_table(&config, &TranspositionTable::default())?;
        let mut seeds = SplitMix64::new(seed);
        Ok(Self {
            books: None,
            book_seeds: SplitMix64::new(!seed),
            position: Position::startpos(),
            table: Arc::new(table),
            network,
            tables: None,
            signals,
            pool,
            newest: 0,
            started: 0,
            seed: seeds.next(),
            seeds,
            config,
        })
    }

    /// Creates an engine at the start position with these options.
    ///
    /// # Errors
    /// If a value is out of range, a file named in the options is unusable, or the table or the threads cannot be
    /// created.
    pub fn with_config(config: Config) -> Result<Self, ConfigError> {
        let mut engine = Self::try_new(None, config.memory.clone())?;
        engine.configure(config)?;
        Ok(engine)
    }

    /// The current options.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The position to search.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The transposition table.
    pub fn table(&self) -> &TranspositionTable {
        &self.table
    }

    /// The network with which positions are evaluated; `None` for the hand-crafted evaluation alone.
    pub fn network(&self) -> Option<&Arc<Network>> {
        evaluation::in_use(&self.config, self.network.as_ref())
    }

    /// The endgame tables; `None` if the option `TablePath` names no folder.
    pub const fn tables(&self) -> Option<&Arc<Tables>> {
        self.tables.as_ref()
    }

    /// Sets all options. A running search is stopped if the transposition table, the endgame tables, the threads or the
    /// evaluation change. A change of evaluation or endgame tables empties the transposition table.
    ///
    /// # Errors
    /// If a value is out of range, a network, book or endgame table is unusable, or the transposition table or the
    /// threads cannot be created. The previous settings are kept.
    pub fn configure(&mut self, config: Config) -> Result<(), ConfigError> {
        config.check()?;
        // An automatic size depends on the memory left too, but only a new setting changes it.
        let size = |it: &Config| match it.hash_mb {
            0 => (0, it.effective_threads(), it.memory.clone()),
            megabytes => (megabytes, 0, it.memory.clone()),
        };
        let resized = size(&config) != size(&self.config);
        let table = resized.then(|| new_table(&config, &self.table)).transpose()?;
        let network = if config.eval_file == self.config.eval_file {
            self.network.clone()
        } else {
            evaluation::network(&config.eval_file)?
        };
        let other_tables = config.table_path != self.config.table_path;
        let tables = match config.table_path.as_str() {
            _ if !other_tables => self.tables.clone(),
            "" => None,
            folders => Some(Arc::new(Tables::open(folders)?)),
        };
        let books = if config.book_file == self.config.book_file {
            self.books.clone()
        } else {
            Some(Books::open(&config.book_file)?)
        };
        let in_use = evaluation::in_use(&config, network.as_ref());
        let re_evaluated = in_use.map(Arc::as_ptr) != self.network().map(Arc::as_ptr);
        if re_evaluated || config.effective_threads() != self.config.effective_threads() {
            self.stop_running();
            self.pool = evaluation::pool(&config, &self.signals, in_use)?;
        }
        if let Some(table) = table {
            self.stop_running();
            self.table = Arc::new(table);
        } else if re_evaluated || other_tables {
            self.clear_hash();
        }
        self.network = network;
        self.tables = tables;
        self.books = books;
        self.config = config;
        Ok(())
    }

    /// Sets one option by its name in either protocol, or presses a button. Returns the option's side effect, which the
    /// caller may have to act on.
    ///
    /// # Errors
    /// If the option is unknown, the value is invalid, or the new setting cannot be applied (see
    /// [`Engine::configure`]). The previous setting is kept.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        let spec = options::find(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let mut config = self.config.clone();
        let effect = spec.set(&mut config, value)?;
        self.configure(config)?;
        match effect {
            Effect::NewGame => self.new_game(),
            Effect::ClearHash => self.clear_hash(),
            Effect::None | Effect::HostKnowsVariants => {}
        }
        Ok(effect)
    }

    /// Turns debug information about the search on or off.
    pub(crate) const fn set_debug(&mut self, on: bool) {
        self.config.debug = on;
    }

    /// Clears the transposition table and the histories, and draws a new seed for the handicap. A running search is
    /// stopped.
    pub fn new_game(&mut self) {
        self.clear_hash();
        self.pool.clear();
        self.seed = self.seeds.next();
    }

    /// Like [`Engine::new_game`], but with a given seed, so later searches do not depend on earlier ones.
    pub fn new_game_with_seed(&mut self, seed: u64) {
        self.seeds = SplitMix64::new(seed);
        self.book_seeds = SplitMix64::new(!seed);
        self.new_game();
    }

    /// Allocates the transposition table's memory now, so that the first search need not do so. A running search is not
    /// disturbed.
    pub fn make_ready(&self) {
        self.table.touch(self.config.effective_threads());
    }

    /// Empties the transposition table.
    fn clear_hash(&mut self) {
        self.stop_running();
        self.table.clear(self.config.effective_threads());
    }

    /// Sets the position to search, with the game before it. A running search is not affected.
    pub fn set_position(&mut self, position: Position) {
        self.position = position;
    }

    /// Plays a move in the position.
    ///
    /// # Errors
    /// If the move is illegal. The position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position.play(mv)
    }

    /// Starts a search of the position and returns at once; the clock of `limits` starts now. A search that is still
    /// running is stopped first.
    ///
    /// On systems without threads (WebAssembly), the search takes [turns](crate::turns) with the host. If the host has
    /// not set up turns, the search has finished when this function returns. Such a search needs limits, because
    /// nothing can stop it, and `infinite` and `ponder` are ignored.
    pub fn start(&mut self, limits: Limits) -> Search {
        let (events, inbox) = mpsc::channel();
        // Once the receiver is gone, events are dropped.
        let handle = self.start_with(limits, move |event| drop(events.send(event)));
        Search::new(handle, inbox)
    }

    /// Like [`Engine::start`], but calls `sink` with each event, from another thread if the system has threads. The
    /// last event is [`Event::BestMove`].
    pub fn start_with(
        &mut self,
        limits: Limits,
        sink: impl FnMut(Event) + Send + 'static,
    ) -> SearchHandle {
        self.stop_running();
        let id = self.number();
        self.go(id, limits, Instant::now(), Box::new(sink));
        SearchHandle::new(id, Arc::clone(&self.signals))
    }

    /// A handle for the next search. Where a search finishes before [`Engine::start`] returns, no other handle can stop
    /// it.
    pub fn next_handle(&self) -> SearchHandle {
        SearchHandle::new(self.newest + 1, Arc::clone(&self.signals))
    }

    /// Searches the position and waits for the result.
    ///
    /// With [`Limits::none`], `infinite` or `ponder`, the call does not return; use [`Engine::start`] instead.
    ///
    /// # Panics
    /// If the search itself panicked, which would be a bug in this library.
    pub fn search(&mut self, limits: Limits) -> SearchResult {
        // Waking this thread for every event would take a fifth of the time of a search of 250 nodes.
        let (done, reports) = mpsc::channel();
        let mut noted = Reports::default();
        self.start_with(limits, move |event| {
            noted.note(&event);
            if matches!(event, Event::BestMove(_)) {
                // It does not matter if nobody is waiting.
                let _ = done.send(mem::take(&mut noted));
            }
        });
        reports.recv().unwrap_or_default().result()
    }

    /// Stops the running search, if any. The search still reports its best move.
    pub fn stop(&self) {
        self.signals.stop(self.newest);
    }

    /// Tells the newest search that the opponent has played the expected move, which starts the search's clock.
    pub fn ponder_hit(&self) {
        self.signals.ponder_hit(self.newest);
    }

    /// Assigns the number of the next search, for [`Engine::go`]. From now on, [`Engine::stop`] and
    /// [`Engine::ponder_hit`] apply to that search, even before it has begun.
    pub(crate) const fn number(&mut self) -> u64 {
        self.newest += 1;
        self.newest
    }

    /// Waits for an earlier search, starts search `id`, and returns. The new search's clock starts at `asked`. The sink
    /// is called from another thread; the last event is [`Event::BestMove`].
    pub(crate) fn go(&mut self, id: u64, limits: Limits, asked: Instant, sink: Sink) {
        let Some(sink) = self.answer_from_book(id, &limits, sink) else { return };
        let position = self.position.clone();
        let settings = self.config.settings(self.seed);
        let table = Arc::clone(&self.table);
        self.started = id;
        // Endgame tables would reveal to a handicapped engine what it is meant to overlook.
        let tables = self.tables.clone().filter(|_| settings.handicap.is_none());
        let probes = tables.map(TableProbes::new);
        self.pool.start(Job { id, position, limits, asked, settings, table, probes }, sink);
    }

    /// Answers in place of a search if `OwnBook` is on and a book has a move; otherwise returns the sink.
    fn answer_from_book(&mut self, id: u64, limits: &Limits, sink: Sink) -> Option<Sink> {
        if !self.config.own_book {
            return Some(sink);
        }
        let random = self.book_seeds.next() ^ self.position.key();
        let books = self.books();
        let Some(events) = books.answer(&self.position, limits, &self.config, random) else {
            return Some(sink);
        };
        self.started = id;
        // The caller may hold a lock that the sink needs, so here, too, a search thread calls the sink.
        self.pool.answer(events, sink);
        None
    }

    /// The books selected by the option `BookFile`.
    fn books(&mut self) -> Books {
        // Named books have been opened already, so only the embedded book can be missing.
        let books = self
            .books
            .get_or_insert_with(|| Books::open(&self.config.book_file).unwrap_or_default());
        books.clone()
    }

    /// Whether there is a book to play from. Only then are the book options announced.
    #[must_use]
    pub fn has_book(&mut self) -> bool {
        !self.books().is_empty()
    }

    /// Stops the last search started and waits for it. Searches that have a number but have not started are not
    /// stopped.
    fn stop_running(&mut self) {
        self.signals.stop(self.started);
        self.pool.wait();
    }
}

/// The table that `config` asks for, to replace `old`. An automatic size is halved until there is enough memory.
fn new_table(config: &Config, old: &TranspositionTable) -> Result<TranspositionTable, TableError> {
    let size = config.effective_hash_mb();
    let table = old.resized(size, &config.memory);
    if table.is_ok() || config.hash_mb != 0 {
        return table;
    }
    let smaller = iter::successors(Some(size / 2), |size| Some(size / 2)).take_while(|&it| it > 0);
    let table = smaller.into_iter().find_map(|size| old.resized(size, &config.memory).ok());
    Ok(table.unwrap_or_default())
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Dropping the pool waits for its threads.
        self.signals.stop(u64::MAX);
    }
}

#[cfg(test)]
mod tests;
