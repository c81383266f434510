//! Repetition: earlier occurrences of a position, and the verdict on them.

use super::conduct::{Conduct, conducts};
use super::{RuleSet, Verdict};
use crate::board::Position;
use crate::types::Color;

/// The number of earlier occurrences that make a repetition.
const EARLIER: usize = 2;

/// The verdict on a position that has occurred before, for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The verdict on the moves since the earlier occurrence.
    pub verdict: Verdict,
    /// Whether the line ends here. If not, playing on may still lead to a draw, but to nothing better for the loser.
    pub is_final: bool,
}

/// The verdict on a position `ply` plies from the root of a search; `None` if no verdict applies.
///
/// Two earlier occurrences make a repetition, which is decided by the [`Conduct`] of both sides since the first of the
/// two. One earlier occurrence is enough if it is below the root, because another cycle would bring nothing new. A win
/// or loss is then final only if the line has begun to repeat the cycle; before that, the loser might still deviate.
/// For a game as it was played, pass 0 for `ply`. Positions before a capture or null move do not count.
pub fn repetition(position: &Position, ply: usize, set: RuleSet) -> Option<Recurrence> {
    let now = position.history().len();
    let judge = |start| match loser(conducts(position, start, set)) {
        None => Verdict::Draw,
        Some(loser) if loser == position.side_to_move() => Verdict::Loss,
        Some(_) => Verdict::Win,
    };
    let mut lap = None;
    for (number, start) in occurrences(position).enumerate() {
        if number + 1 == EARLIER {
            return Some(Recurrence { verdict: judge(start), is_final: true });
        }
        if now - start < ply {
            let verdict = judge(start);
            let is_final = verdict == Verdict::Draw || is_closed(position, start);
            lap = Some(Recurrence { verdict, is_final });
            if is_final {
                break;
            }
        }
    }
    lap
}

/// Whether the cycle since `start` is closed. Its last two positions must have occurred before in the same order, so
/// that the second cycle has begun. No other position of the cycle may have occurred twice, because such a position
/// might lead to a draw first.
fn is_closed(position: &Position, start: usize) -> bool {
    let history = position.history();
    let (now, oldest) = (history.len(), history.len() - position.reversible());
    let Some(entry) = start.checked_sub(1).filter(|&entry| entry >= oldest) else { return false };
    let stands_once = |index: usize| {
        let key = history[index].key;
        history[oldest..].iter().filter(|undo| undo.key == key).count() == 1
    };
    history[now - 1].key == history[entry].key && (start + 1..now - 1).all(stands_once)
}

/// The earlier occurrences of the position, as indices into the history, latest first.
pub(super) fn occurrences(position: &Position) -> impl Iterator<Item = usize> {
    let (history, key) = (position.history(), position.key());
    let now = history.len();
    // The shortest cycle is two moves by each side.
    let earlier = (4..=position.reversible()).step_by(2).map(move |back| now - back);
    earlier.filter(move |&index| history[index].key == key)
}

/// The index of the first move considered in judging a repetition, which is that of the second-last earlier occurrence.
/// `None` if the position has not occurred three times.
pub(super) fn window(position: &Position) -> Option<usize> {
    occurrences(position).nth(EARLIER - 1)
}

/// The side whose conduct is worse; `None` if neither is.
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
            position.make_unchecked(mv.parse().unwrap(), &mut ());
        }
        position
    }

    fn verdict(position: &Position, ply: usize, set: RuleSet) -> Option<Verdict> {
        repetition(position, ply, set).map(|recurrence| recurrence.verdict)
    }

    const QUIET: &str = "3k5/9/9/9/9/9/9/9/9/R4K3 w";
    const CHECKS: &str = "4k4/9/9/9/9/9/9/9/9/R2K5 w";

    #[test]
    fn quiet_repetition_is_drawn_at_the_third_occurrence() {
        let lap = "a0a1 d9d8 a1a0 d8d9 ";
        for set in RuleSet::ALL {
            assert_eq!(verdict(&play(QUIET, lap), 0, set), None);
            assert_eq!(verdict(&play(QUIET, &lap.repeat(2)), 0, set), Some(Verdict::Draw));
        }
    }

    #[test]
    fn below_the_root_the_second_occurrence_decides() {
        let lap = play(QUIET, "a0a1 d9d8 a1a0 d8d9");
        assert_eq!(verdict(&lap, 4, Asian), None, "the earlier one is the root itself");
        assert_eq!(verdict(&lap, 5, Asian), Some(Verdict::Draw));
    }

    #[test]
    fn perpetual_check_loses_for_the_checker() {
        let lap = "a9a8 e8e9 a8a9 e9e8 ";
        let position = play(CHECKS, &format!("a0a9 e9e8 {}", lap.repeat(2)));
        let red_to_move = verdict(&position, 0, Asian);
        assert_eq!(red_to_move, Some(Verdict::Loss), "Red has checked throughout");
        let position = play(CHECKS, &format!("a0a9 e9e8 {}a9a8", lap.repeat(2)));
        let black_to_move = verdict(&position, 0, Computer);
        assert_eq!(black_to_move, Some(Verdict::Win), "Black has been checked");
    }

    #[test]
    fn one_quiet_move_breaks_the_perpetual() {
        let lap = "a9a8 e8e9 a8a7 e9e8 a7a8 e8e9 a8a9 e9e8 ";
        let position = play(CHECKS, &format!("a0a9 e9e8 {}", lap.repeat(2)));
        assert_eq!(verdict(&position, 0, Chinese), Some(Verdict::Draw));
    }

    #[test]
    fn a_chase_is_judged_like_a_check() {
        let lap = "c7c5 e5e7 c5c7 e7e5 ";
        let chase = play("5k3/9/2R6/9/c3c4/9/9/9/9/3K5 w", &lap.repeat(2));
        assert_eq!(verdict(&chase, 0, Asian), Some(Verdict::Loss));
        let held = play("5k3/9/2R6/9/r3c4/9/9/9/9/3K5 w", &lap.repeat(2));
        assert_eq!(verdict(&held, 0, Asian), Some(Verdict::Draw));
    }

    #[test]
    fn captures_end_the_look_back() {
        let position =
            play("3k5/9/9/9/9/9/9/p8/9/R3K4 w", "a0a1 d9d8 a1a0 d8d9 a0a2 d9d8 a2a0 d8d9");
        assert_eq!(verdict(&position, 9, Asian), None);
    }

    #[test]
    fn a_single_lap_below_the_root_wins_only_when_it_is_closed() {
        let is_final = |moves: &str, ply| {
            let position = play("R8/3k5/9/9/9/9/9/9/9/5K3 w", moves);
            repetition(&position, ply, Asian).map(|recurrence| recurrence.is_final)
        };
        let (entry, lap) = ("f0f1 d8e8 ", "a9a8 e8e9 a8a9 e9e8 ");
        let once = format!("{entry}{lap}");
        assert_eq!(is_final(&once, 6), Some(false), "the position was entered from elsewhere");
        assert_eq!(is_final(&format!("{once}a9a8"), 7), Some(true));
        assert_eq!(is_final(&format!("{once}{lap}"), 0), Some(true), "the third occurrence");
        // A quiet draw is final without a second cycle.
        let quiet = repetition(&play(QUIET, "a0a1 d9d8 a1a0 d8d9"), 5, Asian).unwrap();
        assert_eq!((quiet.verdict, quiet.is_final), (Verdict::Draw, true));
    }
}
