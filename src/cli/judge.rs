//! `judge`: whether a game has ended, and by what law.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::args::PositionArgs;
use crate::rules::{self, Conduct, CycleMove, Ending, Judgement, Reason, RuleSet, Rules, Standing};
use crate::types::Color;

/// Judge a game (裁决): repetition, move count, mate, dead material
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe judge --fen '5k3/9/2R6/9/c3c4/9/9/9/9/3K5 w' \\
      --moves 'c7c5 e5e7 c5c7 e7e5 c7c5 e5e7 c5c7 e7e5'
  chuhe judge --rules chinese --moves h2e2 h9g7
  chuhe judge --rules computer --moves 'h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9' --json

The first word is draw, red_loses, black_loses or ongoing. It is the verdict on the position after the
last move. Moves are counted one by one, both sides together. docs/rules.md has the law.")]
pub(super) struct JudgeArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// The law of repetition (规则): asian, chinese or computer
    #[arg(long, value_name = "SET", default_value_t = RuleSet::default())]
    rules: RuleSet,

    /// Full moves without a capture after which a game is drawn; 0 for never
    #[arg(long, value_name = "N", default_value_t = u32::from(Rules::default().draw_plies / 2),
          value_parser = clap::value_parser!(u32).range(0..=500))]
    move_limit: u32,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    verdict: &'static str,
    reason: Option<Reason>,
    text: String,
    rules: RuleSet,
    fen: String,
    /// After how many moves the position stood.
    stood_after: Vec<usize>,
    counted_plies: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<CycleReport>,
}

#[derive(Serialize)]
struct CycleReport {
    red: Conduct,
    black: Conduct,
    moves: Vec<MoveReport>,
}

#[derive(Serialize)]
struct MoveReport {
    number: usize,
    side: &'static str,
    #[serde(rename = "move")]
    mv: String,
    piece: &'static str,
    checks: bool,
    threatens_mate: bool,
    chases: Vec<ChaseReport>,
}

#[derive(Serialize)]
struct ChaseReport {
    piece: &'static str,
    square: String,
    by: Vec<PieceReport>,
}

#[derive(Serialize)]
struct PieceReport {
    piece: &'static str,
    square: String,
}

impl JudgeArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let position = self.position.position()?;
        let rules = Rules { set: self.rules, draw_plies: (2 * self.move_limit) as u16 };
        let judgement = rules::judge(&position, &rules);
        if self.json {
            let report = Report::new(&judgement, position.fen());
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            write_text(&judgement, out)?;
        }
        Ok(())
    }
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Red => "red",
        Color::Black => "black",
    }
}

/// The verdict in a line, and under it the moves of the cycle.
fn write_text(judgement: &Judgement, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{judgement}")?;
    for mv in judgement.cycle.iter().flat_map(|cycle| &cycle.moves) {
        let color = side(mv.piece.color());
        writeln!(out, "{:>4} {color:<5} {}  {mv}", mv.number, mv.mv)?;
    }
    Ok(())
}

impl Report {
    fn new(judgement: &Judgement, fen: String) -> Self {
        Self {
            verdict: Ending::word(judgement.ending.as_ref()),
            reason: judgement.ending.map(|ending| ending.reason),
            text: judgement.to_string(),
            rules: judgement.rules.set,
            fen,
            stood_after: judgement.stood_after.clone(),
            counted_plies: judgement.counted_plies,
            cycle: judgement.cycle.as_ref().map(|cycle| CycleReport {
                red: cycle.conducts[Color::Red.index()],
                black: cycle.conducts[Color::Black.index()],
                moves: cycle.moves.iter().map(MoveReport::new).collect(),
            }),
        }
    }
}

impl MoveReport {
    fn new(mv: &CycleMove) -> Self {
        let chases = mv.chases.iter().map(|chase| ChaseReport {
            piece: chase.victim.piece.kind().name(),
            square: chase.victim.square.to_string(),
            by: chase.chasers.iter().copied().map(PieceReport::new).collect(),
        });
        Self {
            number: mv.number,
            side: side(mv.piece.color()),
            mv: mv.mv.to_string(),
            piece: mv.piece.kind().name(),
            checks: mv.checks,
            threatens_mate: mv.threatens_mate,
            chases: chases.collect(),
        }
    }
}

impl PieceReport {
    fn new(standing: Standing) -> Self {
        Self { piece: standing.piece.kind().name(), square: standing.square.to_string() }
    }
}
