//! The program: runs a command, or converses with a manager.

use std::process::ExitCode;

fn main() -> ExitCode {
    gomoku::cli::main()
}
