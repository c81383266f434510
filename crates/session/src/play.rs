//! Plays a game between a user and the engine: converts requests to calls of [`CasualGame`], and the game's updates to
//! messages.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::exchange;
use super::host::{HeldName, Shelf};
use super::kept::{name_failure, new_name};
use super::message::{
    Command, FailureCode, Notice, PlayNotice, PlayState, Reply, SideChoice, Strength, WriteFormat,
};
use super::play_report;
use super::session::{Desk, Done, Refused, Source, refuse};
use chuhe_casual::{
    CasualError, CasualGame, CasualSettings, Change, FileError, GameTimeControl, LoadedGame,
    Opponent, OpponentEvent, Update,
};
use chuhe_engine::board::Position;
use chuhe_engine::clock::Instant;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::skill::PlayingStrength;
use chuhe_engine::rules::Rules;
use chuhe_engine::search::Limits;
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// The default level, at which beginners have a chance of winning.
const GENTLE_LEVEL: u32 = 5;

/// The number of the next game, which distinguishes its events from those of earlier games.
static GAME: AtomicU64 = AtomicU64::new(0);

/// A game in a session.
#[derive(Debug)]
pub(super) struct Play {
    number: u64,
    game: CasualGame,
    /// The name under which the game is saved after every change.
    held: Box<dyn HeldName>,
    /// The numbers of the unanswered requests for a hint.
    hints: Vec<u64>,
}

impl Play {
    /// Starts or loads a game.
    pub(super) fn begin(command: Command, desk: &Desk) -> Result<Self, Refused> {
        match command {
            Command::PlayNew { side, level, elo, clock, fen, coach, rules } => {
                let start = match fen {
                    Some(fen) => exchange::position(&fen)?,
                    None => Position::startpos(),
                };
                let strength = strength(level, elo)?;
                let config = Config { own_book: true, ..Config::default() }
                    .with_strength(strength.unwrap_or(PlayingStrength::Level(GENTLE_LEVEL)))
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
                let held = new_name(Shelf::Games, desk)?;
                Self::make(desk, held, settings, config, None, start)
            }
            Command::PlayLoad { name, text, base64, game, side, level, elo, clock, coach } => {
                let is_file = text.is_some() || base64.is_some();
                let (loaded, held) = if is_file {
                    let bytes = exchange::bytes(text, base64)?;
                    let name = name.unwrap_or_default();
                    let loaded = LoadedGame::of_bytes(&name, bytes, game.unwrap_or(1));
                    (loaded.map_err(|error| file_failure(&error))?, new_name(Shelf::Games, desk)?)
                } else {
                    let name = name.unwrap_or_default();
                    let held = desk.host.storage().hold(Shelf::Games, &name, &desk.holder);
                    let held = held.map_err(|problem| name_failure(problem, &name))?;
                    let loaded = load(&*held).map_err(|error| file_failure(&error))?;
                    // A file that contains more than this game is left unchanged.
                    let held = if loaded.is_alone() { held } else { new_name(Shelf::Games, desk)? };
                    (loaded, held)
                };
                let strength = strength(level, elo)?
                    .or(loaded.strength())
                    .unwrap_or(PlayingStrength::Level(GENTLE_LEVEL));
                let config = Config { own_book: true, ..Config::default() }.with_strength(strength);
                let person = side.map_or(loaded.person(), SideChoice::color);
                let both = side.map_or(loaded.is_shared(), |side| side == SideChoice::Both);
                let settings = CasualSettings {
                    control: time_control(clock.as_deref())?,
                    coach,
                    both,
                    ..CasualSettings::new(person)
                };
                Self::make(desk, held, settings, config, Some(loaded), Position::startpos())
            }
            _ => Err(refuse(FailureCode::NotNow, tr!("serve-no-game"))),
        }
    }

