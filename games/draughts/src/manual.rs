//! Manual pages and shell completions from the command line's definition.

use std::error::Error;
use std::io::{self, Write};

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

/// Writes the page of a command, or of the whole program, to stdout.
pub(crate) fn page(program: Command, command: Option<&str>) -> Result<(), Box<dyn Error>> {
    let mut program = program.disable_help_subcommand(true);
    // This gives the commands the names of their pages.
    program.build();
    let found = match command {
        None => Some(&program),
        Some(name) => program.find_subcommand(name),
    };
    let Some(found) = found else {
        let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        return Err(format!("unknown command; expected one of {}", names.join(", ")).into());
    };
    // The page is built in memory first, so that a closed pipe shows as a single failed write.
    let mut page = Vec::new();
    Man::new(found.clone()).render(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(())
}

/// Writes the completions of a shell to stdout.
pub(crate) fn completions(mut program: Command, shell: Shell) -> Result<(), Box<dyn Error>> {
    // The script is built in memory first, because the generator panics on a broken pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, "chuhe-draughts", &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}
