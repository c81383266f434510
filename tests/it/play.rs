//! Tests `chuhe play`: games against the engine, line by line.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::command::{Folder, Run, chuhe, feed, start};

/// Red mates with b1b9 or b1d1; Black can move only the pawn.
const ENDING: &str = "3k5/8R/9/p8/9/9/9/9/1R7/4K4 w - - 0 1";

fn play(args: &[&str]) -> Command {
    chuhe(&[&["play", "--nodes", "2000", "--pieces", "letters"], args].concat())
}

fn run(args: &[&str], script: &str) -> Run {
    feed(play(args), script).into()
}

/// The output of a game that runs without errors.
fn output(args: &[&str], script: &str) -> String {
    let run = run(args, script);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?} {script}\n{}", run.out);
    run.out
}

/// Checks that the texts appear in this order.
#[track_caller]
fn assert_in_order(out: &str, texts: &[&str]) {
    let mut rest = out;
    for text in texts {
        let at = rest.find(text).unwrap_or_else(|| panic!("no {text:?} in\n{rest}\nof\n{out}"));
        rest = &rest[at + text.len()..];
    }
}

#[test]
fn a_game_is_played_in_chinese() {
    let folder = Folder::new("play-chinese");
    let saved = folder.file("game.pgn");
    let script = format!("提示\n车八进一\n走\n悔棋\n车八进八\n保存 {saved}\n退出\n");
    let out = output(&["--lang", "zh", "--notation", "chinese", ENDING], &script);
    assert_in_order(
        &out,
        &[
            "你执红方，对手是楚河，20 级（最高 20 级，用 `级别 N` 更改）。输入 `帮助` 查看全部命令。\n",
            "提示：走八路车\n",
            "1. 车八进一\n",
            "楚河：1... 卒１进１\n",
            "\"走\" 既不是着法",
            "已悔 2 着\n",
            "1. 车八进八，将军\n",
            "红胜，将死：黑方被将军，无着可应\n",
            "已存入 ",
        ],
    );
    // Files do not depend on the language.
    let record = fs::read_to_string(saved).unwrap();
    for tag in ["[Event \"Casual game\"]", "[Red \"Person\"]", "[Termination \"checkmate\"]"] {
        assert!(record.contains(tag), "{tag}: {record}");
    }
    assert!(record.contains(" level 20\"]"), "{record}");
    let refused = run(&["--lang", "zh", "--clock", "x"], "");
    assert!(refused.code == 2 && refused.err.contains("应为每方的用时"), "{}", refused.err);
}

#[test]
fn a_game_is_played_to_mate_in_three_notations() {
    let out = output(&[ENDING], "b1b2\nR8+2\n车八进五\nfen\nquit\nquit\n");
    assert_in_order(
        &out,
        &[
            "You play red against chuhe, level 20",
            "\n 1  . R . . . . . . .\n",
            "1. b1b2\n",
            "chuhe: 1... a6a5\n",
            "\n 5 [p]. . . . . . . .\n",
            "2. b2b4\n",
            "chuhe: 2... a5a4\n",
            "3. b4b9, check\n",
            "Red wins by checkmate: black is in check and has no legal move\n",
            "1R1k5/8R/9/9/9/p8/9/9/9/4K4 b - - 5 3\n",
            "the game is not saved",
        ],
    );
    assert!(!out.contains('\x1b'), "no colours into a pipe");
    let over = output(&[ENDING], "b1b9\nb9b8\nhint\nresign\n");
    assert_eq!(over.matches("the game is over; use `new`").count(), 3, "{over}");
}

