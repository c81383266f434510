//! A client of the pool.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use chuhe_engine::engine::{EngineError, NewsSink, SearchRequest, SearchTicket, Searcher};

use super::PoolSettings;
use super::queue::ClientId;
use super::request::{Listener, RequestState, Ticket};
use super::scheduler::{Order, QueuedRequest};

/// A client of an [`EnginePool`](super::EnginePool). Clones share one client, which counts as connected until the last
/// clone and the last of its tickets are dropped.
#[derive(Clone, Debug)]
pub(crate) struct PoolClient {
    pub(super) client: Arc<Client>,
    /// The kind of engine that searches.
    kind: usize,
    /// Searches with different numbers do not share tables.
    tables: u64,
}

#[derive(Debug)]
pub(super) struct Client {
    pub(super) id: ClientId,
    /// The maximum number of the client's searches at once.
    pub(super) at_once: usize,
    /// The number of the client's waiting requests.
    pub(super) waiting: AtomicUsize,
    /// The number given to the next clone that has its own tables.
    pub(super) next_tables: AtomicU64,
    /// The number of connected clients of the pool.
    pub(super) connected: Arc<AtomicUsize>,
    pub(super) orders: Sender<Order>,
    pub(super) settings: Arc<PoolSettings>,
}

impl PoolClient {
    pub(super) fn new(client: Client, kind: usize) -> Self {
        Self { client: Arc::new(client), kind, tables: 0 }
    }

    /// A clone whose searches do not use the tables of other clones.
    pub(super) fn with_own_tables(&self) -> Self {
        let tables = self.client.next_tables.fetch_add(1, Ordering::Relaxed);
        Self { client: Arc::clone(&self.client), kind: self.kind, tables }
    }

    /// Adds a request to the queue. `deliver` is called on threads of the pool. While it runs, an engine or the whole
    /// queue has to wait. It may request further searches. If it panics, its request ends and the pool continues,
    /// provided that panics unwind.
    pub(crate) fn enqueue(
        &self,
        request: SearchRequest,
        deliver: NewsSink,
    ) -> Result<Box<dyn SearchTicket>, EngineError> {
        let Client { settings, orders, .. } = &*self.client;
        request.config.check()?;
        let request = SearchRequest {
            config: settings.allowed(&request.config),
            limits: settings.bounded(request.limits),
            ..request
        };
        self.client.join_queue()?;
        let state = Arc::new(RequestState::new(Arc::clone(&self.client)));
        let listener = Listener::new(Arc::clone(&state), deliver);
        let (kind, tables) = (self.kind, self.tables);
        let queued = QueuedRequest { request, kind, tables, listener, reported: None };
        if let Err(refused) = orders.send(Order::Enqueue(Box::new(queued))) {
            state.abandon();
            drop(refused);
            return Err(EngineError::Closed);
        }
        Ok(Box::new(Ticket(state)))
    }
}

/// A request waits for the earlier ones of its client.
impl Searcher for PoolClient {
    fn submit(
        &mut self,
        request: SearchRequest,
        deliver: NewsSink,
    ) -> Result<Box<dyn SearchTicket>, EngineError> {
        self.enqueue(request, deliver)
    }
}

impl Client {
    /// Counts another request as waiting.
    pub(super) fn join_queue(&self) -> Result<(), EngineError> {
        let most = self.settings.waiting_per_client;
        self.waiting
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |waiting| {
                (waiting < most).then_some(waiting + 1)
            })
            .map(drop)
            .map_err(|_| EngineError::TooManyWaiting { most })
    }

    /// Counts a request as no longer waiting.
    pub(super) fn left_queue(&self) {
        self.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.connected.fetch_sub(1, Ordering::SeqCst);
    }
}
