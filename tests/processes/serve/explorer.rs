//! Tests the opening explorer: queries a database of games and an opening book over the network.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use chuhe_database::DatabaseWriter;
use chuhe_engine::board::Position;
use chuhe_engine::types::Color;
use chuhe_formats::game_files::GameFile;
use chuhe_lab::book::{BookBuilder, BookGame};
use chuhe_serve::{ServeError, Server, Settings};
use serde_json::{Value, json};

use super::client::{TestServer, post, post_json};

/// Two of these games are mirror images of each other.
const GAMES: &str = r#"[Event "Final"]
[Date "2019.05.01"]
[Red "王天一"]
[Black "Nobody"]

1. h2e2 {[%eval 0.35]} h9g7 {[%eval 0.41]} 2. h0g2 1-0

[Event "Cup"]
[Date "2021.03.??"]
[Red "Li"]
[Black "Wang"]

1. b2e2 b9c7 {[%eval 0.21]} 2. b0c2 h9g7 0-1

[Date "2020.??.??"]
[Red "Li"]
[Black "Zhao"]

1. g3g4 g6g5 1/2-1/2

1. h2e2 h9g7 *

1. h2e2 *
"#;

/// Imports games into a database in a folder; the indexes are updated only if `finishes` is set.
fn import(folder: &Path, games: &str, finishes: bool) -> PathBuf {
    let (file, path) = (folder.join("games.pgn"), folder.join("games.db"));
    std::fs::write(&file, games).unwrap();
    let mut writer = DatabaseWriter::open(&path).unwrap();
    writer.import(&[GameFile::new(file)], None, None, |_, _| ControlFlow::Continue(())).unwrap();
    if finishes {
        assert!(writer.finish(|_, _| ControlFlow::Continue(())).unwrap());
    }
    path
}

/// A server with a small database and the built-in book.
pub(super) fn with_games() -> TestServer {
    let data = tempfile::tempdir().unwrap();
    let path = import(data.path(), GAMES, true);
    TestServer::start_in(data, |settings| settings.database = Some(path))
}

fn explore(server: &TestServer, request: &Value) -> Value {
    let (status, answer) = post_json(server, "/api/explore", request);
    assert_eq!(status, 200, "{request}: {answer}");
    answer
}

/// The code and text of a refusal.
fn refusal(server: &TestServer, path: &str, request: &Value) -> (String, String) {
    let (status, answer) = post_json(server, path, request);
    assert_eq!(status, 422, "{request}: {answer}");
    let text = |name: &str| answer[name].as_str().unwrap().to_owned();
    (text("code"), text("text"))
}

#[test]
fn results_and_scores_are_those_of_the_side_to_move() {
    let server = with_games();
    let start = explore(&server, &json!({}));
    let moves = start["moves"].as_array().unwrap();
    let names: Vec<&str> = moves.iter().map(|row| row["move"]["move"].as_str().unwrap()).collect();
    assert_eq!(names, ["h2e2", "g3g4"], "mirror images are counted together");
    let cannon = &moves[0];
    assert_eq!(cannon["move"]["chinese"], "炮二平五");
    assert_eq!((&cannon["games"], &cannon["share"]), (&json!(4), &json!(0.8)));
    assert_eq!(
        (&cannon["wins"], &cannon["draws"], &cannon["losses"]),
        (&json!(1), &json!(0), &json!(1))
    );
    assert_eq!((&cannon["score_cp"], &cannon["weight"]), (&json!(35.0), &Value::Null));
    assert_eq!(cannon["last_played"], "2021.03.??");
    assert_eq!((&start["all"]["games"], &start["side"]), (&json!(5), &json!("red")));
    assert_eq!((&start["source"], &start["name"]), (&json!("database"), &json!("games.db")));

    let reply = explore(&server, &json!({"moves": "炮八平五"}));
    let horse = &reply["moves"][0];
    assert_eq!((&reply["side"], &reply["ended"]), (&json!("black"), &json!(1)));
    assert_eq!(horse["move"]["move"], "b9c7", "the reply as played after this move");
    assert_eq!(
        (&horse["wins"], &horse["losses"], &horse["points"]),
        (&json!(1), &json!(1), &json!(0.5))
    );
    assert_eq!(horse["score_cp"], -31.0, "the mean of 0.41 and 0.21, from Black's point of view");
    let unknown = explore(&server, &json!({"moves": "a0a1"}));
    assert_eq!(
        (&unknown["all"]["games"], &unknown["moves"], &unknown["games"]),
        (&json!(0), &json!([]), &json!([]))
    );
}

