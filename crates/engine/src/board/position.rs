//! A position: a board and its history.

use super::slot::{self, EMPTY, Slot};
use super::{Board, Observer};
use crate::types::{Color, Move, MoveList, Piece};

/// An entry in the history, with the data needed to take a move back and to apply the repetition rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undo {
    /// The move played; `None` for a null move.
    pub mv: Option<Move>,
    /// The key of the position before the move.
    pub key: u64,
    /// Whether the side that moved was in check before the move.
    pub in_check: bool,
    /// Plies since the last capture, not counting the move itself.
    pub plies_since_capture: u16,
    /// Reversible plies before the move: those since the last capture, the last null move or the start. Earlier
    /// positions cannot recur.
    pub reversible: u16,
    captured: Slot,
}

impl Undo {
    /// The piece that the move captured; `None` if it was not a capture.
    #[inline]
    pub fn captured_piece(&self) -> Option<Piece> {
        slot::piece_of(self.captured)
    }
}

/// A board and the moves that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    in_check: bool,
    plies_since_capture: u16,
    reversible: u16,
    /// The number of plies since the start of move 1, according to the FEN's move number.
    game_ply: u32,
    history: Vec<Undo>,
}

impl Position {
    pub(super) fn from_board(board: Board, plies_since_capture: u16, game_ply: u32) -> Self {
        let in_check = board.is_in_check(board.side);
        Self { board, in_check, plies_since_capture, reversible: 0, game_ply, history: Vec::new() }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.board.side
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.in_check
    }

    /// The key of the board.
    #[inline]
    pub fn key(&self) -> u64 {
        self.board.key
    }

    /// Plies since the last capture, including those counted in the start FEN.
    #[inline]
    pub fn plies_since_capture(&self) -> u16 {
        self.plies_since_capture
    }

    /// Reversible plies: those since the last capture, the last null move or the start. Only positions that far back
    /// can recur.
    #[inline]
    pub fn reversible(&self) -> usize {
        usize::from(self.reversible)
    }

    /// The number of plies since the start of move 1, according to the FEN's move number.
    #[inline]
    pub fn game_ply(&self) -> u32 {
        self.game_ply
    }

    /// Every move since the start position, oldest first.
    #[inline]
    pub fn history(&self) -> &[Undo] {
        &self.history
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> MoveList {
        self.board.legal_moves(self.in_check)
    }

    /// Whether a move is legal in this position. The move may be any 16 bits.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board.is_pseudo_legal(mv) && self.board.is_safe(mv)
    }

    /// Plays a generated move without checking its legality.
    ///
    /// An illegal move corrupts the position; debug builds panic. [`Position::play`] checks legality.
    #[inline]
    pub fn make_unchecked(&mut self, mv: Move, observer: &mut impl Observer) {
        self.make_with_check(mv, self.board.gives_check(mv), observer);
    }

    /// Like [`Position::make_unchecked`], for a caller that knows whether the move gives check.
    #[inline]
    pub(crate) fn make_with_check(
        &mut self,
        mv: Move,
        gives_check: bool,
        observer: &mut impl Observer,
    ) {
        debug_assert!(self.is_legal(mv), "{mv} in {}", self.board);
        let key = self.board.key;
        let captured = self.board.play(mv, observer);
        self.remember(Some(mv), key, captured);
        self.in_check = gives_check;
        self.plies_since_capture =
            if captured == EMPTY { self.plies_since_capture.saturating_add(1) } else { 0 };
        self.reversible = if captured == EMPTY { self.reversible.saturating_add(1) } else { 0 };
        debug_assert_eq!(gives_check, self.board.is_in_check(self.board.side), "{mv}");
    }

    /// Takes the last move back.
    ///
    /// # Panics
    /// If no move has been made.
    #[inline]
    pub fn unmake(&mut self, observer: &mut impl Observer) {
        let undo = self.history.pop().expect("a move was made before");
        match undo.mv {
            Some(mv) => self.board.take_back(mv, undo.captured, observer),
            None => self.board.pass(),
        }
        self.in_check = undo.in_check;
        self.plies_since_capture = undo.plies_since_capture;
        self.reversible = undo.reversible;
        self.game_ply -= 1;
    }

    /// Makes a null move. A null move is not a move of the game: no position before it can recur, and it does not count
    /// as a ply without a capture.
    #[inline]
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check);
        let key = self.board.key;
        self.board.pass();
        self.remember(None, key, EMPTY);
        self.reversible = 0;
    }

    /// Adds an entry to the history.
    #[inline]
    fn remember(&mut self, mv: Option<Move>, key: u64, captured: Slot) {
        self.history.push(Undo {
            mv,
            key,
            in_check: self.in_check,
            plies_since_capture: self.plies_since_capture,
            reversible: self.reversible,
            captured,
        });
        self.game_ply += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_very_long_game_without_captures_stays_drawn() {
        let mut position = Position::startpos();
        let line = ["h0g2", "h9g7", "g2h0", "g7h9"].map(|text| text.parse::<Move>().unwrap());
        for mv in line.into_iter().cycle().take(70_000) {
            position.make_unchecked(mv, &mut ());
        }
        assert_eq!(position.plies_since_capture(), u16::MAX);
        for _ in 0..70_000 {
            position.unmake(&mut ());
        }
        assert_eq!(position, Position::startpos());
    }
}
