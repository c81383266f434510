//! Handles everything that one page does. A session has one queue for the page's requests and the engine's events, and
//! handles one input at a time, so it needs no locks.

mod stored;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use serde::Serialize;

use super::analyse::Analysis;
use super::exchange;
use super::host::{FriendSeat, Host, MatchWatcher, Page, StoredKind};
use super::inbox::{Holder, Inbox, Input, Report, Responder, Source};
use super::kept::{self, KeptAnalysis};
use super::lookup::Lookups;
use super::message::{
    AnalyseCommand, AnalyseNotice, Answer, Command, EndReason, EngineReport, Failure, FailureCode,
    FileCommand, Nothing, Notice, PageCommand, PlayCommand, PlayNotice, Reply, Request,
    WatchCommand,
};
use super::play::Play;
use super::review::Reviews;
use chuhe_engine::clock::Instant;
use chuhe_engine::engine::EngineSource;
use chuhe_localize as locale;
use chuhe_localize::Language;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_play::{CasualError, CasualGame, Update};

/// The length of the secret that identifies a client.
const OWNER_CHARACTERS: RangeInclusive<usize> = 32..=100;

/// The outcome of a request; `None` if the answer comes later.
pub(super) type Done = Result<Option<Reply>, Failure>;

/// The answer to a request that has been fulfilled.
const DONE: Option<Reply> = Some(Reply::Done(Nothing {}));

/// Creates a failure with this text.
#[expect(clippy::needless_pass_by_value, reason = "errors are passed here last")]
pub fn refuse(code: FailureCode, text: impl ToString) -> Failure {
    Failure { code, text: text.to_string() }
}

/// What is known about another engine, which is started if it has not been before.
fn known_engine(host: &dyn Host, name: &str) -> Result<EngineReport, Failure> {
    let known = host.engine(name);
    let known = known.ok_or_else(|| refuse(FailureCode::Unknown, tr!("serve-no-engine")))?;
    known.map_err(|error| refuse(FailureCode::Engine, error.localize()))
}

/// Opens another engine of a host, which is started if it has not been before.
///
/// # Errors
/// If the host has no such engine, it cannot be started, or it is not available now.
pub fn open_engine(host: &dyn Host, name: &str) -> Result<EngineSource, Failure> {
    known_engine(host, name)?;
    host.open_engine(name).map_err(|error| refuse(FailureCode::Busy, error.localize()))
}

/// The state that all parts of a session share.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) host: Arc<dyn Host>,
    pub(super) engines: EngineSource,
    pub(super) inbox: Inbox,
    pub(super) holder: Holder,
    /// The other engines that the session has used, by name.
    others: RefCell<BTreeMap<String, EngineSource>>,
    page: Option<Box<dyn Page>>,
}

impl Context {
    /// The engine with this name, or chuhe without one. An engine that has not been used before is started first.
    pub(super) fn source(&self, engine: Option<&str>) -> Result<EngineSource, Failure> {
        let Some(name) = engine else { return Ok(self.engines.clone()) };
        if let Some(known) = self.others.borrow().get(name) {
            return Ok(known.clone());
        }
        let source = self.open_engine(name)?;
        self.others.borrow_mut().insert(name.to_owned(), source.clone());
        Ok(source)
    }

    /// Another engine, whose searches take turns with those of the session's other engines.
    pub(super) fn open_engine(&self, name: &str) -> Result<EngineSource, Failure> {
        open_engine(&*self.host, name)
    }

    /// Sends the page a notice, if it is connected.
    pub(super) fn notify(&self, notice: &Notice) {
        self.send(notice);
    }

    /// Sends the answer to a request later, from another thread.
    fn responder(&self, id: u64) -> Responder {
        Responder { id, inbox: self.inbox.clone() }
    }

    /// Answers a request.
    pub(super) fn answer(&self, re: u64, result: Result<Reply, Failure>) {
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
    context: Context,
    language: Language,
    play: Option<Play>,
    analysis: Analysis,
    kept: KeptAnalysis,
    lookups: Lookups,
    reviews: Reviews,
    watcher: Option<Box<dyn MatchWatcher>>,
    friend: Option<Box<dyn FriendSeat>>,
    /// Whether another engine is being asked about.
    asks_engine: bool,
    /// The time of the last request.
    idle_since: Instant,
    /// When the last page disconnected; `None` while one is connected.
    left_at: Option<Instant>,
}

impl Session {
    /// Creates a session that searches with `engines` and receives reports from its searches and tasks through `inbox`.
    pub fn new(key: &str, host: Arc<dyn Host>, engines: EngineSource, inbox: Inbox) -> Self {
        let language = host.settings().language;
        let holder = Holder::new(key, inbox.clone());
        let watcher = Arc::clone(&host).watcher();
        let friend = Arc::clone(&host).friends();
        let context =
            Context { host, engines, inbox, holder, others: RefCell::default(), page: None };
        let now = Instant::now();
        Self {
            key: key.to_owned(),
            context,
            language,
            play: None,
            analysis: Analysis::default(),
            kept: KeptAnalysis::default(),
            lookups: Lookups::default(),
            reviews: Reviews::default(),
            watcher,
            friend,
            asks_engine: false,
            idle_since: now,
            left_at: Some(now),
        }
    }

