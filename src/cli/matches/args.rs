//! The words of `chuhe match`, from the command line or from a file.

use std::path::PathBuf;

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Parser, ValueEnum};
use serde::Serialize;

use crate::cli::args::{Notation, localized};
use crate::cli::numbers::whole;
use chuhe_arena::KeepLogs;
use chuhe_engine::rules::RuleSet;

/// Everything that can be said about a match. What is not said is none, so that the command line can be put over a file.
#[derive(Debug, Default, Args)]
pub(super) struct MatchArgs {
    /// A TOML file with any of these settings: keys as the options, groups as tables
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,

    #[command(flatten)]
    pub(super) engines: EngineWords,

    /// Settings for every engine that does not have them itself
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = ENGINES)]
    pub(super) each: Vec<String>,

    /// Who meets whom
    #[arg(long, value_name = "FORM", value_enum, help_heading = GAMES)]
    pub(super) tournament: Option<TournamentForm>,

    /// How many engines, the first ones, run the gauntlet [default: 1]
    #[arg(long, value_name = "N", help_heading = GAMES,
          value_parser = whole::<u32>(1..))]
    pub(super) seeds: Option<u32>,

    /// How often everybody meets, each time with another opening [default: 1]
    #[arg(long, value_name = "N", help_heading = GAMES,
          value_parser = whole::<u32>(1..=10_000_000))]
    pub(super) rounds: Option<u32>,

    /// Games at each meeting: 2 change colours [default: 2]
    #[arg(long, value_name = "N", help_heading = GAMES,
          value_parser = whole::<u32>(1..=2))]
    pub(super) games: Option<u32>,

    /// Never change colours: the engine named first has Red
    #[arg(long, help_heading = GAMES)]
    pub(super) noswap: bool,

    /// Openings, of a file of games in any format: file=NAME format=FORMAT order=sequential|random plies=N start=N
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = GAMES)]
    pub(super) openings: Vec<String>,

    /// Seed of the random order of openings [default: 1]
    #[arg(long, value_name = "SEED", help_heading = GAMES, value_parser = whole::<u64>(..))]
    pub(super) srand: Option<u64>,

    /// Games at a time [default: 1]
    #[arg(short, long, visible_alias = "concurrency", value_name = "N", help_heading = GAMES,
          value_parser = whole::<u32>(1..=1024))]
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
          value_parser = whole::<u16>(0..=500))]
    pub(super) move_limit: Option<u16>,

    /// A side loses by its own scores: movecount=N score=N twosided=true|false
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = ENDINGS)]
    pub(super) resign: Vec<String>,

    /// A game is drawn by both scores: movenumber=N movecount=N score=N
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = ENDINGS)]
    pub(super) draw: Vec<String>,

    /// A game is drawn after N moves of both sides
    #[arg(long, value_name = "N", help_heading = ENDINGS,
          value_parser = whole::<u32>(1..))]
    pub(super) maxmoves: Option<u32>,

    /// How long an engine may take to start [default: 10000]
    #[arg(long, value_name = "MS", help_heading = TIMEOUTS, value_parser = whole::<u32>(1..))]
    pub(super) startup_ms: Option<u32>,

    /// How long an engine may take to answer isready and stop [default: 10000]
    #[arg(long, value_name = "MS", help_heading = TIMEOUTS, value_parser = whole::<u32>(1..))]
    pub(super) ping_ms: Option<u32>,

    /// How long an engine may think where no clock runs [default: 300000]
    #[arg(long, value_name = "MS", help_heading = TIMEOUTS, value_parser = whole::<u32>(1..))]
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
    #[arg(long, value_name = "N", help_heading = OUTPUT, value_parser = whole::<u32>(..))]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TournamentForm {
    /// Everyone meets everyone
    #[value(alias = "round-robin")]
    Roundrobin,
    /// The first engines meet all the others
    Gauntlet,
}

/// What clocks measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ClockKind {
    /// Time that passes
    Wall,
    /// Processor time
    Cpu,
}

/// Which games have their talk kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LogWhich {
    /// None
    None,
    /// Those lost by an engine's fault
    Faults,
    /// All
    All,
}

impl LogWhich {
    pub(super) fn keep(self) -> KeepLogs {
        match self {
            Self::None => KeepLogs::None,
            Self::Faults => KeepLogs::Faults,
            Self::All => KeepLogs::All,
        }
    }
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

/// The words alone, as a file has them.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, args_override_self = true, disable_help_flag = true)]
struct Alone {
    #[command(flatten)]
    args: MatchArgs,
}

impl MatchArgs {
    /// Reads words as the command line would.
    pub(super) fn from_words(words: Vec<String>) -> Result<Self, Error> {
        Alone::try_parse_from(words).map(|alone| alone.args)
    }

    /// These settings, and those of a file where they say nothing. Engines of both play; groups are taken as they are.
    pub(super) fn over(self, file: Self) -> Self {
        let words =
            |ours: Vec<String>, theirs: Vec<String>| if ours.is_empty() { theirs } else { ours };
        Self {
            file: None,
            engines: EngineWords([file.engines.0, self.engines.0].concat()),
            each: [file.each, self.each].concat(),
            tournament: self.tournament.or(file.tournament),
            seeds: self.seeds.or(file.seeds),
            rounds: self.rounds.or(file.rounds),
            games: self.games.or(file.games),
            noswap: self.noswap || file.noswap,
            openings: words(self.openings, file.openings),
            srand: self.srand.or(file.srand),
            jobs: self.jobs.or(file.jobs),
            use_affinity: self.use_affinity.or(file.use_affinity),
            clock: self.clock.or(file.clock),
            sprt: words(self.sprt, file.sprt),
            rules: self.rules.or(file.rules),
            move_limit: self.move_limit.or(file.move_limit),
            resign: words(self.resign, file.resign),
            draw: words(self.draw, file.draw),
            maxmoves: self.maxmoves.or(file.maxmoves),
            startup_ms: self.startup_ms.or(file.startup_ms),
            ping_ms: self.ping_ms.or(file.ping_ms),
            stall_ms: self.stall_ms.or(file.stall_ms),
            out: self.out.or(file.out),
            fresh: self.fresh || file.fresh,
            notation: self.notation.or(file.notation),
            log: self.log.or(file.log),
            event: self.event.or(file.event),
            pgnout: self.pgnout.or(file.pgnout),
            site: self.site.or(file.site),
            ratinginterval: self.ratinginterval.or(file.ratinginterval),
            json: self.json || file.json,
            second_opinion: self.second_opinion.or(file.second_opinion),
        }
    }
}
