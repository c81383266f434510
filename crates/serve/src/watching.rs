//! Looking on at a match: what is new is told, twice a second at most.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::exchange::read_game;
use super::matches::{LOOK_EVERY, Look, Watched, problem_text};
use super::message::{
    BoardsNews, FailureCode, GamesNews, LlrNews, MatchGameReport, MatchTable, Notice, Reply,
    WatchNotice, WatchedMatch,
};
use super::session::{Desk, Done, refuse};
use super::watch_report::{BoardTold, board_news, game_row, record_scores, table};
use chuhe_arena::{MatchReader, ReaderError};
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// Games that are told at once.
const ROWS: usize = 50;
/// Boards that are shown.
const BOARDS: usize = 16;
/// How soon the next part of a large journal is read.
const NEXT_PART: Duration = Duration::from_millis(5);

/// What a session watches.
#[derive(Debug, Default)]
pub(super) struct Watching {
    open: Option<Open>,
    /// The number of the last match that was opened.
    key: u64,
}

#[derive(Debug)]
struct Open {
    key: u64,
    folder: String,
    watched: Arc<Watched>,
    due: Instant,
    told_at: Option<Instant>,
    told: Told,
}

/// What the page knows.
#[derive(Debug, Default)]
struct Told {
    /// Which match it was, and whether it was begun at all.
    generation: Option<u64>,
    table: Option<Box<MatchTable>>,
    /// How often the curve was thinned, and its points.
    curve: (u32, Vec<(u64, f64)>),
    games: usize,
    boards: HashMap<u32, BoardTold>,
    /// The numbers of the boards, and how many more there are.
    shown: (Vec<u64>, usize),
    problem: String,
}

impl Watching {
    /// Opens a match. It takes the place of the one before.
    pub(super) fn open(&mut self, folder: String, desk: &Desk) -> Done {
        let Some(watched) = desk.shared.matches.open(&folder) else {
            let text = tr!("serve-no-match", name = format!("{folder:?}"));
            return Err(refuse(FailureCode::Unknown, text));
        };
        self.key += 1;
        let (key, due, told) = (self.key, Instant::now(), Told::default());
        self.open = Some(Open { key, folder, watched, due, told_at: None, told });
        Ok(Some(Reply::Search { key }))
    }

    /// Looks no more.
    pub(super) fn close(&mut self) {
        self.open = None;
    }

    /// Tells everything again, in the language of the thread from now on.
    pub(super) fn tell_again(&mut self) {
        if let Some(open) = &mut self.open {
            open.told = Told::default();
            open.due = Instant::now();
        }
    }

    /// Games that are over, the newest first, from a place in the order in which they ended down.
    pub(super) fn games(&self, before: usize) -> Done {
        let look = self.opened()?.watched.look();
        let games = look.reader.games();
        let end = before.min(games.len());
        let start = end.saturating_sub(ROWS);
        let rows = games[start..end].iter().rev().map(game_row).collect();
        Ok(Some(Reply::MatchGames { rows, before: start }))
    }

    /// A game that is over, by its number from 1.
    pub(super) fn game(&self, number: u64) -> Done {
        let look = self.opened()?.watched.look();
        let index = number.checked_sub(1).and_then(|index| u32::try_from(index).ok());
        let no_game = || refuse(FailureCode::Unknown, ReaderError::NoGame(number).localize());
        let game = look.reader.game(index.ok_or_else(no_game)?);
        let game = game.map_err(|error| match error {
            ReaderError::NoGame(_) => no_game(),
            error => refuse(FailureCode::File, problem_text(&error)),
        })?;
        Ok(Some(Reply::MatchGame(Box::new(MatchGameReport {
            number,
            scores: record_scores(&game.record),
            ending: game.record.ending().localize(),
            game: read_game(&game.game, None, &mut 0),
        }))))
    }

    fn opened(&self) -> Result<&Open, super::session::Refused> {
        self.open.as_ref().ok_or_else(|| refuse(FailureCode::NotNow, tr!("serve-not-watching")))
    }

    /// When to look again.
    pub(super) fn next_due(&self) -> Option<Instant> {
        Some(self.open.as_ref()?.due)
    }

    /// Looks if it is time, and tells what is new. Returns whether anything was.
    pub(super) fn tick(&mut self, now: Instant, desk: &Desk) -> bool {
        let Some(open) = self.open.as_mut().filter(|open| open.due <= now) else { return false };
        let look = open.watched.look();
        let wait = if look.has_more { NEXT_PART } else { LOOK_EVERY };
        open.due = Instant::now() + wait;
        // The parts of a large journal are read faster than they are told.
        if look.has_more && open.told_at.is_some_and(|at| at.elapsed() < LOOK_EVERY) {
            return false;
        }
        let empty = WatchNotice { key: open.key, ..WatchNotice::default() };
        let notice = open.told.news(&look, open.key, &open.folder);
        let is_new = notice != empty;
        if is_new {
            open.told_at = Some(Instant::now());
            desk.tell(&Notice::Watch(Box::new(notice)));
        }
        is_new
    }
}

impl Told {
    /// What the page does not know yet; it is taken to know it then.
    fn news(&mut self, look: &Look, key: u64, folder: &str) -> WatchNotice {
        let reader = &look.reader;
        let mut notice = WatchNotice { key, ..WatchNotice::default() };
        let problem = look.error.as_ref().map(problem_text).unwrap_or_default();
        if problem != self.problem {
            notice.problem = Some(problem.clone());
        }
        // While a part of a large journal is read, the page gets some parts of the table and not all of them.
        let is_known = !reader.names().is_empty();
        if is_known && self.generation != Some(reader.generation()) {
            *self = Self { generation: Some(reader.generation()), ..Self::default() };
            notice.begins = Some(WatchedMatch {
                folder: folder.to_owned(),
                names: reader.names().to_vec(),
                openings: reader.openings().to_owned(),
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
        // The last game need not be the turn of a point.
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
