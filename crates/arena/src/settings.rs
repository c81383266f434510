//! The settings for one engine in a match: its program, protocol, options and limits.
//!
//! Settings are words of the form `key=value`. Keys that mean the same as in fastchess have the same names.
//!
//! ```
//! use chuhe_arena::settings::EngineSettings;
//!
//! let engine = EngineSettings::from_words(["cmd=./engine", "args=--log 'my file'", "tc=40/60+0.6"])?;
//! assert_eq!(engine.arguments, ["--log", "my file"]);
//! assert_eq!(engine.limits.to_string(), "40/60+0.6");
//! # Ok::<(), chuhe_arena::settings::SettingError>(())
//! ```

use std::env;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

use crate::offers::{VARIANT_OPTION, is_same};
use crate::phrase::Phrase;
use chuhe_engine::notation::iccs::Ranks;
use chuhe_engine::protocol::Dialect;
use chuhe_engine::types::parse_count;
use chuhe_util::files::Digest;

/// An engine and its playing conditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EngineSettings {
    /// The program: a path, or a name; see [`EngineSettings::program`].
    pub command: PathBuf,
    /// The program's arguments.
    pub arguments: Vec<String>,
    /// The directory in which the program runs; `None` for the current one.
    pub directory: Option<PathBuf>,
    /// The name in reports; `None` to use the engine's own.
    pub name: Option<String>,
    /// The protocol; `None` to detect it.
    pub dialect: Option<Dialect>,
    /// How the engine numbers ranks; if `None`, see [`EngineSettings::ranks`].
    pub ranks: Option<Ranks>,
    /// The unit of the engine's scores; `None` for the unit of its protocol.
    pub score_unit: Option<ScoreUnit>,
    /// Names and values of the engine's options, in the order in which they are set. The value of a button is empty.
    pub options: Vec<(String, String)>,
    /// The limits of the engine's searches.
    pub limits: EngineLimits,
    /// How far the engine may exceed its clock or move time; if `None`, see [`EngineSettings::margin`].
    pub margin: Option<Duration>,
    /// Whether the engine ponders.
    pub ponder: bool,
    /// Whether every game gets a new process.
    pub restart: bool,
}

/// The unit in which an engine reports its scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreUnit {
    /// Hundredths of a pawn, the unit of UCI.
    Cp,
    /// Hundredths of a horse, the unit of UCCI.
    Horse,
}

/// The limits of an engine's searches, all of which apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineLimits {
    /// A clock.
    pub clock: Option<MatchTimeControl>,
    /// A fixed time per move.
    pub move_time: Option<Duration>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Depth per move, in plies.
    pub depth: Option<u32>,
}

/// A time control: time for a number of moves or for the whole game, and an increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchTimeControl {
    /// Time at the start, which is added again after every `moves` moves.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// The number of moves per base time; `None` if the base time is for the whole game.
    pub moves: Option<u32>,
}

/// Why a setting cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum SettingError {
    #[error("{0:?} is not of the form key=value")]
    NoPair(String),
    #[error("unknown setting `{key}`; expected one of {}", .known.join(", "))]
    UnknownKey { key: String, known: &'static [&'static str] },
    #[error("{key}={value}: expected {expected}")]
    Value { key: String, value: String, expected: Box<Phrase> },
    #[error("{0} is missing")]
    Missing(&'static str),
}

/// What the values of settings can be. A Chinese text follows “应为”, so it starts with a space if its first character is a
/// Latin letter or a digit.
pub(super) mod forms {
    use crate::phrase::Phrase;

