//! Games as data: the same bytes however they come about, and a reader that takes any bytes.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use chuhe_engine::types::{Color, Move};
use chuhe_lab::data::{DataFile, DataHeader, Ply, SelfPlayGame, files};
use chuhe_lab::datagen::{CHUNK, DatagenError, DatagenPlan, RANDOM_PLIES, read_openings};
use proptest::prelude::*;

use crate::common::command::{Folder, Run, chuhe};

fn plan(seed: u64) -> DatagenPlan {
    DatagenPlan {
        nodes: NonZero::new(40).unwrap(),
        soft_nodes: None,
        seed,
        openings: Vec::new(),
        random_plies: RANDOM_PLIES,
        bench: 1,
        command: "chuhe datagen".to_owned(),
    }
}

/// Plays what is missing; returns how many games came new.
fn play(folder: &Path, games: u64, threads: usize, stop: &AtomicBool) -> u64 {
    let plan = plan(3);
    let (_, missing) = plan.missing(folder, 0..games).unwrap();
    let new = AtomicU64::new(0);
    plan.run(folder, missing, NonZero::new(threads).unwrap(), stop, &|progress| {
        new.fetch_add(progress.games, Ordering::Relaxed);
    })
    .unwrap();
    new.into_inner()
}

fn bytes(folder: &Path) -> Vec<Vec<u8>> {
    files(&[folder.to_owned()]).unwrap().into_iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn threads_and_interruptions_leave_the_same_bytes() {
    let (one, two) = (Folder::new("datagen-one"), Folder::new("datagen-two"));
    let go = AtomicBool::new(false);
    assert_eq!(play(one.path(), CHUNK + 5, 1, &go), CHUNK + 5);
    // A short run first, then a longer one on two threads, then one that has lost a file.
    assert_eq!(play(two.path(), 3, 1, &go), 3);
    assert_eq!(play(two.path(), CHUNK + 5, 2, &AtomicBool::new(true)), 0);
    assert_eq!(play(two.path(), CHUNK + 5, 2, &go), CHUNK + 5);
    fs::remove_file(two.path().join("games-000001.games")).unwrap();
    assert_eq!(play(two.path(), CHUNK + 5, 2, &go), 5);
    assert_eq!(bytes(one.path()), bytes(two.path()));
    // A machine that plays the second file alone makes the same one, and goes on with it.
    let other = Folder::new("datagen-other");
    let plan_here = plan(3);
    for (games, new) in [(CHUNK..CHUNK + 5, 5), (CHUNK..CHUNK + 6, 6)] {
        let (done, missing) = plan_here.missing(other.path(), games).unwrap();
        assert_eq!((done, &missing), (0, &vec![(1, new)]));
        plan_here.run(other.path(), missing, NonZero::new(1).unwrap(), &go, &|_| {}).unwrap();
        if new == 5 {
            assert_eq!(bytes(other.path()), bytes(one.path())[1..]);
        }
    }

    let mut results = [0; 3];
    let mut scored = 0;
    for path in files(&[one.path().to_owned()]).unwrap() {
        let file = DataFile::read(&path).unwrap();
        for game in &file.games {
            results[game.winner.map_or(1, |winner| 2 * usize::from(winner == Color::Red))] += 1;
            game.replay(|_, ply| scored += usize::from(ply.score.is_some())).unwrap();
        }
    }
    assert_eq!(results.iter().sum::<u64>(), CHUNK + 5);
    assert!(results.iter().all(|&count| count > 0), "{results:?}");
    assert!(scored > 1000);

    let error = plan(4).missing(one.path(), 0..CHUNK).map(drop);
    assert!(error.is_ok(), "the seed is in the command, which is the caller's");
    let other = DatagenPlan { bench: 2, ..plan(3) };
    assert!(matches!(other.missing(one.path(), 0..CHUNK), Err(DatagenError::OtherRun { .. })));
}

#[test]
fn openings_are_played_in_turn() {
    let folder = Folder::new("datagen-openings");
    let openings: Vec<String> = ["w", "b"]
        .map(|side| {
            format!("r1bakab1r/9/1cn4cn/p1p1p1p1p/9/9/P1P1P3P/1C2C1N2/9/RNBAKAB1R {side} - - 0 1")
        })
        .into();
    let plan = DatagenPlan { openings: read_openings(&openings.join("\n")).unwrap(), ..plan(1) };
    let (_, missing) = plan.missing(folder.path(), 0..4).unwrap();
    let threads = NonZero::new(1).unwrap();
    plan.run(folder.path(), missing, threads, &AtomicBool::new(false), &|_| {}).unwrap();
    let file = DataFile::read(&folder.path().join("games-000000.games")).unwrap();
    let starts: Vec<&str> = file.games.iter().map(|game| game.start.as_str()).collect();
    assert_eq!(starts, [&openings[0], &openings[1], &openings[0], &openings[1]]);
}

#[test]
fn random_plies_come_after_the_openings() {
    let folder = Folder::new("datagen-random-plies");
    let list = read_openings(&fs::read_to_string("tests/data/openings.fen").unwrap()).unwrap();
    let plan = DatagenPlan { openings: list.clone(), random_plies: 3..=5, ..plan(1) };
    let (_, missing) = plan.missing(folder.path(), 0..20).unwrap();
    let threads = NonZero::new(1).unwrap();
    plan.run(folder.path(), missing, threads, &AtomicBool::new(false), &|_| {}).unwrap();
    let file = DataFile::read(&folder.path().join("games-000000.games")).unwrap();
    let mut lengths = [0; 3];
    for (game, opening) in file.games.iter().zip(&list) {
        let random = game.plies.iter().take_while(|ply| ply.score.is_none()).count();
        if game.start == opening.fen() {
            lengths[random - 3] += 1;
        } else {
            let endgame = game.position().unwrap();
            assert!(endgame.board().pieces().count() <= 16 && (2..=4).contains(&random));
        }
        let searched = game.plies.iter().skip_while(|ply| ply.score.is_none());
        assert!(searched.take(1).all(|ply| ply.score.is_some_and(|score| score.abs() <= 300)));
    }
    assert!(lengths.iter().all(|&count| count > 0), "{lengths:?}");
}

#[test]
fn soft_nodes_bound_the_search_otherwise() {
    let first_game = |nodes, soft_nodes: Option<u64>| {
        let folder = Folder::new(&format!("datagen-soft-{nodes}-{}", soft_nodes.is_some()));
        let soft_nodes = soft_nodes.and_then(NonZero::new);
        let plan = DatagenPlan { nodes: NonZero::new(nodes).unwrap(), soft_nodes, ..plan(1) };
        let (_, missing) = plan.missing(folder.path(), 0..1).unwrap();
        let threads = NonZero::new(1).unwrap();
        plan.run(folder.path(), missing, threads, &AtomicBool::new(false), &|_| {}).unwrap();
        let mut file = DataFile::read(&folder.path().join("games-000000.games")).unwrap();
        file.games.remove(0)
    };
    let soft = first_game(400, Some(40));
    assert_ne!(soft, first_game(40, None), "an iteration is finished");
    assert_ne!(soft, first_game(400, None), "but no other is begun");
}

/// As in zip, written a second time, bit by bit.
#[test]
fn another_run_is_told_apart_by_what_makes_it_another() {
    let folder = Folder::new("datagen-other");
    let data = folder.file("data");
    let run = |games: &str, nodes: &str| {
        let words = ["datagen", "--out", &data, "--games", games, "--nodes", nodes];
        Run::from(chuhe(&words).output().unwrap())
    };
    assert_eq!(run("3", "10").code, 0);
    let other = run("5", "20");
    assert_eq!(other.code, 1);
    assert!(
        other.err.contains("--nodes 10 ") && other.err.contains("--nodes 20 "),
        "{}",
        other.err
    );
    assert!(!other.err.contains("--games"), "{}", other.err);
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for &byte in bytes {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ if sum & 1 == 0 { 0 } else { 0xedb8_8320 };
        }
    }
    !sum
}

