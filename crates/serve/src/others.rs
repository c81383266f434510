//! Other engines, which pages may choose by name: what each is, and the pool of their processes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Settings;
use super::pool::{EnginePool, Opener, PoolSettings};
use chuhe_arena::settings::EngineSettings;
use chuhe_arena::{
    ExternalEngine, ExternalError, Fault, LaunchError, Patience, StartFailure, TournamentError,
};
use chuhe_engine::engine::config::ConfigError;
use chuhe_engine::engine::options::OPTIONS;
use chuhe_engine::engine::{
    EngineError, EngineSource, NewsSink, SearchNews, SearchRequest, SearchTicket, Searcher,
};
use chuhe_engine::protocol::{OfferedKind, OfferedOption};
use chuhe_session::message::{EngineOption, EngineOptionName, EngineReport};
use chuhe_session::{HostError, LINES_MAX};

/// How long a search may take to report something, including the start of the program.
const FIRST_REPORT_WITHIN: Duration = Duration::from_secs(30);

/// How long a failed start stands before the engine is started again.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// The other engines of a server. Their processes are the engines of a pool of their own.
#[derive(Debug)]
pub(super) struct Others {
    list: Arc<OtherEngines>,
    pool: EnginePool,
}

#[derive(Debug)]
struct OtherEngines {
    engines: Vec<OtherEngine>,
    /// Held while an engine is introduced, so that only one process is started in addition to those of the pool.
    introducing: Mutex<()>,
    rest: Duration,
    is_closed: AtomicBool,
}

#[derive(Debug)]
struct OtherEngine {
    name: String,
    settings: EngineSettings,
    /// What the engine said of itself when it was first started, or why it could not be.
    introduction: Mutex<Option<Introduced>>,
}

/// What came of the start of an engine, and when it failed.
type Introduced = Result<Introduction, (EngineError, Instant)>;

#[derive(Clone, Debug)]
struct Introduction {
    identity: String,
    offers: Vec<OfferedOption>,
}

impl Others {
    /// The engines in the settings. Each may use as many threads and as much memory for its table as a search of `own`.
    pub(super) fn new(settings: &Settings, own: &PoolSettings) -> Result<Self, ConfigError> {
        let engines = settings.engines.iter().map(|(name, settings)| OtherEngine {
            name: name.clone(),
            settings: settings.clone(),
            introduction: Mutex::default(),
        });
        let list = Arc::new(OtherEngines {
            engines: engines.collect(),
            introducing: Mutex::default(),
            rest: settings.engine_rest,
            is_closed: AtomicBool::new(false),
        });
        let clients = own.clients.saturating_mul(list.engines.len().max(1));
        let searches = settings.engine_processes;
        let pool = PoolSettings { searches, clients, ..own.clone() };
        let pool = EnginePool::with_opener(pool, Arc::clone(&list) as _)?;
        Ok(Self { list, pool })
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.list.engines.iter().map(|engine| engine.name.clone()).collect()
    }

    fn find(&self, name: &str) -> Option<(usize, &OtherEngine)> {
        self.list.engines.iter().enumerate().find(|(_, engine)| engine.name == name)
    }

    /// What is known about an engine; `None` if there is no engine of this name. The engine is started first if it has
    /// not been before.
    pub(super) fn report(&self, name: &str) -> Option<Result<EngineReport, HostError>> {
        let (_, engine) = self.find(name)?;
        let introduction = self.list.introduce(engine);
        Some(introduction.map_err(HostError::from).map(|known| EngineReport {
            name: engine.name.clone(),
            options: options(&engine.settings, &known.offers, self.pool.settings()),
            identity: known.identity,
        }))
    }

    /// A client of an engine that has been introduced.
    pub(super) fn open(&self, name: &str) -> Result<EngineSource, EngineError> {
        let (kind, engine) = self.find(name).ok_or(EngineError::Closed)?;
        let known = self.list.introduce(engine)?;
        let client = self.pool.client_of(kind, 1)?;
        Ok(EngineSource::named(known.identity, move || client.clone()))
    }

    /// Ends all processes soon.
    pub(super) fn close(&self) {
        self.list.is_closed.store(true, Ordering::SeqCst);
        self.pool.close();
    }

    /// Whether some processes have not ended.
    pub(super) fn is_open(&self) -> bool {
        self.pool.is_open()
    }
}

impl OtherEngines {
    /// What an engine says of itself. Those who waited for an engine that cannot be started do not start it again.
    fn introduce(&self, engine: &OtherEngine) -> Result<Introduction, EngineError> {
        let known = || match &*lock(&engine.introduction) {
            Some(Ok(known)) => Some(Ok(known.clone())),
            Some(Err((error, at))) if at.elapsed() < RETRY_AFTER => Some(Err(error.clone())),
            _ => None,
        };
        if let Some(known) = known() {
            return known;
        }
        let _turn = lock(&self.introducing);
        if let Some(known) = known() {
            return known;
        }
        let introduced = self.start(engine);
        let introduced = introduced.map_err(|error| EngineError::External(Arc::new(error)));
        *lock(&engine.introduction) =
            Some(introduced.clone().map_err(|error| (error, Instant::now())));
        introduced
    }

