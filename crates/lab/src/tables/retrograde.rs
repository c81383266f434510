//! Retrograde analysis of one class: from the mates and the captures back to everything that leads to them.
//!
//! Every entry has sixteen bits and a count. First each position is looked at once: without a move it is lost, and what
//! its captures lead to is known from the tables of the smaller classes. Quiet moves are only counted. Then, for plies
//! 0, 1, 2 and so on, the entries decided at that many plies tell those from which a quiet move leads to them: a
//! position with a move to a lost one is won, and one whose last quiet move to anything but a won position is gone is
//! lost, unless a capture saves it. What is left is drawn, or decided by the ban on perpetual check ([`super::ban`]).
//!
//! Threads share the entries and need no order: wins only ever get shorter, and whoever takes the last move of a count
//! away decides the loss. So the result does not depend on the number of threads.

use std::io;
use std::num::NonZero;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

use super::shared::SharedBytes;
use chuhe_engine::board::Board;
use chuhe_engine::tables::{
    ClassIndex, MaterialClass, PLIES_MAX, Placement, ProbeError, TableValue, Tables,
};
use chuhe_engine::types::{Move, MoveList};
use chuhe_parallel::map_in_order;

/// An entry that stands for no position.
pub(super) const UNUSED: u16 = u16::MAX;
/// Set in entries that are not decided. The rest of such an entry is the least number of plies in which its captures
/// let it be mated.
pub(super) const OPEN: u16 = 0x4000;
/// An open entry that a capture saves from mate.
const SAVED: u16 = OPEN | 0x3fff;
/// Entries that a thread takes at a time.
const CHUNK: u64 = 1 << 14;

/// Whether an entry is not decided.
#[inline]
pub(super) const fn is_open(entry: u16) -> bool {
    entry & 0xc000 == OPEN
}

/// The entries of a class while they are found out.
#[derive(Debug)]
pub(super) struct Work<'a> {
    pub(super) index: &'a ClassIndex,
    /// Tables of all classes that captures lead to.
    pub(super) smaller: &'a Tables,
    memory: SharedBytes,
    counts: SharedBytes,
    threads: NonZero<usize>,
}

/// How far the analysis has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    /// The plies of the next pass.
    pub(super) plies: u16,
    /// The greatest number of plies given to an entry so far, if any.
    pub(super) longest: Option<u16>,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Child {
    /// A position of the same class, by number.
    Quiet { number: u64, checks: bool },
    /// A capture, with the value of the position after it, view of the side to move there.
    Capture(TableValue),
}

/// Why the entries of a class could not be found out.
#[derive(Debug, thiserror::Error)]
pub(super) enum WorkError {
    #[error("{}", chuhe_files::reason(.0))]
    Io(#[from] io::Error),
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// It was told to stop.
    #[error("stopped")]
    Stopped,
    /// There is a mate in more plies than an entry can hold, or a stage too many.
    #[error("a value does not fit into an entry")]
    TooLong,
}

impl<'a> Work<'a> {
    /// Empty entries, in a file without a name in `folder` if they would take more than `memory_bytes`.
    pub(super) fn new(
        index: &'a ClassIndex,
        smaller: &'a Tables,
        threads: usize,
        memory_bytes: u64,
        folder: &std::path::Path,
    ) -> io::Result<Self> {
        let entries = usize::try_from(index.entries()).map_err(io::Error::other)?;
        let is_large = index.entries() * 3 > memory_bytes;
        let get = |length: usize| {
            if is_large {
                SharedBytes::in_file(&tempfile::tempfile_in(folder)?, length)
            } else {
                SharedBytes::in_memory(length)
            }
        };
        let (memory, counts) = (get(2 * entries)?, get(entries)?);
        let threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
        Ok(Self { index, smaller, memory, counts, threads })
    }

    pub(super) fn entries(&self) -> &[AtomicU16] {
        &self.memory.words()[..self.index.entries() as usize]
    }

