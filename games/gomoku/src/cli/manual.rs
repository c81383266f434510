//! Manual pages and shell completions from the command line's definition.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use super::Cli;

/// Writes the page of a command, or of the whole program, to stdout.
pub(super) fn page(command: Option<&str>) -> io::Result<ExitCode> {
    let mut program = Cli::command().disable_help_subcommand(true);
    // This gives the commands the names of their pages.
    program.build();
    let found = match command {
        None => Some(&program),
        Some(name) => program.find_subcommand(name),
    };
    let Some(found) = found else {
        let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
        return Err(io::Error::other(format!(
            "unknown command; expected one of {}",
            names.join(", ")
        )));
    };
    // The page is built in memory first, so that a closed pipe shows as a single failed write.
    let mut page = Vec::new();
    Man::new(found.clone()).render(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the completions of a shell to stdout.
pub(super) fn completions(shell: Shell) -> io::Result<ExitCode> {
    // The script is built in memory first, because the generator panics on a broken pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "chuhe-gomoku", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
