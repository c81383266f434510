//! The page on versions names the formats of the program's own files, and they are refused where the version is a later one.

use std::fs;

use super::{page, path, table};
use crate::common::command::{Folder, Run, chuhe};
use chuhe_lab::data::{DataFile, DataHeader};

const PAGE: &str = "docs/versioning.md";

/// The formats on the page: the file, and the name that is in it.
fn formats() -> Vec<(String, String)> {
    let rows = table(&page(PAGE), "| file | made by | format |");
    let rows = rows.into_iter().filter(|row| row[2].starts_with('`'));
    rows.map(|row| (row[0].clone(), row[2].trim_matches('`').to_owned())).collect()
}

#[test]
fn every_format_is_what_the_code_writes() {
    // The name with the version, and the file that has it.
    let written = [
        ("chuhenn1", "crates/engine/src/eval/network/file.rs"),
        ("chuhetr1", "crates/lab/src/train/checkpoint.rs"),
        ("chuhegm1", "crates/lab/src/data.rs"),
        ("chuhebk1", "crates/engine/src/book/file.rs"),
        ("chuhetb1", "crates/engine/src/tables/file.rs"),
        ("chuhetp1", "crates/engine/src/tables/progress.rs"),
        ("chuhe match 1", "crates/arena/src/journal.rs"),
        ("chuhe match live 1", "crates/arena/src/live.rs"),
        ("chuhe-puzzles-1", "crates/review/src/puzzles/set.rs"),
        ("chuhe-annotation-1", "crates/review/src/annotation/report.rs"),
        ("chuhe-index-1", "crates/review/src/annotation/folder.rs"),
    ];
    let told = formats();
    assert_eq!(told.len(), written.len(), "{told:?}");
    for ((file, format), (name, source)) in told.iter().zip(written) {
        assert_eq!(format, name, "{file}");
        assert!(page(source).contains(&format!("\"{name}\";")), "{source}: {name}");
    }
}

/// Replaces the version of a format by 9, which is none.
fn later(mut bytes: Vec<u8>, name: &str) -> Vec<u8> {
    let at = bytes.windows(name.len()).position(|window| window == name.as_bytes()).unwrap();
    bytes[at + name.len() - 1] = b'9';
    bytes
}

/// Runs a command that makes files.
fn done(words: &[&str]) {
    let run = Run::from(chuhe(words).output().unwrap());
    assert_eq!(run.code, 0, "{words:?}: {}", run.err);
}

/// Runs a command that has to refuse a file, and to leave it alone.
fn refused(file: &str, words: &[&str]) -> String {
    let before = fs::read(file).unwrap();
    let run = Run::from(chuhe(words).output().unwrap());
    assert!(
        run.code != 0 && run.out.is_empty() && run.err.contains(file),
        "{words:?}: {}",
        run.err
    );
    assert_eq!(fs::read(file).unwrap(), before, "{words:?}");
    run.err
}

#[test]
fn later_formats_are_refused_and_left_alone() {
    let folder = Folder::new("later-formats");

    let bytes = fs::read(path("crates/engine/src/eval/network/default.nn")).unwrap();
    let network = folder.write("later.nn", later(bytes, "chuhenn1"));
    refused(&network, &["net", "show", &network]);

    let bytes = fs::read(path("crates/engine/src/book/default.book")).unwrap();
    let book = folder.write("later.book", later(bytes, "chuhebk1"));
    assert!(refused(&book, &["book", "show", "--book", &book]).contains("another version"));

    let tables = folder.file("tables");
    done(&["tables", "gen", "KPK", "--folder", &tables, "-q"]);
    let bytes = fs::read(folder.path().join("tables/KPK.chtb")).unwrap();
    let later_table = folder.write("tables/KPK.chtb", later(bytes, "chuhetb1"));
    let run = Run::from(chuhe(&["tables", "info", "--folder", &tables]).output().unwrap());
    assert!(run.code != 0 && run.err.contains(&later_table), "{}", run.err);

    let header = DataHeader { version: "2.0.0".into(), bench: 1, command: "x".into(), first: 0 };
    let bytes = DataFile { header, games: Vec::new() }.to_bytes();
    let games = folder.write("later.games", later(bytes, "chuhegm1"));
    assert!(DataFile::read(games.as_ref()).is_err());

    let moves = folder.write("game.moves", "h2e2 h9g7\n");
    let database = folder.file("later.db");
    done(&["db", "import", &database, &moves, "-q"]);
    let mut bytes = fs::read(&database).unwrap();
    // `user_version` in the header of an SQLite file.
    assert_eq!(bytes[60..64], [0, 0, 0, 1]);
    bytes[63] = 9;
    fs::write(&database, bytes).unwrap();
    assert!(refused(&database, &["db", "info", &database]).contains("a later version"));
    assert!(refused(&database, &["db", "import", &database, &moves]).contains("a later version"));

    let journal =
        folder.write("match/journal.jsonl", "{\"format\":\"chuhe match 9\",\"terms\":{}}\n");
    let (cmd, out) = (format!("cmd={}", env!("CARGO_BIN_EXE_chuhe")), folder.file("match"));
    let engines =
        ["--engine", &cmd, "name=one", "nodes=1", "--engine", &cmd, "name=two", "nodes=1"];
    let words = [&["match", "--rounds", "1", "--out", &out], &engines[..]].concat();
    refused(&journal, &words);

    let set = "{\"form\":\"chuhe-puzzles-9\",\"engine\":\"x\",\"nodes\":1,\"puzzles\":[]}";
    let puzzles = folder.write("later.json", set);
    refused(&puzzles, &["play", "--puzzles", &puzzles]);

    let pages = folder.file("pages/");
    let words = ["annotate", "--all", &moves, "--nodes", "50", "--to", "json", "-o", &pages, "-q"];
    done(&words);
    let bytes = fs::read(folder.path().join("pages/index.json")).unwrap();
    let index = folder.write("pages/index.json", later(bytes, "chuhe-index-1"));
    refused(&index, &words);
}
