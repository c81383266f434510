//! The loops for AVX2, which process 16 neurons at a time.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_madd_epi16, _mm256_max_epi16,
    _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
    _mm256_sub_epi16,
};

use super::{ACTIVATION_ONE, InputChanges, Row, Side, WIDTH};

/// A row as vectors.
type Vectors = [__m256i; 2 * WIDTH / size_of::<__m256i>()];

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
#[target_feature(enable = "avx2")]
fn changed(from: &Row, weights: &[Row], changes: InputChanges<'_>) -> Vectors {
    let mut sums = *vectors(from);
    for &input in changes.added {
        for (sum, weight) in sums.iter_mut().zip(vectors(&weights[usize::from(input)])) {
            *sum = _mm256_add_epi16(*sum, *weight);
        }
    }
    for &input in changes.removed {
        for (sum, weight) in sums.iter_mut().zip(vectors(&weights[usize::from(input)])) {
            *sum = _mm256_sub_epi16(*sum, *weight);
        }
    }
    sums
}

#[target_feature(enable = "avx2")]
pub(super) fn update(from: &Row, to: &mut Row, weights: &[Row], changes: InputChanges<'_>) {
    *vectors_mut(to) = changed(from, weights, changes);
}

#[target_feature(enable = "avx2")]
pub(super) fn output(sides: [Side<'_>; 2], inputs: &[Row], weights: &[Row; 2]) -> i32 {
    let zero = _mm256_setzero_si256();
    let one = _mm256_set1_epi16(ACTIVATION_ONE as i16);
    // Two sums are kept, so that an addition need not wait for the previous one.
    let mut sums = [zero; 2];
    for (Side { neurons, more }, weights) in sides.into_iter().zip(weights) {
        let neurons = changed(neurons, inputs, InputChanges { added: more, removed: &[] });
        let pairs = neurons.iter().zip(vectors(weights));
        for (place, (neuron, weight)) in pairs.enumerate() {
            let active = _mm256_min_epi16(_mm256_max_epi16(*neuron, zero), one);
            let weighted = _mm256_mullo_epi16(active, *weight);
            let products = _mm256_madd_epi16(weighted, active);
            sums[place % 2] = _mm256_add_epi32(sums[place % 2], products);
        }
    }
    let sums = _mm256_add_epi32(sums[0], sums[1]);
    // SAFETY: both types have 256 bits, and any bit pattern is valid for both.
    let sums: [i32; 8] = unsafe { std::mem::transmute(sums) };
    sums.iter().sum()
}
