//! How far a host may be ahead of the session: what it writes beyond that stays in the pipe.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes of lines that may wait, with what keeping a line costs. Some hundred thousand lines of usual length.
const BYTES_MAX: usize = 16 << 20;
/// What a line costs beside its text, about.
const LINE_COST: usize = 128;

/// The lines that have been read and not been dealt with, in bytes.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    bytes: Mutex<usize>,
    left: Condvar,
}

impl Backlog {
    /// Waits until there is room for a line of so many bytes, and takes it. A single line always has room.
    pub(super) fn enter(self: &Arc<Self>, bytes: usize) -> Room {
        let bytes = bytes + LINE_COST;
        let mut taken = self.bytes();
        while *taken > 0 && *taken + bytes > BYTES_MAX {
            taken = self.left.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        *taken += bytes;
        Room { backlog: Arc::clone(self), bytes }
    }

    fn bytes(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The room that a line takes, until this is dropped.
#[derive(Debug)]
pub(super) struct Room {
    backlog: Arc<Backlog>,
    bytes: usize,
}

impl Drop for Room {
    fn drop(&mut self) {
        *self.backlog.bytes() -= self.bytes;
        self.backlog.left.notify_one();
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
        let backlog = Arc::<Backlog>::default();
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
        assert_eq!(*backlog.bytes(), 0);
        // Whatever its length, a line that is alone has room.
        drop(backlog.enter(2 * BYTES_MAX));
    }
}
