//! Tests the command line as people and scripts use it: the built binary, its output and its exit codes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use chuhe::cli::Cli;
use clap::CommandFactory;
use serde_json::Value;

use crate::common::command::{Folder, Run, chuhe, feed, start, unread, with_all_below};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
fn run(args: &[&str]) -> Run {
    chuhe(args).output().unwrap().into()
}

/// Runs a command that must succeed without messages, and returns its output.
fn output(args: &[&str]) -> String {
    run(args).quiet(args)
}

/// Runs a command that must be refused with an exit code, and returns the message.
fn refusal(args: &[&str], code: i32) -> String {
    let run = run(args);
    assert_eq!((run.code, run.out.as_str()), (code, ""), "{args:?}: {}", run.err);
    assert!(run.err.starts_with("error: "), "{args:?}: {}", run.err);
    run.err
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap()
}

#[test]
fn perft_counts() {
    assert_eq!(last_line(&output(&["perft", "4"])), "nodes 3290240");
    assert_eq!(last_line(&output(&["perft", "0"])), "nodes 1");
    assert_eq!(last_line(&output(&["perft", "3", "--threads", "2"])), "nodes 79666");
    assert_eq!(last_line(&output(&["perft", "1", "--moves", "h2e2", "h9g7"])), "nodes 35");
    let fen = "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1";
    assert_eq!(last_line(&output(&["perft", "3", "--fen", fen])), "nodes 9850");

    let divided = output(&["perft", "2", "--divide"]);
    assert_eq!(divided.lines().filter(|line| line.contains(": ")).count(), 44);
    assert!(divided.contains("\nh2e2: 45\n"), "{divided}");
}

#[test]
fn perft_as_json() {
    let report: Value =
        serde_json::from_str(&output(&["perft", "2", "--divide", "--json"])).unwrap();
    assert_eq!((&report["fen"], &report["nodes"]), (&START.into(), &1920.into()));
    let branches = report["divide"].as_array().unwrap();
    let sum: u64 = branches.iter().map(|branch| branch["nodes"].as_u64().unwrap()).sum();
    assert_eq!((branches.len(), sum), (44, 1920));
    assert!(branches.iter().any(|branch| branch["move"] == "b0c2"));
}

/// A rook that chases an unprotected cannon forever.
const CHASE: [&str; 2] = ["--fen", "5k3/9/2R6/9/c3c4/9/9/9/9/3K5 w"];
const CHASE_LAP: &str = "c7c5 e5e7 c5c7 e7e5";

#[test]
fn judge_says_the_verdict_first_and_why_then() {
    let judge = |moves: &str, more: &[&str]| {
        output(&[&["judge", CHASE[0], CHASE[1], "--moves", moves], more].concat())
    };
    let twice = [CHASE_LAP; 2].join(" ");
    let text = judge(&twice, &[]);
    assert!(text.starts_with("red_loses by perpetual chase: the position has occurred 3 times"));
    assert!(text.contains("\n   5 red   c7c5  rook on c5 now attacks cannon on a5; "), "{text}");
    assert_eq!(text.lines().count(), 1 + 8);
    assert!(judge(CHASE_LAP, &[]).starts_with("ongoing: "));
    assert!(judge(CHASE_LAP, &["--draw-moves", "2"]).starts_with("draw by move count: 4 plies"));
    let checks = "e7f7 f9e9 f7e7 e9f9";
    let text = judge(&format!("c7e7 a5a6 {}", [checks; 3].join(" ")), &["--rules", "computer"]);
    assert!(text.starts_with("red_loses by perpetual check: "), "{text}");
    assert!(text.contains("computer rules: "), "{text}");
}

#[test]
fn judge_as_json() {
    let twice = [CHASE_LAP; 2].join(" ");
    let args = ["judge", CHASE[0], CHASE[1], "--json", "--rules", "Chinese", "--moves", &twice];
    let report: Value = serde_json::from_str(&output(&args)).unwrap();
    assert_eq!((&report["verdict"], &report["rules"]), (&"red_loses".into(), &"chinese".into()));
    assert_eq!(report["reason"], "perpetual_attack");
    assert_eq!(report["stood_after"], serde_json::json!([0, 4, 8]));
    assert_eq!(report["cycle"]["black"], "permitted");
    let third = &report["cycle"]["moves"][2];
    assert_eq!((&third["number"], &third["move"]), (&3.into(), &"c5c7".into()));
    assert_eq!(third["chases"][0]["by"][0]["square"], "c7");
    let report: Value = serde_json::from_str(&output(&["judge", "--json"])).unwrap();
    assert_eq!((&report["verdict"], &report["reason"]), (&"ongoing".into(), &Value::Null));
}

