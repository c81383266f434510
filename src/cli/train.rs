//! `train`: trains a network on games.

use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::interrupt::Interrupt;
use super::numbers::jobs;
use super::outputs::{MayClose, not_resumable, refused, stderr};
use super::{Ending, UsageError, progress};
use crate::cli::outputs;
use crate::failure::{self, Context, Failure};
use chuhe_lab::data;
use chuhe_lab::train::{
    EpochLoss, TrainingError, TrainingPlan, TrainingRun, TrainingSettings, checkpoint_path,
    loss_picture,
};
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_util::files::{check_output, read_text, write_output};

/// Train a network (训练网络) on games from `datagen`, to evaluate positions
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe train data -o my.nn
  chuhe train --print-settings > settings.toml
  chuhe train settings.toml data -o my.nn --plot my.svg
  chuhe eval --option EvalFile=my.nn

With the same settings, games and number of threads (-j), the network file is identical, byte for byte. After each pass,
a checkpoint is saved next to the network; if training is interrupted, running the same command again resumes from the
checkpoint. The network written at the end is that of the last pass. \"Networks\" in the handbook explains the
settings and every step from games to a network that plays.")]
pub(super) struct TrainArgs {
    /// Files or folders of games from `datagen`, and a TOML file with settings; --print-settings shows the defaults
    #[arg(value_name = "[SETTINGS] DATA", required_unless_present = "print_settings")]
    inputs: Vec<PathBuf>,

    /// Network file to write
    #[arg(short, long, value_name = "FILE", required_unless_present = "print_settings")]
    out: Option<PathBuf>,

    /// Start from the weights of this network instead of random ones
    #[arg(long, value_name = "NETWORK")]
    from_network: Option<PathBuf>,

    /// Number of threads [default: one per core]
    #[arg(short, long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = jobs)]
    jobs: NonZero<usize>,

    /// Plot the errors of all passes in this SVG file, updated after each pass
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Print one JSON object at the end instead of a line after each pass
    #[arg(long)]
    json: bool,

    /// Print the default settings and exit
    #[arg(long, exclusive = true)]
    print_settings: bool,
}

/// The report on a training run, for --json.
#[derive(Serialize)]
struct TrainReport<'a> {
    network: String,
    settings: &'a TrainingSettings,
    games: usize,
    positions: usize,
    held_out_positions: usize,
    hand_crafted_error: f64,
    epochs: &'a [EpochLoss],
    best_epoch: u32,
    digest: &'a str,
}

/// Reads the settings. Errors name the file and the place in it.
fn read_settings(path: &Path) -> failure::Result<TrainingSettings> {
    let text = read_text(path).map_err(|error| refused(path, error))?;
    let settings: TrainingSettings = toml::from_str(&text)
        .map_err(|error| UsageError(format!("{}\n{error}", tr!("train-bad-settings"))))
        .with_context(|| path.display().to_string())?;
    settings
        .check()
        .map_err(|error| UsageError(error.localize()))
        .with_context(|| path.display().to_string())?;
    Ok(settings)
}

/// Separates the settings file, if there is one, from the games.
fn split(inputs: &[PathBuf]) -> Result<(Option<&Path>, Vec<PathBuf>), UsageError> {
    let is_data = |path: &PathBuf| {
        path.is_dir() || path.extension().is_some_and(|extension| extension == data::EXTENSION)
    };
    let at = inputs.iter().position(|path| !is_data(path));
    let data = (0..).zip(inputs).filter(|(place, _)| Some(*place) != at);
    let data: Vec<PathBuf> = data.map(|(_, path)| path.clone()).collect();
    if data.is_empty() {
        return Err(UsageError(tr!("train-no-data")));
    }
    Ok((at.map(|at| &*inputs[at]), data))
}

