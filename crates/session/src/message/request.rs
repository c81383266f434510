//! What a client asks for.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answer::TreeLine;
use super::notice::LookupName;
use super::review::{ReviewChoice, ReviewFile, ReviewPart};
use super::{FILE_MESSAGE_MAX, MESSAGE_MAX};
use chuhe_engine::rules::RuleSet;
use chuhe_engine::types::{Color, Move};
use chuhe_localize::tr;

/// How much is told of what is wrong with a request, in characters. All kinds of requests fit in, which are told to
/// whoever asks for an unknown one.
const ERROR_MAX: usize = 1000;

/// A request with the number that its answer will have.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Chosen by the client.
    pub id: u64,
    /// What is asked for.
    pub command: Command,
}

/// What a client asks for. Unknown fields are refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", deny_unknown_fields)]
pub enum Command {
    /// Goes on with a session whose connection was lost. Only as the first request.
    #[serde(rename = "resume")]
    Resume {
        /// The key that `hello` gave.
        session: String,
    },
    /// Sets the language of texts.
    #[serde(rename = "language")]
    Language {
        /// `en` or `zh`.
        language: String,
    },
    /// Begins a game.
    #[serde(rename = "play.new")]
    PlayNew {
        /// The person's side.
        side: SideChoice,
        /// How well the engine plays; level 5 if neither is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u32>,
        /// Instead of a level.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elo: Option<u32>,
        /// Such as `10m+5s`; none to play without clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<String>,
        /// Where to begin.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fen: Option<String>,
        /// Whether the coach looks on.
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
    /// Plays the move that the coach warns of.
    #[serde(rename = "play.anyway")]
    PlayAnyway {},
    /// Drops the move that the coach warns of or weighs.
    #[serde(rename = "play.drop")]
    PlayDrop {},
    /// Takes back the person's last move.
    #[serde(rename = "play.undo")]
    PlayUndo {},
    /// Resigns.
    #[serde(rename = "play.resign")]
    PlayResign {},
    /// Offers a draw; two people agree to it.
    #[serde(rename = "play.draw")]
    PlayDraw {},
    /// Asks for the next step of a hint.
    #[serde(rename = "play.hint")]
    PlayHint {},
    /// Calls the coach, or sends it away.
    #[serde(rename = "play.coach")]
    PlayCoach {
        /// Whether it is to look on.
        on: bool,
    },
    /// Sets how well the engine plays, by a level or a rating.
    #[serde(rename = "play.level")]
    PlayLevel {
        /// 0 to 20.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u32>,
        /// 500 to 2400.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elo: Option<u32>,
    },
    /// Keeps the game under a name.
    #[serde(rename = "play.save")]
    PlaySave {
        /// The name; none for the one that it has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Asks for the game as a PGN file.
    #[serde(rename = "play.file")]
    PlayFile {},
    /// Goes on with a game, by its name or from a file.
    #[serde(rename = "play.load")]
    PlayLoad {
        /// The name of a saved game, or of the file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What is in the file, as text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// What is in the file, as Base64.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        base64: Option<String>,
        /// Which game of the file, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<usize>,
        /// The person's side; none for the one that the game shows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<SideChoice>,
        /// How well the engine plays; none for what the game shows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u32>,
        /// Instead of a level.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elo: Option<u32>,
        /// Such as `10m+5s`; both sides begin with all of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<String>,
        /// Whether the coach looks on.
        #[serde(default)]
        coach: bool,
    },
    /// Asks for the list of saved games.
    #[serde(rename = "play.games")]
    PlayGames {},
    /// Sets the position to analyse.
    #[serde(rename = "analyse.position")]
    AnalysePosition {
        /// Where the line begins.
        fen: String,
        /// The moves up to the position.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moves: Vec<Move>,
    },
    /// Searches the position until it is told to stop, or its time is over.
    #[serde(rename = "analyse.start")]
    AnalyseStart {
        /// The number of lines, 1 to 10.
        lines: u32,
        /// Search threads; none or 0 for as many as one search may have.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        threads: Option<u32>,
        /// The size of the table in MB; none or 0 for as much as one search may have.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<u32>,
    },
    /// Stops the search.
    #[serde(rename = "analyse.stop")]
    AnalyseStop {},
    /// Asks somebody else than the engine about the position.
    #[serde(rename = "analyse.lookup")]
    AnalyseLookup {
        /// Whom.
        whom: LookupName,
    },
    /// Asks whether a position can be played on, and if not, why.
    #[serde(rename = "analyse.check")]
    AnalyseCheck {
        /// The position.
        fen: String,
    },
    /// Keeps an analysis.
    #[serde(rename = "analyse.keep")]
    AnalyseKeep {
        /// Its name from now on; none for the one that it has, or gets by itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// All of it.
        game: WrittenGame,
    },
    /// Opens a kept analysis.
    #[serde(rename = "analyse.load")]
    AnalyseLoad {
        /// Its name.
        name: String,
    },
    /// Begins another analysis: what is kept from now on is a new one.
    #[serde(rename = "analyse.forget")]
    AnalyseForget {},
    /// Asks for the list of kept analyses.
    #[serde(rename = "analyse.kept")]
    AnalyseKept {},
    /// Asks for the matches that can be watched.
    #[serde(rename = "watch.list")]
    WatchList {},
    /// Watches a match, in the place of the one before.
    #[serde(rename = "watch.open")]
    WatchOpen {
        /// The folder, as the list has it.
        folder: String,
    },
    /// Asks for games of the match that are over, the newest first.
    #[serde(rename = "watch.games")]
    WatchGames {
        /// How many games ended before those that are wanted.
        before: usize,
    },
    /// Asks for a game of the match that is over.
    #[serde(rename = "watch.game")]
    WatchGame {
        /// Its number in the schedule, from 1.
        number: u64,
    },
    /// Has the program play a match against itself.
    #[serde(rename = "watch.start")]
    WatchStart(MatchWish),
    /// Ends a match that was begun so.
    #[serde(rename = "watch.stop")]
    WatchStop {
        /// The folder, as the list has it.
        folder: String,
    },
    /// Watches no more.
    #[serde(rename = "watch.close")]
    WatchClose {},
    /// Reads a file or a text of any format.
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
    /// Begins a review of the games of a file, which are read and listed. The last review of the session is forgotten.
    #[serde(rename = "review.start")]
    ReviewStart(ReviewFile),
    /// Asks for a part of the list of games.
    #[serde(rename = "review.games")]
    ReviewGames(ReviewPart),
    /// Annotates a game before all others, or all games.
    #[serde(rename = "review.annotate")]
    ReviewAnnotate(ReviewChoice),
    /// Looks for puzzles in an annotated game, or in all of them.
    #[serde(rename = "review.puzzles")]
    ReviewPuzzles(ReviewChoice),
    /// Ends the work of a review. What was done stays.
    #[serde(rename = "review.stop")]
    ReviewStop {
        /// The review.
        job: u64,
    },
    /// Asks for an annotated game.
    #[serde(rename = "review.game")]
    ReviewGame {
        /// The review.
        job: u64,
        /// The number of the game, 1 for the first.
        game: usize,
    },
    /// Asks for the self-contained page of an annotated game, or of all puzzles.
    #[serde(rename = "review.page")]
    ReviewPage(ReviewChoice),
}

/// A file or a pasted text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameText {
    /// The name of the file, whose ending may tell its format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What is in it, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What is in it, as Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
}

/// A match of the program against itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchWish {
    /// How well each of both plays: 0 to 20.
    pub levels: [u32; 2],
    /// How many games; an even number, so that both have each opening with both colours.
    pub games: u32,
    /// Nodes for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Instead of nodes, milliseconds for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
}

