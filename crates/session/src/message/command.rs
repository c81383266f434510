//! The commands of clients, in groups.

use std::fmt;

use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::friend::FriendCommand;
use super::notice::LookupName;
use super::request::{
    GameText, LoadGame, MatchRequest, NewGame, StartSearch, WriteFormat, WrittenGame,
};
use super::review::{ReviewChoice, ReviewFile, ReviewPart};
use crate::host::StoredKind;
use chuhe_engine::types::Move;

/// What a client can request. Unknown fields are rejected.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
#[expect(missing_docs, reason = "the types are documented")]
pub enum Command {
    Page(PageCommand),
    Play(PlayCommand),
    Analyse(AnalyseCommand),
    Watch(WatchCommand),
    Friend(FriendCommand),
    File(FileCommand),
    Review(ReviewCommand),
}

/// A request about the page and its session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", deny_unknown_fields)]
pub enum PageCommand {
    /// Resumes a session whose connection was lost. Allowed only as the first request.
    #[serde(rename = "resume")]
    Resume {
        /// The session's key from `hello`.
        session: String,
    },
    /// Identifies the client as the owner of its games and analyses. Other clients cannot change them.
    #[serde(rename = "owner")]
    Owner {
        /// A secret of the client, 32 to 100 characters long.
        secret: String,
    },
    /// Requests the options of another engine, which is started to learn them.
    #[serde(rename = "engine")]
    Engine {
        /// Its name, from `engines` in `hello`.
        name: String,
    },
    /// Sets the language of texts in messages.
    #[serde(rename = "language")]
    Language {
        /// `en` or `zh`.
        language: String,
    },
}

