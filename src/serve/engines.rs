//! The searches of all sessions.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::Position;
use crate::casual::Opponent;
use crate::engine::Engine;
use crate::engine::config::{Config, ConfigError};
use crate::search::{Event, Limits};

/// The longest search.
const LONGEST: Duration = Duration::from_mins(10);

/// What engines may spend.
#[derive(Debug)]
pub(super) struct Engines {
    threads: u32,
    hash_mb: u32,
}

/// The searches of one session or request.
#[derive(Clone, Debug)]
pub(super) struct EngineClient(Arc<Engines>);

/// What a search says.
#[derive(Debug)]
pub(super) enum SearchNews {
    /// Something of the search itself; the best move is the last.
    Event(Event),
}

/// A search that runs. It ends when this is dropped.
pub(super) struct RunningSearch(Engine);

impl Engines {
    pub(super) const fn new(threads: u32, hash_mb: u32) -> Self {
        Self { threads, hash_mb }
    }

    /// The longest time of any search.
    #[expect(clippy::unused_self, reason = "it is the engines' to say")]
    pub(super) const fn longest(&self) -> Duration {
        LONGEST
    }

    pub(super) fn client(self: &Arc<Self>) -> EngineClient {
        EngineClient(Arc::clone(self))
    }

    /// The options with no more threads and memory than there are; all of them where 0 is asked for.
    fn bounded(&self, config: Config) -> Config {
        let within = |asked: u32, most: u32| if asked == 0 { most } else { asked.min(most) };
        let threads = within(config.threads, self.threads);
        let hash_mb = within(config.hash_mb, self.hash_mb);
        Config { threads, hash_mb, ..config }
    }
}

impl EngineClient {
    /// An opponent for a game.
    pub(super) fn opponent(&self, config: Config) -> Result<Opponent, ConfigError> {
        Opponent::new(self.0.bounded(config), Limits::none())
    }

    /// Starts a search. `deliver` is called from another thread and must not block.
    pub(super) fn search(
        &self,
        position: Position,
        config: Config,
        limits: Limits,
        mut deliver: impl FnMut(SearchNews) + Send + 'static,
    ) -> Result<RunningSearch, ConfigError> {
        let time = limits.move_time.map_or(LONGEST, |time| time.min(LONGEST));
        let limits = Limits { move_time: Some(time), infinite: false, ponder: false, ..limits };
        let mut engine = Engine::with_config(self.0.bounded(config))?;
        engine.set_position(position);
        let id = engine.number();
        let sink = Box::new(move |event| deliver(SearchNews::Event(event)));
        engine.go(id, limits, Instant::now(), sink);
        Ok(RunningSearch(engine))
    }
}

impl RunningSearch {
    /// Ends the search, which still tells its best move.
    pub(super) fn stop(&self) {
        self.0.stop();
    }
}

impl fmt::Debug for RunningSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RunningSearch")
    }
}
