//! `options`: the option table, for people.

use std::io::Write;

use clap::Args;

use crate::engine::config::Config;
use crate::engine::options::{Kind, OPTIONS, OptionSpec, VARIANT};

/// List every option, its names in both protocols, its values and what it does (选项)
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe options
  chuhe options --markdown
  chuhe analyze -o 'Skill Level=5'        use one; either name will do, in any case")]
pub(super) struct OptionsArgs {
    /// Print a Markdown table
    #[arg(long)]
    markdown: bool,
}

const HEADER: [&str; 5] = ["UCI", "UCCI", "Values", "Default", "Meaning"];

impl OptionsArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let rows: Vec<[String; 5]> = OPTIONS.iter().map(row).collect();
        if self.markdown {
            writeln!(out, "| {} |", HEADER.join(" | "))?;
            writeln!(out, "|{}", " --- |".repeat(HEADER.len()))?;
            for row in &rows {
                let [uci, ucci, values, default, help] =
                    row.each_ref().map(|c| c.replace('|', "\\|"));
                let code = |name: String| if name == "-" { name } else { format!("`{name}`") };
                writeln!(
                    out,
                    "| {} | {} | {values} | {default} | {help} |",
                    code(uci),
                    code(ucci)
                )?;
            }
            return Ok(());
        }
        let header = HEADER.map(str::to_owned);
        for row in std::iter::once(&header).chain(&rows) {
            let [uci, ucci, values, default, help] = row;
            writeln!(out, "{uci:<18} {ucci:<13} {default:<8} {values}")?;
            writeln!(out, "    {help}")?;
        }
        Ok(())
    }
}

fn row(spec: &OptionSpec) -> [String; 5] {
    let defaults = &mut Config::default();
    let (values, default) = match spec.kind {
        Kind::Check(field) => ("true, false".to_owned(), field(defaults).to_string()),
        Kind::Spin { min, max, field, .. } => {
            let automatic = if spec.takes_zero() { "0, " } else { "" };
            (format!("{automatic}{min} to {max}"), field(defaults).to_string())
        }
        Kind::Grade { values, field } => {
            let names: Vec<&str> = values.iter().map(|grade| grade.name()).collect();
            (names.join(", "), field(defaults).name().to_owned())
        }
        Kind::Variant => (VARIANT.to_owned(), VARIANT.to_owned()),
        Kind::Button(_) => ("button".to_owned(), "-".to_owned()),
    };
    let name = |name: Option<&str>| name.unwrap_or("-").to_owned();
    [name(spec.uci), name(spec.ucci), values, default, spec.help.to_owned()]
}
