//! Stop and ponder hit signals. Apart from the transposition table, they are all the state that an engine and its
//! search threads share.

use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Condvar, Mutex, PoisonError};

/// Stops and ponder hits of numbered searches.
///
/// Searches are numbered from 1 in the order in which they are requested. A stop covers every search up to a number, so
/// a stop that arrives before its search has begun still ends that search, and nothing needs to be reset.
///
/// The two numbers stored here only grow and imply nothing about other memory: the inputs and results of a search pass
/// through channels. All accesses can therefore be relaxed. A thread that polls sees a new number soon; a sleeping
/// thread is woken under the lock, which orders the change before the thread's next check.
#[derive(Debug, Default)]
pub struct Signals {
    /// The number up to which searches are stopped.
    stopped: AtomicU64,
    /// The number up to which searches have received their ponder hit.
    hit: AtomicU64,
    /// Guards the sleep of a main thread that has nothing left to search but may not report its best move yet.
    sleep: Mutex<()>,
    wake: Condvar,
}

impl Signals {
    /// Stops every search up to `id`. `u64::MAX` stops all searches, including future ones.
    pub fn stop(&self, id: u64) {
        self.stopped.fetch_max(id, Ordering::Relaxed);
        self.wake();
    }

    /// Starts the clock of every search up to `id`.
    pub fn ponder_hit(&self, id: u64) {
        self.hit.fetch_max(id, Ordering::Relaxed);
        self.wake();
    }

    /// Whether search `id` is stopped.
    pub fn is_stopped(&self, id: u64) -> bool {
        self.stopped.load(Ordering::Relaxed) >= id
    }

    /// Whether search `id` has received its ponder hit.
    pub fn is_hit(&self, id: u64) -> bool {
        self.hit.load(Ordering::Relaxed) >= id
    }

    /// Waits until `done` returns true. `done` is called at once, and again after every stop and ponder hit.
    pub fn wait_until(&self, done: impl Fn() -> bool) {
        let mut guard = self.sleep.lock().unwrap_or_else(PoisonError::into_inner);
        while !done() {
            guard = self.wake.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn wake(&self) {
        // A waiting thread holds the lock from its check until it sleeps, so it cannot miss the change.
        drop(self.sleep.lock().unwrap_or_else(PoisonError::into_inner));
        self.wake.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_cover_earlier_searches_only() {
        let signals = Signals::default();
        signals.stop(2);
        signals.stop(1);
        assert!(signals.is_stopped(1) && signals.is_stopped(2) && !signals.is_stopped(3));
        assert!(!signals.is_hit(1));
        signals.wait_until(|| signals.is_stopped(2));
    }
}
