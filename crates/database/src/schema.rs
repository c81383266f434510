//! The tables of the file, and the check that a file is a database of games.

use std::path::Path;

use rusqlite::Connection;
use rusqlite::config::DbConfig;
use rusqlite::functions::FunctionFlags;

use super::error::DatabaseError;
use super::identity::Headers;

/// The application id in the header of `SQLite` files: `chdb`.
pub(super) const APPLICATION_ID: i64 = 0x6368_6462;
/// The version of the layout below. Writers upgrade older files; readers read them as they are.
pub(super) const VERSION: i64 = 2;

/// The tables of games. Recurring texts have their own tables, where `folded` is the form for comparison.
///
/// `games.moves` and `games.scores` have two bytes per move; scores are from Red's point of view. `result` is 0 for
/// unknown, 1 and 2 for a win by Red or Black, and 3 for a draw. `day` is the date as eight digits. `identity` is a
/// digest of the start position and the moves, `headers` one of what tells games with the same moves apart.
/// `sources.taken` is the number of games processed from a file.
const TABLES: &str = "
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    format TEXT NOT NULL,
    size INTEGER NOT NULL,
    digest INTEGER NOT NULL,
    taken INTEGER NOT NULL DEFAULT 0,
    stored INTEGER NOT NULL DEFAULT 0,
    doubles INTEGER NOT NULL DEFAULT 0,
    broken INTEGER NOT NULL DEFAULT 0,
    refused INTEGER NOT NULL DEFAULT 0,
    complete INTEGER NOT NULL DEFAULT 0,
    UNIQUE (size, digest)
);
CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL);
CREATE TABLE events (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL);
CREATE TABLE openings (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL);
CREATE TABLE starts (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES sources,
    number INTEGER NOT NULL,
    red INTEGER REFERENCES players,
    black INTEGER REFERENCES players,
    event INTEGER REFERENCES events,
    opening INTEGER REFERENCES openings,
    start INTEGER REFERENCES starts,
    day INTEGER,
    date TEXT,
    round TEXT,
    result INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    identity INTEGER NOT NULL,
    headers INTEGER NOT NULL,
    moves BLOB NOT NULL,
    scores BLOB,
    tags TEXT,
    notes TEXT
);
CREATE INDEX games_identity ON games (identity, headers);
CREATE INDEX games_red ON games (red) WHERE red IS NOT NULL;
CREATE INDEX games_black ON games (black) WHERE black IS NOT NULL;
CREATE INDEX games_event ON games (event) WHERE event IS NOT NULL;
CREATE INDEX games_opening ON games (opening) WHERE opening IS NOT NULL;
CREATE INDEX games_day ON games (day) WHERE day IS NOT NULL;
CREATE TABLE state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    indexed INTEGER NOT NULL,
    positions INTEGER NOT NULL,
    stretches INTEGER NOT NULL
);
INSERT INTO state VALUES (1, 0, 0, 0);
";

/// The tables derived from the games in bulk.
///
/// `positions` lists every position of every game; `move` is the code of the next move, or 0 at the end of the game.
/// `stretches` lists each stretch of constant material with its length. `tallies` contains the totals of frequent
/// positions, for each move and, with -1 as the move, for all moves together; wins and scores are from Red's point of
/// view.
pub(super) const INDEXES: &str = "
CREATE TABLE positions (
    key INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL, move INTEGER NOT NULL,
    PRIMARY KEY (key, game, ply)
) WITHOUT ROWID;
CREATE TABLE stretches (
    material INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL, plies INTEGER NOT NULL,
    PRIMARY KEY (material, game, ply)
) WITHOUT ROWID;
CREATE TABLE tallies (
    key INTEGER NOT NULL, move INTEGER NOT NULL, games INTEGER NOT NULL, red_wins INTEGER NOT NULL,
    black_wins INTEGER NOT NULL, draws INTEGER NOT NULL, scored INTEGER NOT NULL, score_sum INTEGER NOT NULL,
    last_day INTEGER NOT NULL,
    PRIMARY KEY (key, move)
) WITHOUT ROWID;
";

/// The names of the tables in [`INDEXES`].
pub(super) const INDEX_TABLES: [&str; 3] = ["positions", "stretches", "tallies"];

/// Upgrades version 1, which did not know accented letters without their accents, and took games with the same moves for
/// the same. The files from which games were left out for that reason can be imported again.
const UPGRADE: &str = "
UPDATE players SET folded = folded(name);
UPDATE events SET folded = folded(name);
UPDATE openings SET folded = folded(name);
UPDATE games SET headers = headers_digest(
    (SELECT name FROM players WHERE id = red), (SELECT name FROM players WHERE id = black),
    (SELECT name FROM events WHERE id = event), date, round, result);
UPDATE sources SET taken = 0, doubles = 0, broken = 0, refused = 0, complete = 0 WHERE doubles > 0;
PRAGMA user_version = 2;
COMMIT;
";

/// Adds to the games of version 1 what the current version stores about them.
const HEADERS: &str = "
ALTER TABLE games ADD COLUMN headers INTEGER NOT NULL DEFAULT 0;
DROP INDEX games_identity;
CREATE INDEX games_identity ON games (identity, headers);
";

