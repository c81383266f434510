//! The network in floating point: its values, the error of a batch, and the error's gradient.

use std::ops::Range;

use super::samples::{TrainingSample, expectation};
use chuhe_engine::eval::network::features::{BUCKETS, INPUTS, PLACES};
use chuhe_engine::eval::network::{FloatWeights, Network, WIDTH};
use chuhe_engine::types::rng::SplitMix64;

/// The activations of one side's hidden layer.
type Layer = [f32; WIDTH];

/// The position of each part in the sequence of all weights.
const INPUT_WEIGHTS: Range<usize> = 0..INPUTS * WIDTH;
const INPUT_BIAS: Range<usize> = INPUT_WEIGHTS.end..INPUT_WEIGHTS.end + WIDTH;
const OUTPUT_WEIGHTS: Range<usize> = INPUT_BIAS.end..INPUT_BIAS.end + BUCKETS * 2 * WIDTH;
const OUTPUT_BIAS: Range<usize> = OUTPUT_WEIGHTS.end..OUTPUT_WEIGHTS.end + BUCKETS;

/// The maximum values that weights may reach in training. They keep the sums of the quantized integers in range; see
/// [`chuhe_engine::eval::network::Network`].
const INPUT_MAX: f32 = 2.0;
const OUTPUT_MAX: f32 = 1.98;

/// One number for each weight of the network: the weights themselves, a gradient, or the optimizer's moments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights(pub(super) Vec<f32>);

impl Weights {
    pub(super) const COUNT: usize = OUTPUT_BIAS.end;

    pub(super) fn zero() -> Self {
        Self(vec![0.0; Self::COUNT])
    }

    /// Returns random initial weights. All outputs are initially 0.
    pub(super) fn random(rng: &mut SplitMix64) -> Self {
        let mut weights = Self::zero();
        // A side has at most 32 pieces, so its sums begin within the range of the activation. Motifs begin without
        // influence.
        for (part, bound) in [
            (0..PLACES * WIDTH, 0.1),
            (INPUT_BIAS, 0.1),
            (OUTPUT_WEIGHTS, (1.0 / (2 * WIDTH) as f32).sqrt()),
        ] {
            for weight in &mut weights.0[part] {
                let unit = (rng.next() >> 40) as f32 / (1u64 << 24) as f32;
                *weight = (2.0 * unit - 1.0) * bound;
            }
        }
        weights
    }

    /// The weights of a network.
    pub(super) fn of_network(network: &Network) -> Self {
        Self(network.to_floats().concat())
    }

    /// The parts in the order of the network file.
    pub(super) fn parts(&self) -> FloatWeights<'_> {
        FloatWeights {
            input_weights: &self.0[INPUT_WEIGHTS],
            input_bias: &self.0[INPUT_BIAS],
            output_weights: &self.0[OUTPUT_WEIGHTS],
            output_bias: &self.0[OUTPUT_BIAS],
        }
    }

    /// The maximum absolute value of a weight, by its index.
    pub(super) fn bound(index: usize) -> f32 {
        if index < INPUT_BIAS.end {
            INPUT_MAX
        } else if index < OUTPUT_WEIGHTS.end {
            OUTPUT_MAX
        } else {
            f32::INFINITY
        }
    }

    #[inline]
    fn row(&self, start: usize) -> &Layer {
        self.0[start..].first_chunk().expect("a row lies within the weights")
    }

    #[inline]
    fn row_mut(&mut self, start: usize) -> &mut Layer {
        self.0[start..].first_chunk_mut().expect("a row lies within the weights")
    }

    /// Computes the sums of a side's hidden layer.
    #[inline]
    fn hidden(&self, inputs: impl Iterator<Item = usize>) -> Layer {
        let mut sums = *self.row(INPUT_BIAS.start);
        for input in inputs {
            for (sum, weight) in sums.iter_mut().zip(self.row(input * WIDTH)) {
                *sum += weight;
            }
        }
        sums
    }

    /// Computes the network's output, as log-odds, and stores the hidden layers in `hidden`.
    #[inline]
    fn output(&self, sample: &TrainingSample, mirrored: bool, hidden: &mut [Layer; 2]) -> f32 {
        let bucket = usize::from(sample.bucket);
        let mut output = self.0[OUTPUT_BIAS.start + bucket];
        for (side, (inputs, sums)) in sample.inputs(mirrored).into_iter().zip(hidden).enumerate() {
            *sums = self.hidden(inputs);
            let weights = self.row(OUTPUT_WEIGHTS.start + (2 * bucket + side) * WIDTH);
            output += dot(sums, weights);
        }
        output
    }

    /// The squared error of a sample.
    #[inline]
    pub(super) fn error(&self, sample: &TrainingSample) -> f32 {
        let mut hidden = [[0.0; WIDTH]; 2];
        let output = self.output(sample, false, &mut hidden);
        let miss = expectation(sample.base + output) - sample.target;
        miss * miss
    }

    /// Adds the gradient of a sample's squared error to `gradient`, and returns the error.
    #[inline]
    pub(super) fn add_gradient(
        &self,
        sample: &TrainingSample,
        mirrored: bool,
        gradient: &mut Self,
    ) -> f32 {
        let mut hidden = [[0.0; WIDTH]; 2];
        let output = self.output(sample, mirrored, &mut hidden);
        let expected = expectation(sample.base + output);
        let miss = expected - sample.target;
        let slope = 2.0 * miss * expected * (1.0 - expected);
        let bucket = usize::from(sample.bucket);
        gradient.0[OUTPUT_BIAS.start + bucket] += slope;
        for (side, (inputs, sums)) in sample.inputs(mirrored).into_iter().zip(&hidden).enumerate() {
            let start = OUTPUT_WEIGHTS.start + (2 * bucket + side) * WIDTH;
            let weights = self.row(start);
            let part = gradient.row_mut(start);
            let mut by_sum = [0.0; WIDTH];
            for i in 0..WIDTH {
                let clamped = sums[i].clamp(0.0, 1.0);
                part[i] += slope * clamped * clamped;
                // Where the sum is clamped, the slope is 0. The formula ensures this below 0; the test ensures it above
                // 1.
                let inside = if sums[i] < 1.0 { 2.0 * clamped } else { 0.0 };
                by_sum[i] = slope * weights[i] * inside;
            }
            add(gradient.row_mut(INPUT_BIAS.start), &by_sum);
            for input in inputs {
                add(gradient.row_mut(input * WIDTH), &by_sum);
            }
        }
        miss * miss
    }
}

#[inline]
fn add(sums: &mut Layer, parts: &Layer) {
    for (sum, part) in sums.iter_mut().zip(parts) {
        *sum += part;
    }
}

/// The sum of weights times squared clamped sums, in a fixed order that suits vector registers.
#[inline]
fn dot(sums: &Layer, weights: &Layer) -> f32 {
    const LANES: usize = 16;
    let mut lanes = [0.0; LANES];
    for (sums, weights) in sums.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
        for i in 0..LANES {
            let clamped = sums[i].clamp(0.0, 1.0);
            lanes[i] += clamped * clamped * weights[i];
        }
    }
    lanes.iter().sum()
}
