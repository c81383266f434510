//! `db search`: lists games.

use std::io::Write;

use clap::Args;

use super::super::Ending;
use super::super::numbers::whole;
use super::super::table::{Side, table};
use super::DatabaseArgs;
use super::filters::FilterArgs;
use crate::cli::outputs;
use crate::failure;
use chuhe_database::{Database, StoredGame};
use chuhe_localize as locale;
use chuhe_localize::Language;
use chuhe_localize::tr;

/// List the games that match all filters
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe db search games.db --player 胡荣华 --result red
  chuhe db search games.db --red 'hu ronghua' --event cup --since 1970 --until 1979
  chuhe db search games.db --opening 中炮对屏风马 --limit 100
  chuhe db search games.db 炮二平五 炮8平5
  chuhe db search games.db --material KRPKR --material-plies 20 --json
  chuhe db search games.db --beginning 'h2e2 h9g7' --stretch 'e2e6 d9e8'")]
pub(super) struct SearchArgs {
    #[command(flatten)]
    pub(super) database: DatabaseArgs,

    #[command(flatten)]
    filters: FilterArgs,

    /// Maximum number of games to list
    #[arg(long, value_name = "N", default_value = "20", value_parser = whole::<u64>(0..=1_000_000))]
    limit: u64,

    /// Number of games to skip first
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole::<u64>(0..))]
    offset: u64,

    /// Print one JSON object instead of a table, including the moves of the games
    #[arg(long)]
    json: bool,
}

impl SearchArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let query = self.filters.query()?;
        let database = Database::open(&self.database.database)?;
        let found = database.search(&query, self.offset, self.limit)?;
        if self.json {
            outputs::json(out, &found)?;
        } else {
            if !found.games.is_empty() {
                write!(out, "{}", games(&found.games))?;
                writeln!(out)?;
            }
            let shown = found.games.len() as u64;
            let last = self.offset + shown;
            let text = match shown {
                0 => tr!("db-found", total = found.total),
                _ if shown == found.total => tr!("db-found", total = found.total),
                _ => {
                    tr!("db-found-part", first = self.offset + 1, last = last, total = found.total)
                }
            };
            writeln!(out, "{text}")?;
        }
        out.flush()?;
        Ok(Ending::Done)
    }
}

fn games(games: &[StoredGame]) -> String {
    let heads = [
        (tr!("db-column-game"), Side::Right),
        (tr!("db-column-date"), Side::Left),
        (tr!("db-column-red"), Side::Left),
        (tr!("db-column-black"), Side::Left),
        (tr!("db-column-result"), Side::Left),
        (tr!("db-column-plies"), Side::Right),
        (tr!("db-column-opening"), Side::Left),
        (tr!("db-column-event"), Side::Left),
    ];
    let is_chinese = locale::current() == Language::Chinese;
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
    let rows = games.iter().map(|game| {
        let opening = game.opening.as_ref();
        let opening = opening.map(|name| if is_chinese { &name.chinese } else { &name.english });
        vec![
            game.id.to_string(),
            text(&game.date),
            text(&game.red),
            text(&game.black),
            game.result.to_owned(),
            game.plies.to_string(),
            opening.cloned().unwrap_or_default(),
            game.event.clone().unwrap_or_default(),
        ]
    });
    table(&heads, &rows.collect::<Vec<_>>())
}
