//! Random games played on the engine's board and on the naive one.

use chuhe_engine::board::Position;

use super::naive::{NaiveBoard, step};
use super::playout::Playout;

impl Playout {
    /// Calls `look` with every position of the game and its naive counterpart, and checks that the two boards stay
    /// equal.
    pub(crate) fn visit(&self, mut look: impl FnMut(&mut Position, &NaiveBoard)) {
        let (mut position, mut naive) = (self.start(), NaiveBoard::from_fen(&self.fen));
        look(&mut position, &naive);
        for &choice in &self.choices {
            let Some(mv) = Self::pick(&position, choice) else { break };
            position.make_unchecked(mv, &mut ());
            naive = naive.after(step(mv));
            assert_eq!(position.board().to_string(), naive.to_string());
            look(&mut position, &naive);
        }
    }
}
