//! The hidden layer along a line of moves, computed lazily.
//!
//! A move only records its changes. An evaluation applies the changes since the nearest earlier ply with known neurons
//! in the same view. If there is no such ply, because a side's view has been mirrored, its neurons are computed from
//! the last snapshot of the view and the pieces that have moved since the snapshot.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::features::{Perspective, bucket};
use super::file::{Network, Row};
use super::simd::{InputChanges, Side, Simd};
use crate::board::{Board, Observer};
use crate::eval::Motif;
use crate::eval::hce::{MOTIFS_MAX, PsqtAccumulator};
use crate::types::{Color, Piece, Square, SquareSet, Value};

/// One input for each of some pieces.
type Inputs = ArrayVec<u16, { Board::PIECES_MAX }>;

/// The state of a ply: the changes made by the move to it, and the views with known neurons.
#[derive(Clone, Debug)]
pub struct NetworkPly {
    /// The sums for the hand-crafted evaluation.
    pub(super) sums: PsqtAccumulator,
    /// The moved piece at its destination.
    placed: Option<(Piece, Square)>,
    /// The moved piece at its origin, and any captured piece.
    removed: ArrayVec<(Piece, Square), 2>,
    /// By side: the view, if any, in which its neurons are known.
    known: [Option<Perspective>; 2],
}

impl NetworkPly {
    #[inline]
    fn new(sums: PsqtAccumulator) -> Self {
        Self { sums, placed: None, removed: ArrayVec::new(), known: [None; 2] }
    }
}

impl Observer for NetworkPly {
    #[inline]
    fn placed(&mut self, piece: Piece, square: Square) {
        self.sums.placed(piece, square);
        self.placed = Some((piece, square));
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.sums.removed(piece, square);
        self.removed.push((piece, square));
    }
}

/// The neurons last computed for a side in a view, and the squares of the pieces at that time.
#[derive(Clone, Debug)]
struct Snapshot {
    neurons: Row,
    squares: [SquareSet; Piece::COUNT],
}

/// The plies of a line and their hidden layers.
#[derive(Debug)]
pub(super) struct Accumulators {
    network: Arc<Network>,
    simd: Simd,
    plies: Vec<NetworkPly>,
    /// The neurons, by ply, then by side. Allocated up to the deepest evaluated ply.
    neurons: Vec<[Row; 2]>,
    /// The latest snapshots, by side, then by whether its view is mirrored.
    snapshots: Box<[[Snapshot; 2]; 2]>,
}

impl Accumulators {
    /// A line without a position; call [`Self::reset`] before use.
    pub(super) fn new(network: Arc<Network>, simd: Simd) -> Self {
        let nothing =
            Snapshot { neurons: network.input_bias, squares: [SquareSet::EMPTY; Piece::COUNT] };
        let both = [nothing.clone(), nothing];
        let snapshots = Box::new([both.clone(), both]);
        Self { network, simd, plies: Vec::new(), neurons: Vec::new(), snapshots }
    }

    #[inline]
    pub(super) fn network(&self) -> &Network {
        &self.network
    }

    /// Starts a line of play from this board.
    pub(super) fn reset(&mut self, board: &Board) {
        self.plies.clear();
        self.plies.push(NetworkPly::new(PsqtAccumulator::of(board)));
    }

    /// Adds a ply, which then observes the move that leads to it.
    #[inline]
    pub(super) fn push(&mut self) -> &mut NetworkPly {
        let sums = self.sums();
        self.plies.push(NetworkPly::new(sums));
        self.top()
    }

