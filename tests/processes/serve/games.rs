//! Tests games against the engine over the network: playing, saving, losing and recovering them.

use std::fs;

use serde_json::json;

use super::client::{Page, TestServer};

/// Red mates with b1b9 or b1d1; Black can move only the pawn.
const ENDING: &str = "3k5/8R/9/p8/9/9/9/9/1R7/4K4 w - - 0 1";

#[test]
fn a_game_is_played_to_its_end() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    assert_eq!(page.refused(json!({"do": "play.move", "move": "h2e2"})), "not-now");
    let state = page.ok(json!({"do": "play.new", "side": "red", "level": 3, "fen": ENDING}));
    assert_eq!((&state["side"], &state["moves"]), (&json!("red"), &json!([])));
    assert_eq!(state["strength"], json!({"level": 3}));
    assert_eq!(state["saved"], json!(null));
    assert_eq!(page.refused(json!({"do": "play.move", "move": "b1c2"})), "illegal");
    let state = page.ok(json!({"do": "play.move", "move": "b1b2"}));
    assert_eq!(state["moves"][0]["chinese"], "车八进一");
    assert_eq!(state["thinks"], "move");
    let state = page.state(|state| state["moves"].as_array().is_some_and(|it| it.len() == 2));
    assert_eq!((&state["thinks"], &state["position"]["side"]), (&json!(null), &json!("red")));

    let hint = &page.ok(json!({"do": "play.hint"}))["hint"];
    assert_eq!((&hint["step"], &hint["line"]), (&json!("piece"), &json!([])));
    assert_eq!(page.ok(json!({"do": "play.hint"}))["hint"]["step"], "point");
    assert_eq!(page.ok(json!({"do": "play.hint"}))["hint"]["step"], "move");

    let state = page.ok(json!({"do": "play.undo"}));
    assert_eq!(state["moves"], json!([]));
    let state = page.ok(json!({"do": "play.move", "move": "b1b9"}));
    let finish = &state["finish"];
    assert_eq!((&finish["winner"], &finish["headline"]), (&json!("red"), &json!("Red wins")));
    assert!(finish["reasons"][0].as_str().unwrap().contains("checkmate"), "{finish}");
    assert_eq!(page.refused(json!({"do": "play.resign"})), "not-now");
    page.ok(json!({"do": "language", "language": "zh"}));
    let file = page.ok(json!({"do": "play.file"}));
    assert!(file["text"].as_str().unwrap().contains("1-0"), "{file}");
    let answer = page.request(json!({"do": "play.resign"}));
    assert!(!answer["error"]["text"].as_str().unwrap().is_ascii(), "{answer}");
}

#[test]
fn bad_values_are_refused_and_the_game_stays() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    page.ok(json!({"do": "play.new", "side": "red"}));
    for (command, code) in [
        (json!({"do": "play.new", "side": "red", "level": 21}), "bad-value"),
        (json!({"do": "play.new", "side": "red", "level": 3, "elo": 900}), "bad-value"),
        (json!({"do": "play.new", "side": "red", "elo": 9}), "bad-value"),
        (json!({"do": "play.new", "side": "red", "clock": "soon"}), "bad-value"),
        (json!({"do": "play.new", "side": "red", "fen": "9/9"}), "bad-position"),
        (json!({"do": "play.new", "side": "green"}), "malformed"),
        (json!({"do": "play.level"}), "bad-value"),
        (json!({"do": "play.load", "name": "nobody"}), "unknown"),
        (json!({"do": "play.load", "name": "../../etc/passwd"}), "bad-value"),
        (json!({"do": "play.load", "text": "nothing of the kind"}), "file"),
        (json!({"do": "play.load", "base64": "!!"}), "bad-value"),
        (json!({"do": "play.save", "name": "../escape"}), "bad-value"),
        (json!({"do": "play.anyway"}), "not-now"),
        (json!({"do": "play.undo"}), "not-now"),
    ] {
        assert_eq!(page.refused(command.clone()), code, "{command}");
    }
    let state = page.ok(json!({"do": "play.level", "elo": 900}));
    assert_eq!(state["strength"], json!({"elo": 900}));
}

#[test]
fn the_coach_warns_and_the_move_waits() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    // The rook on a5 is unprotected.
    let fen = "3k5/9/9/9/r8/9/9/R8/9/4K4 w - - 0 1";
    page.ok(json!({"do": "play.new", "side": "red", "fen": fen, "coach": true}));
    let state = page.state(|state| !state["evaluation"].is_null());
    assert!(state["evaluation"]["red_score"].is_object(), "{state}");
    page.ok(json!({"do": "play.move", "move": "a2a4"}));
    let warning = page.notice(|it| !it["warning"].is_null())["warning"].take();
    assert_eq!(warning["move"]["move"], "a2a4");
    assert_eq!(warning["refutation"][0]["move"], "a5a4");
    let state = page.ok(json!({"do": "play.drop"}));
    assert_eq!(state["moves"], json!([]));
    page.ok(json!({"do": "play.coach", "on": false}));
    let state = page.ok(json!({"do": "play.move", "move": "a2a4"}));
    assert_eq!(state["moves"][0]["move"], "a2a4");
}

