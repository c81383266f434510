//! Tests `chuhe annotate` in each of its output formats.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use chuhe_engine::notation::MoveFormat;
use chuhe_formats::pgn;
use chuhe_localize::columns::width;
use serde_json::Value;

use crate::common::command::{Folder, Run, chuhe, feed};

const GAMES: &str = "tests/data/games.pgn";
/// Red could mate at once with i0i9, but leaves a rook en prise, which Black does not take.
const MISSED: [&str; 4] =
    ["--fen", "3k5/R8/9/9/1r7/9/9/9/9/4K3R w", "--moves", "a8a5 b5b4 i0i9 d9d8"];
const NODES: [&str; 2] = ["--nodes", "3000"];

fn run_with(args: &[&str], input: &str) -> Run {
    let mut command = chuhe(&[&["annotate"], args].concat());
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    feed(command, input).into()
}

fn run(args: &[&str]) -> Run {
    run_with(args, "")
}

fn output(args: &[&[&str]]) -> String {
    let args = args.concat();
    run(&args).quiet(&args)
}

fn run_in(language: &str, args: &[&str], input: &str) -> Run {
    run_with(&[args, &["--lang", language]].concat(), input)
}

fn json(args: &[&[&str]]) -> Value {
    let text = output(&[&args.concat(), &["--to", "json"]]);
    serde_json::from_str(&text).unwrap()
}

#[test]
fn missed_mates_and_blunders_are_called_so() {
    let report = json(&[&MISSED, &NODES]);
    let moves = report["moves"].as_array().unwrap();
    let class = |i: usize| moves[i]["class"].as_str().unwrap();
    assert_eq!((class(0), class(1), class(2)), ("missed_mate", "blunder", "best"), "{moves:?}");
    assert_eq!(moves[0]["before"], serde_json::json!({ "mate_in_plies": 1 }));
    assert_eq!(moves[3]["forced"], true);
    assert!(moves[1]["loss"].as_f64().unwrap() >= 15.0);
    assert!(moves[1]["after"].get("mated_in_plies").is_some(), "{}", moves[1]);
    assert_eq!(report["positions"][0]["best_line"][0]["move"], "i0i9");
    assert_eq!(report["turning_points"], serde_json::json!([1, 2]));
    let sides = report["sides"].as_array().unwrap();
    assert_eq!(sides[0]["classes"]["missed_mate"], 1);
    assert_eq!(sides[1]["classes"]["blunder"], 1);
}

#[test]
fn the_moments_that_decided_a_game_are_in_every_form() {
    let report = json(&[&MISSED, &NODES]);
    let moments = report["moments"].as_array().unwrap();
    let of = |i: usize, name: &str| &moments[i][name];
    assert_eq!(moments.len(), 2);
    assert_eq!((of(0, "ply"), of(0, "kind")), (&1.into(), &"misses_mate".into()));
    assert_eq!(of(0, "by")["move"], "i0i9");
    assert_eq!((of(1, "ply"), of(1, "kind")), (&2.into(), &"allows_mate".into()));
    let sentence = "allows mate in 1 with a5d5 and turns an even position into a losing one";
    assert_eq!(of(1, "text"), sentence);
    let text = output(&[&MISSED, &NODES]);
    let end = format!("\n   2  b5b4       {sentence}\n");
    assert!(text.contains("\nkey moments\n") && text.ends_with(&end), "{text}");
    let pgn = output(&[&MISSED, &NODES, &["--to", "pgn"]]);
    assert!(
        pgn.replace('\n', " ").contains(&format!("B5-B4 {sentence}").replace("a5d5", "A5-D5")),
        "{pgn}"
    );
    let page = output(&[&MISSED, &NODES, &["--to", "html"]]);
    assert!(page.contains("allows mate in 1 with {move} and turns"), "the reader's notation");
    let words = [&MISSED[..], &NODES, &["--notation", "chinese"]].concat();
    let chinese = run_in("zh", &words, "").out;
    assert!(
        chinese.contains("\n关键着法\n") && chinese.contains("漏掉 1 步杀（车一进九）"),
        "{chinese}"
    );
}

