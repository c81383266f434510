//! An entry of the transposition table as threads share it: two words without a lock.
//!
//! The first word is the key xor the data, the second one the data. Each is read and written whole, but nothing orders the
//! two: a reader may see the one of an entry and the other of the next, or the words of two writers mixed. All loads and
//! stores are relaxed, since such a mixture is told by itself. Let the words be `k1 ^ d1` and `d2`. They are taken for the
//! entry of a key `k` if `k1 ^ d1 ^ d2 == k`, so for the key `k1` only if `d1 == d2`, and then `d1` is what was stored.
//! For another key the chance is that of any two keys being the same, which the search has to survive anyway: it checks
//! every move it takes from here. The data say nothing about other memory, so no order with that is needed either.

use crate::sync::atomic::{AtomicU64, Ordering};

/// The two words.
pub(super) type Slot = [AtomicU64; 2];

/// The raw data; 0 if empty.
#[inline]
pub(super) fn data(slot: &Slot) -> u64 {
    slot[1].load(Ordering::Relaxed)
}

/// Whether data that were just read are those of a key.
#[inline]
pub(super) fn is_of(slot: &Slot, data: u64, key: u64) -> bool {
    slot[0].load(Ordering::Relaxed) ^ data == key && data != 0
}

/// Stores data, which are not 0, for a key.
#[inline]
pub(super) fn store(slot: &Slot, key: u64, data: u64) {
    slot[0].store(key ^ data, Ordering::Relaxed);
    slot[1].store(data, Ordering::Relaxed);
}

/// Removes what is stored.
pub(super) fn clear(slot: &Slot) {
    slot[0].store(0, Ordering::Relaxed);
    slot[1].store(0, Ordering::Relaxed);
}
