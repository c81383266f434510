//! Tests that all commands use the same vocabulary for flags, numbers, notations and scores.

use std::ffi::OsString;

use chuhe::cli::{Cli, Interlude};
use clap::CommandFactory;
use serde_json::Value;

use crate::common::command::{Run, chuhe, with_all_below};

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
    run.err
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap()
}

/// The flags of fastchess work in `chuhe match`.
#[test]
fn flags_of_fastchess_are_understood() {
    let error = refusal(&["match", "-engine", "cmd=a", "-engine", "cmd=b", "-reverse"], 2);
    assert!(error.contains("-reverse: reversed schedules are not supported"), "{error}");
    let error = refusal(&["match", "-engine", "cmd=a", "-each", "tc=1", "-rounds", "x"], 2);
    assert!(error.contains("'--rounds <N>': expected a whole number from 1 to"), "{error}");
}

/// Every invalid number on the command line is refused with an explanation.
#[test]
fn numbers_are_explained_in_words() {
    for (args, expected) in [
        (&["analyze", "--nodes", "1x"][..], "expected a whole number, at least 1"),
        (&["analyze", "--depth", "0"], "expected a whole number, at least 1"),
        (&["analyze", "a.fen", "--jobs", "x"], "expected a whole number from 0 to 1024"),
        (&["annotate", "a.pgn", "--game", "0"], "expected a whole number, at least 1"),
        (&["perft", "31"], "expected a whole number from 0 to 30"),
        (&["bench", "0"], "expected a whole number from 1 to 100"),
        (&["match", "--srand", "-1"], "'-1'"),
        (&["tune", "a", "-o", "b", "--seed", "many"], "expected a whole number, at least 0"),
    ] {
        let error = refusal(args, 2);
        assert!(error.contains(expected), "{args:?}: {error}");
    }
    let json = output(&["analyze", "--nodes", "2k", "--json"]);
    let report: Value = serde_json::from_str(&json).unwrap();
    // The last line is from before the limit if the last iteration has found nothing new.
    let nodes = report["lines"][0]["nodes"].as_u64().unwrap();
    assert!((1000..=2000).contains(&nodes), "{report}");
    // No error message contains Rust's own wording. Only values that are not refused at once need a process; it runs in
    // an empty folder, because some commands might create a file named `~`.
    let folder = tempfile::tempdir().unwrap();
    let command = Cli::command();
    for (name, command) in with_all_below("", &command) {
        for long in command.get_arguments().filter_map(|arg| arg.get_long()) {
            let flag = format!("--{long}=~");
            let words: Vec<_> = name.split_whitespace().chain([flag.as_str()]).collect();
            let read = Cli::read(["chuhe"].iter().chain(&words).map(OsString::from));
            let text = match read {
                Err(Interlude::Complaint(text)) => text,
                _ => Run::from(chuhe(&words).current_dir(&folder).output().unwrap()).err,
            };
            for jargon in ["invalid digit", "..=", "non-zero type", "found in string"] {
                assert!(!text.contains(jargon), "{words:?}: {text}");
            }
        }
    }
}

/// Every command that takes moves reads every notation, and those that print moves print every notation.
#[test]
fn every_command_reads_and_prints_every_notation() {
    let moves = ["--moves", "1. 炮二平五 H8+7 h0-g2"];
    for command in [&["eval"][..], &["perft", "1"], &["judge"], &["analyze", "--depth", "1"]] {
        let same = output(&[command, &["--moves", "h2e2 h9g7 h0g2"]].concat());
        let is_steady = |line: &&str| !line.starts_with("time ") && !line.starts_with("nps ");
        let steady = |text: &str| text.lines().find(is_steady).unwrap().to_owned();
        assert_eq!(steady(&output(&[command, &moves].concat())), steady(&same), "{command:?}");
    }
    let ranks = ["perft", "1", "--moves", "h3e3 h8e8"];
    let detected = run(&ranks);
    assert!(detected.code == 0 && detected.err.contains("read as 1 to 10"), "{}", detected.err);
    assert!(
        refusal(&[&ranks[..], &["--ranks", "0"]].concat(), 2).contains("no piece stands on h3")
    );
    output(&[&ranks[..], &["--ranks", "1"]].concat());

    let analyze = ["analyze", "--depth", "2", "--fen", "3k5/8R/9/9/9/9/9/9/R8/4K4 w"];
    let chinese = output(&[&analyze[..], &["--notation", "chinese"]].concat());
    assert!(last_line(&chinese).starts_with("best move 车"), "{chinese}");
    let wxf = Run::from(chuhe(&analyze).env("CHUHE_NOTATION", "wxf").output().unwrap());
    assert!(last_line(&wxf.out).starts_with("best move R"), "{}", wxf.out);
    let wrong = Run::from(chuhe(&analyze).env("CHUHE_NOTATION", "x").output().unwrap());
    assert!(wrong.code == 2 && wrong.err.contains("--notation"), "{}", wrong.err);
    assert!(output(&["perft", "1", "--divide", "--notation", "wxf"]).contains("C2.5: 1\n"));
    let cycle = ["judge", "--moves", "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9"];
    assert!(output(&cycle).contains(" h0g2 "));
    let wxf = output(&[&cycle[..], &["--notation", "wxf"]].concat());
    assert!(wxf.contains(" H2+3 ") && wxf.contains(" H7-8 "), "{wxf}");
    let chinese = Run::from(chuhe(&cycle).env("CHUHE_NOTATION", "chinese").output().unwrap());
    assert!(chinese.out.contains(" 马二进三 "), "{}", chinese.out);
    // The flag is accepted even if the games contain no puzzle.
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.pgn");
    let wrong = chuhe(&["puzzles", games]).env("CHUHE_NOTATION", "x").output().unwrap();
    assert_eq!(Run::from(wrong).code, 2);
}