impl TrainArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let Some(path) = &self.out else {
            write!(
                out,
                "{}",
                toml::to_string(&TrainingSettings::default()).map_err(Failure::foreign)?
            )?;
            return Ok(Ending::Done);
        };
        let (settings, data) = split(&self.inputs)?;
        let settings = settings.map(read_settings).transpose()?.unwrap_or_default();
        // The network stores all settings, even those that the file leaves out, because another version may have other
        // defaults.
        let text = toml::to_string(&settings).map_err(Failure::foreign)?;
        self.check_plot()?;
        match self.train(settings, text, &data, path, out) {
            Err(error) if matches!(error.cause(), Some(TrainingError::Stopped)) => {
                Ok(Ending::Interrupted)
            }
            result => result,
        }
    }

    fn check_plot(&self) -> failure::Result<()> {
        let Some(plot) = &self.plot else { return Ok(()) };
        if plot.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("svg")) {
            let plot = plot.display().to_string();
            return Err(UsageError(tr!("train-plot-svg", path = plot)).into());
        }
        check_output(plot).map_err(|error| refused(plot, error))
    }

    fn train(
        &self,
        settings: TrainingSettings,
        text: String,
        data: &[PathBuf],
        path: &Path,
        out: &mut impl Write,
    ) -> failure::Result<Ending> {
        let begin = Instant::now();
        let seconds = || format!("{:.0}", begin.elapsed().as_secs_f64());
        let threads = self.jobs;
        // If standard output is closed, training continues, because the network is written to a file.
        let out = &mut MayClose(out);
        let mut say = |line: String| if self.json { Ok(()) } else { writeln!(out, "{line}") };
        let stop = Interrupt::watch_patiently()?;

        let plan = TrainingPlan::read(settings, data, path, self.from_network.as_deref());
        let plan = plan.map_err(|error| match error {
            TrainingError::Output { path, error } => not_resumable(&path, error),
            error => error.into(),
        })?;
        let (games, done) = (plan.games(), plan.epochs_done());
        if done > 0 {
            let path = checkpoint_path(path).display().to_string();
            say(tr!("train-resumed", path = path, epochs = done))?;
        }
        let bar = progress::bar(games as u64, &tr!("train-replay"));
        let mut run = plan.replay(threads, &stop, &mut |games| bar.inc(games as u64))?;
        bar.finish_and_clear();
        let [positions, held_out_positions] = run.positions();
        let held = held_out_positions;
        say(tr!(
            "train-positions",
            games = games,
            learnt = positions,
            held = held,
            seconds = seconds()
        ))?;
        let hand_crafted_error = run.hand_crafted_error();
        say(tr!("train-hand-crafted", error = figure(hand_crafted_error)))?;
        for loss in run.trainer().losses() {
            let (error, held) = (figure(loss.error), figure(loss.held_out_error));
            say(tr!("train-epoch-earlier", epoch = loss.epoch, error = error, held = held))?;
        }
        self.draw(&run)?;

        let epochs = run.trainer().settings().epochs;
        while !run.trainer().is_done() {
            let bar = progress::bar(positions as u64, &tr!("train-progress"));
            let epoch = run.trainer().losses().len() + 1;
            bar.set_prefix(tr!("train-epoch-of", epoch = epoch, all = epochs));
            let begin = Instant::now();
            let loss = run.epoch(threads, &stop, &mut |positions| bar.inc(positions as u64));
            stop.acknowledged();
            bar.finish_and_clear();
            let loss = match loss {
                Err(TrainingError::Stopped) => {
                    let note = tr!("train-interrupted", epochs = epoch - 1, all = epochs);
                    writeln!(stderr(), "{note}")?;
                    return Ok(Ending::Interrupted);
                }
                loss => loss?,
            };
            let speed = format!("{:.0}", positions as f64 / begin.elapsed().as_secs_f64());
            let (error, held) = (figure(loss.error), figure(loss.held_out_error));
            say(tr!("train-epoch", epoch = epoch, error = error, held = held, speed = speed))?;
            self.draw(&run)?;
        }

        let losses = run.trainer().losses().to_vec();
        let settings = run.trainer().settings().clone();
        let network = run.finish(text)?;
        let best = losses.iter().min_by(|a, b| a.held_out_error.total_cmp(&b.held_out_error));
        let best = best.expect("training makes at least one pass");
        if best.epoch < epochs {
            say(tr!("train-best", epoch = best.epoch, error = figure(best.held_out_error)))?;
        }
        let path = path.display().to_string();
        say(tr!("train-written", path = path.as_str(), seconds = seconds()))?;
        if self.json {
            let report = TrainReport {
                network: path,
                settings: &settings,
                games,
                positions,
                held_out_positions,
                hand_crafted_error,
                epochs: &losses,
                best_epoch: best.epoch,
                digest: &network.header.digest,
            };
            outputs::json(out, &report)?;
        }
        Ok(Ending::Done)
    }

    /// Draws the plot of the errors so far, if requested.
    fn draw(&self, run: &TrainingRun) -> failure::Result<()> {
        let losses = run.trainer().losses();
        let Some(plot) = self.plot.as_deref().filter(|_| !losses.is_empty()) else { return Ok(()) };
        let picture = loss_picture(losses, run.hand_crafted_error(), |label| label.localize());
        write_output(plot, picture.as_bytes()).map_err(|error| refused(plot, error))
    }
}

fn figure(error: f64) -> String {
    format!("{error:.6}")
}
