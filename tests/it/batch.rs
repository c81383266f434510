//! Tests `chuhe analyze` on many positions: order, formats, invalid lines, and resuming after every kind of
//! interruption.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::command::{Folder, Run, chuhe, feed, start, unread};

fn analyze(args: &[&str]) -> Command {
    chuhe(&[&["analyze"], args].concat())
}

fn run(args: &[&str]) -> Run {
    analyze(args).output().unwrap().into()
}

/// Runs a command that must succeed without messages, and returns its output.
fn output(args: &[&str]) -> String {
    run(args).quiet(args)
}

/// The first `count` openings, one per line.
fn openings(count: usize) -> String {
    let lines: Vec<&str> = include_str!("../data/openings.fen").lines().take(count).collect();
    lines.join("\n") + "\n"
}

fn reports(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const MATE: &str = "4k4/4a4/9/9/9/9/9/9/9/R3K4 w - - 0 1";
const MATED: &str = "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1";

#[test]
fn positions_are_searched_wherever_they_are() {
    let folder = Folder::new("batch-inputs");
    let games = folder.write("games.pgn", "1. h2e2 h9g7 *\n\n1. c3c4 *\n");
    let limit = ["--nodes", "300", "--json"];
    let found = reports(&output(&[&[MATE, &games, MATED], &limit[..]].concat()));
    let tell = |report: &Value| {
        let number = |key| report[key].as_u64().unwrap();
        (number("number"), number("game"), number("ply"))
    };
    assert_eq!(
        found.iter().map(tell).collect::<Vec<_>>(),
        [(1, 1, 0), (2, 1, 2), (3, 2, 1), (4, 1, 0)]
    );
    assert_eq!(
        (&found[0]["best_move"], &found[0]["source"]),
        (&"a0a9".into(), &"command line".into())
    );
    assert_eq!(found[0]["lines"][0]["score"]["mate_in_plies"], 1);
    assert_eq!(
        (&found[1]["source"], &found[1]["side_to_move"]),
        (&games.as_str().into(), &"red".into())
    );
    assert_eq!((&found[3]["best_move"], &found[3]["ended"]), (&Value::Null, &"checkmate".into()));
    let all = output(&[&[&games[..], "--positions", "all"], &limit[..]].concat());
    assert_eq!(reports(&all).len(), 5);

    let typed = feed(analyze(&["-", "--nodes", "300", "--json"]), "炮二平五 馬8進7\n");
    let text = Run::from(typed).out;
    assert_eq!(reports(&text)[0]["fen"], found[1]["fen"]);
}

#[test]
fn jobs_and_neighbours_change_nothing() {
    let folder = Folder::new("batch-jobs");
    let file = folder.write("openings.fen", openings(24));
    let search = |jobs: &str| {
        output(&[&file, "--nodes", "2000", "--multipv", "2", "--to", "jsonl", "--jobs", jobs])
    };
    let one = search("1");
    assert_eq!(search("3"), one);
    let fifth = reports(&one)[4].clone();
    let alone = output(&[
        fifth["fen"].as_str().unwrap(),
        "--nodes",
        "2000",
        "--multipv",
        "2",
        "--to",
        "jsonl",
    ]);
    assert_eq!(reports(&alone)[0]["lines"], fifth["lines"]);
    assert_eq!(fifth["lines"].as_array().unwrap().len(), 2);
}

#[test]
fn a_wrong_line_is_reported_and_skipped() {
    let folder = Folder::new("batch-wrong");
    let file = folder.write("list.fen", format!("{MATE}\nnonsense\n{MATE}\n"));
    let run = run(&[&file, "--depth", "1", "--json"]);
    assert_eq!(run.code, 3);
    let numbers: Vec<u64> =
        reports(&run.out).iter().map(|report| report["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 3]);
    assert_eq!(
        run.err,
        format!(
            "{file}: game 2: line 2: \"nonsense\": expected a FEN, or moves like h2e2, C2.5 or 炮二平五\n\
             1 of 3 positions could not be read\n"
        )
    );
}

#[test]
fn a_broken_game_is_searched_up_to_the_break() {
    let folder = Folder::new("batch-broken");
    let file = folder.write("games.pgn", "1. h2e2 h9g7 2. h0g3 *\n\n1. c3c4 *\n\n1. c3c5 *\n");
    let run = run(&[&file, "--depth", "1", "--json"]);
    let places: Vec<(u64, u64)> = reports(&run.out)
        .iter()
        .map(|report| (report["game"].as_u64().unwrap(), report["ply"].as_u64().unwrap()))
        .collect();
    assert_eq!((run.code, places), (3, vec![(1, 2), (2, 1)]));
    assert_eq!(
        run.err,
        format!(
            "{file}: game 1: line 1: ply 3: \"h0g3\" is not a legal move here; \
             read up to move 2\n\
             {file}: game 3: line 5: ply 1: \"c3c5\" is not a legal move here\n\
             1 of 4 positions could not be read; 1 game searched only up to an error\n"
        )
    );
}

#[test]
fn a_wrong_fen_is_no_missing_file() {
    for fen in ["3k5/9/9/9/9/9/9/9/9/R3K5 w", "3k5/9/9 w - - 0 1", "rnbakabnr/9/1c5c1"] {
        let run = run(&[MATE, fen, "--depth", "1"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{fen}: {}", run.err);
        let refused = format!("error: '{fen}' is not a position: placement");
        assert!(run.err.starts_with(&refused), "{}", run.err);
    }
    let run = run(&["bad/fen", "--depth", "1"]);
    assert_eq!(run.code, 2);
    let refused = "error: no such file 'bad/fen', and not a position: ";
    assert!(run.err.starts_with(refused), "{}", run.err);
    let run = self::run(&["missing.pgn", "--depth", "1"]);
    assert!(run.code == 1 && !run.err.contains("FEN"), "{}", run.err);
    let empty = Run::from(feed(analyze(&["-", "--depth", "1"]), "\n"));
    assert_eq!(empty.code, 3);
    assert!(empty.err.starts_with("stdin: no games: expected "), "{}", empty.err);
}

#[test]
fn tables_and_text() {
    let csv = output(&[MATE, MATED, "--depth", "2", "--multipv", "2", "--to", "csv"]);
    let rows: Vec<&str> = csv.lines().collect();
    let start = format!("1,command line,1,0,{MATE},1,2,2,");
    assert!(rows[0].starts_with("number,source,") && rows[1].starts_with(&start), "{csv}");
    assert_eq!(rows[3], format!("2,command line,1,0,{MATED},0,0,,,,,,,,,,,"));
    let text = output(&[MATE, MATED, "--depth", "2"]);
    assert!(text.starts_with(&format!("#1 command line, game 1, ply 0\n{MATE}\n")), "{text}");
    assert!(text.contains("mate in 1") && text.ends_with("checkmate: red wins\n\n"), "{text}");
}

/// Runs the command until `file` has at least `bytes` bytes, then kills the process. Returns false if the command
/// finished first.
fn kill_after(args: &[&str], file: &Path, bytes: u64, signal: &str) -> bool {
    let mut child = analyze(args).stderr(Stdio::null()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_mins(2);
    loop {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        if fs::metadata(file).is_ok_and(|data| data.len() > bytes) {
            break;
        }
        assert!(Instant::now() < deadline, "no results");
        thread::sleep(Duration::from_millis(1));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    let status = child.wait().unwrap();
    if signal == "-INT" {
        assert_eq!(status.code(), Some(130));
    }
    true
}

#[test]
#[cfg(unix)]
fn the_same_command_goes_on_after_any_end() {
    let folder = Folder::new("batch-resume");
    let list = openings(120).replacen('\n', "\nnonsense\n", 1);
    let file = folder.write("openings.fen", &list);
    for (format, signal) in [("jsonl", "-KILL"), ("csv", "-KILL"), ("text", "-INT")] {
        let expected = folder.file("expected");
        let out = folder.file(&format!("out.{format}"));
        let args = |out| {
            ["--nodes", "3000", "--multipv", "2", "--jobs", "2", "--to", format, "--out", out]
        };
        let args = |out| [&[&file[..]], &args(out)[..]].concat();
        let whole = run(&args(&expected));
        assert_eq!(whole.code, 3, "{}", whole.err);
        let expected_text = fs::read_to_string(&expected).unwrap();
        let mut killed = 0;
        for part in 0..4 {
            let enough = expected_text.len() as u64 * part / 5;
            killed += u32::from(kill_after(&args(&out), Path::new(&out), enough, signal));
            // A crash of the machine may also lose the last bytes written, but not the first result, which is synced.
            let text = fs::read(&out).unwrap();
            let lost = if part == 0 { 0 } else { 7 };
            fs::write(&out, &text[..text.len() - lost]).unwrap();
        }
        assert!(killed > 0, "every run finished before it was killed");
        let last = run(&args(&out));
        assert_eq!(last.code, 3, "{}", last.err);
        assert!(last.err.ends_with("1 of 121 positions could not be read\n"), "{}", last.err);
        assert_eq!(fs::read_to_string(&out).unwrap(), expected_text, "{format}");
        assert!(!Path::new(&(out.clone() + ".unfinished")).exists());
        fs::remove_file(&expected).unwrap();
    }
}

#[test]
fn results_are_never_lost_to_another_command() {
    let folder = Folder::new("batch-terms");
    let (file, out) = (folder.write("list.fen", openings(400)), folder.file("out.jsonl"));
    let args = |nodes| [&file[..], "--nodes", nodes, "--json", "--out", &out];
    assert!(kill_after(&args("20000"), Path::new(&out), 2000, "-KILL"), "it ended too early");
    let refused = run(&args("300"));
    assert_eq!(refused.code, 1);
    assert!(
        refused.err.contains("begun with different settings: nodes; use --fresh"),
        "{}",
        refused.err
    );
    let fresh = [&args("300")[..], &["--fresh"]].concat();
    assert_eq!(output(&fresh), "");
    assert_eq!(reports(&fs::read_to_string(&out).unwrap()).len(), 400);
    let other = run(&args("301"));
    assert_eq!(other.code, 1);
    assert!(other.err.contains("with different settings: nodes; use --fresh"), "{}", other.err);
}

#[test]
fn finished_batches_are_reported() {
    let folder = Folder::new("batch-finished");
    let (sound, out) = (folder.write("list.fen", openings(3)), folder.file("out.csv"));
    let args = |input| ["analyze", input, "--nodes", "300", "--out", &out];
    let again = |input, code, said: &str| {
        let before = fs::read(&out).unwrap();
        for _ in 0..2 {
            let run = run(&args(input)[1..]);
            assert_eq!((run.code, run.out.as_str()), (code, ""), "{}", run.err);
            assert_eq!(run.err, format!("{said}{out} is already finished; nothing to do\n"));
            assert_eq!(fs::read(&out).unwrap(), before);
        }
    };
    assert_eq!(output(&args(&sound)[1..]), "");
    again(&sound, 0, "");
    // Tests other input, and results edited in the meantime.
    let other = folder.write("other.fen", openings(4));
    assert!(run(&args(&other)[1..]).err.contains("different settings: input"));
    fs::write(&out, "mine").unwrap();
    let refused = run(&args(&sound)[1..]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.ends_with("already exists; use --fresh to overwrite\n"));
    assert_eq!(fs::read(&out).unwrap(), b"mine");
}

#[test]
fn files_that_cannot_be_read_are_no_positions() {
    let folder = Folder::new("batch-files");
    let (empty, list) =
        (folder.write("empty.fen", ""), folder.write("list.fen", "nonsense\nh2e2\n"));
    let unread = |files: &[&str]| {
        let run = run(&[files, &["--depth", "1"]].concat());
        assert_eq!(run.code, 3, "{}", run.err);
        run.err.lines().last().unwrap().to_owned()
    };
    assert_eq!(unread(&[&empty]), "1 file could not be read");
    assert_eq!(
        unread(&[&empty, &list]),
        "1 file could not be read; 1 of 2 positions could not be read"
    );
}

#[test]
#[cfg(unix)]
fn results_do_not_go_into_folders_and_sockets() {
    let folder = Folder::new("batch-specials");
    let list = folder.write("list.fen", openings(2));
    let read_only = folder.read_only("mine");
    folder.write("a-folder/file", "");
    let mut specials = folder.specials();
    specials.retain(|(_, kind)| *kind == "socket");
    specials.push((folder.file("a-folder"), "folder"));
    let before = folder.listing();
    let refuse = |out: &str, reason: &str| {
        for more in [&[][..], &["--fresh"]] {
            let words = [&list[..], "--nodes", "100", "--to", "csv", "--out", out];
            let words = [&words, more].concat();
            let refused = run(&words);
            assert_eq!((refused.code, refused.out.as_str()), (1, ""), "{out}: {}", refused.err);
            assert!(refused.err.contains(reason), "{out}: {}", refused.err);
        }
    };
    for (path, kind) in &specials {
        refuse(path, &format!("it is a {kind}, not a file"));
    }
    refuse(&read_only, "it is read-only");
    // The note next to the results is checked in the same way.
    let noted = folder.write("noted", "");
    fs::remove_file(&noted).unwrap();
    std::os::unix::fs::symlink("a-pipe", folder.file("noted.unfinished")).unwrap();
    refuse(&noted, "noted.unfinished: it is a pipe, not a file");
    fs::remove_file(folder.file("noted.unfinished")).unwrap();
    assert_eq!(folder.listing(), before, "nothing is changed, and no file is left behind");
    assert_eq!(output(&[&list, "--nodes", "100", "--to", "csv", "--out", "-"]).lines().count(), 3);
}

#[test]
fn no_results_leave_no_file() {
    let folder = Folder::new("batch-nothing");
    let (broken, out) = (folder.write("list.fen", "nonsense\n"), folder.file("out.csv"));
    let words = |input| [input, "--depth", "1", "--to", "csv", "--out", &out];
    let refused = run(&words(&broken));
    assert_eq!(refused.code, 3, "{}", refused.err);
    folder.write("in/readme.txt", "Dear reader\n");
    let nothing = run(&words(&folder.file("in")));
    assert_eq!(nothing.code, 1, "{}", nothing.err);
    assert!(nothing.err.ends_with("error: no positions to search\n"), "{}", nothing.err);
    assert!(!Path::new(&out).exists() && !Path::new(&(out + ".unfinished")).exists());
    let empty = Run::from(feed(analyze(&["-", "--depth", "1"]), ""));
    assert_ne!(empty.code, 0);
}

#[test]
fn watchers_may_leave_and_results_are_written_all_the_same() {
    let folder = Folder::new("batch-watchers");
    let list = openings(3) + &"nonsense\n".repeat(2000);
    let (file, out) = (folder.write("list.fen", list), folder.file("out.csv"));
    let words = [&file[..], "--nodes", "100", "--to", "csv"];
    let mut child = start(analyze(&[&words[..], &["--out", &out]].concat()));
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 4);
    // Without an output file, the output on stdout is complete.
    let file = folder.write("long.fen", openings(3).repeat(200));
    let left = unread(analyze(&[&file, "--nodes", "1", "--json"]));
    assert_eq!((left.code, left.err.as_str()), (141, ""));
}

#[test]
#[cfg(unix)]
fn an_interrupted_batch_reports_the_rest() {
    let folder = Folder::new("batch-left");
    let (file, out) = (folder.write("list.fen", openings(400)), folder.file("out.jsonl"));
    let words = [&file[..], "--nodes", "20000", "--json", "--out", &out];
    let child = start(analyze(&words));
    let deadline = Instant::now() + Duration::from_mins(2);
    while !fs::metadata(&out).is_ok_and(|data| data.len() > 0) {
        assert!(Instant::now() < deadline, "no results");
        thread::sleep(Duration::from_millis(1));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.code, 130, "{}", run.err);
    let left =
        format!("{out} is unfinished; run the same command again to resume from {out}.unfinished");
    assert!(run.err.contains(&left), "{}", run.err);
    assert!(Path::new(&(out + ".unfinished")).exists());
}

/// Tests a suite with moves in different notations: two positions are solved, one is failed, and one has no task.
#[test]
fn a_test_suite_is_marked() {
    let folder = Folder::new("batch-suite");
    let mate = MATE.trim_end_matches(" 0 1");
    let suite = [
        format!("{mate} bm R9+9; id \"rook\";"),
        format!("{mate} bm a0b0, 车九进一; am a0a9;"),
        MATE.to_owned(),
        format!("{mate} am a0a1;"),
    ];
    let file = folder.write("suite.epd", suite.join("\n") + "\n");
    let text = output(&[&file, "--nodes", "300"]);
    let marks: Vec<&str> = text
        .lines()
        .filter(|line| ["right:", "wrong:"].contains(&&line[..line.len().min(6)]))
        .collect();
    assert_eq!(marks, ["right: bm a0a9", "wrong: bm a0b0 a0a1; am a0a9", "right: am a0a1"]);
    assert!(text.ends_with("\n2 of 3 right\n"), "{text}");
    let wxf = output(&[&file, "--nodes", "300", "--notation", "wxf"]);
    assert!(wxf.contains("\nright: bm R9+9\n"), "{wxf}");

    // Programs get a field in JSON, and the totals on stderr.
    let json = run(&[&file, "--nodes", "300", "--json"]);
    assert_eq!((json.code, json.err.as_str()), (0, "2 of 3 right\n"));
    let found = reports(&json.out);
    let solved: Vec<&Value> = found.iter().map(|report| &report["solved"]).collect();
    assert_eq!(solved, [&Value::from(true), &false.into(), &Value::Null, &true.into()]);
    assert_eq!(found[1]["bm"], serde_json::json!(["a0b0", "a0a1"]));
    assert_eq!(found[1]["am"], serde_json::json!(["a0a9"]));
    assert!(found[2].get("bm").is_none() && found[2].get("solved").is_none());
    let csv = run(&[&file, "--nodes", "300", "--to", "csv"]).out;
    let ends: Vec<&str> = csv.lines().filter_map(|row| row.rsplit(',').next()).collect();
    assert_eq!(ends, ["solved", "true", "false", "", "true"]);

    // An invalid move in the suite is reported; its position is still searched.
    let wrong = folder.write("wrong.epd", format!("{mate} bm a0b5;\n"));
    let told = run(&[&wrong, "--nodes", "300"]);
    assert_eq!(told.code, 0);
    assert!(told.err.contains("wrong.epd game 1: bm: \"a0b5\""), "{}", told.err);
    assert!(told.out.contains(" a0a9") && !told.out.contains("right"), "{}", told.out);
}
