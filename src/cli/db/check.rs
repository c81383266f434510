//! `db check`: verifies a database.

use std::io::Write;

use clap::Args;

use super::super::interrupt::Interrupt;
use super::super::{Ending, progress};
use super::DatabaseArgs;
use super::import::step;
use crate::failure::{self, Failure};
use chuhe_database::Database;
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// Check a database: its file, the moves of every game, and the indexes
#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub(super) database: DatabaseArgs,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl CheckArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let database = Database::open(&self.database.database)?;
        let stop = Interrupt::watch_patiently()?;
        let template = tr!(
            "db-check-progress",
            bar = "{bar:40}",
            done = "{pos}",
            all = "{len}",
            gone = "{elapsed}",
            left = "{eta}"
        );
        let bar = progress::bar(0, &template);
        let report = database.check(|done, total| step(&bar, &stop, done, total))?;
        bar.finish_and_clear();
        if self.json {
            let mut json = serde_json::to_value(&report).map_err(Failure::foreign)?;
            json["sound"] = report.is_sound().into();
            writeln!(out, "{json}")?;
        } else {
            for finding in &report.findings {
                writeln!(out, "{}", finding.localize())?;
            }
            if report.unindexed > 0 {
                writeln!(out, "{}", tr!("db-goes-on", games = report.unindexed))?;
            }
            let (games, positions) = (report.games, report.positions);
            let sum = match report.findings.len() {
                _ if report.interrupted => tr!("db-check-interrupted", games = games),
                0 => tr!("db-check-sound", games = games, positions = positions),
                count => tr!("db-check-unsound", games = games, count = count),
            };
            writeln!(out, "{sum}")?;
        }
        out.flush()?;
        Ok(if report.interrupted {
            Ending::Interrupted
        } else if report.is_sound() {
            Ending::Done
        } else {
            Ending::PartialFailure
        })
    }
}
