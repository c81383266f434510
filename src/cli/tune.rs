//! `tune`: fits the weights of the evaluation to games.

use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Args;

use super::interrupt::Interrupt;
use super::numbers::{jobs, whole};
use super::outputs::{FreshArgs, MayClose};
use super::{Ending, net, progress};
use crate::failure::{self, Context, Failure};
use chuhe_engine::engine::config::HAND_CRAFTED;
use chuhe_engine::eval::Linear;
use chuhe_engine::eval::network::{Network, Role, embedded};
use chuhe_lab::Corpus;
use chuhe_lab::train::TrainingSettings;
use chuhe_lab::tune::{Samples, Sampling, TuneSettings, epochs_in_all, source, tune};
use chuhe_localize::tr;
use chuhe_util::files::write_output;

/// Fit the evaluation weights (调参) to games from `datagen`, using Texel's method
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe tune data -o weights.rs
  chuhe tune data/one data/two/000000.games -o weights.rs --eval-file my.nn

The weights of the hand-crafted evaluation are fitted for use with the network that corrects it. The target is that of
`train` with its default settings. Some games are held out (--holdout) to measure the error.
Ctrl-C ends the fit early and keeps the weights so far. The output is Rust source code for eval/hce/weights.rs
of the engine, which takes effect when the engine is built with it.")]
pub(super) struct TuneArgs {
    /// Files or folders of games from `datagen`
    #[arg(required = true, value_name = "DATA")]
    data: Vec<PathBuf>,

    /// Rust file to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    fresh: FreshArgs,

    /// Network that corrects the evaluation, or `none` [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,

    /// Number of passes over all positions; rounding the weights takes four more
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<u32>(..=10_000))]
    epochs: u32,

    /// Number of threads [default: one per core]
    #[arg(short, long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = jobs)]
    jobs: NonZero<usize>,

    /// Random seed for the selection of positions and for their order
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    /// Percentage of games to hold out in order to measure the error
    #[arg(long, value_name = "PERCENT", default_value_t = TrainingSettings::default().held_out,
          value_parser = whole::<u64>(1..=90))]
    holdout: u64,

    /// Maximum number of positions per game, chosen at random [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..))]
    per_game: Option<usize>,

    /// Initial step size for every weight, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 1.0, value_parser = parse_positive)]
    rate: f32,
}

fn parse_positive(text: &str) -> Result<f32, String> {
    let number: f32 = text.parse().map_err(|_| tr!("tune-number"))?;
    if number.is_finite() && number >= 0.0 { Ok(number) } else { Err(tr!("tune-positive")) }
}

impl TuneArgs {
    /// The network that corrects the evaluation.
    fn network(&self) -> failure::Result<Option<Arc<Network>>> {
        match &self.eval_file {
            None => Ok(embedded()),
            Some(path) if path.as_path() == Path::new(HAND_CRAFTED) => Ok(None),
            Some(path) => {
                let network = net::read(path)?;
                if network.header.role != Role::Correction {
                    return Err(Failure::new(tr!("tune-whole", path = path.display().to_string())));
                }
                Ok(Some(network))
            }
        }
    }

    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let begin = Instant::now();
        self.fresh.file(Some(&self.out))?;
        // If standard output is closed, the fit continues, because the weights are written to a file.
        let out = &mut MayClose(out);
        let threads = self.jobs;
        let network = self.network()?;
        let corpus = Corpus::read(&self.data)?;
        let (count, origins) = (corpus.len(), corpus.origins());
        let training = TrainingSettings { held_out: self.holdout, ..TrainingSettings::default() };
        let scale = training.scale;
        let corrected = match &network {
            Some(network) => format!("with the network of the games {}", network.header.digest),
            None => "without a network".to_owned(),
        };
        let per_game = self.per_game.unwrap_or(usize::MAX);
        let sampling = Sampling { training, per_game, seed: self.seed, network };
        let [samples, held_out] = Samples::split(&corpus, &sampling, threads)?;
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

        let stop = Interrupt::watch_patiently()?;
        let settings =
            TuneSettings { epochs: self.epochs, threads, scale, rate: self.rate, seed: self.seed };
        let bar = progress::bar(epochs_in_all(&settings), &tr!("tune-progress"));
        let start = Linear::weights();
        let result = tune(&samples, &held_out, &start, &settings, &stop, &mut |epoch| {
            bar.inc(1);
            let text = tr!(
                "tune-error",
                error = format!("{:.6}", epoch.error),
                held = format!("{:.6}", epoch.held_out_error)
            );
            log::info!("{text}");
            bar.set_message(text);
        });
        let interrupted = stop.acknowledged();
        bar.finish_and_clear();

        let per_game = self.per_game.map_or(String::new(), |count| format!(" --per-game {count}"));
        let mut how = vec![
            format!("Fitted {corrected} by"),
            format!(
                "`chuhe tune DATA --epochs {} --seed {} --holdout {} --rate {}{per_game}`.",
                self.epochs, self.seed, self.holdout, self.rate
            ),
            format!(
                "Data: {count} games, {} positions to learn from and {} held out;",
                samples.len(),
                held_out.len()
            ),
        ];
        how.extend(origins);
        how.push(format!(
            "Mean squared error on held-out positions: {:.6} before, {:.6} after, {:.6} before rounding.",
            result.before, result.after, result.fitted
        ));
        for line in &how {
            writeln!(out, "{line}")?;
        }
        write_output(&self.out, source(&result.weights, &how).as_bytes())
            .with_context(|| self.out.display().to_string())?;
        let path = self.out.display().to_string();
        let seconds = format!("{:.0}", begin.elapsed().as_secs_f64());
        writeln!(out, "{}", tr!("tune-written", path = path, seconds = seconds))?;
        Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
    }
}
