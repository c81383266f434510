//! The description of a match by its user: one type for the command line, TOML files and JSON.
//!
//! ```
//! use chuhe_arena::MatchSpec;
//!
//! let spec = MatchSpec::from_toml(
//!     "rounds = 5\neach = { nodes = 500 }\n[[engine]]\ncmd = 'a'\n[[engine]]\ncmd = 'b'",
//! )?;
//! let (plan, _) = spec.plan()?;
//! assert_eq!(plan.schedule()?.len(), 10);
//! # Ok::<(), chuhe_arena::SpecError>(())
//! ```

use std::ops::Bound;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chuhe_engine::notation::MoveFormat;
use chuhe_engine::notation::chinese::Script;
use chuhe_engine::rules::{RuleSet, Rules};
use chuhe_engine::tables::{Tables, TablesError};
use chuhe_engine::types::parse_count;
use serde::{Deserialize, Deserializer, Serialize, de};
use toml::{Table, Value};

use super::adjudicate::{Adjudication, Draw, Resign};
use super::client::{Charge, Patience};
use super::folder::KeepLogs;
use super::game::Conditions;
use super::openings::{BookSettings, BrokenOpening, OpeningBook, OpeningBookError};
use super::plan::{MatchPlan, PlanError};
use super::processors::{ProcessorsError, choose_processors};
use super::schedule::TournamentFormat;
use super::settings::{EngineSettings, SettingError};
use super::stats::{Sprt, SprtError};

