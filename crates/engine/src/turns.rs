//! Cooperation between a search and its host on systems without threads (WebAssembly): the two take turns.
//!
//! By default, starting a search runs it to its end, and nothing can stop it. A host that can defer work and suspend it
//! for a moment calls [`set`] before it creates an engine. A search can then start, report, be stopped and wait for its
//! ponder hit as on systems with threads; the only limitation is that code outside the deferred work cannot wait for a
//! search.

use std::sync::OnceLock;

/// The functions that a host provides.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    /// Runs work as soon as the caller has returned to the host, or at once if the caller is itself deferred work.
    pub later: fn(Box<dyn FnOnce() + Send>),
    /// Lets the host do other things if they are due. Deferred work calls this about once a millisecond.
    pub pause: fn(Pause),
}

/// Why deferred work pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The work has more to do.
    Busy,
    /// The work is waiting for a signal from the host.
    Idle,
}

static TURNS: OnceLock<Turns> = OnceLock::new();

/// Sets the host's functions for taking turns, which are used on systems without threads. Only the first call has an
/// effect.
pub fn set(turns: Turns) {
    let _ = TURNS.set(turns);
}

/// The host's functions, if set.
pub fn get() -> Option<Turns> {
    TURNS.get().copied()
}
