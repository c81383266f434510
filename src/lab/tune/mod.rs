//! Texel's method: weights under which the evaluation of quiet positions foretells best how their games ended.
//!
//! The evaluation is a weighted sum of counts, see [`crate::eval::Linear`], so its gradient is exact and cheap.
//! Positions come from the games of `datagen`; some games are held out, and their positions decide when to stop.
//!
//! ```no_run
//! use std::num::NonZero;
//! use std::path::PathBuf;
//! use std::sync::atomic::AtomicBool;
//!
//! use chuhe::lab::tune::{Corpus, Samples, Sampling, TuneSettings, source, tune, weights_in_use};
//!
//! let threads = NonZero::<usize>::MIN;
//! let (learnt, held_out) = Corpus::read(&[PathBuf::from("data")])?.split(10);
//! let samples = Samples::of(&learnt, &Sampling::default(), threads)?;
//! let held_out = Samples::of(&held_out, &Sampling::default(), threads)?;
//! let settings = TuneSettings {
//!     epochs: 100,
//!     threads,
//!     result_share: 0.5,
//!     rate: 1.0,
//!     pull: 1e-9,
//!     patience: 20,
//! };
//! let stop = AtomicBool::new(false); // another thread may set it
//! let result = tune(&samples, &held_out, &weights_in_use(), &settings, &stop, &mut |_| {});
//! std::fs::write("weights.rs", source(&result.weights, &[]))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod corpus;
mod optimizer;
mod sample;
mod source;

use std::num::NonZero;

pub use self::corpus::{Corpus, CorpusError};
pub use self::optimizer::{Epoch, TuneResult, TuneSettings, tune};
pub use self::sample::{Samples, Sampling};
pub use self::source::source;

use crate::eval::Linear;

/// The weights of the evaluation as it is built: middle game and endgame, centipawns.
#[must_use]
pub fn weights_in_use() -> Vec<[f32; 2]> {
    Linear::weights().into_iter().map(|weight| weight.map(|part| part as f32)).collect()
}

/// Runs a part of the work on each thread and gathers what comes out.
fn in_parallel<T: Sync, R: Send>(
    threads: NonZero<usize>,
    items: &[T],
    work: impl Fn(&[T]) -> R + Sync,
) -> Vec<R> {
    let size = items.len().div_ceil(threads.get()).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = items.chunks(size).map(|part| scope.spawn(|| work(part))).collect();
        parts
            .into_iter()
            .map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}