/// Text shows pawns from Red's point of view; output for programs shows centipawns from the point of view of the side
/// to move.
#[test]
fn scores_for_people_are_reds_in_pawns() {
    let fen = START.replacen('r', "1", 1).replace(" w ", " b ");
    let up_a_rook = ["--fen", &fen, "--depth", "1"];
    let text = output(&[&["analyze"], &up_a_rook[..]].concat());
    assert!(text.contains("scores in pawns, from red's point of view"), "{text}");
    let row = text.lines().find(|line| line.starts_with(" 1/")).unwrap();
    let score: f64 = row.split_whitespace().nth(2).unwrap().parse().unwrap();
    assert!((3.0..20.0).contains(&score), "{row}");
    let json = output(&[&["analyze", "--json"], &up_a_rook[..]].concat());
    let report: Value = serde_json::from_str(&json).unwrap();
    assert!(report["lines"][0]["score"]["cp"].as_i64().unwrap() < -300, "{json}");
    assert!(output(&["eval"]).contains(" pawns, from red's point of view\n"));
}

/// Composed problems that no game can reach are accepted, with a warning.
#[test]
fn pawns_on_unreachable_points_are_reported() {
    let fen = "4k4/9/9/9/9/9/9/P8/9/3K5 w - - 0 1";
    let warning = "warning: impossible position: a red pawn cannot reach a2";
    for args in [&["eval", "--fen", fen][..], &["perft", "1", "--fen", fen], &["board", fen]] {
        let run = run(args);
        assert!(run.code == 0 && run.err.starts_with(warning), "{args:?}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{args:?}: {}", run.err);
    }
}

/// File names need not be UTF-8.
#[test]
#[cfg(target_os = "linux")]
fn names_of_files_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = crate::common::command::Folder::new("vocabulary-names");
    let path = folder.path().join(OsStr::from_bytes(b"\xc6\xe5.fen"));
    std::fs::write(&path, START).unwrap();
    let mut command = chuhe(&["analyze", "--depth", "1", "--to", "csv"]);
    let run = Run::from(command.arg(&path).output().unwrap());
    assert_eq!((run.code, run.out.lines().count()), (0, 2), "{}", run.err);
}

/// The extension of a file determines the output format.
#[test]
fn formats_come_from_names() {
    let folder = crate::common::command::Folder::new("vocabulary-formats");
    let file = |name: &str| folder.file(name);
    let read = |name: &str| std::fs::read_to_string(folder.file(name)).unwrap();
    output(&["analyze", START, "--depth", "1", "-o", &file("a.csv")]);
    output(&["analyze", START, "--depth", "1", "-o", &file("a.jsonl")]);
    output(&["analyze", START, "--depth", "1", "-o", &file("a.txt")]);
    assert!(read("a.csv").starts_with("number,source,"));
    assert!(read("a.jsonl").starts_with("{\"number\":1,"));
    assert!(read("a.txt").contains("\ndepth  line score for red"));
    output(&["board", "-o", &file("b.svg")]);
    assert!(read("b.svg").starts_with("<svg "));
    assert!(refusal(&["board", "-o", &file("b.gif")], 2).contains(".svg, .png"));
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.pgn");
    assert_eq!(run(&["convert", games, "-o", &file("c.fen")]).code, 0);
    assert!(read("c.fen").lines().count() > 1);
    assert!(refusal(&["convert", "-"], 2).contains("-o games.pgn"));
}
