//! The `chuhe` binary.

use std::process::ExitCode;

use chuhe::cli::{self, Cli};
use clap::Parser;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = cli.start_logging().and_then(|()| cli.run());
    cli::exit_code(outcome)
}
