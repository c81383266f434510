//! Boards: positions, moves in all notations, and the rules of repetition.

use super::messages::{self, Chase, Cycle, CycleMove, Game, Judgement, Move, Side};
use chuhe_engine::board::Position;
use chuhe_engine::notation::chinese::Script;
use chuhe_engine::notation::{MoveFormat, move_text, play_words, position_after};
use chuhe_engine::rules::{self, Rules};
use chuhe_engine::types::{self, Color};
use chuhe_formats::position_text::position_from_text;
use serde::Serialize;

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Red => Self::Red,
            Color::Black => Self::Black,
        }
    }
}

impl From<messages::RuleSet> for rules::RuleSet {
    fn from(rules: messages::RuleSet) -> Self {
        match rules {
            messages::RuleSet::Asian => Self::Asian,
            messages::RuleSet::Chinese => Self::Chinese,
            messages::RuleSet::Computer => Self::Computer,
        }
    }
}

impl Game {
    /// The position after the moves.
    pub(super) fn position(&self) -> Result<Position, String> {
        let start = match &self.fen {
            Some(fen) => Some(position_from_text(fen).map_err(|error| error.to_string())?.fen()),
            None => None,
        };
        let moves = self.moves.iter().map(String::as_str);
        position_after(start.as_deref(), moves, chuhe_engine::notation::iccs::Ranks::FromZero)
            .map_err(|error| error.to_string())
    }
}

pub(super) fn written(position: &Position, mv: types::Move) -> Move {
    let text = |format| move_text(position.board(), mv, format).to_string();
    Move {
        mv: mv.to_string(),
        wxf: text(MoveFormat::Wxf),
        chinese: text(MoveFormat::Chinese(Script::Simplified)),
        traditional: text(MoveFormat::Chinese(Script::Traditional)),
    }
}

/// Converts consecutive moves, up to the first illegal one.
pub(super) fn line(position: &Position, moves: impl IntoIterator<Item = types::Move>) -> Vec<Move> {
    let mut position = position.clone();
    let write = |mv| {
        let is_legal = position.is_legal(mv);
        is_legal.then(|| {
            let text = written(&position, mv);
            position.make_unchecked(mv, &mut ());
            text
        })
    };
    moves.into_iter().map_while(write).collect()
}

pub(super) fn state(game: &Game) -> Result<messages::Position, String> {
    let position = game.position()?;
    let mut legal: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    legal.sort_unstable();
    Ok(messages::Position {
        fen: position.fen(),
        turn: position.side_to_move().into(),
        check: position.in_check(),
        legal,
    })
}

/// The legal moves of the last position, in all notations.
pub(super) fn legal(game: &Game) -> Result<Vec<Move>, String> {
    let position = game.position()?;
    Ok(position.legal_moves().iter().map(|&mv| written(&position, mv)).collect())
}

pub(super) fn played(game: &Game) -> Result<Vec<Move>, String> {
    let end = game.position()?;
    let start = Game { moves: Vec::new(), ..game.clone() }.position()?;
    Ok(line(&start, end.history().iter().filter_map(|undo| undo.mv)))
}

/// Reads moves in any notation and returns them as coordinates.
pub(super) fn read(game: &Game, text: &str) -> Result<Vec<String>, String> {
    let position = game.position()?;
    let end = play_words(&position, text, None).map_err(|error| error.to_string())?;
    let moves = end.history()[position.history().len()..].iter().filter_map(|undo| undo.mv);
    Ok(moves.map(|mv| mv.to_string()).collect())
}

pub(super) fn judge(
    game: &Game,
    rules: messages::RuleSet,
    draw_moves: Option<u16>,
) -> Result<Judgement, String> {
    let default = Rules::default();
    let draw_plies = draw_moves.map_or(default.draw_plies, |moves| moves.saturating_mul(2));
    Ok(judgement(&rules::judge(&game.position()?, &Rules { set: rules.into(), draw_plies })))
}

pub(super) fn judgement(judged: &rules::Judgement) -> Judgement {
    let conduct = |color: Color, cycle: &rules::Cycle| word(&cycle.conducts[color.index()]);
    Judgement {
        over: judged.ending.is_some(),
        winner: judged.ending.and_then(|ending| ending.winner).map(Side::from),
        reason: judged.ending.map(|ending| word(&ending.reason)),
        text: judged.to_string(),
        stood_after: judged.stood_after.clone(),
        counted_plies: judged.counted_plies,
        cycle: judged.cycle.as_ref().map(|cycle| Cycle {
            red: conduct(Color::Red, cycle),
            black: conduct(Color::Black, cycle),
            moves: cycle.moves.iter().map(cycle_move).collect(),
        }),
    }
}

fn cycle_move(mv: &rules::CycleMove) -> CycleMove {
    let chases = mv.chases.iter().map(|chase| Chase {
        piece: chase.victim.piece.kind().name().to_owned(),
        square: chase.victim.square.to_string(),
        by: chase.chasers.iter().map(|chaser| chaser.square.to_string()).collect(),
    });
    CycleMove {
        number: mv.number,
        side: mv.piece.color().into(),
        mv: mv.mv.to_string(),
        piece: mv.piece.kind().name().to_owned(),
        checks: mv.checks,
        threatens_mate: mv.threatens_mate,
        chases: chases.collect(),
    }
}

/// The JSON name of a value.
pub(super) fn word(value: &impl Serialize) -> String {
    let json = serde_json::to_value(value).unwrap_or_default();
    json.as_str().unwrap_or_default().to_owned()
}
