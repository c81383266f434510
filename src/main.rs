//! The `chuhe` binary.

use std::process::ExitCode;

use chuhe::cli::{self, Cli};
use chuhe_engine::platform;

fn main() -> ExitCode {
    platform::map_large_blocks();
    let cli = match Cli::read(std::env::args_os()) {
        Ok(cli) => cli,
        Err(interlude) => return interlude.print().into(),
    };
    cli.set_language();
    let outcome = cli.start_logging().and_then(|()| cli.run());
    cli::conclude(outcome).into()
}
