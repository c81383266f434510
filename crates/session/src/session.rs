//! Handles everything that one page does. A session has one queue for the page's requests and the engine's events, and
//! handles one input at a time, so it needs no locks.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::analyse::Analysis;
use super::exchange;
use super::host::{Host, Page, Shelf};
use super::kept::{self, KeptAnalysis};
use super::lookup::Lookups;
use super::message::{
    AnalyseNotice, Answer, Command, EndReason, Failure, FailureCode, KnownMove, Nothing, Notice,
    PlayNotice, Reply, Request,
};
use super::play::Play;
use super::review::{self, Reviews};
use super::watching::{self, Watching};
use chuhe_casual::OpponentEvent;
use chuhe_engine::clock::Instant;
use chuhe_engine::engine::{SearchNews, SearchService};
use chuhe_localize as locale;
use chuhe_localize::Language;
use chuhe_localize::tr;

/// An input to a session.
#[derive(Debug)]
pub enum Input {
    /// A page connected. If it resumed the session, the number is that of its request to resume.
    Joined(Box<dyn Page>, Option<u64>),
    /// A connection ended.
    Left(u64),
    /// A request.
    Request(String),
    /// A report from one of the session's searches or tasks.
    Report(Report),
    /// The host shuts down.
    Shutdown,
}

/// A report from one of the session's searches or tasks. The host only passes it on.
#[derive(Debug)]
pub struct Report(Source);

#[derive(Debug)]
pub(super) enum Source {
    /// An event from the engine in the game with this number.
    Opponent(u64, OpponentEvent),
    /// A report from the analysis with this key.
    Search(u64, SearchNews),
    /// A report from a review: the numbers of the review and the task, and the report itself.
    Review(u64, u64, Box<review::News>),
    /// Another session took over the game or the analysis that this one held.
    Taken(Shelf),
    /// The result of the lookup for the request with this number, or the reason why there is none.
    Lookup(u64, Result<Vec<KnownMove>, String>),
    /// The folder of the match started for the request with this number, or the reason why it did not start.
    Match(u64, Result<String, String>),
}

/// A session that holds stored files, with the inbox to notify when another session takes over one of them.
#[derive(Clone, Debug)]
pub struct Holder {
    key: String,
    inbox: Inbox,
}

impl Holder {
    /// A holder with the session's key and inbox.
    #[must_use]
    pub fn new(key: &str, inbox: Inbox) -> Self {
        Self { key: key.to_owned(), inbox }
    }

    /// The key of the session.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Notifies the session that another one has taken over one of its files.
    pub fn lose(&self, shelf: Shelf) {
        self.inbox.report(Source::Taken(shelf));
    }
}

/// The inbox of a session. Searches and tasks put their reports into it from other threads.
#[derive(Clone)]
pub struct Inbox(Arc<dyn Fn(Input) + Send + Sync>);

impl fmt::Debug for Inbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Inbox")
    }
}

impl Inbox {
    /// An inbox that passes inputs to a function. The host must pass them to the session one after the other, and never
    /// from inside the function.
    pub fn new(put: impl Fn(Input) + Send + Sync + 'static) -> Self {
        Self(Arc::new(put))
    }

    pub(super) fn report(&self, source: Source) {
        (self.0)(Input::Report(Report(source)));
    }
}

/// Why a request failed.
pub type Refused = Failure;

/// The outcome of a request; `None` if the answer comes later.
pub(super) type Done = Result<Option<Reply>, Refused>;

/// Creates a failure with this text.
#[expect(clippy::needless_pass_by_value, reason = "errors are passed here last")]
#[must_use]
pub fn refuse(code: FailureCode, text: impl ToString) -> Refused {
    Failure { code, text: text.to_string() }
}

/// The state that all parts of a session share.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) host: Arc<dyn Host>,
    pub(super) client: Arc<dyn SearchService>,
    pub(super) inbox: Inbox,
    pub(super) holder: Holder,
    page: Option<Box<dyn Page>>,
}

impl Desk {
    /// Sends the page a notice, if it is connected.
    pub(super) fn tell(&self, notice: &Notice) {
        self.send(notice);
    }

    /// Answers a request.
    pub(super) fn answer(&self, re: u64, result: Result<Reply, Refused>) {
        self.send(&match result {
            Ok(ok) => Answer::Ok { re, ok },
            Err(error) => Answer::Error { re: Some(re), error },
        });
    }

    fn send(&self, message: &impl Serialize) {
        let Some(page) = &self.page else { return };
        match serde_json::to_string(message) {
            Ok(text) => page.send(text),
            Err(error) => log::error!("cannot serialize a message: {error}"),
        }
    }
}

/// The session of one page.
#[derive(Debug)]
pub struct Session {
    key: String,
    desk: Desk,
    language: Language,
    play: Option<Play>,
    analysis: Analysis,
    kept: KeptAnalysis,
    lookups: Lookups,
    reviews: Reviews,
    watching: Watching,
    /// The time of the last request.
    idle_since: Instant,
    /// When the last page disconnected; `None` while one is connected.
    left_at: Option<Instant>,
}

