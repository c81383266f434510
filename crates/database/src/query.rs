//! Queries, and the search for games that match them.

use std::fmt::{self, Write as _};
use std::ops::ControlFlow;

use rusqlite::ToSql;
use rusqlite::types::Value;
use serde::Serialize;

use super::game::StoredGame;
use super::keys::PositionKey;
use super::names::{days_asked, folded};
use super::record::{pack, result_code};
use super::{Database, DatabaseError, MaterialPattern};
use chuhe_engine::board::Position;
use chuhe_engine::types::Move;
use chuhe_formats::Outcome;

/// A query for games. A game must match all fields. Part of a name is enough, in either Chinese script or in pinyin
/// without tones; case, accents, spaces and hyphens do not matter.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// A player, on either side.
    pub player: Option<String>,
    /// Red's player.
    pub red: Option<String>,
    /// Black's player.
    pub black: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The earliest date. If it is given, games without a date do not match.
    pub from: Option<PlayedDate>,
    /// The latest date. If it is given, games without a date do not match.
    pub to: Option<PlayedDate>,
    /// The result.
    pub result: Option<Outcome>,
    /// The opening's name in Chinese or English.
    pub opening: Option<String>,
    /// A position that occurs in the game, or whose mirror image does. Its move counters are ignored.
    pub position: Option<Position>,
    /// Material that occurs in the game.
    pub material: Option<MaterialPattern>,
    /// The minimum number of successive plies with this material; 0 and 1 accept any number.
    pub material_plies: u32,
    /// The game's first moves from the start position, or their mirror images.
    pub beginning: Vec<Move>,
    /// Consecutive moves anywhere in the game, or their mirror images.
    pub stretch: Vec<Move>,
}

/// A day, a month or a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedDate {
    first: u32,
    last: u32,
}

impl std::str::FromStr for PlayedDate {
    type Err = QueryError;

    /// Parses a date in the form of tags: `1990`, `1990.05`, `1990-05-01`.
    fn from_str(text: &str) -> Result<Self, QueryError> {
        let (first, last) = days_asked(text).ok_or_else(|| QueryError::Date(text.to_owned()))?;
        Ok(Self { first, last })
    }
}

/// Why a query is invalid, or cannot match any game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum QueryError {
    #[error(
        "invalid date {0:?}: expected a year, a month or a day, such as 1990, 1990.05 or 1990.05.01"
    )]
    Date(String),
    #[error(
        "invalid material {0:?}: expected the pieces of one side, then those of the other, each beginning with the \
         king, as in KRNPKCC or KRP*KR*"
    )]
    Material(String),
    #[error("`since` ({from}) is later than `until` ({to})")]
    Dates {
        /// The first date, [`Query::from`].
        from: PlayedDate,
        /// The last date, [`Query::to`].
        to: PlayedDate,
    },
}

impl Query {
    /// Refuses a query that no game can match.
    ///
    /// # Errors
    /// If the first date is later than the last.
    pub fn check(&self) -> Result<(), QueryError> {
        match (self.from, self.to) {
            (Some(from), Some(to)) if from.first > to.last => Err(QueryError::Dates { from, to }),
            _ => Ok(()),
        }
    }
}

/// The date with the parts that were given: `1990`, `1990.05` or `1990.05.01`.
impl fmt::Display for PlayedDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.first / 10_000, self.first / 100 % 100, self.first % 100);
        write!(f, "{year:04}")?;
        // Missing parts are 0 and are left out.
        for part in [month, day].into_iter().filter(|&part| part > 0) {
            write!(f, ".{part:02}")?;
        }
        Ok(())
    }
}

/// Some of the games found by a query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The number of all games found.
    pub total: u64,
    /// The requested games, in the order of their import.
    pub games: Vec<StoredGame>,
}

/// A query in SQL.
pub(super) struct Sql {
    pub(super) from: String,
    /// The expression for a game's number, by which results are sorted.
    order: &'static str,
    conditions: Vec<String>,
    values: Vec<Value>,
}

