//! An engine in another process that searches one position after another, like the engine of this program.

mod words;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use self::words::{LineReports, allowance, go_words, is_fixed, setup};
use super::adjudicate::{Adjudication, Resign};
use super::client::{Charge, Client, Patience};
use super::fault::fault_name;
use super::fault::{Failure, Fault, StartFailure, fault_details};
use super::game::Conditions;
use super::introduction::{Introduction, introduce};
use super::offers::{self, OptionProblem};
use super::settings::EngineSettings;
use super::tournament::TournamentError;
use chuhe_engine::engine::config::{Config, ConfigError};
use chuhe_engine::engine::options::{Kind, NO_FOLDER, OPTIONS, OptionSpec};
use chuhe_engine::engine::{
    EngineError, EngineSource, NewsSink, SearchNews, SearchRequest, SearchTicket, Searcher,
};
use chuhe_engine::notation::iccs;
use chuhe_engine::protocol::{InfoWords, OfferedKind, OfferedOption};
use chuhe_engine::search::{BestMove, Event, SearchInfo};

/// The maximum number of searches that are repeated after a failure.
const REPEATED_MAX: usize = 256;

/// An engine in another process. It is started for the first request, and started again after a failure; a request that
/// fails because the process does is tried once more. If limits fix the results, searches since the last fresh request are
/// repeated before it, so that a failure changes no result.
///
/// Of a request's options, other engines than chuhe get those that all engines understand in the same way: threads, the
/// size of the table, and the number of lines. Options in the engine's settings take precedence. The settings' limits do
/// not matter here.
#[derive(Debug)]
pub struct ExternalEngine {
    settings: EngineSettings,
    patience: Patience,
    /// The thread that talks to the engine, and its requests; `None` before the first request.
    host: Option<(Sender<ExternalRequest>, JoinHandle<()>)>,
    /// Cancels the latest request.
    latest: Option<Arc<Cancellation>>,
}

/// A request that waits for the engine's thread.
struct ExternalRequest {
    request: SearchRequest,
    deliver: NewsSink,
    cancellation: Arc<Cancellation>,
}

/// Whether a request has been stopped, and whether its news is still wanted.
#[derive(Debug, Default)]
struct Cancellation {
    is_stopped: AtomicBool,
    is_dropped: AtomicBool,
}

/// Why an engine in another process cannot be used, or did not answer a request.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum ExternalError {
    #[error("{engine} cannot be started: {why}")]
    Start { engine: String, why: StartFailure },
    #[error("{engine}: {}{}", fault_name(.fault), fault_details(.fault))]
    Fault { engine: String, fault: Fault },
    #[error("{0} reports scores from Red's point of view, not its own; such scores cannot be used")]
    RedScores(String),
    #[error(transparent)]
    Refused(TournamentError),
}

impl ExternalEngine {
    /// An engine with these settings. Its program is not started yet.
    pub const fn new(settings: EngineSettings, patience: Patience) -> Self {
        Self { settings, patience, host: None, latest: None }
    }

    /// Starts an engine once, to check that it works. Returns its name and the options that it announces.
    ///
    /// # Errors
    /// If the engine cannot be started or used, or `stop` is set meanwhile.
    pub fn introduce(
        settings: &EngineSettings,
        patience: Patience,
        stop: &AtomicBool,
    ) -> Result<(String, Vec<OfferedOption>), ExternalError> {
        let met = introduced(settings, patience, stop)?;
        Ok((name(settings, met.name), met.offers))
    }

    /// Checks that an engine takes a value for an option that requests set, such as `Hash`. Otherwise, it would get the
    /// nearest value, or none.
    ///
    /// # Errors
    /// If the engine does not announce the option, or with another range.
    pub fn check_option(
        offers: &[OfferedOption],
        name: &str,
        value: impl fmt::Display,
    ) -> Result<(), Box<OptionProblem>> {
        let spec = OPTIONS.iter().find(|spec| spec.names().any(|other| other == name));
        let mut names = spec.into_iter().flat_map(OptionSpec::names);
        let announced = names.find(|name| offers::find(offers, name).is_some()).unwrap_or(name);
        let options = vec![(announced.to_owned(), value.to_string())];
        offers::check(&EngineSettings { options, ..EngineSettings::new("") }, offers)
    }

    /// A source of engines with these settings. One is started first, as by [`ExternalEngine::introduce`]. The source is
    /// known by the engine's name, the options in the settings and the contents of the program.
    ///
    /// # Errors
    /// Like those of [`ExternalEngine::introduce`].
    pub fn source(
        settings: EngineSettings,
        patience: Patience,
        stop: &AtomicBool,
    ) -> Result<EngineSource, ExternalError> {
        Self::source_with_offers(settings, patience, stop).map(|(source, _)| source)
    }

