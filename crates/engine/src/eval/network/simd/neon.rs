//! The loops for NEON, on ARM, which process 8 neurons at a time.

use std::arch::aarch64::{
    int16x8_t, vaddq_s16, vaddq_s32, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_low_s16, vmaxq_s16,
    vminq_s16, vmlal_high_s16, vmlal_s16, vmulq_s16, vsubq_s16,
};

use super::{ACTIVATION_ONE, InputChanges, Row, Side, WIDTH};

/// A row as vectors.
type Vectors = [int16x8_t; 2 * WIDTH / size_of::<int16x8_t>()];

#[inline]
fn vectors(row: &Row) -> &Vectors {
    const { assert!(size_of::<Vectors>() == size_of::<Row>()) };
    const { assert!(align_of::<Vectors>() <= align_of::<Row>()) };
    // SAFETY: size and alignment fit, as just asserted, and any bit pattern is valid for both types.
    unsafe { &*std::ptr::from_ref(row).cast() }
}

#[inline]
fn vectors_mut(row: &mut Row) -> &mut Vectors {
    // SAFETY: as in `vectors`.
    unsafe { &mut *std::ptr::from_mut(row).cast() }
}

/// The neurons after the changes.
#[inline]
#[target_feature(enable = "neon")]
fn changed(from: &Row, weights: &[Row], changes: InputChanges<'_>) -> Vectors {
    let mut sums = *vectors(from);
    for &input in changes.added {
        for (sum, weight) in sums.iter_mut().zip(vectors(&weights[usize::from(input)])) {
            *sum = vaddq_s16(*sum, *weight);
        }
    }
    for &input in changes.removed {
        for (sum, weight) in sums.iter_mut().zip(vectors(&weights[usize::from(input)])) {
            *sum = vsubq_s16(*sum, *weight);
        }
    }
    sums
}

#[target_feature(enable = "neon")]
pub(super) fn update(from: &Row, to: &mut Row, weights: &[Row], changes: InputChanges<'_>) {
    *vectors_mut(to) = changed(from, weights, changes);
}

#[target_feature(enable = "neon")]
pub(super) fn output(sides: [Side<'_>; 2], inputs: &[Row], weights: &[Row; 2]) -> i32 {
    let zero = vdupq_n_s16(0);
    let one = vdupq_n_s16(ACTIVATION_ONE as i16);
    // Two sums are kept, so that an addition need not wait for the previous one.
    let [mut low, mut high] = [vdupq_n_s32(0); 2];
    for (Side { neurons, more }, weights) in sides.into_iter().zip(weights) {
        let neurons = changed(neurons, inputs, InputChanges { added: more, removed: &[] });
        for (neuron, weight) in neurons.iter().zip(vectors(weights)) {
            let active = vminq_s16(vmaxq_s16(*neuron, zero), one);
            let weighted = vmulq_s16(active, *weight);
            low = vmlal_s16(low, vget_low_s16(weighted), vget_low_s16(active));
            high = vmlal_high_s16(high, weighted, active);
        }
    }
    vaddvq_s32(vaddq_s32(low, high))
}
