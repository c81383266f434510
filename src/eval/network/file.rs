//! Network files: the weights, and how they were made. `docs/training.md` describes the bytes.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::features::{BUCKETS, INPUTS};
use crate::files::{open, write_whole};
use crate::tr;

/// The first bytes of every file, with the version of the format.
const MAGIC: &[u8; 8] = b"chuhenn1";
/// The longest header, in bytes.
const HEADER_MAX: usize = 1 << 20;
/// The largest file, in bytes: far more than any network of this shape needs.
const FILE_MAX: u64 = 64 << 20;

/// Neurons of the hidden layer, for each side.
pub const WIDTH: usize = 128;
/// An activation of 1 as an integer.
pub const ACTIVATION_ONE: i32 = 255;
/// An output weight of 1 as an integer.
pub const OUTPUT_ONE: i32 = 64;
/// The greatest output weight as an integer; with it no sum overflows 32 bits.
pub const OUTPUT_WEIGHT_MAX: i16 = 127;
/// The greatest sum of an input's weights over the pieces that a board can have, as an integer.
const ACCUMULATOR_MAX: i32 = i16::MAX as i32;

/// What the value of a network stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It is added to the hand-crafted evaluation.
    Correction,
    /// It is the evaluation.
    Whole,
}

/// What a file says of itself: enough to make it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkHeader {
    /// What the value stands for.
    pub role: Role,
    /// Inputs of a side.
    pub inputs: usize,
    /// Neurons of the hidden layer, for each side.
    pub width: usize,
    /// Outputs.
    pub buckets: usize,
    /// Centipawns for an output of 1.
    pub scale: f32,
    /// Version of the program that trained it.
    pub version: String,
    /// The settings of the training, as TOML.
    pub training: String,
    /// The games it was trained on, a line for each run.
    pub data: Vec<String>,
    /// The digest of all those games, as 16 hexadecimal digits.
    pub digest: String,
}

/// One row of weights: of an input, for every neuron. Aligned for vector registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row(pub [i16; WIDTH]);

/// A network as the engine uses it, in integers.
#[derive(Clone, PartialEq)]
pub struct Network {
    /// Where it comes from.
    pub header: NetworkHeader,
    /// The weights of each input. Unit: 1 / [`ACTIVATION_ONE`].
    pub(super) input_weights: Box<[Row]>,
    /// What the neurons begin with. Unit: 1 / [`ACTIVATION_ONE`].
    pub(super) input_bias: Row,
    /// By output: the weights of the own neurons, then of the other side's. Unit: 1 / [`OUTPUT_ONE`].
    pub(super) output_weights: Box<[[Row; 2]]>,
    /// By output. Unit: 1 / ([`ACTIVATION_ONE`] [`OUTPUT_ONE`]).
    pub(super) output_bias: Box<[i32]>,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("header", &self.header).finish_non_exhaustive()
    }
}

/// Why a file is no network that this program can use.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// It cannot be read.
    #[error("{}", crate::files::reason(.0))]
    Io(#[from] std::io::Error),
    /// It does not begin with the bytes of this format.
    #[error("{}", tr!("network-none"))]
    NotNetwork,
    /// The checksum does not match.
    #[error("{}", tr!("network-checksum"))]
    Checksum,
    /// The header is not what it should be.
    #[error("{}", tr!("network-header"))]
    Header,
    /// It has another shape than this program computes.
    #[error("{}", tr!("network-shape", what = *what, found = .found.to_string(), expected = .expected.to_string()))]
    Shape {
        /// The field of the header.
        what: &'static str,
        /// What the file has.
        found: usize,
        /// What this program computes.
        expected: usize,
    },
    /// There are more or fewer weights than the header says.
    #[error("{}", tr!("network-length"))]
    Length,
    /// A weight is so great that sums would overflow.
    #[error("{}", tr!("network-weight"))]
    Weight,
}

/// The weights of a network in a row of numbers, as the trainer has them.
#[derive(Clone, Copy, Debug)]
pub struct FloatWeights<'a> {
    /// By input, then by neuron.
    pub input_weights: &'a [f32],
    /// By neuron.
    pub input_bias: &'a [f32],
    /// By output, then by side, then by neuron.
    pub output_weights: &'a [f32],
    /// By output.
    pub output_bias: &'a [f32],
}

impl Network {
    /// Rounds weights to integers.
    ///
    /// # Errors
    /// If there are not as many weights as the header says, or they are too great.
    pub fn quantized(
        header: NetworkHeader,
        weights: FloatWeights<'_>,
    ) -> Result<Self, NetworkError> {
        let round = |weights: &[f32], one: i32| -> Vec<i32> {
            weights.iter().map(|weight| (weight * one as f32).round() as i32).collect()
        };
        let numbers = [
            round(weights.input_weights, ACTIVATION_ONE),
            round(weights.input_bias, ACTIVATION_ONE),
            round(weights.output_weights, OUTPUT_ONE),
            round(weights.output_bias, ACTIVATION_ONE * OUTPUT_ONE),
        ];
        Self::from_numbers(header, numbers)
    }

