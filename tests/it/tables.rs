//! Tests endgame tables: the commands, the files against a second reader based on `docs/tables.md`, tables in the
//! search, and interrupted generation.

use std::fs;
use std::path::Path;
use std::time::Duration;

use chuhe_engine::board::Position;
use chuhe_engine::engine::Engine;
use chuhe_engine::prelude::{Limits, Score};
use chuhe_engine::rules::{Reason, Rules, ending};
use chuhe_engine::tables::{MaterialClass, TableValue, Tables};
use chuhe_engine::types::rng::SplitMix64;
use chuhe_engine::types::{TABLE_WIN, is_table};
use flate2::read::DeflateDecoder;
use serde_json::Value;

use crate::common::command::{Folder, Run, chuhe};

/// Runs a command in a folder.
fn run(folder: &Folder, args: &[&str]) -> Run {
    chuhe(args).current_dir(folder.path()).output().unwrap().into()
}

/// Generates tables in the subfolder `tables`.
fn make(folder: &Folder, classes: &[&str]) {
    let run = run(folder, &[&["tables", "gen", "--jobs", "2"], classes].concat());
    assert_eq!(run.code, 0, "{}", run.err);
}

fn path(folder: &Folder) -> String {
    folder.path().join("tables").to_str().unwrap().to_owned()
}

#[test]
fn tables_are_made_shown_proved_and_asked() {
    let folder = Folder::new("tables-commands");
    let made = run(&folder, &["tables", "gen", "krka", "KNK", "-j", "1"]);
    assert_eq!(made.code, 0, "{}", made.err);
    assert_eq!(
        made.out,
        "KRK          generated\nKRKA         generated\nKNK          generated\n"
    );
    assert!(made.err.contains("KRKA") && made.err.contains("40500 entries"), "{}", made.err);
    let again = run(&folder, &["tables", "gen", "KRKA", "--json"]).quiet(&["gen"]);
    assert_eq!(again, "{\"made\":[],\"found\":[\"KRK\",\"KRKA\"],\"was_stopped\":false}\n");

    let info = run(&folder, &["tables", "info", "KRK", "--json"]).quiet(&["info"]);
    let info: Value = serde_json::from_str(&info).unwrap();
    assert_eq!((&info["class"], &info["file"]), (&"KRK".into(), &"KRK.chtb".into()));
    assert_eq!(info["sides"][0]["wins"], 1917, "every position with the rook to move is won");
    assert_eq!(info["sides"][1]["longest_loss"]["plies"], 4);
    assert_eq!(run(&folder, &["tables", "info"]).quiet(&["info"]).lines().count(), 1 + 3 * 2);

    let check = run(&folder, &["tables", "check", "KRKA", "--json"]).quiet(&["check"]);
    let check: Value = serde_json::from_str(&check).unwrap();
    assert_eq!((&check["wrong"], &check["sums_agree"]), (&0.into(), &true.into()));

    let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    let probe = run(&folder, &["tables", "probe", "--fen", fen, "--json"]).quiet(&["probe"]);
    let probe: Value = serde_json::from_str(&probe).unwrap();
    assert_eq!((&probe["result"], &probe["plies"]), (&"win".into(), &1.into()), "{probe}");
    assert_eq!(probe["moves"].as_array().unwrap().len(), 14);
    assert_eq!(probe["line"].as_array().unwrap().len(), 1);
    let text = run(&folder, &["tables", "probe", "--fen", fen, "--notation", "wxf"]);
    assert!(text.out.starts_with("KRK: mate in 1 ply\n"), "{}", text.out);
    let records = run(&folder, &["tables", "records", "KNK"]).quiet(&["records"]);
    assert!(records.starts_with("KNK\n  longest mate by the first side: 14 plies\n"), "{records}");
    let records = run(&folder, &["tables", "records", "KNK", "--json"]).quiet(&["records"]);
    let records: Value = serde_json::from_str(&records).unwrap();
    assert_eq!(records["longest"][0]["line"].as_array().unwrap().len(), 14);
}

