//! What can be wrong in a game in a file.

use std::fmt;

use super::game::{NESTING_MAX, Outcome, PLIES_MAX, counted};
use super::other_game::OtherGame;
use super::xqf::HEADER_LENGTH;
use chuhe_engine::board::{FenError, IllegalMove};
use chuhe_engine::notation::MoveTextError;
use chuhe_engine::types::Square;

/// A problem in a game in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message documents it")]
pub enum ReadProblem {
    // The file, or the game as a whole.
    #[error("no game: expected tags like [Event \"value\"] or moves")]
    NoPgn,
    #[error("no game: expected [DhtmlXQ_movelist], [DhtmlXQ_binit] or [DhtmlXQ_fen]")]
    NoDhtmlXq,
    #[error("no game: expected START{{, moves and }}END")]
    NoWxf,
    #[error("no game: expected an element like <n m=\"FEN\">")]
    NoPfc,
    #[error("no game: expected a 1, the number of moves, and ten numbers for each move")]
    NoQq,
    #[error("{found:?}: expected a FEN, or moves like h2e2, C2.5 or 炮二平五")]
    NoLine { found: String },
    #[error("not an XQF file: expected a header of {HEADER_LENGTH} bytes that begins with XQ, found {}", counted(*found, "byte"))]
    NoXqf { found: usize },
    #[error("not a CCBridge file: expected CCBridge Record or CCBridgeLibrary at the start")]
    NoCcbridge,
    #[error("the library has no games")]
    EmptyLibrary,
    #[error("the index declares {}, but the file contains {found}", counted(*declared, "game"))]
    GameCount { declared: usize, found: usize },
    #[error("this is a game of {0}, not of xiangqi")]
    OtherGame(OtherGame),
    #[error("invalid XML: {0}")]
    Xml(String),
    #[error("missing element {0}")]
    Element(&'static str),
    #[error("a game ends in the middle of its header: expected {} more", counted(*expected, "byte"))]
    ShortHeader { expected: usize },
    #[error("{} cannot be decoded", counted(*count, "byte"))]
    Bytes { count: usize },
    #[error("the rest of the file cannot be read: {0}")]
    Rest(String),

    // Tags and the result.
    #[error("invalid tag {found:?}; expected [Name \"value\"]")]
    Tag { found: String },
    #[error("operation {opcode}: invalid number {found:?}")]
    Counter { opcode: String, found: String },
    #[error("duplicate operation {opcode}")]
    TwiceOperation { opcode: String },
    #[error("contradictory results {other} and {taken}; {taken} was taken")]
    Results { taken: Outcome, other: Outcome },

    // The start position.
    #[error("{from}{error}")]
    Start { from: StartSource, error: FenError },
    #[error("{from}two pieces stand on {square}")]
    TwoPieces { from: StartSource, square: Square },
    #[error("start position: {found:#x} is not a piece")]
    Piece { found: u8 },
    #[error("missing }} after SETUP{{")]
    OpenSetup,
    #[error(
        "SETUP{{: invalid {found:?}; expected pieces like Ke0 and ke9, RED or BLACK, and MOVE with a number"
    )]
    Setup { found: String },
    #[error("field binit: {}; expected 64, two for each piece", counted(*found, "digit"))]
    Binit { found: usize },
    #[error("field binit: invalid point {found:?}; expected a file 0-8 and a row 0-9, or 99")]
    BinitPoint { found: String },

    // Moves.
    #[error("ply {ply}: {error}")]
    Move { ply: usize, error: MoveTextError },
    #[error("ply {ply}: {found:?}: {error}")]
    Illegal { ply: usize, found: String, error: IllegalMove },
    #[error("field {}, ply {ply}: {error}", field.escape_debug())]
    FieldMove { field: String, ply: usize, error: MoveTextError },
    #[error("field {}: {}; expected four for each move", field.escape_debug(), counted(*found, "digit"))]
    FieldDigits { field: String, found: usize },
    #[error("ply {ply}: a pass is not a move; the line from there on was kept as a comment")]
    Pass { ply: usize },
    #[error("invalid move from {from} to {to}; expected points 0 to 89")]
    Points { from: u8, to: u8 },
    #[error(
        "invalid move {found:?}; expected two points, each a file 0-8 and a row 0-9, like 77-47"
    )]
    Value { found: String },
    #[error("{found:?} is not a move; expected an element like <n m=\"h2e2\">")]
    Content { found: String },
    #[error(
        "ply {ply}: invalid numbers {found:?}; expected ten like \
         26 32 1 2 1 2 4 0 {ply} 0"
    )]
    Numbers { ply: usize, found: String },
    #[error("the file declares {}, but contains {found}", counted(*declared, "move"))]
    MoveCount { declared: usize, found: usize },
    #[error("the file ends in the middle of a move: expected {} more", counted(*expected, "byte"))]
    ShortFile { expected: usize },
    #[error("the game ends in the middle of a move: expected {} more", counted(*expected, "byte"))]
    ShortGame { expected: usize },
    #[error("the game is longer than {PLIES_MAX} plies")]
    TooLong,
    #[error("missing }}END after START{{")]
    OpenMoves,

    // Comments, glyphs and variations.
    #[error("invalid annotation glyph {found:?}; expected $0 to $255")]
    Glyph { found: String },
    #[error("unclosed comment: expected }} or )")]
    OpenComment,
    #[error("unclosed comment: expected */")]
    OpenSlashedComment,
    #[error("unclosed variation: expected )")]
    OpenVariation,
    #[error("unexpected ): no variation is open")]
    StrayClose,
    #[error("a variation has no preceding move to replace")]
    EarlyVariation,
    #[error("variations are nested deeper than {NESTING_MAX}")]
    TooDeep,
    #[error("field {}: expected move_P_N_B, for branch B from move N of branch P", field.escape_debug())]
    Branch { field: String },
    #[error("field {}: duplicate branch {branch}", field.escape_debug())]
    TwiceBranch { field: String, branch: u32 },
    #[error("branch {branch}: branch {parent} has no move {ply} to replace")]
    LooseBranch { branch: u32, parent: u32, ply: usize },
    #[error("a move follows the end of the game, although no earlier move has an alternative")]
    LooseMove,
}

/// The part of a file that states a start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartSource {
    /// The tag `FEN` of PGN.
    Tag,
    /// The line `FEN` of WXF.
    Line,
    /// The block `SETUP{` of WXF.
    Setup,
    /// The field `fen` of `DhtmlXQ`.
    FenField,
    /// The field `binit` of `DhtmlXQ`.
    Binit,
    /// The attribute `m` of PFC.
    Attribute,
    /// The element `FEN` of CBF.
    Element,
    /// The board of a binary file.
    Board,
    /// A text that is the position itself.
    Text,
}

/// What precedes an error in the position, such as `tag FEN: `.
impl fmt::Display for StartSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tag => "tag FEN: ",
            Self::Line => "line FEN: ",
            Self::Setup => "SETUP{: ",
            Self::FenField => "field fen: ",
            Self::Binit => "field binit: ",
            Self::Attribute => "attribute m: ",
            Self::Element => "FEN: ",
            Self::Board => "start position: ",
            Self::Text => "",
        })
    }
}

impl ReadProblem {
    /// The problem that a game records these two results, unless they agree or one is unknown.
    pub(super) fn of_results(taken: Outcome, other: Outcome) -> Option<Self> {
        let is_known = taken != Outcome::Unknown && other != Outcome::Unknown;
        (is_known && taken != other).then_some(Self::Results { taken, other })
    }
}
