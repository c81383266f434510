//! The requests of clients.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answer::TreeLine;
use super::notice::LookupName;
use super::review::{ReviewChoice, ReviewFile, ReviewPart};
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

/// What a client can request. Unknown fields are rejected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", deny_unknown_fields)]
pub enum Command {
    /// Resumes a session whose connection was lost. Allowed only as the first request.
    #[serde(rename = "resume")]
    Resume {
        /// The session's key from `hello`.
        session: String,
    },
    /// Sets the language of texts in messages.
    #[serde(rename = "language")]
    Language {
        /// `en` or `zh`.
        language: String,
    },
    /// Starts a game.
    #[serde(rename = "play.new")]
    PlayNew {
        /// The user's side.
        side: SideChoice,
        /// The engine's level, 0 to 20. Without `level` and `elo`, it is 5.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u32>,
        /// The engine's Elo rating, instead of a level.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elo: Option<u32>,
        /// The time control, such as `10m+5s`; omit it to play without clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<String>,
        /// The FEN of the start position; omit it for the usual one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fen: Option<String>,
        /// Whether the coach is on.
        #[serde(default)]
        coach: bool,
        /// The rules of repetition.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<RuleSetName>,
    },
    /// Plays a move.
    #[serde(rename = "play.move")]
    PlayMove {
        /// The move.
        #[serde(rename = "move")]
        mv: Move,
    },
    /// Plays the move against which the coach warns.
    #[serde(rename = "play.anyway")]
    PlayAnyway {},
    /// Drops the move that the coach is checking or warns against.
    #[serde(rename = "play.drop")]
    PlayDrop {},
    /// Takes back the user's last move.
    #[serde(rename = "play.undo")]
    PlayUndo {},
    /// Resigns.
    #[serde(rename = "play.resign")]
    PlayResign {},
    /// Offers a draw to the engine. If two people share the board, the game is drawn by agreement.
    #[serde(rename = "play.draw")]
    PlayDraw {},
    /// Requests the next step of a hint.
    #[serde(rename = "play.hint")]
    PlayHint {},
    /// Switches the coach on or off.
    #[serde(rename = "play.coach")]
    PlayCoach {
        /// Whether the coach is on.
        on: bool,
    },
    /// Sets the engine's playing strength, as a level or a rating.
    #[serde(rename = "play.level")]
    PlayLevel {
        /// The level, 0 to 20.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u32>,
        /// The Elo rating, 500 to 2400.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elo: Option<u32>,
    },
    /// Saves the game under a name.
    #[serde(rename = "play.save")]
    PlaySave {
        /// The name; omit it to keep the current one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Requests the game as a PGN file.
    #[serde(rename = "play.file")]
    PlayFile {},
    /// Continues a game, given by its name or as a file.
    #[serde(rename = "play.load")]
    PlayLoad {
        /// The name of a saved game or, if the contents of a file are given, the name of the file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The contents of the file, as text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// The contents of the file, in Base64.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        base64: Option<String>,
        /// The number of the game in the file, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<usize>,
        /// The user's side; omit it to use the side recorded in the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<SideChoice>,
        /// The engine's level. Without `level` and `elo`, the engine has the strength recorded in the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u32>,
        /// The engine's Elo rating, instead of a level.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elo: Option<u32>,
        /// The time control, such as `10m+5s`; both sides start with the full time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<String>,
        /// Whether the coach is on.
        #[serde(default)]
        coach: bool,
    },
    /// Requests the list of saved games.
    #[serde(rename = "play.games")]
    PlayGames {},
    /// Sets the position to analyse.
    #[serde(rename = "analyse.position")]
    AnalysePosition {
        /// The FEN of the position from which the moves are played.
        fen: String,
        /// The moves up to the position.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moves: Vec<Move>,
    },
    /// Searches the position until the search is stopped or its time is up.
    #[serde(rename = "analyse.start")]
    AnalyseStart {
        /// The number of lines, 1 to 10.
        lines: u32,
        /// The number of search threads; omit it or send 0 for the maximum allowed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        threads: Option<u32>,
        /// The size of the transposition table, in MB; omit it or send 0 for the maximum allowed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<u32>,
    },
    /// Stops the search.
    #[serde(rename = "analyse.stop")]
    AnalyseStop {},
    /// Queries a table or database about the position.
    #[serde(rename = "analyse.lookup")]
    AnalyseLookup {
        /// The source.
        whom: LookupName,
    },
    /// Checks whether play can continue from a position. If not, the answer gives the reason.
    #[serde(rename = "analyse.check")]
    AnalyseCheck {
        /// The position.
        fen: String,
    },
    /// Stores an analysis.
    #[serde(rename = "analyse.keep")]
    AnalyseKeep {
        /// The new name; omit it to keep the current name, or to have one generated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The whole analysis.
        game: WrittenGame,
    },
    /// Opens a stored analysis.
    #[serde(rename = "analyse.load")]
    AnalyseLoad {
        /// Its name.
        name: String,
    },
    /// Begins another analysis: the next `analyse.keep` stores a new one.
    #[serde(rename = "analyse.forget")]
    AnalyseForget {},
    /// Requests the list of stored analyses.
    #[serde(rename = "analyse.kept")]
    AnalyseKept {},
    /// Requests the list of matches that can be watched.
    #[serde(rename = "watch.list")]
    WatchList {},
    /// Watches a match, instead of the previous one.
    #[serde(rename = "watch.open")]
    WatchOpen {
        /// The folder, as named in the list.
        folder: String,
    },
    /// Requests finished games from the match, newest first.
    #[serde(rename = "watch.games")]
    WatchGames {
        /// The number of games that ended before the requested ones.
        before: usize,
    },
    /// Requests a finished game from the match.
    #[serde(rename = "watch.game")]
    WatchGame {
        /// The number of the game in the schedule, from 1.
        number: u64,
    },
    /// Starts a match between the program and itself.
    #[serde(rename = "watch.start")]
    WatchStart(MatchWish),
    /// Stops a match that was started by `watch.start`.
    #[serde(rename = "watch.stop")]
    WatchStop {
        /// The folder, as named in the list.
        folder: String,
    },
    /// Stops watching.
    #[serde(rename = "watch.close")]
    WatchClose {},
    /// Reads a file or pasted text in any format.
    #[serde(rename = "read")]
    Read(GameText),
    /// Writes a game as a file.
    #[serde(rename = "write")]
    Write {
        /// The format of the file.
        format: WriteFormat,
        /// The game.
        game: WrittenGame,
    },
    /// Starts a review of the games in a file, which replaces the session's previous review.
    #[serde(rename = "review.start")]
    ReviewStart(ReviewFile),
    /// Requests part of the list of games.
    #[serde(rename = "review.games")]
    ReviewGames(ReviewPart),
    /// Annotates a game, ahead of all others, or all games.
    #[serde(rename = "review.annotate")]
    ReviewAnnotate(ReviewChoice),
    /// Searches for puzzles in an annotated game, or in all of them.
    #[serde(rename = "review.puzzles")]
    ReviewPuzzles(ReviewChoice),
    /// Stops the work of a review. Finished results are kept.
    #[serde(rename = "review.stop")]
    ReviewStop {
        /// The number of the review.
        job: u64,
    },
    /// Requests an annotated game.
    #[serde(rename = "review.game")]
    ReviewGame {
        /// The number of the review.
        job: u64,
        /// The number of the game, from 1.
        game: usize,
    },
    /// Requests the self-contained page of an annotated game, or of all puzzles.
    #[serde(rename = "review.page")]
    ReviewPage(ReviewChoice),
}

/// A file or pasted text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[serde(deny_unknown_fields)]
pub struct MatchWish {
    /// The levels of the two players, 0 to 20.
    pub levels: [u32; 2],
    /// The number of games. It must be even, so that each player plays each opening with both colours.
    pub games: u32,
    /// The number of nodes per move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time per move in milliseconds, instead of a number of nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
}

impl MatchWish {
    /// The maximum number of games in a match.
    pub const GAMES_MAX: u32 = 1000;

