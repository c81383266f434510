//! Storms of stops, ponder hits, option changes and new games, which come at random times from several threads.
//! `STORM_SECONDS` sets the duration of each storm.
//!
//! This is a separate test crate because the sanitizers run it too (`tests/sanitize.sh`) and then have to build only
//! the library.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use chuhe_engine::board::Position;
use chuhe_engine::engine::{Engine, SearchHandle};
use chuhe_engine::search::{Event, Limits};
use chuhe_engine::types::rng::SplitMix64;

const OPENINGS: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1",
    "r1bakab1r/9/1cn4c1/p1p1p1p1p/5n3/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1",
    "4k4/9/9/9/9/9/9/9/4p4/3K5 w - - 0 1",
];

fn duration() -> Duration {
    let seconds = std::env::var("STORM_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs_f64(seconds.unwrap_or(1.0))
}

fn limits(rng: &mut SplitMix64) -> Limits {
    match rng.below(6) {
        0 => Limits { infinite: true, ..Limits::none() },
        1 => Limits { ponder: true, ..Limits::nodes(2000) },
        2 => Limits { ponder: true, infinite: true, ..Limits::none() },
        3 => Limits::depth(1 + rng.below(4) as u32),
        4 => Limits { move_time: Some(Duration::from_millis(rng.below(5))), ..Limits::none() },
        _ => Limits::nodes(rng.below(3000)),
    }
}

/// Sets up a position, often after setting an option or starting a new game.
fn change(engine: &mut Engine, rng: &mut SplitMix64) {
    match rng.below(8) {
        0 => drop(engine.set_option("Hash", &(1 + rng.below(8)).to_string()).unwrap()),
        1 => drop(engine.set_option("Threads", &(1 + rng.below(4)).to_string()).unwrap()),
        2 => drop(engine.set_option("MultiPV", &(1 + rng.below(3)).to_string()).unwrap()),
        3 => engine.new_game(),
        _ => {}
    }
    let fen = OPENINGS[rng.below(OPENINGS.len() as u64) as usize];
    engine.set_position(Position::from_fen(fen).unwrap());
}

/// Every search returns exactly one best move, which is legal, whatever two other threads send before, during and after
/// the search.
#[test]
fn stops_and_ponder_hits_come_at_any_time() {
    let begun = Instant::now();
    let mut rng = SplitMix64::new(23);
    let mut engine = Engine::new();
    engine.set_option("Hash", "1").unwrap();
    engine.set_option("Threads", "3").unwrap();
    let (handles, inbox) = mpsc::channel::<(SearchHandle, u64)>();
    let (nudges, other) = mpsc::channel::<(SearchHandle, u64)>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while let Ok((handle, micros)) = inbox.recv() {
                thread::sleep(Duration::from_micros(micros));
                handle.stop();
                handle.stop();
            }
        });
        scope.spawn(move || {
            while let Ok((handle, micros)) = other.recv() {
                thread::sleep(Duration::from_micros(micros));
                handle.ponder_hit();
            }
        });
        let mut searches = 0;
        while begun.elapsed() < duration() || searches < 20 {
            change(&mut engine, &mut rng);
            let position = engine.position().clone();
            let search = engine.start(limits(&mut rng));
            let handle = search.handle();
            if rng.below(4) == 0 {
                handle.ponder_hit();
            }
            nudges.send((handle.clone(), rng.below(3000))).unwrap();
            handles.send((handle, rng.below(4000))).unwrap();
            // A search that nobody waits for is ended when dropped.
            if rng.below(4) == 0 {
                continue;
            }
            let mut answers = 0;
            for event in search {
                if let Event::BestMove(best) = event {
                    answers += 1;
                    assert_eq!(best.mv.is_none(), position.legal_moves().is_empty());
                    assert!(best.mv.is_none_or(|mv| position.is_legal(mv)));
                }
            }
            assert_eq!(answers, 1);
            searches += 1;
        }
        drop((handles, nudges));
    });
}

/// Engines and searches are dropped during a search, in either order.
#[test]
fn engines_and_searches_are_dropped_at_any_time() {
    let begun = Instant::now();
    let mut rng = SplitMix64::new(5);
    let mut rounds = 0;
    while begun.elapsed() < duration() || rounds < 10 {
        let mut engine = Engine::new();
        engine.set_option("Hash", "1").unwrap();
        engine.set_option("Threads", &(1 + rng.below(3)).to_string()).unwrap();
        let search = engine.start(limits(&mut rng));
        thread::sleep(Duration::from_micros(rng.below(1500)));
        if rng.below(2) == 0 {
            drop(search);
            drop(engine);
        } else {
            drop(engine);
            drop(search);
        }
        rounds += 1;
    }
}
