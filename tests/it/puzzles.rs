//! Tests `chuhe puzzles`: puzzles from games, in each format, and solving them in `play`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Command;

use serde_json::Value;

use crate::common::command::{Folder, Run, chuhe, feed, start};

/// An even game in which Black leaves a rook en prise, and one in which Red walks into a mate.
const GAMES: &str = r#"[Event "Cup"]
[Red "Li"]
[Black "Hu"]
[FEN "2bakab2/4n4/9/8p/r8/9/8P/1R4N2/9/2BAKAB2 b - - 0 1"]

1... a5b5 2. b2b5 *

[Red "Xu"]
[FEN "4k4/7R1/9/9/r8/9/8R/3p1N3/9/3K5 w - - 0 1"]

1. h8g8 a5a0 0-1

"#;

fn puzzles(folder: &Folder, games: &str, args: &[&str]) -> Run {
    folder.write("games.pgn", games);
    let mut command = chuhe(&[&["puzzles", "games.pgn", "--nodes", "20k"], args].concat());
    command.current_dir(folder.path());
    feed(command, "").into()
}

#[test]
fn blunders_become_puzzles_with_a_unique_answer() {
    let folder = Folder::new("puzzles-json");
    let run = puzzles(&folder, GAMES, &["-o", "all.json", "--jobs", "2"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", "2 puzzles from 2 games\n"));
    let set: Value =
        serde_json::from_str(&fs::read_to_string(folder.file("all.json")).unwrap()).unwrap();
    assert_eq!(set["form"], "chuhe-puzzles-1");
    let [rook, mate] = &set["puzzles"].as_array().unwrap()[..] else { panic!("{set}") };
    assert_eq!(
        (&rook["task"], &rook["solution"][0]["move"]),
        (&"win a rook".into(), &"b2b5".into())
    );
    assert_eq!((&rook["side"], &rook["blunder"]), (&"red".into(), &"a5b5".into()));
    assert_eq!(rook["solution"][0]["chinese"], "车八进三");
    let source = &rook["source"];
    assert_eq!(
        (&source["game"], &source["ply"], &source["red"], &source["event"]),
        (&1.into(), &1.into(), &"Li".into(), &"Cup".into())
    );
    assert_eq!(
        (&mate["task"], &mate["solution"][0]["move"]),
        (&"mate in 1".into(), &"a5a0".into())
    );
    assert_eq!(mate["themes"], serde_json::json!(["check"]));
    assert_eq!((&mate["source"]["red"], &mate["source"]["black"]), (&"Xu".into(), &Value::Null));

    // The number of jobs does not affect the result.
    puzzles(&folder, GAMES, &["-o", "one.json", "--jobs", "1"]);
    let [all, one] = ["all.json", "one.json"].map(|name| fs::read(folder.file(name)).unwrap());
    assert_eq!(all, one);
}

#[test]
fn puzzles_are_text_and_a_page_too() {
    let folder = Folder::new("puzzles-forms");
    let run = puzzles(&folder, GAMES, &["--notation", "chinese"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("1. red to move, win a rook, level 1 of 5\n"), "{}", run.out);
    for text in [
        "\n   solution 车八进三; ",
        "\n   from Li – Hu, Cup; games.pgn, game 1, ply 1\n",
        "mate in 1",
    ] {
        assert!(run.out.contains(text), "{text}: {}", run.out);
    }
    let run = puzzles(&folder, GAMES, &["-o", "all.html"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    let page = fs::read_to_string(folder.file("all.html")).unwrap();
    assert!(page.starts_with("<!doctype html>"));
    assert!(page.split("{{").skip(1).all(|rest| rest.starts_with(' ')), "a slot is left");
    assert!(page.contains("chuhe-puzzles-1") && page.contains("disc-R"));
    assert!(!page.contains("http://") && !page.contains("https://"), "the page loads nothing");
    let refused = puzzles(&folder, GAMES, &["-o", "all.xyz"]);
    assert!(
        refused.code == 2 && refused.err.contains(".html, .htm, or use --to"),
        "{}",
        refused.err
    );
}

#[test]
fn puzzles_are_in_chinese() {
    let folder = Folder::new("puzzles-chinese");
    let broken = format!("[Red \"a\"]\n\n1. h2e2 xyzzy *\n\n{GAMES}");
    let run = puzzles(&folder, &broken, &["--lang", "zh", "--notation", "chinese"]);
    assert!(run.out.starts_with("1. 红先，得车，难度 1/5"), "{}", run.out);
    for text in
        ["\n   答案 车八进三；分值 ", "\n   选自 Li – Hu、Cup；games.pgn 第 2 局第 1 着后\n"]
    {
        assert!(run.out.contains(text), "{text}: {}", run.out);
    }
    assert!(run.err.contains("games.pgn：第 1 局："), "{}", run.err);
    assert!(run.err.ends_with("由 3 局棋得到习题 2 道（1 处不可用）\n"), "{}", run.err);
    // JSON is the same in every language; a page opens in the language of the command.
    let [chinese, english] = ["zh", "en"]
        .map(|language| puzzles(&folder, GAMES, &["--lang", language, "--to", "json"]).out);
    assert_eq!(chinese, english);
    let page = puzzles(&folder, GAMES, &["--lang", "zh", "--to", "html"]).out;
    assert!(page.contains("<html lang=\"zh-CN\">"));
}

#[test]
fn broken_games_are_reported_and_the_others_used() {
    let folder = Folder::new("puzzles-broken");
    let games = format!("[Red \"a\"]\n\n1. h2e2 xyzzy *\n\n{GAMES}");
    let run = puzzles(&folder, &games, &["--to", "json"]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.err.contains("games.pgn: game 1: "), "{}", run.err);
    assert!(run.err.ends_with("2 puzzles from 3 games (1 refused)\n"), "{}", run.err);
    let set: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(set["puzzles"][0]["source"]["game"], 2);
}

#[test]
fn puzzles_are_solved_in_play() {
    let folder = Folder::new("puzzles-play");
    puzzles(&folder, GAMES, &["-o", "all.json"]);
    let play = |file: &str, script: &str| -> Run {
        let mut command = chuhe(&["play", "--pieces", "letters", "--puzzles", file]);
        command.current_dir(folder.path());
        feed(command, script).into()
    };
    let run = play("all.json", "b2b3\ndraw\nb2b5\nb5b6\nnext\nhint\nsolution\na5a0\nnext\nquit\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    let mut rest = &run.out[..];
    for text in [
        "Puzzle 1 of 2: red to move, win a rook, level 1 of 5\n  from Li – Hu, Cup; games.pgn, game 1, ply 1\n",
        "wrong move: try again",
        "not possible in a puzzle",
        "2. b2b5\nsolved!",
        "this puzzle is solved",
        "Puzzle 2 of 2: black to move, mate in 1",
        "hint: move the rook on a5",
        "solution: a5a0",
        "That was the last one\n2 of 2 puzzles solved, 1 of them without help",
        "2 of 2 puzzles solved",
    ] {
        let at =
            rest.find(text).unwrap_or_else(|| panic!("no {text:?} in\n{rest}\nof\n{}", run.out));
        rest = &rest[at + text.len()..];
    }
    let none = play("games.pgn", "");
    assert!(
        none.code == 1 && none.err.contains("does not contain puzzles written by"),
        "{}",
        none.err
    );
}

#[test]
fn interrupted_searches_write_the_puzzles_found() {
    let folder = Folder::new("puzzles-interrupted");
    // The report of the broken first game shows that the program already listens for Ctrl-C.
    folder.write("games.pgn", format!("1. h2e2 xyzzy *\n\n{}", GAMES.repeat(2000)));
    let args = ["puzzles", "games.pgn", "--nodes", "1000000", "--jobs", "1", "-o", "all.json"];
    let mut command = chuhe(&args);
    command.current_dir(folder.path());
    let mut child = start(command);
    let mut told = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(told.next().unwrap().contains("game 1"));
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let summary = told.last().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{summary}");
    assert!(summary.contains(" from ") && !summary.contains("4000 games"), "{summary}");
    let text = fs::read_to_string(folder.file("all.json")).unwrap();
    let set: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(set["form"], "chuhe-puzzles-1");
}

#[test]
fn every_field_is_described() {
    let folder = Folder::new("puzzles-fields");
    let run = puzzles(&folder, GAMES, &["--to", "json"]);
    let set: Value = serde_json::from_str(&run.out).unwrap();
    let page = include_str!("../../docs/reference/puzzles.md");
    let parts = [&set, &set["puzzles"][0], &set["puzzles"][0]["source"]];
    for key in parts.iter().flat_map(|part| part.as_object().unwrap().keys()) {
        assert!(page.contains(&format!("`{key}`")), "{key}");
    }
}
