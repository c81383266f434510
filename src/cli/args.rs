//! Arguments that several commands share.

use std::io;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::{UsageError, suggestions};
use crate::failure::{self, Failure};
use chuhe_engine::engine::config::{Config, ConfigError};
use chuhe_engine::engine::options::{self, Kind, OptionSpec};
use chuhe_engine::engine::{EngineError, EngineSource};
use chuhe_engine::memory::MemoryLimit;
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::notation::chinese::Script;
use chuhe_engine::rules::RuleSet;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_util::duration::parse_duration;

/// Parses a value; errors are in the thread's language.
pub(super) fn localized<T: FromStr<Err: Localize>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.localize())
}

/// Parses the name of a rule set.
pub(super) fn rule_set() -> impl TypedValueParser<Value = RuleSet> {
    PossibleValuesParser::new(RuleSet::ALL.map(RuleSet::name)).try_map(|name| name.parse())
}

/// The engine's settings.
#[derive(Debug, Args)]
pub(super) struct EngineArgs {
    /// Number of search threads; 0 for one per core
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    threads: OptionSetting,

    /// Size of the transposition table in MB [default: 64 for each thread; for several positions 16, or less with a low --nodes]
    #[arg(long, value_name = "MB", value_parser = parse_hash)]
    hash: Option<OptionSetting>,

    /// Set any option listed by `chuhe options`; can be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = OptionSetting::parse)]
    // Other engines do not know these options; theirs are set by option.NAME=VALUE.
    #[cfg_attr(feature = "arena", arg(conflicts_with = "engine"))]
    options: Vec<OptionSetting>,

    #[command(flatten)]
    other: OtherEngineArgs,
}

impl EngineArgs {
    /// The engines to search with, at least one.
    pub(super) fn sources(&self) -> failure::Result<Vec<EngineSource>> {
        self.other.sources()
    }

    /// A configuration with these options. The transposition table has `hash_mb` MB unless an option sets its size.
    pub(super) fn config(&self, hash_mb: u32) -> Config {
        let memory = MemoryLimit::of_control_groups();
        let mut config = Config { hash_mb, memory, ..Config::default() };
        for setting in self.hash.iter().chain([&self.threads]).chain(&self.options) {
            log::info!("option {} = {}", setting.name, setting.value);
            setting.apply(&mut config);
        }
        config
    }
}

/// Another engine than chuhe's own.
#[derive(Debug, Default, Args)]
pub(super) struct OtherEngineArgs {
    #[cfg(feature = "arena")]
    #[command(flatten)]
    engine: super::engines::EngineWords,
}

impl OtherEngineArgs {
    /// The only engine to search with; see [`OtherEngineArgs::sources`].
    ///
    /// # Errors
    /// If another engine cannot be used, or several are given.
    pub(super) fn source(&self) -> failure::Result<EngineSource> {
        let mut sources = self.sources()?;
        match (sources.pop(), sources.is_empty()) {
            (Some(source), true) => Ok(source),
            _ => Err(UsageError(tr!("engines-one")).into()),
        }
    }

    /// The engines to search with, at least one. Another engine than chuhe's own is started once, to check that it
    /// works and to learn its name.
    ///
    /// # Errors
    /// If another engine cannot be used, or two have the same name.
    #[cfg_attr(
        not(feature = "arena"),
        expect(
            clippy::unused_self,
            clippy::unnecessary_wraps,
            reason = "other engines need arena"
        )
    )]
    pub(super) fn sources(&self) -> failure::Result<Vec<EngineSource>> {
        #[cfg(feature = "arena")]
        if !self.engine.0.is_empty() {
            return super::engines::sources(&self.engine.0);
        }
        Ok(vec![EngineSource::default()])
    }
}

/// The error for a search that failed. The message says what the user can do.
pub(super) fn search_error(error: EngineError) -> Failure {
    match error {
        EngineError::Config(error) => match Arc::try_unwrap(error) {
            Ok(error) => engine_error(error),
            Err(error) => EngineError::Config(error).into(),
        },
        error => error.into(),
    }
}

/// The error for a thread that cannot be started.
pub(super) fn thread_error(error: io::Error) -> Failure {
    ConfigError::Threads(error).into()
}

