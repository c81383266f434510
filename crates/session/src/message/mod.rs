//! The messages of the WebSocket, as JSON. `docs/reference/server.md` describes them; tests parse its examples with
//! these types.
//!
//! A client sends [`Request`]s: `{"id": 7, "do": "play.move", "move": "h2e2"}`. The server answers each request once,
//! with `{"re": 7, "ok": {...}}` or `{"re": 7, "error": {...}}`, and also sends [`Notice`]s unasked.

mod answer;
mod notice;
mod request;
mod review;
mod watch;

pub use self::answer::{
    Answer, Clocks, Evaluation, Failure, FailureCode, Finish, HintReport, HintShown, KnownMove,
    Nothing, Opening, PlayState, PositionState, ReadGame, Reply, SavedGame, ScoreReport, Strength,
    Thought, TreeLine, TreeMove, TreeMoveText, Verdict, WrittenMove,
};
pub use self::notice::{
    AnalyseNotice, AnalysedLine, EndReason, LimitsReport, LookupName, Notice, PlayNotice,
    SourceName, Warning, WdlCurve,
};
pub use self::request::{
    Command, GameText, MatchWish, Request, RequestError, RuleSetName, SideChoice, WriteFormat,
    WrittenGame,
};
pub use self::review::{
    ReviewChoice, ReviewFile, ReviewNews, ReviewNotice, ReviewPart, ReviewRow, ReviewState,
    ReviewSummary, ReviewTask, ReviewWork,
};
pub use self::watch::{
    BoardBegins, BoardClocks, BoardNews, BoardsNews, EncounterRow, EndingCount, EngineRow,
    GameCounts, GameRow, GamesNews, ListedMatch, LlrNews, MatchGameReport, MatchTable, PairCounts,
    SprtTable, Stage, WatchNotice, WatchedMatch,
};

/// The version of the message format. It changes when clients of the previous version could no longer understand the
/// server.
pub const VERSION: u32 = 1;

/// The name of the WebSocket subprotocol.
pub const PROTOCOL: &str = "chuhe.1";

/// The maximum length of a message that contains a file, in bytes.
pub const FILE_MESSAGE_MAX: usize = 8 << 20;

/// The maximum length of any other message, in bytes.
pub const MESSAGE_MAX: usize = 64 << 10;
