//! The program: without a command it speaks the Hub protocol.

mod cli;
mod manual;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
