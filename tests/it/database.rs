//! Tests `chuhe db` as people and scripts use it: the built binary with real file formats, kills and full disks.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use chuhe_engine::board::Position;
use chuhe_engine::types::rng::SplitMix64;
use serde_json::Value;

#[cfg(target_os = "linux")]
use crate::common::command::send_when_handled;
use crate::common::command::{Folder, Run, chuhe, feed, start, unread};

fn db(folder: &Folder, args: &[&str]) -> Run {
    let mut command = chuhe(&[&["db"], args].concat());
    command.current_dir(folder.path());
    command.output().unwrap().into()
}

fn json(folder: &Folder, args: &[&str]) -> Value {
    let args = [args, &["--json"]].concat();
    serde_json::from_str(&db(folder, &args).quiet(&args)).unwrap()
}

const GAMES: &str = r#"[Event "全国象棋个人赛"]
[Date "1977.12.03"]
[Red "楊官璘"]
[Black "胡荣华"]

1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 1/2-1/2

[Date "2003.06.01"]
[Red "Li Laiqun"]
[Black "杨官璘"]

1. 炮八平五 {[%eval 0.30] main} 马2进3 {[%eval 0.50]} 2. 马八进七 1-0

[FEN "3k5/9/9/9/9/4p4/9/9/9/R3K4 w - - 0 1"]

1. a0a4 d9e9 2. a4e4 e9f9 3. e0e1 0-1

"#;

/// Random games, one per line.
fn random_games(seed: u64, count: usize) -> String {
    let mut rng = SplitMix64::new(seed);
    let mut text = String::new();
    for _ in 0..count {
        let mut position = Position::startpos();
        for _ in 0..20 + rng.below(20) {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(rng.below(moves.len().max(1) as u64) as usize) else { break };
            text.push_str(&mv.to_string());
            text.push(' ');
            position.play(mv).unwrap();
        }
        text.push_str("1/2-1/2\n");
    }
    text
}

#[test]
fn all_formats_come_in_and_each_game_once() {
    let folder = Folder::new("db-formats");
    let file = folder.write("in/games.pgn", GAMES);
    let convert = |args: &[&str]| {
        let run = Run::from(chuhe(&[&["convert", &file], args].concat()).output().unwrap());
        assert_eq!(run.code, 0, "{}", run.err);
    };
    convert(&["--to", "xqf", "-o", &folder.file("xqf/")]);
    convert(&["-o", &folder.file("web.dhtmlxq")]);
    convert(&["-o", &folder.file("lines.moves"), "--notation", "wxf"]);
    let args = ["datagen", "-o", "data", "--games", "4", "--nodes", "50", "--jobs", "1"];
    let mut datagen = chuhe(&args);
    assert!(datagen.current_dir(folder.path()).output().unwrap().status.success());
    for (input, format, files) in [
        ("in", "pgn", 1),
        ("xqf", "xqf", 3),
        ("web.dhtmlxq", "dhtmlxq", 1),
        ("lines.moves", "moves", 1),
    ] {
        let name = format!("{format}.db");
        let sum = json(&folder, &["import", &name, input]);
        assert_eq!((&sum["import"]["stored"], &sum["games"]), (&3.into(), &3.into()), "{format}");
        let info = json(&folder, &["info", &name]);
        let expected = serde_json::json!([{ "format": format, "files": files, "games": 3 }]);
        assert_eq!(info["formats"], expected);
        let all = json(&folder, &["search", &name]);
        let games = all["games"].as_array().unwrap();
        assert!(games.iter().any(|game| game["moves"] == "a0a4 d9e9 a4e4 e9f9 e0e1"), "{format}");
    }
    // Imports all files into one database, which recognizes repeated games.
    let args = ["import", "all.db", "in", "xqf", "web.dhtmlxq", "lines.moves", "data"];
    let run = db(&folder, &args);
    let sum = "7 files: 7 games stored (9 duplicates left out); 7 in the database\n";
    assert_eq!((run.code, &run.out[..]), (0, sum), "{}", run.err);
    let named: Vec<&str> = run.err.lines().collect();
    assert!(named[0].ends_with(".xqf: game 1: duplicate of game 1, left out"), "{}", run.err);
    let rest = "4 more duplicates left out; --json lists all";
    assert_eq!((named.len(), named[5]), (6, rest), "{}", run.err);
    let info = json(&folder, &["info", "all.db"]);
    assert_eq!((&info["scored"], &info["annotated"]), (&5.into(), &1.into()));
    assert_eq!((&info["first_year"], &info["last_year"]), (&1977.into(), &2003.into()));
    let run = db(&folder, &args);
    assert_eq!(run.code, 0);
    assert!(
        run.out.starts_with("7 files: 0 games stored; 7 in the database; 7 files already imported")
    );
    assert_eq!(db(&folder, &["check", "all.db"]).code, 0);
    // Standard input also counts as a file; a readme in a folder does not.
    folder.write("in/readme.txt", "read me");
    let mut command = chuhe(&["db", "import", "all.db", "-", "in"]);
    command.current_dir(folder.path());
    let run = Run::from(feed(command, "h2e2 b9c7 h0g2\n"));
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("2 files: 1 game stored; 8 in"), "{}", run.out);
}

