//! Scale factors for endgames in which the sum of the terms misleads: advisors and elephants cannot win, and some
//! attackers cannot beat them.
//!
//! The factor depends on the material of both sides and on how far their pawns have advanced. Which endgames are won or
//! drawn is known from endgame tables or, where there are none, from textbooks.

use crate::board::Board;
use crate::types::{Color, PieceType, Square, Value};

/// The factor that changes nothing.
const NORMAL: i32 = 64;
/// The factor for a difficult win.
const HARD: i32 = 40;
const DRAWISH: i32 = 24;
const DRAWN: i32 = 8;
const DEAD: i32 = 4;

/// Added to the sum when only one side can win.
const WON_BONUS: Value = 180;

/// The pieces that one side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Army {
    rooks: u32,
    horses: u32,
    cannons: u32,
    pawns: u32,
    /// The side's pawns on the last three ranks, which are those of the enemy palace.
    low_pawns: u32,
    /// The side's pawns on the last rank, which can only move sideways.
    bottom_pawns: u32,
    advisors: u32,
    elephants: u32,
}

impl Army {
    fn of(board: &Board, color: Color) -> Self {
        let count = |kind| board.count(color, kind);
        Self {
            rooks: count(PieceType::Rook),
            horses: count(PieceType::Horse),
            cannons: count(PieceType::Cannon),
            pawns: count(PieceType::Pawn),
            low_pawns: pawns_on_last_ranks(board, color, 3),
            bottom_pawns: pawns_on_last_ranks(board, color, 1),
            advisors: count(PieceType::Advisor),
            elephants: count(PieceType::Elephant),
        }
    }

    /// The side's share of the game phase: 2 for a rook, 1 for a horse or cannon.
    const fn phase(self) -> u32 {
        2 * self.rooks + self.horses + self.cannons
    }
}

/// The number of a side's pawns on the last `ranks` ranks of the board.
fn pawns_on_last_ranks(board: &Board, color: Color, ranks: u8) -> u32 {
    let points = ranks * Square::FILES;
    let mask = (1 << points) - 1;
    let mask = match color {
        Color::Red => mask << (5 * Square::FILES - points),
        Color::Black => mask,
    };
    (board.set_of(color, PieceType::Pawn).half(!color) & mask).count_ones()
}

/// The scale factor of an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScaleFactor {
    /// The only side that can win; if `None`, the factor applies to either side's lead.
    attacker: Option<Color>,
    /// The factor, in units of 1/[`NORMAL`].
    factor: i32,
}

impl ScaleFactor {
    /// The scale factor of a board; `None` if the sum can be trusted.
    #[inline]
    pub(super) fn of(board: &Board, phase: i32) -> Option<Self> {
        /// The phase of two rooks, for example, or of a rook and a horse against a cannon.
        const ENDGAME_PHASE_MAX: i32 = 4;
        if phase > ENDGAME_PHASE_MAX { None } else { Self::of_endgame(board) }
    }

    fn of_endgame(board: &Board) -> Option<Self> {
        let armies = Color::ALL.map(|color| Army::of(board, color));
        for attacker in Color::ALL {
            let (army, other) = (armies[attacker.index()], armies[(!attacker).index()]);
            if !board.has_attackers(!attacker) {
                let factor = if board.has_attackers(attacker) {
                    scale_against_guards(army, other)
                } else {
                    0
                };
                return Some(Self { attacker: Some(attacker), factor });
            }
        }
        let [red, black] = armies;
        let factor = if red.phase() >= black.phase() {
            scale_between_attackers(red, black)
        } else {
            scale_between_attackers(black, red)
        };
        (factor != NORMAL).then_some(Self { attacker: None, factor })
    }

    /// The scaled value of a sum, both from Red's point of view.
    pub(super) fn apply(self, sum: Value) -> Value {
        let attacker = match self.attacker {
            None => return sum * self.factor / NORMAL,
            Some(Color::Red) => sum,
            Some(Color::Black) => -sum,
        };
        // A side with nothing but guards cannot be ahead.
        let value = (attacker.max(0) + WON_BONUS) * self.factor / NORMAL;
        if self.attacker == Some(Color::Red) { value } else { -value }
    }
}