/// All settings of a match, as a match file, the command line (with the feature `clap`) or JSON contains them. Missing
/// settings take their defaults; the keys in files are the names of the flags. A group of settings is a list of words of
/// the form `key=value`; in a file, it can also be a table, or a text with spaces between the words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct MatchSpec {
    /// The settings of each engine.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(deserialize_with = "groups")]
    pub engine: Vec<Vec<String>>,

    /// Settings for all engines; those in --engine override them
    #[cfg_attr(feature = "clap", arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = ENGINES))]
    #[serde(deserialize_with = "group")]
    pub each: Vec<String>,

    /// How the engines are paired
    #[cfg_attr(feature = "clap", arg(long, value_name = "FORM", value_enum, help_heading = GAMES))]
    pub tournament: Option<TournamentForm>,

    /// Number of engines, counted from the first one listed, that play all the others in a gauntlet [default: 1]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = GAMES))]
    pub seeds: Option<u32>,

    /// Number of rounds, each with a new opening [default: 1]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = GAMES))]
    pub rounds: Option<u32>,

    /// Number of games that two engines play in a round; with 2, colours are reversed in the second game [default: 2]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = GAMES))]
    pub games: Option<u32>,

    /// Never reverse colours: the engine named first plays Red
    #[cfg_attr(feature = "clap", arg(long, help_heading = GAMES))]
    pub noswap: bool,

    /// Openings file, in any game format, or `file=embedded` for the built-in book: file=NAME format=FORMAT
    /// order=sequential|random plies=N start=N
    #[cfg_attr(feature = "clap", arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = GAMES))]
    #[serde(deserialize_with = "group")]
    pub openings: Vec<String>,

    /// Seed for the random order of openings [default: 1]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEED", help_heading = GAMES))]
    pub srand: Option<u64>,

    /// Number of games to play at once [default: 1]
    #[cfg_attr(feature = "clap", arg(short, long, visible_alias = "concurrency", value_name = "N", help_heading = GAMES))]
    #[serde(alias = "concurrency")]
    pub jobs: Option<u32>,

    /// Pin the engines of each game to one processor, from this list or from all processors (Linux)
    #[cfg_attr(feature = "clap", arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "all", help_heading = GAMES))]
    pub use_affinity: Option<String>,

    /// What the clocks measure: elapsed time, or the engine's processor time (Linux) for tests on a busy machine
    #[cfg_attr(feature = "clap", arg(long, value_name = "KIND", value_enum, help_heading = GAMES))]
    pub clock: Option<ClockKind>,

    /// Stop as soon as a sequential test reaches a verdict: elo0=A elo1=B alpha=P beta=P model=normalized|logistic
    #[cfg_attr(feature = "clap", arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = GAMES))]
    #[serde(deserialize_with = "group")]
    pub sprt: Vec<String>,

    /// Repetition rules (规则): asian, chinese or computer [default: asian]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SET", help_heading = ENDINGS, ignore_case = true))]
    pub rules: Option<RuleSet>,

    /// Declare a draw after this many full moves without a capture; 0 for never [default: 60]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = ENDINGS))]
    pub draw_moves: Option<u32>,

    /// Adjudicate a loss if a side's score is -N centipawns or lower (score=N) for M moves in a row (movecount=M); with
    /// twosided=true, the other side's score must agree
    #[cfg_attr(feature = "clap", arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = ENDINGS))]
    #[serde(deserialize_with = "group")]
    pub resign: Vec<String>,

    /// Adjudicate a draw if, after L moves (movenumber=L), both scores are within N centipawns of 0 (score=N) for M moves
    /// in a row (movecount=M)
    #[cfg_attr(feature = "clap", arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = ENDINGS))]
    #[serde(deserialize_with = "group")]
    pub draw: Vec<String>,

    /// Declare a draw after this many full moves in total
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = ENDINGS))]
    pub maxmoves: Option<u32>,

    /// Folders of endgame tables (残局库), separated by `;`; a game ends when it reaches a position in them
    #[cfg_attr(feature = "clap", arg(long, value_name = "FOLDERS", help_heading = ENDINGS))]
    pub tables: Option<String>,

    /// Time allowed for an engine to start, in milliseconds [default: 10000]
    #[cfg_attr(feature = "clap", arg(long, value_name = "MS", help_heading = TIMEOUTS))]
    pub startup_ms: Option<u32>,

    /// Time allowed for an engine to answer isready or stop, in milliseconds [default: 10000]
    #[cfg_attr(feature = "clap", arg(long, value_name = "MS", help_heading = TIMEOUTS))]
    pub ping_ms: Option<u32>,

    /// Time allowed for a move if no clock is running, in milliseconds [default: 300000]
    #[cfg_attr(feature = "clap", arg(long, value_name = "MS", help_heading = TIMEOUTS))]
    pub stall_ms: Option<u32>,

    /// Folder for the journal, games, logs and result [default: a folder in matches/ named after the match]
    #[cfg_attr(feature = "clap", arg(short, long, value_name = "FOLDER", help_heading = OUTPUT))]
    pub out: Option<PathBuf>,

    /// Start over, removing this match's games from the folder
    #[cfg_attr(feature = "clap", arg(long, help_heading = OUTPUT))]
    pub fresh: bool,

    /// Notation for moves in games.pgn [default: the value of `CHUHE_NOTATION`, otherwise iccs]
    #[cfg_attr(feature = "clap", arg(long, value_name = "NOTATION", value_enum, help_heading = OUTPUT))]
    pub notation: Option<MoveNotation>,

    /// Games whose communication with the engines is kept in logs/ [default: faults]
    #[cfg_attr(feature = "clap", arg(long, value_name = "WHICH", value_enum, help_heading = OUTPUT))]
    pub log: Option<KeepLogs>,

    /// Value of the Event tag in games.pgn
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", help_heading = OUTPUT))]
    pub event: Option<String>,

    /// Also write the games to this file, at the end or on Ctrl-C
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", help_heading = OUTPUT))]
    pub pgnout: Option<PathBuf>,

    /// Value of the Site tag in games.pgn
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", help_heading = OUTPUT))]
    pub site: Option<String>,

    /// Number of games between reports if the output is not a terminal; 0 to report only at the end [default: 10]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", help_heading = OUTPUT))]
    pub ratinginterval: Option<u32>,

    /// Print the result as JSON instead of text
    #[cfg_attr(feature = "clap", arg(long, help_heading = OUTPUT))]
    pub json: bool,

    /// Have another program judge the finished games as well, and report disagreements
    #[cfg_attr(feature = "clap", arg(long, value_name = "COMMAND", help_heading = OUTPUT))]
    pub second_opinion: Option<String>,
}

#[cfg(feature = "clap")]
const ENGINES: &str = "Engines";
#[cfg(feature = "clap")]
const GAMES: &str = "Games";
#[cfg(feature = "clap")]
const ENDINGS: &str = "Endings";
#[cfg(feature = "clap")]
const TIMEOUTS: &str = "Timeouts";
#[cfg(feature = "clap")]
const OUTPUT: &str = "Output";

