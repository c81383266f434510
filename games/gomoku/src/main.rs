//! The program: a conversation with a manager, or a command.

use std::process::ExitCode;

fn main() -> ExitCode {
    gomoku::cli::main()
}
