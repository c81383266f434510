//! The search threads: Lazy SMP over one transposition table. Where the system has no threads (WebAssembly), a search
//! takes turns with the host. If the host does not support turns, the search is over when [`Pool::start`] returns.

use std::fmt;
use std::io;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::main_thread::ThreadResult;
use super::worker::{Sink, Worker};
use super::{Event, Job, Limits, Signals};
use crate::clock::Instant;
use crate::eval::{Evaluator, Hce};
use crate::memory::MemoryLimit;
use crate::turns::{self, Turns};

/// Stack size of a search thread. It suffices for the deepest line, in which the main search and the quiescence search
/// keep move lists and scores on the stack.
const STACK_BYTES: usize = 8 << 20;
/// Memory that a thread allocates besides its stack, mainly for its histories, rounded up.
const WORKER_BYTES: usize = 8 << 20;
/// The part of a thread's memory that a search actually uses, rounded up.
const USED_BYTES: usize = 4 << 20;

/// Threads that search together. They run until the pool is dropped and keep their histories between searches.
#[derive(Debug)]
pub struct Pool {
    workers: Workers,
    /// Receives a message once the running search has reported its best move; `None` if no search is running. The lock
    /// is never contended; it makes the pool `Sync`.
    running: Option<Mutex<Receiver<()>>>,
}

enum Workers {
    Threads(Vec<Thread>),
    /// The only worker where there are no threads, and the host's functions for taking turns.
    InPlace {
        perform: Arc<Mutex<Perform>>,
        turns: Option<Turns>,
    },
}

/// A function that performs a worker's tasks. It is kept in a lock, which is never contended, to make the pool `Sync`.
type Perform = Box<dyn FnMut(Task) + Send>;

#[derive(Debug)]
struct Thread {
    /// Dropped to end the thread.
    tasks: Option<Sender<Task>>,
    handle: Option<JoinHandle<()>>,
}

enum Task {
    Search {
        job: Box<Job>,
        counters: Arc<[AtomicU64]>,
        role: Role,
    },
    /// Reports an answer that was found without a search.
    Answer {
        events: [Event; 2],
        sink: Sink,
        done: Sender<()>,
    },
    Forget,
}

enum Role {
    /// Checks the limits, reports progress, selects the best thread and reports its move.
    Main {
        sink: Sink,
        results: Receiver<ThreadResult>,
        done: Sender<()>,
        /// When the task was sent.
        sent: Instant,
    },
    Helper {
        results: Sender<ThreadResult>,
    },
}

impl Pool {
    /// A pool of `threads` threads, at least one, with the hand-crafted evaluation.
    ///
    /// # Errors
    /// If that many threads cannot be started, or there is too little memory for them.
    pub fn new(threads: usize, signals: &Arc<Signals>) -> io::Result<Self> {
        Self::with_evaluator(threads, signals, &MemoryLimit::default(), Hce::new)
    }

    /// A pool of `threads` threads, at least one, each with its own evaluator, within a memory limit.
    ///
    /// # Errors
    /// If that many threads cannot be started, or there is too little memory for them.
    pub fn with_evaluator<E: Evaluator>(
        threads: usize,
        signals: &Arc<Signals>,
        limit: &MemoryLimit,
        make: impl Fn() -> E,
    ) -> io::Result<Self> {
        let count = threads.max(1);
        // A thread that runs out of memory aborts the process, so check first.
        let bytes = count.saturating_mul(STACK_BYTES + WORKER_BYTES);
        let is_granted = Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
        // The limit does not apply to a single thread, without which an engine cannot work.
        if !is_granted || count > 1 && limit.at_most(usize::MAX) < count * USED_BYTES {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        let spawn = |number| Thread::spawn(number, make(), signals);
        match (0..count).map(spawn).collect::<io::Result<_>>() {
            Ok(threads) => Ok(Self { workers: Workers::Threads(threads), running: None }),
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                Ok(Self::in_place(make(), signals, turns::get()))
            }
            Err(error) => Err(error),
        }
    }

