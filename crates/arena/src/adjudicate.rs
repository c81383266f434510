//! Adjudication: ends games early because of the engines' own scores or endgame tables. It is off by default.
//!
//! ```
//! use chuhe_arena::adjudicate::Resign;
//!
//! let resign = Resign::from_words(["movecount=3", "score=600"])?;
//! assert!(!resign.two_sided);
//! # Ok::<(), chuhe_arena::settings::SettingError>(())
//! ```

use serde::{Deserialize, Serialize};

use super::settings::{self, SettingError, bad_value, forms, split, switch, unknown_key};
use chuhe_engine::board::Position;
use chuhe_engine::rules::Rules;
use chuhe_engine::tables::{TableValue, Tables};
use chuhe_engine::types::{Color, Score};
use chuhe_formats::PLIES_MAX;

/// When games are ended early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Adjudication {
    /// When a side loses because of its scores.
    pub resign: Option<Resign>,
    /// When a game is drawn because of both sides' scores.
    pub draw: Option<Draw>,
    /// The number of moves of each side after which the game is drawn.
    pub max_moves: Option<u32>,
}

/// A side loses when its own score is bad for several moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Resign {
    /// The number of moves in a row, 1 or more.
    pub move_count: u32,
    /// The bound for the scores: they must be at or below minus this number, in the engine's own centipawns.
    pub score: i32,
    /// Whether the opponent's score must agree.
    pub two_sided: bool,
}

/// A game is drawn when both scores are near 0 for several moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Draw {
    /// The number of moves that each side must have played first.
    pub move_number: u32,
    /// The number of moves of each side in a row, 1 or more.
    pub move_count: u32,
    /// The maximum distance of the scores from 0, in each engine's own centipawns.
    pub score: i32,
}

impl Resign {
    /// Parses `movecount=N score=N twosided=BOOL`.
    ///
    /// # Errors
    /// If a key is unknown or its value is invalid.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, SettingError> {
        let mut resign = Self { move_count: 1, score: 0, two_sided: false };
        for word in words {
            let (key, value) = split(word)?;
            match key {
                "movecount" => resign.move_count = count(key, value)?,
                "score" => resign.score = score(key, value)?,
                "twosided" => {
                    resign.two_sided =
                        switch(value).ok_or_else(|| bad_value(key, value, forms::TRUTH))?;
                }
                _ => return Err(unknown_key(key, &["movecount", "score", "twosided"])),
            }
        }
        Ok(resign)
    }
}

impl Draw {
    /// Parses `movenumber=N movecount=N score=N`.
    ///
    /// # Errors
    /// If a key is unknown or its value is invalid.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, SettingError> {
        let mut draw = Self { move_number: 0, move_count: 1, score: 0 };
        for word in words {
            let (key, value) = split(word)?;
            match key {
                "movenumber" => {
                    let number = settings::count(value);
                    draw.move_number = number.ok_or_else(|| bad_value(key, value, forms::MOVES))?;
                }
                "movecount" => draw.move_count = count(key, value)?,
                "score" => draw.score = score(key, value)?,
                _ => return Err(unknown_key(key, &["movenumber", "movecount", "score"])),
            }
        }
        Ok(draw)
    }
}

fn count(key: &str, value: &str) -> Result<u32, SettingError> {
    let count = settings::count(value).filter(|&count| count > 0);
    count.ok_or_else(|| bad_value(key, value, forms::MOVES_POSITIVE))
}

fn score(key: &str, value: &str) -> Result<i32, SettingError> {
    let score = settings::count(value).filter(|score| (0..=30_000).contains(score));
    score.ok_or_else(|| bad_value(key, value, forms::SCORE))
}

/// Why a game was ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Because of the losing side's scores.
    Lost,
    /// Because of both sides' scores.
    Even,
    /// Because of the number of moves.
    Length,
    /// Because of an endgame table.
    Table,
}

/// The result of a position under perfect play, according to endgame tables: the winner, if any, and the cause. Returns
/// `None`, so the game continues, in three cases: the tables lack the position; the win relies on the ban on perpetual
/// check, so its distance is unknown; or mate might come only after the move count has drawn the game.
pub(super) fn by_table(
    tables: &Tables,
    position: &Position,
    rules: Rules,
) -> Option<(Option<Color>, Cause)> {
    if position.board().pieces().count() > tables.pieces_max() as usize {
        return None;
    }
    let value = tables.probe(position.board()).unwrap_or_else(|error| {
        log::warn!("{error}");
        None
    })?;
    let us = position.side_to_move();
    let (winner, plies) = match value {
        TableValue::WinIn(plies) => (us, plies),
        TableValue::LossIn(plies) => (!us, plies),
        TableValue::Draw => return Some((None, Cause::Table)),
        _ => return None,
    };
    let most = rules.draw_plies;
    let in_time = most == 0 || position.plies_since_capture().saturating_add(plies) <= most;
    in_time.then_some((Some(winner), Cause::Table))
}

/// A game is drawn before it becomes longer than files allow.
pub(super) fn by_length(plies: usize) -> Option<(Option<Color>, Cause)> {
    (plies >= PLIES_MAX).then_some((None, Cause::Length))
}

