//! Tapered scores: a middle game and an endgame score in one word.

use std::ops::{AddAssign, SubAssign};

use crate::types::Value;

/// Two scores, each within ±32,000, that are added and subtracted together.
///
/// The middle game score sits in the upper half; a negative endgame score borrows 1 from that half, which
/// [`Tapered::mg`] adds back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tapered(i32);

impl Tapered {
    pub(super) const fn new(mg: i32, eg: i32) -> Self {
        Self((mg << 16) + eg)
    }

    #[inline]
    pub(super) const fn mg(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }

    #[inline]
    pub(super) const fn eg(self) -> i32 {
        self.0 as i16 as i32
    }

    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    #[inline]
    pub(super) const fn times(self, count: i32) -> Self {
        Self(self.0 * count)
    }

    /// The score interpolated by game phase: the middle game score if `phase` is `full`, the endgame score if it is 0.
    #[inline]
    pub(super) const fn blend(self, phase: i32, full: i32) -> Value {
        (self.mg() * phase + self.eg() * (full - phase)) / full
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_keep_apart() {
        let mut sum = Tapered::default();
        for (mg, eg) in [(100, -30), (-7, 12), (-5000, -5000), (3, 0)] {
            sum += Tapered::new(mg, eg);
            let single = Tapered::new(mg, eg);
            assert_eq!((single.mg(), single.eg()), (mg, eg));
        }
        assert_eq!((sum.mg(), sum.eg()), (-4904, -5018));
        assert_eq!((sum.times(-1).mg(), sum.times(-1).eg()), (4904, 5018));
        let triple = Tapered::new(-3, 5).times(3).plus(Tapered::new(1, -20));
        assert_eq!((triple.mg(), triple.eg()), (-8, -5));
        assert_eq!(Tapered::new(80, 40).blend(4, 16), 50);
    }
}
