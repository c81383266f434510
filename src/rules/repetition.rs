//! Repetition: perpetual check loses, everything else that repeats is drawn.

use super::Verdict;
use crate::board::Position;

/// The verdict on the position if it has stood before, from the view of the side to move.
///
/// Two earlier occurrences make a repetition. In a search, `ply` plies from its root, one is enough if it lies below
/// the root: going round again would bring nothing new. For a game as it was played, `ply` is 0.
///
/// A side loses if every one of its moves since the earliest occurrence counted gives check, and not every one of
/// the other side's does. Captures and null moves end the look back.
#[inline]
#[must_use]
pub fn repetition(position: &Position, ply: usize) -> Option<Verdict> {
    // The shortest cycle is two moves by each side.
    if position.reversible() < 4 { None } else { look_back(position, ply) }
}

fn look_back(position: &Position, ply: usize) -> Option<Verdict> {
    let history = position.history();
    let (now, key) = (history.len(), position.key());
    // A move checks if the side that answers it was in check when answering.
    let (mut we_check, mut they_check) = (true, position.in_check());
    let mut earlier = 0;
    for back in (2..=position.reversible()).step_by(2) {
        let our_move = now - back;
        we_check &= history[our_move + 1].in_check;
        if history[our_move].key == key {
            earlier += 1;
            if earlier == 2 || back < ply {
                return Some(match (we_check, they_check) {
                    (true, false) => Verdict::Loss,
                    (false, true) => Verdict::Win,
                    _ => Verdict::Draw,
                });
            }
        }
        they_check &= history[our_move].in_check;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(fen: &str, moves: &str) -> Position {
        let mut position = Position::from_fen(fen).unwrap();
        for mv in moves.split_whitespace() {
            position.make(mv.parse().unwrap(), &mut ());
        }
        position
    }

    const QUIET: &str = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    const CHECKS: &str = "4k4/9/9/9/9/9/9/9/9/R2K5 w";

    #[test]
    fn quiet_repetition_is_drawn_at_the_third_occurrence() {
        let lap = "a0a1 d9d8 a1a0 d8d9 ";
        assert_eq!(repetition(&play(QUIET, lap), 0), None);
        assert_eq!(repetition(&play(QUIET, &lap.repeat(2)), 0), Some(Verdict::Draw));
    }

    #[test]
    fn below_the_root_the_second_occurrence_decides() {
        let lap = play(QUIET, "a0a1 d9d8 a1a0 d8d9");
        assert_eq!(repetition(&lap, 4), None, "the earlier one is the root itself");
        assert_eq!(repetition(&lap, 5), Some(Verdict::Draw));
    }

    #[test]
    fn perpetual_check_loses_for_the_checker() {
        let lap = "a9a8 e8e9 a8a9 e9e8 ";
        let position = play(CHECKS, &format!("a0a9 e9e8 {}", lap.repeat(2)));
        assert_eq!(
            repetition(&position, 0),
            Some(Verdict::Loss),
            "Red to move has checked throughout"
        );
        let position = play(CHECKS, &format!("a0a9 e9e8 {}a9a8", lap.repeat(2)));
        assert_eq!(repetition(&position, 0), Some(Verdict::Win), "Black to move has been checked");
    }

    #[test]
    fn one_quiet_move_breaks_the_perpetual() {
        let lap = "a9a8 e8e9 a8a7 e9e8 a7a8 e8e9 a8a9 e9e8 ";
        let position = play(CHECKS, &format!("a0a9 e9e8 {}", lap.repeat(2)));
        assert_eq!(repetition(&position, 0), Some(Verdict::Draw));
    }

    #[test]
    fn captures_end_the_look_back() {
        let position =
            play("3k5/9/9/9/9/9/9/p8/9/R3K4 w", "a0a1 d9d8 a1a0 d8d9 a0a2 d9d8 a2a0 d8d9");
        assert_eq!(repetition(&position, 9), None);
    }
}