    fn make(
        desk: &Desk,
        held: Box<dyn HeldName>,
        mut settings: CasualSettings,
        config: Config,
        loaded: Option<LoadedGame>,
        start: Position,
    ) -> Result<Self, Refused> {
        let number = GAME.fetch_add(1, Ordering::Relaxed);
        let inbox = desk.inbox.clone();
        let deliver = move |event| inbox.report(Source::Opponent(number, event));
        let config = Config { threads: 0, hash_mb: 0, ..config };
        let opponent = Opponent::with_service(Arc::clone(&desk.client), config, Limits::none());
        let opponent = opponent.map_err(|error| refuse(FailureCode::Busy, error.localize()))?;
        settings.autosave = Some(held.path());
        settings.files = desk.host.storage().files(&desk.holder);
        let game = match loaded {
            Some(loaded) => CasualGame::resume(opponent, loaded, settings, deliver),
            None => CasualGame::new(opponent, start, settings, deliver),
        };
        let mut game = game.map_err(|error| file_failure(&error))?;
        // Take over the clocks from the previous session, unless the request sets others.
        if let Some(clocks) = held.clocks().filter(|_| game.state().clocks().is_none()) {
            game.set_clocks(clocks, Instant::now());
        }
        Ok(Self { number, game, held, hints: Vec::new() })
    }

    /// The number that distinguishes this game from others.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// The name under which the game is saved.
    pub(super) fn name(&self) -> &str {
        self.held.name()
    }

    /// Whether another session has taken over the game.
    pub(super) fn is_lost(&self) -> bool {
        self.held.is_lost()
    }

    /// Pauses the clocks while no page shows the game, or resumes them.
    pub(super) fn set_resting(&mut self, rests: bool) {
        self.game.set_resting(rests, Instant::now());
        self.held.note_clocks(self.game.state().clocks());
    }

    /// The state of the game.
    pub(super) fn state(&self, now: Instant) -> PlayState {
        let saved = self.held.is_saved().then(|| self.held.name());
        play_report::state(&self.game, saved, now)
    }

