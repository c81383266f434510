//! The threads: Lazy SMP over one table.

use std::io;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::root::RootMove;
use super::worker::{Sink, Worker};
use super::{BestMove, Bound, Event, Job, SearchInfo, Signals};
use crate::eval::{Evaluator, Hce};
use crate::types::{INFINITE, Score, Value, is_mate, mated_in};

/// Room for the deepest line: each of its two recursions keeps a move list and its scores on the stack.
const STACK_BYTES: usize = 8 << 20;

/// Threads that search together, alive between searches so that they keep what they have learnt.
#[derive(Debug)]
pub struct Pool {
    threads: Vec<Thread>,
    /// Says when the running search has answered; none if nothing runs.
    /// The lock is never contended; it makes the pool `Sync`.
    running: Option<Mutex<Receiver<()>>>,
}

#[derive(Debug)]
struct Thread {
    /// Taken away to end the thread.
    tasks: Option<Sender<Task>>,
    handle: Option<JoinHandle<()>>,
}

enum Task {
    Search { job: Box<Job>, counters: Arc<[AtomicU64]>, role: Role },
    Forget,
}

enum Role {
    /// Watches the limits, reports, hears the helpers out, answers.
    Main {
        sink: Sink,
        results: Receiver<ThreadResult>,
        done: Sender<()>,
    },
    Helper {
        results: Sender<ThreadResult>,
    },
}

/// What a helper found.
struct ThreadResult {
    completed_depth: i32,
    best: RootMove,
}

impl Pool {
    /// So many threads, at least one, that play with the hand-crafted evaluation.
    ///
    /// # Errors
    /// If the system does not give so many threads.
    pub fn new(threads: usize, signals: &Arc<Signals>) -> io::Result<Self> {
        Self::with_evaluator(threads, signals, Hce::new)
    }

    /// So many threads, at least one, each with an evaluator of its own.
    ///
    /// # Errors
    /// If the system does not give so many threads.
    pub fn with_evaluator<E: Evaluator>(
        threads: usize,
        signals: &Arc<Signals>,
        make: impl Fn() -> E,
    ) -> io::Result<Self> {
        let spawn = |number| Thread::spawn(number, make(), signals);
        let threads = (0..threads.max(1)).map(spawn).collect::<io::Result<_>>()?;
        Ok(Self { threads, running: None })
    }

    /// How many threads there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.threads.len()
    }

    /// Begins a search and returns at once; an earlier one is waited for first. The sink hears from one thread, and
    /// [`Event::BestMove`] comes last, exactly once.
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
        // The leader's receiver ends when the last helper has reported, so the pool must not hold a sender.
        drop(helper_results);
        let role = Role::Main { sink, results, done };
        self.threads[0].send(Task::Search { job: Box::new(job), counters, role });
        self.running = Some(Mutex::new(running));
    }

    /// Waits until the running search has answered.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // An error says that the leader is gone; the next search will say why.
            let _ = running.into_inner().unwrap_or_else(PoisonError::into_inner).recv();
        }
    }

    /// Makes every thread forget what it learnt: a new game.
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

/// A thread's life.
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
                        // The leader has left only if it had nothing to search either.
                        let _ = results
                            .send(ThreadResult { completed_depth: worker.completed_depth, best });
                    }
                    worker.release();
                }
            },
        }
    }
}

impl<E: Evaluator> Worker<E> {
    /// A whole search, from the request to the answer.
    fn search_as_main(&mut self, results: &Receiver<ThreadResult>) {
        let answer = if self.root_moves.is_empty() || self.job.limits.depth == Some(0) {
            self.report_without_search();
            self.wait_for_stop_or_ponder_hit();
            BestMove { mv: None, ponder: None, accept_draw: false }
        } else {
            let (target, most) = self.time.budget();
            if most.is_some() {
                self.emit(Event::Budget { target, most });
            }
            self.iterative_deepening();
            self.wait_for_stop_or_ponder_hit();
            self.signals.stop(self.job.id);
            self.select_best_thread(results);
            self.best_move()
        };
        self.emit(Event::BestMove(answer));
    }

    /// Keeps the answer back while it must not be given: infinite searches until stopped, ponder searches until hit.
    fn wait_for_stop_or_ponder_hit(&mut self) {
        let (id, limits) = (self.job.id, &self.job.limits);
        let (infinite, ponder) = (limits.infinite, limits.ponder);
        let signals = &self.signals;
        signals.wait_until(|| {
            signals.is_stopped(id) || (!infinite && (!ponder || signals.is_hit(id)))
        });
    }

    /// Takes over a helper's result if it is deeper and no worse, or a shorter mate.
    fn select_best_thread(&mut self, results: &Receiver<ThreadResult>) {
        let rank = |completed_depth: i32, score: Value| {
            if is_mate(score) && score > 0 { (i32::MAX, score) } else { (completed_depth, score) }
        };
        // Several lines or a handicapped choice belong together: the leader's stand.
        let may_switch = self.job.settings.multipv == 1 && self.job.settings.handicap.is_none();
        let mut switched = false;
        for result in results {
            let best = &self.root_moves[0];
            if may_switch
                && result.best.score >= best.score
                && rank(result.completed_depth, result.best.score)
                    > rank(self.completed_depth, best.score)
                && let Some(place) = self.root_moves.iter().position(|m| m.mv == result.best.mv)
            {
                switched |= place != 0;
                self.completed_depth = result.completed_depth;
                self.root_moves.swap(0, place);
                self.root_moves[0] = result.best;
            }
        }
        if switched {
            self.root_depth = self.completed_depth;
            self.report(1);
        }
    }

    /// Reports the position as it stands: mated, all moves filtered out, or depth 0 asked for.
    fn report_without_search(&mut self) {
        let value = if self.job.position.legal_moves().is_empty() {
            mated_in(0)
        } else {
            self.qsearch::<true>(-INFINITE, INFINITE, 0, false)
        };
        let info = SearchInfo {
            depth: 0,
            seldepth: 0,
            multipv: 1,
            score: Score::from(value),
            bound: Bound::Exact,
            nodes: self.nodes,
            time: self.time.elapsed(),
            hashfull: self.job.table.hashfull(),
            pv: Vec::new(),
        };
        self.emit(Event::Info(info));
    }
}
