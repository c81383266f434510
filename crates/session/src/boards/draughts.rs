//! Draughts: finds the legal moves, the result of the game, and the program's move.

use std::sync::atomic::AtomicBool;

use draughts::board::{Board, Move};
use draughts::engine::{Engine, Settings};
use draughts::geometry::bits;
use draughts::level::Level;
use draughts::moves::{legal_moves, paths};
use draughts::notation::{fen, move_text, read_move};
use draughts::pdn::PdnGame;
use draughts::position::{DrawReason, GameResult, Position};
use draughts::variant::{Color, Variant};
use serde::{Deserialize, Serialize};

use super::{BoardRequest, TABLE_MB, bad_move, limits, words};
use crate::message::{Failure, FailureCode};
use crate::session::refuse;
use chuhe_localize::tr;

/// The maximum length of a game, in plies.
const PLIES_MAX: usize = 1000;
/// The maximum number of routes reported for one capture.
const WAYS_MAX: usize = 16;

/// A game of draughts and, if the program is to move, its level.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraughtsRequest {
    variant: Option<VariantName>,
    #[serde(default)]
    moves: String,
    level: Option<u8>,
    seed: Option<u32>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum VariantName {
    International,
    Source,
    English,
}

/// The game, including the program's move if one was requested.
#[derive(Debug, Serialize)]
pub struct DraughtsAnswer {
    /// All moves, including the program's.
    moves: Vec<String>,
    /// The program's move, if it made one.
    played: Option<String>,
    /// The position after all moves.
    fen: String,
    /// The side to move, or null if the game is over.
    side: Option<&'static str>,
    legal: Vec<DraughtsMove>,
    /// The last move.
    last: Option<DraughtsMove>,
    winner: Option<&'static str>,
    ending: Option<Ending>,
    pdn: String,
}

/// A move, as numbers of squares.
#[derive(Clone, Debug, Serialize)]
struct DraughtsMove {
    #[serde(rename = "move")]
    text: String,
    /// The routes of the move: the squares that the piece visits, from first to last.
    ways: Vec<Vec<u8>>,
    captured: Vec<u8>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Ending {
    /// The side to move has no pieces.
    NoPieces,
    /// The side to move has no legal move.
    NoMove,
    Repetition,
    OnlyKings,
    LoneKing,
}

/// A game and its last move.
struct Game {
    position: Position,
    moves: Vec<String>,
    last: Option<DraughtsMove>,
}

impl BoardRequest for DraughtsRequest {
    type Answer = DraughtsAnswer;

    fn wants_move(&self) -> bool {
        self.level.is_some()
    }

    fn answer(&self, stop: &AtomicBool) -> Result<DraughtsAnswer, Failure> {
        let level = match self.level {
            None => None,
            Some(number) => Some(Level::new(number).ok_or_else(|| {
                refuse(FailureCode::BadValue, tr!("serve-game-level", least = 1, most = 10))
            })?),
        };
        let mut game = self.game()?;
        let is_over = game.position.result().is_some();
        let played = level.filter(|_| !is_over).and_then(|level| {
            let settings = Settings {
                megabytes: TABLE_MB,
                level,
                seed: self.seed.unwrap_or(0).into(),
                ..Settings::default()
            };
            let found = Engine::new(settings).think(&game.position, limits(), stop, |_| {})?;
            game.play(*found.line.first()?);
            game.moves.last().cloned()
        });
        Ok(game.answer(played))
    }
}

impl DraughtsRequest {
    /// Plays the moves of the request.
    fn game(&self) -> Result<Game, Failure> {
        let variant = self.variant.map_or(Variant::International, Into::into);
        let mut game = Game { position: Position::start(variant), moves: Vec::new(), last: None };
        for (number, word) in (1..).zip(words(&self.moves)?) {
            if number > PLIES_MAX {
                let text = tr!("serve-game-plies", most = PLIES_MAX);
                return Err(refuse(FailureCode::BadValue, text));
            }
            if game.position.result().is_some() {
                return Err(bad_move(number, word, &"the game is over"));
            }
            let mv = read_move(game.position.board(), word);
            game.play(mv.map_err(|error| bad_move(number, word, &error))?);
        }
        Ok(game)
    }
}

impl Game {
    fn play(&mut self, mv: Move) {
        let written = written(self.position.board(), mv);
        self.moves.push(written.text.clone());
        self.last = Some(written);
        self.position.play(mv);
    }

    fn answer(self, played: Option<String>) -> DraughtsAnswer {
        let Self { position, moves, last } = self;
        let board = position.board();
        let result = position.result();
        let legal = if result.is_none() { legal_moves(board) } else { Vec::new() };
        DraughtsAnswer {
            moves,
            played,
            fen: fen(board),
            side: result.is_none().then_some(side_name(board.side())),
            legal: legal.into_iter().map(|mv| written(board, mv)).collect(),
            last,
            winner: match result {
                Some(GameResult::Won(color)) => Some(side_name(color)),
                _ => None,
            },
            ending: result.map(|result| ending(&position, result)),
            pdn: PdnGame::new(position.clone()).to_string(),
        }
    }
}

fn ending(position: &Position, result: GameResult) -> Ending {
    let board = position.board();
    match (result, position.draw()) {
        (GameResult::Draw, Some(DrawReason::OnlyKings)) => Ending::OnlyKings,
        (GameResult::Draw, Some(DrawReason::LoneKing)) => Ending::LoneKing,
        (GameResult::Draw, _) => Ending::Repetition,
        (GameResult::Won(_), _) if board.pieces(board.side()) == 0 => Ending::NoPieces,
        (GameResult::Won(_), _) => Ending::NoMove,
    }
}

fn written(board: &Board, mv: Move) -> DraughtsMove {
    let geometry = &board.rules().geometry;
    let numbers = |way: Vec<u8>| way.into_iter().map(|bit| geometry.number(bit)).collect();
    DraughtsMove {
        text: move_text(board, mv),
        ways: paths(board, mv).into_iter().take(WAYS_MAX).map(numbers).collect(),
        captured: numbers(bits(mv.captured).collect()),
    }
}

const fn side_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl From<VariantName> for Variant {
    fn from(name: VariantName) -> Self {
        match name {
            VariantName::International => Self::International,
            VariantName::Source => Self::Source,
            VariantName::English => Self::English,
        }
    }
}
