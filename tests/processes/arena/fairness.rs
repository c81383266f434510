//! Tests that a result states what it does not measure: forfeits, overloaded machines, scores in other units.

use std::fs;
use std::thread;

use super::harness::{Match, endings};
use crate::engine_process::patience;
use chuhe_arena::EndReason;
use chuhe_arena::adjudicate::Cause;
use chuhe_engine::types::Score;

fn first_line(out: &str) -> &str {
    out.lines().find(|line| line.starts_with("a - b: ")).unwrap_or_default()
}

#[test]
fn forfeits_are_named_in_the_first_line_of_the_result() {
    let late = format!("--mode late --ms {}", 900 * patience());
    let cases = [
        (late.as_str(), "2 games lost on time by b", "time"),
        ("--mode nonsense", "2 games lost by illegal or missing moves of b", "moves"),
        ("--mode exit-on-go --at 2", "2 games lost by crashes of b", "crashes"),
    ];
    for (index, (double, words, key)) in cases.iter().enumerate() {
        let limits = format!("proto=uci st=0.2 timemargin={}", 300 * patience());
        let game = Match::new(&format!("forfeits-{index}"))
            .double("", &format!("{limits} name=a"))
            .double(double, &format!("{limits} name=b"));
        let run = game.run();
        assert_eq!(first_line(&run.out), format!("a - b: +2 =0 -0 of 2, 100.0 %; {words}"));
        let forfeits = &game.result()["encounters"][0]["forfeits"];
        assert_eq!(forfeits[1][key], 2, "{forfeits}");
        assert!(forfeits[0].as_object().unwrap().values().all(|count| count == 0), "{forfeits}");
    }
}

#[test]
fn an_overloaded_machine_is_reported_before_and_after_the_games() {
    let jobs = thread::available_parallelism().unwrap().get() + 1;
    let game = Match::new("overload")
        .double("", "proto=uci tc=60 name=a")
        .double("", "proto=uci tc=60 name=b")
        .set("--jobs", jobs)
        .set("--rounds", jobs.div_ceil(2));
    let run = game.run();
    let warning = format!("the games need {jobs} processors at a time, but {} ", jobs - 1);
    assert!(run.err.contains(&warning) && run.err.contains("--clock cpu"), "{}", run.err);
    let played = game.result()["played"].as_u64().unwrap();
    let note = format!("{played} of {played} games played on an overloaded machine");
    assert!(run.out.contains(&note), "{}", run.out);
    assert_eq!(game.result()["overloaded"], played);
    // The note concerns the games, so it stays when the match is resumed with fewer games at a time.
    let more = game.clone_with("--jobs", "1").set("--rounds", jobs);
    let run = more.run();
    assert!(more.result()["overloaded"].as_u64().unwrap() >= played);
    assert!(
        run.out.contains(&format!(" of {} games played on an overloaded", 2 * jobs)),
        "{}",
        run.out
    );
}

/// Without clocks, or with clocks that measure processor time, waiting for a processor costs no game.
#[test]
fn searches_that_no_clock_limits_do_not_overload_a_machine() {
    for (index, (limits, clock)) in [("depth=1", "wall"), ("tc=60", "cpu")].iter().enumerate() {
        let words = format!("proto=uci {limits}");
        let game = Match::new(&format!("no-overload-{index}"))
            .double("", &words)
            .double("", &words)
            .words("--jobs 20 --rounds 10")
            .set("--clock", clock);
        let run = game.run();
        assert!(!run.err.contains("the games need"), "{}", run.err);
        assert_eq!(game.result()["overloaded"], 0);
    }
}

#[test]
fn scores_of_ucci_engines_are_converted_to_centipawns() {
    // Whether the engine's score of -150 is at or below -600 centipawns depends on its unit.
    for (index, (words, score, is_lost)) in [
        ("proto=ucci", "-150", true),
        ("proto=ucci", "cp -150", false),
        ("proto=ucci scoreunit=cp", "-150", false),
        ("proto=uci", "cp -150", false),
        ("proto=uci scoreunit=horse", "cp -150", true),
        ("proto=uci", "cp -630", true),
    ]
    .iter()
    .enumerate()
    {
        let game = Match::new(&format!("units-{index}"))
            .double("", "proto=uci depth=1 name=a")
            .double(&format!("--score '{score}'"), &format!("{words} depth=1 name=b"))
            .words("--resign score=600");
        let run = game.run();
        let games = game.games();
        let lost = EndReason::Adjudication(Cause::Lost);
        assert!(games.iter().all(|game| (game.reason == lost) == *is_lost), "{}", endings(&games));
        let is_guessed = *words == "proto=ucci" && *score == "-150";
        assert_eq!(run.err.contains("the scores of b have no unit"), is_guessed, "{}", run.err);
        if *is_lost {
            let score = games[0].moves.last().unwrap().thought.score;
            assert_eq!(score, Some(Score::Cp(-630)), "{words}");
            assert!(fs::read_to_string(game.path("games.pgn")).unwrap().contains("-6.30/1"));
        }
    }
}

/// An engine that is winning with Red in its own eyes, even where Black is to move and lost.
#[test]
fn scores_from_the_wrong_point_of_view_do_not_decide_games() {
    let game = Match::new("point-of-view")
        .double("--score 'cp 900'", "proto=uci depth=1")
        .double("", "proto=uci depth=1");
    assert!(game.play().len() == 2);
    let game = game.clone_with("--resign", "score=600");
    let run = game.run();
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("reports scores from red's point of view"), "{}", run.err);
}

#[test]
fn a_fault_between_games_is_described_in_words() {
    // The third `isready` to a process comes before its second game.
    let game = Match::new("between")
        .double("--mode hang-on-ready --at 3", "proto=uci depth=1")
        .double("", "proto=uci depth=1");
    let run = game.run();
    assert!(run.err.contains("between games: not ready"), "{}", run.err);
    assert_eq!(game.games().len(), 2);
}

#[test]
fn the_result_is_kept_if_the_second_opinion_fails() {
    let game = Match::new("judge");
    let judge = game.path("judge.sh");
    let script = "read line; echo '{\"winner\": \"red\", \"over\": true}'\n";
    fs::write(&judge, script).unwrap();
    let game = game
        .double("", "proto=uci depth=1 name=a")
        .double("", "proto=uci depth=1 name=b")
        .set("--second-opinion", format!("sh {}", judge.display()));
    let run = game.run();
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("the program exited after judging 1 game"), "{}", run.err);
    assert!(first_line(&run.out).starts_with("a - b: "), "{}", run.out);
    assert_eq!(game.result()["played"], 2);
}
