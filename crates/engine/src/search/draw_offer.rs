//! When the engine accepts a draw, whether it plays over a protocol or against a human player.

use crate::board::Position;
use crate::types::{Score, Value};

/// The first full move at which the engine may accept a draw without being mated.
const FIRST_MOVE: u32 = 20;
/// The highest score, in centipawns, at which the engine counts as clearly worse.
const CLEARLY_WORSE_CP: Value = -100;
/// The highest score, in centipawns, at which a game counts as level.
const LEVEL_CP: Value = 20;
/// The plies without a capture after which a draw is accepted in a level game.
const QUIET_PLIES: u16 = 20;

/// Whether the engine accepts a draw.
///
/// `score` is from the engine's point of view, and `position` is the position that was searched. The engine accepts if
/// it is being mated. From move 20 on it also accepts if it is clearly worse, or if the game is level and nothing has
/// been captured for ten moves.
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
            // Early in the game, a draw is accepted only by a side that is being mated.
            (Score::Cp(-900), "w - - 0 1", false),
            (Score::Cp(0), "w - - 60 19", false),
            (Score::Cp(-900), "b - - 60 19", false),
            (Score::MatedIn(5), "w - - 0 1", true),
            // Clearly worse.
            (Score::Cp(-100), "w - - 0 20", true),
            (Score::Cp(-99), "w - - 0 20", false),
            // The game is level, with and without enough quiet plies.
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
