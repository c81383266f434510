//! Tests matches that are interrupted in every way and resumed.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::FileTypeExt;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use chuhe_arena::GameRecord;
use chuhe_engine::types::Move;

use super::harness::{Match, Run, processes, signal};
use crate::engine_process::patience;

/// The number of games of a long match, enough to interrupt it even if a busy machine delays the signal by seconds.
const GAMES: u32 = 60;

/// A match between two healthy doubles that never play the same game twice. Its games have 16 moves and take about 130
/// ms each.
fn long_match(name: &str) -> Match {
    Match::new(name)
        .double("--think 8 --play random --seed 1", "proto=ucci depth=1 name=one")
        .double("--think 8 --play random --seed 2", "proto=uci depth=1 name=two")
        .words("--concurrency 2")
        .set("--rounds", GAMES / 2)
}

/// Waits until the journal has this many games.
fn wait_for_games(game: &Match, count: usize) {
    let deadline = Instant::now() + Duration::from_secs(20) * patience();
    while game.games().len() < count {
        assert!(Instant::now() < deadline, "{}: no games", game.marker);
        thread::sleep(Duration::from_millis(5));
    }
}

fn numbers(games: &[GameRecord]) -> Vec<u32> {
    let mut numbers: Vec<u32> = games.iter().map(|game| game.number).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn a_killed_match_goes_on_and_plays_no_game_twice() {
    let game = long_match("killed");
    let mut before: Vec<GameRecord> = Vec::new();
    for (kill, delay) in [0, 40, 7, 95, 13].into_iter().enumerate() {
        let mut arena = game.start();
        // The first kill comes before any game ends; the others come during later games.
        if kill > 0 {
            wait_for_games(&game, before.len() + 1);
        }
        thread::sleep(Duration::from_millis(delay));
        signal(arena.id(), "KILL");
        assert!(!arena.wait().unwrap().success());
        // Engines read the end of their input and exit.
        game.check_nothing_runs();
        let now = game.games();
        assert_eq!(now[..before.len()], before, "finished games are kept");
        before = now;
    }
    assert!(before.len() < GAMES as usize, "some games remain to be played");
    let games = game.play();
    assert_eq!(numbers(&games), (0..GAMES).collect::<Vec<_>>());
    assert_eq!(game.games()[..before.len()], before);
    // A match without remaining games is not a failure, and removes what a kill after its last game left behind.
    let live = game.path("live.json");
    fs::write(&live, "{}").unwrap();
    let run = game.run();
    assert_eq!((run.code, game.games().len()), (Some(0), GAMES as usize));
    assert!(!live.exists());
    game.check_standings();
    game.check_nothing_runs();
}

#[test]
fn ctrl_c_ends_a_match_cleanly() {
    // One engine never exits by itself, and the other is in the middle of a move.
    let game = Match::new("interrupted")
        .double("--mode ignore-quit", "proto=uci depth=1")
        .double("--mode hang-on-go --at 30", "proto=ucci depth=1")
        .words("--concurrency 2")
        .set("--rounds", 100)
        .set("--stall-ms", 60_000);
    let mut arena = game.start();
    wait_for_games(&game, 3);
    // One engine may be hanging by now.
    thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    signal(arena.id(), "INT");
    let code = arena.wait().unwrap().code();
    let time = start.elapsed();
    assert_eq!(code, Some(130));
    assert!(time < Duration::from_secs(5) * patience(), "took {time:?}");
    game.check_nothing_runs();
    let result = game.result();
    assert_eq!(result["state"], "running");
    game.check_standings();
    assert!(game.path("games.pgn").exists());
    let games = game.games();
    assert!(games.len() >= 3 && games.iter().all(|game| super::harness::fault(game).is_none()));
}

#[test]
fn ctrl_c_works_before_the_first_game() {
    let game = Match::new("interrupted-early")
        .double("", "proto=uci depth=1")
        .double("--mode hang-at-start", "proto=uci depth=1")
        .set("--startup-ms", 60_000);
    let arena = game.start();
    let deadline = Instant::now() + Duration::from_secs(20) * patience();
    while processes(&game.marker).is_empty() {
        assert!(Instant::now() < deadline, "no engine is started");
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(100));
    signal(arena.id(), "INT");
    let run = Run::new(&arena.wait_with_output().unwrap(), Duration::ZERO);
    assert_eq!((run.code, run.err.as_str()), (Some(130), ""));
    game.check_nothing_runs();
}

#[test]
fn an_interrupted_match_goes_on() {
    let game = long_match("interrupted-twice");
    for count in [2, 7] {
        let arena = game.start();
        wait_for_games(&game, count);
        signal(arena.id(), "INT");
        let run = Run::new(&arena.wait_with_output().unwrap(), Duration::ZERO);
        assert_eq!(run.code, Some(130), "{}{}", run.out, run.err);
        let played = game.games().len();
        assert_eq!(game.result()["played"], played);
        let said = format!("interrupted: {played} of {GAMES} games saved in ");
        assert!(run.err.contains(&said) && run.err.contains("to resume"), "{}", run.err);
    }
    let run = game.run();
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("played earlier"), "{}", run.out);
    let finished = game.run();
    assert_eq!(finished.code, Some(0));
    assert!(
        finished.out.starts_with(&format!("{GAMES} games ({GAMES} played earlier), saved in ")),
        "{}",
        finished.out
    );
    assert_eq!(numbers(&game.games()), (0..GAMES).collect::<Vec<_>>());
    let line = |game: &GameRecord| {
        let moves: Vec<Move> = game.moves.iter().map(|played| played.mv).collect();
        (game.number, game.engines, moves)
    };
    let mut games = game.games();
    games.sort_by_key(|game| game.number);
    let games: Vec<_> = games.iter().map(line).collect();
    let alone: Vec<_> = long_match("never-interrupted").play().iter().map(line).collect();
    assert_eq!(games, alone, "the same games, however often it was interrupted");
}