#[test]
fn a_flag_falls_without_a_request() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    let state = page.ok(json!({"do": "play.new", "side": "red", "clock": "1s"}));
    assert_eq!(state["clocks"]["runs"], "red");
    let state = page.state(|state| !state["finish"].is_null());
    assert_eq!(state["finish"]["winner"], "black");
    assert_eq!(state["clocks"]["red_ms"], 0);
}

#[test]
fn a_session_is_found_again() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    page.ok(json!({"do": "play.new", "side": "red", "level": 0}));
    page.ok(json!({"do": "play.move", "move": "h2e2"}));
    let key = page.hello["session"].clone();
    drop(page);

    let mut page = server.page();
    assert_eq!(page.refused(json!({"do": "resume", "session": "no such key"})), "unknown");
    let found = page.ok(json!({"do": "resume", "session": key}));
    assert_eq!(found["play"]["moves"][0]["move"], "h2e2");
    assert_eq!(found["session"], key);
    // Another page takes over the session, and the first page is notified.
    let mut other = server.page();
    other.ok(json!({"do": "resume", "session": key}));
    page.notice(|it| *it == json!({"on": "end", "reason": "elsewhere"}));
    assert_eq!(page.next(), Err(Some(4001)));
    other.ok(json!({"do": "play.resign"}));
}

#[test]
fn games_outlive_their_server() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    page.ok(json!({"do": "play.new", "side": "black", "elo": 700}));
    page.state(|state| state["moves"].as_array().is_some_and(|it| it.len() == 1));
    let listed = page.ok(json!({"do": "play.games"}))["games"].take();
    assert_eq!((&listed[0]["plies"], &listed[0]["result"]), (&json!(1), &json!("*")));
    assert_eq!(listed[0]["open"], true);
    let name = listed[0]["name"].clone();
    let state = page.ok(json!({"do": "play.load", "name": name}));
    assert_eq!(state["moves"].as_array().unwrap().len(), 1, "it is open here: {state}");

    // Another page takes over the game; the first page is notified and can no longer write it.
    let mut other = server.page();
    let state = other.ok(json!({"do": "play.load", "name": name}));
    assert_eq!(state["moves"].as_array().unwrap().len(), 1, "it is taken over: {state}");
    page.notice(|it| *it == json!({"on": "play", "taken": name}));
    assert_eq!(page.refused(json!({"do": "play.undo"})), "not-now");

    let data = server.stop();
    let server = TestServer::start_in(data, |_| {});
    let mut page = server.page();
    let state = page.ok(json!({"do": "play.load", "name": name}));
    assert_eq!((&state["side"], &state["strength"]), (&json!("black"), &json!({"elo": 700})));
    assert_eq!(state["moves"].as_array().unwrap().len(), 1);
    let reply = state["position"]["legal"][0].clone();
    page.ok(json!({"do": "play.move", "move": reply}));
    let listed = page.ok(json!({"do": "play.games"}))["games"].take();
    assert_eq!(listed.as_array().unwrap().len(), 1, "the game continues in its file: {listed}");
}

fn client(server: &TestServer, secret: &str) -> Page {
    let mut page = server.page();
    page.ok(json!({"do": "owner", "secret": secret.repeat(32)}));
    page
}

#[test]
fn a_game_can_be_continued_by_its_owner_alone() {
    let server = TestServer::start(|_| {});
    let mut page = client(&server, "a");
    assert_eq!(page.refused(json!({"do": "owner", "secret": "guess"})), "bad-value");
    page.ok(json!({"do": "play.new", "side": "red", "level": 0}));
    page.ok(json!({"do": "play.move", "move": "h2e2"}));
    page.ok(json!({"do": "play.save", "name": "mine"}));
    let (load, view) = (
        json!({"do": "play.load", "name": "mine"}),
        json!({"do": "view", "shelf": "games", "name": "mine"}),
    );
    // A client that names no owner is a stranger, too.
    for mut stranger in [client(&server, "b"), server.page()] {
        assert_eq!(stranger.refused(load.clone()), "not-yours");
        let games = stranger.ok(json!({"do": "play.games"}))["games"].take();
        assert_eq!((&games[0]["name"], &games[0]["own"]), (&json!("mine"), &json!(false)));
        let seen = stranger.ok(view.clone())["games"][0].take();
        assert_eq!(seen["tree"]["moves"][0]["move"]["move"], "h2e2");
        assert_eq!(
            stranger.refused(json!({"do": "view", "shelf": "games", "name": "../x"})),
            "unknown"
        );
    }
    page.ok(json!({"do": "play.undo"}));
    page.ok(json!({"do": "play.move", "move": "b2e2"}));

    // The same browser takes the game over, also after a restart.
    let mut other = client(&server, "a");
    other.ok(load.clone());
    page.notice(|it| *it == json!({"on": "play", "taken": "mine"}));
    let server = TestServer::start_in(server.stop(), |_| {});
    assert_eq!(client(&server, "b").refused(load.clone()), "not-yours");
    let state = client(&server, "a").ok(load);
    assert_eq!(state["moves"][0]["move"], "b2e2");
}

