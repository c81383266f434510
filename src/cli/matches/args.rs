//! The flags of `chuhe match`: those of a [`MatchSpec`], and what only a command line has.

use std::path::PathBuf;

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use crate::cli::UsageError;
use crate::cli::args::rule_set;
use crate::cli::numbers::whole;
use crate::failure::Failure;
use chuhe_arena::{MatchSpec, OpeningBookError, PlanError, ProcessorsError, SpecError};
use chuhe_localize::Localize;

/// The settings of a match as flags.
#[derive(Debug, Args)]
#[command(mut_args = with_parser)]
pub(super) struct MatchArgs {
    /// Commands of the engines, with a clock of 10+0.1 and openings from the built-in book unless other settings are
    /// given; `chuhe` is this program. A name in .toml is a file with any of these settings, whose keys are the option
    /// names
    #[arg(value_name = "ENGINE|FILE")]
    pub(super) contenders: Vec<PathBuf>,

    #[command(flatten)]
    engine: EngineWords,

    #[command(flatten)]
    spec: MatchSpec,
}

impl MatchArgs {
    /// The settings given as flags.
    pub(super) fn spec(&self) -> MatchSpec {
        MatchSpec { engine: self.engine.0.clone(), ..self.spec.clone() }
    }
}

/// Adds the parser of a setting, with an error in the reader's language.
fn with_parser(arg: Arg) -> Arg {
    let key = arg.get_id().as_str().replace('_', "-");
    match (key.as_str(), MatchSpec::range(&key)) {
        ("rules", _) => arg.value_parser(rule_set()),
        ("srand", Some(range)) => arg.value_parser(whole::<u64>(range)),
        (_, Some(range)) => arg.value_parser(whole::<u32>(range)),
        _ => arg,
    }
}

/// The words of each occurrence of --engine.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineWords(pub(super) Vec<Vec<String>>);

impl FromArgMatches for EngineWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let groups = matches.get_occurrences::<String>("engine").into_iter().flatten();
        Ok(Self(groups.map(|words| words.cloned().collect()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for EngineWords {
    fn augment_args(command: Command) -> Command {
        let engine = Arg::new("engine")
            .long("engine")
            .value_name("KEY=VALUE")
            .num_args(1..)
            .action(ArgAction::Append)
            .help_heading("Engines")
            .help("Add an engine with the settings listed below; repeat for each engine");
        command.arg(engine)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The error for an invalid match.
pub(super) fn refusal(error: SpecError) -> Failure {
    let reason = match &error {
        SpecError::Within { reason, .. } => reason,
        error => error,
    };
    let is_usage = !matches!(
        reason,
        SpecError::Clock
            | SpecError::Plan(PlanError::Tournament(_))
            | SpecError::Processors(ProcessorsError::Unknown(_))
            | SpecError::Tables(_)
            | SpecError::Book(
                OpeningBookError::Broken(_)
                    | OpeningBookError::NoGames(_)
                    | OpeningBookError::Folder(_)
                    | OpeningBookError::Over(_)
                    | OpeningBookError::Empty
            )
    );
    if is_usage { UsageError(error.localize()).into() } else { error.into() }
}
