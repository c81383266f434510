//! The transposition table, shared by all threads without a lock.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::thread;

use super::slot::{self, Slot};
use super::{Bound, params};
use crate::memory::{MemoryLimit, Reservation};
use crate::platform::{self, prefetch};
use crate::types::{MATE_BOUND, Move, Value, is_mate, is_rule, is_table};

/// The number of entries that a key may be stored in. Together they fill a cache line.
const WAYS: usize = 4;
/// The minimum number of entries per clearing thread. Clearing fewer takes less time than starting a thread.
const SHARE_MIN: usize = 1 << 18;
/// The number of bits in the generation counter.
const GENERATION_BITS: u32 = 5;
const GENERATION_MASK: u8 = (1 << GENERATION_BITS) - 1;

/// The number of entries to allocate besides those of a table of this size, so that its first entry can be aligned.
fn unused(bytes: usize) -> usize {
    platform::block_alignment(bytes) / size_of::<Slot>() - 1
}

/// The results of searched nodes, by position key.
///
/// An entry consists of two words that no lock guards; `search/slot.rs` explains why that is safe. The generation,
/// which numbers the searches, only helps to select the entry to replace. It is set before the search threads receive
/// the request, so they see the new value.
#[derive(Debug)]
pub struct TranspositionTable {
    /// The entries, after `first` unused ones.
    entries: Box<[Slot]>,
    /// The index of the first entry, which starts a cache line and, in a large table, a huge page.
    first: usize,
    /// The number of groups of [`WAYS`] entries.
    groups: usize,
    generation: AtomicU8,
    /// Whether the table is new, so the system may not have allocated its memory yet.
    is_fresh: AtomicBool,
    reservation: Reservation,
}

/// The smallest table, of a few entries.
impl Default for TranspositionTable {
    fn default() -> Self {
        Self::with_groups(1, Reservation::default())
    }
}

/// The error if there is too little memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not enough memory for a transposition table of {megabytes} MB")]
pub struct TableError {
    /// The requested size in MB.
    pub megabytes: usize,
}

/// What the table stores about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Best move, or the one that failed high. Check that it is legal, because keys may collide.
    pub mv: Option<Move>,
    /// Value, from the side to move's point of view. Mates are counted from the root of the search that probes the
    /// table.
    pub value: Value,
    /// Static evaluation, from the side to move's point of view, without corrections.
    pub eval: Value,
    /// Depth of the search that found the value, in plies; 0 for the quiescence search.
    pub depth: i32,
    /// How the value relates to the true value; `None` if the value must not be used.
    pub bound: Option<Bound>,
    /// Whether the node is, or was, part of a principal variation.
    pub was_pv: bool,
}

impl Entry {
    /// Whether the value allows a cutoff in a null window.
    #[inline]
    pub(super) fn allows_cutoff(&self, alpha: Value, beta: Value) -> bool {
        debug_assert!(self.bound.is_none() || !is_rule(self.value));
        match self.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.value >= beta,
            Some(Bound::Upper) => self.value <= alpha,
            None => false,
        }
    }

    /// Whether the value is a proven mate, which no deeper search changes.
    #[inline]
    pub(super) fn is_proven_mate(&self) -> bool {
        match self.bound {
            Some(Bound::Exact) => is_mate(self.value),
            Some(Bound::Lower) => self.value >= MATE_BOUND,
            Some(Bound::Upper) => self.value <= -MATE_BOUND,
            None => false,
        }
    }
}

