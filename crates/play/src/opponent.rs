//! The engine as an opponent, which plays at a chosen strength, gives hints, and answers draw offers.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::GameState;
use super::engines::{Engines, Role};
use chuhe_engine::clock::Instant;
use chuhe_engine::engine::config::{Config, ConfigError};
use chuhe_engine::engine::skill::PlayingStrength;
use chuhe_engine::engine::{EngineError, EngineSource, SearchNews};
use chuhe_engine::search::{Bound, Clock, Event, Limits, RootFilter, accepts_draw};
use chuhe_engine::types::{Move, Score};

/// The purpose of a request to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A move by the engine.
    Move,
    /// A good move for the user.
    Hint,
    /// The evaluation of the user's position, and the best line.
    Evaluation,
    /// The evaluation of a move that the user wants to play.
    Check(Move),
    /// The answer to a draw offer that the user makes on the user's own turn.
    Draw,
}

/// An event from the engine's search, for [`Opponent::handle`].
#[derive(Clone, Debug)]
pub struct OpponentEvent {
    number: u64,
    news: SearchNews,
}

/// The engine's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpponentAnswer {
    /// The purpose of the request.
    pub purpose: Purpose,
    /// The best move; `None` if there is no legal one.
    pub mv: Option<Move>,
    /// The principal variation, starting with the best move, as far as it is known.
    pub line: Vec<Move>,
    /// The score of the position, from the point of view of the side to move; `None` if the engine had no time to
    /// search.
    pub score: Option<Score>,
}

/// The engine as an opponent. It plays at the chosen strength and advises at full strength, with two engines: its own
/// or those of a source.
#[derive(Debug)]
pub struct Opponent {
    engines: Engines,
    /// The name of a player other than the engine of this library.
    other: Option<String>,
    limits: Limits,
    /// The number of requests to the engine so far.
    requests: u64,
    pending: Option<Pending>,
    failure: Option<EngineError>,
}

#[derive(Debug)]
struct Pending {
    number: u64,
    answer: OpponentAnswer,
    /// The number of other searches ahead of the request while it waits for an engine.
    ahead: Option<usize>,
}

/// The search time for a move if there are neither limits nor clocks.
const MOVE_TIME: Duration = Duration::from_secs(3);
/// The search time for each request to the adviser.
const ADVICE_TIME: Duration = Duration::from_secs(1);