    /// The latest time for the next call of [`Session::tick`] if there is no input.
    pub fn next_due(&self) -> Instant {
        let settings = self.context.host.settings();
        let idle = self.idle_since + settings.idle_within;
        let left = self.left_at.map(|at| at + settings.resume_within);
        let play = self.play.as_ref().and_then(Play::next_due);
        let others = [
            left,
            play,
            self.analysis.next_due(),
            self.reviews.next_due(),
            self.watcher.as_ref().and_then(|watcher| watcher.next_due()),
            self.friend.as_ref().and_then(|friend| friend.next_due()),
        ];
        others.into_iter().flatten().fold(idle, Instant::min)
    }

    /// Handles an input, in the language of the page. Returns whether the session continues.
    #[must_use]
    pub fn handle(&mut self, input: Input) -> bool {
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
                if self.context.page.as_ref().is_some_and(|page| page.connection() == connection) {
                    self.context.page = None;
                    self.left_at = Some(Instant::now());
                    // No page shows the analysis now.
                    self.analysis.stop();
                    if let Some(watcher) = &mut self.watcher {
                        watcher.close();
                    }
                    if let Some(play) = &mut self.play {
                        play.set_resting(true);
                    }
                    if let Some(friend) = &mut self.friend {
                        friend.set_present(false);
                    }
                }
            }
            Input::Request(text) => {
                self.idle_since = Instant::now();
                self.request(&text);
            }
            Input::Report(Report(source)) => self.handle_report(source),
            Input::End(reason) => {
                self.reviews.store(&self.context);
                if let Some(play) = &mut self.play {
                    play.set_resting(true);
                }
                if let Some(friend) = &mut self.friend {
                    friend.set_present(false);
                }
                self.end(reason);
                return false;
            }
        }
        true
    }

    fn handle_report(&mut self, source: Source) {
        match source {
            Source::Opponent(game, event) => {
                if let Some(play) = self.play.as_mut().filter(|play| play.number() == game) {
                    play.handle(event, &self.context);
                }
            }
            Source::Search(key, news) => self.analysis.handle(key, news, &self.context),
            Source::Review(job, task, news) => {
                self.reviews.handle(job, task, *news, &self.context);
                // A page that is waiting for a review is not idle.
                if self.context.page.is_some() {
                    self.idle_since = Instant::now();
                }
            }
            Source::Lookup(id, whom, found) => {
                self.lookups.handle(id, whom, found, &self.context);
            }
            Source::Engine(id, known) => {
                self.asks_engine = false;
                self.context.answer(id, known.map(|engine| Reply::Engine { engine }));
            }
            Source::Answer(id, answer) => self.context.answer(id, answer),
            Source::Friend => self.send_friend(Instant::now()),
            Source::Taken(StoredKind::Games) => {
                if let Some(mut play) = self.play.take_if(|play| play.is_lost()) {
                    play.drop_requests(&self.context);
                    self.context.notify(&PlayNotice::Taken(play.name().to_owned()).into());
                }
            }
            Source::Taken(StoredKind::Reviews) => self.reviews.release(None),
            Source::Taken(StoredKind::Analyses) => {
                if let Some(taken) = self.kept.lost() {
                    self.context.notify(&Notice::Analyse(AnalyseNotice::Taken { taken }));
                }
            }
        }
    }

    fn do_due(&mut self, now: Instant) -> bool {
        let settings = self.context.host.settings();
        if self.left_at.is_some_and(|at| now >= at + settings.resume_within) {
            self.reviews.store(&self.context);
            return false;
        }
        if now >= self.idle_since + settings.idle_within {
            self.reviews.store(&self.context);
            self.end(EndReason::Idle);
            return false;
        }
        if let Some(play) = &mut self.play {
            play.tick(now, &self.context);
        }
        self.analysis.tick(now, &self.context);
        self.reviews.tick(now, &self.context);
        if let Some(notice) = self.watcher.as_mut().and_then(|watcher| watcher.news(now)) {
            self.context.notify(&Notice::Watch(Box::new(notice)));
            // A page that watches a match in progress is not idle.
            self.idle_since = now;
        }
        self.send_friend(now);
        true
    }

    /// Sends the page the game between two people, if it has changed.
    fn send_friend(&mut self, now: Instant) {
        if let Some(state) = self.friend.as_mut().and_then(|friend| friend.news(now)) {
            self.context.notify(&Notice::Friend(Box::new(state)));
            // A page that waits for the other player is not idle.
            if self.context.page.is_some() {
                self.idle_since = now;
            }
        }
    }

    fn join(&mut self, page: Box<dyn Page>, re: Option<u64>) {
        if self.context.page.is_some() {
            self.end(EndReason::Elsewhere);
        }
        self.context.page = Some(page);
        self.left_at = None;
        self.idle_since = Instant::now();
        if let Some(play) = &mut self.play {
            play.set_resting(false);
        }
        if let Some(friend) = &mut self.friend {
            friend.set_present(true);
        }
        if let Some(re) = re {
            let play = self.play.as_ref().map(|play| Box::new(play.state(Instant::now())));
            let review = self.reviews.state().map(Box::new);
            let session = self.key.clone();
            self.context.answer(re, Ok(Reply::Session { session, play, review }));
        }
    }

    /// Notifies the connected page of the end and closes its connection.
    fn end(&mut self, reason: EndReason) {
        self.context.notify(&Notice::End { reason });
        if let Some(page) = self.context.page.take() {
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
                self.context.send(&Answer::Error { re: error.id, error: error_text });
                return;
            }
        };
        match self.perform(id, command) {
            Ok(Some(reply)) => self.context.answer(id, Ok(reply)),
            Ok(None) => {}
            Err(refused) => self.context.answer(id, Err(refused)),
        }
    }

    fn perform(&mut self, id: u64, command: Command) -> Done {
        let context = &self.context;
        match command {
            Command::Page(command) => self.perform_page(id, command),
            Command::Play(command) => self.perform_play(id, command),
            Command::Analyse(command) => self.perform_analyse(id, command),
            Command::Watch(command) => match (&mut self.watcher, command) {
                (Some(watcher), command) => watcher.perform(command, context.responder(id)),
                (None, WatchCommand::List {}) => Ok(Some(Reply::Matches { matches: Vec::new() })),
                (None, _) => Err(refuse(FailureCode::NotNow, tr!("serve-no-matches"))),
            },
            Command::Friend(command) => match &mut self.friend {
                Some(friend) => friend.perform(command, &context.holder).map(Some),
                None => Err(refuse(FailureCode::NotNow, tr!("serve-no-friends"))),
            },
            Command::File(FileCommand::View { shelf, name }) => kept::view(shelf, &name, context),
            Command::File(FileCommand::Rename { shelf, name, to }) => self.rename(shelf, &name, to),
            Command::File(FileCommand::Delete { shelf, name }) => self.delete(shelf, &name),
            Command::File(FileCommand::Read(text)) => {
                exchange::read(text, &*context.host).map(Some)
            }
            Command::File(FileCommand::Write { format, game }) => exchange::write(format, &game),
            Command::Review(command) => self.reviews.perform(command, context),
        }
    }

    /// Learns about another engine in the background, because a program may take long to start.
    fn request_engine(&mut self, id: u64, name: String) -> Done {
        if self.asks_engine {
            return Err(refuse(FailureCode::Busy, tr!("serve-engine-busy")));
        }
        let (host, inbox) = (Arc::clone(&self.context.host), self.context.inbox.clone());
        let language = self.language;
        let work = Box::new(move || {
            let known = locale::with(language, || known_engine(&*host, &name));
            inbox.report(Source::Engine(id, known));
        });
        let started = self.context.host.spawn("engine", work);
        started.map_err(|error| refuse(FailureCode::Busy, error.localize()))?;
        self.asks_engine = true;
        Ok(None)
    }

    fn perform_page(&mut self, id: u64, command: PageCommand) -> Done {
        match command {
            PageCommand::Engine { name } => return self.request_engine(id, name),
            PageCommand::Resume { .. } => {
                return Err(refuse(FailureCode::NotNow, tr!("serve-resume-late")));
            }
            PageCommand::Language { language } => {
                self.language = Language::of_tag(&language)
                    .ok_or_else(|| refuse(FailureCode::BadValue, tr!("serve-language")))?;
                // The texts of the state are in the language of the thread.
                if let Some(play) = &self.play {
                    let state = locale::with(self.language, || play.state(Instant::now()));
                    self.context.notify(&PlayNotice::State(Box::new(state)).into());
                }
                if let Some(watcher) = &mut self.watcher {
                    watcher.resend();
                }
                if let Some(friend) = &mut self.friend {
                    friend.resend();
                }
            }
            PageCommand::Owner { secret } => {
                if !OWNER_CHARACTERS.contains(&secret.len()) {
                    let (least, most) = OWNER_CHARACTERS.into_inner();
                    let text = tr!("serve-owner", least = least, most = most);
                    return Err(refuse(FailureCode::BadValue, text));
                }
                self.context.holder = self.context.holder.clone().with_owner(&secret);
            }
        }
        Ok(DONE)
    }

    fn perform_play(&mut self, id: u64, command: PlayCommand) -> Done {
        let context = &self.context;
        match command {
            PlayCommand::New(new) => {
                self.analysis.stop();
                let game = Play::begin(new, context)?;
                Ok(Some(self.open_game(game)))
            }
            PlayCommand::Load(load) => {
                let is_name = load.text.is_none() && load.base64.is_none();
                if let Some(play) = &self.play
                    && is_name
                    && load.name.as_deref() == Some(play.name())
                {
                    // The game is already open here.
                    return Ok(Some(Reply::State(Box::new(play.state(Instant::now())))));
                }
                self.analysis.stop();
                let game = Play::load(load, context)?;
                Ok(Some(self.open_game(game)))
            }
            PlayCommand::Move { mv } => self.change(|game, now| game.play(mv, now).map(Some)),
            PlayCommand::Anyway {} => self.change(|game, now| game.play_anyway(now).map(Some)),
            PlayCommand::Undo {} => self.change(|game, _| game.undo().map(Some)),
            PlayCommand::Resign {} => self.change(|game, now| game.resign(now).map(Some)),
            PlayCommand::Drop {} => self.change(|game, _| {
                game.drop_warning();
                Ok(None)
            }),
            PlayCommand::Coach { on } => self.change(|game, _| {
                game.set_coach(on);
                Ok(None)
            }),
            PlayCommand::Draw {} => self.in_game(Play::draw),
            PlayCommand::Level { level, elo } => {
                self.in_game(|play, context| play.set_strength(level, elo, context))
            }
            PlayCommand::Hint {} => self.in_game(|play, context| play.hint(id, context)),
            PlayCommand::Save { name } => self.in_game(|play, context| play.save(name, context)),
            PlayCommand::File {} => self.in_game(|play, _| play.file()),
            PlayCommand::Games {} => kept::list(StoredKind::Games, context),
        }
    }

    fn perform_analyse(&mut self, id: u64, command: AnalyseCommand) -> Done {
        let context = &self.context;
        match command {
            AnalyseCommand::Keep { name, game } => self.kept.keep(name, &game, context),
            AnalyseCommand::Load { name } => self.kept.load(&name, context),
            AnalyseCommand::Forget {} => {
                self.kept = KeptAnalysis::default();
                Ok(DONE)
            }
            AnalyseCommand::Kept {} => kept::list(StoredKind::Analyses, context),
            AnalyseCommand::Position { fen, moves } => self.analysis.set(&fen, &moves, context),
            AnalyseCommand::Start(search) => self.analysis.start(search, context),
            AnalyseCommand::Stop { key } => {
                match key {
                    Some(key) => self.analysis.stop_one(key),
                    None => self.analysis.stop(),
                }
                Ok(DONE)
            }
            AnalyseCommand::Lookup { whom } => {
                self.lookups.start(id, whom, self.analysis.position()?, context)
            }
            AnalyseCommand::Check { fen } => exchange::check(&fen),
        }
    }

    /// Replaces the game, and returns the state of the new one.
    fn open_game(&mut self, new: Play) -> Reply {
        // The previous game is released only now, so that it is not lost if the new one cannot be started.
        if let Some(mut last) = self.play.take() {
            last.drop_requests(&self.context);
        }
        let play = self.play.insert(new);
        Reply::State(Box::new(play.proceed(&self.context)))
    }

    /// Does something with the game.
    fn in_game(&mut self, action: impl FnOnce(&mut Play, &Context) -> Done) -> Done {
        let play = self.play.as_mut();
        let play = play.ok_or_else(|| refuse(FailureCode::NotNow, tr!("serve-no-game")))?;
        // The game takes precedence over the analysis.
        self.analysis.stop();
        action(play, &self.context)
    }

    /// Changes the game, and returns its state.
    fn change(
        &mut self,
        change: impl FnOnce(&mut CasualGame, Instant) -> Result<Option<Update>, CasualError>,
    ) -> Done {
        self.in_game(|play, context| play.change(context, change))
    }
}

impl From<PlayNotice> for Notice {
    fn from(notice: PlayNotice) -> Self {
        Self::Play(notice)
    }
}
