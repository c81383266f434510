//! Perft: counts the leaves of the move tree, to test the move generator.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::Position;
use crate::types::Move;

/// The greatest depth, in plies, that commands and hosts may ask for. A deeper count would never end, and a very deep one
/// would overflow the stack.
pub const PERFT_DEPTH_MAX: u32 = 30;

/// The number of move sequences of `depth` plies. The last ply is counted in bulk, not played.
///
/// It recurses once for each ply; see [`PERFT_DEPTH_MAX`].
#[must_use]
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for mv in moves {
        position.make_unchecked(mv, &mut ());
        nodes += perft(position, depth - 1);
        position.unmake(&mut ());
    }
    nodes
}

/// The perft count of each legal move, in the order of generation, on `threads` threads (at least one).
///
/// # Panics
/// If counting panics, which would be a bug in the generator.
#[must_use]
pub fn divide(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    divide_watched(position, depth, threads, &|| ())
}

/// As [`divide`]; `counted` is called when a move has been counted, from any of the threads.
///
/// # Panics
/// If counting does, which would be a bug in the generator.
#[must_use]
pub fn divide_watched(
    position: &Position,
    depth: u32,
    threads: usize,
    counted: &(impl Fn() + Sync),
) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    let next = AtomicUsize::new(0);
    let count_some = || {
        let mut position = position.clone();
        let mut counts = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = moves.get(index) else { return counts };
            position.make_unchecked(mv, &mut ());
            counts.push((index, mv, perft(&mut position, depth.saturating_sub(1))));
            position.unmake(&mut ());
            counted();
        }
    };
    let mut counts: Vec<_> = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(count_some)).collect();
        let mut counts = count_some();
        for helper in helpers {
            counts.extend(helper.join().expect("counting does not panic"));
        }
        counts
    });
    counts.sort_unstable_by_key(|&(index, ..)| index);
    counts.into_iter().map(|(_, mv, nodes)| (mv, nodes)).collect()
}
