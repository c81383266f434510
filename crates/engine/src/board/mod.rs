//! The board: pieces on squares, move generation, making and unmaking moves, checks, FEN, exchanges and perft.
//!
//! The board is a 16×16 mailbox whose cells hold piece slots. It also keeps a piece list (the square of every slot),
//! the occupancy of every row and column as a bit mask, and the squares of every kind of piece as a set. A single load
//! from the mailbox returns the contents of a square: a piece, nothing or a wall. The masks turn rook and cannon moves
//! into bit arithmetic. The sets serve the evaluation and reveal pins and checks.
//!
//! ```
//! use chuhe_engine::board::{Position, perft};
//!
//! let mut position = Position::startpos();
//! assert_eq!(position.legal_moves().len(), 44);
//! assert_eq!(perft(&mut position, 3), 79_666);
//!
//! let mate = Position::from_fen("3k5/8R/9/9/9/9/9/9/R8/4K4 w")?;
//! assert!(mate.board().gives_check("a1a9".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attacks;
mod captures;
mod checks;
mod composed;
mod fen;
mod geometry;
mod identity;
mod illegal;
mod legality;
mod movegen;
mod occupancy;
mod perft;
mod position;
mod retreat;
mod see;
mod slot;
mod zobrist;

pub use captures::Captures;
pub use checks::{CheckSquares, Checkers};
pub use composed::StrayPawn;
pub use fen::{CounterField, FenError, START_FEN};
pub use identity::{PieceId, PieceSet, PieceSetIter};
pub use illegal::IllegalMove;
pub use legality::Legality;
pub use perft::{PERFT_DEPTH_MAX, divide, divide_watched, perft};
pub use position::{Position, Undo};
pub use see::exchange_value;

use crate::types::{Color, Move, Piece, PieceType, Square, SquareSet};
use occupancy::Occupancy;
use slot::{BLACK_BIT, EMPTY, RED_BIT, Slot, WALL};

/// An observer of every piece that is put on the board or taken off it, so that sums over pieces can be updated
/// incrementally.
pub trait Observer {
    /// Called after a piece is put on a square.
    fn placed(&mut self, piece: Piece, square: Square);

    /// Called after a piece is taken off a square.
    fn removed(&mut self, piece: Piece, square: Square);
}

/// Ignores every change.
impl Observer for () {
    #[inline]
    fn placed(&mut self, _: Piece, _: Square) {}

    #[inline]
    fn removed(&mut self, _: Piece, _: Square) {}
}

/// The pieces on their squares and the side to move, without the game's history.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    /// The content of each square: a piece's slot, [`EMPTY`] or [`WALL`].
    cells: [Slot; 256],
    /// The square of each slot; square 0 if the piece is off the board. There are 64 entries so that masking can
    /// replace bounds checks.
    squares: [Square; 64],
    occupancy: Occupancy,
    /// The squares of the pieces of each colour and kind.
    sets: [SquareSet; Piece::COUNT],
    /// The slots of the pieces on the board, one bit each.
    alive: u32,
    side: Color,
    key: u64,
    /// Partial keys: for the pawns, for Red's other pieces, for Black's other pieces, and for kings, advisors and
    /// elephants.
    partial_keys: [u64; 4],
}

/// The square of pieces that are off the board.
const NOWHERE: Square = Square::from_index(0);

impl Board {
    /// The maximum number of pieces on a board.
    pub const PIECES_MAX: usize = 32;

    /// A board without pieces, with Red to move.
    fn empty() -> Self {
        let mut cells = [WALL; 256];
        for square in Square::all() {
            cells[square.index()] = EMPTY;
        }
        Self {
            cells,
            squares: [NOWHERE; 64],
            occupancy: Occupancy::WALLS,
            sets: [SquareSet::EMPTY; Piece::COUNT],
            alive: 0,
            side: Color::Red,
            key: 0,
            partial_keys: [0; 4],
        }
    }