    /// Like [`ExternalEngine::source`], with the options that the engine announces.
    ///
    /// # Errors
    /// Like those of [`ExternalEngine::introduce`].
    pub fn source_with_offers(
        settings: EngineSettings,
        patience: Patience,
        stop: &AtomicBool,
    ) -> Result<(EngineSource, Vec<OfferedOption>), ExternalError> {
        let met = introduced(&settings, patience, stop)?;
        let name = name(&settings, met.name);
        let settings = EngineSettings {
            // Errors name the engine as results do.
            name: Some(name.clone()),
            // Otherwise, an engine that starts slowly or is killed may later be taken for one of the other protocol.
            dialect: Some(met.dialect),
            ranks: Some(met.ranks),
            ..settings
        };
        let described = settings.described(&name);
        let program = settings.digest();
        let source = EngineSource::named(described, move || Self::new(settings.clone(), patience));
        Ok((source.with_program(program), met.offers))
    }

    /// Where to send requests.
    fn requests(&mut self) -> Result<&Sender<ExternalRequest>, EngineError> {
        if self.host.is_none() {
            let (sender, requests) = mpsc::channel();
            let (settings, patience) = (self.settings.clone(), self.patience);
            let host = ExternalHost {
                settings,
                patience,
                client: None,
                sent: Vec::new(),
                seed: None,
                earlier: Some(Vec::new()),
            };
            let work = thread::Builder::new().spawn(move || host.run(&requests));
            self.host = Some((sender, work.map_err(ConfigError::Threads)?));
        }
        self.host.as_ref().map(|(requests, _)| requests).ok_or(EngineError::Closed)
    }
}

fn introduced(
    settings: &EngineSettings,
    patience: Patience,
    stop: &AtomicBool,
) -> Result<Introduction, ExternalError> {
    // Scores are needed as for resignations: from the engine's own point of view.
    let resign = Some(Resign { move_count: 1, score: 0, two_sided: false });
    let adjudication = Adjudication { resign, ..Adjudication::default() };
    let conditions = Conditions { adjudication, patience, ..Conditions::default() };
    introduce(settings, &conditions, stop).map_err(|error| match error {
        TournamentError::PointOfView(engine) => ExternalError::RedScores(engine),
        error => ExternalError::Refused(error),
    })
}

/// The name of an engine: that in its settings, or else its own.
fn name(settings: &EngineSettings, own: Option<String>) -> String {
    let named = settings.name.clone().or(own);
    named.unwrap_or_else(|| settings.command.display().to_string())
}

impl Searcher for ExternalEngine {
    fn submit(
        &mut self,
        request: SearchRequest,
        deliver: NewsSink,
    ) -> Result<Box<dyn SearchTicket>, EngineError> {
        if let Some(earlier) = self.latest.take() {
            earlier.is_stopped.store(true, Ordering::SeqCst);
        }
        let cancellation = Arc::<Cancellation>::default();
        let request = ExternalRequest { request, deliver, cancellation: Arc::clone(&cancellation) };
        self.requests()?.send(request).map_err(|_| EngineError::Closed)?;
        self.latest = Some(Arc::clone(&cancellation));
        Ok(Box::new(ExternalTicket(cancellation)))
    }
}

/// Ends the engine's process.
impl Drop for ExternalEngine {
    fn drop(&mut self) {
        if let Some(latest) = self.latest.take() {
            latest.is_stopped.store(true, Ordering::SeqCst);
        }
        if let Some((requests, work)) = self.host.take() {
            drop(requests);
            // A panic has already been reported.
            let _ = work.join();
        }
    }
}

#[derive(Debug)]
struct ExternalTicket(Arc<Cancellation>);

impl SearchTicket for ExternalTicket {
    fn stop(&self) {
        self.0.is_stopped.store(true, Ordering::SeqCst);
    }
}

impl Drop for ExternalTicket {
    fn drop(&mut self) {
        self.0.is_dropped.store(true, Ordering::SeqCst);
        self.stop();
    }
}

impl fmt::Debug for ExternalRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExternalRequest").field("request", &self.request).finish_non_exhaustive()
    }
}

