//! A game from the database.

use rusqlite::Row;
use serde::Serialize;

use super::error::{DatabaseError, GameFault};
use super::names::day_text;
use super::record::{codes, move_of, outcome_of, start_of};
use chuhe_engine::board::START_FEN;
use chuhe_formats::opening::OpeningName;
use chuhe_formats::{Game, Outcome, pgn};

/// A stored game. [`Self::game`] unpacks it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoredGame {
    /// The game's number in the database, from 1 in the order of import.
    pub id: i64,
    /// Red's player.
    pub red: Option<String>,
    /// Black's player.
    pub black: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The round.
    pub round: Option<String>,
    /// The date as given in the file.
    pub date: Option<String>,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The opening.
    pub opening: Option<OpeningName>,
    /// The number of moves, counting both sides.
    pub plies: u32,
    /// The FEN of the game's start, if not the usual start position.
    pub start: Option<String>,
    /// The moves as coordinates.
    pub moves: String,
    /// The file from which the game was imported.
    pub file: String,
    /// The game's number in the file from which it was imported, from 1.
    pub number: i64,
    #[serde(skip)]
    code: u8,
    #[serde(skip)]
    day: Option<u32>,
    #[serde(skip)]
    tags: Option<String>,
    #[serde(skip)]
    notes: Option<String>,
}

impl StoredGame {
    /// The columns that [`Self::of_row`] reads.
    pub(super) const COLUMNS: &'static str = "g.id, r.name, b.name, e.name, g.round, g.date, g.day, g.result, o.name, g.plies, t.name, g.moves, \
         f.path, g.number, g.tags, g.notes";

    /// The tables that must be joined to `games g` for these columns.
    pub(super) const JOINS: &'static str = "LEFT JOIN players r ON r.id = g.red LEFT JOIN players b ON b.id = g.black \
         LEFT JOIN events e ON e.id = g.event LEFT JOIN openings o ON o.id = g.opening \
         LEFT JOIN starts t ON t.id = g.start LEFT JOIN sources f ON f.id = g.source";

    pub(super) fn of_row(row: &Row<'_>) -> Result<Self, DatabaseError> {
        let opening: Option<String> = row.get(8)?;
        let opening = opening.and_then(|name| {
            let (chinese, english) = name.split_once('\n')?;
            Some(OpeningName { chinese: chinese.to_owned(), english: english.to_owned() })
        });
        let code = row.get(7)?;
        let packed = row.get_ref(11)?.as_blob().map_err(rusqlite::Error::from)?;
        let words =
            codes(packed).map(|code| move_of(code).map_or("?".to_owned(), |mv| mv.to_string()));
        Ok(Self {
            id: row.get(0)?,
            red: row.get(1)?,
            black: row.get(2)?,
            event: row.get(3)?,
            round: row.get(4)?,
            date: row.get(5)?,
            day: row.get(6)?,
            code,
            result: outcome_of(code).text(),
            opening,
            plies: row.get(9)?,
            start: row.get(10)?,
            moves: words.collect::<Vec<_>>().join(" "),
            file: row.get(12)?,
            number: row.get(13)?,
            tags: row.get(14)?,
            notes: row.get(15)?,
        })
    }

    /// The result of the game.
    pub const fn outcome(&self) -> Outcome {
        outcome_of(self.code)
    }

    /// The year in which the game was played, if known.
    pub fn year(&self) -> Option<u32> {
        self.day.map(|day| day / 10_000)
    }

    /// The whole game, with its tags, comments and variations.
    ///
    /// # Errors
    /// If the stored data is invalid.
    pub fn game(&self) -> Result<Game, DatabaseError> {
        self.unpacked().map_err(|fault| fault.in_game(self.id))
    }

    /// Like [`Self::game`], but without the game's number in the error.
    pub(super) fn unpacked(&self) -> Result<Game, GameFault> {
        if let Some(notes) = &self.notes {
            let game = pgn::read(notes).next().and_then(Result::ok);
            return game.ok_or(GameFault::Notes);
        }
        let mut game = Game::new(start_of(self.start.as_deref())?);
        let mut position = game.start.clone();
        for (ply, word) in (1..).zip(self.moves.split_whitespace()) {
            let played = word.parse().ok().filter(|&mv| position.play(mv).is_ok());
            game.line.push(played.ok_or(GameFault::Move { ply })?);
        }
        game.outcome = self.outcome();
        let date = self.date.clone().or_else(|| self.day.map(day_text));
        let known = [
            ("Event", &self.event),
            ("Date", &date),
            ("Round", &self.round),
            ("Red", &self.red),
            ("Black", &self.black),
        ];
        for (name, value) in known {
            if let Some(value) = value {
                game.set_tag(name, value.as_str());
            }
        }
        if let Some(tags) = &self.tags {
            let tags: Vec<(String, String)> =
                serde_json::from_str(tags).map_err(|error| GameFault::Tags(error.to_string()))?;
            for (name, value) in tags {
                game.set_tag(&name, value);
            }
        }
        Ok(game)
    }

    /// The FEN of the position from which the game started.
    pub fn start_fen(&self) -> &str {
        self.start.as_deref().unwrap_or(START_FEN)
    }
}
