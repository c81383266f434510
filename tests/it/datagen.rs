//! Tests data from self-play games: the bytes do not depend on how they are produced, and the reader survives any
//! bytes.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use chuhe_engine::board::Position;
use chuhe_engine::types::{Color, Move};
use chuhe_lab::data::{Blocks, DataFile, DataHeader, Ply, SelfPlayGame, SideLine, files};
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
        side_lines: 0,
        bench: 1,
        command: "chuhe datagen".to_owned(),
    }
}

/// Plays the missing games. Returns the number of new games.
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
    // The first run is short, the second is longer and uses two threads, and the third follows the loss of a file.
    assert_eq!(play(two.path(), 3, 1, &go), 3);
    assert_eq!(play(two.path(), CHUNK + 5, 2, &AtomicBool::new(true)), 0);
    assert_eq!(play(two.path(), CHUNK + 5, 2, &go), CHUNK + 5);
    fs::remove_file(two.path().join("games-000001.games")).unwrap();
    assert_eq!(play(two.path(), CHUNK + 5, 2, &go), 5);
    assert_eq!(bytes(one.path()), bytes(two.path()));
    // A machine that plays only the second file writes the same bytes, and can continue from it.
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
fn side_lines_are_searched_off_the_game() {
    let folder = Folder::new("datagen-side-lines");
    let play = |name: &str, threads: usize| {
        let folder = folder.path().join(name);
        fs::create_dir(&folder).unwrap();
        let plan = DatagenPlan { side_lines: 30, ..plan(2) };
        let (_, missing) = plan.missing(&folder, 0..CHUNK + 4).unwrap();
        let threads = NonZero::new(threads).unwrap();
        plan.run(&folder, missing, threads, &AtomicBool::new(false), &|_| {}).unwrap();
        bytes(&folder)
    };
    let files = play("one", 1);
    assert_eq!(files, play("two", 2));
    let games = DataFile::from_bytes(&files[0]).unwrap().games;
    let (mut searched, mut positions, mut elsewhere) = (0, 0, 0);
    for game in games {
        searched += game.plies.iter().filter(|ply| ply.score.is_some()).count();
        let mut keys = std::collections::HashSet::new();
        game.replay(|position, _| keys.extend([position.key()])).unwrap();
        game.for_each_side_line(|position, ply| {
            assert!(!position.in_check() && ply.score.is_some());
            positions += 1;
            elsewhere += usize::from(!keys.contains(&position.key()));
        })
        .unwrap();
    }
    let share = positions as f64 / searched as f64;
    assert!((0.1..0.35).contains(&share), "{positions} of {searched}");
    assert!(elsewhere * 10 > positions * 9, "{elsewhere} of {positions}");
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
    let soft = first_game(1000, Some(100));
    assert_ne!(soft, first_game(100, None), "a started iteration is finished");
    assert_ne!(soft, first_game(1000, None), "no further iteration is started");
}

#[test]
fn the_difference_to_another_run_is_named() {
    let folder = Folder::new("datagen-other");
    let data = folder.file("data");
    let run = |games: &str, nodes: &str, side_lines: &str| {
        let command = ["datagen", "--out", &data, "--games", games];
        let kind = ["--nodes", nodes, "--side-lines", side_lines];
        Run::from(chuhe(&[&command[..], &kind].concat()).output().unwrap())
    };
    assert_eq!(run("3", "10", "100").code, 0);
    let games = DataFile::read(&folder.path().join("data/games-000000.games")).unwrap().games;
    assert!(games.iter().any(|game| !game.side_lines.is_empty()));
    for (nodes, side_lines, flags) in [
        ("20", "100", ["--nodes 10 ", "--nodes 20 "]),
        ("10", "50", ["--side-lines 100", "--side-lines 50"]),
    ] {
        let other = run("5", nodes, side_lines);
        assert_eq!(other.code, 1);
        assert!(flags.iter().all(|flag| other.err.contains(flag)), "{}", other.err);
        assert!(!other.err.contains("--games"), "{}", other.err);
    }
}

/// The CRC-32 checksum used by zip, implemented a second time, bit by bit.
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
    let game = |start: &str, moves: [&str; 3]| SelfPlayGame {
        start: start.to_owned(),
        plies: moves.map(|text| Ply { mv: text.parse::<Move>().unwrap(), score: Some(7) }).to_vec(),
        side_lines: Vec::new(),
        winner: None,
        adjudicated: true,
    };
    let opening = "r1bakab1r/9/1cn4cn/p1p1p1p1p/9/9/P1P1P3P/1C2C1N2/9/RNBAKAB1R w - - 0 1";
    let [path, best] = ["b9c7", "b0c2"].map(|text| text.parse::<Move>().unwrap());
    let ply = Ply { mv: best, score: Some(40) };
    let side_lines = vec![SideLine { after: 1, path: vec![path], ply }];
    let games = vec![
        SelfPlayGame {
            side_lines,
            ..game(chuhe_engine::board::START_FEN, ["h2e2", "h9g7", "h0g2"])
        },
        game(opening, ["a3a4", "a6a5", "c3c4"]),
    ];
    DataFile { header, games }.to_bytes().unwrap()
}