    /// Removes the last ply.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.plies.pop();
    }

    #[inline]
    fn top(&mut self) -> &mut NetworkPly {
        self.plies.last_mut().expect("the lowest ply is never taken off")
    }

    /// The hand-crafted evaluation's sums of the last ply.
    #[inline]
    pub(super) fn sums(&mut self) -> PsqtAccumulator {
        self.top().sums
    }

    /// The network's value for the last ply, from the side to move's point of view. `board` must be the board of that
    /// ply, and `motifs` those on it.
    pub(super) fn value(&mut self, board: &Board, motifs: &[Motif]) -> Value {
        let ply = self.plies.len() - 1;
        if self.neurons.len() <= ply {
            self.neurons.resize(ply + 1, [Row::ZERO; 2]);
        }
        for side in Color::ALL {
            self.compute(ply, side, board);
        }
        // Many motifs change with every move, so the neurons of the line do not include them.
        let us = board.side_to_move();
        let (own, other) = (Perspective::of(us, board), Perspective::of(!us, board));
        let mut seen = ArrayVec::<u16, MOTIFS_MAX>::new();
        let mut seen_by_other = seen.clone();
        for motif in motifs {
            seen.push(own.motif_input(motif) as u16);
            seen_by_other.push(other.motif_input(motif) as u16);
        }
        let side = |side: Color, more| Side { neurons: &self.neurons[ply][side.index()], more };
        let sides = [side(us, &seen), side(!us, &seen_by_other)];
        let Network { input_weights, output_weights, .. } = &*self.network;
        let output = bucket(board);
        let sum = self.simd.output(sides, input_weights, &output_weights[output]);
        self.network.value(output, sum)
    }

    /// Computes a side's neurons on the last ply, unless they are known, and on the plies between it and the last known
    /// ply, because positions that branch off there will need them too.
    #[inline]
    fn compute(&mut self, last: usize, side: Color, board: &Board) {
        let view = Perspective::of(side, board);
        let index = side.index();
        let is_known = |ply: &NetworkPly| ply.known[index] == Some(view);
        let Some(known) = self.plies.iter().rposition(is_known) else {
            return self.refresh(last, view, board);
        };
        for ply in known + 1..=last {
            let (before, after) = self.neurons.split_at_mut(ply);
            let (from, to) = (&before[ply - 1][index], &mut after[0][index]);
            let NetworkPly { placed, removed, .. } = &self.plies[ply];
            // Only the first ply has no move.
            let (Some(placed), Some(origin)) = (placed, removed.last()) else { continue };
            let added = [input(view, *placed)];
            let inputs = [input(view, *origin), input(view, removed[0])];
            let changes = InputChanges { added: &added, removed: &inputs[..removed.len()] };
            self.simd.update(from, to, &self.network.input_weights, changes);
            self.plies[ply].known[index] = Some(view);
        }
    }

    /// Computes the neurons of a view on the last ply from the last snapshot of that view.
    #[cold]
    fn refresh(&mut self, ply: usize, view: Perspective, board: &Board) {
        let index = view.side().index();
        let snapshot = &mut self.snapshots[index][usize::from(view.is_mirrored())];
        let mut added = Inputs::new();
        let mut removed = Inputs::new();
        for piece in Piece::ALL {
            let now = board.set_of(piece.color(), piece.kind());
            let then = std::mem::replace(&mut snapshot.squares[piece.index()], now);
            if now == then {
                continue;
            }
            added.extend((now - then).squares().map(|square| input(view, (piece, square))));
            removed.extend((then - now).squares().map(|square| input(view, (piece, square))));
        }
        let changes = InputChanges { added: &added, removed: &removed };
        let neurons = &mut self.neurons[ply][index];
        let weights = &self.network.input_weights;
        self.simd.update(&snapshot.neurons, neurons, weights, changes);
        snapshot.neurons = *neurons;
        self.plies[ply].known[index] = Some(view);
    }
}

