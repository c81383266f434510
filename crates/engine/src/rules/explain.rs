//! Judgements with their reasons: the repeated moves and the effect of each.

use std::ops::ControlFlow;

use super::chase::ChaseTest;
use super::conduct::{Conduct, conducts, gives_check, is_king_evasion, mover, walk_back};
use super::ending::{Ending, ending};
use super::kill::threatens_mate;
use super::repetition::{occurrences, window};
use super::{RuleSet, Rules, counted_plies};
use crate::board::{Board, PieceId, PieceSet, Position};
use crate::types::{Color, Move, Piece, Square};

/// The judgement of a game and its reasons, returned by [`judge`]. `Display` writes it as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The rules by which the game was judged.
    pub rules: Rules,
    /// The side to move at the end.
    pub side_to_move: Color,
    /// How the game ended; `None` if it has not ended.
    pub ending: Option<Ending>,
    /// The occurrences of the final position, each as the number of moves played before it; the last is the final
    /// position itself.
    pub stood_after: Vec<usize>,
    /// The repeated moves, if repetition ended the game.
    pub cycle: Option<Cycle>,
    /// Plies without a capture that count for the move-count rule.
    pub counted_plies: u16,
}

/// The moves by which a repetition was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// All moves since the third-last occurrence of the final position.
    pub moves: Vec<CycleMove>,
    /// Red's and Black's conduct, as far as it mattered for the verdict.
    pub conducts: [Conduct; 2],
    /// The pieces that every move of Red chases, and those that every move of Black chases, on their present squares.
    pub chased: [Vec<PieceOnSquare>; 2],
}

/// A move of a cycle and its effect, as far as the rules in force consider it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleMove {
    /// The ply of the move in the game, counted from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// The piece that moved.
    pub piece: Piece,
    /// Whether the move gives check.
    pub checks: bool,
    /// Whether the king moves out of check. Under the Chinese rules, such a move is idle even if it discovers an
    /// attack.
    pub is_king_evasion: bool,
    /// Whether the move threatens mate by checks. Only the Chinese rules consider such threats.
    pub threatens_mate: bool,
    /// The pieces that the move chases.
    pub chases: Vec<Chase>,
}

/// A piece that a move chases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chase {
    /// The piece chased.
    pub victim: PieceOnSquare,
    /// The pieces whose threat to the victim is new.
    pub chasers: Vec<PieceOnSquare>,
}

/// A piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceOnSquare {
    /// The piece.
    pub piece: Piece,
    /// Its square.
    pub square: Square,
}

/// Judges the game that led to a position, as [`ending`] does, and returns the reasons as well.
///
/// This is slower than [`ending`], because it examines every move of a cycle.
pub fn judge(position: &Position, rules: &Rules) -> Judgement {
    let ending = ending(position, rules);
    let mut stood_after: Vec<usize> = occurrences(position).collect();
    stood_after.reverse();
    stood_after.push(position.history().len());
    let repeats = ending.is_some_and(|ending| ending.reason.is_repetition());
    let start = if repeats { window(position) } else { None };
    Judgement {
        rules: *rules,
        side_to_move: position.side_to_move(),
        ending,
        stood_after,
        cycle: start.map(|start| Cycle::of(position, start, rules.set)),
        counted_plies: counted_plies(position),
    }
}

impl Cycle {
    fn of(position: &Position, start: usize, set: RuleSet) -> Self {
        let ends = start..position.history().len();
        let one_checks = ends.clone().any(|index| gives_check(position, index));
        // The computer rules consider chases only if no move of the cycle gives check.
        let chases_matter = set != RuleSet::Computer || !one_checks;
        let mut moves = Vec::new();
        let mut common = [PieceSet::ALL; 2];
        walk_back(position, start, |index, before, after| {
            let (moved, chased) = CycleMove::of(position, index, before, after, set, chases_matter);
            common[mover(position, index).index()] &= chased;
            moves.push(moved);
            ControlFlow::Continue(())
        });
        moves.reverse();
        let chased = common.map(|ids| standing(position.board(), ids));
        Self { moves, conducts: conducts(position, start, set), chased }
    }
}

impl CycleMove {
    /// The move and the pieces it chases.
    fn of(
        position: &Position,
        index: usize,
        before: &Board,
        after: &Board,
        set: RuleSet,
        chases_matter: bool,
    ) -> (Self, PieceSet) {
        let mv = position.history()[index].mv.expect("nothing repeats across a pass");
        let piece = after.piece_at(mv.to()).expect("the piece has moved there");
        let checks = gives_check(position, index);
        let by_chinese = set == RuleSet::Chinese;
        let is_king_evasion = by_chinese && !checks && is_king_evasion(position, index, after);
        // Under the Chinese rules a move has one effect only.
        let is_more = !by_chinese || (!checks && !is_king_evasion);
        let side = mover(position, index);
        let test = ChaseTest::new(set, before, after, side);
        let chased =
            if is_more && chases_matter { test.chased(PieceSet::ALL) } else { PieceSet::NONE };
        let chases = chased.into_iter().flat_map(|victim| {
            let victims = standing(after, [victim].into_iter().collect());
            let chasers = standing(after, test.chasers(victim).collect());
            victims.into_iter().map(move |victim| Chase { victim, chasers: chasers.clone() })
        });
        let this = Self {
            number: index + 1,
            mv,
            piece,
            checks,
            is_king_evasion,
            threatens_mate: by_chinese && is_more && threatens_mate(after, side),
            chases: chases.collect(),
        };
        (this, chased)
    }
}

fn standing(board: &Board, ids: PieceSet) -> Vec<PieceOnSquare> {
    let place = |id: PieceId| {
        board.square_of_id(id).map(|square| PieceOnSquare { piece: id.piece(), square })
    };
    ids.into_iter().filter_map(place).collect()
}
