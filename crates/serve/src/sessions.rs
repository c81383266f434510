//! The sessions of a server, each with its key.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Shared;
use super::budget::MemoryPermit;
use super::socket::is_large;
use chuhe_engine::clock::Instant;
use chuhe_engine::engine::EngineSource;
use chuhe_session::message::EndReason;
use chuhe_session::{Inbox, Input, Session};

/// The memory of a session, besides its large messages and games, in bytes.
const SESSION_BYTES: usize = 512 << 10;
/// How long a connected session must have been idle to end when another needs its place.
const IDLE_AFTER: Duration = Duration::from_mins(15);

/// All sessions. Each has its own thread, so that a long computation does not delay the others.
#[derive(Debug)]
pub(super) struct Sessions {
    most: usize,
    by_key: Mutex<HashMap<String, SessionEntry>>,
}

#[derive(Debug)]
struct SessionEntry {
    handle: SessionHandle,
    /// The address of the last connection.
    address: IpAddr,
    /// The number of the connection, if there is one.
    connection: Option<u64>,
    /// When the session was last used, or left.
    since: Instant,
}

/// A session that is to be opened: its key, and the address and the number of the connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct SessionRequest<'a> {
    pub(super) key: &'a str,
    pub(super) address: IpAddr,
    pub(super) connection: u64,
}

/// What holds a request's place in the queue and its memory until it has been handled.
pub(super) type RequestHold = (OwnedSemaphorePermit, MemoryPermit);

/// An input in a session's queue, with a hold if it is a request.
type Queued = (Input, Option<RequestHold>);

/// A handle for sending inputs to a session.
#[derive(Clone, Debug)]
pub(super) struct SessionHandle(Sender<Queued>);

impl SessionHandle {
    /// Adds an input to the session's queue. A session that has ended ignores it.
    pub(super) fn send(&self, input: Input) {
        let _ = self.0.send((input, None));
    }

    /// Like [`SessionHandle::send`], but for a request.
    pub(super) fn send_request(&self, request: String, hold: RequestHold) {
        let _ = self.0.send((Input::Request(request), Some(hold)));
    }
}

impl Sessions {
    pub(super) fn new(most: usize) -> Self {
        Self { most, by_key: Mutex::default() }
    }

    /// Connects to the session with this key, if it exists.
    pub(super) fn resume(&self, opening: SessionRequest<'_>) -> Option<SessionHandle> {
        let mut by_key = self.lock();
        let entry = by_key.get_mut(opening.key)?;
        entry.connection = Some(opening.connection);
        entry.address = opening.address;
        entry.since = Instant::now();
        Some(entry.handle.clone())
    }

    /// Starts a session, if necessary in the place of an idle one. Returns `None` if there are too many, or if there is
    /// no memory.
    pub(super) fn begin(
        &self,
        opening: SessionRequest<'_>,
        shared: &Arc<Shared>,
    ) -> Option<SessionHandle> {
        let SessionRequest { key, address, connection } = opening;
        let client = shared.engines.client().ok()?;
        let engines = EngineSource::new(move || client.clone());
        let (sender, inputs) = mpsc::channel();
        let handle = SessionHandle(sender);
        let inbox = {
            let handle = handle.clone();
            Inbox::new(move |input| handle.send(input))
        };
        let session = Session::new(key, Arc::clone(shared) as _, engines, inbox);
        let room = {
            let mut by_key = self.lock();
            let mut room = shared.budget.take(SESSION_BYTES);
            if by_key.len() >= self.most || room.is_none() {
                make_room(&mut by_key)?;
                room = room.or_else(|| shared.budget.take(SESSION_BYTES));
            }
            let (connection, since) = (Some(connection), Instant::now());
            let entry = SessionEntry { handle: handle.clone(), address, connection, since };
            by_key.insert(key.to_owned(), entry);
            room
        };
        let end = EndOfSession { key: key.to_owned(), shared: Arc::clone(shared) };
        let room = room?;
        let turns = (Handle::current(), Arc::clone(&shared.workers));
        thread::Builder::new()
            .name("session".to_owned())
            .spawn(move || {
                let _held = (end, room);
                run(session, &inputs, &turns);
            })
            .ok()?;
        Some(handle)
    }

    /// Records that a session is being used.
    pub(super) fn note_use(&self, key: &str) {
        if let Some(entry) = self.lock().get_mut(key) {
            entry.since = Instant::now();
        }
    }

    /// Records that a connection has left its session.
    pub(super) fn note_left(&self, key: &str, connection: u64) {
        let mut by_key = self.lock();
        let entry = by_key.get_mut(key);
        if let Some(entry) = entry.filter(|entry| entry.connection == Some(connection)) {
            entry.connection = None;
            entry.since = Instant::now();
            entry.handle.send(Input::Left(connection));
        }
    }

    /// The number of sessions.
    pub(super) fn count(&self) -> usize {
        self.lock().len()
    }

    pub(super) fn end_all(&self) {
        let by_key = self.lock();
        by_key.values().for_each(|entry| entry.handle.send(Input::End(EndReason::Shutdown)));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, SessionEntry>> {
        self.by_key.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the session that is needed least, if there is one: one without a connection, of the address that has the most
/// sessions, which was left first; or one that has been idle for long. Its game is saved.
fn make_room(by_key: &mut HashMap<String, SessionEntry>) -> Option<()> {
    let mut crowds: HashMap<IpAddr, usize> = HashMap::new();
    for entry in by_key.values() {
        *crowds.entry(entry.address).or_default() += 1;
    }
    let idle = by_key
        .iter()
        .filter(|(_, entry)| entry.connection.is_none() || entry.since.elapsed() >= IDLE_AFTER);
    let least = idle.min_by_key(|(_, entry)| {
        (entry.connection.is_some(), Reverse(crowds[&entry.address]), entry.since)
    });
    let key = least?.0.clone();
    by_key.remove(&key)?.handle.send(Input::End(EndReason::Idle));
    Some(())
}

/// Passes inputs to a session until it ends. Large requests of all sessions and programs take turns, so that they leave
/// time for small ones.
fn run(
    mut session: Session,
    inputs: &Receiver<Queued>,
    (runtime, workers): &(Handle, Arc<Semaphore>),
) {
    loop {
        let wait = session.next_due().saturating_duration_since(Instant::now());
        let goes_on = match inputs.recv_timeout(wait) {
            Ok((input, _hold)) => {
                let is_large = matches!(&input, Input::Request(text) if is_large(text));
                let _turn = is_large.then(|| runtime.block_on(workers.acquire()));
                session.handle(input)
            }
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
