//! The result of a match, as programs read it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::review::Review;
use super::standings::{Encounter, Performance, Standings};
use super::stats::{Decision, Estimate, Interval, Pentanomial, Sprt, Tally};
use super::tournament::Tournament;

/// How a match stands.
#[derive(Clone, Debug, Serialize)]
pub struct MatchSummary {
    /// Games that are over.
    pub played: u64,
    /// Games of the schedule.
    pub scheduled: u32,
    /// Why there are no more games.
    pub state: State,
    /// By engine.
    pub engines: Vec<EngineSummary>,
    /// By pairing.
    pub encounters: Vec<EncounterSummary>,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtSummary>,
    /// Games won by Red, drawn, won by Black.
    pub by_color: Tally,
    /// How many games ended how.
    pub endings: BTreeMap<&'static str, u64>,
    /// Moves of both sides in all games.
    pub plies: u64,
    /// The second opinion, if there is one.
    pub second_opinion: Option<Review>,
}

/// Whether a match goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum State {
    /// There are games to play.
    Running,
    /// Every game of the schedule is over.
    Complete,
    /// The sequential test is decided.
    Decided,
}

/// An engine against all others.
#[derive(Clone, Debug, Serialize)]
pub struct EngineSummary {
    /// What reports call it.
    pub name: String,
    /// Its limits, in words.
    pub limits: String,
    /// Its games.
    pub games: Tally,
    /// Its strength.
    #[serde(flatten)]
    pub strength: Option<StrengthSummary>,
    /// Nodes per second, mean depth, mean and longest time of a move in milliseconds.
    pub nps: Option<f64>,
    /// Mean depth of its moves.
    pub depth: Option<f64>,
    /// Mean time of its moves, in milliseconds.
    pub ms_per_move: Option<f64>,
    /// Its longest move, in milliseconds.
    pub slowest_ms: f64,
    /// Games lost on time.
    pub time_losses: u64,
    /// Games lost by faults, by fault.
    pub faults: BTreeMap<&'static str, u64>,
}

/// Two engines against each other, from the view of the first.
#[derive(Clone, Debug, Serialize)]
pub struct EncounterSummary {
    /// Their names.
    pub engines: [String; 2],
    /// Their games.
    pub games: Tally,
    /// Pairs of games with one opening and both colours.
    pub pairs: Pentanomial,
    /// Share of drawn games.
    pub draw_ratio: Option<f64>,
    /// The strength of the first against the second.
    #[serde(flatten)]
    pub strength: Option<StrengthSummary>,
}

/// Strength with error bars: 95 % intervals as `[value, low, high]`; what is infinite is null.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct StrengthSummary {
    /// Points per game.
    pub score: [f64; 3],
    /// Logistic Elo.
    pub elo: [f64; 3],
    /// Normalised Elo; none where nothing varies.
    pub normalised_elo: Option<[f64; 3]>,
    /// Likelihood of superiority.
    pub los: f64,
}

/// A sequential test and where it stands.
#[derive(Clone, Debug, Serialize)]
pub struct SprtSummary {
    /// The first hypothesis, in Elo of the model.
    pub elo0: f64,
    /// The second.
    pub elo1: f64,
    /// The model.
    pub model: String,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where it accepts the first hypothesis.
    pub lower: f64,
    /// Where it accepts the second.
    pub upper: f64,
    /// `H0`, `H1`, or none yet.
    pub accepted: Option<&'static str>,
}

impl From<Estimate> for StrengthSummary {
    fn from(estimate: Estimate) -> Self {
        let triple = |interval: Interval| [interval.value, interval.low, interval.high];
        Self {
            score: triple(estimate.score),
            elo: triple(estimate.elo),
            normalised_elo: estimate.normalised_elo.map(triple),
            los: estimate.superiority,
        }
    }
}

impl SprtSummary {
    /// Where a test stands with the games of an encounter.
    #[must_use]
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
    /// How a tournament stands.
    #[must_use]
    pub fn new(
        tournament: &Tournament,
        standings: &Standings,
        sprt: Option<&Sprt>,
        second_opinion: Option<Review>,
    ) -> Self {
        let engine = |(index, performance): (usize, &Performance)| EngineSummary {
            name: tournament.names[index].clone(),
            limits: tournament.engines[index].limits.to_string(),
            games: performance.games,
            strength: performance.estimate().map(StrengthSummary::from),
            nps: performance.nps(),
            depth: performance.depth(),
            ms_per_move: performance.time_per_move().map(|time| time.as_secs_f64() * 1000.0),
            slowest_ms: performance.slowest.as_secs_f64() * 1000.0,
            time_losses: performance.time_losses(),
            faults: performance.faults.clone(),
        };
        let encounter = |encounter: &Encounter| EncounterSummary {
            engines: encounter.engines.map(|index| tournament.names[index].clone()),
            games: encounter.games,
            pairs: encounter.pairs,
            draw_ratio: encounter.games.draw_ratio(),
            strength: encounter.estimate().map(StrengthSummary::from),
        };
        let sprt = sprt
            .zip(standings.encounters.first())
            .map(|(sprt, encounter)| SprtSummary::new(sprt, encounter));
        let decided = sprt.as_ref().is_some_and(|sprt| sprt.accepted.is_some());
        let complete = standings.games() >= u64::from(tournament.schedule.len());
        Self {
            played: standings.games(),
            scheduled: tournament.schedule.len(),
            state: match (decided, complete) {
                (true, _) => State::Decided,
                (false, true) => State::Complete,
                (false, false) => State::Running,
            },
            engines: standings.performances.iter().enumerate().map(engine).collect(),
            encounters: standings.encounters.iter().map(encounter).collect(),
            sprt,
            by_color: standings.by_color,
            endings: standings.endings.clone(),
            plies: standings.plies,
            second_opinion,
        }
    }
}
