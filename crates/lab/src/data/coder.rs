//! Codes choices among alternatives as bytes, with a range coder whose probabilities are learnt along the way.

use super::DataFault;
use chuhe_engine::types::MAX_MOVES;

/// The mass of the likeliest alternative, before 1 is added to the masses of all alternatives.
const TOP: u32 = 1 << 20;
/// The number of fractional bits of a weight: a weight of `1 << POINT` doubles a probability.
const POINT: u32 = 16;
/// The number of low bits of an entry that count how often its weight was changed.
const COUNT_BITS: u32 = 8;
const COUNT_MAX: i32 = (1 << COUNT_BITS) - 1;
const WEIGHT_MAX: i32 = (1 << (31 - COUNT_BITS)) - 1;
/// An alternative that was not chosen changes no weights if its probability, in 65536ths, was below this.
const FAINT: i32 = 64;

/// An upper bound on the number of choices that a writer codes in a byte.
const CHOICES_PER_BYTE: usize = 1 << 13;

/// The width below which the coder's interval is expanded.
const NARROW: u64 = 1 << 48;

/// Reads or writes choices.
pub(super) trait Coder {
    /// Codes one of several alternatives with the probabilities `masses`, whose sum is `total`, and returns its index.
    /// A writer codes `chosen`; a reader ignores it.
    fn code(&mut self, masses: &[u32], total: u32, chosen: usize) -> Result<usize, DataFault>;
}

/// Writes choices.
#[derive(Debug)]
pub(super) struct Writer {
    low: u64,
    range: u64,
    bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn new() -> Self {
        Self { low: 0, range: u64::MAX >> 8, bytes: Vec::new() }
    }

    fn put_byte(&mut self) {
        self.bytes.push((self.low >> 48) as u8);
        self.low = self.low << 8 & (u64::MAX >> 8);
    }

    /// Returns the bytes without the zeros at their end (at most seven), which the reader supplies.
    pub(super) fn finish(mut self) -> Vec<u8> {
        // Find the number in the interval that ends in the most zero bytes.
        for zeros in (0..7).rev() {
            let mask = (1_u64 << (8 * zeros)) - 1;
            let number = (self.low + mask) & !mask;
            if number < self.low + self.range {
                self.low = number;
                break;
            }
        }
        self.carry();
        while self.low != 0 {
            self.put_byte();
        }
        self.bytes
    }

    fn carry(&mut self) {
        if self.low >> 56 != 0 {
            for byte in self.bytes.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
            self.low &= u64::MAX >> 8;
        }
    }
}

impl Coder for Writer {
    fn code(&mut self, masses: &[u32], total: u32, chosen: usize) -> Result<usize, DataFault> {
        let below: u32 = masses[..chosen].iter().sum();
        let unit = self.range / u64::from(total);
        self.low += unit * u64::from(below);
        self.range = unit * u64::from(masses[chosen]);
        self.carry();
        while self.range < NARROW {
            self.put_byte();
            self.range <<= 8;
        }
        Ok(chosen)
    }
}

/// Reads choices from bytes, which need not be valid.
#[derive(Debug)]
pub(super) struct Reader {
    /// The number read from the bytes, minus the lower end of the interval.
    ahead: u64,
    range: u64,
    bytes: Vec<u8>,
    at: usize,
    /// How many more choices may be read, so that a few bytes cannot keep a reader busy for hours.
    left: usize,
}

impl Reader {
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        let left = CHOICES_PER_BYTE.saturating_mul(bytes.len() + 64);
        let mut reader = Self { ahead: 0, range: u64::MAX >> 8, bytes, at: 0, left };
        for _ in 0..7 {
            reader.take_byte();
        }
        reader
    }

    fn take_byte(&mut self) {
        let byte = self.bytes.get(self.at).copied().unwrap_or_default();
        self.at += 1;
        self.ahead = self.ahead << 8 | u64::from(byte);
    }
}

impl Coder for Reader {
    fn code(&mut self, masses: &[u32], total: u32, _: usize) -> Result<usize, DataFault> {
        // The last choices may depend on up to seven zero bytes that were not written.
        if self.at > self.bytes.len() + 7 || self.left == 0 {
            return Err(DataFault::Cut);
        }
        self.left -= 1;
        let unit = self.range / u64::from(total);
        let mut below = 0;
        for (index, &mass) in masses.iter().enumerate() {
            let width = u64::from(mass) * unit;
            if self.ahead - below < width {
                self.ahead -= below;
                self.range = width;
                while self.range < NARROW {
                    self.take_byte();
                    self.range <<= 8;
                }
                return Ok(index);
            }
            below += width;
        }
        Err(DataFault::Cut)
    }
}

/// The weights of features, learnt from choices. The probability of an alternative is proportional to two to the power
/// of the sum of its features' weights.
#[derive(Debug)]
pub(super) struct Chooser {
    entries: Vec<i32>,
    /// The learning rate of an entry, indexed by how often the entry has been changed.
    rates: [i32; 1 << COUNT_BITS],
    powers: [u32; 256],
    masses: Vec<u32>,
}

impl Chooser {
    pub(super) fn new(features: usize) -> Self {
        let rates = std::array::from_fn(|count| 24_576 / (12 + count as i32));
        let powers = std::array::from_fn(|part: usize| {
            (f64::from(TOP) * (-(part as f64) / 256.0).exp2()).round() as u32
        });
        Self { entries: vec![0; features], rates, powers, masses: Vec::new() }
    }

    /// Codes a choice between alternatives that have `N` features each, and adjusts their weights.
    pub(super) fn choose<const N: usize>(
        &mut self,
        coder: &mut impl Coder,
        alternatives: &[[u32; N]],
        chosen: usize,
    ) -> Result<usize, DataFault> {
        if alternatives.len() < 2 {
            return Ok(0);
        }
        let mut sums = [0_i32; MAX_MOVES];
        let sums = &mut sums[..alternatives.len()];
        for (sum, features) in sums.iter_mut().zip(alternatives) {
            *sum = features.iter().map(|&f| self.entries[f as usize] >> COUNT_BITS).sum();
        }
        let top = sums.iter().copied().max().unwrap_or_default();
        self.masses.clear();
        let powers = &self.powers;
        self.masses.extend(sums.iter().map(|sum| {
            let less = (top - sum) as u32;
            1 + powers[(less >> (POINT - 8) & 255) as usize].checked_shr(less >> POINT).unwrap_or(0)
        }));
        let total: u32 = self.masses.iter().sum();
        let chosen = coder.code(&self.masses, total, chosen)?;
        for (index, (features, &mass)) in alternatives.iter().zip(&self.masses).enumerate() {
            let chance = ((u64::from(mass) << 16) / u64::from(total)) as i32;
            let miss = if index == chosen { 1 << 16 } else { 0 } - chance;
            if index != chosen && chance < FAINT {
                continue;
            }
            for &feature in features {
                let entry = &mut self.entries[feature as usize];
                let count = *entry & COUNT_MAX;
                let weight = (*entry >> COUNT_BITS) + ((miss * self.rates[count as usize]) >> 12);
                let weight = weight.clamp(-WEIGHT_MAX, WEIGHT_MAX);
                *entry = weight << COUNT_BITS | (count + 1).min(COUNT_MAX);
            }
        }
        Ok(chosen)
    }
}