    pub(super) fn counts(&self) -> &[AtomicU8] {
        &self.counts.bytes()[..self.index.entries() as usize]
    }

    pub(super) fn entry(&self, number: u64) -> u16 {
        self.entries()[number as usize].load(Relaxed)
    }

    /// Has the threads do something for every entry from one number to another, a chunk at a time; the results of the
    /// chunks are in order. `done` is told how many entries are behind, and says whether to go on.
    pub(super) fn for_all<R: Send>(
        &self,
        range: std::ops::Range<u64>,
        done: &(dyn Fn(u64) -> bool + Sync),
        begin: impl Fn() -> R + Sync,
        each: impl Fn(&mut R, u64) -> Result<(), WorkError> + Sync,
    ) -> Result<Vec<R>, WorkError> {
        let chunks = range.clone().step_by(CHUNK as usize);
        let work = |(): &mut (), from| {
            let mut result = begin();
            (from..range.end.min(from + CHUNK)).try_for_each(|number| each(&mut result, number))?;
            Ok((from, result))
        };
        map_in_order(
            self.threads,
            chunks,
            || (),
            work,
            |results| {
                let go_on = |(from, result)| {
                    done(from - range.start).then_some(result).ok_or(WorkError::Stopped)
                };
                results.map(|result| result.and_then(go_on)).collect()
            },
        )
    }

    /// Looks at every position once.
    pub(super) fn begin(&self, done: &(dyn Fn(u64) -> bool + Sync)) -> Result<Stage, WorkError> {
        let longest = self.for_all(
            0..self.index.entries(),
            done,
            || None::<u16>,
            |longest, number| {
                let (entry, count) = self.first_look(number)?;
                self.entries()[number as usize].store(entry, Relaxed);
                self.counts()[number as usize].store(count, Relaxed);
                if entry != UNUSED && !is_open(entry) {
                    *longest = (*longest).max(Some(entry - 1));
                }
                Ok(())
            },
        )?;
        Ok(Stage { plies: 0, longest: longest.into_iter().max().flatten() })
    }

    /// What is known of a position without looking at quiet moves, and how many of those it has.
    fn first_look(&self, number: u64) -> Result<(u16, u8), WorkError> {
        let Some((placement, mover)) = self.index.decode(number) else { return Ok((UNUSED, 0)) };
        let Some(board) = self.index.to_board(&placement, mover) else { return Ok((UNUSED, 0)) };
        let side = board.side_to_move();
        if board.is_in_check(!side) {
            return Ok((UNUSED, 0));
        }
        let moves = board.legal_moves(board.is_in_check(side));
        if moves.is_empty() {
            return Ok((TableValue::LossIn(0).code(), 0));
        }
        let is_own_mirror = self.index.is_own_mirror(&placement);
        let (mut best, mut mated_in, mut is_saved, mut count) = (None, 0, false, 0u8);
        for mv in moves {
            if board.captured_piece(mv).is_none() {
                count += u8::from(!is_own_mirror || is_one_of_two(mv));
                continue;
            }
            match self.smaller.value(&board.with_move(mv))?.before() {
                TableValue::WinIn(plies) => best = Some(best.unwrap_or(plies).min(plies)),
                TableValue::LossIn(plies) => mated_in = plies.max(mated_in),
                _ => is_saved = true,
            }
        }
        if mated_in.max(best.unwrap_or(0)) >= PLIES_MAX {
            return Err(WorkError::TooLong);
        }
        Ok(match best {
            Some(plies) => (TableValue::WinIn(plies).code(), count),
            None if is_saved => (SAVED, count),
            None if count == 0 => (TableValue::LossIn(mated_in).code(), 0),
            None => (OPEN | mated_in, count),
        })
    }