    pub(crate) const WORDS: Phrase = Phrase::new("words, with every quote closed", "引号成对的字");
    pub(crate) const PROTOCOL: Phrase = Phrase::new("ucci, uci or auto", " ucci、uci 或 auto");
    pub(crate) const COORD: Phrase = Phrase::new(
        "0 for ranks 0 to 9 or 1 for ranks 1 to 10",
        " 0（横线 0 到 9）或 1（横线 1 到 10）",
    );
    pub(crate) const SCORE_UNIT: Phrase = Phrase::new(
        "cp for hundredths of a pawn or horse for hundredths of a horse",
        " cp（百分之一兵）或 horse（百分之一马）",
    );
    pub(crate) const TIME_CONTROL: Phrase = Phrase::new(
        "a time control such as 40/60+0.6, 1:30+1, 5+0.05 or 5m+3s (moves/seconds+increment), or inf",
        "时限，如 40/60+0.6、1:30+1、5+0.05、5m+3s（着数/秒数+加秒），或 inf",
    );
    pub(crate) const SECONDS: Phrase = Phrase::new("seconds per move", "每着的秒数");
    pub(crate) const NODES: Phrase =
        Phrase::new("a number of nodes, such as 20000, 20k or 2M", "节点数，如 20000、20k 或 2M");
    pub(crate) const DEPTH: Phrase = Phrase::new("a depth in plies", "搜索深度（层）");
    pub(crate) const MILLIS: Phrase = Phrase::new("milliseconds", "毫秒数");
    pub(crate) const SWITCH: Phrase = Phrase::new("on or off", " on 或 off");
    pub(crate) const TRUTH: Phrase = Phrase::new("true or false", " true 或 false");
    pub(crate) const MOVES: Phrase = Phrase::new("a number of moves", "着数");
    pub(crate) const MOVES_POSITIVE: Phrase =
        Phrase::new("a number of moves, 1 or more", "着数，至少 1");
    pub(crate) const SCORE: Phrase = Phrase::new("a score from 0 to 30000", " 0 到 30000 的分值");
    pub(crate) const FORMAT: Phrase = Phrase::new(
        "a game format: epd, pgn, xqf, cbr, cbl, cbf, wxf, pfc, che, ubb or moves",
        "棋谱格式：epd、pgn、xqf、cbr、cbl、cbf、wxf、pfc、che、ubb 或 moves",
    );
    pub(crate) const ORDER: Phrase = Phrase::new("sequential or random", " sequential 或 random");
    pub(crate) const PLIES: Phrase = Phrase::new("a number of plies", "步数");
    pub(crate) const OPENING: Phrase =
        Phrase::new("the number of an opening, 1 or more", "第几个开局，从 1 数起");
}

/// The keys that [`EngineSettings::set`] accepts.
pub const ENGINE_KEYS: &[&str] = &[
    "cmd",
    "arg",
    "args",
    "dir",
    "name",
    "proto",
    "coord",
    "scoreunit",
    "option.NAME",
    "tc",
    "st",
    "nodes",
    "depth",
    "timemargin",
    "ponder",
    "restart",
];

impl EngineSettings {
    /// A name for results: that of the engine, followed by the options in these settings.
    pub fn described(&self, name: &str) -> String {
        let options = self.options.iter().map(|(name, value)| format!("{name}={value}"));
        let options = options.collect::<Vec<_>>().join(", ");
        if options.is_empty() { name.to_owned() } else { format!("{name} ({options})") }
    }

    /// An engine with default settings: no limits and no options.
    pub fn new(command: impl Into<PathBuf>) -> Self {
        Self {
            command: command.into(),
            arguments: Vec::new(),
            directory: None,
            name: None,
            dialect: None,
            ranks: None,
            score_unit: None,
            options: Vec::new(),
            limits: EngineLimits::default(),
            margin: None,
            ponder: false,
            restart: false,
        }
    }

