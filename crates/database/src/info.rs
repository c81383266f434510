//! Statistics of a database.

use rusqlite::Row;
use serde::Serialize;

use super::{Database, DatabaseError};

/// Statistics of a database.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DatabaseInfo {
    /// The number of games.
    pub games: u64,
    /// The number of games missing from the indexes because an import was interrupted.
    pub unindexed: u64,
    /// The number of plies in all games.
    pub plies: u64,
    /// The number of positions in the index: one before each move, and the last of each game.
    pub positions: u64,
    /// The number of different player names.
    pub players: u64,
    /// The number of different event names.
    pub events: u64,
    /// Games that Red won.
    pub red_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black_wins: u64,
    /// Games with engine scores.
    pub scored: u64,
    /// Games with comments, glyphs or variations.
    pub annotated: u64,
    /// The earliest year in any game's date.
    pub first_year: Option<u32>,
    /// The latest year in any game's date.
    pub last_year: Option<u32>,
    /// The number of files and games by format.
    pub formats: Vec<FormatCount>,
    /// Partly imported files.
    pub incomplete_files: u64,
    /// Games left out because they were stored before; see [`ImportEvent::Double`](super::ImportEvent::Double).
    pub doubles: u64,
    /// The size of the database file, in bytes.
    pub bytes: u64,
}

/// How many files and games of a format were imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FormatCount {
    /// The usual file extension of the format.
    pub format: String,
    /// The number of files.
    pub files: u64,
    /// The number of games in the database that come from files of this format.
    pub games: u64,
}

impl Database {
    /// The statistics of the database.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn info(&self) -> Result<DatabaseInfo, DatabaseError> {
        let one = |sql: &str| self.connection().query_row(sql, [], |row| count(row, 0));
        let mut info = self.connection().query_row(
            "SELECT count(*), coalesce(sum(plies), 0), count(*) FILTER (WHERE result = 1),
             count(*) FILTER (WHERE result = 2), count(*) FILTER (WHERE result = 3), count(scores), count(notes),
             min(day) / 10000, max(day) / 10000 FROM games",
            [],
            |row| {
                Ok(DatabaseInfo {
                    games: count(row, 0)?,
                    plies: count(row, 1)?,
                    red_wins: count(row, 2)?,
                    black_wins: count(row, 3)?,
                    draws: count(row, 4)?,
                    scored: count(row, 5)?,
                    annotated: count(row, 6)?,
                    first_year: row.get(7)?,
                    last_year: row.get(8)?,
                    ..DatabaseInfo::default()
                })
            },
        )?;
        info.unindexed = self.unindexed()? as u64;
        info.positions = one("SELECT positions FROM state")?;
        info.players = one("SELECT count(*) FROM players")?;
        info.events = one("SELECT count(*) FROM events")?;
        info.incomplete_files = one("SELECT count(*) FROM sources WHERE complete = 0")?;
        info.doubles = one("SELECT coalesce(sum(doubles), 0) FROM sources")?;
        let pages = one("SELECT page_count FROM pragma_page_count()")?;
        info.bytes = pages * one("SELECT page_size FROM pragma_page_size()")?;
        let mut statement = self.connection().prepare(
            "SELECT format, count(*), sum(stored) FROM sources GROUP BY format ORDER BY format",
        )?;
        let rows = statement.query_map([], |row| {
            Ok(FormatCount { format: row.get(0)?, files: count(row, 1)?, games: count(row, 2)? })
        })?;
        info.formats = rows.collect::<Result<_, _>>()?;
        Ok(info)
    }
}

fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    Ok(row.get::<_, i64>(column)? as u64)
}
