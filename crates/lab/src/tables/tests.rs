//! Tests tables of small classes against a slow implementation of the same rules, and tests faulty files.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::*;
use chuhe_engine::board::Position;
use chuhe_engine::tables::{
    BLOCK, ClassIndex, DRAW_CODE, MaterialClass, Table, TableValue, Tables,
};

fn class(name: &str) -> MaterialClass {
    name.parse().unwrap()
}

fn settings(folder: &Path) -> GenerationSettings {
    GenerationSettings {
        folder: folder.to_owned(),
        threads: 2,
        memory_bytes: 1 << 30,
        save_every: Duration::from_hours(1),
    }
}

fn open(folder: &Path) -> Tables {
    Tables::open(folder.to_str().unwrap()).unwrap()
}

/// Generates tables in a folder.
fn make(folder: &Path, names: &[&str]) -> Tables {
    let classes: Vec<_> = names.iter().map(|name| class(name)).collect();
    generate(&classes, &settings(folder), &()).unwrap();
    open(folder)
}

/// Returns the name and contents of every file in a folder.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// A class as a graph: every position with either side called X, and every move as an edge. Positions are evaluated
/// forwards, again and again, until nothing changes.
struct Graph {
    /// By vertex: the number of the position, and whether X is to move.
    vertices: Vec<(u64, bool)>,
    /// By vertex: the moves that stay in the class, and whether each checks.
    moves: Vec<Vec<(usize, bool)>>,
    /// By vertex: the values of the captures, from the point of view of the side to move.
    captures: Vec<Vec<TableValue>>,
}

impl Graph {
    fn new(tables: &Tables, index: &ClassIndex) -> Self {
        let mut vertices = Vec::new();
        let mut place = vec![[usize::MAX; 2]; index.entries() as usize];
        for number in 0..index.entries() {
            if index.board(number).is_some() {
                for x in [false, true] {
                    place[number as usize][usize::from(x)] = vertices.len();
                    vertices.push((number, x));
                }
            }
        }
        let (mut moves, mut captures) = (Vec::new(), Vec::new());
        for &(number, x) in &vertices {
            let board = index.board(number).unwrap();
            let (mut edges, mut values) = (Vec::new(), Vec::new());
            for mv in board.legal_moves(board.is_in_check(board.side_to_move())) {
                let after = board.with_move(mv);
                if board.captured_piece(mv).is_some() {
                    values.push(tables.probe(&after).unwrap().unwrap().before());
                } else {
                    let number = index.number(&after).unwrap() as usize;
                    let is_check = after.is_in_check(after.side_to_move());
                    edges.push((place[number][usize::from(!x)], is_check));
                }
            }
            moves.push(edges);
            captures.push(values);
        }
        Self { vertices, moves, captures }
    }

    /// Finds mates in 0, 1, 2 … plies, each time by examining all positions.
    fn mates(&self) -> Vec<Option<u16>> {
        let mut mates: Vec<Option<u16>> = vec![None; self.vertices.len()];
        let most = self.captures.iter().flatten().filter_map(|value| value.plies()).max();
        let (mut plies, mut quiet) = (0u16, 0);
        while quiet < 2 || Some(plies) <= most {
            let found: Vec<usize> = (0..self.vertices.len())
                .filter(|&at| mates[at].is_none() && self.is_decided(at, plies, &mates))
                .collect();
            quiet = if found.is_empty() { quiet + 1 } else { 0 };
            for at in found {
                mates[at] = Some(plies);
            }
            plies += 1;
        }
        mates
    }

    fn is_decided(&self, at: usize, plies: u16, mates: &[Option<u16>]) -> bool {
        let known = |child: usize| mates[child].filter(|known| *known < plies);
        if plies % 2 == 1 {
            let quiet = self.moves[at].iter().filter_map(|(child, _)| known(*child));
            let captured = self.captures[at].contains(&TableValue::WinIn(plies));
            captured || quiet.into_iter().any(|known| known % 2 == 0)
        } else {
            let lost =
                |value: &TableValue| matches!(value, TableValue::LossIn(known) if *known <= plies);
            let quiet = self.moves[at].iter();
            quiet.into_iter().all(|(child, _)| known(*child).is_some_and(|known| known % 2 == 1))
                && self.captures[at].iter().all(lost)
        }
    }