#[test]
fn mistakes_cost_nothing() {
    let script = "b1c2\n炮二平五\nxyzzy\nd9d8\nundo\nlevel 77\nload\nundo it\nsave\nfen\n";
    assert_in_order(
        &output(&[ENDING], script),
        &[
            "illegal move b1c2: the red rook on b1 cannot go there\n",
            "illegal move 炮二平五: no legal move is written this way\n",
            "\"xyzzy\" is neither a move such as h2e2, C2.5 or 炮二平五 nor a command",
            "illegal move d9d8: it is red's turn, but a black king stands on d9\n",
            "you have not moved yet\n",
            "expected a level from 0 to 20",
            "expected a file",
            "takes no argument",
            "no file name",
            ENDING,
        ],
    );
}

#[test]
fn moves_are_taken_back_and_hints_given() {
    let out =
        output(&[ENDING, "--level", "0"], "提示\nhint\nhint\nhint\nb1b2\n悔棋\nfen\nb1b3\nmoves\n");
    assert_in_order(
        &out,
        &[
            "level 0 of 20",
            "hint: move the rook on b1\n",
            "hint: move the rook on b1 to ",
            "hint: b1",
            "; mate in 1\n",
            "; mate in 1\n",
            "1. b1b2\n",
            "2 moves taken back\n",
            ENDING,
            "  1. b1b3  a6a5\n",
        ],
    );
    let out = output(&[ENDING], "b1b9\nundo\nmoves\n");
    assert_in_order(&out, &["Red wins", "1 move taken back; the game continues", "no moves yet"]);
}

#[test]
fn saved_games_can_be_continued() {
    let folder = Folder::new("play-files");
    let [once, always] = ["once.pgn", "always.pgn"].map(|name| folder.file(name));
    let out = output(&[ENDING, "--notation", "chinese"], &format!("b1b2\n保存 {once}\nquit\n"));
    assert_in_order(&out, &["1. 车八进一", "chuhe: 1... 卒１进１", "saved in"]);
    let record = fs::read_to_string(&once).unwrap();
    assert_in_order(&record, &["[Red \"Person\"]", "[Black \"chuhe ", "level 20\"]", "车八进一"]);

    // A game loaded and saved without a move is unchanged, and the player has Red.
    let script = format!("moves\nsave {always}\n");
    let out = output(&["--load", &once, "--notation", "chinese"], &script);
    assert_in_order(&out, &["You play red", "1. 车八进一  卒１进１"]);
    assert_eq!(fs::read_to_string(&always).unwrap(), record);

    // Every move is saved.
    let out = output(&["--load", &always, "--save", &always], "b2b9\nquit\n");
    assert!(!out.contains("not saved"), "{out}");
    let record = fs::read_to_string(&always).unwrap();
    assert_in_order(&record, &["[Result \"1-0\"]", "[Termination \"checkmate\"]", "2. B2-B9 1-0"]);
    let out = output(&["--load", &always], "undo\nmoves\n");
    assert_in_order(&out, &["Red wins by checkmate", "1 move taken back", "b1b2  a6a5\n"]);
}

/// A broken game can be continued from the error, and its file is not overwritten.
#[test]
fn a_broken_game_is_loaded_up_to_the_break() {
    let folder = Folder::new("play-broken");
    let text = format!("[FEN \"{ENDING}\"]\n\n1. B1-B2 A6-A5 2. B2-Z9 A5-A4 1-0\n");
    let broken = folder.write("broken.pgn", &text);
    let loaded = run(&["--load", &broken], "moves\nsave\n");
    assert_eq!(loaded.code, 0, "{}", loaded.err);
    let reason = "broken.pgn: line 3: ply 3: ";
    assert!(loaded.err.contains(reason), "{}", loaded.err);
    assert_in_order(&loaded.out, &["1. b1b2  a6a5\n", "no file name"]);
    let out = output(&[ENDING], &format!("load {broken}\nb2b9\n"));
    assert_in_order(&out, &["2 plies from ", "line 3: ply 3", "Red wins by checkmate"]);
    let refused = run(&["--load", &broken, "--save", &broken], "");
    assert!(refused.code == 2 && refused.err.contains("already exists"), "{}", refused.err);
    assert_eq!(fs::read_to_string(&broken).unwrap(), text);
    let nothing = folder.write("nothing.txt", "of all this\n");
    let refused = run(&["--load", &nothing], "");
    assert!(refused.code == 1 && refused.err.contains("no games: expected"), "{}", refused.err);
}

