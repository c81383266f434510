//! The engine as an opponent: it moves as strongly as is wished, gives hints, and answers offers of a draw.

use std::time::{Duration, Instant};

use super::Session;
use crate::engine::options::OptionError;
use crate::engine::{Engine, skill};
use crate::search::{Clock, Event, Limits};
use crate::types::{Move, Score};

/// How well the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// A level, 0 to 20; see [`skill`].
    Level(u32),
    /// A rating, 500 to 2400.
    Elo(u32),
}

impl Strength {
    /// Whether the scale goes so far.
    #[must_use]
    pub fn exists(self) -> bool {
        match self {
            Self::Level(level) => level <= skill::FULL,
            Self::Elo(elo) => (skill::ELO_MIN..=skill::ELO_MAX).contains(&elo),
        }
    }
}

/// How long the engine may think about a move. A level below the highest thinks less by itself; with clocks, the time
/// left counts too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Time for a move.
    pub time: Option<Duration>,
    /// Nodes for a move.
    pub nodes: Option<u64>,
}

/// What the engine is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A move of its own.
    Move,
    /// A good move for the person.
    Hint,
    /// Whether it takes a draw, on the person's turn.
    Draw,
}

/// What the engine says while it thinks, to be given to [`Opponent::hear`].
#[derive(Clone, Debug)]
pub struct Thought {
    number: u64,
    event: Event,
}

/// What the engine has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What it was asked.
    pub purpose: Purpose,
    /// The best move; none if there is no legal one.
    pub mv: Option<Move>,
    /// The line expected, from that move on, as far as it is known.
    pub line: Vec<Move>,
    /// The worth of the position for the side to move, as the engine sees it; none if it had no time to look.
    pub score: Option<Score>,
}

/// The engine, in two heads: one plays with its weakness, the other advises without.
#[derive(Debug)]
pub struct Opponent {
    player: Engine,
    adviser: Engine,
    strength: Strength,
    effort: Effort,
    /// Questions asked so far.
    asked: u64,
    pending: Option<Pending>,
}

#[derive(Debug)]
struct Pending {
    number: u64,
    answer: Answer,
}

/// Time for a move of full strength where nothing else is said.
const MOVE_TIME: Duration = Duration::from_secs(3);
/// Time for a hint, and for thinking an offer over.
const ADVICE_TIME: Duration = Duration::from_secs(1);
/// The engine takes a draw when it is worse by so much, in centipawns.
const DRAW_WHEN_WORSE: i32 = -50;
/// From this ply of the game on it also takes one when it is not better than this.
const DRAW_WHEN_LEVEL: (u32, i32) = (60, 20);

impl Opponent {
    /// An engine with options, each a name and a value, and a strength, which else the options decide.
    ///
    /// # Errors
    /// If an option is unknown or cannot be set.
    ///
    /// # Panics
    /// If the system has no thread left to think with.
    pub fn new(
        options: &[(&str, &str)],
        strength: Option<Strength>,
        effort: Effort,
    ) -> Result<Self, OptionError> {
        let [mut player, mut adviser] = [Engine::new(), Engine::new()];
        for (name, value) in options {
            player.set_option(name, value)?;
            adviser.set_option(name, value)?;
        }
        let full = [
            ("Skill Level", "20"),
            ("UCI_LimitStrength", "false"),
            ("randomness", "none"),
            ("knowledge", "large"),
            ("MultiPV", "1"),
        ];
        for (name, value) in full {
            adviser.set_option(name, value)?;
        }
        let config = player.config();
        let by_options = if config.limit_strength {
            Strength::Elo(config.elo)
        } else {
            Strength::Level(config.skill_level)
        };
        let strength = strength.unwrap_or(by_options);
        let mut this = Self { player, adviser, strength, effort, asked: 0, pending: None };
        this.set_strength(strength)?;
        Ok(this)
    }

