//! The conduct of each side while positions repeat.

use std::ops::ControlFlow;

use super::RuleSet;
use super::chase::ChaseTest;
use super::kill::threatens_mate;
use crate::board::{Board, PieceSet, Position};
use crate::types::{Color, Move};

/// The conduct common to all moves of a side in a repetition, ordered from permitted to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Conduct {
    /// Nothing that the rules forbid.
    Permitted,
    /// Every move chases the same piece.
    PerpetualChase,
    /// Every move checks, threatens mate or chases. Used only under the Chinese rules.
    PerpetualAttack,
    /// Every move checks.
    PerpetualCheck,
}

/// The conduct of Red and of Black in the moves from `history()[start]` on, as far as it matters for the verdict.
///
/// If one side checks with every move, lesser offences of the other are ignored.
pub(super) fn conducts(position: &Position, start: usize, set: RuleSet) -> [Conduct; 2] {
    let (mut all_check, mut one_checks) = ([true; 2], false);
    for index in start..position.history().len() {
        let checks = gives_check(position, index);
        all_check[mover(position, index).index()] &= checks;
        one_checks |= checks;
    }
    if all_check != [false; 2] {
        return name(all_check, Conduct::PerpetualCheck);
    }
    match set {
        RuleSet::Computer if one_checks => [Conduct::Permitted; 2],
        RuleSet::Asian | RuleSet::Computer => {
            name(chase_one_piece(position, start, set), Conduct::PerpetualChase)
        }
        RuleSet::Chinese => name(attack_always(position, start), Conduct::PerpetualAttack),
    }
}

fn name(offends: [bool; 2], offence: Conduct) -> [Conduct; 2] {
    offends.map(|offends| if offends { offence } else { Conduct::Permitted })
}

/// For each side, whether some piece is chased by every one of its moves.
fn chase_one_piece(position: &Position, start: usize, set: RuleSet) -> [bool; 2] {
    let mut common = [PieceSet::ALL; 2];
    walk_back(position, start, |index, before, after| {
        let side = mover(position, index);
        let chased = &mut common[side.index()];
        if !chased.is_empty() {
            *chased = ChaseTest::new(set, before, after, side).chased(*chased);
        }
        if common == [PieceSet::NONE; 2] {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    common.map(|chased| !chased.is_empty())
}

/// For each side, whether every one of its moves checks, threatens mate or chases, in any mixture.
fn attack_always(position: &Position, start: usize) -> [bool; 2] {
    let mut always = [true; 2];
    walk_back(position, start, |index, before, after| {
        let side = mover(position, index);
        let always_so_far = &mut always[side.index()];
        *always_so_far = *always_so_far && attacks(position, index, before, after);
        if always == [false; 2] {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    always
}

/// Whether a move is an attack, that is, not idle, under the Chinese rules.
fn attacks(position: &Position, index: usize, before: &Board, after: &Board) -> bool {
    let side = mover(position, index);
    let chases =
        || !ChaseTest::new(RuleSet::Chinese, before, after, side).chased(PieceSet::ALL).is_empty();
    // The most expensive test comes last.
    gives_check(position, index)
        || (!is_king_evasion(position, index, after) && (chases() || threatens_mate(after, side)))
}

/// Whether the king moves out of check. Under the Chinese rules, such a move is idle even if it discovers an attack.
pub(super) fn is_king_evasion(position: &Position, index: usize, after: &Board) -> bool {
    let undo = &position.history()[index];
    let king = after.king(mover(position, index));
    undo.in_check && undo.mv.is_some_and(|mv| mv.to() == king)
}

/// The side that made the move `history()[index]`.
pub(super) fn mover(position: &Position, index: usize) -> Color {
    let ago = position.history().len() - index;
    if ago.is_multiple_of(2) { position.side_to_move() } else { !position.side_to_move() }
}

/// Whether the move `history()[index]` gave check.
pub(super) fn gives_check(position: &Position, index: usize) -> bool {
    position.history().get(index + 1).map_or(position.in_check(), |next| next.in_check)
}

/// Calls `look` for each move back to `history()[start]`, newest first, with its index and the boards before and after
/// it.
///
/// These moves must include no capture and no null move.
pub(super) fn walk_back(
    position: &Position,
    start: usize,
    mut look: impl FnMut(usize, &Board, &Board) -> ControlFlow<()>,
) {
    let mut after = position.board().clone();
    for (index, undo) in position.history().iter().enumerate().skip(start).rev() {
        let mv = undo.mv.expect("nothing repeats across a pass");
        let before = after.with_move(Move::new(mv.to(), mv.from()));
        debug_assert_eq!(before.key(), undo.key, "nothing repeats across a capture");
        if look(index, &before, &after).is_break() {
            return;
        }
        after = before;
    }
}
