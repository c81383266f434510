//! Tests `chuhe convert` as people and scripts use it: the built binary with files, folders and standard input.

use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::common::command::{Folder, Run, chuhe, feed, start, unread};

fn output(input: &[u8], args: &[&str]) -> Output {
    feed(chuhe(&[&["convert"], args].concat()), input)
}

fn run_with(input: &[u8], args: &[&str]) -> Run {
    output(input, args).into()
}

fn run(args: &[&str]) -> Run {
    run_with(b"", args)
}

const GAME: &str = "\
[Game \"Chinese Chess\"]
[Event \"?\"]
[Red \"某甲\"]
[Result \"1-0\"]
[Format \"Chinese\"]

1. 炮二平五 {中炮} 1... 马８进７ (1... 炮８平５) 2. 马二进三 $1 1-0

";

#[test]
fn notations_and_formats_change_and_come_back() {
    let convert = |text: &str, args: &[&str]| {
        let run = run_with(text.as_bytes(), &[&["-"], args].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let there = convert(GAME, &["--to", "pgn", "--notation", "wxf"]);
    assert!(there.contains("1. C2.5 {中炮} 1... H8+7 (1... C8.5) 2. H2+3 $1 1-0"), "{there}");
    assert_eq!(convert(&there, &["--to", "pgn", "--notation", "chinese"]), GAME);
    assert_eq!(convert(GAME, &["--to", "moves"]), "h2e2 h9g7 h0g2 1-0\n");
    assert_eq!(
        convert("炮二平五 馬８進７", &["--to", "moves", "--notation", "wxf"]),
        "C2.5 H8+7\n"
    );
    let fens = convert("h2e2", &["--to", "fen", "--positions", "all"]);
    assert_eq!(fens.lines().count(), 2);
    let web = convert(GAME, &["--to", "dhtmlxq"]);
    let back = convert(&web, &["--to", "pgn", "--notation", "chinese"]);
    assert!(
        back.contains("1. 炮二平五 {中炮} 1... 马８进７ (1... 炮８平５) 2. 马二进三 1-0"),
        "{back}"
    );
}

#[test]
fn losses_are_reported() {
    let run = run_with(GAME.as_bytes(), &["-", "--to", "moves"]);
    assert_eq!(run.code, 0);
    let lost = "1 tag, 1 variation, 1 comment, 1 glyph";
    assert_eq!(run.err, format!("1 file: 1 game converted; omitted from 1 game: {lost}\n"));
    // A collection is also reported in one line, unless details are requested.
    let two = run_with(GAME.repeat(2).as_bytes(), &["-", "--to", "moves"]);
    let lost_twice = "2 tags, 2 variations, 2 comments, 2 glyphs";
    assert_eq!(two.err, format!("1 file: 2 games converted; omitted from 2 games: {lost_twice}\n"));
    let loud = run_with(GAME.as_bytes(), &["-", "--to", "moves", "-v"]);
    assert!(loud.err.contains(&format!("-: game 1: omitted: {lost}\n")), "{}", loud.err);
    let run = run_with(GAME.as_bytes(), &["-", "--to", "moves", "--json"]);
    let reports: Vec<Value> =
        run.err.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        (&reports[0]["game"], &reports[0]["left_out"]["variations"]),
        (&1.into(), &1.into())
    );
    assert_eq!(reports[1]["summary"]["left_out"]["comments"], 1);
}

#[test]
fn a_bad_byte_costs_only_its_game_and_is_reported() {
    let good = "[Red \"甲方选手\"]\n\n1. h2e2 *\n\n";
    let latin = b"[Event \"caf\xe9\"]\n\n1. c3c4 {jou\xe9} *\n\n";
    let run = run_with(&[good.as_bytes(), latin].concat(), &["-", "--to", "pgn"]);
    assert_eq!((run.code, &run.err[..]), (0, "1 file: 2 games converted\n"));
    assert!(run.out.contains("甲方选手") && run.out.contains("café"), "{}", run.out);
    assert!(run.out.contains("1. C3-C4 {joué} *"), "{}", run.out);
    let bad = b"[Event \"caf\xff\"]\n\n1. c3c4 *\n\n";
    let run = run_with(&[good.as_bytes(), bad, good.as_bytes()].concat(), &["-", "--to", "pgn"]);
    assert_eq!(run.code, 3);
    assert_eq!(run.out.matches("甲方选手").count(), 2);
    assert_eq!(
        run.err,
        "-: game 2: line 5: 1 byte cannot be decoded; everything else was read\n\
         1 file: 3 games converted (1 broken)\n"
    );
}

#[test]
fn broken_games_are_reported_and_the_others_converted() {
    let folder = Folder::new("convert-broken");
    let games =
        folder.write("games.pgn", format!("{GAME}1. h2e2 h9g9 *\n\n[Red \"x\"]\n1. c3c4 *\n"));
    let list = folder.write("list.txt", "h2e2 h9g7\nnonsense\nc3c4 c6c5\n");
    let readme = folder.write("readme.txt", "Dear reader\n");
    let damaged = folder.write("a.xqf", b"XQ\x0a");
    let out = folder.file("out.moves");
    let run = run(&[&games, &list, &readme, &damaged, "--to", "moves", "-o", &out]);
    assert_eq!((run.code, run.out.as_str()), (3, ""));
    assert_eq!(
        fs::read_to_string(&out).unwrap(),
        "h2e2 h9g7 h0g2 1-0\nstartpos moves h2e2\nstartpos moves c3c4\nh2e2 h9g7\nc3c4 c6c5\n"
    );
    let said = |file: &str, text: &str| {
        let line = format!("{file}: {text}\n");
        assert!(run.err.contains(&line), "{line} is not in\n{}", run.err);
    };
    said(&games, "game 2: line 9: ply 2: \"h9g9\" is not a legal move here; read up to move 1");
    said(
        &list,
        "game 2: line 2: \"nonsense\": expected a FEN, or moves like h2e2, C2.5 or 炮二平五",
    );
    said(
        &readme,
        "no games: expected PGN, [DhtmlXQ] text, XQF, CBR, CBL, CBF, WXF, PFC, QQ (CHE), or lines of moves or FENs",
    );
    let header = "byte 0x0: not an XQF file: expected a header of 1024 bytes that begins with XQ, found 3 bytes";
    said(&damaged, &format!("game 1: {header}"));
    assert!(
        run.err.contains(
            "\n4 files (1 refused): 5 games converted (1 broken, 2 refused); 1 file written"
        ),
        "{}",
        run.err
    );
}

#[test]
fn moves_below_each_other_are_one_game() {
    let list = "炮二平五\n马８进７\n马二进三\n";
    let run = run_with(list.as_bytes(), &["-", "--to", "moves", "--notation", "chinese"]);
    assert_eq!((run.code, run.out.as_str()), (0, "炮二平五 马８进７ 马二进三\n"));
    assert_eq!(run.err, "1 file: 1 game converted\n");
}

#[test]
fn moves_before_a_fault_are_kept_and_the_fault_is_marked() {
    let text = GAME.replace("马二进三 $1", "马二进九 2... 车９平８");
    let error = "line 7: ply 3: \"马二进九\" is not a legal move here";
    let run = run_with(text.as_bytes(), &["-", "--to", "pgn", "--notation", "chinese"]);
    assert_eq!((run.code, run.err.lines().count()), (3, 2));
    assert_eq!(
        run.err,
        format!("-: game 1: {error}; read up to move 2\n1 file: 1 game converted (1 broken)\n")
    );
    assert!(run.out.contains("[Red \"某甲\"]\n") && run.out.contains("[Result \"1-0\"]\n"));
    let moves = run.out.split_once("\n\n").unwrap().1.replace('\n', " ");
    let kept =
        format!("1. 炮二平五 {{中炮}} 1... 马８进７ {{not read: {error}}} (1... 炮８平５) 1-0");
    assert_eq!(moves.trim(), kept);

    let run = run_with(text.as_bytes(), &["-", "--to", "moves", "--json"]);
    assert_eq!((run.code, run.out.as_str()), (3, "h2e2 h9g7 1-0\n"));
    let reports: Vec<Value> =
        run.err.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&reports[0]["line"], &reports[0]["kept_moves"]), (&7.into(), &2.into()));
    assert_eq!(reports.last().unwrap()["summary"]["games_broken"], 1);
}

#[test]
fn empty_input_is_refused() {
    let folder = Folder::new("convert-empty");
    for name in ["-", &folder.write("empty.pgn", "\n"), &folder.write("empty.fen", "# none\n")] {
        let run = run(&[name, "--to", "pgn"]);
        assert_eq!((run.code, run.out.as_str()), (3, ""), "{name}: {}", run.err);
        assert!(run.err.starts_with(&format!("{name}: no games: expected ")), "{}", run.err);
    }
}

#[test]
fn folders_keep_their_shape() {
    let folder = Folder::new("convert-folders");
    let gb18030 = output(
        GAME.as_bytes(),
        &["-", "--to", "pgn", "--notation", "chinese", "--encoding", "gb18030"],
    );
    assert_ne!(gb18030.stdout, GAME.as_bytes());
    folder.write("in/a/one.pgn", &gb18030.stdout);
    folder.write("in/a/one.moves", "h2e2\n");
    folder.write("in/b/two.pgn", format!("\u{feff}{GAME}"));
    folder.write("in/b/readme.txt", "Dear reader\n");
    let (from, to) = (folder.file("in"), folder.file("out/"));
    let run = run(&[&from, "--to", "pgn", "--notation", "chinese", "-o", &to]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    assert!(run.err.contains("readme.txt: skipped, because it contains no games"), "{}", run.err);
    let written = |name: &str| fs::read_to_string(folder.file(name)).unwrap();
    assert!(written("out/a/one.pgn").contains("1. 炮二平五 *"));
    assert_eq!(written("out/a/one.pgn.pgn"), GAME);
    assert_eq!(written("out/b/two.pgn"), GAME);
    assert!(fs::read_dir(folder.file("out/b")).unwrap().count() == 1, "no partial file is left");
}

#[test]
fn xqf_files_have_one_game_each() {
    let folder = Folder::new("convert-xqf");
    let games = folder.write("games.pgn", GAME.repeat(3));
    let out = folder.file("out");
    let to_folder = run(&[&games, "--to", "xqf", "-o", &format!("{out}/")]);
    assert_eq!((to_folder.code, to_folder.out.as_str()), (0, ""), "{}", to_folder.err);
    for name in ["games.xqf", "games-2.xqf", "games-3.xqf"] {
        let path = format!("{out}/{name}");
        let back = run(&[&path, "--to", "pgn", "--notation", "chinese"]);
        assert!(back.out.contains("炮二平五"), "{name}: {} {}", back.out, back.err);
    }
    assert_eq!(fs::read_dir(&out).unwrap().count(), 3, "no partial file is left");
    let one = folder.file("one.xqf");
    let to_file = run(&[&games, "--to", "xqf", "-o", &one]);
    assert_eq!(to_file.code, 1, "{}", to_file.err);
    assert!(to_file.err.contains("holds one game"), "{}", to_file.err);
    assert!(!fs::exists(&one).unwrap());
}

#[test]
fn nonsense_is_refused() {
    let folder = Folder::new("convert-nonsense");
    let game = folder.write("game.pgn", GAME);
    for (args, code, reason) in [
        (&["--to", "pgn"][..], 2, "missing required argument <IN>"),
        (&[&game[..]][..], 2, "--to"),
        (&[&game[..], "--to", "cbl"][..], 2, "expected one of pgn, dhtmlxq, xqf, moves, fen"),
        (&["missing.pgn", "--to", "pgn"][..], 1, "missing.pgn"),
        (&[&game[..], "--to", "pgn", "-o", &game][..], 1, "refusing to overwrite an input file"),
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{args:?}: {}", run.err);
        assert!(run.err.contains(reason), "{args:?}: {}", run.err);
    }
    assert_eq!(fs::read_to_string(&game).unwrap(), GAME);
}

#[test]
fn refused_conversions_leave_no_file() {
    let folder = Folder::new("convert-no-file");
    folder.write("in/broken.moves", "nonsense\n");
    folder.write("in/sound.moves", "h2e2 h9g7\n");
    let (broken, from, to) =
        (folder.file("in/broken.moves"), folder.file("in"), folder.file("out/"));
    let many = run(&[&from, "--from", "moves", "--to", "pgn", "-o", &to]);
    assert_eq!(many.code, 3, "{}", many.err);
    assert!(many.err.ends_with("1 game converted (1 refused); 1 file written\n"), "{}", many.err);
    let written: Vec<_> = fs::read_dir(&to).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(written, [folder.path().join("out/sound.pgn")]);
    // An existing file is not overwritten.
    let kept = folder.write("kept.pgn", GAME);
    for out in [&kept, &folder.file("new.pgn")] {
        let one = run(&[&broken, "--from", "moves", "--to", "pgn", "--fresh", "-o", out]);
        assert_eq!(one.code, 3, "{}", one.err);
        assert!(one.err.ends_with("; 0 files written\n"), "{}", one.err);
    }
    assert_eq!(fs::read_to_string(&kept).unwrap(), GAME);
    assert!(!folder.path().join("new.pgn").exists());
}

#[test]
fn the_encoding_of_the_input_can_be_named() {
    let text = "[Red \"Каспаров\"]\n\n1. h2e2 *\n";
    let (bytes, ..) = encoding_rs::WINDOWS_1251.encode(text);
    let args = ["-", "--to", "pgn", "--from-encoding"];
    let named = run_with(&bytes, &[&args[..], &["cp1251"]].concat());
    assert!(named.code == 0 && named.out.contains("[Red \"Каспаров\"]"), "{}", named.out);
    let unknown = run_with(&bytes, &[&args[..], &["klingon"]].concat());
    assert!(unknown.err.contains("unknown encoding \"klingon\"; expected"), "{}", unknown.err);
    assert_eq!(unknown.code, 2);
}

#[test]
fn nothing_to_convert_is_an_error() {
    let folder = Folder::new("convert-nothing");
    folder.write("in/readme.txt", "Dear reader\n");
    let nothing = run(&[&folder.file("in"), "--to", "pgn"]);
    assert_eq!((nothing.code, nothing.out.as_str()), (1, ""));
    assert!(nothing.err.ends_with("error: no games to convert\n"), "{}", nothing.err);
    assert_ne!(run_with(b"", &["-", "--to", "pgn"]).code, 0);
    assert_ne!(run_with(b"", &["-", "--from", "pgn", "--to", "pgn"]).code, 0);
}

#[test]
fn standard_output_has_a_name() {
    let run = run_with(b"h2e2", &["-", "--to", "moves", "-o", "-"]);
    assert_eq!((run.code, run.out.as_str()), (0, "startpos moves h2e2\n"), "{}", run.err);
}

/// More games than a pipe's buffer holds.
fn many_games() -> String {
    "h2e2 h9g7 h0g2\n".repeat(20_000)
}

#[test]
fn a_reader_that_leaves_ends_the_output_and_not_the_files() {
    let folder = Folder::new("convert-readers");
    let games = folder.write("in/many.moves", many_games());
    let left = unread(chuhe(&["convert", &games, "--to", "moves"]));
    assert_eq!((left.code, left.err.as_str()), (141, ""));

    for number in 0..40 {
        folder.write(&format!("in/{number}.moves"), "h2e2\nh2e2 nonsense\n");
    }
    let mut child =
        start(chuhe(&["convert", &folder.file("in"), "--to", "pgn", "-o", &folder.file("out/")]));
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!(fs::read_dir(folder.file("out")).unwrap().count(), 41);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;
    #[cfg(target_os = "linux")]
    use crate::common::command::send_when_handled;

    #[test]
    fn sockets_and_read_only_files_are_refused() {
        let folder = Folder::new("convert-specials");
        let game = folder.write("game.moves", "h2e2\n");
        let read_only = folder.read_only("mine");
        let mut specials = folder.specials();
        specials.retain(|(_, kind)| *kind == "socket");
        let before = folder.listing();
        let refuse = |out: &str, reason: &str| {
            let refused = run(&[&game, "--to", "moves", "-o", out]);
            assert_eq!((refused.code, refused.out.as_str()), (1, ""), "{out}: {}", refused.err);
            assert!(refused.err.starts_with("error: ") && refused.err.contains(out));
            assert!(refused.err.contains(reason), "{out}: {}", refused.err);
        };
        for (path, kind) in &specials {
            refuse(path, &format!("it is a {kind}, not a file"));
        }
        refuse(&read_only, "it is read-only");
        assert_eq!(folder.listing(), before, "nothing is changed");
        assert_eq!(fs::read_to_string(&read_only).unwrap(), "mine");
        // An unwritable output in a folder does not affect the other outputs.
        folder.write("in/a-socket.moves", "h2e2\n");
        symlink(folder.path().join("a-socket"), folder.path().join("in/a-socket.pgn")).unwrap();
        let moves = folder.file("in/a-socket.moves");
        let into = run(&[&moves, "--to", "pgn", "-o", &folder.file("in")]);
        assert_eq!(into.code, 1, "{}", into.err);
        assert!(into.err.contains("a-socket.pgn: it is a socket"), "{}", into.err);
    }

    #[test]
    fn links_and_permissions_stay() {
        let folder = Folder::new("convert-links");
        let game = folder.write("game.moves", "h2e2\n");
        let (real, link) = (folder.write("real.moves", "old"), folder.file("link.moves"));
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("real.moves", &link).unwrap();
        assert_eq!(run(&[&game, "--to", "moves", "--fresh", "-o", &link]).code, 0);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&real).unwrap(), "startpos moves h2e2\n");
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn ctrl_c_ends_the_wait_for_input() {
        let mut child = start(chuhe(&["convert", "-", "--to", "moves"]));
        send_when_handled(&child, "-INT");
        let _open = child.stdin.take();
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }

    /// A pipe that nobody reads cannot be opened; one whose reader is idle takes only some bytes.
    #[test]
    #[cfg(target_os = "linux")]
    fn signals_end_the_wait_for_a_reader() {
        let folder = Folder::new("convert-unread");
        let games = folder.write("games.moves", "h2e2 h9g7\n".repeat(20_000));
        let pipe = folder.file("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let convert = || start(chuhe(&["convert", &games, "--to", "pgn", "-o", &pipe]));
        let mut unopened = convert();
        send_when_handled(&unopened, "-TERM");
        assert_eq!(unopened.wait().unwrap().code(), Some(130));
        let _idle = fs::OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
        let mut unread = convert();
        send_when_handled(&unread, "-TERM");
        assert_eq!(unread.wait().unwrap().code(), Some(130));
    }

    #[test]
    fn ctrl_c_leaves_the_existing_file() {
        let folder = Folder::new("convert-interrupted");
        let games = folder.write("games.moves", "h2e2\n");
        let out = folder.write("out.moves", "old");
        // Reading the second input blocks until a writer appears.
        let pipe = folder.file("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        // Opened for reading as well, so that neither end blocks, whichever is opened first.
        let _writer = fs::OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
        let mut child =
            start(chuhe(&["convert", &games, &pipe, "--to", "moves", "--fresh", "-o", &out]));
        let deadline = Instant::now() + Duration::from_mins(1);
        while folder.listing().len() < 4 {
            assert!(Instant::now() < deadline, "no game was written");
            thread::sleep(Duration::from_millis(5));
        }
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(fs::read_to_string(&out).unwrap(), "old");
        assert_eq!(folder.listing().len(), 3, "no draft is left behind");
    }
}

/// Messages for people may be in Chinese; output for programs and text in files must not.
#[test]
fn chinese_is_for_people_only() {
    let folder = Folder::new("convert-chinese");
    let broken = folder.write("broken.pgn", "1. h2e2 h9g7 2. e0e9 *\n");
    let run = |words: &[&str]| {
        let words = [&["--lang", "zh", "convert", &broken, "--to", "pgn"], words].concat();
        Run::from(chuhe(&words).output().unwrap())
    };
    let told = run(&[]);
    let reason = "第 1 局：第 1 行：第 3 着（双方合计）：\"e0e9\" 在这里不合规则；读到第 2 着为止";
    assert_eq!(told.err, format!("{broken}：{reason}\n1 个文件：已转换 1 局（1 局不完整）\n"));
    assert!(told.out.contains("{not read: line 1: ply 3:"), "{}", told.out);
    let json = run(&["--json"]);
    assert!(json.err.starts_with("{\"error\":\"line 1: ply 3: "), "{}", json.err);
    assert_eq!(json.out, told.out);
}
