//! Endgame tables for the board of 64 squares, which store the result of every position with few pieces, given best
//! play.
//!
//! A position is stored from the point of view of the side to move, rotated so that its men move up. Positions with the
//! same numbers of own men, own kings, opposing men and opposing kings form a *slice*. A position's index in its slice
//! depends on the squares of its pieces. Each position takes one byte. Draws by the move count are ignored.

mod file;
mod generate;
mod index;

use std::fmt;

pub use self::file::TablesError;
use self::index::Slice;
use crate::board::Board;
use crate::variant::Variant;

/// The maximum number of pieces for which tables can be generated.
pub const PIECES_MAX: u32 = 4;

/// The result of a position with best play, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins; its next progress comes after this many plies, including its own move.
    Win(u8),
    /// The side to move loses; the opponent's next progress comes after this many plies, or 0 if the game is over.
    Loss(u8),
}

/// The tables for all positions with up to a given number of pieces.
#[derive(Clone, PartialEq, Eq)]
pub struct Tables {
    pieces: u32,
    /// In the order of [`Slice::all`].
    slices: Vec<(Slice, Vec<u8>)>,
}

/// The number of positions with each result, as returned by [`Tables::counts`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of pieces on the board.
    pub pieces: u32,
    /// The number of positions that the side to move wins.
    pub wins: u64,
    /// The number of drawn positions.
    pub draws: u64,
    /// The number of positions that the side to move loses.
    pub losses: u64,
}

impl fmt::Debug for Tables {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Tables").field("pieces", &self.pieces).finish_non_exhaustive()
    }
}

impl Tables {
    /// The maximum number of pieces of a position in the tables.
    pub const fn pieces(&self) -> u32 {
        self.pieces
    }

    /// The result of a position, or `None` if it has too many pieces or belongs to another game. A side without pieces
    /// has lost.
    pub fn probe(&self, board: &Board) -> Option<Verdict> {
        let is_english = board.rules().variant == Variant::English;
        if !is_english || board.count() > self.pieces || board.count() == 0 {
            return None;
        }
        if board.pieces(board.side()) == 0 {
            return Some(Verdict::Loss(0));
        }
        if board.pieces(board.side().other()) == 0 {
            return Some(Verdict::Win(0));
        }
        let (slice, index) = index::place(board);
        let (_, bytes) = self.slices.get(slice.ordinal()?)?;
        Some(unpack(bytes[index]))
    }

    /// The results for each number of pieces. Only positions with White to move are counted, because the others mirror
    /// them.
    pub fn counts(&self) -> Vec<Counts> {
        let mut all: Vec<Counts> =
            (2..=self.pieces).map(|pieces| Counts { pieces, ..Counts::default() }).collect();
        for (slice, bytes) in &self.slices {
            let counts = &mut all[slice.pieces() as usize - 2];
            for index in (0..slice.size()).filter(|&index| slice.board(index).is_some()) {
                match unpack(bytes[index]) {
                    Verdict::Win(_) => counts.wins += 1,
                    Verdict::Draw => counts.draws += 1,
                    Verdict::Loss(_) => counts.losses += 1,
                }
            }
        }
        all
    }
}

/// The largest distance that is stored; longer ones are reduced to it.
const PLIES_MAX: u8 = 126;
/// The smallest code of a loss.
const LOSSES: u8 = 128;

const fn pack(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Draw => 0,
        // A win takes at least one ply, except against a side without pieces; no table contains such positions.
        Verdict::Win(plies) => plies,
        Verdict::Loss(plies) => LOSSES + plies,
    }
}

const fn unpack(byte: u8) -> Verdict {
    match byte {
        0 => Verdict::Draw,
        LOSSES.. => Verdict::Loss(byte - LOSSES),
        _ => Verdict::Win(byte),
    }
}