fn sample() -> Vec<u8> {
    let header = DataHeader {
        version: "1".to_owned(),
        bench: 2,
        command: "chuhe datagen --games 2".to_owned(),
        first: 0,
    };
    let plies = ["h2e2", "h9g7", "h0g2"]
        .map(|text| Ply { mv: text.parse::<Move>().unwrap(), score: Some(7) })
        .to_vec();
    let game = |start: &str| SelfPlayGame {
        start: start.to_owned(),
        plies: plies.clone(),
        winner: None,
        adjudicated: true,
    };
    let games = vec![
        game(chuhe_engine::board::START_FEN),
        game("r1bakab1r/9/1cn4cn/p1p1p1p1p/9/9/P1P1P3P/1C2C1N2/9/RNBAKAB1R w - - 0 1"),
    ];
    DataFile { header, games }.to_bytes()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in any::<Vec<u8>>()) {
        prop_assert!(DataFile::from_bytes(&bytes).is_err());
    }

    /// Damage with the right checksum must not fool the reader into a panic, nor endless reading.
    #[test]
    fn damage_under_a_right_checksum_does_no_harm(
        edits in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..6),
        cut in any::<Option<proptest::sample::Index>>(),
    ) {
        let mut bytes = sample();
        bytes.truncate(bytes.len() - 4);
        for (place, value) in edits {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()).max(8));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        if let Ok(file) = DataFile::from_bytes(&bytes) {
            for game in &file.games {
                let _ = game.replay(|_, _| {});
            }
            prop_assert_eq!(DataFile::from_bytes(&file.to_bytes()).unwrap(), file);
        }
    }
}