    /// Finds the vertices that Y wins, by mate or by the ban, by solving the parity game with Zielonka's algorithm.
    /// Every move has its own vertex with the move's priority; two more vertices represent decided positions.
    fn won_by_y(&self, mates: &[Option<u16>]) -> Vec<bool> {
        let count = self.vertices.len();
        let (for_x, for_y) = (count, count + 1);
        let mut game = Game {
            owner_is_x: vec![true; count + 2],
            next: vec![Vec::new(); count + 2],
            priority: vec![0; count + 2],
        };
        (game.priority[for_x], game.priority[for_y]) = (2, 1);
        (game.next[for_x], game.next[for_y]) = (vec![for_x], vec![for_y]);
        for (at, &mate) in mates.iter().enumerate() {
            let x_to_move = self.vertices[at].1;
            game.owner_is_x[at] = x_to_move;
            if let Some(plies) = mate {
                let x_wins = (plies % 2 == 1) == x_to_move;
                game.next[at].push(if x_wins { for_x } else { for_y });
                continue;
            }
            for &(child, checks) in &self.moves[at] {
                let edge = game.next.len();
                game.next.push(vec![child]);
                game.owner_is_x.push(true);
                game.priority.push(match (checks, x_to_move) {
                    (true, _) => 0,
                    (false, true) => 2,
                    (false, false) => 1,
                });
                game.next[at].push(edge);
            }
            for value in &self.captures[at] {
                let y_wins = value.sign() == if x_to_move { -1 } else { 1 };
                game.next[at].push(if y_wins { for_y } else { for_x });
            }
        }
        let everything: Vec<usize> = (0..game.next.len()).collect();
        let by_y = game.won_by_y(&everything);
        (0..count).map(|at| by_y[at]).collect()
    }
}

struct Game {
    owner_is_x: Vec<bool>,
    next: Vec<Vec<usize>>,
    priority: Vec<u8>,
}

impl Game {
    /// Finds the vertices in `among` that Y, the player of odd priorities, wins if play stays within `among`.
    fn won_by_y(&self, among: &[usize]) -> Vec<bool> {
        let mut won = vec![false; self.next.len()];
        let Some(highest) = among.iter().map(|at| self.priority[*at]).max() else { return won };
        let for_y = highest % 2 == 1;
        let top = among.iter().copied().filter(|at| self.priority[*at] == highest).collect();
        let near = self.attracted(among, top, for_y);
        let rest: Vec<usize> = among.iter().copied().filter(|at| !near[*at]).collect();
        let inner = self.won_by_y(&rest);
        let others: Vec<usize> = rest.iter().copied().filter(|at| inner[*at] != for_y).collect();
        if others.is_empty() {
            for &at in among {
                won[at] = for_y;
            }
            return won;
        }
        let lost = self.attracted(among, others, !for_y);
        let rest: Vec<usize> = among.iter().copied().filter(|at| !lost[*at]).collect();
        let inner = self.won_by_y(&rest);
        for &at in among {
            won[at] = if lost[at] { !for_y } else { inner[at] };
        }
        won
    }

    /// The vertices from which a player can force play to `targets`.
    fn attracted(&self, among: &[usize], targets: Vec<usize>, player_is_y: bool) -> Vec<bool> {
        let mut inside = vec![false; self.next.len()];
        for &at in among {
            inside[at] = true;
        }
        let mut before = vec![Vec::new(); self.next.len()];
        let mut ways = vec![0; self.next.len()];
        for &at in among {
            for &next in self.next[at].iter().filter(|next| inside[**next]) {
                before[next].push(at);
                ways[at] += 1;
            }
        }
        let mut found = vec![false; self.next.len()];
        let mut list = targets;
        for &at in &list {
            found[at] = true;
        }
        while let Some(at) = list.pop() {
            for &from in &before[at] {
                ways[from] -= 1;
                if !found[from] && (self.owner_is_x[from] != player_is_y || ways[from] == 0) {
                    found[from] = true;
                    list.push(from);
                }
            }
        }
        found
    }
}