/// A finished file is not written again, and a message says so, as with `analyze`.
#[test]
fn a_finished_file_is_reported() {
    let folder = Folder::new("annotate-finished");
    let game = "1. h2e2 h9g7 2. h0g2 *\n";
    for name in ["out.pgn", "out.html", "out.json", "out.txt"] {
        let (input, out) = (folder.write("game.pgn", game), folder.file(name));
        let words = |nodes| ["annotate", &input, "-o", &out, "--nodes", nodes].map(str::to_owned);
        let again = |nodes, more: &[&str]| {
            let words = words(nodes);
            let words: Vec<&str> =
                words[1..].iter().map(String::as_str).chain(more.iter().copied()).collect();
            run(&words)
        };
        assert_eq!((again("300", &[]).code, again("300", &[]).code), (0, 0));
        let made = fs::read(&out).unwrap();
        for jobs in ["1", "2"] {
            let second = again("300", &["--jobs", jobs]);
            let said = format!("{out} is already finished; nothing to do\n");
            assert_eq!((second.code, second.err), (0, said));
            assert_eq!(fs::read(&out).unwrap(), made);
        }
        // Tests other settings, another game, and a file edited in the meantime.
        let other = again("400", &[]);
        assert_eq!(other.code, 1);
        let said = "begun with different settings: nodes; use --fresh to overwrite\n";
        assert!(other.err.ends_with(said), "{}", other.err);
        folder.write("game.pgn", "1. h2e2 h9g7 *\n");
        assert!(again("300", &[]).err.contains("different settings: input"));
        folder.write("game.pgn", game);
        fs::write(&out, "mine").unwrap();
        let refused = again("300", &[]);
        assert_eq!(refused.code, 1);
        assert!(refused.err.ends_with("already exists; use --fresh to overwrite\n"));
        assert_eq!(fs::read(&out).unwrap(), b"mine");
        assert_eq!(again("300", &["--fresh"]).code, 0);
        assert_eq!(fs::read(&out).unwrap(), made);
        assert!(again("300", &[]).err.contains("already finished"));
    }
}

/// Games that cannot be annotated are reported on every run, with the same exit code.
#[test]
fn a_finished_file_repeats_the_problems_of_its_games() {
    let folder = Folder::new("annotate-finished-partly");
    let (input, out) =
        (folder.write("games.pgn", "1. h2e2 *\n\n1. a0a9 *\n"), folder.file("out.pgn"));
    let words = [&input[..], "--all", "-o", &out, "--nodes", "300"];
    let [first, second] = [run(&words), run(&words)];
    assert_eq!((first.code, second.code), (3, 3), "{}", second.err);
    assert_eq!(second.err, format!("{}{out} is already finished; nothing to do\n", first.err));
}

#[test]
fn the_json_is_whole() {
    let report = json(&[&[GAMES, "--game", "1"], &NODES]);
    assert_eq!(report["form"], "chuhe-annotation-1");
    assert_eq!(report["tags"]["Red"], "chuhe, level 7");
    assert_eq!(report["result"], "0-1");
    assert_eq!(report["opening"]["chinese"], "顺炮");
    assert_eq!(report["ending"]["verdict"], "red_loses");
    assert_eq!(report["ending"]["reason"], "checkmate");
    let (positions, moves) = (&report["positions"], report["moves"].as_array().unwrap());
    assert_eq!((positions.as_array().unwrap().len(), moves.len()), (41, 40));
    for (i, mv) in moves.iter().enumerate() {
        assert_eq!(mv["ply"], i + 1);
        assert_eq!(mv["side"], ["red", "black"][i % 2]);
        assert!(mv["loss"].as_f64().unwrap() >= 0.0 && mv["loss_cp"].as_u64().is_some(), "{mv}");
        let best = &positions[i]["best_line"][0]["move"];
        assert!(mv["move"] != *best || mv["class"] == "best", "{mv}");
        assert!(mv["chinese"].as_str().unwrap().chars().count() == 4, "{mv}");
    }
    assert_eq!(moves[0]["wxf"], "C2.5");
    for position in positions.as_array().unwrap() {
        let expectation = position["red_expectation"].as_f64().unwrap();
        assert!((0.0..=100.0).contains(&expectation), "{position}");
        assert!(position["red_score"].as_object().unwrap().len() == 1);
    }
    assert_eq!(positions[40]["red_score"], serde_json::json!({ "mated_in_plies": 0 }));
    assert_eq!(positions[40]["over"]["reason"], "checkmate");
    for side in report["sides"].as_array().unwrap() {
        let counts = side["classes"].as_object().unwrap().values();
        assert_eq!(counts.map(|n| n.as_u64().unwrap()).sum::<u64>(), 20);
        assert!((0.0..100.0).contains(&side["accuracy"].as_f64().unwrap()), "{side}");
    }
}

#[test]
fn fixed_nodes_give_the_same_on_any_number_of_jobs() {
    let nodes = ["--nodes", "300"];
    let with = |jobs| output(&[&[GAMES, "--all", "--to", "json", "--jobs", jobs], &nodes]);
    let one = with("1");
    assert_eq!(one, with("3"));
    assert_eq!(one, with("1"));
    let games: Vec<&str> = one.lines().collect();
    let chosen = |n| output(&[&[GAMES, "--game", n, "--to", "json"], &nodes]);
    assert_eq!(
        games,
        [chosen("1").trim_end(), chosen("2").trim_end()],
        "and whatever comes before"
    );
}

