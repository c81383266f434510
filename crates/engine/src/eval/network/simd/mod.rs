//! The two hot loops of a network, for each type of processor: adding rows of weights, and the output layer.
//!
//! The program also runs on old processors, so the loops are selected at run time, except on WebAssembly, where every
//! supported browser has `simd128`. All versions give the same result, bit for bit, because they use only integers, and
//! no sum overflows (see [`OUTPUT_WEIGHT_MAX`]). AVX-512 was tried, but searches were no faster than with AVX2.
#![allow(unsafe_code, reason = "vector instructions; each block states why it is sound")]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod wasm;

use super::file::{ACTIVATION_ONE, OUTPUT_WEIGHT_MAX, Row, WIDTH};

// In the output layer, a neuron times its weight fits in 16 bits, and the sum over all neurons fits in 32 bits.
const _: () = assert!(ACTIVATION_ONE * OUTPUT_WEIGHT_MAX as i32 <= i16::MAX as i32);
const _: () = assert!(
    2 * WIDTH as i64 * (ACTIVATION_ONE * ACTIVATION_ONE) as i64 * OUTPUT_WEIGHT_MAX as i64
        <= i32::MAX as i64
);

/// The instruction set with which networks are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd(Path);

/// Only a path that the processor supports is ever constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
    Wasm,
}

impl Simd {
    /// The fastest instruction set that this processor supports.
    pub fn detect() -> Self {
        Self::available().last().copied().unwrap_or(Self(Path::Scalar))
    }

    /// All instruction sets that this processor supports, the fastest last.
    pub fn available() -> Vec<Self> {
        let mut paths = vec![Path::Scalar];
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            paths.push(Path::Avx2);
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            paths.push(Path::Neon);
        }
        #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
        paths.push(Path::Wasm);
        paths.into_iter().map(Self).collect()
    }

    /// The name of the instruction set: `scalar`, `avx2`, `neon` or `simd128`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Path::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => "avx2",
            #[cfg(target_arch = "aarch64")]
            Path::Neon => "neon",
            #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
            Path::Wasm => "simd128",
        }
    }

    /// Sets `to` to `from` plus the rows of the added inputs, minus the rows of the removed inputs.
    #[inline]
    pub(super) fn update(
        self,
        from: &Row,
        to: &mut Row,
        weights: &[Row],
        changes: InputChanges<'_>,
    ) {
        match self.0 {
            Path::Scalar => scalar::update(from, to, weights, changes),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has AVX2, or this path would not have been constructed.
            Path::Avx2 => unsafe { avx2::update(from, to, weights, changes) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: the processor has NEON, or this path would not have been constructed.
            Path::Neon => unsafe { neon::update(from, to, weights, changes) },
            #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
            Path::Wasm => wasm::update(from, to, weights, changes),
        }
    }

    /// The sum over both sides' neurons, each clamped to 0..=[`ACTIVATION_ONE`], squared, and multiplied by its weight.
    /// `inputs` are the rows of all inputs.
    #[inline]
    pub(super) fn output(self, sides: [Side<'_>; 2], inputs: &[Row], weights: &[Row; 2]) -> i32 {
        match self.0 {
            Path::Scalar => scalar::output(sides, inputs, weights),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has AVX2, or this path would not have been constructed.
            Path::Avx2 => unsafe { avx2::output(sides, inputs, weights) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: the processor has NEON, or this path would not have been constructed.
            Path::Neon => unsafe { neon::output(sides, inputs, weights) },
            #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
            Path::Wasm => wasm::output(sides, inputs, weights),
        }
    }
}

/// The inputs in which two positions differ, as one side sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct InputChanges<'a> {
    pub(super) added: &'a [u16],
    pub(super) removed: &'a [u16],
}

/// A side's hidden layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side<'a> {
    pub(super) neurons: &'a Row,
    /// Inputs that are not included in the neurons yet.
    pub(super) more: &'a [u16],
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::rng::SplitMix64;

    fn row(rng: &mut SplitMix64, max: i16) -> Row {
        let mut row = Row([0; WIDTH]);
        let span = 2 * u64::from(max.unsigned_abs()) + 1;
        row.0
            .iter_mut()
            .for_each(|weight| *weight = (rng.below(span) as i32 - i32::from(max)) as i16);
        row
    }

    #[test]
    fn every_path_computes_the_same() {
        let rng = &mut SplitMix64::new(18);
        let paths = Simd::available();
        let weights: Vec<Row> = (0..40).map(|_| row(rng, 1000)).collect();
        // Miri is slow, so it runs only a few rounds.
        for round in 0..if cfg!(miri) { 10 } else { 5000 } {
            let from = row(rng, 20_000);
            let mut inputs = |most| -> Vec<u16> {
                (0..rng.below(most)).map(|_| rng.below(weights.len() as u64) as u16).collect()
            };
            let (added, removed) = (inputs(33), inputs(if round % 2 == 0 { 3 } else { 33 }));
            let changes = InputChanges { added: &added, removed: &removed };
            // These neurons lie below, within and above the range of the clamp.
            let neurons = [row(rng, 400), row(rng, 20_000)];
            let output_weights = [row(rng, OUTPUT_WEIGHT_MAX), row(rng, OUTPUT_WEIGHT_MAX)];
            let mut expected = None;
            for path in &paths {
                let mut to = Row([-1; WIDTH]);
                path.update(&from, &mut to, &weights, changes);
                let sides = [&added, &removed];
                let sides = [0, 1].map(|side| Side { neurons: &neurons[side], more: sides[side] });
                let sum = path.output(sides, &weights, &output_weights);
                let expected = expected.get_or_insert((to, sum));
                assert_eq!((&to, sum), (&expected.0, expected.1), "{}", path.name());
            }
        }
    }

    #[test]
    fn the_greatest_sums_do_not_overflow() {
        let full = Row([i16::MAX; WIDTH]);
        for weight in [OUTPUT_WEIGHT_MAX, -OUTPUT_WEIGHT_MAX] {
            let expected = 2 * WIDTH as i32 * 255 * 255 * i32::from(weight);
            for path in Simd::available() {
                let side = Side { neurons: &full, more: &[] };
                assert_eq!(path.output([side; 2], &[], &[Row([weight; WIDTH]); 2]), expected);
            }
        }
    }

    #[test]
    fn rows_are_added_and_removed() {
        let weights = [Row([5; WIDTH]), Row([7; WIDTH])];
        for path in Simd::available() {
            let mut to = Row([0; WIDTH]);
            let changes = InputChanges { added: &[0, 0], removed: &[1] };
            path.update(&Row([-1; WIDTH]), &mut to, &weights, changes);
            assert_eq!(to, Row([2; WIDTH]), "{}", path.name());
            let sides = [(&to, &[][..]), (&Row([-9; WIDTH]), &[0, 1])];
            let sides = sides.map(|(neurons, more)| Side { neurons, more });
            let expected = (4 * 5 + 9 * 7) * WIDTH as i32;
            assert_eq!(path.output(sides, &weights, &weights), expected);
        }
    }
}
