//! The numbering of positions.

use super::PIECES_MAX;
use crate::board::{Board, Piece};
use crate::geometry::bits;
use crate::variant::{Color, Variant};

/// All positions with given numbers of own men, own kings, opposing men and opposing kings. The side to move is White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slice {
    counts: [u8; 4],
}

/// The kinds of pieces, in the order of [`Slice`].
const KINDS: [Piece; 4] = [
    Piece { color: Color::White, is_king: false },
    Piece { color: Color::White, is_king: true },
    Piece { color: Color::Black, is_king: false },
    Piece { color: Color::Black, is_king: true },
];

/// The first square that each kind can occupy: men cannot stand on their far row.
const FIRST_NUMBERS: [u8; 4] = [5, 1, 1, 1];
const SQUARES: [usize; 4] = [28, 32, 28, 32];

impl Slice {
    /// All slices with at most this many pieces in which both sides have some. The slices that a position can reach by
    /// captures and promotions come before its own; a slice and its mirror image ([`mirrored`](Self::mirrored)) are
    /// adjacent.
    pub(super) fn all(pieces: u32) -> Vec<Self> {
        let range = 0..=pieces as u8;
        let mut all = Vec::new();
        for own_men in range.clone() {
            for own_kings in range.clone() {
                for other_men in range.clone() {
                    for other_kings in range.clone() {
                        let slice = Self { counts: [own_men, own_kings, other_men, other_kings] };
                        let has_both = own_men + own_kings > 0 && other_men + other_kings > 0;
                        if has_both && slice.pieces() <= pieces {
                            all.push(slice);
                        }
                    }
                }
            }
        }
        all.sort_by_key(|slice| {
            let [own_men, _, other_men, _] = slice.counts;
            let least = slice.counts.min(slice.mirrored().counts);
            (slice.pieces(), own_men + other_men, least, slice.counts)
        });
        all
    }

    pub(super) fn pieces(self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }

    /// The slice that contains the positions after moves that neither capture nor promote.
    pub(super) const fn mirrored(self) -> Self {
        let [own_men, own_kings, other_men, other_kings] = self.counts;
        Self { counts: [other_men, other_kings, own_men, own_kings] }
    }

    /// The slice's index in the list of all slices, or `None` if it has too many pieces.
    pub(super) fn ordinal(self) -> Option<usize> {
        static ORDINALS: std::sync::OnceLock<Vec<Option<usize>>> = std::sync::OnceLock::new();
        let code =
            |slice: Self| slice.counts.iter().fold(0, |code, &count| code * 5 + usize::from(count));
        if self.pieces() > PIECES_MAX {
            return None;
        }
        let ordinals = ORDINALS.get_or_init(|| {
            let mut ordinals = vec![None; 5 * 5 * 5 * 5];
            for (ordinal, slice) in Self::all(PIECES_MAX).into_iter().enumerate() {
                ordinals[code(slice)] = Some(ordinal);
            }
            ordinals
        });
        ordinals[code(self)]
    }

    /// The number of indices in the slice. Those that would put two pieces on one square are unused.
    pub(super) fn size(self) -> usize {
        (0..4).map(|kind| choose(SQUARES[kind], usize::from(self.counts[kind]))).product()
    }

    /// The position with this index, or `None` if two pieces would share a square.
    pub(super) fn board(self, mut index: usize) -> Option<Board> {
        let mut board = Board::empty(Variant::English, Color::White);
        let geometry = &board.rules().geometry;
        for kind in (0..4).rev() {
            let count = usize::from(self.counts[kind]);
            let size = choose(SQUARES[kind], count);
            let mut rank = index % size;
            index /= size;
            let mut limit = SQUARES[kind];
            for place in (1..=count).rev() {
                limit = (0..limit).rev().find(|&square| choose(square, place) <= rank)?;
                rank -= choose(limit, place);
                let bit = geometry.bit(limit as u8 + FIRST_NUMBERS[kind]);
                if board.piece_at(bit).is_some() {
                    return None;
                }
                board.put(bit, KINDS[kind]);
            }
        }
        Some(board)
    }
}

/// The slice and index of a position in which both sides have pieces.
pub(super) fn place(board: &Board) -> (Slice, usize) {
    let turned;
    let board = match board.side() {
        Color::White => board,
        Color::Black => {
            turned = board.exchanged();
            &turned
        }
    };
    let geometry = &board.rules().geometry;
    let mut counts = [0; 4];
    let mut index = 0;
    for (kind, piece) in KINDS.into_iter().enumerate() {
        let squares = if piece.is_king { board.kings(piece.color) } else { board.men(piece.color) };
        let mut rank = 0;
        for (place, bit) in (1..).zip(bits(squares)) {
            rank += choose(usize::from(geometry.number(bit) - FIRST_NUMBERS[kind]), place);
        }
        counts[kind] = squares.count_ones() as u8;
        index = index * choose(SQUARES[kind], usize::from(counts[kind])) + rank;
    }
    (Slice { counts }, index)
}

/// The number of ways to choose `count` of `from` things.
const fn choose(from: usize, count: usize) -> usize {
    match count {
        0 => 1,
        1 => from,
        2 => from * from.wrapping_sub(1) / 2,
        3 if from >= 3 => from * (from - 1) * (from - 2) / 6,
        4 if from >= 4 => from * (from - 1) * (from - 2) * (from - 3) / 24,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_positions_belong_together() {
        for slice in Slice::all(3) {
            let boards = (0..slice.size()).filter_map(|index| Some((index, slice.board(index)?)));
            for (index, board) in boards.step_by(7) {
                assert_eq!(place(&board), (slice, index));
                assert_eq!(place(&board.exchanged()), (slice, index));
            }
        }
    }

    #[test]
    fn slices_come_after_their_successors() {
        let all = Slice::all(PIECES_MAX);
        assert_eq!(all.len(), 4 + 2 * 6 + 2 * 8 + 9);
        for (ordinal, slice) in all.iter().enumerate() {
            assert_eq!(slice.ordinal(), Some(ordinal));
            // A slice and its mirror image are adjacent.
            let mirror = slice.mirrored().ordinal().unwrap();
            assert!(mirror.abs_diff(ordinal) <= 1, "{slice:?}");
        }
        // Tables for fewer pieces list their slices in the same order.
        assert_eq!(Slice::all(3), all[..16]);
    }
}
