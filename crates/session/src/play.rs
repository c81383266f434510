//! Plays a game between a user and the engine: converts requests to calls of [`CasualGame`], and the game's updates to
//! messages.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::exchange;
use super::host::{HostMemory, Lease, StoredKind};
use super::inbox::Source;
use super::kept::{create, delete, open};
use super::message::{
    Failure, FailureCode, LoadGame, NewGame, Notice, PlayNotice, PlayState, Reply, SideChoice,
    Strength, WriteFormat,
};
use super::play_report;
use super::session::{Context, Done, refuse};
use chuhe_engine::board::Position;
use chuhe_engine::clock::Instant;
use chuhe_engine::engine::EngineSource;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::skill::{self, PlayingStrength};
use chuhe_engine::rules::Rules;
use chuhe_engine::search::Limits;
use chuhe_engine::types::Color;
use chuhe_formats::reading_memory;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_play::{
    CasualError, CasualGame, CasualSettings, Change, FileError, GameTimeControl, LoadedGame,
    Opponent, OpponentEvent, Update,
};

/// The default level, at which beginners have a chance of winning.
const GENTLE_LEVEL: u32 = 5;

/// The tag that names an opponent other than chuhe, as pages choose it.
const ENGINE: &str = "Engine";

/// The number of the next game, which distinguishes its events from those of earlier games.
static GAME: AtomicU64 = AtomicU64::new(0);

/// A game in a session.
#[derive(Debug)]
pub(super) struct Play {
    number: u64,
    game: CasualGame,
    /// The name under which the game is saved after every change.
    lease: Arc<dyn Lease>,
    /// The numbers of the unanswered requests for a hint.
    hints: Vec<u64>,
    /// The memory of the loaded game.
    _memory: Option<HostMemory>,
}

impl Play {
    /// Starts a game.
    pub(super) fn begin(new: NewGame, context: &Context) -> Result<Self, Failure> {
        let NewGame { side, level, elo, clock, fen, coach, rules, engine } = new;
        let start = match fen {
            Some(fen) => exchange::position(&fen)?,
            None => Position::startpos(),
        };
        let strength = strength(level, elo)?;
        let player = engine.map(|name| other_player(name, strength, context)).transpose()?;
        let config = Config { own_book: true, ..Config::default() }
            .with_strength(strength_of(player.as_ref(), strength))
            .with_rules(Rules {
                set: rules.map(Into::into).unwrap_or_default(),
                ..Rules::default()
            });
        let settings = CasualSettings {
            control: time_control(clock.as_deref())?,
            coach,
            both: side == SideChoice::Both,
            ..CasualSettings::new(side.color())
        };
        let lease = create(StoredKind::Games, None, context)?;
        Self::make(context, lease, settings, (config, player), None, start)
    }

    pub(super) fn load(load: LoadGame, context: &Context) -> Result<Self, Failure> {
        let LoadGame { name, text, base64, game, side, level, elo, clock, coach, engine } = load;
        let name = name.unwrap_or_default();
        let host = &*context.host;
        let (mut loaded, lease, _reading) = if text.is_some() || base64.is_some() {
            let bytes = exchange::bytes(text, base64)?;
            let reading = exchange::take_memory(reading_memory(bytes.len()), host)?;
            let loaded = LoadedGame::of_bytes(&name, bytes, game.unwrap_or(1));
            (loaded.map_err(|error| file_failure(&error))?, None, reading)
        } else {
            let lease = open(StoredKind::Games, &name, context)?;
            let path = lease.path();
            let bytes = host.store().read(StoredKind::Games, &name);
            let bytes = bytes
                .map_err(|error| file_failure(&FileError::Io { path: path.clone(), error }))?;
            let reading = exchange::take_memory(reading_memory(bytes.len()), host)?;
            let loaded = LoadedGame::of_file(&path, bytes);
            let loaded = loaded.map_err(|error| file_failure(&error))?;
            // A file that contains more than this game is left unchanged.
            let lease = loaded.is_alone().then_some(lease);
            (loaded, lease, reading)
        };
        // The game is copied for each file that is written.
        let memory = exchange::take_memory(2 * loaded.game.memory(), host)?;
        let lease = match lease {
            Some(lease) => lease,
            None => create(StoredKind::Games, None, context)?,
        };
        let strength = strength(level, elo)?;
        let (person, both) = (loaded.person(), loaded.is_shared());
        let player = match engine {
            Some(name) => Some(other_player(name, strength, context)?),
            None => recorded_player(&mut loaded, person, strength, context),
        };
        let strength = strength_of(player.as_ref(), strength.or(loaded.strength()));
        let rules = Rules { set: loaded.rules().unwrap_or_default(), ..Rules::default() };
        let config = Config { own_book: true, ..Config::default() }
            .with_strength(strength)
            .with_rules(rules);
        let person = side.map_or(person, SideChoice::color);
        let both = side.map_or(both, |side| side == SideChoice::Both);
        let settings = CasualSettings {
            control: time_control(clock.as_deref())?,
            coach: coach.unwrap_or(loaded.has_coach()),
            both,
            ..CasualSettings::new(person)
        };
        let play = Self::make(
            context,
            lease,
            settings,
            (config, player),
            Some(loaded),
            Position::startpos(),
        )?;
        Ok(Self { _memory: Some(memory), ..play })
    }