/// A game with every kind of annotation that people add.
const REMARKED: &str = "[Red \"A\"]\n[Result \"1-0\"]\n[Annotator \"Master B\"]\n[Opening \"a name\"]\n\
    [FEN \"3k5/R8/9/9/1r7/9/9/9/9/4K3R w - - 0 1\"]\n\n\
    {an ending} 1. A8-A5 {[%eval 9.99] [%clk 0:09:58] [%emt 0:00:02] a slip} (1. A8-B8 $2 {or so} \
    1... B5-B8 (1... B5-B6)) 1... B5-B4 $1 2. I0-I8 1-0\n";

#[test]
fn the_pgn_has_evals_comments_glyphs_and_variations_and_keeps_old_comments() {
    let args = ["-", "--to", "pgn", "--notation", "wxf", "--nodes", "3000"];
    let run = run_with(&args, REMARKED);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let game = pgn::read(&run.out).next().unwrap().unwrap();
    assert_eq!(game.tag("Annotator"), Some("Master B"));
    assert!(game.tag("Analyst").unwrap().starts_with("chuhe "));
    assert_eq!(game.tag("Opening"), Some("a name"));
    assert!(game.line.comment.starts_with("an ending\nchuhe: accuracy of red"), "{game:?}");
    let moves = &game.line.moves;
    assert_eq!(moves.len(), 3);
    let comment: Vec<&str> = moves[0].comment.lines().collect();
    // The new score replaces the old one; the clock is kept.
    assert!(comment[0].starts_with("[%eval ") && !comment[0].contains("9.99"), "{comment:?}");
    assert!(comment[0].ends_with("] [%clk 0:09:58] [%emt 0:00:02] a slip"), "{comment:?}");
    assert!(comment[1].starts_with("chuhe: missed mate"), "{comment:?}");
    assert_eq!(comment.len(), 2);
    assert_eq!(moves[0].glyphs, [4]);
    assert_eq!(moves[1].glyphs, [1], "a person's glyphs are kept");
    assert!(moves[1].comment.starts_with("[%eval #1] chuhe: blunder"), "{}", moves[1].comment);
    let variations = &moves[0].variations;
    assert_eq!(variations.len(), 2, "the existing variation, and the best line");
    assert_eq!(variations[0].moves[0].comment, "or so");
    assert_eq!(variations[0].moves[0].glyphs, [2]);
    assert_eq!(variations[0].moves[1].variations.len(), 1);
    assert_eq!(variations[1].moves[0].mv.to_string(), "i0i9");
    assert_eq!(variations[1].moves[0].comment, "[%eval #1] chuhe: best");
    assert!(run.out.contains("R1+9"), "{}", run.out);
    assert_eq!(pgn::write(&game, MoveFormat::Wxf).unwrap(), run.out);
    let again = run_with(&args, &run.out);
    assert_eq!(again.out, run.out, "our own annotations are replaced, not repeated");
}

#[test]
fn who_annotates_first_signs_as_annotator() {
    let pgn = output(&[&MISSED, &NODES, &["--to", "pgn"]]);
    assert!(pgn.contains("[Annotator \"chuhe "), "{pgn}");
    assert!(!pgn.contains("[Analyst "), "{pgn}");
}

#[test]
fn json_and_file_agree() {
    let run = run_with(&["-", "--to", "json", "--nodes", "500"], REMARKED);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["comment"], "an ending");
    let first = &report["moves"][0];
    assert_eq!(first["comment"], "a slip");
    assert_eq!((&first["clock"], &first["elapsed"]), (&"0:09:58".into(), &"0:00:02".into()));
    assert_eq!(report["moves"][1]["glyphs"], serde_json::json!([1]));
    let variation = &first["variations"][0]["moves"];
    assert_eq!(
        (&variation[0]["move"], &variation[0]["comment"]),
        (&"a8b8".into(), &"or so".into())
    );
    assert_eq!(variation[1]["variations"][0]["moves"][0]["chinese"], "车２退１");
    assert_eq!(report["moves"][1].get("variations"), None, "the file has no such variation");
}

#[test]
fn the_recorded_result_stands_beside_the_verdict() {
    let text = run_with(&["-", "--nodes", "300"], "1. h2e2 h9g7 1-0\n").out;
    let verdict = "\nresult 1-0; final position is not decisive\n";
    assert!(text.contains(verdict) && !text.contains("ongoing"), "{text}");
    let pgn = run_with(&["-", "--nodes", "300", "--to", "pgn"], "1. h2e2 h9g7 1-0\n").out;
    assert!(pgn.contains(&verdict[1..verdict.len() - 1]), "{pgn}");
    let mate = "[FEN \"3k5/R8/9/9/1r7/9/9/9/9/4K3R w\"]\n\n1. i0i9 *\n";
    let text = run_with(&["-", "--nodes", "300"], mate).out;
    assert!(text.contains("no result recorded; final position: red wins by checkmate"), "{text}");
}