/// Plays the legal moves that numbers select, until the game ends.
fn play_choices(position: &mut Position, choices: impl IntoIterator<Item = u16>) -> Vec<Move> {
    let mut played = Vec::new();
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(choice) % moves.len()];
        position.make_unchecked(mv, &mut ());
        played.push(mv);
    }
    played
}

/// A side line given by numbers: after how many plies of the game, its moves, and its score.
type Choices = (u16, Vec<u16>, i16);

/// A game whose moves, scores and side lines are given by numbers.
fn game_of(
    start: &str,
    choices: &[(u16, Option<i16>)],
    aside: &[Choices],
    ending: u8,
) -> SelfPlayGame {
    let mut position = Position::from_fen(start).unwrap();
    let moves = play_choices(&mut position, choices.iter().map(|(choice, _)| *choice));
    let scores = choices.iter().map(|(_, score)| score.filter(|score| *score != i16::MIN));
    let plies: Vec<_> = moves.iter().zip(scores).map(|(&mv, score)| Ply { mv, score }).collect();
    let side_line = |(after, choices, score): &Choices| {
        let after = usize::from(*after) % (moves.len() + 1);
        let mut position = Position::from_fen(start).unwrap();
        for &mv in &moves[..after] {
            position.make_unchecked(mv, &mut ());
        }
        let mut path = play_choices(&mut position, choices.iter().copied());
        let ply = Ply { mv: path.pop()?, score: Some((*score).max(1 - i16::MAX)) };
        (!path.is_empty()).then_some(SideLine { after, path, ply })
    };
    let mut side_lines: Vec<_> = aside.iter().filter_map(side_line).collect();
    side_lines.sort_by_key(|line| line.after);
    let winner = [None, Some(Color::Red), Some(Color::Black)][usize::from(ending % 3)];
    SelfPlayGame { start: start.to_owned(), plies, side_lines, winner, adjudicated: ending > 127 }
}

fn file_of(first: u64, games: Vec<SelfPlayGame>) -> DataFile {
    let command = format!("chuhe datagen --seed 1 --games {}", first + games.len() as u64);
    DataFile { header: DataHeader { version: "1".to_owned(), bench: 2, command, first }, games }
}

/// The readable games in a file, and the faults reported.
fn readable(bytes: &[u8]) -> (Vec<SelfPlayGame>, Vec<String>) {
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    for game in Blocks::of(bytes).all_games() {
        match game {
            Ok(game) => games.push(game),
            Err(error) => faults.push(error.to_string()),
        }
    }
    (games, faults)
}

#[test]
fn both_formats_stay_readable() {
    let read = |name: &str| fs::read(format!("tests/data/{name}")).unwrap();
    let (old, new) = (read("format-1.games"), read("format-2.games"));
    let (first, second) = [&old, &new].map(|bytes| DataFile::from_bytes(bytes).unwrap()).into();
    assert_eq!(first.games, second.games);
    assert_eq!(first.games.len(), 4);
    let plies: usize = first.games.iter().map(|game| game.plies.len()).sum();
    assert!(first.games.iter().all(|game| game.replay(|_, _| {}).is_ok()));
    assert!(old.len() > 4 * plies && new.len() < 2 * plies, "{} {plies}", new.len());
    // The bytes written must equal the stored ones, because a change to the compression model would change the format.
    assert!(second.to_bytes().unwrap() == new);
}

/// The file was written by `chuhe datagen --nodes 100 --seed 1 --side-lines 20 --games 3` and must be readable forever.
#[test]
fn side_lines_stay_readable() {
    let bytes = fs::read("tests/data/side-lines.games").unwrap();
    let file = DataFile::from_bytes(&bytes).unwrap();
    let count = |game: &SelfPlayGame| {
        let mut positions = 0;
        game.for_each_side_line(|_, _| positions += 1).unwrap();
        positions
    };
    assert!(file.games.iter().map(count).sum::<usize>() > 20);
    assert!(file.to_bytes().unwrap() == bytes);
}

