//! Work outside Python that can be interrupted with Ctrl-C.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// How often Python is asked for signals.
pub(crate) const TICK: Duration = Duration::from_millis(50);

/// Raises what signal handlers raise.
fn check_signals() -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        Ok(())
    })
}

/// Does some work in another thread, detached from Python. If a Python signal handler raises an exception, sets the
/// flag given to the work, waits for it to end, and returns the exception.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send,
) -> PyResult<T> {
    interruptible_by(py, &|| {}, work)
}

/// The same for work that does not check the flag while it waits for something else: `interrupt` is called, too,
/// repeatedly until the work has ended.
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
            let worker = scope.spawn(move || {
                // It is dropped when the work ends in any way.
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
                if signal.is_err() {
                    interrupt();
                }
            }
            let outcome = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            signal.and(outcome)
        })
    })
}

/// A callback that receives the progress of some work, from any thread. An exception it raises ends the work and is
/// returned from it.
pub(crate) struct Progress {
    tell: Option<Py<PyAny>>,
    raised: Mutex<Option<PyErr>>,
}

impl Progress {
    pub(crate) fn new(tell: Option<Py<PyAny>>) -> Self {
        Self { tell, raised: Mutex::new(None) }
    }

    /// Calls the callback, and sets `stop` if it raises an exception.
    pub(crate) fn tell<A>(&self, stop: &AtomicBool, told: A)
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