#[test]
fn of_several_games_the_first_is_taken_and_the_others_are_named() {
    let run = run(&[GAMES, "--depth", "1"]);
    assert_eq!(run.code, 0);
    assert!(run.err.contains("first of 2 games") && run.err.contains("--all"), "{}", run.err);
    let pgn = output(&[&[GAMES, "--all", "--depth", "1", "--to", "pgn"]]);
    assert_eq!(pgn::read(&pgn).flatten().count(), 2);
    let text = output(&[&[GAMES, "--all", "--depth", "1"]]);
    assert_eq!(text.matches("chuhe, level 7 - chuhe, level 7").count(), 2, "{text}");
    let folder = Folder::new("annotate-one-file");
    let all = folder.file("all.pgn");
    assert_eq!(output(&[&[GAMES, "--all", "--depth", "1", "--out", &all]]), "");
    assert_eq!(fs::read_to_string(&all).unwrap(), pgn);
}

#[test]
fn a_broken_game_does_not_end_the_run() {
    let folder = Folder::new("annotate-broken");
    let file = folder.write("games.pgn", "1. h2e2 *\n\n[FEN \"x\"]\n\n1. h2e2 *\n\n1. h0g2 *\n");
    let run = run(&[&file, "--all", "--depth", "1", "--to", "json"]);
    assert_eq!((run.code, run.out.lines().count()), (3, 2), "{}", run.err);
    assert!(run.err.starts_with(&format!("{file}, game 2: line 3")), "{}", run.err);
    let nothing = folder.write("nothing.pgn", "[Red \"A\"]\n\n*\n\n[Red \"B\"]\n\n*\n");
    let run = self::run(&[&nothing, "--all", "--depth", "1"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("game 2: the game has no moves"), "{}", run.err);
}

#[test]
fn a_game_is_annotated_up_to_its_break_and_says_so() {
    let text = "[Red \"A\"]\n\n1. h2e2 h9g7 2. h0g2 e0e9 3. i0h0 1-0\n\n1. c3c4 *\n";
    let with = |to| run_with(&["-", "--all", "--depth", "1", "--to", to], text);
    let reason = "line 3: ply 4: \"e0e9\" is not a legal move here; read up to move 3";
    let json = with("json");
    assert_eq!(json.code, 3);
    assert_eq!(json.err, format!("-, game 1: only part of the game could be read: {reason}\n"));
    let games: Vec<Value> =
        json.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((games.len(), &games[0]["unread"]), (2, &reason.into()));
    assert_eq!(
        (games[0]["moves"].as_array().unwrap().len(), &games[0]["result"]),
        (3, &"1-0".into())
    );
    assert_eq!(games[1]["unread"], Value::Null);
    let said = format!("only part of the game could be read: {reason}");
    assert!(with("text").out.contains(&said));
    assert!(with("pgn").out.contains(&format!("chuhe: {said}")));
    let folder = Folder::new("annotate-salvage");
    let out = folder.file("out/");
    for told in [
        "2 games annotated (1 broken); see",
        "0 games annotated (1 broken), and 2 annotated earlier",
    ] {
        let run = run_with(&["-", "--all", "--depth", "1", "--out", &out], text);
        assert_eq!(run.code, 3);
        assert!(run.err.contains(told), "{}", run.err);
    }
    let index = page_data(&fs::read_to_string(folder.file("out/index.html")).unwrap());
    assert_eq!((&index[0]["unread"], &index[1]["unread"]), (&reason.into(), &Value::Null));
}

/// The JSON embedded in a page.
fn page_data(page: &str) -> Value {
    let data = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap().1;
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn a_folder_has_a_page_for_each_game_and_an_index() {
    let folder = Folder::new("annotate-folder");
    let remarked = folder.write("games/sub/re marked.pgn", REMARKED);
    fs::copy(GAMES, folder.file("games/games.pgn")).unwrap();
    let (games, out) = (folder.file("games"), folder.file("out/"));
    let args = [&games, "--all", "--depth", "1", "--out", &out];
    let run = run(&args);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    assert_eq!(run.err, format!("3 games annotated; see {out}index.html\n"));
    let index = page_data(&fs::read_to_string(folder.file("out/index.html")).unwrap());
    let pages: Vec<&str> = (0..3).map(|i| index[i]["page"].as_str().unwrap()).collect();
    assert_eq!(pages, ["games-0001.html", "games-0002.html", "sub/re marked-0001.html"]);
    let first = &index[0];
    assert_eq!((&first["red"], &first["result"]), (&"chuhe, level 7".into(), &"0-1".into()));
    assert_eq!((&first["verdict"], &first["reason"]), (&"red_loses".into(), &"checkmate".into()));
    assert_eq!(first["opening"]["chinese"], "顺炮");
    assert_eq!((&index[2]["red"], &index[2]["black"]), (&"A".into(), &"".into()));
    assert_eq!((&index[2]["result"], &index[2]["verdict"]), (&"1-0".into(), &"ongoing".into()));
    for (page, link) in [(pages[1], "index.html"), (pages[2], "../index.html")] {
        let page = fs::read_to_string(folder.path().join("out").join(page)).unwrap();
        assert!(page.contains(&format!("href=\"{link}\"")), "{link}");
        let sides = &page_data(&page)["sides"];
        let entry = if link.starts_with("..") { &index[2] } else { &index[1] };
        assert_eq!(entry["sides"][0]["accuracy"], sides[0]["accuracy"]);
    }
    assert!(fs::read_to_string(remarked).unwrap() == REMARKED);

    // Games already annotated are skipped.
    let times = || {
        let time = |page: &&str| fs::metadata(folder.path().join("out").join(page)).unwrap();
        pages.iter().map(|page| time(page).modified().unwrap()).collect::<Vec<_>>()
    };
    let before = times();
    let again = self::run(&args);
    assert!(
        again.err.ends_with("index.html is already finished; nothing to do\n"),
        "{}",
        again.err
    );
    assert_eq!((again.code, times()), (0, before.clone()));

    // A kill between writing the index's two files leaves an outdated page.
    let page = fs::read_to_string(folder.file("out/index.html")).unwrap();
    folder.write("out/index.html", "an older one");
    self::run(&args);
    assert_eq!(fs::read_to_string(folder.file("out/index.html")).unwrap(), page);

    // Missing pages and pages of changed games are written again.
    fs::remove_file(folder.path().join("out").join(pages[0])).unwrap();
    folder.write("games/sub/re marked.pgn", REMARKED.replace("a slip", "a trap"));
    let again = self::run(&args);
    assert!(again.err.starts_with("2 games annotated, and 1 annotated earlier;"), "{}", again.err);
    let after = times();
    assert!(after[0] > before[0] && after[1] == before[1] && after[2] > before[2]);
    let changed = [&args[..3], &["2"], &args[4..]].concat();
    let refused = self::run(&changed);
    let first = folder.path().join("out").join(pages[0]).display().to_string();
    let reason = "begun with different settings: depth; use --fresh to overwrite";
    assert_eq!((refused.code, refused.err), (1, format!("error: {first}: {reason}\n")));
    assert_eq!(times(), after);
    let fresh = self::run(&[&changed[..], &["--fresh"]].concat());
    assert!(fresh.err.starts_with("3 games annotated;"), "{}", fresh.err);
    let index = fs::read_to_string(folder.file("out/index.json")).unwrap();
    let index: Value = serde_json::from_str(&index).unwrap();
    assert_eq!(index["games"].as_array().unwrap().len(), 3);
}

#[test]
fn games_of_one_name_and_other_forms_have_files_of_their_own() {
    let folder = Folder::new("annotate-names");
    let files =
        [folder.write("a.pgn", "1. h2e2 *\n"), folder.write("a.moves", "h0g2\n"), GAMES.to_owned()];
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    for (form, begins) in [("pgn", "[Game"), ("json", "{"), ("text", "")] {
        let out = folder.file(&format!("{form}/"));
        let args = [&files[..], &["--depth", "1", "--to", form, "-o", &out]].concat();
        let run = run(&args);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.err.contains("first of 2 games"), "{}", run.err);
        let ending = if form == "text" { "txt" } else { form };
        for name in ["a-0001", "a.moves-0001", "games-0001"] {
            let text = fs::read_to_string(format!("{out}{name}.{ending}")).unwrap();
            assert!(text.starts_with(begins), "{text}");
        }
        assert!(Path::new(&format!("{out}index.html")).exists());
    }
}

#[test]
fn a_page_does_not_replace_a_file_of_the_user() {
    let folder = Folder::new("annotate-own-page");
    let mine = folder.write("out/game-0002.pgn", "mine");
    let games = folder.write("game.pgn", "1. h2e2 *\n\n1. h0g2 *\n");
    let out = folder.file("out/");
    let words = [&games[..], "--all", "--depth", "1", "--to", "pgn", "-o", &out];
    let refused = run(&words);
    let reason = format!("error: {mine} already exists; use --fresh to overwrite\n");
    assert_eq!((refused.code, refused.err), (1, reason));
    assert_eq!(fs::read_dir(&out).unwrap().count(), 1, "the games are checked first");
    let from_stdin = ["-", "--all", "--depth", "1", "--to", "pgn", "-o", &out];
    fs::rename(&mine, folder.file("out/stdin-0002.pgn")).unwrap();
    let refused = run_with(&from_stdin, "1. h2e2 *\n\n1. h0g2 *\n");
    assert!(refused.err.ends_with("stdin-0002.pgn already exists; use --fresh to overwrite\n"));
    assert_eq!(fs::read(folder.file("out/stdin-0002.pgn")).unwrap(), b"mine");
    assert_eq!(run(&[&words[..], &["--fresh"]].concat()).code, 0);
}

#[test]
fn an_index_of_something_else_is_left_alone() {
    let folder = Folder::new("annotate-other-index");
    for (name, text) in [("index.html", "my own page"), ("index.json", "{\"form\":\"mine\"}")] {
        let path = folder.write(name, text);
        let out = folder.path().to_str().unwrap();
        let run = run(&["--moves", "h2e2", "--depth", "1", "--out", out]);
        assert_eq!(run.code, 1);
        assert!(run.err.contains(name) && run.err.contains("another folder"), "{}", run.err);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn games_that_are_read_are_not_written() {
    let folder = Folder::new("annotate-over-input");
    let file = folder.write("games/a.pgn", "1. h2e2 *\n");
    let games = folder.file("games");
    fs::create_dir_all(folder.file("games/sub")).unwrap();
    let sub = folder.file("games/sub/");
    for args in [[&file, "--out", &file], [&games, "--out", &file]] {
        let run = run(&args);
        assert!(
            run.code == 2 && run.err.contains("refusing to overwrite an input file"),
            "{}",
            run.err
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), "1. h2e2 *\n");
    }
    // Pages are not read as input, but PGN is.
    let with = |form| run(&[&games, "--all", "--depth", "1", "--to", form, "--out", &sub]);
    assert_eq!(with("pgn").code, 2);
    assert_eq!(with("html").code, 0);
}

#[test]
#[cfg(unix)]
fn the_same_command_goes_on_after_any_end() {
    let folder = Folder::new("annotate-resume");
    let file = folder.write("games.pgn", "1. h2e2 h9g7 2. h0g2 i9h9 3. g3g4 c6c5 *\n\n".repeat(30));
    for signal in ["-INT", "-KILL"] {
        let out = folder.file(&format!("out{signal}/"));
        let args = ["annotate", &file, "--all", "--nodes", "5000", "--jobs", "2", "--out", &out];
        let mut child = chuhe(&args).stderr(Stdio::null()).spawn().unwrap();
        let deadline = Instant::now() + Duration::from_mins(2);
        while !Path::new(&out).join("games-0003.html").exists() {
            assert!(child.try_wait().unwrap().is_none() && Instant::now() < deadline);
            thread::sleep(Duration::from_millis(2));
        }
        let pid = child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        let code = child.wait().unwrap().code();
        assert_eq!(code, (signal == "-INT").then_some(130));
        // A kill may leave a draft behind, under another extension.
        let pages = || {
            let names = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name());
            names.filter(|name| name.to_string_lossy().starts_with("games-")).count()
        };
        let done = pages();
        assert!(done < 30, "all games were done before the kill");
        let last = run(&args[1..]);
        assert_eq!(last.code, 0, "{}", last.err);
        if signal == "-INT" {
            assert!(last.err.contains(&format!(" {done} annotated earlier;")), "{}", last.err);
        }
        assert_eq!(pages(), 30);
        let again = run(&args[1..]);
        assert_eq!(again.code, 0);
        let said = "index.html is already finished; nothing to do\n";
        assert!(again.err.ends_with(said), "{}", again.err);
        let index = fs::read_to_string(Path::new(&out).join("index.html")).unwrap();
        assert_eq!(page_data(&index).as_array().unwrap().len(), 30);
    }
}

#[test]
#[cfg(unix)]
fn the_same_command_resumes_a_file_in_every_format() {
    let folder = Folder::new("annotate-resume-file");
    let games = "1. h2e2 h9g7 2. h0g2 i9h9 3. g3g4 c6c5 *\n\n".repeat(30);
    let file = folder.write("games.pgn", format!("1. nonsense *\n\n{games}\n1. a0a9 *\n"));
    for (form, signal) in [("pgn", "-INT"), ("json", "-KILL"), ("txt", "-KILL")] {
        let words = |out| ["annotate", &file, "--all", "--nodes", "5000", "--jobs", "2", "-o", out];
        let (whole, out) =
            (folder.file(&format!("whole.{form}")), folder.file(&format!("out.{form}")));
        assert_eq!(run(&words(&whole)[1..]).code, 3);
        let whole = fs::read(&whole).unwrap();
        for part in 0..3 {
            let mut child = chuhe(&words(&out)).stderr(Stdio::piped()).spawn().unwrap();
            let deadline = Instant::now() + Duration::from_mins(2);
            let enough = whole.len() as u64 * part / 4;
            while fs::metadata(&out).map_or(0, |data| data.len()) <= enough {
                assert!(child.try_wait().unwrap().is_none() && Instant::now() < deadline);
                thread::sleep(Duration::from_millis(2));
            }
            let pid = child.id().to_string();
            assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
            let ended = child.wait_with_output().unwrap();
            assert!(whole.starts_with(&fs::read(&out).unwrap()) || signal == "-KILL");
            if signal == "-INT" {
                let ended = Run::from(ended);
                // On a busy machine, the work may be done before the signal arrives.
                if part > 0 && ended.code == 3 {
                    break;
                }
                assert_eq!(ended.code, 130, "{}", ended.err);
                let said =
                    format!("{out} is unfinished; run the same command again to resume from");
                assert!(ended.err.contains(&said), "{}", ended.err);
            }
        }
        let other = run(&[&words(&out)[1..], &["--rules", "chinese"]].concat());
        assert_eq!(other.code, 1);
        let said = "begun with different settings: repetition; use --fresh to overwrite\n";
        assert!(other.err.ends_with(said), "{}", other.err);
        let last = run(&words(&out)[1..]);
        assert_eq!(last.code, 3, "{}", last.err);
        assert!(fs::read(&out).unwrap() == whole, "{form}");
        assert!(!Path::new(&format!("{out}.unfinished")).exists());
        let again = run(&words(&out)[1..]);
        assert_eq!(again.code, 3);
        assert!(again.err.ends_with("is already finished; nothing to do\n"), "{}", again.err);
    }
}

#[test]
fn the_page_is_small_and_needs_nothing_else() {
    let page = output(&[&[GAMES, "--game", "2", "--nodes", "500", "--to", "html"]]);
    assert!(page.len() < 1_000_000, "{} bytes for 146 plies", page.len());
    // The wood of the board and the discs is drawn in the page itself.
    let page = page.replace("url(#", "");
    for outside in ["http:", "https:", "src=\"", "url(", "@import", "fetch("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.split("{{").skip(1).all(|rest| rest.starts_with(' ')), "a slot is left");
    assert_eq!(page_data(&page)["moves"].as_array().unwrap().len(), 146);
    assert_eq!(page.matches("<g id=\"disc-").count(), 14);
}

#[test]
fn tags_cannot_break_the_page() {
    let text = "[Red \"</script><b>\"]\n[Black \"{{data}}\"]\n\n1. h2e2 {</script> <!--} h9g7 *\n";
    let run = run_with(&["-", "--to", "html", "--depth", "1"], text);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.out.matches("</script>").count(), 3);
    assert!(run.out.contains("<title>&lt;/script&gt;&lt;b&gt; – {{data}}</title>"));
}

