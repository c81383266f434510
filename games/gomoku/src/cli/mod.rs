//! The command line.

mod commands;
mod manual;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::Evaluation;
use crate::engine::Settings;
use crate::level::Level;
use crate::piskvork;
use crate::rules::Rule;

use commands::{AnalyzeArgs, PlayArgs, SolveArgs};

/// A gomoku (五子棋) engine; without a command it speaks Gomocup's protocol (Piskvork) on stdin and stdout.
#[derive(Debug, Parser)]
#[command(name = "chuhe-gomoku", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    talk: TalkArgs,
}

/// Options for the conversation with a manager.
#[derive(Args, Debug)]
struct TalkArgs {
    #[command(flatten)]
    engine: EngineArgs,
    /// Rules to apply until the manager sets others
    #[arg(long, default_value_t, value_name = "RULE")]
    rule: Rule,
    /// Evaluation: full, or baseline (as in the program on which this one is based)
    #[arg(long, default_value = "full", value_name = "full|baseline", value_parser = evaluation)]
    evaluation: Evaluation,
    /// Do not search for wins by continuous fours and threats
    #[arg(long)]
    no_solvers: bool,
}

/// Options for the engine.
#[derive(Args, Clone, Copy, Debug)]
struct EngineArgs {
    /// Strength: low, middle, high or full
    #[arg(long, default_value_t, value_name = "LEVEL")]
    level: Level,
    /// Maximum size of the transposition table in MB
    #[arg(long, default_value_t = 64, value_name = "MB", value_parser = clap::value_parser!(u16).range(1..=4096))]
    hash: u16,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
}

impl EngineArgs {
    fn settings(self) -> Settings {
        Settings {
            table_megabytes: self.hash.into(),
            threads: self.threads.into(),
            level: self.level,
            ..Settings::default()
        }
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play against the engine in the terminal (人机对弈)
    Play(PlayArgs),
    /// Search for a win by continuous fours, or by fours and threes (VCF, VCT; 追四, 追三)
    Solve(SolveArgs),
    /// Search a position and show the result
    Analyze(AnalyzeArgs),
    /// Write a man(1) page to stdout
    Man {
        /// Command to describe [default: the whole program]
        command: Option<String>,
    },
    /// Write shell completions to stdout
    Completions {
        /// The shell
        shell: Shell,
    },
}

fn evaluation(name: &str) -> Result<Evaluation, String> {
    match name {
        "full" => Ok(Evaluation::Full),
        "baseline" => Ok(Evaluation::Baseline),
        _ => Err(format!("expected full or baseline, found {name:?}")),
    }
}

/// Runs the command line. Errors go to stderr, with a non-zero exit code.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command {
        None => {
            let args = cli.talk;
            let settings = Settings {
                evaluation: args.evaluation,
                solves: !args.no_solvers,
                ..args.engine.settings()
            };
            piskvork::run(io::stdin(), io::stdout(), settings, args.rule)
                .map(|()| ExitCode::SUCCESS)
        }
        Some(Command::Play(args)) => commands::play(&args),
        Some(Command::Solve(args)) => commands::solve(&args),
        Some(Command::Analyze(args)) => commands::analyze(&args),
        Some(Command::Man { command }) => manual::page(command.as_deref()),
        Some(Command::Completions { shell }) => manual::completions(shell),
    };
    match done {
        Ok(code) => code,
        // The reader has closed the pipe; that is not an error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            drop(writeln!(io::stderr(), "error: {}", chuhe_util::files::reason(&error)));
            ExitCode::FAILURE
        }
    }
}
