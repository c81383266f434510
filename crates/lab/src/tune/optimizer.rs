//! First fits the scale of scores, then the weights, with full-batch Adam.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};

use super::sample::{Samples, TuningSample};
use crate::in_parallel;

/// The settings of the tuner.
#[derive(Clone, Copy, Debug)]
pub struct TuneSettings {
    /// The maximum number of epochs, that is, passes over all positions.
    pub epochs: u32,
    /// The number of threads.
    pub threads: NonZero<usize>,
    /// The weight of the game's result in the target expectation, from 0 to 1; the search score has the remaining
    /// weight.
    pub result_share: f32,
    /// The learning rate of the first epoch, in centipawns. It falls linearly to a tenth of this.
    pub rate: f32,
    /// Regularization towards the initial weights: the penalty for a distance of one centipawn. It grows with the
    /// square of the distance.
    pub pull: f32,
    /// The number of epochs without an improvement of the held-out error after which the fit ends.
    pub patience: u32,
}

/// Adam (Kingma and Ba, 2015), with its usual constants.
const MOMENTUM: f32 = 0.9;
const VARIANCE: f32 = 0.999;
const TINY: f32 = 1e-8;

/// The result of one epoch.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    /// The number of the epoch, counted from 1.
    pub number: u32,
    /// Mean squared error over the training positions.
    pub error: f64,
    /// Mean squared error over the held-out positions.
    pub held_out_error: f64,
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct TuneResult {
    /// The weights with the lowest held-out error: middle game and endgame, in centipawns.
    pub weights: Vec<[f32; 2]>,
    /// The number of centipawns that changes the odds by a factor of e.
    pub scale: f32,
    /// Errors before the first epoch.
    pub before: Epoch,
    /// Errors with the best weights.
    pub after: Epoch,
}

