//! The indexes: every position and every stretch of constant material, built from the games in bulk.
//!
//! `state.indexed` is the number of the last indexed game. If the new games are few, they are added in one transaction.
//! If they are many, the indexes are rebuilt from all games in sorted order, which is faster than updating pages all
//! over the file. Until the rebuilding is done no game counts as indexed, so a killed process leaves nothing
//! misleading.

use std::ops::ControlFlow;
use std::path::Path;

use rusqlite::{Connection, params};
use zerocopy::{FromBytes, Immutable, IntoBytes};

use super::error::{DatabaseError, GameFault};
use super::explore::{Occurrence, PositionSums, TALLY_FROM, sums_of_games};
use super::material::signature;
use super::query::Query;
use super::record::{replay, score_at};
use super::schema::{INDEX_TABLES, INDEXES};
use super::sorter::{Sorted, Sorter};

/// The number of entries sorted in memory; positions take 48 MB.
const RUN: usize = if cfg!(test) { 500 } else { 2_000_000 };
/// The number of rows per transaction, when the indexes are rebuilt and need not change atomically.
const ROWS_A_COMMIT: u64 = 500_000;
/// The new positions are added if the indexes already contain at least this many times their number; otherwise the
/// indexes are rebuilt.
const ADD_BELOW: i64 = 4;
/// Finding out which positions have become frequent is expensive, so all new positions are checked only if there are
/// fewer than `LOOK_AT_ALL`; otherwise only those with at least `LOOK_AT` new occurrences are.
const LOOK_AT_ALL: u64 = 200_000;
const LOOK_AT: u64 = 8;

/// An occurrence of a position in a game. Ordered by key, game and ply; the fields leave no gaps in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, FromBytes, IntoBytes, Immutable)]
#[repr(C)]
struct PositionEntry {
    key: i64,
    game: u32,
    /// The same for all positions of a game.
    day: u32,
    ply: u16,
    mv: u16,
    score: i16,
    result: u8,
    padding: u8,
}

impl PositionEntry {
    fn occurrence(&self) -> Occurrence {
        Occurrence {
            game: self.game.into(),
            mv: self.mv,
            result: self.result,
            day: self.day,
            score: (self.score != i16::MIN).then_some(self.score),
        }
    }
}

/// A stretch of a game with constant material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, FromBytes, IntoBytes, Immutable)]
#[repr(C)]
struct MaterialStretch {
    material: u32,
    game: u32,
    /// The first ply.
    ply: u16,
    plies: u16,
}

/// Updates the indexes. `progress` receives the finished and the total amount of work; the update stops if it returns
/// `Break`, and the next call completes it. Returns whether the indexes are complete.
pub(super) fn build(
    connection: &Connection,
    folder: &Path,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<bool, DatabaseError> {
    let (indexed, known): (i64, i64) =
        connection.query_row("SELECT indexed, positions FROM state", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    let new = positions_after(connection, indexed)?;
    if new == 0 {
        return Ok(true);
    }
    let anew = known < new.saturating_mul(ADD_BELOW);
    let after = if anew { 0 } else { indexed };
    let total = if anew { positions_after(connection, 0)? } else { new } as u64;
    let mut work = IndexProgress { total: 2 * total, done: 0, progress };
    let Some(gathered) = gather(connection, folder, after, &mut work)? else { return Ok(false) };
    if anew {
        begin_anew(connection)?;
    }
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let written = write(connection, gathered, anew, &mut work);
    match written {
        Ok(true) => connection.execute_batch("COMMIT")?,
        Ok(false) => connection.execute_batch("ROLLBACK")?,
        Err(_) if connection.is_autocommit() => {}
        // The first error matters more than those that follow from it.
        Err(_) => drop(connection.execute_batch("ROLLBACK")),
    }
    written
}

fn positions_after(connection: &Connection, game: i64) -> Result<i64, DatabaseError> {
    let sql = "SELECT coalesce(sum(plies + 1), 0) FROM games WHERE id > ?";
    Ok(connection.query_row(sql, [game], |row| row.get(0))?)
}

fn begin_anew(connection: &Connection) -> Result<(), DatabaseError> {
    let drops: String = INDEX_TABLES.map(|table| format!("DROP TABLE {table};")).concat();
    Ok(connection.execute_batch(&format!(
        "BEGIN IMMEDIATE; UPDATE state SET indexed = 0, positions = 0, stretches = 0; {drops} {INDEXES} COMMIT;"
    ))?)
}

/// The progress of an update.
struct IndexProgress<'a> {
    total: u64,
    done: u64,
    progress: &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>,
}

impl IndexProgress<'_> {
    /// Counts work done. Returns `Break` if the update is to stop.
    fn step(&mut self, by: u64) -> ControlFlow<()> {
        const SOMETIMES: u64 = 1 << 14;
        let before = self.done / SOMETIMES;
        self.done += by;
        if self.done / SOMETIMES == before {
            return ControlFlow::Continue(());
        }
        (self.progress)(self.done.min(self.total), self.total)
    }
}

