//! Tests the commands as a user or a script would run them.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut process = Command::new(env!("CARGO_BIN_EXE_chuhe-draughts"))
        .args(arguments)
        .env_remove("CHUHE_LANG")
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that needs no input may already have exited.
    let _ = process.stdin.take().unwrap().write_all(input.as_bytes());
    process.wait_with_output().unwrap()
}

fn out(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn error(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn perft_counts_for_people_and_programs() {
    let text = out(&["perft", "--depth", "3", "--divide", "--variant", "english"], "");
    assert_eq!(text.lines().count(), 8);
    assert!(text.contains("depth 3: 302 in "), "{text}");
    let fen = "W:W28,37:B23,32";
    let text = out(&["perft", fen, "--depth", "1", "--json"], "");
    let read: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(read["count"], 1);
    assert_eq!(read["moves"]["28x19x23"], 1);
    assert!(
        error(&["perft", "W:W1:B2", "--depth", "1"], "").starts_with("error: a man on square 1")
    );
    assert!(!run(&["perft", "--depth", "0"], "").status.success());
}

#[test]
fn analyze_finds_a_win() {
    let arguments = ["analyze", "W:W27,28:B22,17,7", "--depth", "6", "--json"];
    let text = out(&arguments, "");
    let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert!(last["line"][0].is_string(), "{text}");
    let moves = ["analyze", "--moves", "32-28 19-23", "--depth", "2"];
    assert!(out(&moves, "").contains("28x19"));
    assert!(out(&["analyze", "--movetime", "20ms"], "").contains("depth  1"));
    assert!(error(&["analyze", "--movetime", "soon"], "").contains("as in 500, 500ms, 5s or 2m"));
    let wrong = ["analyze", "--moves", "32-28 32-28"];
    assert_eq!(error(&wrong, ""), "error: --moves, ply 2: 32-28 is not legal here\n");
    let over = ["analyze", "B:W31:B"];
    assert_eq!(error(&over, ""), "error: nothing to search: White has won\n");
}

#[test]
fn convert_reads_and_writes_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut bytes = b"[White \"J\xfcrgen\"]\n1. 32-28 19-23 2. 28x19 *\n".to_vec();
    fs::write(path("old.pdn"), &bytes).unwrap();
    let text = out(&["convert", &path("old.pdn")], "");
    assert!(text.contains("[White \"Jürgen\"]") && text.contains("[GameType \"20\"]"), "{text}");
    assert_eq!(out(&["convert", "-"], &text), text);
    assert_eq!(out(&["convert", &path("old.pdn"), "--to", "fen"], "").lines().count(), 4);
    let hub = out(&["convert", &path("old.pdn"), "--to", "hub"], "");
    assert!(hub.lines().all(|line| line.len() == 51), "{hub}");

    let to = path("new.pdn");
    out(&["convert", &path("old.pdn"), "--out", &to], "");
    assert_eq!(fs::read_to_string(&to).unwrap(), text);
    let again = error(&["convert", &path("old.pdn"), "--to", "fen", "--out", &to], "");
    assert_eq!(again, format!("error: {to} already exists; use --replace to overwrite it\n"));
    assert_eq!(fs::read_to_string(&to).unwrap(), text);
    out(&["convert", &path("old.pdn"), "--to", "fen", "--out", &to, "--replace"], "");
    assert_ne!(fs::read_to_string(&to).unwrap(), text);

    bytes.extend(b"\n1. 32-28 32-28");
    fs::write(path("bad.pdn"), bytes).unwrap();
    let message = error(&["convert", &path("bad.pdn")], "");
    assert!(message.ends_with("game 2, line 4: ply 2: 32-28 is not legal here\n"), "{message}");
}

/// System errors are shown without their numbers, as in chuhe itself.
#[test]
fn the_system_speaks_without_its_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let none = folder.path().join("none").display().to_string();
    let below = format!("{none}/new.pdn");
    let pdn = folder.path().join("a.pdn").display().to_string();
    fs::write(&pdn, "1. 32-28 *\n").unwrap();
    let missing = "No such file or directory";
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (arguments, said) in [
        (&["convert", &none][..], format!("{none}: {missing}")),
        (&["convert", &pdn, "--out", &below], format!("cannot write {below}: {missing}")),
        (&["analyze", "--tables", &none], format!("cannot read {none}: {missing}")),
        (&["tables", "--out", &below, "--pieces", "2"], format!("cannot write {below}: {missing}")),
        (&["dxp", "--listen", &address], format!("{address}: Address already in use")),
    ] {
        assert_eq!(error(arguments, ""), format!("error: {said}\n"), "{arguments:?}");
    }
}

