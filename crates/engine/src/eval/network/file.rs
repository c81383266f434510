//! Network files, which contain the weights and a record of how they were trained. `docs/inside/training.md` describes
//! the format.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::features::{BUCKETS, INPUTS, PLACES, type_of};
use crate::eval::MotifKind;
use crate::eval::hce::checks_max;
use crate::types::rng::SplitMix64;
use crate::types::{Square, Value};
use chuhe_util::files::{check_regular, write_whole};

/// The first bytes of every file, with the version of the format.
const MAGIC: &[u8; 8] = b"chuhenn2";
/// Precedes a weight of two bytes. Any other byte is a weight.
const WIDE: i8 = i8::MIN;
/// The maximum length of a header, in bytes.
const HEADER_MAX: usize = 1 << 20;
/// The maximum size of a file, in bytes: far more than any network of this shape needs.
const FILE_MAX: u64 = 64 << 20;

/// The number of neurons in the hidden layer, for each side.
pub const WIDTH: usize = 128;
/// An activation of 1 as an integer.
pub const ACTIVATION_ONE: i32 = 255;
/// An output weight of 1 as an integer.
pub const OUTPUT_ONE: i32 = 64;
/// The maximum output weight as an integer. With this limit, no sum overflows 32 bits.
pub const OUTPUT_WEIGHT_MAX: i16 = 127;
/// The maximum absolute value of a neuron's sum on any board, as an integer.
const ACCUMULATOR_MAX: i32 = i16::MAX as i32;
/// The maximum absolute output bias as an integer: about twice the maximum sum of all neurons.
const OUTPUT_BIAS_MAX: u32 = 1 << 24;

/// The role of a network's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The value is added to the hand-crafted evaluation.
    Correction,
    /// The value is the whole evaluation.
    Whole,
}

/// The header of a file, which records enough to reproduce the network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkHeader {
    /// The role of the value.
    pub role: Role,
    /// The number of inputs for each side.
    pub inputs: usize,
    /// The number of neurons in the hidden layer, for each side.
    pub width: usize,
    /// The number of outputs.
    pub buckets: usize,
    /// The number of centipawns for an output of 1.
    pub scale: f32,
    /// The version of the program that trained the network.
    pub version: String,
    /// The settings of the training, as TOML.
    pub training: String,
    /// The games on which the network was trained, one line for each run.
    pub data: Vec<String>,
    /// The digest of all the training games, as 16 hexadecimal digits.
    pub digest: String,
}

/// One number for every neuron, such as the weights of an input. Aligned for vector registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [i16; WIDTH]);

impl Row {
    /// A row of zeros.
    pub(super) const ZERO: Self = Self([0; WIDTH]);
}

/// A network as the engine uses it, in integers.
#[derive(Clone, PartialEq)]
pub struct Network {
    /// The header, which records the network's origin.
    pub header: NetworkHeader,
    /// The weights of each input. Unit: 1 / [`ACTIVATION_ONE`].
    pub(super) input_weights: Box<[Row]>,
    /// The initial values of the neurons. Unit: 1 / [`ACTIVATION_ONE`].
    pub(super) input_bias: Row,
    /// By output: the weights of the neurons of the side to move, then of the other side. Unit: 1 / [`OUTPUT_ONE`].
    pub(super) output_weights: Box<[[Row; 2]]>,
    /// The biases, by output. Unit: 1 / ([`ACTIVATION_ONE`] × [`OUTPUT_ONE`]).
    pub(super) output_bias: Box<[i32]>,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("header", &self.header).finish_non_exhaustive()
    }
}

/// Why a file is not a usable network.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum NetworkError {
    #[error("{}", chuhe_util::files::reason(.0))]
    Io(#[from] std::io::Error),
    #[error("not a chuhe network file (bad header)")]
    NotNetwork,
    #[error("damaged: the checksum does not match")]
    Checksum,
    #[error("the header is damaged or from another version")]
    Header,
    #[error("{what} is {found}; this program expects {expected}")]
    Shape { what: &'static str, found: usize, expected: usize },
    #[error("wrong number of weights")]
    Length,
    #[error("a weight is so large that sums would overflow")]
    Weight,
}

/// The weights of a network in floating point, as used by the trainer.
#[derive(Clone, Copy, Debug)]
pub struct FloatWeights<'a> {
    /// Indexed by input, then by neuron.
    pub input_weights: &'a [f32],
    /// Indexed by neuron.
    pub input_bias: &'a [f32],
    /// Indexed by output, then by side, then by neuron.
    pub output_weights: &'a [f32],
    /// Indexed by output.
    pub output_bias: &'a [f32],
}

