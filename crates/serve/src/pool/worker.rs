//! A thread with an engine, which handles one request after another.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use chuhe_engine::engine::{EngineError, SearchNews, Searcher};

use super::request::Listener;
use super::scheduler::{Order, QueuedRequest};

/// What opens the engines of a pool. Engines of several kinds are told apart by a number.
pub(crate) trait Opener: std::fmt::Debug + Send + Sync {
    /// Opens an engine, which may take as long as a program takes to start.
    fn open(&self, kind: usize) -> Result<Box<dyn Searcher>, EngineError>;

    /// The time after which an unused engine is closed; `None` to keep engines open.
    fn close_after(&self) -> Option<Duration> {
        None
    }

    /// The time within which a search must report something, and the error if it does not.
    fn first_report(&self, _kind: usize) -> Option<(Duration, EngineError)> {
        None
    }
}

/// An engine and its thread.
pub(super) struct Worker {
    number: usize,
    /// The engine and its kind; `None` after a panic or a long rest, until the next request.
    engine: Option<(usize, Box<dyn Searcher>)>,
    /// An engine that does not answer, which is closed once its client has been notified.
    silent: Option<Box<dyn Searcher>>,
    opener: Arc<dyn Opener>,
    scheduler: Sender<Order>,
    /// Whether the thread runs is seen by the number of these.
    _alive: Arc<()>,
}

impl Worker {
    /// A worker whose engine, if it is open already, has the kind 0.
    pub(super) fn new(
        number: usize,
        engine: Option<Box<dyn Searcher>>,
        opener: Arc<dyn Opener>,
        scheduler: Sender<Order>,
        alive: Arc<()>,
    ) -> Self {
        let engine = engine.map(|engine| (0, engine));
        Self { number, engine, silent: None, opener, scheduler, _alive: alive }
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
        while let Some(queued) = self.next(requests) {
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
            self.silent = None;
        }
    }

    /// Waits for the next request, and closes an engine that rests for long.
    fn next(&mut self, requests: &Receiver<QueuedRequest>) -> Option<QueuedRequest> {
        if let Some(rest) = self.opener.close_after().filter(|_| self.engine.is_some()) {
            match requests.recv_timeout(rest) {
                Ok(queued) => return Some(queued),
                Err(RecvTimeoutError::Timeout) => self.engine = None,
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        requests.recv().ok()
    }

    /// Handles a request up to its last event, and returns that event if a client is waiting for it.
    fn carry_out(&mut self, queued: QueuedRequest) -> Option<(Listener, SearchNews)> {
        let QueuedRequest { request, kind, mut listener, .. } = queued;
        if listener.state.is_abandoned() {
            return None;
        }
        // An engine of another kind is closed before the new one is opened.
        let open = self.engine.take().filter(|(open, _)| *open == kind);
        let engine = match open.map_or_else(|| Ok((kind, self.opener.open(kind)?)), Ok) {
            Ok(engine) => &mut self.engine.insert(engine).1,
            Err(error) => return Some((listener, SearchNews::Failed(error))),
        };
        listener.deliver(SearchNews::Started);
        let state = Arc::clone(&listener.state);
        let (sender, reports) = mpsc::channel();
        // The listener is taken for the last news, either by the engine or, if it does not answer, by this thread.
        let listener = Arc::new(Mutex::new(Some(listener)));
        let engines_own = Arc::clone(&listener);
        let mut has_reported = false;
        let sink = Box::new(move |news: SearchNews| {
            let mut listener = engines_own.lock().unwrap_or_else(PoisonError::into_inner);
            if news.is_last() {
                // While the search runs, this thread waits for the message.
                if let Some(listener) = listener.take() {
                    let _ = sender.send(Some((listener, news)));
                }
                return;
            }
            if let Some(listener) = &mut *listener {
                listener.deliver(news);
            }
            if !has_reported {
                has_reported = true;
                let _ = sender.send(None);
            }
        });
        match engine.submit(request, sink) {
            Ok(ticket) => state.begin(ticket),
            Err(error) => {
                let listener = listener.lock().unwrap_or_else(PoisonError::into_inner).take();
                return listener.map(|listener| (listener, SearchNews::Failed(error)));
            }
        }
        let first = self.opener.first_report(kind);
        let wait = first.as_ref().map_or(Duration::MAX, |(wait, _)| *wait);
        let end = match reports.recv_timeout(wait) {
            Ok(None) => reports.recv().map_err(RecvTimeoutError::from),
            Ok(end) => Ok(end),
            Err(error) => Err(error),
        };
        let end = end.unwrap_or_else(|failure| {
            let why = match (failure, first) {
                (RecvTimeoutError::Timeout, Some((_, error))) => error,
                _ => EngineError::Panicked,
            };
            self.silent = self.engine.take().map(|(_, engine)| engine);
            let listener = listener.lock().unwrap_or_else(PoisonError::into_inner).take();
            listener.map(|listener| (listener, SearchNews::Failed(why)))
        });
        state.end();
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::request::RequestState;
    use crate::pool::{EnginePool, OwnEngines, PoolSettings};
    use chuhe_engine::board::Position;
    use chuhe_engine::engine::config::Config;
    use chuhe_engine::engine::{Engine, SearchRequest};
    use chuhe_engine::search::{Event, Limits};

    #[test]
    fn panicking_engine_is_replaced_and_reported() {
        let settings = PoolSettings { searches: 1, hash_mb: 1, ..Default::default() };
        let pool = EnginePool::new(settings).unwrap();
        let client = pool.client().unwrap();
        let (scheduler, orders) = mpsc::channel();
        let opener = Arc::new(OwnEngines(Config::default()));
        let mut engine = Engine::new();
        // The search thread of this engine panics.
        let (alive, gone) = mpsc::channel::<()>();
        engine.start_with(Limits::depth(1), move |_| {
            let _ = &alive;
            panic!("a test")
        });
        let _ = gone.recv();
        let engine: Box<dyn Searcher> = Box::new(engine);
        let worker = Worker::new(3, Some(engine), opener, scheduler, Arc::default());
        let requests = worker.open().unwrap();
        let search = || {
            let (sender, events) = mpsc::channel();
            client.client.join_queue().unwrap();
            let state = Arc::new(RequestState::new(Arc::clone(&client.client)));
            let listener = Listener::new(state, Box::new(move |event| drop(sender.send(event))));
            let request = SearchRequest::new(Position::startpos(), Limits::depth(2));
            let request = SearchRequest { fresh: true, ..request };
            let queued = QueuedRequest { request, kind: 0, tables: 0, listener, reported: None };
            requests.send(queued).unwrap();
            let Order::Done { worker: 3, is_warm } = orders.recv().unwrap() else { panic!() };
            (events.iter().last().unwrap(), is_warm)
        };
        let (last, is_warm) = search();
        assert!(matches!(last, SearchNews::Failed(EngineError::Panicked)) && !is_warm, "{last:?}");
        let (last, is_warm) = search();
        assert!(matches!(last, SearchNews::Event(Event::BestMove(_))) && is_warm, "{last:?}");
    }
}