/// Compares every entry of a table with the slow solver. Returns the number of vertices decided by the ban.
fn compare(tables: &Tables, name: &str) -> u64 {
    let index = ClassIndex::new(class(name)).unwrap();
    let graph = Graph::new(tables, &index);
    let mates = graph.mates();
    let by_y = graph.won_by_y(&mates);
    let mut by_ban = 0;
    for (at, &(number, x_to_move)) in graph.vertices.iter().enumerate() {
        let found = tables.value_of(&class(name), number).unwrap();
        let board = index.board(number).unwrap();
        assert_eq!(found.plies(), mates[at], "{name} {board}");
        if mates[at].is_none() {
            // This vertex covers one side as X; the position's other vertex covers the other side.
            let y_wins = found.sign() == if x_to_move { -1 } else { 1 };
            assert_eq!(y_wins, by_y[at], "{name} {board}: {found:?}");
            by_ban += u64::from(y_wins);
        }
    }
    by_ban
}

#[test]
fn every_entry_is_that_of_a_slow_solver() {
    let folder = tempfile::tempdir().unwrap();
    let tables = make(folder.path(), &["KRKA", "KPKB", "KNK", "KCKA", "KPKP"]);
    for name in ["KRK", "KPK", "KNK", "KCK", "KRKA", "KPKB", "KCKA"] {
        assert_eq!(compare(&tables, name), 0, "{name}: only one side can check");
    }
    compare(&tables, "KPKP");
}

/// KRKN is the smallest class in which the ban decides a position. `tests/it/tables.rs` plays it out under the rules.
#[test]
#[ignore = "takes minutes"]
fn tables_that_the_ban_decides_agree_with_the_slow_solver() {
    let folder = tempfile::tempdir().unwrap();
    let tables = make(folder.path(), &["KRKN"]);
    assert!(compare(&tables, "KRKN") > 1000);
}

#[test]
fn tables_are_sound_and_do_not_depend_on_threads_or_memory() {
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let classes = [class("KRKAA"), class("KNKB")];
    for (folder, threads, memory_bytes) in
        [(&folders[0], 1, 1 << 30), (&folders[1], 2, 1 << 30), (&folders[2], 3, 0)]
    {
        let settings = GenerationSettings { threads, memory_bytes, ..settings(folder.path()) };
        let done = generate(&classes, &settings, &()).unwrap();
        assert_eq!((done.made.len(), done.found.len(), done.was_stopped), (5, 0, false));
    }
    let bytes = folders.each_ref().map(|folder| contents(folder.path()));
    assert!(bytes[0] == bytes[1] && bytes[1] == bytes[2]);
    let tables = open(folders[0].path());
    for table in tables.all() {
        let summary = check(&tables, &table.header().class, 2, &|_| true).unwrap();
        assert!(summary.is_sound() && summary.positions > 2000, "{summary:?}");
    }
    let again = generate(&classes, &settings(folders[0].path()), &()).unwrap();
    assert_eq!((again.made.len(), again.found.len()), (0, 5), "what is there is kept");
}

/// Copies the saved state of a class whenever progress is reported, and stops the work after some reports.
struct Watcher<'a> {
    folder: &'a Path,
    stop_after: usize,
    calls: AtomicUsize,
}

impl GenerationObserver for Watcher<'_> {
    fn began(&self, _: MaterialClass, _: usize, _: usize, _: u64) {}

    fn advanced(&self, _: Phase, _: u64) {
        let calls = self.calls.fetch_add(1, Ordering::Relaxed);
        let saved = self.folder.join("KNKB.progress");
        if saved.exists() {
            // The state that a process killed at this moment would leave.
            fs::copy(saved, self.folder.join(format!("{calls}.killed"))).unwrap();
        }
    }

    fn finished(&self, _: &Table, _: Duration) {}

    fn is_stopped(&self) -> bool {
        self.calls.load(Ordering::Relaxed) > self.stop_after
    }
}

