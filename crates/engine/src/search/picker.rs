//! Move ordering, in stages: moves are generated only when they are needed.

use arrayvec::ArrayVec;

use super::history::History;
use super::params;
use super::stack::ContinuationKeys;
use crate::board::{Board, CheckSquares, Legality, exchange_value};
use crate::types::{MAX_MOVES, Move, MoveList, PieceType};

/// Supplies the legal moves of a node, best first.
///
/// The stages are the table move, good captures (most valuable victim, least valuable attacker), killers, quiet moves
/// by history, and bad captures. A capture is good if it loses no material by static exchange evaluation. In check, a
/// single stage with all evasions follows the table move.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, not states")]
pub(super) struct MovePicker {
    stage: Stage,
    in_check: bool,
    /// Tests moves for legality; created when first needed.
    legality: Option<Legality>,
    /// Tells which moves give check; created when first needed.
    check_squares: Option<CheckSquares>,
    tt_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// The moves of the current stage.
    moves: MoveList,
    /// The scores of `moves`, each with the index of its move in the low bits; [`TAKEN`] for moves already returned.
    scores: ArrayVec<i32, MAX_MOVES>,
    /// Captures that lose material, and the index of the next one to return.
    bad_captures: MoveList,
    next_bad_capture: usize,
    /// The quiet moves that seem to give check, as one bit per index in `moves`.
    checks: u128,
    /// Whether to skip quiet moves that do not seem to give check.
    only_checks: bool,
    /// Whether quiet moves and bad captures are wanted.
    wants_quiets: bool,
    /// Whether quiet checks that lose no material follow the captures.
    wants_checks: bool,
}

/// The number of low bits in a score that hold the index of its move.
const INDEX_BITS: u32 = MAX_MOVES.ilog2();
/// Replaces the score of a move that has been returned.
const TAKEN: i32 = i32::MIN;
/// Added to the score of evasions that capture. Even the maximum score must fit above the index bits.
const CAPTURE_BONUS: i32 = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TtMove,
    GenerateCaptures,
    Captures,
    GenerateQuietChecks,
    QuietChecks,
    FirstKiller,
    SecondKiller,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateEvasions,
    Evasions,
}

impl MovePicker {
    /// Supplies all moves of a node. The table's move comes first if it is legal.
    pub(super) fn all(
        board: &Board,
        in_check: bool,
        tt_move: Option<Move>,
        killers: [Option<Move>; 2],
    ) -> Self {
        Self::new(board, in_check, tt_move, killers, true, false)
    }

    /// Supplies moves for the quiescence search: good captures or, in check, all evasions. A capture from the table is
    /// never left out.
    pub(super) fn captures(
        board: &Board,
        in_check: bool,
        tt_move: Option<Move>,
        wants_checks: bool,
    ) -> Self {
        let tt_move = tt_move.filter(|mv| in_check || board.captured_piece(*mv).is_some());
        Self::new(board, in_check, tt_move, [None; 2], in_check, wants_checks)
    }

    fn new(
        board: &Board,
        in_check: bool,
        tt_move: Option<Move>,
        killers: [Option<Move>; 2],
        wants_quiets: bool,
        wants_checks: bool,
    ) -> Self {
        let tt_move = tt_move.filter(|mv| board.is_pseudo_legal(*mv));
        let stage = match (tt_move, in_check) {
            (Some(_), _) => Stage::TtMove,
            (None, true) => Stage::GenerateEvasions,
            (None, false) => Stage::GenerateCaptures,
        };
        Self {
            stage,
            in_check,
            legality: None,
            check_squares: None,
            tt_move,
            killers,
            moves: MoveList::new(),
            scores: ArrayVec::new(),
            checks: 0,
            only_checks: false,
            bad_captures: MoveList::new(),
            next_bad_capture: 0,
            wants_quiets,
            wants_checks,
        }
    }

    /// Skips the remaining quiet moves, except checks.
    pub(super) fn skip_quiets(&mut self) {
        self.only_checks = true;
    }

    pub(super) fn next(
        &mut self,
        board: &Board,
        history: &History,
        continuation_keys: ContinuationKeys,
    ) -> Option<Move> {
        loop {
            let mv = self.next_pseudo_legal(board, history, continuation_keys)?;
            // Evasions are tested for legality before they are scored, because few are legal.
            if self.stage == Stage::Evasions || self.legality(board).allows(board, mv) {
                return Some(mv);
            }
        }
    }

    fn legality(&mut self, board: &Board) -> &Legality {
        self.legality.get_or_insert_with(|| Legality::new(board, self.in_check))
    }

    fn check_squares(&mut self, board: &Board) -> &CheckSquares {
        self.check_squares.get_or_insert_with(|| CheckSquares::new(board))
    }

