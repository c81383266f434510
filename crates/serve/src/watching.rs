//! Answers requests about matches for one page, and sends news of the match that it watches at most twice a second.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::Shared;
use super::contests::{Contest, is_resumable};
use super::matches::{LOOK_EVERY, Look, Watched, problem_text};
use super::watch_report::{SentBoard, board_news, game_row, record_scores, table};
use chuhe_arena::{MatchReader, ReaderError};
use chuhe_engine::clock::Instant;
use chuhe_localize as locale;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_session::exchange::read_game;
use chuhe_session::message::{
    BoardsNews, Failure, FailureCode, GamesNews, LlrNews, MatchGameReport, MatchTable, Nothing,
    Reply, WatchCommand, WatchNotice, WatchedMatch,
};
use chuhe_session::{MatchWatcher, Responder, refuse};

/// The maximum number of games sent at a time.
const ROWS: usize = 50;
/// The maximum number of boards shown.
const BOARDS: usize = 16;
/// The interval between reading parts of a large journal.
const NEXT_PART: Duration = Duration::from_millis(5);

/// Answers the requests of one page about matches, and watches one match for it.
#[derive(Debug)]
pub(super) struct Watcher {
    shared: Arc<Shared>,
    open: Option<OpenMatch>,
    /// The key of the last match that was opened.
    key: u64,
}

/// A match that a page watches, and the data that has been sent to that page.
#[derive(Debug)]
struct OpenMatch {
    key: u64,
    folder: String,
    /// Whether the server itself runs the match.
    own: bool,
    /// Whether the match can be resumed once it is stopped.
    resumes: bool,
    watched: Arc<Watched>,
    due: Instant,
    sent_at: Option<Instant>,
    sent: SentMatch,
}

/// The data that has been sent to the page.
#[derive(Debug, Default)]
struct SentMatch {
    /// The generation of the match, or `None` if nothing has been sent.
    generation: Option<u64>,
    table: Option<Box<MatchTable>>,
    /// The curve of the sequential test: how often it has been thinned, and its points.
    curve: (u32, Vec<(u64, f64)>),
    games: usize,
    boards: HashMap<u32, SentBoard>,
    /// The numbers of the boards shown, and how many more there are.
    shown: (Vec<u64>, usize),
    problem: String,
}

impl Watcher {
    pub(super) const fn new(shared: Arc<Shared>) -> Self {
        Self { shared, open: None, key: 0 }
    }

    /// Opens a match, which replaces the previous one.
    fn open(&mut self, folder: String) -> Result<Reply, Failure> {
        let Some(watched) = self.shared.matches.open(&folder) else {
            let text = tr!("serve-no-match", name = format!("{folder:?}"));
            return Err(refuse(FailureCode::Unknown, text));
        };
        self.key += 1;
        let (key, own) = (self.key, self.shared.contests.plays(&folder));
        let resumes = is_resumable(&self.shared.matches, &folder);
        let (due, sent_at, sent) = (Instant::now(), None, SentMatch::default());
        self.open = Some(OpenMatch { key, folder, own, resumes, watched, due, sent_at, sent });
        Ok(Reply::Search { key })
    }

    fn opened(&self) -> Result<&OpenMatch, Failure> {
        let open = self.open.as_ref();
        open.ok_or_else(|| refuse(FailureCode::NotNow, tr!("serve-not-watching")))
    }

    /// Starts or resumes a match in the background, which answers the request.
    fn play(&self, contest: Contest, responder: Responder) -> Result<(), Failure> {
        let Some(program) = self.shared.settings.program.clone() else {
            return Err(refuse(FailureCode::NotNow, tr!("serve-no-matches")));
        };
        let (shared, language) = (Arc::clone(&self.shared), locale::current());
        let play = move || {
            shared.contests.play(&program, &shared.matches, contest, |begun| {
                responder.respond(begun.map(|folder| Reply::Begun { folder }));
            });
        };
        let thread = thread::Builder::new().name("match".to_owned());
        let spawned = thread.spawn(move || locale::with(language, play));
        spawned.map(drop).map_err(|error| refuse(FailureCode::Busy, error))
    }
}

