//! `tables records`: shows longest mates and counts zugzwangs.

use std::io::Write;

use clap::Args;

use super::super::interrupt::Interrupt;
use super::super::{Ending, progress};
use super::{FolderArgs, chosen};
use crate::cli::args::localized;
use crate::cli::outputs;
use crate::failure;
use chuhe_engine::tables::MaterialClass;
use chuhe_lab::tables::{ClassRecords, records};
use chuhe_localize::tr;

/// Show the longest mate in each class with its line, and the number of zugzwangs
#[derive(Debug, Args)]
pub(super) struct RecordsArgs {
    /// Classes (子力类别), such as KRKAABB [default: all]
    #[arg(value_name = "CLASS", value_parser = localized::<MaterialClass>)]
    classes: Vec<MaterialClass>,

    #[command(flatten)]
    folder: FolderArgs,

    /// Print one JSON object per table instead of text
    #[arg(long)]
    json: bool,
}

impl RecordsArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let tables = self.folder.open()?;
        let stop = Interrupt::watch_patiently()?;
        for class in chosen(&tables, &self.folder.folder, &self.classes)? {
            let size = tables.table(&class).map_or(0, |table| table.index().size());
            let bar = progress::bar(size, "{msg} {bar:40} {percent}%");
            bar.set_message(class.to_string());
            let goes_on = |done| {
                bar.set_position(done);
                !stop.acknowledged()
            };
            let found = records(&tables, &class, &goes_on)?;
            bar.finish_and_clear();
            let Some(found) = found else { return Ok(Ending::Interrupted) };
            if self.json {
                outputs::json(out, &found)?;
            } else {
                write_records(out, &found)?;
            }
        }
        Ok(Ending::Done)
    }
}

fn write_records(out: &mut impl Write, records: &ClassRecords) -> std::io::Result<()> {
    writeln!(out, "{}", records.class)?;
    for (number, longest) in records.longest.iter().enumerate() {
        let Some(longest) = longest else { continue };
        let title = tr!("tables-records-longest", side = number + 1, plies = longest.plies);
        writeln!(out, "  {title}\n    {}", longest.fen)?;
        let line: Vec<String> = longest.line.iter().map(ToString::to_string).collect();
        writeln!(out, "    {}", line.join(" "))?;
    }
    let zugzwangs =
        tr!("tables-records-zugzwangs", count = records.zugzwangs, full = records.full_zugzwangs);
    writeln!(out, "  {zugzwangs}")?;
    for example in &records.examples {
        writeln!(out, "    {}", example.fen)?;
    }
    Ok(())
}
