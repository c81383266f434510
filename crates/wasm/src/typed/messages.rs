//! The messages of the typed interface. The TypeScript types are generated from these Rust types.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// Red, who moves first.
    Red,
    /// Black.
    Black,
}

/// The rules of repetition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum RuleSet {
    /// The rules of the Asian and World Xiangqi Federations: perpetual check and perpetually chasing one piece lose.
    #[default]
    Asian,
    /// The Chinese rules: a side loses if each of its moves checks, threatens mate or chases.
    Chinese,
    /// The simplified rules of game servers.
    Computer,
}

/// A position and the moves played from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Game {
    /// The FEN of the start, by default the start position of the game.
    #[cfg_attr(test, ts(optional))]
    pub fen: Option<String>,
    /// The moves as coordinates, such as `h2e2`.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A move in all notations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Move {
    /// Coordinates, such as `h2e2`.
    #[serde(rename = "move")]
    pub mv: String,
    /// WXF, such as `C2.5`.
    pub wxf: String,
    /// Chinese, such as `炮二平五`.
    pub chinese: String,
    /// Chinese, in traditional characters.
    pub traditional: String,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// The FEN, with both move counters.
    pub fen: String,
    /// The side to move.
    pub turn: Side,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The legal moves as coordinates.
    pub legal: Vec<String>,
}

/// Whether a game is over, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// Whether the game is over.
    pub over: bool,
    /// The winner, or null if the game is drawn or not over.
    pub winner: Option<Side>,
    /// The rule that ended the game: `checkmate`, `stalemate`, `dead_material`, `perpetual_check`, `perpetual_chase`,
    /// `perpetual_attack`, `repetition` or `move_count`.
    pub reason: Option<String>,
    /// The verdict as a sentence.
    pub text: String,
    /// The numbers of moves after which the current position has occurred, including the current number.
    pub stood_after: Vec<usize>,
    /// The number of plies without a capture that count towards the draw.
    pub counted_plies: u16,
    /// The repeated moves, if repetition ended the game.
    pub cycle: Option<Cycle>,
}

/// The moves from which a repetition was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Cycle {
    /// What all of Red's moves have in common: `permitted`, `perpetual_chase`, `perpetual_attack` or `perpetual_check`.
    pub red: String,
    /// What all of Black's moves have in common.
    pub black: String,
    /// Each move with its effects.
    pub moves: Vec<CycleMove>,
}

/// A repeated move, and those of its effects that the rules consider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CycleMove {
    /// The number of the move in the game, from 1, counting both sides' moves.
    pub number: usize,
    /// The side that moves.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The piece that moves, such as `rook`.
    pub piece: String,
    /// Whether the move gives check.
    pub checks: bool,
    /// Whether the move threatens mate by a series of checks; determined only under the Chinese rules.
    pub threatens_mate: bool,
    /// The pieces that the move chases.
    pub chases: Vec<Chase>,
}

/// A chased piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Chase {
    /// The piece, such as `horse`.
    pub piece: String,
    /// The square of the piece.
    pub square: String,
    /// The squares of the pieces that chase this piece.
    pub by: Vec<String>,
}

/// A score in centipawns, or a mate. The point of view is that of the side to move unless stated otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Score {
    /// Centipawns; wins and losses by repetition are near ±28000. Null for a mate.
    pub cp: Option<i32>,
    /// The number of moves to mate; negative if the opponent mates. Null if the score is not a mate.
    pub mate: Option<i32>,
    /// The score as text: `+0.35`, `mate in 3`, `loses by rule`.
    pub text: String,
    /// The probabilities of a win, a draw and a loss, in per mille.
    pub wdl: [u16; 3],
}

/// How a search runs and when it ends. Without a limit it runs until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchOptions {
    /// The maximum depth, in plies.
    #[cfg_attr(test, ts(optional))]
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub nodes: Option<u64>,
    /// The maximum time, in milliseconds.
    #[cfg_attr(test, ts(optional))]
    pub movetime: Option<u32>,
    /// The number of lines to report, by default 1.
    #[cfg_attr(test, ts(optional))]
    pub multipv: Option<u32>,
    /// The playing strength, 0 to 20, where 20 is full strength.
    #[cfg_attr(test, ts(optional))]
    pub level: Option<u32>,
    /// The rules of repetition.
    #[cfg_attr(test, ts(optional))]
    pub rules: Option<RuleSet>,
    /// The only moves to search, as coordinates.
    #[cfg_attr(test, ts(optional))]
    pub searchmoves: Option<Vec<String>>,
}

