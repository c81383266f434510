//! Deliberately weak play: less pruning, misjudged positions, overlooked moves, and a choice among root moves.

use super::root_move::RootMove;
use super::worker::Job;
use super::{Handicap, Pruning};
use crate::board::Position;
use crate::types::rng::SplitMix64;
use crate::types::{Color, Move, PieceType, Value};

/// The strength with which a tree is searched. The search is compiled separately for each strength, so the code that
/// weakens play costs nothing at full strength.
pub(super) trait Strength {
    /// Whether the search's grade of pruning is at least `grade`.
    fn prunes(job: &Job, grade: Pruning) -> bool;

    /// Whether a move is overlooked.
    fn overlooks(job: &Job, mv: Move) -> bool;

    /// Centipawns to add to the evaluation of the position.
    fn misjudgement(job: &Job) -> Value;
}

/// Full playing strength.
pub(super) struct FullStrength;

/// The strength specified in the settings.
pub(super) struct Weakened;

impl Strength for FullStrength {
    #[inline]
    fn prunes(_: &Job, _: Pruning) -> bool {
        true
    }

    #[inline]
    fn overlooks(_: &Job, _: Move) -> bool {
        false
    }

    #[inline]
    fn misjudgement(_: &Job) -> Value {
        0
    }
}

impl Strength for Weakened {
    fn prunes(job: &Job, grade: Pruning) -> bool {
        job.settings.pruning >= grade
    }

    fn overlooks(job: &Job, mv: Move) -> bool {
        job.settings.handicap.is_some_and(|handicap| {
            handicap.blindness > 0 && is_overlooked(&handicap, &job.position, mv)
        })
    }

    fn misjudgement(job: &Job) -> Value {
        job.settings.handicap.map_or(0, |handicap| misjudgement(&handicap, job.position.key()))
    }
}

/// Centipawns to add to the evaluation of a position. The error depends only on the seed and the position; small errors
/// are more frequent than large ones.
fn misjudgement(handicap: &Handicap, key: u64) -> Value {
    if handicap.misjudge_cp == 0 {
        return 0;
    }
    let mut rng = SplitMix64::new(handicap.seed ^ key);
    let range = handicap.misjudge_cp as u64 + 1;
    rng.below(range) as Value - rng.below(range) as Value
}

/// Whether a move is overlooked. Human players tend to see captures and forward moves, and to miss retreats, long
/// moves, and moves by horses and cannons.
fn is_overlooked(handicap: &Handicap, position: &Position, mv: Move) -> bool {
    let board = position.board();
    let Some(piece) = board.moved_piece(mv) else { return false };
    let (from, to) = (mv.from(), mv.to());
    let is_retreat = match piece.color() {
        Color::Red => to.rank() < from.rank(),
        Color::Black => to.rank() > from.rank(),
    };
    let distance = from.rank().abs_diff(to.rank()) + from.file().abs_diff(to.file());
    let mut difficulty = 2;
    difficulty += 2 * u64::from(is_retreat) + u64::from(distance >= 4);
    difficulty += u64::from(matches!(piece.kind(), PieceType::Horse | PieceType::Cannon));
    if board.captured_piece(mv).is_some() {
        difficulty -= 1;
    }
    let seed = handicap.seed ^ position.key() ^ u64::from(mv.bits()) << 40;
    SplitMix64::new(seed).below(4000) < u64::from(handicap.blindness) * difficulty
}

/// The index of the root move that a handicapped player plays. `root_moves` must be sorted, best first.
pub(super) fn choose_root_move(handicap: &Handicap, root_moves: &[RootMove], key: u64) -> usize {
    if handicap.choice_cp <= 0 {
        return 0;
    }
    let best = root_moves[0].score;
    // A move's weight decreases linearly as its score falls below the best score, and is 0 beyond the margin.
    let weight =
        |root_move: &RootMove| (root_move.score - best + handicap.choice_cp + 1).max(0) as u64;
    let total: u64 = root_moves.iter().map(weight).sum();
    let mut left = SplitMix64::new(handicap.seed ^ key).below(total.max(1));
    for (index, root_move) in root_moves.iter().enumerate() {
        match left.checked_sub(weight(root_move)) {
            Some(rest) => left = rest,
            None => return index,
        }
    }
    0
}
