//! Work done by a separate thread, which its caller need not wait for.

use std::io;
use std::ops::ControlFlow;
use std::panic;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The number of results that may be waiting.
const AHEAD: usize = 8;
/// How often a caller that waits for a result is asked whether to go on.
const TICK: Duration = Duration::from_millis(20);

/// The results of a thread, one by one. If this value is dropped, the thread ends with its next result, which may be
/// never if it reads a pipe that nobody writes.
#[derive(Debug)]
pub(super) struct Background<T> {
    results: Receiver<T>,
    thread: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> Background<T> {
    /// Starts the thread. `work` ends when a result cannot be sent.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub(super) fn start(work: impl FnOnce(&SyncSender<T>) + Send + 'static) -> io::Result<Self> {
        let (sender, results) = mpsc::sync_channel(AHEAD);
        let thread = thread::Builder::new().spawn(move || work(&sender))?;
        Ok(Self { results, thread: Some(thread) })
    }

    /// Waits for the next result; `None` is the end. Returns `Break` as soon as `wait` does.
    ///
    /// # Panics
    /// If the thread panicked; the message is the same.
    pub(super) fn next(
        &mut self,
        mut wait: impl FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Option<T>> {
        loop {
            match self.results.recv_timeout(TICK) {
                Ok(result) => return ControlFlow::Continue(Some(result)),
                Err(RecvTimeoutError::Timeout) => wait()?,
                Err(RecvTimeoutError::Disconnected) => {
                    if let Some(Err(reason)) = self.thread.take().map(JoinHandle::join) {
                        panic::resume_unwind(reason);
                    }
                    return ControlFlow::Continue(None);
                }
            }
        }
    }
}
