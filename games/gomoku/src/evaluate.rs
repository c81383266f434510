//! The static evaluation of a position.

use crate::position::Position;

/// The value of having the move, in addition to its effect on the values of the points. Both were fitted together so
/// that a position has about the same value before and after a move. Otherwise late moves, which are searched one ply
/// less, could not be compared fairly with the others.
const INITIATIVE: i32 = 37;

/// The value of a position for the side to move: the values of the free points for it, minus their values for the other
/// side. At a value of 400, the side to move wins about three games in four.
pub(crate) fn evaluate(position: &Position) -> i32 {
    let own = position.to_move();
    position.total(own) - position.total(!own) + INITIATIVE
}

#[cfg(test)]
mod tests {
    use game_core::{Limits, Score};
    use std::sync::atomic::AtomicBool;

    use crate::board::Size;
    use crate::engine::{Engine, Settings};
    use crate::position::Position;
    use crate::rules::Rule;

    #[test]
    fn a_ply_more_does_not_turn_the_game() {
        let size = Size::new(15, 15).unwrap();
        let mut leaps = Vec::new();
        for moves in ["h8 h9 i9 j10 g7", "h8 i9 j7 g9 h10", "h8 h9 k9 g9 f9 g7", "h8 i8 k8 i7 i6"] {
            let mut position = Position::new(size, Rule::Freestyle);
            for name in moves.split(' ') {
                position.try_play(size.point_of_name(name).unwrap()).unwrap();
            }
            let mut engine = Engine::new(Settings { solves: false, ..Settings::default() });
            let mut values = Vec::new();
            let stop = AtomicBool::new(false);
            engine.think(&position, &Limits::depth(7), &stop, |found| match found.score {
                Score::Evaluation(value) => values.push(value),
                score => panic!("{moves}: {score:?}"),
            });
            // At one ply, no move has been answered yet.
            leaps.extend(values[1..].windows(2).map(|pair| pair[0].abs_diff(pair[1])));
        }
        let mean = leaps.iter().sum::<u32>() / leaps.len() as u32;
        assert!(mean < 200, "{leaps:?}");
    }
}
