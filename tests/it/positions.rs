//! Tests that every command reads a position in every form, and in the same way.

use std::fs;

use serde_json::Value;

use crate::common::command::{Folder, Run, chuhe, feed};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const AFTER: &str = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2";

/// The commands that take a position, each with words that keep it short.
const COMMANDS: [&[&str]; 11] = [
    &["analyze", "--depth", "1", "--json"],
    &["annotate", "--depth", "1", "--to", "json"],
    &["board"],
    &["book", "explore", "--plies", "1", "--json"],
    &["book", "show", "--json"],
    &["db", "explore", "DB", "--json"],
    &["db", "export", "DB", "--to", "moves"],
    &["db", "search", "DB", "--json"],
    &["eval", "--json"],
    &["judge", "--json"],
    &["perft", "1", "--divide", "--json"],
];

/// Runs a command without its messages about the position; fields that depend on the form or the time are left out.
fn report(command: &[&str], form: &[&str], input: &str) -> String {
    let args = [command, form].concat();
    let run: Run = feed(chuhe(&args), input).into();
    assert!(matches!(run.code, 0 | 4), "{args:?}: {} {}", run.code, run.err);
    let Ok(mut json) = serde_json::from_str::<Value>(&run.out) else { return run.out };
    for field in ["source", "digest", "time_ms", "nps", "hashfull"] {
        json.as_object_mut().unwrap().remove(field);
    }
    json.to_string()
}

#[test]
fn every_command_reads_every_form_of_a_position() {
    let folder = Folder::new("positions");
    let game = folder.write("game.pgn", "1. C2.5 H8+7 *\n");
    let moves = folder.write("game.moves", "1. 炮二平五 马8进7\n");
    let database = folder.file("games.db");
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.pgn");
    let import = Run::from(chuhe(&["db", "import", &database, games]).output().unwrap());
    assert_eq!(import.code, 0, "{}", import.err);
    let fen: Vec<&str> = START.split(' ').collect();
    let unquoted = [&fen[..], &["moves", "h2e2", "h9g7"]].concat();
    let from_fen = format!("position fen {START} moves h2e2 h9g7");
    let address = format!("https://example.org/?fen={}", START.replace(' ', "_"));
    let forms: [(&[&str], &str); 10] = [
        (&["startpos", "moves", "h2e2", "h9g7"], ""),
        (&["--moves", "h2e2", "h9g7"], ""),
        (&["--fen", START, "--moves", "h2e2 h9g7"], ""),
        (&["1.", "C2.5", "H8+7"], ""),
        (&["h3e3", "h10g8"], ""),
        (&unquoted, ""),
        (&[&from_fen], ""),
        (&[&address, "h2e2", "h9g7"], ""),
        (&[&game], ""),
        (&["-"], "startpos moves h2e2 h9g7\n"),
    ];
    for command in COMMANDS {
        let command: Vec<&str> =
            command.iter().map(|word| if *word == "DB" { &*database } else { word }).collect();
        let expected = report(&command, &["h2e2", "h9g7"], "");
        if command.contains(&"--json") && command[1] != "search" {
            assert!(
                expected.contains(AFTER) || command[0] == "annotate",
                "{command:?}: {expected}"
            );
        }
        for (form, input) in &forms {
            assert_eq!(report(&command, form, input), expected, "{command:?} {form:?}");
        }
    }
    assert_eq!(report(&["board"], &[&moves], ""), report(&["board"], &[&game], ""));
}

/// A text that has the form of a position is not read as a file of that name, whatever is in the folder.
#[test]
fn a_file_named_like_a_position_is_named_by_its_path() {
    let folder = Folder::new("positions-names");
    fs::write(folder.path().join("startpos"), "h2e2").unwrap();
    fs::write(folder.path().join("h2e2"), "h2e2 h9g7").unwrap();
    let fen = |args: &[&str]| {
        let run = Run::from(chuhe(args).current_dir(folder.path()).output().unwrap());
        (run.out.lines().last().unwrap_or_default().to_owned(), run.err)
    };
    let (position, note) = fen(&["board", "startpos"]);
    assert_eq!(position, START);
    assert!(
        note.contains("'startpos' is read as a position; './startpos' names the file"),
        "{note}"
    );
    assert_eq!(fen(&["board", "./h2e2"]), (AFTER.to_owned(), String::new()));
    assert!(fen(&["board", "h2e2"]).0.contains(" b - - 1 1"));
}