/// Takes away from the games what version 1 did not store about them.
const NO_HEADERS: &str = "
DROP INDEX games_identity;
ALTER TABLE games DROP COLUMN headers;
CREATE INDEX games_identity ON games (identity);
";

/// Shows the names of version 1 as the current version stores them.
const VIEWS: &str = "
CREATE TEMP VIEW players AS SELECT id, name, folded(name) AS folded FROM main.players;
CREATE TEMP VIEW events AS SELECT id, name, folded(name) AS folded FROM main.events;
CREATE TEMP VIEW openings AS SELECT id, name, folded(name) AS folded FROM main.openings;
";

/// The version of an open database of games; 0 for an empty file.
///
/// # Errors
/// If the file is not such a database, or was created by a later version of chuhe.
pub(super) fn version(connection: &Connection, path: &Path) -> Result<i64, DatabaseError> {
    let name = path.display().to_string();
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get(0));
    let id: i64 = match number("application_id") {
        Ok(id) => id,
        Err(error) => {
            return Err(match DatabaseError::from(error) {
                DatabaseError::Damaged(_) => DatabaseError::Foreign(name),
                other => other,
            });
        }
    };
    let version: i64 = number("user_version")?;
    if id == APPLICATION_ID {
        if version > VERSION {
            return Err(DatabaseError::Newer { path: name, version, known: VERSION });
        }
        check_tables(connection, path)?;
        return Ok(version.max(0));
    }
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if id == 0 && version == 0 && tables == 0 { Ok(0) } else { Err(DatabaseError::Foreign(name)) }
}

/// Distrusts the definitions in a file, which may come from anybody: it cannot run code, and nothing but the writer's
/// statements changes it.
pub(super) fn distrust(connection: &Connection) -> Result<(), DatabaseError> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    for config in [
        DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA,
        DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER,
        DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW,
    ] {
        connection.set_db_config(config, false)?;
    }
    Ok(connection.pragma_update(None, "cell_size_check", true)?)
}

/// A row of `sqlite_schema`: the type, the name, the table and the definition without white space.
type Definition = (String, String, String, String);

fn definitions(connection: &Connection, most: usize) -> Result<Vec<Definition>, DatabaseError> {
    let sql = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema LIMIT ?";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([most as i64], |row| {
        let sql: String = row.get(3)?;
        let bare = sql.split_whitespace().collect();
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, bare))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Refuses a file that contains anything but the tables and indexes of a version of chuhe. A view or a virtual table in
/// the place of a table, for instance, may never come to its end.
fn check_tables(connection: &Connection, path: &Path) -> Result<(), DatabaseError> {
    let own = Connection::open_in_memory()?;
    own.execute_batch(&format!("{TABLES} {INDEXES}"))?;
    let mut known = definitions(&own, usize::MAX)?;
    let tables: Vec<_> =
        known.iter().filter(|row| row.0 == "table").map(|row| row.1.clone()).collect();
    for change in [NO_HEADERS, HEADERS] {
        own.execute_batch(change)?;
        known.extend(definitions(&own, usize::MAX)?);
    }
    let found = definitions(connection, known.len())?;
    let strange = found.iter().find(|row| !known.contains(row) && !is_statistics(row));
    let missing =
        tables.iter().find(|name| !found.iter().any(|row| row.0 == "table" && row.1 == **name));
    match strange.map(|row| &row.1).or(missing) {
        None => Ok(()),
        Some(name) => {
            let (path, name) = (path.display().to_string(), name.clone());
            Err(DatabaseError::Altered { path, name })
        }
    }
}

/// Whether a definition is that of a table which `SQLite` fills with its statistics.
fn is_statistics((kind, name, table, sql): &Definition) -> bool {
    let columns = match name.as_str() {
        "sqlite_stat1" => "(tbl,idx,stat)",
        "sqlite_stat4" => "(tbl,idx,neq,nlt,ndlt,sample)",
        _ => return false,
    };
    kind == "table" && table == name && *sql == format!("CREATETABLE{name}{columns}")
}

/// Creates the tables in an empty file, either all or none.
pub(super) fn create(connection: &Connection) -> Result<(), DatabaseError> {
    connection.pragma_update(None, "journal_mode", "wal")?;
    let head = format!(
        "BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
    );
    in_whole(connection, &format!("{head} {TABLES} {INDEXES} COMMIT;"))
}

/// Upgrades a database of an earlier version, either completely or not at all.
pub(super) fn upgrade(connection: &Connection) -> Result<(), DatabaseError> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("headers_digest", 6, flags, |values| {
        let texts = [0, 1, 2, 3, 4].map(|at| values.get_raw(at).as_str_or_null().ok().flatten());
        Ok(Headers::new(texts, values.get(5)?).folded().digest())
    })?;
    in_whole(connection, &format!("BEGIN IMMEDIATE; {HEADERS} {UPGRADE}"))
}

/// Lets queries read a database of an earlier version without changing it.
pub(super) fn read_as_current(connection: &Connection) -> Result<(), DatabaseError> {
    Ok(connection.execute_batch(VIEWS)?)
}

/// Runs a transaction; if it fails, nothing is changed.
fn in_whole(connection: &Connection, transaction: &str) -> Result<(), DatabaseError> {
    let done = connection.execute_batch(transaction);
    if done.is_err() && !connection.is_autocommit() {
        connection.execute_batch("ROLLBACK")?;
    }
    Ok(done?)
}
