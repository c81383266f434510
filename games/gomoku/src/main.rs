//! The program: runs a command, or serves a manager.

use std::process::ExitCode;

fn main() -> ExitCode {
    gomoku::cli::main()
}
