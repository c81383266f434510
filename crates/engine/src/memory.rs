//! Limits on the memory that engines reserve, for systems that grant every allocation but later kill a process that
//! uses too much.

mod control_group;

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

pub use control_group::memory_left;

/// The bytes that an engine with one thread needs besides its reservations, rounded up.
const OTHER_BYTES: usize = 24 << 20;

/// The memory limit for the tables and threads of all engines that share it. Unlimited by default; clones share the
/// limit.
#[derive(Clone, Debug, Default)]
pub struct MemoryLimit(Option<Arc<Account>>);

#[derive(Debug)]
struct Account {
    room: fn() -> Option<FreeMemory>,
    /// The number of reserved bytes, including those not yet written to.
    reserved: AtomicUsize,
}

/// The bytes that this process already uses, and the bytes that it may still use.
#[derive(Clone, Copy, Debug)]
struct FreeMemory {
    used: usize,
    left: usize,
}

/// Bytes reserved until this is dropped.
#[derive(Debug, Default)]
pub(crate) struct Reservation {
    limit: MemoryLimit,
    bytes: usize,
}

impl MemoryLimit {
    /// The limit set by this process's control groups (Linux). It is read at every reservation, because other processes
    /// in a group use memory too. Unlimited if no limit is set or it cannot be read.
    pub fn of_control_groups() -> Self {
        Self::of(|| {
            let left = memory_left()?;
            let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
            let used = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
            Some(FreeMemory { used: used.unwrap_or(0usize) << 10, left })
        })
    }

    fn of(room: fn() -> Option<FreeMemory>) -> Self {
        Self(Some(Arc::new(Account { room, reserved: AtomicUsize::new(0) })))
    }

    /// A limit for tests, in a process that always uses 20 MB and may use `LEFT` MB more.
    #[cfg(test)]
    pub(crate) fn of_megabytes<const LEFT: usize>() -> Self {
        Self::of(|| Some(FreeMemory { used: 20 << 20, left: LEFT << 20 }))
    }

    /// The number of bytes that may be reserved now, at most `most`.
    pub fn at_most(&self, most: usize) -> usize {
        self.room().map_or(most, |room| room.for_blocks(0).min(most))
    }

    /// Reserves bytes for a table. The reservation `given_up`, which this one replaces, counts as free. Returns `None`
    /// if there is not enough room.
    pub(crate) fn reserve(&self, bytes: usize, given_up: &Reservation) -> Option<Reservation> {
        if let Some(account) = &self.0 {
            let before = account.reserved.load(Ordering::Relaxed);
            let given_up = if *self == given_up.limit { given_up.bytes } else { 0 };
            let after = before.saturating_sub(given_up).saturating_add(bytes);
            if self.room().is_some_and(|room| after > room.for_blocks(before)) {
                return None;
            }
            account.reserved.fetch_add(bytes, Ordering::Relaxed);
        }
        Some(Reservation { limit: self.clone(), bytes })
    }

    fn room(&self) -> Option<FreeMemory> {
        self.0.as_ref().and_then(|account| (account.room)())
    }
}

/// Two limits are equal if they share one account.
impl PartialEq for MemoryLimit {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_ref().map(Arc::as_ptr) == other.0.as_ref().map(Arc::as_ptr)
    }
}

impl Eq for MemoryLimit {}

impl Drop for Reservation {
    fn drop(&mut self) {
        if let Some(account) = &self.limit.0 {
            account.reserved.fetch_sub(self.bytes, Ordering::Relaxed);
        }
    }
}

impl FreeMemory {
    /// The total number of bytes available for blocks, including the `reserved` bytes, an unknown part of which is
    /// already in use.
    const fn for_blocks(self, reserved: usize) -> usize {
        let others = self.used.saturating_sub(reserved);
        let others = if others > OTHER_BYTES { others } else { OTHER_BYTES };
        self.used.saturating_add(self.left).saturating_sub(others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MB: usize = 1 << 20;

    #[test]
    fn reserved_memory_counts_as_used() {
        let blocks = |used, left, reserved| {
            FreeMemory { used: used * MB, left: left * MB }.for_blocks(reserved * MB) / MB
        };
        // A control group limited to 100 MB leaves 76 MB for tables if this process uses 20 MB, whatever was reserved
        // before.
        assert_eq!(blocks(20, 80, 16), 76);
        assert_eq!(blocks(20, 80, 0), 76);
        // Two tables are reserved but not yet written to.
        assert_eq!(blocks(10, 90, 60), 76);
        // One table is full.
        assert_eq!(blocks(94, 0, 70), 70);
        // Other data takes much memory.
        assert_eq!(blocks(70, 30, 16), 46);
        assert_eq!(blocks(20, 0, 0), 0);
    }

    #[test]
    fn a_limit_is_shared_and_given_back() {
        let limit = MemoryLimit::of_megabytes::<80>();
        let none = Reservation::default();
        let first = limit.reserve(40 * MB, &none).unwrap();
        assert!(limit.clone().reserve(40 * MB, &none).is_none());
        assert!(limit.reserve(76 * MB, &first).is_some(), "the first gives way");
        assert!(limit.reserve(77 * MB, &first).is_none());
        let elsewhere = MemoryLimit::default().reserve(usize::MAX, &none).unwrap();
        assert!(limit.reserve(40 * MB, &elsewhere).is_none(), "it belongs to another limit");
        drop(first);
        assert!(limit.reserve(76 * MB, &none).is_some());
        assert_eq!(limit.at_most(usize::MAX), 76 * MB);
        assert_eq!(MemoryLimit::default().at_most(5), 5);
    }
}
