//! What can go wrong with a database.

use std::io;
use std::path::Path;

use rusqlite::ErrorCode;

use super::schema::VERSION;
use chuhe_files as files;
use chuhe_locale::tr;

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// There is something else at its place.
    #[error("{}", tr!("db-foreign", path = .0.clone()))]
    Foreign(String),
    /// It was made by a later version of this program.
    #[error("{}", tr!("db-newer", path = path.clone(), version = *version, known = VERSION))]
    Newer {
        /// Where it is.
        path: String,
        /// The version of its layout.
        version: i64,
    },
    /// Some of its games are not in its indexes yet, because an import was interrupted.
    #[error("{}", tr!("db-unfinished", path = path.clone(), games = *games))]
    Unfinished {
        /// Where it is.
        path: String,
        /// How many games.
        games: i64,
    },
    /// Another process writes it.
    #[error("{}", tr!("db-busy"))]
    Busy,
    /// There is no room on the disk, or a file must not grow any more.
    #[error("{}", tr!("db-full"))]
    Full,
    /// What is in it makes no sense.
    #[error("{}", tr!("db-damaged", reason = .0.clone()))]
    Damaged(String),
    /// It cannot be read or written.
    #[error("{}", tr!("at-place", place = path.clone(), text = files::reason(error)))]
    Io {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// Something else that `SQLite` says, in its words.
    #[error("{}", tr!("db-sqlite", reason = .0.to_string()))]
    Sqlite(rusqlite::Error),
}

impl DatabaseError {
    pub(super) fn damaged(reason: impl Into<String>) -> Self {
        Self::Damaged(reason.into())
    }

    pub(super) fn io(path: &Path, error: io::Error) -> Self {
        Self::Io { path: path.display().to_string(), error }
    }
}

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> Self {
        // With this message or that one, there was no room for what was to be written.
        const WRITE_REFUSED: i32 = 778;
        if let rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..) = error
        {
            return Self::Damaged(error.to_string());
        }
        let extended = error.sqlite_error().map(|error| error.extended_code);
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::SystemIoFailure) if extended == Some(WRITE_REFUSED) => Self::Full,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Damaged(error.to_string())
            }
            _ => Self::Sqlite(error),
        }
    }
}