/// `judge` reports the tables' result, and `annotate` finds a mate that it could not find with so few nodes alone.
#[test]
fn games_are_judged_and_annotated_with_tables() {
    let folder = Folder::new("tables-games");
    make(&folder, &["KRKA"]);
    let game = "[FEN \"3k5/4a4/9/9/9/9/9/9/9/R3K4 w - - 0 1\"]\n\n1. A0-A1 E8-F9 *\n";
    folder.write("game.pgn", game);

    let judged = |args: &[&str]| -> Value {
        let args = [&["judge", "game.pgn", "--json"], args].concat();
        serde_json::from_str(&run(&folder, &args).quiet(&args)).unwrap()
    };
    assert!(judged(&[]).get("table").is_none());
    let table = &judged(&["--tables", "tables"])["table"];
    // The position after the last move, as `tables probe` reports it.
    let args = ["tables", "probe", "--json", "--fen", "3k1a3/9/9/9/9/9/9/9/R8/4K4 w"];
    let probe: Value = serde_json::from_str(&run(&folder, &args).quiet(&args)).unwrap();
    assert_eq!((&table["result"], &table["plies"]), (&probe["result"], &probe["plies"]));
    assert_eq!(table["result"], "win");

    let first_score = |args: &[&str]| -> Value {
        let args = [&["annotate", "game.pgn", "--to", "json", "--nodes", "40"], args].concat();
        let run = run(&folder, &args);
        assert_eq!(run.code, 0, "{}", run.err);
        let annotation: Value = serde_json::from_str(&run.out).unwrap();
        annotation["positions"][0]["red_score"].clone()
    };
    assert!(first_score(&[]).get("mate_in_plies").is_none());
    assert_eq!(first_score(&["--tables", "tables"])["mate_in_plies"], 5);

    for command in ["judge", "annotate"] {
        let run = run(&folder, &[command, "game.pgn", "--tables", "nowhere"]);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{command}: {}", run.err);
        assert!(run.err.contains("nowhere"), "{}", run.err);
    }
}

#[test]
fn impossible_requests_are_refused_with_the_reason() {
    let folder = Folder::new("tables-refused");
    let refused = |args: &[&str], code: i32, part: &str| {
        let run = run(&folder, args);
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{args:?}: {}", run.err);
        assert!(run.err.contains(part), "{args:?}: {}", run.err);
    };
    refused(&["tables", "gen", "KRQK"], 2, "'Q' is not a piece");
    refused(&["tables", "gen", "KAK"], 2, "neither side can win");
    refused(&["tables", "gen"], 2, "<CLASS>");
    refused(&["tables", "info"], 1, "tables: No such file or directory");
    make(&folder, &["KRK"]);
    refused(&["tables", "check", "KNK"], 1, "error: tables has no table for the class KNK");
    refused(&["tables", "probe"], 1, "no table for this position (class ");
    let chinese = run(&folder, &["tables", "gen", "KRQK", "--lang", "zh"]);
    assert!(chinese.err.contains("不是棋子"), "{}", chinese.err);

    // A damaged file is neither used nor overwritten.
    let file = folder.path().join("tables/KRK.chtb");
    let mut bytes = fs::read(&file).unwrap();
    bytes[30] ^= 1;
    fs::write(&file, &bytes).unwrap();
    for args in [&["tables", "gen", "KRK"][..], &["tables", "check"], &["tables", "info"]] {
        refused(args, 1, "KRK.chtb: damaged: the checksum of the header does not match");
    }
    refused(&["bench", "1", "--option", "TablePath=tables"], 1, "KRK.chtb: damaged");
    assert_eq!(fs::read(&file).unwrap(), bytes);
    bytes[30] ^= 1;
    let last = bytes.len() - 40;
    bytes[last] ^= 1;
    fs::write(&file, &bytes).unwrap();
    refused(&["tables", "check"], 3, "KRK.chtb: damaged");
}

