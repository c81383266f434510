//! Repetition: where a position stood before, and what follows from it.

use super::conduct::{Conduct, conducts};
use super::{RuleSet, Verdict};
use crate::board::Position;
use crate::types::Color;

/// Earlier occurrences that make a repetition.
const EARLIER: usize = 2;

/// The verdict on the position if it has stood before, from the view of the side to move.
///
/// Two earlier occurrences make a repetition. In a search, `ply` plies from its root, one is enough if it lies below
/// the root: going round again would bring nothing new. For a game as it was played, `ply` is 0.
///
/// What both sides did since the earliest occurrence counted decides; see [`Conduct`]. Captures and null moves end
/// the look back.
#[inline]
#[must_use]
pub fn repetition(position: &Position, ply: usize, set: RuleSet) -> Option<Verdict> {
    // The shortest cycle is two moves by each side.
    if position.reversible() < 4 { None } else { look_back(position, ply, set) }
}

fn look_back(position: &Position, ply: usize, set: RuleSet) -> Option<Verdict> {
    let now = position.history().len();
    for (number, start) in occurrences(position).enumerate() {
        if number + 1 == EARLIER || now - start < ply {
            let us = position.side_to_move();
            return Some(match loser(conducts(position, start, set)) {
                None => Verdict::Draw,
                Some(loser) if loser == us => Verdict::Loss,
                Some(_) => Verdict::Win,
            });
        }
    }
    None
}

/// Where the position stood before, as places in the history, the latest first.
pub(super) fn occurrences(position: &Position) -> impl Iterator<Item = usize> {
    let (history, key) = (position.history(), position.key());
    let now = history.len();
    let earlier = (4..=position.reversible()).step_by(2).map(move |back| now - back);
    earlier.filter(move |&index| history[index].key == key)
}

/// Where the moves begin on which a repetition is judged: at the last occurrence but two. None if there is none.
pub(super) fn window(position: &Position) -> Option<usize> {
    occurrences(position).nth(EARLIER - 1)
}

/// The side whose conduct is the worse one.
pub(super) fn loser([red, black]: [Conduct; 2]) -> Option<Color> {
    match red.cmp(&black) {
        std::cmp::Ordering::Greater => Some(Color::Red),
        std::cmp::Ordering::Less => Some(Color::Black),
        std::cmp::Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet::{Asian, Chinese, Computer};

    fn play(fen: &str, moves: &str) -> Position {
        let mut position = Position::from_fen(fen).unwrap();
        for mv in moves.split_whitespace() {
            position.make(mv.parse().unwrap(), &mut ());
        }
        position
    }

    const QUIET: &str = "3k5/9/9/9/9/9/9/9/9/R4K3 w";
    const CHECKS: &str = "4k4/9/9/9/9/9/9/9/9/R2K5 w";

    #[test]
    fn quiet_repetition_is_drawn_at_the_third_occurrence() {
        let lap = "a0a1 d9d8 a1a0 d8d9 ";
        for set in RuleSet::ALL {
            assert_eq!(repetition(&play(QUIET, lap), 0, set), None);
            assert_eq!(repetition(&play(QUIET, &lap.repeat(2)), 0, set), Some(Verdict::Draw));
        }
    }

    #[test]
    fn below_the_root_the_second_occurrence_decides() {
        let lap = play(QUIET, "a0a1 d9d8 a1a0 d8d9");
        assert_eq!(repetition(&lap, 4, Asian), None, "the earlier one is the root itself");
        assert_eq!(repetition(&lap, 5, Asian), Some(Verdict::Draw));
    }

    #[test]
    fn perpetual_check_loses_for_the_checker() {
        let lap = "a9a8 e8e9 a8a9 e9e8 ";
        let position = play(CHECKS, &format!("a0a9 e9e8 {}", lap.repeat(2)));
        let red_to_move = repetition(&position, 0, Asian);
        assert_eq!(red_to_move, Some(Verdict::Loss), "Red has checked throughout");
        let position = play(CHECKS, &format!("a0a9 e9e8 {}a9a8", lap.repeat(2)));
        let black_to_move = repetition(&position, 0, Computer);
        assert_eq!(black_to_move, Some(Verdict::Win), "Black has been checked");
    }

    #[test]
    fn one_quiet_move_breaks_the_perpetual() {
        let lap = "a9a8 e8e9 a8a7 e9e8 a7a8 e8e9 a8a9 e9e8 ";
        let position = play(CHECKS, &format!("a0a9 e9e8 {}", lap.repeat(2)));
        assert_eq!(repetition(&position, 0, Chinese), Some(Verdict::Draw));
    }

    #[test]
    fn a_chase_is_judged_like_a_check() {
        let lap = "c7c5 e5e7 c5c7 e7e5 ";
        let chase = play("5k3/9/2R6/9/c3c4/9/9/9/9/3K5 w", &lap.repeat(2));
        assert_eq!(repetition(&chase, 0, Asian), Some(Verdict::Loss));
        let held = play("5k3/9/2R6/9/r3c4/9/9/9/9/3K5 w", &lap.repeat(2));
        assert_eq!(repetition(&held, 0, Asian), Some(Verdict::Draw));
    }

    #[test]
    fn captures_end_the_look_back() {
        let position =
            play("3k5/9/9/9/9/9/9/p8/9/R3K4 w", "a0a1 d9d8 a1a0 d8d9 a0a2 d9d8 a2a0 d8d9");
        assert_eq!(repetition(&position, 9, Asian), None);
    }
}