/// The index rows to be written.
struct Gathered {
    positions: Sorted<PositionEntry>,
    stretches: Sorted<MaterialStretch>,
    last: i64,
    count: u64,
}

/// Replays the games after the one with number `after`. Returns `None` if stopped.
fn gather(
    connection: &Connection,
    folder: &Path,
    after: i64,
    work: &mut IndexProgress<'_>,
) -> Result<Option<Gathered>, DatabaseError> {
    let mut positions = Sorter::new(folder, RUN);
    let mut stretches = Sorter::new(folder, RUN);
    let mut statement = connection.prepare(
        "SELECT g.id, s.name, g.moves, g.result, coalesce(g.day, 0), g.scores FROM games g
         LEFT JOIN starts s ON s.id = g.start WHERE g.id > ? ORDER BY g.id",
    )?;
    let mut rows = statement.query([after])?;
    let (mut last, mut count) = (after, 0);
    while let Some(row) = rows.next()? {
        last = row.get(0)?;
        let game = u32::try_from(last).map_err(|_| GameFault::Number.in_game(last))?;
        let start = row.get_ref(1)?.as_str_or_null().map_err(rusqlite::Error::from)?;
        let moves = row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?;
        let (result, day) = (row.get(3)?, row.get(4)?);
        let scores = row.get_ref(5)?.as_blob_or_null().map_err(rusqlite::Error::from)?;
        let scores = scores.unwrap_or_default();
        let mut laid = Ok(());
        let mut plies = 0;
        let mut stretch: Option<(u32, MaterialStretch)> = None;
        replay(start, moves, |point| {
            if laid.is_err() {
                return;
            }
            let entry = PositionEntry {
                key: point.key.key as i64,
                game,
                ply: point.ply as u16,
                mv: point.kept(),
                day,
                score: score_at(scores, point.ply as usize).unwrap_or(i16::MIN),
                result,
                padding: 0,
            };
            plies = u64::from(point.ply) + 1;
            let board = point.position.board();
            let mut ended = None;
            match &mut stretch {
                Some((same, stretch)) if *same == board.material_key() => stretch.plies += 1,
                _ => {
                    let new = MaterialStretch {
                        material: signature(board),
                        game,
                        ply: entry.ply,
                        plies: 1,
                    };
                    ended = stretch.replace((board.material_key(), new));
                }
            }
            laid = positions.push(entry);
            if let (Ok(()), Some((_, ended))) = (&laid, ended) {
                laid = stretches.push(ended);
            }
        })
        .map_err(|fault| fault.in_game(last))?;
        let laid = laid.and_then(|()| stretch.map_or(Ok(()), |(_, ended)| stretches.push(ended)));
        laid.map_err(DatabaseError::at(folder))?;
        count += plies;
        if work.step(plies).is_break() {
            return Ok(None);
        }
    }
    let positions = positions.sorted().map_err(DatabaseError::at(folder))?;
    let stretches = stretches.sorted().map_err(DatabaseError::at(folder))?;
    Ok(Some(Gathered { positions, stretches, last, count }))
}