    fn make(
        context: &Context,
        lease: Arc<dyn Lease>,
        mut settings: CasualSettings,
        (config, player): (Config, Option<OtherPlayer>),
        loaded: Option<LoadedGame>,
        start: Position,
    ) -> Result<Self, Failure> {
        let number = GAME.fetch_add(1, Ordering::Relaxed);
        let inbox = context.inbox.clone();
        let deliver = move |event| inbox.report(Source::Opponent(number, event));
        let config = Config { threads: 0, hash_mb: 0, ..config };
        let own = &context.engines;
        let source = player.as_ref().map_or(own, |player| &player.source);
        let opponent = Opponent::with_sources(source, own, config, Limits::none());
        let opponent = opponent.map_err(|error| refuse(FailureCode::Busy, error.localize()))?;
        settings.autosave = Some(lease.path());
        settings.files = lease.clone();
        let sets_clocks = settings.control.is_some();
        let game = match loaded {
            Some(loaded) => CasualGame::resume(opponent, loaded, settings, deliver),
            None => CasualGame::new(opponent, start, settings, deliver),
        };
        let mut game = game.map_err(|error| file_failure(&error))?;
        if let Some(player) = &player {
            game.set_tag(ENGINE, &player.name);
        }
        // The clocks of the previous session are more recent than those in the file.
        if let Some(clocks) = lease.clocks().filter(|_| !sets_clocks) {
            game.set_clocks(clocks, Instant::now());
        }
        Ok(Self { number, game, lease, hints: Vec::new(), _memory: None })
    }

    /// The number that distinguishes this game from others.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// The name under which the game is saved.
    pub(super) fn name(&self) -> &str {
        self.lease.name()
    }

    /// Whether another session has taken over the game.
    pub(super) fn is_lost(&self) -> bool {
        self.lease.is_lost()
    }

    /// Pauses the clocks while no page shows the game, or resumes them.
    pub(super) fn set_resting(&mut self, rests: bool) {
        self.game.set_resting(rests, Instant::now());
        self.lease.note_clocks(self.game.state().clocks());
    }

    /// The state of the game.
    pub(super) fn state(&self, now: Instant) -> PlayState {
        let saved = self.lease.exists(&self.lease.path()).then(|| self.lease.name());
        play_report::state(&self.game, saved, now)
    }

    /// Lets the engine think and the clock run, and returns the state.
    pub(super) fn proceed(&mut self, context: &Context) -> PlayState {
        let now = Instant::now();
        self.game.proceed(now);
        self.lease.note_clocks(self.game.state().clocks());
        if !self.hints.is_empty() && self.game.thinks().is_none() {
            self.drop_requests(context);
        }
        self.state(now)
    }

    /// The time at which the side to move will run out of time.
    pub(super) fn next_due(&self) -> Option<Instant> {
        let (state, now) = (self.game.state(), Instant::now());
        let clocks = state.clocks().filter(|_| state.finish().is_none())?;
        clocks.running().map(|side| now + clocks.left(side, now) + Duration::from_millis(1))
    }

    /// Ends the game if a side has run out of time.
    pub(super) fn tick(&mut self, now: Instant, context: &Context) {
        if let Some(update) = self.game.check_clocks(now) {
            self.publish(update, context);
        }
    }

    /// Refuses the pending requests for a hint.
    pub(super) fn drop_requests(&mut self, context: &Context) {
        for id in self.hints.drain(..) {
            context.answer(id, Err(refuse(FailureCode::Dropped, tr!("serve-dropped"))));
        }
    }

