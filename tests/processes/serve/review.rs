//! Tests reviews over the network: uploading files, and receiving annotated games, pages and puzzles.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Page, TestServer};

const GAME: &str =
    "[Red \"Li\"]\n[Black \"Wang\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 1-0\n";
/// An even game in which Black leaves a rook en prise.
const HANGS_A_ROOK: &str = "[Red \"Li\"]\n\
    [FEN \"3akab2/4n4/4b1c2/p3p4/r8/9/P3P4/1R2C1N2/9/3AKA3 b - - 0 1\"]\n\n1... a5b5 2. b2b5 *\n";
const HOSTILE: &str = "</script><script>alert(1)</script>";

/// Starts a review and waits until its games are listed.
fn begin(page: &mut Page, text: &str, nodes: u64) -> (u64, Value) {
    let start = json!({"do": "review.start", "name": "a.pgn", "text": text, "nodes": nodes});
    let job = page.ok(start)["job"].as_u64().unwrap();
    let mut state = page.notice(|it| it["job"] == job && it["state"]["games"].is_number());
    (job, state["state"].take())
}

fn rows(page: &mut Page, job: u64) -> Vec<Value> {
    let mut rows = page.ok(json!({"do": "review.games", "job": job, "from": 1, "count": 100}));
    rows["rows"].as_array_mut().map(std::mem::take).unwrap()
}

/// Waits for the row of the next finished game.
fn next_row(page: &mut Page, job: u64) -> Value {
    page.notice(|it| it["on"] == "review" && it["job"] == job && it["row"].is_object())["row"]
        .take()
}

/// Waits until the review is idle.
fn until_idle(page: &mut Page, job: u64) -> Value {
    let is_idle = |it: &Value| it["state"].is_object() && it["state"]["work"].is_null();
    page.notice(|it| it["on"] == "review" && it["job"] == job && is_idle(it))["state"].take()
}

#[test]
fn a_game_is_annotated_and_its_page_exported() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    let (job, state) = begin(&mut page, GAME, 1000);
    assert_eq!((&state["games"], &state["name"]), (&json!(1), &json!("a.pgn")), "{state}");
    let row = rows(&mut page, job).remove(0);
    assert_eq!(
        (&row["red"], &row["result"], &row["plies"]),
        (&json!("Li"), &json!("1-0"), &json!(4))
    );
    assert_eq!(row["review"], json!(null));
    let ask = json!({"do": "review.game", "job": job, "game": 1});
    assert_eq!(page.refused(ask.clone()), "not-now");

    let wanted = page.ok(json!({"do": "review.annotate", "job": job, "game": 1}));
    assert_eq!(wanted, json!({"wanted": 1, "left": 0}));
    let row = next_row(&mut page, job);
    assert!(row["review"]["accuracy"][0].is_number(), "{row}");
    let state = until_idle(&mut page, job);
    assert_eq!(state["annotated"], 1);
    assert_eq!(rows(&mut page, job), [row]);

    let annotation = page.ok(ask)["annotation"].take();
    assert_eq!(annotation["form"], "chuhe-annotation-1");
    assert_eq!(annotation["moves"].as_array().unwrap().len(), 4);
    assert_eq!(annotation["positions"].as_array().unwrap().len(), 5);
    assert!(annotation["reasons"]["zh-CN"]["ending"].is_string(), "{annotation}");
    let file = page.ok(json!({"do": "review.page", "job": job, "game": 1}));
    assert_eq!(file["name"], "a-0001.html");
    let html = file["text"].as_str().unwrap();
    assert!(html.starts_with("<!doctype html>") && html.contains("炮二平五"));
}

