//! Tests `chuhe judge` with files: every format and encoding, several files at once, and broken games.

use serde_json::Value;

use crate::common::command::{Folder, Run, chuhe, feed};
use crate::xqf_file::XqfFile;
use chuhe_engine::board::Position;
use chuhe_formats::encoding::Encoding;
use chuhe_formats::{Game, dhtmlxq};

/// A position with mate in one.
const MATE: &str = "3k5/8R/9/9/9/9/9/9/R8/4K4 w";

fn judge(args: &[&str]) -> Run {
    chuhe(&[&["judge"], args].concat()).output().unwrap().into()
}

fn mate() -> Game {
    let mut game = Game::new(Position::from_fen(MATE).unwrap());
    game.set_tag("Red", "某甲");
    game.line.push("a1a9".parse().unwrap());
    game
}

#[test]
fn files_of_every_format_and_encoding_are_judged() {
    let folder = Folder::new("judge-formats");
    let text = format!("[Red \"某甲\"]\n[FEN \"{MATE}\"]\n\n1. 车九进八 1-0\n");
    let utf16: Vec<u8> =
        format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let files = [
        folder.write("a.pgn", &text),
        folder.write("b.pgn", Encoding::Gb18030.encode(&text)),
        folder.write("c.txt", utf16),
        folder.write("d.xqf", XqfFile::new(&mate(), 0x12).bytes()),
        folder.write("e.txt", Encoding::Gb18030.encode(&dhtmlxq::write(&mate()).0)),
        folder.write("f.txt", format!("{MATE}\n车九进八\n")),
    ];
    let verdict = "black_loses by checkmate: ";
    for file in &files {
        let text = judge(&[file]).quiet(&[file]);
        assert!(text.starts_with(verdict), "{file}: {text}");
        let red = if file.ends_with("f.txt") { "?" } else { "某甲" };
        assert!(
            text.contains(&format!("\n  game 1: {red} - ?, 1 ply; recorded result: ")),
            "{text}"
        );
    }
    let folder_path = folder.path().to_str().unwrap();
    let together = judge(&[folder_path]).quiet(&[folder_path]);
    assert_eq!(together.matches(verdict).count(), files.len());
    assert!(together.contains(&format!("\n  {}, game 1: 某甲 - ?", files[3])), "{together}");
    let typed = feed(chuhe(&["judge", "-", "--from", "moves"]), format!("{MATE} a1a9\n"));
    assert!(Run::from(typed).out.starts_with(verdict));
}

#[test]
fn the_report_on_a_long_shuffle_is_short() {
    let moves = "h0g2 h9g7 g2h0 g7h9 ".repeat(400);
    for words in [&["--moves", &moves][..], &["--from", "moves", "-"]] {
        let run = Run::from(feed(chuhe(&[&["judge"], words].concat()), &moves));
        assert_eq!(run.code, 0, "{}", run.err);
        let lines: Vec<&str> = run.out.lines().collect();
        assert!(lines.len() < 100 && lines.iter().all(|line| line.len() < 500), "{}", run.out);
        let is_cut = run.out.ends_with("; --json lists all\n");
        assert_eq!(is_cut, words[0] == "--from", "{}", run.out);
    }
}

#[test]
fn a_broken_game_does_not_end_the_run() {
    let folder = Folder::new("judge-broken");
    let broken = folder.write("a.pgn", "1. h2e2 h9g7 2. e2e7 1-0\n\n1. e0e9 *\n\n1. c3c4 *\n");
    let list = folder.write("b.txt", format!("{MATE} a1a9\n"));
    let none = folder.write("c.txt", "Dear reader\n");
    let run = judge(&[&broken, &none, &list]);
    assert_eq!(run.code, 3);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("ongoing: "), "{}", run.out);
    let moves = "? - ?, 2 plies before the error; recorded result: 1-0";
    assert_eq!(lines[1], format!("  {broken}, game 1: {moves}"));
    assert_eq!(lines[3], format!("  {broken}, game 3: ? - ?, 1 ply; recorded result: *"));
    assert!(lines[4].starts_with("black_loses by checkmate"), "{}", run.out);
    let expected = format!(
        "{broken}: game 1: line 1: ply 3: \"e2e7\" is not a legal move here; \
         read up to move 2\n\
         {broken}: game 2: line 3: ply 1: \"e0e9\" is not a legal move here\n\
         {none}: no games: expected PGN, [DhtmlXQ] text, XQF, CBR, CBL, CBF, WXF, PFC, QQ (CHE), or lines of moves or FENs\n\
         3 files (1 refused): 3 games judged (1 broken, 1 refused)\n"
    );
    assert_eq!(run.err, expected);
    let run = judge(&[&broken, "--json"]);
    let reports: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((run.code, reports.len()), (3, 2));
    assert_eq!((&reports[0]["source"], &reports[1]["game"]), (&broken.as_str().into(), &3.into()));
    let told = reports[0]["broken"].as_str().unwrap();
    assert!(told.ends_with("; read up to move 2") && reports[1]["broken"].is_null(), "{told}");
}

#[test]
fn nothing_to_judge_is_an_error() {
    let folder = Folder::new("judge-empty");
    let readme = folder.write("sub/readme.txt", "Dear reader\n");
    for file in ["-", &folder.write("empty.pgn", ""), &readme] {
        let run = judge(&[file]);
        assert_eq!((run.code, run.out.as_str()), (3, ""), "{file}: {}", run.err);
        assert!(run.err.starts_with(&format!("{file}: no games: expected ")), "{}", run.err);
        assert!(run.err.ends_with("\n1 file (1 refused): 0 games judged\n"), "{}", run.err);
    }
}

#[test]
fn files_are_judged_in_chinese_and_reported_in_english() {
    let folder = Folder::new("judge-chinese");
    let broken = folder.write("broken.pgn", "[Red \"甲\"]\n\n1. h2e2 h9g7 2. e0e9 *\n");
    let run = |words: &[&str]| {
        let words = [&["--lang", "zh", "judge", &broken], words].concat();
        Run::from(chuhe(&words).output().unwrap())
    };
    let told = run(&[]);
    assert_eq!(
        told.out,
        "未分胜负：轮到红方走，未吃子已计 2 步\n  第 1 局：甲 - ?，出错前 2 步，记录的结果为 *\n"
    );
    assert!(told.err.ends_with("1 个文件：已裁决 1 局（1 局不完整）\n"), "{}", told.err);
    let json = run(&["--json"]).out;
    assert!(json.contains("\"broken\":\"line 3: ply 3"), "{json}");
    assert!(json.contains("\"text\":\"ongoing: red to move"), "{json}");
}
