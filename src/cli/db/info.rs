//! `db info`: shows what a database contains.

use std::io::Write;

use clap::Args;

use super::super::Ending;
use super::DatabaseArgs;
use crate::cli::outputs;
use crate::failure;
use chuhe_database::{Database, DatabaseInfo};
use chuhe_localize::tr;

/// Show statistics about a database
#[derive(Debug, Args)]
pub(super) struct InfoArgs {
    #[command(flatten)]
    pub(super) database: DatabaseArgs,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl InfoArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let info = Database::open(&self.database.database)?.info()?;
        if self.json {
            outputs::json(out, &info)?;
        } else {
            write!(out, "{}", text(&info))?;
        }
        out.flush()?;
        Ok(Ending::Done)
    }
}

fn text(info: &DatabaseInfo) -> String {
    let unknown = info.games - info.red_wins - info.draws - info.black_wins;
    let mut lines = vec![
        tr!("db-info-games", games = info.games, plies = info.plies, positions = info.positions),
        tr!(
            "db-info-results",
            red = info.red_wins,
            draws = info.draws,
            black = info.black_wins,
            unknown = unknown
        ),
        tr!("db-info-names", players = info.players, events = info.events),
        tr!("db-info-notes", annotated = info.annotated, scored = info.scored),
    ];
    if let (Some(first), Some(last)) = (info.first_year, info.last_year) {
        lines.push(tr!("db-info-years", first = first.to_string(), last = last.to_string()));
    }
    for count in &info.formats {
        let format = count.format.as_str();
        lines.push(tr!(
            "db-info-format",
            format = format,
            files = count.files,
            games = count.games
        ));
    }
    if info.doubles > 0 {
        lines.push(tr!("db-info-doubles", games = info.doubles));
    }
    let each = info.bytes / info.games.max(1);
    lines.push(tr!("db-info-size", bytes = info.bytes, each = each));
    if info.incomplete_files > 0 {
        lines.push(tr!("db-info-incomplete", files = info.incomplete_files));
    }
    if info.unindexed > 0 {
        lines.push(tr!("db-goes-on", games = info.unindexed));
    }
    lines.join("\n") + "\n"
}
