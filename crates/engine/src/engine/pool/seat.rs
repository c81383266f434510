//! A thread with an engine. It carries out one request after the other.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

use super::PoolEvent;
use super::client::PoolRequest;
use super::desk::Order;
use super::queue::ClientId;
use super::ticket::Listener;
use crate::engine::config::{Config, ConfigError};
use crate::engine::{Engine, SearchHandle};
use crate::search::Event;

/// For whom and how an engine has searched: whoever is the same tenant finds the table and the histories as they were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tenant {
    client: ClientId,
    seed: u64,
    config: Config,
}

impl Tenant {
    pub(super) fn new(client: ClientId, request: &PoolRequest) -> Self {
        // The number of lines changes nothing of what the table says.
        let config = Config { multipv: 1, ..request.config.clone() };
        Self { client, seed: request.seed, config }
    }
}

/// A request to be carried out.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) request: PoolRequest,
    pub(super) tenant: Tenant,
    pub(super) listener: Listener,
}

/// An engine, and for whom it searched last.
pub(super) struct Seat {
    number: usize,
    /// None after a panic, until the next request.
    engine: Option<Engine>,
    /// The options of a new engine.
    config: Config,
    /// None if the table is of no use to anybody.
    tenant: Option<Tenant>,
    desk: Sender<Order>,
}

impl Seat {
    pub(super) fn new(number: usize, engine: Engine, desk: Sender<Order>) -> Self {
        let config = engine.config().clone();
        Self { number, engine: Some(engine), config, tenant: None, desk }
    }

    /// Starts the thread. It ends when the sender is dropped.
    pub(super) fn open(mut self) -> io::Result<Sender<Task>> {
        let (tasks, inbox) = mpsc::channel();
        thread::Builder::new()
            .name(format!("engine-{}", self.number))
            .spawn(move || self.serve(&inbox))?;
        Ok(tasks)
    }

    fn serve(&mut self, tasks: &Receiver<Task>) {
        for task in tasks {
            let end = catch_unwind(AssertUnwindSafe(|| self.carry_out(task)));
            if end.is_err() {
                (self.engine, self.tenant) = (None, None);
            }
            // The desk hears first: who asks again after the last event finds the engine free. A desk that has closed
            // does not care.
            let _ = self.desk.send(Order::Done { seat: self.number, tenant: self.tenant.clone() });
            if let Ok(Some((mut listener, last))) = end {
                listener.tell(last);
            }
        }
    }

    /// Carries out a request up to its last event, which is returned, unless nobody waits for it.
    fn carry_out(&mut self, task: Task) -> Option<(Listener, PoolEvent)> {
        let Task { request, tenant, mut listener } = task;
        if listener.mark.is_abandoned() {
            return None;
        }
        let engine = match self.prepare(&request, tenant) {
            Ok(engine) => engine,
            Err(error) => return Some((listener, PoolEvent::Failed(error.into()))),
        };
        listener.tell(PoolEvent::Started);
        let id = engine.number();
        let mark = Arc::clone(&listener.mark);
        mark.begin(SearchHandle::new(id, Arc::clone(&engine.signals)));
        let (sender, end) = mpsc::channel();
        let mut listener = Some(listener);
        let sink = Box::new(move |event| {
            let is_last = matches!(event, Event::BestMove(_));
            let event = PoolEvent::Search(event);
            if is_last && let Some(listener) = listener.take() {
                // This thread waits for it as long as there is a search.
                let _ = sender.send((listener, event));
            } else if let Some(listener) = &mut listener {
                listener.tell(event);
            }
        });
        engine.go(id, request.limits, Instant::now(), sink);
        let end = end.recv().ok();
        engine.pool.wait();
        mark.end();
        if end.is_none() {
            // The search panicked, and dropping its function told the client.
            (self.engine, self.tenant) = (None, None);
        }
        end
    }

    /// The engine with the options and the position of a request.
    fn prepare(
        &mut self,
        request: &PoolRequest,
        tenant: Tenant,
    ) -> Result<&mut Engine, ConfigError> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::with_config(self.config.clone())?,
        };
        let engine = self.engine.insert(engine);
        engine.configure(request.config.clone())?;
        if request.fresh || self.tenant.as_ref() != Some(&tenant) {
            self.tenant = None;
            engine.new_game_with_seed(request.seed);
            self.tenant = Some(tenant);
        }
        engine.set_position(request.position.clone());
        Ok(engine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::engine::pool::ticket::Mark;
    use crate::engine::pool::{EnginePool, EnginePoolSettings, PoolError};
    use crate::search::Limits;

    /// The engine of this seat panics at its next search.
    fn break_engine(seat: &mut Seat) {
        let engine = seat.engine.as_mut().unwrap();
        let id = engine.number();
        engine.go(id, Limits::depth(1), Instant::now(), Box::new(|_| panic!("a test")));
        engine.pool.wait();
    }

    #[test]
    fn a_broken_engine_is_replaced_and_its_client_hears_of_it() {
        let settings = EnginePoolSettings { searches: 1, hash_mb: 1, ..Default::default() };
        let pool = EnginePool::new(settings).unwrap();
        let client = pool.client().unwrap();
        let request = PoolRequest::new(Position::startpos(), Limits::depth(2));
        let (desk, orders) = mpsc::channel();
        let mut seat = Seat::new(3, Engine::new(), desk);
        break_engine(&mut seat);
        let tasks = seat.open().unwrap();
        let ask = || {
            let (sender, events) = mpsc::channel();
            client.place.join_queue(1).unwrap();
            let mark = Arc::new(Mark::new(0, Arc::clone(&client.place)));
            let listener = Listener::new(mark, move |event| drop(sender.send(event)));
            let tenant = Tenant::new(0, &request);
            tasks.send(Task { request: request.clone(), tenant, listener }).unwrap();
            let Order::Done { seat: 3, tenant } = orders.recv().unwrap() else { panic!() };
            (events.iter().last().unwrap(), tenant.is_some())
        };
        let (last, is_warm) = ask();
        assert!(matches!(last, PoolEvent::Failed(PoolError::Panicked)) && !is_warm, "{last:?}");
        let (last, is_warm) = ask();
        assert!(matches!(last, PoolEvent::Search(Event::BestMove(_))) && is_warm, "{last:?}");
    }
}
