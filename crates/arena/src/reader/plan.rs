//! The data that a reader needs to interpret a match's games, from the first line of the journal, the result, and the
//! running games.

use serde::Deserialize;
use serde_json::Value;

use super::super::live::LiveMatch;
use super::super::schedule::{Schedule, TournamentFormat};
use super::super::settings::EngineLimits;
use super::super::stats::{EloModel, Sprt};

/// The maximum number of engines in a match that is read.
const ENGINES_MAX: usize = 256;

/// The engines and their pairings.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    pub(super) names: Vec<String>,
    pub(super) limits: Vec<EngineLimits>,
    format: TournamentFormat,
    games: u32,
    swap: bool,
    /// The source of the openings: `startpos` or the name of a file.
    pub(super) openings: String,
}

/// The fields of the terms that are used. Other versions may have more.
#[derive(Deserialize)]
struct Terms {
    names: Vec<String>,
    engines: Vec<EngineTerms>,
    form: String,
    games: u32,
    noswap: bool,
    #[serde(default)]
    openings: Value,
}

#[derive(Deserialize)]
struct EngineTerms {
    #[serde(default)]
    limits: EngineLimits,
}

impl Plan {
    /// Extracts the plan from a journal's terms; `None` if they are invalid.
    pub(super) fn of_terms(terms: &Value) -> Option<Self> {
        let Terms { names, engines, form, games, noswap, openings } =
            Terms::deserialize(terms).ok()?;
        let format = TournamentFormat::of_name(&form)?;
        let seeds_fit = match format {
            TournamentFormat::RoundRobin => true,
            TournamentFormat::Gauntlet(seeds) => (1..names.len()).contains(&seeds),
        };
        let openings = openings.as_str().or_else(|| openings["file"].as_str());
        let fits = seeds_fit
            && (2..=ENGINES_MAX).contains(&names.len())
            && engines.len() == names.len()
            && (1..=2).contains(&games);
        fits.then(|| Self {
            names,
            limits: engines.iter().map(|engine| engine.limits).collect(),
            format,
            games,
            swap: !noswap,
            openings: openings.unwrap_or_default().to_owned(),
        })
    }

    /// The schedule of `games` games; a longer one only adds games at the end.
    pub(super) fn schedule(&self, games: u32) -> Schedule {
        let (engines, format) = (self.names.len(), self.format);
        let schedule = |rounds| Schedule::new(engines, format, rounds, self.games, self.swap);
        schedule(games / schedule(1).len().max(1))
    }
}

/// What the journal does not contain: the length of the match, and its test.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MatchGoal {
    /// The number of games in the schedule; `None` if it is not known.
    pub(super) scheduled: Option<u32>,
    /// The sequential test.
    pub(super) sprt: Option<Sprt>,
}

/// The fields of `result.json` that are used.
#[derive(Deserialize)]
pub(super) struct ResultFile {
    scheduled: u32,
    pub(super) played: u64,
    sprt: Option<ResultSprt>,
}

#[derive(Deserialize)]
struct ResultSprt {
    elo0: f64,
    elo1: f64,
    model: String,
    lower: f64,
    upper: f64,
}

impl MatchGoal {
    pub(super) fn of_live(live: &LiveMatch) -> Self {
        let sprt = live.sprt.as_ref().and_then(|text| text.parse().ok());
        Self { scheduled: Some(live.scheduled), sprt }
    }

    pub(super) fn of_result(result: &ResultFile) -> Self {
        Self {
            scheduled: Some(result.scheduled),
            sprt: result.sprt.as_ref().and_then(|sprt| {
                let model = EloModel::of_name(&sprt.model)?;
                Sprt::of_bounds((sprt.elo0, sprt.elo1), (sprt.lower, sprt.upper), model).ok()
            }),
        }
    }
}