impl Session {
    /// Creates a session that searches with `client` and receives reports from its searches and tasks through `inbox`.
    #[must_use]
    pub fn new(
        key: &str,
        host: Arc<dyn Host>,
        client: Arc<dyn SearchService>,
        inbox: Inbox,
    ) -> Self {
        let language = host.settings().language;
        let holder = Holder::new(key, inbox.clone());
        let desk = Desk { host, client, inbox, holder, page: None };
        let now = Instant::now();
        Self {
            key: key.to_owned(),
            desk,
            language,
            play: None,
            analysis: Analysis::default(),
            kept: KeptAnalysis::default(),
            lookups: Lookups::default(),
            reviews: Reviews::default(),
            watching: Watching::default(),
            idle_since: now,
            left_at: Some(now),
        }
    }

    /// The latest time for the next call of [`Session::tick`] if there is no input.
    #[must_use]
    pub fn next_due(&self) -> Instant {
        let settings = self.desk.host.settings();
        let idle = self.idle_since + settings.idle_within;
        let left = self.left_at.map(|at| at + settings.resume_within);
        let play = self.play.as_ref().and_then(Play::next_due);
        let others = [
            left,
            play,
            self.analysis.next_due(),
            self.reviews.next_due(),
            self.watching.next_due(),
        ];
        others.into_iter().flatten().fold(idle, Instant::min)
    }

    /// Handles an input, in the language of the page. Returns whether the session continues.
    #[must_use]
    pub fn hear(&mut self, input: Input) -> bool {
        locale::with(self.language, || self.take(input))
    }

    /// Does any work that is due, in the language of the page. Returns whether the session continues.
    #[must_use]
    pub fn tick(&mut self) -> bool {
        locale::with(self.language, || self.do_due(Instant::now()))
    }

    fn take(&mut self, input: Input) -> bool {
        match input {
            Input::Joined(page, re) => self.join(page, re),
            Input::Left(connection) => {
                if self.desk.page.as_ref().is_some_and(|page| page.connection() == connection) {
                    self.desk.page = None;
                    self.left_at = Some(Instant::now());
                    // No page shows the analysis now.
                    self.analysis.stop();
                    self.watching.close();
                    if let Some(play) = &mut self.play {
                        play.set_resting(true);
                    }
                }
            }
            Input::Request(text) => {
                self.idle_since = Instant::now();
                self.request(&text);
            }
            Input::Report(Report(source)) => self.hear_report(source),
            Input::Shutdown => {
                self.end(EndReason::Shutdown);
                return false;
            }
        }
        true
    }

    fn hear_report(&mut self, source: Source) {
        match source {
            Source::Opponent(game, event) => {
                if let Some(play) = self.play.as_mut().filter(|play| play.number() == game) {
                    play.hear(event, &self.desk);
                }
            }
            Source::Search(key, news) => self.analysis.hear(key, news, &self.desk),
            Source::Review(job, task, news) => {
                self.reviews.hear(job, task, *news, &self.desk);
                // A page that is waiting for a review is not idle.
                if self.desk.page.is_some() {
                    self.idle_since = Instant::now();
                }
            }
            Source::Lookup(id, found) => self.lookups.hear(id, found, &self.desk),
            Source::Match(id, begun) => watching::tell_begun(id, begun, &self.desk),
            Source::Taken(Shelf::Games) => {
                if let Some(mut play) = self.play.take_if(|play| play.is_lost()) {
                    play.drop_requests(&self.desk);
                    self.desk.tell(&PlayNotice::Taken(play.name().to_owned()).into());
                }
            }
            Source::Taken(Shelf::Analyses) => {
                if let Some(taken) = self.kept.lost() {
                    self.desk.tell(&Notice::Analyse(AnalyseNotice::Taken { taken }));
                }
            }
        }
    }

    fn do_due(&mut self, now: Instant) -> bool {
        let settings = self.desk.host.settings();
        let is_over = |since: Instant, within: Duration| now >= since + within;
        if self.left_at.is_some_and(|at| is_over(at, settings.resume_within)) {
            return false;
        }
        if is_over(self.idle_since, settings.idle_within) {
            self.end(EndReason::Idle);
            return false;
        }
        if let Some(play) = &mut self.play {
            play.tick(now, &self.desk);
        }
        self.analysis.tick(now, &self.desk);
        self.reviews.tick(now, &self.desk);
        if self.watching.tick(now, &self.desk) {
            // A page that watches a match in progress is not idle.
            self.idle_since = now;
        }
        true
    }

    fn join(&mut self, page: Box<dyn Page>, re: Option<u64>) {
        if self.desk.page.is_some() {
            self.end(EndReason::Elsewhere);
        }
        self.desk.page = Some(page);
        self.left_at = None;
        self.idle_since = Instant::now();
        if let Some(play) = &mut self.play {
            play.set_resting(false);
        }
        if let Some(re) = re {
            let play = self.play.as_ref().map(|play| Box::new(play.state(Instant::now())));
            let review = self.reviews.state().map(Box::new);
            let session = self.key.clone();
            self.desk.answer(re, Ok(Reply::Session { session, play, review }));
        }
    }

