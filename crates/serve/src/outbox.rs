//! The bounded queue of messages waiting to be sent to a page. A page that does not read its messages loses its
//! connection, but not its session.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Serialize;
use tokio::sync::{mpsc, watch};

use chuhe_session::Page;
use chuhe_session::message::EndReason;

/// The maximum number of messages waiting for one page.
const QUEUE_MESSAGES: usize = 512;
/// The maximum number of bytes waiting for one page. A message of any size is sent if no other is waiting.
const QUEUE_BYTES: usize = 32 << 20;
/// The maximum number of bytes waiting for all pages together. Beyond it, further messages for a page are queued only
/// while at most `LITTLE_BYTES` are waiting for it.
const BACKLOG_BYTES: usize = 128 << 20;
const LITTLE_BYTES: usize = 1 << 20;

/// Why the server closes a connection, as a WebSocket close code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub(super) enum CloseCode {
    Shutdown = 1001,
    Unsupported = 1003,
    TooLarge = 1009,
    Busy = 1013,
    Idle = 4000,
    Elsewhere = 4001,
    SlowReader = 4002,
}

/// A message to send, or the instruction to close the connection.
#[derive(Debug)]
pub(super) enum Parcel {
    Text(String),
    Close(CloseCode),
}

/// The number of bytes waiting for all pages.
#[derive(Clone, Debug, Default)]
pub(super) struct Backlog(Arc<AtomicUsize>);

/// The number of bytes waiting for one page.
#[derive(Debug)]
struct Waiting {
    bytes: AtomicUsize,
    backlog: Backlog,
}

/// The session's end of the queue.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    /// The number that identifies the connection.
    pub(super) connection: u64,
    queue: mpsc::Sender<Parcel>,
    waiting: Arc<Waiting>,
    hung_up: watch::Sender<Option<CloseCode>>,
}

/// Signals a task to close the connection at once.
#[derive(Clone, Debug)]
pub(super) struct HangUp(watch::Receiver<Option<CloseCode>>);

/// The connection's end of the queue.
#[derive(Debug)]
pub(super) struct OutboxQueue {
    queue: mpsc::Receiver<Parcel>,
    waiting: Arc<Waiting>,
}

impl Waiting {
    /// Returns whether there is room for a message of this length, and if so, counts it.
    fn add(&self, length: usize) -> bool {
        let own = self.bytes.fetch_add(length, Ordering::Relaxed);
        let all = self.backlog.0.fetch_add(length, Ordering::Relaxed);
        let is_crowded = all + length > BACKLOG_BYTES && own + length > LITTLE_BYTES;
        own == 0 || (own + length <= QUEUE_BYTES && !is_crowded)
    }

    fn remove(&self, length: usize) {
        self.bytes.fetch_sub(length, Ordering::Relaxed);
        self.backlog.0.fetch_sub(length, Ordering::Relaxed);
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        // Bytes that have not been sent by now will never be sent.
        self.backlog.0.fetch_sub(*self.bytes.get_mut(), Ordering::Relaxed);
    }
}

impl Outbox {
    pub(super) fn new(connection: u64, backlog: Backlog) -> (Self, OutboxQueue) {
        let (sender, receiver) = mpsc::channel(QUEUE_MESSAGES);
        let waiting = Arc::new(Waiting { bytes: AtomicUsize::new(0), backlog });
        let queue = OutboxQueue { queue: receiver, waiting: Arc::clone(&waiting) };
        let hung_up = watch::Sender::new(None);
        (Self { connection, queue: sender, waiting, hung_up }, queue)
    }

    /// Sends a message, or closes the connection if too much is waiting already. Never blocks.
    pub(super) fn send(&self, message: &impl Serialize) {
        match serde_json::to_string(message) {
            Ok(text) => self.send_text(text),
            Err(error) => log::error!("cannot serialize a message: {error}"),
        }
    }