/// Writes the gathered rows in the open transaction. Returns false if stopped.
fn write(
    connection: &Connection,
    mut gathered: Gathered,
    anew: bool,
    work: &mut IndexProgress<'_>,
) -> Result<bool, DatabaseError> {
    let mut insert = connection.prepare("INSERT INTO positions VALUES (?, ?, ?, ?)")?;
    let looks_at = if gathered.count < LOOK_AT_ALL { 1 } else { LOOK_AT };
    let mut tallies = Tallies { connection, anew, looks_at, sums: PositionSums::default() };
    let mut key = None;
    let mut rows = 0;
    while let Some(entry) = gathered.positions.next().map_err(DatabaseError::at(Path::new(".")))? {
        if key != Some(entry.key) {
            if let Some(key) = key {
                tallies.finish(key)?;
            }
            key = Some(entry.key);
        }
        insert.execute((entry.key, entry.game, entry.ply, entry.mv))?;
        tallies.sums.add(&entry.occurrence());
        rows += 1;
        if work.step(1).is_break() {
            return Ok(false);
        }
        if anew && rows % ROWS_A_COMMIT == 0 {
            connection.execute_batch("COMMIT; BEGIN IMMEDIATE")?;
        }
    }
    if let Some(key) = key {
        tallies.finish(key)?;
    }
    let mut insert = connection.prepare("INSERT INTO stretches VALUES (?, ?, ?, ?)")?;
    let mut stretches = 0;
    while let Some(stretch) =
        gathered.stretches.next().map_err(DatabaseError::at(Path::new(".")))?
    {
        insert.execute((stretch.material, stretch.game, stretch.ply, stretch.plies))?;
        stretches += 1;
    }
    connection.execute(
        "UPDATE state SET indexed = ?, positions = positions + ?, stretches = stretches + ?",
        (gathered.last, rows as i64, stretches),
    )?;
    Ok(true)
}

/// Maintains the totals of frequent positions.
struct Tallies<'a> {
    connection: &'a Connection,
    anew: bool,
    /// The minimum number of new occurrences of a position for checking whether it has become frequent.
    looks_at: u64,
    /// The totals of the current position over the new games.
    sums: PositionSums,
}

impl Tallies<'_> {
    /// Completes a position, all of whose new occurrences have been written.
    fn finish(&mut self, key: i64) -> Result<(), DatabaseError> {
        if self.anew {
            if self.sums.occurrences >= TALLY_FROM {
                self.keep(key, &self.sums)?;
            }
        } else if self.is_kept(key)? {
            self.keep(key, &self.sums)?;
        } else if self.sums.occurrences >= self.looks_at && self.occurrences(key)? >= TALLY_FROM {
            self.keep(key, &sums_of_games(self.connection, key, &Query::default())?)?;
        }
        self.sums.clear();
        Ok(())
    }

    fn is_kept(&self, key: i64) -> Result<bool, DatabaseError> {
        let mut statement =
            self.connection.prepare_cached("SELECT 1 FROM tallies WHERE key = ? AND move = -1")?;
        Ok(statement.exists([key])?)
    }

    /// The number of occurrences of a position, counted up to [`TALLY_FROM`].
    fn occurrences(&self, key: i64) -> Result<u64, DatabaseError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT count(*) FROM (SELECT 1 FROM positions WHERE key = ? LIMIT ?)",
        )?;
        let count: i64 = statement.query_row((key, TALLY_FROM as i64), |row| row.get(0))?;
        Ok(count as u64)
    }

    /// Adds totals to those stored.
    fn keep(&self, key: i64, sums: &PositionSums) -> Result<(), DatabaseError> {
        let mut statement = self.connection.prepare_cached(
            "INSERT INTO tallies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key, move) DO UPDATE SET
             games = games + excluded.games, red_wins = red_wins + excluded.red_wins,
             black_wins = black_wins + excluded.black_wins, draws = draws + excluded.draws,
             scored = scored + excluded.scored, score_sum = score_sum + excluded.score_sum,
             last_day = max(last_day, excluded.last_day)",
        )?;
        for (mv, sums) in sums.rows() {
            statement.execute(params![
                key,
                mv,
                sums.games as i64,
                sums.red_wins as i64,
                sums.black_wins as i64,
                sums.draws as i64,
                sums.scored as i64,
                sums.score_sum,
                sums.last_day,
            ])?;
        }
        Ok(())
    }
}
