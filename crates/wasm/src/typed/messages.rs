//! What goes in and out of the typed door. The types of TypeScript are made from these.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// Red, who begins.
    Red,
    /// Black.
    Black,
}

/// The rules of repetition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum RuleSet {
    /// Asian and World Xiangqi Federation: perpetual check and the perpetual chase of one piece lose.
    #[default]
    Asian,
    /// Chinese: the side that checks, threatens mate or chases with every move loses.
    Chinese,
    /// As servers simplify them.
    Computer,
}

/// A position and the moves played since.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Game {
    /// The FEN of the start; the start position if it is left out.
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
    /// Such as `C2.5`.
    pub wxf: String,
    /// Such as `炮二平五`.
    pub chinese: String,
    /// In traditional characters.
    pub traditional: String,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// With both counters.
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
    /// Whether it is over.
    pub over: bool,
    /// Who has won; none if it is drawn or goes on.
    pub winner: Option<Side>,
    /// The rule that ended it: `checkmate`, `stalemate`, `dead_material`, `perpetual_check`, `perpetual_chase`,
    /// `perpetual_attack`, `repetition` or `move_count`.
    pub reason: Option<String>,
    /// The same in a sentence.
    pub text: String,
    /// After how many moves the last position stood; the last number is now.
    pub stood_after: Vec<usize>,
    /// Plies without a capture that count.
    pub counted_plies: u16,
    /// The repeated moves, if repetition ended the game.
    pub cycle: Option<Cycle>,
}

/// The moves on which a repetition was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Cycle {
    /// What all of Red's moves have in common: `permitted`, `perpetual_chase`, `perpetual_attack` or `perpetual_check`.
    pub red: String,
    /// The same of Black's.
    pub black: String,
    /// Each move and what it does.
    pub moves: Vec<CycleMove>,
}

/// A repeated move and what it does, as far as the rules look at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct CycleMove {
    /// Its number in the game, 1 first, both sides counted.
    pub number: usize,
    /// Who moves.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The piece that moves, such as `rook`.
    pub piece: String,
    /// Whether it gives check.
    pub checks: bool,
    /// Whether it threatens to mate by checks; only looked at by the Chinese rules.
    pub threatens_mate: bool,
    /// The pieces it chases.
    pub chases: Vec<Chase>,
}

/// A chased piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Chase {
    /// The piece, such as `horse`.
    pub piece: String,
    /// Where it stands.
    pub square: String,
    /// The squares of the pieces that chase it.
    pub by: Vec<String>,
}

/// A score: centipawns, or a mate. For the side to move, unless it is said whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Score {
    /// Centipawns; wins and losses by repetition are near ±28000. None for a mate.
    pub cp: Option<i32>,
    /// Moves to the mate, negative for being mated. None if there is none.
    pub mate: Option<i32>,
    /// The same as text: `+0.35`, `mate in 3`, `loses by rule`.
    pub text: String,
    /// Chances to win, to draw and to lose, in per mille.
    pub wdl: [u16; 3],
}

/// What ends a search, and how it searches. With no limit it runs until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchOptions {
    /// The last iteration, in plies.
    #[cfg_attr(test, ts(optional))]
    pub depth: Option<u32>,
    /// Most nodes.
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub nodes: Option<u64>,
    /// Milliseconds.
    #[cfg_attr(test, ts(optional))]
    pub time: Option<u32>,
    /// Lines of play to report, 1 if it is left out.
    #[cfg_attr(test, ts(optional))]
    pub lines: Option<u32>,
    /// Playing strength, 0 to 20, which is full strength.
    #[cfg_attr(test, ts(optional))]
    pub level: Option<u32>,
    /// The rules of repetition.
    #[cfg_attr(test, ts(optional))]
    pub rules: Option<RuleSet>,
    /// Search these moves only, given as coordinates.
    #[cfg_attr(test, ts(optional))]
    pub only: Option<Vec<String>>,
}

/// A line of play at the end of an iteration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Info {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Rank among the lines, from 1.
    pub line: u32,
    /// The score of the line.
    pub score: Score,
    /// `exact`, or `lower` or `upper` if the score is only a bound.
    pub bound: String,
    /// Nodes so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// Nodes per second.
    #[cfg_attr(test, ts(type = "number"))]
    pub nps: u64,
    /// Milliseconds since the search was asked for.
    pub time: u32,
    /// Use of the table of positions, per mille.
    pub hashfull: u32,
    /// The line as coordinates.
    pub moves: Vec<String>,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Best {
    /// The move to play; none if there is no legal one.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The reply expected.
    pub reply: Option<String>,
}

/// A file of games: its bytes or its text, and a name that helps to tell the format.
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
    /// Or the bytes, in Base64.
    #[cfg_attr(test, ts(optional))]
    pub base64: Option<String>,
}

/// A format in which games are written.
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
    /// Text for boards on web pages.
    Dhtmlxq,
    /// Files of `XQStudio`: bytes.
    Xqf,
    /// A line of coordinates.
    Moves,
    /// A line of Chinese moves.
    MovesChinese,
    /// A line of WXF moves.
    MovesWxf,
    /// The last position.
    Fen,
    /// Every position.
    Fens,
}

/// A game as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Written {
    /// The tags of the game, such as `Red`.
    pub tags: Vec<[String; 2]>,
    /// The text; none for formats of bytes.
    pub text: Option<String>,
    /// The bytes, in Base64; none for text.
    pub base64: Option<String>,
    /// What the format could not hold, in words; empty if it holds all.
    pub losses: String,
    /// Why something of the game is missing, if not all of it could be read.
    pub unread: Option<String>,
}

/// Games in another format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Converted {
    /// The format that was read, as the usual ending of its files.
    pub from: String,
    /// The games.
    pub games: Vec<Written>,
    /// Why other games could not be read.
    pub problems: Vec<String>,
}

/// An annotated game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Annotation {
    /// The name of the opening in English and in Chinese, if it has one.
    pub opening: Option<[String; 2]>,
    /// The FEN and the score of the start and of the position after each move, from Red's view.
    pub positions: Vec<AnnotatedPosition>,
    /// The moves with their grades.
    pub moves: Vec<GradedMove>,
    /// Red's and Black's accuracy in percent; none for a side without a choice.
    pub accuracy: [Option<f64>; 2],
    /// The verdict of the rules on the last position.
    pub judgement: Judgement,
    /// The game with grades, scores and better lines, as PGN.
    pub pgn: String,
    /// Nodes searched in all.
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
    /// From Red's view.
    pub score: Score,
    /// How deep it was searched, in plies.
    pub depth: u32,
    /// The best line.
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
    /// Who played it.
    pub side: Side,
    /// `best`, `good`, `inaccuracy`, `mistake`, `blunder` or `missed_mate`.
    pub class: String,
    /// Points of expectation lost, of 100.
    pub loss: f64,
    /// Whether it was the only legal move.
    pub forced: bool,
    /// Whether the game turned here.
    pub turning_point: bool,
}
