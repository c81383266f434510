//! Tests the clock times sent to engines, and the time charged to them.

use std::fs;
use std::time::Duration;

use chuhe_engine::types::Color;

use super::harness::{Match, each, fault, processes, signal};
use crate::engine_process::patience;

/// The lines that a double received, limited to those that begin with a certain word.
fn received(game: &Match, file: &str, first: &str) -> Vec<String> {
    let text = fs::read_to_string(game.path(file)).unwrap();
    let greets = |line: &str| ["uci", "ucci"].contains(&line);
    let mut lines = text.lines().filter_map(|line| line.split_once(' ')).map(|(_, line)| line);
    // The arena first starts each engine to learn its name; that start is not one of the games.
    lines.by_ref().find(|line| greets(line));
    let games = lines.skip_while(|line| !greets(line));
    games.filter(|line| line.starts_with(first)).map(str::to_owned).collect()
}

/// The number after a word.
fn number(line: &str, word: &str) -> Option<u64> {
    let mut words = line.split(' ').skip_while(|other| *other != word);
    words.nth(1).and_then(|number| number.parse().ok())
}

#[test]
fn clocks_are_charged_the_time_used() {
    each(&["uci", "ucci"], |proto| {
        let game = Match::new(&format!("charged-{proto}"))
            .double("--think 40 --log one.log", &format!("proto={proto} tc=4+0.02"))
            .double("--think 10 --log two.log", &format!("proto={proto} tc=3+0.01"))
            .set("--games", 1);
        let [record] = game.play().try_into().unwrap();
        let mut left = [4_000_000u64, 3_000_000];
        let mut total = [0; 2];
        let goes = ["one.log", "two.log"].map(|file| received(&game, file, "go"));
        for (ply, played) in record.moves.iter().enumerate() {
            let (side, turn) = (ply % 2, ply / 2);
            let (base, slack) = ([40_000, 10_000][side], 250_000 * u64::from(patience()));
            assert!((base..base + slack).contains(&played.micros), "{proto}: {}", played.micros);
            total[side] += played.micros - base;
            // Both clocks before the move.
            let line = &goes[side][turn];
            let words = match (*proto, side) {
                ("uci", _) => ["wtime", "btime"],
                (_, 0) => ["time", "opptime"],
                _ => ["opptime", "time"],
            };
            for (color, word) in words.into_iter().enumerate() {
                // Records truncate the time of each move to whole microseconds; the clock does not.
                let likely = (left[color] - ply as u64) / 1000..=left[color] / 1000;
                let told = number(line, word).unwrap();
                assert!(likely.contains(&told), "{proto} {ply}: {line}, {likely:?}");
            }
            left[side] = left[side] - played.micros + [20_000, 10_000][side];
        }
        let moves = record.moves.len() as u64 / 2;
        assert!(moves >= 4);
        // The arena's overhead must be small.
        for over in total {
            assert!(over / moves < 20_000 * u64::from(patience()), "{proto}: {over} in {moves}");
        }
    });
}

#[test]
fn requests_contain_the_agreed_time_control() {
    // Protocol, the engine's limits, the opponent's limits, and the lines sent for the first moves.
    let cases: &[(&str, &str, &str, &[&str])] = &[
        ("uci", "nodes=500", "tc=50+0.1", &["go nodes 500"; 3]),
        ("ucci", "nodes=500", "tc=50+0.1", &["go nodes 500"; 3]),
        ("ucci", "depth=3", "st=10", &["go depth 3"; 3]),
        ("uci", "depth=3 nodes=9", "depth=1", &["go depth 3 nodes 9"; 3]),
        ("uci", "st=7.5", "tc=50", &["go movetime 7500"; 3]),
        ("ucci", "st=7.5", "depth=1", &["go time 7500 movestogo 1 movetime 7500"; 3]),
        ("uci", "tc=0+5", "depth=1", &["go wtime 5000 winc 5000"]),
        (
            "uci",
            "tc=3/20",
            "depth=1",
            &["movestogo 3", "movestogo 2", "movestogo 1", "movestogo 3", "movestogo 2"],
        ),
        ("ucci", "tc=2/20+0.5", "depth=1", &["movestogo 2", "movestogo 1", "movestogo 2"]),
    ];
    let numbered: Vec<_> = cases.iter().enumerate().collect();
    each(&numbered, |&(index, (proto, own, other, lines))| {
        let game = Match::new(&format!("told-{index}"))
            .double("--log told.log", &format!("proto={proto} {own}"))
            .double("", &format!("proto={proto} {other}"))
            .set("--games", 1);
        let [record] = game.play().try_into().unwrap();
        assert_eq!(fault(&record), None, "{own} {other}");
        let goes = received(&game, "told.log", "go");
        assert_eq!(goes.len(), record.moves.len().div_ceil(2));
        for (line, words) in goes.iter().zip(*lines) {
            // With a running clock, only the first line is predictable.
            let fits = if words.starts_with("go") { line == words } else { line.contains(words) };
            assert!(fits, "{proto} {own} against {other}: {line} for {words}");
        }
    });
}

#[test]
fn sessions_give_new_time() {
    let (think, base) = (100 * u64::from(patience()), 500 * u64::from(patience()));
    let clock = format!("proto=uci tc=2/{}", base as f64 / 1000.0);
    let game = Match::new("sessions")
        .double(&format!("--think {think} --log told.log"), &clock)
        .double("", "proto=uci depth=1")
        .set("--games", 1);
    let [record] = game.play().try_into().unwrap();
    // All moves together take longer than the time for one session.
    assert_eq!(fault(&record), None);
    assert!(record.moves.len() / 2 > 5);
    let goes = received(&game, "told.log", "go");
    let times: Vec<u64> = goes.iter().map(|line| number(line, "wtime").unwrap()).collect();
    for (turn, pair) in times.windows(2).enumerate() {
        let given = if turn % 2 == 1 { base } else { 0 };
        let used = pair[0] + given - pair[1];
        assert!((think - 1..2 * think).contains(&used), "move {turn}: {times:?}");
    }
}

