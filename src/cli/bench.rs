//! `bench`: a fixed amount of work.

use std::io::Write;

use clap::Args;

use super::numbers::whole;
use crate::engine::bench;
use crate::search::TranspositionTable;
use crate::tr;

/// Search a fixed set of positions and measure the speed (测速)
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe bench
  chuhe bench 8
  chuhe bench --threads 2 --hash 64

The last line is `N nodes M nps`. With one thread and the default hash, N is the same in every run and on
every machine: it changes only when the search or the evaluation does, and so is their signature.")]
pub(super) struct BenchArgs {
    /// Depth to search each position to
    #[arg(default_value_t = bench::DEPTH, value_parser = whole::<u32>(1..=100))]
    depth: u32,

    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = whole::<u32>(1..=256))]
    threads: u32,

    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value_t = bench::HASH_MB,
          value_parser = whole::<u32>(1..=65536))]
    hash: u32,
}

impl BenchArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        // Checked here: the run itself would fall back to another size, with other nodes.
        drop(TranspositionTable::new(self.hash as usize)?);
        let count = bench::POSITIONS.len();
        let mut outcome = Ok(());
        let total = bench::run(self.depth, self.threads, self.hash, &mut |number, result| {
            if outcome.is_ok() {
                let (nodes, millis) = (result.nodes, result.time.as_millis());
                let line = tr!(
                    "bench-position",
                    number = format!("{number:>2}"),
                    count = count,
                    nodes = format!("{nodes:>10}"),
                    millis = format!("{millis:>6}")
                );
                outcome = writeln!(out, "{line}");
            }
        });
        outcome?;
        writeln!(out, "time {} ms", total.time.as_millis())?;
        writeln!(out, "{} nodes {} nps", total.nodes, total.nps())?;
        Ok(())
    }
}
