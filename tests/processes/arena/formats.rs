//! Tests pairings, openings, and the end of sequential tests.

use std::fs;

use chuhe_arena::GameRecord;

use super::harness::{Match, each};

fn pairings(games: &[GameRecord]) -> Vec<[usize; 2]> {
    games.iter().map(|game| game.engines).collect()
}

#[test]
fn everyone_meets_whom_the_form_says() {
    // Each case has the words added to the command line, the number of engines, and the engines that play Red and Black
    // in every game.
    let cases: &[(&str, usize, &[[usize; 2]])] = &[
        ("--rounds 2", 2, &[[0, 1], [1, 0], [0, 1], [1, 0]]),
        ("--rounds 3 --games 1", 2, &[[0, 1], [1, 0], [0, 1]]),
        ("--noswap --rounds 2", 2, &[[0, 1]; 4]),
        ("--noswap --games 1 --rounds 2", 2, &[[0, 1]; 2]),
        ("", 3, &[[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]),
        ("--tournament gauntlet", 3, &[[0, 1], [1, 0], [0, 2], [2, 0]]),
        ("--tournament gauntlet --seeds 2 --games 1", 4, &[[0, 2], [0, 3], [1, 2], [1, 3]]),
    ];
    let numbered: Vec<_> = cases.iter().enumerate().collect();
    each(&numbered, |&(index, (words, engines, expected))| {
        let mut game = Match::new(&format!("form-{index}")).words(words).words("--concurrency 2");
        for engine in 0..*engines {
            game = game.double("", &format!("proto=uci depth=1 name=e{engine}"));
        }
        let games = game.play();
        assert_eq!(pairings(&games), *expected, "{words}");
        let result = game.result();
        let names: Vec<&str> = result["engines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|e| e["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["e0", "e1", "e2", "e3"][..*engines], "{words}");
    });
}

/// Positions that differ in the square of Red's king.
const OPENINGS: [&str; 3] = [
    "3k5/9/9/9/9/p7P/9/9/9/4K3R w - - 0 1",
    "3k5/9/9/9/9/p7P/9/9/9/5K2R w - - 0 1",
    "3k5/9/9/9/9/p7P/9/9/4K4/8R b - - 0 1",
];

fn book(words: &str, name: &str) -> Vec<usize> {
    let game = Match::new(name)
        .set("--rounds", 4)
        .double("", "proto=uci depth=1")
        .double("", "proto=ucci depth=1");
    let file = game.path("openings.epd");
    fs::write(&file, OPENINGS.join("\n")).unwrap();
    let game = game.words("--openings").word(format!("file={}", file.display())).words(words);
    let games = game.play();
    let openings: Vec<usize> = games
        .iter()
        .map(|game| {
            OPENINGS.iter().position(|fen| *fen == game.fen).expect("the opening is in the book")
        })
        .collect();
    // Both games of a pair start from the same opening.
    assert!(openings.chunks(2).all(|pair| pair[0] == pair[1]), "{openings:?}");
    openings.chunks(2).map(|pair| pair[0]).collect()
}

#[test]
fn openings_come_in_the_order_asked_for() {
    assert_eq!(book("", "book"), [0, 1, 2, 0]);
    assert_eq!(book("start=3", "book-start"), [2, 0, 1, 2]);
    let shuffled =
        |seed: u32| book(&format!("order=random --srand {seed}"), &format!("book-{seed}"));
    let orders: Vec<_> = (1..6).map(shuffled).collect();
    assert_eq!(shuffled(2), orders[1], "the same seed gives the same order");
    assert!(orders.iter().any(|order| *order != orders[0]), "another seed gives another order");
    for mut order in orders {
        assert_eq!(order[3], order[0]);
        order.truncate(3);
        order.sort_unstable();
        assert_eq!(order, [0, 1, 2]);
    }
}

/// The files of a match are the same in every language, including the descriptions of faults.
#[test]
fn files_of_a_match_do_not_depend_on_the_language() {
    let game = Match::new("in-chinese").words("--lang zh --games 1");
    let game = game.double("", "proto=uci depth=1 name=sound");
    let game = game.double("--mode close-stdout", "proto=uci depth=1 name=mute");
    let run = game.run();
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("黑方崩溃：closed a pipe but is still running"), "{}", run.out);
    assert!(run.out.contains("sound（深度 1）"), "{}", run.out);
    for name in ["journal.jsonl", "games.pgn", "result.json"] {
        let text = fs::read_to_string(game.path(name)).unwrap();
        assert!(text.is_ascii() && !text.is_empty(), "{text}");
    }
    assert_eq!(game.result()["engines"][0]["limits"], "depth 1");
}

#[test]
fn a_sequential_test_stops_when_it_is_decided() {
    let loser = "--mode resign";
    // The arguments of the two engines, the exit code, and the accepted hypothesis.
    let cases = [("", loser, 0, Some("H1")), (loser, "", 3, Some("H0")), ("", "", 4, None)];
    each(&cases, |&(first, second, code, accepted)| {
        let rounds = if accepted.is_some() { 500 } else { 3 };
        let game = Match::new(&format!("sprt-{code}"))
            .double(first, "proto=uci depth=1 name=first")
            .double(second, "proto=uci depth=1 name=second")
            .words("--concurrency 2 --sprt elo0=0 elo1=100 alpha=0.05 beta=0.05")
            .set("--rounds", rounds);
        let run = game.run();
        assert_eq!(run.code, Some(code), "{}{}", run.out, run.err);
        let words =
            accepted.map_or("ended without a verdict".to_owned(), |h| format!("{h} accepted: "));
        assert!(run.out.contains(&words), "{words}: {}", run.out);
        let result = game.result();
        assert_eq!(result["sprt"]["accepted"].as_str(), accepted);
        assert_eq!(result["state"], if accepted.is_some() { "decided" } else { "complete" });
        let played = game.games().len();
        assert!(if accepted.is_some() { played < 500 } else { played == 6 }, "{played} games");
        game.check_standings();
        game.check_nothing_runs();
        // A second run reports the same result and plays no games.
        let again = game.run();
        assert_eq!((again.code, game.games().len()), (Some(code), played));
    });
}

#[test]
fn a_strong_engine_is_found_stronger() {
    let game =
        Match::new("strength").set("--maxmoves", 60).set("--rounds", 200).set("--draw-moves", 60);
    let game = game
        .words("--engine")
        .word(format!("cmd={}", env!("CARGO_BIN_EXE_chuhe")))
        .words("proto=ucci nodes=400 name=chuhe option.hashsize=1")
        .double("--play random", "proto=uci depth=1 name=random")
        .words("--concurrency 2 --sprt elo0=0 elo1=100")
        .set("--stall-ms", 60_000)
        .set("--ping-ms", 20_000);
    let run = game.run();
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    assert!(run.out.contains("H1 accepted"), "{}", run.out);
    game.check_standings();
    game.check_nothing_runs();
}
