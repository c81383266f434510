//! Tests the engine's response times, in a separate crate: cargo runs test crates one after the other, so no other
//! tests in this package compete for the cores.
//!
//! Each bound is the engine's promise plus [`SLACK`], the time that a busy machine may need to schedule the two
//! processes and the pipes between them. If a test repeats a measurement, the median must keep the promise with little
//! slack, and every run must keep it with the full slack, in at least one of [`ROUNDS`] rounds: other work on the
//! machine spoils some rounds, but a slow engine spoils all of them.

#[path = "processes/engine_process.rs"]
mod engine_process;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use regex_lite::Regex;

use engine_process::{EngineProcess, patience, render};

/// Allowance for scheduling and pipes: 100 ms is ten times what an idle machine needs.
const SLACK: Duration = Duration::from_millis(100);

/// Slack for a median, which occasional late wake-ups do not affect.
const MEDIAN_SLACK: Duration = Duration::from_millis(15);

/// The number of measurements per round for a reaction that may depend on the moment within the search.
const RUNS: u32 = 15;

/// The number of failed rounds after which a promise counts as broken.
const ROUNDS: u32 = 3;

/// The timeout for events whose timing is not under test.
const LONG: Duration = Duration::from_secs(10);

#[test]
fn startup_to_ucciok_takes_200_ms() {
    let _alone = alone();
    assert_within("ucciok", Duration::from_millis(200), |_| {
        let from = Instant::now();
        let mut engine = EngineProcess::start();
        let time = reaction(&mut engine, "ucci", "^ucciok$", from);
        engine.finish();
        time
    });
}

#[test]
fn stop_is_answered_within_20_ms() {
    let _alone = alone();
    for threads in [1, 2] {
        let mut engine = start_in_ucci();
        engine.send(&format!("setoption threads {threads}")).unwrap();
        let what = format!("bestmove after stop, {threads} threads");
        assert_within(&what, Duration::from_millis(20), |run| {
            search_for(&mut engine, "go infinite", Duration::from_millis(u64::from(7 * run)));
            reaction(&mut engine, "stop", "^bestmove ", Instant::now())
        });
    }
}

#[test]
fn isready_is_answered_within_50_ms_of_a_search() {
    let _alone = alone();
    let mut engine = start_in_ucci();
    engine.send("go infinite").unwrap();
    assert_within("readyok", Duration::from_millis(50), |_| {
        std::thread::sleep(Duration::from_millis(10));
        reaction(&mut engine, "isready", "^readyok$", Instant::now())
    });
}

#[test]
fn fixed_time_is_used_and_kept() {
    let _alone = alone();
    let mut engine = start_in_ucci();
    for millis in [100, 300, 700] {
        let line = format!("go movetime {millis}");
        let time = reaction(&mut engine, &line, "^bestmove ", Instant::now());
        let limit = Duration::from_millis(millis);
        assert!(time <= limit + SLACK * patience(), "{line} took {time:?}");
        assert!(time >= limit / 2, "{line} took only {time:?}");
    }
}

#[test]
fn a_clock_is_never_overrun() {
    let _alone = alone();
    let mut engine = start_in_ucci();
    let mut clock = Duration::from_secs(1);
    for turn in 0..40 {
        let line = format!("go time {} increment 10", clock.as_millis());
        let time = reaction(&mut engine, &line, "^bestmove ", Instant::now());
        assert!(time <= clock + SLACK * patience(), "turn {turn}: {line} took {time:?}");
        clock = clock.saturating_sub(time) + Duration::from_millis(10);
    }
    assert!(clock < Duration::from_millis(500), "only {clock:?} is left of more than a second");
}

#[test]
fn quit_ends_a_search_within_500_ms() {
    let _alone = alone();
    for command in ["go infinite", "go ponder time 60000", "go depth 90"] {
        let mut engine = start_in_ucci();
        search_for(&mut engine, command, Duration::from_millis(50));
        let from = Instant::now();
        engine.send("quit").unwrap();
        assert_ends_well(engine, command, from);
    }
}

#[test]
fn end_of_input_ends_a_search_within_500_ms() {
    let _alone = alone();
    for command in ["go infinite", "go ponder time 60000", "go depth 90", "isready"] {
        let mut engine = start_in_ucci();
        search_for(&mut engine, command, Duration::from_millis(50));
        let from = Instant::now();
        engine.close_input();
        assert_ends_well(engine, command, from);
    }
}

/// Keeps the tests of this crate from running in parallel.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    // A failed test poisons the lock; the next test can still run.
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn start_in_ucci() -> EngineProcess {
    let mut engine = EngineProcess::start();
    reaction(&mut engine, "ucci", "^ucciok$", Instant::now());
    engine.send("position startpos").expect("the engine reads");
    engine
}

/// Starts a search and lets it run for `time`.
fn search_for(engine: &mut EngineProcess, command: &str, time: Duration) {
    engine.send(command).expect("the engine reads");
    let early = Regex::new("bestmove").expect("the pattern is valid");
    engine.refuse(&early, time).expect("the search continues");
}

/// The time from `from` until a line matching `pattern` answers `command`.
fn reaction(engine: &mut EngineProcess, command: &str, pattern: &str, from: Instant) -> Duration {
    let pattern = Regex::new(pattern).expect("the pattern is valid");
    engine.send(command).expect("the engine reads");
    let (arrival, _) = engine.expect(&pattern, LONG).expect("the command is answered");
    arrival.saturating_duration_since(from)
}

/// Measures a reaction [`RUNS`] times per round, until a round keeps the promise.
fn assert_within(what: &str, promise: Duration, mut measure: impl FnMut(u32) -> Duration) {
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let mut times: Vec<Duration> = (0..RUNS).map(&mut measure).collect();
        times.sort();
        let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
        if median <= promise + MEDIAN_SLACK * patience() && worst <= promise + SLACK * patience() {
            return;
        }
        rounds.push(times);
    }
    panic!("{what}: promised within {promise:?}, measured {rounds:?}");
}

fn assert_ends_well(mut engine: EngineProcess, command: &str, from: Instant) {
    let code = engine.wait_for_exit(LONG);
    let time = from.elapsed();
    let (dialogue, stderr) = engine.finish();
    assert_eq!(code, Ok(0), "during `{command}`:\n{}", render(&dialogue));
    assert_eq!(stderr, "", "during `{command}`");
    let bound = Duration::from_millis(500) + SLACK * patience();
    assert!(time <= bound, "during `{command}`: {time:?}");
}