/// A request about the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(tag = "do", deny_unknown_fields)]
pub enum PlayCommand {
    /// Starts a game.
    #[serde(rename = "play.new")]
    New(NewGame),
    /// Plays a move.
    #[serde(rename = "play.move")]
    Move {
        /// The move.
        #[serde(rename = "move")]
        #[cfg_attr(test, ts(type = "string"))]
        mv: Move,
    },
    /// Plays the move against which the coach warns.
    #[serde(rename = "play.anyway")]
    Anyway {},
    /// Drops the move that the coach is checking or warns against.
    #[serde(rename = "play.drop")]
    Drop {},
    /// Takes back the user's last move.
    #[serde(rename = "play.undo")]
    Undo {},
    /// Resigns.
    #[serde(rename = "play.resign")]
    Resign {},
    /// Offers a draw to the engine. If two people share the board, the game is drawn by agreement.
    #[serde(rename = "play.draw")]
    Draw {},
    /// Requests the next step of a hint.
    #[serde(rename = "play.hint")]
    Hint {},
    /// Switches the coach on or off.
    #[serde(rename = "play.coach")]
    Coach {
        /// Whether the coach is on.
        on: bool,
    },
    /// Sets the engine's playing strength, as a level or a rating.
    #[serde(rename = "play.level")]
    Level {
        /// The level, 0 to 20.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u32>,
        /// The Elo rating, 500 to 2400.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elo: Option<u32>,
    },
    /// Saves the game under a name.
    #[serde(rename = "play.save")]
    Save {
        /// The name; omit it to keep the current one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Requests the game as a PGN file.
    #[serde(rename = "play.file")]
    File {},
    /// Continues a game, given by its name or as a file.
    #[serde(rename = "play.load")]
    Load(LoadGame),
    /// Requests the list of saved games.
    #[serde(rename = "play.games")]
    Games {},
}

/// A request about the analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(tag = "do", deny_unknown_fields)]
pub enum AnalyseCommand {
    /// Sets the position to analyse.
    #[serde(rename = "analyse.position")]
    Position {
        /// The FEN of the position from which the moves are played.
        fen: String,
        /// The moves up to the position.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
        moves: Vec<Move>,
    },
    /// Searches the position until the search is stopped, reaches its limit, or its time is up.
    #[serde(rename = "analyse.start")]
    Start(StartSearch),
    /// Stops the search.
    #[serde(rename = "analyse.stop")]
    Stop {
        /// The key of the search; omit it to stop both if two engines search.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<u64>,
    },
    /// Queries a table or database about the position.
    #[serde(rename = "analyse.lookup")]
    Lookup {
        /// The source.
        whom: LookupName,
    },
    /// Checks whether play can continue from a position. If not, the answer gives the reason.
    #[serde(rename = "analyse.check")]
    Check {
        /// The position.
        fen: String,
    },
    /// Stores an analysis.
    #[serde(rename = "analyse.keep")]
    Keep {
        /// The new name; omit it to keep the current name, or to have one generated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The whole analysis.
        game: WrittenGame,
    },
    /// Opens a stored analysis.
    #[serde(rename = "analyse.load")]
    Load {
        /// Its name.
        name: String,
    },
    /// Begins another analysis: the next `analyse.keep` stores a new one.
    #[serde(rename = "analyse.forget")]
    Forget {},
    /// Requests the list of stored analyses.
    #[serde(rename = "analyse.kept")]
    Kept {},
}

/// A request about matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", deny_unknown_fields)]
pub enum WatchCommand {
    /// Requests the list of matches that can be watched.
    #[serde(rename = "watch.list")]
    List {},
    /// Watches a match, instead of the previous one.
    #[serde(rename = "watch.open")]
    Open {
        /// The folder, as named in the list.
        folder: String,
    },
    /// Requests finished games from the match, newest first.
    #[serde(rename = "watch.games")]
    Games {
        /// The number of games that ended before the requested ones.
        before: usize,
    },
    /// Requests a finished game from the match.
    #[serde(rename = "watch.game")]
    Game {
        /// The number of the game in the schedule, from 1.
        number: u64,
    },
    /// Starts a match between the program and itself.
    #[serde(rename = "watch.start")]
    Start(MatchRequest),
    /// Stops a match that was started by `watch.start`.
    #[serde(rename = "watch.stop")]
    Stop {
        /// The folder, as named in the list.
        folder: String,
    },
    /// Continues a stopped match that was started by `watch.start`.
    #[serde(rename = "watch.resume")]
    Resume {
        /// The folder, as named in the list.
        folder: String,
    },
    /// Stops watching.
    #[serde(rename = "watch.close")]
    Close {},
}

/// A request about files and stored games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", deny_unknown_fields)]
pub enum FileCommand {
    /// Reads a stored game or analysis, which anyone may do. Its owner keeps it.
    #[serde(rename = "view")]
    View {
        /// Where it is stored.
        shelf: StoredKind,
        /// Its name.
        name: String,
    },
    /// Renames something stored.
    #[serde(rename = "rename")]
    Rename {
        /// Where it is stored.
        shelf: StoredKind,
        /// Its name.
        name: String,
        /// The new name.
        to: String,
    },
    /// Deletes something stored.
    #[serde(rename = "delete")]
    Delete {
        /// Where it is stored.
        shelf: StoredKind,
        /// Its name.
        name: String,
    },
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
}

/// A request about the review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", deny_unknown_fields)]
pub enum ReviewCommand {
    /// Starts a review of the games in a file, which replaces the session's previous review.
    #[serde(rename = "review.start")]
    Start(ReviewFile),
    /// Opens a stored review, which replaces the session's previous review.
    #[serde(rename = "review.load")]
    Load {
        /// Its name.
        name: String,
    },
    /// Requests the list of stored reviews.
    #[serde(rename = "review.kept")]
    Kept {},
    /// Requests part of the list of games.
    #[serde(rename = "review.games")]
    Games(ReviewPart),
    /// Annotates a game, ahead of all others, or all games.
    #[serde(rename = "review.annotate")]
    Annotate(ReviewChoice),
    /// Searches for puzzles in an annotated game, or in all of them.
    #[serde(rename = "review.puzzles")]
    Puzzles(ReviewChoice),
    /// Stops the work of a review. Finished results are kept.
    #[serde(rename = "review.stop")]
    Stop {
        /// The number of the review.
        job: u64,
    },
    /// Requests an annotated game.
    #[serde(rename = "review.game")]
    Game {
        /// The number of the review.
        job: u64,
        /// The number of the game, from 1.
        game: usize,
    },
    /// Requests the self-contained page of an annotated game, or of all puzzles.
    #[serde(rename = "review.page")]
    Page(ReviewChoice),
}

/// Reads a command of one group.
type ReadGroup = fn(Value) -> serde_json::Result<Command>;

impl Command {
    /// Reads a command as the group that contains its name.
    pub(super) fn read(fields: Value) -> serde_json::Result<Self> {
        let groups: [(_, ReadGroup); 7] = [
            (names::<PageCommand>(), |fields| serde_json::from_value(fields).map(Self::Page)),
            (names::<PlayCommand>(), |fields| serde_json::from_value(fields).map(Self::Play)),
            (names::<AnalyseCommand>(), |fields| serde_json::from_value(fields).map(Self::Analyse)),
            (names::<WatchCommand>(), |fields| serde_json::from_value(fields).map(Self::Watch)),
            (names::<FriendCommand>(), |fields| serde_json::from_value(fields).map(Self::Friend)),
            (names::<FileCommand>(), |fields| serde_json::from_value(fields).map(Self::File)),
            (names::<ReviewCommand>(), |fields| serde_json::from_value(fields).map(Self::Review)),
        ];
        let name = fields["do"].as_str();
        let known = groups.iter().find(|(names, _)| name.is_none_or(|name| names.contains(&name)));
        if let Some((_, read)) = known {
            // Without a name, the first group reports that it is missing.
            return read(fields);
        }
        let names = groups.map(|(names, _)| names).concat().join("`, `");
        let name = name.unwrap_or_default();
        Err(Error::custom(format!("unknown variant `{name}`, expected one of `{names}`")))
    }

    /// Whether the command may contain a file.
    pub(super) const fn holds_file(&self) -> bool {
        matches!(
            self,
            Self::File(FileCommand::Read(_) | FileCommand::Write { .. })
                | Self::Analyse(AnalyseCommand::Keep { .. })
                | Self::Play(PlayCommand::Load(_))
                | Self::Review(ReviewCommand::Start(_))
        )
    }
}

/// The names of a group's commands.
fn names<T: DeserializeOwned>() -> &'static [&'static str] {
    let unknown = MapDeserializer::<_, UnknownName>::new([("do", "")].into_iter());
    T::deserialize(unknown).err().map_or(&[], |error| error.0)
}

/// The error for an unknown name, with the known ones. Only in it does a derived `Deserialize` list them.
#[derive(Debug)]
struct UnknownName(&'static [&'static str]);

impl Error for UnknownName {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(&[])
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self(expected)
    }
}

impl std::error::Error for UnknownName {}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
