//! Errors of databases.

use std::fmt;
use std::io;
use std::path::Path;

use rusqlite::ErrorCode;
use serde::{Serialize, Serializer};

use chuhe_engine::board::FenError;

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// Something else is at its path.
    #[error("{0}: not a chuhe database")]
    Foreign(String),
    /// It was made by a later version of this program.
    #[error(
        "{path}: made by a later version of chuhe (layout {version}; this version reads up to {known})"
    )]
    Newer {
        /// Its path.
        path: String,
        /// The version of its layout.
        version: i64,
        /// The latest supported version.
        known: i64,
    },
    /// Some of its games are not in its indexes yet, because an import was interrupted.
    #[error(
        "{path}: an import was interrupted, and {} not in the indexes; run `chuhe db import {path}` to finish it",
        if *games == 1 { "1 game is".to_owned() } else { format!("{games} games are") }
    )]
    Unfinished {
        /// Its path.
        path: String,
        /// The number of games.
        games: i64,
    },
    /// Another process is writing it.
    #[error("another process is writing the database")]
    Busy,
    /// The disk is full, or the file may not grow.
    #[error(
        "the database cannot grow: the disk is full, or a limit on the size of files is reached"
    )]
    Full,
    /// Its content is invalid.
    #[error("the database is damaged: {0}")]
    Damaged(Damage),
    /// It cannot be read or written.
    #[error("{path}: {}", chuhe_files::reason(.error))]
    Io {
        /// The file.
        path: String,
        /// The reason.
        error: io::Error,
    },
    /// Another error of `SQLite`, in its words.
    #[error("the database reports an error: {0}")]
    Sqlite(rusqlite::Error),
}

/// What is invalid in a database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The file, in the words of `SQLite`.
    #[error("{0}")]
    File(String),
    /// A game.
    #[error("game {id}: {fault}")]
    Game {
        /// Its number in the database.
        id: i64,
        /// Its fault.
        fault: GameFault,
    },
}

/// A fault of a game in a database. In JSON it is its English text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameFault {
    /// Its number is out of range.
    Number,
    /// Its start position is invalid.
    Start(FenError),
    /// A move is illegal.
    Move {
        /// Counted from 1.
        ply: u32,
    },
    /// The recorded number of moves is wrong.
    Plies {
        /// As recorded.
        recorded: i64,
        /// Found.
        found: i64,
    },
    /// The number of scores differs from that of the moves.
    Scores,
    /// Its tags are invalid, in the words of the JSON parser.
    Tags(String),
    /// The text of a game with comments or variations is invalid.
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
    /// The error of a database with such a game.
    pub(super) const fn in_game(self, id: i64) -> DatabaseError {
        DatabaseError::Damaged(Damage::Game { id, fault: self })
    }
}

impl DatabaseError {
    pub(super) fn io(path: &Path, error: io::Error) -> Self {
        Self::Io { path: path.display().to_string(), error }
    }
}

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> Self {
        // `SQLite` reports either of these if there was no room for a write.
        const WRITE_REFUSED: i32 = 778;
        if let rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..) = error
        {
            return Self::Damaged(Damage::File(error.to_string()));
        }
        let extended = error.sqlite_error().map(|error| error.extended_code);
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::SystemIoFailure) if extended == Some(WRITE_REFUSED) => Self::Full,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Damaged(Damage::File(error.to_string()))
            }
            _ => Self::Sqlite(error),
        }
    }
}