/// The keys whose values are whole numbers, with minimum and maximum.
const WHOLE: &[(&str, u64, Option<u64>)] = &[
    ("seeds", 1, None),
    ("rounds", 1, Some(10_000_000)),
    ("games", 1, Some(2)),
    ("srand", 0, Some(i64::MAX as u64)),
    ("jobs", 1, Some(1024)),
    ("concurrency", 1, Some(1024)),
    ("draw-moves", 0, Some(500)),
    ("maxmoves", 1, None),
    ("startup-ms", 1, None),
    ("ping-ms", 1, None),
    ("stall-ms", 1, None),
    ("ratinginterval", 0, None),
];

/// How the engines are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum TournamentForm {
    /// Every engine plays every other
    #[cfg_attr(feature = "clap", value(alias = "round-robin"))]
    #[serde(alias = "round-robin")]
    Roundrobin,
    /// The first engines listed (--seeds sets how many) play all the others
    Gauntlet,
}

/// What clocks measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum ClockKind {
    /// Elapsed time
    Wall,
    /// Processor time
    Cpu,
}

/// The notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum MoveNotation {
    /// Coordinates as in the protocols: h2e2
    Coordinates,
    /// Coordinates as in PGN: H2-E2
    Iccs,
    /// WXF: C2.5
    Wxf,
    /// Chinese in simplified characters: 炮二平五
    #[cfg_attr(feature = "clap", value(alias = "simplified"))]
    #[serde(alias = "simplified")]
    Chinese,
    /// Chinese in traditional characters: 炮二平五, with 車 and 馬
    Traditional,
}

impl MoveNotation {
    /// The format of moves in this notation.
    pub const fn format(self) -> MoveFormat {
        match self {
            Self::Coordinates => MoveFormat::Coordinates,
            Self::Iccs => MoveFormat::Iccs,
            Self::Wxf => MoveFormat::Wxf,
            Self::Chinese => MoveFormat::Chinese(Script::Simplified),
            Self::Traditional => MoveFormat::Chinese(Script::Traditional),
        }
    }
}

/// Passes a group of settings to `read`, unless it is empty.
fn read<'a, T, E: Into<SpecError>>(
    key: &str,
    group: &'a [String],
    read: impl FnOnce(Vec<&'a str>) -> Result<T, E>,
) -> Result<Option<T>, SpecError> {
    if group.is_empty() {
        return Ok(None);
    }
    let words = group.iter().map(String::as_str).collect();
    read(words).map(Some).map_err(|error| SpecError::within(key, error))
}

fn group<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    words(&Value::deserialize(deserializer)?)
}

fn groups<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Vec<String>>, D::Error> {
    Vec::<Value>::deserialize(deserializer)?.iter().map(words).collect()
}

/// The words of a group that is a text, a list or a table.
fn words<E: de::Error>(value: &Value) -> Result<Vec<String>, E> {
    let words = match value {
        Value::String(text) => Ok(text.split_whitespace().map(str::to_owned).collect()),
        Value::Array(words) => words.iter().map(scalar).collect::<Option<_>>().ok_or("words"),
        Value::Table(group) => pairs(group),
        _ => Err("a table"),
    };
    words.map_err(|expected| E::custom(format!("expected {expected}")))
}

/// Turns a table into words: nested tables become `key.name=value`, and a list becomes one value, its items quoted if
/// necessary.
fn pairs(group: &Table) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    for (key, value) in group {
        match value {
            Value::Table(inner) => {
                for (name, value) in inner {
                    words.push(format!("{key}.{name}={}", scalar(value).ok_or(SCALAR)?));
                }
            }
            Value::Array(values) => {
                let values: Option<Vec<String>> = values.iter().map(scalar).collect();
                let values = values.ok_or(SCALAR)?;
                let text = shlex::try_join(values.iter().map(String::as_str));
                words.push(format!("{key}={}", text.map_err(|_| "text without NUL")?));
            }
            value => words.push(format!("{key}={}", scalar(value).ok_or(SCALAR)?)),
        }
    }
    Ok(words)
}

const SCALAR: &str = "text, a number, true or false";

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => Some(value.to_string()),
        Value::Datetime(_) | Value::Array(_) | Value::Table(_) => None,
    }
}

