//! Tests the API for programs against its description.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{TestServer, post, post_json, status};
use super::explorer::with_games;

/// Checks that a value conforms to a schema. The error is the reason if it does not.
fn fits(value: &Value, schema: &Value, all: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.strip_prefix("#").unwrap();
        return fits(value, all.pointer(name).ok_or_else(|| name.to_owned())?, all);
    }
    if let Some(options) = schema["oneOf"].as_array() {
        let fitting = options.iter().filter(|option| fits(value, option, all).is_ok()).count();
        return if fitting == 1 { Ok(()) } else { Err(format!("{value} fits {fitting} options")) };
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.as_f64().is_some_and(|it| it.fract() != 0.0) => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let kinds = &schema["type"];
    if kinds != kind && !kinds.as_array().is_some_and(|it| it.iter().any(|it| it == kind)) {
        return Err(format!("{value} is no {kinds}"));
    }
    if schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
        return Err(format!("{value} is none of {}", schema["enum"]));
    }
    for item in value.as_array().into_iter().flatten() {
        fits(item, &schema["items"], all)?;
    }
    let Some(fields) = value.as_object().filter(|_| schema["properties"].is_object()) else {
        return Ok(());
    };
    for (name, field) in fields {
        let known = schema["properties"].get(name);
        fits(field, known.ok_or_else(|| format!("{name} is not described"))?, all)?;
    }
    let required = schema["required"].as_array().into_iter().flatten();
    for name in required.filter_map(Value::as_str) {
        fields.get(name).ok_or_else(|| format!("{name} is missing"))?;
    }
    Ok(())
}

#[test]
fn answers_match_the_description() {
    let server = with_games();
    let text = server.get("/api/openapi.json", &[]);
    let all: Value = serde_json::from_str(text.split_once("\r\n\r\n").unwrap().1).unwrap();
    let mate = "3k5/8R/9/9/9/9/9/9/R8/4K4 w";
    let circle = "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9";
    for (path, request) in [
        ("/api/analyze", json!({"depth": 2, "multipv": 3})),
        ("/api/analyze", json!({"fen": mate, "nodes": 300})),
        ("/api/analyze", json!({"depth": 2.0, "movetime": 1e3})),
        ("/api/analyze", json!({"fen": "R2k5/8R/9/9/9/9/9/9/9/4K4 b"})),
        ("/api/judge", json!({})),
        ("/api/judge", json!({"moves": circle, "rules": "computer", "draw_moves": 60})),
        ("/api/convert", json!({"text": "1. h2e2 h9g7 *", "to": "moves-chinese"})),
        ("/api/convert", json!({"text": "1. h2e2 h2h3 *", "to": "xqf", "name": "a.pgn"})),
        ("/api/analyze", json!({"moves": "a0a9"})),
        ("/api/analyze", json!({"multipv": 0})),
        ("/api/judge", json!({"fen": "9/9"})),
        ("/api/convert", json!({"text": "Dear Sir,", "to": "pgn"})),
        ("/api/board.svg", json!({"arrows": ["z9"]})),
        ("/api/explore", json!({})),
        ("/api/explore", json!({"moves": "炮二平五", "games": 1})),
        ("/api/explore", json!({"source": "book"})),
        ("/api/explore", json!({"source": "book", "moves": "a0a1 a9a8"})),
        ("/api/explore", json!({"games": 51})),
        ("/api/game", json!({"id": 1})),
        ("/api/game", json!({"id": 4_000_000_000_u32})),
        ("/api/gomoku/move", json!({})),
        ("/api/gomoku/move", json!({"moves": "h8", "level": "low", "size": 20, "seed": 5})),
        ("/api/gomoku/move", json!({"moves": "g8 a1 f8 a15 h7 o1 h6 o15", "rule": "renju"})),
        ("/api/gomoku/move", json!({"moves": "h8 a1 h9 a2 h10 a3 h11 a4 h12"})),
        ("/api/gomoku/move", json!({"moves": "h8 h8"})),
        ("/api/draughts/move", json!({})),
        ("/api/draughts/move", json!({"moves": "11-15", "variant": "english", "level": 1})),
        ("/api/draughts/move", json!({"moves": "32-28 19-23"})),
        ("/api/draughts/move", json!({"level": 11})),
    ] {
        let (status, answer) = post_json(&server, path, &request);
        let pointer = format!("/paths/{}/post/responses/{status}", path.replace('/', "~1"));
        let mut described = all.pointer(&pointer).unwrap_or_else(|| panic!("{pointer}"));
        if let Some(common) = described["$ref"].as_str() {
            described = all.pointer(common.strip_prefix('#').unwrap()).unwrap();
        }
        let schema = &described["content"]["application/json"]["schema"];
        fits(&answer, schema, &all).unwrap_or_else(|error| panic!("{path} {request}: {error}"));
        let body = &all["paths"][path]["post"]["requestBody"]["content"]["application/json"];
        fits(&request, &body["schema"], &all).unwrap();
    }
    assert!(
        fits(
            &json!({"cp": 1, "mate_in_plies": 2}),
            &json!({"$ref": "#/components/schemas/Score"}),
            &all
        )
        .is_err()
    );
}

