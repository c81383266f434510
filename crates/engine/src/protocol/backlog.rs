//! The backlog of lines from the host that the session has not yet handled. It is limited; further lines stay in the
//! pipe.

use std::sync::Arc;

use crate::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The maximum size of the waiting lines in bytes, including the overhead of each line. It holds about a hundred
/// thousand lines of usual length.
pub(super) const BYTES_MAX: usize = 16 << 20;
/// The approximate overhead of a line, in bytes.
const LINE_COST: usize = 128;

/// The lines that have been read but not yet handled.
#[derive(Debug, Default)]
pub(super) struct LineBacklog {
    waiting: Mutex<WaitingLines>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct WaitingLines {
    bytes: usize,
    /// Whether the number of lines is unlimited.
    is_boundless: bool,
}

impl LineBacklog {
    /// Waits until there is room for a line of `bytes` bytes, and reserves it. If no other line is waiting, there is
    /// always room.
    pub(super) fn enter(self: &Arc<Self>, bytes: usize) -> Room {
        let bytes = bytes + LINE_COST;
        let mut waiting = self.waiting();
        while !waiting.is_boundless && waiting.bytes > 0 && waiting.bytes + bytes > BYTES_MAX {
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        waiting.bytes += bytes;
        Room { backlog: Arc::clone(self), bytes }
    }

    /// Sets whether the backlog is unlimited. It must be unlimited while the session waits for a search that a later
    /// line may end.
    pub(super) fn set_boundless(&self, is_boundless: bool) {
        self.waiting().is_boundless = is_boundless;
        self.changed.notify_one();
    }

    fn waiting(&self) -> MutexGuard<'_, WaitingLines> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The room that a line takes until this value is dropped.
#[derive(Debug)]
pub(super) struct Room {
    backlog: Arc<LineBacklog>,
    bytes: usize,
}

impl Drop for Room {
    fn drop(&mut self) {
        self.backlog.waiting().bytes -= self.bytes;
        self.backlog.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_line_waits_for_room() {
        let backlog = Arc::<LineBacklog>::default();
        let first = backlog.enter(BYTES_MAX - 2 * LINE_COST);
        let (entered, news) = mpsc::channel();
        let same = Arc::clone(&backlog);
        let reader = thread::spawn(move || {
            for bytes in [0, 1] {
                entered.send(same.enter(bytes)).unwrap();
            }
        });
        let second = news.recv().unwrap();
        assert!(news.recv_timeout(Duration::from_millis(50)).is_err(), "there was no room");
        drop(first);
        let third = news.recv_timeout(Duration::from_secs(5)).unwrap();
        reader.join().unwrap();
        drop((second, third));
        assert_eq!(backlog.waiting().bytes, 0);
        // A single line fits, however long it is.
        let long = backlog.enter(2 * BYTES_MAX);
        backlog.set_boundless(true);
        drop((backlog.enter(BYTES_MAX), long));
    }
}
