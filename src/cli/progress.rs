//! Progress bars.

use std::fmt;
use std::thread;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// The maximum number of redraws per second.
const DRAWS_PER_SECOND: u8 = 4;
/// How often a bar is redrawn even if nothing happens, so that its times are up to date.
const TICK: Duration = Duration::from_secs(1);

/// A progress bar of `length` steps on stderr, hidden if stderr is not a terminal. `template` is an `indicatif`
/// template, in which `{per_second}` and `{per_hour}` stand for rates.
///
/// # Panics
/// If the template is invalid.
pub(super) fn bar(length: u64, template: &str) -> ProgressBar {
    resumed_bar(0, length, template)
}

/// Like [`bar`], for work of which `done` steps were done by an earlier run. They do not count in the rates.
pub(super) fn resumed_bar(done: u64, length: u64, template: &str) -> ProgressBar {
    let rate = move |state: &ProgressState| rate(state.pos().saturating_sub(done), state.elapsed());
    // A failure to write must not stop the work.
    let shown = move |digits: usize, seconds: f64| {
        move |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{:.digits$}", rate(state).unwrap_or_default() * seconds);
        }
    };
    let left = move |state: &ProgressState, out: &mut dyn fmt::Write| {
        let steps = state.len().unwrap_or_default().saturating_sub(state.pos());
        let _ = out.write_str(&time_left(steps, rate(state)));
    };
    let style = ProgressStyle::with_template(template)
        .expect("the template is valid")
        .with_key("per_second", shown(1, 1.0))
        .with_key("per_hour", shown(0, 3600.0))
        .with_key("eta", left);
    let bar = ProgressBar::with_draw_target(Some(length), target()).with_style(style);
    bar.set_position(done);
    // `indicatif` panics if it cannot start its thread.
    if !bar.is_hidden() && thread::Builder::new().spawn(|| ()).is_ok() {
        bar.enable_steady_tick(TICK);
    }
    bar
}

/// The number of steps per second; `None` before the first step. The estimates of `indicatif` follow the last few
/// seconds: before the first step they promise 0 s, and work done in large steps makes them jump.
fn rate(steps: u64, elapsed: Duration) -> Option<f64> {
    (steps > 0).then(|| steps as f64 / elapsed.as_secs_f64().max(1e-3))
}

/// The time for some steps at a rate, such as `3m`.
fn time_left(steps: u64, rate: Option<f64>) -> String {
    let Some(rate) = rate else { return "?".to_owned() };
    let time = Duration::try_from_secs_f64(steps as f64 / rate).unwrap_or(Duration::MAX);
    format!("{:#}", HumanDuration(time))
}

/// Where progress bars are drawn.
pub(super) fn target() -> ProgressDrawTarget {
    ProgressDrawTarget::stderr_with_hz(DRAWS_PER_SECOND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_all_steps() {
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        assert_eq!(time_left(100, rate(0, minutes(5))), "?");
        assert_eq!(time_left(100, rate(50, minutes(5))), "10m");
        assert_eq!(time_left(0, rate(50, minutes(5))), "0s");
        assert!(!time_left(u64::MAX, rate(1, Duration::MAX)).is_empty());
    }
}
