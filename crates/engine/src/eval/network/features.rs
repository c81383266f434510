//! The inputs of the network, which encode the squares of the pieces and the tactical motifs from each side's point of
//! view, and the choice of its output.
//!
//! Each side sees the board from its own end, with its own pieces first. The board is also mirrored if necessary, so
//! that a position and its mirror image look the same: the side's own king, or the enemy king if its own is on the
//! middle file, is never on the left.

use crate::board::Board;
use crate::eval::{Motif, MotifKind};
use crate::types::{Color, Piece, PieceType, Square};

/// The number of inputs for the places of the pieces: the seven types of a side's own pieces, then those of the other
/// side, each on 90 squares.
pub const PLACES: usize = 2 * PieceType::COUNT * Square::COUNT;

/// The number of inputs for one side. The first [`PLACES`] are for the places of the pieces. They are followed by as
/// many for each kind of motif; see [`Motif`].
pub const INPUTS: usize = (1 + MotifKind::COUNT) * PLACES;

/// The number of outputs, one for each stage of the game; see [`bucket`].
pub const BUCKETS: usize = 8;

/// How a side sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    side: Color,
    mirrored: bool,
}

/// The index of a square among the 90, by perspective. The board is flipped for Black and then mirrored if the
/// perspective is mirrored.
static SQUARES: [[u8; 256]; 4] = {
    let mut table = [[0; 256]; 4];
    let mut perspective = 0;
    while perspective < 4 {
        let mut index = 0;
        while index < 256 {
            let mut square = Square::from_index(index as u8);
            if square.is_on_board() {
                if perspective & 2 != 0 {
                    square = square.flip();
                }
                if perspective & 1 != 0 {
                    square = square.mirror();
                }
                table[perspective][index] = square.dense() as u8;
            }
            index += 1;
        }
        perspective += 1;
    }
    table
};

/// The first input of each piece, by the side that looks: its own pieces come first.
static GROUPS: [[u16; Piece::COUNT]; 2] = {
    let mut table = [[0; Piece::COUNT]; 2];
    let mut i = 0;
    while i < Piece::COUNT {
        table[0][i] = (Square::COUNT * i) as u16;
        table[1][i] = (Square::COUNT * ((i + PieceType::COUNT) % Piece::COUNT)) as u16;
        i += 1;
    }
    table
};

/// The middle file.
const MIDDLE: u8 = 4;

impl Perspective {
    /// How `side` sees a board with the kings on these squares, Red's first.
    #[inline]
    pub fn new(side: Color, kings: [Square; 2]) -> Self {
        let own = kings[side.index()].file();
        let file = if own == MIDDLE { kings[(!side).index()].file() } else { own };
        Self { side, mirrored: file < MIDDLE }
    }

    /// How `side` sees this board.
    #[inline]
    pub fn of(side: Color, board: &Board) -> Self {
        Self::new(side, Color::ALL.map(|color| board.king(color)))
    }

    /// The side whose perspective it is.
    #[inline]
    pub const fn side(self) -> Color {
        self.side
    }

    /// Whether left and right are swapped.
    #[inline]
    pub const fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// The inputs of a board with these motifs.
    pub fn inputs(self, board: &Board, motifs: &[Motif]) -> impl Iterator<Item = usize> {
        let places = board.pieces().map(move |(piece, square)| self.input(piece, square));
        places.chain(motifs.iter().map(move |motif| self.motif_input(motif)))
    }

    /// The input of a piece on a square, less than [`PLACES`].
    #[inline]
    pub fn input(self, piece: Piece, square: Square) -> usize {
        let side = self.side.index();
        let view = 2 * side + usize::from(self.mirrored);
        usize::from(GROUPS[side][piece.index()]) + usize::from(SQUARES[view][square.index()])
    }

    /// The input of a motif, from [`PLACES`] on.
    #[inline]
    pub fn motif_input(self, motif: &Motif) -> usize {
        let &Motif { kind, piece, square } = motif;
        self.input(piece, square) + PLACES * (1 + kind as usize)
    }
}

/// The type of the pieces in one of the fourteen groups of places.
pub(super) const fn type_of(group: usize) -> PieceType {
    PieceType::ALL[group % PieceType::COUNT]
}

/// Which output a position uses, by its number of rooks and its number of horses and cannons, counting both sides.
static BUCKET: [[u8; 9]; 5] = [
    [0, 0, 0, 1, 1, 1, 1, 1, 1],
    [2, 2, 2, 3, 3, 4, 4, 4, 4],
    [2, 2, 2, 3, 3, 4, 4, 4, 4],
    [5, 5, 5, 5, 5, 6, 6, 7, 7],
    [5, 5, 5, 5, 5, 6, 6, 7, 7],
];

