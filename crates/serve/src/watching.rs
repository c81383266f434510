//! Watches a match for one page, and sends news to the page at most twice a second.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::matches::{LOOK_EVERY, Look, Watched, problem_text};
use super::watch_report::{BoardTold, board_news, game_row, record_scores, table};
use chuhe_arena::{MatchReader, ReaderError};
use chuhe_engine::clock::Instant;
use chuhe_localize::Localize;
use chuhe_session::exchange::read_game;
use chuhe_session::message::{
    BoardsNews, FailureCode, GamesNews, LlrNews, MatchGameReport, MatchTable, Reply, WatchNotice,
    WatchedMatch,
};
use chuhe_session::{MatchView, Refused, refuse};

/// The maximum number of games sent at a time.
const ROWS: usize = 50;
/// The maximum number of boards shown.
const BOARDS: usize = 16;
/// The interval between reading parts of a large journal.
const NEXT_PART: Duration = Duration::from_millis(5);

/// A match that a page watches, and the data that has been sent to that page.
#[derive(Debug)]
pub(super) struct Watching {
    key: u64,
    folder: String,
    /// Whether the server itself runs the match.
    own: bool,
    watched: Arc<Watched>,
    due: Instant,
    told_at: Option<Instant>,
    told: Told,
}

/// The data that has been sent to the page.
#[derive(Debug, Default)]
struct Told {
    /// The generation of the match, or `None` if nothing has been sent.
    generation: Option<u64>,
    table: Option<Box<MatchTable>>,
    /// The curve of the sequential test: how often it has been thinned, and its points.
    curve: (u32, Vec<(u64, f64)>),
    games: usize,
    boards: HashMap<u32, BoardTold>,
    /// The numbers of the boards shown, and how many more there are.
    shown: (Vec<u64>, usize),
    problem: String,
}

impl Watching {
    pub(super) fn new(key: u64, folder: String, own: bool, watched: Arc<Watched>) -> Self {
        Self {
            key,
            folder,
            own,
            watched,
            due: Instant::now(),
            told_at: None,
            told: Told::default(),
        }
    }
}

impl MatchView for Watching {
    fn next_due(&self) -> Instant {
        self.due
    }

    fn news(&mut self, now: Instant) -> Option<WatchNotice> {
        if self.due > now {
            return None;
        }
        let look = self.watched.look();
        let wait = if look.has_more { NEXT_PART } else { LOOK_EVERY };
        self.due = Instant::now() + wait;
        // The parts of a large journal are read more often than news is sent.
        if look.has_more && self.told_at.is_some_and(|at| at.elapsed() < LOOK_EVERY) {
            return None;
        }
        let empty = WatchNotice { key: self.key, ..WatchNotice::default() };
        let notice = self.told.news(&look, self.key, &self.folder, self.own);
        if notice == empty {
            return None;
        }
        self.told_at = Some(Instant::now());
        Some(notice)
    }

    fn forget(&mut self) {
        self.told = Told::default();
        self.due = Instant::now();
    }

    fn games(&self, before: usize) -> Reply {
        let look = self.watched.look();
        let games = look.reader.games();
        let end = before.min(games.len());
        let start = end.saturating_sub(ROWS);
        let rows = games[start..end].iter().rev().map(game_row).collect();
        Reply::MatchGames { rows, before: start }
    }

    fn game(&self, number: u64) -> Result<MatchGameReport, Refused> {
        let look = self.watched.look();
        let index = number.checked_sub(1).and_then(|index| u32::try_from(index).ok());
        let no_game = || refuse(FailureCode::Unknown, ReaderError::NoGame(number).localize());
        let game = look.reader.game(index.ok_or_else(no_game)?);
        let game = game.map_err(|error| match error {
            ReaderError::NoGame(_) => no_game(),
            error => refuse(FailureCode::File, problem_text(&error)),
        })?;
        Ok(MatchGameReport {
            number,
            scores: record_scores(&game.record),
            ending: game.record.ending().localize(),
            game: read_game(&game.game, None, &mut 0),
        })
    }
}

impl Told {
    /// Returns the news that has not been sent to the page yet, and records it as sent.
    fn news(&mut self, look: &Look, key: u64, folder: &str, own: bool) -> WatchNotice {
        let reader = &look.reader;
        let mut notice = WatchNotice { key, ..WatchNotice::default() };
        let problem = look.error.as_ref().map(problem_text).unwrap_or_default();
        if problem != self.problem {
            notice.problem = Some(problem.clone());
        }
        // While a large journal is being read in parts, no new table is sent after every part.
        let is_known = !reader.names().is_empty();
        if is_known && self.generation != Some(reader.generation()) {
            *self = Self { generation: Some(reader.generation()), ..Self::default() };
            notice.begins = Some(WatchedMatch {
                folder: folder.to_owned(),
                names: reader.names().to_vec(),
                openings: reader.openings().to_owned(),
                own,
            });
        }
        self.problem = problem;
        if is_known {
            notice.table = self.table_news(look);
            notice.llr = self.llr_news(reader);
            notice.games = self.games_news(reader);
            notice.boards = self.boards_news(reader);
        }
        notice
    }

    fn table_news(&mut self, look: &Look) -> Option<Box<MatchTable>> {
        let table = table(&look.reader, look.has_more).map(Box::new);
        if table == self.table {
            return None;
        }
        self.table.clone_from(&table);
        table
    }

    fn llr_news(&mut self, reader: &MatchReader) -> Option<LlrNews> {
        let rounded = |llr: f64| (llr * 1000.0).round() / 1000.0;
        let points = reader.curve().iter().map(|point| (point.games, rounded(point.llr)));
        let mut points: Vec<(u64, f64)> = points.collect();
        // The curve may not have a point for the last game yet.
        let now =
            reader.summary().and_then(|summary| Some((summary.played, summary.sprt.as_ref()?.llr)));
        if let (Some((games, llr)), Some(last)) = (now, points.last())
            && games > last.0
        {
            points.push((games, rounded(llr)));
        }
        let (thinned, known) = &self.curve;
        let is_same = |(one, other): &(&(u64, f64), &(u64, f64))| one == other;
        let from = if *thinned == reader.curve_thinned() {
            points.iter().zip(known).take_while(is_same).count()
        } else {
            0
        };
        let is_new = from < points.len() || from < known.len();
        let news = is_new.then(|| LlrNews { from, points: points[from..].to_vec() });
        self.curve = (reader.curve_thinned(), points);
        news
    }

    fn games_news(&mut self, reader: &MatchReader) -> Option<GamesNews> {
        let games = reader.games();
        let known = std::mem::replace(&mut self.games, games.len());
        let new = games.get(known..).unwrap_or_default();
        let rows = new.iter().rev().take(ROWS).map(game_row).collect();
        (!new.is_empty()).then_some(GamesNews { total: games.len(), new: rows })
    }

    fn boards_news(&mut self, reader: &MatchReader) -> Option<BoardsNews> {
        let running = reader.running();
        let shown = &running[..running.len().min(BOARDS)];
        self.boards.retain(|number, _| shown.iter().any(|game| game.number == *number));
        let changes: Vec<_> =
            shown.iter().filter_map(|game| board_news(game, &mut self.boards)).collect();
        let games: Vec<u64> = shown.iter().map(|game| u64::from(game.number) + 1).collect();
        let now = (games, running.len() - shown.len());
        let is_new = now != self.shown || !changes.is_empty();
        self.shown.clone_from(&now);
        let (games, more) = now;
        is_new.then_some(BoardsNews { games, more, changes })
    }
}
