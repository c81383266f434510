//! `datagen`: lets the engine play against itself, to produce data for tuning and training.

use std::fmt::Write as _;
use std::io::Write;
use std::num::NonZero;
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::{ArgGroup, Args};

use super::args::engine_error;
use super::interrupt::Interrupt;
use super::numbers::{from_to, half_open, jobs, positive_u64, whole};
use super::outputs::{self, MayClose};
use super::{Ending, UsageError, progress};
use crate::failure::{self, Context, Failure};
use chuhe_engine::board::Position;
use chuhe_engine::engine::bench;
use chuhe_lab::CorpusError;
use chuhe_lab::data::{self, join};
use chuhe_lab::datagen::{CHUNK, DatagenPlan, RANDOM_PLIES, read_openings};
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// The maximum number of files in a run.
const FILES_MAX: u64 = 2_000_000;
/// The default number of nodes per move.
const NODES: NonZero<u64> = NonZero::new(2500).expect("2500 is not 0");
/// The default hard limit on nodes, as a multiple of the soft limit. Very few searches reach the hard limit.
const HARD_FACTOR: NonZero<u64> = NonZero::new(10).expect("10 is not 0");
/// The maximum number of random plies, enough to leave any opening.
const RANDOM_PLIES_MAX: u64 = 100;

/// Let the engine play against itself (自对弈) with a limited number of nodes per move, to produce data for
/// `tune` and `train`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe datagen -o data --games 12k --nodes 2500 --seed 1
  chuhe datagen -o data --games 500 --nodes 5k --openings openings.fen --jobs 4
  chuhe datagen -o data --files 20..40 --soft-nodes 1k --seed 7
  chuhe datagen --join data -o all.games

With the same engine, node limits, seed, openings and random plies, the files are identical, byte for byte, on any
machine and with any number of threads. Each file holds 50 games. Running the same command again resumes an interrupted
run, and a larger --games extends it. Several machines can share a run if each is given different --files. A few games
start from an endgame of the previous game, except when --openings is used without random plies.
\"Training data\" in the handbook describes the files.")]
#[command(group = ArgGroup::new("share").required(true).args(["games", "files", "join"]))]
pub(super) struct DatagenArgs {
    /// Folder for the games, or the new file if --join is used
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,

    /// Total number of games, including those already in the folder
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=CHUNK * FILES_MAX))]
    games: Option<u64>,

    /// Instead of the first --games games, play those in files A to B, excluding B; each file holds 50 games
    #[arg(long, value_name = "A..B", value_parser = half_open(FILES_MAX))]
    files: Option<Range<u64>>,

    /// Instead of playing, join the games in these files and folders into one new file in the current format
    #[arg(long, value_name = "DATA", num_args = 1.., conflicts_with_all = ["nodes", "soft_nodes", "seed", "openings",
          "random_plies", "side_lines"])]
    join: Vec<PathBuf>,

    /// Maximum number of nodes per move [default: 2500, or 10 times --soft-nodes]
    #[arg(long, value_name = "N", value_parser = positive_u64)]
    nodes: Option<NonZero<u64>>,

    /// Number of nodes after which no deeper iteration starts
    #[arg(long, value_name = "N", value_parser = positive_u64)]
    soft_nodes: Option<NonZero<u64>>,

    /// Random seed
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    /// Number of games to play at once [default: one per core]
    #[arg(short, long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = jobs)]
    jobs: NonZero<usize>,

    /// File of FENs, one per line; each game starts from the next FEN
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Range for the number of random plies at the start of a game [default: 8-12, or 0 with --openings]
    #[arg(long, value_name = "LEAST-MOST", value_parser = from_to(RANDOM_PLIES_MAX))]
    random_plies: Option<RangeInclusive<u64>>,

    /// Percentage of moves after which a position that the search visited is searched as well, as a side line
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = whole::<u64>(..=100))]
    side_lines: u64,
}

impl DatagenArgs {
    /// The games to play, as numbers within the whole run.
    fn share(&self) -> Range<u64> {
        match &self.files {
            Some(files) => CHUNK * files.start..CHUNK * files.end,
            None => 0..self.games.unwrap_or_default(),
        }
    }

