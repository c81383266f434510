//! Models of the library's own files: signals and entries of the transposition table.

use loom::sync::Arc;
use loom::sync::atomic::AtomicU64;
use loom::thread;

use crate::signals::Signals;
use crate::slot::{self, Slot};

/// A search that may not answer yet sleeps until it is stopped, whenever the stop arrives.
pub(crate) fn sleeper_wakes_on_stop() {
    let signals = Arc::new(Signals::default());
    let stopper = {
        let signals = Arc::clone(&signals);
        thread::spawn(move || signals.stop(1))
    };
    signals.wait_until(|| signals.is_stopped(1));
    assert!(!signals.is_stopped(2));
    stopper.join().unwrap();
}

/// One thread sleeps until a ponder hit, and one until a stop.
pub(crate) fn sleeper_wakes_on_hit() {
    let signals = Arc::new(Signals::default());
    let host = {
        let signals = Arc::clone(&signals);
        thread::spawn(move || {
            signals.ponder_hit(1);
            signals.stop(1);
        })
    };
    let other = {
        let signals = Arc::clone(&signals);
        thread::spawn(move || signals.wait_until(|| signals.is_stopped(1)))
    };
    signals.wait_until(|| signals.is_stopped(1) || signals.is_hit(1));
    host.join().unwrap();
    other.join().unwrap();
}

/// Two threads stop different searches; a third sees the stop mark only grow.
pub(crate) fn stops_only_grow() {
    let signals = Arc::new(Signals::default());
    let stoppers = [2, 1].map(|id| {
        let signals = Arc::clone(&signals);
        thread::spawn(move || signals.stop(id))
    });
    let seen = signals.is_stopped(2);
    assert!(!seen || signals.is_stopped(2), "a mark once seen stays");
    stoppers.into_iter().for_each(|stopper| stopper.join().unwrap());
    assert!(signals.is_stopped(1) && signals.is_stopped(2) && !signals.is_stopped(3));
}

fn empty() -> Arc<Slot> {
    Arc::new([AtomicU64::new(0), AtomicU64::new(0)])
}

/// The data stored for a key, read as the table reads them.
fn load(slot: &Slot, key: u64) -> Option<u64> {
    let data = slot::data(slot);
    slot::is_of(slot, data, key).then_some(data)
}

const FIRST: (u64, u64) = (0x5A5A_0001, 0x11);
const SECOND: (u64, u64) = (0xA5A5_1000, 0x2200);

fn write(slot: &Arc<Slot>, (key, data): (u64, u64)) -> thread::JoinHandle<()> {
    let slot = Arc::clone(slot);
    thread::spawn(move || slot::store(&slot, key, data))
}

/// Two threads write entries with different keys over each other and over an old entry, while a third thread reads
/// both.
pub(crate) fn writers_of_two_keys() {
    let slot = empty();
    slot::store(&slot, FIRST.0, 0x44);
    let writers = [write(&slot, FIRST), write(&slot, SECOND)];
    if let Some(found) = load(&slot, FIRST.0) {
        assert!(found == FIRST.1 || found == 0x44);
    }
    if let Some(found) = load(&slot, SECOND.0) {
        assert_eq!(found, SECOND.1);
    }
    writers.into_iter().for_each(|writer| writer.join().unwrap());
}

/// Two threads write entries for the same key; a reader sees one of the two.
pub(crate) fn writers_of_one_key() {
    let slot = empty();
    let (one, other) = ((FIRST.0, 0x11), (FIRST.0, 0x2200));
    let writers = [write(&slot, one), write(&slot, other)];
    if let Some(found) = load(&slot, FIRST.0) {
        assert!(found == one.1 || found == other.1);
    }
    writers.into_iter().for_each(|writer| writer.join().unwrap());
    if let Some(found) = load(&slot, FIRST.0) {
        assert!(found == one.1 || found == other.1);
    }
}

/// One thread clears an entry while another stores it.
pub(crate) fn clearing() {
    let slot = empty();
    let writer = write(&slot, FIRST);
    let cleaner = {
        let slot = Arc::clone(&slot);
        thread::spawn(move || slot::clear(&slot))
    };
    assert!(load(&slot, FIRST.0).is_none_or(|found| found == FIRST.1));
    writer.join().unwrap();
    cleaner.join().unwrap();
    assert!(load(&slot, FIRST.0).is_none_or(|found| found == FIRST.1));
    assert_eq!(load(&slot, SECOND.0), None);
}