    /// A pool without threads.
    fn in_place<E: Evaluator>(eval: E, signals: &Arc<Signals>, turns: Option<Turns>) -> Self {
        let mut worker = Worker::new(0, eval, Arc::clone(signals));
        worker.turns = turns;
        let perform: Perform = Box::new(move |task| perform(&mut worker, task));
        let perform = Arc::new(Mutex::new(perform));
        Self { workers: Workers::InPlace { perform, turns }, running: None }
    }

    /// Number of threads.
    pub fn size(&self) -> usize {
        match &self.workers {
            Workers::Threads(threads) => threads.len(),
            Workers::InPlace { .. } => 1,
        }
    }

    /// Waits for any earlier search, starts this one, and returns. The sink is called from one thread only;
    /// [`Event::BestMove`] comes last, exactly once.
    ///
    /// Without threads and turns, nothing can stop the search, so `infinite` and `ponder` are ignored.
    pub fn start(&mut self, mut job: Job, sink: Sink) {
        self.wait();
        job.table.new_search();
        let counters: Arc<[AtomicU64]> = (0..self.size()).map(|_| AtomicU64::new(0)).collect();
        let (done, running) = mpsc::channel();
        let (helper_results, results) = mpsc::channel();
        match &self.workers {
            Workers::Threads(threads) => {
                for helper in &threads[1..] {
                    let role = Role::Helper { results: helper_results.clone() };
                    helper.send(Task::Search {
                        job: Box::new(job.clone()),
                        counters: Arc::clone(&counters),
                        role,
                    });
                }
            }
            Workers::InPlace { turns: Some(_), .. } => {}
            Workers::InPlace { turns: None, .. } => {
                job.limits = Limits { infinite: false, ponder: false, ..job.limits };
            }
        }
        // The main thread reads until the last helper has reported, so the pool must not hold a sender.
        drop(helper_results);
        let role = Role::Main { sink, results, done, sent: Instant::now() };
        self.give_main(Task::Search { job: Box::new(job), counters, role });
        self.running = Some(Mutex::new(running));
    }

    /// Like [`Pool::start`], but for an answer that needs no search.
    pub fn answer(&mut self, events: [Event; 2], sink: Sink) {
        self.wait();
        let (done, running) = mpsc::channel();
        self.give_main(Task::Answer { events, sink, done });
        self.running = Some(Mutex::new(running));
    }

    fn give_main(&mut self, task: Task) {
        match &mut self.workers {
            Workers::Threads(threads) => threads[0].send(task),
            Workers::InPlace { perform, turns } => {
                let perform = Arc::clone(perform);
                let work = move || perform.lock().unwrap_or_else(PoisonError::into_inner)(task);
                match turns {
                    Some(turns) => (turns.later)(Box::new(work)),
                    None => work(),
                }
            }
        }
    }

    /// Waits until the running search, if any, has reported its best move.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // An error means that the main thread is gone, which the next search will report.
            let _ = running.into_inner().unwrap_or_else(PoisonError::into_inner).recv();
        }
    }

    /// Clears the histories of every thread, for a new game.
    pub fn clear(&mut self) {
        self.wait();
        match &self.workers {
            Workers::Threads(threads) => {
                for thread in threads {
                    thread.send(Task::Forget);
                }
            }
            Workers::InPlace { .. } => self.give_main(Task::Forget),
        }
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Threads(threads) => f.debug_tuple("Threads").field(threads).finish(),
            Self::InPlace { .. } => f.write_str("InPlace"),
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
        let tasks = self.tasks.as_ref().expect("only `drop` removes the sender");
        tasks.send(task).expect("a search thread lives as long as its pool");
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        drop(self.tasks.take());
        if let Some(handle) = self.handle.take() {
            // A panic in the thread has already been reported.
            let _ = handle.join();
        }
    }
}

/// The body of a thread: performs tasks until the pool is dropped.
fn serve<E: Evaluator>(number: usize, eval: E, signals: Arc<Signals>, inbox: &Receiver<Task>) {
    let mut worker = Worker::new(number, eval, signals);
    while let Ok(task) = inbox.recv() {
        perform(&mut worker, task);
    }
}