#[test]
fn files_are_not_overwritten_and_failures_are_reported() {
    let folder = Folder::new("play-refused");
    let taken = folder.file("taken.pgn");
    fs::write(&taken, "mine").unwrap();
    let refused = run(&["--save", &taken], "");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("already exists"), "{}", refused.err);
    let out = output(&[ENDING], &format!("b1b2\nsave {taken}\n"));
    assert!(out.contains("already exists; choose another name"), "{out}");
    assert_eq!(fs::read_to_string(&taken).unwrap(), "mine");
    let nowhere = folder.file("no/such/folder/game.pgn");
    let failed = run(&[ENDING, "--save", &nowhere], "b1b9\nquit\nquit\n");
    assert_eq!((failed.code, failed.out.as_str()), (1, ""), "the error precedes the game");
    assert!(failed.err.contains("no such folder:"), "{}", failed.err);
    let failed = run(&[ENDING], &format!("b1b9\nsave {nowhere}\nquit\nquit\n"));
    assert_eq!(failed.code, 1);
    assert_in_order(
        &failed.out,
        &["Red wins", "cannot save the game: ", "quit again to discard it"],
    );
    let missing = run(&["--load", &nowhere], "");
    assert!(missing.code == 1 && missing.err.contains("game.pgn"), "{}", missing.err);
}

#[test]
fn games_end_by_resignation_and_agreement() {
    let out = output(&[ENDING], "认输\nnew black\n");
    assert_in_order(&out, &["Black wins: red resigned", "the game is not saved"]);
    let out = output(&[ENDING], "resign\nnew black\nnew black\nfen\n");
    assert_in_order(&out, &["resigned", "not saved", "a new game; you play black", "chuhe: 1. "]);
    // Red can mate, so the engine, as Black, accepts a draw.
    assert_in_order(&output(&[ENDING], "求和\n"), &["A draw by agreement"]);
    let lost = "3k5/9/9/9/9/r8/9/9/r8/4K4 w";
    assert_in_order(&output(&[lost], "draw\n"), &["chuhe declines the draw"]);
}

/// Red mates with b1b9; if the rook leaves the eighth rank, Black mates with g5g0.
const DANGER: &str = "3k5/8R/9/9/6r2/9/9/9/1R5r1/4K4 w - - 0 1";

#[test]
fn the_coach_evaluates_and_asks_before_a_blunder() {
    let question = "i8i7 allows mate in 1: g5g0. Play it anyway? y/n\n";
    let out = output(&[DANGER, "--coach"], "y\ni8i7\nn\nfen\ni8i7\ny\n");
    assert_in_order(
        &out,
        &[
            "The coach is on.",
            "red [####################] black, red mates in 1; best b1b9\n",
            "there is no question to answer\n",
            question,
            "cancelled\n",
            DANGER,
            question,
            "1. i8i7\n",
            "chuhe: 1... g5g0, check\n",
            "Black wins",
            "`review game.html` writes the annotated game",
        ],
    );
    // Another move withdraws the question, repeating the move confirms it, and the best move is never questioned.
    let out = output(&[DANGER], "coach\ni8i7\nb1b9\nundo\ni8i7\ni8i7\n");
    assert_in_order(&out, &["coach on", question, "1. b1b9", question, "1. i8i7\n"]);
    let out = output(&[DANGER, "--coach"], "coach off\ni8i7\n");
    assert!(!out.contains("y/n") && out.contains("Black wins"), "{out}");
}

#[test]
fn the_best_line_is_shown_on_request() {
    let out = output(&[ENDING], "评估\nbest\n");
    assert_eq!(out.matches("red mates in 1; best b1").count(), 2, "{out}");
}

