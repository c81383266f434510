//! Time management.

use std::time::Duration;

use super::{Clock, Job, params};
use crate::clock::Instant;

/// The time budget of one search.
#[derive(Clone, Debug)]
pub(super) struct TimeManager {
    /// When the search was requested.
    asked: Instant,
    /// When the clock started: at the request or at the ponder hit.
    start: Instant,
    /// The target time, which is scaled by the search's findings. No iteration begins shortly before the target.
    soft: Option<Duration>,
    /// The maximum time, after which the search stops.
    hard: Option<Duration>,
}

/// Findings of an iteration that call for more or less time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Findings {
    /// Whether a deeper search cannot find anything better.
    pub(super) is_final: bool,
    /// Whether there is only one move, and its score is known well enough.
    pub(super) is_forced: bool,
    /// The number of consecutive iterations with the same best move.
    pub(super) stable: u32,
    /// Centipawns by which the score fell since the previous iteration; negative if it rose.
    pub(super) fall: i32,
    /// Share of the nodes spent on the best move, 0 to 1.
    pub(super) effort: f64,
}

impl TimeManager {
    /// The budget for a request. `delay` is the time that the search is likely to wait for the processor.
    pub(super) fn new(job: &Job, delay: Duration) -> Self {
        let (limits, overhead) = (&job.limits, job.settings.move_overhead);
        // One long delay must not make the engine play the rest of a short game without thinking.
        let usable = |time| usable(time, overhead).saturating_sub(delay.min(time / 2));
        let (mut soft, mut hard) = (None, None);
        if let Some(clock) = limits.clock {
            let (target, most) = Self::share(&clock, usable(clock.time), job.settings.ponder);
            (soft, hard) = (Some(target), Some(most));
        }
        if let Some(time) = limits.move_time {
            let time = usable(time);
            hard = Some(hard.map_or(time, |most: Duration| most.min(time)));
        }
        Self { asked: job.asked, start: job.asked, soft, hard }
    }

    /// The target and maximum time for one move on a clock, of which `left` may be spent.
    fn share(clock: &Clock, left: Duration, ponder: bool) -> (Duration, Duration) {
        let max_moves = params::time_moves() as u32;
        let moves = clock.moves_to_go.map_or(max_moves, |n| n.clamp(1, max_moves));
        let (mut target, most) = if moves == 1 {
            // All of the time is for this move.
            (left, left)
        } else {
            let increment = percent(clock.increment, params::time_increment_percent());
            let max_target = percent(left, params::time_target_max_percent());
            let target = (left / moves + increment).min(max_target);
            let most = percent(target, params::time_most_of_target());
            (target, most.min(percent(left, params::time_most_percent())))
        };
        if ponder {
            // The engine also thinks on part of the opponent's time.
            target += percent(target, params::time_ponder_percent());
        }
        (target.min(most), most)
    }

    /// Starts the clock now, at a ponder hit.
    pub(super) fn restart(&mut self) {
        self.start = Instant::now();
    }

    /// The time since the search was requested.
    pub(super) fn elapsed(&self) -> Duration {
        self.asked.elapsed()
    }

    /// Whether the time is up.
    pub(super) fn is_out(&self, now: Instant) -> bool {
        self.hard.is_some_and(|hard| now.saturating_duration_since(self.start) >= hard)
    }

    /// Whether to stop before the next iteration. Time spent pondering counts.
    pub(super) fn is_enough(&self, findings: Findings) -> bool {
        let last_start = fraction(params::time_last_start_percent());
        self.soft.is_some_and(|soft| self.elapsed() >= soft.mul_f64(last_start * findings.factor()))
    }

    /// Whether the time is limited by a clock, not by a fixed time or not at all.
    pub(super) fn has_clock(&self) -> bool {
        self.soft.is_some()
    }

    /// The target and maximum time, for reporting.
    pub(super) fn budget(&self) -> (Option<Duration>, Option<Duration>) {
        (self.soft, self.hard)
    }
}

impl Findings {
    /// The factor by which to multiply the target. It is larger if the best move is unstable or has used few of the
    /// nodes, or if the score is falling.
    fn factor(self) -> f64 {
        let stable = self.stable.min(params::time_stability_max() as u32);
        let stability = fraction(params::time_stability_base())
            - fraction(params::time_stability_step()) * f64::from(stable);
        let trend = (1.0 + f64::from(self.fall) / f64::from(params::time_fall_div()))
            .clamp(fraction(params::time_fall_min()), fraction(params::time_fall_max()));
        let effort = (fraction(params::time_effort_base())
            - fraction(params::time_effort_weight()) * self.effort)
            .clamp(fraction(params::time_effort_min()), fraction(params::time_effort_max()));
        stability * trend * effort
    }
}

