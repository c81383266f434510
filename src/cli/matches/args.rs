//! The flags of `chuhe match`: those of a [`MatchSpec`], and what only a command line has.

use std::path::PathBuf;

use clap::{Arg, Args};

use crate::cli::UsageError;
use crate::cli::args::rule_set;
use crate::cli::engines::EngineWords;
use crate::cli::numbers::whole;
use crate::failure::Failure;
use chuhe_arena::{MatchSpec, OpeningBookError, PlanError, ProcessorsError, SpecError};
use chuhe_localize::Localize;

/// The settings of a match as flags.
#[derive(Debug, Args)]
#[command(mut_args = with_parser, mut_arg("engine", as_contender))]
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

/// In a match, engines are not alternatives to chuhe's own.
fn as_contender(arg: Arg) -> Arg {
    let help = "Add an engine with the settings listed below; repeat for each engine";
    arg.help_heading("Engines").help(help)
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