    /// The piece on a square; `None` if the square is empty or a wall.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        slot::piece_of(self.cells[square.index()])
    }

    /// Whether a square is on the board and empty.
    #[inline]
    pub fn is_empty(&self, square: Square) -> bool {
        self.cells[square.index()] == EMPTY
    }

    /// Every piece with its square, Red's first, in slot order.
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> + '_ {
        (RED_BIT..WALL).filter_map(|slot| {
            let square = self.square_of(slot);
            (square != NOWHERE).then(|| slot::piece_of(slot).map(|piece| (piece, square))).flatten()
        })
    }

    /// The number of pieces of this colour and kind on the board.
    #[inline]
    pub fn count(&self, color: Color, kind: PieceType) -> u32 {
        let mask = ((1 << kind.max_count()) - 1) * slot::bit(slot::first_slot(color, kind));
        (self.alive & mask).count_ones()
    }

    /// The squares of a side's pieces of one kind.
    #[inline]
    pub fn set_of(&self, color: Color, kind: PieceType) -> SquareSet {
        self.sets[Piece::new(color, kind).index()]
    }

    /// The squares of all pieces of a side.
    #[inline]
    pub fn all_of(&self, color: Color) -> SquareSet {
        let first = Piece::new(color, PieceType::King).index();
        let sets = self.sets[first..first + PieceType::COUNT].iter();
        sets.fold(SquareSet::EMPTY, |all, &set| all | set)
    }

    /// The material key: one bit for each of the 32 pieces, set if the piece is on the board. Never 0. The same
    /// material can have several keys, because equal pieces have different bits.
    #[inline]
    pub fn material_key(&self) -> u32 {
        self.alive
    }

    /// Whether a side has a rook, horse, cannon or pawn left. Without one it cannot win.
    #[inline]
    pub fn has_attackers(&self, color: Color) -> bool {
        /// The slots from the first horse on.
        const ATTACKERS: u32 = 0xffe0;
        self.alive & (ATTACKERS << (16 * color as u32)) != 0
    }

    /// Whether a side has a rook, horse or cannon left.
    #[inline]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        /// The slots of horses, rooks and cannons.
        const NON_PAWN_MATERIAL: u32 = 0x07e0;
        self.alive & (NON_PAWN_MATERIAL << (16 * color as u32)) != 0
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.square_of(slot::first_slot(color, PieceType::King))
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The Zobrist key of the pieces on their squares and of the side to move.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The Zobrist key of both sides' pawns, regardless of the side to move.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.partial_keys[0]
    }

    /// The Zobrist keys of Red's and of Black's pieces other than pawns, regardless of the side to move.
    #[inline]
    pub fn non_pawn_keys(&self) -> [u64; 2] {
        [self.partial_keys[1], self.partial_keys[2]]
    }

    /// The Zobrist key of both sides' kings, advisors and elephants, regardless of the side to move.
    #[inline]
    pub fn guard_key(&self) -> u64 {
        self.partial_keys[3]
    }

    /// The Zobrist key after a move, without making it.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.key ^ zobrist::BLACK_TO_MOVE;
        if let Some(piece) = self.piece_at(from) {
            key ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        }
        if let Some(piece) = self.piece_at(to) {
            key ^= zobrist::piece(piece, to);
        }
        key
    }

    /// The piece that a move moves; `None` if its origin is empty.
    #[inline]
    pub fn moved_piece(&self, mv: Move) -> Option<Piece> {
        self.piece_at(mv.from())
    }

    /// The piece that a move captures; `None` if its destination is empty.
    #[inline]
    pub fn captured_piece(&self, mv: Move) -> Option<Piece> {
        self.piece_at(mv.to())
    }

    #[inline]
    fn square_of(&self, slot: Slot) -> Square {
        self.squares[slot as usize & 63]
    }

    #[inline]
    fn cell(&self, square: Square) -> Slot {
        self.cells[square.index()]
    }

    /// Puts a piece on an empty square.
    #[inline]
    fn put_piece(&mut self, slot: Slot, square: Square, observer: &mut impl Observer) {
        debug_assert!(self.is_empty(square));
        self.cells[square.index()] = slot;
        self.squares[slot as usize & 63] = square;
        self.occupancy.toggle(square);
        self.alive ^= slot::bit(slot);
        if let Some(piece) = slot::piece_of(slot) {
            self.sets[piece.index()] ^= SquareSet::of(square);
            self.toggle_keys(piece, zobrist::piece(piece, square));
            observer.placed(piece, square);
        }
    }

    /// Takes a piece off the board.
    #[inline]
    fn remove_piece(&mut self, slot: Slot, observer: &mut impl Observer) {
        let square = self.square_of(slot);
        debug_assert!(self.cell(square) == slot);
        self.cells[square.index()] = EMPTY;
        self.squares[slot as usize & 63] = NOWHERE;
        self.occupancy.toggle(square);
        self.alive ^= slot::bit(slot);
        if let Some(piece) = slot::piece_of(slot) {
            self.sets[piece.index()] ^= SquareSet::of(square);
            self.toggle_keys(piece, zobrist::piece(piece, square));
            observer.removed(piece, square);
        }
    }

    /// Updates the keys when a piece is put on a square or taken off it; `key` is the key of that piece and square.
    #[inline]
    fn toggle_keys(&mut self, piece: Piece, key: u64) {
        let part = match piece.kind() {
            PieceType::Pawn => 0,
            _ => 1 + piece.color().index(),
        };
        self.key ^= key;
        self.partial_keys[part] ^= key;
        if matches!(piece.kind(), PieceType::King | PieceType::Advisor | PieceType::Elephant) {
            self.partial_keys[3] ^= key;
        }
    }

    /// Moves a piece to an empty square: a combined removal and placement.
    #[inline]
    fn move_piece(&mut self, slot: Slot, from: Square, to: Square, observer: &mut impl Observer) {
        debug_assert!(self.cell(from) == slot && self.is_empty(to));
        self.cells[from.index()] = EMPTY;
        self.cells[to.index()] = slot;
        self.squares[slot as usize & 63] = to;
        self.occupancy.toggle(from);
        self.occupancy.toggle(to);
        if let Some(piece) = slot::piece_of(slot) {
            self.sets[piece.index()] ^= SquareSet::of(from) | SquareSet::of(to);
            self.toggle_keys(piece, zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
            observer.removed(piece, from);
            observer.placed(piece, to);
        }
    }

    /// Moves the piece on the origin, removes any piece on the destination, and passes the turn. Returns the captured
    /// slot, or [`EMPTY`] if the move is not a capture.
    #[inline]
    fn play(&mut self, mv: Move, observer: &mut impl Observer) -> Slot {
        let (from, to) = (mv.from(), mv.to());
        let (mover, captured) = (self.cell(from), self.cell(to));
        if captured != EMPTY {
            self.remove_piece(captured, observer);
        }
        self.move_piece(mover, from, to, observer);
        self.pass();
        captured
    }

    /// Takes a move back, given what [`Self::play`] returned.
    #[inline]
    fn take_back(&mut self, mv: Move, captured: Slot, observer: &mut impl Observer) {
        self.move_piece(self.cell(mv.to()), mv.to(), mv.from(), observer);
        if captured != EMPTY {
            self.put_piece(captured, mv.to(), observer);
        }
        self.pass();
    }

    /// Passes the turn.
    #[inline]
    fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// Checks that cells, squares, masks, sets and keys agree, for tests and debug assertions.
    ///
    /// # Panics
    /// If they disagree, or a king is missing.
    pub fn check(&self) {
        let mut fresh = Self::empty();
        for slot in RED_BIT..WALL {
            let square = self.square_of(slot);
            assert_eq!(self.alive & slot::bit(slot) != 0, square != NOWHERE, "slot {slot}");
            if square != NOWHERE {
                assert_eq!(self.cell(square), slot, "slot {slot} on {square}");
                fresh.put_piece(slot, square, &mut ());
            }
        }
        if self.side == Color::Black {
            fresh.pass();
        }
        assert_eq!(self.cells, fresh.cells, "cells");
        assert_eq!(self.occupancy, fresh.occupancy, "rows and columns");
        assert_eq!(self.sets, fresh.sets, "sets");
        assert_eq!(self.key, fresh.key, "key");
        assert_eq!(self.partial_keys, fresh.partial_keys, "partial keys");
        for color in Color::ALL {
            assert!(self.king(color).in_palace(), "{color} king");
        }
        const { assert!(BLACK_BIT == 2 * RED_BIT) };
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Board({self})")
    }
}