    /// Parses words of the form `key=value`. If a key occurs more than once, the last value counts, except that each
    /// `arg` adds an argument.
    ///
    /// # Errors
    /// If a key is unknown, its value is invalid, or there is no `cmd`.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, SettingError> {
        let mut engine = Self::new("");
        for word in words {
            let (key, value) = split(word)?;
            engine.set(key, value)?;
        }
        if engine.command.as_os_str().is_empty() {
            return Err(SettingError::Missing("cmd=COMMAND"));
        }
        Ok(engine)
    }

    /// The numbering of the engine's ranks. By default, it starts from 1 if `UCI_Variant` is set and the protocol is
    /// not UCCI, as in multi-variant programs, and from 0 otherwise. A match sets `UCI_Variant` itself if the engine
    /// plays another variant by default, which has the same effect.
    pub fn ranks(&self) -> Ranks {
        let knows_variants = self.options.iter().any(|(name, _)| is_same(name, VARIANT_OPTION));
        self.ranks.unwrap_or(if self.dialect != Some(Dialect::Ucci) && knows_variants {
            Ranks::FromOne
        } else {
            Ranks::FromZero
        })
    }

    /// How far the engine may exceed its clock, or its move time if it has no clock. Defaults to 0 for a clock, because
    /// an engine can keep some of its time in reserve, and to 100 ms for a move time, because engines use it up.
    pub fn margin(&self) -> Duration {
        self.margin.unwrap_or(match self.limits.clock {
            Some(_) => Duration::ZERO,
            None => Duration::from_millis(100),
        })
    }

    /// The program to start: the command as a file in the engine's directory, or else a name in `PATH`, or else a file
    /// in the current directory, or else the command itself.
    pub fn program(&self) -> PathBuf {
        let file = |path: PathBuf| path.is_file().then(|| std::path::absolute(path).ok()).flatten();
        let in_folder = self.directory.as_ref().and_then(|folder| file(folder.join(&self.command)));
        if let Some(program) = in_folder {
            return program;
        }
        let is_name = self.command.components().count() == 1;
        let is_in_path = || in_path(&self.command).is_some();
        let is_here = if is_name { !is_in_path() } else { self.directory.is_some() };
        is_here.then(|| file(self.command.clone())).flatten().unwrap_or(self.command.clone())
    }

    /// The file of the program, also if it is found in `PATH`; `None` if there is none.
    pub fn file(&self) -> Option<PathBuf> {
        let program = self.program();
        let is_name = program.components().count() == 1;
        if is_name { in_path(&program) } else { program.is_file().then_some(program) }
    }

    /// A digest of the [program's file](Self::file); `None` if it cannot be read.
    pub fn digest(&self) -> Option<u64> {
        let mut digest = Digest::new();
        io::copy(&mut File::open(self.file()?).ok()?, &mut digest).ok()?;
        Some(digest.value())
    }

    /// Applies one setting.
    ///
    /// # Errors
    /// If the key is unknown or the value is invalid.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SettingError> {
        let refuse = |expected| bad_value(key, value, expected);
        if let Some(name) = key.strip_prefix("option.") {
            self.options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
            self.options.push((name.to_owned(), value.to_owned()));
            return Ok(());
        }
        match key {
            "cmd" => self.command = PathBuf::from(value),
            // Each `arg` adds an argument, as in cutechess-cli.
            "arg" => self.arguments.push(value.to_owned()),
            "args" => {
                self.arguments = shlex::split(value).ok_or_else(|| refuse(forms::WORDS))?;
            }
            "dir" => self.directory = Some(PathBuf::from(value)),
            "name" => self.name = Some(value.to_owned()).filter(|name| !name.is_empty()),
            "proto" => {
                self.dialect = match value.to_ascii_lowercase().as_str() {
                    "uci" => Some(Dialect::Uci),
                    "ucci" => Some(Dialect::Ucci),
                    "auto" => None,
                    _ => return Err(refuse(forms::PROTOCOL)),
                }
            }
            "coord" => {
                self.ranks = match value {
                    "0" | "a0" => Some(Ranks::FromZero),
                    "1" | "a1" => Some(Ranks::FromOne),
                    _ => return Err(refuse(forms::COORD)),
                }
            }
            "scoreunit" => {
                self.score_unit = match value {
                    "cp" => Some(ScoreUnit::Cp),
                    "horse" => Some(ScoreUnit::Horse),
                    _ => return Err(refuse(forms::SCORE_UNIT)),
                }
            }
            "tc" => {
                self.limits.clock = match value {
                    "inf" | "infinite" => None,
                    _ => Some(
                        MatchTimeControl::parse(value)
                            .ok_or_else(|| refuse(forms::TIME_CONTROL))?,
                    ),
                };
            }
            "st" => {
                let time = time(value).filter(|time| !time.is_zero());
                self.limits.move_time = Some(time.ok_or_else(|| refuse(forms::SECONDS))?);
            }
            "nodes" => {
                self.limits.nodes = Some(positive(value).ok_or_else(|| refuse(forms::NODES))?);
            }
            "depth" | "plies" => {
                let depth = positive(value).and_then(|depth| u32::try_from(depth).ok());
                self.limits.depth = Some(depth.ok_or_else(|| refuse(forms::DEPTH))?);
            }
            "timemargin" => {
                let millis = parse_count(value).filter(|&millis| millis <= DAY_MS);
                let margin =
                    millis.map(Duration::from_millis).ok_or_else(|| refuse(forms::MILLIS))?;
                self.margin = Some(margin);
            }
            "ponder" => self.ponder = switch(value).ok_or_else(|| refuse(forms::SWITCH))?,
            "restart" => {
                self.restart = switch(value).ok_or_else(|| refuse(forms::SWITCH))?;
            }
            _ => return Err(unknown_key(key, ENGINE_KEYS)),
        }
        Ok(())
    }
}

