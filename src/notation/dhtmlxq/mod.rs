//! Games as the text that `DhtmlXQ` boards on web pages and in forums are fed with.
//!
//! A game is fields in brackets, `[DhtmlXQ_red]name[/DhtmlXQ_red]`, between `[DhtmlXQ]` and `[/DhtmlXQ]`. Points are two
//! digits: the file from Red's left, 0 to 8, and the row from the top, 0 to 9. A move is four digits.

mod read;
mod write;

pub use read::{DhtmlXqError, DhtmlXqProblem, Games, read};
pub use write::write;

use crate::types::Square;

/// The start position as the field `binit` has it.
const START: &str = "8979695949392919097717866646260600102030405060708012720323436383";

/// Fields whose tags have other names, each with its tag. Any other tag is a field of its own name.
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

/// Fields that say how the board is to look or where the text came from, nothing about the game.
const PRESENTATION: [&str; 10] =
    ["ver", "init", "width", "height", "hits", "adddate", "editdate", "refer", "other", "length"];

/// The point of two digits; none if there is none.
fn square(file: u8, row: u8) -> Option<Square> {
    (file < Square::FILES && row < Square::RANKS)
        .then(|| Square::new(file, Square::RANKS - 1 - row))
}

/// Whether a field is part of the record itself, so that no tag can have its name.
fn is_record(name: &str) -> bool {
    let begins = |prefix| {
        let rest = name.split_at_checked(str::len(prefix));
        rest.is_some_and(|(head, rest)| {
            head.eq_ignore_ascii_case(prefix) && rest.starts_with(|c: char| c.is_ascii_digit())
        })
    };
    ["binit", "movelist", "result"].iter().any(|field| field.eq_ignore_ascii_case(name))
        || begins("move_")
        || begins("comment")
        || PRESENTATION.iter().any(|field| field.eq_ignore_ascii_case(name))
}
