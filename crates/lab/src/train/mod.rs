//! Trains the network of [`chuhe_engine::eval::network`] on games from `datagen`.
//!
//! Training minimizes the squared difference between two values: the result expected by the evaluation, and a mixture
//! of the game's actual result and the results expected from the game's search scores. The result depends only on
//! [`TrainingSettings`], the games and the number of threads; with these fixed, it is identical to the last bit.
//!
//! ```
//! use std::num::NonZero;
//! use std::sync::atomic::AtomicBool;
//!
//! use chuhe_lab::Corpus;
//! use chuhe_lab::datagen::{DatagenPlan, RANDOM_PLIES};
//! use chuhe_lab::train::{Trainer, TrainingSet, TrainingSettings};
//!
//! // A few games; real training takes many thousands, with more nodes.
//! let plan = DatagenPlan {
//!     nodes: NonZero::new(40).expect("40 is not 0"),
//!     soft_nodes: None,
//!     seed: 1,
//!     openings: Vec::new(),
//!     random_plies: RANDOM_PLIES,
//!     side_lines: 0,
//!     bench: 0,
//!     command: "my program".to_owned(),
//! };
//! let folder = tempfile::tempdir()?;
//! let (_, missing) = plan.missing(folder.path(), 0..4)?;
//! let (threads, stop) = (NonZero::<usize>::MIN, AtomicBool::new(false));
//! plan.run(folder.path(), missing, threads, &stop, &|_| {})?;
//!
//! let settings = TrainingSettings { epochs: 1, ..TrainingSettings::default() };
//! let corpus = Corpus::read(&[folder.path().to_owned()])?;
//! let origin = corpus.origin();
//! let (training, held_out) = corpus.split(settings.held_out)?;
//! let training = TrainingSet::of(&training, &settings, threads)?;
//! let held_out = TrainingSet::of(&held_out, &settings, threads)?;
//! let mut trainer = Trainer::new(settings);
//! while !trainer.is_done() {
//!     let _ = trainer.epoch(&training, &held_out, threads, &stop, &mut |_| {});
//! }
//! let network = trainer.network("my settings".to_owned(), &origin)?;
//! assert_eq!(network.header.training, "my settings");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkpoint;
mod measure;
mod model;
mod optimizer;
mod plot;
mod run;
mod samples;
mod settings;
mod stored;
mod trainer;

use std::num::NonZero;

use serde::{Deserialize, Serialize};

pub use self::checkpoint::CheckpointError;
pub use self::measure::{HeldOutComparison, compare_on_games};
pub(crate) use self::optimizer::AdamW;
pub use self::plot::{PlotLabel, loss_picture};
pub use self::run::{TrainingError, TrainingPlan, TrainingRun, checkpoint_path};
pub use self::samples::TrainingSet;
pub(crate) use self::samples::{expectation, for_each_taken};
pub use self::trainer::{EpochLoss, Stopped, Trainer, error_without_network};
pub(crate) use self::trainer::{Order, WINDOW, cosine};
use super::DataOrigin;
use chuhe_engine::eval::network::Role;

/// The settings that, together with the games, determine the result of a training run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainingSettings {
    /// Whether the network corrects the hand-crafted evaluation or replaces it.
    pub role: Role,
    /// The seed of all random choices.
    pub seed: u64,
    /// Passes over all positions.
    pub epochs: u32,
    /// The number of positions per step.
    pub batch: NonZero<usize>,
    /// The learning rate at the beginning.
    pub rate: f32,
    /// The learning rate at the end, to which the rate falls along a cosine.
    pub rate_end: f32,
    /// The weight decay: the share of each weight that is subtracted in each step, multiplied by the learning rate.
    pub weight_decay: f32,
    /// The weight of the game's result in the target expectation, from 0 to 1; the search scores have the remaining
    /// weight.
    pub result_share: f32,
    /// The λ of TD(λ), 0 to 1: the share of a position's target score that comes from the next position of the game,
    /// whose score takes the same share from the one after it, and so on.
    pub td_lambda: f32,
    /// The number of centipawns that changes the odds by a factor of e.
    pub scale: f32,
    /// The number of games of each hundred that are held out from training.
    pub held_out: u64,
    /// The positions that are selected.
    pub filter: Filter,
}

/// Which positions of a game are selected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    /// Whether to include positions in check.
    pub checks: bool,
    /// Whether to include positions in which the move played is a capture.
    pub captures: bool,
    /// The maximum absolute score of a position, in centipawns.
    pub score_max: i16,
}

impl Default for TrainingSettings {
    fn default() -> Self {
        Self {
            role: Role::Correction,
            seed: 1,
            epochs: 5,
            batch: NonZero::new(16_384).expect("the batch is not 0"),
            rate: 2e-3,
            rate_end: 1e-5,
            weight_decay: 0.6,
            result_share: 0.1,
            td_lambda: 0.65,
            scale: 226.0,
            held_out: 5,
            filter: Filter::default(),
        }
    }
}

