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
use super::openings::{Book, BookError, BookSettings, BrokenOpening};
use super::plan::{MatchPlan, PlanError};
use super::processors::{ProcessorsError, choose_processors};
use super::schedule::TournamentFormat;
use super::settings::{EngineSettings, SettingError};
use super::stats::{Sprt, SprtError};

/// All settings of a match. Missing settings take their defaults. The fields are named after the keys in files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct MatchSpec {
    /// The settings of each engine.
    pub engine: Vec<Words>,
    /// Settings for all engines, which an engine's own settings override.
    pub each: Words,
    /// The pairing of the engines.
    pub tournament: Option<TournamentForm>,
    /// The number of engines in the gauntlet.
    pub seeds: Option<u32>,
    /// The number of rounds.
    pub rounds: Option<u32>,
    /// Games per encounter.
    pub games: Option<u32>,
    /// Whether each engine keeps its colour instead of swapping it between games.
    pub noswap: bool,
    /// The openings, set by the words of [`BookSettings`].
    pub openings: Words,
    /// The seed for the random order of openings.
    pub srand: Option<u64>,
    /// The number of games played at a time.
    #[serde(alias = "concurrency")]
    pub jobs: Option<u32>,
    /// The processors to which games are bound: a list, or `all`.
    pub use_affinity: Option<String>,
    /// What clocks measure.
    pub clock: Option<ClockKind>,
    /// The sequential test.
    pub sprt: Words,
    /// The rules on repetition.
    pub rules: Option<RuleSet>,
    /// The number of full moves without a capture after which the game is drawn; 0 for never.
    pub move_limit: Option<u32>,
    /// When a side loses because of its scores.
    pub resign: Words,
    /// When a game is drawn because of both sides' scores.
    pub draw: Words,
    /// The number of full moves after which the game is drawn.
    pub maxmoves: Option<u32>,
    /// Folders of endgame tables by which games are adjudicated, separated by `;`.
    pub tables: Option<String>,
    /// The maximum time from the start of an engine to the end of its greeting, in milliseconds.
    pub startup_ms: Option<u32>,
    /// The maximum time for `readyok` and for the answer to `stop`, in milliseconds.
    pub ping_ms: Option<u32>,
    /// The maximum time for a move that no clock limits, in milliseconds.
    pub stall_ms: Option<u32>,
    /// The folder for journal, games, logs and result.
    pub out: Option<PathBuf>,
    /// Whether to remove the games that are already in the folder.
    pub fresh: bool,
    /// The notation of the moves.
    pub notation: Option<MoveNotation>,
    /// The games whose conversations with the engines are kept.
    pub log: Option<KeepLogs>,
    /// The name of the event.
    pub event: Option<String>,
    /// Another file to which the games are written.
    pub pgnout: Option<PathBuf>,
    /// The `Site` tag.
    pub site: Option<String>,
    /// The number of games between two reports.
    pub ratinginterval: Option<u32>,
    /// Whether the result is printed as JSON.
    pub json: bool,
    /// A program that judges the finished games as well.
    pub second_opinion: Option<String>,
}

/// The keys whose values are whole numbers, with minimum and maximum.
const WHOLE: &[(&str, u64, Option<u64>)] = &[
    ("seeds", 1, None),
    ("rounds", 1, Some(10_000_000)),
    ("games", 1, Some(2)),
    ("srand", 0, Some(i64::MAX as u64)),
    ("jobs", 1, Some(1024)),
    ("concurrency", 1, Some(1024)),
    ("move-limit", 0, Some(500)),
    ("maxmoves", 1, None),
    ("startup-ms", 1, None),
    ("ping-ms", 1, None),
    ("stall-ms", 1, None),
    ("ratinginterval", 0, None),
];

/// The pairing of the engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TournamentForm {
    /// Every engine plays every other.
    #[serde(alias = "round-robin")]
    Roundrobin,
    /// The first `seeds` engines each play all the others.
    Gauntlet,
}

/// The kind of time that clocks measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClockKind {
    /// Elapsed time.
    Wall,
    /// Processor time.
    Cpu,
}

/// The notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveNotation {
    /// Coordinates.
    Iccs,
    /// WXF.
    Wxf,
    /// Simplified Chinese.
    #[serde(alias = "simplified")]
    Chinese,
    /// Traditional Chinese.
    Traditional,
}

