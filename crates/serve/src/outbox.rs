//! The bounded queue of messages waiting to be sent to a page. A page that does not read its messages loses its
//! connection, but not its session.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Serialize;
use tokio::sync::{mpsc, watch};

use super::budget::{Budget, MemoryPermit};
use chuhe_session::Page;
use chuhe_session::message::EndReason;

/// The maximum number of messages waiting for one page.
const QUEUE_MESSAGES: usize = 512;
/// The maximum number of bytes waiting for one page. A message of any size is sent if no other is waiting.
const QUEUE_BYTES: usize = 32 << 20;
/// Up to this number of bytes, the messages waiting for a page are part of its session's memory.
pub(super) const LITTLE_BYTES: usize = 64 << 10;
/// A message is copied once when it is sent.
const COPIES: usize = 2;

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
    SlowSender = 4003,
}

/// A message to send, or the instruction to close the connection.
#[derive(Debug)]
pub(super) enum Parcel {
    /// A text, with its memory if it is not part of the session's.
    Text(String, Option<MemoryPermit>),
    Close(CloseCode),
}

/// The session's end of the queue.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    /// The number that identifies the connection.
    pub(super) connection: u64,
    queue: mpsc::Sender<Parcel>,
    /// The number of bytes waiting for the page.
    waiting: Arc<AtomicUsize>,
    budget: Budget,
    hung_up: watch::Sender<Option<CloseCode>>,
}

/// Signals a task to close the connection at once.
#[derive(Clone, Debug)]
pub(super) struct HangUp(watch::Receiver<Option<CloseCode>>);

/// The connection's end of the queue.
#[derive(Debug)]
pub(super) struct OutboxQueue {
    queue: mpsc::Receiver<Parcel>,
    waiting: Arc<AtomicUsize>,
}

impl Outbox {
    pub(super) fn new(connection: u64, budget: Budget) -> (Self, OutboxQueue) {
        let (sender, receiver) = mpsc::channel(QUEUE_MESSAGES);
        let waiting = Arc::new(AtomicUsize::new(0));
        let queue = OutboxQueue { queue: receiver, waiting: Arc::clone(&waiting) };
        let hung_up = watch::Sender::new(None);
        (Self { connection, queue: sender, waiting, budget, hung_up }, queue)
    }

    /// Sends a message, or closes the connection if too much is waiting already. Never blocks.
    pub(super) fn send(&self, message: &impl Serialize) {
        match serde_json::to_string(message) {
            Ok(text) => self.send_text(text),
            Err(error) => log::error!("cannot serialize a message: {error}"),
        }
    }

    fn send_text(&self, text: String) {
        let waiting = self.waiting.fetch_add(text.len(), Ordering::Relaxed);
        let all = waiting + text.len();
        let room = (all > LITTLE_BYTES).then(|| self.budget.take_last(COPIES * text.len()));
        if matches!(room, Some(None)) {
            return self.hang_up(if waiting > 0 { CloseCode::SlowReader } else { CloseCode::Busy });
        }
        let has_room = waiting == 0 || all <= QUEUE_BYTES;
        if !has_room || self.queue.try_send(Parcel::Text(text, room.flatten())).is_err() {
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
        self.waiting.fetch_sub(length, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_does_not_read_is_dropped() {
        let (outbox, _outlet) = Outbox::new(1, Budget::new(256));
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
        let (outbox, queue) = Outbox::new(1, Budget::new(256));
        let large = "x".repeat(QUEUE_BYTES / 2);
        outbox.send(&"x".repeat(QUEUE_BYTES + 9));
        queue.sent(QUEUE_BYTES + 11);
        outbox.send(&large);
        assert_eq!(*outbox.watch().0.borrow(), None);
        outbox.send(&large);
        assert_eq!(*outbox.watch().0.borrow(), Some(CloseCode::SlowReader));
    }

    #[test]
    fn pages_that_do_not_read_leave_memory_for_others() {
        let budget = Budget::new(64);
        let open = |connection| Outbox::new(connection, budget.clone());
        let is_open = |outbox: &Outbox| outbox.watch().0.borrow().is_none();
        let large = "x".repeat(8 << 20);
        let hogs: Vec<_> = (0..5).map(open).collect();
        for (hog, _) in &hogs {
            hog.send(&large);
        }
        assert_eq!(hogs.iter().filter(|(hog, _)| is_open(hog)).count(), 3);
        let (late, _queue) = open(8);
        late.send(&"small messages");
        late.send(&"go out");
        assert!(is_open(&late));
        late.send(&large);
        assert_eq!(*late.watch().0.borrow(), Some(CloseCode::SlowReader));
        drop(hogs);
        assert_eq!(budget.free_kb(), 48 << 10);
    }
}