#[test]
fn work_that_was_left_is_taken_up_to_the_same_bytes() {
    let whole = tempfile::tempdir().unwrap();
    make(whole.path(), &["KNKB"]);
    let wanted = contents(whole.path());
    let folder = tempfile::tempdir().unwrap();
    let always =
        GenerationSettings { save_every: Duration::ZERO, threads: 1, ..settings(folder.path()) };
    // Stop again and again, a little later each time.
    let mut stops = 0;
    loop {
        let watcher = Watcher {
            folder: folder.path(),
            stop_after: 3 + 7 * stops,
            calls: AtomicUsize::new(0),
        };
        if !generate(&[class("KNKB")], &always, &watcher).unwrap().was_stopped {
            break;
        }
        stops += 1;
    }
    assert!(stops > 3);
    let (mut made, killed): (Vec<_>, Vec<_>) =
        contents(folder.path()).into_iter().partition(|(name, _)| !name.ends_with("killed"));
    assert!(made == wanted);
    assert!(killed.len() > 5);
    for (name, bytes) in killed {
        let folder = tempfile::tempdir().unwrap();
        fs::copy(whole.path().join("KNK.chtb"), folder.path().join("KNK.chtb")).unwrap();
        // A damaged state costs time and nothing else.
        for damaged in [false, true] {
            let mut bytes = bytes.clone();
            let middle = bytes.len() / 2;
            bytes[middle] ^= u8::from(damaged);
            fs::write(folder.path().join("KNKB.progress"), bytes).unwrap();
            let _ = fs::remove_file(folder.path().join("KNKB.chtb"));
            generate(&[class("KNKB")], &settings(folder.path()), &()).unwrap();
            made = contents(folder.path());
            assert!(made == wanted, "{name}, damaged: {damaged}");
        }
    }
}

#[test]
fn damaged_cut_and_foreign_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["KRK", "KNK"]);
    let path = folder.path().join("KRK.chtb");
    let bytes = fs::read(&path).unwrap();
    // A change to any byte is detected, when the file is opened or when its entries are read.
    let is_refused = |bytes: &[u8]| {
        files_write(&path, bytes);
        let mut tables = Tables::none();
        if tables.add(&path).is_err() {
            return true;
        }
        let blocks = 0..tables.all()[0].blocks();
        blocks
            .map(|block| block * BLOCK as u64)
            .any(|at| tables.value_of(&class("KRK"), at).is_err())
    };
    assert!(!is_refused(&bytes));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(is_refused(&damaged), "byte {at}");
        assert!(is_refused(&bytes[..at]), "cut at {at}");
    }
    assert!(is_refused(&[&bytes[..], b"\n"].concat()), "one more");

    let error = |bytes: &[u8]| {
        files_write(&path, bytes);
        Tables::open(folder.path().to_str().unwrap()).unwrap_err().to_string()
    };
    let place = path.display();
    let other = fs::read(folder.path().join("KNK.chtb")).unwrap();
    assert_eq!(
        error(&other),
        format!("{place}: this is the table for KNK, which does not match the file name")
    );
    assert_eq!(error(&[b'x'; 100]), format!("{place}: not an endgame table"));
    assert!(error(b"").contains("wrong length"));
    let mut damaged = bytes.clone();
    damaged[20] ^= 1;
    assert_eq!(
        error(&damaged),
        format!("{place}: damaged: the checksum of the header does not match")
    );
    let nowhere = folder.path().join("nowhere");
    let error = Tables::open(nowhere.to_str().unwrap()).unwrap_err().to_string();
    assert!(error.contains("nowhere: ") && error.contains("No such file"), "{error}");
    let empty = tempfile::tempdir().unwrap();
    let error = Tables::open(empty.path().to_str().unwrap()).unwrap_err().to_string();
    assert!(error.ends_with("no endgame tables; `chuhe tables gen` generates them"), "{error}");
}

