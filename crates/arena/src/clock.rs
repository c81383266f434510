//! The clock of one side in a match game.

use std::time::Duration;

use super::settings::MatchTimeControl;

/// The time left to a side.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameClock {
    control: MatchTimeControl,
    left: Duration,
    /// Moves until the next time control; `None` if there is none.
    moves: Option<u32>,
}

impl GameClock {
    /// A clock at the start of a game.
    pub(super) fn new(control: MatchTimeControl) -> Self {
        // If the time control has no base time, the increment is the time for the first move.
        let left = if control.base.is_zero() { control.increment } else { control.base };
        Self { control, left, moves: control.moves }
    }

    pub(super) fn left(&self) -> Duration {
        self.left
    }

    pub(super) fn increment(&self) -> Duration {
        self.control.increment
    }

    pub(super) fn moves_to_go(&self) -> Option<u32> {
        self.moves
    }

    /// Subtracts the time of a move and adds the increment. If the move took longer than the time left but stayed
    /// within the margin, only the increment remains.
    pub(super) fn press(&mut self, used: Duration) {
        self.left = self.left.saturating_sub(used) + self.control.increment;
        if let Some(moves) = &mut self.moves {
            *moves -= 1;
            if *moves == 0 {
                self.left += self.control.base;
                self.moves = self.control.moves;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_start_over() {
        let ms = Duration::from_millis;
        let control = MatchTimeControl { base: ms(1000), increment: ms(10), moves: Some(2) };
        let mut clock = GameClock::new(control);
        clock.press(ms(300));
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(710), Some(1)));
        clock.press(ms(720));
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(1010), Some(2)));
    }

    #[test]
    fn an_increment_alone_is_a_time_per_move() {
        let ms = Duration::from_millis;
        let mut clock =
            GameClock::new(MatchTimeControl { base: ms(0), increment: ms(100), moves: None });
        assert_eq!((clock.left(), clock.increment()), (ms(100), ms(100)));
        clock.press(ms(60));
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(140), None));
    }
}
