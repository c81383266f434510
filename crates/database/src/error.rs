//! Database errors.

use std::fmt;
use std::io;
use std::path::Path;

use rusqlite::ErrorCode;
use serde::{Serialize, Serializer};

use chuhe_engine::board::FenError;

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum DatabaseError {
    #[error("{0}: not a chuhe database")]
    Foreign(String),
    #[error(
        "{path}: {name} is not as chuhe creates it; only databases with exactly the tables and indexes of chuhe are read"
    )]
    Altered { path: String, name: String },
    #[error(
        "{path}: made by a later version of chuhe (layout {version}; this version reads layouts up to {known})"
    )]
    Newer { path: String, version: i64, known: i64 },
    #[error(
        "{path}: an import was interrupted, and {} not in the indexes; run `chuhe db import {path}` to finish it",
        if *games == 1 { "1 game is".to_owned() } else { format!("{games} games are") }
    )]
    Unfinished { path: String, games: i64 },
    #[error("another process is writing to the database")]
    Busy,
    /// Another process has been reading the database for seconds, and a writer cannot begin meanwhile.
    #[error("{0}: another process is reading the database; try again when it has finished")]
    Read(String),
    /// An import was interrupted, and the user may not write to the folder, so that its last games cannot be read.
    #[error(
        "{path}: an import was interrupted, and its last games are in {path}-wal; run `chuhe db import {path}` with \
         permission to write to the folder, or copy both files to another folder"
    )]
    Unsettled { path: String },
    #[error(
        "the database cannot grow: the disk is full, or the limit on file sizes has been reached"
    )]
    Full,
    #[error("the database is damaged: {0}")]
    Damaged(String),
    #[error("the database is damaged: game {id}: {fault}")]
    DamagedGame { id: i64, fault: GameFault },
    /// By [`Interrupter`](super::Interrupter), or because it took too many steps.
    #[error(
        "the query was stopped: it was interrupted, or the database is damaged so that the query would hardly end"
    )]
    Stopped,
    #[error("{path}: {}", chuhe_util::files::reason(.error))]
    Io { path: String, error: io::Error },
    #[error("database error: {0}")]
    Sqlite(rusqlite::Error),
}

/// A fault in a stored game. In JSON, a fault is represented by its English text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameFault {
    /// The game's number is out of range.
    Number,
    /// The start position is invalid.
    Start(FenError),
    /// A move is illegal.
    Move {
        /// The number of the ply, from 1.
        ply: u32,
    },
    /// The recorded number of moves is wrong.
    Plies {
        /// The number recorded.
        recorded: i64,
        /// The number found.
        found: i64,
    },
    /// The number of scores differs from the number of moves.
    Scores,
    /// The tags are invalid; the string is the JSON parser's message.
    Tags(String),
    /// The game is stored as text, because it has comments or variations, and the text is invalid.
    Notes,
}

impl std::error::Error for GameFault {}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number => write!(f, "the number is out of range"),
            Self::Start(error) => write!(f, "invalid start position: {error}"),
            Self::Move { ply } => write!(f, "illegal move at ply {ply}"),
            Self::Plies { recorded, found } => {
                let plies = if *recorded == 1 { "ply" } else { "plies" };
                let moves = if *found == 1 { "move" } else { "moves" };
                write!(f, "{recorded} {plies} recorded, {found} {moves} found")
            }
            Self::Scores => write!(f, "the number of scores differs from that of the moves"),
            Self::Tags(error) => write!(f, "invalid tags: {error}"),
            Self::Notes => write!(f, "the text with its comments and variations cannot be read"),
        }
    }
}

impl Serialize for GameFault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl GameFault {
    /// The database error for this fault in the game with number `id`.
    pub(super) const fn in_game(self, id: i64) -> DatabaseError {
        DatabaseError::DamagedGame { id, fault: self }
    }
}

impl DatabaseError {
    /// Makes the error for a file that cannot be read or written.
    pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Io { path: path.display().to_string(), error }
    }
}

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> Self {
        // `SQLite` reports one of these when there was no room for a write.
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
            Some(ErrorCode::OperationInterrupted) => Self::Stopped,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Damaged(error.to_string())
            }
            _ => Self::Sqlite(error),
        }
    }
}
