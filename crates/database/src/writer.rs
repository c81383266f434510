//! The one process that writes a database.

use std::fs::{File, OpenOptions, TryLockError};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::error::DatabaseError;
use super::{BUSY_WAIT, Database, index, schema};
use chuhe_files as files;

/// Memory for pages of the database, in KiB.
const CACHE_KIB: i64 = 65_536;

/// A database that games are put into. There is one at a time; others may read meanwhile.
#[derive(Debug)]
pub struct DatabaseWriter {
    /// Closed before the lock is given back.
    pub(super) database: Database,
    is_new: bool,
    _lock: WriterLock,
}

/// A file beside the database that its writer keeps locked. The database itself is locked by `SQLite`, piece by piece.
#[derive(Debug)]
struct WriterLock {
    path: PathBuf,
    file: File,
}

impl WriterLock {
    fn take(database: &Path) -> Result<Self, DatabaseError> {
        let mut name = database.as_os_str().to_owned();
        name.push("-lock");
        let path = PathBuf::from(name);
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        loop {
            let file =
                files::open(&path, &options).map_err(|error| DatabaseError::io(&path, error))?;
            match files::lock(&file) {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(DatabaseError::Busy),
                Err(TryLockError::Error(error)) => return Err(DatabaseError::io(&path, error)),
            }
            // The writer before may have taken the file away while this one waited.
            if path.exists() {
                return Ok(Self { path, file });
            }
        }
    }
}

impl Drop for WriterLock {
    fn drop(&mut self) {
        // A lock that stays behind does no harm: nobody holds it.
        let _ = std::fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

/// A reader that is still there keeps `SQLite` from doing this: what was written is in the file itself, not beside it.
impl Drop for DatabaseWriter {
    fn drop(&mut self) {
        // The next one who opens the database does it if this one cannot.
        let _ = self.database.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
    }
}

impl DatabaseWriter {
    /// Opens a database, and makes it if there is none. Games that a killed process left out of the indexes stay out of
    /// them until [`Self::finish`] or the next import.
    ///
    /// # Errors
    /// If something else is there, another process writes it, or it cannot be written.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let io = |error| DatabaseError::io(path, error);
        files::check_writable(path).map_err(io)?;
        let is_new = !path.exists();
        let lock = WriterLock::take(path)?;
        let connection = Connection::open(path)?;
        connection.busy_timeout(BUSY_WAIT)?;
        if !schema::is_ours(&connection, path)? {
            let created = schema::create(&connection);
            if created.is_err() && is_new {
                drop(connection);
                let _ = std::fs::remove_file(path);
                created?;
                return Err(DatabaseError::Busy);
            }
            created?;
        }
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
        let database = Database::over(connection, path)?;
        Ok(Self { database, is_new, _lock: lock })
    }

    /// The database, to ask it.
    #[must_use]
    pub const fn database(&self) -> &Database {
        &self.database
    }

    /// Whether there was no such database before.
    #[must_use]
    pub const fn is_new(&self) -> bool {
        self.is_new
    }

    /// Removes the database, if it is new and has no games.
    ///
    /// # Errors
    /// If it has some, or the system cannot remove it.
    pub fn discard(mut self) -> Result<(), DatabaseError> {
        let path = self.database.path.clone();
        if !self.is_new || self.database.info()?.games > 0 {
            let error = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
            return Err(DatabaseError::io(&path, error));
        }
        // This closes the file, while the lock is still held.
        self.database.connection = Connection::open_in_memory()?;
        std::fs::remove_file(&path).map_err(|error| DatabaseError::io(&path, error))
    }

    /// Puts all games into the indexes that are not in them yet. `progress` is told how much of how much is done, and ends
    /// the work if it breaks. Returns whether it is done.
    ///
    /// # Errors
    /// If the database cannot be written, or has a game that makes no sense.
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
            // What the database knows of its tables decides in which order it looks into them.
            connection.execute_batch("PRAGMA analysis_limit = 1000; PRAGMA optimize;")?;
        }
        Ok(done)
    }
}
