//! `chuhe convert` as people and scripts meet it: the built binary on files, folders and standard input.

use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::common::command::{Folder, Run, chuhe, feed};

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
    let there = convert(GAME, &["--to", "pgn", "--moves", "wxf"]);
    assert!(there.contains("1. C2.5 {中炮} 1... H8+7 (1... C8.5) 2. H2+3 $1 1-0"), "{there}");
    assert_eq!(convert(&there, &["--to", "pgn", "--moves", "chinese"]), GAME);
    assert_eq!(convert(GAME, &["--to", "moves"]), "h2e2 h9g7 h0g2 1-0\n");
    assert_eq!(convert("炮二平五 馬８進７", &["--to", "moves", "--moves", "wxf"]), "C2.5 H8+7\n");
    let fens = convert("h2e2", &["--to", "fen", "--positions", "all"]);
    assert_eq!(fens.lines().count(), 2);
    let web = convert(GAME, &["--to", "dhtmlxq"]);
    let back = convert(&web, &["--to", "pgn", "--moves", "chinese"]);
    assert!(
        back.contains("1. 炮二平五 {中炮} 1... 马８进７ (1... 炮８平５) 2. 马二进三 1-0"),
        "{back}"
    );
}

#[test]
fn what_has_no_place_is_said() {
    let run = run_with(GAME.as_bytes(), &["-", "--to", "moves"]);
    assert_eq!(run.code, 0);
    let lost = "1 tag, 1 variation, 1 comment, 1 glyph";
    assert_eq!(
        run.err,
        format!("-: game 1: left out: {lost}\n1 file: 1 game converted; left out of 1: {lost}\n")
    );
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
fn broken_games_are_told_and_the_others_go_through() {
    let folder = Folder::new("convert-broken");
    let games =
        folder.write("games.pgn", format!("{GAME}1. h2e2 h9g9 *\n\n[Red \"x\"]\n1. c3c4 *\n"));
    let list = folder.write("list.txt", "h2e2\nnonsense\nc3c4\n");
    let readme = folder.write("readme.txt", "Dear reader\n");
    let damaged = folder.write("a.xqf", b"XQ\x0a");
    let out = folder.file("out.moves");
    let run = run(&[&games, &list, &readme, &damaged, "--to", "moves", "-o", &out]);
    assert_eq!((run.code, run.out.as_str()), (3, ""));
    assert_eq!(fs::read_to_string(&out).unwrap(), "h2e2 h9g7 h0g2 1-0\nc3c4\nh2e2\nc3c4\n");
    let said = |file: &str, text: &str| {
        let line = format!("{file}: {text}\n");
        assert!(run.err.contains(&line), "{line} is not in\n{}", run.err);
    };
    said(&games, "game 2: line 9: move 2, both sides counted: \"h9g9\" is no legal move here");
    said(
        &list,
        "game 2: line 2: \"nonsense\": expected a FEN, or moves like h2e2, C2.5 or 炮二平五",
    );
    said(&readme, "no games: expected PGN, [DhtmlXQ] text, XQF, or lines of moves or FENs");
    let header =
        "byte 0x0: no XQF file: expected a header of 1024 bytes that begins with XQ, found 3 bytes";
    said(&damaged, &format!("game 1: {header}"));
    assert!(
        run.err.contains("\n4 files (1 refused): 4 games converted (3 refused)"),
        "{}",
        run.err
    );
}

#[test]
fn folders_keep_their_shape() {
    let folder = Folder::new("convert-folders");
    let gb18030 = output(
        GAME.as_bytes(),
        &["-", "--to", "pgn", "--moves", "chinese", "--encoding", "gb18030"],
    );
    assert_ne!(gb18030.stdout, GAME.as_bytes());
    folder.write("in/a/one.pgn", &gb18030.stdout);
    folder.write("in/a/one.moves", "h2e2\n");
    folder.write("in/b/two.pgn", format!("\u{feff}{GAME}"));
    folder.write("in/b/readme.txt", "Dear reader\n");
    let (from, to) = (folder.file("in"), folder.file("out/"));
    let run = run(&[&from, "--to", "pgn", "--moves", "chinese", "-o", &to]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    assert!(run.err.contains("readme.txt: skipped, no games"), "{}", run.err);
    let written = |name: &str| fs::read_to_string(folder.file(name)).unwrap();
    assert!(written("out/a/one.pgn").contains("1. 炮二平五 *"));
    assert_eq!(written("out/a/one.pgn.pgn"), GAME);
    assert_eq!(written("out/b/two.pgn"), GAME);
    assert!(fs::read_dir(folder.file("out/b")).unwrap().count() == 1, "no partial file is left");
}

#[test]
fn nonsense_is_refused() {
    let folder = Folder::new("convert-nonsense");
    let game = folder.write("game.pgn", GAME);
    for (args, code, reason) in [
        (&["--to", "pgn"][..], 2, "required"),
        (&[&game[..]][..], 2, "--to"),
        (&[&game[..], "--to", "xqf"][..], 2, "it is read, but not written"),
        (&["missing.pgn", "--to", "pgn"][..], 1, "missing.pgn"),
        (&[&game[..], "--to", "pgn", "-o", &game][..], 1, "it cannot be written"),
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{args:?}: {}", run.err);
        assert!(run.err.contains(reason), "{args:?}: {}", run.err);
    }
    assert_eq!(fs::read_to_string(&game).unwrap(), GAME);
}
