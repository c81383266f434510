//! Damaged database files.

use std::ops::ControlFlow;

use chuhe_database::{Database, Query};
use chuhe_engine::board::Position;

use super::scratch::file;
use super::shape::is_readable;

/// A database of arbitrary bytes: every query returns an answer or an error with a reason, and the check ends.
pub(super) fn database(bytes: &[u8]) {
    let path = file("games.db", bytes);
    let database = match Database::open(&path) {
        Ok(database) => database,
        Err(error) => return is_readable(&error.to_string()),
    };
    let position = Position::startpos();
    let queries = [
        Query::default(),
        Query { player: Some("a".to_owned()), ..Query::default() },
        Query { position: Some(position.clone()), ..Query::default() },
        Query { material: "KR*KCAA".parse().ok(), ..Query::default() },
    ];
    for query in &queries {
        match database.search(query, 0, 3) {
            Ok(found) => {
                for game in &found.games {
                    let _ = game.game().map_err(|error| is_readable(&error.to_string()));
                }
            }
            Err(error) => is_readable(&error.to_string()),
        }
    }
    let _ = database.explore(&position).map(|found| found.json(&position));
    let _ = database.info();
    let _ = database.check(|_, _| ControlFlow::Continue(()));
}
