//! `DhtmlXQ`, the text format of boards on web pages and in forums.
//!
//! A game is a list of bracketed fields, `[DhtmlXQ_red]name[/DhtmlXQ_red]`, between `[DhtmlXQ]` and `[/DhtmlXQ]`. A
//! square is two digits: its file from Red's left, 0 to 8, and its row from the top, 0 to 9. A move is four digits.
//!
//! ```
//! use chuhe_formats::dhtmlxq;
//!
//! let text = "[DhtmlXQ][DhtmlXQ_red]A[/DhtmlXQ_red][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]";
//! let game = dhtmlxq::read(text).next().unwrap()?;
//! let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
//! assert_eq!(moves, ["h2e2", "h9g7"]);
//!
//! let (text, losses) = dhtmlxq::write(&game);
//! assert!(text.contains("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]") && losses.is_empty());
//! # Ok::<(), chuhe_formats::collection::ReadError>(())
//! ```

mod read;
mod write;

pub(super) use read::decode_entities;
pub use read::{DhtmlXqGames, read};
pub use write::write;

use chuhe_engine::types::Square;

/// The start position, as written in the field `binit`.
const START: &str = "8979695949392919097717866646260600102030405060708012720323436383";

/// Fields and the corresponding tags. Any other tag corresponds to a field of the same name.
const NAMES: [(&str, &str); 22] = [
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("round", "Round"),
    ("table", "Table"),
    ("timerule", "TimeControl"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("redrating", "RedElo"),
    ("redtime", "RedTime"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("blackrating", "BlackElo"),
    ("blacktime", "BlackTime"),
    ("remark", "Annotator"),
    ("author", "Author"),
    ("type", "Type"),
    ("class", "Class"),
    ("owner", "Owner"),
    ("open", "Opening"),
    ("variation", "Variation"),
];

/// The tag that corresponds to a field, if the field is known.
pub(super) fn tag_of(field: &str) -> Option<&'static str> {
    NAMES.iter().find(|(name, _)| *name == field).map(|&(_, tag)| tag)
}

/// Fields that concern the look of the board or the source of the text, not the game.
const PRESENTATION: [&str; 10] =
    ["ver", "init", "width", "height", "hits", "adddate", "editdate", "refer", "other", "length"];

/// The square with these digits; `None` if it is off the board.
fn square(file: u8, row: u8) -> Option<Square> {
    (file < Square::FILES && row < Square::RANKS)
        .then(|| Square::new(file, Square::RANKS - 1 - row))
}

/// Whether a field has a meaning of its own, so that no tag can have this name.
fn is_record(name: &str) -> bool {
    ["binit", "movelist", "result"].iter().any(|field| field.eq_ignore_ascii_case(name))
        || behind(name, "move_").is_some()
        || behind(name, "comment")
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        || PRESENTATION.iter().any(|field| field.eq_ignore_ascii_case(name))
}

/// The rest of a name that starts with `prefix`.
fn behind<'a>(name: &'a str, prefix: &str) -> Option<&'a str> {
    let (head, rest) = name.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}
