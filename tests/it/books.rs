//! Tests `chuhe book`: making books from games, showing, merging, checking and converting them, interrupted work, and
//! books in play.

use std::fmt::Write as _;
use std::fs;
use std::thread;
use std::time::Duration;

use chuhe_engine::board::Position;
use chuhe_engine::book::Book;
use chuhe_engine::types::rng::SplitMix64;
use serde_json::Value;

use crate::common::command::{Folder, Run, chuhe, feed, start};

const GAMES: &str = r#"[Red "Xu"]
[Black "Lü"]
[Date "2001.05.03"]

1. H2-E2 H9-G7 2. H0-G2 I9-H9 1-0

[Red "Lü"]
[Black "Xu"]
[Date "2004.??.??"]

1. B2-E2 B9-C7 2. B0-C2 A9-B9 1/2-1/2

[Red "Hu"]
[Black "Xu"]

1. G3-G4 G6-G5 0-1

[Red "Li"]

1. A0-A1 *
"#;

fn book(folder: &Folder, args: &[&str]) -> Run {
    let mut command = chuhe(&[&["book"], args].concat());
    command.current_dir(folder.path());
    feed(command, "").into()
}

/// Makes `a.book` from the games above.
fn made(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("games.pgn", GAMES);
    let run = book(&folder, &["make", "games.pgn", "-o", "a.book"]);
    let counts = "5 positions, 6 moves, ";
    assert!(run.code == 0 && run.err.starts_with(&format!("a.book: {counts}")), "{}", run.err);
    assert!(run.err.ends_with("bytes\n3 games, 1 without a result\n"), "{}", run.err);
    folder
}

#[test]
fn games_become_a_book_with_results_of_moves() {
    let folder = made("book-show");
    let table = book(&folder, &["show", "--book", "a.book"]).quiet(&["show"]);
    let rows: Vec<Vec<&str>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        rows[0],
        ["move", "share", "games", "won", "drawn", "lost", "points", "score", "years"]
    );
    assert_eq!(
        rows[1],
        ["h2e2", "100.0", "%", "2", "1", "1", "0", "75.0", "%", "-", "2001-2004"],
        "mirrored moves share an entry"
    );
    assert_eq!(rows[2], ["g3g4", "0.0", "%", "1", "0", "0", "1", "0.0", "%", "-", "-"]);

    // The mirrored position has the mirrored reply.
    for (moves, reply) in [("h2e2", "h9g7"), ("b2e2", "b9c7")] {
        let args = ["show", "--book", "a.book", "--moves", moves, "--json"];
        let report: Value = serde_json::from_str(&book(&folder, &args).quiet(&args)).unwrap();
        let [found] = &report["moves"].as_array().unwrap()[..] else { panic!("{report}") };
        assert_eq!((&found["move"], &found["losses"]), (&reply.into(), &1.into()));
        assert_eq!((&found["games"], &found["points"]), (&2.into(), &0.25.into()));
    }
    let run = book(&folder, &["show", "--book", "a.book", "--moves", "a0a1"]);
    assert_eq!((run.code, run.out.as_str()), (4, "position not in the book\n"));
    let run = book(&folder, &["show", "3k5/9/9/9/9/9/9/9/9/R3K4 w", "--book", "a.book"]);
    assert_eq!(run.code, 4);

    let args = ["explore", "--book", "a.book", "--notation", "wxf", "--min-share", "0"];
    let tree = book(&folder, &args).quiet(&args);
    let moves: Vec<&str> = tree.lines().map(|line| line.split("  ").next().unwrap()).collect();
    assert_eq!(tree.lines().count(), 7, "{tree}");
    assert_eq!(moves[1], "C2.5", "{tree}");
    assert!(tree.contains("\n  H8+7 ") && tree.contains("\n    H2+3 "), "{tree}");
    let args = ["explore", "--book", "a.book", "--json", "--plies", "2"];
    let tree: Value = serde_json::from_str(&book(&folder, &args).quiet(&args)).unwrap();
    assert_eq!(tree["moves"][0]["replies"][0]["move"], "h9g7");
    assert_eq!(tree["moves"][0]["replies"][0]["replies"], Value::Array(Vec::new()));
}