    /// Lets the engine think and the clock run, and returns the state.
    pub(super) fn proceed(&mut self, desk: &Desk) -> PlayState {
        let now = Instant::now();
        self.game.proceed(now);
        self.held.note_clocks(self.game.state().clocks());
        if !self.hints.is_empty() && self.game.thinks().is_none() {
            self.drop_requests(desk);
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
    pub(super) fn tick(&mut self, now: Instant, desk: &Desk) {
        if let Some(update) = self.game.check_clocks(now) {
            self.publish(update, desk);
        }
    }

    /// Refuses the pending requests for a hint.
    pub(super) fn drop_requests(&mut self, desk: &Desk) {
        for id in self.hints.drain(..) {
            desk.answer(id, Err(refuse(FailureCode::Dropped, tr!("serve-dropped"))));
        }
    }

    /// Handles a request.
    pub(super) fn perform(&mut self, id: u64, command: Command, desk: &Desk) -> Done {
        let now = Instant::now();
        let game = &mut self.game;
        let update = match command {
            Command::PlayMove { mv } => game.play(mv, now).map_err(|error| failure(&error))?,
            Command::PlayAnyway {} => game.play_anyway(now).map_err(|error| failure(&error))?,
            Command::PlayUndo {} => game.undo().map_err(|error| failure(&error))?,
            Command::PlayResign {} => game.resign(now).map_err(|error| failure(&error))?,
            Command::PlayDrop {} => {
                game.drop_warning();
                return Ok(Some(self.report(desk)));
            }
            Command::PlayDraw {} if game.state().is_shared() => {
                game.agree_draw(now).map_err(|error| failure(&error))?
            }
            Command::PlayDraw {} => {
                game.offer_draw().map_err(|error| failure(&error))?;
                return Ok(Some(self.report(desk)));
            }
            Command::PlayCoach { on } => {
                game.set_coach(on);
                return Ok(Some(self.report(desk)));
            }
            Command::PlayLevel { level, elo } => {
                let strength = strength(level, elo)?;
                let strength =
                    strength.ok_or_else(|| refuse(FailureCode::BadValue, tr!("serve-strength")))?;
                game.set_strength(strength).map_err(|error| failure(&error))?;
                return Ok(Some(self.report(desk)));
            }
            Command::PlayHint {} => {
                let update = game.ask_hint().map_err(|error| failure(&error))?;
                if let Some(Update { change: Change::Hint(hint, _), .. }) = update {
                    return Ok(Some(Reply::Hint { hint: play_report::hint(&self.game, hint) }));
                }
                self.hints.push(id);
                desk.tell(&PlayNotice::State(Box::new(self.state(now))).into());
                return Ok(None);
            }
            Command::PlaySave { name } => return self.save(name, desk),
            Command::PlayFile {} => {
                let record = self.game.state().record();
                return exchange::file(&record, WriteFormat::Pgn, self.held.name()).map(Some);
            }
            _ => return Err(refuse(FailureCode::NotNow, tr!("serve-no-game"))),
        };
        if let Some(error) = update.save_error {
            desk.tell(&PlayNotice::Unsaved(error.localize()).into());
        }
        Ok(Some(self.report(desk)))
    }

    fn report(&mut self, desk: &Desk) -> Reply {
        Reply::State(Box::new(self.proceed(desk)))
    }

    /// Handles an event from the engine.
    pub(super) fn hear(&mut self, event: OpponentEvent, desk: &Desk) {
        let (ahead, thought) = (self.game.ahead(), self.game.thinks());
        if let Some(update) = self.game.hear(event, Instant::now()) {
            self.publish(update, desk);
        } else if self.game.ahead() != ahead || self.game.thinks() != thought {
            if self.game.thinks().is_none()
                && let Some(failure) = self.game.failure()
            {
                // The next request lets the engine think again.
                desk.tell(&PlayNotice::Failure(failure.localize()).into());
                self.drop_requests(desk);
            }
            let state = self.state(Instant::now());
            desk.tell(&PlayNotice::State(Box::new(state)).into());
        }
    }

    /// Sends the changes to the page.
    fn publish(&mut self, update: Update, desk: &Desk) {
        if let Some(error) = update.save_error {
            desk.tell(&PlayNotice::Unsaved(error.localize()).into());
        }
        match update.change {
            Change::Hint(hint, _) => {
                let hint = play_report::hint(&self.game, hint);
                for id in self.hints.drain(..) {
                    desk.answer(id, Ok(Reply::Hint { hint: hint.clone() }));
                }
            }
            Change::Warned(warning) => {
                let warning = play_report::warning(&self.game, &warning);
                desk.tell(&PlayNotice::Warning(warning).into());
            }
            Change::DrawDeclined => desk.tell(&PlayNotice::Draw(false).into()),
            _ => {}
        }
        let state = self.proceed(desk);
        desk.tell(&Notice::Play(PlayNotice::State(Box::new(state))));
    }

    /// Saves the game under `name`, or under its current name, and saves later changes there.
    fn save(&mut self, name: Option<String>, desk: &Desk) -> Done {
        match name {
            Some(name) if name != self.held.name() => {
                let held = desk.host.storage().hold_new(Shelf::Games, &name, &desk.holder);
                let held = held.map_err(|problem| name_failure(problem, &name))?;
                self.game.keep_in(held.path()).map_err(|error| file_failure(&error))?;
                let last = std::mem::replace(&mut self.held, held);
                // The new file contains the whole game.
                if last.is_automatic() {
                    last.delete();
                }
            }
            _ => drop(self.game.save(None).map_err(|error| failure(&error))?),
        }
        Ok(Some(Reply::Name { name: self.held.name().to_owned() }))
    }
}

fn load(held: &dyn HeldName) -> Result<LoadedGame, FileError> {
    let path = held.path();
    match held.read() {
        Ok(bytes) => LoadedGame::of_file(&path, bytes),
        Err(error) => Err(FileError::Io { path, error }),
    }
}

/// The engine's playing strength, if a request sets it.
fn strength(level: Option<u32>, elo: Option<u32>) -> Result<Option<PlayingStrength>, Refused> {
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

fn time_control(clock: Option<&str>) -> Result<Option<GameTimeControl>, Refused> {
    let parsed = clock.map(str::parse::<GameTimeControl>).transpose();
    parsed.map_err(|error| refuse(FailureCode::BadValue, error.localize()))
}

fn file_failure(error: &FileError) -> Refused {
    refuse(FailureCode::File, error.localize())
}

fn failure(error: &CasualError) -> Refused {
    let code = match &error {
        CasualError::MoveText(_) | CasualError::Illegal(_) => FailureCode::Illegal,
        CasualError::Strength => FailureCode::BadValue,
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