impl Opponent {
    /// Creates an opponent that plays with these options and searches each move within `limits`. Without limits and
    /// clocks, it searches each move for 3 seconds, or less below the highest level. If the game has clocks, they apply
    /// in addition to the limits.
    ///
    /// # Errors
    /// If an option is out of range, or memory or threads cannot be allocated.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn new(config: Config, limits: Limits) -> Result<Self, ConfigError> {
        Ok(Self::with_engines(Engines::new(config)?, None, limits))
    }

    /// Like [`Opponent::new`], but with engines from sources. Shared engines may limit the number of threads, the size
    /// of the hash table and the time, and requests may have to wait for them; see [`Opponent::ahead`]. Another engine
    /// than that of this library plays without a strength, and does not advise.
    ///
    /// # Errors
    /// If an option is out of range.
    pub fn with_sources(
        player: &EngineSource,
        adviser: &EngineSource,
        config: Config,
        limits: Limits,
    ) -> Result<Self, ConfigError> {
        let other = player.other_name().map(str::to_owned);
        Ok(Self::with_engines(Engines::open(player, adviser, config)?, other, limits))
    }

    const fn with_engines(engines: Engines, other: Option<String>, limits: Limits) -> Self {
        Self { engines, other, limits, requests: 0, pending: None, failure: None }
    }

    /// The player's name, if it is not the engine of this library.
    pub fn other_name(&self) -> Option<&str> {
        self.other.as_deref()
    }

    /// The engine's options.
    pub const fn config(&self) -> &Config {
        self.engines.config()
    }

    /// The engine's playing strength.
    pub const fn strength(&self) -> PlayingStrength {
        self.config().strength()
    }

    /// Sets the engine's playing strength, from its next move on.
    ///
    /// # Errors
    /// If the strength is out of range.
    pub fn set_strength(&mut self, strength: PlayingStrength) -> Result<(), ConfigError> {
        self.engines.configure(self.config().clone().with_strength(strength))
    }

    /// Clears the search state of the last game.
    pub fn new_game(&mut self) {
        self.cancel();
        self.engines.new_game();
    }

    /// The purpose of the pending request, if there is one.
    pub fn thinks(&self) -> Option<Purpose> {
        self.pending.as_ref().map(|pending| pending.answer.purpose)
    }

    /// The number of searches ahead of the pending request: 0 if it is next, `None` if it is not waiting for an engine.
    pub fn ahead(&self) -> Option<usize> {
        self.pending.as_ref().and_then(|pending| pending.ahead)
    }

    /// Why the last request failed; `None` if it did not.
    pub const fn failure(&self) -> Option<&EngineError> {
        self.failure.as_ref()
    }

    /// The preliminary answer to the pending request.
    pub(super) fn thought(&self) -> Option<&OpponentAnswer> {
        self.pending.as_ref().map(|pending| &pending.answer)
    }

    /// Starts a search and returns at once; an earlier request is cancelled. `deliver` is called from another thread
    /// with events, which must be passed to [`Opponent::handle`].
    pub fn request(
        &mut self,
        purpose: Purpose,
        state: &GameState,
        deliver: impl Fn(OpponentEvent) + Send + Sync + 'static,
    ) {
        self.cancel();
        self.failure = None;
        self.requests += 1;
        let number = self.requests;
        let answer = OpponentAnswer::nothing(purpose);
        self.pending = Some(Pending { number, answer, ahead: None });
        let role = if purpose == Purpose::Move { Role::Player } else { Role::Adviser };
        let limits = self.limits(purpose, state);
        let deliver = Arc::new(deliver);
        let on_news = Arc::clone(&deliver);
        let sink = Box::new(move |news| on_news(OpponentEvent { number, news }));
        if let Err(error) = self.engines.submit(role, state.position().clone(), limits, sink) {
            let event = OpponentEvent { number, news: SearchNews::Failed(error.clone()) };
            // The caller may hold a lock that `deliver` needs, so `deliver` is called from another thread here as well.
            if thread::Builder::new().spawn(move || deliver(event)).is_err() {
                (self.pending, self.failure) = (None, Some(error));
            }
        }
    }

    fn limits(&self, purpose: Purpose, state: &GameState) -> Limits {
        match purpose {
            Purpose::Move => {}
            Purpose::Hint | Purpose::Evaluation | Purpose::Draw => {
                return Limits::move_time(ADVICE_TIME);
            }
            Purpose::Check(mv) => {
                let root_moves = RootFilter::Only(vec![mv]);
                return Limits { root_moves, ..Limits::move_time(ADVICE_TIME) };
            }
        }
        let us = state.position().side_to_move();
        let clock = state.clocks().map(|clocks| Clock {
            time: clocks.left(us, Instant::now()),
            increment: clocks.control().increment,
            moves_to_go: None,
        });
        let is_free = self.limits == Limits::none() && clock.is_none();
        let limits = if is_free { Limits::move_time(MOVE_TIME) } else { self.limits.clone() };
        Limits { clock, ..limits }
    }

    /// Stops the search. Its answer will not be delivered.
    pub fn cancel(&mut self) {
        if self.pending.take().is_some() {
            self.engines.stop();
        }
    }

    /// Handles an event. Returns the answer if the event completes it. If the request failed, the answer is empty, and
    /// [`Opponent::failure`] returns the reason. Events of a cancelled request are ignored.
    pub fn handle(&mut self, event: OpponentEvent) -> Option<OpponentAnswer> {
        let pending = self.pending.as_mut().filter(|pending| pending.number == event.number)?;
        match event.news {
            SearchNews::Queued { ahead } => {
                pending.ahead = Some(ahead);
                None
            }
            SearchNews::Started => {
                pending.ahead = None;
                None
            }
            SearchNews::Event(Event::Info(info))
                if info.multipv == 1 && info.bound == Bound::Exact =>
            {
                pending.answer.score = Some(info.score);
                pending.answer.mv = info.pv.first().copied();
                pending.answer.line = info.pv;
                None
            }
            SearchNews::Event(Event::BestMove(best)) => {
                let mut answer = self.pending.take()?.answer;
                answer.mv = best.mv;
                if answer.line.first().copied() != best.mv {
                    answer.line = best.mv.into_iter().chain(best.ponder).collect();
                }
                Some(answer)
            }
            SearchNews::Failed(error) => {
                self.failure = Some(error);
                let purpose = self.pending.take()?.answer.purpose;
                Some(OpponentAnswer::nothing(purpose))
            }
            // The request had to make room for others before it had begun.
            SearchNews::Withdrawn => {
                self.failure = Some(EngineError::Stopped);
                let purpose = self.pending.take()?.answer.purpose;
                Some(OpponentAnswer::nothing(purpose))
            }
            SearchNews::Event(_) => None,
        }
    }
}