/// Reads a file using only the description on the page. Returns its header, and its codes by number.
fn read_by_the_page(file: &Path) -> (Value, Vec<u16>) {
    use std::io::Read;
    let bytes = fs::read(file).unwrap();
    let long = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!(&bytes[..8], b"chuhetb1");
    let header_end = 12 + long(8) as usize;
    let header: Value = serde_json::from_slice(&bytes[12..header_end]).unwrap();
    assert_eq!(long(header_end), crc32fast::hash(&bytes[..header_end]));
    let palette: Vec<u16> = serde_json::from_value(header["palette"].clone()).unwrap();
    let entries = header["entries"].as_u64().unwrap() as usize;
    let blocks = entries.div_ceil(4096);
    let places = bytes.len() - 4 - 12 * blocks;
    assert_eq!(long(bytes.len() - 4), crc32fast::hash(&bytes[places..bytes.len() - 4]));
    let begin = |block: usize| {
        let at = places + 12 * block;
        u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize
    };
    let mut codes = Vec::new();
    for block in 0..blocks {
        let end = if block + 1 == blocks { places } else { begin(block + 1) };
        let deflated = &bytes[begin(block)..end];
        assert_eq!(long(places + 12 * block + 8), crc32fast::hash(deflated));
        let mut plain = Vec::new();
        DeflateDecoder::new(deflated).read_to_end(&mut plain).unwrap();
        let count = (entries - 4096 * block).min(4096);
        assert_eq!(plain.len(), if palette.len() > 256 { 2 * count } else { count });
        codes.extend(plain[..count].iter().map(|symbol| palette[usize::from(*symbol)]));
    }
    (header, codes)
}

/// The number of a position with Red as the first side, computed using only the description on the page.
fn number_by_the_page(position: &Position) -> usize {
    const NAMES: &str = "BAPNCR";
    let squares = |letter: char| -> Vec<(i32, i32)> {
        let all = (0..10).flat_map(|rank| (0..9).map(move |file| (file, rank)));
        all.filter(|&(file, rank)| match letter {
            'K' => (3..=5).contains(&file) && rank <= 2,
            'A' => [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)].contains(&(file, rank)),
            'B' => [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)].contains(&(file, rank)),
            'P' => rank >= 5 || (rank >= 3 && file % 2 == 0),
            _ => true,
        })
        .collect()
    };
    let choose =
        |n: usize, k: usize| (0..k).fold(1, |value, i| value * (n.saturating_sub(i)) / (i + 1));
    let mut pieces: Vec<(bool, char, i32, i32)> = Vec::new();
    for (piece, square) in position.board().pieces() {
        let first = piece.letter().is_ascii_uppercase();
        let rank = i32::from(square.rank());
        let rank = if first { rank } else { 9 - rank };
        pieces.push((first, piece.letter().to_ascii_uppercase(), square.file().into(), rank));
    }
    let place = |letter: char, file: i32, rank: i32| {
        squares(letter).iter().position(|square| *square == (file, rank)).unwrap()
    };
    let kings = |mirrored: bool| {
        [true, false].map(|side| {
            let (.., file, rank) =
                *pieces.iter().find(|piece| piece.0 == side && piece.1 == 'K').unwrap();
            place('K', if mirrored { 8 - file } else { file }, rank)
        })
    };
    let rest = |mirrored: bool| {
        let (mut number, mut size) = (0, 1);
        for side in [false, true] {
            for letter in NAMES.chars() {
                let mut found: Vec<usize> = pieces
                    .iter()
                    .filter(|piece| piece.0 == side && piece.1 == letter)
                    .map(|&(.., file, rank)| {
                        place(letter, if mirrored { 8 - file } else { file }, rank)
                    })
                    .collect();
                found.sort_unstable();
                let combinations = choose(squares(letter).len(), found.len());
                let rank: usize =
                    found.iter().enumerate().map(|(i, square)| choose(*square, i + 1)).sum();
                number = number * combinations + rank;
                size *= combinations;
            }
        }
        (number, size)
    };
    let mut pairs = Vec::new();
    for first in 0..9 {
        for second in 0..9 {
            let image = |king: usize| king / 3 * 3 + 2 - king % 3;
            if [first, second] <= [image(first), image(second)] {
                pairs.push([first, second]);
            }
        }
    }
    let mirrored = !pairs.contains(&kings(false));
    let pair = pairs.iter().position(|pair| *pair == kings(mirrored)).unwrap();
    let (mut number, size) = rest(mirrored);
    if kings(false) == kings(true) {
        number = number.min(rest(true).0);
    }
    let mover = usize::from(position.board().to_string().ends_with('b'));
    (mover * 45 + pair) * size + number
}