/// The thread that talks to the engine.
struct ExternalHost {
    settings: EngineSettings,
    patience: Patience,
    client: Option<Client>,
    /// The names and values of the options that the engine has been sent from requests.
    sent: Vec<(&'static str, String)>,
    /// The seed of the last request, which identifies the game.
    seed: Option<u64>,
    /// The requests since the last fresh one, on whose contents of the table the next one depends; `None` if their
    /// repetition would not have the same results.
    earlier: Option<Vec<SearchRequest>>,
}

impl ExternalHost {
    fn run(mut self, requests: &Receiver<ExternalRequest>) {
        for ExternalRequest { request, mut deliver, cancellation } in requests {
            let mut deliver_wanted = |news| {
                if !cancellation.is_dropped.load(Ordering::SeqCst) {
                    deliver(news);
                }
            };
            let stop = &cancellation.is_stopped;
            let is_of_other_game = |earlier: &Vec<SearchRequest>| {
                earlier.last().is_some_and(|last| last.seed != request.seed)
            };
            if request.fresh || self.earlier.as_ref().is_some_and(is_of_other_game) {
                self.earlier = Some(Vec::new());
            }
            let answer = if stop.load(Ordering::SeqCst) {
                Err(Failure::Interrupted)
            } else {
                let on_info = &mut |info| deliver_wanted(SearchNews::Event(Event::Info(info)));
                self.search_with_retry(&request, stop, on_info)
            };
            let is_fixed = answer.is_ok() && is_fixed(&request.limits);
            // The request is stopped at the latest when its news has been delivered.
            let is_repeatable = is_fixed && !stop.load(Ordering::SeqCst);
            self.earlier =
                self.earlier.take().filter(|earlier| is_repeatable && earlier.len() < REPEATED_MAX);
            self.earlier.iter_mut().for_each(|earlier| earlier.push(request.clone()));
            deliver_wanted(match answer {
                Ok(best) => SearchNews::Event(Event::BestMove(best)),
                Err(Failure::Interrupted) => SearchNews::Withdrawn,
                Err(failure) => {
                    SearchNews::Failed(EngineError::External(Arc::new(self.error(failure))))
                }
            });
        }
    }

    fn search_with_retry(
        &mut self,
        request: &SearchRequest,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(SearchInfo),
    ) -> Result<BestMove, Failure> {
        let mut answer = self.search(request, stop, on_info);
        if let Some(failure) = answer.as_ref().err().filter(|failure| is_of_process(failure)) {
            log::warn!("{}; starting it again", self.error(failure.clone()));
            self.client = None;
            let has_earlier = self.earlier.as_ref().is_some_and(|earlier| !earlier.is_empty());
            answer = self.search(request, stop, on_info);
            // Some engines cannot search so often; an empty table is better than no result.
            if has_earlier && matches!(answer, Err(Failure::Fault(Fault::Crash(_)))) {
                (self.client, self.earlier) = (None, None);
                answer = self.search(request, stop, on_info);
            }
        }
        answer.inspect_err(|_| self.client = None)
    }

    fn error(&self, failure: Failure) -> ExternalError {
        let engine = self.settings.name.clone();
        let engine = engine.unwrap_or_else(|| self.settings.command.display().to_string());
        match failure {
            Failure::Fault(fault) => ExternalError::Fault { engine, fault },
            Failure::Start(why) => ExternalError::Start { engine, why },
            Failure::Machine(why) => ExternalError::Start { engine, why: why.into() },
            Failure::Interrupted => ExternalError::Start { engine, why: StartFailure::Interrupted },
        }
    }

    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(SearchInfo),
    ) -> Result<BestMove, Failure> {
        if self.client.is_none() {
            (self.sent, self.seed) = (Vec::new(), None);
            let patience = self.patience;
            let client = Client::start(&self.settings, &[], patience, Charge::Wall, stop)?;
            self.settings.dialect = Some(client.dialect());
            self.settings.ranks = Some(client.ranks());
            self.client = Some(client);
            let earlier = self.earlier.take();
            for request in earlier.iter().flatten() {
                self.search_once(request, stop, &mut |_| {})?;
                if stop.load(Ordering::SeqCst) {
                    return Err(Failure::Interrupted);
                }
            }
            self.earlier = earlier;
        }
        self.search_once(request, stop, on_info)
    }

