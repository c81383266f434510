//! The memory for everything that clients can make grow: connections, messages, sessions, the games in requests,
//! reviews, and answers that have not been sent.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What a request of this size or less needs is small: it may use all memory, and waits for it if necessary.
const SMALL_KB: usize = 1 << 10;

/// The memory that clients may use, with one permit for each kB.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    free: Arc<Semaphore>,
    /// What large requests leave for small ones, in kB.
    reserve: usize,
}

/// Memory taken from a budget. Dropping it gives the memory back.
#[derive(Debug)]
pub(super) struct MemoryPermit {
    budget: Budget,
    permit: OwnedSemaphorePermit,
}

impl Budget {
    pub(super) fn new(mb: u32) -> Self {
        let kb = (mb as usize) << 10;
        Self { free: Arc::new(Semaphore::new(kb)), reserve: kb / 4 }
    }

    /// Takes memory for this many bytes if there is enough for a new request.
    pub(super) fn take(&self, bytes: usize) -> Option<MemoryPermit> {
        self.take_more(0, bytes.div_ceil(1 << 10))
    }

    /// Takes memory for a request that has some already, in kB.
    fn take_more(&self, own: usize, more: usize) -> Option<MemoryPermit> {
        let is_large = own + more > SMALL_KB;
        if is_large && self.free.available_permits() < self.reserve.saturating_add(more) {
            return None;
        }
        self.take_kb(more)
    }

    /// Like [`Self::take`], but waits for the memory of a small request.
    pub(super) async fn wait(&self, bytes: usize) -> Option<MemoryPermit> {
        let kb = bytes.div_ceil(1 << 10);
        if kb > SMALL_KB {
            return self.take(bytes);
        }
        let permit = Arc::clone(&self.free).acquire_many_owned(kb as u32).await;
        Some(MemoryPermit { budget: self.clone(), permit: permit.ok()? })
    }

    /// Takes memory for this many bytes if there is any, to finish a request that has been accepted.
    pub(super) fn take_last(&self, bytes: usize) -> Option<MemoryPermit> {
        self.take_kb(bytes.div_ceil(1 << 10))
    }

    fn take_kb(&self, kb: usize) -> Option<MemoryPermit> {
        let permit = Arc::clone(&self.free).try_acquire_many_owned(kb.try_into().ok()?).ok()?;
        Some(MemoryPermit { budget: self.clone(), permit })
    }
}

impl MemoryPermit {
    /// Makes this memory for `bytes` bytes. If there is not enough, it stays as it is and the answer is false.
    pub(super) fn resize(&mut self, bytes: usize) -> bool {
        let (kb, own) = (bytes.div_ceil(1 << 10), self.permit.num_permits());
        if kb <= own {
            drop(self.permit.split(own - kb));
            return true;
        }
        let more = self.budget.take_more(own, kb - own);
        more.is_some_and(|more| {
            self.permit.merge(more.permit);
            true
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Budget {
        /// The memory that a large request may take, in kB.
        pub(crate) fn free_kb(&self) -> usize {
            self.free.available_permits().saturating_sub(self.reserve)
        }
    }

    #[test]
    fn large_requests_leave_room_for_small_ones() {
        let budget = Budget::new(8);
        let mut large = budget.take(4 << 20).unwrap();
        assert!(budget.take(3 << 20).is_none(), "a quarter is for small requests");
        assert!(!large.resize(7 << 20) && large.resize(6 << 20) && budget.free_kb() == 0);
        assert!(!large.resize((6 << 20) + 1), "growth by little is growth of a large request");
        let small = [budget.take(1 << 20).unwrap(), budget.take(1 << 20).unwrap()];
        assert!(budget.take(1).is_none() && !large.resize((6 << 20) + 1));
        assert!(large.resize(5 << 20));
        assert!(budget.take((1 << 20) + 1).is_none() && budget.take_last(1 << 20).is_some());
        drop((large, small));
        assert_eq!(budget.free_kb(), 6 << 10);
        assert!(budget.take(usize::MAX).is_none());
    }
}