#[test]
fn a_match_is_played_on_when_its_watchers_leave() {
    let game = long_match("watched").set("--rounds", 3);
    let mut arena = game.start();
    let mut line = String::new();
    BufReader::new(arena.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("6 games, saved in "), "{line}");
    drop(arena.stderr.take());
    assert_eq!(arena.wait().unwrap().code(), Some(0));
    assert_eq!(numbers(&game.games()), (0..6).collect::<Vec<_>>());
    assert_eq!(game.result()["state"], "complete");
    game.check_nothing_runs();
}

#[test]
fn a_journal_must_be_a_file() {
    for name in ["journal.jsonl", "games.pgn", "result.json"] {
        let game = long_match(&format!("special-{name}")).set("--rounds", 1);
        let path = game.path(name);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        for flags in ["", "--fresh"] {
            let words = flags.split_whitespace();
            let command = &mut game.command();
            let refused = Run::new(&command.args(words).output().unwrap(), Duration::ZERO);
            assert_eq!(refused.code, Some(1), "{name} {flags}: {}", refused.err);
            let reason = format!("{}: it is a pipe, not a file", path.display());
            assert!(refused.err.contains(&reason), "{name} {flags}: {}", refused.err);
        }
        assert!(fs::metadata(&path).unwrap().file_type().is_fifo());
    }
}

#[test]
fn a_cut_journal_loses_its_last_line_only() {
    let game = long_match("cut").set("--rounds", 4);
    assert_eq!(game.play().len(), 8);
    let journal = game.path("journal.jsonl");
    let whole = fs::read(&journal).unwrap();
    let first_line = whole.iter().position(|&byte| byte == b'\n').unwrap();
    for length in [whole.len() - 1, whole.len() * 2 / 3, first_line + 1, first_line - 4, 5, 0] {
        fs::write(&journal, &whole[..length]).unwrap();
        let kept = game.games();
        let games = game.play();
        assert_eq!(numbers(&games), (0..8).collect::<Vec<_>>(), "cut at {length}");
        assert_eq!(game.games()[..kept.len()], kept, "cut at {length}");
    }
}

#[test]
fn a_longer_match_keeps_its_games_and_another_match_is_refused() {
    let game = long_match("changed").set("--rounds", 2);
    assert_eq!(game.play().len(), 4);
    let before = game.games();
    let game = game.set("--rounds", 3).set("--concurrency", 1);
    assert_eq!(game.play().len(), 6);
    assert_eq!(game.games()[..4], before);

    let journal = fs::read(game.path("journal.jsonl")).unwrap();
    // Each case has the words added to the command line, and those that the error message must contain.
    let changes = [
        (vec!["--each", "nodes=5"], "engines[1].limits.nodes is null in the folder but 5 now"),
        (vec!["--each", "timemargin=5"], "engines[1].margin"),
        (vec!["--each", "option.Ponder=false"], "engines[1].options"),
        (vec!["--maxmoves", "9"], "conditions.adjudication.max_moves is 8 in the folder but 9 now"),
        (vec!["--draw-moves", "21"], "conditions.rules.draw_plies is 40 in the folder but 42 now"),
        (vec!["--noswap"], "noswap is false in the folder but true now"),
        (vec!["--games", "1"], "games is 2 in the folder but 1 now"),
        (vec!["--tournament", "gauntlet"], "form is \"round robin\" in the folder"),
        (vec!["--clock", "cpu"], "conditions.charge is \"Wall\" in the folder"),
        (vec!["--resign", "score=500"], "conditions.adjudication.resign"),
    ];
    for (words, difference) in changes {
        let mut command = game.command();
        let refused = if words.contains(&"--maxmoves") || words.contains(&"--draw-moves") {
            game.clone_with(words[0], words[1]).run()
        } else {
            Run::new(&command.args(&words).output().unwrap(), Duration::ZERO)
        };
        assert_eq!(refused.code, Some(1), "{words:?}: {}", refused.err);
        assert!(refused.err.contains(difference), "{words:?}: {}", refused.err);
        if !difference.is_empty() {
            assert!(refused.err.contains("--fresh"), "{words:?}: {}", refused.err);
        }
        assert_eq!(fs::read(game.path("journal.jsonl")).unwrap(), journal, "{words:?}");
    }

    fs::write(game.path("notes.txt"), "mine").unwrap();
    let fresh = game.clone_with("--maxmoves", "5").words("--fresh");
    assert_eq!(fresh.play().len(), 6);
    assert!(fresh.games().iter().all(|game| game.moves.len() <= 10));
    assert_eq!(fs::read_to_string(game.path("notes.txt")).unwrap(), "mine");
}

#[test]
fn a_folder_is_used_by_one_match_at_a_time() {
    let game = long_match("busy").set("--rounds", 1000);
    let arena = game.start();
    wait_for_games(&game, 1);
    for flags in ["", "--fresh"] {
        let second = Run::new(
            &game.command().args(flags.split_whitespace()).output().unwrap(),
            Duration::ZERO,
        );
        assert_eq!(second.code, Some(1), "{flags}: {}", second.err);
        assert!(second.err.contains("another match is writing to it"), "{flags}: {}", second.err);
    }
    signal(arena.id(), "INT");
    let run = Run::new(&arena.wait_with_output().unwrap(), Duration::ZERO);
    assert_eq!(run.code, Some(130), "{}", run.err);
    let played: HashSet<u32> = game.games().iter().map(|game| game.number).collect();
    assert!(!played.is_empty() && played.len() == game.games().len());
    game.check_standings();
    assert!(processes(&game.marker).is_empty());
}