    /// Changes the game, and returns its state. A change without an update needs no saving.
    pub(super) fn change(
        &mut self,
        context: &Context,
        change: impl FnOnce(&mut CasualGame, Instant) -> Result<Option<Update>, CasualError>,
    ) -> Done {
        let update = change(&mut self.game, Instant::now()).map_err(|error| failure(&error))?;
        if let Some(error) = update.and_then(|update| update.save_error) {
            context.notify(&PlayNotice::Unsaved(error.localize()).into());
        }
        Ok(Some(self.report(context)))
    }

    /// Offers a draw to the engine, or ends a game between two people as a draw.
    pub(super) fn draw(&mut self, context: &Context) -> Done {
        self.change(context, |game, now| {
            if game.state().is_shared() {
                game.agree_draw(now).map(Some)
            } else {
                game.offer_draw().map(|()| None)
            }
        })
    }

    /// Sets the engine's playing strength.
    pub(super) fn set_strength(
        &mut self,
        level: Option<u32>,
        elo: Option<u32>,
        context: &Context,
    ) -> Done {
        let strength = strength(level, elo)?
            .ok_or_else(|| refuse(FailureCode::BadValue, tr!("serve-strength")))?;
        self.change(context, |game, _| game.set_strength(strength).map(|()| None))
    }

    /// Returns the next step of a hint, or requests it from the engine.
    pub(super) fn hint(&mut self, id: u64, context: &Context) -> Done {
        let update = self.game.request_hint().map_err(|error| failure(&error))?;
        if let Some(Update { change: Change::Hint(hint, _), .. }) = update {
            return Ok(Some(Reply::Hint { hint: play_report::hint(&self.game, hint) }));
        }
        self.hints.push(id);
        context.notify(&PlayNotice::State(Box::new(self.state(Instant::now()))).into());
        Ok(None)
    }

    /// Returns the game as a PGN file.
    pub(super) fn file(&self) -> Done {
        let record = self.game.state().record();
        exchange::file(&record, WriteFormat::Pgn, self.lease.name()).map(Some)
    }

    fn report(&mut self, context: &Context) -> Reply {
        Reply::State(Box::new(self.proceed(context)))
    }

    /// Handles an event from the engine.
    pub(super) fn handle(&mut self, event: OpponentEvent, context: &Context) {
        let (ahead, thought) = (self.game.ahead(), self.game.thinks());
        if let Some(update) = self.game.handle(event, Instant::now()) {
            self.publish(update, context);
        } else if self.game.ahead() != ahead || self.game.thinks() != thought {
            if self.game.thinks().is_none()
                && let Some(failure) = self.game.failure()
            {
                // The next request lets the engine think again.
                context.notify(&PlayNotice::Failure(failure.localize()).into());
                self.drop_requests(context);
            }
            let state = self.state(Instant::now());
            context.notify(&PlayNotice::State(Box::new(state)).into());
        }
    }

    /// Sends the changes to the page.
    fn publish(&mut self, update: Update, context: &Context) {
        if let Some(error) = update.save_error {
            context.notify(&PlayNotice::Unsaved(error.localize()).into());
        }
        match update.change {
            Change::Hint(hint, _) => {
                let hint = play_report::hint(&self.game, hint);
                for id in self.hints.drain(..) {
                    context.answer(id, Ok(Reply::Hint { hint: hint.clone() }));
                }
            }
            Change::Warned(warning) => {
                let warning = play_report::warning(&self.game, &warning);
                context.notify(&PlayNotice::Warning(warning).into());
            }
            Change::DrawDeclined => context.notify(&PlayNotice::Draw(false).into()),
            _ => {}
        }
        let state = self.proceed(context);
        context.notify(&Notice::Play(PlayNotice::State(Box::new(state))));
    }

    /// Saves the game under `name`, or under its current name, and saves later changes there.
    pub(super) fn save(&mut self, name: Option<String>, context: &Context) -> Done {
        match name {
            Some(name) if name != self.lease.name() => {
                let last = self.keep_as(name, context)?;
                // The new file contains the whole game.
                if StoredKind::Games.is_generated(last.name()) {
                    last.delete();
                }
            }
            _ => drop(self.game.save(None).map_err(|error| failure(&error))?),
        }
        Ok(Some(Reply::Name { name: self.lease.name().to_owned() }))
    }

