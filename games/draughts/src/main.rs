//! The program: runs a command, or speaks the Hub protocol if there is none.

mod cli;
mod manual;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
