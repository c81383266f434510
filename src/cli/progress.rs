//! Progress bars.

use std::fmt;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Maximum redraws per second.
const DRAWS_PER_SECOND: u8 = 4;

/// A bar on stderr of `length` steps; hidden if stderr is not a terminal. The template is one of `indicatif`;
/// `{per_second}` and `{per_hour}` are rates.
///
/// # Panics
/// If the template is invalid.
pub(super) fn bar(length: u64, template: &str) -> ProgressBar {
    let rate = |digits: usize, seconds: f64| {
        move |state: &ProgressState, out: &mut dyn fmt::Write| {
            // A rate that cannot be written must not stop the work.
            let _ = write!(out, "{:.digits$}", state.per_sec() * seconds);
        }
    };
    let style = ProgressStyle::with_template(template)
        .expect("the template is sound")
        .with_key("per_second", rate(1, 1.0))
        .with_key("per_hour", rate(0, 3600.0));
    ProgressBar::with_draw_target(Some(length), target()).with_style(style)
}

/// The drawing target of bars.
pub(super) fn target() -> ProgressDrawTarget {
    ProgressDrawTarget::stderr_with_hz(DRAWS_PER_SECOND)
}