/// The output that a position uses, less than [`BUCKETS`].
#[inline]
pub fn bucket(board: &Board) -> usize {
    let count = |kind| (board.count(Color::Red, kind) + board.count(Color::Black, kind)) as usize;
    let rooks = count(PieceType::Rook);
    let others = count(PieceType::Horse) + count(PieceType::Cannon);
    usize::from(BUCKET[rooks.min(4)][others.min(8)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::eval::motifs;

    /// The inputs of a position for its side to move and for the other side, sorted.
    fn inputs(fen: &str) -> [Vec<usize>; 2] {
        let position = Position::from_fen(fen).unwrap();
        let board = position.board();
        let us = board.side_to_move();
        [us, !us].map(|side| {
            let perspective = Perspective::of(side, board);
            let mut inputs: Vec<usize> = perspective.inputs(board, &motifs(board)).collect();
            inputs.sort_unstable();
            inputs
        })
    }

    #[test]
    fn a_piece_has_an_input_of_its_own_in_either_view() {
        // Red's king is on e0: group 0, square 4. For Black it is a piece of the other side, at the far end.
        let [us, them] = inputs("3k5/9/9/9/9/9/9/9/9/4K4 w");
        // Black's king is on the left, so both sides see the board mirrored: the king is on f9 for Red and on f0 for
        // Black.
        assert_eq!(us, [4, 7 * 90 + 86]);
        assert_eq!(them, [5, 7 * 90 + 85]);
    }

    #[test]
    fn motifs_have_inputs_of_their_own() {
        // The rook attacks a guarded pawn and can check on the king's rank. A cannon attacks the rook over that pawn.
        let motifs = inputs("3k5/9/4b4/9/R1p4c1/9/9/9/9/4K4 w")
            .map(|inputs| inputs.into_iter().filter(|input| *input >= PLACES).collect::<Vec<_>>());
        // Both sides see the board mirrored: the pawn on file 6 and the rook on file 8.
        let [pawn, rook] = [90 * (7 + 6) + 5 * 9 + 6, 90 * 4 + 5 * 9 + 8];
        let check = 90 * 4 + 9 * 9 + 8;
        assert_eq!(motifs[0], [PLACES + pawn, 2 * PLACES + rook, 3 * PLACES + check]);
        let [pawn, rook] = [90 * 6 + 4 * 9 + 6, 90 * (7 + 4) + 4 * 9 + 8];
        let check = 90 * (7 + 4) + 8;
        assert_eq!(motifs[1], [PLACES + pawn, 2 * PLACES + rook, 3 * PLACES + check]);
    }

    #[test]
    fn mirror_images_are_one() {
        let one = inputs("3ak4/9/4b4/p8/9/9/P8/2C6/9/3AK1R2 w");
        let other = inputs("4ka3/9/4b4/8p/9/9/8P/6C2/9/2R1KA3 w");
        assert_ne!(one, other, "with both kings in the middle, mirror images differ");
        for (one, other) in [
            ("3a1k3/9/4b4/p8/9/9/P8/2C6/9/3AK1R2 w", "3k1a3/9/4b4/8p/9/9/8P/6C2/9/2R1KA3 w"),
            ("3ak4/9/4b4/p8/9/9/P8/2C6/9/3A1KR2 b", "4ka3/9/4b4/8p/9/9/8P/6C2/9/2RK1A3 b"),
        ] {
            assert_eq!(inputs(one), inputs(other));
        }
    }

    #[test]
    fn colours_are_one() {
        assert_eq!(
            inputs("3k5/4a4/9/2p6/9/9/9/4C4/9/4KR3 w"),
            inputs("4kr3/9/4c4/9/9/9/2P6/9/4A4/3K5 b")
        );
    }

    #[test]
    fn every_material_has_its_output() {
        let of = |fen| bucket(Position::from_fen(fen).unwrap().board());
        assert_eq!(of(crate::board::START_FEN), 7);
        assert_eq!(of("3k5/9/9/9/9/9/9/9/9/4K4 w"), 0);
        assert_eq!(of("3k5/9/9/9/9/9/9/9/9/R3K3C w"), 2);
        let used: std::collections::BTreeSet<u8> = BUCKET.iter().flatten().copied().collect();
        assert_eq!(used, (0..BUCKETS as u8).collect());
    }
}
