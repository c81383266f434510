//! Opens the file for readers, who need no permission to write and leave nothing beside it.
//!
//! At rest, the file has no write-ahead log, so a reader needs only the file itself. A writer turns the log on while it
//! works, so that others can read meanwhile, and off at the end. If it is killed then, or somebody is still reading, the
//! log remains until the last reader or the next writer turns it off.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::error::DatabaseError;
use super::{BUSY_WAIT, schema};
use chuhe_util::files::is_regular;

/// The magic number of `SQLite` files.
const SQLITE_MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// The bytes of a path that are encoded in an address.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/');

/// Whether a file starts with the magic number of `SQLite` files. [`Database::open`](super::Database::open) checks
/// whether it is a chuhe database.
pub fn is_sqlite(path: &Path) -> bool {
    let mut begin = [0; SQLITE_MAGIC.len()];
    let mut read = || File::open(path).and_then(|mut file| file.read_exact(&mut begin));
    // What is read from a pipe would be missing later.
    is_regular(path) && read().is_ok() && begin == *SQLITE_MAGIC
}

/// The path of a file that `SQLite` or the writer keeps beside a database, or beside the file that a link leads to.
pub(super) fn beside(database: &Path, suffix: &str) -> PathBuf {
    let real = database.canonicalize().unwrap_or_else(|_| database.to_owned());
    let mut name = real.into_os_string();
    name.push(suffix);
    PathBuf::from(name)
}

/// Opens a file for reading. `check` reads its header.
pub(super) fn for_reading<T>(
    path: &Path,
    check: impl Fn(&Connection) -> Result<T, DatabaseError>,
) -> Result<(Connection, T), DatabaseError> {
    let metadata = path.metadata().map_err(DatabaseError::at(path))?;
    chuhe_util::files::check_regular(path).map_err(DatabaseError::at(path))?;
    // `SQLite` creates a log, which it could not remove, if an earlier version of chuhe wrote the file.
    if metadata.permissions().readonly() && has_no_log(path) {
        return open(path, true, check);
    }
    match open(path, false, &check) {
        Err(DatabaseError::Sqlite(error)) if needs_to_write(&error) => {
            if has_no_log(path) {
                return open(path, true, check);
            }
            Err(DatabaseError::Unsettled { path: path.display().to_string() })
        }
        opened => opened,
    }
}

fn open<T>(
    path: &Path,
    is_immutable: bool,
    check: impl Fn(&Connection) -> Result<T, DatabaseError>,
) -> Result<(Connection, T), DatabaseError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = if is_immutable {
        let uri = flags | OpenFlags::SQLITE_OPEN_URI;
        Connection::open_with_flags(immutable(path).map_err(DatabaseError::at(path))?, uri)
    } else {
        Connection::open_with_flags(path, flags)
    };
    // `SQLite`'s own message names neither the file nor the reason. If the file could be opened, closing it would take
    // away the locks of this process's other connections.
    let connection = opened
        .map_err(|error| File::open(path).map_or_else(DatabaseError::at(path), |_| error.into()))?;
    connection.busy_timeout(BUSY_WAIT)?;
    schema::distrust(&connection)?;
    let checked = check(&connection)?;
    Ok((connection, checked))
}

/// Whether a file that could be opened cannot be read because its log cannot be written.
fn needs_to_write(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Whether there is nothing in a log, and no process has the file open with one.
fn has_no_log(path: &Path) -> bool {
    let length = beside(path, "-wal").metadata().map_or(0, |log| log.len());
    length == 0 && !beside(path, "-shm").exists()
}

/// The address of a file that nobody is writing.
fn immutable(path: &Path) -> io::Result<String> {
    let path = std::path::absolute(path)?;
    let bytes = path.as_os_str().as_encoded_bytes();
    if cfg!(windows) {
        let slashes: Vec<u8> = bytes.iter().map(|&b| if b == b'\\' { b'/' } else { b }).collect();
        return Ok(format!("file:///{}?immutable=1", percent_encode(&slashes, ENCODED)));
    }
    Ok(format!("file://{}?immutable=1", percent_encode(bytes, ENCODED)))
}

/// Moves everything written into the file itself, and turns its log off unless somebody is reading.
pub(super) fn settle(connection: &Connection) {
    // If this fails, the last reader or the next writer does it.
    for pragma in ["PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA journal_mode = delete"] {
        let _ = connection.execute_batch(pragma);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_files_with_odd_names() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["a b.db", "100%.db", "a?b#c&d.db", "棋谱.db", "%41.db"];
        let names = names.into_iter().filter(|name| !(cfg!(windows) && name.contains('?')));
        for (at, name) in (1..).zip(names) {
            let path = folder.path().join(name);
            let new = Connection::open(&path).unwrap();
            new.execute_batch("PRAGMA journal_mode = wal; CREATE TABLE t (x)").unwrap();
            drop(new);
            let mut permissions = path.metadata().unwrap().permissions();
            permissions.set_readonly(true);
            std::fs::set_permissions(&path, permissions).unwrap();
            let tables = |connection: &Connection| {
                let sql = "SELECT count(*) FROM sqlite_schema";
                Ok(connection.query_row(sql, [], |row| row.get::<_, i64>(0))?)
            };
            assert_eq!(for_reading(&path, tables).unwrap().1, 1, "{name}");
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), at, "{name}");
        }
    }
}
