//! `tables info`: lists tables.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::super::Ending;
use super::super::table::{Side, table};
use super::{FolderArgs, chosen, name_of};
use crate::cli::args::localized;
use crate::cli::outputs;
use crate::failure;
use chuhe_engine::tables::{MaterialClass, SideCounts, Table};
use chuhe_localize::tr;

/// List tables with their results, longest mates and sizes
#[derive(Debug, Args)]
pub(super) struct InfoArgs {
    /// Classes (子力类别), such as KRKAABB [default: all]
    #[arg(value_name = "CLASS", value_parser = localized::<MaterialClass>)]
    classes: Vec<MaterialClass>,

    #[command(flatten)]
    folder: FolderArgs,

    /// Print one JSON object per table instead of text
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
    sides: &'a [SideCounts],
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
        let heads = [
            (tr!("tables-column-class"), Side::Left),
            (tr!("tables-column-mover"), Side::Left),
            (tr!("tables-column-wins"), Side::Right),
            (tr!("tables-column-draws"), Side::Right),
            (tr!("tables-column-losses"), Side::Right),
            (tr!("tables-column-ban"), Side::Right),
            (tr!("tables-column-longest"), Side::Right),
            (tr!("tables-column-bytes"), Side::Right),
        ];
        let rows = found.iter().flat_map(|table| {
            table.header().sides.iter().enumerate().map(|(number, side)| {
                let plies = [side.longest_win, side.longest_loss];
                let longest = plies.into_iter().flatten().map(|longest| longest.plies).max();
                let only_first = |text: String| if number == 0 { text } else { String::new() };
                vec![
                    only_first(table.header().class.to_string()),
                    tr!("tables-mover", number = number + 1),
                    (side.wins + side.wins_by_ban).to_string(),
                    side.draws.to_string(),
                    (side.losses + side.losses_by_ban).to_string(),
                    (side.wins_by_ban + side.losses_by_ban).to_string(),
                    longest.map_or_else(String::new, |plies| plies.to_string()),
                    only_first(table.bytes().to_string()),
                ]
            })
        });
        write!(out, "{}", table(&heads, &rows.collect::<Vec<_>>()))?;
        Ok(Ending::Done)
    }
}