    fn start(&self, engine: &OtherEngine) -> Result<Introduction, ExternalError> {
        let EngineSettings { options, .. } = &engine.settings;
        let introduced =
            ExternalEngine::introduce(&engine.settings, Patience::default(), &self.is_closed);
        let (identity, offers) = introduced.map_err(|error| without_path(error, &engine.name))?;
        let options = options.iter().map(|(name, value)| (name.clone(), last_part(value)));
        let shown = EngineSettings { options: options.collect(), ..engine.settings.clone() };
        Ok(Introduction { identity: shown.described(&identity), offers })
    }
}

impl Opener for OtherEngines {
    fn open(&self, kind: usize) -> Result<Box<dyn Searcher>, EngineError> {
        let engine = self.engines.get(kind).ok_or(EngineError::Closed)?;
        let name = engine.name.clone();
        let settings = EngineSettings { name: Some(name.clone()), ..engine.settings.clone() };
        let engine = ExternalEngine::new(settings, Patience::default());
        Ok(Box::new(Pathless { engine, name }))
    }

    fn close_after(&self) -> Option<Duration> {
        Some(self.rest)
    }

    fn first_report(&self, kind: usize) -> Option<(Duration, EngineError)> {
        let engine = self.engines.get(kind)?.name.clone();
        let error = ExternalError::Fault { engine, fault: Fault::Hang };
        Some((FIRST_REPORT_WITHIN, EngineError::External(Arc::new(error))))
    }
}

/// The name of a file without its folder.
fn last_part(value: &str) -> String {
    value.rsplit(['/', '\\']).next().unwrap_or(value).to_owned()
}

fn renamed(launch: LaunchError, engine: &str) -> LaunchError {
    let mut launch = launch;
    engine.clone_into(&mut launch.command);
    launch
}

/// An error that names the engine as pages do: visitors need not know where its program is.
fn without_path(error: ExternalError, engine: &str) -> ExternalError {
    let named = |why| match why {
        StartFailure::Launch(launch) => StartFailure::Launch(renamed(launch, engine)),
        why => why,
    };
    let engine = || engine.to_owned();
    match error {
        ExternalError::Start { why, .. } => {
            ExternalError::Start { engine: engine(), why: named(why) }
        }
        ExternalError::Fault { fault, .. } => ExternalError::Fault { engine: engine(), fault },
        ExternalError::RedScores(_) => ExternalError::RedScores(engine()),
        ExternalError::Refused(error) => ExternalError::Refused(match error {
            TournamentError::CannotStart { why, .. } => {
                TournamentError::CannotStart { name: engine(), why: named(why) }
            }
            TournamentError::OtherRanks { shown, .. } => {
                TournamentError::OtherRanks { name: engine(), shown }
            }
            TournamentError::PointOfView(_) => TournamentError::PointOfView(engine()),
            TournamentError::Option { problem, .. } => {
                TournamentError::Option { engine: engine(), problem }
            }
            error => error,
        }),
    }
}

/// An engine whose errors do not tell where its program is.
#[derive(Debug)]
struct Pathless {
    engine: ExternalEngine,
    name: String,
}

impl Searcher for Pathless {
    fn submit(
        &mut self,
        request: SearchRequest,
        mut deliver: NewsSink,
    ) -> Result<Box<dyn SearchTicket>, EngineError> {
        let name = self.name.clone();
        let deliver_pathless = move |news| {
            deliver(match news {
                SearchNews::Failed(error) => SearchNews::Failed(pathless(error, &name)),
                news => news,
            });
        };
        self.engine.submit(request, Box::new(deliver_pathless))
    }
}

fn pathless(error: EngineError, engine: &str) -> EngineError {
    if let EngineError::External(external) = &error
        && let Some(ExternalError::Start { why: StartFailure::Launch(launch), .. }) =
            external.downcast_ref()
    {
        let name = engine.to_owned();
        let why = StartFailure::Launch(renamed(launch.clone(), engine));
        let error = TournamentError::CannotStart { name, why };
        return EngineError::External(Arc::new(ExternalError::Refused(error)));
    }
    error
}

/// The options that a page may set: those that the engine announces and its settings leave open.
fn options(
    settings: &EngineSettings,
    offers: &[OfferedOption],
    most: &PoolSettings,
) -> Vec<EngineOption> {
    let is_same = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
    let known = [
        ("Threads", EngineOptionName::Threads, most.threads_per_search),
        ("Hash", EngineOptionName::Hash, most.hash_mb),
        ("MultiPV", EngineOptionName::Multipv, LINES_MAX),
    ];
    let options = known.into_iter().filter_map(|(first, name, most)| {
        let spec = OPTIONS.iter().find(|spec| spec.names().next() == Some(first))?;
        let offer = offers.iter().find(|it| spec.names().any(|name| is_same(name, &it.name)))?;
        if settings.options.iter().any(|(set, _)| is_same(set, &offer.name)) {
            return None;
        }
        let OfferedKind::Spin { min, max, .. } = &offer.kind else { return None };
        let min = min.unwrap_or(1).clamp(1, i64::from(u32::MAX)) as u32;
        let max = max.unwrap_or(i64::MAX).clamp(0, i64::from(most)) as u32;
        (min < max).then_some(EngineOption { name, min, max })
    });
    options.collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