#[test]
fn judge_looks_at_every_point_of_a_game_file() {
    let folder = Folder::new("cli-judge");
    let path = folder.path().join("games.pgn");
    let (laps, quiet) = ([CHASE_LAP; 2].join(" "), "h0g2 h9g7");
    // The first game continues for one move after the verdict; the second has only a few moves.
    let games = format!(
        "[Red \"Alpha\"]\n[Black \"Beta\"]\n[FEN \"{}\"]\n\n{laps} d0e0 1-0\n\n[Red \"Gamma\"]\n\n{quiet} *\n",
        CHASE[1]
    );
    fs::write(&path, games).unwrap();
    let text = output(&["judge", path.to_str().unwrap()]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("ongoing: black to move"), "{text}");
    assert_eq!(lines[1], "  game 1: Alpha - Beta, 9 plies; recorded result: 1-0");
    assert!(lines[2].starts_with("  after move 8: red_loses by perpetual chase: "), "{text}");
    assert!(lines[3].starts_with("ongoing: ") && lines[4].starts_with("  game 2: Gamma - ?"));
    assert_eq!(lines.len(), 5, "{text}");

    let json = output(&["judge", path.to_str().unwrap(), "--json"]);
    let reports: Vec<Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((reports.len(), &reports[0]["recorded"]), (2, &"1-0".into()));
    let points = reports[0]["points"].as_array().unwrap();
    assert_eq!((points.len(), &points[8]["verdict"]), (10, &"red_loses".into()));
    assert_eq!((&points[8]["move"], &points[9]["verdict"]), (&"e7e5".into(), &"ongoing".into()));

    assert!(refusal(&["judge", "nowhere.pgn"], 1).contains("nowhere.pgn: "));
}

#[test]
fn judge_names_the_first_illegal_move() {
    let error = refusal(&["judge", "--moves", "h2e2 h9g7 e2e7"], 2);
    assert!(error.contains("move 3: the red cannon on e2 cannot go there"), "{error}");
    let error = refusal(&["judge", "--rules", "japanese"], 2);
    assert!(error.contains("expected one of asian, chinese, computer"), "{error}");
}

#[test]
fn bench_searches_the_same_tree_every_time() {
    let nodes = |args: &[&str]| {
        let text = output(args);
        let words: Vec<String> = last_line(&text).split(' ').map(str::to_owned).collect();
        assert!(words.len() == 4 && words[1] == "nodes" && words[3] == "nps", "{words:?}");
        assert!(words[2].parse::<u64>().unwrap() > 0);
        assert!(text.lines().count() >= 40 + 2);
        words[0].parse::<u64>().unwrap()
    };
    let first = nodes(&["bench", "5"]);
    assert!(first > 40 * 100);
    assert_eq!(nodes(&["bench", "5"]), first);
    assert_eq!(nodes(&["bench", "5", "--threads", "1", "--hash", "16"]), first);
}

#[test]
fn eval_adds_up() {
    let text = output(&["eval"]);
    assert!(text.starts_with(START) && text.contains("cannon placement"), "{text}");
    let total = |args: &[&str]| -> i64 {
        let report: Value = serde_json::from_str(&output(args)).unwrap();
        let [mut mg, mut eg] = [0, 0];
        for term in report["terms"].as_array().unwrap() {
            let part = |color: &str, phase: usize| term[color][phase].as_i64().unwrap();
            mg += part("red", 0) - part("black", 0);
            eg += part("red", 1) - part("black", 1);
        }
        let total = report["total"].as_i64().unwrap();
        let sum = report["sum"].as_i64().unwrap();
        // The tapered total lies between the two sums.
        assert!(sum >= mg.min(eg) && sum <= mg.max(eg), "{sum}: {mg} {eg}");
        assert!(total == sum || report["endgame_known"] == true);
        total
    };
    // The position is symmetric, so only the bonus for the side to move remains.
    assert!(total(&["eval", "--json"]) > 0);
    let up_a_rook = "4k4/9/9/9/9/9/9/9/9/R3K4 b - - 0 1";
    let facing_away = up_a_rook.replace("4k4", "3k5");
    assert!(total(&["eval", "--json", "--fen", &facing_away]) > 500);
}

