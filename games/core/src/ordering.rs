//! Move ordering: alpha-beta searches fewest positions if the best move comes first.

use crate::score::PLIES_MAX;

/// The limit that history values stay below.
const HISTORY_MAX: i32 = 1 << 14;

/// A node of the tree, as move ordering sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) ply: usize,
    pub(crate) side: usize,
}

/// What a thread learns about moves.
#[derive(Clone, Debug)]
pub(crate) struct Ordering {
    /// For each ply, the last two moves that caused a cutoff.
    killers: Vec<[Option<u16>; 2]>,
    /// History values by side and tag: how often a move was good recently, weighted by depth.
    history: Vec<i32>,
}

impl Ordering {
    pub(crate) fn new() -> Self {
        Self { killers: vec![[None; 2]; PLIES_MAX + 1], history: vec![0; 2 << 16] }
    }

    /// Clears the killers, which apply to one search only, and halves the history.
    pub(crate) fn begin_search(&mut self) {
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|value| *value /= 2);
    }

    /// The rank of a move: the table's move first, then killers, then the others by history.
    pub(crate) fn rank(&self, tag: u16, node: Node, from_table: Option<u16>) -> i32 {
        if from_table == Some(tag) {
            3 * HISTORY_MAX
        } else if self.killers[node.ply].contains(&Some(tag)) {
            2 * HISTORY_MAX
        } else {
            self.history[place(node, tag)]
        }
    }

    /// Records that `good` caused a cutoff and that the moves in `tried`, searched before it, did not.
    pub(crate) fn learn(&mut self, node: Node, good: u16, tried: &[u16], depth: i32) {
        let killers = &mut self.killers[node.ply];
        if killers[0] != Some(good) {
            *killers = [Some(good), killers[0]];
        }
        let bonus = (depth * depth).clamp(1, 400);
        self.add(place(node, good), bonus);
        for &tag in tried {
            self.add(place(node, tag), -bonus);
        }
    }

    /// Adds a bonus that shrinks as the value approaches its limit, so recent results dominate and nothing overflows.
    fn add(&mut self, place: usize, bonus: i32) {
        let value = &mut self.history[place];
        *value += bonus * 16 - *value * bonus.abs() / (HISTORY_MAX / 16);
    }
}

fn place(node: Node, tag: u16) -> usize {
    node.side << 16 | usize::from(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(ply: usize) -> Node {
        Node { ply, side: ply & 1 }
    }

    #[test]
    fn the_tables_move_comes_first_then_killers_then_history() {
        let mut ordering = Ordering::new();
        ordering.learn(node(4), 7, &[9], 5);
        let ranks = [3, 7, 8, 9].map(|tag| ordering.rank(tag, node(4), Some(3)));
        assert!(ranks.is_sorted_by(|before, after| before > after), "{ranks:?}");
        // At another ply of the same side, the history applies but the killer does not.
        assert!(ordering.rank(7, node(6), None) > ordering.rank(8, node(6), None));
        assert!(ordering.rank(7, node(6), None) < HISTORY_MAX);
        // The other side has its own history.
        assert_eq!(ordering.rank(7, node(5), None), 0);
    }

    #[test]
    fn history_stays_in_its_range() {
        let mut ordering = Ordering::new();
        for _ in 0..10_000 {
            ordering.learn(node(0), 1, &[2], 40);
        }
        assert!(ordering.rank(1, node(2), None) <= HISTORY_MAX);
        assert!(ordering.rank(2, node(2), None) >= -HISTORY_MAX);
    }
}
