//! `eval`: shows the evaluation, term by term and piece by piece.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::args::{OptionSetting, engine_error};
use super::position::PositionArgs;
use crate::cli::outputs;
use crate::failure;
use chuhe_engine::engine::Engine;
use chuhe_engine::engine::config::Config;
use chuhe_engine::eval::Trace;
use chuhe_engine::eval::network::NetworkTrace;
use chuhe_engine::memory::MemoryLimit;
use chuhe_localize::Localize;

/// Show the evaluation (评估) of a position, term by term
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe eval
  chuhe eval h2e2 h9g7
  chuhe eval '3k5/4a4/9/9/4P4/9/9/9/9/4K4 w' --json
  chuhe eval --option EvalFile=my.nn

Each term has a value for the middlegame (mg) and one for the endgame (eg). The total blends the two according to the
material left on the board and adds a bonus for the side to move. The table is in pawns, from Red's point of view;
--json uses centipawns. If the engine uses a network, the network's value follows, with each piece's share: how much the
value drops when the piece is removed.")]
pub(super) struct EvalArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Set any option listed by `chuhe options`; can be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = OptionSetting::parse)]
    options: Vec<OptionSetting>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct EvalReport<'a> {
    fen: String,
    #[serde(flatten)]
    trace: &'a Trace,
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<&'a NetworkTrace>,
}

impl EvalArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<()> {
        let position = self.position.position()?;
        let memory = MemoryLimit::of_control_groups();
        let mut config = Config { hash_mb: 1, memory, ..Config::default() };
        self.options.iter().for_each(|setting| setting.apply(&mut config));
        let engine = Engine::with_config(config).map_err(engine_error)?;
        let trace = &Trace::of(position.board());
        let network = engine.network().map(|network| NetworkTrace::of(network, position.board()));
        let network = network.as_ref();
        let fen = position.fen();
        if self.json {
            outputs::json(out, &EvalReport { fen, trace, network })?;
            return Ok(());
        }
        writeln!(out, "{fen}\n\n{}", trace.localize())?;
        if let Some(network) = network {
            writeln!(out, "\n{}", network.localize())?;
        }
        Ok(())
    }
}