impl MoveNotation {
    /// The format of moves in this notation.
    #[must_use]
    pub const fn format(self) -> MoveFormat {
        match self {
            Self::Iccs => MoveFormat::Iccs,
            Self::Wxf => MoveFormat::Wxf,
            Self::Chinese => MoveFormat::Chinese(Script::Simplified),
            Self::Traditional => MoveFormat::Chinese(Script::Traditional),
        }
    }
}

/// A group of settings, as words of the form `key=value`. It can also be read from a table, or from a text with spaces
/// between the words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Words(pub Vec<String>);

impl Words {
    fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Passes the words to `read`, unless there are none.
    fn read<'a, T, E: Into<Reason>>(
        &'a self,
        key: &str,
        read: impl FnOnce(Vec<&'a str>) -> Result<T, E>,
    ) -> Result<Option<T>, SpecError> {
        let words: Vec<&str> = self.iter().collect();
        if words.is_empty() {
            return Ok(None);
        }
        read(words).map(Some).map_err(|error| SpecError::within(key, error))
    }
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(text.split_whitespace().map(str::to_owned).collect()),
            Value::Array(words) => words.iter().map(scalar).collect::<Option<_>>().ok_or("words"),
            Value::Table(group) => pairs(&group),
            _ => Err("a table"),
        };
        words.map(Self).map_err(|expected| de::Error::custom(format!("expected {expected}")))
    }
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
pub enum SpecError {
    /// Invalid TOML.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// Invalid JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// An unknown key.
    #[error("unknown key `{key}`{}", near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    UnknownKey {
        /// The key.
        key: String,
        /// A key with a similar name.
        near: Option<String>,
    },
    /// A number is malformed or out of range.
    #[error("{key} = {value}: expected a whole number{}", match most {
        Some(most) => format!(" from {least} to {most}"),
        None => format!(", at least {least}"),
    })]
    Range {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The minimum.
        least: u64,
        /// The maximum.
        most: Option<u64>,
    },
    /// A value has the wrong type.
    #[error("{key}: {reason}")]
    Value {
        /// The key.
        key: String,
        /// The message from serde.
        reason: String,
    },
    /// A value is invalid.
    #[error("{key}: {reason}")]
    Within {
        /// The key, with an index or value where this helps.
        key: String,
        /// The reason.
        #[source]
        reason: Reason,
    },
    /// `seeds` is set in a round robin.
    #[error("`seeds` requires `tournament = \"gauntlet\"`")]
    Seeds,
    /// Processor time is not available on this system.
    #[error("clock = \"cpu\" requires Linux")]
    Clock,
    /// The plan is invalid.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// Why a value within a group is invalid.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// A setting is invalid.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The sequential test is invalid.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// The openings file is invalid.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The list of processors is invalid.
    #[error(transparent)]
    Processors(#[from] ProcessorsError),
    /// The endgame tables cannot be used.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The plan is invalid.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

impl SpecError {
    fn within(key: impl Into<String>, reason: impl Into<Reason>) -> Self {
        Self::Within { key: key.into(), reason: reason.into() }
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
        for (key, value) in &mut table {
            if let Some(&(_, least, most)) = WHOLE.iter().find(|(name, ..)| name == key) {
                let text = scalar(value).unwrap_or_default();
                let fits =
                    |number: &u64| *number >= least && most.is_none_or(|most| *number <= most);
                let number = parse_count(&text).filter(fits);
                let number = number.and_then(|number| i64::try_from(number).ok());
                let key = key.clone();
                *value = number.ok_or(SpecError::Range { key, value: text, least, most })?.into();
            }
            // The keys are read one at a time, so that errors can name the key.
            Self::deserialize(Table::from_iter([(key.clone(), value.clone())])).map_err(
                |error| {
                    let (key, reason) = (key.clone(), error.message());
                    match reason.strip_prefix("unknown field ") {
                        Some(names) => SpecError::UnknownKey { near: near(&key, names), key },
                        None => SpecError::Value { key, reason: reason.trim_end().to_owned() },
                    }
                },
            )?;
        }
        Ok(Self::deserialize(table)?)
    }

    /// The range of values for a numeric key; unbounded for other keys.
    #[must_use]
    pub fn range(key: &str) -> (Bound<u64>, Bound<u64>) {
        let known = WHOLE.iter().find(|(name, ..)| *name == key);
        let (least, most) = known.map_or((0, None), |&(_, least, most)| (least, most));
        (Bound::Included(least), most.map_or(Bound::Unbounded, Bound::Included))
    }

    /// Combines two specs: these settings take precedence over those of `other`. The engines of both take part; groups
    /// other than `each` are not merged.
    ///
    /// # Panics
    /// If a path is not UTF-8, which cannot happen for a spec that was read.
    #[must_use]
    pub fn over(self, other: Self) -> Self {
        let engine = [&other.engine[..], &self.engine].concat();
        let each = Words([&other.each.0[..], &self.each.0].concat());
        let table = |spec| Table::try_from(spec).expect("a spec is a TOML table");
        let mut all = table(other);
        all.extend(table(self).into_iter().filter(|(_, value)| match value {
            Value::Boolean(said) => *said,
            Value::Array(words) => !words.is_empty(),
            _ => true,
        }));
        let all = Self::deserialize(all).expect("the settings form a valid spec");
        Self { engine, each, ..all }
    }

    /// The plan of the match, and the broken games in its openings file. Starts no engine.
    ///
    /// # Errors
    /// If the match is invalid, or its openings cannot be read.
    pub fn plan(&self) -> Result<(MatchPlan, Vec<BrokenOpening>), SpecError> {
        let engine = |(index, own): (usize, &Words)| {
            // An engine's own settings override those of `each`.
            EngineSettings::from_words(self.each.iter().chain(own.iter()))
                .map_err(|error| SpecError::within(format!("engine {}", index + 1), error))
        };
        let engines = self.engine.iter().enumerate().map(engine).collect::<Result<Vec<_>, _>>()?;
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
            sprt: self.sprt.read("sprt", |words| words.join(" ").parse::<Sprt>())?,
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
        let moves = self.move_limit.and_then(|moves| u16::try_from(2 * moves).ok());
        let millis = |wish: Option<u32>, default| {
            wish.map_or(default, |millis| Duration::from_millis(u64::from(millis)))
        };
        let defaults = Patience::default();
        Ok(Conditions {
            rules: Rules {
                set: self.rules.unwrap_or_default(),
                draw_plies: moves.unwrap_or(Rules::default().draw_plies),
            },
            adjudication: Adjudication {
                resign: self.resign.read("resign", Resign::from_words)?,
                draw: self.draw.read("draw", Draw::from_words)?,
                max_moves: self.maxmoves,
            },
            charge,
            patience: Patience {
                startup: millis(self.startup_ms, defaults.startup),
                ready: millis(self.ping_ms, defaults.ready),
                thinking: millis(self.stall_ms, defaults.thinking),
            },
        })
    }

    /// The openings, the file they come from, and its broken games.
    fn book(&self) -> Result<(Option<String>, Book, Vec<BrokenOpening>), SpecError> {
        let Some(settings) = self.openings.read("openings", BookSettings::from_words)? else {
            return Ok((None, Book::startpos(), Vec::new()));
        };
        match Book::open(&settings, self.srand.unwrap_or(1)) {
            Ok((book, broken)) => Ok((Some(settings.file), book, broken)),
            // These errors name the file themselves, or do not concern it.
            Err(error @ (BookError::Start { .. } | BookError::Folder(_))) => {
                Err(SpecError::within("openings", error))
            }
            Err(BookError::InFile { file, error }) => Err(SpecError::within(file, *error)),
            Err(error) => Err(SpecError::within(settings.file, error)),
        }
    }
}

/// The name most similar to the key, among those in backticks.
fn near(key: &str, names: &str) -> Option<String> {
    let likeness = |known: &&str| strsim::jaro(key, known);
    let known = names.split('`').skip(3).step_by(2).filter(|known| likeness(known) > 0.8);
    known.max_by(|a, b| likeness(a).total_cmp(&likeness(b))).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> MatchSpec {
        MatchSpec::from_toml(text).unwrap()
    }

    fn words(words: &[&str]) -> Words {
        Words(words.iter().map(|&word| word.to_owned()).collect())
    }

    #[test]
    fn files_and_json_have_the_same_keys() {
        let spec = read(
            "rounds = '1k'\nnoswap = true\njson = false\nout = 'here'\nconcurrency = 2\n\
             [openings]\nfile = 'book.fen'\norder = 'random'\n\
             [each]\ntc = '1+0.01'\n[each.option]\nThreads = 2\nHash = 16\n\
             [[engine]]\ncmd = 'a b'\nargs = ['-x', 'y z']\nponder = true\n\
             [[engine]]\ncmd = 'c'\nnodes = 5",
        );
        assert_eq!(
            (spec.rounds, spec.noswap, spec.json, spec.jobs),
            (Some(1000), true, false, Some(2))
        );
        assert_eq!(spec.openings, words(&["file=book.fen", "order=random"]));
        // The words are in the order in which they are sent.
        assert_eq!(spec.each, words(&["tc=1+0.01", "option.Threads=2", "option.Hash=16"]));
        let engines =
            [words(&["cmd=a b", "args=-x 'y z'", "ponder=true"]), words(&["cmd=c", "nodes=5"])];
        assert_eq!(spec.engine, engines);
        let json =
            r#"{"engine": [["cmd=a"], {"cmd": "b"}], "sprt": "elo0=0 elo1=5", "move-limit": 0}"#;
        let spec = MatchSpec::from_json(json).unwrap();
        assert_eq!(spec.engine, [words(&["cmd=a"]), words(&["cmd=b"])]);
        assert_eq!((spec.sprt, spec.move_limit), (words(&["elo0=0", "elo1=5"]), Some(0)));
    }

    #[test]
    fn the_command_line_goes_over_the_file() {
        let file = read(
            "rounds = 5\nsrand = 7\nfresh = true\neach = 'st=1'\n[sprt]\nelo0 = 0\nelo1 = 5\n[[engine]]\ncmd = 'a'",
        );
        let line = read("rounds = 9\neach = 'st=2'\nsprt = 'elo0=1 elo1=2'\n[[engine]]\ncmd = 'b'");
        let spec = line.over(file);
        assert_eq!((spec.rounds, spec.srand, spec.fresh), (Some(9), Some(7), true));
        assert_eq!(spec.sprt, words(&["elo0=1", "elo1=2"]));
        assert_eq!(spec.each, words(&["st=1", "st=2"]));
        assert_eq!(spec.engine, [words(&["cmd=a"]), words(&["cmd=b"])]);
    }

    #[test]
    fn refusals_name_the_key() {
        for (text, expected) in [
            ("rounds = 'many'", "rounds = many: expected a whole number from 1 to 10000000"),
            ("rounds = -1", "rounds = -1: expected a whole number from 1 to 10000000"),
            ("stall-ms = 0", "stall-ms = 0: expected a whole number, at least 1"),
            ("noswap = 'perhaps'", "noswap: invalid type: string \"perhaps\", expected a boolean"),
            ("wheels = 4", "unknown key `wheels`"),
            ("round = 4", "unknown key `round`; did you mean `rounds`?"),
            ("engines = 4", "unknown key `engines`; did you mean `engine`?"),
            ("clock = 'sand'", "clock: unknown variant `sand`, expected `wall` or `cpu`"),
            ("engine = 5", "engine: invalid type: integer `5`, expected a sequence"),
            ("each = 5", "each: expected a table"),
            ("[noswap]\nx = 1", "noswap: invalid type: map, expected a boolean"),
            ("[openings]\nfile = [[1]]", "openings: expected text, a number, true or false"),
        ] {
            let error = MatchSpec::from_toml(text).unwrap_err().to_string();
            assert_eq!(error, expected, "{text}");
        }
        let error = MatchSpec::from_toml("rounds 5").unwrap_err().to_string();
        assert!(error.contains("line 1"), "{error}");
    }

    #[test]
    fn what_is_no_match_is_refused_with_its_place() {
        let two = "[[engine]]\ncmd = 'a'\nnodes = 1\n[[engine]]\ncmd = 'b'\n";
        for (text, expected) in [
            ("", "a match needs at least two engines; 0 are given; add --engine"),
            (two, "engine 2: no time control"),
            ("each = 'hash=5'\n", "engine 1: unknown setting `hash`"),
            ("each = 'st=1'\nseeds = 1\n", "`seeds` requires"),
            ("each = 'st=1'\ntournament = 'gauntlet'\nseeds = 2\n", "seeds 2: a gauntlet of 2"),
            ("each = 'st=1'\nsprt = 'elo0=5 elo1=0'\n", "sprt: elo0 must be less"),
            ("each = 'st=1'\nresign = 'moves=5'\n", "resign: unknown setting `moves`"),
            ("each = 'st=1'\nopenings = 'file=/no/book'\n", "/no/book: "),
        ] {
            let engines = if text.contains('=') && text != two { two } else { "" };
            let error = read(&format!("{text}{engines}")).plan().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
