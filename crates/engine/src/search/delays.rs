//! How late the search runs when other programs want the processor as well.

use std::time::Duration;

use crate::clock::Instant;

/// A longer wait has another cause, such as a computer that slept.
const WAIT_MAX: Duration = Duration::from_millis(250);

/// The time that recent searches waited for the processor. Time management keeps as much in hand.
#[derive(Clone, Debug)]
pub(super) struct Delays {
    /// The most that a recent search waited. It shrinks slowly with each search that waits less, because long waits are
    /// rare: on a busy machine, one among dozens of searches.
    in_hand: Duration,
    /// From the task to its start.
    wake: Duration,
    /// The longest time between two checks of the limits.
    gap: Duration,
    last_check: Instant,
}

impl Delays {
    pub(super) fn new() -> Self {
        Self {
            in_hand: Duration::ZERO,
            wake: Duration::ZERO,
            gap: Duration::ZERO,
            last_check: Instant::now(),
        }
    }

    /// Starts a search that was given to the thread at `sent`.
    pub(super) fn begin(&mut self, sent: Instant) {
        self.last_check = Instant::now();
        self.wake = self.last_check.saturating_duration_since(sent).min(WAIT_MAX);
        self.gap = Duration::ZERO;
    }

    /// Notes that the search checks its limits.
    pub(super) fn check(&mut self, now: Instant) {
        self.gap = self.gap.max(now.saturating_duration_since(self.last_check)).min(WAIT_MAX);
        self.last_check = now;
    }

    /// Ends a search that waited for `helpers` before it could answer.
    pub(super) fn end(&mut self, helpers: Duration) {
        // The wake-ups of the threads that read the request and the answer are not seen, but are likely as late.
        let waited = 2 * self.wake + self.gap + helpers.min(WAIT_MAX);
        self.in_hand = waited.max(self.in_hand * 63 / 64);
    }

    /// The time to keep in hand.
    pub(super) fn in_hand(&self) -> Duration {
        self.in_hand
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// A search with a wake-up, the times between checks, and a wait for helpers, in milliseconds.
    fn search(delays: &mut Delays, wake: u32, gaps: &[u32], helpers: u32) {
        delays.begin(Instant::now());
        delays.wake = wake * MS;
        for gap in gaps {
            delays.check(delays.last_check + *gap * MS);
        }
        delays.end(helpers * MS);
    }

    #[test]
    fn the_longest_waits_are_kept_in_hand_for_a_while() {
        let mut delays = Delays::new();
        search(&mut delays, 2, &[1, 9, 1], 5);
        assert_eq!(delays.in_hand(), 18 * MS);
        search(&mut delays, 0, &[1], 0);
        assert!((17 * MS..18 * MS).contains(&delays.in_hand()));
        for _ in 0..400 {
            search(&mut delays, 0, &[1], 0);
        }
        assert!((MS..2 * MS).contains(&delays.in_hand()));
    }

    #[test]
    fn a_computer_that_slept_is_not_slow() {
        let mut delays = Delays::new();
        search(&mut delays, 1, &[3_600_000], 1);
        assert!(delays.in_hand() <= 253 * MS);
    }
}
