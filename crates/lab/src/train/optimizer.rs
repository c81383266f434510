//! `AdamW`: Adam with a weight decay that is independent of the adaptive step size.

use super::model::Weights;

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The optimizer's moments of earlier gradients.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AdamW {
    pub(super) mean: Weights,
    pub(super) square: Weights,
    pub(super) steps: u64,
}

impl AdamW {
    pub(super) fn new() -> Self {
        Self { mean: Weights::zero(), square: Weights::zero(), steps: 0 }
    }

    /// Moves the weights one step against the gradient. `decay` times the rate is the share that each weight loses.
    pub(super) fn step(
        &mut self,
        weights: &mut Weights,
        gradient: &Weights,
        rate: f32,
        decay: f32,
    ) {
        self.steps += 1;
        let exponent = self.steps.min(i32::MAX as u64) as i32;
        let mean_share = 1.0 - MEAN_DECAY.powi(exponent);
        let square_share = 1.0 - SQUARE_DECAY.powi(exponent);
        let remembered = self.mean.0.iter_mut().zip(&mut self.square.0);
        let changes = weights.0.iter_mut().zip(&gradient.0).zip(remembered);
        for (index, ((weight, &slope), (mean, square))) in changes.enumerate() {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let step = (*mean / mean_share) / ((*square / square_share).sqrt() + EPSILON);
            let bound = Weights::bound(index);
            *weight = (*weight - rate * (step + decay * *weight)).clamp(-bound, bound);
        }
    }
}
