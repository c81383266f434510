//! The learnt evaluation, which assigns weights to groups of six squares.
//!
//! A group consists of two neighbouring squares in each of three consecutive rows. Groups cover every place where this
//! fits: 32 on a board of ten rows, 18 on one of eight. Each square holds a man of the side to move, a man of the other
//! side, or no man, which gives 3⁶ = 729 patterns. Each pattern of each group has a weight, as do a few other features.
//! Every weight has two values, one for a full board and one for an empty board; the evaluation interpolates between
//! them according to the number of pieces.
//!
//! Positions are seen from the side to move; if that is Black, the board is rotated. `scripts/fit.py` fitted the
//! weights to the results of self-play games.

use std::sync::OnceLock;

use super::threatened;
use crate::board::Board;
use crate::variant::{Color, Rules, Variant};

/// The number of patterns of a group.
const GROUP: usize = 729;

/// The number of other features, in the order of the file.
const EXTRAS: usize = 7;

/// Learnt weights in thousandths of a man, for a full board and for an empty one.
#[derive(Debug)]
pub struct Patterns {
    extras: [[i32; 2]; EXTRAS],
    groups: Vec<[i16; 2]>,
    /// The number of pieces on a full board.
    pieces: i32,
}

static INTERNATIONAL: &[u8] = include_bytes!("../../weights/normal.bin");
static SOURCE: &[u8] = include_bytes!("../../weights/source.bin");
static ENGLISH: &[u8] = include_bytes!("../../weights/english.bin");

/// The error for a weights file whose size does not match its game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("weights for {variant} must have {expected} bytes, but there are {found}")]
pub struct WrongSize {
    variant: Variant,
    expected: usize,
    found: usize,
}

impl Patterns {
    /// The weights for a game.
    ///
    /// # Panics
    /// If the program was built with weights of the wrong size, which the tests rule out.
    pub fn of(variant: Variant) -> &'static Self {
        static WEIGHTS: [OnceLock<Patterns>; 3] = [const { OnceLock::new() }; 3];
        let bytes = match variant {
            Variant::International => INTERNATIONAL,
            Variant::English => ENGLISH,
            Variant::Source => SOURCE,
        };
        WEIGHTS[variant as usize].get_or_init(|| {
            Self::from_bytes(variant, bytes).expect("tests read the embedded weights")
        })
    }

    /// Reads weights, stored as 16-bit numbers with the low byte first, two for each feature. The other features come
    /// first, followed by the patterns, group by group.
    ///
    /// # Errors
    /// If the number of bytes is wrong.
    pub fn from_bytes(variant: Variant, bytes: &[u8]) -> Result<Self, WrongSize> {
        let rules = variant.rules();
        let expected = 4 * (EXTRAS + group_count(rules) * GROUP);
        if bytes.len() != expected {
            return Err(WrongSize { variant, expected, found: bytes.len() });
        }
        let pairs: Vec<[i16; 2]> = bytes
            .chunks_exact(4)
            .map(|four| {
                [i16::from_le_bytes([four[0], four[1]]), i16::from_le_bytes([four[2], four[3]])]
            })
            .collect();
        let mut extras = [[0; 2]; EXTRAS];
        for (extra, pair) in extras.iter_mut().zip(&pairs) {
            *extra = pair.map(i32::from);
        }
        let pieces = Board::start(variant).count() as i32;
        Ok(Self { extras, groups: pairs[EXTRAS..].to_vec(), pieces })
    }

    /// The value of a position from the point of view of the side to move, in hundredths of a man.
    pub fn evaluate(&self, board: &Board) -> i32 {
        let [mut full, mut empty] = [0; 2];
        for (count, weight) in extras(board).into_iter().zip(self.extras) {
            full += count * weight[0];
            empty += count * weight[1];
        }
        for_groups(board, |index| {
            let weight = self.groups[index];
            full += i32::from(weight[0]);
            empty += i32::from(weight[1]);
        });
        let count = (board.count() as i32).min(self.pieces);
        (full * count + empty * (self.pieces - count)) / (10 * self.pieces)
    }
}

