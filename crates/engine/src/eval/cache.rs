//! A cache of values by key, for recurring positions that the transposition table has not kept.

use crate::platform::prefetch;
use crate::types::Value;

/// A small table of values, for one thread.
///
/// An entry is one word that holds the upper 48 bits of the key and the value. The lowest bits of the key are the
/// index.
#[derive(Debug)]
pub(super) struct EvalCache(Box<[u64]>);

impl EvalCache {
    /// The number of entries. They take a quarter of a megabyte, which fits in the level 2 cache.
    const COUNT: usize = 1 << 15;

    pub(super) fn new() -> Self {
        // An empty entry looks like the value 0 of a key whose upper 48 bits are 0. Such keys do not occur in practice.
        Self(vec![0; Self::COUNT].into_boxed_slice())
    }

    /// Prefetches the entry for a key.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.0[key as usize % Self::COUNT]);
    }

    /// The value for a key, from the cache or else from `compute`. The value must fit in 16 bits.
    #[inline]
    pub(super) fn of(&mut self, key: u64, compute: impl FnOnce() -> Value) -> Value {
        let entry = &mut self.0[key as usize % Self::COUNT];
        if (*entry ^ key) >> 16 != 0 {
            *entry = key >> 16 << 16 | u64::from(compute() as i16 as u16);
        }
        Value::from(*entry as i16)
    }
}
