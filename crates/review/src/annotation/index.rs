//! The index of annotated games.

use serde::{Deserialize, Serialize};

use super::{Annotation, OpeningName};
use chuhe_engine::rules::{Ending, Reason};

/// A row in the index.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IndexEntry {
    /// The file of the annotation relative to the index, with `/` as the separator.
    pub page: String,
    /// The name of the file that contains the game.
    pub source: String,
    /// The number of the game in that file, from 1.
    pub game: usize,
    /// A digest of the game, in hexadecimal.
    pub digest: String,
    /// A digest of everything else that the annotation depends on, in hexadecimal.
    pub terms: String,
    /// Red's name; empty if unknown.
    pub red: String,
    /// Black's name; empty if unknown.
    pub black: String,
    /// The event; empty if unknown.
    pub event: String,
    /// The date in the file; empty if unknown.
    pub date: String,
    /// The recorded result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The verdict of the rules on the last position, in one word; see [`Ending::word`].
    pub verdict: String,
    /// The rule that ended the game, if one did.
    pub reason: Option<Reason>,
    /// Why part of the game is missing, if it is.
    pub unread: Option<String>,
    /// The opening, if it has a name.
    pub opening: Option<OpeningName>,
    /// The number of plies.
    pub plies: usize,
    /// Summaries for Red and Black.
    pub sides: [IndexSide; 2],
}

/// A summary of one side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct IndexSide {
    /// The accuracy in percent, rounded to tenths; `None` if the side never had a choice.
    pub accuracy: Option<f64>,
    /// The number of mistakes, blunders and missed mates.
    pub mistakes: usize,
}

impl IndexEntry {
    /// The row of a game, without its origin and file.
    pub(super) fn of(annotation: &Annotation) -> Self {
        let game = &annotation.game;
        let [red, black, event, date] = ["Red", "Black", "Event", "Date"]
            .map(|name| game.known_tag(name).unwrap_or_default().to_owned());
        let ending = annotation.judgement.ending;
        Self {
            page: String::new(),
            source: String::new(),
            game: 1,
            digest: String::new(),
            terms: String::new(),
            red,
            black,
            event,
            date,
            result: game.outcome.text().to_owned(),
            verdict: Ending::word(ending.as_ref()).to_owned(),
            reason: ending.map(|ending| ending.reason),
            unread: annotation.unread.as_ref().map(ToString::to_string),
            opening: annotation.opening.clone(),
            plies: annotation.moves.len(),
            sides: annotation.sides.clone().map(|side| IndexSide {
                accuracy: side.accuracy.map(super::grade::tenths),
                mistakes: side.mistakes(),
            }),
        }
    }
}
