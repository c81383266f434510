//! The loops for the vector instructions of WebAssembly, which process 8 neurons at a time.

use std::arch::wasm32::{
    i16x8_add, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i16x8_sub, i32x4_add, i32x4_dot_i16x8,
    i32x4_extract_lane, i32x4_splat, v128,
};

use super::{ACTIVATION_ONE, InputChanges, Row, Side, WIDTH};

/// A row as vectors.
type Vectors = [v128; 2 * WIDTH / size_of::<v128>()];

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
fn changed(from: &Row, weights: &[Row], changes: InputChanges<'_>) -> Vectors {
    let mut sums = *vectors(from);
    for &input in changes.added {
        for (sum, weight) in sums.iter_mut().zip(vectors(&weights[usize::from(input)])) {
            *sum = i16x8_add(*sum, *weight);
        }
    }
    for &input in changes.removed {
        for (sum, weight) in sums.iter_mut().zip(vectors(&weights[usize::from(input)])) {
            *sum = i16x8_sub(*sum, *weight);
        }
    }
    sums
}

pub(super) fn update(from: &Row, to: &mut Row, weights: &[Row], changes: InputChanges<'_>) {
    *vectors_mut(to) = changed(from, weights, changes);
}

pub(super) fn output(sides: [Side<'_>; 2], inputs: &[Row], weights: &[Row; 2]) -> i32 {
    let zero = i16x8_splat(0);
    let one = i16x8_splat(ACTIVATION_ONE as i16);
    // Two sums are kept, so that an addition need not wait for the previous one.
    let mut sums = [i32x4_splat(0); 2];
    for (Side { neurons, more }, weights) in sides.into_iter().zip(weights) {
        let neurons = changed(neurons, inputs, InputChanges { added: more, removed: &[] });
        let pairs = neurons.iter().zip(vectors(weights));
        for (place, (neuron, weight)) in pairs.enumerate() {
            let active = i16x8_min(i16x8_max(*neuron, zero), one);
            let weighted = i16x8_mul(active, *weight);
            let products = i32x4_dot_i16x8(weighted, active);
            sums[place % 2] = i32x4_add(sums[place % 2], products);
        }
    }
    let sum = i32x4_add(sums[0], sums[1]);
    i32x4_extract_lane::<0>(sum)
        + i32x4_extract_lane::<1>(sum)
        + i32x4_extract_lane::<2>(sum)
        + i32x4_extract_lane::<3>(sum)
}
