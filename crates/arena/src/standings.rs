//! The standings of a match: its results totalled by pairing and by engine.

use std::collections::BTreeMap;
use std::time::Duration;

use super::fault::{Fault, fault_name};
use super::record::{EndReason, GameRecord, ending_name};
use super::schedule::Schedule;
use super::stats::{Estimate, GameResult, Pentanomial, Sample, Tally};
use chuhe_engine::types::Color;
use serde::Serialize;

/// The games that an engine lost other than on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Forfeits {
    /// On time.
    pub time: u64,
    /// By illegal or missing moves.
    pub moves: u64,
    /// Because it crashed, did not start or did not answer.
    pub crashes: u64,
}

impl Forfeits {
    fn record(&mut self, fault: &Fault) {
        let count = match fault {
            Fault::TimeLoss(_) | Fault::Hang => &mut self.time,
            Fault::IllegalMove(_) | Fault::NoMove => &mut self.moves,
            Fault::Start(_) | Fault::NotReady | Fault::Crash(_) => &mut self.crashes,
        };
        *count += 1;
    }
}

/// The results between two engines, from the first one's point of view.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// The two engines, as indices.
    pub engines: [usize; 2],
    /// The results of all games.
    pub games: Tally,
    /// The results of pairs of games with the same opening and colours exchanged, if both games are over.
    pub pairs: Pentanomial,
    /// The games that each engine forfeited.
    pub forfeits: [Forfeits; 2],
    /// Results of games whose partner game is not over, keyed by the encounter's number in the schedule.
    halves: BTreeMap<u32, GameResult>,
}

/// The results and search statistics of one engine in all its games.
#[derive(Clone, Debug, Default)]
pub struct Performance {
    /// The results of all games.
    pub games: Tally,
    /// The results of complete pairs against all opponents.
    pub pairs: Pentanomial,
    /// The number of moves that the engine played.
    pub moves: u64,
    /// The time charged for the engine's moves.
    pub time: Duration,
    /// The longest time for a move.
    pub slowest: Duration,
    /// The sum of the reported nodes, and the time (`timed`) of the moves for which nodes were reported.
    pub nodes: u64,
    timed: Duration,
    /// The sum of the reported depths, and the number (`deep_moves`) of moves for which depths were reported.
    depths: u64,
    deep_moves: u64,
    /// The number of games lost through faults, by kind of fault.
    pub faults: BTreeMap<&'static str, u64>,
}

impl Performance {
    /// Nodes per second; `None` if the engine reported no nodes.
    pub fn nps(&self) -> Option<f64> {
        (self.nodes > 0 && !self.timed.is_zero())
            .then(|| self.nodes as f64 / self.timed.as_secs_f64())
    }

    /// Mean depth of the engine's searches, in plies; `None` if it reported none.
    pub fn depth(&self) -> Option<f64> {
        (self.deep_moves > 0).then(|| self.depths as f64 / self.deep_moves as f64)
    }

    /// Mean time per move; `None` before the engine's first move.
    pub fn time_per_move(&self) -> Option<Duration> {
        (self.moves > 0).then(|| self.time.div_f64(self.moves as f64))
    }

    /// The number of games lost on time.
    pub fn time_losses(&self) -> u64 {
        [fault_name(&Fault::TimeLoss(0)), fault_name(&Fault::Hang)]
            .iter()
            .filter_map(|name| self.faults.get(name))
            .sum()
    }
}

/// The totals of a match.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Results by pairing, in the order of the schedule.
    pub encounters: Vec<Encounter>,
    /// Results by engine, in the order of the engines.
    pub performances: Vec<Performance>,
    /// Results from Red's point of view.
    pub by_color: Tally,
    /// The number of games by kind of ending.
    pub endings: BTreeMap<&'static str, u64>,
    /// The number of plies played in all games, book moves excluded.
    pub plies: u64,
    /// The number of games in which the searches had to share processors.
    pub overloaded: u64,
}

