//! Moves in the order they are worth trying, generated no earlier than needed.

use super::history::History;
use crate::board::{Board, exchange_value};
use crate::types::{MAX_MOVES, Move, MoveList, PieceType};

/// Hands out the pseudo-legal moves of a node, best first.
///
/// Move of the table, captures that lose nothing (most valuable victim, least valuable attacker), killers, quiet
/// moves by history, captures that lose material. In check all evasions come in one go.
#[derive(Debug)]
pub(super) struct Picker {
    stage: Stage,
    tt_move: Option<Move>,
    killers: [Option<Move>; 2],
    moves: MoveList,
    scores: [i32; MAX_MOVES],
    next: usize,
    /// Captures put off.
    losing: MoveList,
    /// Whether more is wanted than captures that lose nothing.
    quiets: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TtMove,
    GenerateCaptures,
    Captures,
    FirstKiller,
    SecondKiller,
    GenerateQuiets,
    Quiets,
    LosingCaptures,
    GenerateEvasions,
    Evasions,
}

impl Picker {
    /// All moves of a node; the table's move is tried first if it can be played at all.
    pub(super) fn all(
        board: &Board,
        in_check: bool,
        tt_move: Option<Move>,
        killers: [Option<Move>; 2],
    ) -> Self {
        Self::new(board, in_check, tt_move, killers, true)
    }

    /// Only captures that lose nothing, or all evasions in check. The table's capture comes whatever it loses.
    pub(super) fn captures(board: &Board, in_check: bool, tt_move: Option<Move>) -> Self {
        let tt_move = tt_move.filter(|mv| in_check || board.captured_piece(*mv).is_some());
        Self::new(board, in_check, tt_move, [None; 2], in_check)
    }

    fn new(
        board: &Board,
        in_check: bool,
        tt_move: Option<Move>,
        killers: [Option<Move>; 2],
        quiets: bool,
    ) -> Self {
        let tt_move = tt_move.filter(|mv| board.is_pseudo_legal(*mv));
        let stage = match (tt_move, in_check) {
            (Some(_), _) => Stage::TtMove,
            (None, true) => Stage::GenerateEvasions,
            (None, false) => Stage::GenerateCaptures,
        };
        Self {
            stage,
            tt_move,
            killers,
            moves: MoveList::new(),
            scores: [0; MAX_MOVES],
            next: 0,
            losing: MoveList::new(),
            quiets,
        }
    }

    /// The next move to try. Legal but for the own king's safety.
    pub(super) fn next(
        &mut self,
        board: &Board,
        in_check: bool,
        history: &History,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage =
                        if in_check { Stage::GenerateEvasions } else { Stage::GenerateCaptures };
                    return self.tt_move;
                }
                Stage::GenerateCaptures => {
                    board.captures(&mut self.moves);
                    self.score(|mv| capture_score(board, mv));
                    self.stage = Stage::Captures;
                }
                Stage::Captures => match self.best() {
                    Some(mv) if board.see_ge(mv, 0) => return Some(mv),
                    Some(mv) => self.losing.push(mv),
                    None if !self.quiets => return None,
                    None => self.stage = Stage::FirstKiller,
                },
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
                    self.moves.clear();
                    self.next = 0;
                    board.quiets(&mut self.moves);
                    let side = board.side_to_move();
                    self.score(|mv| history.quiet(side, mv));
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.best() {
                    Some(mv) if self.killers.contains(&Some(mv)) => {}
                    Some(mv) => return Some(mv),
                    None => {
                        self.next = 0;
                        self.stage = Stage::LosingCaptures;
                    }
                },
                Stage::LosingCaptures => {
                    let mv = self.losing.get(self.next).copied();
                    self.next += 1;
                    return mv;
                }
                Stage::GenerateEvasions => {
                    board.pseudo_legal(&mut self.moves);
                    let side = board.side_to_move();
                    self.score(|mv| match board.captured_piece(mv) {
                        Some(_) => (1 << 20) + capture_score(board, mv),
                        None => history.quiet(side, mv),
                    });
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => return self.best(),
            }
        }
    }

    fn score(&mut self, score: impl Fn(Move) -> i32) {
        for (slot, &mv) in self.scores.iter_mut().zip(&self.moves) {
            *slot = score(mv);
        }
    }

    /// Takes the best move left, passing over the table's.
    fn best(&mut self) -> Option<Move> {
        loop {
            let (start, end) = (self.next, self.moves.len());
            if start == end {
                return None;
            }
            let mut best = start;
            for i in start + 1..end {
                if self.scores[i] > self.scores[best] {
                    best = i;
                }
            }
            self.moves.swap(start, best);
            self.scores.swap(start, best);
            self.next += 1;
            let mv = self.moves[start];
            if Some(mv) != self.tt_move {
                return Some(mv);
            }
        }
    }

    /// A killer of another node, if it is a quiet move here too.
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

/// Most valuable victim first, then least valuable attacker. The king is a cheap attacker: nothing can retake it.
fn capture_score(board: &Board, mv: Move) -> i32 {
    let value = |piece: Option<crate::types::Piece>| {
        piece.map_or(0, |piece| match piece.kind() {
            PieceType::King => 0,
            kind => exchange_value(kind),
        })
    };
    16 * value(board.captured_piece(mv)) - value(board.moved_piece(mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

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
            let mut expected = MoveList::new();
            board.pseudo_legal(&mut expected);
            expected.sort_unstable_by_key(|mv| mv.bits());
            for &tt_move in &suggestions {
                for pair in suggestions.windows(2) {
                    let killers = [pair[0], pair[1]];
                    let mut picker = Picker::all(board, position.in_check(), tt_move, killers);
                    let mut got = MoveList::new();
                    while let Some(mv) = picker.next(board, position.in_check(), &history) {
                        got.push(mv);
                    }
                    got.sort_unstable_by_key(|mv| mv.bits());
                    assert_eq!(got, expected, "{fen} {tt_move:?} {killers:?}");
                }
            }
        }
    }
}
