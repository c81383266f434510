//! The sessions of a server, by their keys.

use std::collections::HashMap;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::Shared;
use super::session::{Input, Session};

/// All sessions. Each is a thread, which may compute as long as it likes without holding up another one.
#[derive(Debug)]
pub(super) struct Sessions {
    most: usize,
    by_key: Mutex<HashMap<String, SessionHandle>>,
}

/// A way to talk to a session.
#[derive(Clone, Debug)]
pub(super) struct SessionHandle(Sender<Input>);

impl SessionHandle {
    /// Puts something into the session's queue. A session that has ended does not hear it.
    pub(super) fn tell(&self, input: Input) {
        let _ = self.0.send(input);
    }
}

impl Sessions {
    pub(super) fn new(most: usize) -> Self {
        Self { most, by_key: Mutex::default() }
    }

    /// The session with this key, if it lives.
    pub(super) fn find(&self, key: &str) -> Option<SessionHandle> {
        self.lock().get(key).cloned()
    }

    /// Begins a session, if there is room for one more.
    pub(super) fn begin(&self, key: &str, shared: &Arc<Shared>) -> Option<SessionHandle> {
        let (session, inbox) = Session::new(key, Arc::clone(shared))?;
        let handle = SessionHandle(session.inbox());
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
                session.run(&inbox);
            })
            .ok()?;
        Some(handle)
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.lock().len()
    }

    /// Tells all of them to end.
    pub(super) fn end_all(&self) {
        self.lock().values().for_each(|session| session.tell(Input::Shutdown));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, SessionHandle>> {
        self.by_key.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes room for another session, however the thread ends.
struct EndOfSession {
    key: String,
    shared: Arc<Shared>,
}

impl Drop for EndOfSession {
    fn drop(&mut self) {
        self.shared.sessions.lock().remove(&self.key);
    }
}
