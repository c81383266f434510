//! The result of a match as written to `result.json`: plain values for programs to read.
//!
//! ```
//! use chuhe_arena::summary::SprtSummary;
//! use chuhe_arena::stats::Pentanomial;
//! use chuhe_arena::{Schedule, Standings, TournamentFormat};
//!
//! let schedule = Schedule::new(2, TournamentFormat::RoundRobin, 100, 2, true);
//! let mut encounter = Standings::new(2, &schedule).encounters.remove(0);
//! encounter.pairs = Pentanomial { ll: 5, ld: 100, dd: 200, wl: 50, wd: 190, ww: 30 };
//! let sprt = SprtSummary::new(&"elo0=0 elo1=10".parse()?, &encounter);
//! assert!(sprt.llr >= sprt.upper);
//! assert_eq!(sprt.accepted, Some("H1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::review::Review;
use super::settings::EngineLimits;
use super::standings::{Encounter, Forfeits, Standings};
use super::stats::{Decision, Estimate, Interval, Pentanomial, Sprt, Tally};
use super::tournament::Tournament;

/// The result of a match so far.
#[derive(Clone, Debug, Serialize)]
pub struct MatchSummary {
    /// The number of finished games.
    pub played: u64,
    /// The number of games in the schedule.
    pub scheduled: u32,
    /// Whether the match is over, and why.
    pub state: MatchState,
    /// The number of games in which the searches had to share processors, so that times and losses on time say little
    /// about the engines.
    pub overloaded: u64,
    /// Results by engine.
    pub engines: Vec<EngineSummary>,
    /// Results by pairing.
    pub encounters: Vec<EncounterSummary>,
    /// The sequential test, if any.
    pub sprt: Option<SprtSummary>,
    /// Results from Red's point of view.
    pub by_color: Tally,
    /// The number of games by kind of ending.
    pub endings: BTreeMap<&'static str, u64>,
    /// The number of plies played in all games, book moves excluded.
    pub plies: u64,
    /// The second opinion, if any.
    pub second_opinion: Option<Review>,
}

/// The state of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchState {
    /// There are games left to play.
    Running,
    /// All games in the schedule are over.
    Complete,
    /// The sequential test is decided.
    Decided,
}

/// The results of an engine against all others.
#[derive(Clone, Debug, Serialize)]
pub struct EngineSummary {
    /// The engine's name in reports.
    pub name: String,
    /// The engine's limits; written to files as text.
    #[serde(serialize_with = "as_text")]
    pub limits: EngineLimits,
    /// The engine's results.
    pub games: Tally,
    /// The engine's strength; `None` before its first game.
    #[serde(flatten)]
    pub strength: Option<StrengthSummary>,
    /// Nodes per second; `None` if the engine reported no nodes.
    pub nps: Option<f64>,
    /// Mean depth of the engine's searches, in plies; `None` if it reported none.
    pub depth: Option<f64>,
    /// Mean time per move, in milliseconds; `None` before the engine's first move.
    pub ms_per_move: Option<f64>,
    /// The longest time for a move, in milliseconds.
    pub slowest_ms: f64,
    /// The number of games lost on time.
    pub time_losses: u64,
    /// The number of games lost through faults, by kind of fault.
    pub faults: BTreeMap<&'static str, u64>,
}

fn as_text<S: Serializer>(limits: &EngineLimits, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(limits)
}

/// The results between two engines, from the first one's point of view.
#[derive(Clone, Debug, Serialize)]
pub struct EncounterSummary {
    /// The engines' names.
    pub engines: [String; 2],
    /// Results of individual games.
    pub games: Tally,
    /// The games that each engine forfeited.
    pub forfeits: [Forfeits; 2],
    /// Results of pairs of games with the same opening and colours exchanged.
    pub pairs: Pentanomial,
    /// Share of drawn games, 0 to 1; `None` before the first game.
    pub draw_ratio: Option<f64>,
    /// The strength of the first engine against the second; `None` before the first game.
    #[serde(flatten)]
    pub strength: Option<StrengthSummary>,
}

/// Strength with 95 % intervals as `[value, low, high]`. In JSON, infinite values are null.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct StrengthSummary {
    /// Mean points per game, 0 to 1.
    pub score: [f64; 3],
    /// Logistic Elo.
    pub elo: [f64; 3],
    /// Normalized Elo; `None` if all results are equal.
    pub normalised_elo: Option<[f64; 3]>,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
}

