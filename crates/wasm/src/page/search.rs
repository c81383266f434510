//! The searches of the session, one at a time, with one engine.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{
    Engine, EngineError, NewsSink, SearchHandle, SearchNews, SearchRequest, SearchTicket, Searcher,
};

use super::HASH_MB;
use crate::turns;

/// The engine of the page, which runs one search at a time.
#[derive(Debug)]
pub(super) struct PageEngine;

#[derive(Debug, Default)]
enum State {
    #[default]
    Waits,
    Runs(SearchHandle),
    /// The search was stopped before it started.
    Stopped,
    /// The ticket was dropped, so nothing more is delivered.
    Dropped,
}

type Shared = Arc<Mutex<State>>;

#[derive(Debug)]
struct PageTicket(Shared);

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = RefCell::default();
    /// The seed and the configuration of the last search, to which the contents of the engine's tables belong.
    static LAST: RefCell<Option<(u64, Config)>> = RefCell::default();
}

impl Searcher for PageEngine {
    fn submit(
        &mut self,
        request: SearchRequest,
        deliver: NewsSink,
    ) -> Result<Box<dyn SearchTicket>, EngineError> {
        let state = Shared::default();
        let ticket = PageTicket(Arc::clone(&state));
        turns::later(Box::new(move || carry_out(request, &state, deliver)));
        Ok(Box::new(ticket))
    }
}

fn carry_out(request: SearchRequest, state: &Shared, mut deliver: NewsSink) {
    match *lock(state) {
        State::Waits | State::Runs(_) => {}
        State::Stopped => return deliver(SearchNews::Withdrawn),
        State::Dropped => return,
    }
    let mut engine = ENGINE.take().unwrap_or_default();
    let limits = match engine.prepare(bounded(request)) {
        Ok(limits) => limits,
        Err(error) => {
            ENGINE.set(Some(engine));
            return deliver(SearchNews::Failed(error.into()));
        }
    };
    deliver(SearchNews::Started);
    let shared = Arc::clone(state);
    *lock(state) = State::Runs(engine.next_handle());
    // The search runs inside the current work, so it has ended when this returns.
    engine.start_with(limits, move |event| {
        if !matches!(*lock(&shared), State::Dropped) {
            deliver(SearchNews::Event(event));
        }
    });
    ENGINE.set(Some(engine));
}

/// Limits the options to what the page allows, and keeps searches with other options apart.
fn bounded(request: SearchRequest) -> SearchRequest {
    let hash_mb = match request.config.hash_mb {
        0 => HASH_MB / 2,
        wanted => wanted.min(HASH_MB),
    };
    let config = Config { hash_mb, threads: 1, ..request.config };
    let game = Some((request.seed, Config { multipv: 1, ..config.clone() }));
    let fresh = LAST.replace(game.clone()) != game || request.fresh;
    SearchRequest { config, fresh, ..request }
}

impl SearchTicket for PageTicket {
    fn stop(&self) {
        let mut state = lock(&self.0);
        match &*state {
            State::Waits => *state = State::Stopped,
            State::Runs(handle) => handle.stop(),
            State::Stopped | State::Dropped => {}
        }
    }
}

impl Drop for PageTicket {
    fn drop(&mut self) {
        self.stop();
        *lock(&self.0) = State::Dropped;
    }
}

fn lock(state: &Shared) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
