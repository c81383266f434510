//! How long to think.

use std::time::{Duration, Instant};

use super::{Clock, Job};

/// Moves at most that what is left is planned for. Games last longer, but are decided early, and the rest shrinks move by
/// move without ever running out.
const MOVES_LEFT: u32 = 15;
/// Share of the target after which no iteration is begun: one that cannot be finished is mostly wasted, and they grow
/// by half to double.
const LAST_START: f64 = 0.75;
/// A sudden iteration may take so many times the target.
const HARD_FACTOR: u32 = 4;

/// The time budget of one search.
#[derive(Clone, Debug)]
pub(super) struct TimeManager {
    /// When the search was asked for.
    asked: Instant,
    /// When the clock began to run: then, or at the ponder hit.
    start: Instant,
    /// Not to begin another iteration long before this, adjusted by how the search goes.
    soft: Option<Duration>,
    /// To stop at, come what may.
    hard: Option<Duration>,
}

/// What the search has seen that makes a move worth more or less time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// Iterations in a row with the same best move.
    pub(super) stable: u32,
    /// Centipawns by which the score fell against the iteration before; negative if it rose.
    pub(super) fall: i32,
    /// Share of the nodes spent on the best move, 0 to 1.
    pub(super) effort: f64,
}

impl TimeManager {
    /// The budget for a request.
    pub(super) fn new(job: &Job) -> Self {
        let (limits, overhead) = (&job.limits, job.settings.move_overhead);
        let (mut soft, mut hard) = (None, None);
        if let Some(clock) = limits.clock {
            let (target, most) = Self::share(&clock, overhead, job.settings.ponder);
            (soft, hard) = (Some(target), Some(most));
        }
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(overhead);
            hard = Some(hard.map_or(time, |most: Duration| most.min(time)));
        }
        Self { asked: job.asked, start: job.asked, soft, hard }
    }

    /// Target and maximum for one move on a clock.
    fn share(clock: &Clock, overhead: Duration, ponder: bool) -> (Duration, Duration) {
        let left = clock.time.saturating_sub(overhead);
        let moves = clock.moves_to_go.map_or(MOVES_LEFT, |n| n.clamp(1, MOVES_LEFT));
        let (mut target, most) = if moves == 1 {
            // All of it is for this move.
            (left, left)
        } else {
            let target = (left / moves + clock.increment * 4 / 5).min(left / 2);
            (target, (target * HARD_FACTOR).min(left * 2 / 5))
        };
        if ponder {
            // Part of the opponent's time is ours as well.
            target += target / 4;
        }
        (target.min(most), most)
    }

    /// Runs the clock from now: the opponent has played the move pondered on.
    pub(super) fn restart(&mut self) {
        self.start = Instant::now();
    }

    /// Since the request was read.
    pub(super) fn elapsed(&self) -> Duration {
        self.asked.elapsed()
    }

    /// Whether the time is up.
    pub(super) fn is_out(&self) -> bool {
        self.hard.is_some_and(|hard| self.start.elapsed() >= hard)
    }

    /// Whether another iteration is not worth beginning. What was pondered counts as thought.
    pub(super) fn is_enough(&self, progress: Progress) -> bool {
        self.soft.is_some_and(|soft| self.elapsed() >= soft.mul_f64(LAST_START * progress.factor()))
    }

    /// Whether a clock decides, rather than a fixed time or none.
    pub(super) fn has_clock(&self) -> bool {
        self.soft.is_some()
    }

    /// Target and maximum, for the log and debug lines.
    pub(super) fn budget(&self) -> (Option<Duration>, Option<Duration>) {
        (self.soft, self.hard)
    }
}

impl Progress {
    /// What to multiply the target by: more for a shaky or falling search, less for a settled one.
    fn factor(self) -> f64 {
        let stability = 1.3 - 0.09 * f64::from(self.stable.min(6));
        let trend = (1.0 + f64::from(self.fall) / 150.0).clamp(0.9, 1.4);
        let effort = (1.8 - 1.3 * self.effort).clamp(0.6, 1.5);
        stability * trend * effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(30);

    fn budget(time_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let clock = Clock {
            time: Duration::from_millis(time_ms),
            increment: Duration::from_millis(increment_ms),
            moves_to_go,
        };
        TimeManager::share(&clock, OVERHEAD, false)
    }

    #[test]
    fn never_more_than_is_left() {
        for time in [0, 1, 29, 30, 31, 60, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves in [None, Some(1), Some(2), Some(5), Some(40)] {
                    let (soft, hard) = budget(time, increment, moves);
                    let left = Duration::from_millis(time).saturating_sub(OVERHEAD);
                    assert!(soft <= hard && hard <= left, "{time}+{increment} {moves:?}");
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
        let steady = Progress { stable: 6, fall: -20, effort: 0.9 };
        let shaky = Progress { stable: 0, fall: 60, effort: 0.3 };
        assert!(steady.factor() < 0.6 && shaky.factor() > 1.8);
    }
}