impl Default for Filter {
    fn default() -> Self {
        Self { checks: false, captures: false, score_max: 2500 }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::datagen::{DatagenPlan, RANDOM_PLIES};
    use crate::{Corpus, NumberedGames};

    /// Plays some games with few nodes.
    pub(super) fn games(count: u64) -> NumberedGames {
        with_corpus(count, |corpus| corpus.split(0).unwrap().0)
    }

    /// Passes games generated by `games` to `work`, as a corpus of files.
    pub(super) fn with_corpus<T>(count: u64, work: impl FnOnce(&Corpus) -> T) -> T {
        let plan = DatagenPlan {
            nodes: NonZero::new(30).unwrap(),
            soft_nodes: None,
            seed: 7,
            openings: Vec::new(),
            random_plies: RANDOM_PLIES,
            side_lines: 0,
            bench: 0,
            command: "test".to_owned(),
        };
        let folder = tempfile::tempdir().unwrap();
        let (_, missing) = plan.missing(folder.path(), 0..count).unwrap();
        let (one, stop) = (NonZero::<usize>::MIN, AtomicBool::new(false));
        plan.run(folder.path(), missing, one, &stop, &|_| {}).unwrap();
        work(&Corpus::read(&[folder.path().to_owned()]).unwrap())
    }

    pub(super) fn settings() -> TrainingSettings {
        let batch = NonZero::new(64).unwrap();
        TrainingSettings { epochs: 3, batch, rate: 3e-3, ..TrainingSettings::default() }
    }

    fn origin() -> DataOrigin {
        DataOrigin { runs: vec!["test".to_owned()], digest: "0123456789abcdef".to_owned() }
    }

    fn pass(trainer: &mut Trainer, set: &TrainingSet, threads: usize) -> EpochLoss {
        let threads = NonZero::new(threads).unwrap();
        trainer.epoch(set, set, threads, &AtomicBool::new(false), &mut |_| {}).unwrap()
    }

    #[test]
    fn the_error_falls_and_a_seed_gives_the_same_bytes() {
        let set = TrainingSet::of(&games(4), &settings(), NonZero::<usize>::MIN).unwrap();
        let networks = [1, 2, 1].map(|threads| {
            let mut trainer = Trainer::new(settings());
            let before = error_without_network(&set, NonZero::<usize>::MIN);
            while !trainer.is_done() {
                pass(&mut trainer, &set, threads);
            }
            let after = trainer.losses()[2].held_out_error;
            assert!(after < 0.9 * before, "{before} before, {after} after");
            trainer.network(String::new(), &origin()).unwrap().to_bytes()
        });
        assert_eq!(networks[0], networks[2]);
        // With another number of threads, sums are computed in a different order and rounded differently.
        assert_eq!(networks[0].len(), networks[1].len());
    }

    #[test]
    fn a_training_goes_on_from_a_network() {
        let set = TrainingSet::of(&games(2), &settings(), NonZero::<usize>::MIN).unwrap();
        let mut first = Trainer::new(settings());
        pass(&mut first, &set, 1);
        let network = first.network(String::new(), &origin()).unwrap();
        let mut now = origin();
        let mut next = Trainer::from_network(&network, settings(), &mut now).unwrap();
        let same = next.network(String::new(), &origin()).unwrap();
        assert!(same.to_bytes() == network.to_bytes());
        assert!(
            now.digest != origin().digest && now.runs[1].contains("0123456789abcdef"),
            "{now:?}"
        );
        let begun = pass(&mut next, &set, 1).error;
        assert!(begun < 0.95 * first.losses()[0].error, "{begun} and {:?}", first.losses());

        let whole = TrainingSettings { role: Role::Whole, ..settings() };
        assert!(Trainer::from_network(&network, whole, &mut now).is_none());
    }

    #[test]
    fn a_training_goes_on_as_if_nothing_had_happened() {
        let set = TrainingSet::of(&games(2), &settings(), NonZero::<usize>::MIN).unwrap();
        let mut whole = Trainer::new(settings());
        pass(&mut whole, &set, 1);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        whole.save(&path, &origin()).unwrap();
        let mut resumed = Trainer::resume(&path, &settings(), &origin()).unwrap();
        pass(&mut whole, &set, 1);
        let stop = AtomicBool::new(true);
        let one = NonZero::<usize>::MIN;
        assert_eq!(resumed.epoch(&set, &set, one, &stop, &mut |_| {}), Err(Stopped));
        pass(&mut resumed, &set, 1);
        assert_eq!(resumed, whole);

        let others = TrainingSettings { seed: 2, ..settings() };
        let refused = Trainer::resume(&path, &others, &origin()).unwrap_err();
        assert!(matches!(refused, CheckpointError::OtherSettings), "{refused:?}");
        let data = DataOrigin { digest: String::new(), ..origin() };
        let refused = Trainer::resume(&path, &settings(), &data).unwrap_err();
        assert!(matches!(refused, CheckpointError::OtherData), "{refused:?}");
        let bytes = std::fs::read(&path).unwrap();
        for at in [0, 9, 40, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            std::fs::write(&path, damaged).unwrap();
            let refused = Trainer::resume(&path, &settings(), &origin()).unwrap_err();
            assert!(matches!(refused, CheckpointError::NotCheckpoint), "{refused:?}");
        }
    }
}
