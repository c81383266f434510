//! The searches of all sessions, in the pool of engines.

use std::num::NonZero;
use std::time::Duration;

use chuhe_casual::Opponent;
use chuhe_engine::board::Position;
use chuhe_engine::engine::EngineSource;
use chuhe_engine::engine::config::{Config, ConfigError};
use chuhe_engine::engine::pool::{
    EnginePool, EnginePoolSettings, PoolClient, PoolError, PoolEvent, PoolRequest, Ticket,
};
use chuhe_engine::memory::MemoryLimit;
use chuhe_engine::search::{Event, Limits};

/// Searches at once where only this machine can reach the server: one for a game and one for an analysis beside it.
const LOCAL_SEARCHES: u32 = 2;
/// The most engines that a review works with at once.
const REVIEW_ENGINES_MAX: usize = 4;

/// The searches of all sessions.
#[derive(Debug)]
pub(super) struct Engines(EnginePool);

/// The searches of one session or request.
#[derive(Clone, Debug)]
pub(super) struct EngineClient(PoolClient);

/// What a search says.
#[derive(Debug)]
pub(super) enum SearchNews {
    /// It waits; so many searches are before it.
    Queued(usize),
    /// Something of the search itself; the best move is the last.
    Event(Event),
    /// It ended without an answer; why, if that is a failure.
    Ended(Option<PoolError>),
}

/// A search that runs or waits. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct RunningSearch(Ticket);

impl Engines {
    /// Engines with so many threads and so large tables in all. A person alone has few of them, which are strong; for
    /// many people there are many, one thread each.
    pub(super) fn new(
        threads: u32,
        hash_mb: u32,
        clients: usize,
        is_local: bool,
    ) -> Result<Self, ConfigError> {
        let most = if is_local { LOCAL_SEARCHES } else { 256 };
        let searches = threads.clamp(1, most);
        EnginePool::new(EnginePoolSettings {
            searches: searches as usize,
            threads_per_search: (threads / searches).max(1),
            hash_mb: (hash_mb / searches).max(1),
            clients,
            memory: MemoryLimit::of_control_groups(),
            ..EnginePoolSettings::default()
        })
        .map(Self)
    }

    /// The longest time of any search.
    pub(super) fn longest(&self) -> Duration {
        self.0.settings().longest
    }

    /// The most threads of one search.
    pub(super) fn threads(&self) -> u32 {
        self.0.settings().threads_per_search
    }

    /// The largest table of one search, in MB.
    pub(super) fn hash_mb(&self) -> u32 {
        self.0.settings().hash_mb
    }

    /// How many engines a review works with at once: never all, if there are several, so that one is free for a move.
    pub(super) fn review_engines(&self) -> NonZero<usize> {
        let spare = self.0.settings().searches.saturating_sub(1);
        NonZero::new(spare.min(REVIEW_ENGINES_MAX)).unwrap_or(NonZero::<usize>::MIN)
    }

    /// Engines for the work of a review. It takes its turns beside what its page plays and analyses.
    pub(super) fn for_review(&self) -> Result<EngineSource, PoolError> {
        let at_once = self.review_engines().get();
        self.0.client_with_searches(at_once).map(EngineSource::Pool)
    }

    pub(super) fn client(&self) -> Result<EngineClient, PoolError> {
        self.0.client().map(EngineClient)
    }
}

impl EngineClient {
    /// An opponent for a game.
    pub(super) fn opponent(&self, config: Config) -> Result<Opponent, ConfigError> {
        let config = Config { threads: 0, hash_mb: 0, ..config };
        Opponent::pooled(self.0.clone(), config, Limits::none())
    }

    /// Asks for a search. `deliver` is called from another thread and must not block.
    pub(super) fn search(
        &self,
        position: Position,
        config: Config,
        limits: Limits,
        mut deliver: impl FnMut(SearchNews) + Send + 'static,
    ) -> Result<RunningSearch, PoolError> {
        let request = PoolRequest { config, ..PoolRequest::new(position, limits) };
        let deliver = move |event| match event {
            PoolEvent::Queued { ahead } => deliver(SearchNews::Queued(ahead)),
            PoolEvent::Search(event) => deliver(SearchNews::Event(event)),
            PoolEvent::Withdrawn => deliver(SearchNews::Ended(None)),
            PoolEvent::Failed(error) => deliver(SearchNews::Ended(Some(error))),
            _ => {}
        };
        self.0.ask(request, deliver).map(RunningSearch)
    }
}

impl RunningSearch {
    /// Ends the search, which still tells its best move if it has begun.
    pub(super) fn stop(&self) {
        self.0.stop();
    }

    /// Whether it was ended because others waited.
    pub(super) fn made_room(&self) -> bool {
        self.0.made_room()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_person_gets_strong_engines_and_many_get_many() {
        let split = |threads, hash_mb, is_local| {
            let engines = Engines::new(threads, hash_mb, 1, is_local).unwrap();
            let settings = engines.0.settings();
            (settings.searches, settings.threads_per_search, settings.hash_mb)
        };
        assert_eq!(split(1, 64, true), (1, 1, 64));
        assert_eq!(split(2, 64, true), (2, 1, 32));
        assert_eq!(split(8, 64, true), (2, 4, 32));
        assert_eq!(split(8, 64, false), (8, 1, 8));
        assert_eq!(split(2, 1, false), (2, 1, 1), "a table has 1 MB at least");
    }
}