    /// Whether all settings are within their limits.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        let is_limit = match (self.nodes, self.move_ms) {
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
    #[must_use]
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
    MovesIccs,
}

/// A game to be written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenGame {
    /// The tags, by name.
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub tags: std::collections::BTreeMap<String, String>,
    /// The FEN of the start position.
    pub start: String,
    /// The moves.
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

impl Command {
    /// Whether the command may contain a file.
    const fn holds_file(&self) -> bool {
        matches!(
            self,
            Self::Read(_)
                | Self::Write { .. }
                | Self::AnalyseKeep { .. }
                | Self::PlayLoad { .. }
                | Self::ReviewStart(_)
        )
    }
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

impl Request {
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
        let command: Command = serde_json::from_value(Value::Object(fields))
            .map_err(|error| malformed(Some(id), tr!("serve-no-request", error = shown(&error))))?;
        if text.len() > MESSAGE_MAX && !command.holds_file() {
            return Err(too_large(Some(id), MESSAGE_MAX));
        }
        Ok(Self { id, command })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_and_what_is_none_is_refused() {
        let read = Request::parse(r#"{"id": 7, "do": "play.move", "move": "h2e2"}"#).unwrap();
        assert_eq!(read.id, 7);
        assert_eq!(read.command, Command::PlayMove { mv: "h2e2".parse().unwrap() });
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
        ] {
            let error = Request::parse(text).unwrap_err();
            assert_eq!((error.id, error.too_large), (id, false), "{text}");
            assert!(!error.reason.is_empty(), "{text}");
        }
        let text = format!(r#"{{"id": 7, "do": "\u0000{}"}}"#, "x".repeat(10_000));
        let reason = Request::parse(&text).unwrap_err().reason;
        assert!(reason.contains('\u{fffd}') && !reason.contains('\u{0}'), "{reason}");
        assert!(reason.ends_with("x…") && reason.chars().count() < 2 * ERROR_MAX, "{reason}");
        let nested = "[".repeat(100_000);
        assert!(Request::parse(&nested).is_err(), "deep nesting is no danger");
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
