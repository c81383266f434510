//! Perft: counts the leaves of the move tree, to test the move generator.

use std::num::NonZero;

use super::Position;
use crate::types::Move;
use chuhe_util::parallel::map_in_order;

/// The maximum depth, in plies, that commands and hosts accept. A deeper count would never end, and a very deep one
/// would overflow the stack.
pub const PERFT_DEPTH_MAX: u32 = 30;

/// Counts the move sequences of `depth` plies. The moves of the last ply are counted in bulk, not played.
///
/// The function recurses once for each ply; see [`PERFT_DEPTH_MAX`].
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

/// Computes the perft count of each legal move, in the order of generation, on `threads` threads (at least one).
///
/// # Panics
/// If counting panics, which would be a bug in the generator.
pub fn divide(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    divide_watched(position, depth, threads, &|| ())
}

/// Like [`divide`], but calls `counted` after each legal move, on the thread that counted it.
///
/// # Panics
/// If counting panics, which would be a bug in the generator.
pub fn divide_watched(
    position: &Position,
    depth: u32,
    threads: usize,
    counted: &(impl Fn() + Sync),
) -> Vec<(Move, u64)> {
    let count = |position: &mut Position, mv| {
        position.make_unchecked(mv, &mut ());
        let nodes = perft(position, depth.saturating_sub(1));
        position.unmake(&mut ());
        counted();
        (mv, nodes)
    };
    let threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
    let moves = position.legal_moves();
    map_in_order(threads, moves, || position.clone(), count, |counts| counts.collect())
}
