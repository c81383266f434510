//! The requests of clients.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answer::TreeLine;
use super::command::Command;
use super::{FILE_MESSAGE_MAX, MESSAGE_MAX};
use chuhe_engine::rules::RuleSet;
use chuhe_engine::types::{Color, Move};
use chuhe_localize::tr;

/// The maximum length of a description of an invalid request, in characters. This is enough for the list of all
/// requests, with which an unknown request is answered.
const ERROR_MAX: usize = 1000;

/// A request with its number, which the answer repeats.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The number, chosen by the client.
    pub id: u64,
    /// The command.
    pub command: Command,
}

/// The settings of a new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The user's side.
    pub side: SideChoice,
    /// The engine's level, 0 to 20. Without `level` and `elo`, it is 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// The engine's Elo rating, instead of a level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<u32>,
    /// The time control, such as `10m+5s`; omit it to play without clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// The FEN of the start position; omit it for the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Whether the coach is on.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub coach: bool,
    /// The rules of repetition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RuleSetName>,
    /// The opponent: another engine, from `engines` in `hello`, which has no levels; omit it to play against chuhe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
}

/// A search of the position to analyse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct StartSearch {
    /// The number of lines, 1 to 10.
    pub multipv: u32,
    /// The moves to search; none for all legal moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub searchmoves: Vec<Move>,
    /// The number of nodes after which no further iteration begins, so that all lines end at the same depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soft_nodes: Option<u64>,
    /// The number of search threads; omit it or send 0 for the maximum allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// The size of the transposition table, in MB; omit it or send 0 for the maximum allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<u32>,
    /// The name of another engine, from `engines` in `hello`; omit it for chuhe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Whether this search runs alongside the first one, instead of replacing it. At most two engines search at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub second: bool,
}

/// A game to be continued. Settings that are omitted are those recorded in the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct LoadGame {
    /// The name of a saved game or, if the contents of a file are given, the name of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The contents of the file, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The contents of the file, in Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
    /// The number of the game in the file, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
    /// The user's side; omit it to use the side recorded in the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideChoice>,
    /// The engine's level. Without `level` and `elo`, the engine has the strength recorded in the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// The engine's Elo rating, instead of a level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<u32>,
    /// The time control, such as `10m+5s`; both sides start with the full time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Whether the coach is on; omit it to use the value recorded in the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coach: Option<bool>,
    /// The opponent: another engine, from `engines` in `hello`. Without `engine`, `level` and `elo`, it is the one recorded
    /// in the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
}

/// A file or pasted text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct GameText {
    /// The name of the file, whose extension helps to detect its format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The contents, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The contents, in Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
}

/// The settings for a match between the program and itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct MatchRequest {
    /// The levels of the two players, 0 to 20.
    pub levels: [u32; 2],
    /// The number of games. It must be even, so that each player plays each opening with both colours.
    pub games: u32,
    /// The number of nodes per move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time per move in milliseconds, instead of a number of nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
}

impl MatchRequest {
    /// The maximum number of games in a match.
    pub const GAMES_MAX: u32 = 1000;

    /// Whether all settings are within their limits.
    pub fn is_fine(&self) -> bool {
        let is_limit = match (self.nodes, self.movetime) {
            (Some(nodes), None) => (1..=100_000_000).contains(&nodes),
            (None, Some(ms)) => (1..=60_000).contains(&ms),
            _ => false,
        };
        let is_count = self.games.is_multiple_of(2) && (2..=Self::GAMES_MAX).contains(&self.games);
        is_limit && is_count && self.levels.iter().all(|level| *level <= 20)
    }
}

/// The user's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SideChoice {
    /// Red, who moves first.
    Red,
    /// Black.
    Black,
    /// A side chosen at random.
    Random,
    /// Both sides: two people share the board.
    Both,
}

/// The name of a set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum RuleSetName {
    /// The Asian rules.
    Asian,
    /// The Chinese rules.
    Chinese,
    /// The simplified rules of game servers.
    Computer,
}

impl From<RuleSetName> for RuleSet {
    fn from(name: RuleSetName) -> Self {
        match name {
            RuleSetName::Asian => Self::Asian,
            RuleSetName::Chinese => Self::Chinese,
            RuleSetName::Computer => Self::Computer,
        }
    }
}

