//! The command line: turns arguments into calls, and endings into exit codes.

mod analyze;
#[cfg(feature = "review")]
mod annotate;
mod args;
mod bench;
#[cfg(feature = "review")]
mod board;
#[cfg(feature = "lab")]
mod book;
#[cfg(feature = "arena")]
mod check_engine;
#[cfg(feature = "serve")]
mod cloud;
mod complaint;
#[cfg(feature = "help")]
mod completions;
mod conversation;
mod convert;
mod counts;
#[cfg(feature = "lab")]
mod datagen;
#[cfg(feature = "database")]
mod db;
mod desktop;
mod doctor;
mod ending;
#[cfg(feature = "arena")]
mod engines;
mod eval;
mod features;
mod help;
mod inputs;
mod intent;
mod interrupt;
mod judge;
mod language;
mod late_file;
mod logging;
#[cfg(feature = "help")]
mod man;
#[cfg(feature = "arena")]
mod matches;
#[cfg(feature = "lab")]
mod net;
mod numbers;
mod options;
mod outputs;
mod perft;
#[cfg(feature = "play")]
mod play;
mod position;
mod progress;
mod prompt;
#[cfg(feature = "review")]
mod puzzles;
#[cfg(feature = "serve")]
mod serve;
mod suggestions;
mod table;
#[cfg(feature = "lab")]
mod tables;
mod target;
mod terminal;
#[cfg(feature = "lab")]
mod train;
#[cfg(feature = "lab")]
mod tune;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

use self::args::OptionSetting;
pub use self::ending::Ending;
use self::ending::conclude;
use self::intent::Talk;
pub use self::language::Interlude;
use self::logging::LogArgs;
#[cfg(feature = "arena")]
#[doc(hidden)]
pub use self::matches::check_file as check_match_file;
use self::outputs::Stdout;
use crate::failure;
use chuhe_localize::Language;
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// The name of the embedded book or network on the command line.
#[cfg(any(feature = "lab", feature = "serve"))]
const EMBEDDED: &str = "embedded";

/// 楚河 chuhe, a xiangqi (象棋, Chinese chess) engine
///
/// Without a command, chuhe runs as an engine for a GUI (界面) and recognizes UCCI or UCI by the first line that the
/// GUI sends. `chuhe doctor` shows how to add chuhe to each GUI. Instead of a command, chuhe also takes what it can
/// recognize: a file, a position, or commands of these protocols.
#[cfg_attr(feature = "serve", doc = "A double-click on chuhe opens the board in the browser.")]
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

    /// What to say in the conversation first.
    #[arg(skip)]
    talk: Talk,

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
  chuhe ucci                               the same, beginning with ucci
  chuhe go depth 12                        execute protocol commands and exit
  chuhe game.pgn                           annotate a game (复盘)
  chuhe h2e2 h9g7                          analyse the position after some moves
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
  chuhe match chuhe ./engine               play another engine (引擎对抗)
  chuhe check-engine cmd=./engine          test another engine's protocol

Environment: CHUHE_NOTATION sets the default for --notation, RUST_LOG selects what is logged (see -v), and NO_COLOR
turns colours off. --lang sets the language; without it, the first of CHUHE_LANG, LC_ALL, LC_MESSAGES and LANG that is
set decides.";

