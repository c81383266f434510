//! Tests `-o` in every command: formats chosen by extension, existing files, and empty results.

use std::fs;

use crate::common::command::{Folder, Run, chuhe};

const FORMATS: &str = ".pgn, .pgns, .dhtmlxq, .ubb, .xqf, .moves, .fen, .fens, .epd";
const GAME: &str = "[Red \"a\"]\n\n1. h2e2 h9g7 1-0\n";

fn run(words: &[&str]) -> Run {
    chuhe(words).output().unwrap().into()
}

/// A folder with a game and a database that contains it.
fn folder(name: &str) -> (Folder, String, String) {
    let folder = Folder::new(name);
    let (game, database) = (folder.write("game.pgn", GAME), folder.file("games.db"));
    assert_eq!(run(&["db", "import", &database, &game]).code, 0);
    (folder, game, database)
}

#[test]
fn an_unknown_extension_is_refused_with_those_that_are_known() {
    let (folder, game, database) = folder("outputs-extension");
    for name in ["out.xlsx", "out"] {
        let out = folder.file(name);
        for (words, known) in [
            (&["analyze", &game, "--depth", "1"][..], ".txt, .jsonl, .json, .csv"),
            (&["annotate", &game, "--depth", "1"], ".html, .htm, .pgn, .json, .txt"),
            (&["puzzles", &game], ".txt, .json, .html, .htm"),
            (&["board"], ".svg, .png"),
            (&["convert", &game], FORMATS),
            (&["db", "export", &database], FORMATS),
        ] {
            let run = run(&[words, &["-o", &out]].concat());
            assert_eq!(run.code, 2, "{words:?}: {}", run.err);
            let expected =
                format!("error: {out}: unknown extension; expected one of {known}, or use ");
            assert!(run.err.starts_with(&expected), "{words:?}: {}", run.err);
            assert!(!fs::exists(&out).unwrap(), "{words:?}");
        }
    }
}

#[test]
#[cfg(unix)]
fn an_unnamed_stream_gets_the_output_of_a_terminal() {
    let (_folder, game, _) = folder("outputs-stream");
    for words in [
        &["analyze", &game, "--nodes", "100"][..],
        &["annotate", &game, "--depth", "1"],
        &["puzzles", &game, "--nodes", "1000"],
    ] {
        let streamed = run(&[words, &["-o", "/dev/stdout"]].concat());
        let plain = run(words);
        assert_eq!(streamed.code, 0, "{words:?}: {}", streamed.err);
        assert_eq!(streamed.out.lines().count(), plain.out.lines().count(), "{words:?}");
    }
}

#[test]
fn existing_files_are_replaced_only_with_fresh() {
    let (folder, game, database) = folder("outputs-exists");
    let book = folder.file("my.book");
    assert_eq!(run(&["book", "make", &game, "-o", &book]).code, 0);
    for (words, name) in [
        (&["convert", &game][..], "out.pgn"),
        (&["db", "export", &database], "out.pgn"),
        (&["annotate", &game, "--depth", "1"], "out.html"),
        (&["analyze", &game, "--depth", "1"], "out.csv"),
        (&["puzzles", &game, "--nodes", "1000"], "out.json"),
        (&["board"], "out.svg"),
        (&["book", "make", &game], "out.book"),
        (&["book", "merge", &book], "out.book"),
        (&["book", "convert", &book], "out.book"),
        (&["net", "convert", "embedded"], "out.net"),
    ] {
        let out = folder.write(name, "mine");
        let words = [words, &["-o", &out]].concat();
        let refused = run(&words);
        assert_eq!((refused.code, refused.out.as_str()), (1, ""), "{words:?}: {}", refused.err);
        let reason = format!("error: {out} already exists; use --fresh to overwrite\n");
        assert_eq!(refused.err, reason, "{words:?}");
        assert_eq!(fs::read(&out).unwrap(), b"mine", "{words:?}");
        let fresh = run(&[&words[..], &["--fresh"]].concat());
        assert_eq!(fresh.code, 0, "{words:?}: {}", fresh.err);
        assert_ne!(fs::read(&out).unwrap(), b"mine", "{words:?}");
        fs::remove_file(&out).unwrap();
    }
    // The same holds in a folder.
    let out = folder.write("out/game.moves", "mine");
    let words = ["convert", &game, "--to", "moves", "-o", &folder.file("out")];
    let refused = run(&words);
    assert_eq!(refused.code, 1, "{}", refused.err);
    assert_eq!(fs::read(&out).unwrap(), b"mine");
    assert_eq!(run(&[&words[..], &["--fresh"]].concat()).code, 0);
    assert_eq!(fs::read_to_string(&out).unwrap(), "h2e2 h9g7 1-0\n");
}

#[test]
fn nothing_is_made_of_input_that_is_all_refused() {
    let folder = Folder::new("outputs-nothing");
    let (empty, broken) =
        (folder.write("empty.pgn", ""), folder.write("broken.pgn", "1. a0a9 *\n"));
    let before = fs::read_dir(folder.path()).unwrap().count();
    let (out, below) = (folder.file("out.pgn"), folder.file("new/out.pgn"));
    for input in [&empty, &broken] {
        for words in [
            &["convert", input, "-o", &below][..],
            &["convert", input, "--to", "pgn", "-o", &folder.file("new/")],
            &["annotate", input, "--depth", "1", "-o", &out],
            &["analyze", input, "--depth", "1", "--to", "csv", "-o", &out],
            &["book", "make", input, "-o", &out],
            &["db", "import", &out, input],
        ] {
            let run = run(words);
            assert_ne!(run.code, 0, "{words:?}: {}{}", run.out, run.err);
            let now = fs::read_dir(folder.path()).unwrap().count();
            assert_eq!(now, before, "{words:?}: {}{}", run.out, run.err);
        }
    }
    // An existing database is not overwritten.
    let game = folder.write("game.pgn", GAME);
    assert_eq!(run(&["db", "import", &out, &game]).code, 0);
    assert_eq!(run(&["db", "import", &out, &empty]).code, 3);
    assert!(run(&["db", "info", &out]).out.contains('1'));
}

#[test]
fn only_formats_that_can_be_written_are_offered() {
    for command in ["convert", "db export"] {
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let help = run(&words).out;
        let (_, to) = help.split_once("--to <FORMAT>").unwrap();
        let to = to.split("\n  -").next().unwrap();
        assert!(to.contains("pgn") && to.contains("xqf"), "{to}");
        assert!(!to.contains("cbl") && !to.contains("read only"), "{command}: {to}");
    }
}

#[test]
fn a_round_trip_keeps_the_order_of_the_games() {
    let folder = Folder::new("outputs-order");
    let game = |number| format!("[Event \"{number}\"]\n\n1. h2e2 *\n\n");
    let games = folder.write("all.pgn", (1..=12).map(game).collect::<String>());
    let out = folder.file("out/");
    assert_eq!(run(&["convert", &games, "--to", "xqf", "-o", &out]).code, 0);
    let back = run(&["convert", &out, "--to", "pgn"]);
    let events = back.out.lines().filter_map(|line| line.strip_prefix("[Event \""));
    let events: Vec<String> = events.map(|name| name.replace("\"]", "")).collect();
    assert_eq!(events, (1..=12).map(|number| number.to_string()).collect::<Vec<_>>());
}
