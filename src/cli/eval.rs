//! `eval`: the evaluation, term by term.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::args::PositionArgs;
use crate::eval::Trace;

/// Show the evaluation (评估) of a position, term by term
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe eval
  chuhe eval --moves h2e2 h9g7
  chuhe eval --fen '3k5/4a4/9/9/4P4/9/9/9/9/4K4 w' --json

Each term has a value for the middle game (mg) and one for the endgame (eg); the total is a blend of
both, by how much is left of the middle game, plus a bonus for the side to move. The table is in
pawns, the total from Red's view; with --json all is in centipawns.")]
pub(super) struct EvalArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct EvalReport<'a> {
    fen: String,
    #[serde(flatten)]
    trace: &'a Trace,
}

impl EvalArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let position = self.position.position()?;
        let trace = &Trace::of(position.board());
        let fen = position.fen();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&EvalReport { fen, trace })?)?;
        } else {
            writeln!(out, "{fen}\n\n{trace}")?;
        }
        Ok(())
    }
}
