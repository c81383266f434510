//! Work without Python that ends soon after Ctrl-C.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// How often Python is asked whether there is a signal.
pub(crate) const TICK: Duration = Duration::from_millis(50);

/// What handlers of signals raise.
fn check_signals() -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        Ok(())
    })
}

/// Does some work in another thread, detached from Python. Once a signal handler of Python raises an exception, the flag
/// that the work was given is set, its result is waited for, and the exception is what comes back.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, ended) = mpsc::channel::<()>();
            let stop = &stop;
            let worker = scope.spawn(move || {
                // It is dropped when the work ends, in whatever way.
                let _sender = sender;
                work(stop)
            });
            let mut signal = Ok(());
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(TICK) {
                if signal.is_ok() {
                    signal = check_signals();
                    if signal.is_err() {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
            let outcome = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            signal.and(outcome)
        })
    })
}
