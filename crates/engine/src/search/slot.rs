//! A transposition table entry that threads share without a lock: two words.
//!
//! The first word is the key XOR the data, and the second is the data. Each word is read and written whole, but nothing
//! orders the two: a reader may see one word of an old entry and the other of a new one, or words from two writers. All
//! loads and stores can be relaxed, because such a mixture is detected. Let the words be `k1 ^ d1` and `d2`. They are
//! accepted as the entry for a key `k` if `k1 ^ d1 ^ d2 == k`. For the key `k1`, this holds only if `d1 == d2`, and
//! then `d1` is what was stored. For another key, a false match is as likely as a collision between two keys, which the
//! search has to survive anyway: it checks every move from the table. The data refers to no other memory, so its
//! accesses need no ordering with other memory either.

use crate::sync::atomic::{AtomicU64, Ordering};

/// The two words.
pub(super) type Slot = [AtomicU64; 2];

/// The raw data; 0 if empty.
#[inline]
pub(super) fn data(slot: &Slot) -> u64 {
    slot[1].load(Ordering::Relaxed)
}

/// Whether the data just read belongs to a key.
#[inline]
pub(super) fn is_of(slot: &Slot, data: u64, key: u64) -> bool {
    slot[0].load(Ordering::Relaxed) ^ data == key && data != 0
}

/// Stores data, which must not be 0, for a key.
#[inline]
pub(super) fn store(slot: &Slot, key: u64, data: u64) {
    slot[0].store(key ^ data, Ordering::Relaxed);
    slot[1].store(data, Ordering::Relaxed);
}

/// Removes the entry.
pub(super) fn clear(slot: &Slot) {
    slot[0].store(0, Ordering::Relaxed);
    slot[1].store(0, Ordering::Relaxed);
}
