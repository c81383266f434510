//! Tests that the examples in `docs/reference/server.md` are valid messages.

use std::collections::BTreeSet;

use chuhe_session::message::{Answer, Notice, Request};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../docs/reference/server.md");

/// The JSON values on the page.
fn examples() -> Vec<Value> {
    let blocks = PAGE.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks
        .flat_map(|block| serde_json::Deserializer::from_str(block).into_iter::<Value>())
        .map(|value| value.unwrap())
        .collect()
}

/// Parses a value as a type and serializes it again.
fn again<T: serde::de::DeserializeOwned + serde::Serialize>(example: &Value) -> Value {
    let read: T = serde_json::from_value(example.clone())
        .unwrap_or_else(|error| panic!("{error}: {example}"));
    serde_json::to_value(read).unwrap()
}

#[test]
fn every_example_is_a_message_of_its_type() {
    let mut seen = 0;
    for example in examples() {
        let written = if example["do"].is_string() {
            let request = Request::parse(&example.to_string())
                .unwrap_or_else(|error| panic!("{error:?}: {example}"));
            let mut written = serde_json::to_value(&request.command).unwrap();
            written["id"] = json!(request.id);
            // Examples may omit fields with default values.
            if example["coach"].is_null() && written["coach"] == false {
                written.as_object_mut().unwrap().remove("coach");
            }
            written
        } else if example["on"].is_string() {
            again::<Notice>(&example)
        } else {
            again::<Answer>(&example)
        };
        assert_eq!(written, example);
        seen += 1;
    }
    assert!(seen > 40, "{seen}");
}

/// Every request has an example. The request names are taken from the error message for an unknown name.
#[test]
fn every_request_has_an_example() {
    let error = Request::parse(r#"{"id": 1, "do": "?"}"#).unwrap_err().reason;
    let names = error.split("expected one of ").nth(1).unwrap();
    let known: BTreeSet<&str> = names.split('`').skip(1).step_by(2).collect();
    let examples = examples();
    let shown: BTreeSet<&str> = examples.iter().filter_map(|it| it["do"].as_str()).collect();
    assert!(known.len() > 20, "{error}");
    assert_eq!(known, shown);
}