#[test]
fn analyze_for_people() {
    let text = output(&["analyze", "--depth", "4", "--multipv", "2", "--moves", "h2e2 h9g7"]);
    assert!(text.contains("\n 7  ＋ 砲 ＋ ＋ ＋ ＋[馬]砲 ＋\n"), "{text}");
    assert!(text.contains("red to move, 35 legal moves"), "{text}");
    assert!(text.contains("search limit: depth 4; threads 1, hash 64 MB;"), "{text}");
    let rows = |line: char| {
        let of_line = move |row: &&str| {
            row.trim_start().starts_with("4/") && row.chars().nth(10) == Some(line)
        };
        text.lines().filter(of_line).count()
    };
    assert_eq!((rows('1'), rows('2')), (1, 1), "{text}");
    let best = last_line(&text).strip_prefix("best move ").unwrap();
    assert!(best.len() == 4 || best.contains(", expected reply "), "{best}");
    assert!(text.lines().any(|row| row.contains(&format!("s  {}", &best[..4]))), "{text}");
    assert!(!text.contains('\x1b'));
}

#[test]
fn analyze_as_json() {
    let text = output(&["analyse", "--nodes", "20000", "--multipv", "3", "--json"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&report["fen"], &report["side_to_move"]), (&START.into(), &"red".into()));
    let lines = report["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    for (place, line) in (1..).zip(lines) {
        assert_eq!((&line["multipv"], &line["bound"]), (&place.into(), &"exact".into()));
        assert!(line["score"]["cp"].is_i64(), "{line}");
        assert!(line["pv"][0].as_str().unwrap().len() == 4);
        for number in ["depth", "seldepth", "nodes"] {
            assert!(line[number].is_u64(), "{number}: {line}");
        }
    }
    for number in ["nps", "time_ms", "hashfull"] {
        assert!(report[number].is_u64(), "{number}: {report}");
    }
    assert_eq!(report["best_move"], lines[0]["pv"][0]);
    let wdl = &lines[0]["wdl"];
    let parts = ["win", "draw", "loss"].map(|part| wdl[part].as_u64().unwrap());
    assert_eq!(parts.iter().sum::<u64>(), 1000);
}

#[test]
fn analyze_knows_mates_and_ends() {
    let mate = "2N1k4/4a4/9/9/8c/4n1B2/9/3A2N2/6n2/2BK1A3 b - - 0 1";
    let text = output(&["analyze", "--fen", mate, "--depth", "8"]);
    assert!(text.contains("mated in 2") && text.contains("best move i5d5"), "{text}");
    let json: Value =
        serde_json::from_str(&output(&["analyze", "--fen", mate, "--depth", "8", "--json"]))
            .unwrap();
    assert_eq!(json["lines"][0]["score"]["mate_in_plies"], 3);

    let over = "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1";
    let text = output(&["analyze", "--fen", over]);
    assert_eq!(last_line(&text), "checkmate: red wins");
    let json: Value = serde_json::from_str(&output(&["analyze", "--fen", over, "--json"])).unwrap();
    assert_eq!((&json["ended"], &json["best_move"]), (&"checkmate".into(), &Value::Null));
}

#[test]
fn boards_are_drawn_as_wished() {
    let analyze = ["analyze", "--depth", "1"];
    let with = |more: &[&str]| output(&[&analyze, more].concat());
    assert!(with(&["--pieces", "letters"]).starts_with(" 9  r n b a k a b n r\n"));
    assert!(with(&["--pieces", "chinese"]).starts_with(" 9  車 馬 象 士 將 士 象 馬 車\n"));
    assert!(with(&["--color", "always"]).contains("\x1b["));
    assert!(!with(&["--color", "never"]).contains('\x1b'));
    // Without a UTF-8 locale, pieces are letters.
    let plain = Run::from(chuhe(&analyze).env("LANG", "C").output().unwrap());
    assert!(plain.out.starts_with(" 9  r n b"), "{}", plain.out);
    // An explicit flag overrides NO_COLOR.
    let colored = [&analyze[..], &["--color", "always"]].concat();
    let forced = Run::from(chuhe(&colored).env("NO_COLOR", "1").output().unwrap());
    assert!(forced.out.contains("\x1b["));
}