/// The factor of `army` against a side with only advisors and elephants.
///
/// It reflects the share of won positions in the endgame table of the material class; see docs/tables.md. If few
/// positions are won, the search finds those wins by itself.
fn scale_against_guards(army: Army, other: Army) -> i32 {
    let guards = (other.advisors, other.elephants);
    let guard_count = other.advisors + other.elephants;
    match (army.rooks, army.horses, army.cannons, army.pawns - army.bottom_pawns) {
        // Pawns on the last rank never win on their own.
        (0, 0, 0, 0) => DEAD,
        (1, 0, 0, 0) | (0, 1, 0, 1) if guard_count == 4 => DRAWN,
        (0, 1, 0, 0) if army.bottom_pawns > 0 => match guards {
            (2, 1) => DRAWISH,
            (_, 2) if guard_count == 4 => DEAD,
            (_, 2) => DRAWN,
            _ => NORMAL,
        },
        (0, 1, 0, 0) => match guards {
            (0 | 1, 0) => NORMAL,
            (0 | 1, 1) => DRAWN,
            _ => DEAD,
        },
        // Without an advisor of its own, a cannon has no screen.
        (0, 0, 1, 0) if army.advisors == 0 => DEAD,
        (0, 0, 1, 0) => match guards {
            (_, 0) | (0, 1) => NORMAL,
            (_, 1) => DRAWN,
            _ => DEAD,
        },
        (0, 0, 0, 1) if army.bottom_pawns > 0 => match guards {
            (0 | 1, 0) => NORMAL,
            (2, 0) => HARD,
            (0 | 1, 1) => DRAWN,
            _ => DEAD,
        },
        (0, 0, 0, 1) if guard_count > 0 => DEAD,
        (0, 0, 0, 2) => match guards {
            (2, 2) => DEAD,
            (1 | 2, 1) | (1, 2) => DRAWN,
            _ => NORMAL,
        },
        (0, 0, 1, 1) if army.advisors == 0 => match guards {
            (_, 0) => NORMAL,
            // The cannon needs the pawn for a screen.
            (0 | 1, 1) if army.low_pawns == 0 => NORMAL,
            (_, 1) => DRAWN,
            _ => DEAD,
        },
        (0, 0, 1, 1) if guard_count > 2 => DRAWISH,
        (0, 0, 2, 0) if army.advisors + army.elephants == 0 && other.elephants == 2 => DRAWN,
        (0, 0, 0, 3) | (0, 0, 2, 0) if guard_count == 4 => DRAWISH,
        _ => NORMAL,
    }
}

/// The factor when both sides have attackers and `army` is at least as strong by [`Army::phase`].
fn scale_between_attackers(army: Army, other: Army) -> i32 {
    let guards = other.advisors + other.elephants;
    let pawns = army.pawns + other.pawns;
    if army.phase() == other.phase() {
        // Equal forces balance each other.
        return match pawns {
            0 => DRAWN,
            1 => DRAWISH,
            _ => NORMAL,
        };
    }
    match (army.phase(), other.phase()) {
        // A rook seldom beats a horse or cannon supported by guards.
        (2, 1) if army.rooks == 1 && pawns == 0 && guards >= 3 => DRAWISH,
        (2, 1) if army.rooks == 0 && pawns == 0 && guards >= 3 => DRAWISH,
        (1, 0) if army.pawns == 0 && guards >= 2 => DRAWISH,
        _ => NORMAL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn scale(placement: &str) -> Option<ScaleFactor> {
        let position = Position::from_fen(placement).unwrap();
        ScaleFactor::of(position.board(), 0)
    }

    #[test]
    fn guards_cannot_be_ahead() {
        let factor = scale("2b1kab2/4a4/9/9/9/9/9/9/9/R3K4 w").unwrap();
        assert_eq!(factor, ScaleFactor { attacker: Some(Color::Red), factor: DRAWN });
        assert!(factor.apply(-50) > 0 && factor.apply(300) < 100);
        let pawns = scale("3ak4/4a4/9/3PP4/9/9/9/9/9/4K4 w").unwrap();
        assert_eq!(pawns.apply(-40), WON_BONUS);
        assert_eq!(scale("3ak4/4a4/9/9/9/9/9/9/4A4/4KA3 w").unwrap().apply(200), 0);
    }

    #[test]
    fn pawns_on_the_last_rank_are_worth_less() {
        let factor = |placement| scale(placement).unwrap().factor;
        assert_eq!(factor("3ak4/9/9/1P1P5/9/9/9/9/9/5K3 w"), NORMAL);
        assert_eq!(factor("1PP2k3/9/9/9/9/9/9/9/9/4K4 w"), DEAD);
        assert_eq!(factor("4k4/9/9/9/9/9/9/9/9/1pp2K3 b"), DEAD);
        assert_eq!(factor("2b1kab2/9/9/1P7/1N7/9/9/9/9/5K3 w"), NORMAL);
        assert_eq!(factor("1Pb1kab2/9/9/9/1N7/9/9/9/9/5K3 w"), DRAWN);
    }

    #[test]
    fn equal_attackers_level_a_game() {
        let rooks = scale("r2ak4/9/9/9/9/9/9/9/4A4/R3KA3 w").unwrap();
        assert_eq!((rooks.apply(128), rooks.apply(-128)), (16, -16));
        assert_eq!(scale("r2ak4/9/9/p7p/9/9/9/9/4A4/R3KA3 w"), None);
    }

    #[test]
    fn colours_are_treated_alike() {
        let red = scale("2b1kab2/4a4/9/9/9/9/9/9/9/N3K4 w").unwrap();
        let black = scale("n2k5/9/9/9/9/9/9/9/4A4/2B1KAB2 w").unwrap();
        assert_eq!(red.apply(75), -black.apply(-75));
    }
}