#[test]
fn games_that_came_to_a_position_are_named_and_given() {
    let server = with_games();
    let found = explore(&server, &json!({"moves": "h2e2 h9g7", "games": 2}));
    let rows = found["games"].as_array().unwrap();
    let place = |row: &Value| (row["id"].clone(), row["ply"].clone(), row["mirrored"].clone());
    assert_eq!(rows.len(), 2);
    assert_eq!(place(&rows[0]), (json!(1), json!(2), json!(false)));
    assert_eq!(place(&rows[1]), (json!(2), json!(2), json!(true)));
    assert_eq!((&rows[0]["red"], &rows[0]["result"]), (&json!("王天一"), &json!("1-0")));
    assert!(explore(&server, &json!({"games": 0}))["games"].as_array().unwrap().is_empty());
    let (status, game) = post_json(&server, "/api/game", &json!({"id": 2}));
    assert_eq!(
        (status, &game["tags"]["Black"], &game["result"]),
        (200, &json!("Wang"), &json!("0-1"))
    );
    assert_eq!(game["tree"]["moves"][1]["move"]["move"], "b9c7");
    assert_eq!(refusal(&server, "/api/game", &json!({"id": 99})).0, "unknown");
    assert_eq!(refusal(&server, "/api/explore", &json!({"games": 51})).0, "bad-value");
    assert_eq!(refusal(&server, "/api/explore", &json!({"fen": "9/9"})).0, "bad-position");
    assert_eq!(refusal(&server, "/api/explore", &json!({"moves": "h2e9"})).0, "illegal");
}

#[test]
fn a_book_of_ones_own_takes_the_place_of_the_one_in_the_program() {
    let mut builder = BookBuilder::default();
    let start = Position::startpos();
    for (mv, winner) in [("h2e2", Some(Color::Red)), ("b2e2", None), ("g3g4", Some(Color::Black))] {
        let game = BookGame { winner, year: Some(1999) };
        builder.add_game_move(start.board(), mv.parse().unwrap(), game);
    }
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("my.book");
    std::fs::write(&path, builder.finish(1).unwrap()).unwrap();
    let server = TestServer::start_in(data, |settings| settings.book = Some(path));
    let own = explore(&server, &json!({"source": "book"}));
    assert_eq!((&own["name"], &own["all"]["games"]), (&json!("my.book"), &json!(3)));
    let first = &own["moves"][0];
    assert_eq!((&first["move"]["move"], &first["weight"]), (&json!("h2e2"), &json!(3)));
    assert_eq!(
        (&first["wins"], &first["draws"], &first["points"]),
        (&json!(1), &json!(1), &json!(0.75))
    );
    assert_eq!((&first["last_played"], &first["score_cp"]), (&json!("1999"), &Value::Null));
    assert_eq!(own["all"]["points"], 0.5);
    assert_eq!(server.page().hello["sources"], json!(["book"]));

    let usual = explore(&with_games(), &json!({"source": "book"}));
    assert_eq!(usual["name"], "embedded");
    assert!(
        usual["moves"].as_array().unwrap().len() >= 4 && usual["moves"][0]["score_cp"].is_number()
    );
}

#[test]
fn without_a_database_the_way_to_one_is_named() {
    let server = TestServer::start(|_| {});
    for (path, request) in [("/api/explore", json!({})), ("/api/game", json!({"id": 1}))] {
        let (code, text) = refusal(&server, path, &request);
        assert!(code == "unknown" && text.contains("--db"), "{code}: {text}");
    }
    assert_eq!(with_games().page().hello["sources"], json!(["database", "book"]));
}

#[test]
fn games_that_come_while_the_server_runs_are_found() {
    let server = with_games();
    import(server.data.path(), "1. b0c2 *\n", false);
    let (code, text) = refusal(&server, "/api/explore", &json!({}));
    assert!(code == "file" && text.contains("games.db"), "{code}: {text}");
    import(server.data.path(), "1. b0c2 *\n", true);
    let names = explore(&server, &json!({}))["moves"].to_string();
    assert!(names.contains("h0g2"), "{names}");
}

#[test]
fn many_ask_at_once() {
    let server = with_games();
    let first = explore(&server, &json!({"moves": "h2e2"}));
    thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                for _ in 0..5 {
                    assert_eq!(explore(&server, &json!({"moves": "h2e2"})), first);
                }
            });
        }
    });
}

