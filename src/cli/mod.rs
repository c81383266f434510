//! The command line: turns arguments into calls, and endings into exit codes.

mod analyze;
mod annotate;
mod args;
mod bench;
mod board;
mod book;
mod check_engine;
mod cloud;
mod complaint;
mod completions;
mod conversation;
mod convert;
mod counts;
mod datagen;
mod db;
mod doctor;
mod ending;
mod eval;
mod help;
mod inputs;
mod interrupt;
mod judge;
mod language;
mod late_file;
mod logging;
mod man;
mod matches;
mod net;
mod numbers;
mod options;
mod outputs;
mod perft;
mod play;
mod progress;
mod puzzles;
mod serve;
mod tables;
mod target;
mod terminal;
mod train;
mod tune;

use clap::{Parser, Subcommand};

use self::args::OptionSetting;
pub use self::ending::{Ending, conclude};
pub use self::language::Interlude;
use self::logging::LogArgs;
#[doc(hidden)]
pub use self::matches::check_file as check_match_file;
use self::outputs::Stdout;
use crate::failure;
use chuhe_localize::Language;
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// 楚河 chuhe, a xiangqi (象棋, Chinese chess) engine
///
/// Without a command, chuhe runs as an engine for a GUI (界面) and recognizes UCCI or UCI by the first line that the
/// GUI sends. `chuhe doctor` shows how to add chuhe to each GUI.
#[derive(Debug, Parser)]
#[command(name = "chuhe", version)]
#[command(after_help = ending::program_help(AFTER_HELP), mut_subcommands = ending::with_codes)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,

    /// Set an option before the conversation with the GUI begins; can be repeated
    ///
    /// `chuhe options` lists all options.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = OptionSetting::parse)]
    options: Vec<OptionSetting>,

    #[command(flatten)]
    logging: LogArgs,

    /// Language (语言) of messages: en or zh [default: from the environment]
    #[arg(long, value_name = "LANG", global = true, value_parser = language::parse_language)]
    lang: Option<Language>,
    /// Notes about the fastchess flags that were translated.
    #[arg(skip)]
    notes: Vec<String>,

    /// The chosen language, from --lang or the environment.
    #[arg(skip)]
    language: Language,
}

const AFTER_HELP: &str = "\
Examples:
  chuhe                                    run as an engine: UCCI or UCI
  chuhe --option Threads=4                 the same, with four threads
  chuhe --log-file talk.log                the same, and log the conversation
  chuhe analyze                            analyse the start position (分析)
  chuhe play --level 5                     play against the engine (对弈)
  chuhe serve --open                       play in the browser (网页棋盘)
  chuhe puzzles games.pgn                  make puzzles from blunders (习题)
  chuhe tables gen KRKAABB                 generate endgame tables (残局库)
  chuhe db search games.db --player 许银川  search a database of games (棋谱库)
  chuhe book explore                       browse the opening book (开局库)
  chuhe perft 5                            check the move generator
  chuhe bench                              measure the search speed
  chuhe doctor                             check the installation, set up GUIs
  chuhe check-engine cmd=./engine          test another engine's protocol

Environment: CHUHE_NOTATION sets the default for --notation, RUST_LOG selects what is logged (see -v), and NO_COLOR
turns colours off. --lang sets the language; without it, the first of CHUHE_LANG, LC_ALL, LC_MESSAGES and LANG that is
set decides.";

#[derive(Debug, Subcommand)]
enum CliCommand {
    Analyze(Box<analyze::AnalyzeArgs>),
    Annotate(annotate::AnnotateArgs),
    Bench(bench::BenchArgs),
    Board(board::BoardCommand),
    Book(book::BookArgs),
    CheckEngine(check_engine::CheckEngineArgs),
    Cloud(cloud::CloudArgs),
    Completions(completions::CompletionsArgs),
    Convert(convert::ConvertArgs),
    Datagen(datagen::DatagenArgs),
    Db(Box<db::DbArgs>),
    Doctor(doctor::DoctorArgs),
    Eval(eval::EvalArgs),
    Judge(judge::JudgeArgs),
    Man(man::ManArgs),
    Match(matches::MatchCommand),
    Net(net::NetArgs),
    Options(options::OptionsArgs),
    Perft(perft::PerftArgs),
    Play(Box<play::PlayArgs>),
    Puzzles(puzzles::PuzzlesArgs),
    Serve(serve::ServeArgs),
    Tables(tables::TablesArgs),
    Train(train::TrainArgs),
    Tune(tune::TuneArgs),
}

/// A command-line error that clap does not detect.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct UsageError(String);

/// The text is already in the reader's language.
impl Localize for UsageError {
    fn chinese(&self) -> String {
        self.0.clone()
    }
}

impl Cli {
    /// Starts logging, as set by -v, -q, `RUST_LOG` and --log-file.
    ///
    /// # Errors
    /// If the log file cannot be written, or if the command does not accept --log-file or --option.
    pub fn start_logging(&self) -> failure::Result<()> {
        if self.command.is_some() && (self.logging.has_file() || !self.options.is_empty()) {
            return Err(UsageError(tr!("grammar-for-conversations")).into());
        }
        self.logging.start()?;
        self.notes.iter().for_each(|note| log::warn!("{note}"));
        Ok(())
    }

    /// Runs the command and returns how it ended.
    ///
    /// # Errors
    /// If the command fails; see [`conclude`].
    pub fn run(self) -> failure::Result<Ending> {
        let out = &mut Stdout::new();
        match self.command {
            None => conversation::run(&self.options),
            Some(CliCommand::Analyze(args)) => return args.run(out),
            Some(CliCommand::Annotate(args)) => return args.run(out),
            Some(CliCommand::Bench(args)) => args.run(out),
            Some(CliCommand::Board(args)) => args.run(out),
            Some(CliCommand::Book(args)) => return args.run(out),
            Some(CliCommand::CheckEngine(args)) => return args.run(out),
            Some(CliCommand::Cloud(args)) => return args.run(out),
            Some(CliCommand::Completions(args)) => args.run(out),
            Some(CliCommand::Convert(args)) => return args.run(out),
            Some(CliCommand::Datagen(args)) => return args.run(out),
            Some(CliCommand::Db(args)) => return args.run(out),
            Some(CliCommand::Doctor(args)) => return args.run(out),
            Some(CliCommand::Eval(args)) => args.run(out),
            Some(CliCommand::Judge(args)) => return args.run(out),
            Some(CliCommand::Man(args)) => args.run(out),
            Some(CliCommand::Match(args)) => return args.run(out),
            Some(CliCommand::Net(args)) => return args.run(out),
            Some(CliCommand::Options(args)) => args.run(out),
            Some(CliCommand::Perft(args)) => args.run(out),
            Some(CliCommand::Play(args)) => return args.run(out),
            Some(CliCommand::Puzzles(args)) => return args.run(out),
            Some(CliCommand::Serve(args)) => return args.run(out),
            Some(CliCommand::Tables(args)) => return args.run(out),
            Some(CliCommand::Train(args)) => return args.run(out),
            Some(CliCommand::Tune(args)) => return args.run(out),
        }?;
        Ok(Ending::Done)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_grammar_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_examples() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Examples:"), "{}", command.get_name());
        }
    }
}
