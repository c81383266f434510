//! Tests protocol sessions with the built engine over its pipes: those in `tests/transcripts`, and a few that need a
//! loop. `CHUHE_TEST_TRANSCRIPT=t04` runs only the files whose names contain that text.

mod laws;
mod transcript;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use regex_lite::Regex;

use crate::engine_process::{EngineProcess, patience, render};
use transcript::Transcript;

const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The timeout for answers that need hardly any search.
const SOON: Duration = Duration::from_secs(2);

#[test]
fn transcripts_hold() {
    let queue = Mutex::new(transcript_files());
    let failures = Mutex::new(Vec::new());
    // Each core runs one session; more would make the engines wait for each other.
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let Some(file) = queue.lock().expect("no worker panics").pop() else { break };
                    if let Err(report) = hold(&file) {
                        failures.lock().expect("no worker panics").push(report);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no worker panics");
    failures.sort();
    assert!(failures.is_empty(), "{} failed:\n\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn fen_reader_cases_leave_the_engine_alive() {
    let cases = fs::read_to_string(data_folder().join("data/fen_invalid.txt")).unwrap();
    let mut engine = start_in_ucci();
    for case in cases.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = case.split('\t').collect();
        let [verdict, fen, canonical, _] = fields[..] else { panic!("not four columns: {case}") };
        let fen = fen.replace("\\t", "\t").replace("\\r", "\r").replace("\\0", "\0");
        let (refused, best) = read_and_search(&mut engine, &fen);
        match verdict {
            "fatal" => assert_eq!((refused, best.as_str()), (true, "nobestmove"), "{case}"),
            "accept" => {
                let canonical = if canonical == "=" { &fen } else { canonical };
                assert!(!refused, "{case}");
                assert_eq!((refused, best), read_and_search(&mut engine, canonical), "{case}");
            }
            // The answer is not prescribed, but there must be one.
            _ => {}
        }
    }
    assert!(!read_and_search(&mut engine, START_FEN).0);
    end(engine);
}

#[test]
fn long_games_and_long_lines_are_read() {
    let mut engine = start_in_ucci();
    // A game far beyond every repetition and move limit is still searched.
    let game = " b0c2 b9c7 c2b0 c7b9".repeat(150);
    engine.send(&format!("position startpos moves{game}")).unwrap();
    assert!(answer(&mut engine).starts_with("bestmove "));
    // Megabytes of junk count as one unknown command; half a megabyte of blanks is still a position.
    engine.send(&"x".repeat(3 << 20)).unwrap();
    engine.send(&format!("position fen {START_FEN}{}", " ".repeat(1 << 19))).unwrap();
    assert!(answer(&mut engine).starts_with("bestmove "));
    end(engine);
}

#[test]
fn every_search_of_a_queue_is_answered_once() {
    const SEARCHES: usize = 50;
    let mut engine = start_in_ucci();
    for _ in 0..SEARCHES {
        engine.send("position startpos").unwrap();
        engine.send("go infinite").unwrap();
    }
    engine.send("stop").unwrap();
    let best_move = Regex::new("^bestmove ").unwrap();
    for _ in 0..SEARCHES {
        engine.expect(&best_move, SOON * patience()).unwrap();
    }
    engine.refuse(&Regex::new("bestmove").unwrap(), Duration::from_millis(200)).unwrap();
    end(engine);
}

/// Runs the session in `file`. The error contains everything needed to understand the failure.
fn hold(file: &Path) -> Result<(), String> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
    let transcript = Transcript::parse(&text).map_err(|error| format!("{name}: {error}"))?;
    let mut engine = EngineProcess::start();
    let outcome = transcript.hold(&mut engine);
    let (dialogue, stderr) = engine.finish();
    let outcome = outcome.and_then(|()| laws::check(&dialogue)).and_then(|()| {
        if stderr.is_empty() { Ok(()) } else { Err("it wrote to stderr".to_owned()) }
    });
    outcome.map_err(|error| format!("{name}: {error}\n{}{stderr}", render(&dialogue)))
}

fn transcript_files() -> Vec<PathBuf> {
    let wanted = std::env::var("CHUHE_TEST_TRANSCRIPT").unwrap_or_default();
    let mut files: Vec<PathBuf> = fs::read_dir(data_folder().join("transcripts"))
        .expect("the folder of transcripts is part of the tree")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.to_string_lossy().contains(&wanted))
        .collect();
    assert!(!files.is_empty(), "no transcript is named like {wanted}");
    files.sort();
    // Workers take files from the end.
    files.reverse();
    files
}

fn data_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn start_in_ucci() -> EngineProcess {
    let mut engine = EngineProcess::start();
    engine.send("ucci").expect("a new engine reads its input");
    let ready = Regex::new("^ucciok$").expect("the pattern is valid");
    engine.expect(&ready, SOON * patience()).expect("the handshake is answered");
    engine
}

/// The answer to a shallow search of the last position sent.
fn answer(engine: &mut EngineProcess) -> String {
    let pattern = Regex::new("^(no)?bestmove").expect("the pattern is valid");
    engine.send("go depth 1").expect("the engine is alive");
    engine.expect(&pattern, SOON * patience()).expect("a search is answered").1
}

/// Whether the engine complains about `fen`, and the engine's answer to a shallow search of that position.
fn read_and_search(engine: &mut EngineProcess, fen: &str) -> (bool, String) {
    // Starts a new game each time, so that the transposition table does not make equal searches differ.
    engine.send("setoption newgame").expect("the engine is alive");
    engine.send(&format!("position fen {fen}")).expect("the engine is alive");
    engine.send("isready").expect("the engine is alive");
    let pattern = Regex::new("^(info message|readyok)").expect("the pattern is valid");
    let mut said = || engine.expect(&pattern, SOON * patience()).expect("the engine is alive").1;
    let mut first = said();
    // A warning does not count as a complaint.
    if first.contains("impossible position") {
        first = said();
    }
    (first != "readyok", answer(engine))
}

/// Quits the engine and checks the dialogue.
fn end(mut engine: EngineProcess) {
    engine.send("quit").expect("the engine is alive");
    let code = engine.wait_for_exit(SOON * patience());
    let (dialogue, stderr) = engine.finish();
    assert_eq!(code, Ok(0), "{}", render(&dialogue));
    assert_eq!(laws::check(&dialogue), Ok(()), "{}", render(&dialogue));
    assert_eq!(stderr, "");
}