/// Forms of FEN that programs and their users write.
#[test]
fn incomplete_fens_are_read() {
    let board = START.split(' ').next().unwrap();
    for rest in [
        "",
        " w",
        " W",
        " r",
        " w - -",
        " w - - -",
        " w - - - -",
        " w - - 0",
        " w 1",
        " w - - 0 1 moves",
    ] {
        let text = format!("{board}{rest}");
        let words: Vec<&str> = text.split(' ').collect();
        for args in
            [vec!["board", &text], [&["board"], &words[..]].concat(), vec!["board", "--fen", &text]]
        {
            let run = Run::from(chuhe(&args).output().unwrap());
            assert_eq!(
                (run.code, run.out.lines().last()),
                (0, Some(START)),
                "{args:?}: {}",
                run.err
            );
        }
    }
}

#[test]
fn one_list_can_mix_positions_and_files() {
    let folder = Folder::new("positions-lists");
    let game = folder.write("game.pgn", "1. C2.5 *\n");
    let args = ["analyze", "--depth", "1", "--json", START, &game, "startpos", "h2e2", "h9g7"];
    let run = Run::from(chuhe(&args).output().unwrap());
    let reports: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let plies: Vec<_> = reports.iter().map(|report| report["ply"].as_u64().unwrap()).collect();
    assert_eq!(plies, [0, 1, 2], "{}", run.err);
    assert_eq!(reports[2]["fen"], AFTER);
    let judged = Run::from(chuhe(&["judge", &game, "startpos", "h2e2"]).output().unwrap());
    assert_eq!((judged.code, judged.out.matches("ongoing").count()), (0, 2), "{}", judged.out);
    let annotated = Run::from(chuhe(&["annotate", &game, "h2e2"]).output().unwrap());
    assert!(annotated.code == 2 && annotated.err.contains("one game"), "{}", annotated.err);
}

/// `coordinates` and `iccs` are one spelling each in every command.
#[test]
fn each_notation_has_one_spelling() {
    let lists: [&[&str]; 4] = [
        &["perft", "1", "--divide"],
        &["book", "show"],
        &["analyze", "--depth", "1"],
        &["annotate", "h2e2", "--depth", "1"],
    ];
    let output = |args: &[&str]| Run::from(chuhe(args).output().unwrap()).quiet(args);
    for command in lists {
        let text = |notation| output(&[command, &["--notation", notation]].concat()) + " ";
        let (iccs, coordinates) = (text("iccs"), text("coordinates"));
        let is_in = |text: &str, dash: bool| {
            let words = text.split(|c: char| c.is_whitespace() || ":,".contains(c));
            let mut words = words.filter(|word| !word.is_empty());
            words.any(|word| {
                let bytes = word.as_bytes();
                let point = |at: usize, first: u8| {
                    bytes.get(at).is_some_and(|byte| (first..first + 9).contains(byte))
                        && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
                };
                if dash {
                    bytes.len() == 5 && bytes[2] == b'-' && point(0, b'A') && point(3, b'A')
                } else {
                    bytes.len() == 4 && point(0, b'a') && point(2, b'a')
                }
            })
        };
        assert!(is_in(&iccs, true) && !is_in(&iccs, false), "{command:?}: {iccs}");
        assert!(
            is_in(&coordinates, false) && !is_in(&coordinates, true),
            "{command:?}: {coordinates}"
        );
    }
    let folder = Folder::new("positions-notation");
    let game = folder.write("game.moves", "h2e2 h9g7\n");
    let convert = |words: &[&str]| {
        Run::from(chuhe(&[&["convert", &game], words].concat()).output().unwrap()).out
    };
    assert!(convert(&["--to", "pgn"]).contains("H2-E2 H9-G7"));
    assert!(convert(&["--to", "pgn", "--notation", "coordinates"]).contains("h2e2 h9g7"));
    assert_eq!(convert(&["--to", "moves"]), "h2e2 h9g7\n");
    assert_eq!(convert(&["--to", "moves", "--notation", "iccs"]), "H2-E2 H9-G7\n");
}
