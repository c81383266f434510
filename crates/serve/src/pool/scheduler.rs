//! The thread that owns the queue, assigns engines to requests, and ends searches that take too long.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{EngineError, SearchNews, SearchRequest, Searcher};

use super::PoolSettings;
use super::queue::{ClientId, FairQueue};
use super::request::{Listener, RequestState};
use super::worker::{Opener, Worker};

/// The interval between reports of places to waiting clients. With many short searches, places change hundreds of times
/// a second.
const PLACES_EVERY: Duration = Duration::from_millis(100);
/// The maximum number of orders handled before engines are assigned again.
const ORDERS_AT_ONCE: usize = 256;

/// An order to the scheduler.
#[derive(Debug)]
pub(super) enum Order {
    /// A client requests a search.
    Enqueue(Box<QueuedRequest>),
    /// Removes a request from the queue, if it is still there.
    Withdraw(Arc<RequestState>),
    /// A worker is free again; `is_warm` is whether its table can still be used for the same client.
    Done { worker: usize, is_warm: bool },
    /// The pool is shutting down.
    Close,
}

/// A request that is waiting or being passed to a worker.
#[derive(Debug)]
pub(super) struct QueuedRequest {
    pub(super) request: SearchRequest,
    /// The kind of engine that is to search.
    pub(super) kind: usize,
    /// Which of the client's tables the search may use.
    pub(super) tables: u64,
    pub(super) listener: Listener,
    /// The number of requests ahead that was last reported.
    pub(super) reported: Option<usize>,
}

/// The kind of engine, client, tables, seed and options of a search. If they stay the same, the engine's table and
/// histories are kept.
type Tenant = (usize, ClientId, u64, u64, Config);

/// The scheduler's data on a worker.
#[derive(Debug)]
struct WorkerEntry {
    requests: Sender<QueuedRequest>,
    tenant: Option<Tenant>,
    /// The kind of the engine that the worker had last; `None` if it has had none.
    kind: Option<usize>,
    /// The number of the last search assigned to the worker.
    last_used: u64,
    /// The worker's current request, and the time at which its search began.
    running: Option<(Arc<RequestState>, Instant)>,
}

#[derive(Debug)]
pub(super) struct Scheduler {
    settings: Arc<PoolSettings>,
    orders: Receiver<Order>,
    queue: FairQueue<QueuedRequest>,
    workers: Vec<WorkerEntry>,
    /// The number of searches assigned so far.
    searches: u64,
    /// Whether there is a waiting request whose place has not been reported yet.
    has_new: bool,
    /// Whether places may have changed since they were last reported.
    is_stale: bool,
    /// The time at which places were last reported.
    reported_at: Instant,
}

impl Scheduler {
    /// Starts the scheduler's thread and a thread for each engine.
    pub(super) fn open(
        engines: Vec<Option<Box<dyn Searcher>>>,
        (opener, alive): (Arc<dyn Opener>, &Arc<()>),
        settings: Arc<PoolSettings>,
        (sender, orders): (Sender<Order>, Receiver<Order>),
    ) -> io::Result<()> {
        let workers = engines
            .into_iter()
            .enumerate()
            .map(|(number, engine)| {
                let kind = engine.as_ref().map(|_| 0);
                let (opener, orders) = (Arc::clone(&opener), sender.clone());
                let worker = Worker::new(number, engine, opener, orders, Arc::clone(alive));
                let requests = worker.open()?;
                Ok(WorkerEntry { requests, tenant: None, kind, last_used: 0, running: None })
            })
            .collect::<io::Result<_>>()?;
        let scheduler = Self {
            settings,
            orders,
            queue: FairQueue::default(),
            workers,
            searches: 0,
            has_new: false,
            is_stale: false,
            reported_at: Instant::now(),
        };
        thread::Builder::new().name("scheduler".to_owned()).spawn(move || scheduler.run())?;
        Ok(())
    }

