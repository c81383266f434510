//! Errors for invalid moves and positions in text.

use chuhe_engine::notation::iccs::ParseMoveError;
use chuhe_engine::notation::{MoveForm, MoveTextError, PositionError, WordError, WordProblem};

use crate::Localize;

impl Localize for MoveForm {
    fn chinese(&self) -> String {
        match self {
            Self::Any => "h2e2、C2.5 或 炮二平五 这样的写法",
            Self::Wxf => "棋子、纵线、方向和数字，如 C2.5",
            Self::Chinese => "棋子、纵线、方向和数字，如 炮二平五",
            Self::San => "棋子和到达点，如 Che3",
            Self::Digits => "四个数字，列 0-8 和行 0-9 各两次",
        }
        .to_owned()
    }
}

impl Localize for MoveTextError {
    fn chinese(&self) -> String {
        match self {
            Self::Form { found, expected } => {
                format!("{found:?} 不是着法：应为{}", expected.chinese())
            }
            Self::Illegal { found } => format!("{found:?} 在这里不合规则"),
            Self::Ambiguous { found, first, second } => {
                format!("{found:?} 有歧义：可以是 {first} 或 {second}")
            }
        }
    }
}

impl Localize for ParseMoveError {
    fn chinese(&self) -> String {
        "着法应为棋盘上的两个点，如 h2e2".to_owned()
    }
}

impl Localize for PositionError {
    fn chinese(&self) -> String {
        match self {
            Self::Fen(error) => format!("局面有误：{}", error.chinese()),
            Self::NotAMove { number, text } => {
                format!("局面有误：第 {number} 着 {text:?} 不是着法")
            }
            Self::IllegalMove { number, text } => {
                format!("局面有误：第 {number} 着 {text:?} 不合规则")
            }
        }
    }
}

impl Localize for WordError {
    fn chinese(&self) -> String {
        format!("第 {} 着：{}", self.number, self.reason.chinese())
    }
}

impl Localize for WordProblem {
    fn chinese(&self) -> String {
        match self {
            Self::Illegal(error) => error.chinese(),
            Self::Text(error) => error.chinese(),
        }
    }
}

#[cfg(test)]
mod tests {
    use chuhe_engine::board::Position;
    use chuhe_engine::notation::iccs::Ranks;
    use chuhe_engine::notation::{play_words, position_after};

    use super::*;

    #[test]
    fn words_that_are_no_moves_are_explained() {
        let refused = |text| play_words(&Position::startpos(), text, None).unwrap_err().chinese();
        assert_eq!(refused("h2e2 h2e2"), "第 2 着：h2 没有棋子");
        assert_eq!(
            refused("xyzzy"),
            "第 1 着：\"xyzzy\" 不是着法：应为h2e2、C2.5 或 炮二平五 这样的写法"
        );
        let refused = |fen, mv| position_after(fen, [mv], Ranks::FromZero).unwrap_err().chinese();
        assert_eq!(refused(None, "a0a5"), "局面有误：第 1 着 \"a0a5\" 不合规则");
        assert_eq!(refused(None, "xyzzy"), "局面有误：第 1 着 \"xyzzy\" 不是着法");
        assert!(refused(Some("x"), "a0a1").starts_with("局面有误：棋盘"));
    }
}