/// Why a match description is invalid.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum SpecError {
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error("unknown key `{key}`{}", near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    UnknownKey { key: String, near: Option<String> },
    #[error("{key} = {value}: expected a whole number{}", match most {
        Some(most) => format!(" from {least} to {most}"),
        None => format!(", at least {least}"),
    })]
    Range { key: String, value: String, least: u64, most: Option<u64> },
    #[error("{key}: {reason}")]
    Value { key: String, reason: String },
    #[error("{key}: {reason}")]
    Within {
        key: String,
        #[source]
        reason: Box<Self>,
    },
    #[error("`seeds` requires `tournament = \"gauntlet\"`")]
    Seeds,
    #[error("clock = \"cpu\" requires Linux")]
    Clock,
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error(transparent)]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Book(#[from] OpeningBookError),
    #[error(transparent)]
    Processors(#[from] ProcessorsError),
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error(transparent)]
    Plan(#[from] PlanError),
}

impl SpecError {
    fn within(key: impl Into<String>, reason: impl Into<Self>) -> Self {
        Self::Within { key: key.into(), reason: Box::new(reason.into()) }
    }
}

impl MatchSpec {
    /// Parses TOML.
    ///
    /// # Errors
    /// If the text is not TOML, or a key or a value is invalid.
    pub fn from_toml(text: &str) -> Result<Self, SpecError> {
        Self::from_table(text.parse()?)
    }

    /// Parses JSON.
    ///
    /// # Errors
    /// If the text is not JSON, or a key or a value is invalid.
    pub fn from_json(text: &str) -> Result<Self, SpecError> {
        Self::from_table(serde_json::from_str(text)?)
    }

    /// Reads a table that comes from either format.
    ///
    /// # Errors
    /// If a key or a value is invalid.
    pub fn from_table(mut table: Table) -> Result<Self, SpecError> {
        let keys = Self::keys();
        for (key, value) in &mut table {
            if !keys.contains(key) {
                return Err(SpecError::UnknownKey { near: near(key, &keys), key: key.clone() });
            }
            if let Some(&(_, least, most)) = WHOLE.iter().find(|(name, ..)| name == key) {
                let text = scalar(value).unwrap_or_default();
                let number = parse_count(&text)
                    .filter(|number| (least..=most.unwrap_or(u64::MAX)).contains(number))
                    .and_then(|number| i64::try_from(number).ok());
                let key = key.clone();
                *value = number.ok_or(SpecError::Range { key, value: text, least, most })?.into();
            }
            // The keys are read one at a time, so that errors can name the key.
            let alone = Table::from_iter([(key.clone(), value.clone())]);
            Self::deserialize(alone).map_err(|error| SpecError::Value {
                key: key.clone(),
                reason: error.message().trim_end().to_owned(),
            })?;
        }
        Ok(Self::deserialize(table)?)
    }

    /// All keys in files.
    fn keys() -> Vec<String> {
        let settings = serde_json::to_value(Self::default()).ok();
        let settings = settings.iter().filter_map(serde_json::Value::as_object);
        let keys = settings.flat_map(|all| all.keys().cloned());
        keys.chain(["concurrency".to_owned()]).collect()
    }

    /// The range of a key whose value is a whole number.
    pub fn range(key: &str) -> Option<(Bound<u64>, Bound<u64>)> {
        let &(_, least, most) = WHOLE.iter().find(|(name, ..)| *name == key)?;
        Some((Bound::Included(least), most.map_or(Bound::Unbounded, Bound::Included)))
    }

    /// Combines two specs: these settings take precedence over those of `other`. The engines of both take part; groups
    /// other than `each` are not merged.
    ///
    /// # Panics
    /// If a path in `other` is not UTF-8, which cannot happen in a file.
    #[must_use]
    pub fn over(mut self, other: Self) -> Self {
        let engine = [&other.engine[..], &self.engine].concat();
        let each = [&other.each[..], &self.each].concat();
        // Paths on the command line may not be UTF-8, so they do not become TOML.
        let [out, pgnout] = [self.out.take(), self.pgnout.take()];
        let table = |spec| Table::try_from(spec).expect("a spec is a TOML table");
        let mut all = table(other);
        all.extend(table(self).into_iter().filter(|(_, value)| match value {
            Value::Boolean(is_set) => *is_set,
            Value::Array(words) => !words.is_empty(),
            _ => true,
        }));
        let all = Self::deserialize(all).expect("the settings form a valid spec");
        Self { engine, each, out: out.or(all.out), pgnout: pgnout.or(all.pgnout), ..all }
    }

    /// The plan of the match, and the broken games in its openings file. Starts no engine.
    ///
    /// # Errors
    /// If the match is invalid, or its openings cannot be read.
    pub fn plan(&self) -> Result<(MatchPlan, Vec<BrokenOpening>), SpecError> {
        let mut engines = Vec::new();
        for (number, own) in (1..).zip(&self.engine) {
            // An engine's own settings override those of `each`.
            let words = self.each.iter().chain(own).map(String::as_str);
            let engine = EngineSettings::from_words(words);
            engines.push(
                engine.map_err(|error| SpecError::within(format!("engine {number}"), error))?,
            );
        }
        if engines.len() < 2 {
            return Err(PlanError::TooFewEngines(engines.len()).into());
        }
        let format = match (self.tournament, self.seeds) {
            (Some(TournamentForm::Gauntlet), seeds) => {
                TournamentFormat::Gauntlet(seeds.unwrap_or(1) as usize)
            }
            (_, Some(_)) => return Err(SpecError::Seeds),
            _ => TournamentFormat::RoundRobin,
        };
        let concurrency = self.jobs.unwrap_or(1) as usize;
        let processors = self.use_affinity.as_deref().map_or(Ok(Vec::new()), |list| {
            choose_processors(list, concurrency)
                .map_err(|error| SpecError::within(format!("use-affinity {list}"), error))
        })?;
        let (book_file, book, broken) = self.book()?;
        let tables = Tables::open(self.tables.as_deref().unwrap_or_default())
            .map_err(|error| SpecError::within("tables", error))?;
        let plan = MatchPlan {
            format,
            rounds: self.rounds.unwrap_or(1),
            games: self.games.unwrap_or(2),
            swap: !self.noswap,
            book,
            book_file,
            conditions: self.conditions()?,
            tables: Arc::new(tables),
            concurrency,
            processors,
            sprt: read("sprt", &self.sprt, |words| words.join(" ").parse::<Sprt>())?,
            ..MatchPlan::new(engines)
        };
        plan.schedule().map_err(|error| match &error {
            PlanError::NoOpponents { seeds, .. } => {
                SpecError::within(format!("seeds {seeds}"), error)
            }
            PlanError::SprtOfMany => SpecError::within("sprt", error),
            _ => error.into(),
        })?;
        Ok((plan, broken))
    }

    fn conditions(&self) -> Result<Conditions, SpecError> {
        let charge = match self.clock {
            None | Some(ClockKind::Wall) => Charge::Wall,
            Some(ClockKind::Cpu) if cfg!(target_os = "linux") => Charge::Processor,
            Some(ClockKind::Cpu) => return Err(SpecError::Clock),
        };
        let moves = self.draw_moves.and_then(|moves| u16::try_from(2 * moves).ok());
        let defaults = Patience::default();
        Ok(Conditions {
            rules: Rules {
                set: self.rules.unwrap_or_default(),
                draw_plies: moves.unwrap_or(Rules::default().draw_plies),
            },
            adjudication: Adjudication {
                resign: read("resign", &self.resign, Resign::from_words)?,
                draw: read("draw", &self.draw, Draw::from_words)?,
                max_moves: self.maxmoves,
            },
            charge,
            patience: Patience {
                startup: millis_or(self.startup_ms, defaults.startup),
                ready: millis_or(self.ping_ms, defaults.ready),
                thinking: millis_or(self.stall_ms, defaults.thinking),
            },
        })
    }

    /// The openings, the file they come from, and its broken games.
    fn book(&self) -> Result<(Option<String>, OpeningBook, Vec<BrokenOpening>), SpecError> {
        let Some(settings) = read("openings", &self.openings, BookSettings::from_words)? else {
            return Ok((None, OpeningBook::startpos(), Vec::new()));
        };
        match OpeningBook::open(&settings, self.srand.unwrap_or(1)) {
            Ok((book, broken)) => Ok((Some(settings.file), book, broken)),
            // These errors name the file themselves, or do not concern it.
            Err(error @ (OpeningBookError::Start { .. } | OpeningBookError::Folder(_))) => {
                Err(SpecError::within("openings", error))
            }
            Err(OpeningBookError::InFile { file, error }) => Err(SpecError::within(file, *error)),
            Err(error) => Err(SpecError::within(settings.file, error)),
        }
    }
}

fn millis_or(limit: Option<u32>, default: Duration) -> Duration {
    limit.map_or(default, |millis| Duration::from_millis(u64::from(millis)))
}

/// The most similar of the keys, if one is similar.
fn near(key: &str, keys: &[String]) -> Option<String> {
    let keys = keys.iter().map(|known| (strsim::jaro(key, known), known));
    let similar = keys.filter(|(likeness, _)| *likeness > 0.8);
    similar.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, known)| known.clone())
}

#[cfg(test)]
mod tests;
