//! Runs another engine in a process of its own.

use std::path::{Path, absolute};
use std::sync::{Arc, Mutex, Weak, mpsc};

use chuhe_arena::settings::EngineSettings;
use chuhe_arena::{
    EngineRegister, ExternalEngine, Patience, RegisterError, engine_settings, expand_names,
    is_engine_name,
};
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{EngineSource, SearchRequest, SearchTicket, Searcher};
use chuhe_engine::protocol::OfferedOption;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::Board;
use crate::convert::MoveLike;
use crate::engine::{Running, Search, apply, defaults, limits, lock, whole};
use crate::errors::{bad_config, engine_error};
use crate::interrupt::interruptible;

/// The options that every engine understands, by their names in Python.
const COMMON: [(&str, &str); 3] =
    [("hash", "Hash"), ("threads", "Threads"), ("multipv", "MultiPV")];

/// A UCI or UCCI engine. `chuhe.Engine` is the public class.
#[pyclass(frozen, module = "chuhe._native")]
pub(crate) struct EngineProcess {
    settings: EngineSettings,
    words: Vec<String>,
    offers: Vec<OfferedOption>,
    source: EngineSource,
    state: Mutex<State>,
}

struct State {
    /// `None` once closed.
    searcher: Option<Box<dyn Searcher>>,
    config: Config,
    /// Whether the next search begins a new game.
    is_new: bool,
    /// The state of the latest search.
    running: Option<Arc<Mutex<Running>>>,
    /// The latest search, as long as its results are wanted.
    ticket: Weak<dyn SearchTicket>,
}

/// No search at all.
#[derive(Debug)]
struct NoSearch;

impl SearchTicket for NoSearch {
    fn stop(&self) {}
}

/// The settings of a program, or of an engine in the register, as words that mean the same to other processes.
fn words_of(program: Option<&str>, more: Vec<String>) -> Result<Vec<String>, RegisterError> {
    let mut words = match program {
        Some(program) => named(program)?,
        None => Vec::new(),
    };
    words.extend(more);
    words = expand_names(&words)?;
    let settings = engine_settings(&words)?;
    // Other processes may have another folder.
    let place = |key: &str, path: &Path| {
        let path = absolute(path).ok()?.into_os_string().into_string().ok()?;
        Some(format!("{key}={path}"))
    };
    let found = settings.program();
    if found.components().count() > 1 {
        words.extend(place("cmd", &found));
    }
    words.extend(settings.directory.and_then(|folder| place("dir", &folder)));
    Ok(words)
}

/// The settings of an engine in the register, or else of a program.
fn named(program: &str) -> Result<Vec<String>, RegisterError> {
    let words = vec![format!("cmd={program}")];
    if !is_engine_name(program) {
        return Ok(words);
    }
    match EngineRegister::open()?.known(program) {
        Err(RegisterError::Unknown { .. }) if EngineSettings::new(program).file().is_some() => {
            Ok(words)
        }
        known => known,
    }
}

#[pymethods]
impl EngineProcess {
    /// Starts the engine once, to check that it works. Without a program, the words name it.
    #[new]
    fn new(py: Python<'_>, program: Option<String>, words: Vec<String>) -> PyResult<Self> {
        let words = words_of(program.as_deref(), words).map_err(engine_error)?;
        let settings = engine_settings(&words).map_err(engine_error)?;
        let (source, offers) = interruptible(py, |stop| {
            let settings = settings.clone();
            ExternalEngine::source_with_offers(settings, Patience::default(), stop)
                .map_err(engine_error)
        })?;
        let state = State {
            searcher: Some(source.open()),
            config: defaults(),
            is_new: false,
            running: None,
            ticket: Weak::<NoSearch>::new(),
        };
        Ok(Self { settings, words, offers, source, state: Mutex::new(state) })
    }

