//! Tests sessions over Gomocup's protocol.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Returns the program's answers to these lines, without its messages. The program must exit by itself.
fn talk_with(arguments: &[&str], input: &[u8]) -> Vec<String> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_chuhe-gomoku"))
        .args(arguments)
        .args(["--hash", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(input).unwrap();
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter(|line| !line.starts_with("MESSAGE")).map(str::to_owned).collect()
}

fn talk(input: &str) -> Vec<String> {
    talk_with(&[], input.as_bytes())
}

/// Whether a line is a pair of coordinates on the board.
fn is_move(line: &str, side: usize) -> bool {
    let Some((x, y)) = line.split_once(',') else { return false };
    [x, y].into_iter().all(|number| number.parse::<usize>().is_ok_and(|number| number < side))
}

#[test]
fn a_game_begins_and_goes_on() {
    for end in ["\n", "\r\n"] {
        let input = ["START 15", "INFO timeout_turn 0", "BEGIN", "TURN 0,0", ""].join(end);
        let answers = talk(&input);
        assert_eq!(answers[..2], ["OK", "7,7"]);
        assert!(answers.len() == 3 && is_move(&answers[2], 15), "{answers:?}");
    }
    let answers = talk("START 20\nINFO timeout_turn 0\nTURN 19,19\n");
    assert!(answers.len() == 2 && is_move(&answers[1], 20), "{answers:?}");
}

#[test]
fn requests_before_start_are_errors() {
    for line in [
        "BEGIN",
        "TURN 1,1",
        "RESTART",
        "TAKEBACK 1,1",
        "BOARD\nDONE",
        "YXBOARD\nDONE",
        "SWAP2BOARD\nDONE",
    ] {
        let answers = talk(&format!("{line}\n"));
        assert!(
            answers.len() == 1 && answers[0].starts_with("ERROR no game"),
            "{line}: {answers:?}"
        );
    }
}

#[test]
fn odd_lines_are_answered_and_change_nothing() {
    let odd = [
        ("START 4", "ERROR"),
        ("START 23", "ERROR"),
        ("START x", "ERROR"),
        ("RECTSTART 15", "ERROR"),
        ("TURN 15,0", "ERROR"),
        ("TURN -1,0", "ERROR"),
        ("TURN 7,7", "ERROR"),
        ("TURN seven,7", "ERROR"),
        ("TURN 999999999999999999999,1", "ERROR"),
        ("TURN", "ERROR"),
        ("PLAY 7,7", "ERROR"),
        ("TAKEBACK 1,1", "ERROR"),
        ("TAKEBACK 99,1", "ERROR"),
        ("BOARD\n1,1,1\nDONE", "ERROR"),
        ("BOARD\n1,1,2\n2,2,2\nDONE", "ERROR"),
        ("BOARD\n1,1,1\n1,1,2\nDONE", "ERROR"),
        ("BOARD\n1,1,1\n2,2,3\nDONE", "ERROR"),
        ("BOARD\n1,1,1\nBEGIN\n2,2,2\nDONE", "ERROR"),
        ("BOARD\n1,1,1\n15,2,2\nDONE", "ERROR"),
        ("YXBOARD\n1,1\nDONE", "ERROR"),
        ("SWAP2BOARD\n1,1\nDONE", "ERROR"),
        ("FLY 3", "UNKNOWN FLY"),
        ("\u{4e94}\u{5b50}", "UNKNOWN \u{4e94}\u{5b50}"),
    ];
    let mut input = "START 15\nINFO timeout_turn 0\nYXBOARD\n7,7,2\nDONE\n".to_owned();
    for (line, _) in odd {
        input += line;
        input += "\n\n  \r\n";
    }
    input += "INFO timeout_turn soon\nINFO\nINFO nonsense 3\nTAKEBACK 7,7\nBEGIN\n";
    let answers = talk(&input);
    assert_eq!(answers.len(), odd.len() + 3, "{answers:#?}");
    for ((line, expected), answer) in odd.iter().zip(&answers[1..]) {
        assert!(answer.starts_with(expected), "{line}: {answer}");
    }
    // The refused commands left the stone on the board; taking it back empties the board.
    assert_eq!(answers[odd.len() + 1..], ["OK", "7,7"]);
}

#[test]
fn bytes_that_are_no_text_do_not_matter() {
    let mut input = b"\xff\xfe\x00\nSTART 15\nINFO timeout_turn 0\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 100_000));
    input.extend(b"\nBEGIN");
    let answers = talk_with(&[], &input);
    assert_eq!(answers.len(), 4, "{answers:?}");
    assert!(answers[0].starts_with("UNKNOWN") && answers[2].starts_with("UNKNOWN x"));
    assert_eq!([&answers[1][..], &answers[3][..]], ["OK", "7,7"]);
}

#[test]
fn a_board_is_set_up_and_moved_on() {
    let four = "7,7,1\n8,7,1\n9,7,1\n10,7,1\n0,0,2\n2,0,2\n4,0,2\n6,0,2\n";
    for (name, answers) in [("BOARD", 2), ("YXBOARD", 1)] {
        let said = talk(&format!("START 15\nINFO timeout_turn 0\n{name}\n{four}DONE\n"));
        assert_eq!(said.len(), answers, "{said:?}");
        if name == "BOARD" {
            assert!(["6,7", "11,7"].contains(&&said[1][..]), "{said:?}");
        }
    }
    // No move is possible after the end of the game.
    let won = talk(&format!("START 15\nYXBOARD\n{four}DONE\nPLAY 6,7\nBEGIN\nTURN 1,1\n"));
    assert_eq!(won[1], "6,7");
    assert!(won[2..].iter().all(|line| line.starts_with("ERROR the game is over")), "{won:?}");
}

#[test]
fn rules_are_taken_from_info() {
    // The stone at 6,7 makes six in a row: a win or an overline, depending on the rule.
    let row =
        "YXBOARD\n3,7,1\n4,7,1\n5,7,1\n7,7,1\n8,7,1\n0,0,2\n2,0,2\n4,0,2\n6,0,2\n8,2,2\nDONE\n";
    let play =
        |rule: &str| talk(&format!("START 15\nINFO rule {rule}\n{row}PLAY 6,7\nTURN 14,14\n"));
    assert!(play("0")[2].starts_with("ERROR the game is over"));
    assert!(play("4")[1].starts_with("ERROR 6,7: forbidden: overline"));
    let unknown = talk("START 15\nINFO rule 8\nBEGIN\nINFO rule 0\nINFO timeout_turn 0\nBEGIN\n");
    assert_eq!(unknown, ["OK", "ERROR rule 8 is not supported", "7,7"]);
    let forbidden = talk(&format!("START 15\nINFO rule 4\n{row}YXSHOWFORBID\n"));
    assert_eq!(forbidden[1], "FORBID 0607.");
}

#[test]
fn an_opening_by_swap2() {
    let input = "START 15\nINFO timeout_turn 0\nSWAP2BOARD\nDONE\n";
    let answers = talk(input);
    let stones: Vec<&str> = answers[1].split(' ').collect();
    assert_eq!(stones.len(), 3, "{answers:?}");
    assert!(stones.iter().all(|stone| is_move(stone, 15)));
    // With three black stones against one, the side that may choose takes Black.
    let won = "SWAP2BOARD\n7,7\n0,0\n8,7\n14,14\n9,7\nDONE\n";
    assert_eq!(talk(&format!("START 15\nINFO timeout_turn 0\n{won}")), ["OK", "SWAP"]);
    let lost = "SWAP2BOARD\n0,0\n7,7\n14,14\n8,7\n0,14\nDONE\n";
    let kept = talk(&format!("START 15\nINFO timeout_turn 0\n{lost}"));
    assert!(kept.len() == 2 && is_move(&kept[1], 15), "{kept:?}");
}

#[test]
fn who_it_is() {
    let answers = talk("about\n");
    assert!(answers[0].starts_with("name=\"chuhe-gomoku\", version="), "{answers:?}");
}

/// Runs a session in which the engine thinks until it is interrupted.
fn interrupted(lines: &str, then: Option<&str>) -> (Duration, Vec<String>) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_chuhe-gomoku"))
        .args(["--hash", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = program.stdin.take().unwrap();
    stdin.write_all(lines.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let begin = Instant::now();
    // Without a line to send, the input ends.
    if let Some(then) = then {
        stdin.write_all(then.as_bytes()).unwrap();
    }
    drop(stdin);
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let answers = text.lines().filter(|line| !line.starts_with("MESSAGE")).map(str::to_owned);
    (begin.elapsed(), answers.collect())
}

#[test]
fn end_and_the_end_of_input_stop_a_search() {
    let lines = "START 20\nINFO timeout_turn 600000\nBOARD\n9,9,2\nDONE\n";
    let (time, answers) = interrupted(lines, Some("END\n"));
    assert!(time < Duration::from_secs(20), "{time:?}");
    assert_eq!(answers, ["OK"]);
    let (time, answers) = interrupted(lines, None);
    assert!(time < Duration::from_secs(20), "{time:?}");
    assert!(answers.len() == 2 && is_move(&answers[1], 20), "{answers:?}");
}

#[test]
fn less_time_counts_at_once_and_other_lines_wait() {
    let lines = "START 20\nINFO timeout_turn 600000\nBOARD\n9,9,2\nDONE\n";
    for hurry in ["INFO timeout_turn 0\n", "YXSTOP\n"] {
        let (time, answers) = interrupted(lines, Some(&format!("ABOUT\n{hurry}BLUB\n")));
        assert!(time < Duration::from_secs(20), "{time:?}");
        assert_eq!(answers.len(), 4, "{answers:?}");
        assert!(is_move(&answers[1], 20) && answers[2].starts_with("name="), "{answers:?}");
        assert_eq!(answers[3], "UNKNOWN BLUB");
    }
}

#[test]
fn manual_and_completions_are_of_this_program() {
    let run = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_chuhe-gomoku")).args(arguments).output().unwrap()
    };
    let out = |arguments: &[&str]| {
        let output = run(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let page = out(&["man"]);
    assert!(
        page.contains(".TH chuhe-gomoku 1") && page.contains("chuhe\\-gomoku\\-solve(1)"),
        "{page}"
    );
    let page = out(&["man", "solve"]);
    assert!(page.contains("chuhe\\-gomoku\\-solve \\- Search for a win"), "{page}");
    let refused = run(&["man", "nothing"]);
    assert!(!refused.status.success() && refused.stdout.is_empty(), "{refused:?}");
    assert!(
        String::from_utf8_lossy(&refused.stderr).contains("expected one of play, solve, analyze")
    );
    for shell in ["bash", "zsh", "fish"] {
        let script = out(&["completions", shell]);
        assert!(script.contains("chuhe-gomoku") && script.contains("solve"), "{shell}");
    }
}
