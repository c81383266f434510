//! `AdamW`: Adam with a weight decay that is independent of the adaptive step size.

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The optimizer's moments of earlier gradients.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AdamW {
    pub(super) mean: Vec<f32>,
    pub(super) square: Vec<f32>,
    pub(super) steps: u64,
}

impl AdamW {
    /// An optimizer for `count` weights, before its first step.
    pub(crate) fn new(count: usize) -> Self {
        Self { mean: vec![0.0; count], square: vec![0.0; count], steps: 0 }
    }

    /// Moves the weights one step against the gradient. `decay` times the rate is the share that each weight loses;
    /// `bound` is the maximum absolute value of a weight, by its index.
    pub(crate) fn step(
        &mut self,
        weights: &mut [f32],
        gradient: &[f32],
        rate: f32,
        decay: f32,
        bound: impl Fn(usize) -> f32,
    ) {
        self.steps += 1;
        let exponent = self.steps.min(i32::MAX as u64) as i32;
        let mean_share = 1.0 - MEAN_DECAY.powi(exponent);
        let square_share = 1.0 - SQUARE_DECAY.powi(exponent);
        let remembered = self.mean.iter_mut().zip(&mut self.square);
        let changes = weights.iter_mut().zip(gradient).zip(remembered);
        for (index, ((weight, &slope), (mean, square))) in changes.enumerate() {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let step = (*mean / mean_share) / ((*square / square_share).sqrt() + EPSILON);
            let bound = bound(index);
            *weight = (*weight - rate * (step + decay * *weight)).clamp(-bound, bound);
        }
    }
}
