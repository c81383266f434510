//! Other engines: the register that gives them names, and their use in commands that search.

mod words;

use std::fmt::Write as _;
use std::io::Write;
use std::sync::atomic::AtomicBool;

use clap::{Args, Subcommand};
use serde::Serialize;

pub(super) use self::words::EngineWords;
use super::{Ending, UsageError, outputs};
use crate::failure::{self, Context, Failure};
use chuhe_arena::settings::EngineSettings;
use chuhe_arena::{
    EngineRegister, ExternalEngine, Patience, RegisterError, engine_settings, expand_names,
    is_engine_name,
};
use chuhe_engine::board::Position;
use chuhe_engine::engine::{EngineSource, SearchRequest};
use chuhe_engine::protocol::{OfferedKind, OfferedOption};
use chuhe_engine::search::Limits;
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// Name other engines (引擎), for use wherever a command takes --engine
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe engines add pikafish ./pikafish option.Threads=4
  chuhe engines list
  chuhe engines show pikafish
  chuhe engines check
  chuhe engines remove pikafish
  chuhe annotate game.pgn --engine pikafish
  chuhe match chuhe pikafish

The engines are kept in engines.toml in the user's configuration folder, or in the file that CHUHE_ENGINES names.")]
pub(super) struct EnginesArgs {
    #[command(subcommand)]
    command: EnginesCommand,
}

#[derive(Debug, Subcommand)]
enum EnginesCommand {
    /// Add an engine, after checking that it plays xiangqi
    Add {
        /// Name of the engine: letters, digits, `.`, `_` and `-`
        #[arg(value_name = "NAME", value_parser = parse_name)]
        name: String,

        /// Program of the engine
        #[arg(value_name = "PROGRAM")]
        program: String,

        /// Settings, as for `chuhe match`: args= dir= proto= coord= scoreunit= option.NAME=VALUE
        #[arg(value_name = "KEY=VALUE")]
        settings: Vec<String>,

        /// Replace an engine of the same name
        #[arg(long)]
        fresh: bool,
    },
    /// List the engines
    List {
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show the settings of an engine, and the options that it announces
    Show {
        /// Name of the engine
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Start engines and let each search a position
    Check {
        /// Names of the engines [default: all]
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
    /// Remove an engine from the list; its program stays
    Remove {
        /// Name of the engine
        #[arg(value_name = "NAME")]
        name: String,
    },
}

#[derive(Serialize)]
struct ListedEngine<'a> {
    name: &'a str,
    settings: Vec<String>,
}

impl EnginesArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let open = || EngineRegister::open().map_err(refusal);
        let open_to_change = || EngineRegister::open_to_change().map_err(refusal);
        match self.command {
            EnginesCommand::Add { name, program, settings, fresh } => {
                let check_free = |register: &EngineRegister| match register.words(&name) {
                    Ok(Some(_)) if !fresh => {
                        Err(UsageError(tr!("engines-exists", name = name.as_str())).into())
                    }
                    words => words.map(drop).map_err(refusal),
                };
                check_free(&open()?)?;
                let words = [vec![format!("cmd={}", absolute(program))], settings].concat();
                let identity = check(&words)?;
                let mut register = open_to_change()?;
                check_free(&register)?;
                register.set(&name, &words);
                register.save().map_err(refusal)?;
                writeln!(out, "{}", tr!("engines-added", name = name, engine = identity))?;
            }
            EnginesCommand::List { json } => {
                let register = open()?;
                let mut listed = Vec::new();
                for name in register.names() {
                    listed.push(ListedEngine {
                        name,
                        settings: register.known(name).map_err(refusal)?,
                    });
                }
                if json {
                    outputs::json(out, &listed)?;
                } else if listed.is_empty() {
                    writeln!(out, "{}", tr!("engines-none"))?;
                }
                for ListedEngine { name, settings } in listed.iter().filter(|_| !json) {
                    writeln!(out, "{name}: {}", join(settings))?;
                }
            }
            EnginesCommand::Show { name } => {
                let words = open()?.known(&name).map_err(refusal)?;
                let (identity, options) = ExternalEngine::introduce(
                    &settings(&words)?,
                    Patience::default(),
                    &AtomicBool::new(false),
                )?;
                writeln!(out, "{name}: {}\n{identity}\n", join(&words))?;
                for option in &options {
                    writeln!(out, "{}", option_line(option))?;
                }
            }
            EnginesCommand::Check { names } => {
                let register = open()?;
                let all = || register.names().map(str::to_owned).collect();
                let names: Vec<String> = if names.is_empty() { all() } else { names };
                let mut is_good = true;
                for name in &names {
                    match check(&register.known(name).map_err(refusal)?) {
                        Ok(identity) => writeln!(out, "{name}: {identity}")?,
                        Err(error) => {
                            is_good = false;
                            writeln!(outputs::stderr(), "{}", error.context(name))?;
                        }
                    }
                }
                if !is_good {
                    return Ok(Ending::PartialFailure);
                }
            }
            EnginesCommand::Remove { name } => {
                let mut register = open_to_change()?;
                register.known(&name).map_err(refusal)?;
                register.remove(&name);
                register.save().map_err(refusal)?;
            }
        }
        Ok(Ending::Done)
    }
}