    /// Whether a move of the node gives check.
    #[inline]
    pub(super) fn gives_check(&mut self, board: &Board, mv: Move) -> bool {
        self.check_squares(board).gives_check(board, mv)
    }

    /// The next move. Only evasions have been tested for legality.
    fn next_pseudo_legal(
        &mut self,
        board: &Board,
        history: &History,
        continuation_keys: ContinuationKeys,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = if self.in_check {
                        Stage::GenerateEvasions
                    } else {
                        Stage::GenerateCaptures
                    };
                    return self.tt_move;
                }
                Stage::GenerateCaptures => {
                    self.generate_captures(board, history);
                    self.stage = Stage::Captures;
                }
                Stage::Captures => match self.take_best() {
                    Some(mv) if board.see_ge(mv, 0) => return Some(mv),
                    Some(mv) => self.bad_captures.push(mv),
                    None if self.wants_checks => self.stage = Stage::GenerateQuietChecks,
                    None if !self.wants_quiets => return None,
                    None => self.stage = Stage::FirstKiller,
                },
                Stage::GenerateQuietChecks => {
                    self.generate_quiet_checks(board, history, continuation_keys);
                    self.stage = Stage::QuietChecks;
                }
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    if let Some(mv) = self.playable_killer(board, 0) {
                        return Some(mv);
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::GenerateQuiets;
                    if let Some(mv) = self.playable_killer(board, 1) {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiets => {
                    self.generate_quiets(board, history, continuation_keys);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets if self.only_checks => match self.take_check() {
                    Some(mv) if self.killers.contains(&Some(mv)) => {}
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::BadCaptures,
                },
                Stage::Quiets => match self.take_best() {
                    Some(mv) if self.killers.contains(&Some(mv)) => {}
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => {
                    let mv = self.bad_captures.get(self.next_bad_capture).copied();
                    self.next_bad_capture += 1;
                    return mv;
                }
                Stage::GenerateEvasions => {
                    self.generate_evasions(board, history, continuation_keys);
                    self.stage = Stage::Evasions;
                }
                Stage::QuietChecks | Stage::Evasions => return self.take_best(),
            }
        }
    }

    // The stages that generate moves are not inlined: what they need would be prepared at every call of `next`.
    #[inline(never)]
    fn generate_captures(&mut self, board: &Board, history: &History) {
        board.captures(&mut self.moves);
        self.score(|mv| capture_score(board, history, mv));
    }

    #[inline(never)]
    fn generate_quiets(&mut self, board: &Board, history: &History, keys: ContinuationKeys) {
        self.moves.clear();
        board.quiets(&mut self.moves);
        self.score_quiets(board, history, keys);
    }

    #[inline(never)]
    fn generate_quiet_checks(&mut self, board: &Board, history: &History, keys: ContinuationKeys) {
        self.moves.clear();
        board.quiets(&mut self.moves);
        let checks = *self.check_squares(board);
        self.moves.retain(|mv| checks.gives_check(board, *mv) && board.see_ge(*mv, 0));
        self.score_quiets(board, history, keys);
    }

    #[inline(never)]
    fn generate_evasions(&mut self, board: &Board, history: &History, keys: ContinuationKeys) {
        let legality = *self.legality(board);
        board.legal(&legality, &mut self.moves);
        let quiets = history.quiet_history(board.side_to_move(), keys);
        self.score(|mv| match board.captured_piece(mv) {
            Some(_) => CAPTURE_BONUS + capture_score(board, history, mv),
            None => board.moved_piece(mv).map_or(0, |piece| quiets.score(piece, mv)),
        });
    }

    /// Scores the moves of a quiet stage.
    fn score_quiets(
        &mut self,
        board: &Board,
        history: &History,
        continuation_keys: ContinuationKeys,
    ) {
        let quiets = history.quiet_history(board.side_to_move(), continuation_keys);
        let squares = *self.check_squares(board);
        let (mut checks, mut bit) = (0, 1);
        self.score(|mv| {
            let this = bit;
            bit <<= 1;
            board.moved_piece(mv).map_or(0, |piece| {
                let mut score = quiets.score(piece, mv);
                if squares.is_direct(piece.kind(), mv.to()) {
                    checks |= this;
                    score += params::check_bonus();
                }
                score
            })
        });
        self.checks = checks;
    }

    /// Scores the moves of a stage, except the table's move, which has already been returned.
    fn score(&mut self, mut score: impl FnMut(Move) -> i32) {
        let tt_move = self.tt_move;
        let scored = |(index, &mv): (usize, &Move)| {
            let score = score(mv);
            if Some(mv) == tt_move { TAKEN } else { score << INDEX_BITS | index as i32 }
        };
        self.scores.clear();
        self.scores.extend(self.moves.iter().enumerate().map(scored));
    }

    /// Takes the best remaining move.
    fn take_best(&mut self) -> Option<Move> {
        let best = self.scores.iter().fold(TAKEN, |best, &score| best.max(score));
        if best == TAKEN {
            return None;
        }
        const { assert!(MAX_MOVES.is_power_of_two(), "an index fits the low bits") };
        let index = best as usize % MAX_MOVES;
        self.scores[index] = TAKEN;
        self.moves.get(index).copied()
    }

    /// Takes a remaining quiet move that seems to give check.
    fn take_check(&mut self) -> Option<Move> {
        const { assert!(MAX_MOVES <= u128::BITS as usize, "there is a bit for each index") };
        while self.checks != 0 {
            let index = self.checks.trailing_zeros() as usize;
            self.checks &= self.checks - 1;
            if self.scores[index] != TAKEN {
                self.scores[index] = TAKEN;
                return self.moves.get(index).copied();
            }
        }
        None
    }

    /// A killer, if it is a pseudo-legal quiet move here other than the table's move.
    fn playable_killer(&mut self, board: &Board, which: usize) -> Option<Move> {
        let fits = |mv: &Move| {
            Some(*mv) != self.tt_move
                && board.captured_piece(*mv).is_none()
                && board.is_pseudo_legal(*mv)
        };
        self.killers[which] = self.killers[which].filter(fits);
        self.killers[which]
    }
}

/// Scores a capture by most valuable victim, capture history and least valuable attacker. The king counts as the least
/// valuable attacker because it cannot be recaptured.
fn capture_score(board: &Board, history: &History, mv: Move) -> i32 {
    let (Some(piece), Some(victim)) = (board.moved_piece(mv), board.captured_piece(mv)) else {
        return 0;
    };
    let attacker = match piece.kind() {
        PieceType::King => 0,
        kind => exchange_value(kind),
    };
    params::mvv_weight() * exchange_value(victim.kind()) - attacker
        + history.capture_history(piece, mv, victim.kind()) * 100 / params::capture_history_div()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::search::stack::PieceTo;

    /// Once quiet moves are skipped, only checks and bad captures are left.
    #[test]
    fn checks_and_bad_captures_come_after_skipped_quiet_moves() {
        let history = History::new();
        let position = Position::from_fen("r2k5/9/9/p8/9/9/9/R8/9/4K4 w").unwrap();
        let board = position.board();
        let given = |killers, skip_after: usize| {
            let mut picker = MovePicker::all(board, false, None, killers);
            let mut given = Vec::new();
            while let Some(mv) = picker.next(board, &history, [PieceTo::NONE; 3]) {
                given.push(mv.to_string());
                if given.len() == skip_after {
                    picker.skip_quiets();
                }
            }
            given
        };
        let all = given([None; 2], usize::MAX);
        assert_eq!((all[0].as_str(), all.len()), ("a2d2", position.legal_moves().len()));
        assert_eq!(given([None; 2], 1), ["a2d2", "a2a6"]);
        // If quiet moves are skipped after the first killer, the second killer and a2a6, which gives check, are still
        // returned.
        let killers = ["e0e1", "a2a3"].map(|mv| mv.parse().ok());
        assert_eq!(given(killers, 1), ["e0e1", "a2a3", "a2d2", "a2a6"]);
    }

    /// Every move comes exactly once, whatever the table and the killers suggest.
    #[test]
    fn every_move_comes_once() {
        let history = History::new();
        let suggestions = ["h2e2", "b0c2", "h2h9", "a0a9", "e9e8", "e0e1", "e1d1"];
        let suggestions: Vec<Option<Move>> = suggestions.iter().map(|m| m.parse().ok()).collect();
        for fen in [
            crate::board::START_FEN,
            "3akab2/4n4/4b4/8p/2p6/4R4/P1P5P/4C4/4A4/2r1KAB2 w - - 0 1",
            "r1bakab1r/9/1cn4cn/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let board = position.board();
            let mut expected = position.legal_moves();
            expected.sort_unstable_by_key(|mv| mv.bits());
            for &tt_move in &suggestions {
                for pair in suggestions.windows(2) {
                    let killers = [pair[0], pair[1]];
                    let mut picker = MovePicker::all(board, position.in_check(), tt_move, killers);
                    let mut got = MoveList::new();
                    while let Some(mv) = picker.next(board, &history, [PieceTo::NONE; 3]) {
                        got.push(mv);
                    }
                    got.sort_unstable_by_key(|mv| mv.bits());
                    assert_eq!(got, expected, "{fen} {tt_move:?} {killers:?}");
                }
            }
        }
    }
}
