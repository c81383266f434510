//! The one thread that has the queue, gives the engines away, and ends searches that take too long.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::client::PoolRequest;
use super::queue::{ClientId, FairQueue};
use super::seat::{Seat, Task, Tenant};
use super::ticket::{Listener, Mark};
use super::{EnginePoolSettings, PoolError, PoolEvent};
use crate::engine::Engine;

/// The time between two rounds in which those who wait are told their places. With many short searches they change
/// hundreds of times a second.
const PLACES_EVERY: Duration = Duration::from_millis(100);
/// Orders that are read before engines are given away.
const ORDERS_AT_ONCE: usize = 256;

/// What the desk is told.
#[derive(Debug)]
pub(super) enum Order {
    /// A client asks for a search.
    Ask(Box<Asked>),
    /// A request is to leave the queue, if it is there.
    Withdraw { client: ClientId, number: u64 },
    /// An engine is free again.
    Done { seat: usize, tenant: Option<Tenant> },
    /// There will be no pool.
    Close,
}

/// A request that waits.
#[derive(Debug)]
pub(super) struct Asked {
    request: PoolRequest,
    /// The most searches of its client at once.
    at_once: usize,
    listener: Listener,
    /// The place that was told last.
    told: Option<usize>,
}

impl Asked {
    pub(super) const fn new(request: PoolRequest, at_once: usize, listener: Listener) -> Self {
        Self { request, at_once, listener, told: None }
    }
}

/// What the desk knows of a seat.
#[derive(Debug)]
struct SeatEntry {
    tasks: Sender<Task>,
    /// For whom the engine searched last.
    tenant: Option<Tenant>,
    /// Which of all searches it got last.
    last_used: u64,
    running: Option<Running>,
}

/// A search.
#[derive(Debug)]
struct Running {
    client: ClientId,
    mark: Arc<Mark>,
    since: Instant,
}

/// The desk.
#[derive(Debug)]
pub(super) struct Desk {
    settings: Arc<EnginePoolSettings>,
    orders: Receiver<Order>,
    queue: FairQueue<Asked>,
    seats: Vec<SeatEntry>,
    /// Searches given away so far.
    searches: u64,
    /// Somebody waits who has not been told a place.
    has_new: bool,
    /// Places may have changed since they were told.
    is_stale: bool,
    /// When places were told last.
    told: Instant,
}