    /// How well it plays.
    #[must_use]
    pub const fn strength(&self) -> Strength {
        self.strength
    }

    /// The engine that plays, for its options.
    #[must_use]
    pub const fn player(&self) -> &Engine {
        &self.player
    }

    /// Sets how well it plays from its next move on. What lies outside the scale means its end.
    ///
    /// # Errors
    /// As [`Engine::set_option`] has them.
    pub fn set_strength(&mut self, strength: Strength) -> Result<(), OptionError> {
        let limit = match strength {
            Strength::Level(level) => {
                self.player.set_option("Skill Level", &level.to_string())?;
                "false"
            }
            Strength::Elo(elo) => {
                self.player.set_option("UCI_Elo", &elo.to_string())?;
                "true"
            }
        };
        self.player.set_option("UCI_LimitStrength", limit)?;
        self.strength = strength;
        Ok(())
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.cancel();
        self.player.new_game();
        self.adviser.new_game();
    }

    /// What it is thinking about.
    #[must_use]
    pub fn thinks(&self) -> Option<Purpose> {
        self.pending.as_ref().map(|pending| pending.answer.purpose)
    }

    /// What it has found so far.
    #[must_use]
    pub fn so_far(&self) -> Option<&Answer> {
        self.pending.as_ref().map(|pending| &pending.answer)
    }

    /// Begins to think and returns at once; what it thought before is forgotten. `deliver` gets what is to be given to
    /// [`Opponent::hear`], from another thread.
    pub fn ask(
        &mut self,
        purpose: Purpose,
        session: &Session,
        mut deliver: impl FnMut(Thought) + Send + 'static,
    ) {
        self.cancel();
        let limits = self.limits(purpose, session);
        let engine = if purpose == Purpose::Move { &mut self.player } else { &mut self.adviser };
        engine.set_position(session.position().clone());
        self.asked += 1;
        let number = self.asked;
        let id = engine.number();
        let sink = Box::new(move |event| deliver(Thought { number, event }));
        engine.go(id, limits, Instant::now(), sink);
        let answer = Answer { purpose, mv: None, line: Vec::new(), score: None };
        self.pending = Some(Pending { number, answer });
    }

    fn limits(&self, purpose: Purpose, session: &Session) -> Limits {
        if purpose != Purpose::Move {
            return Limits::move_time(ADVICE_TIME);
        }
        let us = session.position().side_to_move();
        let clock = session.clocks().map(|clocks| Clock {
            time: clocks.left(us, Instant::now()),
            increment: clocks.control().increment,
            moves_to_go: None,
        });
        let Effort { time, nodes } = self.effort;
        let is_free = time.is_none() && nodes.is_none() && clock.is_none();
        let move_time = time.or(is_free.then_some(MOVE_TIME));
        Limits { nodes, move_time, clock, ..Limits::none() }
    }

    /// Stops thinking; no answer will come.
    pub fn cancel(&mut self) {
        if self.pending.take().is_some() {
            self.player.stop();
            self.adviser.stop();
        }
    }

    /// Takes note of a thought, and returns the answer if it is the last one. Thoughts about what is no longer asked
    /// are ignored.
    pub fn hear(&mut self, thought: Thought) -> Option<Answer> {
        let pending = self.pending.as_mut().filter(|pending| pending.number == thought.number)?;
        match thought.event {
            Event::Info(info) if info.multipv == 1 => {
                pending.answer.score = Some(info.score);
                pending.answer.mv = info.pv.first().copied();
                pending.answer.line = info.pv;
                None
            }
            Event::BestMove(best) => {
                let mut answer = self.pending.take()?.answer;
                answer.mv = best.mv;
                if answer.line.first().copied() != best.mv {
                    answer.line = best.mv.into_iter().chain(best.ponder).collect();
                }
                Some(answer)
            }
            _ => None,
        }
    }
}