#[test]
fn a_reader_written_from_the_page_finds_the_same() {
    let folder = Folder::new("tables-page");
    make(&folder, &["KPKAB"]);
    let tables = Tables::open(&path(&folder)).unwrap();
    let class: MaterialClass = "KPKAB".parse().unwrap();
    let table = tables.table(&class).unwrap();
    let (header, codes) = read_by_the_page(table.path());
    assert_eq!((&header["class"], &header["metric"]), (&"KPKAB".into(), &"plies to mate".into()));
    let mut looked_at = 0;
    for number in (0..table.index().entries()).step_by(397) {
        let Some(board) = table.index().board(number) else { continue };
        let position = Position::from_fen(&board.to_string()).unwrap();
        assert_eq!(number_by_the_page(&position), number as usize, "{board}");
        let value = match codes[number as usize] {
            0 => TableValue::Draw,
            code if code >= 32768 && code % 2 == 1 => TableValue::WinByBan(code - 32768),
            code if code >= 32768 => TableValue::LossByBan(code - 32768),
            code if code % 2 == 0 => TableValue::WinIn(code - 1),
            code => TableValue::LossIn(code - 1),
        };
        assert_eq!(tables.probe(&board).unwrap(), Some(value), "{board}");
        looked_at += 1;
    }
    assert!(looked_at > 200, "{looked_at}");
}

#[test]
fn a_search_uses_the_tables() {
    let folder = Folder::new("tables-search");
    make(&folder, &["KNK", "KPK"]);
    let mut engine = Engine::new();
    engine.set_option("Hash", "1").unwrap();
    let mut search = |fen: &str, path: &str, depth: u32, multipv: &str| {
        engine.new_game();
        engine.set_option("MultiPV", multipv).unwrap();
        engine.set_option("TablePath", path).unwrap();
        engine.set_position(Position::from_fen(fen).unwrap());
        engine.search(Limits::depth(depth))
    };
    let (path, none) = (path(&folder), "");
    // A root whose result is known needs no search, and the line leads to mate.
    let far = "4k4/9/9/9/9/9/9/9/9/N2K5 b";
    let known = search(far, &path, 1, "1");
    assert_eq!((known.score, known.lines[0].pv.len()), (Score::MatedIn(14), 14));
    assert!(known.lines[0].tb_hits > Some(0) && known.nodes == 0);
    let unknown = search(far, none, 1, "1");
    assert!(matches!(unknown.score, Score::Cp(_)) && unknown.lines[0].tb_hits.is_none());
    // With three lines requested, each is a mate.
    let lines = search("4k4/9/9/9/9/9/9/9/N8/3K5 w", &path, 1, "3").lines;
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| matches!(line.score, Score::MateIn(_))));
    // The position is drawn, because the pawn has advanced too far. The search chooses the move; the score is 0.
    let drawn = search("3kP4/9/9/9/9/9/9/9/9/4K4 b", &path, 2, "1");
    assert_eq!(drawn.score, Score::Cp(0));
    // A table covers the position after a capture. At this depth, the search finds no mate, but knows that the horse
    // wins.
    let capture = "4k4/9/9/9/9/2p6/9/1N7/9/3K5 w";
    let known = search(capture, &path, 2, "1");
    assert!(known.lines[0].tb_hits > Some(0), "{known:?}");
    let Score::Cp(cp) = known.score else { panic!("{known:?}") };
    assert!(is_table(cp) && cp < TABLE_WIN, "{known:?}");
    assert_eq!(known.best, "b2c4".parse().ok());
    // Weak levels do not use tables.
    engine.set_option("Skill Level", "3").unwrap();
    engine.set_option("TablePath", &path).unwrap();
    engine.set_position(Position::from_fen(far).unwrap());
    assert!(engine.search(Limits::depth(1)).lines[0].tb_hits.is_none());
}

