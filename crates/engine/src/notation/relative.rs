//! The part common to WXF and Chinese notation: four symbols that name the piece and its destination.
//!
//! The first two name the piece: its kind and file or, if equal pieces share a file, its kind and place among them. The
//! third is the direction. The fourth is the number of ranks moved along the file or, for other moves, the file of the
//! destination. Files are counted from the player's right, and places are counted from the front.
//!
//! Several systems are in use for tandem pawns (pawns of one side on the same file). Moves are written in the system of
//! the Chinese rule book, which `XQBase` uses too, and read in all systems: a text is compared with every name of every
//! legal move.

use std::cmp::Reverse;
use std::fmt;

use arrayvec::ArrayVec;

use crate::board::{Board, Position};
use crate::types::{Color, Move, Piece, PieceType, Square};

/// The expected form of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveForm {
    /// A move in any notation.
    Any,
    /// WXF.
    Wxf,
    /// Chinese characters.
    Chinese,
    /// SAN.
    San,
    /// The digits of `DhtmlXQ`.
    Digits,
}

/// Describes the form in words, with an example.
impl fmt::Display for MoveForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Any => "a move such as h2e2, C2.5 or 炮二平五",
            Self::Wxf => "piece, file, direction and number, such as C2.5",
            Self::Chinese => "piece, file, direction and number, such as 炮二平五",
            Self::San => "piece and target point, such as Che3",
            Self::Digits => "four digits: a file 0-8 and a row 0-9, twice",
        })
    }
}

/// Why a text is not a move in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum MoveTextError {
    #[error("{found:?} is not a move: expected {expected}")]
    Form { found: String, expected: MoveForm },
    #[error("{found:?} is not a legal move here")]
    Illegal { found: String },
    #[error("{found:?} is ambiguous: it may be {first} or {second}")]
    Ambiguous { found: String, first: Move, second: Move },
}

impl MoveTextError {
    /// The error for a text without the expected form. Only the beginning of the text is kept.
    pub fn form(text: &str, expected: MoveForm) -> Self {
        Self::Form { found: text.chars().take(20).collect(), expected }
    }
}

/// One of the four symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A kind of piece.
    Piece(PieceType),
    /// A file or a number of ranks, 1 to 9.
    Number(u8),
    /// A place among the tandem pawns, 1 to 5.
    Nth(u8),
    /// In front, or forward.
    Plus,
    /// In the middle, or sideways.
    Level,
    /// At the rear, or back.
    Minus,
}

use Symbol::{Level, Minus, Nth, Number, Plus};

/// A move: two symbols that name the piece, then direction and number.
pub(super) type Symbols = [Symbol; 4];

/// The notation being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RelativeNotation {
    Wxf,
    Chinese,
}

/// How well a name matches a piece; better matches are preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NameMatch {
    /// The name that this program writes.
    Exact,
    /// The name in another system.
    Systematic,
    /// An incomplete name that only one legal move can have.
    Loose,
}

/// The symbols of a move; `None` if its origin is empty.
pub(super) fn describe(board: &Board, mv: Move) -> Option<Symbols> {
    let [first, second] = PieceName::of(board, mv.from())?.name();
    let [direction, number] = course(board.moved_piece(mv)?, mv);
    Some([first, second, direction, number])
}

/// Finds the legal move that the symbols name; `text` is for error messages.
pub(super) fn find(
    position: &Position,
    [first, second, direction, number]: Symbols,
    dialect: RelativeNotation,
    text: &str,
) -> Result<Move, MoveTextError> {
    let board = position.board();
    let found = position.legal_moves().into_iter().filter_map(|mv| {
        if course(board.moved_piece(mv)?, mv) != [direction, number] {
            return None;
        }
        let fit = PieceName::of(board, mv.from())?.matches([first, second], dialect)?;
        Some((fit, mv))
    });
    let mut found: ArrayVec<(NameMatch, Move), { crate::types::MAX_MOVES }> = found.collect();
    found.sort_by_key(|&(fit, _)| fit);
    match found[..] {
        [] => Err(MoveTextError::Illegal { found: text.to_owned() }),
        [(best, first), (next, second), ..] if best == next => {
            Err(MoveTextError::Ambiguous { found: text.to_owned(), first, second })
        }
        [(_, mv), ..] => Ok(mv),
    }
}

/// The file of a square as `color` counts it, 1 to 9 from the right.
fn file_of(color: Color, square: Square) -> u8 {
    match color {
        Color::Red => Square::FILES - square.file(),
        Color::Black => square.file() + 1,
    }
}

/// The rank of a square as `color` counts it, 0 to 9 from the back rank.
fn advance_of(color: Color, square: Square) -> u8 {
    match color {
        Color::Red => square.rank(),
        Color::Black => Square::RANKS - 1 - square.rank(),
    }
}

