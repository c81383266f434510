//! Runs code shared between threads in every possible order of its steps, and with every value that the memory model
//! lets a load return. `cargo run --release` prints a table, and fails if a promise is broken or threads deadlock.
//!
//! `signals`, `slot` and `backlog` are the library's own files, compiled with loom's types instead of the standard
//! library's. The pool of search threads and the mailbox of a conversation are rewritten here with the same messages,
//! the real signals and the real backlog, but without the search.

/// Replaces the library's module of this name.
mod sync {
    pub(crate) use std::sync::PoisonError;

    pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard, atomic};
}

#[path = "../../crates/engine/src/protocol/backlog.rs"]
mod backlog;
#[path = "../../crates/engine/src/search/signals.rs"]
mod signals;
#[path = "../../crates/engine/src/search/slot.rs"]
mod slot;

mod channel;
mod mailbox;
mod pool;
mod shared;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// A model: the property checked, the maximum number of times that a thread may be preempted (`None`: no limit), and
/// the body.
type Model = (&'static str, Option<usize>, fn());

const MODELS: &[Model] = &[
    ("a sleeper sees a stop", None, shared::sleeper_wakes_on_stop),
    ("a sleeper sees a ponder hit, then a stop", Some(3), shared::sleeper_wakes_on_hit),
    ("stops in any order cover what the highest covers", Some(3), shared::stops_only_grow),
    ("entries of two writers are not mixed up", Some(3), shared::writers_of_two_keys),
    ("a reader gets one of two entries for a key, complete", Some(3), shared::writers_of_one_key),
    ("an entry being cleared is complete or gone", Some(3), shared::clearing),
    ("a pool answers once, whenever it is stopped", Some(3), pool::stopped_search),
    ("a pool searches twice, and ends with its threads", Some(2), pool::two_searches),
    ("a session handles a stop while it waits for the answer", Some(3), mailbox::stop_while_busy),
    ("a session ends its search when the input ends", Some(3), mailbox::end_of_input),
    ("a session handles a stop behind many lines", Some(2), mailbox::stop_behind_many_lines),
];

fn main() {
    println!("| model | interruptions | executions | seconds |\n|---|---|---|---|");
    for &(name, preemptions, body) in MODELS {
        let executions = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&executions);
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = preemptions;
        let begun = Instant::now();
        builder.check(move || {
            counted.fetch_add(1, Ordering::Relaxed);
            body();
        });
        let bound = preemptions.map_or_else(|| "any".to_owned(), |bound| bound.to_string());
        let seconds = begun.elapsed().as_secs_f64();
        println!("| {name} | {bound} | {} | {seconds:.1} |", executions.load(Ordering::Relaxed));
    }
}
