//! What becomes of a request: its ticket, with which it is ended, and the listener who hears of it.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use super::client::ClientPlace;
use super::desk::Order;
use super::latch::StopLatch;
use super::{PoolError, PoolEvent};
use crate::engine::SearchHandle;

/// A request to a pool, from [`PoolClient::ask`](super::PoolClient::ask). Dropping it withdraws the request: it is taken
/// out of the queue, or its search is stopped, and nothing more is delivered but what is being delivered at that moment.
#[must_use = "dropping a ticket withdraws the request"]
#[derive(Debug)]
pub struct Ticket {
    mark: Arc<Mark>,
    orders: Sender<Order>,
}

/// What the ticket, the desk and the engine share about a request.
#[derive(Debug)]
pub(super) struct Mark {
    /// The number of the request, of all requests to the pool.
    pub(super) number: u64,
    pub(super) client: Arc<ClientPlace>,
    /// Whether it counts as waiting.
    waits: AtomicBool,
    /// The desk stopped it because others waited.
    made_room: AtomicBool,
    /// Nothing more is to be delivered.
    is_abandoned: AtomicBool,
    /// Whether it is to be stopped, and the search while it runs.
    search: StopLatch<SearchHandle>,
}

impl Ticket {
    pub(super) const fn new(mark: Arc<Mark>, orders: Sender<Order>) -> Self {
        Self { mark, orders }
    }

    /// Ends the request. A search that runs gives the best move found so far. A request that waits leaves the queue:
    /// [`PoolEvent::Withdrawn`] comes.
    pub fn stop(&self) {
        self.mark.stop();
        self.mark.leave_queue();
        let (client, number) = (self.mark.client.id, self.mark.number);
        // Without a desk there is no queue.
        let _ = self.orders.send(Order::Withdraw { client, number });
    }

    /// Whether the pool ended the search before its time because other clients waited.
    #[must_use]
    pub fn made_room(&self) -> bool {
        self.mark.made_room.load(Ordering::SeqCst)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.mark.is_abandoned.store(true, Ordering::SeqCst);
        self.stop();
    }
}

impl Mark {
    /// A request that has been counted as waiting in `client`.
    pub(super) fn new(number: u64, client: Arc<ClientPlace>) -> Self {
        Self {
            number,
            client,
            waits: AtomicBool::new(true),
            made_room: AtomicBool::new(false),
            is_abandoned: AtomicBool::new(false),
            search: StopLatch::new(),
        }
    }

    /// Nothing is to be delivered any more, and nobody needs the answer.
    pub(super) fn abandon(&self) {
        self.is_abandoned.store(true, Ordering::SeqCst);
        self.stop();
    }

    pub(super) fn is_abandoned(&self) -> bool {
        self.is_abandoned.load(Ordering::SeqCst)
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.search.is_stopped()
    }

    /// Stops the search, also if it has not begun yet.
    pub(super) fn stop(&self) {
        self.search.stop(SearchHandle::stop);
    }

    /// Stops the search so that others get its engine.
    pub(super) fn make_room(&self) {
        self.made_room.store(true, Ordering::SeqCst);
        self.stop();
    }

    /// A search begins that this handle stops.
    pub(super) fn begin(&self, handle: SearchHandle) {
        self.search.begin(handle, SearchHandle::stop);
    }

    /// The search is over.
    pub(super) fn end(&self) {
        self.search.end();
    }

    /// It no longer counts as waiting.
    pub(super) fn leave_queue(&self) {
        if self.waits.swap(false, Ordering::SeqCst) {
            self.client.left_queue();
        }
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        self.leave_queue();
    }
}

/// Calls the function of a request with its events, and makes sure that it is called with a last one.
pub(super) struct Listener {
    /// None after the last event.
    deliver: Option<Box<dyn FnMut(PoolEvent) + Send>>,
    pub(super) mark: Arc<Mark>,
}

impl Listener {
    pub(super) fn new(mark: Arc<Mark>, deliver: impl FnMut(PoolEvent) + Send + 'static) -> Self {
        Self { deliver: Some(Box::new(deliver)), mark }
    }

    /// Calls the function, unless the request has been abandoned or is over. If the function panics, the request is
    /// abandoned: neither the threads of an engine nor those of the pool may end with it.
    pub(super) fn tell(&mut self, event: PoolEvent) {
        let is_last = event.is_last();
        if let Some(deliver) = self.deliver.as_mut().filter(|_| !self.mark.is_abandoned())
            && catch_unwind(AssertUnwindSafe(|| deliver(event))).is_err()
        {
            log::error!("a function that was given to the engine pool has panicked");
            self.mark.abandon();
        }
        if is_last || self.mark.is_abandoned() {
            self.let_go();
        }
    }

    fn let_go(&mut self) {
        if let Some(deliver) = self.deliver.take() {
            // What the function holds may panic as well when it is dropped.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(deliver)));
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let why = if thread::panicking() { PoolError::Panicked } else { PoolError::Closed };
        self.tell(PoolEvent::Failed(why));
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener").field("mark", &self.mark).finish_non_exhaustive()
    }
}
