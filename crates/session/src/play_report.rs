//! Converts a game between a user and the engine to the form used in messages.

use super::message::{
    Clocks, Evaluation, Finish, HintReport, HintShown, PlayState, ScoreReport, Thought, Warning,
};
use super::written::{deciding_plies, opening_of, position_state, written_line, written_move};
use chuhe_engine::clock::Instant;
use chuhe_engine::types::{Color, Move};
use chuhe_formats::Outcome;
use chuhe_localize::Localize;
use chuhe_localize::blunder_cost;
use chuhe_play::{BlunderWarning, CasualGame, Hint, HintStep, Purpose};

/// The state of a game. `saved` is the name under which it is saved.
pub(super) fn state(game: &CasualGame, saved: Option<&str>, now: Instant) -> PlayState {
    let state = game.state();
    let position = state.position();
    let moves = state.moves();
    PlayState {
        position: position_state(position),
        start: state.start().fen(),
        opening: opening_of(state.start(), &moves),
        moves: written_line(state.start(), moves),
        side: state.person().to_string(),
        both: state.is_shared(),
        thinks: game.thinks().map(thought),
        queue: game.ahead(),
        clocks: state.clocks().map(|it| clocks(it, now)),
        strength: game.strength().into(),
        engine: game.other_engine().map(str::to_owned),
        coach: game.has_coach(),
        held: game.held(),
        warning: game.warning().map(|it| warning(game, it)),
        evaluation: game.evaluation().map(|it| Evaluation {
            red_score: ScoreReport::new(it.for_red, Color::Red),
            line: written_line(position, it.line),
        }),
        finish: state.finish().map(finish),
        saved: saved.map(str::to_owned),
    }
}

pub(super) fn clocks(clocks: &chuhe_play::Clocks, now: Instant) -> Clocks {
    Clocks {
        red_ms: clocks.left(Color::Red, now).as_millis() as u64,
        black_ms: clocks.left(Color::Black, now).as_millis() as u64,
        runs: clocks.running().as_ref().map(ToString::to_string),
    }
}

/// A hint for the current position.
pub(super) fn hint(game: &CasualGame, hint: Hint) -> HintReport {
    let position = game.state().position();
    let line = game.evaluation().map(|it| it.line).unwrap_or_default();
    let is_its = line.first() == Some(&hint.mv);
    let line = if is_its { line } else { vec![hint.mv] };
    HintReport {
        step: match hint.step {
            HintStep::Piece => HintShown::Piece,
            HintStep::Point => HintShown::Point,
            HintStep::Move => HintShown::Move,
        },
        mv: written_move(position, hint.mv),
        line: match hint.step {
            HintStep::Move => written_line(position, line),
            HintStep::Piece | HintStep::Point => Vec::new(),
        },
    }
}

/// A warning against a move that has not been played.
pub(super) fn warning(game: &CasualGame, warning: &BlunderWarning) -> Warning {
    let position = game.state().position();
    let person = game.state().person();
    let line = std::iter::once(warning.mv).chain(warning.refutation.iter().copied());
    let mut line = written_line(position, line.collect::<Vec<Move>>());
    let refutation = line.split_off(line.len().min(1));
    Warning {
        mv: written_move(position, warning.mv),
        red_before: ScoreReport::new(warning.before, person),
        red_after: ScoreReport::new(warning.after, person),
        text: blunder_cost(&warning.cost),
        refutation,
    }
}

const fn thought(purpose: Purpose) -> Thought {
    match purpose {
        Purpose::Move => Thought::Move,
        Purpose::Hint => Thought::Hint,
        Purpose::Evaluation => Thought::Evaluation,
        Purpose::Check(_) => Thought::Check,
        Purpose::Draw => Thought::Draw,
    }
}

pub(super) fn finish(finish: &chuhe_play::Finish) -> Finish {
    Finish {
        winner: match finish.outcome() {
            Outcome::Win(winner) => Some(winner.to_string()),
            Outcome::Draw | Outcome::Unknown => None,
        },
        headline: finish.headline().localize(),
        reasons: vec![finish.localize()],
        moves: match finish {
            chuhe_play::Finish::Law(_, judgement) => deciding_plies(judgement),
            _ => Vec::new(),
        },
    }
}
