//! Tests analysis and game files over the network.

use std::time::{Duration, Instant};

use serde_json::json;

use super::client::TestServer;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[test]
fn an_analysis_reports_until_it_is_stopped() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    assert_eq!(page.refused(json!({"do": "analyse.start", "multipv": 1})), "not-now");
    let moves = json!(["h2e2", "h9g7"]);
    let position = page.ok(json!({"do": "analyse.position", "fen": START, "moves": moves}));
    assert_eq!(position["moves"][0]["chinese"], "炮二平五");
    assert!(position["opening"]["english"].is_string(), "{position}");
    assert_eq!(page.refused(json!({"do": "analyse.start", "multipv": 0})), "bad-value");
    assert_eq!(page.refused(json!({"do": "analyse.start", "multipv": 11})), "bad-value");

    let key = page.ok(json!({"do": "analyse.start", "multipv": 3}))["key"].clone();
    let found = page.notice(|it| it["key"] == key && it["depth"].as_u64() >= Some(4));
    let lines = found["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3, "{found}");
    let legal = position["legal"].as_array().unwrap();
    for line in lines {
        assert!(legal.contains(&line["moves"][0]["move"]), "{line}");
        assert!(line["red_score"]["cp"].is_number(), "{line}");
    }
    let asked = Instant::now();
    page.ok(json!({"do": "analyse.stop"}));
    page.notice(|it| it["key"] == key && it["done"] == true);
    assert!(asked.elapsed() < Duration::from_secs(2));
    page.ok(json!({"do": "analyse.stop"}));
}

#[test]
fn another_position_ends_the_search_of_the_last() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    page.ok(json!({"do": "analyse.position", "fen": START}));
    let first = page.ok(json!({"do": "analyse.start", "multipv": 1}))["key"].clone();
    page.ok(json!({"do": "analyse.position", "fen": START, "moves": ["h2e2"]}));
    page.notice(|it| it["key"] == first && it["done"] == true);
    let second = page.ok(json!({"do": "analyse.start", "multipv": 1}))["key"].clone();
    assert_ne!(first, second);
    let found = page.notice(|it| it["on"] == "analyse" && it["depth"].is_number());
    assert_eq!(found["key"], second);
}

#[test]
fn a_game_ends_the_analysis_of_its_page() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    page.ok(json!({"do": "analyse.position", "fen": START}));
    let key = page.ok(json!({"do": "analyse.start", "multipv": 1}))["key"].clone();
    page.notice(|it| it["key"] == key && it["depth"].is_number());
    page.ok(json!({"do": "play.new", "side": "red", "level": 0}));
    page.notice(|it| it["key"] == key && it["done"] == true);
    let key = page.ok(json!({"do": "analyse.start", "multipv": 1}))["key"].clone();
    page.ok(json!({"do": "play.move", "move": "h2e2"}));
    page.notice(|it| it["key"] == key && it["done"] == true);
    page.state(|state| state["moves"].as_array().is_some_and(|moves| moves.len() == 2));
}

#[test]
fn queued_searches_get_their_place() {
    let server = TestServer::start(|settings| settings.threads = 1);
    let (mut first, mut second) = (server.page(), server.page());
    for page in [&mut first, &mut second] {
        page.ok(json!({"do": "analyse.position", "fen": START}));
    }
    let key = first.ok(json!({"do": "analyse.start", "multipv": 1}))["key"].clone();
    first.notice(|it| it["key"] == key && it["depth"].is_number());
    let waiting = second.ok(json!({"do": "analyse.start", "multipv": 1}))["key"].clone();
    let told = second.notice(|it| it["key"] == waiting);
    assert_eq!(told["queue"], 0, "{told}");
    // After ten seconds, the first search must give way.
    let end = first.notice(|it| it["key"] == key && it["done"] == true);
    assert_eq!(end["made_room"], true, "{end}");
    second.notice(|it| it["key"] == waiting && it["depth"].is_number());
    // A client that stops waiting is removed from the queue.
    let again = first.ok(json!({"do": "analyse.start", "multipv": 1}))["key"].clone();
    first.notice(|it| it["key"] == again && it["queue"] == 0);
    first.ok(json!({"do": "analyse.stop"}));
    let end = first.notice(|it| it["key"] == again && it["done"] == true);
    assert_eq!(end["made_room"], serde_json::Value::Null, "{end}");
}

