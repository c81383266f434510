//! The transposition table: results of earlier searches, shared by all threads.
//!
//! An entry consists of two words, of which the first is the key xor the second. If two threads each write one half of
//! an entry, it matches no key, so no locks are needed.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// How a score in the table relates to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// The true value is exactly this.
    Exact = 3,
}

/// The stored result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) value: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// The best move's tag, or `None` if every move failed low.
    pub(crate) tag: Option<u16>,
}

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// A table of 2ⁿ entries. Each position has two slots: the first keeps the deepest search, and the second keeps the
/// latest.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<Slot>,
    generation: AtomicU8,
}

impl Table {
    /// Creates a table of at most `megabytes`, but with at least a few entries.
    pub(crate) fn new(megabytes: usize) -> Self {
        let most = (megabytes << 20) / size_of::<Slot>();
        let count = if most < 2 { 2 } else { 1 << most.ilog2() };
        let mut slots = Vec::new();
        slots.resize_with(count, Slot::default);
        Self { slots, generation: AtomicU8::new(0) }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot = Slot::default());
    }

    /// Starts a new generation: results of earlier searches may then be overwritten.
    pub(crate) fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    fn places(&self, key: u64) -> [&Slot; 2] {
        let first = key as usize & (self.slots.len() - 2);
        [&self.slots[first], &self.slots[first + 1]]
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.places(key).into_iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let is_here = slot.check.load(Ordering::Relaxed) ^ data == key;
            is_here.then(|| unpack(data)).flatten()
        })
    }

    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let [deep, latest] = self.places(key);
        let old = deep.data.load(Ordering::Relaxed);
        let is_same = deep.check.load(Ordering::Relaxed) ^ old == key;
        let is_stale = unpack(old).is_none_or(|old| entry.depth >= old.depth)
            || generation_of(old) != generation;
        let slot = if is_same || is_stale { deep } else { latest };
        let data = pack(entry, generation);
        slot.data.store(data, Ordering::Relaxed);
        slot.check.store(key ^ data, Ordering::Relaxed);
    }
}

/// Packs an entry into a word: value (16 bits), tag (16), depth (16), bound (2), whether there is a tag (1), and the
/// generation (8, from bit 56).
fn pack(entry: Entry, generation: u8) -> u64 {
    u64::from(entry.value as i16 as u16)
        | u64::from(entry.tag.unwrap_or(0)) << 16
        | u64::from(entry.depth as i16 as u16) << 32
        | (entry.bound as u64) << 48
        | u64::from(entry.tag.is_some()) << 50
        | u64::from(generation) << 56
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 48 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
        value: i32::from(data as u16 as i16),
        depth: i32::from((data >> 32) as u16 as i16),
        bound,
        tag: (data >> 50 & 1 != 0).then_some((data >> 16) as u16),
    })
}

fn generation_of(data: u64) -> u8 {
    (data >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry =
        Entry { value: -29_990, depth: -1, bound: Bound::Lower, tag: Some(65_535) };

    #[test]
    fn an_entry_comes_back_as_it_was() {
        for tag in [None, Some(0), Some(65_535)] {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                let entry = Entry { bound, tag, ..ENTRY };
                assert_eq!(unpack(pack(entry, 255)), Some(entry));
            }
        }
        assert_eq!(unpack(0), None);
    }

    #[test]
    fn the_deeper_search_stays_and_the_latest_too() {
        let table = Table::new(0);
        let at = |depth| Entry { depth, ..ENTRY };
        table.put(2, at(9));
        table.put(4, at(3));
        assert_eq!(table.get(2), Some(at(9)));
        assert_eq!(table.get(4), Some(at(3)));
        table.put(6, at(1));
        assert_eq!(table.get(2), Some(at(9)));
        assert_eq!(table.get(4), None);
        table.age();
        table.put(8, at(1));
        assert_eq!(table.get(2), None);
    }

    #[test]
    fn half_written_entries_are_nobodys() {
        let table = Table::new(0);
        table.put(2, ENTRY);
        table.slots[0].data.fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(table.get(2), None);
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let mut table = Table::new(1);
        table.put(77, ENTRY);
        table.clear();
        assert_eq!(table.get(77), None);
    }
}
