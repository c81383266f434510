//! Games with repetitions: short random cycles from a position, in which few pieces move.

use chuhe_engine::board::Position;
use chuhe_engine::types::Move;
use chuhe_engine::types::rng::SplitMix64;

/// The maximum length of a cycle, in plies.
const LONGEST: usize = 12;
/// The number of random walks to try from a position.
const WALKS: usize = 60;

/// Plays random moves with one or two pieces of each side until the position recurs. Returns `false` if no such cycle
/// was found; the position is then unchanged.
pub(crate) fn play_cycle(position: &mut Position, rng: &mut SplitMix64) -> bool {
    (0..WALKS).any(|_| try_cycle(position, rng))
}

fn try_cycle(position: &mut Position, rng: &mut SplitMix64) -> bool {
    let (start, key) = (position.history().len(), position.key());
    // The squares of the pieces that may move, by side.
    let mut movers = [Vec::new(), Vec::new()];
    for ply in 0..LONGEST {
        let Some(mv) = pick(position, &mut movers[ply % 2], start, rng) else { break };
        position.make_unchecked(mv, &mut ());
        if position.key() == key {
            return true;
        }
    }
    while position.history().len() > start {
        position.unmake(&mut ());
    }
    false
}

/// A non-capturing move by one of the side's pieces (at most two different ones); it often undoes the side's last move.
fn pick(
    position: &Position,
    movers: &mut Vec<chuhe_engine::types::Square>,
    start: usize,
    rng: &mut SplitMix64,
) -> Option<Move> {
    let board = position.board();
    let mut moves = position.legal_moves();
    moves.retain(|mv| board.captured_piece(*mv).is_none());
    if movers.len() == 2 || (movers.len() == 1 && rng.below(4) > 0) {
        moves.retain(|mv| movers.contains(&mv.from()));
    }
    if moves.is_empty() {
        return None;
    }
    let history = position.history();
    let mut mv = moves[rng.below(moves.len() as u64) as usize];
    if history.len() >= start + 2
        && rng.below(2) == 0
        && let Some(last) = history[history.len() - 2].mv
        && moves.contains(&Move::new(last.to(), last.from()))
    {
        mv = Move::new(last.to(), last.from());
    }
    match movers.iter_mut().find(|square| **square == mv.from()) {
        Some(square) => *square = mv.to(),
        None => movers.push(mv.to()),
    }
    Some(mv)
}
