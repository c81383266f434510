//! The search threads: Lazy SMP over one transposition table.

use std::io;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::main_thread::ThreadResult;
use super::worker::{Sink, Worker};
use super::{Job, Signals};
use crate::eval::{Evaluator, Hce};
use crate::memory::MemoryLimit;

/// Enough for the deepest line: the main search and the quiescence search keep move lists and scores on the stack.
const STACK_BYTES: usize = 8 << 20;
/// What a thread has beside its stack, its histories above all, rounded up.
const WORKER_BYTES: usize = 8 << 20;
/// What of both a search uses, rounded up.
const USED_BYTES: usize = 4 << 20;

/// Threads that search together. They live until the pool is dropped, and keep their histories between searches.
#[derive(Debug)]
pub struct Pool {
    threads: Vec<Thread>,
    /// Receives once the running search has given its best move; none if nothing runs. The lock is never contended; it
    /// makes the pool `Sync`.
    running: Option<Mutex<Receiver<()>>>,
}

#[derive(Debug)]
struct Thread {
    /// Dropped to end the thread.
    tasks: Option<Sender<Task>>,
    handle: Option<JoinHandle<()>>,
}

enum Task {
    Search { job: Box<Job>, counters: Arc<[AtomicU64]>, role: Role },
    Forget,
}

enum Role {
    /// Checks the limits, reports, selects the best thread and gives its move.
    Main {
        sink: Sink,
        results: Receiver<ThreadResult>,
        done: Sender<()>,
    },
    Helper {
        results: Sender<ThreadResult>,
    },
}

impl Pool {
    /// `threads` threads, at least one, with the hand-crafted evaluation.
    ///
    /// # Errors
    /// If the system does not start that many threads, or has no memory for them.
    pub fn new(threads: usize, signals: &Arc<Signals>) -> io::Result<Self> {
        Self::with_evaluator(threads, signals, &MemoryLimit::default(), Hce::new)
    }

    /// `threads` threads, at least one, each with an evaluator of its own, within a limit of memory.
    ///
    /// # Errors
    /// If the system does not start that many threads, or has no memory for them.
    pub fn with_evaluator<E: Evaluator>(
        threads: usize,
        signals: &Arc<Signals>,
        limit: &MemoryLimit,
        make: impl Fn() -> E,
    ) -> io::Result<Self> {
        let count = threads.max(1);
        // A thread that finds no memory aborts the process. So ask first.
        let bytes = count.saturating_mul(STACK_BYTES + WORKER_BYTES);
        let is_granted = Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
        // A single thread is what an engine cannot do without.
        if !is_granted || count > 1 && limit.at_most(usize::MAX) < count * USED_BYTES {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        let spawn = |number| Thread::spawn(number, make(), signals);
        let threads = (0..count).map(spawn).collect::<io::Result<_>>()?;
        Ok(Self { threads, running: None })
    }

    /// Number of threads.
    #[must_use]
    pub fn size(&self) -> usize {
        self.threads.len()
    }

    /// Waits for an earlier search, begins this one, and returns. The sink is called in one thread only;
    /// [`Event::BestMove`](super::Event::BestMove) comes last, exactly once.
    pub fn start(&mut self, job: Job, sink: Sink) {
        self.wait();
        job.table.new_search();
        let counters: Arc<[AtomicU64]> = self.threads.iter().map(|_| AtomicU64::new(0)).collect();
        let (done, running) = mpsc::channel();
        let (helper_results, results) = mpsc::channel();
        for helper in &self.threads[1..] {
            let role = Role::Helper { results: helper_results.clone() };
            helper.send(Task::Search {
                job: Box::new(job.clone()),
                counters: Arc::clone(&counters),
                role,
            });
        }
        // The main thread reads until the last helper has reported, so the pool must not hold a sender.
        drop(helper_results);
        let role = Role::Main { sink, results, done };
        self.threads[0].send(Task::Search { job: Box::new(job), counters, role });
        self.running = Some(Mutex::new(running));
    }

    /// Waits until the running search has given its best move, if there is one.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // An error means that the main thread is gone; the next search will say why.
            let _ = running.into_inner().unwrap_or_else(PoisonError::into_inner).recv();
        }
    }

    /// Clears the histories of every thread, for a new game.
    pub fn clear(&mut self) {
        self.wait();
        for thread in &self.threads {
            thread.send(Task::Forget);
        }
    }
}

impl Thread {
    fn spawn<E: Evaluator>(number: usize, eval: E, signals: &Arc<Signals>) -> io::Result<Self> {
        let (tasks, inbox) = mpsc::channel();
        let signals = Arc::clone(signals);
        let handle = thread::Builder::new()
            .name(format!("search-{number}"))
            .stack_size(STACK_BYTES)
            .spawn(move || serve(number, eval, signals, &inbox))?;
        Ok(Self { tasks: Some(tasks), handle: Some(handle) })
    }

    fn send(&self, task: Task) {
        let tasks = self.tasks.as_ref().expect("only dropping takes it away");
        tasks.send(task).expect("a search thread lives as long as its pool");
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        drop(self.tasks.take());
        if let Some(handle) = self.handle.take() {
            // A panic in there has been reported already.
            let _ = handle.join();
        }
    }
}

/// The body of a thread: carries out tasks until the pool is dropped.
fn serve<E: Evaluator>(number: usize, eval: E, signals: Arc<Signals>, inbox: &Receiver<Task>) {
    let mut worker = Worker::new(number, eval, signals);
    while let Ok(task) = inbox.recv() {
        match task {
            Task::Forget => {
                worker.history.clear();
                worker.correction_history.clear();
            }
            Task::Search { job, counters, role } => match role {
                Role::Main { sink, results, done } => {
                    worker.begin(*job, counters, Some(sink));
                    worker.search_as_main(&results);
                    worker.release();
                    // Nobody waiting is fine.
                    let _ = done.send(());
                }
                Role::Helper { results } => {
                    worker.begin(*job, counters, None);
                    if !worker.root_moves.is_empty() {
                        worker.iterative_deepening();
                        let best = worker.root_moves[0].clone();
                        // The main thread is gone only if it had nothing to search either.
                        let _ = results
                            .send(ThreadResult { completed_depth: worker.completed_depth, best });
                    }
                    worker.release();
                }
            },
        }
    }
}