impl OpponentAnswer {
    const fn nothing(purpose: Purpose) -> Self {
        Self { purpose, mv: None, line: Vec::new(), score: None }
    }

    /// Whether the engine accepts a draw, given this answer to a search on the user's turn. Without a score, the engine
    /// declines.
    pub fn takes_draw(&self, state: &GameState) -> bool {
        // The score is from the user's point of view.
        self.score.is_some_and(|score| accepts_draw(-score, state.position()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use chuhe_engine::board::Position;
    use chuhe_engine::rules::Rules;
    use chuhe_engine::types::Color;
    use chuhe_formats::Game;

    fn state(fen: &str) -> GameState {
        let game = Game::new(Position::from_fen(fen).unwrap());
        GameState::new(game, Color::Red, Rules::default(), None).unwrap()
    }

    fn opponent(level: u32) -> Opponent {
        let config = Config { hash_mb: 1, skill_level: level, ..Config::default() };
        Opponent::new(config, Limits::nodes(2000)).unwrap()
    }

    fn answer(opponent: &mut Opponent, purpose: Purpose, state: &GameState) -> OpponentAnswer {
        let (sender, inbox) = mpsc::channel();
        opponent.request(purpose, state, move |event| drop(sender.send(event)));
        assert_eq!(opponent.thinks(), Some(purpose));
        let found = inbox.iter().find_map(|event| opponent.handle(event)).unwrap();
        assert_eq!(opponent.thinks(), None);
        found
    }

    const MATE: &str = "3k5/8R/9/9/9/9/9/9/R8/4K4 w";

    #[test]
    fn hints_are_strong_whatever_the_level() {
        let mut engine = opponent(0);
        let mut game = state(MATE);
        let hint = answer(&mut engine, Purpose::Hint, &game);
        assert_eq!((hint.score, hint.line.len()), (Some(Score::MateIn(1)), 1));
        game.play(hint.mv.unwrap(), Instant::now()).unwrap();
        assert!(game.finish().is_some());
    }

    #[test]
    fn a_draw_is_taken_by_who_stands_worse() {
        let mut engine = opponent(20);
        let worse = state(MATE);
        assert!(answer(&mut engine, Purpose::Draw, &worse).takes_draw(&worse));
        let better = state("3k5/9/9/9/9/r8/9/9/r8/4K4 w");
        assert!(!answer(&mut engine, Purpose::Draw, &better).takes_draw(&better));
    }

    #[test]
    fn a_draw_is_judged_from_the_engines_view() {
        let early = state("3k5/9/9/9/9/r8/9/9/R8/4K4 w - - 0 1");
        let late = state("3k5/9/9/9/9/r8/9/9/R8/4K4 w - - 0 40");
        for (persons_score, taken_early, taken_late) in [
            (Some(Score::Cp(100)), false, true),
            (Some(Score::Cp(99)), false, false),
            (Some(Score::Cp(-100)), false, false),
            (Some(Score::MateIn(3)), true, true),
            (Some(Score::MatedIn(2)), false, false),
            (None, false, false),
        ] {
            let answer = OpponentAnswer {
                purpose: Purpose::Draw,
                mv: None,
                line: Vec::new(),
                score: persons_score,
            };
            assert_eq!(answer.takes_draw(&early), taken_early, "{persons_score:?} early");
            assert_eq!(answer.takes_draw(&late), taken_late, "{persons_score:?} late");
        }
    }

    #[test]
    fn cancelled_request_gets_no_answer() {
        let mut engine = opponent(20);
        let game = state(MATE);
        let (sender, inbox) = mpsc::channel();
        let deliver = move |event| drop(sender.send(event));
        engine.request(Purpose::Move, &game, deliver);
        engine.cancel();
        assert!(inbox.iter().all(|event| engine.handle(event).is_none()));
        assert!(answer(&mut engine, Purpose::Move, &game).mv.is_some());
    }

    #[test]
    fn strengths_are_options() {
        let mut engine = opponent(3);
        assert_eq!(engine.config().skill_level, 3);
        engine.set_strength(PlayingStrength::Elo(900)).unwrap();
        assert!(engine.config().limit_strength);
        assert_eq!((engine.config().elo, engine.strength()), (900, PlayingStrength::Elo(900)));
        assert!(engine.set_strength(PlayingStrength::Elo(9000)).is_err());
        assert_eq!(engine.strength(), PlayingStrength::Elo(900));
        engine.set_strength(PlayingStrength::Level(7)).unwrap();
        assert!(!engine.config().limit_strength);
    }
}