impl Standings {
    /// Standings of a match without finished games.
    pub fn new(engines: usize, schedule: &Schedule) -> Self {
        let encounters = schedule.pairings().iter().map(|&engines| Encounter {
            engines,
            games: Tally::default(),
            pairs: Pentanomial::default(),
            forfeits: Default::default(),
            halves: BTreeMap::new(),
        });
        Self {
            encounters: encounters.collect(),
            performances: vec![Performance::default(); engines],
            by_color: Tally::default(),
            endings: BTreeMap::new(),
            plies: 0,
            overloaded: 0,
        }
    }

    /// Adds a game from the schedule.
    pub fn record(&mut self, game: &GameRecord, schedule: &Schedule) {
        let fixture = schedule.fixture(game.number);
        for (color, engine) in Color::ALL.into_iter().zip(game.engines) {
            self.performances[engine].games.record(result(game, color));
        }
        self.by_color.record(result(game, Color::Red));
        *self.endings.entry(ending_name(&game.reason)).or_default() += 1;
        self.plies += game.moves.len() as u64;
        self.overloaded += u64::from(game.overloaded);
        self.count_moves(game);
        let forfeit = match (game.winner, &game.reason) {
            (Some(winner), EndReason::Fault(fault)) => Some((!winner, fault)),
            _ => None,
        };
        if let Some((loser, fault)) = forfeit {
            let loser = game.engines[loser.index()];
            *self.performances[loser].faults.entry(fault_name(fault)).or_default() += 1;
        }
        let mut encounters = self.encounters.iter_mut();
        let Some(encounter) = encounters.find(|other| other.engines == fixture.pairing) else {
            return;
        };
        let first = if game.engines == fixture.pairing { Color::Red } else { Color::Black };
        let result = result(game, first);
        encounter.games.record(result);
        if let Some((loser, fault)) = forfeit {
            encounter.forfeits[usize::from(loser != first)].record(fault);
        }
        if !schedule.is_paired() {
            return;
        }
        if let Some(other) = encounter.halves.remove(&fixture.encounter) {
            let mut pair = Pentanomial::default();
            pair.record(result, other);
            encounter.pairs += pair;
            let [one, other] = fixture.pairing;
            self.performances[one].pairs += pair;
            self.performances[other].pairs += -pair;
        } else {
            encounter.halves.insert(fixture.encounter, result);
        }
    }

    fn count_moves(&mut self, game: &GameRecord) {
        let black_begins = first_mover(game) == Color::Black;
        for (ply, played) in game.moves.iter().enumerate() {
            let side = usize::from((ply % 2 == 1) != black_begins);
            let performance = &mut self.performances[game.engines[side]];
            performance.moves += 1;
            performance.time = performance.time.saturating_add(played.time());
            performance.slowest = performance.slowest.max(played.time());
            if let Some(nodes) = played.thought.nodes {
                performance.nodes = performance.nodes.saturating_add(nodes);
                performance.timed = performance.timed.saturating_add(played.time());
            }
            if let Some(depth) = played.thought.depth {
                performance.depths += u64::from(depth);
                performance.deep_moves += 1;
            }
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.by_color.games()
    }
}

/// The side that made the first move after the book moves.
pub fn first_mover(game: &GameRecord) -> Color {
    let black = game.fen.split_whitespace().nth(1) == Some("b");
    let odd = game.book.len() % 2 == 1;
    if black == odd { Color::Red } else { Color::Black }
}

impl Encounter {
    /// The sample for statistics: pairs if there are any, or else single games.
    pub fn sample(&self) -> Sample {
        sample(self.games, self.pairs)
    }

    /// The strength of the first engine against the second; `None` before the first game.
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::new(self.sample())
    }
}

impl Performance {
    /// The strength of the engine against all its opponents; `None` before its first game.
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::new(sample(self.games, self.pairs))
    }
}

fn sample(games: Tally, pairs: Pentanomial) -> Sample {
    if pairs.pairs() > 0 { pairs.into() } else { games.into() }
}

/// The result of a game from the point of view of `side`.
pub fn result(game: &GameRecord, side: Color) -> GameResult {
    match game.winner {
        None => GameResult::Draw,
        Some(winner) if winner == side => GameResult::Win,
        Some(_) => GameResult::Loss,
    }
}
