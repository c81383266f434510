//! Checks a database: the file, the games, and whether the indexes match the games.

use std::fmt;
use std::ops::ControlFlow;

use serde::Serialize;

use super::error::GameFault;
use super::explore::{PositionSums, Sums, kept_sums, sums_of_games};
use super::material::signature;
use super::query::Query;
use super::record::replay;
use super::{Database, DatabaseError};

/// The maximum number of findings of each kind that are listed; any others are ignored.
const TOLD_MAX: usize = 20;

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct IntegrityReport {
    /// The number of games replayed.
    pub games: u64,
    /// The number of positions compared with the index.
    pub positions: u64,
    /// The number of games missing from the indexes because an import was interrupted. This is not damage.
    pub unindexed: u64,
    /// The problems found, up to a limit for each kind.
    pub findings: Vec<Finding>,
    /// Whether the check was interrupted.
    pub interrupted: bool,
}

/// A problem in a database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// `SQLite` found the file damaged; the text describes the damage.
    File(String),
    /// A row refers to a missing row of another table.
    Reference {
        /// The table that contains the row.
        table: String,
        /// The number of the row.
        row: i64,
        /// The table to which the row refers.
        missing: String,
    },
    /// A game is invalid.
    Game {
        /// The game's number in the database.
        id: i64,
        /// The reason.
        reason: GameFault,
    },
    /// The index of positions does not match the games.
    Positions,
    /// The index of material does not match the games.
    Stretches,
    /// The stored totals of a position do not match the games that reached it.
    Tally {
        /// The key of the position.
        key: i64,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(text) => write!(f, "file: {text}"),
            Self::Reference { table, row, missing } => {
                write!(f, "table {table}, row {row}: refers to a missing row in table {missing}")
            }
            Self::Game { id, reason } => write!(f, "game {id}: {reason}"),
            Self::Positions => write!(f, "the index of positions does not match the games"),
            Self::Stretches => write!(f, "the index of material does not match the games"),
            Self::Tally { key } => {
                write!(f, "the totals of position {key:016x} do not match its games")
            }
        }
    }
}

impl IntegrityReport {
    /// Whether the check is complete and found no problems.
    pub fn is_sound(&self) -> bool {
        self.findings.is_empty() && self.unindexed == 0 && !self.interrupted
    }
}

/// An order-independent sum over a set of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SetSum {
    rows: u64,
    sum: u64,
}

impl SetSum {
    fn add(&mut self, row: [i64; 4]) {
        let mixed = row.into_iter().fold(0x9e37_79b9_7f4a_7c15_u64, |hash, value| {
            let hash = (hash ^ value as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            (hash ^ hash >> 31).wrapping_mul(0x94d0_49bb_1331_11eb)
        });
        self.rows += 1;
        self.sum = self.sum.wrapping_add(mixed ^ mixed >> 29);
    }
}

impl Database {
    /// Checks everything: the file, with `SQLite`'s own check, the moves of every game, and whether the indexes match
    /// the games. `progress` receives the number of games replayed and the number of all games; the check ends if it
    /// returns `Break`.
    ///
    /// # Errors
    /// If the database cannot be read at all.
    pub fn check(
        &self,
        mut progress: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<IntegrityReport, DatabaseError> {
        let mut report =
            IntegrityReport { unindexed: self.unindexed()? as u64, ..Default::default() };
        self.check_file(&mut report)?;
        let sums = self.check_games(&mut report, &mut progress)?;
        let Some([positions, stretches]) = sums else {
            report.interrupted = true;
            return Ok(report);
        };
        report.positions = positions.rows;
        let indexed: i64 =
            self.connection().query_row("SELECT indexed FROM state", [], |row| row.get(0))?;
        // While the indexes are being rebuilt there is nothing to compare with.
        if indexed == 0 && report.unindexed > 0 {
            return Ok(report);
        }
        if self.sum_of("SELECT key, game, ply, move FROM positions")? != positions {
            report.findings.push(Finding::Positions);
        }
        if self.sum_of("SELECT material, game, ply, plies FROM stretches")? != stretches {
            report.findings.push(Finding::Stretches);
        }
        self.check_tallies(&mut report)?;
        Ok(report)
    }

    fn check_file(&self, report: &mut IntegrityReport) -> Result<(), DatabaseError> {
        let mut statement = self.connection().prepare("PRAGMA integrity_check(20)")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let text: String = row.get(0)?;
            if text != "ok" {
                report.findings.push(Finding::File(text));
            }
        }
        let mut statement = self.connection().prepare("PRAGMA foreign_key_check")?;
        let mut rows = statement.query([])?;
        let mut told = 0;
        while let Some(row) = rows.next()? {
            told += 1;
            if told <= TOLD_MAX {
                let (table, row, missing) =
                    (row.get(0)?, row.get::<_, Option<i64>>(1)?.unwrap_or_default(), row.get(2)?);
                report.findings.push(Finding::Reference { table, row, missing });
            }
        }
        Ok(())
    }

