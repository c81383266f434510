//! Trains a network: passes over the positions, the learning rate, and the state between passes.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::model::Weights;
use super::optimizer::AdamW;
use super::samples::{TrainingSample, TrainingSet};
use super::{DataOrigin, TrainingSettings};
use crate::in_parallel;
use chuhe_engine::eval::network::features::{BUCKETS, INPUTS};
use chuhe_engine::eval::network::{Network, NetworkError, NetworkHeader, WIDTH};
use chuhe_engine::platform::with_wide_vectors;
use chuhe_engine::types::rng::SplitMix64;
use chuhe_util::files::digest;
use chuhe_util::parallel::map_in_order;

/// The mean squared errors of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EpochLoss {
    /// The number of the pass, counted from 1.
    pub epoch: u32,
    /// The error on the training positions, each evaluated when it is used.
    pub error: f64,
    /// The error on the held-out positions after the pass.
    pub held_out_error: f64,
}

/// A training run in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Trainer {
    pub(super) settings: TrainingSettings,
    pub(super) weights: Weights,
    pub(super) optimizer: AdamW,
    pub(super) losses: Vec<EpochLoss>,
}

/// The number of positions that are shuffled together; they take up 1.2 GB.
pub(crate) const WINDOW: usize = 1 << 24;
/// The number of consecutive positions that are read into a window together.
const RUN: usize = 1 << 10;

/// The error for a pass that was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Trainer {
    /// Starts a training run with random weights.
    pub fn new(settings: TrainingSettings) -> Self {
        let weights = Weights::random(&mut SplitMix64::new(settings.seed));
        Self::with_weights(settings, weights)
    }

    /// Starts a training run with the weights of a network, which is added to the origin of the data. Returns `None` if
    /// the network has another role or scale.
    pub fn from_network(
        network: &Network,
        settings: TrainingSettings,
        data: &mut DataOrigin,
    ) -> Option<Self> {
        let header = &network.header;
        if (header.role, header.scale) != (settings.role, settings.scale) {
            return None;
        }
        let from = digest(&network.to_bytes());
        data.runs
            .push(format!("from the network {from:016x}, whose last games were {}", header.digest));
        data.digest = format!("{:016x}", digest(format!("{} {from:016x}", data.digest).as_bytes()));
        Some(Self::with_weights(settings, Weights::of_network(network)))
    }

    fn with_weights(settings: TrainingSettings, weights: Weights) -> Self {
        let optimizer = AdamW::new(Weights::COUNT);
        Self { settings, weights, optimizer, losses: Vec::new() }
    }

    /// The settings.
    pub fn settings(&self) -> &TrainingSettings {
        &self.settings
    }

    /// The errors of the passes so far.
    pub fn losses(&self) -> &[EpochLoss] {
        &self.losses
    }

    /// Whether all passes are complete.
    pub fn is_done(&self) -> bool {
        self.losses.len() >= self.settings.epochs as usize
    }

    /// Runs one more pass over all positions. `progress` is called after each step with the number of positions in it.
    ///
    /// The result depends only on the settings, the positions and the number of threads.
    ///
    /// # Errors
    /// If `stop` is set; the training run is then unchanged.
    pub fn epoch(
        &mut self,
        training: &TrainingSet,
        held_out: &TrainingSet,
        threads: NonZero<usize>,
        stop: &AtomicBool,
        progress: &mut impl FnMut(usize),
    ) -> Result<EpochLoss, Stopped> {
        let mut next = self.clone();
        let epoch = self.losses.len() as u32 + 1;
        let mut rng = SplitMix64::new(self.settings.seed ^ u64::from(epoch) << 32);
        let mut order = Order::new(training.len(), WINDOW, &mut rng);
        let salt = rng.next();
        let mut gradients = vec![Weights::zero(); threads.get()];
        let mut error = 0.0;
        let batch = self.settings.batch.get();
        while let Some(part) = order.next(batch, &mut rng) {
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            error += next.weights.batch_gradient(training.list(), part, salt, &mut gradients);
            let rate = next.rate(training.len());
            let decay = next.settings.weight_decay;
            let (weights, gradient) = (&mut next.weights.0, &gradients[0].0);
            next.optimizer.step(weights, gradient, rate, decay, Weights::bound);
            progress(part.len());
        }
        let loss = EpochLoss {
            epoch,
            error: error / training.len().max(1) as f64,
            held_out_error: next.error(held_out, threads),
        };
        next.losses.push(loss);
        *self = next;
        Ok(loss)
    }

    /// The mean squared error on a set of positions.
    pub fn error(&self, set: &TrainingSet, threads: NonZero<usize>) -> f64 {
        mean_error(set, threads, |sample| self.weights.error(sample))
    }

    /// The current learning rate, which falls along a cosine from the first pass to the last.
    pub(super) fn rate(&self, positions: usize) -> f32 {
        let settings = &self.settings;
        let steps =
            positions.div_ceil(settings.batch.get()).max(1) as f64 * f64::from(settings.epochs);
        let done = (self.optimizer.steps as f64 / steps).min(1.0);
        settings.rate_end + (settings.rate - settings.rate_end) * cosine(done)
    }

    /// Returns the network in its current state. `training` is the text of the settings, for the network's header.
    ///
    /// # Errors
    /// If a weight is too great to be stored as an integer.
    pub fn network(&self, training: String, data: &DataOrigin) -> Result<Network, NetworkError> {
        let header = NetworkHeader {
            role: self.settings.role,
            inputs: INPUTS,
            width: WIDTH,
            buckets: BUCKETS,
            scale: self.settings.scale,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            training,
            data: data.runs.clone(),
            digest: data.digest.clone(),
        };
        Network::quantized(header, self.weights.parts())
    }
}

