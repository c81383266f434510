//! `perft`: checks the move generator.

use std::io::Write;
use std::num::NonZero;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressDrawTarget;
use serde::Serialize;

use super::args::NotationArgs;
use super::numbers::{threads, whole};
use super::position::PositionArgs;
use super::progress;
use crate::cli::outputs;
use crate::failure;
use chuhe_engine::board::{PERFT_DEPTH_MAX, Position, divide_watched, perft};
use chuhe_engine::notation::{MoveFormat, line_texts};
use chuhe_engine::types::Move;
use chuhe_localize::tr;

/// How long a count may take without a progress bar.
const LONG: Duration = Duration::from_millis(500);

/// Count the leaves of the tree of legal moves (perft)
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe perft 5                           133312995 leaves
  chuhe perft 4 --divide                  the count after each move
  chuhe perft 3 h2e2 h9g7 --json
  chuhe perft 2 炮二平五 --divide --notation chinese
  chuhe perft 6 --threads 2

The last line of the output is `nodes N`. Moves of the last ply are counted without being played.")]
pub(super) struct PerftArgs {
    /// Depth in plies
    #[arg(value_parser = whole::<u32>(0..=u64::from(PERFT_DEPTH_MAX)))]
    depth: u32,

    #[command(flatten)]
    position: PositionArgs,

    /// Also show the count after each legal move
    #[arg(long)]
    divide: bool,

    #[command(flatten)]
    notation: NotationArgs,

    /// Number of threads; 0 for one per core
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    threads: NonZero<usize>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PerftReport {
    fen: String,
    depth: u32,
    nodes: u64,
    time_ms: u64,
    nps: u64,
    threads: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<RootMoveCount>,
}

#[derive(Serialize)]
struct RootMoveCount {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

impl PerftArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<()> {
        let mut position = self.position.position()?;
        let start = Instant::now();
        let mut branches = Vec::new();
        let nodes = match self.depth {
            0 => perft(&mut position, 0),
            depth => {
                branches = count(&position, depth, self.threads.get());
                branches.iter().map(|(_, nodes)| nodes).sum()
            }
        };
        let time = start.elapsed();
        let nps = (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64;
        if !self.divide {
            branches.clear();
        }
        // JSON always uses coordinates.
        let format = if self.json { MoveFormat::Coordinates } else { self.notation.format() };
        let text = |mv| line_texts(&position, &[mv], format).concat();
        let divide: Vec<RootMoveCount> =
            branches.into_iter().map(|(mv, nodes)| RootMoveCount { mv: text(mv), nodes }).collect();
        if self.json {
            let report = PerftReport {
                fen: position.fen(),
                depth: self.depth,
                nodes,
                time_ms: time.as_millis() as u64,
                nps,
                threads: self.threads.get(),
                divide,
            };
            outputs::json(out, &report)?;
        } else {
            for RootMoveCount { mv, nodes } in &divide {
                writeln!(out, "{mv}: {nodes}")?;
            }
            writeln!(out, "time {} ms\nnps {nps}\nnodes {nodes}", time.as_millis())?;
        }
        Ok(())
    }
}

/// Counts the leaves after each legal move, with a progress bar if the count takes a long time.
fn count(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let moves = position.legal_moves().len() as u64;
    let bar = progress::bar(moves, &tr!("perft-progress"));
    bar.set_draw_target(ProgressDrawTarget::hidden());
    let start = Instant::now();
    let counts = divide_watched(position, depth, threads, &|| {
        if bar.is_hidden() && start.elapsed() > LONG {
            bar.set_draw_target(progress::target());
        }
        bar.inc(1);
    });
    bar.finish_and_clear();
    counts
}