#[test]
fn the_table_contains_the_verdict_in_words() {
    let text = output(&[&MISSED, &NODES, &["--notation", "chinese"]]);
    assert!(text.contains("missed mate *"), "{text}");
    assert!(text.contains("turning points (*) at ply 1, 2"), "{text}");
    let cycle = "c7c5 e5e7 c5c7 e7e5 c7c5 e5e7 c5c7 e7e5";
    let fen = "5k3/9/2R6/9/c3c4/9/9/9/9/3K5 w";
    let text = output(&[&["--fen", fen, "--moves", cycle, "--depth", "2"]]);
    let verdict = "no result recorded; final position: black wins by perpetual chase\nthe position has occurred";
    assert!(text.contains(verdict), "{text}");
}

#[test]
fn files_say_their_form_by_their_names() {
    let folder = Folder::new("annotate");
    for (name, begins) in
        [("a.json", "{"), ("a.html", "<!doctype"), ("a.pgn", "[Game"), ("a.txt", "? - ?")]
    {
        let path = folder.file(name);
        assert_eq!(output(&[&["--moves", "h2e2", "--depth", "1", "--out", &path]]), "");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(begins), "{name}: {text}");
    }
    let path = folder.file("a.doc");
    let run = run(&["--moves", "h2e2", "--depth", "1", "--out", &path]);
    assert!(run.code == 2 && run.err.contains("--to"), "{}", run.err);
}

