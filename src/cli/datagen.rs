//! `datagen`: games of the engine against itself, for tuning.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use indicatif::ProgressBar;

use super::interrupt::interrupt_flag;
use super::numbers::{positive, positive_u64, whole};
use super::outputs::MayClose;
use super::{Ending, UsageError, progress};
use crate::engine::bench;
use crate::lab::datagen::{CHUNK, DatagenPlan, read_openings};
use crate::tr;

/// Play games of the engine against itself (自对弈) with fixed nodes, as data for `tune`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe datagen -o data --games 12k --nodes 2500 --seed 1
  chuhe datagen -o data --games 500 --nodes 5k --openings openings.fen --jobs 4

The same engine, nodes, seed and openings give the same bytes, whatever the number of threads. Games are
kept in files of 50; the same command goes on where it was interrupted, and --games may grow. Without --openings a game
begins with 8 to 12 random moves, one in ten in an endgame of the game before it.
docs/data-format.md describes the files.")]
pub(super) struct DatagenArgs {
    /// Folder for the games
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,

    /// Games in all, those already in the folder included
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=100_000_000))]
    games: u64,

    /// Nodes a move
    #[arg(long, value_name = "N", default_value = "2500", value_parser = positive_u64)]
    nodes: NonZero<u64>,

    /// Decides all that is left to chance
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    /// Games at a time [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = positive)]
    jobs: Option<NonZero<usize>>,

    /// A file of FENs to begin with in turn, one a line
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
}

impl DatagenArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Ending> {
        let openings = match &self.openings {
            Some(path) => {
                let place = || path.display().to_string();
                let text = fs::read_to_string(path).with_context(place)?;
                read_openings(&text)
                    .map_err(|error| UsageError(error.to_string()))
                    .with_context(place)?
            }
            None => Vec::new(),
        };
        let mut command =
            format!("chuhe datagen --out FOLDER --nodes {} --seed {}", self.nodes, self.seed);
        if let Some(path) = &self.openings {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            write!(command, " --openings {name}")?;
        }
        let bench = bench::run(bench::DEPTH, 1, bench::HASH_MB, &mut |_, _| {}).nodes;
        let plan = DatagenPlan { nodes: self.nodes, seed: self.seed, openings, bench, command };
        let folder = &self.out;
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let (done, missing) = plan.missing(folder, self.games)?;

        let stop = interrupt_flag()?;
        let bar = progress_bar(self.games);
        bar.set_position(done);
        bar.reset_eta();
        let one = NonZero::<usize>::MIN;
        let threads = self.jobs.or(std::thread::available_parallelism().ok()).unwrap_or(one);
        let start = Instant::now();
        let plies = std::sync::atomic::AtomicU64::new(0);
        plan.run(folder, missing, threads, &stop, &|progress| {
            plies.fetch_add(progress.plies, Ordering::Relaxed);
            bar.inc(progress.games);
        })?;
        bar.finish_and_clear();
        let (games, _) = plan.missing(folder, self.games)?;
        let text = tr!(
            "datagen-done",
            games = games,
            all = self.games,
            folder = folder.display().to_string(),
            new = games - done,
            plies = plies.into_inner(),
            seconds = format!("{:.0}", start.elapsed().as_secs_f64())
        );
        // The games are in the folder, whoever reads this.
        writeln!(MayClose(out), "{text}")?;
        let all = games == self.games;
        Ok(if all { Ending::Done } else { Ending::Interrupted })
    }
}

/// Seen on a terminal only.
fn progress_bar(games: u64) -> ProgressBar {
    let bar = progress::bar(games, &tr!("datagen-progress"));
    if CHUNK < games {
        bar.enable_steady_tick(std::time::Duration::from_secs(1));
    }
    bar
}