    /// Renames the game.
    pub(super) fn rename(&mut self, name: String, context: &Context) -> Done {
        delete(&*self.keep_as(name, context)?)?;
        Ok(Some(Reply::Name { name: self.lease.name().to_owned() }))
    }

    /// Saves the game under another name, and returns the lease of the previous one.
    fn keep_as(&mut self, name: String, context: &Context) -> Result<Arc<dyn Lease>, Failure> {
        let lease = create(StoredKind::Games, Some(name), context)?;
        let kept = self.game.keep_in(lease.path(), lease.clone());
        kept.map_err(|error| file_failure(&error))?;
        Ok(std::mem::replace(&mut self.lease, lease))
    }
}

/// An opponent other than chuhe.
struct OtherPlayer {
    name: String,
    source: EngineSource,
}

/// The engine with this name as an opponent, which has no levels.
fn other_player(
    name: String,
    strength: Option<PlayingStrength>,
    context: &Context,
) -> Result<OtherPlayer, Failure> {
    if strength.is_some() {
        return Err(failure(&CasualError::NoStrength(name)));
    }
    Ok(OtherPlayer { source: context.source(Some(&name))?, name })
}

/// The opponent that a record names, if it is not chuhe. If it is not available, or chuhe is to play at a certain
/// strength, chuhe takes its place.
fn recorded_player(
    loaded: &mut LoadedGame,
    person: Color,
    strength: Option<PlayingStrength>,
    context: &Context,
) -> Option<OtherPlayer> {
    let name = loaded.game.tag(ENGINE)?.to_owned();
    let refused = match other_player(name.clone(), strength, context) {
        Ok(player) => return Some(player),
        Err(refused) => refused.text,
    };
    if strength.is_none() {
        let text = tr!("serve-engine-gone", name = name, text = refused);
        context.notify(&PlayNotice::Note(text).into());
    }
    loaded.game.tags.retain(|(tag, _)| tag != ENGINE);
    loaded.game.set_tag(if person == Color::Red { "Black" } else { "Red" }, "?");
    None
}

/// The playing strength of the opponent. Other engines play as well as they can.
fn strength_of(player: Option<&OtherPlayer>, strength: Option<PlayingStrength>) -> PlayingStrength {
    match player {
        Some(_) => PlayingStrength::Level(skill::FULL),
        None => strength.unwrap_or(PlayingStrength::Level(GENTLE_LEVEL)),
    }
}

/// The engine's playing strength, if a request sets it.
fn strength(level: Option<u32>, elo: Option<u32>) -> Result<Option<PlayingStrength>, Failure> {
    let strength = match (level, elo) {
        (None, None) => return Ok(None),
        (Some(level), None) => PlayingStrength::Level(level),
        (None, Some(elo)) => PlayingStrength::Elo(elo),
        (Some(_), Some(_)) => return Err(refuse(FailureCode::BadValue, tr!("serve-strength"))),
    };
    if !strength.exists() {
        return Err(refuse(FailureCode::BadValue, CasualError::Strength.localize()));
    }
    Ok(Some(strength))
}

/// Reads a time control such as `10m+5s`; `None` for no clocks.
///
/// # Errors
/// If the text is not a time control.
pub fn time_control(clock: Option<&str>) -> Result<Option<GameTimeControl>, Failure> {
    let parsed = clock.map(str::parse::<GameTimeControl>).transpose();
    parsed.map_err(|error| refuse(FailureCode::BadValue, error.localize()))
}

fn file_failure(error: &FileError) -> Failure {
    refuse(FailureCode::File, error.localize())
}

/// Describes why an action in a game is impossible.
pub fn failure(error: &CasualError) -> Failure {
    let code = match &error {
        CasualError::MoveText(_) | CasualError::Illegal(_) => FailureCode::Illegal,
        CasualError::Strength | CasualError::NoStrength(_) => FailureCode::BadValue,
        CasualError::File(FileError::Exists(_)) => FailureCode::Exists,
        CasualError::File(_) | CasualError::NoFileName => FailureCode::File,
        _ => FailureCode::NotNow,
    };
    refuse(code, error.localize())
}

impl From<PlayingStrength> for Strength {
    fn from(strength: PlayingStrength) -> Self {
        match strength {
            PlayingStrength::Level(level) => Self::Level(level),
            PlayingStrength::Elo(elo) => Self::Elo(elo),
        }
    }
}
