//! Retrograde play: boards built piece by piece, and the quiet moves that may have led to a board.

use super::checks::AfterMove;
use super::geometry::{DIAGONALS, HORSE_SOURCES, ORTHOGONALS, OccupiedLine, PALACE, forward};
use super::slot;
use super::{Board, NOWHERE};
use crate::types::{Color, Move, MoveList, Piece, PieceType, Square};

impl Board {
    /// Builds a board with these pieces and this side to move. Returns `None` if two pieces share a point, a piece is
    /// off the board, a side has more pieces of a kind than a game starts with, or a side has no king.
    ///
    /// It is not checked whether kings, advisors, elephants and pawns stand on squares they can reach, or whether a
    /// king is in check.
    ///
    /// ```
    /// use chuhe_engine::board::Board;
    /// use chuhe_engine::types::{Color, Piece};
    ///
    /// let pieces = [(Piece::RedKing, "d0".parse()?), (Piece::BlackKing, "e9".parse()?)];
    /// let board = Board::from_pieces(pieces, Color::Black).unwrap();
    /// assert_eq!(board.to_string(), "4k4/9/9/9/9/9/9/9/9/3K5 b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_pieces(
        pieces: impl IntoIterator<Item = (Piece, Square)>,
        side: Color,
    ) -> Option<Self> {
        let mut board = Self::empty();
        let mut counts = [0u8; Piece::COUNT];
        for (piece, square) in pieces {
            let count = &mut counts[piece.index()];
            if usize::from(*count) == piece.kind().max_count() || !board.is_empty(square) {
                return None;
            }
            let slot = slot::first_slot(piece.color(), piece.kind()) + *count;
            board.put_piece(slot, square, &mut ());
            *count += 1;
        }
        if Color::ALL.into_iter().any(|color| board.king(color) == NOWHERE) {
            return None;
        }
        if side == Color::Black {
            board.pass();
        }
        Some(board)
    }

    /// Appends the quiet moves that may have led to this board from a board on which the king of the side that is now
    /// to move was not attacked. Each is written as it was played: its destination is the piece's present square.
    ///
    /// Pawns retreat over the whole board, even to squares they cannot reach in a game.
    pub fn retreats(&self, list: &mut MoveList) {
        let them = !self.side;
        let king = self.king(self.side);
        let mut found = |from: Square, to: Square| {
            if self.is_empty(from)
                && !(AfterMove { board: self, from: to, to: from }).attacks_king(king, them)
            {
                list.push(Move::new(from, to));
            }
        };
        for kind in [PieceType::Rook, PieceType::Cannon] {
            for to in self.squares_of(them, kind) {
                let row = (self.occupancy.row(to), to.column(), to.raw() & 0xf0, 0);
                let column = (self.occupancy.column(to), to.row(), to.column(), 4);
                for (mask, at, base, shift) in [row, column] {
                    let line = OccupiedLine::new(mask, at);
                    let (low, high) = (line.first_below(), line.first_above());
                    for place in (low + 1..at).chain(at + 1..high) {
                        found(Square::from_index(base | place << shift), to);
                    }
                }
            }
        }
        for to in self.squares_of(them, PieceType::Horse) {
            for (leg, sources) in HORSE_SOURCES {
                if self.is_empty(to.offset(leg)) {
                    for source in sources {
                        found(to.offset(source), to);
                    }
                }
            }
        }
        for to in self.squares_of(them, PieceType::Pawn) {
            found(to.offset(-forward(them)), to);
            if to.is_across_river(them) {
                found(to.offset(1), to);
                found(to.offset(-1), to);
            }
        }
        for to in self.squares_of(them, PieceType::Elephant) {
            for step in DIAGONALS {
                let from = to.offset(2 * step);
                if self.is_empty(to.offset(step)) && !from.is_across_river(them) {
                    found(from, to);
                }
            }
        }
        for to in self.squares_of(them, PieceType::Advisor) {
            for from in DIAGONALS.map(|step| to.offset(step)) {
                if PALACE[from.index()] {
                    found(from, to);
                }
            }
        }
        let to = self.king(them);
        for from in ORTHOGONALS.map(|step| to.offset(step)) {
            if PALACE[from.index()] {
                found(from, to);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::board::Position;

    /// In every position within a few plies, each quiet move must be a retreat of the board that it leads to, and the
    /// reverse.
    #[test]
    fn retreats_are_the_quiet_moves_backwards() {
        let fens =
            ["3ak4/9/4b4/9/9/2P6/1n7/R8/9/3K1C3 w", "2baka3/9/9/p7p/4N4/4P4/6r2/4B4/4A4/2B1K4 b"];
        for fen in fens {
            let position = Position::from_fen(fen).unwrap();
            for &mv in &position.legal_moves() {
                let board = position.board().with_move(mv);
                let mut list = MoveList::new();
                board.retreats(&mut list);
                let back: BTreeSet<u16> = list.iter().map(|mv| mv.bits()).collect();
                assert_eq!(back.len(), list.len());
                let played = position.board().captured_piece(mv).is_none();
                assert_eq!(back.contains(&mv.bits()), played, "{mv} in {fen}");
                for &retreat in &list {
                    let before = board.with_move(Move::new(retreat.to(), retreat.from()));
                    assert!(!before.is_in_check(!before.side_to_move()), "{retreat} to {board}");
                    assert!(before.is_pseudo_legal(retreat), "{retreat} to {board}");
                    assert_eq!(before.with_move(retreat), board);
                }
            }
        }
    }

    #[test]
    fn pieces_that_do_not_fit_make_no_board() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        let kings = [(Piece::RedKing, square("e0")), (Piece::BlackKing, square("d9"))];
        let with = |more: &[(Piece, &str)]| {
            let more = more.iter().map(|(piece, text)| (*piece, square(text)));
            Board::from_pieces(kings.into_iter().chain(more), Color::Red)
        };
        assert!(with(&[]).is_some_and(|board| board.material_key() != 0));
        assert!(with(&[(Piece::RedRook, "e0")]).is_none(), "two on a point");
        assert!(with(&[(Piece::RedKing, "e1")]).is_none(), "two kings");
        let rooks = [(Piece::RedRook, "a0"), (Piece::RedRook, "b0"), (Piece::RedRook, "c0")];
        assert!(with(&rooks).is_none() && with(&rooks[1..]).is_some());
        assert!(Board::from_pieces(kings[..1].iter().copied(), Color::Red).is_none());
        let wall = Square::from_index(0x10);
        assert!(Board::from_pieces([(Piece::RedRook, wall)], Color::Red).is_none());
    }
}
