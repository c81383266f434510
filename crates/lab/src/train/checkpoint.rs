//! Saves a training run to disk, so that an interrupted run can continue.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::model::Weights;
use super::optimizer::AdamW;
use super::trainer::{EpochLoss, Trainer};
use super::{DataOrigin, TrainingSettings};
use chuhe_util::files::write_whole;

/// The magic bytes that begin every file; they include the version of the format.
const MAGIC: &[u8; 8] = b"chuhetr1";

#[derive(Serialize, Deserialize)]
struct CheckpointHeader {
    settings: TrainingSettings,
    digest: String,
    losses: Vec<EpochLoss>,
    steps: u64,
}

/// Why a file cannot be used to continue training.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum CheckpointError {
    #[error("{}", chuhe_util::files::reason(.0))]
    Io(#[from] io::Error),
    #[error("not a training checkpoint, or damaged")]
    NotCheckpoint,
    /// The file belongs to a network with another number of weights.
    #[error("made for a network of a different shape, by another version of the program")]
    OtherShape,
    /// The file belongs to a training run with other settings.
    #[error("made with different settings")]
    OtherSettings,
    /// The file belongs to a training run on other games or from another network.
    #[error("made from different games, or from a different network")]
    OtherData,
}

impl Trainer {
    /// Writes everything needed to continue, atomically: an interruption leaves the old contents or no file.
    ///
    /// # Errors
    /// If the file cannot be written.
    ///
    /// # Panics
    /// Never: a header consists of plain text and numbers, which can be serialized.
    pub fn save(&self, path: &Path, data: &DataOrigin) -> io::Result<()> {
        let header = CheckpointHeader {
            settings: self.settings.clone(),
            digest: data.digest.clone(),
            losses: self.losses.clone(),
            steps: self.optimizer.steps,
        };
        let header = serde_json::to_vec(&header).expect("a header contains only text and numbers");
        let mut bytes = MAGIC.to_vec();
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        for weights in [&self.weights.0, &self.optimizer.mean, &self.optimizer.square] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        write_whole(path, &bytes)
    }

    /// Reads the training run in a file. The run must use the same games and the same settings.
    ///
    /// # Errors
    /// If the file cannot be read or belongs to another training run.
    pub fn resume(
        path: &Path,
        settings: &TrainingSettings,
        data: &DataOrigin,
    ) -> Result<Self, CheckpointError> {
        let bytes = chuhe_util::files::read(path)?;
        let (trainer, digest) = Self::from_bytes(&bytes)?;
        if trainer.settings != *settings {
            Err(CheckpointError::OtherSettings)
        } else if digest != data.digest {
            Err(CheckpointError::OtherData)
        } else {
            Ok(trainer)
        }
    }

    /// Reads a training run and the digest of its games.
    fn from_bytes(bytes: &[u8]) -> Result<(Self, String), CheckpointError> {
        let (header, numbers) = split(bytes).ok_or(CheckpointError::NotCheckpoint)?;
        let parts: Vec<Vec<f32>> = numbers
            .chunks(Weights::COUNT)
            .map(|part| part.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
            .collect();
        let Ok([weights, mean, square]) = <[_; 3]>::try_from(parts) else {
            return Err(CheckpointError::OtherShape);
        };
        if square.len() != Weights::COUNT {
            return Err(CheckpointError::OtherShape);
        }
        let optimizer = AdamW { mean, square, steps: header.steps };
        let CheckpointHeader { settings, losses, digest, .. } = header;
        let trainer = Self { settings, weights: Weights(weights), optimizer, losses };
        Ok((trainer, digest))
    }
}

/// Splits a file into its header and its numbers. Returns `None` if the bytes are damaged.
fn split(bytes: &[u8]) -> Option<(CheckpointHeader, &[[u8; 4]])> {
    let (content, checksum) = bytes.split_last_chunk()?;
    if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let (length, rest) = content.strip_prefix(MAGIC)?.split_first_chunk()?;
    let (header, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let header = serde_json::from_slice(header).ok()?;
    let (numbers, surplus) = rest.as_chunks();
    surplus.is_empty().then_some((header, numbers))
}
