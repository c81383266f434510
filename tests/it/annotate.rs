//! `chuhe annotate`: what is said about games, in each of its forms.

use std::fs;

use chuhe::notation::{MoveFormat, pgn};
use serde_json::Value;

use crate::common::command::{Folder, Run, chuhe, feed};

const GAMES: &str = "tests/data/games.pgn";
/// Red could mate at once by i0i9, but leaves a rook to be taken; Black does not take it.
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
    assert_eq!(moves[0]["before"], serde_json::json!({ "mate_in": 1 }));
    assert_eq!(moves[3]["forced"], true);
    assert!(moves[1]["loss"].as_f64().unwrap() >= 15.0);
    assert!(moves[1]["after"].get("mated_in").is_some(), "{}", moves[1]);
    assert_eq!(report["positions"][0]["best_line"][0]["move"], "i0i9");
    assert_eq!(report["turning_points"], serde_json::json!([1, 2]));
    let sides = report["sides"].as_array().unwrap();
    assert_eq!(sides[0]["classes"]["missed_mate"], 1);
    assert_eq!(sides[1]["classes"]["blunder"], 1);
}

#[test]
fn the_json_is_whole() {
    let report = json(&[&[GAMES], &NODES]);
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
        let expectation = position["expectation"].as_f64().unwrap();
        assert!((0.0..=100.0).contains(&expectation), "{position}");
        assert!(position["score"].as_object().unwrap().len() == 1);
    }
    assert_eq!(positions[40]["score"], serde_json::json!({ "mated_in": 0 }));
    assert_eq!(positions[40]["over"]["reason"], "checkmate");
    for side in report["sides"].as_array().unwrap() {
        let counts = side["classes"].as_object().unwrap().values();
        assert_eq!(counts.map(|n| n.as_u64().unwrap()).sum::<u64>(), 20);
        assert!((0.0..100.0).contains(&side["accuracy"].as_f64().unwrap()), "{side}");
    }
}

#[test]
fn fixed_nodes_give_the_same_on_any_number_of_threads() {
    let with = |threads| output(&[&[GAMES, "--to", "json", "--threads", threads], &NODES]);
    let one = with("1");
    assert_eq!(one, with("3"));
    assert_eq!(one, with("1"));
}

#[test]
fn the_pgn_has_comments_glyphs_and_variations_and_keeps_what_was_said() {
    let text = "[Red \"A\"]\n[FEN \"3k5/R8/9/9/1r7/9/9/9/9/4K3R w - - 0 1\"]\n\n\
                1. A8-A5 {a slip} (1. A8-B8) 1... B5-B4 $1 2. I0-I9 *\n";
    let args = ["-", "--to", "pgn", "--notation", "wxf", "--nodes", "3000"];
    let run = run_with(&args, text);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let game = pgn::read(&run.out).next().unwrap().unwrap();
    let moves = &game.line.moves;
    assert_eq!(moves.len(), 3);
    assert!(game.tag("Annotator").unwrap().starts_with("chuhe"));
    assert!(moves[0].comment.starts_with("a slip\n"), "{}", moves[0].comment);
    assert!(moves[0].comment.contains("missed mate"), "{}", moves[0].comment);
    assert_eq!(moves[0].glyphs, [4]);
    assert_eq!(moves[1].glyphs, [1], "what a person said stands");
    let variations = &moves[0].variations;
    assert_eq!(variations.len(), 2, "the one that was there, and the best line");
    assert_eq!(variations[1].moves[0].mv.to_string(), "i0i9");
    assert!(moves[2].variations.is_empty());
    assert!(run.out.contains("R1+9"), "{}", run.out);
    assert_eq!(pgn::write(&game, MoveFormat::Wxf).unwrap(), run.out);
}

#[test]
fn the_page_is_small_and_needs_nothing_else() {
    let page = output(&[&[GAMES, "--game", "2", "--nodes", "500", "--to", "html"]]);
    assert!(page.len() < 1_000_000, "{} bytes for 146 plies", page.len());
    for outside in ["http:", "https:", "src=\"", "url(", "@import", "fetch(", "{{"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let data = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap().1;
    let data = data.split_once("</script>").unwrap().0;
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["moves"].as_array().unwrap().len(), 146);
    assert_eq!(page.matches("<g id=\"disc-").count(), 14);
}

#[test]
fn tags_cannot_break_the_page() {
    let text = "[Red \"</script><b>\"]\n[Black \"{{data}}\"]\n\n1. h2e2 {</script> <!--} h9g7 *\n";
    let run = run_with(&["-", "--to", "html", "--depth", "1"], text);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.out.matches("</script>").count(), 2);
    assert!(run.out.contains("<title>&lt;/script&gt;&lt;b&gt; – {{data}}</title>"));
}

#[test]
fn the_table_tells_the_verdict_in_words() {
    let text = output(&[&MISSED, &NODES, &["--notation", "chinese"]]);
    assert!(text.contains("missed mate *"), "{text}");
    assert!(text.contains("turning points (*) at ply 1, 2"), "{text}");
    let cycle = "c7c5 e5e7 c5c7 e7e5 c7c5 e5e7 c5c7 e7e5";
    let fen = "5k3/9/2R6/9/c3c4/9/9/9/9/3K5 w";
    let text = output(&[&["--fen", fen, "--moves", cycle, "--depth", "2"]]);
    assert!(text.contains("red_loses by perpetual chase: the position has stood"), "{text}");
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
fn what_cannot_be_annotated_is_refused() {
    for (args, code, reason) in [
        (&[][..], 2, "there is no game"),
        (&["nowhere.pgn"], 1, "nowhere.pgn"),
        (&[GAMES, "--game", "3"], 1, "only 2"),
        (&[GAMES, "--nodes", "0"], 2, "0"),
        (&[GAMES, "--moves", "h2e2"], 2, "does not go together"),
        (&["--moves", "h2i9"], 2, "move 1"),
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{args:?}: {}", run.err);
        assert!(run.err.contains(reason), "{args:?}: {}", run.err);
    }
    let run = run_with(&["-"], "[Red \"A\"]\n\n1. h2e2 h2e2 *\n");
    assert!(run.code == 1 && run.err.contains("line 3"), "{}", run.err);
    let run = run_with(&["-"], "[Red \"A\"]\n[Black \"B\"]\n\n*\n");
    assert!(run.code == 1 && run.err.contains("no moves"), "{}", run.err);
}
