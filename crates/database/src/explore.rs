//! The moves played in a position, with their frequency and results.

use rusqlite::{Connection, OptionalExtension};

use super::keys::PositionKey;
use super::names::day_text;
use super::query::{Query, Sql};
use super::record::{NO_MOVE, move_of, outcome_of, score_at};
use super::{Database, DatabaseError};
use chuhe_engine::board::Position;
use chuhe_engine::notation::chinese::Script;
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::types::{Color, Move, Value};
use chuhe_formats::Outcome;

/// The totals of a position with at least this many occurrences are stored in the file. Those of rarer positions are
/// computed on demand.
pub(super) const TALLY_FROM: u64 = if cfg!(test) { 20 } else { 2000 };
/// The code that stands for all moves of a position.
pub(super) const ALL_MOVES: i64 = -1;
/// The cap on each score in a mean, in centipawns, so that a mate does not count as three hundred pawns.
const SCORE_MAX: Value = 2000;

/// The moves played in a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exploration {
    /// The games that reached the position.
    pub tally: Tally,
    /// The games that ended in the position.
    pub ended: u64,
    /// The moves played, most frequent first. In a symmetric position each move also stands for its mirror image.
    pub moves: Vec<ExploredMove>,
}

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct ExploredMove {
    /// The move.
    pub mv: Move,
    /// The games in which the move was played.
    pub tally: Tally,
}

/// Totals over games, from the point of view of the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// The number of games. A game counts once, even if it reached the position or played the move several times.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games in which an engine scored the move.
    pub scored: u64,
    /// The mean of the engines' scores, in centipawns, each capped at 20 pawns; `None` without scores.
    pub mean_score: Option<f64>,
    /// The date of the latest game, in the form of tags, with `??` for unknown parts; `None` if no date is known.
    pub last_played: Option<String>,
}

impl Exploration {
    /// The exploration as JSON, for programs; `position` is the position explored.
    ///
    /// ```
    /// use chuhe_engine::board::Position;
    /// use chuhe_database::Exploration;
    ///
    /// let json = Exploration::default().json(&Position::startpos());
    /// assert_eq!(json["games"], 0);
    /// ```
    pub fn json(&self, position: &Position) -> serde_json::Value {
        let mut json = self.tally.json();
        let moves = self.moves.iter().map(|explored| {
            let mut json = explored.tally.json();
            let chinese = MoveFormat::Chinese(Script::Simplified);
            json["move"] = explored.mv.to_string().into();
            json["chinese"] = move_text(position.board(), explored.mv, chinese).to_string().into();
            json["share"] = (explored.tally.games as f64 / self.tally.games.max(1) as f64).into();
            json
        });
        json["moves"] = moves.collect();
        json["fen"] = position.fen().into();
        json["ended"] = self.ended.into();
        json
    }
}

impl Tally {
    fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "points": self.points(),
            "scored": self.scored,
            "score_cp": self.mean_score,
            "last_played": self.last_played,
        })
    }

    /// The share of points scored in games with a known result, 0 to 1; `None` without such games.
    pub fn points(&self) -> Option<f64> {
        let known = self.wins + self.draws + self.losses;
        (known > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / known as f64)
    }
}

/// A game's visit to a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    pub(super) game: i64,
    /// The code of the move, as stored with the key.
    pub(super) mv: u16,
    pub(super) result: u8,
    /// The date as a number; 0 if unknown.
    pub(super) day: u32,
    /// The score of the move from Red's point of view.
    pub(super) score: Option<i16>,
}

/// Totals as stored, from Red's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) games: u64,
    pub(super) red_wins: u64,
    pub(super) black_wins: u64,
    pub(super) draws: u64,
    pub(super) scored: u64,
    pub(super) score_sum: i64,
    pub(super) last_day: u32,
}

impl Sums {
    fn add(&mut self, occurrence: &Occurrence) {
        self.games += 1;
        match outcome_of(occurrence.result) {
            Outcome::Win(Color::Red) => self.red_wins += 1,
            Outcome::Win(Color::Black) => self.black_wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Unknown => {}
        }
        self.last_day = self.last_day.max(occurrence.day);
        if let Some(score) = occurrence.score {
            self.scored += 1;
            self.score_sum += i64::from(Value::from(score).clamp(-SCORE_MAX, SCORE_MAX));
        }
    }

    fn tally(&self, side: Color) -> Tally {
        let (wins, losses) = match side {
            Color::Red => (self.red_wins, self.black_wins),
            Color::Black => (self.black_wins, self.red_wins),
        };
        let sign = if side == Color::Red { 1.0 } else { -1.0 };
        let mean = (self.scored > 0).then(|| sign * self.score_sum as f64 / self.scored as f64);
        Tally {
            games: self.games,
            wins,
            draws: self.draws,
            losses,
            scored: self.scored,
            mean_score: mean,
            last_played: (self.last_day > 0).then(|| day_text(self.last_day)),
        }
    }
}

/// The totals of a position. The occurrences in a game must be added one after another, so that the game counts once.
#[derive(Debug, Default)]
pub(super) struct PositionSums {
    /// The number of occurrences, which counts every visit by a game.
    pub(super) occurrences: u64,
    pub(super) all: Sums,
    pub(super) moves: Vec<(u16, Sums)>,
    /// The game of the last occurrence added, and the moves played in that game in this position.
    game: Option<i64>,
    seen: Vec<u16>,
}

impl PositionSums {
    pub(super) fn clear(&mut self) {
        self.occurrences = 0;
        self.all = Sums::default();
        self.moves.clear();
        self.game = None;
    }