/// The direction and number of a move, its last two symbols.
fn course(piece: Piece, mv: Move) -> [Symbol; 2] {
    let color = piece.color();
    let (from, to) = (advance_of(color, mv.from()), advance_of(color, mv.to()));
    let direction = match to.cmp(&from) {
        std::cmp::Ordering::Greater => Plus,
        std::cmp::Ordering::Equal => Level,
        std::cmp::Ordering::Less => Minus,
    };
    let oblique =
        matches!(piece.kind(), PieceType::Advisor | PieceType::Elephant | PieceType::Horse);
    let number = if oblique || from == to { file_of(color, mv.to()) } else { to.abs_diff(from) };
    [direction, Number(number)]
}

/// The place of a piece among its equals (the same side's pieces of the same kind), which determines its names.
#[derive(Clone, Copy, Debug)]
struct PieceName {
    kind: PieceType,
    /// The file as its player counts it.
    file: u8,
    /// The place among the equals on the file; 1 is the front one.
    index: u8,
    /// The number of equals on the file, including the piece itself.
    count: u8,
    /// The place among all equals that share a file with another equal, counted from 1, file by file, from front to
    /// rear.
    tandem_index: u8,
    /// The number of equals that share a file with another equal.
    tandem_count: u8,
}

impl PieceName {
    fn of(board: &Board, square: Square) -> Option<Self> {
        let piece = board.piece_at(square)?;
        let color = piece.color();
        let key = |square| (file_of(color, square), Reverse(advance_of(color, square)));
        let mut equals: ArrayVec<_, 5> =
            board.pieces().filter(|&(other, _)| other == piece).map(|(_, at)| key(at)).collect();
        equals.sort_unstable();
        let shared = |file| equals.iter().filter(|&&(other, _)| other == file).count() as u8;
        let own = key(square);
        let file = own.0;
        let count_up_to_own = |included: &dyn Fn(u8) -> bool| {
            equals.iter().filter(|&&other| other <= own && included(other.0)).count() as u8
        };
        Some(Self {
            kind: piece.kind(),
            file,
            index: count_up_to_own(&|other| other == file),
            count: shared(file),
            tandem_index: count_up_to_own(&|other| shared(other) > 1),
            tandem_count: equals.iter().filter(|&&(other, _)| shared(other) > 1).count() as u8,
        })
    }

    /// The two symbols of the name that this program writes.
    fn name(self) -> [Symbol; 2] {
        // Two advisors or elephants on a file are distinguished by direction: the front one can only move back.
        let told_apart = matches!(self.kind, PieceType::Advisor | PieceType::Elephant);
        let second = match (self.tandem_count, self.tandem_index) {
            _ if self.count == 1 || told_apart => Number(self.file),
            (2 | 3, 1) => Plus,
            (3, 2) => Level,
            (2 | 3, _) => Minus,
            (_, index) => Nth(index),
        };
        [Symbol::Piece(self.kind), second]
    }

    /// How well a name matches the piece; `None` if it does not.
    fn matches(self, name: [Symbol; 2], dialect: RelativeNotation) -> Option<NameMatch> {
        if name == self.name() {
            return Some(NameMatch::Exact);
        }
        if self.count == 1 {
            return None;
        }
        let own = Symbol::Piece(self.kind);
        let is_pawn = self.kind == PieceType::Pawn;
        let systematic = match name {
            [Number(index), Number(file)] => is_pawn && (index, file) == (self.index, self.file),
            [Number(file), sign] | [sign, Number(file)] if is_pawn && file == self.file => {
                self.is_at(sign)
            }
            [piece, Nth(index)] => piece == own && index == self.tandem_index,
            _ => false,
        };
        if systematic || (dialect == RelativeNotation::Wxf && self.wxf_1997() == Some(name)) {
            return Some(NameMatch::Systematic);
        }
        let loose = match name {
            [piece, Number(file)] => piece == own && file == self.file,
            [piece, Nth(index)] => piece == own && index == self.index,
            [piece, sign] => piece == own && self.is_at(sign),
        };
        loose.then_some(NameMatch::Loose)
    }

    /// Whether the piece's place among the equals on its file is the front, middle or rear that `sign` stands for.
    fn is_at(self, sign: Symbol) -> bool {
        match sign {
            Plus => self.index == 1,
            Level => self.count % 2 == 1 && self.index == self.count.div_ceil(2),
            Minus => self.index == self.count,
            _ => false,
        }
    }

    /// The name of one of three, four or five pawns on a file in the WXF rules of 1997. The middle one of three or five
    /// is named by its file, and the outermost of four or five by two signs.
    fn wxf_1997(self) -> Option<[Symbol; 2]> {
        if self.kind != PieceType::Pawn || self.tandem_count != self.count {
            return None;
        }
        let own = Symbol::Piece(self.kind);
        Some(match (self.count, self.index) {
            (4 | 5, 1) => [Plus, Plus],
            (4, 4) | (5, 5) => [Minus, Minus],
            (4 | 5, 2) => [own, Plus],
            (4, 3) | (5, 4) => [own, Minus],
            (3, 2) | (5, 3) => [own, Number(self.file)],
            _ => return None,
        })
    }
}
