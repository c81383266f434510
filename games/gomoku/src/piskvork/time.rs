//! The time and memory that the manager allows.

use std::time::Duration;

use game_core::Limits;

/// The number of positions to search when the manager wants an immediate answer.
const NODES_AT_ONCE: u64 = 1000;
/// Times of at least this many milliseconds count as unlimited; the manager sends 2147483647 for no limit.
const UNLIMITED_MS: i64 = 1_000_000_000;
/// The program's memory beyond its table, in megabytes, and the smallest size of the table.
const OVERHEAD_MEGABYTES: u64 = 24;

/// The time settings from INFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Times {
    /// The time per move in milliseconds; 0 requests an immediate answer.
    pub(super) turn_ms: i64,
    /// The time for the game in milliseconds; 0 means no limit.
    pub(super) match_ms: i64,
    /// The time left for the game in milliseconds, if the manager has sent it.
    pub(super) left_ms: Option<i64>,
    /// The maximum number of positions per move, and the maximum depth; 0 means no limit. Both are Yixin's, not
    /// Gomocup's.
    pub(super) nodes: i64,
    pub(super) depth: i64,
}

impl Default for Times {
    fn default() -> Self {
        Self { turn_ms: 30_000, match_ms: 0, left_ms: None, nodes: 0, depth: 0 }
    }
}

impl Times {
    /// The limits for the next move.
    pub(super) fn limits(&self) -> Limits {
        let limit = |number: i64| u64::try_from(number).ok().filter(|number| *number > 0);
        let timed = self.time_limits();
        let nodes = [timed.nodes, limit(self.nodes)].into_iter().flatten().min();
        let depth = limit(self.depth).map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
        Limits { nodes, depth, ..timed }
    }

    fn time_limits(&self) -> Limits {
        if self.turn_ms <= 0 {
            return Limits::nodes(NODES_AT_ONCE);
        }
        let millis = |ms: i64| Duration::from_millis(ms.max(1) as u64);
        let turn = Limits::move_time(millis(self.turn_ms));
        let left = self.left_ms.or((self.match_ms > 0).then_some(self.match_ms));
        let Some(left) = left.filter(|left| *left < UNLIMITED_MS) else { return turn };
        let share = Limits::clock(millis(left), Duration::ZERO, None);
        let hard = turn.hard_time.min(share.hard_time);
        Limits { soft_time: share.soft_time.min(hard), hard_time: hard, ..turn }
    }
}

/// The size of the table in megabytes, for a memory limit in bytes.
pub(super) fn table_megabytes(max_memory: u64, wanted: usize) -> usize {
    if max_memory == 0 {
        return wanted;
    }
    let rest = (max_memory >> 20).saturating_sub(OVERHEAD_MEGABYTES).max(1);
    wanted.min(usize::try_from(rest).unwrap_or(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_limit_is_overdrawn() {
        for turn_ms in [1, 20, 1000, 30_000] {
            for left_ms in [None, Some(0), Some(1), Some(500), Some(100_000), Some(2_147_483_647)] {
                let limits = Times { turn_ms, match_ms: 0, left_ms, ..Times::default() }.limits();
                let hard = limits.hard_time.unwrap();
                assert!(hard <= Duration::from_millis(turn_ms as u64));
                if let Some(left) = left_ms.filter(|left| *left > 0) {
                    assert!(hard <= Duration::from_millis(left as u64), "{turn_ms} {left_ms:?}");
                }
                assert!(limits.soft_time.is_none_or(|soft| soft <= hard));
            }
        }
    }

    #[test]
    fn no_time_is_a_move_at_once_and_much_is_no_limit_of_the_game() {
        assert_eq!(Times { turn_ms: 0, ..Times::default() }.limits(), Limits::nodes(NODES_AT_ONCE));
        let free = Times { turn_ms: 5000, match_ms: 0, left_ms: None, ..Times::default() }.limits();
        let said =
            Times { turn_ms: 5000, match_ms: 0, left_ms: Some(2_147_483_647), ..Times::default() }
                .limits();
        assert_eq!(free, said);
        assert_eq!(free.soft_time, None);
        let counted = Times { nodes: 700, depth: 9, turn_ms: 5000, ..Times::default() }.limits();
        assert_eq!(
            (counted.nodes, counted.depth, counted.hard_time),
            (Some(700), Some(9), free.hard_time)
        );
        assert_eq!(
            Times { nodes: 5000, turn_ms: 0, ..Times::default() }.limits().nodes,
            Some(NODES_AT_ONCE)
        );
        assert!(
            Times { turn_ms: 5000, match_ms: 1000, left_ms: None, ..Times::default() }
                .limits()
                .hard_time
                < free.hard_time
        );
    }

    #[test]
    fn the_table_fits_into_the_memory() {
        assert_eq!(table_megabytes(0, 64), 64);
        assert_eq!(table_megabytes(350 << 20, 64), 64);
        assert_eq!(table_megabytes(70 << 20, 64), 46);
        assert_eq!(table_megabytes(1, 64), 1);
    }
}
