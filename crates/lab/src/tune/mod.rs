//! Texel tuning: finds the weights with which the hand-crafted evaluation, together with a network that corrects it,
//! best predicts what the training of a network predicts as well: results and search scores of games.
//!
//! The evaluation is a weighted sum of counts (see [`chuhe_engine::eval::Linear`]), so its gradient is exact and cheap.
//! Positions come from games played by `datagen`. Some games are held out; the error on their positions shows what the
//! weights are worth.
//!
//! ```
//! use std::num::NonZero;
//! use std::sync::atomic::AtomicBool;
//!
//! use chuhe_engine::eval::Linear;
//! use chuhe_lab::Corpus;
//! use chuhe_lab::datagen::{DatagenPlan, RANDOM_PLIES};
//! use chuhe_lab::tune::{Samples, Sampling, TuneSettings, source, tune};
//!
//! // Two games; real tuning takes many thousands, with more nodes.
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
//! let (_, missing) = plan.missing(folder.path(), 0..2)?;
//! let (threads, stop) = (NonZero::<usize>::MIN, AtomicBool::new(false));
//! plan.run(folder.path(), missing, threads, &stop, &|_| {})?;
//!
//! let (training, held_out) = Corpus::read(&[folder.path().to_owned()])?.split(1)?;
//! let training = Samples::of(&training, &Sampling::default(), threads)?;
//! let held_out = Samples::of(&held_out, &Sampling::default(), threads)?;
//! let settings = TuneSettings { epochs: 2, threads, scale: 226.0, rate: 1.0, seed: 1 };
//! let start = Linear::weights();
//! let result = tune(&training, &held_out, &start, &settings, &stop, &mut |_| {});
//! assert_ne!(result.weights, start);
//! let rust_source = source(&result.weights, &["Made from two games.".to_owned()]);
//! assert!(rust_source.contains("Made from two games."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod optimizer;
mod sample;
mod source;

pub use self::optimizer::{Epoch, TuneResult, TuneSettings, epochs_in_all, tune};
pub use self::sample::{Samples, Sampling};
pub use self::source::source;
