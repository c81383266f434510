//! Serializable judgements for other programs.

use serde::Serialize;

use super::{Conduct, CycleMove, Ending, Judgement, PieceOnSquare, Reason, RuleSet};
use crate::types::Color;

/// A judgement with its reasons, in a form for serialization.
#[derive(Clone, Debug, Serialize)]
pub struct JudgementReport {
    verdict: &'static str,
    reason: Option<Reason>,
    text: String,
    rules: RuleSet,
    fen: String,
    /// The number of moves played before each occurrence of the position.
    stood_after: Vec<usize>,
    counted_plies: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<CycleReport>,
}

#[derive(Clone, Debug, Serialize)]
struct CycleReport {
    red: Conduct,
    black: Conduct,
    moves: Vec<CycleMoveReport>,
}

#[derive(Clone, Debug, Serialize)]
struct CycleMoveReport {
    number: usize,
    side: Color,
    #[serde(rename = "move")]
    mv: String,
    piece: &'static str,
    checks: bool,
    threatens_mate: bool,
    chases: Vec<ChaseReport>,
}

#[derive(Clone, Debug, Serialize)]
struct ChaseReport {
    piece: &'static str,
    square: String,
    by: Vec<StandingReport>,
}

#[derive(Clone, Debug, Serialize)]
struct StandingReport {
    piece: &'static str,
    square: String,
}

impl JudgementReport {
    /// The report on a judgement of the position with this FEN.
    pub fn new(judgement: &Judgement, fen: String) -> Self {
        Self {
            verdict: Ending::word(judgement.ending.as_ref()),
            reason: judgement.ending.map(|ending| ending.reason),
            // The text is always English, because programs compare it.
            text: judgement.to_string(),
            rules: judgement.rules.set,
            fen,
            stood_after: judgement.stood_after.clone(),
            counted_plies: judgement.counted_plies,
            cycle: judgement.cycle.as_ref().map(|cycle| CycleReport {
                red: cycle.conducts[Color::Red.index()],
                black: cycle.conducts[Color::Black.index()],
                moves: cycle.moves.iter().map(CycleMoveReport::new).collect(),
            }),
        }
    }
}

impl CycleMoveReport {
    fn new(mv: &CycleMove) -> Self {
        let chases = mv.chases.iter().map(|chase| ChaseReport {
            piece: chase.victim.piece.kind().name(),
            square: chase.victim.square.to_string(),
            by: chase.chasers.iter().copied().map(StandingReport::new).collect(),
        });
        Self {
            number: mv.number,
            side: mv.piece.color(),
            mv: mv.mv.to_string(),
            piece: mv.piece.kind().name(),
            checks: mv.checks,
            threatens_mate: mv.threatens_mate,
            chases: chases.collect(),
        }
    }
}

impl StandingReport {
    fn new(standing: PieceOnSquare) -> Self {
        Self { piece: standing.piece.kind().name(), square: standing.square.to_string() }
    }
}
