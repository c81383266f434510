//! What waits to be sent to one page: a bounded queue. A page that does not read loses its connection, not its session.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Serialize;
use tokio::sync::{mpsc, watch};

/// The largest number of messages that wait.
const QUEUE_MESSAGES: usize = 512;
/// The largest number of bytes that wait. One answer may be larger than any message from outside.
const QUEUE_BYTES: usize = 32 << 20;

/// Why the server closes a connection: WebSocket close codes.
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

/// Something to be sent.
#[derive(Debug)]
pub(super) enum Parcel {
    Text(String),
    Close(CloseCode),
}

/// The session's end of the queue.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    /// Tells connections apart.
    pub(super) connection: u64,
    queue: mpsc::Sender<Parcel>,
    waiting_bytes: Arc<AtomicUsize>,
    hung_up: watch::Sender<Option<CloseCode>>,
}

/// Tells when the connection is to be closed at once.
#[derive(Clone, Debug)]
pub(super) struct HangUp(watch::Receiver<Option<CloseCode>>);

/// The connection's end of the queue.
#[derive(Debug)]
pub(super) struct Outlet {
    queue: mpsc::Receiver<Parcel>,
    waiting_bytes: Arc<AtomicUsize>,
}

impl Outbox {
    pub(super) fn new(connection: u64) -> (Self, Outlet) {
        let (sender, receiver) = mpsc::channel(QUEUE_MESSAGES);
        let waiting_bytes = Arc::<AtomicUsize>::default();
        let outlet = Outlet { queue: receiver, waiting_bytes: Arc::clone(&waiting_bytes) };
        let hung_up = watch::Sender::new(None);
        (Self { connection, queue: sender, waiting_bytes, hung_up }, outlet)
    }

    /// Sends a message, or hangs up if too much waits already. Never blocks.
    pub(super) fn send(&self, message: &impl Serialize) {
        let text = match serde_json::to_string(message) {
            Ok(text) => text,
            Err(error) => return log::error!("a message cannot be written: {error}"),
        };
        let length = text.len();
        let waiting = self.waiting_bytes.fetch_add(length, Ordering::Relaxed);
        let is_full = waiting > 0 && waiting + length > QUEUE_BYTES;
        if is_full || self.queue.try_send(Parcel::Text(text)).is_err() {
            self.hang_up(CloseCode::SlowReader);
        }
    }

    /// Closes the connection after what waits has been sent.
    pub(super) fn close(&self, code: CloseCode) {
        if self.queue.try_send(Parcel::Close(code)).is_err() {
            self.hang_up(code);
        }
    }

    /// Closes the connection now.
    pub(super) fn hang_up(&self, code: CloseCode) {
        self.hung_up.send_if_modified(|hung_up| {
            let is_first = hung_up.is_none();
            *hung_up = hung_up.or(Some(code));
            is_first
        });
    }

    /// To wait for the end of the connection.
    pub(super) fn watch(&self) -> HangUp {
        HangUp(self.hung_up.subscribe())
    }
}

impl HangUp {
    /// Waits until the connection is to be closed at once, and tells why.
    pub(super) async fn wait(&mut self) -> CloseCode {
        let hung_up = self.0.wait_for(Option::is_some).await;
        hung_up.ok().and_then(|code| *code).unwrap_or(CloseCode::Shutdown)
    }
}

impl Outlet {
    /// The next thing to send; none once the session has let go of the connection.
    pub(super) async fn next(&mut self) -> Option<Parcel> {
        self.queue.recv().await
    }

    /// A text has been sent.
    pub(super) fn sent(&self, length: usize) {
        self.waiting_bytes.fetch_sub(length, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_does_not_read_is_dropped() {
        let (outbox, _outlet) = Outbox::new(1);
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
        let (outbox, outlet) = Outbox::new(1);
        let large = "x".repeat(QUEUE_BYTES / 2);
        outbox.send(&"x".repeat(QUEUE_BYTES + 9));
        outlet.sent(QUEUE_BYTES + 11);
        outbox.send(&large);
        assert_eq!(*outbox.watch().0.borrow(), None);
        outbox.send(&large);
        assert_eq!(*outbox.watch().0.borrow(), Some(CloseCode::SlowReader));
    }
}
