//! Where the searches of a larger task run: in engines of its own, or in a pool that others use as well.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::Engine;
use super::config::{Config, ConfigError};
use super::pool::{PoolClient, PoolError, PoolEvent, PoolRequest};
use crate::board::Position;
use crate::search::{Event, Limits, SearchInfo};

/// How often a search checks whether it must stop.
const TICK: Duration = Duration::from_millis(20);

/// The number of the last searcher in a pool. As its seed it keeps the tables of one client's searchers apart.
static SEARCHER: AtomicU64 = AtomicU64::new(0);

/// Where the searches of a larger task run, such as an annotation.
#[derive(Clone, Debug, Default)]
pub enum EngineSource {
    /// In an engine of its own for each of its jobs.
    #[default]
    Own,
    /// In a pool, as this client. More jobs than the client may have searches at once are of no use. The pool's bounds
    /// hold, and between two searches others may get the engine with its table: what is found then depends a little on
    /// what else the pool does.
    Pool(PoolClient),
}

/// Why a search could not be made.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// An option is out of range, or memory or threads cannot be had.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The pool does not do it.
    #[error(transparent)]
    Pool(#[from] PoolError),
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
    /// In a pool.
    Pool {
        /// As this client of it.
        client: PoolClient,
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
    pub fn searcher(&self, config: Config) -> Result<Searcher, EngineError> {
        // What is searched here is to be judged, not played.
        let config = Config { own_book: false, ..config };
        match self {
            Self::Own => {
                let mut engine = Engine::with_seed(0);
                engine.configure(config)?;
                Ok(Searcher::Own(Box::new(engine)))
            }
            Self::Pool(client) => Ok(Searcher::Pool {
                client: client.clone(),
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
            Self::Pool { is_fresh, .. } => *is_fresh = true,
        }
    }

    /// The number of lines of play that are searched.
    pub fn lines(&self) -> usize {
        let config = match self {
            Self::Own(engine) => engine.config(),
            Self::Pool { config, .. } => config,
        };
        config.multipv as usize
    }

    /// Searches a position until a limit is reached. `hear` hears the reports of the search. Soon after `is_stopped` holds
    /// the search ends without an answer.
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
            Self::Pool { client, config, seed, is_fresh } => {
                let (sender, events) = mpsc::channel();
                let request = PoolRequest {
                    config: config.clone(),
                    seed: *seed,
                    fresh: std::mem::take(is_fresh),
                    ..PoolRequest::new(position.clone(), limits.clone())
                };
                let ticket = client.ask(request, move |event| drop(sender.send(event)));
                // It is withdrawn when this function returns.
                let _ticket = ticket.map_err(NoAnswer::from)?;
                loop {
                    match events.recv_timeout(TICK) {
                        Ok(PoolEvent::Search(Event::Info(info))) => hear(info),
                        Ok(PoolEvent::Failed(error)) => return Err(error.into()),
                        Ok(event) if event.is_last() => break,
                        Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => return Err(PoolError::Closed.into()),
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

impl From<PoolError> for NoAnswer {
    fn from(error: PoolError) -> Self {
        Self::Failed(error.into())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::engine::pool::{EnginePool, EnginePoolSettings};

    fn pool() -> EnginePool {
        let settings = EnginePoolSettings { searches: 1, hash_mb: 1, ..Default::default() };
        EnginePool::new(settings).unwrap()
    }

    fn config() -> Config {
        Config { hash_mb: 1, ..Config::default() }
    }

    fn infos(searcher: &mut Searcher, limits: &Limits) -> Vec<(u32, u64)> {
        let mut heard = Vec::new();
        let hear = |info: SearchInfo| heard.push((info.depth, info.nodes));
        searcher.search(&Position::startpos(), limits, || false, hear).unwrap();
        heard
    }

    #[test]
    fn a_pool_finds_what_an_own_engine_finds() {
        let pool = pool();
        let source = EngineSource::Pool(pool.client().unwrap());
        let (mut own, mut pooled) =
            (EngineSource::Own.searcher(config()).unwrap(), source.searcher(config()).unwrap());
        let limits = Limits::nodes(3000);
        let first = infos(&mut own, &limits);
        assert!(!first.is_empty());
        assert_eq!(infos(&mut pooled, &limits), first);
        let warm = infos(&mut own, &limits);
        assert_ne!(warm, first, "the table is warm");
        assert_eq!(infos(&mut pooled, &limits), warm);
        own.forget();
        pooled.forget();
        assert_eq!(infos(&mut own, &limits), first);
        assert_eq!(infos(&mut pooled, &limits), first);
    }

    #[test]
    fn searchers_of_one_client_do_not_share_a_table() {
        let pool = pool();
        let source = EngineSource::Pool(pool.client().unwrap());
        let limits = Limits::nodes(3000);
        let mut one = source.searcher(config()).unwrap();
        let mut other = source.searcher(config()).unwrap();
        let first = infos(&mut one, &limits);
        assert_eq!(infos(&mut other, &limits), first);
    }

    /// Soon is measured in nodes: of the search itself, or of the one that it waits for.
    #[test]
    fn a_search_ends_soon_after_it_is_told_to_running_or_waiting() {
        const LONG: u64 = 1_000_000;
        let pool = pool();
        let busy = pool.client().unwrap();
        for source in [EngineSource::Own, EngineSource::Pool(pool.client().unwrap())] {
            for is_crowded in [false, true] {
                let is_over = Arc::new(AtomicBool::new(false));
                let over = Arc::clone(&is_over);
                let hear = move |event: PoolEvent| {
                    over.fetch_or(event.is_last(), Ordering::Relaxed);
                };
                let long = PoolRequest::new(Position::startpos(), Limits::nodes(LONG));
                let _busy = is_crowded.then(|| busy.ask(long, hear).unwrap());
                let mut searcher = source.searcher(config()).unwrap();
                let (asked, nodes) = (Cell::new(0), Cell::new(0));
                let is_stopped = || {
                    asked.update(|asked| asked + 1);
                    asked.get() >= 3
                };
                let hear = |info: SearchInfo| nodes.set(info.nodes);
                let end =
                    searcher.search(&Position::startpos(), &Limits::nodes(LONG), is_stopped, hear);
                let shown = format!("{source:?}, crowded: {is_crowded}");
                assert!(matches!(end, Err(NoAnswer::Stopped)), "{shown}");
                assert_eq!(asked.get(), 3, "{shown}");
                assert!(nodes.get() < LONG / 2, "{shown}: {} nodes", nodes.get());
                assert!(!is_over.load(Ordering::Relaxed), "{shown}");
            }
        }
    }

    #[test]
    fn a_pool_that_is_gone_is_told() {
        let gone = pool();
        let source = EngineSource::Pool(gone.client().unwrap());
        drop(gone);
        let mut searcher = source.searcher(config()).unwrap();
        let end = searcher.search(&Position::startpos(), &Limits::depth(1), || false, |_| {});
        assert!(matches!(end, Err(NoAnswer::Failed(EngineError::Pool(PoolError::Closed)))));
    }
}
