//! Runs long work outside Python that Ctrl-C can interrupt.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

use crate::errors::no_thread;

/// The interval at which Python's pending signals are checked.
pub(crate) const TICK: Duration = Duration::from_millis(50);

/// Runs Python's pending signal handlers and raises what they raise.
fn check_signals() -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        Ok(())
    })
}

/// Runs `work` in another thread, detached from Python. If a Python signal handler raises an exception, sets the flag
/// passed to `work`, waits for the work to end, and returns the exception.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send,
) -> PyResult<T> {
    interruptible_by(py, &|| {}, work)
}

/// Like [`interruptible`], for work that cannot check the flag while it waits for something else: after an exception,
/// `interrupt` is called repeatedly until the work ends.
pub(crate) fn interruptible_by<T: Send>(
    py: Python<'_>,
    interrupt: &(dyn Fn() + Sync),
    work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, ended) = mpsc::channel::<()>();
            let stop = &stop;
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                // Dropped when the work ends, even by a panic.
                let _sender = sender;
                work(stop)
            });
            let worker = worker.map_err(no_thread)?;
            let mut signal = Ok(());
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(TICK) {
                if signal.is_ok() {
                    signal = check_signals();
                    if signal.is_err() {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                if signal.is_err() {
                    interrupt();
                }
            }
            let outcome = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            signal.and(outcome)
        })
    })
}

/// A callback that reports the progress of some work from any thread. An exception raised by the callback ends the
/// work, which then returns the exception.
pub(crate) struct Progress {
    tell: Option<Py<PyAny>>,
    raised: Mutex<Option<PyErr>>,
}

impl Progress {
    pub(crate) fn new(tell: Option<Py<PyAny>>) -> Self {
        Self { tell, raised: Mutex::new(None) }
    }

    /// Calls the callback, and sets `stop` if it raises an exception.
    pub(crate) fn report<A>(&self, stop: &AtomicBool, told: A)
    where
        A: for<'py> PyCallArgs<'py>,
    {
        let Some(tell) = &self.tell else { return };
        if let Err(error) = Python::attach(|py| tell.call1(py, told).map(drop)) {
            self.raised().get_or_insert(error);
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the exception that the callback raised, if any.
    pub(crate) fn check(self) -> PyResult<()> {
        let raised = self.raised.into_inner().unwrap_or_else(PoisonError::into_inner);
        raised.map_or(Ok(()), Err)
    }

    fn raised(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
