//! `options`: lists all options.

use std::io::Write;

use clap::Args;

use crate::failure;
use chuhe_engine::engine::options::{OPTIONS, markdown};
use chuhe_localize::Localize;
use chuhe_localize::columns::left;
use chuhe_localize::tr;

/// List all options (选项), with their names in both protocols, their values and their effects
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe options
  chuhe options --markdown
  chuhe analyze --option 'Skill Level=5'   set an option, by either name")]
pub(super) struct OptionsArgs {
    /// Print a Markdown table instead of text
    #[arg(long)]
    markdown: bool,
}

impl OptionsArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<()> {
        if self.markdown {
            write!(out, "{}", markdown())?;
            return Ok(());
        }
        let row = |uci: &str, ucci: &str, default: &str, values: &str| {
            format!("{uci:<18} {ucci:<13} {} {values}", left(default, 8))
        };
        let (default, values) = (tr!("option-column-default"), tr!("option-column-values"));
        writeln!(out, "{}", row("UCI", "UCCI", &default, &values))?;
        for spec in OPTIONS {
            let (values, default) = (spec.kind.localize(), spec.default_text());
            let name = |name: Option<&'static str>| name.unwrap_or("-");
            writeln!(
                out,
                "{}",
                row(name(spec.uci), name(spec.ucci), &default, &values).trim_end()
            )?;
            writeln!(out, "    {}", spec.localize())?;
        }
        Ok(())
    }
}
