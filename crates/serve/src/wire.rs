//! A connection's stream, with all limits on what a client may take its time for, and the memory that its incomplete
//! messages take.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use super::budget::{Budget, MemoryPermit};

/// The time limit for receiving the head of a request. Idle connections are closed after this time as well.
pub(super) const HEAD_WITHIN: Duration = Duration::from_secs(10);

/// After receiving this many bytes, a connection lets others have their turn.
const TURN_BYTES: usize = 64 << 10;
/// Memory for an incomplete message is taken in steps of this many bytes. A complete message is copied once.
const STEP: usize = 32 << 10;
const COPIES: usize = 2;

/// A connection's stream. It fails if the client is too slow, or if there is no memory for its message.
#[derive(Debug)]
pub(super) struct Wire {
    stream: TcpStream,
    incoming: Incoming,
    /// The time limit for receiving a message, and for the client to read what has been written.
    transfer_within: Duration,
    /// The number of bytes received in this turn.
    turn: usize,
    /// Ends when the message being received must be complete; `None` if there is none.
    receiving: Option<Pin<Box<Sleep>>>,
    /// Ends when what has been written must have been read; `None` if it has.
    sending: Option<Pin<Box<Sleep>>>,
}

/// The message that a WebSocket is receiving. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Incoming(Arc<Mutex<Partial>>);

#[derive(Debug)]
struct Partial {
    budget: Budget,
    /// Whether the connection is a WebSocket. Before that, the server limits what it receives in other ways.
    is_socket: bool,
    /// The number of bytes received since the last complete message.
    bytes: usize,
    /// When the first of them arrived.
    since: Option<Instant>,
    room: Option<MemoryPermit>,
    failure: Option<Failure>,
}

/// Why a message could not be received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    Slow,
    NoMemory,
}

impl Incoming {
    pub(super) fn new(budget: Budget) -> Self {
        let room = None;
        let (is_socket, bytes, since, failure) = (false, 0, None, None);
        Self(Arc::new(Mutex::new(Partial { budget, is_socket, bytes, since, room, failure })))
    }

    /// Records that the connection has become a WebSocket.
    pub(super) fn begin(&self) {
        self.lock().is_socket = true;
    }

    /// Records that a message is complete. Returns its memory.
    pub(super) fn complete(&self) -> Option<MemoryPermit> {
        let mut partial = self.lock();
        (partial.bytes, partial.since) = (0, None);
        partial.room.take()
    }

    /// Records that a control message of this length has been received, which may have been amid another message.
    pub(super) fn complete_control(&self, length: usize) {
        const HEADER: usize = 6;
        let mut partial = self.lock();
        partial.bytes = partial.bytes.saturating_sub(length + HEADER);
        if partial.bytes == 0 {
            partial.since = None;
        }
    }

    /// Why the last message could not be received, if so.
    pub(super) fn failure(&self) -> Option<Failure> {
        self.lock().failure
    }

    /// Counts bytes that have been received.
    fn add(&self, bytes: usize) -> io::Result<()> {
        let mut partial = self.lock();
        if !partial.is_socket || bytes == 0 {
            return Ok(());
        }
        partial.bytes += bytes;
        partial.since.get_or_insert_with(Instant::now);
        let needed = (partial.bytes / STEP) * STEP * COPIES;
        let Partial { budget, room, .. } = &mut *partial;
        if room.is_none() {
            *room = budget.take(0);
        }
        let fits = room.as_mut().is_some_and(|room| room.resize(needed));
        if fits { Ok(()) } else { Err(partial.fail(Failure::NoMemory)) }
    }

    fn lock(&self) -> MutexGuard<'_, Partial> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Partial {
    fn fail(&mut self, why: Failure) -> io::Error {
        self.failure = Some(why);
        match why {
            Failure::Slow => io::ErrorKind::TimedOut.into(),
            Failure::NoMemory => io::ErrorKind::OutOfMemory.into(),
        }
    }
}

impl Wire {
    pub(super) const fn new(
        stream: TcpStream,
        incoming: Incoming,
        transfer_within: Duration,
    ) -> Self {
        Self { stream, incoming, transfer_within, turn: 0, receiving: None, sending: None }
    }

    /// Fails if the message being received should have been complete by now.
    fn check_receiving(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        let Some(since) = self.incoming.lock().since else {
            self.receiving = None;
            return Ok(());
        };
        let end = since + self.transfer_within;
        let timer = self.receiving.get_or_insert_with(|| Box::pin(sleep_until(end)));
        if timer.deadline() != end {
            timer.as_mut().reset(end);
        }
        match timer.as_mut().poll(cx) {
            Poll::Pending => Ok(()),
            Poll::Ready(()) => Err(self.incoming.lock().fail(Failure::Slow)),
        }
    }

    /// The outcome of an attempt to write, or a failure if the client has not read enough for too long.
    fn written<T>(
        &mut self,
        cx: &mut Context<'_>,
        outcome: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if outcome.is_pending() {
            let end = Instant::now() + self.transfer_within;
            let timer = self.sending.get_or_insert_with(|| Box::pin(sleep_until(end)));
            ready!(timer.as_mut().poll(cx));
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        outcome
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.turn >= TURN_BYTES {
            self.turn = 0;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        let outcome = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if outcome.is_pending() {
            self.turn = 0;
            self.check_receiving(cx)?;
            return Poll::Pending;
        }
        let received = buffer.filled().len() - before;
        self.turn += received;
        self.incoming.add(received)?;
        outcome
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(cx, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.written(cx, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Called once everything has been written.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.sending = None;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
