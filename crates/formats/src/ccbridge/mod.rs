//! The files of `CCBridge` (象棋桥): CBR with one game, CBL with a library of games, and CBF with one game as XML. They
//! can be read but not written.
//!
//! [`read`] accepts both CBR and CBL, which it distinguishes by their first bytes.
//!
//! ```
//! use chuhe_formats::ccbridge;
//!
//! let text = r#"<ChineseChessRecord><Head><Red>A</Red></Head>
//!   <MoveList><Move value="00-00"/><Move value="77-47"/><Move value="70-62" end="1"/></MoveList>
//!   </ChineseChessRecord>"#;
//! let game = ccbridge::read_xml(text)?;
//! assert_eq!(game.tag("Red"), Some("A"));
//! assert_eq!(game.moves().count(), 2);
//!
//! let error = ccbridge::read(b"CCBridge Record").next().unwrap().unwrap_err();
//! assert!(error.to_string().starts_with("byte 0x0: "), "{error}");
//! # Ok::<(), chuhe_formats::collection::ReadError>(())
//! ```

mod library;
mod record;
mod xml;

pub(super) use library::read_as;
pub use library::{CcbridgeGames, read};
pub use xml::{is_xml, read as read_xml};

use super::game::{Outcome, one_line};
use chuhe_engine::types::{Color, Square};

/// The magic number of a record.
const RECORD_MAGIC: &[u8; 16] = b"CCBridge Record\0";
/// The magic number of a library.
const LIBRARY_MAGIC: &[u8; 16] = b"CCBridgeLibrary\0";

/// Whether a file looks like CBR.
pub fn is_record(bytes: &[u8]) -> bool {
    bytes.starts_with(RECORD_MAGIC)
}

/// Whether a file looks like CBL.
pub fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(LIBRARY_MAGIC)
}

/// A text about a game: its place in a record, the name of its element in XML, and its tag.
struct TextField {
    /// The offset of the text in a record.
    at: usize,
    /// The length in bytes.
    length: usize,
    element: &'static str,
    tag: &'static str,
}

const fn field(at: usize, length: usize, element: &'static str, tag: &'static str) -> TextField {
    TextField { at, length, element, tag }
}

/// The texts, in the order in which a record stores them.
const FIELDS: [TextField; 29] = [
    field(180, 128, "Name", "Title"),
    field(308, 256, "URL", "Path"),
    field(564, 64, "From", "Source"),
    field(628, 64, "ContestType", "Class"),
    field(692, 64, "Contest", "Event"),
    field(756, 64, "Round", "Round"),
    field(820, 32, "Group", "Group"),
    field(852, 32, "Table", "Table"),
    field(884, 64, "Date", "Date"),
    field(948, 64, "Site", "Site"),
    field(1012, 64, "TimeRule", "TimeControl"),
    field(1076, 64, "Red", "Red"),
    field(1140, 64, "RedTeam", "RedTeam"),
    field(1204, 64, "RedTime", "RedTime"),
    field(1268, 32, "RedRating", "RedElo"),
    field(1300, 64, "Black", "Black"),
    field(1364, 64, "BlackTeam", "BlackTeam"),
    field(1428, 64, "BlackTime", "BlackTime"),
    field(1492, 32, "BlackRating", "BlackElo"),
    field(1524, 64, "Referee", "Referee"),
    field(1588, 64, "Recorder", "Recorder"),
    field(1652, 64, "Commentator", "Annotator"),
    field(1716, 64, "CommentatorURL", "AnnotatorURL"),
    field(1780, 64, "Creator", "Author"),
    field(1844, 64, "CreatorURL", "AuthorURL"),
    field(1908, 40, "DateCreated", "Created"),
    field(1972, 40, "DateModified", "Modified"),
    field(2044, 32, "RecordKind", "Kind"),
    field(2080, 32, "ResultType", "Termination"),
];

/// The kinds of game, indexed by their number.
const TYPES: [&str; 4] = ["实战全局", "摆谱全局", "实战残局", "摆谱残局"];

/// The outcome with this number; 4 means a game with several outcomes.
const fn outcome(number: u8) -> Outcome {
    match number {
        1 => Outcome::Win(Color::Red),
        2 => Outcome::Win(Color::Black),
        3 => Outcome::Draw,
        _ => Outcome::Unknown,
    }
}

/// The square with this number, counted row by row from Black's left; `None` if it is off the board.
fn square(number: u8) -> Option<Square> {
    let row = number / Square::FILES;
    (row < Square::RANKS).then(|| Square::new(number % Square::FILES, Square::RANKS - 1 - row))
}
