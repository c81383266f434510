//! The engines with which the opponent searches: two of its own, or those in a service.

use std::sync::Arc;

use chuhe_engine::board::Position;
use chuhe_engine::engine::config::{Config, ConfigError, Grade};
use chuhe_engine::engine::skill::{self, PlayingStrength};
use chuhe_engine::engine::{
    Engine, EngineError, SearchNews, SearchRequest, SearchService, SearchTicket,
};
use chuhe_engine::search::Limits;
use chuhe_engine::types::rng::{SplitMix64, random_seed};

/// The two roles: the player at the chosen strength, and the adviser at full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thinker {
    Player,
    Adviser,
}

/// An opponent's engines, only one of which may search at a time.
#[derive(Debug)]
pub(super) enum Engines {
    /// Two engines for this opponent alone.
    Own { player: Box<Engine>, adviser: Box<Engine> },
    /// Engines shared with other clients.
    Lent(Box<Lent>),
}

/// A search service that replaces the two engines.
#[derive(Debug)]
pub(super) struct Lent {
    service: Arc<dyn SearchService>,
    /// The options of the player.
    config: Config,
    /// The generator that provides a seed for each game.
    seeds: SplitMix64,
    seed: u64,
    /// The latest request.
    ticket: Option<Box<dyn SearchTicket>>,
}

impl Engines {
    /// Two new engines.
    pub(super) fn own(config: Config) -> Result<Self, ConfigError> {
        let adviser = Box::new(Engine::with_config(advising(&config))?);
        let player = Box::new(Engine::with_config(config)?);
        Ok(Self::Own { player, adviser })
    }

    /// Engines in a service.
    pub(super) fn lent(
        service: Arc<dyn SearchService>,
        config: Config,
    ) -> Result<Self, ConfigError> {
        config.check()?;
        let mut seeds = SplitMix64::new(random_seed());
        let seed = seeds.next();
        Ok(Self::Lent(Box::new(Lent { service, config, seeds, seed, ticket: None })))
    }

    /// The options of the player.
    pub(super) const fn config(&self) -> &Config {
        match self {
            Self::Own { player, .. } => player.config(),
            Self::Lent(lent) => &lent.config,
        }
    }

    /// Sets the options of the player.
    pub(super) fn configure(&mut self, config: Config) -> Result<(), ConfigError> {
        match self {
            Self::Own { player, .. } => player.configure(config),
            Self::Lent(lent) => {
                config.check()?;
                lent.config = config;
                Ok(())
            }
        }
    }

    /// Clears the search state of the last game. No search may be running.
    pub(super) fn new_game(&mut self) {
        match self {
            Self::Own { player, adviser } => {
                player.new_game();
                adviser.new_game();
            }
            // A new seed makes the service clear the search state.
            Self::Lent(lent) => lent.seed = lent.seeds.next(),
        }
    }

    /// Starts or requests a search and returns at once. No other search may be running.
    pub(super) fn think(
        &mut self,
        thinker: Thinker,
        position: Position,
        limits: Limits,
        mut deliver: impl FnMut(SearchNews) + Send + 'static,
    ) -> Result<(), EngineError> {
        match self {
            Self::Own { player, adviser } => {
                let engine = if thinker == Thinker::Player { player } else { adviser };
                engine.set_position(position);
                engine.start_with(limits, move |event| deliver(SearchNews::Event(event)));
            }
            Self::Lent(lent) => {
                let config = match thinker {
                    Thinker::Player => lent.config.clone(),
                    Thinker::Adviser => advising(&lent.config),
                };
                let request = SearchRequest {
                    config,
                    seed: lent.seed,
                    ..SearchRequest::new(position, limits)
                };
                lent.ticket = Some(lent.service.ask(request, Box::new(deliver))?);
            }
        }
        Ok(())
    }

    /// Stops the running search.
    pub(super) fn stop(&mut self) {
        match self {
            Self::Own { player, adviser } => {
                player.stop();
                adviser.stop();
            }
            Self::Lent(lent) => lent.ticket = None,
        }
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