#[test]
fn unreadable_databases_are_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("a.txt");
    std::fs::write(&text, "Dear Sir,").unwrap();
    let missing = folder.path().join("missing");
    for path in [&text, &missing, &folder.path().to_owned()] {
        let bind = |set: &dyn Fn(&mut Settings)| {
            let mut settings = Settings::new(folder.path().join("data"));
            settings.port = 0;
            set(&mut settings);
            Server::bind(settings).unwrap_err()
        };
        let database = bind(&|settings| settings.database = Some(path.clone()));
        let book = bind(&|settings| settings.book = Some(path.clone()));
        assert!(matches!(database, ServeError::Database(_)), "{database}");
        assert!(matches!(book, ServeError::Book { .. }), "{book}");
        for error in [database, book] {
            assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
        }
    }
    for flag in ["--db", "--book"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.args(["serve", "--port", "0", flag]).arg(&text).arg("--data").arg(folder.path());
        let output = command.env("CHUHE_LANG", "en").output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), true), "{error}");
        assert!(error.contains("a.txt"), "{error}");
    }
}

/// JSON with blanks between its parts.
fn spaced(json: &str) -> String {
    let (mut text, mut is_quoted, mut is_escaped) = (String::new(), false, false);
    for sign in json.chars() {
        text.push(sign);
        is_quoted ^= sign == '"' && !is_escaped;
        is_escaped = sign == '\\' && !is_escaped;
        if !is_quoted && matches!(sign, ',' | ':') {
            text.push(' ');
        }
    }
    text
}

/// The elements of an array or the fields of an object, without the brackets.
fn parts(json: &str) -> Vec<&str> {
    let inner = &json[1..json.len() - 1];
    let (mut depth, mut begin, mut is_quoted) = (0, 0, false);
    let mut parts = Vec::new();
    for (at, sign) in inner.char_indices() {
        match sign {
            '"' => is_quoted = !is_quoted,
            '[' | '{' if !is_quoted => depth += 1,
            ']' | '}' if !is_quoted => depth -= 1,
            ',' if !is_quoted && depth == 0 => {
                parts.push(&inner[begin..at]);
                begin = at + 2;
            }
            _ => {}
        }
    }
    parts.push(&inner[begin..]);
    parts
}

/// JSON as the page shows it: on one line, or on several lines if it is too long.
fn shown(json: &str, indent: usize) -> String {
    const WIDTH: usize = 110;
    let is_short = |text: &str| text.chars().count() + indent < WIDTH;
    if is_short(json) || !json.starts_with(['[', '{']) {
        return json.to_owned();
    }
    let indent = indent + 1;
    let mut lines: Vec<String> = Vec::new();
    for part in parts(json) {
        let name =
            part.find(": ").filter(|_| json.starts_with('{')).map_or("", |at| &part[..at + 2]);
        let part = format!("{name}{}", shown(&part[name.len()..], indent));
        match lines.last_mut() {
            Some(line) if !line.contains('\n') && is_short(&format!("{line}, {part}")) => {
                *line = format!("{line}, {part}");
            }
            _ => lines.push(part),
        }
    }
    let (first, last) = (&json[..1], &json[json.len() - 1..]);
    format!("{first}{}{last}", lines.join(&format!(",\n{}", " ".repeat(indent))))
}

/// `docs/reference/server.md` shows programs' requests with their responses. `UPDATE_DOCUMENTS=1` writes the responses.
#[test]
fn the_page_and_the_api_agree() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/server.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let server = with_games();
    let mut truth = String::new();
    let mut checked = 0;
    for (at, piece) in text.split("```").enumerate() {
        if at > 0 {
            truth.push_str("```");
        }
        let request = piece.strip_prefix("text\nPOST ").and_then(|rest| rest.lines().next());
        let Some((address, body)) = request.and_then(|request| request.split_once(' ')) else {
            truth.push_str(piece);
            continue;
        };
        let (status, answer) = post(&server, address, "application/json", body);
        assert_eq!(status, 200, "{answer}");
        let answer = shown(&spaced(&answer), 0);
        write!(truth, "text\nPOST {address} {body}\n\n{answer}\n").unwrap();
        checked += 1;
    }
    assert!(checked >= 3, "{checked}");
    if text != truth && std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        std::fs::write(&path, truth).unwrap();
    } else {
        assert_eq!(text, truth, "UPDATE_DOCUMENTS=1 writes it");
    }
}
