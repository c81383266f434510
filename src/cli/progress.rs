//! Progress bars.

use std::fmt;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// The maximum number of redraws per second.
const DRAWS_PER_SECOND: u8 = 4;

/// A progress bar of `length` steps on stderr, hidden if stderr is not a terminal. `template` is an `indicatif`
/// template, in which `{per_second}` and `{per_hour}` stand for rates.
///
/// # Panics
/// If the template is invalid.
pub(super) fn bar(length: u64, template: &str) -> ProgressBar {
    let rate = |digits: usize, seconds: f64| {
        move |state: &ProgressState, out: &mut dyn fmt::Write| {
            // A failure to write the rate must not stop the work.
            let _ = write!(out, "{:.digits$}", state.per_sec() * seconds);
        }
    };
    let style = ProgressStyle::with_template(template)
        .expect("the template is valid")
        .with_key("per_second", rate(1, 1.0))
        .with_key("per_hour", rate(0, 3600.0));
    ProgressBar::with_draw_target(Some(length), target()).with_style(style)
}

/// Where progress bars are drawn.
pub(super) fn target() -> ProgressDrawTarget {
    ProgressDrawTarget::stderr_with_hz(DRAWS_PER_SECOND)
}
