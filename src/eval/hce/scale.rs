//! Endgames in which the sum of the terms misleads: advisors and elephants cannot win, and some attackers cannot win
//! against them.
//!
//! By the material of both sides alone; which classes are won and which drawn is textbook knowledge, held to the exact
//! results in `tests/data/endgames.jsonl`.

use crate::board::Board;
use crate::types::{Color, PieceType, Value};

/// A factor of one.
const FULL: i32 = 64;
/// A win that has to be worked for: what remains of a lead that is rarely enough.
const HARD: i32 = 40;
const DRAWISH: i32 = 24;
const DRAWN: i32 = 8;
const DEAD: i32 = 4;

/// What a class of endgames that is won is worth beyond its material.
const WON_BONUS: Value = 180;

/// What one side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Army {
    rooks: u32,
    horses: u32,
    cannons: u32,
    pawns: u32,
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
            advisors: count(PieceType::Advisor),
            elephants: count(PieceType::Elephant),
        }
    }

    /// Rooks count two, as they do in the phase.
    const fn officers(self) -> u32 {
        2 * self.rooks + self.horses + self.cannons
    }
}

/// How the value of an endgame follows from the sum of its terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// Who can win; if none, either side's lead shrinks.
    attacker: Option<Color>,
    /// What is left of a lead, of [`FULL`].
    factor: i32,
}

impl Rule {
    /// The rule of the material on the board; none while the sum can be trusted.
    #[inline]
    pub(super) fn of(board: &Board, phase: i32) -> Option<Self> {
        /// Two rooks on one side, or one and a lighter piece against one lighter piece.
        const PHASE_MAX: i32 = 4;
        if phase > PHASE_MAX { None } else { Self::of_few(board) }
    }

    fn of_few(board: &Board) -> Option<Self> {
        let armies = Color::ALL.map(|color| Army::of(board, color));
        for attacker in Color::ALL {
            let (army, other) = (armies[attacker.index()], armies[(!attacker).index()]);
            if !board.has_attackers(!attacker) {
                let factor = if board.has_attackers(attacker) { siege(army, other) } else { 0 };
                return Some(Self { attacker: Some(attacker), factor });
            }
        }
        let [red, black] = armies;
        let factor = if red.officers() >= black.officers() {
            contest(red, black)
        } else {
            contest(black, red)
        };
        (factor != FULL).then_some(Self { attacker: None, factor })
    }

    /// The value instead of the sum, both in Red's view.
    pub(super) fn apply(self, sum: Value) -> Value {
        let attacker = match self.attacker {
            None => return sum * self.factor / FULL,
            Some(Color::Red) => sum,
            Some(Color::Black) => -sum,
        };
        // Who has nothing but guards cannot be ahead.
        let value = (attacker.max(0) + WON_BONUS) * self.factor / FULL;
        if self.attacker == Some(Color::Red) { value } else { -value }
    }
}

/// Attackers against nothing but guards.
fn siege(army: Army, other: Army) -> i32 {
    let (advisors, elephants) = (other.advisors, other.elephants);
    let guards = advisors + elephants;
    match (army.rooks, army.horses, army.cannons, army.pawns) {
        (1, 0, 0, 0) if guards == 4 => DRAWN,
        (0, 1, 0, 0) => match (advisors, elephants) {
            (0 | 1, 0) => FULL,
            (0, 1) => DRAWISH,
            (1, 1) => DRAWN,
            _ => DEAD,
        },
        // Without an advisor of its own a cannon has no screen.
        (0, 0, 1, 0) if army.advisors == 0 => DEAD,
        (0, 0, 1, 0) => match (advisors, elephants) {
            (_, 0) => FULL,
            (0, 1) => HARD,
            (1, 1) => DRAWISH,
            _ => DEAD,
        },
        (0, 0, 0, 1) if guards > 0 => DEAD,
        (0, 0, 0, 2) => match (advisors, elephants) {
            (1, 1) => DRAWN,
            _ if guards > 2 => DEAD,
            _ => FULL,
        },
        (0, 0, 0, 3) | (0, 1, 0, 1) if guards == 4 => DRAWISH,
        (0, 0, 1, 1) if army.advisors == 0 => DRAWISH,
        (0, 0, 1, 1) if guards > 2 => DRAWISH,
        (0, 0, 2, 0) if army.advisors + army.elephants == 0 || guards == 4 => DRAWISH,
        _ => FULL,
    }
}

/// Attackers on both sides; `army` has the more officers.
fn contest(army: Army, other: Army) -> i32 {
    let guards = other.advisors + other.elephants;
    let pawns = army.pawns + other.pawns;
    if army.officers() == other.officers() {
        // Pieces of one worth hold each other.
        return match pawns {
            0 => DRAWN,
            1 => DRAWISH,
            _ => FULL,
        };
    }
    match (army.officers(), other.officers()) {
        // A rook against a horse or a cannon with guards around it.
        (2, 1) if army.rooks == 1 && pawns == 0 && guards >= 3 => DRAWISH,
        (2, 1) if army.rooks == 0 && pawns == 0 && guards >= 3 => DRAWISH,
        (1, 0) if army.pawns == 0 && guards >= 2 => DRAWISH,
        _ => FULL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn rule(placement: &str) -> Option<Rule> {
        let position = Position::from_fen(placement).unwrap();
        Rule::of(position.board(), 0)
    }

    #[test]
    fn guards_cannot_be_ahead() {
        let siege = rule("2b1kab2/4a4/9/9/9/9/9/9/9/R3K4 w").unwrap();
        assert_eq!(siege, Rule { attacker: Some(Color::Red), factor: DRAWN });
        assert!(siege.apply(-50) > 0 && siege.apply(300) < 100);
        let pawns = rule("3ak4/4a4/9/3PP4/9/9/9/9/9/4K4 w").unwrap();
        assert_eq!(pawns.apply(-40), WON_BONUS);
        assert_eq!(rule("3ak4/4a4/9/9/9/9/9/9/4A4/4KA3 w").unwrap().apply(200), 0);
    }

    #[test]
    fn equal_attackers_level_a_game() {
        let rooks = rule("r2ak4/9/9/9/9/9/9/9/4A4/R3KA3 w").unwrap();
        assert_eq!((rooks.apply(128), rooks.apply(-128)), (16, -16));
        assert_eq!(rule("r2ak4/9/9/p7p/9/9/9/9/4A4/R3KA3 w"), None);
    }

    #[test]
    fn colours_are_treated_alike() {
        let red = rule("2b1kab2/4a4/9/9/9/9/9/9/9/N3K4 w").unwrap();
        let black = rule("n2k5/9/9/9/9/9/9/9/4A4/2B1KAB2 w").unwrap();
        assert_eq!(red.apply(75), -black.apply(-75));
    }
}