    /// Replays every game. Returns what the indexes should contain for the indexed games, or `None` if interrupted.
    fn check_games(
        &self,
        report: &mut IntegrityReport,
        progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Option<[SetSum; 2]>, DatabaseError> {
        let (total, indexed): (i64, i64) = self.connection().query_row(
            "SELECT (SELECT count(*) FROM games), indexed FROM state",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        let mut statement = self.connection().prepare(
            "SELECT g.id, s.name, g.moves, g.plies, length(g.scores), g.notes IS NOT NULL FROM games g
             LEFT JOIN starts s ON s.id = g.start ORDER BY g.id",
        )?;
        let mut rows = statement.query([])?;
        let (mut positions, mut stretches) = (SetSum::default(), SetSum::default());
        let mut told = 0;
        while let Some(row) = rows.next()? {
            let id: i64 = row.get(0)?;
            let start: Option<String> = row.get(1)?;
            let moves: Vec<u8> = row.get(2)?;
            let plies: i64 = row.get(3)?;
            let mut seen = 0;
            let mut stretch: Option<(u32, [i64; 4])> = None;
            let played = replay(start.as_deref(), &moves, |point| {
                seen = i64::from(point.ply);
                if id > indexed {
                    return;
                }
                positions.add([point.key.key as i64, id, seen, point.kept().into()]);
                let board = point.position.board();
                match &mut stretch {
                    Some((same, stretch)) if *same == board.material_key() => stretch[3] += 1,
                    _ => {
                        let new = [signature(board).into(), id, seen, 1];
                        if let Some((_, ended)) = stretch.replace((board.material_key(), new)) {
                            stretches.add(ended);
                        }
                    }
                }
            });
            if let Some((_, ended)) = stretch {
                stretches.add(ended);
            }
            let scores: Option<i64> = row.get(4)?;
            let reason = match played {
                Err(fault) => Some(fault),
                Ok(()) if seen != plies => Some(GameFault::Plies { recorded: plies, found: seen }),
                Ok(()) if scores.is_some_and(|length| length != 2 * plies) => {
                    Some(GameFault::Scores)
                }
                Ok(()) if row.get(5)? => self.game(id)?.and_then(|game| game.unpacked().err()),
                Ok(()) => None,
            };
            if let Some(reason) = reason {
                told += 1;
                if told <= TOLD_MAX {
                    report.findings.push(Finding::Game { id, reason });
                }
            }
            report.games += 1;
            if report.games.is_multiple_of(256) && progress(report.games, total as u64).is_break() {
                return Ok(None);
            }
        }
        Ok(Some([positions, stretches]))
    }

    fn sum_of(&self, sql: &str) -> Result<SetSum, DatabaseError> {
        let mut statement = self.connection().prepare(sql)?;
        let mut rows = statement.query([])?;
        let mut sum = SetSum::default();
        while let Some(row) = rows.next()? {
            sum.add([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]);
        }
        Ok(sum)
    }

    fn check_tallies(&self, report: &mut IntegrityReport) -> Result<(), DatabaseError> {
        let mut statement = self.connection().prepare("SELECT key FROM tallies WHERE move = -1")?;
        let keys: Vec<i64> =
            statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        let mut told = 0;
        for key in keys {
            let games = sums_of_games(self.connection(), key, &Query::default())?;
            let kept = kept_sums(self.connection(), key)?.unwrap_or_default();
            if sorted_rows(&games) != sorted_rows(&kept) {
                told += 1;
                if told <= TOLD_MAX {
                    report.findings.push(Finding::Tally { key });
                }
            }
        }
        Ok(())
    }
}

fn sorted_rows(sums: &PositionSums) -> Vec<(i64, Sums)> {
    let mut rows: Vec<_> = sums.rows().map(|(mv, sums)| (mv, *sums)).collect();
    rows.sort_unstable_by_key(|&(mv, _)| mv);
    rows
}
