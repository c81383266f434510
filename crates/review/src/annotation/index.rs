//! What an index tells about each annotated game.

use serde::{Deserialize, Serialize};

use super::{Annotation, OpeningName};
use chuhe_engine::rules::{Ending, Reason};

/// A row of the index.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IndexEntry {
    /// The file of the annotation, from the folder of the index, with `/` between folders.
    pub page: String,
    /// The file that the game comes from, as it was named.
    pub source: String,
    /// The number of the game in it, 1 for the first.
    pub game: usize,
    /// A digest of the game, in hexadecimal.
    pub digest: String,
    /// A digest of all else that the annotation depends on, in hexadecimal.
    pub terms: String,
    /// Who had Red; empty if unknown.
    pub red: String,
    /// Who had Black; empty if unknown.
    pub black: String,
    /// The event; empty if unknown.
    pub event: String,
    /// The date as the file has it; empty if unknown.
    pub date: String,
    /// The result as it was recorded: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The verdict of the rules on the last position, in a word: see [`Ending::word`].
    pub verdict: String,
    /// The rule that ended the game, if one did.
    pub reason: Option<Reason>,
    /// Why something of the game is missing, if not all of it could be read.
    pub unread: Option<String>,
    /// The opening, if it has a name.
    pub opening: Option<OpeningName>,
    /// Moves, both sides together.
    pub plies: usize,
    /// How Red and Black played.
    pub sides: [IndexSide; 2],
}

/// How a side played, in short.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct IndexSide {
    /// The accuracy in percent, in tenths; none if the side had no choice.
    pub accuracy: Option<f64>,
    /// Mistakes, blunders and missed mates.
    pub mistakes: usize,
}

impl IndexEntry {
    /// The row of a game. The fields that tell where it comes from and where it is kept stay empty.
    pub(super) fn of(annotation: &Annotation) -> Self {
        let game = &annotation.game;
        let known = |name: &str| game.known_tag(name).unwrap_or_default().to_owned();
        let ending = annotation.judgement.ending;
        Self {
            page: String::new(),
            source: String::new(),
            game: 1,
            digest: String::new(),
            terms: String::new(),
            red: known("Red"),
            black: known("Black"),
            event: known("Event"),
            date: known("Date"),
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
