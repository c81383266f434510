//! Training positions from games.

use std::num::NonZero;

use super::weights_in_use;
use crate::data::{DataError, SelfPlayGame};
use crate::{Corpus, CorpusError, NumberedGames, in_parallel, is_held_out};
use chuhe_engine::eval::{Coefficient, Linear};
use chuhe_engine::types::rng::SplitMix64;
use chuhe_engine::types::{Color, is_decided};

/// Which positions of a game are selected.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// The maximum number of positions from one game, chosen at random.
    pub per_game: usize,
    /// The maximum absolute search score, in centipawns; positions with a higher one are as good as decided.
    pub score_max: i16,
    /// The maximum difference between the evaluation and the search score, in centipawns. A greater difference means
    /// that the position is not quiet. A small limit also leaves out decisive attacks: with a limit of 200, the engine
    /// was 70 Elo weaker than with a limit of 1000.
    pub surprise_max: f32,
    /// The seed of the random choice.
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { per_game: 60, score_max: 1500, surprise_max: 1000.0, seed: 1 }
    }
}

/// A position. Its counts are in [`Samples::counts`].
#[derive(Clone, Copy, Debug)]
pub(super) struct TuningSample {
    /// The index of its first count.
    pub(super) first: u32,
    pub(super) len: u16,
    pub(super) middle_game: f32,
    /// The search score, in centipawns, from Red's point of view.
    pub(super) score: f32,
    /// 1 if Red won, 0 if Black won, 0.5 for a draw.
    pub(super) result: f32,
}

/// Positions with their counts.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    pub(super) counts: Vec<Coefficient>,
    pub(super) list: Vec<TuningSample>,
}

impl Samples {
    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no positions.
    #[must_use]
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
        let weights = weights_in_use();
        let parts = in_parallel(threads, games, |part| {
            let mut samples = Self::default();
            for (number, game) in part {
                samples.take_game(*number, game, sampling, &weights)?;
            }
            Ok::<_, DataError>(samples)
        });
        let mut all = Self::default();
        for part in parts {
            all.append(part?);
        }
        Ok(all)
    }

    /// Samples positions from the training games and the held-out games of a corpus, with `percent` of the games held
    /// out.
    ///
    /// # Errors
    /// If a game cannot be read or replayed.
    pub fn split(
        corpus: &Corpus,
        percent: u64,
        sampling: &Sampling,
        threads: NonZero<usize>,
    ) -> Result<[Self; 2], CorpusError> {
        let one = NonZero::<usize>::MIN;
        let take = |games: NumberedGames| {
            let (held_out, training): (Vec<_>, Vec<_>) =
                games.into_iter().partition(|(number, _)| is_held_out(*number, percent));
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
        let first = self.counts.len() as u32;
        self.counts.extend(other.counts);
        let moved = |sample: TuningSample| TuningSample { first: sample.first + first, ..sample };
        self.list.extend(other.list.into_iter().map(moved));
    }

    fn take_game(
        &mut self,
        number: u64,
        game: &SelfPlayGame,
        sampling: &Sampling,
        weights: &[[f32; 2]],
    ) -> Result<(), DataError> {
        let result = match game.winner {
            Some(Color::Red) => 1.0,
            None => 0.5,
            Some(Color::Black) => 0.0,
        };
        let mut found = Vec::new();
        game.replay(|position, ply| {
            let Some(score) = ply.score else { return };
            let quiet = !position.in_check()
                && position.board().captured_piece(ply.mv).is_none()
                && !is_decided(score.into())
                && score.abs() <= sampling.score_max;
            if !quiet {
                return;
            }
            let score = match position.side_to_move() {
                Color::Red => f32::from(score),
                Color::Black => -f32::from(score),
            };
            let linear = Linear::of(position.board());
            if !linear.is_scaled && (linear.value(weights) - score).abs() <= sampling.surprise_max {
                found.push((linear, score));
            }
        })?;
        let mut rng = SplitMix64::new(sampling.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        while found.len() > sampling.per_game {
            found.swap_remove(rng.below(found.len() as u64) as usize);
        }
        for (linear, score) in found {
            let first = self.counts.len() as u32;
            let len = linear.coefficients.len() as u16;
            self.counts.extend(linear.coefficients);
            let middle_game = linear.middle_game;
            self.list.push(TuningSample { first, len, middle_game, score, result });
        }
        Ok(())
    }

    /// The counts of a position.
    #[inline]
    pub(super) fn counts(&self, sample: &TuningSample) -> &[Coefficient] {
        &self.counts[sample.first as usize..][..usize::from(sample.len)]
    }

    /// The evaluation of a position with these weights, in centipawns, from Red's point of view.
    #[inline]
    pub(super) fn value(&self, sample: &TuningSample, weights: &[[f32; 2]]) -> f32 {
        let [mut mg, mut eg] = [0.0; 2];
        for coefficient in self.counts(sample) {
            let [weight_mg, weight_eg] = weights[usize::from(coefficient.index)];
            mg += weight_mg * f32::from(coefficient.count);
            eg += weight_eg * f32::from(coefficient.count);
        }
        mg * sample.middle_game + eg * (1.0 - sample.middle_game)
    }
}
