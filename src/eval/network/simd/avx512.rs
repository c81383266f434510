//! With AVX-512: 32 neurons at a time.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_madd_epi16, _mm512_max_epi16,
    _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32, _mm512_set1_epi16,
    _mm512_setzero_si512, _mm512_sub_epi16,
};

use super::{ACTIVATION_ONE, InputChanges, Row, WIDTH};

/// A row as vectors.
type Vectors = [__m512i; 2 * WIDTH / size_of::<__m512i>()];

#[inline]
fn vectors(row: &Row) -> &Vectors {
    const { assert!(size_of::<Vectors>() == size_of::<Row>()) };
    const { assert!(align_of::<Vectors>() <= align_of::<Row>()) };
    // SAFETY: size and alignment fit, as was just asserted, and any bits are a value of either type.
    unsafe { &*std::ptr::from_ref(row).cast() }
}

#[inline]
fn vectors_mut(row: &mut Row) -> &mut Vectors {
    // SAFETY: as in `vectors`.
    unsafe { &mut *std::ptr::from_mut(row).cast() }
}

#[target_feature(enable = "avx512bw")]
pub(super) fn update(from: &Row, to: &mut Row, weights: &[Row], changes: InputChanges<'_>) {
    let mut sums = *vectors(from);
    for &input in changes.added {
        for (sum, weight) in sums.iter_mut().zip(vectors(&weights[usize::from(input)])) {
            *sum = _mm512_add_epi16(*sum, *weight);
        }
    }
    for &input in changes.removed {
        for (sum, weight) in sums.iter_mut().zip(vectors(&weights[usize::from(input)])) {
            *sum = _mm512_sub_epi16(*sum, *weight);
        }
    }
    *vectors_mut(to) = sums;
}

#[target_feature(enable = "avx512bw")]
pub(super) fn output(neurons: [&Row; 2], weights: &[Row; 2]) -> i32 {
    let zero = _mm512_setzero_si512();
    let one = _mm512_set1_epi16(ACTIVATION_ONE as i16);
    // Two sums, so that one addition need not wait for the one before.
    let mut sums = [zero; 2];
    for (neurons, weights) in neurons.into_iter().zip(weights) {
        let pairs = vectors(neurons).iter().zip(vectors(weights));
        for (place, (neuron, weight)) in pairs.enumerate() {
            let active = _mm512_min_epi16(_mm512_max_epi16(*neuron, zero), one);
            let weighted = _mm512_mullo_epi16(active, *weight);
            let products = _mm512_madd_epi16(weighted, active);
            sums[place % 2] = _mm512_add_epi32(sums[place % 2], products);
        }
    }
    _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
}
