//! The flags of `chuhe match`.

use std::path::PathBuf;

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use serde::Serialize;
use toml::Table;

use crate::cli::UsageError;
use crate::cli::args::{Notation, localized};
use crate::cli::numbers::whole;
use crate::failure::{self, Failure};
use chuhe_arena::{BookError, MatchSpec, PlanError, ProcessorsError, Reason, SpecError};
use chuhe_engine::rules::RuleSet;
use chuhe_localize::Localize;

/// The keys of [`MatchSpec`] as flags.
#[derive(Debug, Default, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct MatchArgs {
    /// A TOML file with any of these settings: keys as the options, groups as tables
    #[arg(value_name = "FILE")]
    #[serde(skip)]
    pub(super) file: Option<PathBuf>,

    #[command(flatten)]
    pub(super) engine: EngineWords,

    /// Settings for every engine that does not have them itself
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = ENGINES)]
    pub(super) each: Vec<String>,

    /// Who meets whom
    #[arg(long, value_name = "FORM", value_enum, help_heading = GAMES)]
    pub(super) tournament: Option<TournamentForm>,

    /// How many engines, the first ones, run the gauntlet [default: 1]
    #[arg(long, value_name = "N", help_heading = GAMES,
          value_parser = whole::<u32>(MatchSpec::range("seeds")))]
    pub(super) seeds: Option<u32>,

    /// How often everybody meets, each time with another opening [default: 1]
    #[arg(long, value_name = "N", help_heading = GAMES,
          value_parser = whole::<u32>(MatchSpec::range("rounds")))]
    pub(super) rounds: Option<u32>,

    /// Games at each meeting: 2 change colours [default: 2]
    #[arg(long, value_name = "N", help_heading = GAMES,
          value_parser = whole::<u32>(MatchSpec::range("games")))]
    pub(super) games: Option<u32>,

    /// Never change colours: the engine named first has Red
    #[arg(long, help_heading = GAMES)]
    pub(super) noswap: bool,

    /// Openings, of a file of games in any format: file=NAME format=FORMAT order=sequential|random plies=N start=N
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = GAMES)]
    pub(super) openings: Vec<String>,

    /// Seed of the random order of openings [default: 1]
    #[arg(long, value_name = "SEED", help_heading = GAMES, value_parser = whole::<u64>(MatchSpec::range("srand")))]
    pub(super) srand: Option<u64>,

    /// Games at a time [default: 1]
    #[arg(short, long, visible_alias = "concurrency", value_name = "N", help_heading = GAMES,
          value_parser = whole::<u32>(MatchSpec::range("jobs")))]
    pub(super) jobs: Option<u32>,

    /// Bind the engines of each game to a processor of their own, of these or of all (Linux)
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "all",
          help_heading = GAMES)]
    pub(super) use_affinity: Option<String>,

    /// What clocks measure: time that passes, or the processor time of the engine (Linux), for tests on a busy machine
    #[arg(long, value_name = "KIND", value_enum, help_heading = GAMES)]
    pub(super) clock: Option<ClockKind>,

    /// Stop when it is clear which hypothesis holds: elo0=A elo1=B alpha=P beta=P model=normalized|logistic
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = GAMES)]
    pub(super) sprt: Vec<String>,

    /// The law of repetition: asian, chinese or computer [default: asian]
    #[arg(long, value_name = "SET", help_heading = ENDINGS, value_parser = localized::<RuleSet>)]
    pub(super) rules: Option<RuleSet>,

    /// Full moves without a capture after which a game is drawn; 0 for never [default: 60]
    #[arg(long, value_name = "N", help_heading = ENDINGS,
          value_parser = whole::<u32>(MatchSpec::range("move-limit")))]
    pub(super) move_limit: Option<u32>,

    /// A side loses by its own scores: movecount=N score=N twosided=true|false
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = ENDINGS)]
    pub(super) resign: Vec<String>,

    /// A game is drawn by both scores: movenumber=N movecount=N score=N
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = ENDINGS)]
    pub(super) draw: Vec<String>,

    /// A game is drawn after N moves of both sides
    #[arg(long, value_name = "N", help_heading = ENDINGS,
          value_parser = whole::<u32>(MatchSpec::range("maxmoves")))]
    pub(super) maxmoves: Option<u32>,

    /// Folders of endgame tables (残局库), with `;` between them: a position that they know ends the game
    #[arg(long, value_name = "FOLDERS", help_heading = ENDINGS)]
    pub(super) tables: Option<String>,

    /// How long an engine may take to start [default: 10000]
    #[arg(long, value_name = "MS", help_heading = TIMEOUTS, value_parser = whole::<u32>(MatchSpec::range("startup-ms")))]
    pub(super) startup_ms: Option<u32>,

    /// How long an engine may take to answer isready and stop [default: 10000]
    #[arg(long, value_name = "MS", help_heading = TIMEOUTS, value_parser = whole::<u32>(MatchSpec::range("ping-ms")))]
    pub(super) ping_ms: Option<u32>,

    /// How long an engine may think where no clock runs [default: 300000]
    #[arg(long, value_name = "MS", help_heading = TIMEOUTS, value_parser = whole::<u32>(MatchSpec::range("stall-ms")))]
    pub(super) stall_ms: Option<u32>,

    /// Folder for journal, games, logs and result [default: one under matches/, named after the match]
    #[arg(short, long, value_name = "FOLDER", help_heading = OUTPUT)]
    pub(super) out: Option<PathBuf>,

    /// Play from the first game on, even if the folder has games of this match; they are removed
    #[arg(long, help_heading = OUTPUT)]
    pub(super) fresh: bool,

    /// How moves are written in games.pgn [default: iccs, or what `CHUHE_NOTATION` says]
    #[arg(long, value_name = "NOTATION", value_enum, help_heading = OUTPUT)]
    pub(super) notation: Option<Notation>,

    /// Keep what is said with the engines of these games, under logs/ [default: faults]
    #[arg(long, value_name = "WHICH", value_enum, help_heading = OUTPUT)]
    pub(super) log: Option<LogWhich>,

    /// Name of the event in games.pgn
    #[arg(long, value_name = "NAME", help_heading = OUTPUT)]
    pub(super) event: Option<String>,

    /// A file for the games as well; written at the end, and by Ctrl-C
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) pgnout: Option<PathBuf>,

    /// Place of the event in games.pgn
    #[arg(long, value_name = "NAME", help_heading = OUTPUT)]
    pub(super) site: Option<String>,

    /// Games between two reports where output is no terminal; 0 for the last one only [default: 10]
    #[arg(long, value_name = "N", help_heading = OUTPUT, value_parser = whole::<u32>(MatchSpec::range("ratinginterval")))]
    pub(super) ratinginterval: Option<u32>,

    /// Print the result as JSON instead of text
    #[arg(long, help_heading = OUTPUT)]
    pub(super) json: bool,

    /// Have finished games judged once more by this program, and report where it disagrees
    #[arg(long, value_name = "COMMAND", help_heading = OUTPUT)]
    pub(super) second_opinion: Option<String>,
}