#[test]
fn unsuitable_input_is_refused() {
    for (args, code, reason) in [
        (&[][..], 2, "no game"),
        (&["nowhere.pgn"], 1, "nowhere.pgn"),
        (&[GAMES, "--game", "3"], 1, "only 2"),
        (&[GAMES, "--nodes", "0"], 2, "0"),
        (&[GAMES, "--moves", "h2e2"], 2, "--moves requires one position"),
        (&[GAMES, "--game", "1", "--all"], 2, "cannot be used with"),
        (&[GAMES, "--all", "--to", "html"], 2, "name a folder"),
        (&[GAMES, GAMES, "--out", "a.html"], 2, "name a folder"),
        (&["--moves", "h2i9"], 2, "move 1"),
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{args:?}: {}", run.err);
        assert!(run.err.contains(reason), "{args:?}: {}", run.err);
    }
    let run = run_with(&["-"], "[Red \"A\"]\n\n1. h2h2 *\n");
    assert!(run.code == 1 && run.err.contains("line 3"), "{}", run.err);
    let run = run_with(&["-"], "[Red \"A\"]\n[Black \"B\"]\n\n*\n");
    assert!(run.code == 1 && run.err.contains("no moves"), "{}", run.err);
}

/// Games with a mistake, a mate, and a reading error.
const BROKEN: &str = "[Red \"A\"]\n\n1. h2e2 h9g7 2. h0g2 e0e9 3. i0h0 1-0\n";

