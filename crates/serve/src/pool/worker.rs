//! A thread with an engine, which handles one request after another.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{Engine, SearchNews};
use chuhe_engine::search::Event;

use super::request::Listener;
use super::scheduler::{Order, QueuedRequest};

/// An engine and its thread.
pub(super) struct Worker {
    number: usize,
    /// The engine; `None` after a panic, until the next request.
    engine: Option<Engine>,
    /// The options with which an engine is created.
    config: Config,
    scheduler: Sender<Order>,
}

impl Worker {
    pub(super) fn new(number: usize, engine: Engine, scheduler: Sender<Order>) -> Self {
        let config = engine.config().clone();
        Self { number, engine: Some(engine), config, scheduler }
    }

    /// Starts the thread, which ends when the sender is dropped.
    pub(super) fn open(mut self) -> io::Result<Sender<QueuedRequest>> {
        let (requests, inbox) = mpsc::channel();
        thread::Builder::new()
            .name(format!("engine-{}", self.number))
            .spawn(move || self.serve(&inbox))?;
        Ok(requests)
    }

    fn serve(&mut self, requests: &Receiver<QueuedRequest>) {
        for queued in requests {
            let end =
                catch_unwind(AssertUnwindSafe(|| self.carry_out(queued))).unwrap_or_else(|_| {
                    self.engine = None;
                    None
                });
            let is_warm = matches!(end, Some((_, SearchNews::Event(_))));
            // The scheduler is notified first, so a client that makes a request after the last event finds the engine
            // free. If the scheduler has shut down, the message is not needed.
            let _ = self.scheduler.send(Order::Done { worker: self.number, is_warm });
            if let Some((mut listener, last)) = end {
                listener.deliver(last);
            }
        }
    }

    /// Handles a request up to its last event, and returns that event if a client is waiting for it.
    fn carry_out(&mut self, queued: QueuedRequest) -> Option<(Listener, SearchNews)> {
        let QueuedRequest { request, mut listener, .. } = queued;
        if listener.state.is_abandoned() {
            return None;
        }
        let engine =
            self.engine.take().map_or_else(|| Engine::with_config(self.config.clone()), Ok);
        let prepared = engine.and_then(|engine| {
            let engine = self.engine.insert(engine);
            let limits = engine.prepare(request)?;
            Ok((engine, limits))
        });
        let (engine, limits) = match prepared {
            Ok(prepared) => prepared,
            Err(error) => return Some((listener, SearchNews::Failed(error.into()))),
        };
        listener.deliver(SearchNews::Started);
        let state = Arc::clone(&listener.state);
        let (sender, end) = mpsc::channel();
        let mut listener = Some(listener);
        let sink = move |event| {
            let is_last = matches!(event, Event::BestMove(_));
            let news = SearchNews::Event(event);
            if is_last && let Some(listener) = listener.take() {
                // While the search runs, this thread waits for the message.
                let _ = sender.send((listener, news));
            } else if let Some(listener) = &mut listener {
                listener.deliver(news);
            }
        };
        state.begin(engine.start_with(limits, sink));
        let end = end.recv().ok();
        state.end();
        if end.is_none() {
            // The search panicked; dropping its function has notified the client.
            self.engine = None;
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::request::RequestState;
    use crate::pool::{EnginePool, PoolSettings};
    use chuhe_engine::board::Position;
    use chuhe_engine::engine::{EngineError, SearchRequest};
    use chuhe_engine::search::Limits;

    #[test]
    fn panicking_engine_is_replaced_and_reported() {
        let settings = PoolSettings { searches: 1, hash_mb: 1, ..Default::default() };
        let pool = EnginePool::new(settings).unwrap();
        let client = pool.client().unwrap();
        let (scheduler, orders) = mpsc::channel();
        let mut engine = Engine::new();
        // The search thread of this engine panics.
        let (alive, gone) = mpsc::channel::<()>();
        engine.start_with(Limits::depth(1), move |_| {
            let _ = &alive;
            panic!("a test")
        });
        let _ = gone.recv();
        let requests = Worker::new(3, engine, scheduler).open().unwrap();
        let search = || {
            let (sender, events) = mpsc::channel();
            client.client.join_queue().unwrap();
            let state = Arc::new(RequestState::new(Arc::clone(&client.client)));
            let listener = Listener::new(state, Box::new(move |event| drop(sender.send(event))));
            let request = SearchRequest::new(Position::startpos(), Limits::depth(2));
            let request = SearchRequest { fresh: true, ..request };
            requests.send(QueuedRequest { request, tables: 0, listener, reported: None }).unwrap();
            let Order::Done { worker: 3, is_warm } = orders.recv().unwrap() else { panic!() };
            (events.iter().last().unwrap(), is_warm)
        };
        let (last, is_warm) = search();
        assert!(matches!(last, SearchNews::Failed(EngineError::Panicked)) && !is_warm, "{last:?}");
        let (last, is_warm) = search();
        assert!(matches!(last, SearchNews::Event(Event::BestMove(_))) && is_warm, "{last:?}");
    }
}