impl SideChoice {
    /// The user's colour, chosen at random if that was requested.
    pub fn color(self) -> Color {
        use std::hash::{BuildHasher, Hasher, RandomState};
        match self {
            Self::Red | Self::Both => Color::Red,
            Self::Black => Color::Black,
            Self::Random => Color::ALL[RandomState::new().build_hasher().finish() as usize % 2],
        }
    }
}

/// The format in which to write a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum WriteFormat {
    /// PGN.
    Pgn,
    /// XQF, which is binary and sent in Base64.
    Xqf,
    /// `DhtmlXQ`.
    Dhtmlxq,
    /// The FEN of the last position.
    Fen,
    /// Chinese moves, in one line.
    MovesChinese,
    /// WXF moves, in one line.
    MovesWxf,
    /// Moves as coordinates, in one line.
    Moves,
}

/// A game to be written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct WrittenGame {
    /// The tags, by name.
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<std::collections::BTreeMap<String, String>>"))]
    pub tags: std::collections::BTreeMap<String, String>,
    /// The FEN of the start position.
    pub start: String,
    /// The moves.
    #[cfg_attr(test, ts(type = "TreeLine | SentLine"))]
    pub tree: TreeLine,
}

/// Why a message is not a valid request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    /// The number of the request, if it can be determined.
    pub id: Option<u64>,
    /// Whether the message is too long.
    pub too_large: bool,
    /// The reason, in the language of the thread.
    pub reason: String,
}

/// Describes what is wrong with a request. An error may quote any part of the request, so only the beginning of the
/// error is kept, without control characters.
fn shown(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let mut shown: String = text.chars().take(ERROR_MAX).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown.replace(|c: char| c.is_control(), "\u{fffd}")
}

/// The maximum memory that reading a request takes, in bytes: for the text, its values, and what is made of them.
pub fn json_memory(text: &[u8]) -> usize {
    const COPIES: usize = 3;
    const OF_OBJECT: usize = 1000;
    const OF_VALUE: usize = 100;
    let (mut memory, mut in_string, mut is_escaped) = (COPIES * text.len(), false, false);
    for &byte in text {
        if in_string {
            in_string = byte != b'"' || is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
        } else {
            in_string = byte == b'"';
            memory += match byte {
                b'{' => OF_OBJECT,
                b',' | b'[' => OF_VALUE,
                _ => 0,
            };
        }
    }
    memory
}

impl Request {
    /// The number of a request that may have other faults.
    pub fn id_of(text: &str) -> Option<u64> {
        #[derive(Deserialize)]
        struct Numbered {
            id: u64,
        }
        serde_json::from_str(text).ok().map(|numbered: Numbered| numbered.id)
    }

    /// Reads a request.
    ///
    /// # Errors
    /// If the text is not a JSON object with an `id` and a known `do`, has unknown fields, or is too long.
    pub fn parse(text: &str) -> Result<Self, RequestError> {
        let malformed = |id, reason: String| RequestError { id, too_large: false, reason };
        let too_large = |id, most: usize| RequestError {
            id,
            too_large: true,
            reason: tr!("serve-too-large", most = most >> 10),
        };
        if text.len() > FILE_MESSAGE_MAX {
            return Err(too_large(None, FILE_MESSAGE_MAX));
        }
        let value: Value = serde_json::from_str(text)
            .map_err(|error| malformed(None, tr!("serve-no-json", error = error.to_string())))?;
        let Value::Object(mut fields) = value else {
            return Err(malformed(None, tr!("serve-no-object")));
        };
        let id = fields.remove("id").and_then(|id| id.as_u64());
        let id = id.ok_or_else(|| malformed(None, tr!("serve-no-id")))?;
        let command = Command::read(Value::Object(fields))
            .map_err(|error| malformed(Some(id), tr!("serve-no-request", error = shown(&error))))?;
        if text.len() > MESSAGE_MAX && !command.holds_file() {
            return Err(too_large(Some(id), MESSAGE_MAX));
        }
        Ok(Self { id, command })
    }
}

#[cfg(test)]
mod tests {
    use super::super::command::PlayCommand;
    use super::*;

