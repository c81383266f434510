//! A verdict with its reasons: where the cycle lies, and what every move in it does.

use std::ops::ControlFlow;

use super::chase::Step;
use super::conduct::{Conduct, conducts, gives_check, is_king_in_flight, mover, walk_back};
use super::ending::{Ending, ending};
use super::kill::threatens_mate;
use super::repetition::{occurrences, window};
use super::{RuleSet, Rules, counted_plies};
use crate::board::{Board, PieceId, PieceSet, Position};
use crate::types::{Color, Move, Piece, Square};

/// A game judged, and why. Its `Display` says it in words; see [`judge`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The law it was judged by.
    pub rules: Rules,
    /// The side to move at the end.
    pub side_to_move: Color,
    /// The end; none while the game goes on.
    pub ending: Option<Ending>,
    /// After how many moves of the game the final position stood, as far back as it can have; the last one is now.
    pub stood_after: Vec<usize>,
    /// What was repeated, if repetition ended the game.
    pub cycle: Option<Cycle>,
    /// Plies without a capture that count.
    pub counted_plies: u16,
}

/// The moves on which a repetition was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// All moves since the last occurrence but two.
    pub moves: Vec<CycleMove>,
    /// Red's and Black's conduct, as far as the law had to know it.
    pub conducts: [Conduct; 2],
    /// The pieces that all of Red's and all of Black's moves chase, where they stand now.
    pub prey: [Vec<Standing>; 2],
}

/// A move of a cycle and what it does, as far as the law at hand cares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleMove {
    /// Its number in the game, 1 first, both sides counted.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// What moves.
    pub piece: Piece,
    /// It gives check.
    pub checks: bool,
    /// A king leaves a check by it, which the Chinese law calls idle whatever it uncovers.
    pub is_flight: bool,
    /// It threatens to mate by checks. Only the Chinese law asks.
    pub threatens_mate: bool,
    /// What it chases.
    pub chases: Vec<Chase>,
}

/// A piece that a move chases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chase {
    /// The piece chased.
    pub victim: Standing,
    /// The pieces whose threat to it is new.
    pub chasers: Vec<Standing>,
}

/// A piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
}

/// Judges the game that led to a position, as [`ending`] does, and tells why.
///
/// It takes longer than [`ending`], because it looks at every move of a cycle to the end.
#[must_use]
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
        // The computer rule does not look at chases then.
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
        let prey = common.map(|ids| standing(position.board(), ids));
        Self { moves, conducts: conducts(position, start, set), prey }
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
        let piece = after.piece_at(mv.to()).expect("a piece has moved there");
        let checks = gives_check(position, index);
        let by_chinese = set == RuleSet::Chinese;
        let is_flight = by_chinese && !checks && is_king_in_flight(position, index, after);
        // By the Chinese law a move is one thing only.
        let is_more = !by_chinese || (!checks && !is_flight);
        let side = mover(position, index);
        let step = Step::new(set, before, after, side);
        let chased =
            if is_more && chases_matter { step.chased(PieceSet::ALL) } else { PieceSet::NONE };
        let chases = chased.into_iter().flat_map(|victim| {
            let victims = standing(after, [victim].into_iter().collect());
            let chasers = standing(after, step.chasers(victim).collect());
            victims.into_iter().map(move |victim| Chase { victim, chasers: chasers.clone() })
        });
        let this = Self {
            number: index + 1,
            mv,
            piece,
            checks,
            is_flight,
            threatens_mate: by_chinese && is_more && threatens_mate(after, side),
            chases: chases.collect(),
        };
        (this, chased)
    }
}

/// The pieces of a set where they stand.
fn standing(board: &Board, ids: PieceSet) -> Vec<Standing> {
    let place =
        |id: PieceId| board.whereabouts(id).map(|square| Standing { piece: id.piece(), square });
    ids.into_iter().filter_map(place).collect()
}