    /// The plan for the games, without the engine's bench signature.
    fn plan(&self) -> failure::Result<DatagenPlan> {
        let usual = self.soft_nodes.map_or(NODES, |soft| soft.saturating_mul(HARD_FACTOR));
        let nodes = self.nodes.unwrap_or(usual);
        if let Some(soft) = self.soft_nodes.filter(|soft| *soft >= nodes) {
            let text = tr!("datagen-soft-nodes", soft = soft.get(), nodes = nodes.get());
            return Err(UsageError(text).into());
        }
        let usual_plies = if self.openings.is_some() { 0..=0 } else { RANDOM_PLIES };
        let random_plies = self.random_plies.clone().unwrap_or_else(|| usual_plies.clone());
        if self.openings.is_none() && *random_plies.end() == 0 {
            return Err(UsageError(tr!("datagen-all-alike")).into());
        }
        // Default values are left out, so that files written by older versions belong to the same run.
        let mut command = format!("chuhe datagen --out FOLDER --nodes {nodes}");
        if let Some(soft) = self.soft_nodes {
            write!(command, " --soft-nodes {soft}")?;
        }
        write!(command, " --seed {}", self.seed)?;
        if let Some(path) = &self.openings {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            write!(command, " --openings {name}")?;
        }
        if random_plies != usual_plies {
            write!(command, " --random-plies {}-{}", random_plies.start(), random_plies.end())?;
        }
        if self.side_lines > 0 {
            write!(command, " --side-lines {}", self.side_lines)?;
        }
        let Self { seed, soft_nodes, side_lines, .. } = *self;
        let openings = self.openings()?;
        Ok(DatagenPlan {
            nodes,
            soft_nodes,
            seed,
            openings,
            random_plies,
            side_lines,
            bench: 0,
            command,
        })
    }

    fn openings(&self) -> failure::Result<Vec<Position>> {
        let Some(path) = &self.openings else { return Ok(Vec::new()) };
        let place = || path.display().to_string();
        let text = chuhe_util::files::read_text(path).with_context(place)?;
        read_openings(&text).map_err(|error| UsageError(error.localize())).with_context(place)
    }

    /// Joins many files into one. Unreadable games are reported, and the others are written.
    fn join_files(&self, threads: NonZero<usize>, out: &mut impl Write) -> failure::Result<Ending> {
        if self.out.exists() {
            let path = self.out.display().to_string();
            return Err(Failure::new(tr!("play-exists-choose", path = path)));
        }
        let mut files = Vec::new();
        for path in &self.join {
            let found = data::files(std::slice::from_ref(path));
            let found = found.with_context(|| path.display().to_string())?;
            if found.is_empty() {
                return Err(CorpusError::EmptyFolder(path.clone()).into());
            }
            if is_read_with(&self.out, path) {
                let (out, folder) = (self.out.display().to_string(), path.display().to_string());
                return Err(
                    UsageError(tr!("datagen-join-inside", path = out, folder = folder)).into()
                );
            }
            files.extend(found);
        }
        let bar = progress::bar(files.len() as u64, &tr!("datagen-join-progress"));
        let mut faults = 0;
        let mut tell = |error: CorpusError| {
            faults += 1;
            // If stderr is closed, the exit code still reports the problem.
            bar.suspend(|| drop(writeln!(outputs::stderr(), "{}", error.localize())));
        };
        let joined = join(&files, &self.out, threads, &mut tell, &mut || bar.inc(1))?;
        bar.finish_and_clear();
        let out = &mut MayClose(out);
        for run in &joined.runs {
            writeln!(out, "{run}")?;
        }
        let text = tr!(
            "datagen-joined",
            games = joined.games,
            plies = joined.plies,
            bytes = joined.bytes,
            path = self.out.display().to_string()
        );
        writeln!(out, "{text}")?;
        Ok(if faults > 0 { Ending::PartialFailure } else { Ending::Done })
    }

    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let threads = self.jobs;
        if !self.join.is_empty() {
            return self.join_files(threads, out);
        }
        let mut plan = self.plan()?;
        plan.bench = bench::run(bench::DEPTH, 1, bench::HASH_MB, &mut |_, _| {})
            .map_err(engine_error)?
            .nodes;
        let folder = &self.out;
        chuhe_util::files::make_folder(folder).with_context(|| folder.display().to_string())?;
        let share = self.share();
        let all = share.end - share.start;
        let (done, missing) = plan.missing(folder, share.clone())?;

