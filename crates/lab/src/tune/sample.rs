//! Training positions from games.

use std::num::NonZero;
use std::sync::Arc;

use crate::data::{DataError, SelfPlayGame};
use crate::train::{TrainingSettings, for_each_taken};
use crate::{Corpus, CorpusError, NumberedGames, in_parallel, is_held_out};
use chuhe_engine::eval::network::{Network, NetworkEvaluator};
use chuhe_engine::eval::{Coefficient, Evaluator, Linear};
use chuhe_engine::types::Color;
use chuhe_engine::types::rng::SplitMix64;

/// Which positions of a game are selected, and what the evaluation should predict for them.
#[derive(Clone, Debug)]
pub struct Sampling {
    /// The filter, the target and the share of held-out games, as in the training of a network.
    pub training: TrainingSettings,
    /// The maximum number of positions from one game, chosen at random.
    pub per_game: usize,
    /// The seed of the random choice.
    pub seed: u64,
    /// The network that corrects the evaluation. The weights are fitted for use together with it.
    pub network: Option<Arc<Network>>,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { training: TrainingSettings::default(), per_game: usize::MAX, seed: 1, network: None }
    }
}

/// A position. Its counts are in [`Samples::counts`].
#[derive(Clone, Copy, Debug)]
pub(super) struct TuningSample {
    /// The index after its last count; the first one follows the last count of the position before.
    pub(super) end: usize,
    pub(super) middle_game: f32,
    /// The network's correction, in centipawns, from Red's point of view.
    pub(super) correction: f32,
    /// The expectation that the evaluation should predict, from 0 to 1, from Red's point of view.
    pub(super) target: f32,
}

/// Positions with their counts.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    pub(super) counts: Vec<Coefficient>,
    pub(super) list: Vec<TuningSample>,
}

impl Samples {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Samples positions from games on `threads` threads. The random choice of positions in a game depends only on the
    /// seed and the game's number.
    ///
    /// # Errors
    /// If a game cannot be replayed.
    pub fn of(
        games: &[(u64, SelfPlayGame)],
        sampling: &Sampling,
        threads: NonZero<usize>,
    ) -> Result<Self, DataError> {
        let parts = in_parallel(threads, games, |part| {
            let mut samples = Self::default();
            let mut network = sampling.network.clone().map(NetworkEvaluator::new);
            for (number, game) in part {
                samples.take_game(*number, game, sampling, network.as_mut())?;
            }
            Ok::<_, DataError>(samples)
        });
        let mut all = Self::default();
        for part in parts {
            all.append(part?);
        }
        Ok(all)
    }

    /// Samples positions from the training games and the held-out games of a corpus.
    ///
    /// # Errors
    /// If a game cannot be read or replayed.
    pub fn split(
        corpus: &Corpus,
        sampling: &Sampling,
        threads: NonZero<usize>,
    ) -> Result<[Self; 2], CorpusError> {
        let one = NonZero::<usize>::MIN;
        let take = |games: NumberedGames| {
            let (held_out, training): (Vec<_>, Vec<_>) = games
                .into_iter()
                .partition(|(number, _)| is_held_out(*number, sampling.training.held_out));
            Ok([Self::of(&training, sampling, one)?, Self::of(&held_out, sampling, one)?])
        };
        let mut sets = [Self::default(), Self::default()];
        corpus.read_games(threads, take, |parts| {
            sets.iter_mut().zip(parts).for_each(|(set, part)| set.append(part));
            Ok::<_, CorpusError>(())
        })?;
        Ok(sets)
    }

    fn append(&mut self, other: Self) {
        let first = self.counts.len();
        self.counts.extend(other.counts);
        self.list.extend(
            other.list.into_iter().map(|sample| TuningSample { end: sample.end + first, ..sample }),
        );
    }

    fn take_game(
        &mut self,
        number: u64,
        game: &SelfPlayGame,
        sampling: &Sampling,
        mut network: Option<&mut NetworkEvaluator>,
    ) -> Result<(), DataError> {
        let mut found = Vec::new();
        for_each_taken(game, &sampling.training, |board, target| {
            let linear = Linear::of(board);
            // A network does not correct the scaled value of a known endgame.
            if linear.is_scaled {
                return;
            }
            let correction = network.as_mut().map_or(0, |network| {
                network.reset(board);
                network.network_value(board)
            });
            let (correction, target) = match board.side_to_move() {
                Color::Red => (correction as f32, target),
                Color::Black => (-correction as f32, 1.0 - target),
            };
            found.push((linear, correction, target));
        })?;
        let mut rng = SplitMix64::new(sampling.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        while found.len() > sampling.per_game {
            found.swap_remove(rng.below(found.len() as u64) as usize);
        }
        for (linear, correction, target) in found {
            self.counts.extend(linear.coefficients);
            let (end, middle_game) = (self.counts.len(), linear.middle_game);
            self.list.push(TuningSample { end, middle_game, correction, target });
        }
        Ok(())
    }

    /// The counts of a position.
    #[inline]
    pub(super) fn counts(&self, place: usize) -> &[Coefficient] {
        let first = place.checked_sub(1).map_or(0, |before| self.list[before].end);
        &self.counts[first..self.list[place].end]
    }

    /// The evaluation of a position with these weights, network included, in centipawns, from Red's point of view.
    #[inline]
    pub(super) fn value(&self, place: usize, weights: &[[f32; 2]]) -> f32 {
        let TuningSample { middle_game, correction, .. } = self.list[place];
        let [mut mg, mut eg] = [0.0; 2];
        for coefficient in self.counts(place) {
            let [weight_mg, weight_eg] = weights[usize::from(coefficient.index)];
            mg += weight_mg * f32::from(coefficient.count);
            eg += weight_eg * f32::from(coefficient.count);
        }
        mg * middle_game + eg * (1.0 - middle_game) + correction
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Ply;
    use chuhe_engine::board::Position;

    #[test]
    fn samples_have_the_value_of_the_engine() {
        let network = Arc::new(Network::random(1));
        let weights: Vec<[f32; 2]> =
            Linear::weights().into_iter().map(|pair| pair.map(|part| part as f32)).collect();
        let mut evaluator = NetworkEvaluator::new(Arc::clone(&network));
        for (fen, score, expected) in [
            ("r1bak2nr/4a4/1cn1b2c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w", 300, 0.7..0.8),
            ("r1bak2nr/4a4/1cn1b2c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b", 300, 0.2..0.3),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let board = position.board();
            let quiet = |mv: &&_| board.captured_piece(**mv).is_none();
            let mv = *position.legal_moves().iter().find(quiet).unwrap();
            let game = SelfPlayGame {
                start: fen.to_owned(),
                plies: vec![Ply { mv, score: Some(score) }],
                side_lines: Vec::new(),
                winner: None,
                adjudicated: false,
            };
            let sampling = Sampling { network: Some(Arc::clone(&network)), ..Sampling::default() };
            let samples = Samples::of(&[(0, game)], &sampling, NonZero::<usize>::MIN).unwrap();
            evaluator.reset(board);
            let value = evaluator.evaluate(board) as f32;
            let red = if board.side_to_move() == Color::Red { value } else { -value };
            assert!((samples.value(0, &weights) - red).abs() < 2.0, "{fen}");
            assert!(samples.list[0].correction != 0.0, "{fen}");
            // The target mixes the score with the result, a draw.
            assert!(expected.contains(&samples.list[0].target), "{}", samples.list[0].target);
        }
    }
}