#[test]
fn side_lines_that_do_not_fit_are_refused() {
    let file = DataFile::from_bytes(&sample()).unwrap();
    let line = file.games[0].side_lines[0].clone();
    let changed: [fn(&mut Vec<SideLine>); 5] = [
        |lines| lines[0].after = 4,
        |lines| lines[0].path.clear(),
        |lines| lines[0].path = vec![lines[0].path[0]; 16],
        |lines| lines[0].ply.score = None,
        |lines| lines.push(SideLine { after: 0, ..lines[0].clone() }),
    ];
    for change in changed {
        let mut file = file.clone();
        file.games[0].side_lines = vec![line.clone()];
        change(&mut file.games[0].side_lines);
        let error = file.to_bytes().unwrap_err().to_string();
        assert_eq!(error, "invalid content: a side line does not fit its game");
    }
    let mut file = file;
    file.games[0].side_lines[0].ply.mv = "a0a9".parse().unwrap();
    assert!(file.to_bytes().unwrap_err().to_string().starts_with("ply 3 of a game is illegal"));
    let replayed = file.games[0].for_each_side_line(|_, _| {}).unwrap_err().to_string();
    assert_eq!(replayed, "ply 3 of a game is illegal: a0a9");
}

#[test]
fn damage_costs_the_games_of_its_block_alone() {
    let games = |seed: u16| {
        let game = |number: u16| {
            let choices: Vec<_> =
                (0..40).map(|ply| (seed * 31 + number * 7 + ply * 13, Some(ply as i16))).collect();
            game_of(chuhe_engine::board::START_FEN, &choices, &[], number as u8)
        };
        (0..5).map(game).collect::<Vec<_>>()
    };
    let blocks: Vec<DataFile> = (0..3).map(|at| file_of(5 * at, games(at as u16))).collect();
    let bytes: Vec<Vec<u8>> = blocks.iter().map(|file| file.to_bytes().unwrap()).collect();
    let (all, lengths) = (bytes.concat(), [bytes[0].len(), bytes[1].len(), bytes[2].len()]);
    let of = |wanted: &[usize]| -> Vec<SelfPlayGame> {
        wanted.iter().flat_map(|&at| blocks[at].games.clone()).collect()
    };
    assert_eq!(readable(&all), (of(&[0, 1, 2]), Vec::new()));
    for at in 0..all.len() {
        let mut damaged = all.clone();
        damaged[at] ^= 0x10;
        let hit = usize::from(at >= lengths[0]) + usize::from(at >= lengths[0] + lengths[1]);
        let left: Vec<usize> = (0..3).filter(|block| *block != hit).collect();
        let begin: usize = lengths[..hit].iter().sum();
        let told = format!(
            "damaged from byte {begin} to {}: the games there cannot be read",
            begin + lengths[hit]
        );
        assert_eq!(readable(&damaged), (of(&left), vec![told]), "byte {at}");
        assert!(DataFile::from_bytes(&damaged).is_err());
    }
    for cut in (1..all.len()).step_by(7) {
        let whole = (1..=3).filter(|&count| lengths[..count].iter().sum::<usize>() <= cut).count();
        let (games, faults) = readable(&all[..cut]);
        assert_eq!(games, of(&(0..whole).collect::<Vec<_>>()), "{cut}");
        assert_eq!(faults.is_empty(), lengths[..whole].iter().sum::<usize>() == cut, "{cut}");
    }
    // Tests a missing byte, and garbage between two blocks.
    let missing = [&bytes[0][..50], &bytes[0][51..], &bytes[1]].concat();
    assert_eq!(readable(&missing).0, of(&[1]));
    let between = [&bytes[0], &b"chuhegm"[..], &bytes[1]].concat();
    assert_eq!((readable(&between).0, readable(&between).1.len()), (of(&[0, 1]), 1));
}

#[test]
fn files_are_joined_without_loss_and_damage_is_reported() {
    let folder = Folder::new("datagen-join");
    let go = AtomicBool::new(false);
    assert_eq!(play(folder.path(), 2 * CHUNK + 5, 1, &go), 2 * CHUNK + 5);
    let old = files(&[folder.path().to_owned()]).unwrap();
    let of_old: Vec<_> = old.iter().flat_map(|path| DataFile::read(path).unwrap().games).collect();
    let (data, all) = (folder.path().display().to_string(), folder.file("all"));
    let join = |from: &str, to: &str| {
        Run::from(chuhe(&["datagen", "--join", from, "-o", to]).output().unwrap())
    };
    let run = join(&data, &all);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    let told = "`chuhe datagen` (version 0.1.0, bench 1), games 0 to 105\n105 games with ";
    assert!(run.out.starts_with(told), "{}", run.out);
    let file = DataFile::read(Path::new(&all)).unwrap();
    assert_eq!(file.games, of_old);
    assert_eq!((file.header.command.as_str(), file.header.first), ("chuhe datagen --games 105", 0));
    // All games are stored in one block.
    let bytes = fs::read(&all).unwrap();
    assert_eq!(Blocks::of(&bytes).count(), 1);

    let again = join(&data, &all);
    assert_eq!((again.code, fs::read(&all).unwrap() == bytes), (1, true), "{}", again.err);

    let mut damaged = fs::read(&old[1]).unwrap();
    damaged[200] ^= 1;
    fs::write(&old[1], damaged).unwrap();
    let rest = folder.file("rest");
    let run = join(&data, &rest);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.err.contains("games-000001.games: damaged from byte 0 to "), "{}", run.err);
    let file = DataFile::read(Path::new(&rest)).unwrap();
    assert_eq!(file.games, [&of_old[..50], &of_old[100..]].concat());
    assert!(
        run.out.contains("games 0 to 50\n") && run.out.contains("games 100 to 105\n"),
        "{}",
        run.out
    );
}

