//! The state of a request, the ticket that ends it, and the listener that receives its news.

use std::fmt;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use chuhe_engine::engine::{EngineError, NewsSink, SearchNews, SearchTicket};

use super::client::Client;
use super::scheduler::Order;

#[derive(Debug)]
pub(super) struct Ticket(pub(super) Arc<RequestState>);

/// The state of a request, shared by the ticket, the scheduler and the worker.
#[derive(Debug)]
pub(super) struct RequestState {
    pub(super) client: Arc<Client>,
    inner: Mutex<Inner>,
}

/// The lock orders stopping and starting the search: the later action sees the earlier one.
#[derive(Debug)]
struct Inner {
    /// Whether the request is included in [`Client::waiting`].
    waits: bool,
    /// Whether the scheduler stopped the search because other clients were waiting.
    made_room: bool,
    wanted: Expected,
    /// The engine's ticket for the search while it is running.
    search: Option<Box<dyn SearchTicket>>,
}

/// The result that the client still expects from the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Expected {
    Everything,
    /// To stop, and report the best move.
    BestMove,
    /// To stop, and deliver nothing more.
    Nothing,
}

impl SearchTicket for Ticket {
    fn stop(&self) {
        self.0.stop();
        self.0.leave_queue();
        // Sending fails only if the scheduler, and with it the queue, no longer exists.
        let _ = self.0.client.orders.send(Order::Withdraw(Arc::clone(&self.0)));
    }

    fn made_room(&self) -> bool {
        self.0.inner().made_room
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.abandon();
        self.stop();
    }
}

impl RequestState {
    /// Creates the state of a request that `client` has already counted as waiting.
    pub(super) const fn new(client: Arc<Client>) -> Self {
        let inner =
            Inner { waits: true, made_room: false, wanted: Expected::Everything, search: None };
        Self { client, inner: Mutex::new(inner) }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that nothing more must be delivered.
    pub(super) fn abandon(&self) {
        self.inner().want(Expected::Nothing);
    }

    pub(super) fn is_abandoned(&self) -> bool {
        self.inner().wanted == Expected::Nothing
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.inner().wanted > Expected::Everything
    }

    /// Stops the search, even if it has not started yet.
    pub(super) fn stop(&self) {
        self.inner().want(Expected::BestMove);
    }

    /// Stops the search to free its engine for other clients.
    pub(super) fn make_room(&self) {
        let mut inner = self.inner();
        inner.made_room = true;
        inner.want(Expected::BestMove);
    }

    /// Records that the search has started; `search` stops it.
    pub(super) fn begin(&self, search: Box<dyn SearchTicket>) {
        let mut inner = self.inner();
        if inner.wanted > Expected::Everything {
            search.stop();
        }
        inner.search = Some(search);
    }

    /// Records that the search has ended.
    pub(super) fn end(&self) {
        let ended = self.inner().search.take();
        drop(ended);
    }

    /// Records that the request no longer counts as waiting.
    pub(super) fn leave_queue(&self) {
        let waited = mem::take(&mut self.inner().waits);
        if waited {
            self.client.left_queue();
        }
    }
}

impl Inner {
    fn want(&mut self, wanted: Expected) {
        self.wanted = self.wanted.max(wanted);
        if let Some(search) = &self.search {
            search.stop();
        }
    }
}

impl Drop for RequestState {
    fn drop(&mut self) {
        self.leave_queue();
    }
}

/// Calls a request's function with its news, and guarantees that the last news is delivered.
pub(super) struct Listener {
    /// The request's function; `None` after the last news.
    deliver: Option<NewsSink>,
    pub(super) state: Arc<RequestState>,
}

impl Listener {
    pub(super) const fn new(state: Arc<RequestState>, deliver: NewsSink) -> Self {
        Self { deliver: Some(deliver), state }
    }

    /// Calls the function, unless the request has been abandoned or has ended. If the function panics, the request is
    /// abandoned: a panic must not end an engine's thread or the scheduler's.
    pub(super) fn deliver(&mut self, news: SearchNews) {
        let is_last = news.is_last();
        if let Some(deliver) = self.deliver.as_mut().filter(|_| !self.state.is_abandoned())
            && catch_unwind(AssertUnwindSafe(|| deliver(news))).is_err()
        {
            log::error!("a function passed to the engine pool has panicked");
            self.state.abandon();
        }
        if is_last || self.state.is_abandoned() {
            self.close();
        }
    }

    fn close(&mut self) {
        if let Some(deliver) = self.deliver.take() {
            // Dropping the values that the function captured may panic as well.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(deliver)));
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let why = if thread::panicking() { EngineError::Panicked } else { EngineError::Closed };
        self.deliver(SearchNews::Failed(why));
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener").field("state", &self.state).finish_non_exhaustive()
    }
}
