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

/// The settings of a [`MatchSpec`] as flags.
#[derive(Debug, Default, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct MatchArgs {
    /// TOML file with any of these settings; its keys are the option names
    #[arg(value_name = "FILE")]
    #[serde(skip)]
    pub(super) file: Option<PathBuf>,

    #[command(flatten)]
    pub(super) engine: EngineWords,

    /// Settings for all engines; those in --engine override them
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = ENGINES)]
    pub(super) each: Vec<String>,

    /// How the engines are paired
    #[arg(long, value_name = "FORM", value_enum, help_heading = GAMES)]
    pub(super) tournament: Option<TournamentForm>,

    /// Number of engines, counted from the first one listed, that play all the others in a gauntlet [default: 1]
    #[arg(long, value_name = "N", help_heading = GAMES,
          value_parser = whole::<u32>(MatchSpec::range("seeds")))]
    pub(super) seeds: Option<u32>,

    /// Number of rounds, each with a new opening [default: 1]
    #[arg(long, value_name = "N", help_heading = GAMES,
          value_parser = whole::<u32>(MatchSpec::range("rounds")))]
    pub(super) rounds: Option<u32>,

    /// Number of games that two engines play in a round; with 2, colours are reversed in the second game [default: 2]
    #[arg(long, value_name = "N", help_heading = GAMES,
          value_parser = whole::<u32>(MatchSpec::range("games")))]
    pub(super) games: Option<u32>,

    /// Never reverse colours: the engine named first plays Red
    #[arg(long, help_heading = GAMES)]
    pub(super) noswap: bool,

    /// Openings file, in any game format: file=NAME format=FORMAT order=sequential|random plies=N start=N
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = GAMES)]
    pub(super) openings: Vec<String>,

    /// Seed for the random order of openings [default: 1]
    #[arg(long, value_name = "SEED", help_heading = GAMES, value_parser = whole::<u64>(MatchSpec::range("srand")))]
    pub(super) srand: Option<u64>,

    /// Number of games to play at once [default: 1]
    #[arg(short, long, visible_alias = "concurrency", value_name = "N", help_heading = GAMES,
          value_parser = whole::<u32>(MatchSpec::range("jobs")))]
    pub(super) jobs: Option<u32>,

    /// Pin the engines of each game to one processor, from this list or from all processors (Linux)
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "all",
          help_heading = GAMES)]
    pub(super) use_affinity: Option<String>,

    /// What the clocks measure: elapsed time, or the engine's processor time (Linux) for tests on a busy machine
    #[arg(long, value_name = "KIND", value_enum, help_heading = GAMES)]
    pub(super) clock: Option<ClockKind>,

    /// Stop as soon as a sequential test reaches a verdict: elo0=A elo1=B alpha=P beta=P model=normalized|logistic
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = GAMES)]
    pub(super) sprt: Vec<String>,

    /// Repetition rules: asian, chinese or computer [default: asian]
    #[arg(long, value_name = "SET", help_heading = ENDINGS, value_parser = localized::<RuleSet>)]
    pub(super) rules: Option<RuleSet>,

    /// Declare a draw after this many full moves without a capture; 0 for never [default: 60]
    #[arg(long, value_name = "N", help_heading = ENDINGS,
          value_parser = whole::<u32>(MatchSpec::range("move-limit")))]
    pub(super) move_limit: Option<u32>,

    /// Adjudicate a loss if a side's score is -N centipawns or lower (score=N) for M moves in a row (movecount=M); with
    /// twosided=true, the other side's score must agree
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = ENDINGS)]
    pub(super) resign: Vec<String>,

    /// Adjudicate a draw if, after L moves (movenumber=L), both scores are within N centipawns of 0 (score=N) for M moves
    /// in a row (movecount=M)
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = ENDINGS)]
    pub(super) draw: Vec<String>,

    /// Declare a draw after this many full moves in total
    #[arg(long, value_name = "N", help_heading = ENDINGS,
          value_parser = whole::<u32>(MatchSpec::range("maxmoves")))]
    pub(super) maxmoves: Option<u32>,

    /// Folders of endgame tables (残局库), separated by `;`; a game ends when it reaches a position in them
    #[arg(long, value_name = "FOLDERS", help_heading = ENDINGS)]
    pub(super) tables: Option<String>,

    /// Time allowed for an engine to start, in milliseconds [default: 10000]
    #[arg(long, value_name = "MS", help_heading = TIMEOUTS, value_parser = whole::<u32>(MatchSpec::range("startup-ms")))]
    pub(super) startup_ms: Option<u32>,

    /// Time allowed for an engine to answer isready or stop, in milliseconds [default: 10000]
    #[arg(long, value_name = "MS", help_heading = TIMEOUTS, value_parser = whole::<u32>(MatchSpec::range("ping-ms")))]
    pub(super) ping_ms: Option<u32>,

    /// Time allowed for a move if no clock is running, in milliseconds [default: 300000]
    #[arg(long, value_name = "MS", help_heading = TIMEOUTS, value_parser = whole::<u32>(MatchSpec::range("stall-ms")))]
    pub(super) stall_ms: Option<u32>,

    /// Folder for the journal, games, logs and result [default: a folder in matches/ named after the match]
    #[arg(short, long, value_name = "FOLDER", help_heading = OUTPUT)]
    pub(super) out: Option<PathBuf>,

    /// Start over, removing this match's games from the folder
    #[arg(long, help_heading = OUTPUT)]
    pub(super) fresh: bool,

    /// Notation for moves in games.pgn [default: the value of `CHUHE_NOTATION`, otherwise iccs]
    #[arg(long, value_name = "NOTATION", value_enum, help_heading = OUTPUT)]
    pub(super) notation: Option<Notation>,

    /// Games whose communication with the engines is kept in logs/ [default: faults]
    #[arg(long, value_name = "WHICH", value_enum, help_heading = OUTPUT)]
    pub(super) log: Option<LogWhich>,

    /// Value of the Event tag in games.pgn
    #[arg(long, value_name = "NAME", help_heading = OUTPUT)]
    pub(super) event: Option<String>,

    /// Also write the games to this file, at the end or on Ctrl-C
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) pgnout: Option<PathBuf>,

    /// Value of the Site tag in games.pgn
    #[arg(long, value_name = "NAME", help_heading = OUTPUT)]
    pub(super) site: Option<String>,

    /// Number of games between reports if the output is not a terminal; 0 to report only at the end [default: 10]
    #[arg(long, value_name = "N", help_heading = OUTPUT, value_parser = whole::<u32>(MatchSpec::range("ratinginterval")))]
    pub(super) ratinginterval: Option<u32>,

    /// Print the result as JSON instead of text
    #[arg(long, help_heading = OUTPUT)]
    pub(super) json: bool,

    /// Have another program judge the finished games as well, and report disagreements
    #[arg(long, value_name = "COMMAND", help_heading = OUTPUT)]
    pub(super) second_opinion: Option<String>,
}

const ENGINES: &str = "Engines";
const GAMES: &str = "Games";
const ENDINGS: &str = "Endings";
const TIMEOUTS: &str = "Timeouts";
const OUTPUT: &str = "Output";

/// How the engines are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum TournamentForm {
    /// Every engine plays every other
    #[value(alias = "round-robin")]
    Roundrobin,
    /// The first engines listed (--seeds sets how many) play all the others
    Gauntlet,
}

/// What clocks measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ClockKind {
    /// Elapsed time
    Wall,
    /// Processor time
    Cpu,
}

/// The games whose conversations with the engines are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum LogWhich {
    /// No games
    None,
    /// Games lost through an engine's fault, such as a crash or an illegal move
    Faults,
    /// All games
    All,
}

/// The words of each occurrence of --engine.
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
            .help("Add an engine with the settings listed below; repeat for each engine");
        command.arg(engine)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl MatchArgs {
    /// The settings on the command line, as a match file would contain them.
    pub(super) fn spec(&self) -> failure::Result<MatchSpec> {
        let table = Table::try_from(self).map_err(Failure::foreign)?;
        MatchSpec::from_table(table).map_err(refusal)
    }
}

/// The error for an invalid match.
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