#[test]
fn both_protocols_have_the_option_and_count_the_answers() {
    let folder = Folder::new("tables-protocols");
    make(&folder, &["KNK"]);
    let talk = |lines: &str| {
        let mut command = chuhe(&[]);
        command.current_dir(folder.path());
        let output = crate::common::command::feed(command, lines);
        String::from_utf8(output.stdout).unwrap()
    };
    let go = "position fen 4k4/9/9/9/9/9/9/9/9/N2K5 b\ngo depth 1\n";
    let uci = talk(&format!("uci\nsetoption name TablePath value tables\n{go}quit\n"));
    assert!(uci.contains("option name TablePath type string default <empty>"), "{uci}");
    assert!(uci.contains("score mate -7 ") && uci.contains(" tbhits 2 "), "{uci}");
    let ucci = talk(&format!("ucci\nsetoption egtbpaths tables\n{go}quit\n"));
    assert!(ucci.contains("option egtbpaths type string default <empty>"), "{ucci}");
    assert!(ucci.contains(" score -29986 ") && ucci.contains(" tbhits 2 "), "{ucci}");
    let refused = talk("uci\nsetoption name TablePath value nowhere\nisready\nquit\n");
    assert!(refused.contains("nowhere: No such file"), "{refused}");
    assert!(refused.contains("previous setting kept"), "{refused}");
    let without = talk(&format!("ucci\n{go}quit\n"));
    assert!(!without.contains("tbhits"), "{without}");
}

#[test]
fn work_that_is_killed_is_taken_up_to_the_same_bytes() {
    let [whole, killed] = ["tables-whole", "tables-killed"].map(Folder::new);
    make(&whole, &["KNKAB"]);
    for millis in [40, 120, 250] {
        let mut child = chuhe(&["tables", "gen", "KNKAB", "-j", "2"])
            .current_dir(killed.path())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(millis));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    make(&killed, &["KNKAB"]);
    let names = |folder: &Folder| {
        let entries = fs::read_dir(folder.path().join("tables")).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(&killed), names(&whole), "no file is left behind");
    for name in names(&whole) {
        let bytes = |folder: &Folder| fs::read(folder.path().join("tables").join(&name)).unwrap();
        assert!(bytes(&killed) == bytes(&whole), "{name:?}");
    }
}