impl TranspositionTable {
    /// An empty table of `megabytes` MB (2^20 bytes), at least one.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        Self::within(megabytes, &MemoryLimit::default(), &Reservation::default())
    }

    /// An empty table of a different size to replace this one, subject to a memory limit.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn resized(&self, megabytes: usize, limit: &MemoryLimit) -> Result<Self, TableError> {
        Self::within(megabytes, limit, &self.reservation)
    }

    fn within(
        megabytes: usize,
        limit: &MemoryLimit,
        given_up: &Reservation,
    ) -> Result<Self, TableError> {
        let error = TableError { megabytes };
        let groups = megabytes.max(1).checked_mul((1 << 20) / (16 * WAYS)).ok_or(error)?;
        let bytes = groups.checked_mul(WAYS * size_of::<Slot>()).ok_or(error)?;
        let count = groups * WAYS + unused(bytes);
        // The zeroed allocation below touches no pages, but it aborts if memory is short, so check first.
        Vec::<[u64; 2]>::new().try_reserve_exact(count).map_err(|_| error)?;
        let reservation = limit.reserve(count * size_of::<Slot>(), given_up).ok_or(error)?;
        Ok(Self::with_groups(groups, reservation))
    }

    /// An empty table of `groups` groups, at least one.
    fn with_groups(groups: usize, reservation: Reservation) -> Self {
        let count = groups * WAYS;
        let bytes = count * size_of::<Slot>();
        let entries: Box<[Slot]> = vec![[0u64; 2]; count + unused(bytes)]
            .into_iter()
            .map(|[check, data]| [AtomicU64::new(check), AtomicU64::new(data)])
            .collect();
        // The size of an entry divides that of a cache line, so the offset is at most `unused`.
        let alignment = platform::block_alignment(bytes);
        let first = entries.as_ptr().align_offset(alignment).min(unused(bytes));
        platform::advise_huge_pages(&entries[first..first + count]);
        let (generation, is_fresh) = (AtomicU8::new(0), AtomicBool::new(true));
        Self { entries, first, groups, generation, is_fresh, reservation }
    }

    /// The size in MB.
    #[cfg(test)]
    pub(crate) fn megabytes(&self) -> usize {
        size_of_val(self.slots()) >> 20
    }

    /// Removes all entries, on several threads if the table is large.
    pub fn clear(&self, threads: usize) {
        let share = self.slots().len().div_ceil(threads.max(1)).max(SHARE_MIN);
        thread::scope(|scope| {
            let mut shares = self.slots().chunks(share);
            let own = shares.next();
            for share in shares {
                let clear = || share.iter().for_each(slot::clear);
                // If a thread cannot be started, clear its share here.
                if thread::Builder::new().spawn_scoped(scope, clear).is_err() {
                    clear();
                }
            }
            own.into_iter().flatten().for_each(slot::clear);
        });
        self.generation.store(0, Ordering::Relaxed);
        self.is_fresh.store(false, Ordering::Relaxed);
    }

    /// Touches every page of a new table so that the system allocates its memory now. Otherwise the system would
    /// allocate each page at the first write to it, during the first search; allocating a huge page takes as long as
    /// searching many nodes.
    pub fn touch(&self, threads: usize) {
        if self.is_fresh() {
            self.clear(threads);
        }
    }

    /// Whether the table is new and has been neither cleared nor touched.
    pub(crate) fn is_fresh(&self) -> bool {
        self.is_fresh.load(Ordering::Relaxed)
    }

    /// Marks the start of a search. Entries of earlier searches are then replaced first.
    pub fn new_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// The share of entries written by the current search, per mille, estimated from a sample.
    pub fn hashfull(&self) -> u32 {
        let sample = self.slots().len().min(1000);
        let generation = self.generation();
        let used = self.slots()[..sample].iter().filter(|slot| {
            let data = Data(slot::data(slot));
            data.0 != 0 && data.generation() == generation
        });
        (used.count() * 1000 / sample) as u32
    }

    /// All entries.
    fn slots(&self) -> &[Slot] {
        &self.entries[self.first..self.first + self.groups * WAYS]
    }

    /// Prefetches the entries for a key, which will be probed soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.group(key)[0]);
    }

    /// The entry for a key, at a node `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.group(key).iter().find_map(|slot| {
            let data = slot::data(slot);
            slot::is_of(slot, data, key).then(|| Data(data).entry(ply))
        })
    }

    /// Stores the result of a node `ply` plies from the root. If the result has no move, the move of the existing entry
    /// is kept.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let generation = self.generation();
        let mut victim = None;
        let mut least = i32::MAX;
        for slot in self.group(key) {
            let data = Data(slot::data(slot));
            if data.0 == 0 {
                victim = Some(slot);
                break;
            }
            if slot::is_of(slot, data.0, key) {
                let stored = data.entry(ply);
                entry.mv = entry.mv.or(stored.mv);
                // Keep a much deeper result of the same search, except for its move: the newer move is better informed.
                let keep = data.generation() == generation
                    && entry.bound != Some(Bound::Exact)
                    && stored.bound.is_some()
                    && entry.depth + params::tt_keep_depth() < stored.depth;
                if keep {
                    entry = Entry { mv: entry.mv, ..stored };
                }
                victim = Some(slot);
                break;
            }
            let age = generation.wrapping_sub(data.generation()) & GENERATION_MASK;
            let keep_score = data.depth() - params::tt_age_weight() * i32::from(age);
            if keep_score < least {
                (least, victim) = (keep_score, Some(slot));
            }
        }
        if let Some(victim) = victim {
            slot::store(victim, key, Data::pack(&entry, ply, generation).0);
        }
    }

    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed) & GENERATION_MASK
    }

    #[inline]
    fn group(&self, key: u64) -> &[Slot] {
        // The high half of the product spreads keys evenly over any number of groups.
        let group = ((u128::from(key) * self.groups as u128) >> 64) as usize;
        let start = self.first + group * WAYS;
        &self.entries[start..start + WAYS]
    }
}