    /// One pass: tells what follows from the entries decided at `stage.plies`.
    pub(super) fn pass(
        &self,
        stage: Stage,
        done: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<Stage, WorkError> {
        let plies = stage.plies;
        if plies + 2 >= PLIES_MAX {
            return Err(WorkError::TooLong);
        }
        let is_lost = plies.is_multiple_of(2);
        let longest = self.for_all(
            0..self.index.entries(),
            done,
            || None,
            |longest, number| {
                if self.entry(number) == plies + 1 {
                    self.for_each_before(number, |before| {
                        let told = if is_lost {
                            self.tell_win(before, plies + 1)
                        } else {
                            self.tell_move_gone(before, plies + 1)
                        };
                        *longest = (*longest).max(told);
                    });
                }
                Ok(())
            },
        )?;
        let longest = longest.into_iter().max().flatten();
        Ok(Stage { plies: plies + 1, longest: longest.max(stage.longest) })
    }

    /// A move mates in so many plies.
    fn tell_win(&self, number: u64, plies: u16) -> Option<u16> {
        let code = TableValue::WinIn(plies).code();
        let shorter = |entry: u16| {
            let is_longer_win = entry < OPEN && entry.is_multiple_of(2) && entry > code;
            (is_open(entry) || is_longer_win).then_some(code)
        };
        self.entries()[number as usize].fetch_update(Relaxed, Relaxed, shorter).ok().map(|_| plies)
    }

    /// Records that one move fails: it leads to a position won for the opponent, with mate in `plies` plies at the
    /// soonest.
    fn tell_move_gone(&self, number: u64, plies: u16) -> Option<u16> {
        let entry = self.entry(number);
        if !is_open(entry) {
            return None;
        }
        let left = self.counts()[number as usize].fetch_sub(1, Relaxed);
        debug_assert!(left > 0, "{} {number}", self.index.class());
        if left != 1 || entry == SAVED {
            return None;
        }
        let plies = plies.max(entry & !OPEN);
        self.entries()[number as usize].store(TableValue::LossIn(plies).code(), Relaxed);
        Some(plies)
    }

    /// The positions from which a quiet move leads to this one, as often as the first look has counted such moves.
    pub(super) fn for_each_before(&self, number: u64, mut tell: impl FnMut(u64)) {
        let Some((placement, mover)) = self.index.decode(number) else { return };
        let Some(board) = self.index.to_board(&placement, mover) else { return };
        let mut retreats = MoveList::new();
        board.retreats(&mut retreats);
        let is_own_mirror = self.index.is_own_mirror(&placement);
        for mv in retreats {
            if is_own_mirror && !is_one_of_two(mv) {
                continue;
            }
            let before = self.index.moved(&placement, mv.to(), mv.from());
            if let Some(number) = self.index.encode(&before, 1 - mover) {
                tell(number);
            }
        }
    }

    /// The position of a number.
    pub(super) fn position(&self, number: u64) -> Option<(Placement, usize, Board)> {
        let (placement, mover) = self.index.decode(number)?;
        Some((placement, mover, self.index.to_board(&placement, mover)?))
    }

    /// Looks at every legal move of a position until told that it is enough.
    pub(super) fn for_each_child(
        &self,
        (placement, mover, board): &(Placement, usize, Board),
        mut look: impl FnMut(Child) -> bool,
    ) -> Result<(), WorkError> {
        for mv in board.legal_moves(board.is_in_check(board.side_to_move())) {
            let child = if board.captured_piece(mv).is_some() {
                Child::Capture(self.smaller.value(&board.with_move(mv))?)
            } else {
                let after = self.index.moved(placement, mv.from(), mv.to());
                let Some(number) = self.index.encode(&after, 1 - mover) else { continue };
                Child::Quiet { number, checks: board.gives_check(mv) }
            };
            if !look(child) {
                break;
            }
        }
        Ok(())
    }

    /// The class.
    pub(super) fn class(&self) -> MaterialClass {
        self.index.class()
    }
}

/// Of a move and its mirror image in a position that is its own mirror image, whether this is the one that counts.
fn is_one_of_two(mv: Move) -> bool {
    mv.bits() <= mv.mirror().bits()
}