#[test]
fn options_reach_the_search() {
    let text = output(&[
        "analyze",
        "--depth",
        "2",
        "--option",
        "MultiPV=2",
        "--option",
        "hashsize=8",
        "--threads",
        "2",
    ]);
    assert!(text.contains("threads 2, hash 8 MB"), "{text}");
    // A weak level stops long before the limit.
    let weak: Value = serde_json::from_str(&output(&[
        "analyze",
        "--movetime",
        "60s",
        "--json",
        "--option",
        "Skill Level=0",
    ]))
    .unwrap();
    assert!(weak["lines"][0]["nodes"].as_u64().unwrap() < 10_000, "{weak}");
}

#[test]
fn bad_positions_and_moves_are_explained() {
    for command in ["analyze", "eval"] {
        let text = refusal(&[command, "--fen", "9/9/9 w"], 2);
        assert!(
            text.contains("'9/9/9 w' is not a position: placement: 3 ranks; expected 10"),
            "{text}"
        );
        let text = refusal(&[command, "--fen", &START.replacen('r', "x", 1)], 2);
        assert!(text.contains("rank 9: 'x' is neither a piece"), "{text}");
        let text = refusal(&[command, "--moves", "h2e2", "h2e2"], 2);
        assert!(text.contains("move 2: no piece stands on h2"), "{text}");
        let text = refusal(&[command, "--moves", "h2e2 hello"], 2);
        assert!(text.contains("move 2: \"hello\" is not a move"), "{text}");
    }
    assert!(refusal(&["perft", "2", "--moves", "a0b0"], 2).contains("a red horse stands on b0"));
}

#[test]
fn bad_arguments_are_refused() {
    for (args, word) in [
        (&["perft"][..], "<DEPTH>"),
        (&["perft", "many"], "many"),
        (&["bench", "0"], "'0'"),
        (&["bench", "--hash", "65537"], "65537"),
        (&["analyze", "--movetime", "soon"], "500ms, 5s or 2m"),
        (&["analyze", "--depth", "0"], "'0'"),
        (&["analyze", "--option", "Hsah=1"], "chuhe options"),
        (&["analyze", "--option", "Hash"], "NAME=VALUE"),
        (&["analyze", "--threads", "1000"], "from 0 to 256"),
        (&["--option", "Skill Level=99"], "from 0 to 20"),
        (&["--option", "Hash=8", "bench"], "after the command"),
        (&["--log-file", "unused.log", "eval"], "a conversation with a GUI"),
        (&["serve", "--listen", "127.0.0.1:8080"], "set the port with --port"),
        (&["serve", "--listen", "[::1]:8080"], "set the port with --port"),
        (&["serve", "--listen", "localhost:8080"], "set the port with --port"),
        (&["frobnicate"], "frobnicate"),
        (&["-v", "-q", "eval"], "cannot be used with"),
    ] {
        let text = refusal(args, 2);
        assert!(text.contains(word) && text.contains("--help"), "{args:?}: {text}");
    }
    assert!(!Path::new("unused.log").exists());
}

#[test]
fn words_of_the_protocols_are_commands() {
    // A greeting on the command line starts the conversation, which continues on stdin.
    for (greeting, end) in [("ucci", "ucciok"), ("uci", "uciok")] {
        let told = Run::from(feed(chuhe(&[greeting]), "isready\nquit\n")).out;
        let lines: Vec<&str> = told.lines().collect();
        let at = lines.iter().position(|line| *line == end).unwrap();
        assert!(lines[0].starts_with("id name ") && lines[at + 1] == "readyok", "{told}");
    }
    // Without `quit`, the end of stdin must not cut the search short.
    let told = output(&["go", "nodes", "3000", "--option", "Hash=8"]);
    assert!(told.contains("info depth 2 ") && last_line(&told).starts_with("bestmove "), "{told}");
    let told = output(&["position startpos moves h2e2", "d", "go depth 2"]);
    assert!(told.contains("b to move") || told.contains("black to move"), "{told}");
    assert!(last_line(&told).starts_with("bestmove "), "{told}");
    assert!(refusal(&["uci", "bench"], 2).contains("'uci' cannot be combined"));
}