/// The name of this program's own engine, which no engine in the register has.
const OWN: &str = "chuhe";

/// The engines with these settings, or of this name in the register. One is started, to check that it works.
///
/// # Errors
/// If a setting is invalid, or the engine cannot be used.
pub(super) fn source(words: &[String]) -> failure::Result<EngineSource> {
    if words == [OWN] {
        return Ok(EngineSource::default());
    }
    // Ctrl-C still ends the program here, and the engine with it.
    let stop = AtomicBool::new(false);
    Ok(ExternalEngine::source(settings(words)?, Patience::default(), &stop)?)
}

/// The engines of each occurrence of --engine.
///
/// # Errors
/// Like those of [`source`]; also if results could not tell two engines apart.
pub(super) fn sources(groups: &[Vec<String>]) -> failure::Result<Vec<EngineSource>> {
    let mut sources: Vec<EngineSource> = Vec::new();
    for words in groups {
        let source = source(words)?;
        if sources.iter().any(|other| other.name() == source.name()) {
            return Err(UsageError(tr!("engines-same", name = source.name())).into());
        }
        sources.push(source);
    }
    Ok(sources)
}

/// Replaces the name of an engine in the register, which is a word of its own or follows `conf=`, by the settings in the
/// register. Other words take precedence over those.
///
/// # Errors
/// If the register has no such engine, or cannot be read.
pub(super) fn expand(words: &[String]) -> failure::Result<Vec<String>> {
    expand_names(words).map_err(refusal)
}

/// The names of the engines in the register.
///
/// # Errors
/// If the register cannot be read.
pub(super) fn names() -> failure::Result<Vec<String>> {
    let register = EngineRegister::open().map_err(refusal)?;
    Ok(register.names().map(str::to_owned).collect())
}

/// Whether the register has an engine of this name. A register that cannot be read has none.
pub(super) fn is_registered(name: &str) -> bool {
    let words = EngineRegister::open().and_then(|register| register.words(name));
    words.is_ok_and(|words| words.is_some())
}

/// The settings in these words, or of an engine in the register; see [`expand`].
///
/// # Errors
/// If a setting is invalid, or the register has no such engine.
pub(super) fn settings(words: &[String]) -> failure::Result<EngineSettings> {
    engine_settings(words).map_err(refusal)
}

/// Starts an engine and lets it search a position. Returns its name.
fn check(words: &[String]) -> failure::Result<String> {
    let settings = settings(words)?;
    let never = AtomicBool::new(false);
    let source = ExternalEngine::source(settings, Patience::default(), &never)?;
    let request = SearchRequest::new(Position::startpos(), Limits::depth(3));
    let found = source.open().run(request, &|| false, &mut |_| {});
    found.map_err(super::args::search_error).with_context(|| tr!("engines-unfit"))?;
    Ok(source.name().to_owned())
}

/// The program as a path that is valid in every folder, if it is a file.
fn absolute(program: String) -> String {
    let found = EngineSettings::new(program.as_str()).program();
    let found = if found.is_file() { std::fs::canonicalize(found).ok() } else { None };
    found.and_then(|path| path.into_os_string().into_string().ok()).unwrap_or(program)
}

fn join(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// An option with its default and its values.
fn option_line(option: &OfferedOption) -> String {
    let mut line = option.name.clone();
    // Writing to a string cannot fail.
    let _ = match &option.kind {
        OfferedKind::Check { default: Some(default) } => write!(line, " = {default}"),
        OfferedKind::Spin { default: Some(default), min: Some(min), max: Some(max) } => {
            write!(line, " = {default} ({min}–{max})")
        }
        OfferedKind::Combo { default, values } => {
            let default = default.as_deref().unwrap_or_default();
            write!(line, " = {default} ({})", values.join(", "))
        }
        OfferedKind::Text { default: Some(default) } => write!(line, " = {default}"),
        _ => Ok(()),
    };
    line
}

/// Parses a name for an engine.
fn parse_name(text: &str) -> Result<String, String> {
    if is_engine_name(text) { Ok(text.to_owned()) } else { Err(tr!("engines-bad-name")) }
}

/// The error for words that name no engine, or for a register that cannot be used.
fn refusal(error: RegisterError) -> Failure {
    let text = match error {
        RegisterError::Unknown { name, known } if known.is_empty() => {
            tr!("engines-unknown-none", name = name)
        }
        RegisterError::Unknown { name, known } => {
            tr!("engines-unknown", name = name, known = known.join(", "))
        }
        RegisterError::Setting(error) => error.localize(),
        error => return error.into(),
    };
    UsageError(text).into()
}
