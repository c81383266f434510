//! The typed interface: requests and answers as JSON.
//!
//! [`call`] answers at once. [`request`] starts a long request, such as a search, whose reports and answer are sent as
//! events with the number of the request.

#[cfg(feature = "files")]
mod annotate;
mod board;
#[cfg(feature = "files")]
mod convert;
pub mod messages;
mod search;

use serde::{Deserialize, Serialize};

#[cfg(feature = "files")]
use self::messages::{Annotation, Converted, Format, GameFile};
use self::messages::{Best, Game, Info, Judgement, Move, Position, RuleSet, SearchOptions};
use crate::{script, turns};

/// A request that is answered at once.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", deny_unknown_fields)]
enum CallRequest {
    Position {
        game: Game,
    },
    Legal {
        game: Game,
    },
    Played {
        game: Game,
    },
    Read {
        game: Game,
        text: String,
    },
    Judge {
        game: Game,
        rules: RuleSet,
        #[serde(rename = "drawMoves")]
        draw_moves: Option<u16>,
    },
    #[cfg(feature = "files")]
    Convert {
        file: GameFile,
        to: Format,
    },
}

/// A request that takes time. Only one may run at a time; a request to stop may be sent meanwhile.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", deny_unknown_fields)]
enum LongRequest {
    SetUp {
        id: u32,
        hash: Option<u32>,
    },
    Analyse {
        id: u32,
        game: Game,
        options: SearchOptions,
    },
    #[cfg(feature = "files")]
    Annotate {
        id: u32,
        file: GameFile,
        nodes: Option<u64>,
    },
    Stop {},
}

/// The result of a request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Reply {
    Position(Position),
    Moves(Vec<Move>),
    Coordinates(Vec<String>),
    Judgement(Judgement),
    #[cfg(feature = "files")]
    Converted(Converted),
    Best(Best),
    #[cfg(feature = "files")]
    Annotation(Box<Annotation>),
    Ready(()),
}

/// An answer, or part of one.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
enum Answer {
    /// A line of play.
    Info(Info),
    /// The number of positions searched so far, and the total number.
    #[cfg(feature = "files")]
    Progress([u32; 2]),
    /// The result; the request is complete.
    Done(Reply),
    /// The reason why the request failed.
    Error(String),
}