impl MatchWatcher for Watcher {
    fn perform(
        &mut self,
        command: WatchCommand,
        responder: Responder,
    ) -> Result<Option<Reply>, Failure> {
        Ok(Some(match command {
            WatchCommand::List {} => Reply::Matches { matches: self.shared.matches.list() },
            WatchCommand::Open { folder } => self.open(folder)?,
            WatchCommand::Games { before } => self.opened()?.games(before),
            WatchCommand::Game { number } => self.opened()?.game(number)?,
            WatchCommand::Start(request) if request.is_fine() => {
                return self.play(Contest::New(request), responder).map(|()| None);
            }
            WatchCommand::Start(_) => {
                return Err(refuse(FailureCode::BadValue, tr!("serve-match-wish")));
            }
            WatchCommand::Resume { folder } if is_resumable(&self.shared.matches, &folder) => {
                return self.play(Contest::Stopped(folder), responder).map(|()| None);
            }
            WatchCommand::Stop { folder } if self.shared.contests.stop(&folder) => {
                Reply::Done(Nothing {})
            }
            WatchCommand::Stop { .. } | WatchCommand::Resume { .. } => {
                return Err(refuse(FailureCode::NotNow, tr!("serve-match-not-ours")));
            }
            WatchCommand::Close {} => {
                self.open = None;
                Reply::Done(Nothing {})
            }
        }))
    }

    fn close(&mut self) {
        self.open = None;
    }

    fn resend(&mut self) {
        if let Some(open) = &mut self.open {
            open.sent = SentMatch::default();
            open.due = Instant::now();
        }
    }

    fn next_due(&self) -> Option<Instant> {
        self.open.as_ref().map(|open| open.due)
    }

    fn news(&mut self, now: Instant) -> Option<WatchNotice> {
        self.open.as_mut().filter(|open| open.due <= now)?.news()
    }
}

impl OpenMatch {
    /// Checks for news, and returns what the page has not been sent yet.
    fn news(&mut self) -> Option<WatchNotice> {
        let look = self.watched.look();
        let wait = if look.has_more { NEXT_PART } else { LOOK_EVERY };
        self.due = Instant::now() + wait;
        // The parts of a large journal are read more often than news is sent.
        if look.has_more && self.sent_at.is_some_and(|at| at.elapsed() < LOOK_EVERY) {
            return None;
        }
        let empty = WatchNotice { key: self.key, ..WatchNotice::default() };
        let notice = self.sent.news(&look, self.key, &self.folder, (self.own, self.resumes));
        if notice == empty {
            return None;
        }
        self.sent_at = Some(Instant::now());
        Some(notice)
    }

    /// The newest among the first `before` games that ended, newest first.
    fn games(&self, before: usize) -> Reply {
        let look = self.watched.look();
        let games = look.reader.games();
        let end = before.min(games.len());
        let start = end.saturating_sub(ROWS);
        let rows = games[start..end].iter().rev().map(game_row).collect();
        Reply::MatchGames { rows, before: start }
    }

    /// A finished game, given its number in the schedule, from 1.
    fn game(&self, number: u64) -> Result<Reply, Failure> {
        let look = self.watched.look();
        let index = number.checked_sub(1).and_then(|index| u32::try_from(index).ok());
        let no_game = || refuse(FailureCode::Unknown, ReaderError::NoGame(number).localize());
        let game = look.reader.game(index.ok_or_else(no_game)?);
        let game = game.map_err(|error| match error {
            ReaderError::NoGame(_) => no_game(),
            error => refuse(FailureCode::File, problem_text(&error)),
        })?;
        Ok(Reply::MatchGame(Box::new(MatchGameReport {
            number,
            red_scores: record_scores(&game.record),
            ending: game.record.ending().localize(),
            game: read_game(&game.game, None, &mut 0),
        })))
    }
}

impl SentMatch {
    /// Returns the news that has not been sent to the page yet, and records it as sent.
    fn news(
        &mut self,
        look: &Look,
        key: u64,
        folder: &str,
        (own, resumes): (bool, bool),
    ) -> WatchNotice {
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
                resumes,
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
        let from = if *thinned == reader.curve_thinned() {
            points.iter().zip(known).take_while(|(one, other)| one == other).count()
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