impl Sql {
    pub(super) fn of(query: &Query) -> Self {
        let mut sql = Self {
            from: "games g".to_owned(),
            order: "g.id",
            conditions: Vec::new(),
            values: Vec::new(),
        };
        let at = query.position.as_ref().map(|position| (key_of(position), None));
        let begun = beginning(&query.beginning);
        let driver = at.or(begun.as_ref().map(|&(key, ply, ..)| (key, Some(ply))));
        if let Some((key, ply)) = driver {
            let key = sql.bind(key);
            // The index yields games in order, so the first results need not wait for the last. A game that reached the
            // position twice is found where it first did so.
            sql.from = String::from("positions d CROSS JOIN games g ON g.id = d.game");
            sql.order = "d.game";
            sql.conditions.push(format!("d.key = {key}"));
            sql.conditions.push(match ply {
                Some(ply) => format!("d.ply = {ply}"),
                None => format!(
                    "NOT EXISTS (SELECT 1 FROM positions e WHERE e.key = {key} AND e.game = d.game AND e.ply < d.ply)"
                ),
            });
        }
        if !query.beginning.is_empty() {
            let (plain, mirrored) = sql.bind_moves(&query.beginning);
            let bytes = 2 * query.beginning.len();
            sql.conditions.push(format!(
                "g.start IS NULL AND substr(g.moves, 1, {bytes}) IN ({plain}, {mirrored})"
            ));
        }
        if !query.stretch.is_empty() {
            let (plain, mirrored) = sql.bind_moves(&query.stretch);
            sql.conditions
                .push(format!("(instr(g.moves, {plain}) > 0 OR instr(g.moves, {mirrored}) > 0)"));
        }
        if let Some(material) = query.material {
            sql.material(material, query.material_plies, driver.is_none());
        }
        sql.names(query);
        if let Some(from) = query.from {
            sql.conditions.push(format!("g.day >= {}", from.first));
        }
        if let Some(to) = query.to {
            sql.conditions.push(format!("g.day <= {}", to.last));
        }
        if let Some(result) = query.result {
            sql.conditions.push(format!("g.result = {}", result_code(result)));
        }
        sql
    }

    pub(super) fn bind(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("?{}", self.values.len())
    }

    /// Binds moves and their mirror images as values.
    fn bind_moves(&mut self, moves: &[Move]) -> (String, String) {
        let plain = pack(moves.iter().copied());
        let mirrored = pack(moves.iter().map(|mv| mv.mirror()));
        (self.bind(plain), self.bind(mirrored))
    }

    fn material(&mut self, material: MaterialPattern, plies: u32, drives: bool) {
        let ranges = material.ranges();
        let mut places = String::new();
        for (at, (first, last)) in ranges.iter().enumerate() {
            let or = if at == 0 { "" } else { " OR " };
            // Writing to a string cannot fail.
            let _ = write!(places, "{or}material BETWEEN {first} AND {last}");
        }
        let games =
            format!("SELECT DISTINCT game FROM stretches WHERE ({places}) AND plies >= {plies}");
        if drives {
            self.from = format!("({games}) d CROSS JOIN games g ON g.id = d.game");
        } else {
            self.conditions.push(format!("g.id IN ({games})"));
        }
    }

    fn names(&mut self, query: &Query) {
        if let Some(player) = &query.player {
            let value = self.bind(letters(player));
            let ids = ids_named("players", &value);
            self.conditions.push(format!("(g.red IN {ids} OR g.black IN {ids})"));
        }
        let columns = [
            ("red", "players", &query.red),
            ("black", "players", &query.black),
            ("event", "events", &query.event),
            ("opening", "openings", &query.opening),
        ];
        for (column, table, name) in columns {
            if let Some(name) = name {
                let value = self.bind(letters(name));
                self.conditions.push(format!("g.{column} IN {}", ids_named(table, &value)));
            }
        }
    }

    pub(super) fn conditions(&self) -> String {
        match self.conditions[..] {
            [] => String::new(),
            _ => format!("WHERE {}", self.conditions.join(" AND ")),
        }
    }

    pub(super) fn parameters(&self) -> Vec<&dyn ToSql> {
        self.values.iter().map(|value| value as &dyn ToSql).collect()
    }
}

fn letters(name: &str) -> String {
    folded(name).replace(' ', "")
}

fn ids_named(table: &str, value: &str) -> String {
    // Spaces may be missing in either.
    let name = "replace(folded, ' ', '')";
    format!(
        "(SELECT id FROM {table} WHERE instr({name}, {value}) > 0 OR is_spelled({name}, {value}))"
    )
}

fn key_of(position: &Position) -> i64 {
    PositionKey::of(position.board()).key as i64
}

/// The key of the position after some first moves, and the number of plies. `None` if there are no moves or one is
/// illegal.
fn beginning(moves: &[Move]) -> Option<(i64, usize)> {
    let mut position = Position::startpos();
    let played = moves.iter().all(|&mv| position.play(mv).is_ok());
    (played && !moves.is_empty()).then(|| (key_of(&position), moves.len()))
}

impl Query {
    fn needs_index(&self) -> bool {
        self.position.is_some() || self.material.is_some() || !self.beginning.is_empty()
    }

    /// Whether the query matches every game.
    pub(super) fn is_any(&self) -> bool {
        self.position.is_none() && self.sets_no_more_than_a_position()
    }