/// The mean squared error of the evaluation without a network, or, if the network is the whole evaluation, the error of
/// an even score for every position.
pub fn error_without_network(set: &TrainingSet, threads: NonZero<usize>) -> f64 {
    mean_error(set, threads, |sample| {
        let miss = super::samples::expectation(sample.base) - sample.target;
        miss * miss
    })
}

/// The share of the learning rate that is left when `done` of the steps, 0 to 1, have been made.
pub(crate) fn cosine(done: f64) -> f32 {
    f64::midpoint(1.0, (std::f64::consts::PI * done).cos()) as f32
}

fn mean_error(
    set: &TrainingSet,
    threads: NonZero<usize>,
    error: impl Fn(&TrainingSample) -> f32 + Sync,
) -> f64 {
    let sums = in_parallel(threads, set.list(), |part| {
        with_wide_vectors(|| part.iter().map(|sample| f64::from(error(sample))).sum::<f64>())
    });
    sums.into_iter().sum::<f64>() / set.len().max(1) as f64
}

impl Weights {
    /// Computes the mean gradient over the `chosen` positions, in the first of `gradients`, and returns the sum of
    /// their squared errors. There is one gradient for each thread. Where either mirror image of a position would do,
    /// `salt` decides which is used.
    fn batch_gradient(
        &self,
        list: &[TrainingSample],
        chosen: &[u32],
        salt: u64,
        gradients: &mut [Self],
    ) -> f64 {
        let size = chosen.len().div_ceil(gradients.len()).max(1);
        let threads = NonZero::new(gradients.len()).expect("there is at least one thread");
        let error = map_in_order(
            threads,
            gradients.iter_mut().enumerate(),
            || (),
            |(), (number, gradient)| {
                let begin = chosen.len().min(number * size);
                let part = &chosen[begin..chosen.len().min(begin + size)];
                with_wide_vectors(|| self.part_gradient(list, part, salt, gradient))
            },
            |errors| errors.sum(),
        );
        let (first, others) = gradients.split_first_mut().expect("there is at least one thread");
        let scale = 1.0 / chosen.len() as f32;
        for (index, sum) in first.0.iter_mut().enumerate() {
            let all = others.iter().fold(*sum, |all, other| all + other.0[index]);
            *sum = all * scale;
        }
        error
    }

    /// Sums the gradients of some positions, and returns the sum of their squared errors.
    fn part_gradient(
        &self,
        list: &[TrainingSample],
        part: &[u32],
        salt: u64,
        gradient: &mut Self,
    ) -> f64 {
        gradient.0.fill(0.0);
        let mut error = 0.0;
        for &index in part {
            let sample = &list[index as usize];
            let coin = SplitMix64::new(salt ^ u64::from(index)).next() & 1 == 1;
            let mirrored = sample.either_way && coin;
            error += f64::from(self.add_gradient(sample, mirrored, gradient));
        }
        error
    }
}

