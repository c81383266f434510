//! The numbering of the positions of a class.
//!
//! The square of every piece has a number among the squares that its kind can reach: nine for a king, five for an
//! advisor, seven for an elephant, 55 for a pawn, 90 for the others. The squares of pieces of the same kind and side
//! are numbered as a combination. A position and its mirror image share a number, so only 45 of the 81 pairs of king
//! squares are counted. With both kings on the middle file, the smaller of the two numbers of the other pieces stands
//! for both images, and the greater one is unused. Numbers are also unused if two pieces would share a square or the
//! side to move could take the king.

use std::sync::LazyLock;

use arrayvec::ArrayVec;

use super::class::{MaterialClass, PIECES_MAX};
use crate::board::Board;
use crate::types::{Color, Piece, PieceType, Square};

/// The number of pairs of king squares, with mirror images counted once.
const KING_PAIRS: u64 = 45;
/// Marks a square that this kind of piece cannot reach.
const NOWHERE: u8 = u8::MAX;

/// The squares that each kind can reach, from its own side's point of view, and their numbers.
struct Squares {
    by_number: [Vec<Square>; PieceType::COUNT],
    numbers: [[u8; 256]; PieceType::COUNT],
    /// The number of a pair of king squares, and whether it is the number of the mirror image, indexed by the numbers
    /// of both squares.
    pairs: [[(u8, bool); 9]; 9],
    /// The numbers of both kings' squares, indexed by the number of the pair.
    by_pair: Vec<(u8, u8)>,
    /// Whether a pair is its own mirror image, indexed by the number of the pair.
    is_upright: Vec<bool>,
}

static SQUARES: LazyLock<Squares> = LazyLock::new(|| {
    let by_number = PieceType::ALL
        .map(|kind| Square::all().filter(|square| can_stand(kind, *square)).collect::<Vec<_>>());
    let mut numbers = [[NOWHERE; 256]; PieceType::COUNT];
    for (kind, squares) in by_number.iter().enumerate() {
        for (number, square) in squares.iter().enumerate() {
            numbers[kind][square.index()] = number as u8;
        }
    }
    let kings = &by_number[PieceType::King.index()];
    let number = |square: Square| numbers[PieceType::King.index()][square.index()];
    let mut pairs = [[(0, false); 9]; 9];
    let (mut by_pair, mut is_upright) = (Vec::new(), Vec::new());
    for (first, first_square) in kings.iter().enumerate() {
        for (second, second_square) in kings.iter().enumerate() {
            let mirror = (number(first_square.mirror()), number(second_square.mirror()));
            let own = (first as u8, second as u8);
            if own <= mirror {
                let pair = by_pair.len() as u8;
                by_pair.push(own);
                is_upright.push(own == mirror);
                pairs[usize::from(mirror.0)][usize::from(mirror.1)] = (pair, true);
                pairs[first][second] = (pair, false);
            }
        }
    }
    Squares { by_number, numbers, pairs, by_pair, is_upright }
});

/// Whether a piece can reach a square in a game; `square` is as seen from its own side.
fn can_stand(kind: PieceType, square: Square) -> bool {
    let (file, rank) = (square.file(), square.rank());
    match kind {
        PieceType::King => rank <= 2 && (3..=5).contains(&file),
        PieceType::Advisor => matches!((file, rank), (3 | 5, 0 | 2) | (4, 1)),
        PieceType::Elephant => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
        PieceType::Pawn => rank >= 5 || rank >= 3 && file % 2 == 0,
        PieceType::Horse | PieceType::Rook | PieceType::Cannon => true,
    }
}

/// The squares of the pieces of a class, each from its own side's point of view: the first side's king, the second
/// side's king, then the groups of the class in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    squares: [Square; PIECES_MAX],
}

/// The pieces of one kind and side.
#[derive(Clone, Copy, Debug)]
struct Group {
    side: usize,
    kind: PieceType,
    /// The index of the first piece in a placement.
    from: usize,
    count: usize,
    /// The number of combinations of their squares.
    size: u64,
    /// The difference in number from one combination to the next.
    stride: u64,
}

/// The numbering of a class, which turns positions into numbers and back.
#[derive(Clone, Debug)]
pub struct ClassIndex {
    class: MaterialClass,
    groups: ArrayVec<Group, PIECES_MAX>,
    /// The side of every piece in a placement.
    side_of: ArrayVec<u8, PIECES_MAX>,
    pieces: usize,
    /// The size of the range of numbers for one side to move.
    size: u64,
    king_stride: u64,
}