/// Whether a value counts plies from the root and so depends on the ply of the node.
#[inline]
const fn counts_plies(value: Value) -> bool {
    is_mate(value) || is_table(value)
}

/// A packed entry. From the lowest bit up: 16 bits for the move, 16 for the value, 16 for the evaluation, 8 for the
/// depth, 2 for the bound, 1 for the PV flag and 5 for the generation. Never 0 for a stored entry.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    #[inline]
    fn pack(entry: &Entry, ply: usize, generation: u8) -> Self {
        let value = match entry.value {
            v if counts_plies(v) => v + v.signum() * ply as Value,
            v => v,
        };
        let bound = match entry.bound {
            None => 0,
            Some(Bound::Exact) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Upper) => 3,
        };
        // Depths are stored plus one, so that no entry packs to zero.
        let depth = (entry.depth + 1).clamp(1, 255) as u64;
        Self(
            u64::from(entry.mv.map_or(0, Move::bits))
                | u64::from(value as i16 as u16) << 16
                | u64::from(entry.eval as i16 as u16) << 32
                | depth << 48
                | bound << 56
                | u64::from(entry.was_pv) << 58
                | u64::from(generation) << 59,
        )
    }

    #[inline]
    fn entry(self, ply: usize) -> Entry {
        let stored = Value::from((self.0 >> 16) as i16);
        let value = match stored {
            v if counts_plies(v) => v - v.signum() * ply as Value,
            v => v,
        };
        // A mate passed on from search to search may end up beyond the maximum ply.
        let is_too_far = counts_plies(stored) && !counts_plies(value);
        Entry {
            mv: Move::from_bits(self.0 as u16),
            value,
            eval: Value::from((self.0 >> 32) as i16),
            depth: self.depth(),
            bound: match self.0 >> 56 & 3 {
                _ if is_too_far => None,
                0 => None,
                1 => Some(Bound::Exact),
                2 => Some(Bound::Lower),
                _ => Some(Bound::Upper),
            },
            was_pv: self.0 >> 58 & 1 != 0,
        }
    }

    #[inline]
    fn depth(self) -> i32 {
        (self.0 >> 48 & 0xff) as i32 - 1
    }

    #[inline]
    fn generation(self) -> u8 {
        (self.0 >> 59) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MAX_PLY, mate_in, mated_in, table_win_in};

    fn entry(value: Value, depth: i32) -> Entry {
        let mv = "h2e2".parse().ok();
        Entry { mv, value, eval: -77, depth, bound: Some(Bound::Lower), was_pv: depth % 2 == 1 }
    }

    #[test]
    fn the_default_table_is_small_and_works() {
        let table = TranspositionTable::default();
        for key in [0, 1, u64::MAX / 2, u64::MAX] {
            assert_eq!(table.probe(key, 0), None);
            table.store(key, 0, entry(40, 3));
            assert_eq!(table.probe(key, 0).map(|entry| entry.value), Some(40));
        }
        assert!(table.hashfull() > 0);
        table.clear(1);
        assert_eq!((table.hashfull(), table.probe(1, 0)), (0, None));
    }

    #[test]
    fn entries_come_back_and_mates_follow_the_ply() {
        let table = TranspositionTable::new(1).unwrap();
        assert_eq!(table.probe(0, 0), None);
        for (key, value) in [(1, 35), (u64::MAX, -1234), (1 << 63, 28_000)] {
            table.store(key, 3, entry(value, 9));
            assert_eq!(table.probe(key, 5), Some(entry(value, 9)));
        }
        table.store(2, 3, entry(mate_in(7), 9));
        assert_eq!(table.probe(2, 1), Some(entry(mate_in(5), 9)));
        table.store(2, 3, entry(mated_in(6), 9));
        assert_eq!(table.probe(2, 0), Some(entry(mated_in(3), 9)));
        table.store(2, 3, entry(table_win_in(7), 9));
        assert_eq!(table.probe(2, 1), Some(entry(table_win_in(5), 9)));
        table.store(2, 3, entry(mate_in(2 * MAX_PLY - 1), 9));
        assert_eq!(table.probe(2, 3), Some(entry(mate_in(2 * MAX_PLY - 1), 9)));
        assert_eq!(
            table.probe(2, 5).map(|entry| entry.bound),
            Some(None),
            "no longer a mate's score"
        );
        table.clear(1);
        assert_eq!(table.probe(2, 0), None);
    }

    #[test]
    fn threads_clear_the_whole_table_together() {
        let table = TranspositionTable::new(32).unwrap();
        for threads in [0, 1, 3, 100] {
            // The keys are evenly spread, so that no share is empty.
            let keys = || (0..=255u64).map(|i| i * (u64::MAX / 255));
            keys().for_each(|key| table.store(key, 0, entry(0, 3)));
            assert!(keys().all(|key| table.probe(key, 0).is_some()));
            table.clear(threads);
            assert!(keys().all(|key| table.probe(key, 0).is_none()), "{threads}");
        }
    }

    #[test]
    fn a_full_group_gives_up_its_shallowest_entry() {
        let table = TranspositionTable::new(1).unwrap();
        for key in 0..WAYS as u64 {
            table.store(key, 0, entry(0, 10 + key as i32));
        }
        table.store(99, 0, entry(0, 4));
        assert!(table.probe(0, 0).is_none() && table.probe(1, 0).is_some());
        assert!(table.probe(99, 0).is_some());
    }

    #[test]
    fn a_result_without_a_move_keeps_the_known_one() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(5, 0, entry(10, 3));
        table.store(5, 0, Entry { mv: None, ..entry(20, 6) });
        assert_eq!(table.probe(5, 0), Some(entry(20, 6)));
    }

    #[test]
    fn a_shallow_result_changes_the_move_of_a_deep_one_and_nothing_else() {
        let newer_move = "b2e2".parse().ok();
        let newer =
            |depth| Entry { mv: newer_move, was_pv: !entry(20, depth).was_pv, ..entry(20, depth) };
        for (depth, is_kept) in [(5, true), (6, false)] {
            let table = TranspositionTable::new(1).unwrap();
            table.store(5, 0, entry(10, 9));
            table.store(5, 0, newer(depth));
            let expected =
                if is_kept { Entry { mv: newer_move, ..entry(10, 9) } } else { newer(depth) };
            assert_eq!(table.probe(5, 0), Some(expected), "{depth}");
        }
        // Of an entry from an earlier search, only the move is kept, and only if the new result has none.
        let table = TranspositionTable::new(1).unwrap();
        table.store(5, 0, entry(10, 9));
        table.new_search();
        table.store(5, 0, Entry { mv: None, ..newer(2) });
        assert_eq!(table.probe(5, 0), Some(Entry { mv: entry(0, 0).mv, ..newer(2) }));
    }

    #[test]
    fn the_generation_and_the_rest_of_an_entry_leave_each_other_alone() {
        let table = TranspositionTable::default();
        for depth in 0..2 << GENERATION_BITS {
            table.new_search();
            assert_eq!(table.hashfull(), 0, "the entries are of earlier searches");
            table.store(7, 0, entry(-1, depth));
            assert!(table.hashfull() > 0);
            assert_eq!(table.probe(7, 0), Some(entry(-1, depth)));
        }
    }

    #[test]
    fn tables_start_on_huge_pages_or_cache_lines() {
        for (megabytes, alignment) in [(1, 64), (16, platform::block_alignment(16 << 20))] {
            let table = TranspositionTable::new(megabytes).unwrap();
            assert_eq!(table.slots().as_ptr().align_offset(alignment), 0);
            assert_eq!(size_of_val(table.slots()), megabytes << 20);
        }
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert!(TranspositionTable::new(usize::MAX >> 4).is_err());
        assert!(TranspositionTable::new(usize::MAX).is_err());
    }
}
