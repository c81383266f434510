//! Draws other than by repetition.

use crate::board::{Board, Position};
use crate::types::Color;

use super::conduct::{gives_check, mover};

/// The maximum number of each side's checks since the last capture that count as plies.
const CHECKS_COUNTED: u32 = 10;

/// Whether neither side has a piece that can cross the river: rook, horse, cannon or pawn.
pub fn is_dead_material(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| !board.has_attackers(color))
}

/// Whether at least `limit` counted plies have passed without a capture. A limit of 0 disables the rule.
///
/// A mate on the last ply takes precedence, so check for legal moves first.
#[inline]
pub fn is_move_count_draw(position: &Position, limit: u16) -> bool {
    limit != 0 && position.plies_since_capture() >= limit && counted_plies(position) >= limit
}

/// The plies without a capture that count for the move-count rule, including those before the start position.
///
/// From a side's eleventh check on, its checks and the answers to them do not count. Plies before the start position
/// all count, because checks among them are unknown; null moves are not plies.
pub fn counted_plies(position: &Position) -> u16 {
    let history = position.history();
    // Only a capture resets the count.
    let captured = history.iter().rposition(|undo| undo.plies_since_capture == 0).unwrap_or(0);
    let start = if position.plies_since_capture() == 0 { history.len() } else { captured };
    let Some(first) = history.get(start) else { return position.plies_since_capture() };
    let mut plies = first.plies_since_capture;
    let mut checks = [0u32; 2];
    for index in (start..history.len()).filter(|&index| history[index].mv.is_some()) {
        let side = mover(position, index);
        let mut counts = true;
        if gives_check(position, index) {
            checks[side.index()] += 1;
            counts = checks[side.index()] <= CHECKS_COUNTED;
        }
        if history[index].in_check {
            counts &= checks[(!side).index()] <= CHECKS_COUNTED;
        }
        plies = plies.saturating_add(counts.into());
    }
    plies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_keep_a_game_alive() {
        let alive = |fen| !is_dead_material(Position::from_fen(fen).unwrap().board());
        assert!(!alive("2b1k1b2/4a4/9/9/9/9/9/9/4A4/2B1K1B2 w"));
        assert!(alive("4k4/4a4/9/9/9/8p/9/9/4A4/4K4 w"));
    }

    #[test]
    fn the_count_is_in_plies() {
        let position = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 90").unwrap();
        assert!(!is_move_count_draw(&position, 120));
        assert!(is_move_count_draw(&position, 100));
        assert!(!is_move_count_draw(&position, 0));
    }

    #[test]
    fn of_each_side_ten_checks_count_with_their_answers() {
        let mut position = Position::from_fen("3k5/9/9/9/9/9/8p/9/9/R3K4 w - - 7 9").unwrap();
        let mut play = |moves: &str| {
            for mv in moves.split_whitespace() {
                position.make_unchecked(mv.parse().unwrap(), &mut ());
            }
            (position.plies_since_capture(), counted_plies(&position))
        };
        let lap = "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a0 i3i2 ";
        assert_eq!(play(&lap.replace("i3i2", "d9d8 a0a1 d8d9 a1a0 d9d8 a0a8 d8d9")), (23, 23));
        assert_eq!(play("a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9 d9d8"), (33, 33));
        assert_eq!(play("a9a8"), (34, 33), "the eleventh check");
        assert_eq!(play("d8d9"), (35, 33), "its answer");
        assert_eq!(play("a8a7"), (36, 34), "a quiet move");
        let mut passed = position.clone();
        passed.make_null();
        assert_eq!(counted_plies(&passed), 34);
    }
}
