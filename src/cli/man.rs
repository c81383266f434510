//! `man`: writes the manual as pages for man(1).

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;

use super::language::command_in;
use crate::failure::{self, Context};
use chuhe_files::write_whole;
use chuhe_localize as locale;
use chuhe_localize::tr;

/// Write the manual (手册) as pages for man(1)
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe man | man -l -                                     read the main page
  chuhe man --out ~/.local/share/man/man1     write all pages")]
pub(super) struct ManArgs {
    /// Write the pages of all commands to this folder [default: write only the main page, to standard output]
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl ManArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<()> {
        let command = command_in(locale::current());
        let Some(folder) = self.out else {
            return Ok(Man::new(command).render(out)?);
        };
        chuhe_files::make_folder(&folder).with_context(|| cannot_write(&folder))?;
        let mut command = command.disable_help_subcommand(true);
        // This gives each command the name of its page.
        command.build();
        write_pages(&folder, &command)
    }
}

/// Writes a page for a command and each of its subcommands.
fn write_pages(folder: &Path, command: &Command) -> failure::Result<()> {
    write_page(folder, command.clone())?;
    let mut below = command.get_subcommands().filter(|command| command.get_name() != "help");
    below.try_for_each(|command| write_pages(folder, command))
}

fn write_page(folder: &Path, command: Command) -> failure::Result<()> {
    let page = Man::new(command);
    let path = folder.join(page.get_filename());
    let mut text = Vec::new();
    page.render(&mut text)?;
    write_whole(&path, &text).with_context(|| cannot_write(&path))
}

fn cannot_write(path: &Path) -> String {
    tr!("output-write", place = path.display().to_string())
}
