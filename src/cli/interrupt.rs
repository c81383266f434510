//! Ctrl-C and other requests to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// The exit code after Ctrl-C, as shells have it.
pub(super) const INTERRUPTED: u8 = 130;

/// Calls `action` at every Ctrl-C. To be used once in a process.
pub(super) fn on_interrupt(action: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(action).context("cannot listen for Ctrl-C")
}

/// A flag that Ctrl-C sets. To be used once in a process.
pub(super) fn interrupt_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    on_interrupt(move || raised.store(true, Ordering::Relaxed))?;
    Ok(flag)
}