        let stop = Interrupt::watch_patiently()?;
        let bar = progress::resumed_bar(done, all, &tr!("datagen-progress"));
        let start = Instant::now();
        let plies = std::sync::atomic::AtomicU64::new(0);
        plan.run(folder, missing, threads, &stop, &|progress| {
            plies.fetch_add(progress.plies, Ordering::Relaxed);
            bar.inc(progress.games);
        })?;
        stop.acknowledged();
        bar.finish_and_clear();
        let (games, _) = plan.missing(folder, share)?;
        let text = tr!(
            "datagen-done",
            games = games,
            all = all,
            folder = folder.display().to_string(),
            new = games - done,
            plies = plies.into_inner(),
            seconds = format!("{:.0}", start.elapsed().as_secs_f64())
        );
        // A closed output is no failure: the games are already in the folder.
        writeln!(MayClose(out), "{text}")?;
        Ok(if games == all { Ending::Done } else { Ending::Interrupted })
    }
}

/// Whether reading all games in the folder would include this file.
fn is_read_with(file: &Path, folder: &Path) -> bool {
    let beside = || outputs::place(file)?.parent().map(Path::to_owned);
    file.extension().is_some_and(|extension| extension == data::EXTENSION)
        && folder.is_dir()
        && beside() == folder.canonicalize().ok()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Alone {
        #[command(flatten)]
        args: DatagenArgs,
    }

    fn args(words: &str) -> DatagenArgs {
        let words = ["chuhe", "--out", "data"].into_iter().chain(words.split_whitespace());
        Alone::try_parse_from(words).unwrap().args
    }

    #[test]
    fn the_recorded_command_determines_the_games() {
        let command = |words: &str| args(words).plan().unwrap().command;
        let before = "chuhe datagen --out FOLDER --nodes 2500 --seed 1";
        for usual in
            ["--games 9", "--games 9 --random-plies 8-12", "--files 3..4", "--files 3..4 -j 1"]
        {
            assert_eq!(command(usual), before, "files of older versions have this");
        }
        assert_eq!(
            command("--games 9 --soft-nodes 1k --seed 7 --random-plies 4"),
            "chuhe datagen --out FOLDER --nodes 10000 --soft-nodes 1000 --seed 7 --random-plies 4-4"
        );
        let book = "--games 9 --openings tests/data/openings.fen";
        let listed = format!("{before} --openings openings.fen");
        assert_eq!(command(book), listed);
        assert_eq!(command(&format!("{book} --random-plies 0")), listed);
        assert_eq!(command(&format!("{book} --random-plies 0-3")), listed + " --random-plies 0-3");
    }

    #[test]
    fn shares_are_games_or_whole_files() {
        assert_eq!(args("--games 120").share(), 0..120);
        assert_eq!(args("--files 3..5").share(), 150..250);
        for bad in ["", "--games 9 --files 0..1", "--files 5..5", "--files 0..2000001"] {
            let words = ["chuhe", "--out", "data"].into_iter().chain(bad.split_whitespace());
            assert!(Alone::try_parse_from(words).is_err(), "{bad}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_the_reason() {
        let refusal = |words: &str| args(words).plan().unwrap_err().to_string();
        assert_eq!(
            refusal("--games 9 --soft-nodes 500 --nodes 500"),
            "--soft-nodes 500 must be less than --nodes 500, which ends every search"
        );
        assert_eq!(
            refusal("--games 9 --random-plies 0"),
            "without random plies or --openings, all games would be the same"
        );
    }
}
