//! Generates tables backwards from the ends of games.
//!
//! A side that cannot move has lost. A side that can move to a position lost for the opponent wins; a side that can
//! move only to positions won for the opponent loses. Each settled position may settle its predecessors. The generator
//! first settles all positions that are decided at once, then their predecessors, and so on. Positions that are never
//! settled are drawn.

use std::collections::VecDeque;

use super::index::{Slice, place};
use super::{PIECES_MAX, PLIES_MAX, Tables, Verdict, pack};
use crate::board::{Board, Move};
use crate::geometry::{Direction, bits};
use crate::moves::{generate, has_captures};
use crate::variant::Color;

/// The verdicts of one slice during generation; `None` for a position that is not settled.
type Verdicts = Vec<Option<Verdict>>;

struct Generator {
    pieces: u32,
    slices: Vec<Slice>,
    verdicts: Vec<Verdicts>,
    /// A list of moves, kept for reuse.
    moves: Vec<Move>,
}

impl Tables {
    /// Generates the tables for up to this many pieces, from 2 to [`PIECES_MAX`]. Calls `progress` with the number of
    /// positions done and the total.
    pub fn generate(pieces: u32, mut progress: impl FnMut(usize, usize)) -> Self {
        let pieces = pieces.clamp(2, PIECES_MAX);
        let slices = Slice::all(pieces);
        let all: usize = slices.iter().map(|slice| slice.size()).sum();
        let mut generator =
            Generator { pieces, slices: slices.clone(), verdicts: Vec::new(), moves: Vec::new() };
        let mut done = 0;
        let mut next = 0;
        while let Some(&slice) = slices.get(next) {
            let group = if slice == slice.mirrored() { 1 } else { 2 };
            generator.solve(next, group);
            done += slices[next..next + group].iter().map(|slice| slice.size()).sum::<usize>();
            next += group;
            progress(done, all);
        }
        let packed = generator.verdicts.iter().map(|verdicts| {
            verdicts.iter().map(|verdict| pack(verdict.unwrap_or(Verdict::Draw))).collect()
        });
        Self { pieces, slices: slices.into_iter().zip(packed).collect() }
    }
}

impl Generator {
    /// Settles a slice and its mirror image, whose positions lead to each other and to slices already done.
    fn solve(&mut self, first: usize, count: usize) {
        let group = first..first + count;
        for slice in group.clone() {
            self.verdicts.push(vec![None; self.slices[slice].size()]);
        }
        let mut new = VecDeque::new();
        for slice in group.clone() {
            for index in 0..self.slices[slice].size() {
                self.settle(slice, index, &mut new);
            }
        }
        while let Some((slice, index)) = new.pop_front() {
            let Some(board) = self.slices[slice].board(index) else { continue };
            for earlier in predecessors(&board) {
                let (from, index) = place(&earlier);
                if let Some(from) = from.ordinal().filter(|from| group.contains(from)) {
                    self.settle(from, index, &mut new);
                }
            }
        }
    }

    /// Records the verdict of a position if its successors now settle it.
    fn settle(&mut self, slice: usize, index: usize, new: &mut VecDeque<(usize, usize)>) {
        if self.verdicts[slice][index].is_some() {
            return;
        }
        let Some(board) = self.slices[slice].board(index) else { return };
        if let Some(verdict) = self.judge(&board) {
            self.verdicts[slice][index] = Some(verdict);
            new.push_back((slice, index));
        }
    }

    fn judge(&mut self, board: &Board) -> Option<Verdict> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        generate(board, &mut moves);
        let mut loses = true;
        let mut longest = 0;
        let mut shortest: Option<u8> = None;
        for &mv in &moves {
            let next = board.after(mv);
            let is_progress = mv.is_capture() || next.kings_count() != board.kings_count();
            match self.known(&next) {
                Some(Verdict::Loss(plies)) => {
                    let plies = if is_progress { 0 } else { plies };
                    shortest = Some(shortest.map_or(plies, |least| least.min(plies)));
                }
                Some(Verdict::Win(plies)) if !is_progress => longest = longest.max(plies),
                Some(Verdict::Win(_)) => {}
                Some(Verdict::Draw) | None => loses = false,
            }
        }
        let is_over = moves.is_empty();
        self.moves = moves;
        match shortest {
            Some(plies) => Some(Verdict::Win((plies + 1).min(PLIES_MAX))),
            None if loses && is_over => Some(Verdict::Loss(0)),
            None if loses => Some(Verdict::Loss((longest + 1).min(PLIES_MAX))),
            None => None,
        }
    }

    fn known(&self, board: &Board) -> Option<Verdict> {
        debug_assert!(board.count() <= self.pieces);
        if board.pieces(board.side()) == 0 {
            return Some(Verdict::Loss(0));
        }
        let (slice, index) = place(board);
        self.verdicts.get(slice.ordinal()?)?[index]
    }
}

/// The positions with the same pieces from which a non-capturing move leads to this one. Positions in which a capture
/// would have been compulsory are left out.
fn predecessors(board: &Board) -> Vec<Board> {
    // The move was made by the side that is not to move now.
    let mover = board.side().other();
    let geometry = &board.rules().geometry;
    let mut found = Vec::new();
    for to in bits(board.pieces(mover)) {
        let is_king = board.kings(mover) >> to & 1 != 0;
        let backwards = match mover {
            Color::White => Direction::DOWN,
            Color::Black => Direction::UP,
        };
        for way in Direction::ALL {
            if !is_king && !backwards.contains(&way) {
                continue;
            }
            let from = geometry.step(1 << to, way) & board.free();
            if from == 0 {
                continue;
            }
            let earlier = board.before(from.trailing_zeros() as u8, to);
            if !has_captures(&earlier) {
                found.push(earlier);
            }
        }
    }
    found
}
