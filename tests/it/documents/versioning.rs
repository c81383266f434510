//! Tests that the page on versions lists the formats of the program's own files, and that files in later versions are
//! refused.

use std::fs;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::{page, path, table};
use crate::common::command::{Folder, Run, chuhe, start};
use chuhe_engine::tables::{MaterialClass, Table};
use chuhe_lab::data::{DataFile, DataHeader};
use chuhe_lab::tables::{GenerationObserver, GenerationSettings, Phase, generate};
use chuhe_lab::train::{TrainingPlan, TrainingSettings};

const PAGE: &str = "docs/reference/versioning.md";

/// The files listed on the page, with the names of their formats.
fn formats() -> Vec<(String, String)> {
    let rows = table(&page(PAGE), "| file | made by | format |");
    let rows = rows.into_iter().filter(|row| row[2].starts_with('`'));
    rows.map(|row| (row[0].clone(), row[2].trim_matches('`').to_owned())).collect()
}

/// The format name in a file: the first field of JSON, or the first bytes.
fn name_in(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    match text.strip_prefix('{') {
        Some(fields) => fields.split('"').nth(3).unwrap().to_owned(),
        None => String::from_utf8_lossy(&bytes[..8]).into_owned(),
    }
}

/// The checkpoint of a training run after its first pass.
fn checkpoint(data: &str, folder: &Folder) -> Vec<u8> {
    let batch = NonZero::new(64).unwrap();
    let settings = TrainingSettings { epochs: 2, batch, held_out: 2, ..Default::default() };
    let (one, go) = (NonZero::<usize>::MIN, AtomicBool::new(false));
    let network = folder.path().join("trained.nn");
    let plan = TrainingPlan::read(settings, &[PathBuf::from(data)], &network, None).unwrap();
    plan.replay(one, &go, &mut |_| {}).unwrap().epoch(one, &go, &mut |_| {}).unwrap();
    fs::read(folder.path().join("trained.nn.checkpoint")).unwrap()
}

/// Stops the generation of a table after its first pass.
#[derive(Default)]
struct OnePass(AtomicBool);

impl GenerationObserver for OnePass {
    fn began(&self, _: MaterialClass, _: usize, _: usize, _: u64) {}

    fn advanced(&self, phase: Phase, _: u64) {
        self.0.fetch_or(matches!(phase, Phase::Pass(_)), Ordering::Relaxed);
    }

