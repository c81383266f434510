//! Trains a network from games on disk, and writes the network file and, until training is done, a checkpoint next to
//! it.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::samples::TrainingSet;
use super::samples::samples;
use super::stored::SampleFile;
use super::trainer::{EpochLoss, Trainer, error_without_network};
use super::{CheckpointError, DataOrigin, TrainingSettings};
use crate::{Corpus, CorpusError, NumberedGames, is_held_out};
use chuhe_engine::eval::network::{Network, NetworkError, Role};
use chuhe_util::files::check_writable;

/// The suffix that is appended to the network's file name for the checkpoint.
const CHECKPOINT: &str = ".checkpoint";

/// Why training produced no network.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum TrainingError {
    /// A setting, by its name in its file, is out of its range.
    #[error("{key} is {found}; expected {least} to {most}")]
    Setting { key: &'static str, found: f64, least: f64, most: f64 },
    #[error("{}: {}", .path.display(), chuhe_util::files::reason(.error))]
    Output { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Games(#[from] CorpusError),
    #[error("too few positions to learn from or to hold out (games: {games})")]
    TooFew { games: usize },
    #[error("{}: {error}; delete it to start over, or write to another file", .path.display())]
    Checkpoint { path: PathBuf, error: CheckpointError },
    #[error("{}: {error}", .path.display())]
    Start { path: PathBuf, error: NetworkError },
    #[error("{}: made with a different role or scale", .0.display())]
    OtherKind(PathBuf),
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error("training was stopped")]
    Stopped,
}

/// A training run whose games have been found.
#[derive(Debug)]
pub struct TrainingPlan {
    trainer: Trainer,
    corpus: Corpus,
    origin: DataOrigin,
    out: PathBuf,
}

/// A training run whose positions have been collected.
#[derive(Debug)]
pub struct TrainingRun {
    trainer: Trainer,
    training: TrainingSet,
    held_out: TrainingSet,
    hand_crafted_error: f64,
    origin: DataOrigin,
    out: PathBuf,
}

/// The path of the checkpoint for a network, which exists until training is done.
pub fn checkpoint_path(out: &Path) -> PathBuf {
    let mut name = OsString::from(out);
    name.push(CHECKPOINT);
    name.into()
}

fn failed_output(path: &Path) -> impl Fn(io::Error) -> TrainingError {
    move |error| TrainingError::Output { path: path.to_owned(), error }
}

impl TrainingPlan {
    /// Finds the games in files and folders, and reads the checkpoint next to `out` if there is one. Without a
    /// checkpoint, training starts with the weights of the network in `from`, or with random weights.
    ///
    /// # Errors
    /// If a setting is out of its range, `out` cannot be written, games cannot be read, the checkpoint belongs to
    /// another training run, or the network is of another kind.
    pub fn read(
        settings: TrainingSettings,
        data: &[PathBuf],
        out: &Path,
        from: Option<&Path>,
    ) -> Result<Self, TrainingError> {
        settings.check()?;
        let checkpoint = checkpoint_path(out);
        for path in [out, &checkpoint] {
            check_writable(path)
                .map_err(|error| TrainingError::Output { path: path.to_owned(), error })?;
        }
        let corpus = Corpus::read(data)?;
        let mut origin = corpus.origin();
        let begun = from
            .map(|path| {
                let network = Network::read(path)
                    .map_err(|error| TrainingError::Start { path: path.to_owned(), error })?;
                Trainer::from_network(&network, settings.clone(), &mut origin)
                    .ok_or_else(|| TrainingError::OtherKind(path.to_owned()))
            })
            .transpose()?;
        let trainer = if checkpoint.exists() {
            Trainer::resume(&checkpoint, &settings, &origin)
                .map_err(|error| TrainingError::Checkpoint { path: checkpoint, error })?
        } else {
            begun.unwrap_or_else(|| Trainer::new(settings))
        };
        Ok(Self { trainer, corpus, origin, out: out.to_owned() })
    }

    /// The number of games, held-out games included.
    pub fn games(&self) -> usize {
        self.corpus.len()
    }

    /// The number of passes completed by an earlier run.
    pub fn epochs_done(&self) -> usize {
        self.trainer.losses().len()
    }

    /// Replays the games on `threads` threads. `progress` is called with the number of games replayed.
    ///
    /// # Errors
    /// If a game cannot be replayed, no position is selected, or `stop` is set.
    pub fn replay(
        self,
        threads: NonZero<usize>,
        stop: &AtomicBool,
        progress: &mut impl FnMut(usize),
    ) -> Result<TrainingRun, TrainingError> {
        let settings = self.trainer.settings();
        let corrected = TrainingSettings { role: Role::Correction, ..settings.clone() };
        let sets_of = |games: NumberedGames| {
            let count = games.len();
            let (held_out, training): (Vec<_>, Vec<_>) =
                games.into_iter().partition(|(number, _)| is_held_out(*number, settings.held_out));
            let whole = settings.role == Role::Whole;
            let hand_crafted = if whole { samples(&held_out, &corrected)? } else { Vec::new() };
            let sets = [samples(&training, settings)?, samples(&held_out, settings)?, hand_crafted];
            Ok((count, sets))
        };
        // The positions are stored in the folder of the network, because the system's folder for temporary files may be
        // in memory.
        let folder = match self.out.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let mut files = Vec::new();
        for _ in 0..3 {
            files.push(SampleFile::new(folder).map_err(failed_output(folder))?);
        }
        self.corpus.read_games(threads, sets_of, |(count, sets)| {
            if stop.load(Ordering::Relaxed) {
                return Err(TrainingError::Stopped);
            }
            for (file, set) in files.iter_mut().zip(sets) {
                file.append(&set).map_err(failed_output(folder))?;
            }
            progress(count);
            Ok(())
        })?;
        let sets = files.into_iter().map(|file| file.finish().map(TrainingSet::written));
        let sets: Vec<_> = sets.collect::<Result<_, _>>().map_err(failed_output(folder))?;
        let Ok([training, held_out, hand_crafted]) = <[_; 3]>::try_from(sets) else {
            unreachable!("there are three files")
        };
        if training.is_empty() || held_out.is_empty() {
            return Err(TrainingError::TooFew { games: self.games() });
        }
        let hand_crafted = if hand_crafted.is_empty() { &held_out } else { &hand_crafted };
        let hand_crafted_error = error_without_network(hand_crafted, threads);
        let Self { trainer, origin, out, .. } = self;
        Ok(TrainingRun { trainer, training, held_out, hand_crafted_error, origin, out })
    }
}

impl TrainingRun {
    /// The trainer.
    pub fn trainer(&self) -> &Trainer {
        &self.trainer
    }

    /// The numbers of training positions and of held-out positions.
    pub fn positions(&self) -> [usize; 2] {
        [self.training.len(), self.held_out.len()]
    }

    /// The error of the hand-crafted evaluation on the held-out positions.
    pub fn hand_crafted_error(&self) -> f64 {
        self.hand_crafted_error
    }

    /// Runs one more pass over all positions and saves it in the checkpoint. `progress` is called with the number of
    /// positions processed.
    ///
    /// # Errors
    /// If `stop` is set, which discards this pass, or the checkpoint cannot be written.
    pub fn epoch(
        &mut self,
        threads: NonZero<usize>,
        stop: &AtomicBool,
        progress: &mut impl FnMut(usize),
    ) -> Result<EpochLoss, TrainingError> {
        let loss = self
            .trainer
            .epoch(&self.training, &self.held_out, threads, stop, progress)
            .map_err(|_| TrainingError::Stopped)?;
        let path = checkpoint_path(&self.out);
        self.trainer
            .save(&path, &self.origin)
            .map_err(|error| TrainingError::Output { path, error })?;
        Ok(loss)
    }

    /// Writes the network in its current state and removes the checkpoint. `training` is the text of the settings, for
    /// the network's header.
    ///
    /// # Errors
    /// If a file cannot be written. The checkpoint then remains.
    pub fn finish(self, training: String) -> Result<Network, TrainingError> {
        let network = self.trainer.network(training, &self.origin)?;
        network.write(&self.out).map_err(failed_output(&self.out))?;
        let checkpoint = checkpoint_path(&self.out);
        match fs::remove_file(&checkpoint) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(failed_output(&checkpoint)(error))
            }
            _ => Ok(network),
        }
    }
}
