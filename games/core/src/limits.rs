//! The limits of a search.

use std::time::Duration;

/// The limits of a search; the first one reached ends it. Without limits it runs until it is stopped or the game tree
/// is exhausted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// The approximate number of positions to search, over all threads.
    pub nodes: Option<u64>,
    /// The time after which no new iteration starts, because it could hardly finish.
    pub soft_time: Option<Duration>,
    /// The time after which the search stops immediately.
    pub hard_time: Option<Duration>,
}

/// The time reserved for communication between the clock and the engine.
const LATENCY: Duration = Duration::from_millis(15);
/// The number of moves that the remaining time must cover if none is specified.
const MOVES_TO_GO: u32 = 25;

impl Limits {
    /// Limits that end the search after the iteration of this depth, in plies.
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// Limits that stop the search after about this many positions.
    pub fn nodes(count: u64) -> Self {
        Self { nodes: Some(count), ..Self::default() }
    }

    /// Limits for a fixed time per move, minus a small reserve.
    pub fn move_time(time: Duration) -> Self {
        let hard = time.saturating_sub(LATENCY).max(time / 4);
        Self { hard_time: Some(hard), ..Self::default() }
    }

    /// Limits for one move on a clock, given the time left, the increment, and the number of moves that the time must
    /// cover.
    ///
    /// Unless the time must cover only one move, the hard limit is at most a third of the time left plus half the
    /// increment. The soft limit lies below a fair share of the time.
    pub fn clock(left: Duration, increment: Duration, moves_to_go: Option<u32>) -> Self {
        let usable = left.saturating_sub(LATENCY).max(left / 4);
        let moves = moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO);
        let share = usable / moves + increment * 3 / 4;
        let hard = if moves == 1 {
            usable
        } else {
            (share * 4).min(usable / 3 + increment / 2).min(usable)
        };
        // Each iteration takes several times as long as the previous one, so one that starts later would not finish in
        // time.
        let soft = (share * 6 / 10).min(hard);
        Self { soft_time: Some(soft), hard_time: Some(hard), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_clock_is_never_overdrawn() {
        for left in [1, 10, 100, 1000, 60_000] {
            for increment in [0, 10, 1000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let limits = Limits::clock(MS(left), MS(increment), moves);
                    let [soft, hard] = [limits.soft_time, limits.hard_time].map(Option::unwrap);
                    assert!(soft <= hard && hard <= MS(left), "{left} {increment} {moves:?}");
                    assert!(hard > Duration::ZERO);
                }
            }
        }
    }

    #[test]
    fn the_last_move_of_a_stage_may_take_all() {
        let limits = Limits::clock(MS(2000), MS(0), Some(1));
        assert_eq!(limits.hard_time, Some(MS(1985)));
    }

    #[test]
    fn a_move_time_is_kept_with_a_reserve() {
        assert_eq!(Limits::move_time(MS(1000)).hard_time, Some(MS(985)));
        assert_eq!(Limits::move_time(MS(8)).hard_time, Some(MS(2)));
    }
}
