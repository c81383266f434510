//! Who asks the pool: clients, and what they ask for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use super::desk::{Asked, Order};
use super::queue::ClientId;
use super::ticket::{Listener, Mark};
use super::{EnginePoolSettings, PoolError, PoolEvent, Ticket};
use crate::board::Position;
use crate::engine::config::Config;
use crate::search::Limits;

/// What a client asks for: a search.
#[derive(Clone, Debug)]
pub struct PoolRequest {
    /// The position to search, with the game before it.
    pub position: Position,
    /// The options. Strength, grades, rules and the number of lines are the request's alone. Threads and the size of the
    /// table are at most those of the pool, and 0 means just these. `eval_file`, `table_path` and `ponder` do not count: the pool says
    /// with which network it evaluates, and it never ponders.
    pub config: Config,
    /// When the search ends. Time counts from its start: waiting costs none. Without any limit, `infinite` and while
    /// pondering, it ends after the greatest time of the pool, or before if there is nothing left to search.
    pub limits: Limits,
    /// Decides all that a handicap leaves to chance. A game has one from beginning to end.
    pub seed: u64,
    /// Whether to begin with a cleared table and cleared histories in any case. Otherwise they are kept if the engine
    /// searched last for the same client, with the same seed and, the number of lines aside, the same options.
    pub fresh: bool,
}

impl PoolRequest {
    /// A search with the default options, which are full strength on one thread, and with seed 0.
    #[must_use]
    pub fn new(position: Position, limits: Limits) -> Self {
        Self { position, config: Config::default(), limits, seed: 0, fresh: false }
    }
}

/// A client of an [`EnginePool`](super::EnginePool): one of those who take turns. Clones are the same client. It counts
/// as connected until the last clone and the last of its tickets are dropped.
#[derive(Clone, Debug)]
pub struct PoolClient {
    pub(super) place: Arc<ClientPlace>,
    desk: DeskDoor,
}

/// How clients reach the desk.
#[derive(Clone, Debug)]
pub(super) struct DeskDoor {
    pub(super) orders: Sender<Order>,
    pub(super) settings: Arc<EnginePoolSettings>,
    /// Requests asked so far.
    pub(super) asked: Arc<AtomicU64>,
}

/// A client among the others.
#[derive(Debug)]
pub(super) struct ClientPlace {
    pub(super) id: ClientId,
    /// The most searches at once.
    at_once: usize,
    /// Requests that wait.
    waiting: AtomicUsize,
    /// How many clients there are.
    connected: Arc<AtomicUsize>,
}

impl PoolClient {
    /// A client that has been counted in `connected`.
    pub(super) fn new(
        id: ClientId,
        at_once: usize,
        connected: Arc<AtomicUsize>,
        desk: DeskDoor,
    ) -> Self {
        let waiting = AtomicUsize::new(0);
        let place = Arc::new(ClientPlace { id, at_once: at_once.max(1), waiting, connected });
        Self { place, desk }
    }

    /// Asks for a search and returns at once. `deliver` is called with what becomes of the request, one call at a time,
    /// from threads of the pool; the last event is told by [`PoolEvent::is_last`].
    ///
    /// The function must return soon: while it runs, an engine or the whole queue waits. It may call any method of the
    /// pool. If it panics, and panics unwind in this build, the request ends and the pool goes on.
    ///
    /// # Errors
    /// If an option is out of range, too many requests of this client wait, or the pool is gone. `deliver` is then
    /// dropped without a call.
    pub fn ask(
        &self,
        request: PoolRequest,
        deliver: impl FnMut(PoolEvent) + Send + 'static,
    ) -> Result<Ticket, PoolError> {
        let PoolRequest { position, config, limits, seed, fresh } = request;
        config.check()?;
        let config = self.desk.settings.allowed(&config);
        let limits = self.desk.settings.bounded(limits);
        self.place.join_queue(self.desk.settings.waiting_per_client)?;
        let number = self.desk.asked.fetch_add(1, Ordering::Relaxed);
        let mark = Arc::new(Mark::new(number, Arc::clone(&self.place)));
        let listener = Listener::new(Arc::clone(&mark), deliver);
        let request = PoolRequest { position, config, limits, seed, fresh };
        let asked = Asked::new(request, self.place.at_once, listener);
        if let Err(refused) = self.desk.orders.send(Order::Ask(Box::new(asked))) {
            mark.abandon();
            drop(refused);
            return Err(PoolError::Closed);
        }
        Ok(Ticket::new(mark, self.desk.orders.clone()))
    }
}

impl ClientPlace {
    /// Counts one more request as waiting.
    pub(super) fn join_queue(&self, most: usize) -> Result<(), PoolError> {
        self.waiting
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |waiting| {
                (waiting < most).then_some(waiting + 1)
            })
            .map(drop)
            .map_err(|_| PoolError::TooManyWaiting { most })
    }

    /// Counts one request less as waiting.
    pub(super) fn left_queue(&self) {
        self.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Drop for ClientPlace {
    fn drop(&mut self) {
        self.connected.fetch_sub(1, Ordering::SeqCst);
    }
}