/// The file that a name stands for in `PATH`.
fn in_path(name: &Path) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let mut files = env::split_paths(&folders).map(|folder| folder.join(name));
    files.find_map(|file| {
        let with_suffix = file.with_added_extension(env::consts::EXE_EXTENSION);
        [file, with_suffix].into_iter().find(|file| file.is_file())
    })
}

const DAY_MS: u64 = 86_400_000;

/// Splits a word of the form `key=value`.
///
/// # Errors
/// If the word has no `=`, or nothing before it.
pub fn split(word: &str) -> Result<(&str, &str), SettingError> {
    match word.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key, value)),
        _ => Err(SettingError::NoPair(word.to_owned())),
    }
}

/// An error for an unknown key.
pub fn unknown_key(key: &str, known: &'static [&'static str]) -> SettingError {
    SettingError::UnknownKey { key: key.to_owned(), known }
}

/// An error for an invalid value.
pub fn bad_value(key: &str, value: &str, expected: Phrase) -> SettingError {
    SettingError::Value {
        key: key.to_owned(),
        value: value.to_owned(),
        expected: Box::new(expected),
    }
}

/// Parses a switch: `on`, `true`, `yes`, `1` or their opposites, ignoring case.
pub fn switch(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Some(true),
        "off" | "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// Parses a count, such as `200` or `20k`, that fits the type.
pub(super) fn count<T: TryFrom<u64>>(value: &str) -> Option<T> {
    parse_count(value)?.try_into().ok()
}

fn positive(value: &str) -> Option<u64> {
    parse_count(value).filter(|&number| number > 0)
}

/// Parses a number of seconds, which may have decimals and a final `s`, as in `0.02s`. The maximum is a day; the result
/// is rounded to microseconds.
fn seconds(value: &str) -> Option<Duration> {
    let value = value.strip_suffix('s').unwrap_or(value);
    let plain = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = value.parse().ok().filter(|_| plain)?;
    (seconds <= 86_400.0).then(|| Duration::from_micros((seconds * 1e6).round() as u64))
}

/// Parses [`seconds`], or a time in other units such as `5m`, `1h30m` and `100ms`.
fn time(value: &str) -> Option<Duration> {
    seconds(value).or_else(|| {
        let time: Duration = value.parse::<SignedDuration>().ok()?.try_into().ok()?;
        seconds(&time.as_secs_f64().to_string())
    })
}

impl MatchTimeControl {
    /// Parses `moves/minutes:seconds+increment`, of which only the seconds are required. Times may have units, as in
    /// `5m+3s`. If `moves` is missing, zero or infinite, the time is for the whole game.
    fn parse(text: &str) -> Option<Self> {
        let (moves, rest) = match text.split_once('/') {
            Some(("0" | "inf" | "infinite", rest)) => (None, rest),
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
            None => (None, text),
        };
        let (base, increment) = match rest.split_once('+') {
            Some((before, increment)) => (before, time(increment)?),
            None => (rest, Duration::ZERO),
        };
        let base = match base.split_once(':') {
            Some((minutes, rest)) => {
                let minutes: u32 = minutes.parse().ok().filter(|&minutes| minutes <= 1440)?;
                Duration::from_mins(1) * minutes + seconds(rest)?
            }
            None => time(base)?,
        };
        (!(base + increment).is_zero()).then_some(Self { base, increment, moves })
    }
}

/// Writes the time control in the syntax that is parsed: `40/60+0.6`.
impl fmt::Display for MatchTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// Writes the limits as in files: `1+0.01`, `20000 nodes`.
impl fmt::Display for EngineLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| format!("{} s/move", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "no limit" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

impl EngineLimits {
    /// Whether no limit is set.
    pub fn are_none(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tc(text: &str) -> Option<(f64, f64, Option<u32>)> {
        let clock = MatchTimeControl::parse(text)?;
        assert_eq!(MatchTimeControl::parse(&clock.to_string()), Some(clock));
        Some((clock.base.as_secs_f64(), clock.increment.as_secs_f64(), clock.moves))
    }

    #[test]
    fn time_controls_are_read_as_elsewhere() {
        assert_eq!(tc("1+0.01"), Some((1.0, 0.01, None)));
        assert_eq!(tc("40/60"), Some((60.0, 0.0, Some(40))));
        assert_eq!(tc("40/1:30+0.6"), Some((90.0, 0.6, Some(40))));
        assert_eq!(tc("0+0.1"), Some((0.0, 0.1, None)));
        // Forms found in scripts for fastchess and cutechess-cli.
        assert_eq!(tc("0/60+1"), Some((60.0, 1.0, None)));
        assert_eq!(tc("inf/10+0.1"), Some((10.0, 0.1, None)));
        assert_eq!(tc("0/0:30+1"), Some((30.0, 1.0, None)));
        assert_eq!(tc("2+0.02s"), Some((2.0, 0.02, None)));
        // Forms of times that are common elsewhere.
        assert_eq!(tc("5m+3s"), Some((300.0, 3.0, None)));
        assert_eq!(tc("1h30m"), Some((5400.0, 0.0, None)));
        assert_eq!(tc("40/1m30s+100ms"), Some((90.0, 0.1, Some(40))));
        assert_eq!(tc("1:30s+1"), Some((90.0, 1.0, None)));
        for bad in [
            "", "0", "x", "-1", "1+", "0/0", "s", "1ss", "/60", "1e9", "NaN", "inf+1", "1+-1",
            "9:", "5m+-3s", "5x", "m", "25h", "1:5m", "5m3", "0m+0s",
        ] {
            assert_eq!(MatchTimeControl::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn ranks_count_from_one_for_engines_with_variants() {
        let ranks = |words: &[&str]| {
            let words = [&["cmd=x"], words].concat();
            EngineSettings::from_words(words).unwrap().ranks()
        };
        assert_eq!(ranks(&[]), Ranks::FromZero);
        assert_eq!(ranks(&["option.uci_variant=xiangqi"]), Ranks::FromOne);
        assert_eq!(ranks(&["coord=0", "option.UCI_Variant=xiangqi"]), Ranks::FromZero);
        assert_eq!(ranks(&["proto=ucci", "option.UCI_Variant=xiangqi"]), Ranks::FromZero);
        assert_eq!(ranks(&["coord=1"]), Ranks::FromOne);
    }

    #[test]
    fn words_set_everything() {
        // One word for each key, and a second word for the option Hash; its last value counts.
        let words = [
            "cmd=./e",
            "args=-a  'b c' \"d\"",
            "arg=e f",
            "dir=/x",
            "name=E",
            "proto=ucci",
            "coord=1",
            "scoreunit=horse",
            "option.Hash=16",
            "option.hash=32",
            "tc=40/60+0.6",
            "st=0.5",
            "nodes=9k",
            "depth=3",
            "timemargin=50",
            "ponder=on",
            "restart=on",
        ];
        for key in ENGINE_KEYS {
            let start = key.strip_suffix("NAME").map_or(format!("{key}="), str::to_owned);
            assert!(words.iter().any(|word| word.starts_with(&start)), "{key}");
        }
        let clock = MatchTimeControl {
            base: Duration::from_mins(1),
            increment: Duration::from_millis(600),
            moves: Some(40),
        };
        let expected = EngineSettings {
            command: "./e".into(),
            arguments: ["-a", "b c", "d", "e f"].map(str::to_owned).to_vec(),
            directory: Some("/x".into()),
            name: Some("E".to_owned()),
            dialect: Some(Dialect::Ucci),
            ranks: Some(Ranks::FromOne),
            score_unit: Some(ScoreUnit::Horse),
            options: vec![("hash".to_owned(), "32".to_owned())],
            limits: EngineLimits {
                clock: Some(clock),
                move_time: Some(Duration::from_millis(500)),
                nodes: Some(9000),
                depth: Some(3),
            },
            margin: Some(Duration::from_millis(50)),
            ponder: true,
            restart: true,
        };
        let engine = EngineSettings::from_words(words).unwrap();
        assert_eq!(engine, expected);
        assert_eq!(engine.limits.to_string(), "40/60+0.6, 0.5 s/move, 9000 nodes, depth 3");
    }

    /// A command is looked up as in fastchess and cutechess-cli: `dir=engines/new cmd=engine`.
    #[test]
    fn a_program_is_found_where_it_runs_or_here() {
        let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let program =
            |words: &[&str]| EngineSettings::from_words(words.iter().copied()).unwrap().program();
        assert_eq!(program(&["dir=src", "cmd=lib.rs"]), here.join("src/lib.rs"));
        assert_eq!(program(&["dir=src", "cmd=./lib.rs"]), here.join("src/lib.rs"));
        assert_eq!(program(&["dir=src", "cmd=src/lib.rs"]), here.join("src/lib.rs"));
        assert_eq!(program(&["cmd=Cargo.toml"]), here.join("Cargo.toml"));
        assert_eq!(program(&["cmd=./Cargo.toml"]), PathBuf::from("./Cargo.toml"));
        assert_eq!(program(&["cmd=no-such-engine"]), PathBuf::from("no-such-engine"));
        #[cfg(unix)]
        assert_eq!(program(&["dir=src", "cmd=sh"]), PathBuf::from("sh"));
    }

    #[test]
    fn refusals_name_the_word() {
        let refusal = |words: &[&str]| {
            EngineSettings::from_words(words.iter().copied()).unwrap_err().to_string()
        };
        assert_eq!(refusal(&["cmd"]), "\"cmd\" is not of the form key=value");
        assert_eq!(refusal(&["nodes=5"]), "cmd=COMMAND is missing");
        assert!(
            refusal(&["cmd=a", "hash=5"])
                .starts_with("unknown setting `hash`; expected one of cmd,")
        );
        assert!(refusal(&["cmd=a", "args='b"]).contains("every quote closed"));
        assert_eq!(refusal(&["cmd=a", "st=0"]), "st=0: expected seconds per move");
        assert_eq!(refusal(&["cmd=a", "ponder=maybe"]), "ponder=maybe: expected on or off");
    }
}
