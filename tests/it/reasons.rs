//! Tests system errors about files: each is reported once, names the file once, and contains no error number, in both
//! languages.

use std::fs;

use crate::common::command::{Folder, Run, chuhe};

/// Runs a command that must fail because of a file, and returns the message in each language.
fn errors(words: &[&str], path: &str) -> [String; 2] {
    ["en", "zh"].map(|language| {
        let words = [&["--lang", language], words].concat();
        let run = Run::from(chuhe(&words).output().unwrap());
        assert_ne!(run.code, 0, "{words:?}");
        let text = run.out + &run.err;
        assert!(!text.contains("os error"), "{words:?}: {text}");
        assert_eq!(text.matches(path).count(), 1, "{words:?}: {text}");
        text
    })
}

#[test]
fn games_of_international_chess_are_refused_by_every_command() {
    let folder = Folder::new("reasons-chess");
    let chess = "[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n";
    let game = &folder.write("chess.pgn", chess)[..];
    let (moves, out) =
        (&folder.write("chess.moves", "e2e4 e7e5 g1f3\n")[..], &folder.file("new")[..]);
    for input in [game, moves] {
        for words in [
            &["convert", input, "--to", "pgn"][..],
            &["annotate", input, "--depth", "1"],
            &["analyze", input, "--depth", "1"],
            &["judge", input],
            &["puzzles", input, "--nodes", "1000"],
            &["board", input],
            &["book", "make", input, "-o", out],
            &["db", "import", out, input],
        ] {
            let run = Run::from(chuhe(&[&["--lang", "en"], words].concat()).output().unwrap());
            assert!(matches!(run.code, 1..=3), "{words:?}: {}", run.code);
            let said = "line 1: this is a game of international chess, not of xiangqi";
            assert!(run.err.contains(said), "{words:?}: {}", run.err);
            assert!(!run.out.contains("E3-E4"), "{words:?}: {}", run.out);
        }
    }
}

#[test]
fn a_file_that_is_missing_is_named_once() {
    let folder = Folder::new("reasons-missing");
    let (missing, out) = (&folder.file("missing.pgn")[..], &folder.file("new")[..]);
    let openings = format!("file={missing}");
    for words in [
        &["board", missing][..],
        &["analyze", missing, "--depth", "1"],
        &["annotate", missing],
        &["convert", missing, "--to", "pgn"],
        &["puzzles", missing],
        &["judge", missing],
        &["play", "--load", missing],
        &["play", "--puzzles", missing],
        &["book", "make", missing, "-o", out],
        &["book", "show", "--book", missing],
        &["book", "check", missing, "-o", out],
        &["book", "convert", missing, "-o", out],
        &["book", "merge", missing, "-o", out],
        &["net", "show", missing],
        &["net", "convert", missing, "-o", out],
        &["tables", "info", "--folder", missing],
        &["db", "info", missing],
        &["match", missing],
        &[
            "match",
            "--engine",
            "cmd=a",
            "--engine",
            "cmd=b",
            "--each",
            "nodes=1",
            "--openings",
            &openings,
        ],
        &["match", "--engine", &format!("cmd={missing}"), "--engine", "cmd=b", "--each", "nodes=1"],
        &["datagen", "--games", "1", "-o", out, "--openings", missing],
        &["train", missing, "data", "-o", out],
        &["tune", missing, "-o", out],
        &["check-engine", &format!("cmd={missing}")],
        &["analyze", "--depth", "1", "--option", &format!("EvalFile={missing}")],
    ] {
        let [english, chinese] = errors(words, missing);
        assert!(english.contains("No such file or directory"), "{words:?}: {english}");
        assert!(!chinese.contains("No such file"), "{words:?}: {chinese}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is created");
}

#[test]
fn a_folder_is_no_file_and_a_file_no_folder() {
    let folder = Folder::new("reasons-folder");
    folder.write("in/file", "text");
    let (inside, file) = (&folder.file("in")[..], &folder.file("in/file")[..]);
    let in_file = format!("{file}/");
    for words in [
        &["board", inside][..],
        &["play", "--load", inside],
        &["play", "--save", inside],
        &["play", "--puzzles", inside],
        &["net", "show", inside],
        &["match", inside],
        &["datagen", "--games", "1", "-o", "out", "--openings", inside],
        &["board", "--svg", inside],
    ] {
        let [english, chinese] = errors(words, inside);
        assert!(english.contains("it is a folder, not a file"), "{words:?}: {english}");
        assert!(chinese.contains("这是文件夹，不是文件"), "{words:?}: {chinese}");
    }
    for words in [
        &["datagen", "--games", "1", "-o", file][..],
        &["man", "-o", file],
        &["tables", "gen", "KRK", "--folder", file],
        &["tables", "info", "--folder", file],
        &["analyze", "--depth", "1", "--option", &format!("TablePath={file}")],
        &["annotate", &folder.write("game.pgn", "1. h2e2 *"), "--to", "pgn", "-o", &in_file],
        &["convert", &folder.file("game.pgn"), "--to", "xqf", "-o", &in_file],
        &["serve", "--port", "0", "--data", file],
        &["serve", "--port", "0", "--data", &folder.file("data"), "--watch", file],
    ] {
        let [english, chinese] = errors(words, file);
        assert!(english.contains("it is a file, not a folder"), "{words:?}: {english}");
        assert!(chinese.contains("这是文件，不是文件夹"), "{words:?}: {chinese}");
    }
    let empty = &folder.file("empty")[..];
    fs::create_dir(empty).unwrap();
    let (settings, out) = (&folder.write("settings.toml", "")[..], &folder.file("out")[..]);
    for words in [&["tune", empty, "-o", out][..], &["train", settings, empty, "-o", out]] {
        let [english, chinese] = errors(words, empty);
        assert!(english.contains("no files of self-play games in this folder"), "{english}");
        assert!(chinese.contains("文件夹中没有自对弈对局文件"), "{chinese}");
    }
    let garbage = folder.write("garbage.json", b"\xff\xfe\xfd");
    let [english, chinese] = errors(&["play", "--puzzles", &garbage], &garbage);
    assert!(english.contains("it is not UTF-8 text"), "{english}");
    assert!(chinese.contains("不是 UTF-8 文本"), "{chinese}");
}

/// Reports the system's reason why a file cannot be created, even though a temporary file is created first.
#[test]
#[cfg(target_os = "linux")]
fn errors_contain_the_reason_of_the_system() {
    for words in [&["board", "--svg", "/proc/x.svg"][..], &["play", "--save", "/proc/x.svg"]] {
        let [english, _] = errors(words, "/proc/x.svg");
        assert!(english.ends_with("/proc/x.svg: No such file or directory\n"), "{english}");
    }
}
