//! Retrograde analysis of a class: works backwards from mates and captures to everything that leads to them.
//!
//! Every entry consists of 16 bits and a count. First, each position is examined once: it is lost if it has no legal
//! move; the values of its captures come from the tables of the smaller classes; its quiet moves are only counted.
//! Then, for 0, 1, 2 and more plies in order, the positions decided at this number of plies update those from which a
//! quiet move leads to them. A position with a move to a lost one is won. A position whose quiet moves all lead to won
//! positions is lost, unless a capture saves it. The remaining positions are drawn or decided by the ban on perpetual
//! check ([`super::ban`]).
//!
//! Threads share the entries and may work in any order: wins can only get shorter, and the thread that decrements a
//! count to 0 decides the loss. The result therefore does not depend on the number of threads.

use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

use super::shared::SharedBytes;
use chuhe_engine::board::Board;
use chuhe_engine::tables::{
    ClassIndex, MaterialClass, PLIES_MAX, Placement, TableValue, Tables, TablesError,
};
use chuhe_engine::types::{Move, MoveList};
use chuhe_util::parallel::map_in_order;

/// An entry that represents no position.
pub(super) const UNUSED: u16 = u16::MAX;
/// The flag of undecided entries. Their other bits hold a lower bound on the distance to mate: the number of plies for
/// which the best capture resists.
pub(super) const OPEN: u16 = 0x4000;
/// An open entry with a capture that avoids mate.
const SAVED: u16 = OPEN | 0x3fff;
/// The number of entries that a thread takes at a time.
const CHUNK: u64 = 1 << 14;

/// Whether an entry is undecided.
#[inline]
pub(super) const fn is_open(entry: u16) -> bool {
    entry & 0xc000 == OPEN
}

/// The entries of a class during the analysis.
#[derive(Debug)]
pub(super) struct Work<'a> {
    pub(super) index: &'a ClassIndex,
    /// The tables of all classes that captures lead to.
    pub(super) smaller: &'a Tables,
    memory: SharedBytes,
    counts: SharedBytes,
    threads: NonZero<usize>,
}

/// The progress of the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    /// The number of plies that the next pass handles.
    pub(super) plies: u16,
    /// The maximum number of plies in any entry so far; `None` if no entry is decided.
    pub(super) longest: Option<u16>,
}

/// The result of a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Child {
    /// The number of a position of the same class, and whether the move checks.
    Quiet { number: u64, checks: bool },
    /// The value of the position after a capture, from the point of view of the side to move there.
    Capture(TableValue),
}

/// Why a table could not be generated.
#[derive(Debug)]
pub(super) enum WorkError {
    /// There is no room for the entries.
    Room(io::Error),
    Tables(TablesError),
    /// The work was stopped from outside.
    Stopped,
    /// A mate takes more plies than an entry can hold, or there are too many stages.
    TooLong,
    Write(PathBuf, io::Error),
}

impl From<TablesError> for WorkError {
    fn from(error: TablesError) -> Self {
        Self::Tables(error)
    }
}

impl<'a> Work<'a> {
    /// Creates empty entries, in an unnamed file in `folder` if they need more than `memory_bytes`.
    pub(super) fn new(
        index: &'a ClassIndex,
        smaller: &'a Tables,
        threads: usize,
        memory_bytes: u64,
        folder: &std::path::Path,
    ) -> io::Result<Self> {
        let entries = usize::try_from(index.entries()).map_err(io::Error::other)?;
        let is_large = index.entries() * 3 > memory_bytes;
        let [memory, counts] = [2 * entries, entries].map(|length| {
            if is_large {
                SharedBytes::in_file(&tempfile::tempfile_in(folder)?, length)
            } else {
                SharedBytes::in_memory(length)
            }
        });
        let (memory, counts) = (memory?, counts?);
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

    /// Calls `each` for every entry of a range, in chunks on several threads, and returns the results of the chunks in
    /// order. For each chunk, `done` is called with the number of entries before it and returns whether to continue.
    pub(super) fn for_all<R: Send>(
        &self,
        range: std::ops::Range<u64>,
        done: &(dyn Fn(u64) -> bool + Sync),
        begin: impl Fn() -> R + Sync,
        each: impl Fn(&mut R, u64) -> Result<(), WorkError> + Sync,
    ) -> Result<Vec<R>, WorkError> {
        let chunks = range.clone().step_by(CHUNK as usize);
        map_in_order(
            self.threads,
            chunks,
            || (),
            |(), from| {
                let mut result = begin();
                (from..range.end.min(from + CHUNK))
                    .try_for_each(|number| each(&mut result, number))?;
                Ok((from, result))
            },
            |results| {
                let go_on = |(from, result)| {
                    done(from - range.start).then_some(result).ok_or(WorkError::Stopped)
                };
                results.map(|result| result.and_then(go_on)).collect()
            },
        )
    }

    /// Examines every position once.
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

    /// Evaluates a position without its quiet moves, and counts its quiet moves.
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

    /// Runs one pass, which draws the conclusions from the entries decided at `stage.plies`.
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
                            self.record_win(before, plies + 1)
                        } else {
                            self.record_losing_move(before, plies + 1)
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

    /// Records that a move mates in this number of plies. Returns `plies` if this changes the entry.
    fn record_win(&self, number: u64, plies: u16) -> Option<u16> {
        let code = TableValue::WinIn(plies).code();
        self.entries()[number as usize]
            .fetch_update(Relaxed, Relaxed, |entry: u16| {
                let is_longer_win = entry < OPEN && entry.is_multiple_of(2) && entry > code;
                (is_open(entry) || is_longer_win).then_some(code)
            })
            .ok()
            .map(|_| plies)
    }

    /// Records that a move loses: it leads to a position from which the opponent mates `plies` plies after this
    /// position. Returns `plies`, or the length of a longer loss by a capture, if this was the last move that did not
    /// lose, so that the position is lost.
    fn record_losing_move(&self, number: u64, plies: u16) -> Option<u16> {
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

    /// Calls `tell` with the positions from which a quiet move leads to this one, once for each such move that was
    /// counted when that position was first examined.
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

    pub(super) fn position(&self, number: u64) -> Option<(Placement, usize, Board)> {
        let (placement, mover) = self.index.decode(number)?;
        Some((placement, mover, self.index.to_board(&placement, mover)?))
    }

    /// Calls `look` for every legal move of a position until it returns `false`.
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

    pub(super) fn class(&self) -> MaterialClass {
        self.index.class()
    }
}

/// Whether a move counts in a position that is its own mirror image; of a move and its mirror image, only one does.
fn is_one_of_two(mv: Move) -> bool {
    mv.bits() <= mv.mirror().bits()
}
