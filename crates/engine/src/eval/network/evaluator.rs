//! Neural networks as evaluators for the search.

use std::sync::Arc;

use super::accumulator::{Accumulators, NetworkPly};
use super::file::{Network, Role};
use super::simd::Simd;
use crate::board::Board;
use crate::eval::cache::EvalCache;
use crate::eval::hce::{Judgement, MaterialTable};
use crate::eval::{Evaluator, Motifs, motifs};
use crate::types::Value;

/// The largest absolute value, far below every win by rule.
const VALUE_MAX: Value = 20_000;

/// Evaluates with a network, which is used alone or added to the hand-crafted evaluation, depending on its [`Role`].
///
/// Endgames in which the hand-crafted sum misleads are scaled as in the hand-crafted evaluation; a correction has no
/// effect in them.
#[derive(Debug)]
pub struct NetworkEvaluator {
    accumulators: Accumulators,
    material: MaterialTable,
    cache: EvalCache,
}

impl NetworkEvaluator {
    /// A new evaluator; call [`Evaluator::reset`] before use.
    pub fn new(network: Arc<Network>) -> Self {
        Self {
            accumulators: Accumulators::new(network, Simd::detect()),
            material: MaterialTable::new(),
            cache: EvalCache::new(),
        }
    }

    /// The network's own value for the position of the last [`Evaluator::reset`] or move, in centipawns from the side
    /// to move's point of view. `board` must be the board of that position.
    pub fn network_value(&mut self, board: &Board) -> Value {
        self.accumulators.value(board, &motifs(board))
    }
}

impl Evaluator for NetworkEvaluator {
    type Accumulator = NetworkPly;

    fn reset(&mut self, board: &Board) {
        self.accumulators.reset(board);
    }

    #[inline]
    fn push(&mut self) -> &mut NetworkPly {
        self.accumulators.push()
    }

    #[inline]
    fn pop(&mut self) {
        self.accumulators.pop();
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        self.cache.prefetch(key);
    }

    #[inline]
    fn evaluate(&mut self, board: &Board) -> Value {
        let Self { accumulators, material, cache } = self;
        cache.of(board.key(), || {
            let sums = accumulators.sums();
            let value = match accumulators.network().header.role {
                Role::Correction => {
                    let mut motifs = Motifs::new();
                    match sums.judge(board, material, &mut motifs) {
                        Judgement::Known(value) => value,
                        Judgement::Open(value) => value + accumulators.value(board, &motifs),
                    }
                }
                Role::Whole => sums.scaled(board, accumulators.value(board, &motifs(board))),
            };
            value.clamp(-VALUE_MAX, VALUE_MAX)
        })
    }
}
