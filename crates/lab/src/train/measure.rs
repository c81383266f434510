//! Measures the error of finished networks, as the engine evaluates them.

use std::num::NonZero;
use std::sync::Arc;

use serde::Serialize;

use super::TrainingSettings;
use super::samples::{base, expectation, for_each_taken};
use crate::data::DataError;
use crate::{Corpus, CorpusError, NumberedGames, is_held_out};
use chuhe_engine::eval::Hce;
use chuhe_engine::eval::network::{Agreement, AgreementFigures, Network, NetworkPair, Role};

/// A comparison of two networks on the same positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeldOutComparison {
    /// The number of positions.
    pub positions: u64,
    /// The mean squared error of the hand-crafted evaluation.
    pub hand_crafted_error: f64,
    /// The mean squared error of each network, computed in integers as in the engine.
    pub errors: [f64; 2],
    /// How much the networks' own outputs differ.
    pub outputs: AgreementFigures,
    /// How much the evaluations that the engine uses differ.
    pub totals: AgreementFigures,
}

/// Evaluates the positions that the settings select from the held-out games, on `threads` threads.
///
/// The error is the one that training minimizes; it differs from [`EpochLoss::held_out_error`](super::EpochLoss) only
/// by rounding to integers.
///
/// # Errors
/// If a game cannot be replayed.
pub fn compare_on_games(
    corpus: &Corpus,
    settings: &TrainingSettings,
    networks: &[Arc<Network>; 2],
    threads: NonZero<usize>,
) -> Result<HeldOutComparison, CorpusError> {
    let roles = networks.each_ref().map(|network| network.header.role);
    let see = |games: NumberedGames| {
        let mut pair = NetworkPair::new(networks.clone());
        let mut hce = Hce::new();
        let mut sums = [0.0; 3];
        let mut positions = 0;
        for (number, game) in &games {
            if !is_held_out(*number, settings.held_out) {
                continue;
            }
            for_each_taken(game, settings, |board, target| {
                positions += 1;
                let outputs = pair.see(board);
                let scale = settings.scale;
                let hand_crafted = base(Role::Correction, &mut hce, board, scale);
                let [first, second] = [0, 1].map(|index| {
                    let base = if roles[index] == Role::Correction { hand_crafted } else { 0.0 };
                    base + outputs[index] as f32 / scale
                });
                for (sum, value) in sums.iter_mut().zip([hand_crafted, first, second]) {
                    *sum += f64::from(expectation(value) - target).powi(2);
                }
            })?;
        }
        Ok::<_, DataError>((positions, sums, pair.outputs, pair.totals))
    };
    let mut all = (0, [0.0; 3]);
    let mut agreements = [Agreement::default(); 2];
    corpus.read_games(threads, see, |(positions, sums, outputs, totals)| {
        all.0 += positions;
        all.1.iter_mut().zip(sums).for_each(|(all, sum)| *all += sum);
        agreements[0].merge(&outputs);
        agreements[1].merge(&totals);
        Ok::<_, CorpusError>(())
    })?;
    let (positions, sums) = all;
    let [hand_crafted_error, first, second] = sums.map(|sum| sum / positions.max(1) as f64);
    Ok(HeldOutComparison {
        positions,
        hand_crafted_error,
        errors: [first, second],
        outputs: agreements[0].figures(),
        totals: agreements[1].figures(),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::DataOrigin;
    use crate::train::model::Weights;
    use crate::train::tests::{games, settings, with_corpus};
    use crate::train::{Trainer, TrainingSet, error_without_network};
    use chuhe_engine::eval::network::features::BUCKETS;
    use chuhe_engine::eval::network::{ACTIVATION_ONE, OUTPUT_ONE, WIDTH};

    /// The engine's integers agree with the trainer's floating-point numbers.
    #[test]
    fn the_error_in_integers_is_that_of_the_training() {
        let games = games(3);
        let one = NonZero::<usize>::MIN;
        let origin = DataOrigin { runs: Vec::new(), digest: String::new() };
        let networks = [Role::Correction, Role::Whole].map(|role| {
            let settings = TrainingSettings { role, ..settings() };
            let set = TrainingSet::of(&games, &settings, one).unwrap();
            let before = error_without_network(&set, one);
            let mut trainer = Trainer::new(settings);
            while !trainer.is_done() {
                let stop = AtomicBool::new(false);
                trainer.epoch(&set, &set, one, &stop, &mut |_| {}).unwrap();
            }
            let network = trainer.network(String::new(), &origin).unwrap();
            // After so few steps, rounding changes the weights considerably, so the trainer gets the rounded weights,
            // too.
            let outputs = Weights::COUNT - BUCKETS * (2 * WIDTH + 1)..Weights::COUNT - BUCKETS;
            for (index, weight) in trainer.weights.0.iter_mut().enumerate() {
                let unit = match index {
                    _ if index < outputs.start => ACTIVATION_ONE,
                    _ if index < outputs.end => OUTPUT_ONE,
                    _ => ACTIVATION_ONE * OUTPUT_ONE,
                };
                *weight = (*weight * unit as f32).round() / unit as f32;
            }
            let error = trainer.error(&set, one);
            (Arc::new(network), error, before, set.len())
        });
        let pair = networks.each_ref().map(|(network, ..)| Arc::clone(network));
        for threads in [1, 2] {
            let threads = NonZero::new(threads).unwrap();
            let compare = |corpus: &_| compare_on_games(corpus, &settings(), &pair, threads);
            let found = with_corpus(3, compare).unwrap();
            assert_eq!(found.positions, networks[0].3 as u64);
            assert!((found.hand_crafted_error - networks[0].2).abs() < 1e-7, "{found:?}");
            for (found, (_, error, before, _)) in found.errors.iter().zip(&networks) {
                assert!((found - error).abs() < 0.01 * error, "{found} and {error}");
                // Training must change the error by more than rounding outputs to whole centipawns does.
                assert!((before - error).abs() > 0.02 * error, "{before} and {error}");
            }
        }
    }
}