#[test]
fn a_collection_is_annotated_as_far_as_it_can_be() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    let text = format!(
        "[Red \"{HOSTILE}\"]\n\n1. h2e2 *\n\n[Red \"b\"]\n\n1. h2e2 xyzzy *\n\n[Red \"c\"]\n\n1. xyzzy *\n"
    );
    let (job, state) = begin(&mut page, &text, 1000);
    assert_eq!((&state["games"], &state["more"]), (&json!(3), &json!(0)));
    let listed = rows(&mut page, job);
    assert_eq!(listed[0]["red"], HOSTILE, "names are not markup");
    assert!(listed[1]["note"].is_string() && listed[1]["refused"].is_null(), "{}", listed[1]);
    assert!(listed[2]["refused"].is_string(), "{}", listed[2]);
    let part = json!({"do": "review.games", "job": job, "from": 2, "count": 1});
    assert_eq!(page.ok(part)["rows"], json!([listed[1]]));
    let nothing = json!({"do": "review.games", "job": job, "from": 9, "count": 9});
    assert_eq!(page.ok(nothing)["rows"], json!([]));

    let wanted = page.ok(json!({"do": "review.annotate", "job": job}));
    assert_eq!(wanted, json!({"wanted": 2, "left": 0}));
    assert_eq!([1, 2].map(|_| next_row(&mut page, job)["game"].take()), [1, 2]);
    assert_eq!(until_idle(&mut page, job)["annotated"], 2);
    assert_eq!(page.refused(json!({"do": "review.annotate", "job": job, "game": 3})), "file");
    let file = page.ok(json!({"do": "review.page", "job": job, "game": 1}));
    let html = file["text"].as_str().unwrap();
    assert!(!html.contains("<script>alert") && html.contains("alert(1)"));
    let annotation = page.ok(json!({"do": "review.game", "job": job, "game": 2}));
    assert!(annotation["annotation"]["unread"].is_string(), "{annotation}");
}

#[test]
fn a_review_that_is_stopped_gives_way_at_once_and_goes_on_later() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    let (job, _) = begin(&mut page, GAME, 2_000_000);
    page.ok(json!({"do": "review.annotate", "job": job}));
    let working = page.notice(|it| it["state"]["work"]["task"] == "annotate");
    assert_eq!(working["state"]["work"]["of"], 5, "{working}");
    // The review shares the only engine with the game on the same page.
    page.ok(json!({"do": "play.new", "side": "black", "level": 0}));
    page.state(|state| state["moves"].as_array().is_some_and(|moves| moves.len() == 1));
    let asked = Instant::now();
    page.ok(json!({"do": "review.stop", "job": job}));
    assert_eq!(until_idle(&mut page, job)["annotated"], 0);
    // The limit has a margin for a busy machine; searching a position takes many seconds.
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    assert_eq!(page.refused(json!({"do": "review.game", "job": job, "game": 1})), "not-now");

    let (next, _) = begin(&mut page, GAME, 1000);
    assert_eq!(page.refused(json!({"do": "review.stop", "job": job})), "unknown");
    page.ok(json!({"do": "review.annotate", "job": next, "game": 1}));
    page.ok(json!({"do": "review.stop", "job": next}));
    page.ok(json!({"do": "review.annotate", "job": next, "game": 1}));
    assert_eq!(next_row(&mut page, next)["game"], 1);
}

#[test]
fn the_game_that_somebody_waits_for_comes_first() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    // With this many nodes, the first game is still unfinished when game 4 is requested.
    let (job, _) = begin(&mut page, &[GAME; 4].join("\n"), 300_000);
    page.ok(json!({"do": "review.annotate", "job": job}));
    page.notice(|it| it["state"]["work"]["done"].as_u64() >= Some(1));
    page.ok(json!({"do": "review.annotate", "job": job, "game": 4}));
    let order: Vec<Value> = (0..4).map(|_| next_row(&mut page, job)["game"].take()).collect();
    let place = |game: u64| order.iter().position(|it| *it == game).unwrap();
    assert!(place(4) < place(3) && place(1) < place(3), "{order:?}");
    assert_eq!(until_idle(&mut page, job)["annotated"], 4);
}