#[test]
fn an_analysis_can_be_changed_by_its_owner_alone() {
    let server = TestServer::start(|_| {});
    let mut page = client(&server, "a");
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let keep = |mv: &str| {
        let game = json!({"start": start, "tree": {"moves": [{"move": mv}]}});
        json!({"do": "analyse.keep", "game": game})
    };
    let name = page.ok(keep("h2e2"))["name"].take();
    let mut stranger = client(&server, "b");
    assert_eq!(stranger.refused(json!({"do": "analyse.load", "name": name})), "not-yours");
    let view = json!({"do": "view", "shelf": "analyses", "name": name});
    stranger.ok(view.clone());
    let copy = stranger.ok(keep("b2e2"))["name"].take();
    assert_ne!(copy, name, "what a stranger keeps is a copy");
    page.ok(keep("h2d2"));
    let seen = stranger.ok(view)["games"][0].take();
    assert_eq!(seen["tree"]["moves"][0]["move"]["move"], "h2d2");
}

#[test]
fn a_game_keeps_its_clocks_rules_and_coach() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    page.ok(json!({"do": "play.new", "side": "red", "level": 0, "clock": "10m+5s", "coach": true, "rules": "chinese"}));
    page.ok(json!({"do": "play.move", "move": "h2e2"}));
    page.state(|state| state["moves"].as_array().is_some_and(|it| it.len() == 2));
    page.ok(json!({"do": "play.save", "name": "timed"}));
    let before = page.ok(json!({"do": "play.load", "name": "timed"}));
    let server = TestServer::start_in(server.stop(), |_| {});
    let mut page = server.page();
    let state = page.ok(json!({"do": "play.load", "name": "timed"}));
    assert_eq!((&state["coach"], &state["clocks"]["runs"]), (&json!(true), &json!("red")));
    for clock in ["red_ms", "black_ms"] {
        let [was, is] = [&before, &state].map(|state| state["clocks"][clock].as_u64().unwrap());
        assert!(is <= was && was - is < 60_000 && was != 600_000, "{clock}: {was} {is}");
    }
    let file = fs::read_to_string(server.data.path().join("games/timed.pgn")).unwrap();
    for tag in ["[TimeControl \"600+5\"]", "[Rules \"chinese\"]", "[Coach \"on\"]"] {
        assert!(file.contains(tag), "{file}");
    }
    let load = json!({"do": "play.load", "name": "timed", "clock": "5m", "coach": false});
    drop(page);
    let state = server.page().ok(load);
    assert_eq!((&state["coach"], &state["clocks"]["black_ms"]), (&json!(false), &json!(300_000)));
    let file = server.page().ok(json!({"do": "view", "shelf": "games", "name": "timed"}));
    assert_eq!(file["games"][0]["tags"]["Rules"], "chinese");
}

#[test]
fn games_are_kept_under_names_and_none_is_overwritten() {
    let server = TestServer::start(|_| {});
    let games = server.data.path().join("games");
    fs::write(games.join("taken.pgn"), "something of the user's").unwrap();
    let mut page = server.page();
    page.ok(json!({"do": "play.new", "side": "red", "level": 0}));
    page.ok(json!({"do": "play.move", "move": "h2e2"}));
    assert_eq!(page.refused(json!({"do": "play.save", "name": "taken"})), "exists");
    assert_eq!(page.ok(json!({"do": "play.save", "name": "第一局"})), json!({"name": "第一局"}));
    assert_eq!(page.ok(json!({"do": "play.save"})), json!({"name": "第一局"}));
    page.ok(json!({"do": "play.resign"}));
    let mut names: Vec<_> = fs::read_dir(&games)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["taken.pgn", "第一局.pgn"]);
    assert!(fs::read_to_string(games.join("第一局.pgn")).unwrap().contains("0-1"));
    assert_eq!(fs::read_to_string(games.join("taken.pgn")).unwrap(), "something of the user's");
}

#[test]
fn a_file_of_the_persons_is_gone_on_with() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    let text = "1. h2e2 *\n\n1. h2e2 h9g7 2. h0g2 h7h3 *\n";
    let load =
        json!({"do": "play.load", "name": "two.pgn", "text": text, "game": 2, "side": "red"});
    let state = page.ok(load);
    assert_eq!(state["moves"].as_array().unwrap().len(), 4);
    assert_eq!(page.refused(json!({"do": "play.load", "text": text, "game": 3})), "file");
    let state = page.ok(json!({"do": "play.move", "move": "b0c2"}));
    assert!(state["saved"].is_string(), "{state}");
}

#[test]
fn a_draw_may_be_declined() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    // Black, the engine, is far ahead.
    let fen = "3k5/9/9/9/9/r8/9/9/r8/4K4 w - - 0 1";
    page.ok(json!({"do": "play.new", "side": "red", "fen": fen}));
    assert_eq!(page.ok(json!({"do": "play.draw"}))["thinks"], "draw");
    page.notice(|it| it["on"] == "play" && it["draw"] == false);
    assert_eq!(page.ok(json!({"do": "play.resign"}))["finish"]["winner"], "black");
}