const ENGINES: &str = "Engines";
const GAMES: &str = "Games";
const ENDINGS: &str = "Endings";
const TIMEOUTS: &str = "Timeouts";
const OUTPUT: &str = "Output";

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum TournamentForm {
    /// Everyone meets everyone
    #[value(alias = "round-robin")]
    Roundrobin,
    /// The first engines meet all the others
    Gauntlet,
}

/// What clocks measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ClockKind {
    /// Time that passes
    Wall,
    /// Processor time
    Cpu,
}

/// Which games have their talk kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum LogWhich {
    /// None
    None,
    /// Those lost by an engine's fault
    Faults,
    /// All
    All,
}

/// The occurrences of --engine, each a group of words.
#[derive(Clone, Debug, Default, Serialize)]
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
            .help_heading(ENGINES)
            .help("An engine; once for each. See below for its settings");
        command.arg(engine)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl MatchArgs {
    /// What was said, as files say it.
    pub(super) fn spec(&self) -> failure::Result<MatchSpec> {
        let table = Table::try_from(self).map_err(Failure::foreign)?;
        MatchSpec::from_table(table).map_err(refusal)
    }
}

/// What is wrong with a match: the words of it, or something else.
pub(super) fn refusal(error: SpecError) -> Failure {
    let is_usage = match &error {
        SpecError::Clock | SpecError::Plan(PlanError::Tournament(_)) => false,
        SpecError::Within { reason, .. } => !matches!(
            reason,
            Reason::Processors(ProcessorsError::Unknown(_))
                | Reason::Tables(_)
                | Reason::Book(
                    BookError::Broken(_)
                        | BookError::NoGames(_)
                        | BookError::Folder(_)
                        | BookError::Over(_)
                        | BookError::Empty
                )
        ),
        _ => true,
    };
    if is_usage { UsageError(error.localize()).into() } else { error.into() }
}