fn expectation(value: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// Finds the scale, in centipawns, with which search scores best predict the results.
fn fit_scale(samples: &Samples, threads: NonZero<usize>) -> f32 {
    let error = |scale: f32| -> f64 {
        let parts = in_parallel(threads, &samples.list, |part| {
            part.iter()
                .map(|sample| f64::from(expectation(sample.score, scale) - sample.result).powi(2))
                .sum::<f64>()
        });
        parts.into_iter().sum()
    };
    // The error has one minimum, which a ternary search finds.
    let (mut low, mut high) = (20.0f32, 2000.0f32);
    while high - low > 1.0 {
        let third = (high - low) / 3.0;
        if error(low + third) < error(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    f32::midpoint(low, high)
}

struct TexelFit<'a> {
    settings: &'a TuneSettings,
    scale: f32,
}

impl TexelFit<'_> {
    fn target(&self, sample: &TuningSample) -> f32 {
        let share = self.settings.result_share;
        share * sample.result + (1.0 - share) * expectation(sample.score, self.scale)
    }

    fn error(&self, samples: &Samples, weights: &[[f32; 2]]) -> f64 {
        let parts = in_parallel(self.settings.threads, &samples.list, |part| {
            let error = |sample: &TuningSample| {
                let value = samples.value(sample, weights);
                f64::from(expectation(value, self.scale) - self.target(sample)).powi(2)
            };
            part.iter().map(error).sum::<f64>()
        });
        parts.into_iter().sum::<f64>() / samples.len().max(1) as f64
    }

    /// Returns the gradient of the mean squared error, and the error itself.
    fn gradient(&self, samples: &Samples, weights: &[[f32; 2]]) -> (Vec<[f64; 2]>, f64) {
        let parts = in_parallel(self.settings.threads, &samples.list, |part| {
            let mut gradient = vec![[0.0f32; 2]; weights.len()];
            let mut total = 0.0;
            for sample in part {
                let expected = expectation(samples.value(sample, weights), self.scale);
                let error = expected - self.target(sample);
                total += f64::from(error * error);
                let slope = 2.0 * error * expected * (1.0 - expected) / self.scale;
                let (mg, eg) = (slope * sample.middle_game, slope * (1.0 - sample.middle_game));
                for coefficient in samples.counts(sample) {
                    let count = f32::from(coefficient.count);
                    let place = &mut gradient[usize::from(coefficient.index)];
                    place[0] += mg * count;
                    place[1] += eg * count;
                }
            }
            (gradient, total)
        });
        let count = samples.len().max(1) as f64;
        let mut sum = vec![[0.0f64; 2]; weights.len()];
        let mut total = 0.0;
        for (gradient, error) in parts {
            total += error;
            for (sum, part) in sum.iter_mut().zip(gradient) {
                sum[0] += f64::from(part[0]) / count;
                sum[1] += f64::from(part[1]) / count;
            }
        }
        (sum, total / count)
    }
}

/// Fits weights to samples, starting from `start`. The fit ends when the error on `held_out` no longer improves or
/// `stop` is set. `on_epoch` is called after each epoch.
pub fn tune(
    samples: &Samples,
    held_out: &Samples,
    start: &[[f32; 2]],
    settings: &TuneSettings,
    stop: &AtomicBool,
    on_epoch: &mut dyn FnMut(Epoch),
) -> TuneResult {
    let scale = fit_scale(samples, settings.threads);
    let fit = TexelFit { settings, scale };
    let mut weights = start.to_vec();
    let mut means = vec![[0.0f32; 2]; weights.len()];
    let mut squares = means.clone();
    let before = Epoch {
        number: 0,
        error: fit.error(samples, &weights),
        held_out_error: fit.error(held_out, &weights),
    };
    let (mut best, mut after) = (weights.clone(), before);
    for number in 1..=settings.epochs {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let (gradient, error) = fit.gradient(samples, &weights);
        let gone = (number - 1) as f32 / settings.epochs as f32;
        let rate = settings.rate * (1.0 - 0.9 * gone);
        let corrections = [MOMENTUM, VARIANCE].map(|decay| 1.0 - decay.powi(number as i32));
        for (index, slope) in gradient.iter().enumerate() {
            for phase in 0..2 {
                let distance = weights[index][phase] - start[index][phase];
                let slope = slope[phase] as f32 + 2.0 * settings.pull * distance;
                let mean = &mut means[index][phase];
                *mean = MOMENTUM * *mean + (1.0 - MOMENTUM) * slope;
                let square = &mut squares[index][phase];
                *square = VARIANCE * *square + (1.0 - VARIANCE) * slope * slope;
                let step = (*mean / corrections[0]) / ((*square / corrections[1]).sqrt() + TINY);
                weights[index][phase] -= rate * step;
            }
        }
        let held_out_error = fit.error(held_out, &weights);
        let epoch = Epoch { number, error, held_out_error };
        on_epoch(epoch);
        if held_out_error < after.held_out_error {
            (best, after) = (weights.clone(), epoch);
        } else if number > after.number + settings.patience {
            break;
        }
    }
    let error = fit.error(samples, &best);
    TuneResult { weights: best, scale, before, after: Epoch { error, ..after } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::eval::Coefficient;
    use chuhe_engine::types::rng::SplitMix64;

    /// Positions with two counts, and results computed from weights unknown to the fit.
    fn made_up(number: u32, seed: u64, truth: [[f32; 2]; 2]) -> Samples {
        let mut rng = SplitMix64::new(seed);
        let mut samples = Samples::default();
        for _ in 0..number {
            let first = samples.counts.len() as u32;
            for index in 0..2 {
                let count = rng.below(7) as i16 - 3;
                samples.counts.push(Coefficient { index, count });
            }
            let middle_game = rng.below(17) as f32 / 16.0;
            let mut sample = TuningSample { first, len: 2, middle_game, score: 0.0, result: 0.5 };
            let value = samples.value(&sample, &truth);
            sample.score = value;
            sample.result = f32::from(expectation(value, 100.0) * 1000.0 > rng.below(1000) as f32);
            samples.list.push(sample);
        }
        samples
    }

    #[test]
    fn known_weights_are_found() {
        let truth = [[80.0, 30.0], [-20.0, 50.0]];
        let (samples, held_out) = (made_up(4000, 1, truth), made_up(400, 2, truth));
        let settings = TuneSettings {
            epochs: 400,
            threads: NonZero::<usize>::MIN.saturating_add(1),
            result_share: 0.2,
            rate: 2.0,
            pull: 0.0,
            patience: 400,
        };
        let stop = AtomicBool::new(false);
        let mut passes = 0;
        let outcome =
            tune(&samples, &held_out, &[[0.0; 2]; 2], &settings, &stop, &mut |_| passes += 1);
        assert!((outcome.scale - 100.0).abs() < 10.0, "{}", outcome.scale);
        assert!(outcome.after.held_out_error < outcome.before.held_out_error);
        for (found, truth) in outcome.weights.as_flattened().iter().zip(truth.as_flattened()) {
            assert!((found - truth).abs() < 8.0, "{:?}", outcome.weights);
        }
        assert_eq!(passes, 400);
    }

    #[test]
    fn a_pull_holds_weights_back() {
        let truth = [[80.0, 30.0], [-20.0, 50.0]];
        let samples = made_up(500, 1, truth);
        let mut settings = TuneSettings {
            epochs: 200,
            threads: NonZero::<usize>::MIN,
            result_share: 0.0,
            rate: 2.0,
            pull: 0.0,
            patience: 200,
        };
        let mut moved = |pull: f32| {
            settings.pull = pull;
            let stop = AtomicBool::new(false);
            let outcome = tune(&samples, &samples, &[[0.0; 2]; 2], &settings, &stop, &mut |_| {});
            outcome.weights.as_flattened().iter().map(|weight| weight.abs()).sum::<f32>()
        };
        assert!(moved(1e-4) < moved(0.0) / 2.0);
    }
}
