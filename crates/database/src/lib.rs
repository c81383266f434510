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

mod check;
mod error;
mod example;
mod explore;
mod fingerprint;
mod game;
mod import;
mod index;
mod info;
mod keys;
mod material;
mod names;
mod query;
mod record;
mod schema;
mod sorter;
mod store;
#[cfg(test)]
mod tests;
mod writer;

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, InterruptHandle, OpenFlags};

pub use self::check::{CheckReport, Finding};
pub use self::error::{Damage, DatabaseError, GameFault};
pub use self::example::ExampleGame;
pub use self::explore::{Exploration, ExploredMove, Tally};
pub use self::game::StoredGame;
pub use self::import::{ImportEvent, ImportSummary, OtherFile, OtherReader};
pub use self::info::{DatabaseInfo, FormatCount};
pub use self::keys::PositionKey;
pub use self::material::{MaterialError, MaterialPattern};
pub use self::names::folded;
pub use self::query::{DateError, Found, PlayedDate, Query, QueryError};
pub use self::record::IncomingGame;
pub use self::writer::DatabaseWriter;

/// The magic number of `SQLite` files.
const SQLITE_MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Whether a file starts with the magic number of `SQLite` files. [`Database::open`] checks whether it is a chuhe
/// database.
#[must_use]
pub fn is_sqlite(path: &Path) -> bool {
    let mut begin = [0; SQLITE_MAGIC.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut begin));
    read.is_ok() && begin == *SQLITE_MAGIC
}

/// How long to wait while another process is writing.
const BUSY_WAIT: Duration = Duration::from_secs(5);

/// A database of games, open for reading.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: PathBuf,
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
    /// Opens a database.
    ///
    /// # Errors
    /// If the file does not exist, is not a chuhe database, or was created by a later version of chuhe.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        // `SQLite`'s own message names neither the file nor the reason.
        File::open(path).map_err(|error| DatabaseError::io(path, error))?;
        chuhe_files::check_regular(path).map_err(|error| DatabaseError::io(path, error))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(BUSY_WAIT)?;
        if !schema::is_ours(&connection, path)? {
            return Err(DatabaseError::Foreign(path.display().to_string()));
        }
        Self::over(connection, path)
    }

    /// A database that uses an open connection, with the functions that queries need.
    fn over(connection: Connection, path: &Path) -> Result<Self, DatabaseError> {
        let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
        connection.create_scalar_function("is_spelled", 2, flags, |values| {
            let text = |at| values.get_raw(at).as_str().unwrap_or_default();
            Ok(names::is_spelled(text(0), text(1)))
        })?;
        Ok(Self { connection, path: path.to_owned() })
    }

    /// The path of the database.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A handle that interrupts a long query from another thread.
    #[must_use]
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.connection.get_interrupt_handle())
    }

    /// The number of games that are not in the indexes yet.
    fn unindexed(&self) -> Result<i64, DatabaseError> {
        let sql = "SELECT count(*) FROM games WHERE id > (SELECT indexed FROM state)";
        Ok(self.connection.query_row(sql, [], |row| row.get(0))?)
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