#[test]
fn a_file_alone_goes_to_the_right_command() {
    let folder = Folder::new("cli-named");
    let game = folder.path().join("game.pgn");
    fs::write(&game, "[Red \"A\"]\n\n1. h2e2 h9g7 2. h0g2 *\n").unwrap();
    let game = game.to_str().unwrap();
    let quick = ["--nodes", "300"];
    let annotate = output(&[&["annotate", game], &quick[..]].concat());
    assert_eq!(output(&[&[game], &quick[..]].concat()), annotate);
    assert_eq!(output(&[&["review", game], &quick[..]].concat()), annotate);
    let analyze = output(&["h2e2", "h9g7", "--nodes", "300", "--json"]);
    assert!(analyze.contains("\"side_to_move\":\"red\""), "{analyze}");
    assert_eq!(output(&["version"]), output(&["--version"]));
    assert_eq!(output(&["/?"]), output(&["--help"]));
    assert!(refusal(&["no-such.pgn"], 2).contains("no-such.pgn: no such file"));
}

#[test]
fn every_help_is_complete() {
    let help = output(&["--help"]);
    for word in [
        "Examples:",
        "Exit codes:\n  0 ",
        "楚河",
        "象棋",
        "RUST_LOG",
        "NO_COLOR",
        "--log-file",
        "CHUHE_NOTATION",
    ] {
        assert!(help.contains(word), "{word}: {help}");
    }
    let command = Cli::command();
    for (name, _) in &with_all_below("", &command)[1..] {
        let words: Vec<_> = name.split(' ').chain(["--help"]).collect();
        let own = output(&words);
        assert!(own.contains(&format!("Usage: chuhe {name}")), "{own}");
        let wide = own.lines().find(|line| line.chars().count() > 100);
        assert_eq!(wide, None, "{name}");
        // A command's help lists its subcommands.
        if words.len() == 2 {
            assert!(help.contains(&format!("\n  {name} ")), "{name}: {help}");
            assert!(own.contains("\nExamples:\n  chuhe "), "{own}");
        }
    }
    assert_eq!(output(&["--version"]), concat!("chuhe ", env!("CARGO_PKG_VERSION"), "\n"));
    let analyze = output(&["analyze", "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(analyze.contains("5s if no limit is set"), "{analyze}");
}

#[test]
fn doctor_finds_all_well() {
    let text = output(&["doctor"]);
    assert_eq!(last_line(&text), "All checks passed.");
    assert_eq!(text.matches("\n  ok   ").count(), 5, "{text}");
    let engine = env!("CARGO_BIN_EXE_chuhe");
    for line in [
        format!("xboard -variant xiangqi -fcp \"uci2wb -var xiangqi -x {engine}\""),
        format!("engine_name={engine}"),
        "象棋巫师".to_owned(),
    ] {
        assert!(text.contains(&line), "{line}: {text}");
    }
    let report: Value = serde_json::from_str(&output(&["doctor", "--json"])).unwrap();
    assert_eq!((&report["passed"], &report["binary"]), (&true.into(), &engine.into()));
    assert!(report["checks"].as_array().unwrap().iter().all(|check| check["passed"] == true));
    assert!(report["machine"]["threads"].as_u64().unwrap() >= 1);
    assert!(report["hosts"].as_array().unwrap().len() >= 9);
}

/// Tests a deleted program, which cannot be started again for protocol sessions.
#[test]
#[cfg(target_os = "linux")]
fn doctor_names_the_fault() {
    let folder = Folder::new("cli-doctor");
    let binary = folder.path().join("chuhe");
    // A hard link, because a copy cannot be run while another test's process still has it open for writing.
    fs::hard_link(env!("CARGO_BIN_EXE_chuhe"), &binary).unwrap();
    let mut doctor = Command::new(&binary);
    doctor.arg("doctor").env("CHUHE_LANG", "en").stdout(Stdio::piped()).stderr(Stdio::piped());
    let doctor = doctor.spawn();
    fs::remove_file(&binary).unwrap();
    let run = Run::from(doctor.unwrap().wait_with_output().unwrap());
    assert_eq!((run.code, run.err.contains("checks failed: 2")), (3, true), "{}", run.err);
    assert!(run.out.contains("FAIL UCCI       cannot start"), "{}", run.out);
    assert!(run.out.contains("Start the program by hand"), "{}", run.out);
    assert!(!run.out.contains("All checks passed"));
}

/// If the reader leaves early, no message is printed, but the exit code shows that output was lost.
#[test]
fn a_reader_that_leaves_is_no_error_and_no_success() {
    for args in [
        &["--help"][..],
        &["perft", "4", "--divide"],
        &["bench", "4"],
        &["analyze", "--depth", "6"],
    ] {
        let run = unread(chuhe(args));
        assert_eq!((run.code, run.err.as_str()), (141, ""), "{args:?}");
    }
    let mut child = start(chuhe(&["analyze", "--depth", "9"]));
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(!line.is_empty());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!((run.code, run.err.as_str()), (141, ""));
    // If the GUI closes the engine's input, the session ends without losing output.
    let mut host = start(chuhe(&[]));
    drop(host.stdout.take());
    drop(host.stdin.take());
    assert_eq!(host.wait().unwrap().code(), Some(0));
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_an_analysis_with_its_result() {
    let mut child = start(chuhe(&["analyze", "--movetime", "1h"]));
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(out.any(|line| line.contains("b0c2") || line.contains("h2e2") || line.contains(" 3/")));
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let last = out.last().unwrap();
    assert!(last.starts_with("best move "), "{last}");
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

/// Starts an engine with these arguments, sends it these lines, and returns its replies.
fn talk(args: &[&str], words: &str) -> Run {
    feed(chuhe(args), words).into()
}

/// If memory is too short for a table or threads, the engine reports that and the session continues.
#[test]
#[cfg(target_os = "linux")]
fn a_lack_of_memory_is_no_end() {
    let script = format!("ulimit -v 1000000; exec {}", env!("CARGO_BIN_EXE_chuhe"));
    for option in ["Hash value 4096", "Threads value 500"] {
        let mut command = Command::new("sh");
        command.args(["-c", &script]).env("CHUHE_LANG", "en");
        let words = format!(
            "uci\nsetoption name {option}\ngo depth 4\nsetoption name Threads value 2\nisready\n"
        );
        let run = Run::from(feed(command, words));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{option}");
        assert!(
            run.out.contains("\ninfo string ") && run.out.contains("\nbestmove "),
            "{}",
            run.out
        );
        assert!(run.out.contains("\nreadyok\n"), "{}", run.out);
    }
}

#[test]
fn a_conversation_is_recorded_on_request() {
    let folder = Folder::new("cli-record");
    let path = folder.path().join("talk.log");
    let args = ["--log-file", path.to_str().unwrap(), "--option", "Threads=2"];
    for _ in 0..2 {
        let run = talk(&args, "ucci\nisready\nquit\n");
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert!(run.out.starts_with("id name chuhe") && run.out.ends_with("readyok\nbye\n"));
    }
    let record = fs::read_to_string(&path).unwrap();
    assert_eq!(record.matches("# chuhe ").count(), 2, "appended: {record}");
    for line in record.lines().filter(|line| !line.starts_with('#')) {
        let (stamp, rest) = line.split_once(' ').unwrap();
        assert!(stamp.len() == 24 && stamp.ends_with('Z') && stamp.contains('T'), "{line}");
        assert!(rest.starts_with("> ") || rest.starts_with("< "), "{line}");
    }
    for line in [" > setoption name Threads value 2", " > ucci", " < ucciok", " < bye"] {
        assert!(record.lines().any(|entry| entry.ends_with(line)), "{line}: {record}");
    }
    let nowhere = folder.path().join("missing").join("talk.log");
    let text = refusal(&["--log-file", nowhere.to_str().unwrap()], 1);
    assert!(text.contains("cannot write the log file"), "{text}");
}

#[test]
fn stderr_speaks_only_when_asked() {
    let run = talk(&["-vv"], "uci\nquit\n");
    assert!(
        run.code == 0 && run.err.contains("> uci") && run.err.contains("< uciok"),
        "{}",
        run.err
    );
    let loud =
        Run::from(chuhe(&["analyze", "--depth", "1"]).env("RUST_LOG", "debug").output().unwrap());
    assert!(loud.err.contains("SearchInfo"), "{}", loud.err);
    let quiet =
        chuhe(&["-q", "analyze", "--depth", "1"]).env("RUST_LOG", "debug").output().unwrap();
    assert_eq!(Run::from(quiet).err, "");
}

/// The handbook's table of options is generated from the program.
#[test]
fn the_page_of_options_lists_every_option() {
    let page =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/options.md"))
            .unwrap();
    let table = output(&["options", "--markdown"]);
    assert!(table.lines().count() > 10);
    assert!(page.contains(&table), "copy this into docs/reference/options.md:\n{table}");
    let plain = output(&["options"]);
    for row in table.lines().skip(2) {
        let help = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        assert!(plain.contains(help), "{help}");
    }
}

#[test]
fn an_option_is_refused_with_the_range_that_is_listed() {
    let listed = output(&["options"]);
    let mut numbers = 0;
    for line in listed.lines().filter(|line| !line.starts_with(' ')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [.., least, "to", most] = words[..] else { continue };
        let name = line[..18].trim_end();
        let name = if name == "-" { line[19..].split(' ').next().unwrap() } else { name };
        let text = refusal(&["analyze", "--option", &format!("{name}=-1")], 2);
        assert!(text.contains(&format!("from {least} to {most}")), "{line}: {text}");
        numbers += 1;
    }
    assert!(numbers > 5, "{listed}");
}

#[test]
fn shells_and_manuals_know_every_command() {
    let command = Cli::command();
    let commands: Vec<_> = command.get_subcommands().map(clap::Command::get_name).collect();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&["completions", shell]);
        assert!(commands.iter().all(|command| script.contains(command)), "{shell}");
    }
    refusal(&["completions", "cmd.exe"], 2);
    let page = output(&["man"]);
    assert!(
        page.starts_with('.') && commands.iter().all(|c| page.contains(&c.replace('-', "\\-")))
    );

    let folder = Folder::new("cli-man");
    output(&["man", "--out", &folder.file("")]);
    for command in commands {
        let page = fs::read_to_string(folder.file(&format!("chuhe-{command}.1"))).unwrap();
        assert!(page.contains("Examples:"), "{command}");
    }
    assert!(fs::read_to_string(folder.file("chuhe-net-show.1")).unwrap().contains("\\-\\-json"));
    // A file cannot serve as a folder.
    refusal(&["man", "--out", env!("CARGO_BIN_EXE_chuhe")], 1);
    // Only pages that would not change are written again without leave.
    assert_eq!(output(&["man", "--out", &folder.file("")]), "");
    let mine = folder.write("chuhe-judge.1", "mine");
    fs::remove_file(folder.file("chuhe.1")).unwrap();
    let text = refusal(&["man", "--out", &folder.file("")], 1);
    assert!(text.contains("chuhe-judge.1 already exists; use --fresh to overwrite"), "{text}");
    assert_eq!(fs::read(&mine).unwrap(), b"mine");
    assert!(!folder.path().join("chuhe.1").exists(), "nothing is written");
    assert_eq!(output(&["man", "--fresh", "--out", &folder.file("")]), "");
    assert_ne!(fs::read(&mine).unwrap(), b"mine");
}

/// Outputs that cannot be written are refused before the work, not afterwards.
#[test]
#[cfg(unix)]
fn folders_and_sockets_are_refused_as_outputs() {
    let folder = Folder::new("cli-specials");
    let mut specials = folder.specials();
    folder.write("a-folder/file", "");
    specials.push((folder.file("a-folder"), "folder"));
    let before = folder.listing();
    let moves = ["annotate", "--moves", "h2e2", "--movetime", "1h", "--to", "json", "--out"];
    for (path, kind) in &specials {
        let reason = format!("it is a {kind}, not a file");
        let refused = |args: &[&str], code| {
            let text = refusal(&[args, &[path]].concat(), code);
            assert!(text.contains(&format!("{path}: {reason}")), "{args:?}: {text}");
            text
        };
        // With a folder as output, each game gets a page.
        if *kind == "socket" {
            refused(&moves, 1);
        }
        if matches!(*kind, "socket" | "folder") {
            refused(&["board", "--svg"], 1);
            refused(&["board", "--png"], 1);
            refused(&["tune", "no-data", "--out"], 1);
        }
        refused(&["--log-file"], 1);
        refused(&["play", "--save"], 2);
    }
    assert_eq!(folder.listing(), before, "nothing is changed");
    let pages = folder.file("pages");
    fs::create_dir(&pages).unwrap();
    std::os::unix::fs::symlink("../a-pipe", folder.file("pages/chuhe-judge.1")).unwrap();
    let text = refusal(&["man", "--out", &pages], 1);
    assert!(text.contains("chuhe-judge.1: it is a pipe, not a file"), "{text}");
    let data = folder.file("data");
    fs::create_dir(&data).unwrap();
    std::os::unix::fs::symlink("../a-pipe", folder.file("data/games-000000.games")).unwrap();
    let text = refusal(&["datagen", "--out", &data, "--games", "1", "--nodes", "10"], 1);
    assert!(text.contains("games-000000.games: it is a pipe, not a file"), "{text}");
}
