//! `perft`: the move generator's proof.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use super::args::PositionArgs;
use crate::board::{Position, divide, perft};
use crate::types::Move;

/// A count that takes longer than this gets a progress bar.
const LONG: Duration = Duration::from_millis(500);

/// Count the leaves of the tree of legal moves (perft)
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe perft 5                           133312995 from the start
  chuhe perft 4 --divide                  the count behind each move
  chuhe perft 3 --moves h2e2 h9g7 --json
  chuhe perft 6 --threads 2

The last line is `nodes N`. The last ply is counted, not played.")]
pub(super) struct PerftArgs {
    /// Length of the move sequences, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,

    #[command(flatten)]
    position: PositionArgs,

    /// Show the count behind each move
    #[arg(long)]
    divide: bool,

    /// Threads to count with
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    fen: String,
    depth: u32,
    nodes: u64,
    time_ms: u64,
    nps: u64,
    threads: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<Branch>,
}

#[derive(Serialize)]
struct Branch {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

impl PerftArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let mut position = self.position.position()?;
        let start = Instant::now();
        let mut branches = Vec::new();
        let nodes = match self.depth {
            0 => perft(&mut position, 0),
            depth => {
                branches = count(&mut position, depth, self.threads as usize, start);
                branches.iter().map(|(_, nodes)| nodes).sum()
            }
        };
        let time = start.elapsed();
        let nps = (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64;
        if !self.divide {
            branches.clear();
        }
        let divide: Vec<Branch> =
            branches.into_iter().map(|(mv, nodes)| Branch { mv: mv.to_string(), nodes }).collect();
        if self.json {
            let report = Report {
                fen: position.fen(),
                depth: self.depth,
                nodes,
                time_ms: time.as_millis() as u64,
                nps,
                threads: self.threads,
                divide,
            };
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            for Branch { mv, nodes } in &divide {
                writeln!(out, "{mv}: {nodes}")?;
            }
            writeln!(out, "time {} ms\nnps {nps}\nnodes {nodes}", time.as_millis())?;
        }
        Ok(())
    }
}

/// The leaves behind each legal move, with a progress bar on a terminal if it takes long.
fn count(position: &mut Position, depth: u32, threads: usize, start: Instant) -> Vec<(Move, u64)> {
    if depth == 1 || !io::stderr().is_terminal() {
        return divide(position, depth, threads);
    }
    let moves = position.legal_moves();
    let bar = ProgressBar::with_draw_target(Some(moves.len() as u64), ProgressDrawTarget::hidden());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} moves, {eta} left") {
        bar.set_style(style);
    }
    let counts = moves
        .into_iter()
        .map(|mv| {
            position.make(mv, &mut ());
            let nodes = divide(position, depth - 1, threads).iter().map(|(_, nodes)| nodes).sum();
            position.unmake(&mut ());
            if bar.is_hidden() && start.elapsed() > LONG {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            bar.inc(1);
            (mv, nodes)
        })
        .collect();
    bar.finish_and_clear();
    counts
}