/// The binomial coefficient `n` over `k`, for the few values needed here.
const fn choose(n: u64, k: u64) -> u64 {
    let mut value = 1;
    let mut i = 0;
    while i < k {
        value = value * (n - i) / (i + 1);
        i += 1;
    }
    value
}

/// Binomial coefficients, indexed by the number of a square and its place in the combination.
static CHOOSE: [[u64; 6]; 90] = {
    let mut table = [[0; 6]; 90];
    let mut n = 0;
    while n < 90 {
        let mut k = 0;
        while k < 6 {
            table[n][k] = if n >= k { choose(n as u64, k as u64) } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

impl ClassIndex {
    /// The numbering of a class; `None` if the numbers exceed 40 bits, because no disk could hold such a table.
    pub fn new(class: MaterialClass) -> Option<Self> {
        let mut groups = ArrayVec::<Group, PIECES_MAX>::new();
        let mut side_of = ArrayVec::from_iter([0, 1]);
        let mut pieces = 2;
        for side in [1, 0] {
            for kind in [
                PieceType::Elephant,
                PieceType::Advisor,
                PieceType::Pawn,
                PieceType::Horse,
                PieceType::Cannon,
                PieceType::Rook,
            ] {
                let count = usize::from(class.count(side, kind));
                if count == 0 {
                    continue;
                }
                let squares = SQUARES.by_number[kind.index()].len() as u64;
                let size = choose(squares, count as u64);
                groups.push(Group { side, kind, from: pieces, count, size, stride: 0 });
                pieces += count;
                side_of.extend(std::iter::repeat_n(side as u8, count));
            }
        }
        let mut stride = 1u64;
        for group in groups.iter_mut().rev() {
            group.stride = stride;
            stride = stride.checked_mul(group.size).filter(|stride| *stride < 1 << 40)?;
        }
        let size = stride * KING_PAIRS;
        (size < 1 << 40).then_some(Self {
            class,
            groups,
            side_of,
            pieces,
            size,
            king_stride: stride,
        })
    }

    /// The class.
    pub const fn class(&self) -> MaterialClass {
        self.class
    }

    /// The size of the range of numbers for one side to move, including unused numbers.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// The number of sides to move that are numbered separately. It is one if both sides have the same pieces, because
    /// swapping the colours then turns every position with one side to move into a position with the other side to
    /// move.
    pub fn sides(&self) -> u64 {
        if self.class.is_symmetric() { 1 } else { 2 }
    }

    /// The number of entries in a table. All position numbers are smaller; some smaller numbers are unused.
    pub fn entries(&self) -> u64 {
        self.size * self.sides()
    }

    /// The number of a position of this class, below [`entries`](Self::entries). `None` if a piece is on a square that
    /// it cannot reach in a game.
    pub fn number(&self, board: &Board) -> Option<u64> {
        let (_, first) = MaterialClass::of(board);
        let (placement, mover) = self.placement(board, first);
        self.encode(&placement, mover)
    }

    /// The position with a number, with the first side as Red; `None` if the number is unused.
    pub fn board(&self, number: u64) -> Option<Board> {
        let (placement, mover) = self.decode(number)?;
        let board = self.to_board(&placement, mover)?;
        (!board.is_in_check(!board.side_to_move())).then_some(board)
    }

    /// The placement of a board's pieces, and the side to move; `first` is the colour of the first side.
    pub(super) fn placement(&self, board: &Board, first: Color) -> (Placement, usize) {
        let colors = [first, !first];
        let view = |square: Square, color| if color == Color::Red { square } else { square.flip() };
        let mut squares = [Square::from_index(0); PIECES_MAX];
        for (place, color) in colors.into_iter().enumerate() {
            squares[place] = view(board.king(color), color);
        }
        for group in &self.groups {
            let color = colors[group.side];
            let found = board.set_of(color, group.kind).squares();
            for (place, square) in squares[group.from..][..group.count].iter_mut().zip(found) {
                *place = view(square, color);
            }
        }
        (Placement { squares }, usize::from(board.side_to_move() != first))
    }

    /// The number of a placement with the side `mover` to move: 0 for the first side, 1 for the second. `None` if a
    /// piece is on a square that it cannot reach in a game.
    #[inline]
    pub fn encode(&self, placement: &Placement, mover: usize) -> Option<u64> {
        let swapped;
        let (placement, mover) = if mover == 1 && self.class.is_symmetric() {
            swapped = self.swapped(placement);
            (&swapped, 0)
        } else {
            (placement, mover)
        };
        let squares = &*SQUARES;
        let king = |square: Square| squares.numbers[PieceType::King.index()][square.index()];
        let [first, second] = [king(placement.squares[0]), king(placement.squares[1])];
        if first == NOWHERE || second == NOWHERE {
            return None;
        }
        let (pair, is_mirrored) = squares.pairs[usize::from(first)][usize::from(second)];
        let mut rest = self.combinations(placement, is_mirrored)?;
        if squares.is_upright[usize::from(pair)] {
            rest = rest.min(self.combinations(placement, true)?);
        }
        Some(mover as u64 * self.size + u64::from(pair) * self.king_stride + rest)
    }

    /// The number for the squares of all pieces but the kings, mirrored if requested.
    #[inline]
    fn combinations(&self, placement: &Placement, mirrored: bool) -> Option<u64> {
        let squares = &*SQUARES;
        let mut sum = 0;
        for group in &self.groups {
            let numbers = &squares.numbers[group.kind.index()];
            let mut ranks = ArrayVec::<u8, 5>::new();
            for square in &placement.squares[group.from..group.from + group.count] {
                let square = if mirrored { square.mirror() } else { *square };
                let number = numbers[square.index()];
                if number == NOWHERE {
                    return None;
                }
                ranks.push(number);
            }
            if group.count > 1 {
                ranks.sort_unstable();
            }
            let places = ranks.iter().enumerate();
            let rank: u64 = places.map(|(place, rank)| CHOOSE[usize::from(*rank)][place + 1]).sum();
            sum += rank * group.stride;
        }
        Some(sum)
    }

    /// The placement and side to move for a number. `None` if two pieces would share a square or the number belongs to
    /// a mirror image with a smaller number. Whether the side to move could take the king is not checked.
    pub fn decode(&self, number: u64) -> Option<(Placement, usize)> {
        let (mover, number) = ((number / self.size) as usize, number % self.size);
        let squares = &*SQUARES;
        let pair = (number / self.king_stride) as usize;
        let (first, second) = squares.by_pair[pair];
        let mut placement = Placement { squares: [Square::from_index(0); PIECES_MAX] };
        let kings = &squares.by_number[PieceType::King.index()];
        placement.squares[0] = kings[usize::from(first)];
        placement.squares[1] = kings[usize::from(second)];
        let mut rest = number % self.king_stride;
        for group in &self.groups {
            let mut combination = rest / group.stride;
            rest %= group.stride;
            let known = &squares.by_number[group.kind.index()];
            let mut above = known.len();
            for place in (0..group.count).rev() {
                let rank = (0..above)
                    .rev()
                    .find(|rank| CHOOSE[*rank][place + 1] <= combination)
                    .unwrap_or(0);
                combination -= CHOOSE[rank][place + 1];
                placement.squares[group.from + place] = known[rank];
                above = rank;
            }
        }
        if self.overlaps(&placement) {
            return None;
        }
        let is_stand_in = squares.is_upright[pair]
            && self.combinations(&placement, true)? < number % self.king_stride;
        (!is_stand_in).then_some((placement, mover))
    }

    /// Whether two pieces share a square.
    fn overlaps(&self, placement: &Placement) -> bool {
        let mut seen = 0u128;
        for place in 0..self.pieces {
            let bit = 1 << self.square_on_board(placement, place).dense();
            if seen & bit != 0 {
                return true;
            }
            seen |= bit;
        }
        false
    }

    /// The square of a piece, from the first side's point of view.
    fn square_on_board(&self, placement: &Placement, place: usize) -> Square {
        let square = placement.squares[place];
        if self.side_of[place] == 0 { square } else { square.flip() }
    }

    /// The board of a placement, with the first side as Red.
    pub fn to_board(&self, placement: &Placement, mover: usize) -> Option<Board> {
        let colors = Color::ALL;
        let kings = (0..2).map(|side| {
            (Piece::new(colors[side], PieceType::King), self.square_on_board(placement, side))
        });
        let others = self.groups.iter().flat_map(|group| {
            let piece = Piece::new(colors[group.side], group.kind);
            (group.from..group.from + group.count)
                .map(move |place| (piece, self.square_on_board(placement, place)))
        });
        Board::from_pieces(kings.chain(others), colors[mover])
    }

    /// The placement after a move without a capture. The squares of the move are those of a board with the first side
    /// as Red.
    #[inline]
    pub fn moved(&self, placement: &Placement, from: Square, to: Square) -> Placement {
        let mut after = *placement;
        for place in 0..self.pieces {
            if self.square_on_board(placement, place) == from {
                after.squares[place] = if self.side_of[place] == 0 { to } else { to.flip() };
                break;
            }
        }
        after
    }

    /// The placement with colours swapped, for classes with the same pieces on both sides.
    fn swapped(&self, placement: &Placement) -> Placement {
        let mut after = *placement;
        after.squares.swap(0, 1);
        let half = (self.pieces - 2) / 2;
        for place in 2..2 + half {
            after.squares.swap(place, place + half);
        }
        after
    }

    /// Whether a placement is its own mirror image.
    pub fn is_own_mirror(&self, placement: &Placement) -> bool {
        let kings = placement.squares[..2].iter();
        kings.copied().all(|square| square == square.mirror())
            && self.combinations(placement, false) == self.combinations(placement, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn index(name: &str) -> ClassIndex {
        ClassIndex::new(name.parse().unwrap()).unwrap()
    }

    /// A board with files reversed if `mirrored`, and with ranks reversed and colours and the side to move swapped if
    /// `swapped`.
    fn turned(board: &Board, mirrored: bool, swapped: bool) -> Board {
        let pieces: Vec<_> = board
            .pieces()
            .map(|(piece, square)| {
                let square = if mirrored { square.mirror() } else { square };
                if swapped {
                    (Piece::new(!piece.color(), piece.kind()), square.flip())
                } else {
                    (piece, square)
                }
            })
            .collect();
        let side = board.side_to_move();
        Board::from_pieces(pieces, if swapped { !side } else { side }).unwrap()
    }

    #[test]
    fn numbers_and_positions_are_one_to_one_and_images_have_the_same() {
        for name in ["KRK", "KPK", "KNKA", "KPKB", "KPKAA"] {
            let index = index(name);
            let mut used = 0;
            for number in 0..index.entries() {
                let Some(board) = index.board(number) else { continue };
                used += 1;
                for (mirrored, swapped) in
                    [(false, false), (true, false), (false, true), (true, true)]
                {
                    let image = turned(&board, mirrored, swapped);
                    assert_eq!(index.number(&image), Some(number), "{name} {image}");
                }
            }
            assert!(used * 20 > index.entries() * 9, "{name}: {used} of {}", index.entries());
        }
    }

    /// Counts positions independently: every placement, with mirror images counted once.
    #[test]
    fn every_legal_position_has_a_number() {
        use std::collections::BTreeSet;
        let index = index("KPK");
        let mut seen = BTreeSet::new();
        let own = |kind| Square::all().filter(move |square| can_stand(kind, *square));
        for king in own(PieceType::King) {
            for other in own(PieceType::King).map(Square::flip) {
                for pawn in own(PieceType::Pawn) {
                    for side in Color::ALL {
                        let pieces = [
                            (Piece::RedKing, king),
                            (Piece::BlackKing, other),
                            (Piece::RedPawn, pawn),
                        ];
                        let Some(board) = Board::from_pieces(pieces, side) else { continue };
                        if !board.is_in_check(!side) {
                            seen.insert(index.number(&board).unwrap());
                        }
                    }
                }
            }
        }
        let known = (0..index.entries()).filter(|number| index.board(*number).is_some());
        assert!(seen.into_iter().eq(known));
    }

    #[test]
    fn a_class_of_equals_counts_one_side_to_move() {
        let index = index("KRKR");
        assert_eq!((index.sides(), index.entries()), (1, index.size()));
        let red = Position::from_fen("4k4/9/9/9/9/9/9/9/r8/R2K5 w").unwrap();
        let black = turned(red.board(), false, true);
        assert_eq!(black.side_to_move(), Color::Black);
        assert_eq!(index.number(red.board()), index.number(&black));
        let other = Position::from_fen("4k4/9/9/9/9/9/9/9/r8/R2K5 b").unwrap();
        assert_ne!(index.number(red.board()), index.number(other.board()));
    }

    #[test]
    fn pawns_where_no_game_has_them_have_no_number() {
        let stray = Position::from_fen("4k4/9/9/9/9/9/9/P8/9/3K5 w").unwrap();
        assert_eq!(index("KPK").number(stray.board()), None);
        let across = Position::from_fen("4k4/9/9/1P7/9/9/9/9/9/3K5 w").unwrap();
        assert!(index("KPK").number(across.board()).is_some());
    }
}
