//! Work without Python that ends soon after Ctrl-C.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::call::PyCallArgs;
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
    interruptible_by(py, &|| {}, work)
}

/// The same for work that does not look at the flag as long as it waits for something else: `interrupt` is called too,
/// again and again until the work has ended.
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
                if signal.is_err() {
                    interrupt();
                }
            }
            let outcome = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            signal.and(outcome)
        })
    })
}

/// A function of the caller that is told how far some work is, from any thread. What it raises ends the work and is what
/// comes back from it.
pub(crate) struct Progress {
    tell: Option<Py<PyAny>>,
    raised: Mutex<Option<PyErr>>,
}

impl Progress {
    pub(crate) fn new(tell: Option<Py<PyAny>>) -> Self {
        Self { tell, raised: Mutex::new(None) }
    }

    /// Calls the function, and sets `stop` if it raises something.
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

    /// What the function raised.
    pub(crate) fn check(self) -> PyResult<()> {
        let raised = self.raised.into_inner().unwrap_or_else(PoisonError::into_inner);
        raised.map_or(Ok(()), Err)
    }

    fn raised(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
