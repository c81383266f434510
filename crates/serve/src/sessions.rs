//! The sessions of a server, each with its key.

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use tokio::sync::OwnedSemaphorePermit;

use super::Shared;
use chuhe_engine::clock::Instant;
use chuhe_engine::engine::EngineSource;
use chuhe_session::{Inbox, Input, Session};

/// All sessions. Each has its own thread, so that a long computation does not delay the others.
#[derive(Debug)]
pub(super) struct Sessions {
    most: usize,
    by_key: Mutex<HashMap<String, SessionHandle>>,
}

/// An input in a session's queue, with a permit if it is a request. Dropping the permit admits another request.
type Queued = (Input, Option<OwnedSemaphorePermit>);

/// A handle for sending inputs to a session.
#[derive(Clone, Debug)]
pub(super) struct SessionHandle(Sender<Queued>);

impl SessionHandle {
    /// Adds an input to the session's queue. A session that has ended ignores it.
    pub(super) fn send(&self, input: Input) {
        let _ = self.0.send((input, None));
    }

    /// Like [`SessionHandle::send`], but for a request.
    pub(super) fn send_request(&self, request: String, permit: OwnedSemaphorePermit) {
        let _ = self.0.send((Input::Request(request), Some(permit)));
    }
}

impl Sessions {
    pub(super) fn new(most: usize) -> Self {
        Self { most, by_key: Mutex::default() }
    }

    /// The session with this key, if it exists.
    pub(super) fn find(&self, key: &str) -> Option<SessionHandle> {
        self.lock().get(key).cloned()
    }

    /// Starts a session, or returns `None` if there are too many.
    pub(super) fn begin(&self, key: &str, shared: &Arc<Shared>) -> Option<SessionHandle> {
        let client = shared.engines.client().ok()?;
        let engines = EngineSource::new(move || client.clone());
        let (sender, inputs) = mpsc::channel();
        let handle = SessionHandle(sender);
        let inbox = {
            let handle = handle.clone();
            Inbox::new(move |input| handle.send(input))
        };
        let session = Session::new(key, Arc::clone(shared) as _, engines, inbox);
        {
            let mut by_key = self.lock();
            if by_key.len() >= self.most {
                return None;
            }
            by_key.insert(key.to_owned(), handle.clone());
        }
        let end = EndOfSession { key: key.to_owned(), shared: Arc::clone(shared) };
        thread::Builder::new()
            .name("session".to_owned())
            .spawn(move || {
                let _end = end;
                run(session, &inputs);
            })
            .ok()?;
        Some(handle)
    }

    /// The number of sessions.
    pub(super) fn count(&self) -> usize {
        self.lock().len()
    }

    pub(super) fn end_all(&self) {
        self.lock().values().for_each(|session| session.send(Input::Shutdown));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, SessionHandle>> {
        self.by_key.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Passes inputs to a session until it ends.
fn run(mut session: Session, inputs: &Receiver<Queued>) {
    loop {
        let wait = session.next_due().saturating_duration_since(Instant::now());
        let goes_on = match inputs.recv_timeout(wait) {
            Ok((input, _permit)) => session.handle(input),
            Err(RecvTimeoutError::Timeout) => session.tick(),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if !goes_on {
            return;
        }
    }
}

/// Removes a session from the list when its thread ends, even by a panic.
struct EndOfSession {
    key: String,
    shared: Arc<Shared>,
}

impl Drop for EndOfSession {
    fn drop(&mut self) {
        self.shared.sessions.lock().remove(&self.key);
    }
}
