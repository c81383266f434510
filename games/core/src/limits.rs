//! When a search ends.

use std::time::Duration;

/// What ends a search; whatever comes first. Without any it goes on until it is stopped or has seen all there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// About how many positions to look at, over all threads.
    pub nodes: Option<u64>,
    /// After this no new iteration begins, because it would hardly be finished.
    pub soft_time: Option<Duration>,
    /// After this the search ends where it is.
    pub hard_time: Option<Duration>,
}

/// What is held back for the way between the clock and the engine.
const LATENCY: Duration = Duration::from_millis(15);
/// For how many moves the rest of a clock has to do where nobody says.
const MOVES_TO_GO: u32 = 25;

impl Limits {
    /// Ends after the iteration of a depth.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// Ends after about so many positions.
    #[must_use]
    pub fn nodes(count: u64) -> Self {
        Self { nodes: Some(count), ..Self::default() }
    }

    /// So much time for one move, of which a little is held back.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        let hard = time.saturating_sub(LATENCY).max(time / 4);
        Self { hard_time: Some(hard), ..Self::default() }
    }

    /// A share of a clock: what is left, what comes back with every move, and for how many moves it has to do.
    ///
    /// No search takes more than a third of what is left, and the soft limit is a fair share of it.
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
        // An iteration takes a multiple of the one before: one that begins later is not finished in time.
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