#[test]
fn puzzles_are_made_of_annotated_games() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    let (job, _) = begin(&mut page, &[HANGS_A_ROOK, GAME].join("\n"), 5000);
    assert_eq!(page.refused(json!({"do": "review.puzzles", "job": job, "game": 1})), "not-now");
    assert_eq!(page.ok(json!({"do": "review.puzzles", "job": job})), json!({"puzzles": []}));
    page.ok(json!({"do": "review.annotate", "job": job}));
    next_row(&mut page, job);
    next_row(&mut page, job);
    page.ok(json!({"do": "review.puzzles", "job": job}));
    let found = page.notice(|it| it["puzzles"].is_array())["puzzles"].take();
    let [puzzle] = &found.as_array().unwrap()[..] else { panic!("{found}") };
    assert_eq!(puzzle["source"]["file"], "a.pgn");
    assert_eq!(puzzle["solution"][0]["move"], "b2b5");
    assert_eq!(until_idle(&mut page, job)["puzzles"], 1);
    let again = page.ok(json!({"do": "review.puzzles", "job": job}));
    assert_eq!(again, json!({"puzzles": [puzzle]}), "the search for puzzles is not repeated");
    let file = page.ok(json!({"do": "review.page", "job": job}));
    assert_eq!(file["name"], "a-puzzles.html");
    assert!(file["text"].as_str().unwrap().contains("b2b5"));
}

#[test]
fn unsuitable_files_are_refused() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    for (fields, code) in [
        (json!({"text": GAME, "nodes": 10}), "bad-value"),
        (json!({"text": GAME, "nodes": 1_000_000_000}), "bad-value"),
        (json!({"text": GAME, "base64": ""}), "bad-value"),
        (json!({}), "bad-value"),
        (json!({"base64": "!"}), "bad-value"),
        (json!({"text": ""}), "file"),
        (json!({"text": GAME, "path": "/etc/passwd"}), "malformed"),
    ] {
        let mut start = fields.clone();
        start["do"] = json!("review.start");
        assert_eq!(page.refused(start), code, "{fields}");
    }
    for text in ["nothing of the kind", "1. xyzzy *"] {
        let start = json!({"do": "review.start", "name": "a", "text": text});
        let job = page.ok(start)["job"].take();
        let failure = page.notice(|it| it["job"] == job && it["failure"].is_string());
        assert!(!failure["failure"].as_str().unwrap().is_empty());
        let games = json!({"do": "review.games", "job": job, "from": 1, "count": 1});
        assert_eq!(page.refused(games), "unknown");
    }
    let (job, _) = begin(&mut page, GAME, 1000);
    for command in ["review.annotate", "review.game", "review.page", "review.puzzles"] {
        assert_eq!(page.refused(json!({"do": command, "job": job, "game": 2})), "unknown");
        assert_eq!(page.refused(json!({"do": command, "job": job, "game": 0})), "unknown");
        assert_eq!(page.refused(json!({"do": command, "job": job + 1, "game": 1})), "unknown");
    }
}

#[test]
fn a_review_is_as_large_as_it_may_be_and_no_larger() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    let moves = "1. a0a1 a9a8 2. a1a0 a8a9 ".repeat(249);
    let text = format!("{moves} *\n\n").repeat(63);
    let (job, state) = begin(&mut page, &text, 2_000_000);
    assert_eq!(state["games"], 63);
    let wanted = page.ok(json!({"do": "review.annotate", "job": job}));
    assert_eq!(wanted, json!({"wanted": 60, "left": 3}), "996 moves each, 60,000 in all");
    assert_eq!(page.refused(json!({"do": "review.annotate", "job": job, "game": 63})), "too-large");
    page.ok(json!({"do": "review.stop", "job": job}));
    page.ok(json!({"do": "review.annotate", "job": job, "game": 63}));
    page.ok(json!({"do": "review.stop", "job": job}));
}

#[test]
fn a_review_is_found_again() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    let (job, _) = begin(&mut page, GAME, 1000);
    page.ok(json!({"do": "review.annotate", "job": job}));
    let key = page.hello["session"].clone();
    drop(page);
    let mut page = server.page();
    let found = page.ok(json!({"do": "resume", "session": key}));
    assert_eq!((&found["review"]["job"], &found["review"]["games"]), (&json!(job), &json!(1)));
    if !found["review"]["work"].is_null() {
        until_idle(&mut page, job);
    }
    assert!(rows(&mut page, job)[0]["review"].is_object());
}