#[test]
fn filters_choose_games_and_moves() {
    let folder = made("book-filters");
    let make = |args: &[&str]| {
        let args = [&["make", "games.pgn", "--fresh", "-o", "b.book"], args].concat();
        let run = book(&folder, &args);
        assert_eq!(run.code, 0, "{}", run.err);
        let moves = run.err.split(" move").next().unwrap().rsplit(' ').next().unwrap().to_owned();
        moves.parse::<usize>().unwrap()
    };
    assert_eq!(make(&["--player", "XU"]), 5, "only the player's own moves");
    assert_eq!(make(&["--result", "black"]), 2);
    assert_eq!(make(&["--result", "red,draw"]), 4);
    assert_eq!(make(&["--years", "2000-2003"]), 4);
    assert_eq!(make(&["--plies", "1"]), 2);
    assert_eq!(make(&["--min-games", "2"]), 4);
}

/// The order and formats of the games, and the files that contain them, do not affect the bytes.
#[test]
fn the_same_games_give_the_same_bytes() {
    let folder = made("book-order");
    let mut games: Vec<String> =
        GAMES.split("\n\n[").map(|game| format!("[{}\n\n", game.trim_start_matches('['))).collect();
    games.reverse();
    folder.write("more/1.pgn", games[..2].concat());
    folder.write("more/2.pgn", games[2..].concat());
    let run = book(&folder, &["make", "more", "-o", "b.book"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let bytes = |name: &str| fs::read(folder.file(name)).unwrap();
    assert_eq!(bytes("b.book"), bytes("a.book"));
    // Merging books gives the same result as counting all games together.
    for file in ["1", "2"] {
        let (from, to) = (format!("more/{file}.pgn"), format!("{file}.book"));
        assert_eq!(book(&folder, &["make", &from, "-o", &to]).code, 0);
    }
    assert_eq!(book(&folder, &["merge", "2.book", "1.book", "-o", "c.book"]).code, 0);
    assert_eq!(bytes("c.book"), bytes("a.book"));
}

#[test]
fn broken_games_are_reported_and_used_up_to_the_fault() {
    let folder = Folder::new("book-broken");
    folder.write("games.pgn", "1. h2e2 a0a9 1-0\n\n[Red \"X\"]\n\n1. g3g4 1-0\n");
    folder.write("other.txt", "no game at all");
    let run = book(&folder, &["make", "games.pgn", "other.txt", "-o", "a.book"]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(
        run.err.contains("games.pgn: game 1: ") && run.err.contains("other.txt: "),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("2 moves") && run.err.ends_with("1 broken, 1 refused\n"),
        "{}",
        run.err
    );
}

#[test]
fn games_of_datagen_are_read_without_the_moves_of_chance() {
    let folder = Folder::new("book-datagen");
    let mut command =
        chuhe(&["-q", "datagen", "-o", "data", "--games", "3", "--nodes", "200", "--jobs", "1"]);
    assert!(command.current_dir(folder.path()).status().unwrap().success());
    let run = book(&folder, &["make", "data", "-o", "a.book", "--plies", "1000"]);
    assert!(run.code == 0 && run.err.ends_with("3 games\n"), "{}", run.err);
    // The games begin with random moves, so no move in the start position counts.
    let made = Book::open(folder.file("a.book").as_ref()).unwrap();
    assert!(made.moves(Position::startpos().board()).is_empty() && made.move_count() > 50);
}

#[test]
fn books_go_to_elephant_eye_and_back() {
    let folder = made("book-convert");
    let run = book(&folder, &["convert", "a.book", "-o", "BOOK.DAT"]);
    assert_eq!((run.code, run.err.contains("moves, ")), (0, true), "{}", run.err);
    let dat = fs::read(folder.file("BOOK.DAT")).unwrap();
    assert_eq!(dat.len() % 8, 0);
    let table = book(&folder, &["show", "--book", "BOOK.DAT"]).quiet(&["show"]);
    assert!(
        table.contains("h2e2 ") && table.contains("b2e2 ") && table.contains("50.0 %"),
        "{table}"
    );
    assert_eq!(book(&folder, &["convert", "BOOK.DAT", "-o", "b.book"]).code, 0);
    let back = Book::open(folder.file("b.book").as_ref()).unwrap();
    let start = back.moves(Position::startpos().board());
    assert_eq!((start.len(), start[0].mv.to_string(), start[0].weight), (1, "h2e2".to_owned(), 3));
    let run = book(&folder, &["merge", "BOOK.DAT", "-o", "c.book"]);
    assert!(run.code == 2 && run.err.contains("chuhe book convert"), "{}", run.err);
}

#[test]
fn other_files_are_refused_with_the_reason() {
    let folder = made("book-refused");
    let bytes = fs::read(folder.file("a.book")).unwrap();
    let mut damaged = bytes.clone();
    damaged[30] ^= 1;
    folder.write("damaged.book", &damaged);
    folder.write("cut.book", &bytes[..bytes.len() - 9]);
    folder.write("games.book", GAMES);
    folder.write("empty.book", "");
    folder.write("later.book", "chuhebk9");
    let mut sqlite = b"SQLite format 3\0".to_vec();
    sqlite.resize(120, 0);
    sqlite.extend(b"CREATE TABLE bhobk(id INTEGER)");
    folder.write("bh.obk", sqlite);
    for (name, reason) in [
        ("damaged.book", "the book is damaged: its checksum does not match"),
        ("cut.book", "the book is damaged"),
        ("games.book", "not an opening book"),
        ("empty.book", "not an opening book"),
        ("later.book", "unsupported version of the format"),
        ("bh.obk", "兵河 OBK"),
        ("missing.book", "No such file"),
    ] {
        let run = book(&folder, &["show", "--book", name]);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{name}");
        assert!(run.err.starts_with(&format!("error: {name}: ")), "{}", run.err);
        assert!(run.err.contains(reason), "{name}: {}", run.err);
    }
    // An existing file is kept.
    let run = book(&folder, &["make", "missing.pgn", "-o", "a.book"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert_eq!(book(&folder, &["merge", "a.book", "cut.book", "-o", "a.book"]).code, 1);
    assert_eq!(fs::read(folder.file("a.book")).unwrap(), bytes);
}

#[test]
fn the_engine_finds_blunders_and_writes_scores() {
    let folder = Folder::new("book-check");
    folder.write("games.moves", "h2e2 h9g7\nh2h9 i9h9\n");
    folder.write("games.pgn", "1. h2e2 h9g7 1/2-1/2\n\n[Red \"X\"]\n\n1. h2h9 i9h9 1-0\n");
    assert_eq!(book(&folder, &["make", "games.pgn", "-o", "a.book"]).code, 0);
    let check = ["check", "a.book", "--nodes", "3k", "--margin", "100", "--jobs", "2"];
    let run = book(&folder, &[&check[..], &["-o", "b.book"]].concat());
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.out.starts_with("h2h9 scores -") && run.out.lines().count() == 1, "{}", run.out);
    assert!(run.err.ends_with("3 positions checked, 4 moves, 1 blunder\n"), "{}", run.err);
    let args = ["show", "--book", "b.book", "--json"];
    let report: Value = serde_json::from_str(&book(&folder, &args).quiet(&args)).unwrap();
    let moves = report["moves"].as_array().unwrap();
    assert_eq!((&moves[0]["move"], &moves[0]["share"]), (&"h2e2".into(), &1.0.into()));
    assert_eq!((&moves[1]["move"], &moves[1]["weight"]), (&"h2h9".into(), &0.into()));
    assert!(moves[1]["score"].as_i64().unwrap() < moves[0]["score"].as_i64().unwrap() - 100);
    assert_eq!(moves[1]["wins"], 1, "results are kept");

    let again = book(&folder, &[&check[..], &["-o", "b.book"]].concat());
    assert!(again.code == 1 && again.err.contains("b.book already exists"), "{}", again.err);
    // By now every move is scored, so nothing is searched, and JSON lists every position.
    let run = book(&folder, &["check", "b.book", "--unscored", "--json", "-o", "./b.book"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    let run = book(&folder, &[&check[..], &["--json"]].concat());
    let lines: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        (&lines[0]["line"], &lines[0]["moves"][1]["is_blunder"]),
        (&Value::Array(Vec::new()), &false.into())
    );
}

#[test]
fn moves_that_cannot_be_reached_are_not_called_checked() {
    let folder = Folder::new("books-unreachable");
    // The game starts in another position.
    let game = "[FEN \"4k4/9/9/9/9/9/9/9/3R5/3K5 w\"]\n\n1. d1d5 e9e8 2. d5d6 1-0\n";
    folder.write("games.pgn", game);
    assert_eq!(book(&folder, &["make", "games.pgn", "-o", "a.book"]).code, 0);
    let check = book(&folder, &["check", "a.book"]);
    let reason =
        "because their positions cannot be reached from the start position within the book";
    let said =
        format!("0 positions checked, 0 moves, 0 blunders\n3 of 3 moves not checked, {reason}\n");
    assert_eq!((check.code, check.err), (3, said));
}

/// If `make` is killed at any moment, the old file stays in place, and a second run writes the same bytes.
#[test]
fn a_killed_making_leaves_the_old_book() {
    let folder = Folder::new("book-kill");
    let mut text = String::new();
    let mut rng = SplitMix64::new(21);
    for _ in 0..1500 {
        let mut position = Position::startpos();
        text.push_str("[Red \"?\"]\n\n");
        for ply in 0..30 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(rng.below(moves.len().max(1) as u64) as usize) else {
                break;
            };
            if ply % 2 == 0 {
                write!(text, "{}. ", ply / 2 + 1).unwrap();
            }
            write!(text, "{mv} ").unwrap();
            position.play(mv).unwrap();
        }
        text.push_str("1/2-1/2\n\n");
    }
    folder.write("games.pgn", text);
    assert_eq!(book(&folder, &["make", "games.pgn", "-o", "whole.book"]).code, 0);
    let whole = fs::read(folder.file("whole.book")).unwrap();
    folder.write("a.book", "the old one");
    let mut killed = 0;
    for wait in [0, 5, 20, 40, 80, 120, 200] {
        let mut command = chuhe(&["book", "make", "games.pgn", "--fresh", "-o", "a.book"]);
        command.current_dir(folder.path());
        let mut child = start(command);
        thread::sleep(Duration::from_millis(wait));
        let is_over = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        let left = fs::read(folder.file("a.book")).unwrap();
        if left == b"the old one" {
            killed += 1;
        } else {
            assert!(left == whole, "neither the old nor the complete book");
            assert!(is_over || left == whole);
            folder.write("a.book", "the old one");
        }
    }
    assert!(killed > 0, "it was never killed while working");
    assert_eq!(book(&folder, &["make", "games.pgn", "--fresh", "-o", "a.book"]).code, 0);
    assert!(fs::read(folder.file("a.book")).unwrap() == whole);
    let names: Vec<String> = folder.listing().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["a.book", "games.pgn", "whole.book"], "no file is left behind");
}

/// The lines of the engine's output in a protocol session.
fn conversation(folder: &Folder, args: &[&str], input: &str) -> Vec<String> {
    let mut command = chuhe(args);
    command.current_dir(folder.path());
    let run = Run::from(feed(command, input));
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    run.out.lines().map(str::to_owned).collect()
}

#[test]
fn options_for_books_are_announced_where_there_is_a_book() {
    let folder = made("book-announced");
    for (greeting, words) in [
        ("ucci", ["option usebook ", "option bookfiles ", "option bookvariety "]),
        ("uci", ["option name OwnBook ", "option name BookFile ", "option name Book Variety "]),
    ] {
        let announced = |args: &[&str]| {
            let lines = conversation(&folder, args, &format!("{greeting}\nquit\n"));
            words.iter().filter(|word| lines.iter().any(|line| line.starts_with(**word))).count()
        };
        assert_eq!(announced(&["--option", "BookFile=a.book"]), 3);
        assert_eq!(announced(&["--option", "BookFile=none"]), 0);
    }
}

#[test]
fn moves_are_played_from_a_named_book_as_often_as_their_weights_say() {
    let folder = Folder::new("book-played");
    let line = |text: &str| format!("[Red \"?\"]\n\n{text} 1/2-1/2\n\n");
    let games =
        [line("1. g3g4 g6g5").repeat(3), line("1. c3c4 b7e7"), line("1. e0e1 e9e8")].concat();
    folder.write("games.pgn", games);
    assert_eq!(book(&folder, &["make", "games.pgn", "-o", "a.book"]).code, 0);
    let mut input =
        "ucci\nsetoption batch true\nsetoption bookfiles a.book\nsetoption usebook true\nposition startpos\n".to_owned();
    input.push_str(&"go time 1000 increment 0\n".repeat(400));
    let lines = conversation(&folder, &[], &(input + "quit\n"));
    let best: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    let count = |mv: &str| best.iter().filter(|line| line.starts_with(mv)).count();
    let (often, twins, king) = (count("g3g4 ponder g6g5"), count("g3g4"), count("e0e1"));
    assert_eq!((best.len(), often), (400, twins));
    assert_eq!(twins + king, 400, "c3c4 is the mirror image of g3g4: {lines:?}");
    // The weights are four to one, so 80 of 400 moves are expected; three standard deviations are 24.
    assert!(king.abs_diff(80) < 30, "{king}");

    // Banned moves are not played, mirrored moves are distinguished, and variety `none` always plays the best move.
    let input = "ucci\nsetoption batch true\nsetoption bookfiles a.book\nsetoption usebook on\nsetoption bookvariety none\n\
                 position startpos\nbanmoves g3g4\ngo depth 2\nposition startpos\nbanmoves g3g4 c3c4\ngo depth 2\n\
                 position startpos\ngo depth 2\nquit\n";
    let lines = conversation(&folder, &[], input);
    let best: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert!(best[0].starts_with("c3c4") && best[1].starts_with("e0e1"), "{best:?}");
    assert!(best[2].starts_with("g3g4 ponder g6g5"), "{best:?}");
}

/// A database yields the same book as the games imported into it; other `SQLite` files are refused.
#[test]
fn books_are_made_of_databases() {
    let folder = Folder::new("book-database");
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    let mut import = chuhe(&["db", "import", "games.db", "games.pgn"]);
    import.current_dir(folder.path());
    let run = Run::from(feed(import, ""));
    assert_eq!(run.code, 0, "{}", run.err);
    for (input, out) in [("games.pgn", "a.book"), ("games.db", "b.book")] {
        let run = book(&folder, &["make", input, "-o", out, "--player", "xu"]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.err.contains("3 games, 1 without a result"), "{}", run.err);
    }
    let [files, database] =
        ["a.book", "b.book"].map(|name| fs::read(folder.path().join(name)).unwrap());
    assert_eq!(files, database);

    fs::write(
        folder.path().join("other.db"),
        [b"SQLite format 3\0".as_slice(), &[7; 500]].concat(),
    )
    .unwrap();
    let run = book(&folder, &["make", "other.db", "-o", "c.book"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("other.db") && !folder.path().join("c.book").exists(), "{}", run.err);
}

/// `play` varies its openings; a search with a fixed number of nodes does not.
#[test]
fn games_against_a_person_vary() {
    let folder = Folder::new("book-play");
    let mut seen = std::collections::HashSet::new();
    for _ in 0..16 {
        let args = ["play", "--side", "black", "--level", "20"];
        let mut command = chuhe(&args);
        command.current_dir(folder.path());
        let run = Run::from(feed(command, "quit\nquit\n"));
        assert_eq!(run.code, 0, "{}", run.err);
        let line = run.out.lines().find(|line| line.contains("1. ")).unwrap_or_default().to_owned();
        assert!(!line.is_empty(), "{}", run.out);
        seen.insert(line);
    }
    // With half of the weight on one move, sixteen equal choices happen by chance once in 20,000 runs.
    assert!(seen.len() > 1, "{seen:?}");
}