/// The error for an engine that cannot be set up. The message says what the user can do.
pub(super) fn engine_error(error: ConfigError) -> Failure {
    match error {
        ConfigError::Table(error) => {
            Failure::new(tr!("engine-table-refused", error = error.localize()))
        }
        error => error.into(),
    }
}

/// Parses a time of up to a year: milliseconds, or a number with a unit.
pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    // With this limit, sums of times cannot overflow.
    parse_duration(text, Duration::from_millis(1))
        .filter(|time| (1..=31_536_000_000).contains(&time.as_millis()))
        .ok_or_else(|| tr!("expected-time"))
}

/// Parses the address of a server.
pub(super) fn parse_server(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    match rest {
        Some(rest) if rest.starts_with(|first: char| first.is_alphanumeric() || first == '[') => {
            Ok(text.to_owned())
        }
        _ => Err(tr!("expected-server")),
    }
}

/// An option with a valid value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionSetting {
    /// The option's name in one of the protocols.
    pub(super) name: &'static str,
    pub(super) value: String,
}

pub(super) fn parse_threads(value: &str) -> Result<OptionSetting, String> {
    OptionSetting::new("Threads", value)
}

pub(super) fn parse_hash(value: &str) -> Result<OptionSetting, String> {
    OptionSetting::new("Hash", value)
}

/// Parses the size of a table in megabytes; 0 means automatic.
pub(super) fn parse_hash_mb(value: &str) -> Result<u32, String> {
    parse_hash(value)?.value.parse().map_err(|_| tr!("expected-megabytes"))
}

pub(super) fn parse_multipv(value: &str) -> Result<OptionSetting, String> {
    OptionSetting::new("MultiPV", value)
}

impl OptionSetting {
    /// Reads `NAME=VALUE`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or_else(|| tr!("expected-setting"))?;
        Self::new(name, value)
    }

    /// Sets the option in a configuration.
    pub(super) fn apply(&self, config: &mut Config) {
        let set = options::find(self.name).map(|spec| spec.set(config, &self.value));
        debug_assert!(matches!(set, Some(Ok(_))), "{self:?} was checked");
    }

    fn new(name: &str, value: &str) -> Result<Self, String> {
        let spec = options::find(name.trim()).ok_or_else(|| unknown_option(name.trim()))?;
        let value = value.trim();
        check_kind(spec, value)?;
        spec.set(&mut Config::default(), value).map_err(|error| error.localize())?;
        let name = spec.names().next().unwrap_or_default();
        let number = match spec.kind {
            Kind::Spin { .. } => spec.number(value).map(|number| number.to_string()),
            _ => None,
        };
        Ok(Self { name, value: number.unwrap_or_else(|| value.to_owned()) })
    }
}

/// The message for an option that does not exist.
fn unknown_option(name: &str) -> String {
    let known: Vec<String> =
        options::OPTIONS.iter().flat_map(OptionSpec::names).map(str::to_owned).collect();
    let text = tr!("option-not-listed", name = format!("{name:?}"));
    match suggestions::values(&known, name).first() {
        Some(near) => format!("{text} {}", tr!("grammar-suggestion", name = near.as_str())),
        None => text,
    }
}

/// Refuses values that the options accept only because some hosts send them.
fn check_kind(spec: &OptionSpec, value: &str) -> Result<(), String> {
    match spec.kind {
        Kind::Spin { min, max, .. } => {
            let least = if spec.takes_zero() { 0 } else { min };
            let range = i128::from(least)..=i128::from(max);
            let fits = spec.number(value).is_some_and(|number| range.contains(&number));
            fits.then_some(()).ok_or_else(|| tr!("expected-range", least = least, most = max))
        }
        Kind::Button(_) | Kind::Variant => Err(tr!("option-for-hosts")),
        Kind::Check(_)
        | Kind::Grade { .. }
        | Kind::EvalFile(_)
        | Kind::TablePath(_)
        | Kind::BookFile(_)
        | Kind::RuleSet(_) => Ok(()),
    }
}

/// The environment variable for the default notation.
pub(super) const NOTATION_VARIABLE: &str = "CHUHE_NOTATION";