#[test]
fn nothing_is_written_where_nothing_is_joined() {
    let folder = Folder::new("datagen-join-nothing");
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let join = |from: &str, to: &str| {
        let args = ["datagen", "--join", from, "-o", to];
        Run::from(chuhe(&args).current_dir(folder.path()).output().unwrap())
    };
    let refusal = |from: &str, to: &str| {
        let run = join(from, to);
        assert_eq!((run.code == 0, run.out.as_str()), (false, ""), "{from} {to}");
        let left = fs::read_dir(folder.path()).unwrap().chain(fs::read_dir(&data).unwrap());
        let left = left.filter(|entry| {
            let name = entry.as_ref().unwrap().file_name();
            name != "data" && name != "a.games"
        });
        assert_eq!(left.count(), 0, "{from} {to}");
        run.err
    };
    assert!(refusal("data", "all.games").contains("data: no files of self-play games"));
    fs::write(data.join("a.games"), sample()).unwrap();
    let told = "data/all.games is in data, so training on this folder would read each game twice; \
                write the file to another folder";
    assert!(refusal("data", "data/all.games").contains(told));
    assert!(refusal("data", "no/all.games").contains("no such folder"));
    assert!(refusal("data", "data/a.games").contains("a.games already exists"));

    // Unreadable data is reported first, then that no games remain.
    let empty = file_of(0, Vec::new()).to_bytes().unwrap();
    let cut = sample()[..100].to_vec();
    for (bytes, why) in
        [(cut, "damaged from byte 0 to 100"), (Vec::new(), "not a file"), (empty, "")]
    {
        fs::write(data.join("a.games"), bytes).unwrap();
        let told = refusal("data", "all.games");
        assert!(told.contains(why) && told.contains("all.games: no games to write"), "{told}");
    }
    assert!(refusal("missing", "all.games").contains("missing: "));
}

/// A limit on the size of files simulates a full disk.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_no_joined_file() {
    let folder = Folder::new("datagen-join-full");
    folder.write("data/a.games", sample());
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" datagen --join data -o all.games";
    let mut full = std::process::Command::new("sh");
    full.args(["-c", script, env!("CARGO_BIN_EXE_chuhe")]).current_dir(folder.path());
    full.env("CHUHE_LANG", "en");
    let run = Run::from(full.output().unwrap());
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{}", run.err);
    assert!(run.err.contains("all.games: "), "{}", run.err);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the data");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_come_back(
        games in proptest::collection::vec(
            (
                any::<bool>(),
                proptest::collection::vec((any::<u16>(), any::<Option<i16>>()), 0..60),
                proptest::collection::vec(
                    (any::<u16>(), proptest::collection::vec(any::<u16>(), 2..=16), any::<i16>()),
                    0..4,
                ),
                any::<u8>(),
            ),
            0..5,
        ),
    ) {
        let starts = [chuhe_engine::board::START_FEN, "3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1"];
        let game = |(start, choices, aside, ending): &(bool, Vec<_>, Vec<_>, u8)| {
            game_of(starts[usize::from(*start)], choices, aside, *ending)
        };
        let file = file_of(7, games.iter().map(game).collect());
        for game in &file.games {
            let mut seen = Vec::new();
            game.for_each_side_line(|position, ply| seen.push((position.history().len(), ply))).unwrap();
            let expected = game.side_lines.iter().map(|line| (line.after + line.path.len(), line.ply));
            prop_assert!(seen.into_iter().eq(expected));
        }
        let bytes = file.to_bytes().unwrap();
        prop_assert_eq!(DataFile::from_bytes(&bytes).unwrap(), file);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in any::<Vec<u8>>()) {
        prop_assert!(DataFile::from_bytes(&bytes).is_err());
    }

    /// Damage with a valid checksum must not make the reader panic or loop forever.
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
                let _ = game.for_each_side_line(|_, _| {});
            }
            prop_assert_eq!(DataFile::from_bytes(&file.to_bytes().unwrap()).unwrap(), file);
        }
    }
}
