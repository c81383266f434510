//! `tables check`: verifies every entry of a table against the entries that the moves lead to.

use std::io::Write;
use std::num::NonZero;

use clap::Args;

use super::super::interrupt::Interrupt;
use super::super::numbers::jobs;
use super::super::{Ending, outputs, progress};
use super::{FolderArgs, chosen};
use crate::cli::args::localized;
use crate::failure;
use chuhe_engine::tables::MaterialClass;
use chuhe_lab::tables::check;
use chuhe_localize::Localize;
use chuhe_localize::columns::{left, right};
use chuhe_localize::tr;

/// Verify that every position's entry agrees with the entry after its best move, and that every checksum matches
///
/// Captures lead to smaller classes, whose tables must exist.
#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Classes (子力类别), such as KRKAABB [default: all]
    #[arg(value_name = "CLASS", value_parser = localized::<MaterialClass>)]
    classes: Vec<MaterialClass>,

    #[command(flatten)]
    folder: FolderArgs,

    /// Number of threads [default: one per core]
    #[arg(short, long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = jobs)]
    jobs: NonZero<usize>,

    /// Print one JSON object per table instead of text
    #[arg(long)]
    json: bool,
}

impl CheckArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let tables = self.folder.open()?;
        let classes = chosen(&tables, &self.folder.folder, &self.classes)?;
        let stop = Interrupt::watch_patiently()?;
        let mut ending = Ending::Done;
        for class in classes {
            let entries = tables.table(&class).map_or(0, |table| table.header().entries);
            let bar = progress::bar(entries, "{msg} {bar:40} {percent}%");
            bar.set_message(class.to_string());
            let goes_on = |done| {
                bar.set_position(done);
                !stop.acknowledged()
            };
            let summary = match check(&tables, &class, self.jobs.get(), &goes_on) {
                Ok(summary) => summary,
                Err(error) => {
                    bar.finish_and_clear();
                    writeln!(outputs::stderr(), "{}", error.localize())?;
                    ending = Ending::PartialFailure;
                    continue;
                }
            };
            bar.finish_and_clear();
            if summary.was_stopped {
                return Ok(Ending::Interrupted);
            }
            if self.json {
                outputs::json(out, &summary)?;
            } else {
                let verdict = match summary.wrong {
                    0 if summary.sums_agree => tr!("tables-check-sound"),
                    0 => tr!("tables-check-sums"),
                    wrong => tr!("tables-check-wrong", wrong = wrong),
                };
                let positions = right(&summary.positions.to_string(), 12);
                writeln!(out, "{}{positions}  {verdict}", left(&class.to_string(), 12))?;
                for fault in &summary.faults {
                    writeln!(out, "  {}  {} / {}", fault.fen, fault.found, fault.expected)?;
                }
            }
            if !summary.is_sound() {
                ending = Ending::PartialFailure;
            }
        }
        Ok(ending)
    }
}
