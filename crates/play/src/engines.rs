//! The engines with which the opponent searches.

use chuhe_engine::board::Position;
use chuhe_engine::engine::config::{Config, ConfigError, Grade};
use chuhe_engine::engine::skill::{self, PlayingStrength};
use chuhe_engine::engine::{
    Engine, EngineError, EngineSource, NewsSink, SearchRequest, SearchTicket, Searcher,
};
use chuhe_engine::memory::MemoryLimit;
use chuhe_engine::search::Limits;
use chuhe_engine::types::rng::{SplitMix64, random_seed};

/// The two roles: the player at the chosen strength, and the adviser at full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Player,
    Adviser,
}

/// An opponent's engines, only one of which may search at a time.
#[derive(Debug)]
pub(super) struct Engines {
    player: Box<dyn Searcher>,
    adviser: Box<dyn Searcher>,
    /// The options of the player.
    config: Config,
    /// The generator that provides a seed for each game.
    seeds: SplitMix64,
    /// The seed of the current game.
    seed: u64,
    /// The latest request.
    ticket: Option<Box<dyn SearchTicket>>,
}

impl Engines {
    /// Two new engines.
    pub(super) fn new(config: Config) -> Result<Self, ConfigError> {
        let random = random_seed();
        let seed = SplitMix64::new(random).next();
        let [player, adviser] =
            [(); 2].map(|()| Engine::try_new(Some(seed), MemoryLimit::default()));
        let (mut player, mut adviser) = (player?, adviser?);
        player.configure(config.clone())?;
        adviser.configure(advising(&config))?;
        Ok(Self::with_searchers(Box::new(player), Box::new(adviser), config, random))
    }

    pub(super) fn open(
        player: &EngineSource,
        adviser: &EngineSource,
        config: Config,
    ) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self::with_searchers(player.open(), adviser.open(), config, random_seed()))
    }

    fn with_searchers(
        player: Box<dyn Searcher>,
        adviser: Box<dyn Searcher>,
        config: Config,
        random: u64,
    ) -> Self {
        let mut seeds = SplitMix64::new(random);
        Self { player, adviser, config, seed: seeds.next(), seeds, ticket: None }
    }

    /// The options of the player.
    pub(super) const fn config(&self) -> &Config {
        &self.config
    }

    /// Sets the options of the player.
    pub(super) fn configure(&mut self, config: Config) -> Result<(), ConfigError> {
        config.check()?;
        self.config = config;
        Ok(())
    }

    /// Begins another game. No search may be running.
    pub(super) fn new_game(&mut self) {
        // With a new seed, the engines clear the search state of the last game.
        self.seed = self.seeds.next();
    }

    /// Requests a search and returns at once. No other search may be running.
    pub(super) fn submit(
        &mut self,
        role: Role,
        position: Position,
        limits: Limits,
        deliver: NewsSink,
    ) -> Result<(), EngineError> {
        let (engine, config) = match role {
            Role::Player => (&mut self.player, self.config.clone()),
            Role::Adviser => (&mut self.adviser, advising(&self.config)),
        };
        let request =
            SearchRequest { config, seed: self.seed, ..SearchRequest::new(position, limits) };
        self.ticket = Some(engine.submit(request, deliver)?);
        Ok(())
    }

    /// Withdraws the request.
    pub(super) fn stop(&mut self) {
        self.ticket = None;
    }
}

/// The options of the adviser, given those of the player.
pub(super) fn advising(config: &Config) -> Config {
    Config {
        randomness: Grade::None,
        knowledge: Grade::Large,
        multipv: 1,
        own_book: false,
        ..config.clone().with_strength(PlayingStrength::Level(skill::FULL))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_adviser_holds_nothing_back() {
        let config = Config {
            knowledge: Grade::None,
            randomness: Grade::Huge,
            own_book: true,
            ..Config::default()
        };
        let weak = Config { multipv: 3, draw_moves: 50, ..config }
            .with_strength(PlayingStrength::Elo(900));
        let config = advising(&weak);
        assert_eq!(config.settings(1).handicap, None);
        assert_eq!((config.multipv, config.rules()), (1, weak.rules()));
        assert!(weak.own_book && !config.own_book, "a move of a book is no advice");
    }
}