    fn sets_no_more_than_a_position(&self) -> bool {
        let Self { player, red, black, event, from, to, result, opening, .. } = self;
        let names = [player, red, black, event, opening].into_iter().all(Option::is_none);
        let rest = self.material.is_none() && self.beginning.is_empty() && self.stretch.is_empty();
        names && rest && from.is_none() && to.is_none() && result.is_none()
    }
}

impl Database {
    /// The number of games that match a query.
    ///
    /// # Errors
    /// If an interrupted import has left games out of the indexes that the query needs, or the database cannot be read.
    pub fn count(&self, query: &Query) -> Result<u64, DatabaseError> {
        if query.needs_index() {
            self.check_indexed()?;
        }
        if let Some(position) =
            query.position.as_ref().filter(|_| query.sets_no_more_than_a_position())
        {
            return self.games_at(key_of(position));
        }
        let sql = Sql::of(query);
        let text = format!("SELECT count(*) FROM {} {}", sql.from, sql.conditions());
        let count: i64 =
            self.connection().query_row(&text, &sql.parameters()[..], |row| row.get(0))?;
        Ok(count as u64)
    }

    /// Some of the games that match a query: at most `limit`, starting at index `offset`.
    ///
    /// # Errors
    /// Like [`Self::count`].
    pub fn search(&self, query: &Query, offset: u64, limit: u64) -> Result<Found, DatabaseError> {
        let total = self.count(query)?;
        Ok(Found { total, games: self.part(query, 0, offset, limit)? })
    }

    /// The next games that match a query, after the game with number `after`, or from the first if it is 0. Unlike with
    /// an offset, the cost does not grow with the number of games skipped.
    ///
    /// # Errors
    /// Like [`Self::count`].
    pub fn search_after(
        &self,
        query: &Query,
        after: i64,
        limit: u64,
    ) -> Result<Vec<StoredGame>, DatabaseError> {
        self.part(query, after, 0, limit)
    }

    /// Calls `see` for every game that matches a query, until it returns `Break`. Only one game is in memory at a time,
    /// and no query runs meanwhile, so that others can write.
    ///
    /// # Errors
    /// Like [`Self::count`].
    pub fn visit(
        &self,
        query: &Query,
        mut see: impl FnMut(StoredGame) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, DatabaseError> {
        for id in self.ids(query)? {
            let Some(game) = self.game(id)? else { continue };
            if see(game).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The numbers of the games that match a query, in order.
    fn ids(&self, query: &Query) -> Result<Vec<i64>, DatabaseError> {
        if query.needs_index() {
            self.check_indexed()?;
        }
        let sql = Sql::of(query);
        let text =
            format!("SELECT {} FROM {} {} ORDER BY 1", sql.order, sql.from, sql.conditions());
        let mut statement = self.connection().prepare(&text)?;
        let ids = statement.query_map(&sql.parameters()[..], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// Some of the games that match a query.
    fn part(
        &self,
        query: &Query,
        after: i64,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<StoredGame>, DatabaseError> {
        if query.needs_index() {
            self.check_indexed()?;
        }
        let mut sql = Sql::of(query);
        if after > 0 {
            sql.conditions.push(format!("{} > {after}", sql.order));
        }
        let [limit, offset] =
            [limit, offset].map(|number| i64::try_from(number).unwrap_or(i64::MAX));
        let (limit, offset) = (sql.bind(limit), sql.bind(offset));
        let (columns, joins) = (StoredGame::COLUMNS, StoredGame::JOINS);
        // The games are selected first, so names are looked up only for these.
        let text = format!(
            "SELECT {columns} FROM (SELECT g.* FROM {} {} ORDER BY {} LIMIT {limit} OFFSET {offset}) g {joins}
             ORDER BY g.id",
            sql.from,
            sql.conditions(),
            sql.order
        );
        let mut statement = self.connection().prepare(&text)?;
        let mut rows = statement.query(&sql.parameters()[..])?;
        let mut games = Vec::new();
        while let Some(row) = rows.next()? {
            games.push(StoredGame::of_row(row)?);
        }
        Ok(games)
    }

    /// The game with this number, if it exists.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn game(&self, id: i64) -> Result<Option<StoredGame>, DatabaseError> {
        let (columns, joins) = (StoredGame::COLUMNS, StoredGame::JOINS);
        let text = format!("SELECT {columns} FROM games g {joins} WHERE g.id = ?");
        let mut statement = self.connection().prepare_cached(&text)?;
        let mut rows = statement.query([id])?;
        rows.next()?.map(StoredGame::of_row).transpose()
    }
}