/// The notation of a command's output.
#[derive(Debug, Args)]
pub(super) struct NotationArgs {
    /// Notation for moves in the output; input may use any notation [default: iccs in PGN, otherwise coordinates]
    #[arg(long, value_name = "NOTATION", value_enum, env = NOTATION_VARIABLE, hide_env_values = true)]
    notation: Option<Notation>,
}

impl NotationArgs {
    /// The format of moves outside PGN.
    pub(super) fn format(&self) -> MoveFormat {
        self.notation.unwrap_or(Notation::Coordinates).format()
    }

    /// The format of moves in PGN.
    pub(super) fn pgn_format(&self) -> MoveFormat {
        self.notation.unwrap_or(Notation::Iccs).format()
    }
}

/// The notations of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Notation {
    /// Coordinates as in the protocols: h2e2
    Coordinates,
    /// Coordinates as in PGN: H2-E2
    Iccs,
    /// WXF: C2.5
    Wxf,
    /// Chinese in simplified characters: 炮二平五
    #[value(alias = "simplified")]
    Chinese,
    /// Chinese in traditional characters: 炮二平五, with 車 and 馬
    Traditional,
}

impl Notation {
    /// The notation set in the environment, if any.
    pub(super) fn of_environment() -> Result<Option<Self>, UsageError> {
        let Some(word) = std::env::var_os(NOTATION_VARIABLE).filter(|word| !word.is_empty()) else {
            return Ok(None);
        };
        let word = word.to_string_lossy();
        Self::from_str(&word, true).map(Some).map_err(|_| {
            let known: Vec<String> = Self::value_variants()
                .iter()
                .filter_map(|notation| Some(notation.to_possible_value()?.get_name().to_owned()))
                .collect();
            let known = known.join(&tr!("list-separator"));
            UsageError(tr!(
                "expected-one-of",
                name = NOTATION_VARIABLE,
                value = word,
                valid = known
            ))
        })
    }

    /// The engine's move format for this notation.
    pub(super) fn format(self) -> MoveFormat {
        match self {
            Self::Coordinates => MoveFormat::Coordinates,
            Self::Iccs => MoveFormat::Iccs,
            Self::Wxf => MoveFormat::Wxf,
            Self::Chinese => MoveFormat::Chinese(Script::Simplified),
            Self::Traditional => MoveFormat::Chinese(Script::Traditional),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_have_addresses_of_the_web() {
        for text in ["http://www.chessdb.cn", "https://127.0.0.1:8080/x", "http://[::1]:8080"] {
            assert_eq!(parse_server(text).as_deref(), Ok(text));
        }
        for text in ["~", "", "www.chessdb.cn", "http://", "https:///x", "ftp://a.b"] {
            assert!(parse_server(text).unwrap_err().starts_with("expected an address"), "{text}");
        }
    }

    #[test]
    fn times_have_units() {
        let millis = |text| parse_time(text).map(|time| time.as_millis());
        assert_eq!(millis("250"), Ok(250));
        assert_eq!(millis("250ms"), Ok(250));
        assert_eq!(millis("5s"), Ok(5000));
        assert_eq!(millis("2m"), Ok(120_000));
        assert_eq!(millis("2min"), Ok(120_000));
        assert_eq!(millis("1h"), Ok(3_600_000));
        for bad in ["", "s", "-5", "-5s", "5x", "0", "0s", "99999999999999h", "1é"] {
            assert!(millis(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn options_are_checked_like_words_of_a_person() {
        let setting = OptionSetting::parse("hashsize = 32").unwrap();
        assert_eq!((setting.name, setting.value.as_str()), ("Hash", "32"));
        assert_eq!(OptionSetting::parse("threads=0").unwrap().name, "Threads");
        assert_eq!(OptionSetting::parse("pruning=small").unwrap().value, "small");
        for (text, reason) in [
            ("Hash", "NAME=VALUE"),
            ("Hsah=3", "(did you mean 'Hash'?)"),
            ("xyz=3", "unknown option"),
            ("Hash=-1", "from 0 to 65536"),
            ("MultiPV=0", "from 1 to 128"),
            ("Ponder=maybe", "true or false"),
            ("newgame=", "only a GUI"),
            ("UCI_Variant=xiangqi", "only a GUI"),
        ] {
            let error = OptionSetting::parse(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
