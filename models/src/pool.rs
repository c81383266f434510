//! The pool of search threads, `crates/engine/src/search/pool.rs`, without the search: a main thread, a helper, the
//! messages between them and the owner, and the real signals. A search ends by itself or is stopped.

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU64, Ordering};
use loom::thread::{self, JoinHandle};

use crate::channel::{Receiver, Sender, channel};
use crate::signals::Signals;

enum Task {
    Main { id: u64, counters: Arc<[AtomicU64; 2]>, results: Receiver<u64>, done: Sender<()> },
    Helper { id: u64, counters: Arc<[AtomicU64; 2]>, results: Sender<u64> },
}

struct Pool {
    tasks: [Option<Sender<Task>>; 2],
    handles: [Option<JoinHandle<()>>; 2],
    running: Option<Receiver<()>>,
    signals: Arc<Signals>,
}

impl Pool {
    /// Creates a pool whose searches are endless or end by themselves. `answers` counts the answers.
    fn new(endless: bool, answers: &Arc<AtomicU64>) -> Self {
        let signals = Arc::new(Signals::default());
        let [main, helper] = [(); 2].map(|()| {
            let (tasks, inbox) = channel();
            let (signals, answers) = (Arc::clone(&signals), Arc::clone(answers));
            (tasks, thread::spawn(move || serve(&inbox, &signals, endless, &answers)))
        });
        Self {
            tasks: [Some(main.0), Some(helper.0)],
            handles: [Some(main.1), Some(helper.1)],
            running: None,
            signals,
        }
    }

    fn start(&mut self, id: u64) {
        self.wait();
        let counters = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
        let (done, running) = channel();
        let (sender, results) = channel();
        let [main, helper] = &self.tasks;
        let own = Arc::clone(&counters);
        helper.as_ref().unwrap().send(Task::Helper { id, counters: own, results: sender });
        main.as_ref().unwrap().send(Task::Main { id, counters, results, done });
        self.running = Some(running);
    }

    fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            assert_eq!(running.receive(), Some(()), "the main thread reports that it is done");
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for (tasks, handle) in self.tasks.iter_mut().zip(&mut self.handles) {
            drop(tasks.take());
            handle.take().unwrap().join().unwrap();
        }
    }
}

fn serve(inbox: &Receiver<Task>, signals: &Signals, endless: bool, answers: &AtomicU64) {
    while let Some(task) = inbox.receive() {
        match task {
            Task::Main { id, counters, results, done } => {
                counters[0].store(1, Ordering::Relaxed);
                signals.wait_until(|| !endless || signals.is_stopped(id));
                signals.stop(id);
                let mut found = 0;
                while let Some(result) = results.receive() {
                    found += result;
                }
                assert_eq!(found, 1, "the helper has reported once");
                // A thread's result arrives after everything that the thread has counted.
                assert_eq!(counters[1].load(Ordering::Relaxed), 1);
                answers.fetch_add(1, Ordering::Relaxed);
                done.send(());
            }
            Task::Helper { id, counters, results } => {
                counters[1].store(1, Ordering::Relaxed);
                // A search checks this repeatedly; the model checks once and then ends.
                let _ = signals.is_stopped(id);
                results.send(1);
            }
        }
    }
}

/// An endless search that another thread may stop at any time, even before it is requested.
pub(crate) fn stopped_search() {
    let answers = Arc::new(AtomicU64::new(0));
    let mut pool = Pool::new(true, &answers);
    let stopper = {
        let signals = Arc::clone(&pool.signals);
        thread::spawn(move || signals.stop(1))
    };
    pool.start(1);
    pool.wait();
    assert_eq!(answers.load(Ordering::Relaxed), 1);
    stopper.join().unwrap();
}

/// Two searches, the second requested while the first is running; then the pool is dropped.
pub(crate) fn two_searches() {
    let answers = Arc::new(AtomicU64::new(0));
    let mut pool = Pool::new(false, &answers);
    pool.start(1);
    pool.start(2);
    drop(pool);
    assert_eq!(answers.load(Ordering::Relaxed), 2, "a pool ends when its search has answered");
}
