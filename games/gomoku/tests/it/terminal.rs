//! Tests games in the terminal, and the other commands.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_chuhe-gomoku"))
        .args(arguments)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Programs that reject their command line do not read their input.
    drop(program.stdin.take().unwrap().write_all(input.as_bytes()));
    program.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

const PLAY: [&str; 7] = ["play", "--hash", "1", "--time", "20", "--level", "low"];

#[test]
fn a_game_in_english() {
    let played = run(
        &PLAY,
        "help\nh8\nh8\nz9\nfly\nhint\nlevel high\nlevel x\nmoves\nundo\nundo\nresign\nh8\nnew white\nquit\n",
    );
    assert!(played.status.success());
    let text = out(&played);
    for said in [
        "You play Black (x).",
        "place a stone",
        "White: ",
        "That point is taken.",
        "z9 is not on the board.",
        "Neither a point nor a command.",
        "Hint: ",
        "Level: high",
        "Levels: low, middle, high, full",
        "1. h8 ",
        "You have no move to take back.",
        "You have lost.",
        "The game is over: new, undo or quit?",
        "You play White (o).",
        "Black: h8",
    ] {
        assert!(text.contains(said), "{said:?} is missing in {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
}

#[test]
fn a_game_in_chinese_and_the_end_of_input() {
    let mut arguments = PLAY.to_vec();
    arguments.extend(["--lang", "zh-CN", "--rule", "renju", "--size", "20"]);
    let played = run(&arguments, "h8\n悔棋\n级别 中\n认输\n");
    assert!(played.status.success());
    let text = out(&played);
    for said in ["你执黑方", "连珠", "白方:", "级别:中", "你输了。"] {
        assert!(text.contains(said), "{said} is missing in {text}");
    }
}

#[test]
fn victories_are_solved_on_the_command_line() {
    let board = ".......\n.......\n..xxx..\n..o.o..\n...o...\n.......\n.......\n";
    let found = run(&["solve", "--board", "-", "--to-move", "black"], board);
    assert_eq!(found.status.code(), Some(0));
    assert!(out(&found).starts_with("fours: "), "{}", out(&found));
    let none = run(&["solve", "--fours", "h8", "i9"], "");
    assert_eq!(none.status.code(), Some(4));
    assert_eq!(out(&none), "no victory by continuous fours\n");
}

#[test]
fn an_analysis_ends_with_the_best_move() {
    let shown = run(&["analyze", "--depth", "3", "--hash", "1", "h8", "i9"], "");
    assert!(shown.status.success());
    let text = out(&shown);
    assert!(
        text.contains("depth  3") && text.lines().last().unwrap().starts_with("best: "),
        "{text}"
    );
}

#[test]
fn mistakes_are_reported_on_stderr() {
    for (arguments, reason) in [
        (&["solve", "h8", "h8"][..], "move 2, h8: the point is taken"),
        (&["solve", "h99"], "move 1: h99 is not on the board"),
        (&["analyze", "--board", "no-such-file"], "no-such-file: No such file or directory\n"),
        (&["analyze", "--board", "."], ".: it is a folder, not a file\n"),
        (&["solve", "--size", "3"], "must have 5 to 22 points"),
        (&["play", "--rule", "caro"], "expected freestyle, standard or renju"),
        (&["solve", "--to-move", "black"], "--board"),
        (&["play", "--time", "0"], "0 is not in 1..="),
    ] {
        let refused = run(arguments, "");
        assert!(!refused.status.success());
        let error = String::from_utf8(refused.stderr).unwrap();
        assert!(error.contains(reason), "{arguments:?}: {error}");
        assert!(refused.stdout.is_empty());
    }
}