    /// Notifies the connected page of the end and closes its connection.
    fn end(&mut self, reason: EndReason) {
        self.desk.tell(&Notice::End { reason });
        if let Some(page) = self.desk.page.take() {
            page.close(reason);
        }
    }

    fn request(&mut self, text: &str) {
        let Request { id, command } = match Request::parse(text) {
            Ok(request) => request,
            Err(error) => {
                let code =
                    if error.too_large { FailureCode::TooLarge } else { FailureCode::Malformed };
                let error_text = refuse(code, error.reason);
                self.desk.send(&Answer::Error { re: error.id, error: error_text });
                return;
            }
        };
        match self.perform(id, command) {
            Ok(Some(reply)) => self.desk.answer(id, Ok(reply)),
            Ok(None) => {}
            Err(refused) => self.desk.answer(id, Err(refused)),
        }
    }

    fn perform(&mut self, id: u64, command: Command) -> Done {
        let desk = &self.desk;
        match command {
            Command::Resume { .. } => Err(refuse(FailureCode::NotNow, tr!("serve-resume-late"))),
            Command::Language { language } => {
                self.language = Language::of_tag(&language)
                    .ok_or_else(|| refuse(FailureCode::BadValue, tr!("serve-language")))?;
                self.watching.tell_again();
                Ok(Some(Reply::Done(Nothing {})))
            }
            Command::PlayLoad { name: Some(name), text: None, base64: None, .. }
                if self.play.as_ref().is_some_and(|play| play.name() == name) =>
            {
                // The game is already open here.
                let play = self.play.as_ref().map(|play| Box::new(play.state(Instant::now())));
                Ok(play.map(Reply::State))
            }
            Command::PlayNew { .. } | Command::PlayLoad { .. } => {
                self.analysis.stop();
                let new = Play::begin(command, desk)?;
                // The previous game is released last, so that it is not lost if the new one cannot be started.
                if let Some(mut last) = self.play.replace(new) {
                    last.drop_requests(desk);
                }
                let play = self.play.as_mut().map(|play| play.proceed(desk));
                Ok(play.map(|state| Reply::State(Box::new(state))))
            }
            Command::PlayGames {} => kept::list(Shelf::Games, desk),
            Command::AnalyseKeep { name, game } => self.kept.keep(name, &game, desk),
            Command::AnalyseLoad { name } => self.kept.load(&name, desk),
            Command::AnalyseForget {} => {
                self.kept = KeptAnalysis::default();
                Ok(Some(Reply::Done(Nothing {})))
            }
            Command::AnalyseKept {} => kept::list(Shelf::Analyses, desk),
            Command::AnalysePosition { fen, moves } => self.analysis.set(&fen, &moves, desk),
            Command::AnalyseStart { lines, threads, hash } => {
                self.analysis.start(lines, threads, hash, desk)
            }
            Command::AnalyseStop {} => {
                self.analysis.stop();
                Ok(Some(Reply::Done(Nothing {})))
            }
            Command::AnalyseLookup { whom } => {
                self.lookups.ask(id, whom, self.analysis.position()?, desk)
            }
            Command::AnalyseCheck { fen } => exchange::check(&fen),
            Command::WatchList {} => Ok(Some(Reply::Matches { matches: desk.host.matches() })),
            Command::WatchOpen { folder } => self.watching.open(&folder, desk),
            Command::WatchGames { before } => self.watching.games(before),
            Command::WatchGame { number } => self.watching.game(number),
            Command::WatchStart(wish) => watching::begin(id, wish, desk),
            Command::WatchStop { folder } => {
                if desk.host.stop_match(&folder) {
                    Ok(Some(Reply::Done(Nothing {})))
                } else {
                    Err(refuse(FailureCode::NotNow, tr!("serve-match-not-ours")))
                }
            }
            Command::WatchClose {} => {
                self.watching.close();
                Ok(Some(Reply::Done(Nothing {})))
            }
            Command::Read(text) => exchange::read(&text),
            Command::Write { format, game } => exchange::write(format, &game),
            Command::ReviewStart(file) => self.reviews.start(file, desk),
            Command::ReviewGames(part) => self.reviews.games(part),
            Command::ReviewAnnotate(choice) => self.reviews.annotate(choice, desk),
            Command::ReviewPuzzles(choice) => self.reviews.puzzles(choice, desk),
            Command::ReviewStop { job } => self.reviews.stop(job, desk),
            Command::ReviewGame { job, game } => self.reviews.game(job, game),
            Command::ReviewPage(choice) => self.reviews.page(choice),
            command => match &mut self.play {
                Some(play) => {
                    // A session runs one search at a time, and the game takes precedence over the analysis.
                    self.analysis.stop();
                    play.perform(id, command, desk)
                }
                None => Err(refuse(FailureCode::NotNow, tr!("serve-no-game"))),
            },
        }
    }
}

impl From<PlayNotice> for Notice {
    fn from(notice: PlayNotice) -> Self {
        Self::Play(notice)
    }
}
