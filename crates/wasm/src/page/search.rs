//! The searches of the session, one at a time, with one engine.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{
    Engine, EngineError, SearchHandle, SearchNews, SearchRequest, SearchService, SearchTicket,
};

use super::HASH_MB;
use crate::turns;

/// Runs all searches for the page.
#[derive(Debug)]
pub(super) struct Engines;

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
struct Ticket(Shared);

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = RefCell::default();
    /// The seed and the configuration of the last search, to which the contents of the engine's tables belong.
    static LAST: RefCell<Option<(u64, Config)>> = RefCell::default();
}

impl SearchService for Engines {
    fn ask(
        &self,
        request: SearchRequest,
        deliver: Box<dyn FnMut(SearchNews) + Send>,
    ) -> Result<Box<dyn SearchTicket>, EngineError> {
        let state = Shared::default();
        let ticket = Ticket(Arc::clone(&state));
        turns::later(Box::new(move || carry_out(request, &state, deliver)));
        Ok(Box::new(ticket))
    }
}

fn carry_out(
    request: SearchRequest,
    state: &Shared,
    mut deliver: Box<dyn FnMut(SearchNews) + Send>,
) {
    match *lock(state) {
        State::Waits | State::Runs(_) => {}
        State::Stopped => return deliver(SearchNews::Withdrawn),
        State::Dropped => return,
    }
    let mut engine = ENGINE.take().unwrap_or_default();
    if let Err(error) = prepare(&mut engine, &request) {
        ENGINE.set(Some(engine));
        return deliver(SearchNews::Failed(error));
    }
    deliver(SearchNews::Started);
    let shared = Arc::clone(state);
    *lock(state) = State::Runs(engine.next_handle());
    // The search runs inside the current work, so it has ended when this returns.
    engine.start_with(request.limits, move |event| {
        if !matches!(*lock(&shared), State::Dropped) {
            deliver(SearchNews::Event(event));
        }
    });
    ENGINE.set(Some(engine));
}

fn prepare(engine: &mut Engine, request: &SearchRequest) -> Result<(), EngineError> {
    let asked = request.config.hash_mb;
    let hash_mb = if asked == 0 { HASH_MB / 2 } else { asked.min(HASH_MB) };
    let config = Config { hash_mb, threads: 1, ..request.config.clone() };
    engine.configure(config.clone())?;
    let now = (request.seed, Config { multipv: 1, ..config });
    let is_same = LAST.with_borrow(|last| last.as_ref() == Some(&now));
    if request.fresh || !is_same {
        engine.new_game_with_seed(request.seed);
    }
    LAST.set(Some(now));
    engine.set_position(request.position.clone());
    Ok(())
}

impl SearchTicket for Ticket {
    fn stop(&self) {
        let mut state = lock(&self.0);
        match &*state {
            State::Waits => *state = State::Stopped,
            State::Runs(handle) => handle.stop(),
            State::Stopped | State::Dropped => {}
        }
    }

    fn made_room(&self) -> bool {
        false
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop();
        *lock(&self.0) = State::Dropped;
    }
}

fn lock(state: &Shared) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