/// An answer with the number of its request.
#[derive(Debug, Serialize)]
struct Sent {
    id: u32,
    #[serde(flatten)]
    answer: Answer,
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn send(id: u32, answer: Answer) {
    script::event(&json(&Sent { id, answer }));
}

/// Answers a request.
pub fn call(request: &str) -> String {
    json(&answer(request).map_or_else(Answer::Error, Answer::Done))
}

fn answer(request: &str) -> Result<Reply, String> {
    Ok(match serde_json::from_str(request).map_err(|error| error.to_string())? {
        CallRequest::Position { game } => Reply::Position(board::state(&game)?),
        CallRequest::Legal { game } => Reply::Moves(board::legal(&game)?),
        CallRequest::Played { game } => Reply::Moves(board::played(&game)?),
        CallRequest::Read { game, text } => Reply::Coordinates(board::read(&game, &text)?),
        CallRequest::Judge { game, rules, draw_moves } => {
            Reply::Judgement(board::judge(&game, rules, draw_moves)?)
        }
        #[cfg(feature = "files")]
        CallRequest::Convert { file, to } => Reply::Converted(convert::convert(file, to)?),
    })
}

/// Accepts a request whose answer is sent as an event.
pub fn request(request: &str) {
    turns::as_if_idle(|| begin(request));
}

fn begin(request: &str) {
    let (id, begun) = match serde_json::from_str(request) {
        Ok(LongRequest::SetUp { id, hash }) => {
            (id, search::set_up(hash).map(|()| send(id, Answer::Done(Reply::Ready(())))))
        }
        Ok(LongRequest::Analyse { id, game, options }) => {
            (id, search::analyse(id, &game, &options))
        }
        #[cfg(feature = "files")]
        Ok(LongRequest::Annotate { id, file, nodes }) => (id, annotate::annotate(id, file, nodes)),
        Ok(LongRequest::Stop {}) => return search::stop(),
        Err(error) => (number(request), Err(error.to_string())),
    };
    if let Err(error) = begun {
        send(id, Answer::Error(error));
    }
}

/// The number in an otherwise invalid request.
fn number(request: &str) -> u32 {
    let request: serde_json::Value = serde_json::from_str(request).unwrap_or_default();
    request["id"].as_u64().unwrap_or_default() as u32
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use serde_json::{Value, json};
    use ts_rs::{Config, TS};

    use super::*;

    fn done(request: &Value) -> Value {
        let answer = answer(&request.to_string()).unwrap();
        serde_json::to_value(answer).unwrap()
    }

    #[test]
    fn a_move_is_read_in_any_notation_and_written_in_all() {
        let game = json!({"moves": ["h2e2"]});
        let read = done(&json!({"do": "read", "game": game, "text": "马8进7 b0c2"}));
        assert_eq!(read, json!(["h9g7", "b0c2"]));
        let played = done(&json!({"do": "played", "game": game}));
        assert_eq!(
            played,
            json!([{"move": "h2e2", "wxf": "C2.5", "chinese": "炮二平五", "traditional": "炮二平五"}])
        );
        let error = answer(r#"{"do": "read", "game": {}, "text": "h2h1 a0a9"}"#).unwrap_err();
        assert!(error.contains("move 2"), "{error}");
    }

    #[test]
    fn a_perpetual_check_is_judged_with_reasons() {
        let fen = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1";
        let cycle = ["a1a9", "d9d8", "a9a8", "d8d9", "a8a9"];
        let moves: Vec<&str> =
            cycle.iter().chain(&cycle[1..]).chain(&cycle[1..]).copied().collect();
        let game = json!({"fen": fen, "moves": moves});
        let judged = done(&json!({"do": "judge", "game": game, "rules": "asian"}));
        assert_eq!(judged["over"], true, "{judged}");
        assert_eq!(judged["reason"], "perpetual_check", "{judged}");
        assert_eq!(
            (&judged["winner"], &judged["cycle"]["red"]),
            (&json!("black"), &json!("perpetual_check"))
        );
    }

    #[cfg(feature = "files")]
    #[test]
    fn games_are_converted() {
        let file = json!({"name": "a.pgn", "text": "[Red \"A\"]\n\n1. h2e2 h9g7 *"});
        let found = done(&json!({"do": "convert", "file": file, "to": "moves-chinese"}));
        assert_eq!(found["games"][0]["text"].as_str().map(str::trim), Some("炮二平五 马８进７"));
        let xqf = done(&json!({"do": "convert", "file": file, "to": "xqf"}));
        let bytes = xqf["games"][0]["base64"].clone();
        let back = json!({"do": "convert", "file": {"base64": bytes}, "to": "moves"});
        assert_eq!(done(&back)["games"][0]["text"].as_str().map(str::trim), Some("h2e2 h9g7"));
    }

    #[test]
    fn invalid_requests_get_an_answer() {
        begin(r#"{"id": 7, "do": "analyze"}"#);
        let sent = script::SENT.take();
        assert!(sent[0].starts_with(r#"{"id":7,"error":"unknown variant `analyze`"#), "{sent:?}");
        begin(r#"{"id": 8, "do": "analyse", "game": {"fen": "x"}, "options": {}}"#);
        assert!(script::SENT.take()[0].starts_with(r#"{"id":8,"error":"#));
    }

    /// `UPDATE_DOCUMENTS=1` rewrites the file.
    #[test]
    fn the_types_of_typescript_are_those_of_the_messages() {
        let config = Config::default();
        let mut text = String::from(
            "// Generated from crates/wasm/src/typed/messages.rs by its tests; do not edit.\n",
        );
        macro_rules! declare {
            ($($name:ident),*) => {$(
                let exported = messages::$name::export_to_string(&config).unwrap();
                let declaration = exported.lines().filter(|line| {
                    !line.starts_with("import ") && !line.starts_with("// This file")
                });
                // A comment of one line is put on one line.
                let declaration = declaration.collect::<Vec<_>>().join("\n");
                let declaration = declaration.replace("/**\n * ", "/** ");
                for line in declaration.lines() {
                    text.push_str(line);
                    text.push('\n');
                }
            )*};
        }
        declare!(
            Side,
            RuleSet,
            Game,
            Move,
            Position,
            Judgement,
            Cycle,
            CycleMove,
            Chase,
            Score,
            SearchOptions,
            Info,
            Best,
            GameFile,
            Format,
            Written,
            Converted,
            Annotation,
            AnnotatedPosition,
            GradedMove
        );
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/npm/src/messages.d.ts");
        if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        assert_eq!(fs::read_to_string(path).unwrap_or_default(), text);
    }
}