    #[test]
    fn valid_requests_are_read_and_others_refused() {
        let read = Request::parse(r#"{"id": 7, "do": "play.move", "move": "h2e2"}"#).unwrap();
        assert_eq!(read.id, 7);
        assert_eq!(read.command, Command::Play(PlayCommand::Move { mv: "h2e2".parse().unwrap() }));
        for (text, id) in [
            ("", None),
            ("nonsense", None),
            ("[1, 2]", None),
            ("{}", None),
            (r#"{"id": -1, "do": "play.undo"}"#, None),
            (r#"{"id": "7", "do": "play.undo"}"#, None),
            (r#"{"id": 7}"#, Some(7)),
            (r#"{"id": 7, "do": "play.cheat"}"#, Some(7)),
            (r#"{"id": 7, "do": "play.undo", "plies": 3}"#, Some(7)),
            (r#"{"id": 7, "do": "play.move", "move": "z9z9"}"#, Some(7)),
            (r#"{"id": 7, "do": "play.move", "move": "h2e2", "extra": 1}"#, Some(7)),
            (r#"{"id": 7, "do": "read", "text": "", "path": "/etc/passwd"}"#, Some(7)),
            (r#"{"id": 7, "do": "play.coach", "on": 1}"#, Some(7)),
            (r#"{"id": 7, "do": "engine", "name": "x", "cmd": "/bin/sh"}"#, Some(7)),
            (
                r#"{"id": 7, "do": "analyse.start", "multipv": 1, "engine": {"cmd": "/bin/sh"}}"#,
                Some(7),
            ),
            (r#"{"id": 7, "do": "play.new", "side": "red", "args": "-x"}"#, Some(7)),
        ] {
            let error = Request::parse(text).unwrap_err();
            assert_eq!((error.id, error.too_large), (id, false), "{text}");
            assert!(!error.reason.is_empty(), "{text}");
        }
        let reason = Request::parse(r#"{"id": 7, "do": "play.cheat"}"#).unwrap_err().reason;
        let names = "`play.cheat`, expected one of `resume`, `owner`, `engine`, `language`, ";
        assert!(reason.contains(names) && reason.ends_with(", `review.page`"), "{reason}");
        let text = format!(r#"{{"id": 7, "do": "\u0000{}"}}"#, "x".repeat(10_000));
        let reason = Request::parse(&text).unwrap_err().reason;
        assert!(reason.contains('\u{fffd}') && !reason.contains('\u{0}'), "{reason}");
        assert!(reason.ends_with("x…") && reason.chars().count() < 2 * ERROR_MAX, "{reason}");
        let nested = "[".repeat(100_000);
        assert!(Request::parse(&nested).is_err(), "deep nesting is no danger");
    }

    #[test]
    fn limits_of_match_requests_are_checked() {
        let is_fine =
            |levels: [u32; 2], games: u32, (nodes, movetime): (Option<u64>, Option<u64>)| {
                MatchRequest { levels, games, nodes, movetime }.is_fine()
            };
        assert!(is_fine([0, 20], 4, (Some(1000), None)) && is_fine([5, 5], 2, (None, Some(100))));
        for (levels, games, limit) in [
            ([0, 21], 4, (Some(1000), None)),
            ([0, 20], 3, (Some(1000), None)),
            ([0, 20], 0, (Some(1000), None)),
            ([0, 20], 1002, (Some(1000), None)),
            ([0, 20], 4, (Some(0), None)),
            ([0, 20], 4, (None, Some(60_001))),
            ([1, 2], 2, (Some(1), Some(1))),
        ] {
            assert!(!is_fine(levels, games, limit), "{levels:?} {games} {limit:?}");
        }
    }

    #[test]
    fn only_files_may_be_long() {
        let long = "x".repeat(MESSAGE_MAX);
        let file = format!(r#"{{"id": 1, "do": "read", "text": "{long}"}}"#);
        assert!(Request::parse(&file).is_ok());
        let name = format!(r#"{{"id": 1, "do": "play.save", "name": "{long}"}}"#);
        let error = Request::parse(&name).unwrap_err();
        assert!(error.too_large && error.id == Some(1), "{error:?}");
        let error = Request::parse(&" ".repeat(FILE_MESSAGE_MAX + 1)).unwrap_err();
        assert!(error.too_large && error.id.is_none(), "{error:?}");
    }
}