/// Takes a weight from the start of `bytes`.
fn read_weight(bytes: &mut &[u8]) -> Option<i32> {
    let (&[short], rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    let short = short.cast_signed();
    if short != WIDE {
        return Some(i32::from(short));
    }
    let (&wide, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(i32::from(i16::from_le_bytes(wide)))
}

fn read_weights(bytes: &mut &[u8], count: usize) -> Result<Vec<i32>, NetworkError> {
    (0..count).map(|_| read_weight(bytes).ok_or(NetworkError::Length)).collect()
}

/// Splits numbers into rows.
///
/// # Errors
/// If they do not fill the last row, or the magnitude of one exceeds `max`.
fn rows(numbers: &[i32], max: i16) -> Result<Vec<Row>, NetworkError> {
    let (rows, []) = numbers.as_chunks::<WIDTH>() else { return Err(NetworkError::Length) };
    if numbers.iter().any(|number| number.unsigned_abs() > u32::from(max.unsigned_abs())) {
        return Err(NetworkError::Weight);
    }
    Ok(rows.iter().map(|row| Row(row.map(|number| number as i16))).collect())
}

/// Replaces the least of the kept weights of each neuron if another one is greater.
fn keep_greatest(kept: &mut [Row], mut other: Row) {
    for kept in kept {
        for (kept, other) in kept.0.iter_mut().zip(&mut other.0) {
            (*kept, *other) = ((*kept).max(*other), (*kept).min(*other));
        }
    }
}

impl Network {
    /// Rounds weights to integers.
    ///
    /// # Errors
    /// If the number of weights does not match the header, or a weight is too large.
    pub fn quantized(
        header: NetworkHeader,
        weights: FloatWeights<'_>,
    ) -> Result<Self, NetworkError> {
        let numbers = [
            rounded(weights.input_weights, ACTIVATION_ONE)?,
            rounded(weights.input_bias, ACTIVATION_ONE)?,
            rounded(weights.output_weights, OUTPUT_ONE)?,
            rounded(weights.output_bias, ACTIVATION_ONE * OUTPUT_ONE)?,
        ];
        Self::from_numbers(header, numbers)
    }

    /// The weights in floating point, in the order of the fields of [`FloatWeights`]. [`Self::quantized`] turns them
    /// back into the same network.
    pub fn to_floats(&self) -> [Vec<f32>; 4] {
        let output_bias = self.output_bias.iter();
        [
            floats(&self.input_weights, ACTIVATION_ONE),
            floats(&[self.input_bias], ACTIVATION_ONE),
            floats(self.output_weights.as_flattened(), OUTPUT_ONE),
            output_bias.map(|&bias| bias as f32 / (ACTIVATION_ONE * OUTPUT_ONE) as f32).collect(),
        ]
    }

    fn from_numbers(header: NetworkHeader, numbers: [Vec<i32>; 4]) -> Result<Self, NetworkError> {
        header.check()?;
        let [input_weights, input_bias, output_weights, output_bias] = numbers;
        let input_weights = rows(&input_weights, i16::MAX)?;
        let input_bias = rows(&input_bias, i16::MAX)?;
        let output_weights = rows(&output_weights, OUTPUT_WEIGHT_MAX)?;
        let output_weights = output_weights.as_chunks::<2>().0.to_vec();
        let complete = input_weights.len() == INPUTS
            && input_bias.len() == 1
            && output_weights.len() == BUCKETS
            && output_bias.len() == BUCKETS;
        if !complete {
            return Err(NetworkError::Length);
        }
        let network = Self {
            header,
            input_weights: input_weights.into(),
            input_bias: input_bias[0],
            output_weights: output_weights.into(),
            output_bias: output_bias.into(),
        };
        if network.can_overflow() { Err(NetworkError::Weight) } else { Ok(network) }
    }

    /// Whether a sum can overflow in some position.
    fn can_overflow(&self) -> bool {
        self.exceeds_accumulator(i16::saturating_add)
            || self.exceeds_accumulator(i16::saturating_sub)
            || self.output_bias.iter().any(|bias| bias.unsigned_abs() > OUTPUT_BIAS_MAX)
    }

    /// Whether a neuron's sum, added to 0 or subtracted from it, can exceed [`ACCUMULATOR_MAX`].
    fn exceeds_accumulator(&self, add: fn(i16, i16) -> i16) -> bool {
        let mut sums = self.input_bias.0.map(|bias| i32::from(add(0, bias)));
        // Place every type of piece on the squares with the greatest weights, with the greatest of the motifs that
        // exclude each other, and let it check from the squares with the greatest weights: this bounds the sums of all
        // positions.
        for group in 0..PLACES / Square::COUNT {
            let kind = type_of(group);
            let mut pieces = vec![Row::ZERO; kind.max_count()];
            let mut checks = vec![Row::ZERO; checks_max(kind)];
            for input in Square::COUNT * group..Square::COUNT * (group + 1) {
                let weights = |motif: Option<MotifKind>| {
                    let section = motif.map_or(0, |motif| 1 + motif as usize);
                    Row(self.input_weights[section * PLACES + input].0.map(|weight| add(0, weight)))
                };
                let mut piece = weights(None);
                for motifs in [
                    &[MotifKind::Attacked, MotifKind::EnPrise][..],
                    &[MotifKind::Pinned],
                    &[MotifKind::Unmasking],
                ] {
                    let mut greatest = [Row::ZERO];
                    for &motif in motifs {
                        keep_greatest(&mut greatest, weights(Some(motif)));
                    }
                    let parts = piece.0.iter_mut().zip(greatest[0].0);
                    parts.for_each(|(sum, part)| *sum = sum.saturating_add(part));
                }
                keep_greatest(&mut pieces, piece);
                for motif in [MotifKind::SafeCheck, MotifKind::GuardedCheck] {
                    keep_greatest(&mut checks, weights(Some(motif)));
                }
            }
            for row in pieces.iter().chain(&checks) {
                sums.iter_mut().zip(row.0).for_each(|(sum, weight)| *sum += i32::from(weight));
            }
        }
        sums.iter().any(|sum| *sum > ACCUMULATOR_MAX)
    }

    /// The value, in centipawns, of an output whose neurons add up to `sum`. Rounding is towards 0, so both sides are
    /// treated alike.
    #[inline]
    pub(super) fn value(&self, output: usize, sum: i32) -> Value {
        /// The denominator of the scale as a binary fraction, which every processor computes alike.
        const SCALE_ONE: i64 = 256;
        let scale = (self.header.scale * SCALE_ONE as f32) as i64;
        let total = i64::from(sum / ACTIVATION_ONE) + i64::from(self.output_bias[output]);
        (total * scale / (SCALE_ONE * i64::from(ACTIVATION_ONE * OUTPUT_ONE))) as Value
    }

    /// A network with random weights of typical size, for tests.
    ///
    /// # Panics
    /// Never: the weights are far below the limits.
    #[doc(hidden)]
    pub fn random(seed: u64) -> Self {
        let mut rng = SplitMix64::new(seed);
        let header = NetworkHeader {
            role: Role::Correction,
            inputs: INPUTS,
            width: WIDTH,
            buckets: BUCKETS,
            scale: 400.0,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            training: String::new(),
            data: Vec::new(),
            digest: format!("{seed:016x}"),
        };
        let [input_weights, input_bias, output_weights, output_bias] = [
            (INPUTS * WIDTH, 0.0, 0.15),
            (WIDTH, 0.3, 0.3),
            (BUCKETS * 2 * WIDTH, 0.0, 0.15),
            (BUCKETS, 0.0, 0.1),
        ]
        .map(|(count, middle, spread)| -> Vec<f32> {
            (0..count).map(|_| middle + spread * (rng.below(2001) as f32 / 1000.0 - 1.0)).collect()
        });
        let weights = FloatWeights {
            input_weights: &input_weights,
            input_bias: &input_bias,
            output_weights: &output_weights,
            output_bias: &output_bias,
        };
        Self::quantized(header, weights).expect("the weights are small")
    }

    /// The bytes of the file.
    ///
    /// # Panics
    /// Never: a header contains only plain text and numbers, which can be serialized.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header =
            serde_json::to_vec(&self.header).expect("a header contains only text and numbers");
        let mut bytes = MAGIC.to_vec();
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        let rows = self.input_weights.iter().chain([&self.input_bias]);
        for row in rows.chain(self.output_weights.iter().flatten()) {
            for weight in row.0 {
                match i8::try_from(weight) {
                    Ok(weight) if weight != WIDE => bytes.extend(weight.to_le_bytes()),
                    _ => {
                        bytes.extend(WIDE.to_le_bytes());
                        bytes.extend(weight.to_le_bytes());
                    }
                }
            }
        }
        for bias in &self.output_bias {
            bytes.extend(bias.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a network from the bytes of a file. The bytes may be untrusted.
    ///
    /// # Errors
    /// If the bytes are not the output of [`Network::to_bytes`], or the network has an unsupported shape.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::NotNetwork)?;
        let (rest, checksum) = rest.split_last_chunk().ok_or(NetworkError::Checksum)?;
        let content = &bytes[..MAGIC.len() + rest.len()];
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(NetworkError::Checksum);
        }
        let (length, rest) = rest.split_first_chunk().ok_or(NetworkError::Header)?;
        let length = u32::from_le_bytes(*length) as usize;
        if length > HEADER_MAX {
            return Err(NetworkError::Header);
        }
        let (header, mut rest) = rest.split_at_checked(length).ok_or(NetworkError::Header)?;
        let header: NetworkHeader =
            serde_json::from_slice(header).map_err(|_| NetworkError::Header)?;
        header.check()?;
        let input_weights = read_weights(&mut rest, INPUTS * WIDTH)?;
        let input_bias = read_weights(&mut rest, WIDTH)?;
        let output_weights = read_weights(&mut rest, BUCKETS * 2 * WIDTH)?;
        let (output_bias, []) = rest.as_chunks() else { return Err(NetworkError::Length) };
        let output_bias = output_bias.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect();
        Self::from_numbers(header, [input_weights, input_bias, output_weights, output_bias])
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// Like [`Network::from_bytes`], or if the file cannot be read.
    pub fn read(path: &Path) -> Result<Self, NetworkError> {
        check_regular(path)?;
        let mut bytes = Vec::new();
        File::open(path)?.take(FILE_MAX).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes)
    }

    /// Writes the file as a whole. An interruption leaves the old file, or none if there was none.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        write_whole(path, &self.to_bytes())
    }
}

fn floats(rows: &[Row], one: i32) -> Vec<f32> {
    rows.iter().flat_map(|row| row.0.map(|weight| f32::from(weight) / one as f32)).collect()
}

fn rounded(weights: &[f32], one: i32) -> Result<Vec<i32>, NetworkError> {
    weights
        .iter()
        .map(|&weight| {
            let rounded = (weight * one as f32).round();
            rounded.is_finite().then_some(rounded as i32).ok_or(NetworkError::Weight)
        })
        .collect()
}

impl NetworkHeader {
    /// Rejects an unsupported shape or scale.
    fn check(&self) -> Result<(), NetworkError> {
        for (what, found, expected) in [
            ("inputs", self.inputs, INPUTS),
            ("width", self.width, WIDTH),
            ("buckets", self.buckets, BUCKETS),
        ] {
            if found != expected {
                return Err(NetworkError::Shape { what, found, expected });
            }
        }
        // A larger scale would take values out of the range of evaluations.
        if self.scale.is_finite() && self.scale > 0.0 && self.scale <= 2000.0 {
            Ok(())
        } else {
            Err(NetworkError::Header)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let end = bytes.len() - 4;
        let checksum = crc32fast::hash(&bytes[..end]).to_le_bytes();
        bytes[end..].copy_from_slice(&checksum);
        bytes
    }

    #[test]
    fn a_written_network_is_read_back() {
        let network = Network::random(2);
        let bytes = network.to_bytes();
        assert!(Network::from_bytes(&bytes).unwrap() == network);
        assert_eq!(bytes[..8], *b"chuhenn2");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.nn");
        network.write(&path).unwrap();
        assert!(Network::read(&path).unwrap() == network);
        assert!(matches!(Network::read(folder.path()), Err(NetworkError::Io(_))));
        assert!(Network::random(3) != network);
    }

    #[test]
    fn damage_is_seen_wherever_it_is() {
        let bytes = Network::random(2).to_bytes();
        let header = 12..12 + u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
        // The file is long, so this test damages every byte of the header and near the ends, but only some of the
        // weights.
        let places = (0..header.end + 40)
            .chain((header.end..bytes.len()).step_by(9973))
            .chain(bytes.len() - 40..bytes.len());
        for place in places {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << (place % 8);
            assert!(Network::from_bytes(&damaged).is_err(), "byte {place}");
            assert!(Network::from_bytes(&bytes[..place]).is_err(), "cut at {place}");
            // Even with a valid checksum, damage is rejected or yields a different network; nothing panics.
            if place % 7 == 0 {
                let _ = Network::from_bytes(&sealed(damaged));
            }
            if place >= 12 {
                let cut = sealed(bytes[..place].to_vec());
                assert!(Network::from_bytes(&cut).is_err(), "cut at {place} and sealed");
            }
        }
        let mut longer = bytes;
        longer.extend([0; 4]);
        assert!(matches!(Network::from_bytes(&sealed(longer)), Err(NetworkError::Length)));
    }

    #[test]
    fn unsuitable_files_are_refused_with_the_reason() {
        let with = |change: fn(&mut Network)| {
            let mut network = Network::random(2);
            change(&mut network);
            Network::from_bytes(&network.to_bytes()).unwrap_err().to_string()
        };
        assert_eq!(
            with(|network| network.header.width = 256),
            "width is 256; this program expects 128"
        );
        assert!(with(|network| network.header.scale = 1e9).contains("header"));
        assert!(with(|network| network.header.scale = -1.0).contains("header"));
        assert!(with(|network| network.output_weights[3][1].0[7] = 128).contains("overflow"));
        assert!(with(|network| network.output_bias[0] = i32::MIN).contains("overflow"));
        assert!(with(|network| network.input_weights[5].0[5] = i16::MIN).contains("overflow"));
        // No single weight is too large, but the sum for five pawns is.
        let pawns = |network: &mut Network| {
            network.input_weights[6 * 90..][..5].iter_mut().for_each(|row| row.0[0] = 8000);
        };
        assert!(with(pawns).contains("overflow"));
        // The pawns' places are harmless, but not with the pawns en prise.
        let pawns = |network: &mut Network| {
            network.input_weights[2 * PLACES + 6 * 90..][..5]
                .iter_mut()
                .for_each(|row| row.0[0] = 8000);
        };
        assert!(with(pawns).contains("overflow"));
        assert_eq!(
            Network::from_bytes(b"chuhenn0").unwrap_err().to_string(),
            "not a chuhe network file (bad header)"
        );
    }

    #[test]
    fn four_great_pawns_and_one_small_one_fit() {
        let mut network = Network::random(2);
        network.input_weights[6 * 90..][..4].iter_mut().for_each(|row| row.0[0] = 3000);
        // A pawn is attacked or en prise, not both.
        network.input_weights[PLACES + 6 * 90..][..4].iter_mut().for_each(|row| row.0[0] = 3000);
        network.input_weights[2 * PLACES + 6 * 90..][..4]
            .iter_mut()
            .for_each(|row| row.0[0] = 3000);
        assert!(Network::from_bytes(&network.to_bytes()).is_ok());
    }

    #[test]
    fn weights_are_rounded_and_nonsense_is_refused() {
        let network = Network::random(2);
        let [inputs, bias] = [vec![0.0; INPUTS * WIDTH], vec![0.5; WIDTH]];
        let (mut outputs, output_bias) = (vec![-0.25; BUCKETS * 2 * WIDTH], [0.1; BUCKETS]);
        let quantized = |outputs: &[f32]| {
            let weights = FloatWeights {
                input_weights: &inputs,
                input_bias: &bias,
                output_weights: outputs,
                output_bias: &output_bias,
            };
            Network::quantized(network.header.clone(), weights)
        };
        let made = quantized(&outputs).unwrap();
        assert_eq!((made.input_bias.0[0], made.output_weights[0][1].0[3]), (128, -16));
        assert_eq!(made.output_bias[7], 1632);
        assert!(matches!(quantized(&outputs[1..]), Err(NetworkError::Length)));
        for nonsense in [f32::NAN, f32::INFINITY, 2.0] {
            outputs[0] = nonsense;
            assert!(matches!(quantized(&outputs), Err(NetworkError::Weight)), "{nonsense}");
        }
    }

    #[test]
    fn either_side_is_rounded_alike() {
        let mut network = Network::random(2);
        for sum in [1, 254, 255, 40_000, 1_234_567, 2_000_000_000] {
            network.output_bias[1] = 777;
            let value = network.value(1, sum);
            network.output_bias[1] = -777;
            assert_eq!(network.value(1, -sum), -value);
        }
        network.output_bias[1] = 0;
        // An output of one half and a scale of 400 give 200 centipawns.
        assert_eq!(network.value(1, 255 * 255 * 64 / 2), 200);
    }
}