    fn send_text(&self, text: String) {
        let has_room = self.waiting.add(text.len());
        if !has_room || self.queue.try_send(Parcel::Text(text)).is_err() {
            self.hang_up(CloseCode::SlowReader);
        }
    }

    /// Closes the connection after the waiting messages have been sent.
    pub(super) fn close(&self, code: CloseCode) {
        if self.queue.try_send(Parcel::Close(code)).is_err() {
            self.hang_up(code);
        }
    }

    /// Closes the connection at once.
    pub(super) fn hang_up(&self, code: CloseCode) {
        self.hung_up.send_if_modified(|hung_up| {
            let is_first = hung_up.is_none();
            *hung_up = hung_up.or(Some(code));
            is_first
        });
    }

    /// Returns a value with which a task can wait for the end of the connection.
    pub(super) fn watch(&self) -> HangUp {
        HangUp(self.hung_up.subscribe())
    }
}

impl Page for Outbox {
    fn connection(&self) -> u64 {
        self.connection
    }

    fn send(&self, message: String) {
        self.send_text(message);
    }

    fn close(&self, reason: EndReason) {
        self.close(match reason {
            EndReason::Shutdown => CloseCode::Shutdown,
            EndReason::Idle => CloseCode::Idle,
            EndReason::Elsewhere => CloseCode::Elsewhere,
        });
    }
}

impl HangUp {
    /// Waits until the connection is to be closed at once, and returns the reason.
    pub(super) async fn wait(&mut self) -> CloseCode {
        let hung_up = self.0.wait_for(Option::is_some).await;
        hung_up.ok().and_then(|code| *code).unwrap_or(CloseCode::Shutdown)
    }
}

impl OutboxQueue {
    /// Returns the next parcel, or `None` once the session has released the connection.
    pub(super) async fn next(&mut self) -> Option<Parcel> {
        self.queue.recv().await
    }

    /// Records that a text has been sent.
    pub(super) fn sent(&self, length: usize) {
        self.waiting.remove(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_does_not_read_is_dropped() {
        let (outbox, _outlet) = Outbox::new(1, Backlog::default());
        let watch = outbox.watch();
        for _ in 0..QUEUE_MESSAGES {
            outbox.send(&"text");
        }
        assert_eq!(*watch.0.borrow(), None);
        outbox.send(&"one more");
        assert_eq!(*watch.0.borrow(), Some(CloseCode::SlowReader));
        outbox.hang_up(CloseCode::Shutdown);
        assert_eq!(*watch.0.borrow(), Some(CloseCode::SlowReader), "the first reason stays");
    }

    #[test]
    fn large_messages_count_by_their_bytes() {
        let (outbox, queue) = Outbox::new(1, Backlog::default());
        let large = "x".repeat(QUEUE_BYTES / 2);
        outbox.send(&"x".repeat(QUEUE_BYTES + 9));
        queue.sent(QUEUE_BYTES + 11);
        outbox.send(&large);
        assert_eq!(*outbox.watch().0.borrow(), None);
        outbox.send(&large);
        assert_eq!(*outbox.watch().0.borrow(), Some(CloseCode::SlowReader));
    }

    #[test]
    fn pages_that_do_not_read_leave_room_for_others() {
        let backlog = Backlog::default();
        let open = |connection| Outbox::new(connection, backlog.clone());
        let is_open = |outbox: &Outbox| outbox.watch().0.borrow().is_none();
        let large = "x".repeat(QUEUE_BYTES / 2);
        let hogs: Vec<_> = (0..8).map(open).collect();
        for (hog, _outlet) in &hogs {
            hog.send(&large);
            assert!(is_open(hog));
        }
        let (late, queue) = open(8);
        late.send(&"a first message of any size goes out");
        late.send(&"and small ones");
        assert!(is_open(&late));
        late.send(&large);
        assert!(!is_open(&late), "together they have too much");
        drop((late, queue, hogs));
        assert_eq!(backlog.0.load(Ordering::Relaxed), 0);
    }
}