/// Follows the scores of one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adjudicator {
    settings: Adjudication,
    plies: u32,
    /// For each side, the numbers of moves in a row with a losing score (`lost`) and with a winning score (`won`).
    lost: [u32; 2],
    won: [u32; 2],
    /// Plies in a row with a score near 0.
    even: u32,
}

impl Adjudicator {
    pub(super) fn new(settings: Adjudication) -> Self {
        Self { settings, plies: 0, lost: [0; 2], won: [0; 2], even: 0 }
    }

    /// Records the score of a move, if any. If this ends the game, returns the winner, if any, and the cause.
    pub(super) fn record(
        &mut self,
        mover: Color,
        score: Option<Score>,
    ) -> Option<(Option<Color>, Cause)> {
        self.plies += 1;
        let us = mover.index();
        let centipawns = match score {
            Some(Score::Cp(cp)) => Some(cp),
            Some(Score::MateIn(_)) => Some(i32::MAX),
            Some(Score::MatedIn(_)) => Some(-i32::MAX),
            None => None,
        };
        if let Some(Resign { move_count, score, two_sided }) = self.settings.resign {
            extend_run(&mut self.lost[us], centipawns.is_some_and(|cp| cp <= -score));
            extend_run(&mut self.won[us], centipawns.is_some_and(|cp| cp >= score));
            for side in [mover, !mover] {
                let agreed = !two_sided || self.won[(!side).index()] >= move_count;
                if self.lost[side.index()] >= move_count && agreed {
                    return Some((Some(!side), Cause::Lost));
                }
            }
        }
        if let Some(Draw { move_number, move_count, score }) = self.settings.draw {
            extend_run(&mut self.even, centipawns.is_some_and(|cp| cp.abs() <= score));
            if self.even >= move_count.saturating_mul(2)
                && self.plies >= move_number.saturating_mul(2)
            {
                return Some((None, Cause::Even));
            }
        }
        match self.settings.max_moves {
            Some(moves) if self.plies >= moves.saturating_mul(2) => Some((None, Cause::Length)),
            _ => None,
        }
    }
}

fn extend_run(length: &mut u32, goes_on: bool) {
    *length = if goes_on { *length + 1 } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a game in which Red and Black report these scores in turn. Returns how it ends, and after how many plies.
    fn outcome(settings: Adjudication, scores: &[i32]) -> Option<(usize, Option<Color>, Cause)> {
        let mut adjudicator = Adjudicator::new(settings);
        scores.iter().enumerate().find_map(|(ply, &cp)| {
            let mover = Color::ALL[ply % 2];
            let (winner, cause) = adjudicator.record(mover, Some(Score::Cp(cp)))?;
            Some((ply + 1, winner, cause))
        })
    }

    #[test]
    fn nothing_ends_a_game_by_default() {
        assert_eq!(outcome(Adjudication::default(), &[0; 1000]), None);
        assert_eq!(outcome(Adjudication::default(), &[-30_000; 1000]), None);
    }

    #[test]
    fn a_side_resigns_after_enough_bad_moves_in_a_row() {
        let words = ["movecount=2", "score=500"];
        let resign = Some(Resign::from_words(words).unwrap());
        let one_sided = Adjudication { resign, ..Adjudication::default() };
        let black_wins = |ply| Some((ply, Some(Color::Black), Cause::Lost));
        assert_eq!(outcome(one_sided, &[-600, 0, -600, 0]), black_wins(3));
        assert_eq!(outcome(one_sided, &[-600, 0, -400, 0, -600, 0]), None);
        let resign = resign.map(|resign| Resign { two_sided: true, ..resign });
        let two_sided = Adjudication { resign, ..Adjudication::default() };
        assert_eq!(outcome(two_sided, &[-600, 0, -600, 0]), None);
        assert_eq!(outcome(two_sided, &[-600, 600, -600, 600]), black_wins(4));
    }

    #[test]
    fn even_games_are_drawn_after_the_opening() {
        let draw = Some(Draw::from_words(["movenumber=3", "movecount=2", "score=10"]).unwrap());
        let settings = Adjudication { draw, ..Adjudication::default() };
        let drawn = |ply| Some((ply, None, Cause::Even));
        assert_eq!(outcome(settings, &[5, -5, 5, -5, 5, -5]), drawn(6));
        assert_eq!(outcome(settings, &[5, -5, 5, 50, 5, -5, 9, 10]), drawn(8));
    }

    #[test]
    fn long_games_are_drawn() {
        let settings = Adjudication { max_moves: Some(2), ..Adjudication::default() };
        assert_eq!(outcome(settings, &[900; 9]), Some((4, None, Cause::Length)));
        let settings = Adjudication { max_moves: Some(u32::MAX), ..Adjudication::default() };
        assert_eq!(outcome(settings, &[900; 9]), None);
        assert_eq!(by_length(PLIES_MAX - 1), None);
        assert_eq!(by_length(PLIES_MAX), Some((None, Cause::Length)));
    }

    #[test]
    fn refusals_name_the_word() {
        assert!(Resign::from_words(["movecount=0"]).is_err());
        assert!(Draw::from_words(["score=-1"]).is_err());
        let error = Draw::from_words(["twosided=true"]).unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown setting `twosided`; expected one of movenumber, movecount, score"
        );
    }
}