impl MatchWish {
    /// The most games of a match.
    pub const GAMES_MAX: u32 = 1000;

    /// Whether such a match can be played.
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

/// The person's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SideChoice {
    /// Red, who begins.
    Red,
    /// Black.
    Black,
    /// One or the other.
    Random,
    /// Both: two people share the board.
    Both,
}

/// A set of rules by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleSetName {
    /// Asian.
    Asian,
    /// Chinese.
    Chinese,
    /// Computer.
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
    /// The side; by chance if that was asked for.
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

/// A format that games are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WriteFormat {
    /// PGN.
    Pgn,
    /// XQF, in Base64.
    Xqf,
    /// `DhtmlXQ`.
    Dhtmlxq,
    /// The last position.
    Fen,
    /// A line of moves in Chinese.
    MovesChinese,
    /// A line of moves in WXF.
    MovesWxf,
    /// A line of moves in coordinates.
    MovesIccs,
}

/// A game to be written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenGame {
    /// Names and values.
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub tags: std::collections::BTreeMap<String, String>,
    /// The FEN of the start position.
    pub start: String,
    /// The moves.
    pub tree: TreeLine,
}

/// Why a message is no request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    /// The number of the request, if it can be told.
    pub id: Option<u64>,
    /// Whether it is merely too long.
    pub too_large: bool,
    /// The reason, in the language of the thread.
    pub reason: String,
}

impl Command {
    /// Whether a file may come with it.
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

/// What is wrong with a request, which may quote as much of it as it likes: the beginning, without control characters.
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
    /// If the text is no JSON object with an `id` and a known `do`, has unknown fields, or is longer than it may be.
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
