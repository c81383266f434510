//! Keys of positions, which include the side to move. A position and its left-right mirror image have the same key.
//!
//! The keys are part of the file format, so they are independent of the engine's.

use chuhe_engine::board::{Board, Observer};
use chuhe_engine::types::rng::SplitMix64;
use chuhe_engine::types::{Color, Move, Piece, Square};

/// The seed of the random numbers below, which is part of the file format.
const SEED: u64 = 0x6368_7568_652d_6462;

/// A random number for each piece on each point, and one for Black to move.
struct Numbers {
    pieces: [[u64; Square::COUNT]; Piece::COUNT],
    black_to_move: u64,
}

static NUMBERS: Numbers = numbers();

const fn numbers() -> Numbers {
    let mut rng = SplitMix64::new(SEED);
    let mut pieces = [[0; Square::COUNT]; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < Square::COUNT {
            pieces[piece][square] = rng.next();
            square += 1;
        }
        piece += 1;
    }
    Numbers { pieces, black_to_move: rng.next() }
}

/// The key of a position, with the position's orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionKey {
    /// A number that a position shares only with its mirror image, apart from rare collisions.
    pub key: u64,
    view: KeyView,
}

/// Whether moves are stored as played in the position or in its mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyView {
    Plain,
    Mirrored,
    /// The position is its own mirror image.
    Symmetric,
}

impl PositionKey {
    /// The key of a board.
    pub fn of(board: &Board) -> Self {
        KeyTracker::new(board).key(board.side_to_move())
    }

    /// A move in the form stored with the key. In a symmetric position a move and its mirror image have the same form.
    pub(super) fn kept(self, mv: Move) -> Move {
        match self.view {
            KeyView::Plain => mv,
            KeyView::Mirrored => mv.mirror(),
            KeyView::Symmetric => {
                let mirror = mv.mirror();
                // Choose the move on Red's right wing, as in 炮二平五.
                if files(mv) >= files(mirror) { mv } else { mirror }
            }
        }
    }

    /// A stored move as played in this position. In a symmetric position it also stands for its mirror image.
    pub(super) fn shown(self, kept: Move) -> Move {
        if self.view == KeyView::Mirrored { kept.mirror() } else { kept }
    }
}

fn files(mv: Move) -> (u8, u8) {
    (mv.from().file(), mv.to().file())
}

/// The sums for a board and for its mirror image, updated with each move.
#[derive(Clone, Debug)]
pub(super) struct KeyTracker {
    plain: u64,
    mirrored: u64,
}

impl KeyTracker {
    pub(super) fn new(board: &Board) -> Self {
        let mut tracker = Self { plain: 0, mirrored: 0 };
        board.pieces().for_each(|(piece, square)| tracker.toggle(piece, square));
        tracker
    }

    pub(super) fn key(&self, side: Color) -> PositionKey {
        let view = match self.plain.cmp(&self.mirrored) {
            std::cmp::Ordering::Less => KeyView::Plain,
            std::cmp::Ordering::Equal => KeyView::Symmetric,
            std::cmp::Ordering::Greater => KeyView::Mirrored,
        };
        let turn = if side == Color::Black { NUMBERS.black_to_move } else { 0 };
        PositionKey { key: self.plain.min(self.mirrored) ^ turn, view }
    }

    fn toggle(&mut self, piece: Piece, square: Square) {
        let numbers = &NUMBERS.pieces[piece.index()];
        self.plain ^= numbers[square.dense()];
        self.mirrored ^= numbers[square.mirror().dense()];
    }
}

impl Observer for KeyTracker {
    fn placed(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
    }

    fn removed(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::board::Position;

    /// A FEN in which every rank is reversed.
    fn mirrored(fen: &str) -> String {
        let (placement, rest) = fen.split_once(' ').unwrap();
        let ranks = placement.split('/').map(|rank| rank.chars().rev().collect::<String>());
        format!("{} {rest}", ranks.collect::<Vec<_>>().join("/"))
    }

    #[test]
    fn mirror_images_share_a_key_and_nothing_else_does() {
        let mut rng = SplitMix64::new(7);
        let mut keys = std::collections::HashMap::new();
        for _ in 0..40 {
            let mut position = Position::startpos();
            let mut tracker = KeyTracker::new(position.board());
            for _ in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let key = tracker.key(position.side_to_move());
                assert_eq!(key, PositionKey::of(position.board()), "kept up to date");
                let image = Position::from_fen(&mirrored(&position.fen())).unwrap();
                let other = PositionKey::of(image.board());
                assert_eq!(key.key, other.key, "{}", position.fen());
                // The move is stored in the same form for both, and read back in the orientation of each.
                let mv = moves[rng.below(moves.len() as u64) as usize];
                assert_eq!(key.kept(mv), other.kept(mv.mirror()));
                let back = [key.shown(key.kept(mv)), other.shown(other.kept(mv.mirror()))];
                let symmetric = key.view == KeyView::Symmetric;
                assert!(back[0] == mv || symmetric && back[0] == mv.mirror());
                assert!(symmetric || back[1] == mv.mirror());
                let placement = |position: &Position| {
                    position.fen().split(' ').take(2).collect::<Vec<_>>().join(" ")
                };
                let pair = [placement(&position), placement(&image)];
                let first = keys.entry(key.key).or_insert_with(|| pair.clone());
                assert!(first.contains(&pair[0]), "two positions of one key");
                position.make_unchecked(mv, &mut tracker);
            }
        }
        assert!(keys.len() > 1000);
    }

    #[test]
    fn the_side_to_move_counts_and_the_file_format_stands() {
        let key = |fen: &str| PositionKey::of(Position::from_fen(fen).unwrap().board()).key;
        let [red, black] = ["w", "b"].map(|side| key(&format!("3k5/9/9/9/9/9/9/9/9/R3K4 {side}")));
        assert_ne!(red, black);
        // Existing files rely on these numbers.
        let start = PositionKey::of(Position::startpos().board());
        assert_eq!((start.key, start.view), (START_KEY, KeyView::Symmetric));
    }

    const START_KEY: u64 = 4_506_479_781_348_470_048;
}
