//! `man`: writes the manual as pages for man(1).

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;

use super::language::command_in;
use super::outputs::{FreshArgs, refused};
use crate::failure;
use chuhe_localize as locale;
use chuhe_util::files::{check_regular, write_whole};

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

    #[command(flatten)]
    fresh: FreshArgs,
}

impl ManArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<()> {
        let command = command_in(locale::current());
        let Some(folder) = self.out else {
            return Ok(Man::new(command).render(out)?);
        };
        chuhe_util::files::make_folder(&folder).map_err(|error| refused(&folder, error))?;
        let mut command = command.disable_help_subcommand(true);
        // This gives each command the name of its page.
        command.build();
        let mut pages = Vec::new();
        add_pages(&folder, &command, &mut pages)?;
        // Pages of this version may be written again.
        let is_ours = |path: &Path, text: &[u8]| {
            check_regular(path).is_ok() && fs::read(path).is_ok_and(|old| old == text)
        };
        pages.retain(|(path, text)| !is_ours(path, text));
        for (path, _) in &pages {
            self.fresh.file(Some(path))?;
        }
        for (path, text) in &pages {
            write_whole(path, text).map_err(|error| refused(path, error))?;
        }
        Ok(())
    }
}

/// Adds the page of a command, and those of its subcommands, with their paths.
fn add_pages(
    folder: &Path,
    command: &Command,
    pages: &mut Vec<(PathBuf, Vec<u8>)>,
) -> io::Result<()> {
    let page = Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    pages.push((folder.join(page.get_filename()), text));
    let mut below = command.get_subcommands().filter(|command| command.get_name() != "help");
    below.try_for_each(|command| add_pages(folder, command, pages))
}