/// A line, reported at the end of an iteration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Info {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The rank among the lines, from 1.
    pub multipv: u32,
    /// The score of the line.
    pub score: Score,
    /// `exact`, or `lower` or `upper` if the score is only a bound.
    pub bound: String,
    /// The number of nodes searched so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// Nodes per second.
    #[cfg_attr(test, ts(type = "number"))]
    pub nps: u64,
    /// The time since the search was requested, in milliseconds.
    pub time_ms: u32,
    /// How full the hash table is, in per mille.
    pub hashfull: u32,
    /// The moves of the line, as coordinates.
    pub pv: Vec<String>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Best {
    /// The move to play, or null if there is no legal move.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The expected reply, if any.
    pub ponder: Option<String>,
}

/// A game file: its bytes or its text, and a name that helps to recognize the format.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GameFile {
    /// The name, such as `game.xqf`.
    #[serde(default)]
    pub name: String,
    /// The text.
    #[cfg_attr(test, ts(optional))]
    pub text: Option<String>,
    /// The bytes, in Base64, if there is no text.
    #[cfg_attr(test, ts(optional))]
    pub base64: Option<String>,
}

/// The format in which games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// PGN with coordinates.
    Pgn,
    /// PGN with Chinese moves.
    PgnChinese,
    /// PGN with WXF moves.
    PgnWxf,
    /// `DhtmlXQ`: text for boards on web pages.
    Dhtmlxq,
    /// Files of `XQStudio`, which are binary.
    Xqf,
    /// Moves as coordinates, in one line.
    Moves,
    /// Chinese moves, in one line.
    MovesChinese,
    /// WXF moves, in one line.
    MovesWxf,
    /// The FEN of the last position.
    Fen,
    /// The FEN of every position.
    Fens,
}

/// A converted game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Written {
    /// The tags of the game as pairs of name and value, such as `Red` and the player's name.
    pub tags: Vec<[String; 2]>,
    /// The text, or null if the format is binary.
    pub text: Option<String>,
    /// The bytes, in Base64, or null if the format is text.
    pub base64: Option<String>,
    /// A description of what the format could not store; empty if nothing was lost.
    pub losses: String,
    /// Why part of the game is missing, if it could not be read completely.
    pub unread: Option<String>,
}

/// Games converted to another format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Converted {
    /// The format of the file, given as its usual file name extension.
    pub from: String,
    /// The games.
    pub games: Vec<Written>,
    /// Why the games that are missing could not be read.
    pub problems: Vec<String>,
}

/// An annotated game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Annotation {
    /// The name of the opening in English and in Chinese, or null if it has none.
    pub opening: Option<[String; 2]>,
    /// The start and the position after each move.
    pub positions: Vec<AnnotatedPosition>,
    /// The moves with their grades.
    pub moves: Vec<GradedMove>,
    /// Red's and Black's accuracy in percent; null for a side that never had a choice.
    pub accuracy: [Option<f64>; 2],
    /// The verdict of the rules on the last position.
    pub judgement: Judgement,
    /// The game with grades, scores and better lines, in PGN.
    pub pgn: String,
    /// The total number of nodes searched.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
}

/// A position of an annotated game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct AnnotatedPosition {
    /// The position.
    pub fen: String,
    /// The score from Red's point of view.
    pub red_score: Score,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The best line from this position.
    pub best: Vec<Move>,
}

/// A move and how good it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct GradedMove {
    /// The move.
    #[serde(flatten)]
    pub mv: Move,
    /// The side that played the move.
    pub side: Side,
    /// `best`, `good`, `inaccuracy`, `mistake`, `blunder` or `missed_mate`.
    pub class: String,
    /// How much expectation the move lost, in points (0 to 100).
    pub loss: f64,
    /// Whether the move was the only legal one.
    pub forced: bool,
    /// Whether the move is a turning point of the game.
    pub turning_point: bool,
}