/// The state of a sequential test.
#[derive(Clone, Debug, Serialize)]
pub struct SprtSummary {
    /// The lower hypothesis, in the model's Elo.
    pub elo0: f64,
    /// The upper hypothesis, in the model's Elo.
    pub elo1: f64,
    /// The model: `logistic` or `normalized`.
    pub model: String,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The ratio at or below which the lower hypothesis is accepted.
    pub lower: f64,
    /// The ratio at or above which the upper hypothesis is accepted.
    pub upper: f64,
    /// The accepted hypothesis, `H0` or `H1`; `None` while the test is undecided.
    pub accepted: Option<&'static str>,
}

impl From<Estimate> for StrengthSummary {
    fn from(estimate: Estimate) -> Self {
        Self {
            score: triple(estimate.score),
            elo: triple(estimate.elo),
            normalised_elo: estimate.normalised_elo.map(triple),
            los: estimate.superiority,
        }
    }
}

fn triple(interval: Interval) -> [f64; 3] {
    [interval.value, interval.low, interval.high]
}

impl SprtSummary {
    /// The state of a test, given the games of an encounter.
    pub fn new(sprt: &Sprt, encounter: &Encounter) -> Self {
        let llr = sprt.llr(encounter.sample());
        let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
        let accepted = match sprt.decide(llr) {
            Decision::Continue => None,
            Decision::AcceptH0 => Some("H0"),
            Decision::AcceptH1 => Some("H1"),
        };
        Self { elo0, elo1, model: sprt.model().to_string(), llr, lower, upper, accepted }
    }
}

impl MatchSummary {
    /// The result of a tournament so far.
    pub fn new(
        tournament: &Tournament,
        standings: &Standings,
        second_opinion: Option<Review>,
    ) -> Self {
        let limits: Vec<EngineLimits> =
            tournament.plan.engines.iter().map(|engine| engine.limits).collect();
        let scheduled = tournament.schedule.len();
        let sprt = tournament.plan.sprt.as_ref();
        let summary = Self::of(&tournament.names, &limits, scheduled, standings, sprt);
        Self { second_opinion, ..summary }
    }

    /// The result so far of a match between these engines with `scheduled` games.
    pub(super) fn of(
        names: &[String],
        limits: &[EngineLimits],
        scheduled: u32,
        standings: &Standings,
        sprt: Option<&Sprt>,
    ) -> Self {
        let engines = names.iter().zip(limits).zip(&standings.performances);
        let engines = engines.map(|((name, &limits), performance)| EngineSummary {
            name: name.clone(),
            limits,
            games: performance.games,
            strength: performance.estimate().map(StrengthSummary::from),
            nps: performance.nps(),
            depth: performance.depth(),
            ms_per_move: performance.time_per_move().map(|time| time.as_secs_f64() * 1000.0),
            slowest_ms: performance.slowest.as_secs_f64() * 1000.0,
            time_losses: performance.time_losses(),
            faults: performance.faults.clone(),
        });
        let encounters = standings.encounters.iter().map(|encounter| EncounterSummary {
            engines: encounter.engines.map(|index| names[index].clone()),
            games: encounter.games,
            forfeits: encounter.forfeits,
            pairs: encounter.pairs,
            draw_ratio: encounter.games.draw_ratio(),
            strength: encounter.estimate().map(StrengthSummary::from),
        });
        let sprt = sprt
            .zip(standings.encounters.first())
            .map(|(sprt, encounter)| SprtSummary::new(sprt, encounter));
        let decided = sprt.as_ref().is_some_and(|sprt| sprt.accepted.is_some());
        let complete = standings.games() >= u64::from(scheduled);
        Self {
            played: standings.games(),
            scheduled,
            state: match (decided, complete) {
                (true, _) => MatchState::Decided,
                (false, true) => MatchState::Complete,
                (false, false) => MatchState::Running,
            },
            overloaded: standings.overloaded,
            engines: engines.collect(),
            encounters: encounters.collect(),
            sprt,
            by_color: standings.by_color,
            endings: standings.endings.clone(),
            plies: standings.plies,
            second_opinion: None,
        }
    }
}