#[test]
fn the_table_is_given_in_chinese_and_its_columns_align() {
    let args = [&MISSED[..], &NODES, &["--notation", "chinese"]].concat();
    let text = run_in("zh", &args, "").quiet(&args);
    let rows: Vec<&str> = text.lines().skip(2).take(5).collect();
    let column = |row: &str, cell: &str| {
        let (before, _) = row.split_once(cell).unwrap_or_else(|| panic!("{cell}: {row}"));
        width(before)
    };
    let end = |row: &str, cell: &str| column(row, cell) + width(cell);
    assert_eq!(column(rows[0], "评定"), column(rows[1], "漏杀 *"), "{text}");
    assert_eq!(column(rows[0], "评定"), column(rows[4], "唯一着法"), "{text}");
    assert_eq!(column(rows[0], "应走"), column(rows[1], "车一进九"), "{text}");
    assert_eq!(column(rows[0], "着法"), column(rows[1], "车九退三"), "{text}");
    assert_eq!(end(rows[0], "分值"), end(rows[2], "步杀"), "{text}");
    for line in
        ["结果未记录；盘面：未分胜负", "轮到红方走，未吃子已计 4 步", "转折点（*）：第 1、2 着"]
    {
        assert!(text.lines().any(|other| other == line), "{line}\n{text}");
    }
    let sides = text.lines().find(|line| line.trim_start().starts_with("红方")).unwrap();
    for name in ["准确率（%）", "平均丢分（厘兵）", "缓着", "漏杀"] {
        let row = text.lines().find(|line| line.starts_with(name)).unwrap();
        assert_eq!(width(row), width(sides), "{text}");
    }
}