    pub(super) fn add(&mut self, occurrence: &Occurrence) {
        self.occurrences += 1;
        if self.game.replace(occurrence.game) != Some(occurrence.game) {
            self.seen.clear();
            self.all.add(occurrence);
        }
        if self.seen.contains(&occurrence.mv) {
            return;
        }
        self.seen.push(occurrence.mv);
        if let Some((_, sums)) = self.moves.iter_mut().find(|(mv, _)| *mv == occurrence.mv) {
            sums.add(occurrence);
        } else {
            let mut sums = Sums::default();
            sums.add(occurrence);
            self.moves.push((occurrence.mv, sums));
        }
    }

    /// All rows, starting with that for all moves together.
    pub(super) fn rows(&self) -> impl Iterator<Item = (i64, &Sums)> {
        let moves = self.moves.iter().map(|(mv, sums)| (i64::from(*mv), sums));
        std::iter::once((ALL_MOVES, &self.all)).chain(moves)
    }
}

/// The totals of a position, over the games that reached it and match a query.
pub(super) fn sums_of_games(
    connection: &Connection,
    key: i64,
    query: &Query,
) -> Result<PositionSums, DatabaseError> {
    let mut sql = Sql::of(query);
    let key = sql.bind(key);
    let among = match sql.conditions() {
        conditions if conditions.is_empty() => String::new(),
        conditions => format!("AND p.game IN (SELECT g.id FROM {} {conditions})", sql.from),
    };
    let mut statement = connection.prepare_cached(&format!(
        "SELECT p.game, p.ply, p.move, g.result, coalesce(g.day, 0), g.scores FROM positions p
         JOIN games g ON g.id = p.game WHERE p.key = {key} {among} ORDER BY p.game, p.ply",
    ))?;
    let mut rows = statement.query(&sql.parameters()[..])?;
    let mut sums = PositionSums::default();
    while let Some(row) = rows.next()? {
        let ply: u32 = row.get(1)?;
        let scores = row.get_ref(5)?.as_blob_or_null().map_err(rusqlite::Error::from)?;
        sums.add(&Occurrence {
            game: row.get(0)?,
            mv: row.get(2)?,
            result: row.get(3)?,
            day: row.get(4)?,
            score: scores.and_then(|scores| score_at(scores, ply as usize)),
        });
    }
    Ok(sums)
}

/// The stored totals of a position, if any.
pub(super) fn kept_sums(
    connection: &Connection,
    key: i64,
) -> Result<Option<PositionSums>, DatabaseError> {
    let mut statement = connection.prepare_cached(
        "SELECT move, games, red_wins, black_wins, draws, scored, score_sum, last_day FROM tallies
         WHERE key = ? ORDER BY move",
    )?;
    let mut rows = statement.query([key])?;
    let mut found = None;
    while let Some(row) = rows.next()? {
        let sums = Sums {
            games: row.get::<_, i64>(1)? as u64,
            red_wins: row.get::<_, i64>(2)? as u64,
            black_wins: row.get::<_, i64>(3)? as u64,
            draws: row.get::<_, i64>(4)? as u64,
            scored: row.get::<_, i64>(5)? as u64,
            score_sum: row.get(6)?,
            last_day: row.get(7)?,
        };
        let position: &mut PositionSums = found.get_or_insert_default();
        match row.get::<_, i64>(0)? {
            ALL_MOVES => position.all = sums,
            mv => position.moves.push((mv as u16, sums)),
        }
    }
    Ok(found)
}

impl Database {
    /// The moves played in a position or its mirror image.
    ///
    /// # Errors
    /// If an interrupted import has left games out of the indexes, or the database cannot be read.
    pub fn explore(&self, position: &Position) -> Result<Exploration, DatabaseError> {
        self.explore_among(position, &Query::default())
    }

    /// The moves played in a position or its mirror image, in the games that match a query.
    ///
    /// # Errors
    /// Like [`Self::explore`].
    pub fn explore_among(
        &self,
        position: &Position,
        query: &Query,
    ) -> Result<Exploration, DatabaseError> {
        self.check_indexed()?;
        let key = PositionKey::of(position.board());
        let at = key.key as i64;
        let kept = if query.is_any() { kept_sums(self.connection(), at)? } else { None };
        let sums = match kept {
            Some(sums) => sums,
            None => sums_of_games(self.connection(), at, query)?,
        };
        let side = position.side_to_move();
        let mut exploration = Exploration { tally: sums.all.tally(side), ..Exploration::default() };
        for (code, sums) in &sums.moves {
            if *code == NO_MOVE {
                exploration.ended = sums.games;
                continue;
            }
            // A move that is illegal here comes from another position with the same key, which is very rare.
            let mv = move_of(*code).map(|mv| key.shown(mv)).filter(|&mv| position.is_legal(mv));
            exploration.moves.extend(mv.map(|mv| ExploredMove { mv, tally: sums.tally(side) }));
        }
        exploration.moves.sort_by_cached_key(|explored: &ExploredMove| {
            (std::cmp::Reverse(explored.tally.games), explored.mv.to_string())
        });
        Ok(exploration)
    }

    /// The number of games that reached a position or its mirror image.
    pub(super) fn games_at(&self, key: i64) -> Result<u64, DatabaseError> {
        let kept = "SELECT games FROM tallies WHERE key = ? AND move = -1";
        let kept: Option<i64> =
            self.connection().query_row(kept, [key], |row| row.get(0)).optional()?;
        let games = match kept {
            Some(games) => games,
            None => self.connection().query_row(
                "SELECT count(DISTINCT game) FROM positions WHERE key = ?",
                [key],
                |row| row.get(0),
            )?,
        };
        Ok(games as u64)
    }
}
