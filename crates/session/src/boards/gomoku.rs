//! Gomoku: finds the forbidden points and the winner, and the program's move.

use std::sync::atomic::AtomicBool;

use gomoku::board::{Color, Point, SIDE_MAX, SIDE_MIN, Size};
use gomoku::engine::{Engine, Settings};
use gomoku::level::Level;
use gomoku::position::{MoveError, Position};
use gomoku::rules::{Foul, Rule};
use serde::{Deserialize, Serialize};

use super::{BoardRequest, TABLE_MB, bad_move, limits, words};
use crate::message::{Failure, FailureCode};
use crate::session::refuse;
use chuhe_localize::tr;

/// The default number of points on a side of the board.
const SIDE: usize = 15;

/// A game of gomoku and, if the program is to move, its level.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GomokuRequest {
    rule: Option<RuleName>,
    size: Option<usize>,
    #[serde(default)]
    moves: String,
    level: Option<LevelName>,
    seed: Option<u32>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RuleName {
    Freestyle,
    Standard,
    Renju,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LevelName {
    Low,
    Middle,
    High,
    Full,
}

/// The game, including the program's move if one was requested.
#[derive(Debug, Serialize)]
pub struct GomokuAnswer {
    /// All moves, including the program's.
    moves: Vec<String>,
    /// The program's move, if it made one.
    played: Option<String>,
    /// The side to move, or null if the game is over.
    side: Option<&'static str>,
    forbidden: Vec<ForbiddenPoint>,
    winner: Option<&'static str>,
    ending: Option<Ending>,
    /// The stones of the winning row, if there is one.
    row: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ForbiddenPoint {
    point: String,
    foul: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Ending {
    /// A row won the game.
    Row,
    /// The board is full.
    Full,
    /// Every free point is forbidden to the side to move, which therefore loses.
    NoMove,
}

impl BoardRequest for GomokuRequest {
    type Answer = GomokuAnswer;

    fn wants_move(&self) -> bool {
        self.level.is_some()
    }

    fn answer(&self, stop: &AtomicBool) -> Result<GomokuAnswer, Failure> {
        let mut position = self.position()?;
        let played = match self.level {
            Some(level) if ending(&position).is_none() => {
                self.play(&mut position, level.into(), stop)
            }
            _ => None,
        };
        Ok(answer(&position, played))
    }
}

impl GomokuRequest {
    /// Plays the moves of the request.
    fn position(&self) -> Result<Position, Failure> {
        let side = self.size.unwrap_or(SIDE);
        let Ok(size) = Size::new(side, side) else {
            let text = tr!("serve-game-size", least = SIDE_MIN, most = SIDE_MAX);
            return Err(refuse(FailureCode::BadValue, text));
        };
        let rule = self.rule.map_or(Rule::Freestyle, Into::into);
        let mut position = Position::new(size, rule);
        for (number, word) in (1..).zip(words(&self.moves)?) {
            let point = size.point_of_name(word).map_err(|error| bad_move(number, word, &error))?;
            if ending(&position) == Some(Ending::NoMove) {
                return Err(bad_move(number, word, &MoveError::Over));
            }
            position.try_play(point).map_err(|error| bad_move(number, word, &error))?;
        }
        Ok(position)
    }

    /// Plays the program's move. The game must not be over.
    fn play(&self, position: &mut Position, level: Level, stop: &AtomicBool) -> Option<Point> {
        let settings = Settings {
            table_megabytes: TABLE_MB,
            level,
            seed: self.seed.unwrap_or(0).into(),
            ..Settings::default()
        };
        let found = Engine::new(settings).think(position, &limits(), stop, |_| {});
        let found = found.and_then(|found| found.line.first().copied());
        // If all points near the stones are forbidden, use any other free point.
        let mut choices = found.into_iter().chain(position.size().points());
        choices.find(|point| position.try_play(*point).is_ok())
    }
}

fn answer(position: &Position, played: Option<Point>) -> GomokuAnswer {
    let size = position.size();
    let ending = ending(position);
    let side = position.to_move();
    let fouls = fouls(position).filter(|_| ending.is_none());
    let forbidden = fouls
        .map(|(point, foul)| ForbiddenPoint { point: size.name(point), foul: foul_name(foul) })
        .collect();
    let winner = match ending {
        Some(Ending::NoMove) => Some(!side),
        _ => position.winner(),
    };
    GomokuAnswer {
        moves: position.played().iter().map(|stone| size.name(stone.0)).collect(),
        played: played.map(|point| size.name(point)),
        side: ending.is_none().then_some(side_name(side)),
        forbidden,
        winner: winner.map(side_name),
        ending,
        row: position.winning_row().into_iter().map(|point| size.name(point)).collect(),
    }
}

/// The points that are forbidden to the side to move.
fn fouls(position: &Position) -> impl Iterator<Item = (Point, Foul)> {
    let free = position.size().points().filter(|point| position.is_empty(*point));
    free.filter_map(|point| Some((point, position.foul(position.to_move(), point)?)))
}

fn ending(position: &Position) -> Option<Ending> {
    if position.winner().is_some() {
        return Some(Ending::Row);
    }
    if position.is_full() {
        return Some(Ending::Full);
    }
    let side = position.to_move();
    let mut free = position.size().points().filter(|point| position.is_empty(*point));
    free.all(|point| position.foul(side, point).is_some()).then_some(Ending::NoMove)
}

const fn side_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

const fn foul_name(foul: Foul) -> &'static str {
    match foul {
        Foul::Overline => "overline",
        Foul::DoubleFour => "double-four",
        Foul::DoubleThree => "double-three",
    }
}

impl From<RuleName> for Rule {
    fn from(name: RuleName) -> Self {
        match name {
            RuleName::Freestyle => Self::Freestyle,
            RuleName::Standard => Self::Standard,
            RuleName::Renju => Self::Renju,
        }
    }
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Low => Self::Low,
            LevelName::Middle => Self::Middle,
            LevelName::High => Self::High,
            LevelName::Full => Self::Full,
        }
    }
}
