//! The flag --engine, which can be repeated and takes several words.

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// The words of each occurrence of --engine.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct EngineWords(pub(in crate::cli) Vec<Vec<String>>);

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
            .help(
                "Search with another UCI or UCCI engine: a name from `chuhe engines` or cmd=PROGRAM, and settings as \
                 for `chuhe match`, such as option.Threads=2",
            );
        command.arg(engine)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
