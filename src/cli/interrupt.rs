//! Ctrl-C and other requests to stop.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{process, thread};

use super::Ending;
use crate::failure::{self, Context, Failure};
use chuhe_localize::tr;
use chuhe_util::files::{awaits_pipe, remove_drafts};

/// The time that a command has to hear a signal.
const HEARING_TIME: Duration = Duration::from_millis(150);
const TICK: Duration = Duration::from_millis(10);

/// Calls `action` on every Ctrl-C, SIGTERM or SIGHUP. It is for commands that hear them at any time, or whose child
/// processes must be ended first. Can be used only once per process.
pub(super) fn on_interrupt(action: impl FnMut() + Send + 'static) -> failure::Result<()> {
    ctrlc::set_handler(action).map_err(Failure::foreign).with_context(|| tr!("interrupt-refused"))
}

/// Returns a flag that Ctrl-C sets; see [`on_interrupt`].
pub(super) fn interrupt_flag() -> failure::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    on_interrupt(move || raised.store(true, Ordering::Relaxed))?;
    Ok(flag)
}

/// A flag that Ctrl-C sets. A command that has not heard it after [`HEARING_TIME`] may be reading a very long game. It is
/// ended as if it had been killed, except that its unfinished files are removed; so is one that waits for a pipe, even
/// if it has heard, unless it is cleaning up. A second Ctrl-C ends any command.
#[derive(Debug)]
pub(super) struct Interrupt(Arc<InterruptState>);

#[derive(Debug, Default)]
struct InterruptState {
    is_raised: AtomicBool,
    is_heard: AtomicBool,
    cleans_up: AtomicBool,
}

impl InterruptState {
    /// Ends the process if it does nothing about the signal for too long.
    fn watch(&self, patience: Duration) {
        let begun = Instant::now();
        let mut active = begun;
        while active.elapsed() < HEARING_TIME
            && (self.is_heard.load(Ordering::SeqCst) || begun.elapsed() < patience)
        {
            thread::sleep(TICK);
            if !awaits_pipe() || self.cleans_up.load(Ordering::SeqCst) {
                active = Instant::now();
            }
        }
        end();
    }
}

fn end() -> ! {
    remove_drafts();
    process::exit(Ending::Interrupted as i32)
}

impl Interrupt {
    /// Can be used only once per process, for a command that may be killed at any time.
    pub(super) fn watch() -> failure::Result<Self> {
        Self::watch_with(HEARING_TIME, || {})
    }

    /// Like [`Self::watch`], for a command that hears at once although it reads long games, or still writes its results:
    /// unless it waits for a pipe, it gets more time, which it needs only on a very busy machine.
    pub(super) fn watch_patiently() -> failure::Result<Self> {
        Self::watch_with(10 * HEARING_TIME, || {})
    }

    /// Like [`Self::watch`], but a signal also calls `stop`.
    pub(super) fn watch_and(stop: impl FnMut() + Send + 'static) -> failure::Result<Self> {
        Self::watch_with(HEARING_TIME, stop)
    }

    fn watch_with(
        patience: Duration,
        mut stop: impl FnMut() + Send + 'static,
    ) -> failure::Result<Self> {
        let state = Arc::<InterruptState>::default();
        let told = Arc::clone(&state);
        on_interrupt(move || {
            if told.is_raised.swap(true, Ordering::SeqCst) {
                // Some programs send a signal twice.
                thread::sleep(HEARING_TIME);
                end();
            }
            stop();
            let watched = Arc::clone(&told);
            if thread::Builder::new().spawn(move || watched.watch(patience)).is_err() {
                told.watch(patience);
            }
        })?;
        Ok(Self(state))
    }

    /// Lets the command take its time, although a thread that it no longer needs may still wait for a pipe.
    pub(super) fn begin_cleaning(&self) {
        self.0.cleans_up.store(true, Ordering::SeqCst);
    }

    /// Whether the command must stop. If so, the signal counts as acknowledged, and the command may take its time to save
    /// its results.
    pub(super) fn acknowledged(&self) -> bool {
        let is_raised = self.0.is_raised.load(Ordering::SeqCst);
        self.0.is_heard.fetch_or(is_raised, Ordering::SeqCst);
        is_raised
    }
}

impl Deref for Interrupt {
    type Target = AtomicBool;

    fn deref(&self) -> &AtomicBool {
        &self.0.is_raised
    }
}