fn perform<E: Evaluator>(worker: &mut Worker<E>, task: Task) {
    match task {
        Task::Forget => {
            worker.history.clear();
            worker.correction_history.clear();
        }
        Task::Answer { events, sink, done } => {
            events.into_iter().for_each(sink);
            let _ = done.send(());
        }
        Task::Search { job, counters, role } => match role {
            Role::Main { sink, results, done, sent } => {
                worker.delays.begin(sent);
                worker.begin(*job, counters, Some(sink));
                worker.search_as_main(&results);
                worker.release();
                // It does not matter if nobody is waiting.
                let _ = done.send(());
            }
            Role::Helper { results } => {
                worker.begin(*job, counters, None);
                if !worker.root_moves.is_empty() {
                    worker.iterative_deepening();
                    let best = worker.root_moves[0].clone();
                    // The main thread has dropped the receiver only if it had nothing to search.
                    let _ = results
                        .send(ThreadResult { completed_depth: worker.completed_depth, best });
                }
                worker.release();
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::board::Position;
    use crate::search::{BestMove, Clock, Settings, TranspositionTable};
    use crate::turns::Pause;

    fn job(limits: Limits) -> Job {
        Job {
            id: 1,
            position: Position::from_fen("3k5/8R/9/9/9/9/9/9/R8/4K4 w - - 0 1").unwrap(),
            limits,
            asked: Instant::now(),
            settings: Settings::default(),
            table: Arc::new(TranspositionTable::new(1).unwrap()),
            probes: None,
        }
    }

    /// The events that a pool without threads reports before `begin` returns.
    fn in_place(begin: impl FnOnce(&mut Pool, Sink)) -> Vec<Event> {
        let mut pool = Pool::in_place(Hce::new(), &Arc::default(), None);
        assert_eq!(pool.size(), 1);
        let (sender, events) = mpsc::channel();
        let here = thread::current().id();
        let sink = move |event| {
            assert_eq!(thread::current().id(), here);
            sender.send(event).unwrap();
        };
        begin(&mut pool, Box::new(sink));
        let events = events.try_iter().collect();
        pool.clear();
        events
    }

    #[test]
    fn without_threads_a_search_is_over_when_it_has_started() {
        for limits in [
            Limits::depth(3),
            Limits { infinite: true, ..Limits::depth(3) },
            Limits { ponder: true, ..Limits::depth(3) },
        ] {
            let events = in_place(|pool, sink| pool.start(job(limits), sink));
            let Some(Event::BestMove(BestMove { mv: Some(mv), .. })) = events.last() else {
                panic!("{events:?}")
            };
            assert!(["a1a9", "a1d1"].contains(&mv.to_string().as_str()), "{mv}");
        }
    }

    #[test]
    fn with_or_without_threads_a_search_finds_the_same() {
        let (sender, events) = mpsc::channel();
        let mut pool = Pool::new(1, &Arc::default()).unwrap();
        pool.start(job(Limits::depth(6)), Box::new(move |event| sender.send(event).unwrap()));
        let nodes = |events: Vec<Event>| -> Vec<u64> {
            let infos = events.into_iter().filter_map(|event| match event {
                Event::Info(info) => Some(info.nodes),
                _ => None,
            });
            infos.collect()
        };
        let threaded = nodes(events.iter().collect());
        assert!(!threaded.is_empty());
        let limits = Limits::depth(6);
        assert_eq!(nodes(in_place(|pool, sink| pool.start(job(limits), sink))), threaded);
    }

    thread_local! {
        /// The work that a host was given to do later.
        static LATER: RefCell<Vec<Box<dyn FnOnce() + Send>>> = RefCell::default();
        /// The host's work during pauses.
        static HOST: RefCell<Box<dyn FnMut(Pause)>> = RefCell::new(Box::new(|_| ()));
    }

    /// A search that takes turns with a host: the events reported by the time `start` returns, and those reported after
    /// that.
    fn in_turns(job: Job, mut host: impl FnMut(Pause, &Signals) + 'static) -> [Vec<Event>; 2] {
        let turns = Turns {
            later: |work| LATER.with_borrow_mut(|later| later.push(work)),
            pause: |pause| HOST.with_borrow_mut(|host| host(pause)),
        };
        let signals = Arc::<Signals>::default();
        let mut pool = Pool::in_place(Hce::new(), &signals, Some(turns));
        HOST.set(Box::new(move |pause| host(pause, &signals)));
        let (sender, events) = mpsc::channel();
        pool.start(job, Box::new(move |event| sender.send(event).unwrap()));
        let at_once = events.try_iter().collect();
        LATER.take().into_iter().for_each(|work| work());
        pool.wait();
        [at_once, events.try_iter().collect()]
    }

    #[test]
    fn a_host_that_takes_turns_stops_a_search_in_a_pause() {
        let infinite = Limits { infinite: true, ..Limits::none() };
        let mut pauses = 0;
        let [at_once, events] = in_turns(job(infinite), move |_, signals| {
            pauses += 1;
            if pauses == 20 {
                signals.stop(1);
            }
        });
        assert!(at_once.is_empty(), "{at_once:?}");
        assert!(matches!(events.last(), Some(Event::BestMove(BestMove { mv: Some(_), .. }))));
    }

    #[test]
    fn a_search_in_turns_waits_for_its_ponder_hit() {
        let ponder = Limits { ponder: true, ..Limits::depth(1) };
        let mut idle = 0;
        let [_, events] = in_turns(job(ponder), move |pause, signals| {
            idle += u32::from(pause == Pause::Idle);
            if idle == 3 {
                signals.ponder_hit(1);
            }
        });
        assert!(matches!(events.last(), Some(Event::BestMove(BestMove { mv: Some(_), .. }))));
    }

    #[test]
    fn a_ponder_hit_ends_a_search_that_has_pondered_long_enough() {
        let clock = Clock { time: Duration::from_secs(1), ..Clock::default() };
        let ponder = Limits { ponder: true, clock: Some(clock), ..Limits::none() };
        let (begun, after_hit) = (Instant::now(), Arc::new(AtomicU32::new(0)));
        let (mut is_hit, pauses) = (false, Arc::clone(&after_hit));
        let job = Job { position: Position::startpos(), ..job(ponder) };
        let [_, events] = in_turns(job, move |_, signals| {
            pauses.fetch_add(u32::from(is_hit), Ordering::Relaxed);
            // Many times what a move may take.
            if !is_hit && begun.elapsed() > Duration::from_millis(400) {
                is_hit = true;
                signals.ponder_hit(1);
            }
        });
        assert!(matches!(events.last(), Some(Event::BestMove(BestMove { mv: Some(_), .. }))));
        assert!(after_hit.load(Ordering::Relaxed) <= 1);
    }

    #[test]
    fn a_long_search_is_not_silent() {
        let infinite = Limits { infinite: true, ..Limits::none() };
        let begun = Instant::now();
        let asked = begun.checked_sub(Duration::from_secs(4)).unwrap();
        let job = Job { position: Position::startpos(), asked, ..job(infinite) };
        let [_, events] = in_turns(job, move |_, signals| {
            if begun.elapsed() > Duration::from_secs(5) {
                signals.stop(1);
            }
        });
        let mut last = 0;
        let mut efforts = 0;
        for event in events {
            if let Event::Effort { nodes, time, .. } = event {
                assert!(nodes > last && time > Duration::from_secs(4));
                (last, efforts) = (nodes, efforts + 1);
            }
        }
        assert!(efforts >= 1);
    }

    #[test]
    fn an_answer_without_a_search_comes_the_same_way() {
        let answer = Event::BestMove(BestMove { mv: None, ponder: None, accept_draw: false });
        let events = [answer.clone(), answer];
        assert_eq!(in_place(|pool, sink| pool.answer(events, sink)).len(), 2);
    }
}