/// The side with a horse against a rook can sometimes avoid mate only by perpetual check. A side that always plays the
/// table's best move wins such positions, by mate or by the verdict of perpetual check, whatever the other side plays.
#[test]
fn whom_the_ban_condemns_the_judge_condemns() {
    let folder = Folder::new("tables-ban");
    make(&folder, &["KRKN"]);
    let tables = Tables::open(&path(&folder)).unwrap();
    let class: MaterialClass = "KRKN".parse().unwrap();
    let index = tables.table(&class).unwrap().index();
    let rules = Rules { draw_plies: 0, ..Rules::default() };
    let mut random = SplitMix64::new(7);
    let (mut by_mate, mut by_ban) = (0, 0);
    for number in 0..index.entries() {
        let Some(board) = index.board(number) else { continue };
        let value = tables.probe(&board).unwrap().unwrap();
        let winner = match value {
            TableValue::WinByBan(_) => board.side_to_move(),
            TableValue::LossByBan(_) => !board.side_to_move(),
            _ => continue,
        };
        if !random.next().is_multiple_of(8) {
            continue;
        }
        let mut position = Position::from_fen(&board.to_string()).unwrap();
        let end = loop {
            if let Some(end) = ending(&position, &rules) {
                break end;
            }
            let moves = tables.moves(&position).unwrap().unwrap();
            let mv = if position.side_to_move() == winner {
                moves[0].0
            } else {
                let held: Vec<_> =
                    moves.iter().filter(|(_, value)| value.plies().is_none()).collect();
                let list = if held.is_empty() { moves.iter().collect() } else { held };
                list[random.next() as usize % list.len()].0
            };
            position.play(mv).unwrap();
            assert!(position.history().len() < 1000, "{board}");
        };
        assert_eq!(end.winner, Some(winner), "{board}: {:?}", end.reason);
        match end.reason {
            Reason::PerpetualCheck => by_ban += 1,
            _ => by_mate += 1,
        }
    }
    assert!(by_ban > 50 && by_ban > by_mate, "{by_ban} by the ban, {by_mate} by mate");
}

/// Measures how often the judge would award a game for perpetual chase in a position that is drawn according to the
/// tables. From such positions, side X plays a random move that keeps the draw and does not lose by rule; Y always
/// leaves X as few of these moves as possible. A position counts if X has only moves that lose by chase in the end.
/// `docs/tables.md` has the figures.
#[test]
#[ignore = "a measurement; makes larger tables"]
fn how_often_chases_matter() {
    let folder = Folder::new("tables-chases");
    let names = ["KRKC", "KRKN", "KRKP", "KNKP", "KCKP", "KRKR", "KNPKA"];
    make(&folder, &names);
    let tables = Tables::open(&path(&folder)).unwrap();
    let rules = Rules { draw_plies: 0, ..Rules::default() };
    for name in names {
        let table = tables.table(&name.parse().unwrap()).unwrap();
        let (mut random, mut sampled, mut by_chase, mut by_check) = (SplitMix64::new(1), 0, 0, 0);
        for _ in 0..2_000_000 {
            if sampled == 1000 {
                break;
            }
            let number = random.next() % table.index().entries();
            let Some(board) = table.index().board(number) else { continue };
            if tables.probe(&board).unwrap() != Some(TableValue::Draw) {
                continue;
            }
            sampled += 1;
            let mut position = Position::from_fen(&board.to_string()).unwrap();
            let x = position.side_to_move();
            let keeping = |position: &Position| -> Vec<_> {
                let moves = tables.moves(position).unwrap().unwrap_or_default();
                moves.into_iter().filter(|(_, value)| value.sign() >= 0).map(|(mv, _)| mv).collect()
            };
            for _ in 0..60 {
                let mut moves = keeping(&position);
                if position.side_to_move() == x {
                    let mut reasons = Vec::new();
                    moves.retain(|&mv| {
                        let mut after = position.clone();
                        after.play(mv).unwrap();
                        let end = ending(&after, &rules);
                        let loses = end.filter(|end| end.winner == Some(!x));
                        reasons.extend(loses.map(|end| end.reason));
                        loses.is_none()
                    });
                    if moves.is_empty() {
                        by_chase += u32::from(reasons.contains(&Reason::PerpetualChase));
                        by_check += u32::from(!reasons.contains(&Reason::PerpetualChase));
                        break;
                    }
                } else {
                    moves.sort_by_key(|&mv| {
                        let mut after = position.clone();
                        after.play(mv).unwrap();
                        keeping(&after).len()
                    });
                    moves.truncate(2);
                }
                let Some(&mv) = moves.get(random.next() as usize % moves.len().max(1)) else {
                    break;
                };
                position.play(mv).unwrap();
                if ending(&position, &rules).is_some_and(|end| end.reason != Reason::Repetition) {
                    break;
                }
            }
        }
        println!("{name}: {sampled} draws, {by_chase} lost by chase, {by_check} by check");
    }
}
