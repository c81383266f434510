//! `man`: the manual, as pages for man(1).

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};

/// Write the manual (手册) as pages for man(1)
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe man | man -l -                                     read the main page
  chuhe man --out ~/.local/share/man/man1                  a page for each command: man chuhe-judge")]
pub(super) struct ManArgs {
    /// Folder for the pages of all commands; without it the main page goes to stdout
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl ManArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let command = super::Cli::command();
        let Some(folder) = self.out else {
            clap_mangen::Man::new(command).render(out)?;
            return Ok(());
        };
        std::fs::create_dir_all(&folder)
            .and_then(|()| clap_mangen::generate_to(command, &folder))
            .with_context(|| format!("cannot write the pages into {}", folder.display()))
    }
}
