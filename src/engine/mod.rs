//! The engine as one value: options, position, table and threads, without any protocol.
//!
//! ```
//! use chuhe::engine::Engine;
//! use chuhe::notation::iccs::Ranks;
//! use chuhe::search::Limits;
//!
//! let mut engine = Engine::new();
//! engine.set_option("Hash", "8")?;
//! engine.set_position(None, ["h2e2", "h9g7"], Ranks::FromZero)?;
//! let answer = engine.search(Limits::depth(4), &mut |_event| {})?;
//! assert!(answer.mv.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bench;
pub mod config;
pub mod options;
mod setup;
pub mod skill;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::{Arc, mpsc};

pub use setup::{SetupError, position_after};

use self::config::Config;
use self::options::{Effect, OptionError};
use crate::board::Position;
use crate::notation::iccs::Ranks;
use crate::search::{BestMove, Event, Job, Limits, Pool, Signals, Sink, TranspositionTable};
use crate::types::rng::SplitMix64;

/// An engine at the start position with the default options.
#[derive(Debug)]
pub struct Engine {
    config: Config,
    /// None after a position that could not be set up.
    position: Option<Position>,
    table: Arc<TranspositionTable>,
    signals: Arc<Signals>,
    pool: Pool,
    /// The number of the newest search; see [`Signals`].
    newest: u64,
    /// One seed per game, for what a handicap leaves to chance.
    seeds: SplitMix64,
    seed: u64,
}

