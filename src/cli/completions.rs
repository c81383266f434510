//! `completions`: completion scripts for shells.

use std::io::Write;

use clap::Args;
use clap_complete::Shell;

use super::language::command_in;
use crate::failure;
use chuhe_localize as locale;

/// Print the completion script (补全) for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe completions bash > ~/.local/share/bash-completion/completions/chuhe
  chuhe completions zsh > ~/.zfunc/_chuhe                ~/.zfunc is in $fpath
  chuhe completions fish > ~/.config/fish/completions/chuhe.fish")]
pub(super) struct CompletionsArgs {
    /// Shell for which to print the script
    shell: Shell,
}

impl CompletionsArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<()> {
        // The script is generated in memory first, because the generator panics if a pipe breaks.
        let mut script = Vec::new();
        clap_complete::generate(
            self.shell,
            &mut command_in(locale::current()),
            "chuhe",
            &mut script,
        );
        out.write_all(&script)?;
        Ok(())
    }
}