/// Hands out the indices of all positions in random order, a batch at a time.
///
/// If there are more positions than fit in a window, they are drawn in runs of consecutive positions. A window consists
/// of runs from anywhere in the set and is well shuffled. Each read from disk is therefore contiguous, and the
/// positions in use fit in memory.
pub(crate) struct Order {
    count: usize,
    window: usize,
    /// The numbers of the remaining runs; the next one is last.
    runs: Vec<u32>,
    ready: Vec<u32>,
    taken: usize,
}

impl Order {
    pub(crate) fn new(count: usize, window: usize, rng: &mut SplitMix64) -> Self {
        let mut order = Self { count, window, runs: Vec::new(), ready: Vec::new(), taken: 0 };
        if count > window {
            order.runs = (0..count.div_ceil(RUN) as u32).collect();
            shuffle(&mut order.runs, rng);
        } else {
            order.ready = (0..count as u32).collect();
            shuffle(&mut order.ready, rng);
        }
        order
    }

    /// Returns the next `batch` indices, or fewer at the end.
    pub(crate) fn next(&mut self, batch: usize, rng: &mut SplitMix64) -> Option<&[u32]> {
        if self.ready.len() - self.taken < batch && !self.runs.is_empty() {
            self.ready.drain(..self.taken);
            self.taken = 0;
            while self.ready.len() < self.window.max(batch)
                && let Some(run) = self.runs.pop()
            {
                let begin = run as usize * RUN;
                self.ready.extend(begin as u32..self.count.min(begin + RUN) as u32);
            }
            shuffle(&mut self.ready, rng);
        }
        let begin = self.taken;
        self.taken = self.ready.len().min(begin + batch);
        Some(&self.ready[begin..self.taken]).filter(|part| !part.is_empty())
    }
}

fn shuffle(list: &mut [u32], rng: &mut SplitMix64) {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.below(i as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::tests::{games, settings};

    #[test]
    fn every_position_comes_once_in_an_order_of_the_seed() {
        let order = |count, window, seed| {
            let mut rng = SplitMix64::new(seed);
            let mut order = Order::new(count, window, &mut rng);
            let mut all = Vec::new();
            while let Some(part) = order.next(700, &mut rng) {
                assert!(part.len() == 700 || all.len() + part.len() == count);
                all.extend_from_slice(part);
            }
            all
        };
        for (count, window) in [(0, 10), (3000, 3000), (20_500, 5000), (20_500, 100)] {
            let found = order(count, window, 1);
            assert_eq!(found, order(count, window, 1));
            assert!(count == 0 || found != order(count, window, 2));
            let mut sorted = found;
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..count as u32), "{count} {window}");
        }
    }

    #[test]
    fn gradients_are_those_of_the_error() {
        let set = TrainingSet::of(&games(2), &settings(), NonZero::<usize>::MIN).unwrap();
        assert!(set.len() > 20, "{} positions", set.len());
        let chosen: Vec<u32> = (0..set.len() as u32).collect();
        let mut weights = Weights::random(&mut SplitMix64::new(3));
        let mut gradients = vec![Weights::zero()];
        // `error` never mirrors a sample, so mirroring is switched off for the gradient as well.
        let mut list = set.list().to_vec();
        for sample in &mut list {
            sample.either_way = false;
        }
        weights.batch_gradient(&list, &chosen, 0, &mut gradients);
        let error = |weights: &Weights| {
            list.iter().map(|sample| f64::from(weights.error(sample))).sum::<f64>()
                / list.len() as f64
        };
        // Check the weights with the steepest slopes, where rounding matters least, and some weights from each part.
        let mut by_slope: Vec<usize> = (0..Weights::COUNT).collect();
        by_slope.sort_by(|a, b| gradients[0].0[*b].abs().total_cmp(&gradients[0].0[*a].abs()));
        let end = Weights::COUNT;
        let outputs = (end - 2056..end).filter(|index| gradients[0].0[*index].abs() > 1e-4);
        let mut checked = 0;
        for index in by_slope.into_iter().take(60).chain(outputs.step_by(11)) {
            let step = 3e-3;
            let weight = weights.0[index];
            weights.0[index] = weight + step;
            let above = error(&weights);
            weights.0[index] = weight - step;
            let below = error(&weights);
            weights.0[index] = weight;
            let slope = (above - below) / f64::from(2.0 * step);
            let computed = f64::from(gradients[0].0[index]);
            let tolerance = 0.02 * slope.abs() + 2e-6;
            assert!((slope - computed).abs() < tolerance, "{index}: {slope} and {computed}");
            checked += 1;
        }
        assert!(checked > 70, "only {checked}");
    }
}
