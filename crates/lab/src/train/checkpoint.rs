//! A training on disk, so that an interrupted one can go on.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::model::Weights;
use super::optimizer::AdamW;
use super::trainer::{EpochLoss, Trainer};
use super::{DataOrigin, TrainingSettings};
use chuhe_files::{digest, write_whole};

/// The first bytes of every file, with the version of the format.
const MAGIC: &[u8; 8] = b"chuhetr1";

#[derive(Serialize, Deserialize)]
struct Header {
    settings: TrainingSettings,
    digest: String,
    losses: Vec<EpochLoss>,
    steps: u64,
    /// How many of them were made before, in the trainings that this one goes on from.
    #[serde(default)]
    earlier: u64,
}

/// Why a training cannot go on from a file.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("{}", chuhe_files::reason(.0))]
    Io(#[from] io::Error),
    /// It is damaged, or something else.
    #[error("not a training checkpoint, or damaged")]
    NotCheckpoint,
    /// It has other settings.
    #[error("made with other settings")]
    OtherSettings,
    /// It was trained on other games.
    #[error("made from other games, or from another state")]
    OtherData,
}

impl Trainer {
    /// Writes all that is needed to go on, as a whole: an interruption leaves the old content or none.
    ///
    /// # Errors
    /// If it cannot be written.
    ///
    /// # Panics
    /// Never: a header is plain text and numbers, which can be written.
    pub fn save(&self, path: &Path, data: &DataOrigin) -> io::Result<()> {
        let header = Header {
            settings: self.settings.clone(),
            digest: data.digest.clone(),
            losses: self.losses.clone(),
            steps: self.optimizer.steps,
            earlier: self.earlier,
        };
        let header = serde_json::to_vec(&header).expect("a header is plain text and numbers");
        let mut bytes = MAGIC.to_vec();
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        for weights in [&self.weights, &self.optimizer.mean, &self.optimizer.square] {
            bytes.extend(weights.0.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        write_whole(path, &bytes)
    }

    /// The training in a file, if it has the same settings and the same games.
    ///
    /// # Errors
    /// If the file cannot be read or is of another training.
    pub fn resume(
        path: &Path,
        settings: &TrainingSettings,
        data: &DataOrigin,
    ) -> Result<Self, CheckpointError> {
        let bytes = std::fs::read(path)?;
        let trainer = Self::from_bytes(&bytes).ok_or(CheckpointError::NotCheckpoint)?;
        let (trainer, digest) = trainer;
        if trainer.settings != *settings {
            Err(CheckpointError::OtherSettings)
        } else if digest != data.digest {
            Err(CheckpointError::OtherData)
        } else {
            Ok(trainer)
        }
    }

    /// A training that has not begun yet, with the weights and the optimizer of the state in a file. What it was is added
    /// to where the games come from.
    ///
    /// # Errors
    /// If the file cannot be read, or its network has another role or scale.
    pub fn from_state(
        path: &Path,
        settings: &TrainingSettings,
        data: &mut DataOrigin,
    ) -> Result<Self, CheckpointError> {
        let bytes = std::fs::read(path)?;
        let state = Self::from_bytes(&bytes).ok_or(CheckpointError::NotCheckpoint)?;
        let (Self { settings: theirs, weights, optimizer, .. }, digest_before) = state;
        if (theirs.role, theirs.scale) != (settings.role, settings.scale) {
            return Err(CheckpointError::OtherSettings);
        }
        let steps = optimizer.steps;
        let state = digest(&bytes);
        data.runs.push(format!(
            "from the state {state:016x}, after {steps} steps, the last on the games {digest_before}"
        ));
        data.digest =
            format!("{:016x}", digest(format!("{} {state:016x}", data.digest).as_bytes()));
        let settings = settings.clone();
        Ok(Self { settings, weights, optimizer, losses: Vec::new(), earlier: steps })
    }

    /// A training and the digest of its games; none if the bytes are damaged.
    fn from_bytes(bytes: &[u8]) -> Option<(Self, String)> {
        let (content, checksum) = bytes.split_last_chunk()?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return None;
        }
        let (length, rest) = content.strip_prefix(MAGIC)?.split_first_chunk()?;
        let (header, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let header: Header = serde_json::from_slice(header).ok()?;
        let (numbers, surplus) = rest.as_chunks();
        if numbers.len() != 3 * Weights::COUNT || !surplus.is_empty() {
            return None;
        }
        let mut parts = numbers
            .chunks(Weights::COUNT)
            .map(|part| Weights(part.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()));
        let (weights, mean, square) = (parts.next()?, parts.next()?, parts.next()?);
        let optimizer = AdamW { mean, square, steps: header.steps };
        let Header { settings, losses, earlier, digest, .. } = header;
        let trainer = Self { settings, weights, optimizer, losses, earlier };
        Some((trainer, digest))
    }
}
