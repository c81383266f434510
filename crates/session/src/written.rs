//! Converts moves, scores and positions to the form used in messages.

use super::message::{Opening, PositionState, Verdict, WrittenMove};
use chuhe_engine::board::Position;
use chuhe_engine::notation::chinese::Script;
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::rules::{Judgement, Rules, judge};
use chuhe_engine::types::Move;
use chuhe_formats::opening::opening;
use chuhe_localize::Localize;

/// Writes a legal move in every notation.
pub fn written_move(position: &Position, mv: Move) -> WrittenMove {
    let text = |format| move_text(position.board(), mv, format).to_string();
    WrittenMove {
        mv,
        wxf: text(MoveFormat::Wxf),
        chinese: text(MoveFormat::Chinese(Script::Simplified)),
        traditional: text(MoveFormat::Chinese(Script::Traditional)),
    }
}

/// Writes the moves in a line in every notation, up to the first illegal one.
pub fn written_line(
    position: &Position,
    moves: impl IntoIterator<Item = Move>,
) -> Vec<WrittenMove> {
    let mut position = position.clone();
    let moves = moves.into_iter().map_while(|mv| {
        position.check_move(mv).ok()?;
        let written = written_move(&position, mv);
        position.make_unchecked(mv, &mut ());
        Some(written)
    });
    moves.collect()
}

pub(super) fn position_state(position: &Position) -> PositionState {
    PositionState {
        fen: position.fen(),
        legal: position.legal_moves().iter().copied().collect(),
        side: position.side_to_move().to_string(),
        check: position.in_check(),
        moves: None,
        opening: None,
        verdict: None,
        note: position.board().stray_pawn().as_ref().map(Localize::localize),
    }
}

/// Describes the position at the end of a line, with the moves, the opening and the verdict.
pub(super) fn position_in_line(start: &Position, end: &Position, rules: Rules) -> PositionState {
    let moves: Vec<Move> = end.history().iter().filter_map(|undo| undo.mv).collect();
    PositionState {
        opening: opening_of(start, &moves),
        verdict: verdict(&judge(end, &rules)),
        moves: Some(written_line(start, moves)),
        ..position_state(end)
    }
}

pub(super) fn opening_of(start: &Position, moves: &[Move]) -> Option<Opening> {
    opening(start, moves.iter().copied())
}

/// How the rules ended a game.
fn verdict(judgement: &Judgement) -> Option<Verdict> {
    judgement.ending.map(|ending| Verdict {
        winner: ending.winner.as_ref().map(ToString::to_string),
        reason: ending.reason,
        text: judgement.localize(),
        moves: deciding_plies(judgement),
    })
}

/// The numbers of the plies in the cycle that decided the game; empty without a repetition.
pub(super) fn deciding_plies(judgement: &Judgement) -> Vec<usize> {
    judgement.cycle.iter().flat_map(|cycle| &cycle.moves).map(|mv| mv.number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_before_an_illegal_move() {
        let moves = ["h2e2", "h9g7", "a0a9"].map(|text| text.parse().unwrap());
        let line = written_line(&Position::startpos(), moves);
        assert_eq!(line.len(), 2);
        assert_eq!((&line[0].wxf[..], &line[0].chinese[..]), ("C2.5", "炮二平五"));
        assert_eq!(line[1].traditional, "馬８進７");
    }

    #[test]
    fn finished_position_names_the_reason() {
        let start = Position::from_fen("3k5/8R/9/9/9/9/9/9/R8/4K4 w").unwrap();
        let mut end = start.clone();
        end.play("a1a9".parse().unwrap()).unwrap();
        let state = position_in_line(&start, &end, Rules::default());
        let verdict = state.verdict.unwrap();
        assert_eq!(verdict.winner.as_deref(), Some("red"));
        assert!(state.legal.is_empty() && state.check && state.side == "black");
        assert!(position_in_line(&start, &start, Rules::default()).verdict.is_none());
    }
}