    fn search_once(
        &mut self,
        request: &SearchRequest,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(SearchInfo),
    ) -> Result<BestMove, Failure> {
        let Some(client) = &mut self.client else { return Err(Failure::Interrupted) };
        set_options(client, &self.settings, &request.config, &mut self.sent)?;
        if request.fresh || self.seed != Some(request.seed) {
            client.new_game(stop)?;
            self.seed = Some(request.seed);
        }
        let (position, ranks) = (&request.position, client.ranks());
        let (go, banned) = go_words(&request.limits, position, client.dialect(), ranks);
        let mut reports = LineReports { position, ranks, latest: None };
        let mut report = |words: &InfoWords, score| {
            if let Some(info) = reports.read(words, score) {
                on_info(info);
            }
        };
        let (setup, allowance) = (setup(position, ranks), allowance(&request.limits));
        let answer = client.search(&setup, banned, &go, allowance, stop, &mut report)?;
        if let Some(info) = reports.latest.and_then(|(info, is_new)| is_new.then_some(info)) {
            on_info(info);
        }
        let parse = |text: &str| iccs::parse(text, ranks).ok();
        let Some(text) = answer.mv else {
            let best = BestMove { mv: None, ponder: None, accept_draw: answer.draw };
            let has_moves = !position.legal_moves().is_empty();
            return if has_moves { Err(Fault::NoMove.into()) } else { Ok(best) };
        };
        let mv = parse(&text).filter(|&mv| position.is_legal(mv));
        let mv = mv.filter(|&mv| request.limits.root_moves.allows(mv));
        let mv = mv.ok_or(Fault::IllegalMove(text))?;
        let ponder = answer.ponder.as_deref().and_then(parse).filter(|&reply| {
            let mut after = position.clone();
            after.make_unchecked(mv, &mut ());
            after.is_legal(reply)
        });
        Ok(BestMove { mv: Some(mv), ponder, accept_draw: answer.draw })
    }
}

/// Sends the options of a request that differ from those that the engine has.
fn set_options(
    client: &mut Client,
    settings: &EngineSettings,
    config: &Config,
    sent: &mut Vec<(&'static str, String)>,
) -> Result<(), Failure> {
    // Chances that the engine reports are better than those derived from its score.
    let mut config = Config { show_wdl: true, ..config.clone() };
    for spec in OPTIONS {
        let Some((name, value)) = option_of(spec, client, &mut config) else { continue };
        let mut names = settings.options.iter().map(|(name, _)| name);
        if names.any(|set| spec.names().any(|name| offers::is_same(set, name))) {
            continue;
        }
        let earlier = sent.iter_mut().find(|(other, _)| *other == name);
        match earlier {
            Some((_, earlier)) if *earlier == value => continue,
            Some((_, earlier)) => earlier.clone_from(&value),
            None if has_default(client, name, &value) => continue,
            None => sent.push((name, value.clone())),
        }
        client.set_option(name, value)?;
    }
    Ok(())
}

/// The name under which the engine announces an option, and the value to send; `None` if it is to be left alone.
fn option_of(
    spec: &OptionSpec,
    client: &Client,
    config: &mut Config,
) -> Option<(&'static str, String)> {
    let name = spec.names().find(|name| offers::find(client.offers(), name).is_some())?;
    let is_button = matches!(spec.kind, Kind::Button(_) | Kind::Variant);
    // Those of the conversation itself are set when the engine is greeted.
    let is_of_conversation =
        matches!(name, "usemillisec" | "Ponder" | "ponder" | "batch" | "debug");
    if is_button || is_of_conversation {
        return None;
    }
    if client.is_chuhe() {
        return Some((name, spec.text(config)));
    }
    let value = match spec.names().next()? {
        "Hash" if config.hash_mb == 0 => return None,
        "Threads" if config.threads == 0 => {
            thread::available_parallelism().map_or(1, std::num::NonZero::get).to_string()
        }
        // A book would answer without a search.
        "OwnBook" => "false".to_owned(),
        "Hash" | "Threads" | "MultiPV" | "UCI_ShowWDL" => spec.text(config),
        _ => return None,
    };
    match offers::find(client.offers(), name).map(|offer| &offer.kind) {
        Some(OfferedKind::Spin { min, max, .. }) => {
            let (least, most) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
            let number = value.parse::<i64>().ok()?;
            Some((name, number.min(most).max(least).to_string()))
        }
        Some(OfferedKind::Check { .. }) => Some((name, value)),
        _ => None,
    }
}

/// Whether an option has a value without being set.
fn has_default(client: &Client, name: &str, value: &str) -> bool {
    let default = match offers::find(client.offers(), name).map(|offer| &offer.kind) {
        Some(OfferedKind::Check { default }) => default.map(|is_on| is_on.to_string()),
        Some(OfferedKind::Spin { default, .. }) => default.map(|number| number.to_string()),
        Some(OfferedKind::Combo { default, .. }) => default.clone(),
        Some(OfferedKind::Text { default }) => {
            Some(default.clone().unwrap_or_else(|| NO_FOLDER.to_owned()))
        }
        Some(OfferedKind::Button) | None => None,
    };
    default.is_some_and(|default| default == value)
}

/// Whether a failure is that of a process, which a new one may not have.
const fn is_of_process(failure: &Failure) -> bool {
    matches!(
        failure,
        Failure::Fault(Fault::NotReady | Fault::Crash(_) | Fault::Hang)
            | Failure::Start(StartFailure::Ended(_))
    )
}
