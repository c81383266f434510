//! Tests gomoku and draughts over the network: judging positions, playing whole games, and limiting requests.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{TestServer, post_json};

const GOMOKU: &str = "/api/gomoku/move";
const DRAUGHTS: &str = "/api/draughts/move";
/// Black has two open twos that cross on h8.
const CROSSING: &str = "g8 a1 f8 a15 h7 o1 h6 o15";
const TOKEN: &str = "0123456789abcdef";

fn granted(server: &TestServer, path: &str, request: &Value) -> Value {
    let (status, answer) = post_json(server, path, request);
    assert_eq!(status, 200, "{request}: {answer}");
    answer
}

/// The code and text of a refusal.
fn refused(server: &TestServer, path: &str, request: &Value) -> (String, String) {
    let (status, answer) = post_json(server, path, request);
    assert!(status == 422 || status == 400, "{request}: {status} {answer}");
    let text = |name: &str| answer[name].as_str().unwrap().to_owned();
    (text("code"), text("text"))
}

/// The moves in a response, in the form that a request needs.
fn moves(answer: &Value) -> String {
    let moves = answer["moves"].as_array().unwrap().iter();
    moves.map(|it| it.as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

/// Has the program play both sides. Every response must add one move and report whether the game is over.
fn played_out(server: &TestServer, path: &str, request: &Value, most: usize) -> Value {
    let mut request = request.clone();
    for count in 1..=most {
        let answer = granted(server, path, &request);
        let moves_now = answer["moves"].as_array().unwrap();
        assert_eq!(moves_now.len(), count, "{answer}");
        assert_eq!(moves_now.last(), Some(&answer["played"]));
        assert_eq!(answer["side"].is_null(), answer["ending"].is_string(), "{answer}");
        request["moves"] = json!(moves(&answer));
        if answer["side"].is_null() {
            let after = granted(server, path, &request);
            assert!(after["played"].is_null() && after["ending"] == answer["ending"], "{after}");
            return answer;
        }
    }
    panic!("no end after {most} moves: {request}");
}

#[test]
fn a_row_of_five_wins_and_is_shown() {
    let server = TestServer::start(|_| {});
    let line = "h8 a1 h9 a3 h10 a5 h12 a7 h11";
    let won = granted(&server, GOMOKU, &json!({"moves": line, "level": "full"}));
    assert_eq!((&won["winner"], &won["ending"]), (&json!("black"), &json!("row")));
    assert_eq!((&won["side"], &won["played"]), (&Value::Null, &Value::Null));
    assert_eq!(won["row"], json!(["h12", "h11", "h10", "h9", "h8"]));
    let (code, text) = refused(&server, GOMOKU, &json!({"moves": format!("{line} a9")}));
    assert!(code == "illegal" && text.contains("move 10, a9") && text.contains("over"), "{text}");

    let six = "h8 a1 h9 a3 h10 a5 h12 a7 h13 a9 h11";
    let more = |rule: &str| granted(&server, GOMOKU, &json!({"moves": six, "rule": rule}));
    assert_eq!(more("freestyle")["row"].as_array().unwrap().len(), 6);
    assert_eq!(more("standard")["winner"], Value::Null, "exactly five");
}

#[test]
fn forbidden_points_are_named_and_refused() {
    let server = TestServer::start(|_| {});
    let request = json!({"moves": CROSSING, "rule": "renju"});
    let told = granted(&server, GOMOKU, &request);
    assert_eq!(told["forbidden"], json!([{"point": "h8", "foul": "double-three"}]));
    let foul = json!({"moves": format!("{CROSSING} h8"), "rule": "renju"});
    let (code, text) = refused(&server, GOMOKU, &foul);
    assert!(code == "illegal" && text.contains("double three"), "{text}");
    let free = granted(&server, GOMOKU, &json!({"moves": format!("{CROSSING} h8")}));
    assert_eq!((&free["forbidden"], &free["side"]), (&json!([]), &json!("white")));
    let others = json!({"moves": format!("{CROSSING} b3"), "rule": "renju"});
    assert_eq!(granted(&server, GOMOKU, &others)["forbidden"], json!([]), "not to White");
}

#[test]
fn every_level_of_gomoku_answers_in_time() {
    let server = TestServer::start(|_| {});
    for (level, size) in [("low", 15), ("middle", 20), ("high", 15), ("full", 20)] {
        let begun = Instant::now();
        let request = json!({"moves": "h8 i9 i8", "level": level, "size": size, "rule": "renju"});
        let answer = granted(&server, GOMOKU, &request);
        assert_eq!((&answer["side"], moves(&answer).len()), (&json!("black"), 11), "{answer}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{level}: {:?}", begun.elapsed());
    }
    // An open four wins with the next stone, at any level that blocks or attacks.
    let four = json!({"moves": "h8 a1 h9 a3 h10 a5 h11 o15", "level": "middle"});
    let won = granted(&server, GOMOKU, &four);
    assert_eq!((&won["winner"], &won["ending"]), (&json!("black"), &json!("row")));
}

#[test]
fn the_program_plays_gomoku_to_its_end() {
    let server = TestServer::start(|_| {});
    for rule in ["freestyle", "standard", "renju"] {
        let request = json!({"size": 6, "rule": rule, "level": "low", "seed": 7, "moves": ""});
        let end = played_out(&server, GOMOKU, &request, 36);
        let is_row = end["ending"] == "row";
        assert_eq!((end["winner"].is_null(), !is_row), (!is_row, end["row"] == json!([])), "{end}");
    }
}

#[test]
fn draughts_reports_legal_moves() {
    let server = TestServer::start(|_| {});
    let start = granted(&server, DRAUGHTS, &json!({}));
    assert_eq!((&start["side"], &start["last"]), (&json!("white"), &Value::Null));
    assert_eq!(start["legal"].as_array().unwrap().len(), 9);
    assert!(start["fen"].as_str().unwrap().starts_with("W:W31,32"), "{start}");
    let english = granted(&server, DRAUGHTS, &json!({"variant": "english"}));
    assert_eq!(
        (&english["side"], english["legal"].as_array().unwrap().len()),
        (&json!("black"), 7)
    );
    let source = granted(&server, DRAUGHTS, &json!({"variant": "source"}));
    assert_eq!(source["fen"].as_str().unwrap().matches(',').count(), 28, "fifteen each");

    let offered = granted(&server, DRAUGHTS, &json!({"moves": "32-28 19-23"}));
    let captures = json!([{"move": "28x19", "ways": [[28, 19]], "captured": [23]}]);
    assert_eq!(offered["legal"], captures);
    assert_eq!(offered["last"], json!({"move": "19-23", "ways": [[19, 23]], "captured": []}));
    let (code, text) = refused(&server, DRAUGHTS, &json!({"moves": "32-28 19-23 31-27"}));
    assert!(code == "illegal" && text.contains("move 3, 31-27"), "{text}");
    assert!(text.contains("28x19"), "the forced capture: {text}");
    let taken = granted(&server, DRAUGHTS, &json!({"moves": "32-28 19-23 28x19", "level": 1}));
    assert!(["14x23", "13x24"].contains(&taken["played"].as_str().unwrap()), "{taken}");
    assert!(taken["pdn"].as_str().unwrap().contains("1. 32-28 19-23 2. 28x19"), "{taken}");
}

#[test]
fn the_program_plays_draughts_to_its_end() {
    let server = TestServer::start(|_| {});
    for variant in ["international", "english", "source"] {
        let request = json!({"variant": variant, "level": 1, "seed": 3, "moves": ""});
        let end = played_out(&server, DRAUGHTS, &request, 600);
        let is_draw = end["winner"].is_null();
        let loses = ["no-pieces", "no-move"].contains(&end["ending"].as_str().unwrap());
        assert_eq!((is_draw, &end["legal"]), (!loses, &json!([])), "{end}");
        assert!(!end["pdn"].as_str().unwrap().contains("Result \"*\""), "{end}");
    }
}

#[test]
fn nonsense_is_refused_with_its_place() {
    let server = TestServer::start(|_| {});
    let long = "h8 ".repeat(20_000);
    for (path, request, code, word) in [
        (GOMOKU, json!({"moves": "h8 h8"}), "illegal", "move 2, h8: the point is taken"),
        (GOMOKU, json!({"moves": "p1"}), "illegal", "p1 is not on the board"),
        (GOMOKU, json!({"moves": "h8 ?"}), "illegal", "move 2"),
        (GOMOKU, json!({"size": 4}), "bad-value", "5 to 22"),
        (GOMOKU, json!({"size": 23}), "bad-value", "5 to 22"),
        (GOMOKU, json!({"moves": long}), "bad-value", "32 kB"),
        (GOMOKU, json!({"size": -15}), "malformed", "size"),
        (GOMOKU, json!({"level": "best"}), "malformed", "best"),
        (GOMOKU, json!({"rule": "go"}), "malformed", "go"),
        (DRAUGHTS, json!({"moves": "32-27 99-1"}), "illegal", "move 2, 99-1"),
        (DRAUGHTS, json!({"moves": "h8"}), "illegal", "move 1, h8"),
        (DRAUGHTS, json!({"level": 0}), "bad-value", "1 to 10"),
        (DRAUGHTS, json!({"level": 11}), "bad-value", "1 to 10"),
        (DRAUGHTS, json!({"variant": "chess"}), "malformed", "chess"),
    ] {
        let (found, text) = refused(&server, path, &request);
        assert!(found == code && text.contains(word), "{path} {request}: {found}: {text}");
    }
}

#[test]
fn many_play_at_once_and_nobody_waits_for_those_who_left() {
    let server = TestServer::start(|_| {});
    thread::scope(|scope| {
        for number in 0..12 {
            let server = &server;
            scope.spawn(move || {
                let gomoku = json!({"moves": "h8", "level": "low", "seed": number});
                assert_eq!(granted(server, GOMOKU, &gomoku)["side"], "black");
                let draughts = json!({"moves": "32-28", "level": 2, "seed": number});
                assert_eq!(granted(server, DRAUGHTS, &draughts)["side"], "white");
            });
        }
    });
    // Searches that take twelve seconds or more in total, whose clients disconnect before the end.
    let begun = Instant::now();
    let left: Vec<_> = (0..8)
        .map(|_| {
            let mut stream = server.connect();
            let body = json!({"moves": "32-28", "level": 10}).to_string();
            let head = format!("POST {DRAUGHTS} HTTP/1.1\r\nHost: {}", server.host());
            let length = format!("Content-Length: {}", body.len());
            let request =
                format!("{head}\r\nContent-Type: application/json\r\n{length}\r\n\r\n{body}");
            std::io::Write::write_all(&mut stream, request.as_bytes()).unwrap();
            stream
        })
        .collect();
    thread::sleep(Duration::from_millis(200));
    drop(left);
    granted(&server, GOMOKU, &json!({"moves": "h8", "level": "low"}));
    drop(server);
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

#[test]
fn the_pages_are_there_for_those_who_may_come() {
    let server = TestServer::start(|settings| settings.token = Some(TOKEN.to_owned()));
    for path in ["/gomoku", "/draughts"] {
        assert_eq!(server.status(path, &[]), 401);
        let let_in = server.get(&format!("{path}?token={TOKEN}"), &["Sec-Fetch-Site: cross-site"]);
        let refresh = format!("refresh: 0; url={path}\r\n");
        assert!(let_in.contains("set-cookie: ") && let_in.contains(&refresh), "{let_in}");
        let cookie = format!("Cookie: chuhe-{}={TOKEN}", server.port);
        let page = server.get(path, &[&cookie]);
        assert!(
            page.starts_with("HTTP/1.1 200") && page.contains("/page/board-games.js\""),
            "{page}"
        );
    }
    assert_eq!(
        server
            .status("/assets/0/page/board-games.html", &["Authorization: Bearer 0123456789abcdef"]),
        404
    );
}