impl Desk {
    /// Starts the thread of the desk and one for each engine.
    pub(super) fn open(
        engines: Vec<Engine>,
        settings: Arc<EnginePoolSettings>,
        (door, orders): (Sender<Order>, Receiver<Order>),
    ) -> io::Result<()> {
        let seats = engines
            .into_iter()
            .enumerate()
            .map(|(number, engine)| {
                let tasks = Seat::new(number, engine, door.clone()).open()?;
                Ok(SeatEntry { tasks, tenant: None, last_used: 0, running: None })
            })
            .collect::<io::Result<_>>()?;
        let desk = Self {
            settings,
            orders,
            queue: FairQueue::default(),
            seats,
            searches: 0,
            has_new: false,
            is_stale: false,
            told: Instant::now(),
        };
        thread::Builder::new().name("engine-desk".to_owned()).spawn(move || desk.run())?;
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
                    Order::Ask(asked) => self.hear_request(*asked),
                    Order::Withdraw { client, number } => self.withdraw(client, number),
                    Order::Done { seat, tenant } => self.free(seat, tenant),
                    Order::Close => return self.close(),
                }
            }
            self.give_engines_away();
            let now = Instant::now();
            self.stop_long_searches(now);
            self.tell_places(now);
        }
    }

    /// Waits for an order, but not for longer than until the alarm.
    fn wait(&self) -> Result<Order, RecvTimeoutError> {
        match self.alarm() {
            Some(alarm) => {
                self.orders.recv_timeout(alarm.saturating_duration_since(Instant::now()))
            }
            None => self.orders.recv().map_err(RecvTimeoutError::from),
        }
    }

    /// When there is something to do if no order comes before.
    fn alarm(&self) -> Option<Instant> {
        let telling = self.is_stale.then(|| self.told + PLACES_EVERY);
        let is_short = self.missing() > 0;
        let ends = self.seats.iter().filter_map(|seat| {
            let running = seat.running.as_ref().filter(|running| !running.mark.is_stopped())?;
            let is_crowded = is_short && self.queue.others_are_ready(running.client);
            // A time that no clock can show never comes.
            running.since.checked_add(self.most_time(is_crowded))
        });
        ends.chain(telling).min()
    }

    fn most_time(&self, is_crowded: bool) -> Duration {
        let EnginePoolSettings { longest, longest_if_crowded, .. } = *self.settings;
        if is_crowded { longest.min(longest_if_crowded) } else { longest }
    }

    /// How many engines more are wanted than are free or will be free presently.
    fn missing(&self) -> usize {
        let running = self.seats.iter().map(|seat| seat.running.as_ref());
        let coming =
            running.filter(|running| running.is_none_or(|running| running.mark.is_stopped()));
        self.queue.ready().saturating_sub(coming.count())
    }

    fn hear_request(&mut self, asked: Asked) {
        let (client, at_once) = (asked.listener.mark.client.id, asked.at_once);
        self.queue.push(client, at_once, asked);
        (self.has_new, self.is_stale) = (true, true);
    }

    fn withdraw(&mut self, client: ClientId, number: u64) {
        let removed = self.queue.remove(client, |asked| asked.listener.mark.number == number);
        if let Some(mut asked) = removed {
            asked.listener.tell(PoolEvent::Withdrawn);
            self.is_stale = true;
        }
    }

    fn free(&mut self, seat: usize, tenant: Option<Tenant>) {
        let seat = &mut self.seats[seat];
        seat.tenant = tenant;
        if let Some(running) = seat.running.take() {
            self.queue.finished(running.client);
            self.is_stale = true;
        }
    }

    fn give_engines_away(&mut self) {
        while self.seats.iter().any(|seat| seat.running.is_none())
            && let Some((client, asked)) = self.queue.next()
        {
            self.is_stale = true;
            let Asked { request, listener, .. } = asked;
            listener.mark.leave_queue();
            if listener.mark.is_abandoned() {
                self.queue.finished(client);
                continue;
            }
            self.seat(client, request, listener);
        }
    }

    /// Gives a request the engine that it had last, or else the one that has been free for the longest time.
    fn seat(&mut self, client: ClientId, request: PoolRequest, listener: Listener) {
        let tenant = Tenant::new(client, &request);
        let free = self.seats.iter_mut().filter(|seat| seat.running.is_none());
        let best = free.min_by_key(|seat| {
            let is_warm = !request.fresh && seat.tenant.as_ref() == Some(&tenant);
            (!is_warm, seat.last_used)
        });
        let Some(seat) = best else { return };
        self.searches += 1;
        seat.last_used = self.searches;
        let mark = Arc::clone(&listener.mark);
        seat.running = Some(Running { client, mark, since: Instant::now() });
        // A thread that is gone would have dropped the listener, which tells its client.
        let _ = seat.tasks.send(Task { request, tenant, listener });
    }

    /// Stops searches that have had their time. While other clients wait, and no engine will be free presently, the time
    /// is shorter; then the oldest search ends first, and no more of them than are needed.
    fn stop_long_searches(&self, now: Instant) {
        let mut missing = self.missing();
        let mut searches: Vec<&Running> =
            self.seats.iter().filter_map(|seat| seat.running.as_ref()).collect();
        searches.sort_by_key(|running| running.since);
        for running in searches {
            let is_crowded = missing > 0 && self.queue.others_are_ready(running.client);
            let age = now.saturating_duration_since(running.since);
            if !running.mark.is_stopped() && age >= self.most_time(is_crowded) {
                if age < self.settings.longest {
                    running.mark.make_room();
                } else {
                    running.mark.stop();
                }
                missing = missing.saturating_sub(1);
            }
        }
    }

    /// Tells those who wait how many are before them: newcomers at once, the others when it is time.
    fn tell_places(&mut self, now: Instant) {
        let is_time = self.is_stale && now >= self.told + PLACES_EVERY;
        if !is_time && !self.has_new {
            return;
        }
        self.queue.for_each_place(|asked, ahead| {
            if asked.told.is_none() || (is_time && asked.told != Some(ahead)) {
                asked.told = Some(ahead);
                asked.listener.tell(PoolEvent::Queued { ahead });
            }
        });
        self.has_new = false;
        if is_time {
            (self.is_stale, self.told) = (false, now);
        }
    }

    /// Ends everything. The seats' threads end with their senders.
    fn close(mut self) {
        for running in self.seats.iter().filter_map(|seat| seat.running.as_ref()) {
            running.mark.stop();
        }
        for mut asked in self.queue.drain() {
            asked.listener.tell(PoolEvent::Failed(PoolError::Closed));
        }
    }
}
