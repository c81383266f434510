//! The `chuhe` binary.

use std::process::ExitCode;

use chuhe::cli::Cli;
use chuhe_engine::platform;

fn main() -> ExitCode {
    platform::map_large_blocks();
    Cli::main(std::env::args_os()).into()
}