    fn finished(&self, _: &Table, _: Duration) {}

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A partially generated table.
fn unfinished_table(folder: &Folder) -> Vec<u8> {
    let settings = GenerationSettings {
        folder: folder.path().to_owned(),
        threads: 1,
        memory_bytes: 1 << 20,
        save_every: Duration::MAX,
    };
    generate(&["KNK".parse().unwrap()], &settings, &OnePass::default()).unwrap();
    fs::read(folder.path().join("KNK.progress")).unwrap()
}

/// The journal of a match during its first game, and the file of running games.
fn running_match(folder: &Folder) -> [Vec<u8>; 2] {
    let (cmd, out) = (format!("cmd={}", env!("CARGO_BIN_EXE_chuhe")), folder.file("match"));
    let engines = ["--engine", &cmd, "name=one", "--engine", &cmd, "name=two"];
    let words = ["match", "--each", "nodes=1000000000", "--rounds", "1", "--out", &out];
    let mut child = start(chuhe(&[&words[..], &engines].concat()));
    let deadline = Instant::now() + Duration::from_mins(1);
    let live = loop {
        let live = fs::read(folder.path().join("match/live.json"));
        if live.is_ok() || Instant::now() > deadline {
            break live;
        }
        thread::sleep(Duration::from_millis(20));
    };
    child.kill().unwrap();
    child.wait().unwrap();
    [fs::read(folder.path().join("match/journal.jsonl")).unwrap(), live.unwrap()]
}

#[test]
fn every_format_matches_the_program() {
    let folder = Folder::new("formats");
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let moves = folder.write("game.moves", "h2e2 h9g7\n");
    let won = folder.write("won.pgn", "1. h2e2 h9g7 1-0\n");
    let made = |words: &[&str], option: &str, name: &str| {
        done(&[words, &["-q", option, &folder.file(name)]].concat());
    };
    made(&["net", "convert", "embedded"], "-o", "a.nn");
    made(&["datagen", "--games", "6", "--nodes", "20"], "-o", "data");
    made(&["book", "make", &won], "-o", "a.book");
    made(&["tables", "gen", "KPK"], "--folder", "tables");
    made(&["puzzles", &moves, "--nodes", "1000"], "-o", "puzzles.json");
    made(&["annotate", &moves, "--nodes", "50", "--to", "json"], "-o", "game.json");
    made(&["annotate", "--all", &moves, "--nodes", "50", "--to", "json"], "-o", "pages/");
    let [journal, live] = running_match(&folder);
    let written = [
        ("network", read("a.nn")),
        ("training checkpoint", checkpoint(&folder.file("data"), &folder)),
        ("games as training data", read("data/games-000000.games")),
        ("opening book", read("a.book")),
        ("endgame table", read("tables/KPK.chtb")),
        ("unfinished table", unfinished_table(&folder)),
        ("journal of a match", journal),
        ("running games of a match", live),
        ("puzzles", read("puzzles.json")),
        ("annotated game, JSON", read("game.json")),
        ("index of annotated games", read("pages/index.json")),
    ];
    let written = written.map(|(file, bytes)| (file.to_owned(), name_in(&bytes)));
    assert_eq!(formats(), written);
}

/// Replaces the version of a format with 9, which does not exist.
fn later(mut bytes: Vec<u8>, name: &str) -> Vec<u8> {
    let at = bytes.windows(name.len()).position(|window| window == name.as_bytes()).unwrap();
    bytes[at + name.len() - 1] = b'9';
    bytes
}

/// Runs a command that creates files and must succeed.
fn done(words: &[&str]) {
    let run = Run::from(chuhe(words).output().unwrap());
    assert_eq!(run.code, 0, "{words:?}: {}", run.err);
}

/// Runs a command that must refuse a file and leave it unchanged. Returns the message.
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
    let network = folder.write("later.nn", later(bytes, "chuhenn2"));
    refused(&network, &["net", "show", &network]);

    let bytes = fs::read(path("crates/engine/src/book/default.book")).unwrap();
    let book = folder.write("later.book", later(bytes, "chuhebk1"));
    assert!(refused(&book, &["book", "show", "--book", &book]).contains("unsupported version"));

    let tables = folder.file("tables");
    done(&["tables", "gen", "KPK", "--folder", &tables, "-q"]);
    let bytes = fs::read(folder.path().join("tables/KPK.chtb")).unwrap();
    let later_table = folder.write("tables/KPK.chtb", later(bytes, "chuhetb1"));
    let run = Run::from(chuhe(&["tables", "info", "--folder", &tables]).output().unwrap());
    assert!(run.code != 0 && run.err.contains(&later_table), "{}", run.err);

    let header = DataHeader { version: "2.0.0".into(), bench: 1, command: "x".into(), first: 0 };
    let bytes = DataFile { header, games: Vec::new() }.to_bytes().unwrap();
    let games = folder.write("later.games", later(bytes, "chuhegm2"));
    assert!(DataFile::read(games.as_ref()).is_err());

    let moves = folder.write("game.moves", "h2e2 h9g7\n");
    let database = folder.file("later.db");
    done(&["db", "import", &database, &moves, "-q"]);
    let mut bytes = fs::read(&database).unwrap();
    // `user_version` in the header of an `SQLite` file.
    assert_eq!(bytes[60..64], [0, 0, 0, 2]);
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
