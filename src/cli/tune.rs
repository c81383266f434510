//! `tune`: fits the weights of the evaluation to games.

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::Args;

use super::interrupt::interrupt_flag;
use super::numbers::{positive, whole};
use super::outputs::MayClose;
use super::{Ending, progress};
use crate::failure::{self, Context, Failure};
use chuhe_files::{check_output, write_output};
use chuhe_lab::Corpus;
use chuhe_lab::tune::{Samples, Sampling, TuneSettings, source, tune, weights_in_use};
use chuhe_localize::tr;

/// Fit the evaluation weights (调参) to games from `datagen`, using Texel's method
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe tune data -o src/eval/hce/weights.rs
  chuhe tune data/one data/two/games-000000.games -o weights.rs --epochs 200

The weights are fitted to quiet positions from the games, so that the evaluation predicts the results of the games and
the search scores recorded in them. Some games are held out (--holdout); the fit stops when the error on them no longer
falls. Ctrl-C ends the fit early and keeps the best weights so far. The output is Rust source code, which takes effect
when the engine is built with it.")]
pub(super) struct TuneArgs {
    /// Files or folders of games from `datagen`
    #[arg(required = true, value_name = "DATA")]
    data: Vec<PathBuf>,

    /// Rust file to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Maximum number of passes over all positions
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole::<u32>(..))]
    epochs: u32,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = positive)]
    threads: Option<NonZero<usize>>,

    /// Random seed for the selection of positions
    #[arg(long, value_name = "SEED", default_value_t = Sampling::default().seed,
          value_parser = whole::<u64>(..))]
    seed: u64,

    /// Percentage of games to hold out in order to decide when to stop
    #[arg(long, value_name = "PERCENT", default_value_t = 10,
          value_parser = whole::<u64>(1..=90))]
    holdout: u64,

    /// Maximum number of positions per game
    #[arg(long, value_name = "N", default_value_t = Sampling::default().per_game,
          value_parser = whole::<usize>(..))]
    per_game: usize,

    /// Leave out positions in which the evaluation and the search differ by more than this many centipawns, probably
    /// because a piece is hanging
    #[arg(long, value_name = "CP", default_value_t = Sampling::default().surprise_max,
          value_parser = parse_positive)]
    surprise: f32,

    /// Weight of the game's result in the target, from 0 to 1; the search score has the remaining weight
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = parse_share)]
    result_share: f32,

    /// Initial step size for every weight, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 1.0, value_parser = parse_positive)]
    rate: f32,

    /// Strength with which every weight is pulled toward its old value, in mean squared error per squared centipawn of
    /// distance
    #[arg(long, value_name = "PULL", default_value_t = 1e-9, value_parser = parse_positive)]
    pull: f32,
}

fn parse_share(text: &str) -> Result<f32, String> {
    let share = parse_positive(text)?;
    if share <= 1.0 { Ok(share) } else { Err(tr!("tune-share")) }
}

fn parse_positive(text: &str) -> Result<f32, String> {
    let number: f32 = text.parse().map_err(|_| tr!("tune-number"))?;
    if number.is_finite() && number >= 0.0 { Ok(number) } else { Err(tr!("tune-positive")) }
}

impl TuneArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let begin = Instant::now();
        let place = || self.out.display().to_string();
        check_output(&self.out).with_context(place)?;
        // If standard output is closed, the fit continues, because the weights are written to a file.
        let out = &mut MayClose(out);
        let threads = self
            .threads
            .or(std::thread::available_parallelism().ok())
            .unwrap_or(NonZero::<usize>::MIN);
        let corpus = Corpus::read(&self.data)?;
        let (count, origins) = (corpus.len(), corpus.origins());
        let sampling = Sampling {
            per_game: self.per_game,
            seed: self.seed,
            surprise_max: self.surprise,
            ..Sampling::default()
        };
        let [samples, held_out] = Samples::split(&corpus, self.holdout, &sampling, threads)?;
        if samples.is_empty() || held_out.is_empty() {
            return Err(Failure::new(tr!("tune-too-few", games = count)));
        }
        let text = tr!(
            "tune-positions",
            games = count,
            learnt = samples.len(),
            held = held_out.len(),
            seconds = format!("{:.0}", begin.elapsed().as_secs_f64())
        );
        writeln!(out, "{text}")?;

        let stop = interrupt_flag()?;
        let bar = progress::bar(self.epochs.into(), &tr!("tune-progress"));
        let settings = TuneSettings {
            epochs: self.epochs,
            threads,
            result_share: self.result_share,
            rate: self.rate,
            pull: self.pull,
            patience: 20,
        };
        let result = tune(&samples, &held_out, &weights_in_use(), &settings, &stop, &mut |epoch| {
            bar.inc(1);
            bar.set_message(tr!(
                "tune-error",
                error = format!("{:.6}", epoch.error),
                held = format!("{:.6}", epoch.held_out_error)
            ));
            log::info!("{epoch:?}");
        });
        bar.finish_and_clear();

        let (before, after) = (result.before, result.after);
        let mut how = vec![
            format!(
                "Tuned by `chuhe tune DATA --epochs {} --seed {} --holdout {} --per-game {}",
                self.epochs, self.seed, self.holdout, self.per_game
            ),
            format!(
                "--surprise {} --result-share {} --rate {} --pull {}`, best after {} passes.",
                self.surprise, self.result_share, self.rate, self.pull, after.number
            ),
            format!(
                "Data: {count} games, {} positions to learn from and {} held out;",
                samples.len(),
                held_out.len()
            ),
        ];
        how.extend(origins);
        how.push(format!(
            "Mean squared error {:.6} before, {:.6} after; held out {:.6} before, {:.6} after.",
            before.error, after.error, before.held_out_error, after.held_out_error
        ));
        how.push(format!("The odds change by a factor of e over {:.0} centipawns.", result.scale));
        for line in &how {
            writeln!(out, "{line}")?;
        }
        write_output(&self.out, source(&result.weights, &how).as_bytes())
            .with_context(|| self.out.display().to_string())?;
        let path = self.out.display().to_string();
        let seconds = format!("{:.0}", begin.elapsed().as_secs_f64());
        writeln!(out, "{}", tr!("tune-written", path = path, seconds = seconds))?;
        let interrupted = stop.load(Ordering::Relaxed);
        Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
    }
}