#[test]
fn column_titles_are_aligned_with_their_columns() {
    let text = output(&[&MISSED, &NODES]);
    let rows: Vec<&str> = text.lines().skip(2).collect();
    let at = |row: &str, cell: &str| row.find(cell).unwrap_or_else(|| panic!("{cell}: {row}"));
    assert_eq!(at(rows[0], "class"), at(rows[1], "missed mate"), "{text}");
    assert_eq!(at(rows[0], "better"), at(rows[1], "i0i9"), "{text}");
}

#[test]
fn remarks_on_games_are_in_chinese() {
    let folder = Folder::new("annotate-chinese");
    let out = folder.file("out/");
    let run = run_in("zh", &["-", "--all", "--depth", "1", "-o", &out], BROKEN);
    assert_eq!(run.code, 3);
    assert!(run.err.starts_with("- 第 1 局：棋谱未能全部读出："), "{}", run.err);
    let end = format!("\n已复盘 1 局（1 局不完整）；目录见 {out}index.html\n");
    assert!(run.err.ends_with(&end), "{}", run.err);
    let pages = [folder.file("out/index.html"), folder.file("out/stdin-0001.html")];
    for page in pages.map(|page| fs::read_to_string(page).unwrap()) {
        assert!(page.contains("<html lang=\"zh-CN\">"), "{page}");
    }
    for (args, reason) in [
        (&[][..], "没有棋谱"),
        (&[GAMES, "--game", "3"], "没有第 3 局，只有 2 局"),
        (&[GAMES, "--all", "--to", "html"], "文件夹"),
        (&["--moves", "h2e2", "--out", "a.doc"], "未知的扩展名"),
    ] {
        let run = run_in("zh", args, "");
        assert!(run.code != 0 && run.err.contains(reason), "{args:?}: {}", run.err);
    }
    let run = run_in("zh", &["-"], "[Red \"A\"]\n[Black \"B\"]\n\n*\n");
    assert!(run.err.contains("这局棋没有着法"), "{}", run.err);
}

#[test]
fn files_do_not_depend_on_the_language() {
    for form in ["pgn", "json"] {
        let [english, chinese] = ["en", "zh"]
            .map(|language| run_in(language, &["-", "--to", form, "--nodes", "300"], BROKEN).out);
        assert!(english.contains("not all of") || english.contains("read up to"), "{english}");
        assert_eq!(english, chinese);
    }
}

#[test]
fn the_page_opens_in_the_language_of_the_command_and_has_both() {
    for (language, tag) in [("en", "en"), ("zh", "zh-CN")] {
        let page = run_in(language, &["-", "--to", "html", "--depth", "1"], BROKEN).out;
        assert!(page.contains(&format!("<html lang=\"{tag}\">")));
        let reasons = &page_data(&page)["reasons"];
        assert!(reasons["en"]["unread"].as_str().unwrap().contains("read up to move 3"));
        assert_eq!(reasons["en"]["ending"], "black to move, 3 plies counted without a capture");
        assert_eq!(reasons["zh-CN"]["ending"], "轮到黑方走，未吃子已计 3 步");
    }
}
