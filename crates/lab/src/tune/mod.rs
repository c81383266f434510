//! Texel tuning: finds the weights with which the evaluation of quiet positions best predicts the results of games.
//!
//! The evaluation is a weighted sum of counts (see [`chuhe_engine::eval::Linear`]), so its gradient is exact and cheap.
//! Positions come from games played by `datagen`; some games are held out, and their positions decide when to stop.
//!
//! ```
//! use std::num::NonZero;
//! use std::sync::atomic::AtomicBool;
//!
//! use chuhe_lab::Corpus;
//! use chuhe_lab::datagen::{DatagenPlan, RANDOM_PLIES};
//! use chuhe_lab::tune::{Samples, Sampling, TuneSettings, source, tune, weights_in_use};
//!
//! // Two games; real tuning takes many thousands, with more nodes.
//! let plan = DatagenPlan {
//!     nodes: NonZero::new(40).expect("40 is not 0"),
//!     soft_nodes: None,
//!     seed: 1,
//!     openings: Vec::new(),
//!     random_plies: RANDOM_PLIES,
//!     bench: 0,
//!     command: "my program".to_owned(),
//! };
//! let folder = tempfile::tempdir()?;
//! let (_, missing) = plan.missing(folder.path(), 0..2)?;
//! let (threads, stop) = (NonZero::<usize>::MIN, AtomicBool::new(false));
//! plan.run(folder.path(), missing, threads, &stop, &|_| {})?;
//!
//! let (training, held_out) = Corpus::read(&[folder.path().to_owned()])?.split(1)?;
//! let training = Samples::of(&training, &Sampling::default(), threads)?;
//! let held_out = Samples::of(&held_out, &Sampling::default(), threads)?;
//! let settings = TuneSettings {
//!     epochs: 2,
//!     threads,
//!     result_share: 0.5,
//!     rate: 1.0,
//!     pull: 1e-9,
//!     patience: 20,
//! };
//! let result = tune(&training, &held_out, &weights_in_use(), &settings, &stop, &mut |_| {});
//! assert!(result.after.held_out_error <= result.before.held_out_error);
//! let rust_source = source(&result.weights, &["Made from two games.".to_owned()]);
//! assert!(rust_source.contains("Made from two games."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod optimizer;
mod sample;
mod source;

pub use self::optimizer::{Epoch, TuneResult, TuneSettings, tune};
pub use self::sample::{Samples, Sampling};
pub use self::source::source;

use chuhe_engine::eval::Linear;

/// The evaluation weights of this build, for middle game and endgame, in centipawns.
#[must_use]
pub fn weights_in_use() -> Vec<[f32; 2]> {
    Linear::weights().into_iter().map(|weight| weight.map(|part| part as f32)).collect()
}