/// The fields of every request match the description. The field names are taken from the error for an unknown field.
#[test]
fn every_field_is_described() {
    let server = TestServer::start(|_| {});
    let text = server.get("/api/openapi.json", &[]);
    let all: Value = serde_json::from_str(text.split_once("\r\n\r\n").unwrap().1).unwrap();
    for (path, operations) in all["paths"].as_object().unwrap() {
        let (status, answer) = post_json(&server, path, &json!({"?": 1}));
        assert_eq!((status, &answer["code"]), (400, &json!("malformed")), "{path}");
        let error = answer["text"].as_str().unwrap();
        let names = error.split(" expected ").nth(1).unwrap();
        let taken: BTreeSet<&str> = names.split('`').skip(1).step_by(2).collect();
        let body = &operations["post"]["requestBody"]["content"]["application/json"]["schema"];
        let pointer = body["$ref"].as_str().unwrap().strip_prefix('#').unwrap();
        let described = all.pointer(pointer).unwrap()["properties"].as_object().unwrap();
        assert_eq!(taken, described.keys().map(String::as_str).collect(), "{path}");
    }
}

#[test]
fn positions_are_searched_judged_converted_and_drawn() {
    let server = TestServer::start(|_| {});
    let mate = "3k5/8R/9/9/9/9/9/9/R8/4K4 w";
    let (_, found) = post_json(&server, "/api/analyze", &json!({"fen": mate, "depth": 3}));
    assert_eq!(found["lines"][0]["score"], json!({"mate_in_plies": 1}));
    let (_, judged) = post_json(&server, "/api/judge", &json!({"fen": mate, "moves": "a1a9"}));
    assert_eq!(judged["verdict"], "black_loses");
    let games = json!({"text": "炮二平五\n\n炮八平五\n", "to": "moves"});
    let (_, converted) = post_json(&server, "/api/convert", &games);
    assert!(converted["games"][0]["text"].as_str().unwrap().contains("h2e2"), "{converted}");
    let drawn =
        json!({"moves": "h2e2", "arrows": ["h9g7"], "marks": ["e2:red"], "pieces": "letters"});
    let (status, picture) = post_json(&server, "/api/board.svg", &drawn);
    assert_eq!(status, 200);
    assert!(picture.as_str().unwrap().starts_with("<svg "), "{picture}");
}

#[test]
fn requests_of_other_sites_and_giants_are_refused() {
    let server = TestServer::start(|_| {});
    // The media types that a form on another site can send without a preflight request.
    for media in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        assert_eq!(post(&server, "/api/judge", media, "{}").0, 400, "{media}");
    }
    assert_eq!(post(&server, "/api/judge", "application/json; charset=utf-8", "{}").0, 200);
    assert_eq!(server.status("/api/judge", &[]), 405);
    let (host, most) = (server.host(), 9 << 20);
    let head = format!("POST /api/convert HTTP/1.1\r\nHost: {host}\r\nConnection: close");
    let head =
        format!("{head}\r\nContent-Type: application/json\r\nContent-Length: {most}\r\n\r\n");
    assert_eq!(status(&server.raw(&head)), 413, "refused before the body is sent");
    let deep = "[".repeat(50_000);
    assert_eq!(post(&server, "/api/judge", "application/json", &deep).0, 400);
}

#[test]
fn a_search_ends_with_its_client() {
    let server = TestServer::start(|_| {});
    let begun = Instant::now();
    for _ in 0..3 {
        let (host, body) = (server.host(), json!({"movetime": 60_000}).to_string());
        let mut stream = server.connect();
        let head =
            format!("POST /api/analyze HTTP/1.1\r\nHost: {host}\r\nContent-Length: {}", body.len());
        let request = format!("{head}\r\nContent-Type: application/json\r\n\r\n{body}");
        std::io::Write::write_all(&mut stream, request.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(server);
    assert!(begun.elapsed() < Duration::from_secs(30), "the server does not wait for searches");
}
