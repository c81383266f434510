//! `db`: a database of games.

mod check;
mod explore;
mod export;
mod filters;
mod import;
mod info;
mod search;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::Ending;
use crate::failure::{self, Failure};
use chuhe_database::DatabaseError;
use chuhe_localize as locale;
use chuhe_localize::Language;

/// Keep games in a database (棋谱库) and search them
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe db import games.db games/ more.pgn       add games
  chuhe db search games.db --player 许银川 --since 2000
  chuhe db search games.db --material 'KRNP*KRCP*' --material-plies 10
  chuhe db explore games.db 炮二平五 马8进7
  chuhe db export games.db --opening 顺炮 -o found.pgn
  chuhe db info games.db
  chuhe db check games.db                        check for damage

The database is a single SQLite file. Names can be given in simplified or traditional characters; positions and moves
also match their mirror images. \"Databases\" in the handbook describes what is stored and how fast the queries are.")]
pub(super) struct DbArgs {
    #[command(subcommand)]
    command: DbCommand,
}

#[derive(Debug, Subcommand)]
enum DbCommand {
    Import(import::ImportArgs),
    Search(search::SearchArgs),
    Explore(explore::ExploreArgs),
    Export(export::ExportArgs),
    Info(info::InfoArgs),
    Check(check::CheckArgs),
}

/// The database argument.
#[derive(Debug, Args)]
struct DatabaseArgs {
    /// Database file (棋谱库)
    #[arg(value_name = "DB")]
    database: PathBuf,
}

impl DbArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let path = self.command.database().to_owned();
        let ending = match self.command {
            DbCommand::Import(args) => args.run(out),
            DbCommand::Search(args) => args.run(out),
            DbCommand::Explore(args) => args.run(out),
            DbCommand::Export(args) => args.run(out),
            DbCommand::Info(args) => args.run(out),
            DbCommand::Check(args) => args.run(out),
        };
        ending.map_err(|error| placed(&path, error))
    }
}

impl DbCommand {
    fn database(&self) -> &Path {
        let args = match self {
            Self::Import(args) => &args.database,
            Self::Search(args) => &args.database,
            Self::Explore(args) => &args.database,
            Self::Export(args) => &args.database,
            Self::Info(args) => &args.database,
            Self::Check(args) => &args.database,
        };
        &args.database
    }
}

/// Adds the file name to a database error that lacks it.
fn placed(database: &Path, error: Failure) -> Failure {
    match error.cause() {
        Some(
            DatabaseError::Busy
            | DatabaseError::Full
            | DatabaseError::Stopped
            | DatabaseError::Damaged(_)
            | DatabaseError::DamagedGame { .. }
            | DatabaseError::Sqlite(_),
        ) => error.context(database.display().to_string()),
        _ => error,
    }
}

/// Runs `work` in English, because text for programs must not depend on the language.
fn in_english<T>(work: impl FnOnce() -> T) -> T {
    locale::with(Language::English, work)
}