/// The values of the features other than patterns. The first is the right to move; the last is the number of threatened
/// pieces of the side to move. The others are differences between the two sides: men, kings, having any king, having a
/// king on the main diagonal, and kings on the side edges.
fn extras(board: &Board) -> [i32; EXTRAS] {
    let (own, other) = (board.side(), board.side().other());
    let geometry = &board.rules().geometry;
    let count = |squares: u64| squares.count_ones() as i32;
    let difference = |of: &dyn Fn(Color) -> i32| of(own) - of(other);
    let diagonal = main_diagonal(board.rules());
    let edge = geometry.side_edges();
    [
        1,
        difference(&|color| count(board.men(color))),
        difference(&|color| count(board.kings(color))),
        difference(&|color| i32::from(board.kings(color) != 0)),
        difference(&|color| i32::from(board.kings(color) & diagonal != 0)),
        difference(&|color| count(board.kings(color) & edge)),
        count(threatened(board, own)),
    ]
}

/// The long diagonal through a corner that is a dark square.
fn main_diagonal(rules: &Rules) -> u64 {
    let geometry = &rules.geometry;
    let corner = geometry.row(geometry.rows() - 1) & geometry.side_edges();
    (0..geometry.rows())
        .fold((0, corner), |(all, square), _| {
            (all | square, geometry.step(square, crate::geometry::Direction::UpRight))
        })
        .0
}

const fn group_count(rules: &Rules) -> usize {
    ((rules.geometry.rows() - 2) * (rules.geometry.width() - 1)) as usize
}

/// Calls `found` with the index of every pattern on the board, seen from the side to move.
fn for_groups(board: &Board, mut found: impl FnMut(usize)) {
    let geometry = &board.rules().geometry;
    let (mut own, mut other) = (board.men(board.side()), board.men(board.side().other()));
    if board.side() == Color::Black {
        own = geometry.turned(own);
        other = geometry.turned(other);
    }
    let (rows, width) = (geometry.rows() as usize, geometry.width());
    let mask = (1u64 << width) - 1;
    let mut pairs = [[0; 4]; 10];
    for (row, pairs) in pairs.iter_mut().enumerate().take(rows) {
        let shift = row as u32 * width + row as u32 / 2;
        *pairs = PAIRS[((own >> shift & mask) << 5 | other >> shift & mask) as usize];
    }
    let groups_in_row = width as usize - 1;
    let mut group = 0;
    for three in pairs[..rows].windows(3) {
        for column in 0..groups_in_row {
            let [first, second, third] = [three[0], three[1], three[2]].map(|row| row[column]);
            let pattern = usize::from(first) * 81 + usize::from(second) * 9 + usize::from(third);
            found(group * GROUP + pattern);
            group += 1;
        }
    }
}

/// For each set of men in a row (five bits for each side), the contents of every two neighbouring squares as a base-3
/// number, from the left.
static PAIRS: [[u8; 4]; 1024] = {
    let mut pairs = [[0; 4]; 1024];
    let mut index = 0;
    while index < 1024 {
        let mut column = 0;
        while column < 4 {
            pairs[index][column] = digit(index, column) * 3 + digit(index, column + 1);
            column += 1;
        }
        index += 1;
    }
    pairs
};

const fn digit(index: usize, column: usize) -> u8 {
    (if index >> (5 + column) & 1 != 0 { 1 } else { 2 * (index >> column & 1) }) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_have_the_right_size() {
        for variant in Variant::ALL {
            let groups = Patterns::of(variant).groups.len();
            assert_eq!(groups, group_count(variant.rules()) * GROUP);
        }
        let error = Patterns::from_bytes(Variant::English, &[0; 3]).unwrap_err();
        assert_eq!(error.to_string(), "weights for english must have 52516 bytes, but there are 3");
    }

    #[test]
    fn the_main_diagonal_has_a_square_in_each_row() {
        for variant in Variant::ALL {
            let rules = variant.rules();
            assert_eq!(main_diagonal(rules).count_ones(), rules.geometry.rows());
        }
    }

    #[test]
    fn patterns_are_numbers_of_base_three() {
        let board = Board::start(Variant::International);
        let mut found = Vec::new();
        for_groups(&board, |index| found.push(index));
        assert_eq!(found.len(), 32);
        // Black's men fill the first group, and White's men the last.
        assert_eq!(found[0], 728);
        assert_eq!(found[31], 31 * GROUP + 364);
        // The patterns seen from Black's side are the same.
        let mut turned = Vec::new();
        for_groups(&board.exchanged(), |index| turned.push(index));
        assert_eq!(found, turned);
    }
}
