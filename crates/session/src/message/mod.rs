//! The messages of the WebSocket, as JSON. `docs/reference/server.md` describes them; tests parse its examples with
//! these types.
//!
//! A client sends [`Request`]s: `{"id": 7, "do": "play.move", "move": "h2e2"}`. The server answers each request once,
//! with `{"re": 7, "ok": {...}}` or `{"re": 7, "error": {...}}`, and also sends [`Notice`]s unasked.

mod answer;
mod command;
mod friend;
mod notice;
mod request;
mod review;
mod watch;

pub use self::answer::{
    Answer, Clocks, EngineOption, EngineOptionName, EngineReport, Evaluation, Failure, FailureCode,
    Finish, HintReport, HintShown, KnownMove, Nothing, Opening, PlayState, PositionState, ReadGame,
    Reply, SavedGame, SavedReview, ScoreReport, Strength, Thought, TreeLine, TreeMove,
    TreeMoveText, Verdict, WrittenMove,
};
pub use self::command::{
    AnalyseCommand, Command, FileCommand, PageCommand, PlayCommand, ReviewCommand, WatchCommand,
};
pub use self::friend::{
    FriendCommand, FriendOffer, FriendPlayer, FriendProposal, FriendState, Invitation,
    NewFriendGame,
};
pub use self::notice::{
    AnalyseNotice, AnalysedLine, EndReason, LimitsReport, LookupName, Notice, PlayNotice,
    SourceName, Warning, WdlCurve,
};
pub use self::request::json_memory;
pub use self::request::{
    GameText, LoadGame, MatchRequest, NewGame, Request, RequestError, RuleSetName, SideChoice,
    StartSearch, WriteFormat, WrittenGame,
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    use ts_rs::{Config, TS, TypeVisitor};

    use super::*;

    /// The TypeScript declarations of types and of all types in them, by name.
    struct Declarations {
        config: Config,
        by_name: BTreeMap<String, String>,
    }

    impl TypeVisitor for Declarations {
        fn visit<T: TS + 'static + ?Sized>(&mut self) {
            let name = T::name(&self.config);
            if self.by_name.contains_key(&name) {
                return;
            }
            if T::output_path().is_some() {
                let text = T::export_to_string(&self.config).unwrap();
                let lines = text.lines().filter(|line| {
                    !line.is_empty() && !line.starts_with("import ") && !line.starts_with("// ")
                });
                // A short description is on one line.
                let text = lines.collect::<Vec<_>>().join("\n").replace("/**\n * ", "/** ");
                let text = text.replace("\n */", " */").replace("export type", "type");
                self.by_name.insert(name, text);
                T::visit_dependencies(self);
            }
        }
    }

    /// `UPDATE_DOCUMENTS=1` rewrites the file.
    #[test]
    fn pages_know_the_types_of_all_messages() {
        let config = Config::default().with_large_int("number");
        let mut declarations = Declarations { config, by_name: BTreeMap::new() };
        declarations.visit::<Command>();
        declarations.visit::<Answer>();
        declarations.visit::<Notice>();
        let mut text = String::from(
            "// Generated from crates/session/src/message by its tests; do not edit.\n",
        );
        for declaration in declarations.by_name.values() {
            text.extend(["\n", declaration, "\n"]);
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/messages.d.ts");
        if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        assert_eq!(fs::read_to_string(path).unwrap_or_default(), text);
    }
}
