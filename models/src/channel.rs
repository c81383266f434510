//! A channel like that of the standard library, built from loom's primitives because loom's own channel does not report
//! that all senders are gone.

use std::collections::VecDeque;

use loom::sync::{Arc, Condvar, Mutex};

struct State<T> {
    queue: VecDeque<T>,
    senders: usize,
}

struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

pub(crate) struct Sender<T>(Arc<Shared<T>>);

pub(crate) struct Receiver<T>(Arc<Shared<T>>);

pub(crate) fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let state = Mutex::new(State { queue: VecDeque::new(), senders: 1 });
    let shared = Arc::new(Shared { state, changed: Condvar::new() });
    (Sender(Arc::clone(&shared)), Receiver(shared))
}

impl<T> Sender<T> {
    pub(crate) fn send(&self, value: T) {
        self.0.state.lock().unwrap().queue.push_back(value);
        self.0.changed.notify_one();
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        self.0.state.lock().unwrap().senders += 1;
        Self(Arc::clone(&self.0))
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.state.lock().unwrap().senders -= 1;
        self.0.changed.notify_one();
    }
}

impl<T> Receiver<T> {
    /// Waits for the next value; `None` once the channel is empty and all senders are gone.
    pub(crate) fn receive(&self) -> Option<T> {
        let mut state = self.0.state.lock().unwrap();
        loop {
            if let Some(value) = state.queue.pop_front() {
                return Some(value);
            }
            if state.senders == 0 {
                return None;
            }
            state = self.0.changed.wait(state).unwrap();
        }
    }
}
