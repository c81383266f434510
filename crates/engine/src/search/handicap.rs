//! Weak play on purpose: less pruning, positions misjudged, moves overlooked, and a choice among root moves.

use super::root_move::RootMove;
use super::worker::Job;
use super::{Handicap, Pruning};
use crate::board::Position;
use crate::types::rng::SplitMix64;
use crate::types::{Color, Move, PieceType, Value};

/// With which strength a tree is searched. The search is compiled for each, so that full strength does not pay for what
/// weakens play.
pub(super) trait Strength {
    /// Whether the search prunes at least as `grade` says.
    fn prunes(job: &Job, grade: Pruning) -> bool;

    /// Whether a move is not seen at all.
    fn overlooks(job: &Job, mv: Move) -> bool;

    /// Centipawns to add to the evaluation of the position.
    fn misjudgement(job: &Job) -> Value;
}

/// All the program can.
pub(super) struct FullStrength;

/// As the settings say.
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

/// Centipawns to add to the evaluation of a position. The same seed gives the same error in the same position; small
/// errors are more frequent than large ones.
fn misjudgement(handicap: &Handicap, key: u64) -> Value {
    if handicap.misjudge_cp == 0 {
        return 0;
    }
    let mut rng = SplitMix64::new(handicap.seed ^ key);
    let range = handicap.misjudge_cp as u64 + 1;
    rng.below(range) as Value - rng.below(range) as Value
}

/// Whether a move is overlooked. People see captures and forward moves; they miss retreats, long moves, and what horses
/// and cannons do.
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

/// Index of the root move that a handicapped player plays. `root_moves` are in order, the best first.
pub(super) fn choose_root_move(handicap: &Handicap, root_moves: &[RootMove], key: u64) -> usize {
    if handicap.choice_cp <= 0 {
        return 0;
    }
    let best = root_moves[0].score;
    // The weight of a move falls to nothing as it loses up to the margin against the best.
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
