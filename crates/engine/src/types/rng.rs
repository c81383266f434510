//! A small random number generator whose streams never change.
//!
//! The generator is `SplitMix64` (Steele, Lea and Flood, 2014). It generates the Zobrist keys at compile time. Its
//! streams stay the same in later versions, so tools can promise the same output for the same seed.
//!
//! ```
//! use chuhe_engine::types::rng::SplitMix64;
//!
//! let mut rng = SplitMix64::new(1);
//! let dice: Vec<u64> = (0..100).map(|_| 1 + rng.below(6)).collect();
//! assert!(dice.iter().all(|n| (1..=6).contains(n)));
//! ```

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use crate::clock::Instant;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

/// A seed that differs from run to run. Where the system provides no randomness, the seed comes from the host's clock.
pub fn random_seed() -> u64 {
    RandomState::new().hash_one(Instant::now())
}

impl SplitMix64 {
    /// Starts the stream for a seed. Every seed works equally well, even 0.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[must_use]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..bound`. The bias is below 2^-32 for bounds under 2^32.
    ///
    /// # Panics
    /// In debug builds, if `bound` is 0.
    #[must_use]
    pub const fn below(&mut self, bound: u64) -> u64 {
        debug_assert!(bound > 0);
        ((self.next() as u128 * bound as u128) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_the_published_stream() {
        // The first outputs for seed 1234567, as published with the reference C code.
        let mut rng = SplitMix64::new(1_234_567);
        assert_eq!(rng.next(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn below_stays_below() {
        let mut rng = SplitMix64::new(0);
        assert!((0..1000).all(|_| rng.below(7) < 7));
    }
}