impl Answer {
    /// Whether the engine takes a draw, having looked at the position with the person to move.
    #[must_use]
    pub fn takes_draw(&self, session: &Session) -> bool {
        let own = match self.score {
            Some(Score::Cp(cp)) => -cp,
            Some(Score::MateIn(_)) => i32::MIN,
            Some(Score::MatedIn(_)) => i32::MAX,
            None => return false,
        };
        let (ply, level) = DRAW_WHEN_LEVEL;
        own <= DRAW_WHEN_WORSE || session.position().game_ply() >= ply && own <= level
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::board::Position;
    use crate::notation::Game;
    use crate::rules::Rules;
    use crate::types::Color;

    fn session(fen: &str) -> Session {
        let game = Game::new(Position::from_fen(fen).unwrap());
        Session::new(game, Color::Red, Rules::default(), None)
    }

    fn opponent(level: u32) -> Opponent {
        let effort = Effort { time: None, nodes: Some(2000) };
        Opponent::new(&[("Hash", "1")], Some(Strength::Level(level)), effort).unwrap()
    }

    fn answer(opponent: &mut Opponent, purpose: Purpose, session: &Session) -> Answer {
        let (sender, inbox) = mpsc::channel();
        opponent.ask(purpose, session, move |thought| drop(sender.send(thought)));
        assert_eq!(opponent.thinks(), Some(purpose));
        let found = inbox.iter().find_map(|thought| opponent.hear(thought)).unwrap();
        assert_eq!(opponent.thinks(), None);
        found
    }

    const MATE: &str = "3k5/8R/9/9/9/9/9/9/R8/4K4 w";

    #[test]
    fn hints_are_strong_whatever_the_level() {
        let mut game = session(MATE);
        let hint = answer(&mut opponent(0), Purpose::Hint, &game);
        assert_eq!((hint.score, hint.line.len()), (Some(Score::MateIn(1)), 1));
        game.play(hint.mv.unwrap(), Instant::now()).unwrap();
        assert!(game.finish().is_some());
    }

    #[test]
    fn a_draw_is_taken_by_who_stands_worse() {
        let mut engine = opponent(20);
        let worse = session(MATE);
        assert!(answer(&mut engine, Purpose::Draw, &worse).takes_draw(&worse));
        let better = session("3k5/9/9/9/9/r8/9/9/r8/4K4 w");
        assert!(!answer(&mut engine, Purpose::Draw, &better).takes_draw(&better));
        let with = |cp| Answer {
            purpose: Purpose::Draw,
            mv: None,
            line: Vec::new(),
            score: Some(Score::Cp(cp)),
        };
        let late = session("3k5/9/9/9/9/r8/9/9/R8/4K4 w - - 0 40");
        assert!(with(0).takes_draw(&late) && !with(0).takes_draw(&better));
        assert!(!with(-21).takes_draw(&late) && with(50).takes_draw(&better));
    }

    #[test]
    fn what_is_cancelled_is_not_answered() {
        let mut engine = opponent(20);
        let game = session(MATE);
        let (sender, inbox) = mpsc::channel();
        let deliver = move |thought| drop(sender.send(thought));
        engine.ask(Purpose::Move, &game, deliver);
        engine.cancel();
        assert!(inbox.iter().all(|thought| engine.hear(thought).is_none()));
        assert!(answer(&mut engine, Purpose::Move, &game).mv.is_some());
    }

    #[test]
    fn strengths_are_options() {
        let mut engine = opponent(3);
        assert_eq!(engine.player().config().skill_level, 3);
        engine.set_strength(Strength::Elo(900)).unwrap();
        assert!(engine.player().config().limit_strength);
        assert_eq!((engine.player().config().elo, engine.strength()), (900, Strength::Elo(900)));
        engine.set_strength(Strength::Level(7)).unwrap();
        assert!(!engine.player().config().limit_strength);
        assert_eq!(engine.adviser.config().skill_level, 20);
    }
}
