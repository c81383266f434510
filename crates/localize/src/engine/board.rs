//! Errors for invalid positions and moves.

use chuhe_engine::board::{CounterField, FenError, IllegalMove, StrayPawn};
use chuhe_engine::types::{Piece, PieceType};

use super::{piece, side};
use crate::Localize;

impl Localize for IllegalMove {
    fn chinese(&self) -> String {
        match *self {
            Self::NoPiece(square) => format!("{square} 没有棋子"),
            Self::WrongSide { turn, piece: there, from } => {
                let (turn, color, there) = (side(turn), side(there.color()), piece(there));
                format!("轮到{turn}走，而 {from} 是{color}的{there}")
            }
            Self::OwnPiece { piece: there, to } => {
                format!("{to} 有{}自己的{}", side(there.color()), piece(there))
            }
            Self::CannotGoThere { piece: there, from } => {
                format!("{from} 的{}{}走不到那里", side(there.color()), piece(there))
            }
            Self::LeavesKingInCheck(color) => {
                format!("走后{}送将，或将帅对面", side(color))
            }
        }
    }
}

impl Localize for FenError {
    fn chinese(&self) -> String {
        match self {
            Self::Empty => "FEN 是空的：应先写十行棋盘，再写走棋方".to_owned(),
            Self::RankCount { found } => format!("棋盘：有 {found} 行，应为 10 行，以 '/' 分隔"),
            Self::RankWidth { rank, found } => {
                format!("棋盘第 {rank} 行：有 {found} 列，应为 9 列")
            }
            Self::Letter { rank, letter } => format!(
                "棋盘第 {rank} 行：{letter:?} 不是棋子（K A B N R C P，或 E、H，小写为黑方），也不是空格数 1-9"
            ),
            Self::PiecesInHand { found } => {
                format!("棋盘：{found:?} 是手中的棋子，象棋里吃掉的子不再上场")
            }
            Self::KingCount { color, found } => {
                format!("棋盘：{}有 {found} 个将（帅），应为 1 个", side(*color))
            }
            Self::TooMany { color, kind } => {
                let (color, name) = (side(*color), piece(Piece::new(*color, *kind)));
                format!("棋盘：{color}的{name}超过 {} 个", kind.max_count())
            }
            Self::Unreachable { color, kind, square } => {
                let (color, name) = (side(*color), piece(Piece::new(*color, *kind)));
                format!("棋盘：{color}的{name}不能在 {square}")
            }
            Self::Side { found } => format!("走棋方：{found:?} 不可用，应为 w（或 r）或 b"),
            Self::Counter { field, found } => {
                format!("{}：{found:?} 不是 0 以上的整数", field.chinese())
            }
            Self::FacingKings { file } => format!("将帅在 {} 线上对面", (b'a' + file) as char),
            Self::OpponentInCheck { color } => {
                format!("{0}正被将军，却没有轮到{0}走", side(*color))
            }
        }
    }
}

impl Localize for CounterField {
    fn chinese(&self) -> String {
        match self {
            Self::PliesSinceCapture => "未吃子步数",
            Self::MoveNumber => "回合数",
        }
        .to_owned()
    }
}

impl Localize for StrayPawn {
    fn chinese(&self) -> String {
        let pawn = piece(Piece::new(self.color, PieceType::Pawn));
        format!("对局中不会出现这个局面：{}的{pawn}到不了 {}", side(self.color), self.square)
    }
}

#[cfg(test)]
mod tests {
    use chuhe_engine::board::Position;

    use super::*;

    #[test]
    fn refused_moves_and_positions_are_explained() {
        let play = |mv: &str| Position::startpos().play(mv.parse().unwrap()).unwrap_err().chinese();
        assert_eq!(play("h9g7"), "轮到红方走，而 h9 是黑方的马");
        assert_eq!(play("a0b0"), "b0 有红方自己的马");
        assert_eq!(play("c0c4"), "c0 的红方相走不到那里");
        let read = |fen| Position::from_fen(fen).unwrap_err().chinese();
        assert_eq!(read("9/9 w"), "棋盘：有 2 行，应为 10 行，以 '/' 分隔");
        assert_eq!(read("4k4/9/9/9/9/9/9/9/9/4K4 w"), "将帅在 e 线上对面");
        assert_eq!(read("3k5/9/9/9/9/9/9/9/B8/4K4 w"), "棋盘：红方的相不能在 a1");
        let held = read("3k5/9/9/9/9/9/9/9/9/4K4[Pn] w");
        assert_eq!(held, "棋盘：\"[Pn]\" 是手中的棋子，象棋里吃掉的子不再上场");
        let counter = read("3k5/9/9/9/9/9/9/9/9/4K4 w - - 1 2x");
        assert_eq!(counter, "回合数：\"2x\" 不是 0 以上的整数");
    }
}