    fn run(mut self) {
        loop {
            let first = match self.wait() {
                Ok(order) => Some(order),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let orders: Vec<Order> =
                first.into_iter().chain(self.orders.try_iter().take(ORDERS_AT_ONCE)).collect();
            for order in orders {
                match order {
                    Order::Enqueue(queued) => self.enqueue(*queued),
                    Order::Withdraw(state) => self.withdraw(&state),
                    Order::Done { worker, is_warm } => self.free(worker, is_warm),
                    Order::Close => return self.close(),
                }
            }
            self.assign_engines();
            let now = Instant::now();
            self.stop_long_searches(now);
            self.report_places(now);
        }
    }

    /// Waits for an order, but not longer than until [`Scheduler::alarm`].
    fn wait(&self) -> Result<Order, RecvTimeoutError> {
        match self.alarm() {
            Some(alarm) => {
                self.orders.recv_timeout(alarm.saturating_duration_since(Instant::now()))
            }
            None => self.orders.recv().map_err(RecvTimeoutError::from),
        }
    }

    /// The next time at which the scheduler must act even without an order.
    fn alarm(&self) -> Option<Instant> {
        let report = self.is_stale.then(|| self.reported_at + PLACES_EVERY);
        let is_short = self.missing() > 0;
        let ends = self.workers.iter().filter_map(|worker| {
            let (state, since) =
                worker.running.as_ref().filter(|(state, _)| !state.is_stopped())?;
            let is_crowded = is_short && self.queue.others_are_ready(state.client.id);
            // The clock never reaches a time that it cannot represent.
            since.checked_add(self.most_time(is_crowded))
        });
        ends.chain(report).min()
    }

    fn most_time(&self, is_crowded: bool) -> Duration {
        let PoolSettings { longest, longest_if_crowded, .. } = *self.settings;
        if is_crowded { longest.min(longest_if_crowded) } else { longest }
    }

    /// The number of engines needed in addition to those that are free or soon will be.
    fn missing(&self) -> usize {
        let running = self.workers.iter().map(|worker| worker.running.as_ref());
        let coming = running.filter(|running| running.is_none_or(|(state, _)| state.is_stopped()));
        self.queue.ready().saturating_sub(coming.count())
    }

    fn enqueue(&mut self, queued: QueuedRequest) {
        let client = Arc::clone(&queued.listener.state.client);
        self.queue.push(client.id, client.at_once, queued);
        (self.has_new, self.is_stale) = (true, true);
    }

    fn withdraw(&mut self, state: &Arc<RequestState>) {
        let found =
            self.queue.remove(state.client.id, |queued| Arc::ptr_eq(&queued.listener.state, state));
        if let Some(mut queued) = found {
            queued.listener.deliver(SearchNews::Withdrawn);
            self.is_stale = true;
        }
    }

    fn free(&mut self, worker: usize, is_warm: bool) {
        let worker = &mut self.workers[worker];
        if !is_warm {
            worker.tenant = None;
        }
        if let Some((state, _)) = worker.running.take() {
            self.queue.finished(state.client.id);
            self.is_stale = true;
        }
    }

    fn assign_engines(&mut self) {
        while self.workers.iter().any(|worker| worker.running.is_none())
            && let Some((client, queued)) = self.queue.next()
        {
            self.is_stale = true;
            queued.listener.state.leave_queue();
            if queued.listener.state.is_abandoned() {
                self.queue.finished(client);
            } else {
                self.assign(client, queued);
            }
        }
    }

    /// Assigns an engine to a request: the one that its client used last or, if that is not free, the one of the wanted
    /// kind that has been free longest. If there is none, a worker without an engine opens one, or else the worker that
    /// has been free longest.
    fn assign(&mut self, client: ClientId, mut queued: QueuedRequest) {
        let request = &mut queued.request;
        // The number of lines does not change the meaning of the table's entries, so it is left out of the comparison.
        let config = Config { multipv: 1, ..request.config.clone() };
        let kind = Some(queued.kind);
        let tenant = Some((queued.kind, client, queued.tables, request.seed, config));
        let free = self.workers.iter_mut().filter(|worker| worker.running.is_none());
        let best = free.min_by_key(|worker| {
            let is_other = worker.kind != kind;
            let is_cold = request.fresh || worker.tenant != tenant;
            (is_cold, is_other, is_other && worker.kind.is_some(), worker.last_used)
        });
        let Some(worker) = best else { return };
        worker.kind = kind;
        request.fresh |= worker.tenant != tenant;
        worker.tenant = tenant;
        self.searches += 1;
        worker.last_used = self.searches;
        worker.running = Some((Arc::clone(&queued.listener.state), Instant::now()));
        // If the worker's thread has ended, the listener is dropped, which notifies its client.
        let _ = worker.requests.send(queued);
    }

    /// Stops searches whose time is up. The time limit is shorter while other clients wait and too few engines will
    /// soon be free. In that case, only as many searches as necessary are stopped, the oldest first.
    fn stop_long_searches(&self, now: Instant) {
        let mut missing = self.missing();
        let mut searches: Vec<_> =
            self.workers.iter().filter_map(|worker| worker.running.as_ref()).collect();
        searches.sort_by_key(|(_, since)| *since);
        for (state, since) in searches {
            let is_crowded = missing > 0 && self.queue.others_are_ready(state.client.id);
            let age = now.saturating_duration_since(*since);
            if !state.is_stopped() && age >= self.most_time(is_crowded) {
                if age < self.settings.longest {
                    state.make_room();
                } else {
                    state.stop();
                }
                missing = missing.saturating_sub(1);
            }
        }
    }

    /// Reports to waiting clients how many requests are ahead of theirs. New clients are notified at once; the others
    /// are notified at intervals.
    fn report_places(&mut self, now: Instant) {
        let is_time = self.is_stale && now >= self.reported_at + PLACES_EVERY;
        if !is_time && !self.has_new {
            return;
        }
        self.queue.for_each_place(|queued, ahead| {
            if queued.reported.is_none() || (is_time && queued.reported != Some(ahead)) {
                queued.reported = Some(ahead);
                queued.listener.deliver(SearchNews::Queued { ahead });
            }
        });
        self.has_new = false;
        if is_time {
            (self.is_stale, self.reported_at) = (false, now);
        }
    }

    /// Shuts everything down. The threads of the workers end when their senders are dropped.
    fn close(mut self) {
        for (state, _) in self.workers.iter().filter_map(|worker| worker.running.as_ref()) {
            state.stop();
        }
        for mut queued in self.queue.drain() {
            queued.listener.deliver(SearchNews::Failed(EngineError::Closed));
        }
    }
}
