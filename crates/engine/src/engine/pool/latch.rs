//! A stop that holds whenever it comes: before its search has begun, while it runs, or after it.

use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::{Mutex, PoisonError};

/// Whether a search is to be stopped, and its handle `S` while it runs.
///
/// The flag is set before the lock is taken, and read under the lock. So whoever takes it last, the thread that stops or
/// the one that begins, sees what the other has done: the lock orders them, and the flag by itself could be relaxed. It is
/// not, because it is also read without the lock, together with other marks of the request.
#[derive(Debug)]
pub(super) struct StopLatch<S> {
    is_stopped: AtomicBool,
    search: Mutex<Option<S>>,
}

impl<S> StopLatch<S> {
    pub(super) fn new() -> Self {
        Self { is_stopped: AtomicBool::new(false), search: Mutex::new(None) }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Has `stop` end the search, also if it has not begun yet: then [`Self::begin`] does it.
    pub(super) fn stop(&self, stop: impl FnOnce(&S)) {
        self.is_stopped.store(true, Ordering::SeqCst);
        if let Some(search) = &*self.search.lock().unwrap_or_else(PoisonError::into_inner) {
            stop(search);
        }
    }

    /// The search begins. If it is to be stopped, `stop` does it.
    pub(super) fn begin(&self, handle: S, stop: impl FnOnce(&S)) {
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_stopped() {
            stop(&handle);
        }
        *search = Some(handle);
    }

    /// The search is over.
    pub(super) fn end(&self) {
        *self.search.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