#[test]
fn a_position_is_refused_with_its_reason() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    let fine = page.ok(json!({"do": "analyse.check", "fen": "3k5/9/9/9/9/9/9/9/9/R3K4 w"}));
    assert_eq!((&fine["side"], &fine["check"]), (&json!("red"), &json!(false)));
    for fen in ["", "9/9/9/9/9/9/9/9/9/9 w", "4k4/9/9/9/9/9/9/9/9/4K4 w", "x", &"9/".repeat(5000)] {
        assert_eq!(
            page.refused(json!({"do": "analyse.check", "fen": fen})),
            "bad-position",
            "{fen}"
        );
    }
    let illegal = json!({"do": "analyse.position", "fen": START, "moves": ["a0a9"]});
    assert_eq!(page.refused(illegal), "illegal");
    let ended = "R2k5/8R/9/9/9/9/9/9/9/4K4 b";
    let position = page.ok(json!({"do": "analyse.position", "fen": ended}));
    assert_eq!(position["verdict"]["reason"], "checkmate");
    assert_eq!(page.refused(json!({"do": "analyse.start", "multipv": 1})), "not-now");
}

#[test]
fn games_are_read_and_written_in_every_format() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    let text =
        "[Red \"<b>胡荣华</b>\"]\n\n1. h2e2 {centre} (1. b2e2 h9g7) h9g7 *\n\n1. h2e2 h2h3 *\n";
    let read = page.ok(json!({"do": "read", "name": "a.pgn", "text": text}));
    let games = read["games"].as_array().unwrap();
    assert_eq!((games.len(), &read["more"]), (2, &json!(0)));
    assert_eq!(games[0]["tags"]["Red"], "<b>胡荣华</b>", "names are not markup");
    let first = &games[0]["tree"]["moves"][0];
    assert_eq!((&first["comment"], &first["move"]["wxf"]), (&json!("centre"), &json!("C2.5")));
    assert_eq!(first["variations"][0]["moves"][0]["move"]["move"], "b2e2");
    assert_eq!(games[0]["note"], json!(null));
    assert!(games[1]["note"].is_string(), "{}", games[1]);

    let game = json!({"tags": games[0]["tags"], "start": START, "tree": games[0]["tree"]});
    for format in ["pgn", "dhtmlxq", "xqf", "moves-chinese", "moves-wxf", "moves", "fen"] {
        let file = page.ok(json!({"do": "write", "format": format, "game": game}));
        let mut again = json!({"do": "read", "name": file["name"]});
        let field = if format == "xqf" { "base64" } else { "text" };
        again[field] = file[field].clone();
        let read = page.ok(again);
        let plies = read["games"][0]["tree"]["moves"].as_array().unwrap().len();
        assert_eq!(plies, if format == "fen" { 0 } else { 2 }, "{format}: {file}");
    }
    let pasted = page.ok(json!({"do": "read", "text": "炮二平五 馬8進7"}));
    assert_eq!(pasted["games"][0]["tree"]["moves"][1]["move"]["move"], "h9g7");
    let fen = page.ok(json!({"do": "read", "text": "3k5/9/9/9/9/9/9/9/9/R3K4 b"}));
    assert_eq!(fen["games"][0]["start"], "3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1");
    for bad in [json!({"text": "Dear Sir,"}), json!({"text": ""})] {
        let mut command = bad.clone();
        command["do"] = json!("read");
        assert_eq!(page.refused(command), "file", "{bad}");
    }
    assert_eq!(page.refused(json!({"do": "read", "name": "a.pgn"})), "bad-value");
    let illegal = json!({"start": START, "tree": {"moves": [{"move": "a0a9"}]}});
    assert_eq!(page.refused(json!({"do": "write", "format": "pgn", "game": illegal})), "illegal");
}