    /// The settings, with which any process can start the engine.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.words.clone()
    }

    /// The engine's name and version, and the options that were set.
    #[getter]
    fn name(&self) -> String {
        self.source.name().to_owned()
    }

    /// A digest of the engine's program, which identifies it together with its name; `None` if it cannot be read.
    #[getter]
    fn program(&self) -> Option<String> {
        self.source.program().map(|digest| format!("{digest:016x}"))
    }

    /// Sets options, or none of them if one is invalid.
    #[pyo3(signature = (**options))]
    fn configure(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let mut changed = py.detach(|| lock(&self.state).config.clone());
        if let Some(options) = options {
            self.check_options(options)?;
            apply(&mut changed, options)?;
        }
        changed.check().map_err(|error| bad_config(&error))?;
        self.while_idle(py, |state| {
            state.config = changed;
            Ok(())
        })
    }

    /// The current options.
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let config = py.detach(|| lock(&self.state).config.clone());
        let options = PyDict::new(py);
        options.set_item("hash", config.hash_mb)?;
        options.set_item("threads", config.threads)?;
        options.set_item("multipv", config.multipv)?;
        Ok(options)
    }

    /// Tells the engine, before its next search, that a new game begins.
    #[pyo3(signature = (seed = None))]
    fn new_game(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        if seed.is_some() {
            return Err(self.refusal("seed"));
        }
        self.while_idle(py, |state| {
            state.is_new = true;
            Ok(())
        })
    }

    /// Starts a search.
    #[pyo3(signature = (board, *, plays = false, multipv = None, depth = None, nodes = None, soft_nodes = None, movetime = None,
                        mate = None, clocks = None, movestogo = None, searchmoves = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn start(
        &self,
        py: Python<'_>,
        board: &Board,
        plays: bool,
        multipv: Option<u32>,
        depth: Option<u32>,
        nodes: Option<u64>,
        soft_nodes: Option<u64>,
        movetime: Option<f64>,
        mate: Option<u32>,
        clocks: Option<[(f64, f64); 2]>,
        movestogo: Option<u32>,
        searchmoves: Option<Vec<MoveLike>>,
    ) -> PyResult<Search> {
        // Other engines never play from chuhe's book.
        let _ = plays;
        if soft_nodes.is_some() {
            return Err(self.refusal("soft_nodes"));
        }
        if let Some(lines) = multipv {
            self.check_option("multipv", lines)?;
        }
        let clock = (clocks, movestogo);
        let limits = limits(board, depth, nodes, soft_nodes, movetime, mate, clock, searchmoves)?;
        let position = board.position.clone();
        let side = position.side_to_move();
        self.while_idle(py, |state| {
            let multipv = multipv.unwrap_or(state.config.multipv);
            let config = Config { multipv, ..state.config.clone() };
            config.check().map_err(|error| bad_config(&error))?;
            let fresh = state.is_new;
            let request = SearchRequest { config, fresh, ..SearchRequest::new(position, limits) };
            let searcher = state.searcher.as_mut();
            let searcher = searcher.ok_or_else(|| engine_error("the engine is closed"))?;
            let (sender, news) = mpsc::channel();
            let ticket = searcher.submit(request, Box::new(move |news| drop(sender.send(news))));
            let ticket: Arc<dyn SearchTicket> = ticket.map_err(engine_error)?.into();
            state.ticket = Arc::downgrade(&ticket);
            state.is_new = false;
            let running = Running::new(Box::new(move |wait| news.recv_timeout(wait)));
            state.running = Some(Arc::clone(&running));
            Ok(Search { running, stop: Box::new(move || ticket.stop()), side })
        })
    }

    /// Stops the running search, if there is one. It still returns its best move.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| {
            let ticket = lock(&self.state).ticket.upgrade();
            if let Some(ticket) = ticket {
                ticket.stop();
            }
        });
    }

    /// Ends the process.
    fn close(&self, py: Python<'_>) {
        py.detach(|| {
            let searcher = lock(&self.state).searcher.take();
            drop(searcher);
        });
    }
}

impl EngineProcess {
    /// Engines with these settings, one for each position that is searched at a time.
    pub(crate) fn source(&self) -> EngineSource {
        self.source.clone()
    }

    /// Checks options that searches set.
    pub(crate) fn check_options(&self, options: &Bound<'_, PyDict>) -> PyResult<()> {
        for (name, value) in options {
            let name = name.extract::<String>()?;
            if COMMON.iter().all(|(common, _)| *common != name) {
                return Err(self.refusal(&name));
            }
            self.check_option(&name, whole(&name, &value)?)?;
        }
        Ok(())
    }

    /// Checks an option that searches set: the engine must know it, and its settings must not set it already.
    pub(crate) fn check_option(&self, name: &str, value: u32) -> PyResult<()> {
        let common = COMMON.iter().find(|(ours, _)| *ours == name);
        let theirs = common.map_or(name, |(_, theirs)| theirs);
        if self.settings.options.iter().any(|(set, _)| set.eq_ignore_ascii_case(theirs)) {
            let text = format!("{name}: `options` sets {theirs} already; leave one of them out");
            return Err(engine_error(text));
        }
        // Every engine can report one line, and search with one thread.
        if value == 1 && name != "hash" {
            return Ok(());
        }
        ExternalEngine::check_option(&self.offers, theirs, value)
            .map_err(|problem| engine_error(format!("{}: {problem}", self.source.name())))
    }

    /// The error for something that only the engine of this package has.
    fn refusal(&self, name: &str) -> PyErr {
        engine_error(format!(
            "{name} is for the engine of this package, not for {}; other engines take hash, threads and multipv, and \
             their own options as options={{NAME: VALUE}} in Engine.process",
            self.source.name()
        ))
    }

    /// Runs `work` on the engine, which must not be searching. Concurrent calls take turns.
    fn while_idle<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut State) -> PyResult<R> + Send,
    ) -> PyResult<R> {
        py.detach(|| {
            let mut state = lock(&self.state);
            Running::check_idle(state.running.as_ref())?;
            work(&mut state)
        })
    }
}