#[derive(Debug, Subcommand)]
enum CliCommand {
    Analyze(Box<analyze::AnalyzeArgs>),
    #[cfg(feature = "review")]
    Annotate(annotate::AnnotateArgs),
    Bench(bench::BenchArgs),
    #[cfg(feature = "review")]
    Board(board::BoardCommand),
    #[cfg(feature = "lab")]
    Book(book::BookArgs),
    #[cfg(feature = "arena")]
    CheckEngine(check_engine::CheckEngineArgs),
    #[cfg(feature = "serve")]
    Cloud(cloud::CloudArgs),
    #[cfg(feature = "help")]
    Completions(completions::CompletionsArgs),
    Convert(convert::ConvertArgs),
    #[cfg(feature = "lab")]
    Datagen(datagen::DatagenArgs),
    #[cfg(feature = "database")]
    Db(Box<db::DbArgs>),
    Doctor(doctor::DoctorArgs),
    #[cfg(feature = "arena")]
    Engines(engines::EnginesArgs),
    Eval(eval::EvalArgs),
    Judge(judge::JudgeArgs),
    #[cfg(feature = "help")]
    Man(man::ManArgs),
    #[cfg(feature = "arena")]
    Match(Box<matches::MatchCommand>),
    #[cfg(feature = "lab")]
    Net(net::NetArgs),
    Options(options::OptionsArgs),
    Perft(perft::PerftArgs),
    #[cfg(feature = "play")]
    Play(Box<play::PlayArgs>),
    #[cfg(feature = "review")]
    Puzzles(puzzles::PuzzlesArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    #[cfg(feature = "lab")]
    Tables(tables::TablesArgs),
    #[cfg(feature = "lab")]
    Train(train::TrainArgs),
    #[cfg(feature = "lab")]
    Tune(tune::TuneArgs),
}

/// This program's file; `None` in another program, such as a Python interpreter.
fn own_program() -> Option<PathBuf> {
    let file = std::env::current_exe().ok()?;
    file.file_stem()?.to_str()?.starts_with("chuhe").then_some(file)
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
    /// Runs a command line that starts with the program's name, and returns how the program ends.
    pub fn main(words: impl IntoIterator<Item = OsString>) -> Ending {
        let mut words: Vec<OsString> = words.into_iter().collect();
        if words.len() == 1 && cfg!(feature = "serve") && desktop::is_click() {
            words.extend(["serve", "--open"].map(OsString::from));
        }
        let (ending, is_conversation) = match Self::read(words) {
            Ok(cli) => {
                cli.set_language();
                let is_conversation = cli.command.is_none();
                (conclude(cli.start_logging().and_then(|()| cli.run())), is_conversation)
            }
            Err(interlude) => (interlude.print(), false),
        };
        if !is_conversation || ending != Ending::Done {
            desktop::hold_window();
        }
        ending
    }

    /// Starts logging, as set by -v, -q, `RUST_LOG` and --log-file.
    ///
    /// # Errors
    /// If the log file cannot be written, or if the command does not accept --log-file or --option.
    fn start_logging(&self) -> failure::Result<()> {
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
    fn run(self) -> failure::Result<Ending> {
        let out = &mut Stdout::new();
        match self.command {
            None => conversation::run(&self.options, &self.talk, self.language),
            Some(CliCommand::Analyze(args)) => return args.run(out),
            #[cfg(feature = "review")]
            Some(CliCommand::Annotate(args)) => return args.run(out),
            Some(CliCommand::Bench(args)) => args.run(out),
            #[cfg(feature = "review")]
            Some(CliCommand::Board(args)) => args.run(out),
            #[cfg(feature = "lab")]
            Some(CliCommand::Book(args)) => return args.run(out),
            #[cfg(feature = "arena")]
            Some(CliCommand::CheckEngine(args)) => return args.run(out),
            #[cfg(feature = "serve")]
            Some(CliCommand::Cloud(args)) => return args.run(out),
            #[cfg(feature = "help")]
            Some(CliCommand::Completions(args)) => args.run(out),
            Some(CliCommand::Convert(args)) => return args.run(out),
            #[cfg(feature = "lab")]
            Some(CliCommand::Datagen(args)) => return args.run(out),
            #[cfg(feature = "database")]
            Some(CliCommand::Db(args)) => return args.run(out),
            Some(CliCommand::Doctor(args)) => return args.run(out),
            #[cfg(feature = "arena")]
            Some(CliCommand::Engines(args)) => return args.run(out),
            Some(CliCommand::Eval(args)) => args.run(out),
            Some(CliCommand::Judge(args)) => return args.run(out),
            #[cfg(feature = "help")]
            Some(CliCommand::Man(args)) => args.run(out),
            #[cfg(feature = "arena")]
            Some(CliCommand::Match(args)) => return args.run(out),
            #[cfg(feature = "lab")]
            Some(CliCommand::Net(args)) => return args.run(out),
            Some(CliCommand::Options(args)) => args.run(out),
            Some(CliCommand::Perft(args)) => args.run(out),
            #[cfg(feature = "play")]
            Some(CliCommand::Play(args)) => return args.run(out),
            #[cfg(feature = "review")]
            Some(CliCommand::Puzzles(args)) => return args.run(out),
            #[cfg(feature = "serve")]
            Some(CliCommand::Serve(args)) => return args.run(out),
            #[cfg(feature = "lab")]
            Some(CliCommand::Tables(args)) => return args.run(out),
            #[cfg(feature = "lab")]
            Some(CliCommand::Train(args)) => return args.run(out),
            #[cfg(feature = "lab")]
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
