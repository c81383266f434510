//! Input from the network: requests from pages, and answers from the cloud.

use chuhe::cloud::CloudAnswer;
use chuhe_engine::board::Position;
use chuhe_session::message::Request;

use super::shape::{is_readable, text};

/// A request from a page; a rejected request yields an error with a reason.
pub(super) fn request(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match Request::parse(text) {
        Ok(request) => {
            let mut value = serde_json::to_value(&request.command).unwrap();
            value["id"] = request.id.into();
            assert_eq!(Request::parse(&value.to_string()), Ok(request), "{value}");
        }
        Err(error) => is_readable(&error.reason),
    }
}

/// An answer from the cloud: its moves are legal and its scores valid.
pub(super) fn cloud(bytes: &[u8]) {
    let position = Position::startpos();
    match CloudAnswer::read("cloud", bytes, &position) {
        Ok(answer) => {
            for known in &answer.moves {
                assert!(position.is_legal(known.mv));
                let _ = known.as_score().map(|score| score.to_string());
            }
            assert!(serde_json::to_string(&answer).is_ok());
        }
        Err(error) => is_readable(&error.to_string()),
    }
}
