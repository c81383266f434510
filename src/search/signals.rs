//! The only thing, besides the transposition table, that front-end and workers share.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Stop and ponder-hit marks for numbered searches.
///
/// Searches are numbered from 1 in the order they were asked for. A mark covers every search up to a number, so
/// a stop that arrives before its search has begun still ends it, and nothing ever needs to be reset.
#[derive(Debug, Default)]
pub struct Signals {
    /// Searches up to this number shall end.
    stopped: AtomicU64,
    /// Searches up to this number no longer ponder.
    hit: AtomicU64,
    /// Guards the sleep of a worker that has nothing left to search but must not answer yet.
    sleep: Mutex<()>,
    wake: Condvar,
}

impl Signals {
    /// Ends every search numbered up to `id`. `u64::MAX` ends all that will ever be.
    pub fn stop(&self, id: u64) {
        self.stopped.fetch_max(id, Ordering::Relaxed);
        self.wake();
    }

    /// Turns pondering into thinking for every search up to `id`.
    pub fn ponder_hit(&self, id: u64) {
        self.hit.fetch_max(id, Ordering::Relaxed);
        self.wake();
    }

    /// Whether search `id` shall end.
    #[must_use]
    pub fn is_stopped(&self, id: u64) -> bool {
        self.stopped.load(Ordering::Relaxed) >= id
    }

    /// Whether search `id` has had its ponder hit.
    #[must_use]
    pub fn is_hit(&self, id: u64) -> bool {
        self.hit.load(Ordering::Relaxed) >= id
    }

    /// Sleeps until `done` holds; it is asked again after every stop and ponder hit.
    pub fn wait_until(&self, done: impl Fn() -> bool) {
        let mut guard = self.sleep.lock().unwrap_or_else(PoisonError::into_inner);
        while !done() {
            guard = self.wake.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn wake(&self) {
        // Taking the lock orders the mark before the sleeper's next look at it.
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
