//! Ctrl-C and other requests to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{process, thread};

use super::Ending;
use crate::failure::{self, Context, Failure};
use chuhe_localize::tr;

/// Calls `action` on every Ctrl-C. Can be used only once per process.
pub(super) fn on_interrupt(action: impl FnMut() + Send + 'static) -> failure::Result<()> {
    ctrlc::set_handler(action).map_err(Failure::foreign).with_context(|| tr!("interrupt-refused"))
}

/// Returns a flag that Ctrl-C sets, for a command that reads standard input and cannot check the flag while waiting. If
/// the process is still running a second later, it is ended. Can be used only once per process.
pub(super) fn interrupt_flag_while_reading() -> failure::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    on_interrupt(move || {
        raised.store(true, Ordering::Relaxed);
        thread::sleep(Duration::from_secs(1));
        process::exit(Ending::Interrupted as i32);
    })?;
    Ok(flag)
}

/// Returns a flag that Ctrl-C sets. Can be used only once per process.
pub(super) fn interrupt_flag() -> failure::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    on_interrupt(move || raised.store(true, Ordering::Relaxed))?;
    Ok(flag)
}