#[test]
fn a_margin_forgives_and_no_more() {
    each(&[(0, true), (1000 * patience(), false)], |&(margin, loses)| {
        let game = Match::new(&format!("margin-{margin}"))
            .double("--think 300", &format!("proto=uci tc=0.2+0.1 timemargin={margin}"))
            .double("", "proto=uci depth=1")
            .set("--games", 1)
            .set("--maxmoves", 3);
        let [record] = game.play().try_into().unwrap();
        assert_eq!(fault(&record), loses.then_some((0, "time loss")), "margin {margin}");
    });
}

#[test]
fn engines_ponder_on_the_move_they_expect() {
    for (guess, proto) in [("right", "uci"), ("wrong", "ucci"), ("right", "ucci")] {
        let game = Match::new(&format!("ponder-{guess}-{proto}"))
            .double(
                &format!("--ponder {guess} --log one.log"),
                &format!("proto={proto} tc=20+0.1 ponder=on"),
            )
            .double("--log two.log", &format!("proto={proto} tc=20+0.1"))
            .set("--games", 1);
        let [record] = game.play().try_into().unwrap();
        assert_eq!(fault(&record), None);
        let talk: Vec<String> = received(&game, "one.log", "")
            .into_iter()
            .filter(|line| ["go", "ponderhit", "stop"].iter().any(|word| line.starts_with(word)))
            .map(|line| {
                line.split(' ')
                    .take(2)
                    .filter(|word| word.parse::<u64>().is_err())
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        let clock = if proto == "uci" { "wtime" } else { "time" };
        let asked = record.moves.len().div_ceil(2);
        let ponders = talk.iter().filter(|line| *line == "go ponder").count();
        assert!(ponders + 1 >= asked, "{talk:?}");
        let goes = talk.iter().filter(|line| **line == format!("go {clock}")).count();
        let hits = talk.iter().filter(|line| *line == "ponderhit").count();
        let misses = talk.iter().filter(|line| *line == "stop").count();
        if guess == "right" {
            assert_eq!((goes, hits), (1, asked - 1), "{talk:?}");
        } else {
            assert_eq!((goes, hits), (asked, 0), "{talk:?}");
            assert!(misses + 1 >= asked, "{talk:?}");
        }
        assert!(
            received(&game, "one.log", "setoption")
                .iter()
                .any(|line| line.to_lowercase().contains("ponder"))
        );
        assert!(received(&game, "two.log", "go ponder").is_empty(), "only on request");
        // The expected reply is part of the position.
        let moves =
            |line: &str| line.split(" moves ").nth(1).map_or(0, |moves| moves.split(' ').count());
        let positions = received(&game, "one.log", "position");
        let counts: Vec<usize> = positions.iter().map(|line| moves(line)).collect();
        assert!(
            counts.starts_with(if guess == "right" { &[0, 2, 4] } else { &[0, 2, 2, 4, 4] }),
            "{counts:?}"
        );
    }
}

#[test]
fn processor_time_is_charged_on_request() {
    // The double's arguments, and whether it loses the game on time.
    let cases = [("--think 400", false), ("--busy 600", true)];
    each(&cases, |&(habit, loses)| {
        let game = Match::new(&format!("cpu{}", habit.replace(' ', "")))
            .double(habit, "proto=uci tc=0.3")
            .double("", "proto=uci depth=1")
            .words("--clock cpu")
            .set("--games", 1)
            .set("--maxmoves", 2);
        let [record] = game.play().try_into().unwrap();
        assert_eq!(fault(&record), loses.then_some((0, "time loss")), "{habit}");
        if !loses {
            assert!(record.moves[0].time() < Duration::from_millis(250), "{habit}");
            assert!(record.millis >= 400);
        }
    });
}

#[test]
fn engines_are_bound_to_the_processors_named() {
    let allowed = |pid: &str| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
        line.map(|list| list.trim().to_owned())
    };
    let ours = allowed("self").unwrap();
    // The first processor on which this test may run.
    let first = ours.split([',', '-']).next().unwrap().to_owned();
    let game = Match::new("affinity")
        .double("--think 1000", "proto=uci depth=1")
        .double("--think 1000", "proto=ucci depth=1")
        .set("--stall-ms", 20_000)
        .set("--use-affinity", &first);
    let mut arena = game.start();
    let deadline = std::time::Instant::now() + Duration::from_secs(10) * patience();
    // Engines that only report their names may run on any processor; wait until two engines are playing.
    while !(game.path("journal.jsonl").exists() && processes(&game.marker).len() == 2) {
        assert!(std::time::Instant::now() < deadline, "no game has begun");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(200));
    for (pid, line) in processes(&game.marker) {
        assert_eq!(allowed(&pid.to_string()).as_deref(), Some(first.as_str()), "{line}");
    }
    signal(arena.id(), "INT");
    assert_eq!(arena.wait().unwrap().code(), Some(130));
    game.check_nothing_runs();
}

#[test]
fn ranks_are_counted_as_each_engine_does() {
    let game = Match::new("ranks")
        .double("--one --ponder right --log one.log", "proto=uci depth=1 coord=1 ponder=on")
        .double("", "proto=ucci depth=1");
    for record in game.play() {
        assert_eq!(fault(&record), None);
        assert!(record.winner != Some(Color::Red) || record.moves.len() > 4);
    }
    assert!(received(&game, "one.log", "position").iter().any(|line| line.contains("10")));
}
