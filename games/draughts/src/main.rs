//! The program: alone it talks by the Hub protocol, with a command it does that.

mod cli;
mod manual;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
