//! When the engine accepts a draw.

use crate::types::{DRAW, Score, Value};

/// A draw is accepted at this score or below, in centipawns, at any time.
const ACCEPT_WHEN_WORSE: Value = -100;
/// From this ply of the game on, a draw is accepted if the score is not above zero.
const ACCEPT_WHEN_LEVEL_PLY: u32 = 60;

/// Whether the engine accepts a draw.
///
/// `score` is the engine's view. `game_ply` counts the plies since the start of the game. The engine accepts when it
/// stands clearly worse, or, once the opening is over, when it does not stand better.
///
/// ```
/// use chuhe::search::accepts_draw;
/// use chuhe::types::Score;
///
/// assert!(accepts_draw(Score::Cp(-100), 10));
/// assert!(!accepts_draw(Score::Cp(-20), 10));
/// assert!(accepts_draw(Score::Cp(-20), 60));
/// ```
#[must_use]
pub fn accepts_draw(score: Score, game_ply: u32) -> bool {
    let limit = if game_ply >= ACCEPT_WHEN_LEVEL_PLY { DRAW } else { ACCEPT_WHEN_WORSE };
    match score {
        Score::Cp(cp) => cp <= limit,
        Score::MatedIn(_) => true,
        Score::MateIn(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_accepted_when_worse_or_late_in_a_level_game() {
        for (score, ply, accepted) in [
            (Score::Cp(-100), 0, true),
            (Score::Cp(-99), 0, false),
            (Score::Cp(-99), 59, false),
            (Score::Cp(-1), 60, true),
            (Score::Cp(0), 60, true),
            (Score::Cp(1), 60, false),
            (Score::MatedIn(5), 0, true),
            (Score::MateIn(5), 200, false),
        ] {
            assert_eq!(accepts_draw(score, ply), accepted, "{score:?} at ply {ply}");
        }
    }
}