#[inline]
fn input(view: Perspective, (piece, square): (Piece, Square)) -> u16 {
    view.input(piece, square) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::eval::motifs;
    use crate::types::rng::SplitMix64;

    /// The network's value computed from scratch, input by input.
    fn afresh(network: &Arc<Network>, board: &Board) -> Value {
        let us = board.side_to_move();
        let neurons = [us, !us].map(|side| {
            let view = Perspective::of(side, board);
            let mut row = network.input_bias;
            for input in view.inputs(board, &motifs(board)) {
                let weights = &network.input_weights[input];
                row.0.iter_mut().zip(weights.0).for_each(|(sum, weight)| *sum += weight);
            }
            row
        });
        let output = bucket(board);
        let weights = network.output_weights[output].iter();
        let sum = neurons.iter().zip(weights).map(|(neurons, weights)| {
            let terms = neurons.0.iter().zip(weights.0);
            terms.map(|(&n, w)| i32::from(n.clamp(0, 255)).pow(2) * i32::from(w)).sum::<i32>()
        });
        network.value(output, sum.sum())
    }

    /// The number of walks and of steps in each; small under Miri, which is slow.
    const WALKS: (usize, usize) = if cfg!(miri) { (2, 15) } else { (40, 300) };

    /// Makes and unmakes random moves, with frequent evaluations and occasional null moves, as a search does.
    #[test]
    fn moves_and_a_fresh_look_agree() {
        let mut rng = SplitMix64::new(7);
        let network = Arc::new(Network::random(3));
        let mut line = Accumulators::new(Arc::clone(&network), Simd::detect());
        let (mut compared, mut mirrored, mut values) = (0, 0, std::collections::BTreeSet::new());
        for game in 0..WALKS.0 {
            let start = ["3k5/4a4/9/9/9/4R4/9/4B4/4A4/2B1KA3 w", crate::board::START_FEN][game % 2];
            let mut position = Position::from_fen(start).unwrap();
            line.reset(position.board());
            let mut nulls = Vec::new();
            for _ in 0..WALKS.1 {
                let moves = position.legal_moves();
                let deep = line.plies.len() > 60;
                if moves.is_empty() || deep || rng.below(4) == 0 {
                    if nulls.last() == Some(&position.history().len()) {
                        position.unmake(&mut ());
                        nulls.pop();
                    } else if line.plies.len() > 1 {
                        position.unmake(&mut ());
                        line.pop();
                    }
                } else if rng.below(12) == 0 && !position.in_check() {
                    position.make_null();
                    nulls.push(position.history().len());
                } else {
                    let mv = moves[rng.below(moves.len() as u64) as usize];
                    position.make_unchecked(mv, line.push());
                }
                if rng.below(3) > 0 {
                    let board = position.board();
                    let value = line.value(board, &motifs(board));
                    assert_eq!(value, afresh(&network, board), "{board}");
                    compared += 1;
                    mirrored += usize::from(Perspective::of(Color::Red, board).is_mirrored());
                    values.insert(value);
                }
            }
        }
        if cfg!(miri) {
            return;
        }
        assert!(compared > 5000 && mirrored > 1000 && mirrored + 1000 < compared, "{mirrored}");
        assert!(values.len() > 500, "the values of a random network differ");
    }

    #[test]
    fn every_path_gives_the_same_values() {
        let network = Arc::new(Network::random(5));
        let mut rng = SplitMix64::new(1);
        let mut lines: Vec<Accumulators> = Simd::available()
            .into_iter()
            .map(|simd| Accumulators::new(Arc::clone(&network), simd))
            .collect();
        for _ in 0..WALKS.0 / 2 {
            let mut position = Position::startpos();
            for line in &mut lines {
                line.reset(position.board());
            }
            for _ in 0..WALKS.1 / 4 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[rng.below(moves.len() as u64) as usize];
                for line in &mut lines {
                    let mut before = position.clone();
                    before.make_unchecked(mv, line.push());
                }
                position.make_unchecked(mv, &mut ());
                let board = position.board();
                let value = |line: &mut Accumulators| line.value(board, &motifs(board));
                let values: Vec<Value> = lines.iter_mut().map(value).collect();
                assert!(values.iter().all(|&value| value == values[0]), "{values:?}");
            }
        }
    }
}
