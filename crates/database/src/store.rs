//! Stores individual games in the tables.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};

use super::error::DatabaseError;
use super::identity::{Headers, placement};
use super::names::{day, folded};
use super::record::{IncomingGame, Record};
use chuhe_engine::board::START_FEN;
use chuhe_formats::WriteError;
use chuhe_formats::opening::opening;

/// The result of storing a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// The game was stored.
    New,
    /// The stored game with this number says all that the game says.
    Double {
        /// The number in the database.
        of: i64,
    },
    /// The game itself was stored when its file was read before.
    Again,
    /// The game cannot be stored.
    Refused(WriteError),
}

/// The maximum number of names cached in memory.
const NAMES_MAX: usize = 20_000;

/// The maximum number of games with the same moves that are searched for one that says more.
const TWINS_MAX: i64 = 16;

/// A stored game.
struct Twin {
    id: i64,
    source: i64,
    number: i64,
}

/// Stores games in a database.
#[derive(Debug)]
pub(super) struct GameInserter<'a> {
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

impl<'a> GameInserter<'a> {
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
        if let Some(twin) = self.twin(&record)? {
            let is_itself = (twin.source, twin.number) == (source, number as i64);
            return Ok(if is_itself { Stored::Again } else { Stored::Double { of: twin.id } });
        }
        let [red, black, event, date, round] = ["Red", "Black", "Event", "Date", "Round"]
            .map(|name| game.known_tag(name).map(str::trim));
        let name = opening(&game.start, game.moves());
        let name = name.map(|name| format!("{}\n{}", name.chinese, name.english));
        let values = params![
            source,
            number as i64,
            self.id(Names::Players, red)?,
            self.id(Names::Players, black)?,
            self.id(Names::Events, event)?,
            self.id(Names::Openings, name.as_deref())?,
            self.id(Names::Starts, record.start.as_deref())?,
            date.and_then(day),
            date,
            round,
            record.result,
            game.line.moves.len() as i64,
            record.identity,
            record.headers.digest(),
            record.moves,
            record.scores,
            record.tags,
            record.notes,
        ];
        let mut statement = self.connection.prepare_cached(
            "INSERT INTO games (source, number, red, black, event, opening, start, day, date, round, result, plies,
             identity, headers, moves, scores, tags, notes) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        )?;
        statement.execute(values)?;
        Ok(Stored::New)
    }

    /// A stored game that says all that a game says, if any.
    fn twin(&self, record: &Record) -> Result<Option<Twin>, DatabaseError> {
        // Games with the same headers are found by these, and others among the first few with the same moves, so that
        // the search does not grow with the number of games that have no moves.
        let mut statement = self.connection.prepare_cached(
            "SELECT g.id, g.source, g.number, g.moves, s.name, r.name, b.name, e.name, g.date, g.round, g.result
             FROM (SELECT id FROM games WHERE identity = ?1 AND headers = ?2 UNION ALL
                   SELECT id FROM (SELECT id FROM games WHERE identity = ?1 ORDER BY headers, id LIMIT ?3)) same
             CROSS JOIN games g ON g.id = same.id LEFT JOIN starts s ON s.id = g.start
             LEFT JOIN players r ON r.id = g.red LEFT JOIN players b ON b.id = g.black
             LEFT JOIN events e ON e.id = g.event",
        )?;
        let values = params![record.identity, record.headers.digest(), TWINS_MAX];
        let mut rows = statement.query(values)?;
        let start = placement(record.start.as_deref().unwrap_or(START_FEN));
        while let Some(row) = rows.next()? {
            let text = |at| row.get_ref(at)?.as_str_or_null().map_err(rusqlite::Error::from);
            let headers = Headers {
                red: text(5)?,
                black: text(6)?,
                event: text(7)?,
                date: text(8)?,
                round: text(9)?,
                result: row.get(10)?,
            };
            let moves = row.get_ref(3)?.as_blob().map_err(rusqlite::Error::from)?;
            if moves == record.moves
                && placement(text(4)?.unwrap_or(START_FEN)) == start
                && record.headers.are_in(&headers.folded())
            {
                let (id, source, number) = (row.get(0)?, row.get(1)?, row.get(2)?);
                return Ok(Some(Twin { id, source, number }));
            }
        }
        Ok(None)
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