/// There is no position to search: the last one given could not be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no position to search")]
pub struct NoPosition;

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// A new engine. Games with a handicap differ from one engine to the next.
    ///
    /// # Panics
    /// If the system has no thread left to search with.
    #[must_use]
    pub fn new() -> Self {
        Self::with_seed(RandomState::new().build_hasher().finish())
    }

    /// A new engine whose games with a handicap are the same for the same seed.
    ///
    /// # Panics
    /// If the system has no thread left to search with.
    #[must_use]
    pub fn with_seed(seed: u64) -> Self {
        let config = Config::default();
        let signals = Arc::<Signals>::default();
        let pool = Pool::new(config.effective_threads(), &signals)
            .expect("the system has a thread for an engine");
        // Should there be no room for even the smallest table, the first search goes without any.
        let table = TranspositionTable::new(config.effective_hash_mb()).unwrap_or_default();
        let mut seeds = SplitMix64::new(seed);
        Self {
            position: Some(Position::startpos()),
            table: Arc::new(table),
            signals,
            pool,
            newest: 0,
            seed: seeds.next(),
            seeds,
            config,
        }
    }

    /// The options as they stand.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The position; none after one that could not be set up.
    #[must_use]
    pub const fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// The transposition table.
    #[must_use]
    pub fn table(&self) -> &TranspositionTable {
        &self.table
    }

    /// Sets an option by either dialect's name for it, waiting for a running search where that is needed. Carries out
    /// what belongs to the engine and returns what was asked for, in case it concerns the caller too.
    ///
    /// # Errors
    /// If there is no such option, the value does not fit, or a table or threads cannot be had. Everything stays as
    /// it was.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        let spec = options::find(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let mut config = self.config.clone();
        let effect = spec.set(&mut config, value)?;
        if config.effective_hash_mb() != self.config.effective_hash_mb() {
            self.pool.wait();
            self.table = Arc::new(TranspositionTable::new(config.effective_hash_mb())?);
        }
        if config.effective_threads() != self.config.effective_threads() {
            self.pool.wait();
            self.pool = Pool::new(config.effective_threads(), &self.signals)
                .map_err(OptionError::Threads)?;
        }
        self.config = config;
        match effect {
            Effect::NewGame => self.new_game(),
            Effect::ClearHash => self.clear_hash(),
            Effect::None | Effect::HostKnowsVariants => {}
        }
        Ok(effect)
    }

    /// Turns the lines about the search on or off.
    pub const fn set_debug(&mut self, on: bool) {
        self.config.debug = on;
    }

    /// Forgets everything learnt from earlier searches, and lets a handicap be weak in another way.
    pub fn new_game(&mut self) {
        self.clear_hash();
        self.pool.clear();
        self.seed = self.seeds.next();
    }

    /// As [`Engine::new_game`], but with the handicap that a seed decides: what is searched next does not depend on
    /// anything searched before.
    pub fn new_game_with_seed(&mut self, seed: u64) {
        self.seeds = SplitMix64::new(seed);
        self.new_game();
    }

    /// Empties the transposition table.
    fn clear_hash(&mut self) {
        self.pool.wait();
        self.table.clear();
    }

    /// Sets up a position with the game before it.
    pub fn set_up(&mut self, position: Position) {
        self.position = Some(position);
    }

    /// Sets up a position: a FEN, or none for the start position, and the moves played since.
    ///
    /// # Errors
    /// If it is not a position, or a move is not legal. There is no position then, until the next one.
    pub fn set_position<'a>(
        &mut self,
        fen: Option<&str>,
        moves: impl IntoIterator<Item = &'a str>,
        ranks: Ranks,
    ) -> Result<(), SetupError> {
        self.position = None;
        self.position = Some(position_after(fen, moves, ranks)?);
        Ok(())
    }

    /// The number of the next search, to be given to [`Engine::go`]. Marks in [`Engine::stop`] and
    /// [`Engine::ponder_hit`] may refer to it before the search has begun.
    pub const fn number(&mut self) -> u64 {
        self.newest += 1;
        self.newest
    }

    /// Begins search `id` and returns at once. The sink hears from another thread; its last event is the answer.
    ///
    /// # Errors
    /// If there is no position.
    pub fn go(&mut self, id: u64, limits: Limits, sink: Sink) -> Result<(), NoPosition> {
        let position = self.position.clone().ok_or(NoPosition)?;
        let settings = self.config.settings(self.seed);
        let table = Arc::clone(&self.table);
        self.pool.start(Job { id, position, limits, settings, table }, sink);
        Ok(())
    }

    /// Ends every search numbered so far.
    pub fn stop(&self) {
        self.signals.stop(self.newest);
    }

    /// The opponent played the move pondered on in the newest search; its clock runs from here.
    pub fn ponder_hit(&self) {
        self.signals.ponder_hit(self.newest);
    }

    /// Searches the position to the end, passing on all events, the answer too.
    ///
    /// # Errors
    /// If there is no position.
    pub fn search(
        &mut self,
        limits: Limits,
        on_event: &mut dyn FnMut(&Event),
    ) -> Result<BestMove, NoPosition> {
        let (events, inbox) = mpsc::channel();
        let id = self.number();
        // The receiver lives until the answer has come.
        self.go(id, limits, Box::new(move |event| drop(events.send(event))))?;
        let mut answer = BestMove { mv: None, ponder: None, accept_draw: false };
        for event in inbox {
            on_event(&event);
            if let Event::BestMove(best) = event {
                answer = best;
                break;
            }
        }
        self.pool.wait();
        Ok(answer)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Dropping the pool waits for its threads.
        self.signals.stop(u64::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Move;

    #[test]
    fn options_take_effect_or_change_nothing() {
        let mut engine = Engine::new();
        assert_eq!(engine.set_option("hashsize", "2").unwrap(), Effect::None);
        engine.set_option("Threads", "2").unwrap();
        assert_eq!((engine.config().hash_mb, engine.pool.size()), (2, 2));
        assert!(matches!(engine.set_option("Hash", "lots"), Err(OptionError::Value { .. })));
        assert!(matches!(engine.set_option("usebook", "1"), Err(OptionError::Unknown(_))));
        assert_eq!(engine.config().hash_mb, 2);
        assert_eq!(engine.set_option("UCI_Variant", "xiangqi").unwrap(), Effect::HostKnowsVariants);
    }

    #[test]
    fn buttons_forget() {
        let mut engine = Engine::new();
        for button in ["Clear Hash", "newgame"] {
            engine.set_position(None, ["h2e2"], Ranks::FromZero).unwrap();
            let key = engine.position().unwrap().key();
            engine.search(Limits::depth(3), &mut |_| {}).unwrap();
            assert!(engine.table().probe(key, 0).is_some(), "the search remembers its root");
            engine.set_option(button, "").unwrap();
            assert!(engine.table().probe(key, 0).is_none(), "{button}");
        }
    }

    #[test]
    fn without_a_position_there_is_no_search() {
        let mut engine = Engine::new();
        assert!(engine.set_position(Some("junk"), [], Ranks::FromZero).is_err());
        assert_eq!(engine.search(Limits::depth(1), &mut |_| {}), Err(NoPosition));
        engine.set_position(None, [], Ranks::FromZero).unwrap();
        assert!(engine.search(Limits::depth(1), &mut |_| {}).is_ok());
    }

    #[test]
    fn a_seed_decides_all_games_and_games_differ() {
        let play = |seed| -> Vec<Option<Move>> {
            let mut engine = Engine::with_seed(seed);
            engine.set_option("Skill Level", "2").unwrap();
            (0..12)
                .map(|_| {
                    engine.new_game();
                    engine.search(Limits::none(), &mut |_| {}).unwrap().mv
                })
                .collect()
        };
        let games = play(1);
        assert_eq!(play(1), games);
        assert!(games.iter().any(|mv| *mv != games[0]));
    }
}
