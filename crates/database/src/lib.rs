//! A database of games in one file, searched by player, event, date, result, opening, position, material and moves.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use chuhe_database::{Database, DatabaseWriter, Query};
//! use chuhe_engine::board::Position;
//! use chuhe_formats::game_files::GameFile;
//!
//! let folder = tempfile::tempdir()?;
//! let (games, path) = (folder.path().join("games.pgn"), folder.path().join("games.db"));
//! std::fs::write(&games, "[Red \"柳大華\"]\n\n1. 炮二平五 马8进7 1-0\n\n1. h2e2 h9g7 2. h0g2 *\n")?;
//!
//! let mut writer = DatabaseWriter::open(&path)?;
//! let summary = writer.import(&[GameFile::new(&games)], None, None, |_, _| ControlFlow::Continue(()))?;
//! assert_eq!((summary.stored, summary.doubles), (2, 0));
//! writer.finish(|_, _| ControlFlow::Continue(()))?;
//! drop(writer);
//!
//! let database = Database::open(&path)?;
//! let query = Query { player: Some("柳大华".to_owned()), ..Query::default() };
//! assert_eq!(database.count(&query)?, 1);
//! let moves = database.explore(&Position::startpos())?.moves;
//! assert_eq!((moves[0].mv.to_string(), moves[0].tally.games), ("h2e2".to_owned(), 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The file is an `SQLite` database. One process at a time may write it, through [`DatabaseWriter`]; any number of
//! [`Database`]s may read it meanwhile. Games are imported in batches, each in one transaction. The indexes of
//! positions and material are built from the games in bulk afterwards and sorted outside memory if they are large, so
//! memory use does not grow with the number of games. A process that is killed leaves nothing that the next one cannot
//! find and complete.

mod access;
mod background;
mod check;
mod error;
mod example;
mod explore;
mod fingerprint;
mod game;
mod identity;
mod import;
mod index;
mod info;
mod keys;
mod material;
mod names;
mod query;
mod record;
mod schema;
mod scores;
mod sorter;
mod store;
#[cfg(test)]
mod tests;
mod writer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, InterruptHandle};

pub use self::access::is_sqlite;
pub use self::check::{Finding, IntegrityReport};
pub use self::error::{DatabaseError, GameFault};
pub use self::example::ExampleGame;
pub use self::explore::{Exploration, ExploredMove, Tally};
pub use self::game::StoredGame;
pub use self::import::{ImportEvent, ImportSummary, OtherFile, OtherReader};
pub use self::info::{DatabaseInfo, FormatCount};
pub use self::keys::PositionKey;
pub use self::material::MaterialPattern;
pub use self::names::folded;
pub use self::query::{Found, PlayedDate, Query, QueryError};
pub use self::record::IncomingGame;
pub use self::writer::DatabaseWriter;

/// How long to wait while another process is writing.
const BUSY_WAIT: Duration = Duration::from_millis(if cfg!(test) { 200 } else { 5000 });

/// The number of `SQLite`'s steps that a query may take: some in any case, and some for each byte of the file.
const WORK_MIN: u64 = if cfg!(test) { 1_000_000 } else { 200_000_000 };
const WORK_PER_BYTE: u64 = if cfg!(test) { 1 } else { 100 };
/// How often the steps are counted.
const WORK_STEP: i32 = 10_000;

/// A database of games, open for reading.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: PathBuf,
    work: Arc<AtomicU64>,
}

/// If a writer left its log because this database was open, the last reader clears it away.
impl Drop for Database {
    fn drop(&mut self) {
        if access::beside(&self.path, "-wal").exists() {
            // This closes the file.
            let Ok(closed) = Connection::open_in_memory() else { return };
            self.connection = closed;
            writer::settle(&self.path);
        }
    }
}

/// Interrupts a call of a [`Database`] from another thread; the call then fails.
pub struct Interrupter(InterruptHandle);

impl fmt::Debug for Interrupter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupter").finish_non_exhaustive()
    }
}

impl Interrupter {
    /// Interrupts the current call. Later calls are unaffected.
    pub fn interrupt(&self) {
        self.0.interrupt();
    }
}

impl Database {
    /// Opens a database. The user needs no permission to write the file or its folder, and reading leaves no other
    /// files there.
    ///
    /// # Errors
    /// If the file does not exist, is not a chuhe database, or was created by a later version of chuhe; or if an import
    /// was interrupted and the user may not write.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let (connection, version) =
            access::for_reading(path, |connection| schema::version(connection, path))?;
        if version == 0 {
            return Err(DatabaseError::Foreign(path.display().to_string()));
        }
        let mut database = Self::over(connection, path)?;
        if version < schema::VERSION {
            schema::read_as_current(&database.connection)?;
        }
        database.connection.pragma_update(None, "query_only", true)?;
        database.limit_work()?;
        Ok(database)
    }

    /// A database that uses an open connection, with the functions that queries need.
    fn over(connection: Connection, path: &Path) -> Result<Self, DatabaseError> {
        let flags = FunctionFlags::SQLITE_UTF8
            | FunctionFlags::SQLITE_DETERMINISTIC
            | FunctionFlags::SQLITE_INNOCUOUS;
        connection.create_scalar_function("is_spelled", 2, flags, |values| {
            let [name, asked] = [0, 1].map(|at| values.get_raw(at).as_str().unwrap_or_default());
            Ok(names::is_spelled(name, asked))
        })?;
        connection.create_scalar_function("folded", 1, flags, |values| {
            Ok(names::folded(values.get_raw(0).as_str().unwrap_or_default()))
        })?;
        Ok(Self { connection, path: path.to_owned(), work: Arc::default() })
    }

    /// Ends every query that takes far more steps than the size of the file can justify. The pages of a damaged file may
    /// refer to each other in such a way that a table has no end.
    fn limit_work(&mut self) -> Result<(), DatabaseError> {
        let bytes = self.path.metadata().map_or(0, |found| found.len());
        let most = (WORK_MIN + WORK_PER_BYTE * bytes) / WORK_STEP as u64;
        let work = Arc::clone(&self.work);
        let is_too_much = move || work.fetch_add(1, Ordering::Relaxed) >= most;
        Ok(self.connection.progress_handler(WORK_STEP, Some(is_too_much))?)
    }

    /// The connection, for a new query.
    fn connection(&self) -> &Connection {
        self.work.store(0, Ordering::Relaxed);
        &self.connection
    }

    /// The path of the database.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A handle that interrupts a long query from another thread.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.connection.get_interrupt_handle())
    }

    /// The number of games that are not in the indexes yet.
    fn unindexed(&self) -> Result<i64, DatabaseError> {
        let sql = "SELECT count(*) FROM games WHERE id > (SELECT indexed FROM state)";
        Ok(self.connection().query_row(sql, [], |row| row.get(0))?)
    }

    /// Fails if games are missing from the indexes, for queries that need these.
    fn check_indexed(&self) -> Result<(), DatabaseError> {
        match self.unindexed()? {
            0 => Ok(()),
            games => {
                Err(DatabaseError::Unfinished { path: self.path.display().to_string(), games })
            }
        }
    }
}
