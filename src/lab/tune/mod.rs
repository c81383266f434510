//! Texel's method: weights under which the evaluation of quiet positions foretells best how their games ended.
//!
//! The evaluation is a weighted sum of counts, see [`crate::eval::Linear`], so its gradient is exact and cheap. Positions come from the
//! games of `datagen`; every tenth game is held out, and its positions decide when to stop.

mod optimizer;
mod sample;
mod source;

use std::num::NonZero;

pub use self::optimizer::{Epoch, Outcome, Settings, tune};
pub use self::sample::{Samples, Sampling};
pub use self::source::source;

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