#[test]
fn an_annotated_page_is_written_after_the_game() {
    let folder = Folder::new("play-review");
    let page = folder.file("game.html");
    let script = format!("review {page}\nb1b9\nreview game.pgn\n复盘 {page}\nreview {page}\n");
    assert_in_order(
        &output(&[ENDING], &script),
        &[
            "nothing to review",
            "Red wins",
            "game.pgn: the file name must end in .html",
            "writing the page",
            "the annotated game is in ",
            "already exists; choose another name",
        ],
    );
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!doctype html>") && html.contains("b1b9"));
}

#[test]
fn a_game_without_a_level_is_gentle() {
    let first_line = |args: &[&str]| {
        let run: Run = feed(chuhe(&[&["play", "--pieces", "letters"], args].concat()), "").into();
        run.quiet(args).lines().next().unwrap().to_owned()
    };
    let gentle = first_line(&[]);
    assert!(gentle.contains("level 5 of 20 (`level N` changes it)"), "{gentle}");
    for (args, strength) in [
        (&["--movetime", "50"][..], "level 20 of"),
        (&["--level", "7"], "level 7 of"),
        (&["--option", "Skill Level=9"], "level 9 of"),
        (&["--elo", "900"], "rating 900 (`elo N` changes it)"),
    ] {
        let line = first_line(args);
        assert!(line.contains(strength), "{args:?}: {line}");
    }
}

#[test]
fn a_draw_is_not_to_be_had_in_the_opening() {
    let out = output(&["--side", "black"], "draw\n");
    assert_in_order(&out, &["chuhe: 1. ", "chuhe declines the draw"]);
    // In a level position, the engine accepts a draw after 40 plies without a capture, but not after 10.
    let rooks = |quiet: u32| format!("3akab1r/9/4b4/9/9/9/9/4B4/9/R2AKAB2 w - - {quiet} 40");
    assert_in_order(&output(&[&rooks(10)], "draw\n"), &["chuhe declines the draw"]);
    assert_in_order(&output(&[&rooks(40)], "draw\n"), &["A draw by agreement"]);
}

#[test]
fn the_engine_begins_with_the_other_side() {
    let out = output(&["--side", "black", "--elo", "700"], "moves\n");
    assert_in_order(&out, &["You play black against chuhe, rating 700", "chuhe: 1. ", "\n  1. "]);
    assert!(out.contains("    i h g f e d c b a\n"), "Black at the bottom: {out}");
    let side = output(&["3k5/8R/9/p8/9/9/9/9/1R7/4K4 b"], "");
    assert!(side.starts_with("You play black"), "{side}");
}

#[test]
fn time_runs_out_without_input() {
    let begun = Instant::now();
    let mut child = start(play(&[ENDING, "--clock", "1s"]));
    let mut stdin = child.stdin.take().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let last = lines.into_iter().find(|line| line.contains("wins")).unwrap();
    assert_eq!(last, "Black wins: red ran out of time");
    assert!(begun.elapsed() >= Duration::from_secs(1));
    stdin.write_all(b"b1b9\n").unwrap();
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_end_of_the_input_is_the_end() {
    let out = output(&[], "");
    assert!(out.starts_with("You play red") && !out.contains("not saved"), "{out}");
    let out = output(&[], "h2e2");
    assert_in_order(&out, &["1. h2e2", "chuhe: 1... ", "The game is not saved. Use `save FILE`"]);
}

#[test]
fn invalid_settings_are_refused() {
    for (args, reason) in [
        (&["3k5/9 w"][..], "3k5/9 w"),
        (&["--clock", "soon"], "10m+5s"),
        (&["--level", "21"], "a whole number from 0 to 20"),
        (&["--level", "3", "--elo", "900"], "cannot be used with"),
        (&["--option", "Nonsense=1"], "unknown option"),
    ] {
        let run = run(args, "");
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}: {}", run.err);
        assert!(run.err.contains(reason), "{args:?}: {}", run.err);
    }
}