/// The part of a time that may be spent: the time less the overhead or, for short times, a fixed share if that is more.
///
/// The result never exceeds the time and never decreases as the time increases.
fn usable(time: Duration, overhead: Duration) -> Duration {
    /// When little time is left, the percentage of it that may be spent.
    const SHORT_SHARE_PERCENT: i32 = 75;
    /// The longest time that this percentage may amount to.
    const SHORT_MAX: Duration = Duration::from_millis(75);
    time.saturating_sub(overhead).max(percent(time, SHORT_SHARE_PERCENT).min(SHORT_MAX))
}

fn fraction(percent: i32) -> f64 {
    f64::from(percent) / 100.0
}

fn percent(duration: Duration, percent: i32) -> Duration {
    duration * percent as u32 / 100
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Limits, Settings};
    use super::*;
    use crate::board::Position;

    const OVERHEAD: Duration = Duration::from_millis(30);

    fn budget(time_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let clock = Clock {
            time: Duration::from_millis(time_ms),
            increment: Duration::from_millis(increment_ms),
            moves_to_go,
        };
        TimeManager::share(&clock, usable(clock.time, OVERHEAD), false)
    }

    #[test]
    fn never_more_than_is_left_and_nearly_always_a_fair_share_of_it() {
        for increment in [0, 10, 1000, 60_000] {
            for moves in [None, Some(1), Some(2), Some(5), Some(40)] {
                let mut before = (Duration::ZERO, Duration::ZERO);
                for time in (0..300).chain([1000, 60_000, 3_600_000]) {
                    let (soft, hard) = budget(time, increment, moves);
                    let left = Duration::from_millis(time);
                    let shown = format!("{time}+{increment} {moves:?}: {soft:?} {hard:?}");
                    assert!(soft <= hard && hard <= left, "{shown}");
                    assert!(before.0 <= soft && before.1 <= hard, "less for more: {shown}");
                    before = (soft, hard);
                    // The overhead is subtracted or, if the time is very short, a quarter of the time.
                    let left = left.saturating_sub(OVERHEAD).max((left * 3 / 4).min(OVERHEAD));
                    // At worst, the game lasts as many moves as the budget assumes.
                    let moves = moves.unwrap_or(u32::MAX).min(params::time_moves() as u32);
                    assert!(soft >= left / moves.max(2) / 2, "{shown}");
                }
            }
        }
    }

    #[test]
    fn the_time_kept_in_hand_is_never_spent_nor_is_it_everything() {
        for ms in [0, 5, 20, 80, 300, 1000, 60_000] {
            for delay in [0, 3, 30, 200].map(Duration::from_millis) {
                let time = Duration::from_millis(ms);
                let clock = Clock { time, increment: time, moves_to_go: Some(1) };
                for limits in
                    [Limits { clock: Some(clock), ..Limits::none() }, Limits::move_time(time)]
                {
                    let job = Job {
                        id: 1,
                        position: Position::startpos(),
                        limits,
                        asked: Instant::now(),
                        settings: Settings { move_overhead: OVERHEAD, ..Settings::default() },
                        table: Arc::default(),
                        probes: None,
                    };
                    let budget = TimeManager::new(&job, delay);
                    let most = budget.hard.unwrap();
                    let shown = format!("{time:?} {delay:?}: {most:?}");
                    assert!(most + delay.min(time / 2) <= time && most >= time / 8, "{shown}");
                }
            }
        }
    }

    #[test]
    fn the_last_move_gets_everything_and_a_game_is_spread() {
        assert_eq!(budget(1000, 0, Some(1)).1, Duration::from_millis(970));
        let (soft, hard) = budget(60_000, 1000, None);
        assert!((Duration::from_secs(4)..Duration::from_secs(5)).contains(&soft), "{soft:?}");
        assert!(hard > 3 * soft);
    }

    #[test]
    fn shaky_searches_get_more() {
        let steady = Findings { stable: 6, fall: -20, effort: 0.9, ..Findings::default() };
        let shaky = Findings { stable: 0, fall: 60, effort: 0.3, ..Findings::default() };
        assert!(steady.factor() < 0.6 && shaky.factor() > 1.8);
    }
}
