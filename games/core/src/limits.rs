//! When a search ends.

use std::time::Duration;

/// The limits of a search; whichever comes first. Without any it runs until it is stopped or has seen everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// About how many positions to search, over all threads.
    pub nodes: Option<u64>,
    /// After this time no new iteration starts, because it would hardly be finished.
    pub soft_time: Option<Duration>,
    /// After this time the search stops immediately.
    pub hard_time: Option<Duration>,
}

/// The time reserved for the way between the clock and the engine.
const LATENCY: Duration = Duration::from_millis(15);
/// The number of moves for which the clock has to last if nobody says.
const MOVES_TO_GO: u32 = 25;

impl Limits {
    /// Ends after the iteration of a depth.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// Stops after about this many positions.
    #[must_use]
    pub fn nodes(count: u64) -> Self {
        Self { nodes: Some(count), ..Self::default() }
    }

    /// A fixed time for one move, minus a small reserve.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        let hard = time.saturating_sub(LATENCY).max(time / 4);
        Self { hard_time: Some(hard), ..Self::default() }
    }

    /// A share of a clock: the time left, the increment, and the number of moves it has to last for.
    ///
    /// No search takes more than a third of the time left, and the soft limit is a fair share of it.
    #[must_use]
    pub fn clock(left: Duration, increment: Duration, moves_to_go: Option<u32>) -> Self {
        let usable = left.saturating_sub(LATENCY).max(left / 4);
        let moves = moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO);
        let share = usable / moves + increment * 3 / 4;
        let hard = if moves == 1 {
            usable
        } else {
            (share * 4).min(usable / 3 + increment / 2).min(usable)
        };
        // An iteration takes a multiple of the previous one: one that starts later is not finished in time.
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
