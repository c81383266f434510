//! Fits the weights with minibatches, then rounds them.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};

use super::sample::Samples;
use crate::in_parallel;
use crate::train::{AdamW, Order, WINDOW, cosine, expectation};
use chuhe_engine::types::rng::SplitMix64;

/// The settings of the tuner.
#[derive(Clone, Copy, Debug)]
pub struct TuneSettings {
    /// The number of epochs, that is, passes over all positions, before the weights are rounded.
    pub epochs: u32,
    /// The number of threads.
    pub threads: NonZero<usize>,
    /// The number of centipawns that changes the odds by a factor of e.
    pub scale: f32,
    /// The learning rate at the beginning, in centipawns. It falls to zero along a cosine.
    pub rate: f32,
    /// The seed of the order of the positions.
    pub seed: u64,
}

/// The number of positions per step.
const BATCH: usize = 1 << 14;

/// The number of stages in which the weights are rounded.
const STAGES: usize = 4;

/// The learning rate of a stage of rounding, as a share of the rate at the beginning.
const STAGE_RATE: f32 = 0.1;

/// The mean squared errors after an epoch.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    /// The number of the epoch, counted from 1. It includes those between the stages of rounding.
    pub number: u32,
    /// The error on the training positions, each evaluated when it is used.
    pub error: f64,
    /// The error on the held-out positions after the epoch.
    pub held_out_error: f64,
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct TuneResult {
    /// The weights for middle game and endgame, in centipawns.
    pub weights: Vec<[i32; 2]>,
    /// The error on the held-out positions with the initial weights.
    pub before: f64,
    /// The error on the held-out positions with the fitted weights, before rounding.
    pub fitted: f64,
    /// The error on the held-out positions with the rounded weights.
    pub after: f64,
}

/// The weights of a fit in progress: by coefficient, middle game and endgame.
struct Fit<'a> {
    samples: &'a Samples,
    held_out: &'a Samples,
    settings: &'a TuneSettings,
    weights: Vec<f32>,
    /// The weights that no longer change.
    fixed: Vec<bool>,
    epochs: u32,
}

impl Fit<'_> {
    fn held_out_error(&self) -> f64 {
        let Self { held_out, settings, weights, .. } = self;
        let places: Vec<usize> = (0..held_out.len()).collect();
        let parts = in_parallel(settings.threads, &places, |part| {
            let squares = part.iter().map(|&place| {
                let value = held_out.value(place, weights.as_chunks().0);
                let target = held_out.list[place].target;
                f64::from(expectation(value / settings.scale) - target).powi(2)
            });
            squares.sum::<f64>()
        });
        parts.into_iter().sum::<f64>() / held_out.len().max(1) as f64
    }

    /// Computes the mean gradient of the squared error over some positions, and the sum of their squared errors.
    fn gradient(&self, chosen: &[u32]) -> (Vec<f32>, f64) {
        let Self { samples, settings, weights, .. } = self;
        let parts = in_parallel(settings.threads, chosen, |part| {
            let mut gradient = vec![0.0f32; weights.len()];
            let mut total = 0.0;
            for &place in part {
                let place = place as usize;
                let sample = &samples.list[place];
                let value = samples.value(place, weights.as_chunks().0);
                let expected = expectation(value / settings.scale);
                let miss = expected - sample.target;
                total += f64::from(miss * miss);
                let slope = 2.0 * miss * expected * (1.0 - expected) / settings.scale;
                let slope = [slope * sample.middle_game, slope * (1.0 - sample.middle_game)];
                for coefficient in samples.counts(place) {
                    let first = 2 * usize::from(coefficient.index);
                    for (phase, slope) in slope.into_iter().enumerate() {
                        gradient[first + phase] += slope * f32::from(coefficient.count);
                    }
                }
            }
            (gradient, total)
        });
        let mut sum = vec![0.0; weights.len()];
        let mut total = 0.0;
        for (gradient, error) in parts {
            total += error;
            for (sum, part) in sum.iter_mut().zip(gradient) {
                *sum += part / chosen.len() as f32;
            }
        }
        for (slope, _) in sum.iter_mut().zip(&self.fixed).filter(|(_, fixed)| **fixed) {
            *slope = 0.0;
        }
        (sum, total)
    }

    /// Makes some passes over all positions, or fewer if `stop` is set.
    fn run(&mut self, epochs: u32, rate: f32, stop: &AtomicBool, on_epoch: &mut dyn FnMut(Epoch)) {
        let mut optimizer = AdamW::new(self.weights.len());
        let count = self.samples.len();
        let steps = f64::from(epochs) * count.div_ceil(BATCH) as f64;
        let mut done = 0.0;
        for _ in 0..epochs {
            self.epochs += 1;
            let mut rng = SplitMix64::new(self.settings.seed ^ u64::from(self.epochs) << 32);
            let mut order = Order::new(count, WINDOW, &mut rng);
            let mut error = 0.0;
            while let Some(chosen) = order.next(BATCH, &mut rng) {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let (gradient, total) = self.gradient(chosen);
                error += total;
                let rate = rate * cosine(done / steps);
                optimizer.step(&mut self.weights, &gradient, rate, 0.0, |_| f32::INFINITY);
                done += 1.0;
            }
            let held_out_error = self.held_out_error();
            let error = error / count.max(1) as f64;
            on_epoch(Epoch { number: self.epochs, error, held_out_error });
        }
    }

    /// Rounds the weights in stages and refits the others after each stage.
    ///
    /// A rounding error is multiplied by the weight's count in a position, which is up to 64. The weights with the
    /// greatest counts are therefore rounded first, so that others can still make up for the errors.
    fn round(&mut self, stop: &AtomicBool, on_epoch: &mut dyn FnMut(Epoch)) {
        let mut sizes = vec![0.0; self.weights.len()];
        for (place, sample) in self.samples.list.iter().enumerate() {
            let shares = [sample.middle_game, 1.0 - sample.middle_game];
            for coefficient in self.samples.counts(place) {
                for (phase, share) in shares.into_iter().enumerate() {
                    let size = f64::from(share) * f64::from(coefficient.count);
                    sizes[2 * usize::from(coefficient.index) + phase] += size * size;
                }
            }
        }
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        order.sort_by(|&a, &b| sizes[b].total_cmp(&sizes[a]));
        // Each stage rounds half of the remaining weights; the last rounds the rest.
        for stage in 0..=STAGES {
            let part = if stage == STAGES { order.len() } else { order.len().div_ceil(2) };
            for index in order.drain(..part) {
                self.weights[index] = self.weights[index].round();
                self.fixed[index] = true;
            }
            if !order.is_empty() {
                self.run(1, STAGE_RATE * self.settings.rate, stop, on_epoch);
            }
        }
    }
}

