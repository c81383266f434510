//! When the engine accepts a draw, in games over a protocol and in games with a person.

use crate::board::Position;
use crate::types::{Score, Value};

/// Before this full move of the game only a side that is being mated accepts a draw.
const FIRST_MOVE: u32 = 20;
/// A draw is accepted at this score or below, in centipawns.
const CLEARLY_WORSE_CP: Value = -100;
/// A game is level up to this score, in centipawns.
const LEVEL_CP: Value = 20;
/// A level game has to have been quiet for so many plies.
const QUIET_PLIES: u16 = 20;

/// Whether the engine accepts a draw.
///
/// `score` is the engine's view; `position` is the one that was searched. The engine accepts when it is going to be
/// mated. From move 20 on it also accepts when it stands clearly worse, or when the game is level and nothing has been
/// captured for ten moves.
///
/// ```
/// use chuhe_engine::board::Position;
/// use chuhe_engine::search::accepts_draw;
/// use chuhe_engine::types::Score;
///
/// let rooks = |numbers| Position::from_fen(&format!("3k5/9/9/9/9/r8/9/9/R8/4K4 w - - {numbers}"));
/// assert!(!accepts_draw(Score::Cp(0), &rooks("20 19")?));
/// assert!(accepts_draw(Score::Cp(0), &rooks("20 20")?));
/// assert!(!accepts_draw(Score::Cp(0), &rooks("19 20")?));
/// # Ok::<(), chuhe_engine::board::FenError>(())
/// ```
#[must_use]
pub fn accepts_draw(score: Score, position: &Position) -> bool {
    let is_early = position.game_ply() < 2 * (FIRST_MOVE - 1);
    let is_quiet = position.plies_since_capture() >= QUIET_PLIES;
    match score {
        Score::MatedIn(_) => true,
        Score::MateIn(_) => false,
        Score::Cp(_) if is_early => false,
        Score::Cp(cp) => cp <= CLEARLY_WORSE_CP || is_quiet && cp <= LEVEL_CP,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_accepted_late_when_worse_or_level_for_a_while() {
        for (score, numbers, accepted) in [
            // Early: whatever the score, unless mate is coming.
            (Score::Cp(-900), "w - - 0 1", false),
            (Score::Cp(0), "w - - 60 19", false),
            (Score::Cp(-900), "b - - 60 19", false),
            (Score::MatedIn(5), "w - - 0 1", true),
            // Clearly worse.
            (Score::Cp(-100), "w - - 0 20", true),
            (Score::Cp(-99), "w - - 0 20", false),
            // Level, quiet for long enough or not.
            (Score::Cp(20), "w - - 20 20", true),
            (Score::Cp(21), "w - - 20 20", false),
            (Score::Cp(0), "w - - 19 20", false),
            (Score::Cp(-50), "b - - 20 100", true),
            (Score::MateIn(5), "w - - 60 200", false),
        ] {
            let fen = format!("3k5/9/9/9/9/r8/9/9/R8/4K4 {numbers}");
            let position = Position::from_fen(&fen).unwrap();
            assert_eq!(accepts_draw(score, &position), accepted, "{score:?} in {numbers}");
        }
    }
}
