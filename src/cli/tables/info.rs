//! `tables info`: lists tables.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::super::Ending;
use super::{FolderArgs, chosen, name_of};
use crate::cli::args::localized;
use crate::cli::outputs;
use crate::failure;
use chuhe_engine::tables::{MaterialClass, SideSummary, Table};
use chuhe_localize::columns::{left, right};
use chuhe_localize::tr;

/// List tables with their results, longest mates and sizes
#[derive(Debug, Args)]
pub(super) struct InfoArgs {
    /// Classes (子力类别), such as KRKAABB [default: all]
    #[arg(value_name = "CLASS", value_parser = localized::<MaterialClass>)]
    classes: Vec<MaterialClass>,

    #[command(flatten)]
    folder: FolderArgs,

    /// Print one JSON object per endgame table instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct TableReport<'a> {
    file: String,
    class: MaterialClass,
    metric: &'a str,
    rules: &'a str,
    version: &'a str,
    entries: u64,
    bytes: u64,
    sides: &'a [SideSummary],
}

impl InfoArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let tables = self.folder.open()?;
        let classes = chosen(&tables, &self.folder.folder, &self.classes)?;
        let found: Vec<&Table> = classes.iter().filter_map(|class| tables.table(class)).collect();
        if self.json {
            for table in found {
                let header = table.header();
                let report = TableReport {
                    file: name_of(table.path()),
                    class: header.class,
                    metric: &header.metric,
                    rules: &header.rules,
                    version: &header.version,
                    entries: header.entries,
                    bytes: table.bytes(),
                    sides: &header.sides,
                };
                outputs::json(out, &report)?;
            }
            return Ok(Ending::Done);
        }
        row(
            out,
            [
                tr!("tables-column-class"),
                tr!("tables-column-mover"),
                tr!("tables-column-wins"),
                tr!("tables-column-draws"),
                tr!("tables-column-losses"),
                tr!("tables-column-ban"),
                tr!("tables-column-longest"),
                tr!("tables-column-bytes"),
            ],
        )?;
        for table in found {
            for (number, side) in table.header().sides.iter().enumerate() {
                let plies = [side.longest_win, side.longest_loss];
                let longest = plies.into_iter().flatten().map(|longest| longest.plies).max();
                let first = number == 0;
                let only_first = |text: String| if first { text } else { String::new() };
                row(
                    out,
                    [
                        only_first(table.header().class.to_string()),
                        tr!("tables-mover", number = number + 1),
                        (side.wins + side.wins_by_ban).to_string(),
                        side.draws.to_string(),
                        (side.losses + side.losses_by_ban).to_string(),
                        (side.wins_by_ban + side.losses_by_ban).to_string(),
                        longest.map_or_else(String::new, |plies| plies.to_string()),
                        only_first(table.bytes().to_string()),
                    ],
                )?;
            }
        }
        Ok(Ending::Done)
    }
}

fn row(out: &mut impl Write, cells: [String; 8]) -> std::io::Result<()> {
    let [class, mover, numbers @ ..] = cells;
    let numbers = numbers.map(|cell| right(&cell, 11)).concat();
    let line = format!("{}{}{numbers}", left(&class, 12), left(&mover, 8));
    writeln!(out, "{}", line.trim_end())
}