/// Replaces a file that may be mapped.
fn files_write(path: &Path, bytes: &[u8]) {
    chuhe_util::files::write_whole_unsynced(path, bytes).unwrap();
}

#[test]
fn an_entry_that_is_wrong_is_found_with_those_that_lead_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let tables = make(folder.path(), &["KRK"]);
    let krk = class("KRK");
    let index = ClassIndex::new(krk).unwrap();
    let fen = "3k5/9/9/9/9/9/9/9/3R5/4K4 b";
    let wrong = index.number(Position::from_fen(fen).unwrap().board()).unwrap();
    let code_of = |number| {
        index.board(number)?;
        Some(if number == wrong {
            DRAW_CODE
        } else {
            tables.value_of(&krk, number).unwrap().code()
        })
    };
    let other = tempfile::tempdir().unwrap();
    let header = file::header(&index, code_of);
    file::write(&other.path().join("KRK.chtb"), &header, code_of).unwrap();
    let summary = check(&open(other.path()), &krk, 1, &|_| true).unwrap();
    assert!(summary.wrong >= 1 && !summary.is_sound() && summary.sums_agree);
    assert!(summary.faults.iter().any(|fault| fault.fen == format!("{fen} - - 0 1")));
    assert!(check(&tables, &krk, 1, &|_| true).unwrap().is_sound());
}

#[test]
fn the_longest_line_is_as_long_as_it_should_be_and_ends_in_mate() {
    let folder = tempfile::tempdir().unwrap();
    let tables = make(folder.path(), &["KNKA", "KPK"]);
    for name in ["KNK", "KPK", "KNKA"] {
        let found = records(&tables, &class(name), &|_| true).unwrap().unwrap();
        let [Some(longest), None] = &found.longest else { panic!("{found:?}") };
        assert_eq!(longest.line.len(), usize::from(longest.plies), "{found:?}");
        let mut position = Position::from_fen(&longest.fen).unwrap();
        for &mv in &longest.line {
            position.play(mv).unwrap();
        }
        assert!(position.legal_moves().is_empty());
        for example in &found.examples {
            let (_, placement) = example.fen.split_once(' ').unwrap();
            assert!(placement.starts_with('w'));
            let first = Position::from_fen(&example.fen).unwrap();
            let second = Position::from_fen(&example.fen.replace(" w ", " b ")).unwrap();
            let sign =
                |position: &Position| tables.probe(position.board()).unwrap().unwrap().sign();
            assert!(sign(&first) < -sign(&second), "{example:?}");
        }
    }
    assert!(records(&tables, &class("KNK"), &|_| false).unwrap().is_none());
}

#[test]
fn positions_outside_all_tables_have_no_value() {
    let folder = tempfile::tempdir().unwrap();
    let tables = make(folder.path(), &["KPK"]);
    let value = |fen: &str| tables.probe(Position::from_fen(fen).unwrap().board()).unwrap();
    assert_eq!(value("3k5/9/9/9/9/9/9/9/9/R3K4 w"), None, "another class");
    assert_eq!(value("3k5/9/9/9/9/9/9/9/P8/4K4 w"), None, "no game has a pawn there");
    assert_eq!(value("3k5/9/9/9/9/9/9/9/9/4K4 w"), Some(TableValue::Draw), "dead");
    assert!(value("3k5/9/P8/9/9/9/9/9/9/4K4 w").is_some());
    let moves = tables.moves(&Position::from_fen("3k5/9/P8/9/9/9/9/9/9/4K4 w").unwrap()).unwrap();
    let moves = moves.unwrap();
    assert!(moves.is_sorted_by_key(|(_, value)| std::cmp::Reverse(value.rank())));
    assert_eq!(moves[0].1, value("3k5/9/P8/9/9/9/9/9/9/4K4 w").unwrap());
}