/// Fits weights to samples, starting from `start`. If `stop` is set, the fit ends early, and the weights are rounded as
/// they are. `on_epoch` is called after each epoch.
pub fn tune(
    samples: &Samples,
    held_out: &Samples,
    start: &[[i32; 2]],
    settings: &TuneSettings,
    stop: &AtomicBool,
    on_epoch: &mut dyn FnMut(Epoch),
) -> TuneResult {
    let weights: Vec<f32> = start.as_flattened().iter().map(|&weight| weight as f32).collect();
    let fixed = vec![false; weights.len()];
    let mut fit = Fit { samples, held_out, settings, weights, fixed, epochs: 0 };
    let before = fit.held_out_error();
    fit.run(settings.epochs, settings.rate, stop, on_epoch);
    let fitted = fit.held_out_error();
    fit.round(stop, on_epoch);
    let after = fit.held_out_error();
    let weights = fit.weights.as_chunks().0.iter().map(|pair| pair.map(|weight| weight as i32));
    TuneResult { weights: weights.collect(), before, fitted, after }
}

/// The number of calls of `on_epoch` in a complete fit.
pub const fn epochs_in_all(settings: &TuneSettings) -> u64 {
    settings.epochs as u64 + STAGES as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::sample::TuningSample;
    use chuhe_engine::eval::Coefficient;

    /// Positions with two counts, and expectations computed from weights unknown to the fit.
    fn made_up(number: u32, seed: u64, truth: [[f32; 2]; 2]) -> Samples {
        let mut rng = SplitMix64::new(seed);
        let mut samples = Samples::default();
        for place in 0..number as usize {
            for index in 0..2 {
                let count = rng.below(7) as i16 - 3;
                samples.counts.push(Coefficient { index, count });
            }
            let middle_game = rng.below(17) as f32 / 16.0;
            let correction = rng.below(50) as f32;
            let end = samples.counts.len();
            samples.list.push(TuningSample { end, middle_game, correction, target: 0.0 });
            samples.list[place].target = expectation(samples.value(place, &truth) / 100.0);
        }
        samples
    }

    fn settings(epochs: u32) -> TuneSettings {
        let threads = NonZero::<usize>::MIN.saturating_add(1);
        TuneSettings { epochs, threads, scale: 100.0, rate: 2.0, seed: 1 }
    }

    #[test]
    fn known_weights_are_found() {
        let truth = [[80.0, 30.0], [-20.0, 50.0]];
        let (samples, held_out) = (made_up(4000, 1, truth), made_up(400, 2, truth));
        let stop = AtomicBool::new(false);
        let mut epochs = Vec::new();
        let settings = settings(400);
        let result = tune(&samples, &held_out, &[[0; 2]; 2], &settings, &stop, &mut |epoch| {
            epochs.push(epoch.number);
        });
        assert!(result.after < 1e-4 * result.before, "{result:?}");
        assert_eq!(result.weights, truth.map(|pair| pair.map(|weight| weight as i32)));
        assert!(epochs.len() as u64 <= epochs_in_all(&settings));
        assert!(epochs.iter().copied().eq(1..=epochs.len() as u32));
    }

    #[test]
    fn the_rest_makes_up_for_rounding() {
        let truth = [[50.4; 2]; 2];
        let mut samples = made_up(200_000, 1, truth);
        for place in 0..samples.len() {
            let counts = &mut samples.counts[2 * place..][..2];
            counts[1].count = if place % 3 == 0 { 0 } else { counts[0].count };
            samples.list[place].target = expectation(samples.value(place, &truth) / 100.0);
        }
        let start = [[50; 2]; 2];
        let stop = AtomicBool::new(false);
        let result = tune(&samples, &samples, &start, &settings(20), &stop, &mut |_| {});
        // The first weight occurs more often and is rounded first.
        assert_eq!(result.weights, [[50; 2], [51; 2]], "{result:?}");
    }

    #[test]
    fn a_stopped_fit_keeps_its_start() {
        let samples = made_up(100, 1, [[80.0, 30.0], [-20.0, 50.0]]);
        let start = [[7, 8], [9, 10]];
        let stop = AtomicBool::new(true);
        let result = tune(&samples, &samples, &start, &settings(5), &stop, &mut |_| {});
        assert_eq!(result.weights, start);
    }
}
