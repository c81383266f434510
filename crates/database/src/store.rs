//! Stores individual games in the tables.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};

use super::error::DatabaseError;
use super::names::{day, folded};
use super::record::{IncomingGame, Record, placement};
use chuhe_engine::board::START_FEN;
use chuhe_formats::WriteError;
use chuhe_formats::opening::opening;

/// The result of storing a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// The game was stored.
    New,
    /// A stored game has the same start and the same moves.
    Double,
    /// The game cannot be stored.
    Refused(WriteError),
}

/// The maximum number of names cached in memory.
const NAMES_MAX: usize = 20_000;

/// Stores games in a database.
#[derive(Debug)]
pub(super) struct Store<'a> {
    connection: &'a Connection,
    names: HashMap<(Names, String), i64>,
}

/// A table of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Names {
    Players,
    Events,
    Openings,
    Starts,
}

impl Names {
    const fn table(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Events => "events",
            Self::Openings => "openings",
            Self::Starts => "starts",
        }
    }
}

impl<'a> Store<'a> {
    pub(super) fn new(connection: &'a Connection) -> Self {
        Self { connection, names: HashMap::new() }
    }

    /// Stores a game, with its number in its source.
    pub(super) fn store(
        &mut self,
        source: i64,
        number: u64,
        incoming: &IncomingGame,
    ) -> Result<Stored, DatabaseError> {
        let game = &incoming.game;
        let record = match Record::new(incoming) {
            Ok(record) => record,
            Err(error) => return Ok(Stored::Refused(error)),
        };
        if self.is_known(&record)? {
            return Ok(Stored::Double);
        }
        let known = |name: &str| game.known_tag(name).map(str::trim);
        let name = opening(&game.start, game.moves());
        let name = name.map(|name| format!("{}\n{}", name.chinese, name.english));
        let date = known("Date");
        let values = params![
            source,
            number as i64,
            self.id(Names::Players, known("Red"))?,
            self.id(Names::Players, known("Black"))?,
            self.id(Names::Events, known("Event"))?,
            self.id(Names::Openings, name.as_deref())?,
            self.id(Names::Starts, record.start.as_deref())?,
            date.and_then(day),
            date,
            known("Round"),
            record.result,
            game.line.moves.len() as i64,
            record.identity,
            record.moves,
            record.scores,
            record.tags,
            record.notes,
        ];
        let mut statement = self.connection.prepare_cached(
            "INSERT INTO games (source, number, red, black, event, opening, start, day, date, round, result, plies,
             identity, moves, scores, tags, notes) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        )?;
        statement.execute(values)?;
        Ok(Stored::New)
    }

    /// Whether a stored game has the same start, apart from its counters, and the same moves. It is found by a digest
    /// of both.
    fn is_known(&self, record: &Record) -> Result<bool, DatabaseError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT g.moves, s.name FROM games g LEFT JOIN starts s ON s.id = g.start WHERE g.identity = ?",
        )?;
        let mut rows = statement.query([record.identity])?;
        let start = |fen: Option<&str>| placement(fen.unwrap_or(START_FEN));
        while let Some(row) = rows.next()? {
            let moves: Vec<u8> = row.get(0)?;
            let fen: Option<String> = row.get(1)?;
            if moves == record.moves && start(fen.as_deref()) == start(record.start.as_deref()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The id of a name, which is added if it is new.
    fn id(&mut self, names: Names, name: Option<&str>) -> Result<Option<i64>, DatabaseError> {
        let Some(name) = name else { return Ok(None) };
        let key = (names, name.to_owned());
        if let Some(&id) = self.names.get(&key) {
            return Ok(Some(id));
        }
        let table = names.table();
        let mut statement =
            self.connection.prepare_cached(&format!("SELECT id FROM {table} WHERE name = ?"))?;
        let found = statement.query_row([name], |row| row.get(0)).optional()?;
        let id = if let Some(id) = found {
            id
        } else {
            let folded = if names == Names::Starts { String::new() } else { folded(name) };
            let sql = format!("INSERT INTO {table} (name, folded) VALUES (?, ?)");
            self.connection.prepare_cached(&sql)?.insert((name, folded))?
        };
        if self.names.len() >= NAMES_MAX {
            self.names.clear();
        }
        self.names.insert(key, id);
        Ok(Some(id))
    }
}
