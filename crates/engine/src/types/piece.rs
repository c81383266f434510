//! Pieces and their letters.

use std::fmt;

use super::Color;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceType {
    /// 帅 將
    King = 0,
    /// 仕 士
    Advisor = 1,
    /// 相 象, FEN letter B
    Elephant = 2,
    /// 马, FEN letter N
    Horse = 3,
    /// 车, the chariot
    Rook = 4,
    /// 炮
    Cannon = 5,
    /// 兵 卒
    Pawn = 6,
}

impl PieceType {
    /// The number of kinds.
    pub const COUNT: usize = 7;

    /// Every kind, in index order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::King,
        Self::Advisor,
        Self::Elephant,
        Self::Horse,
        Self::Rook,
        Self::Cannon,
        Self::Pawn,
    ];

    /// The index of the kind in 0..7, King first.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The number of pieces of this kind with which a side starts a game, which is also the maximum.
    pub const fn max_count(self) -> usize {
        match self {
            Self::King => 1,
            Self::Pawn => 5,
            _ => 2,
        }
    }

    /// The English name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Rook => "rook",
            Self::Cannon => "cannon",
            Self::Pawn => "pawn",
        }
    }
}

/// A piece of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names state colour and kind")]
pub enum Piece {
    RedKing = 0,
    RedAdvisor,
    RedElephant,
    RedHorse,
    RedRook,
    RedCannon,
    RedPawn,
    BlackKing,
    BlackAdvisor,
    BlackElephant,
    BlackHorse,
    BlackRook,
    BlackCannon,
    BlackPawn,
}

impl fmt::Display for PieceType {
    /// The English name, such as `horse`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::King => "king",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Rook => "rook",
            Self::Cannon => "cannon",
            Self::Pawn => "pawn",
        })
    }
}

impl Piece {
    /// The number of different pieces.
    pub const COUNT: usize = 14;

    /// Every piece, in index order: the red ones, then the black ones.
    pub const ALL: [Self; Self::COUNT] = [
        Self::RedKing,
        Self::RedAdvisor,
        Self::RedElephant,
        Self::RedHorse,
        Self::RedRook,
        Self::RedCannon,
        Self::RedPawn,
        Self::BlackKing,
        Self::BlackAdvisor,
        Self::BlackElephant,
        Self::BlackHorse,
        Self::BlackRook,
        Self::BlackCannon,
        Self::BlackPawn,
    ];

    /// The piece with this colour and kind.
    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self::ALL[color as usize * PieceType::COUNT + kind as usize]
    }

    /// The index of the piece in 0..14: colour times seven plus kind.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour.
    pub const fn color(self) -> Color {
        if (self as usize) < PieceType::COUNT { Color::Red } else { Color::Black }
    }

    /// The kind.
    #[inline]
    pub const fn kind(self) -> PieceType {
        KINDS[self as usize]
    }

    /// The letter used in FEN: upper case for Red.
    pub const fn letter(self) -> char {
        b"KABNRCPkabnrcp"[self as usize] as char
    }

    /// The piece for a FEN letter. `E`/`e` and `H`/`h`, which WXF and `XBoard` use, are accepted for elephant and
    /// horse.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let kind = match letter.to_ascii_uppercase() {
            'K' => PieceType::King,
            'A' => PieceType::Advisor,
            'B' | 'E' => PieceType::Elephant,
            'N' | 'H' => PieceType::Horse,
            'R' => PieceType::Rook,
            'C' => PieceType::Cannon,
            'P' => PieceType::Pawn,
            _ => return None,
        };
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        Some(Self::new(color, kind))
    }

    /// The character on the piece, in traditional form, as on most sets.
    pub const fn chinese(self) -> char {
        match self {
            Self::RedKing => '帥',
            Self::RedAdvisor => '仕',
            Self::RedElephant => '相',
            Self::RedHorse => '傌',
            Self::RedRook => '俥',
            Self::RedCannon => '炮',
            Self::RedPawn => '兵',
            Self::BlackKing => '將',
            Self::BlackAdvisor => '士',
            Self::BlackElephant => '象',
            Self::BlackHorse => '馬',
            Self::BlackRook => '車',
            Self::BlackCannon => '砲',
            Self::BlackPawn => '卒',
        }
    }
}

/// The kinds, indexed by piece: reading an entry is cheaper than computing a remainder.
static KINDS: [PieceType; Piece::COUNT] = {
    let mut kinds = [PieceType::King; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT {
        kinds[i] = PieceType::ALL[i % PieceType::COUNT];
        i += 1;
    }
    kinds
};

impl fmt::Display for Piece {
    /// Side and English name, such as `red horse`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color(), self.kind())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_parts_agree() {
        for (i, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece.index(), i);
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            assert_eq!(Piece::new(piece.color(), piece.kind()), piece);
        }
        assert_eq!(Piece::from_letter('E'), Some(Piece::RedElephant));
        assert_eq!(Piece::from_letter('h'), Some(Piece::BlackHorse));
        assert_eq!(Piece::from_letter('q'), None);
    }
}