#[test]
fn games_are_found_and_written_again() {
    let folder = Folder::new("db-search");
    folder.write("games.pgn", GAMES);
    assert_eq!(db(&folder, &["import", "games.db", "games.pgn"]).code, 0);
    let count = |args: &[&str]| {
        let found = json(&folder, &[&["search", "games.db"], args].concat());
        found["total"].as_u64().unwrap()
    };
    assert_eq!(count(&["--player", "杨官璘"]), 2);
    assert_eq!(count(&["--red", "楊官璘", "--result", "draw", "--until", "1980"]), 1);
    assert_eq!(count(&["--red", "楊官璘", "--since", "1980"]), 0);
    assert_eq!(count(&["--moves", "炮二平五 马8进7", "马二进三"]), 2);
    assert_eq!(count(&["--fen", "5k3/9/9/9/9/4p3R/9/9/9/4K4 b"]), 1);
    assert_eq!(count(&["--material", "KRK", "--material-plies", "3"]), 1);
    assert_eq!(count(&["--material", "KRK", "--material-plies", "4"]), 0);
    assert_eq!(count(&["--beginning", "C2.5"]), 2);
    assert_eq!(count(&["--stretch", "b9c7 b0c2"]), 2);
    assert_eq!(count(&["--opening", "屏风马"]), 1);
    let table = db(&folder, &["search", "games.db", "--limit", "2"]).quiet(&[]);
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].contains("game") && lines[1].contains("胡荣华"), "{table}");
    assert_eq!(lines[4], "1 to 2 of 3 games");
    assert!(db(&folder, &["search", "games.db", "--offset", "9"]).quiet(&[]).contains("3 games"));
    let chinese = db(&folder, &["search", "games.db", "--lang", "zh"]).quiet(&[]);
    assert!(chinese.contains("中炮对屏风马") && chinese.contains("3 局"), "{chinese}");
    // The exported games equal the imported ones.
    let run = db(&folder, &["export", "games.db", "-o", "out.pgn", "--notation", "chinese"]);
    assert_eq!((run.code, &run.err[..]), (0, "3 games written; 1 file written\n"));
    let text = fs::read_to_string(folder.file("out.pgn")).unwrap();
    assert!(text.contains("[Red \"楊官璘\"]") && text.contains("{[%eval 0.30] main}"), "{text}");
    let moves = |file: &str| {
        let run = Run::from(chuhe(&["convert", file, "--to", "moves"]).output().unwrap());
        run.out
    };
    assert_eq!(moves(&folder.file("out.pgn")), moves(&folder.file("games.pgn")));
    let run =
        db(&folder, &["export", "games.db", "--to", "xqf", "-o", "games/", "--result", "red"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(fs::metadata(folder.file("games/games.xqf")).is_ok());
    let before = fs::read(folder.file("games.db")).unwrap();
    let run = db(&folder, &["export", "games.db", "--to", "pgn", "-o", "games.db"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert_eq!(fs::read(folder.file("games.db")).unwrap(), before);
}

#[test]
fn the_explorer_shows_moves_results_and_scores() {
    let folder = Folder::new("db-explore");
    folder.write("games.pgn", GAMES);
    assert_eq!(db(&folder, &["import", "games.db", "games.pgn"]).code, 0);
    let at = json(&folder, &["explore", "games.db"]);
    assert_eq!((&at["games"], &at["wins"], &at["draws"]), (&2.into(), &1.into(), &1.into()));
    let first = &at["moves"][0];
    assert_eq!((&first["move"], &first["chinese"]), (&"h2e2".into(), &"炮二平五".into()));
    assert_eq!((&first["score_cp"], &first["last_played"]), (&30.0.into(), &"2003.06.01".into()));
    // Makes the same query from Black's point of view, and mirrored.
    for moves in ["炮二平五", "炮八平五"] {
        let at = json(&folder, &["explore", "games.db", "--moves", moves]);
        let reply = &at["moves"][0];
        assert_eq!((&reply["games"], &reply["losses"]), (&2.into(), &1.into()));
        assert_eq!((&reply["score_cp"], &reply["points"]), (&(-50.0).into(), &0.25.into()));
    }
    let text = db(&folder, &["explore", "games.db", "--moves", "C2.5", "--notation", "chinese"]);
    let text = text.quiet(&[]);
    let words: Vec<&str> = text.lines().nth(1).unwrap().split_whitespace().collect();
    // Text output shows scores from Red's point of view.
    let expected = ["马８进７", "2", "100.0", "0", "1", "1", "25.0", "+0.50", "2003.06.01"];
    assert_eq!(words, expected, "{text}");
    let nothing = json(&folder, &["explore", "games.db", "--moves", "a3a4"]);
    assert_eq!((&nothing["games"], &nothing["moves"]), (&0.into(), &serde_json::json!([])));
}

#[test]
fn faults_are_reported() {
    let folder = Folder::new("db-refusals");
    let broken =
        "[Red \"A\"]\n\n1. h2e2 a0a9 1-0\n\n[FEN \"x\"]\n\n1. h2e2 *\n\n[Red \"B\"]\n\n1. h0g2 *\n";
    folder.write("broken.pgn", broken);
    let run = db(&folder, &["import", "games.db", "broken.pgn"]);
    assert_eq!(run.code, 3);
    assert_eq!(
        run.out, "1 file: 2 games stored (1 broken, 1 refused); 2 in the database\n",
        "{}",
        run.err
    );
    assert!(run.err.contains("broken.pgn: game 1: line 3") && run.err.contains("game 2: "));
    folder.write("text.db", "nothing of the kind");
    folder.write("data.games", "chuhegm1 and nonsense");
    let refused = |args: &[&str], code: i32, text: &str| {
        let run = db(&folder, args);
        assert_eq!((run.code, &run.out[..]), (code, ""), "{args:?}: {}", run.err);
        assert!(run.err.contains(text), "{args:?}: {}", run.err);
    };
    refused(&["info", "text.db"], 1, "not a chuhe database");
    refused(&["import", "text.db", "broken.pgn"], 1, "not a chuhe database");
    assert_eq!(fs::read_to_string(folder.file("text.db")).unwrap(), "nothing of the kind");
    refused(&["info", "none.db"], 1, "none.db");
    assert!(fs::metadata(folder.file("none.db")).is_err());
    refused(&["import", "none.db", "none.pgn"], 1, "none.pgn");
    refused(&["search", "games.db", "--material", "KX"], 2, "KRNPKCC");
    refused(&["search", "games.db", "--since", "soon"], 2, "1990");
    refused(&["search", "games.db", "--since", "2030x"], 2, "invalid date \"2030x\"");
    refused(&["search", "games.db", "--until", "1990.13"], 2, "invalid date \"1990.13\"");
    // A range that contains no date is refused for every database.
    for words in [
        &["search", "games.db"][..],
        &["explore", "games.db"],
        &["export", "games.db", "--to", "pgn"],
    ] {
        let words = [words, &["--since", "1990.06", "--until", "1990.05.31"]].concat();
        refused(&words, 2, "`since` (1990.06) is later than `until` (1990.05.31)");
    }
    let same = ["search", "games.db", "--since", "1990.05", "--until", "1990"];
    assert_eq!(db(&folder, &same).code, 0);
    refused(&["search", "games.db", "--material-plies", "3"], 2, "--material");
    refused(&["search", "games.db", "--stretch", "炮二平五"], 2, "h2e2");
    refused(&["search", "games.db", "--beginning", "h2h9 h9h8 a0a9"], 2, "--beginning");
    refused(&["export", "games.db"], 2, "--to");
    let run = db(&folder, &["import", "games.db", "data.games"]);
    assert_eq!(run.code, 3);
    assert!(run.err.contains("data.games: damaged: the checksum does not match"), "{}", run.err);
    // Files already imported are only counted, because a collection has many.
    folder.write("good.pgn", "1. g3g4 *\n");
    for said in ["; 1 file already imported\n", "; 2 files already imported\n"] {
        let run = db(&folder, &["import", "games.db", "good.pgn", "good.pgn"]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
        assert!(run.out.ends_with(said), "{}", run.out);
    }
    // A reader that leaves early is not a failure.
    let mut command = chuhe(&["db", "export", "games.db", "--to", "pgn"]);
    command.current_dir(folder.path());
    let left = unread(command);
    assert_eq!((left.code, left.err.as_str()), (141, ""));
}

#[test]
fn duplicates_are_named() {
    let folder = Folder::new("db-duplicates");
    folder.write("a.pgn", GAMES);
    folder.write("b.moves", "h2e2 1-0\na0a1 i9i8 *\nb2e2 b9c7 b0c2 1-0\n");
    folder.write(
        "c.pgn",
        "[Red \"許銀川\"]\n\n1. h2e2 1-0\n\n[Red \"\u{8bb8}银川\"]\n\n1. h2e2 1-0\n",
    );
    assert_eq!(db(&folder, &["import", "games.db", "a.pgn"]).code, 0);
    let run = db(&folder, &["import", "games.db", "b.moves", "c.pgn", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let reports: Vec<Value> =
        run.err.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let duplicate =
        |file, game, of| serde_json::json!({ "file": file, "game": game, "duplicate_of": of });
    assert_eq!(reports, [duplicate("b.moves", 3, 2), duplicate("c.pgn", 2, 6)]);
    folder.write("d.moves", "h2e2 1-0\n\n");
    let run = db(&folder, &["import", "games.db", "d.moves", "--lang", "zh"]);
    assert_eq!(run.err, "d.moves：第 1 局：与库中第 4 局重复，未存\n");
}

#[test]
#[cfg(unix)]
fn a_database_that_may_only_be_read_is_read_and_nothing_is_left_next_to_it() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("db-read-only");
    folder.write("in/games.pgn", GAMES);
    assert_eq!(db(&folder, &["import", "in/games.db", "in/games.pgn"]).code, 0);
    let content = || {
        let entries = fs::read_dir(folder.file("in")).unwrap();
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.into_iter().map(|path| (fs::read(&path).unwrap(), path)).collect::<Vec<_>>()
    };
    let permit = |folder_mode, file_mode| {
        let set = |path: &str, mode| {
            fs::set_permissions(folder.file(path), fs::Permissions::from_mode(mode)).unwrap();
        };
        set("in/games.db", file_mode);
        set("in", folder_mode);
    };
    let before = content();
    assert_eq!(before.len(), 2);
    for (folder_mode, file_mode) in [(0o555, 0o444), (0o755, 0o444), (0o555, 0o644)] {
        permit(folder_mode, file_mode);
        for args in [
            &["search", "in/games.db", "--player", "杨官璘"][..],
            &["info", "in/games.db"],
            &["check", "in/games.db"],
            &["explore", "in/games.db"],
            &["export", "in/games.db", "--to", "pgn"],
        ] {
            let run = db(&folder, args);
            assert_eq!(run.code, 0, "{args:?}: {}", run.err);
            assert!(content() == before, "{args:?}");
        }
    }
    permit(0o755, 0o644);
}

/// The contents of a database, which must be intact.
fn content(folder: &Folder, name: &str) -> (String, Value) {
    let run = db(folder, &["export", name, "--to", "moves"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(db(folder, &["check", name]).quiet(&[]).starts_with("no damage found: "));
    let mut info = json(folder, &["info", name]);
    info["bytes"] = Value::Null;
    (run.out, info)
}

#[test]
#[cfg(unix)]
fn a_killed_import_loses_nothing_and_doubles_nothing() {
    let folder = Folder::new("db-kill");
    folder.write("in/a.moves", random_games(1, 2500));
    folder.write("in/b.moves", random_games(2, 3000));
    folder.write("in/c.pgn", GAMES);
    assert_eq!(db(&folder, &["import", "whole.db", "in"]).code, 0);
    let (games, info) = content(&folder, "whole.db");
    assert_eq!(games.lines().count(), 5503);
    let mut rng = SplitMix64::new(3);
    for signal in ["-KILL", "-INT"] {
        let _ = fs::remove_file(folder.file("parts.db"));
        let (mut ended, mut missed) = (0, 0);
        let mut wait = Duration::from_millis(8);
        loop {
            let mut command = chuhe(&["db", "import", "parts.db", "in"]);
            command.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().unwrap();
            thread::sleep(wait + Duration::from_millis(rng.below(20)));
            if let Some(status) = child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
            } else {
                let pid = child.id().to_string();
                assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
            }
            if child.wait().unwrap().code() == Some(0) {
                // On a busy machine, the sleep may last until the import has ended.
                if ended > 0 || missed == 50 {
                    break;
                }
                missed += 1;
                fs::remove_file(folder.file("parts.db")).unwrap();
                continue;
            }
            ended += 1;
            wait = wait * 5 / 4;
            // The stored data is intact, except for indexes that the next import completes.
            let check = db(&folder, &["check", "parts.db", "--json"]);
            if check.code != 1 {
                let report: Value = serde_json::from_str(&check.out).unwrap();
                assert_eq!(report["findings"], serde_json::json!([]), "{}", check.out);
            }
        }
        assert!(ended > 0, "no import was interrupted");
        assert_eq!(db(&folder, &["import", "parts.db", "in"]).code, 0);
        let (same_games, same_info) = content(&folder, "parts.db");
        assert_eq!(games, same_games);
        assert_eq!(info, same_info);
        for move_words in ["h2e2", "a3a4", "b0c2 h9g7"] {
            let explore = |name| json(&folder, &["explore", name, "--moves", move_words]);
            assert_eq!(explore("whole.db"), explore("parts.db"));
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_import_that_waits_for_a_pipe_leaves_nothing() {
    let folder = Folder::new("db-pipe");
    let pipe = folder.file("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for signal in ["-INT", "-TERM"] {
        let mut command = chuhe(&["db", "import", "games.db", &pipe]);
        command.current_dir(folder.path());
        let mut child = start(command);
        // Once the database is open, the import waits for the pipe.
        while folder.listing().len() < 4 {
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(200));
        send_when_handled(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let left = folder.listing().into_iter().map(|(name, _)| name);
        assert_eq!(left.collect::<Vec<_>>(), ["pipe"]);
    }
}

#[test]
#[cfg(unix)]
fn a_full_disk_is_reported_and_the_database_stays_whole() {
    let folder = Folder::new("db-full");
    folder.write("games.pgn", GAMES);
    assert_eq!(db(&folder, &["import", "games.db", "games.pgn"]).code, 0);
    folder.write("many.moves", random_games(5, 3000));
    // Limits the size of files. Writes then fail without a signal.
    let script = format!(
        "trap '' XFSZ; ulimit -f 800; exec {} db import games.db many.moves",
        env!("CARGO_BIN_EXE_chuhe")
    );
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(folder.path()).env("CHUHE_LANG", "en");
    let run = Run::from(command.output().unwrap());
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("games.db: the database cannot grow"), "{}", run.err);
    let check = db(&folder, &["check", "games.db", "--json"]);
    let report: Value = serde_json::from_str(&check.out).unwrap();
    assert_eq!(report["findings"], serde_json::json!([]), "{}", check.out);
    let run = db(&folder, &["import", "games.db", "many.moves"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(content(&folder, "games.db").0.lines().count() == 3003);
}

#[test]
#[cfg(unix)]
fn there_is_one_writer() {
    let folder = Folder::new("db-writers");
    folder.write("games.pgn", GAMES);
    assert_eq!(db(&folder, &["import", "games.db", "games.pgn"]).code, 0);
    let mut command = chuhe(&["db", "import", "games.db", "-"]);
    command.current_dir(folder.path());
    let mut first = start(command);
    let lock = folder.path().join("games.db-lock");
    while !lock.exists() {
        thread::sleep(Duration::from_millis(5));
    }
    let run = db(&folder, &["import", "games.db", "games.pgn"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("another process is writing"), "{}", run.err);
    assert_eq!(db(&folder, &["search", "games.db"]).code, 0, "readers need not wait");
    drop(first.stdin.take());
    let mut said = String::new();
    BufReader::new(first.stderr.take().unwrap()).read_line(&mut said).unwrap();
    assert_eq!(first.wait().unwrap().code(), Some(3), "{said}");
    assert!(!lock.exists());
}
