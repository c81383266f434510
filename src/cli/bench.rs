//! `bench`: measures the engine's speed on a fixed set of searches.

use std::io::Write;

use clap::Args;

use super::args::{OptionSetting, engine_error};
use super::numbers::{megabytes, whole};
use crate::failure;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{Engine, bench};
use chuhe_engine::memory::MemoryLimit;
use chuhe_localize::tr;

/// Search a fixed set of positions and measure the search speed (测速)
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe bench
  chuhe bench 8
  chuhe bench --threads 2 --hash 64
  chuhe bench --option EvalFile=none

The last line is `N nodes M nps`. With one thread and the default options, N is the same in every run and on
every machine. It changes only when the search or the evaluation does, so it serves as their signature.")]
pub(super) struct BenchArgs {
    /// Search depth for each position, in plies
    #[arg(default_value_t = bench::DEPTH, value_parser = whole::<u32>(1..=100))]
    depth: u32,

    /// Number of search threads; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = whole::<u32>(..=256))]
    threads: u32,

    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value_t = bench::HASH_MB,
          value_parser = megabytes::<u32>(..=65536))]
    hash: u32,

    /// Set any option listed by `chuhe options`; can be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = OptionSetting::parse)]
    options: Vec<OptionSetting>,
}

impl BenchArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<()> {
        let (hash_mb, threads) = (self.hash, self.threads);
        let memory = MemoryLimit::of_control_groups();
        let mut config = Config { hash_mb, threads, memory, ..Config::default() };
        self.options.iter().for_each(|setting| setting.apply(&mut config));
        let mut engine = Engine::try_new(Some(0), config.memory.clone()).map_err(engine_error)?;
        engine.configure(config).map_err(engine_error)?;
        let count = bench::POSITIONS.len();
        let mut outcome = Ok(());
        let total = bench::run_with(&mut engine, self.depth, &mut |number, result| {
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
