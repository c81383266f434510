//! Writes a database. Only one process at a time may do so.

use std::fs::{File, OpenOptions, TryLockError};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::error::DatabaseError;
use super::{BUSY_WAIT, Database, access, index, schema};
use chuhe_util::files;

/// The size of `SQLite`'s page cache, in KiB.
const CACHE_KIB: i64 = 65_536;

/// A database open for writing. Only one process at a time may have it open; others can read meanwhile.
#[derive(Debug)]
pub struct DatabaseWriter {
    /// The database, which is declared first so that it closes before the lock is released.
    pub(super) database: Database,
    is_new: bool,
    _lock: WriterLock,
}

/// A file next to the database that the writer keeps locked. `SQLite` locks the database file itself, but only for each
/// transaction.
#[derive(Debug)]
struct WriterLock {
    path: PathBuf,
    file: File,
}

impl WriterLock {
    fn take(database: &Path) -> Result<Self, DatabaseError> {
        let path = access::beside(database, "-lock");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        loop {
            let file = files::open(&path, &options).map_err(DatabaseError::at(&path))?;
            match files::lock(&file) {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(DatabaseError::Busy),
                Err(TryLockError::Error(error)) => return Err(DatabaseError::at(&path)(error)),
            }
            // The previous writer may have removed the file before this one got the lock.
            if path.exists() {
                return Ok(Self { path, file });
            }
        }
    }
}

impl Drop for WriterLock {
    fn drop(&mut self) {
        // A leftover lock file is harmless, since no process holds its lock.
        let _ = std::fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

impl Drop for DatabaseWriter {
    fn drop(&mut self) {
        access::settle(&self.database.connection);
    }
}

/// Clears away the log of an earlier writer, if nobody is writing and the user may do so.
pub(super) fn settle(path: &Path) {
    let Ok(_lock) = WriterLock::take(path) else { return };
    if let Ok(connection) = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE) {
        access::settle(&connection);
    }
}

impl DatabaseWriter {
    /// Opens a database, creating it if necessary; one made by an earlier version of chuhe is upgraded. Games that a killed process left out of the indexes are not indexed
    /// until [`Self::finish`] is called.
    ///
    /// # Errors
    /// If the path leads to something else, another process is writing the database or is busy reading it, or the
    /// database cannot be written.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        files::check_writable(path).map_err(DatabaseError::at(path))?;
        let is_new = !path.exists();
        let lock = WriterLock::take(path)?;
        let connection = Connection::open(path)?;
        connection.busy_timeout(BUSY_WAIT)?;
        schema::distrust(&connection)?;
        let version = schema::version(&connection, path)?;
        if version == 0 {
            let created = schema::create(&connection);
            if created.is_err() && is_new {
                drop(connection);
                let _ = std::fs::remove_file(path);
                created?;
                return Err(DatabaseError::Busy);
            }
            created?;
        }
        let logged = connection.pragma_update(None, "journal_mode", "wal");
        logged.map_err(|error| match error.into() {
            // The lock keeps writers away.
            DatabaseError::Busy => DatabaseError::Read(path.display().to_string()),
            error => error,
        })?;
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
        let database = Database::over(connection, path)?;
        if version > 0 && version < schema::VERSION {
            schema::upgrade(&database.connection)?;
        }
        Ok(Self { database, is_new, _lock: lock })
    }

    /// The database, for queries.
    pub const fn database(&self) -> &Database {
        &self.database
    }

    /// Whether [`Self::open`] created the database.
    pub const fn is_new(&self) -> bool {
        self.is_new
    }

    /// Removes the database, which must be new and empty.
    ///
    /// # Errors
    /// If the database is not new, has games, or cannot be removed.
    pub fn discard(mut self) -> Result<(), DatabaseError> {
        let path = self.database.path.clone();
        if !self.is_new || self.database.info()?.games > 0 {
            let error = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
            return Err(DatabaseError::at(&path)(error));
        }
        // This closes the file while the lock is still held.
        self.database.connection = Connection::open_in_memory()?;
        std::fs::remove_file(&path).map_err(DatabaseError::at(&path))
    }

    /// Indexes all games that are not indexed yet. `progress` receives the finished and the total amount of work;
    /// indexing stops if it returns `Break`. Returns whether the indexes are complete.
    ///
    /// # Errors
    /// If the database cannot be written, or contains an invalid game.
    pub fn finish(
        &mut self,
        mut progress: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<bool, DatabaseError> {
        let folder = match self.database.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let connection = &self.database.connection;
        let done = index::build(connection, folder, &mut progress)?;
        if done {
            // `SQLite` chooses the order of joins based on statistics about the tables.
            connection.execute_batch("PRAGMA analysis_limit = 1000; PRAGMA optimize;")?;
        }
        Ok(done)
    }
}
