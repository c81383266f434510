//! The numbers of the evaluation.
//!
//! Set by hand from the usual teaching values (rook 9, cannon and horse 4 and a half, advisor and elephant 2, pawn 1,
//! twice that across the river) and from what the books say about good squares. Not tuned yet.

use super::tapered::Tapered;
use crate::types::{Color, Piece, PieceType, Square, Value};

/// Bonus for having the move, in centipawns.
pub(super) const TEMPO: Value = 12;

/// Middle game and endgame worth of each kind, in centipawns. The cannon loses its screens as pieces go, the horse
/// its obstacles.
const MATERIAL: [Tapered; PieceType::COUNT] = [
    Tapered::new(0, 0),
    Tapered::new(175, 180),
    Tapered::new(180, 185),
    Tapered::new(405, 450),
    Tapered::new(900, 960),
    Tapered::new(440, 425),
    Tapered::new(80, 95),
];

/// What each piece adds to the phase: rooks two, horses and cannons one.
pub(super) const PHASE: [i32; Piece::COUNT] = {
    let by_kind = [0, 0, 0, 1, 2, 1, 0];
    let mut table = [0; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT {
        table[i] = by_kind[i % PieceType::COUNT];
        i += 1;
    }
    table
};

/// The phase of the start position.
pub(super) const PHASE_MAX: i32 = 16;

/// Files a to e from Red's side, rank 9 first; files f to i mirror d to a.
type Half = [[i16; 5]; 10];

const NOWHERE: Half = [[0; 5]; 10];

#[rustfmt::skip]
const KING_MG: Half = [
    [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5],
    [0, 0, 0, -60, -50],
    [0, 0, 0, -35, -25],
    [0, 0, 0,  -5,  10],
];

#[rustfmt::skip]
const KING_EG: Half = [
    [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5],
    [0, 0, 0, -20, -10],
    [0, 0, 0,  -5,   5],
    [0, 0, 0,   0,  10],
];

#[rustfmt::skip]
const ADVISOR: Half = [
    [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5],
    [0, 0, 0, -20, 0],
    [0, 0, 0,   0, 8],
    [0, 0, 0,   2, 0],
];

#[rustfmt::skip]
const BISHOP: Half = [
    [0; 5], [0; 5], [0; 5], [0; 5], [0; 5],
    [  0, 0, -5, 0,  0],
    [  0, 0,  0, 0,  0],
    [-20, 0,  0, 0, 12],
    [  0, 0,  0, 0,  0],
    [  0, 0,  0, 0,  0],
];

#[rustfmt::skip]
const KNIGHT_MG: Half = [
    [-25, -10,   5, -10, -15],
    [-15,   5,  55,  10, -10],
    [  0,  20,  25,  45,  15],
    [  5,  30,  25,  35,  25],
    [  0,  20,  25,  28,  30],
    [  0,   8,  22,  24,  25],
    [ -5,   0,   8,   8,  12],
    [-10,  -2,  10,   5,   2],
    [-20, -10,   0,  -5, -45],
    [-25, -20, -12, -15, -20],
];

#[rustfmt::skip]
const KNIGHT_EG: Half = [
    [-30, -15,  -5, -10, -15],
    [-15,   0,  20,  15,   5],
    [ -5,  10,  25,  35,  25],
    [  0,  15,  25,  30,  30],
    [  0,  12,  20,  25,  28],
    [ -5,   8,  15,  20,  22],
    [-10,   0,   8,  10,  12],
    [-15,  -5,   2,   5,   5],
    [-20, -15,  -5,  -5, -15],
    [-30, -20, -15, -15, -20],
];

#[rustfmt::skip]
const ROOK_MG: Half = [
    [ 10,  12,  12,  22,  25],
    [ 15,  18,  18,  35,  45],
    [ 10,  15,  15,  30,  35],
    [ 12,  20,  18,  28,  30],
    [ 12,  18,  18,  25,  28],
    [  8,  15,  15,  22,  25],
    [  2,  10,   8,  18,  18],
    [ -5,   8,   0,  15,  10],
    [ -8,   8,   4,  15,  -5],
    [-25,   0,  -5,  12, -10],
];

#[rustfmt::skip]
const ROOK_EG: Half = [
    [ 10,  12,  12,  18,  20],
    [ 15,  18,  20,  28,  30],
    [ 12,  15,  18,  24,  26],
    [ 10,  14,  16,  20,  22],
    [  8,  12,  14,  18,  20],
    [  6,  10,  12,  16,  18],
    [  0,   5,   6,  10,  12],
    [ -5,   2,   2,   8,   8],
    [ -8,   0,   0,   5,   2],
    [-12,  -4,  -4,   2,   0],
];

#[rustfmt::skip]
const CANNON_MG: Half = [
    [ 30,  25,   5, -10, -15],
    [ 10,  12,   5,  -8, -12],
    [  8,  10,   5,  -5,  -8],
    [  2,   8,   8,   5,  15],
    [  2,   4,   6,   5,  20],
    [  0,   4,   6,   5,  18],
    [  0,   0,   5,   4,  12],
    [  2,   8,  10,   8,  22],
    [  0,   4,   4,   6,   2],
    [ -2,   0,   4,   6,   0],
];

#[rustfmt::skip]
const CANNON_EG: Half = [
    [ 10,   8,   0,   0,   0],
    [  2,   4,   2,   2,   2],
    [  0,   2,   2,   2,   4],
    [  0,   2,   4,   4,   8],
    [  0,   2,   4,   4,   8],
    [  0,   2,   4,   6,  10],
    [  0,   2,   4,   8,  12],
    [  2,   4,   6,  10,  16],
    [  4,   6,   6,  12,  16],
    [  4,   6,   8,  14,  18],
];

#[rustfmt::skip]
const PAWN_MG: Half = [
    [-60, -55, -50, -45, -40],
    [ 40,  70, 105, 140, 150],
    [ 45,  75, 110, 135, 140],
    [ 45,  70,  95, 110, 115],
    [ 30,  45,  60,  70,  75],
    [ -5,   0,  15,   0,  25],
    [-10,   0,  -2,   0,  12],
    [0; 5], [0; 5], [0; 5],
];

#[rustfmt::skip]
const PAWN_EG: Half = [
    [-60, -55, -50, -40, -35],
    [ 15,  35,  60,  95, 105],
    [ 40,  65,  90, 110, 115],
    [ 45,  65,  85,  95, 100],
    [ 45,  55,  65,  75,  75],
    [ 10,   0,  15,   0,  15],
    [  0,   0,   0,   0,   0],
    [0; 5], [0; 5], [0; 5],
];

const fn halves(kind: PieceType) -> (&'static Half, &'static Half) {
    match kind {
        PieceType::King => (&KING_MG, &KING_EG),
        PieceType::Advisor => (&ADVISOR, &ADVISOR),
        PieceType::Bishop => (&BISHOP, &NOWHERE),
        PieceType::Knight => (&KNIGHT_MG, &KNIGHT_EG),
        PieceType::Rook => (&ROOK_MG, &ROOK_EG),
        PieceType::Cannon => (&CANNON_MG, &CANNON_EG),
        PieceType::Pawn => (&PAWN_MG, &PAWN_EG),
    }
}

/// The worth of a kind wherever it stands.
pub(super) const fn material(kind: PieceType) -> Tapered {
    MATERIAL[kind as usize]
}

/// What a piece's square adds to its worth, its owner's view.
pub(super) const fn placement(piece: Piece, square: Square) -> Tapered {
    let square = match piece.color() {
        Color::Red => square,
        Color::Black => square.flip(),
    };
    let (row, file) = (9 - square.rank() as usize, square.file() as usize);
    let column = if file > 4 { 8 - file } else { file };
    let (mg, eg) = halves(piece.kind());
    Tapered::new(mg[row][column] as i32, eg[row][column] as i32)
}

/// Material and placement of every piece on every square of the mailbox, Red's view.
pub(super) static PIECE_SQUARE: [[Tapered; 256]; Piece::COUNT] = {
    let mut table = [[Tapered::new(0, 0); 256]; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT {
        let piece = Piece::ALL[i];
        let mut index = 0;
        while index < 256 {
            let square = Square::from_index(index as u8);
            if square.is_on_board() {
                let (worth, place) = (material(piece.kind()), placement(piece, square));
                let sum = Tapered::new(worth.mg() + place.mg(), worth.eg() + place.eg());
                table[i][index] = match piece.color() {
                    Color::Red => sum,
                    Color::Black => sum.negated(),
                };
            }
            index += 1;
        }
        i += 1;
    }
    table
};
