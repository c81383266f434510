//! `analyze`: searches one position or many.

mod batch;
mod block;
mod lines;
mod live;
mod single;

use std::ffi::OsString;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::Ending;
use super::args::{EngineArgs, NotationArgs, OptionSetting, parse_multipv, parse_time};
use super::inputs::{SourceArgs, Which};
use super::numbers::{jobs, whole};
use super::position::{Named, PositionText};
use super::terminal::BoardArgs;
use crate::failure;
use chuhe_engine::board::Position;
use chuhe_review::analysis::{ExpectedMoves, PositionLimits};

/// The search time if no limit is set.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Search a position (分析), or all positions in files, and show the best moves
#[derive(Debug, Args)]
#[command(
    visible_alias = "analyse",
    after_help = "\
Examples:
  chuhe analyze                                   start position, five seconds
  chuhe analyze h2e2 h9g7 --depth 16              after two moves
  chuhe analyze '3k5/4a4/9/9/4P4/9/9/9/9/4K4 w' --movetime 2s --multipv 3
  chuhe analyze --nodes 1000000 --json | jq '.lines[0].pv'
  chuhe analyze 炮二平五 --notation chinese --option 'Skill Level=3'
  chuhe analyze positions.fen --nodes 10k --jobs 4 -o results.csv
  chuhe analyze games/ --positions all --depth 12 --json > results.jsonl

Text output shows moves in the chosen --notation and scores in pawns, from Red's point of view. JSON and CSV show
moves as coordinates, such as h2e2, with files a to i from Red's left and ranks 0 to 9 from Red's side, and scores in
centipawns, from the point of view of the side to move. If several limits are given, the first one reached ends the
search. Ctrl-C also ends the search and keeps the result so far. With --json, one object per position is printed at the
end; distances to mate are given in plies.

Of several positions or files, each position is searched separately, starting from an empty transposition table. With
one thread and a limit set by --nodes or --depth, the output is therefore independent of --jobs and of the other
positions. Results appear in the order of the input. With --out, running the same command again resumes an interrupted
run. Unreadable input is reported on stderr and skipped. If an EPD names moves to find (bm) or to avoid (am), the
position's result is marked as right or wrong, and the totals are printed at the end."
)]
pub(super) struct AnalyzeArgs {
    /// Positions (局面): each is startpos, a FEN, moves, or one of the first two followed by moves; or files or folders
    /// of positions or games, - for standard input [default: the start position]
    #[arg(value_name = "POSITION")]
    inputs: Vec<OsString>,

    #[command(flatten)]
    source: SourceArgs,

    /// Which positions of each game to search
    #[arg(long, value_name = "WHICH", value_enum, default_value_t)]
    positions: Which,

    /// Number of positions to search at once [default: as many as the cores allow, with --threads threads for each]
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    jobs: Option<NonZero<usize>>,

    /// Output format [default: from the file name, otherwise text]
    #[arg(long, value_name = "FORMAT", value_enum, conflicts_with = "json")]
    to: Option<BatchFormat>,

    /// Output file; - for standard output [default: -]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Overwrite an existing file
    #[arg(long, requires = "out")]
    fresh: bool,

    #[command(flatten)]
    position: PositionText,

    /// Stop a search at this depth, in plies
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..))]
    depth: Option<u32>,

    /// Stop a search after this many nodes
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    nodes: Option<u64>,

    /// Stop a search after this time, in milliseconds or with a unit, such as 500ms, 5s or 2m [default: 5s if no limit
    /// is set]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    movetime: Option<Duration>,

    /// Show this many lines of play, best first
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_multipv)]
    multipv: OptionSetting,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    notation: NotationArgs,

    /// Print JSON instead of text: one object per position
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    board: BoardArgs,
}

/// The format of results.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum BatchFormat {
    /// A few lines of text for each position
    Text,
    /// A JSON object for each position, one per line
    #[value(alias = "json")]
    Jsonl,
    /// One row for each line of play
    Csv,
}

impl BatchFormat {
    /// The file extensions of each format.
    const EXTENSIONS: [(&str, Self); 4] =
        [("txt", Self::Text), ("jsonl", Self::Jsonl), ("json", Self::Jsonl), ("csv", Self::Csv)];
}

impl AnalyzeArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let named = self.position.named(&self.inputs)?;
        let engines = self.engine.sources()?;
        let is_batch = self.out.is_some() || self.to.is_some() || self.positions != Which::Last;
        match (&named[..], &engines[..]) {
            _ if is_batch => {}
            ([], [engine]) => return self.run_single(&Position::startpos(), engine, out),
            // A position with a task, such as a best move to find, is one of a test suite.
            ([Named::Position(named)], [engine])
                if matches!(ExpectedMoves::of_game(&named.game), Ok(None)) =>
            {
                let position = named.game.final_position()?;
                return self.run_single(&position, engine, out);
            }
            _ => {}
        }
        batch::run(&self, &named, engines, out)
    }

    fn limits(&self) -> PositionLimits {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        PositionLimits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.movetime.or(unlimited.then_some(DEFAULT_TIME)),
        }
    }
}