    fn from_numbers(header: NetworkHeader, numbers: [Vec<i32>; 4]) -> Result<Self, NetworkError> {
        header.check()?;
        let [input_weights, input_bias, output_weights, output_bias] = numbers;
        let rows = |numbers: &[i32], max: i16| -> Result<Vec<Row>, NetworkError> {
            let (rows, rest) = numbers.as_chunks::<WIDTH>();
            if !rest.is_empty() {
                return Err(NetworkError::Length);
            }
            let row = |row: &[i32; WIDTH]| -> Result<Row, NetworkError> {
                let mut narrow = [0; WIDTH];
                for (narrow, &wide) in narrow.iter_mut().zip(row) {
                    if wide.abs() > max.into() {
                        return Err(NetworkError::Weight);
                    }
                    *narrow = wide as i16;
                }
                Ok(Row(narrow))
            };
            rows.iter().map(row).collect()
        };
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

    /// Whether a position can have a sum that does not fit its integer.
    fn can_overflow(&self) -> bool {
        // Every kind of piece on the squares where it weighs most: more than any position has.
        (0..WIDTH).any(|neuron| {
            let mut sums = [i32::from(self.input_bias.0[neuron]); 2];
            for (group, rows) in self.input_weights.chunks(crate::types::Square::COUNT).enumerate() {
                let count = super::features::max_count(group);
                let mut weights: Vec<i32> = rows.iter().map(|row| row.0[neuron].into()).collect();
                weights.sort_unstable();
                sums[0] += weights.iter().take(count).map(|weight| (*weight).min(0)).sum::<i32>();
                sums[1] += weights.iter().rev().take(count).map(|weight| (*weight).max(0)).sum::<i32>();
            }
            sums[0] < -ACCUMULATOR_MAX || sums[1] > ACCUMULATOR_MAX
        }) || self.output_bias.iter().any(|bias| bias.abs() > 1 << 24)
    }

    /// The bytes of the file.
    ///
    /// # Panics
    /// Never: a header is plain text and numbers, which can be written.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = serde_json::to_vec(&self.header).expect("a header is plain text and numbers");
        let mut bytes = MAGIC.to_vec();
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        let rows = self.input_weights.iter().chain([&self.input_bias]);
        for row in rows.chain(self.output_weights.iter().flatten()) {
            for weight in row.0 {
                bytes.extend(weight.to_le_bytes());
            }
        }
        for bias in &self.output_bias {
            bytes.extend(bias.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file. Any bytes may be passed.
    ///
    /// # Errors
    /// If they are not what [`Network::to_bytes`] writes, or have a shape that this program does not compute.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::NotNetwork)?;
        let (content, checksum) = bytes.split_last_chunk().ok_or(NetworkError::Checksum)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(NetworkError::Checksum);
        }
        let rest = &rest[..rest.len() - checksum.len()];
        let (length, rest) = rest.split_first_chunk().ok_or(NetworkError::Header)?;
        let length = u32::from_le_bytes(*length) as usize;
        if length > HEADER_MAX {
            return Err(NetworkError::Header);
        }
        let (header, rest) = rest.split_at_checked(length).ok_or(NetworkError::Header)?;
        let header: NetworkHeader =
            serde_json::from_slice(header).map_err(|_| NetworkError::Header)?;
        header.check()?;
        let counts = [INPUTS * WIDTH, WIDTH, BUCKETS * 2 * WIDTH];
        let (narrow, wide) =
            rest.split_at_checked(2 * counts.iter().sum::<usize>()).ok_or(NetworkError::Length)?;
        if wide.len() != 4 * BUCKETS {
            return Err(NetworkError::Length);
        }
        let mut narrow =
            narrow.as_chunks().0.iter().map(|bytes| i32::from(i16::from_le_bytes(*bytes)));
        let [input_weights, input_bias, output_weights] =
            counts.map(|count| narrow.by_ref().take(count).collect::<Vec<_>>());
        let output_bias = wide.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect();
        Self::from_numbers(header, [input_weights, input_bias, output_weights, output_bias])
    }

    /// Reads a file.
    ///
    /// # Errors
    /// As [`Network::from_bytes`], or if the file cannot be read.
    pub fn read(path: &Path) -> Result<Self, NetworkError> {
        use std::io::Read;
        let mut bytes = Vec::new();
        open(path)?.take(FILE_MAX).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes)
    }

    /// Writes the file as a whole: an interruption leaves the old content or none.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        write_whole(path, &self.to_bytes())
    }
}

impl NetworkHeader {
    /// Refuses a shape that this program does not compute.
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
        // A greater scale would take values out of the range of evaluations.
        if self.scale.is_finite() && self.scale > 0.0 && self.scale <= 2000.0 {
            Ok(())
        } else {
            Err(NetworkError::Header)
        }
    }
}