#[test]
fn tables_are_made_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("english.tables");
    let path = path.to_str().unwrap();
    let text = out(&["tables", "-o", path, "--pieces", "2"], "");
    assert_eq!(text, "2 pieces: 716 wins, 2370 draws, 402 losses of the side to move\n");
    assert!(error(&["tables", "--out", path], "").contains("--replace"));
    let known = ["analyze", "W:WK1:BK32", "--variant", "english", "--depth", "1", "--tables", path];
    assert!(out(&known, "").contains("depth  1  +0.00"));
    let missing = ["analyze", "--tables", "none"];
    assert!(error(&missing, "").starts_with("error: cannot read none: "));
}

#[test]
fn a_person_plays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    let name = path.to_str().unwrap();
    let play = |more: &[&str], input: &str| {
        out(&[&["play", "--depth", "2", "--level", "3"], more].concat(), input)
    };
    let input = format!(
        "32-28\nundo\n33-29\n99-1\nhint\nlegal\nmoves\nfen\nflip\nlevel 2\ndraw\nsave {name}\n\
         save {name}\nnonsense\nnew\nnew black\nmoves\nresign\n32-28\nquit\n"
    );
    let text = play(&[], &input);
    assert!(text.starts_with("International draughts, level 3.\nYou play White."), "{text}");
    for part in [
        "White plays 33-29.",
        "99-1 is not legal here",
        "No, I want to play on.",
        &format!("Saved: {name}\nSaved: {name}\n"),
        "invalid move \"nonsense\"",
        "Level 2.",
        "White wins.",
        "The game is over.",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    assert!(
        text.lines().filter(|line| !line.contains([':', '"', '-'])).all(|line| line.len() <= 40)
    );
    let saved = fs::read_to_string(&path).unwrap();
    assert!(saved.contains("1. 33-29") && saved.contains("[White \"Person\"]"), "{saved}");

    // Another game must not overwrite the file, and a game that is not saved is printed.
    let text = play(&[], &format!("31-27\nsave {name}\n"));
    assert!(text.contains("cannot write "), "{text}");
    assert!(text.ends_with(" *\n") && text.contains("1. 31-27"), "{text}");
    assert_eq!(fs::read_to_string(Path::new(name)).unwrap(), saved);

    let text = play(&["--lang", "zh", "--side", "black"], "提示\n可走\n退出\n");
    assert!(text.contains("您执黑方") && text.contains("白方走"), "{text}");
    let text = play(&["--variant", "english"], "11-15\nquit\n");
    assert!(text.contains("Black plays 11-15.") && text.contains("White plays"), "{text}");
}

#[test]
fn manual_and_completions_are_of_this_program() {
    let page = out(&["man"], "");
    assert!(
        page.contains(".TH chuhe-draughts 1") && page.contains("chuhe\\-draughts\\-perft(1)"),
        "{page}"
    );
    let page = out(&["man", "perft"], "");
    assert!(page.contains("chuhe\\-draughts\\-perft \\- Count the positions"), "{page}");
    assert!(error(&["man", "nothing"], "").contains("expected one of hub, "));
    for shell in ["bash", "zsh", "fish"] {
        let script = out(&["completions", shell], "");
        assert!(script.contains("chuhe-draughts") && script.contains("perft"), "{shell}");
    }
}
