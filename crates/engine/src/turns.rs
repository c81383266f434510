//! What a host lends a search where the system has no threads (WebAssembly): it takes turns with the search.
//!
//! Without it a search is over when it has started, and nothing can stop it. A host that can put off work and break it off
//! for a while calls [`set`] before it makes an engine. Then a search starts, reports, is stopped and waits for its
//! ponder hit as on systems with threads; only waiting for one from outside the work put off is not possible.

use std::sync::OnceLock;

/// The functions of a host.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    /// Does work as soon as the caller has returned to the host; at once if the caller is such work itself.
    pub later: fn(Box<dyn FnOnce() + Send>),
    /// Called by work about once in a millisecond: lets the host do other things, if it is time for them.
    pub pause: fn(Pause),
}

/// Why work pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// It has more to do.
    Busy,
    /// It waits for a signal of the host.
    Idle,
}

static TURNS: OnceLock<Turns> = OnceLock::new();

/// Takes turns with the host from now on where there are no threads. The first call counts.
pub fn set(turns: Turns) {
    let _ = TURNS.set(turns);
}

/// What the host lends, if anything.
#[must_use]
pub fn get() -> Option<Turns> {
    TURNS.get().copied()
}
