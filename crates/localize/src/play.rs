//! Chinese texts of the crate `chuhe-play`.

use chuhe_engine::rules::Reason;
use chuhe_engine::types::Color;
use chuhe_formats::Outcome;
use chuhe_formats::game_files::GameReadError;
use chuhe_play::{BlunderCost, CasualError, FileError, Finish, GameTimeControlError, Headline};
use chuhe_review::puzzles::PieceList;

use crate::engine::side;
use crate::{Localize, tr};

/// The cost of a blunder as text, without the scores before and after it.
pub fn blunder_cost(cost: &BlunderCost) -> String {
    match cost {
        BlunderCost::AllowsMate { moves } => tr!("play-cost-allows-mate", moves = *moves),
        BlunderCost::MissesMate { moves } => tr!("play-cost-misses-mate", moves = *moves),
        BlunderCost::LosesByRule => tr!("play-cost-rule"),
        BlunderCost::Material { lost, won } if won.is_empty() => {
            tr!("play-cost-material", lost = PieceList(lost).localize())
        }
        BlunderCost::Material { lost, won } => tr!(
            "play-cost-exchange",
            lost = PieceList(lost).localize(),
            won = PieceList(won).localize()
        ),
        BlunderCost::Position => tr!("serve-cost-position"),
    }
}

impl Localize for Headline {
    fn chinese(&self) -> String {
        match self.0 {
            Outcome::Win(Color::Red) => "红胜",
            Outcome::Win(Color::Black) => "黑胜",
            Outcome::Draw => "和棋",
            Outcome::Unknown => "未完",
        }
        .to_owned()
    }
}

impl Localize for Finish {
    fn chinese(&self) -> String {
        let outcome = self.headline().chinese();
        match self {
            Self::Law(ending, judgement) => {
                let reason = match ending.reason {
                    Reason::Checkmate => "将死",
                    Reason::Stalemate => "困毙",
                    Reason::DeadMaterial => "双方都没有能过河的棋子",
                    Reason::PerpetualCheck => "长将",
                    Reason::PerpetualChase => "长捉",
                    Reason::PerpetualAttack => "长打",
                    Reason::Repetition => "循环不变",
                    Reason::MoveCount => "自然限着",
                };
                match crate::review::reasons_of(&judgement.chinese()) {
                    Some(why) => format!("{outcome}，{reason}：{why}"),
                    None => format!("{outcome}，{reason}"),
                }
            }
            Self::Resigned(color) => format!("{outcome}，{}认输", side(*color)),
            Self::Time(color) => format!("{outcome}，{}超时", side(*color)),
            Self::Agreed => format!("{outcome}，双方议和"),
            Self::Recorded(_) => format!("{outcome}（据棋谱所记）"),
        }
    }
}

impl Localize for CasualError {
    fn chinese(&self) -> String {
        match self {
            Self::Over => "对局已结束",
            Self::NotYourTurn => "现在轮到引擎走",
            Self::OtherSidesTurn => "现在轮到对方走",
            Self::NoProposal => "对方没有提出请求",
            Self::NotOver => "对局尚未结束",
            Self::MoveText(error) => return error.chinese(),
            Self::Illegal(error) => return error.chinese(),
            Self::NothingToUndo => "你还没有走过",
            Self::Strength => "级别为 0 至 20，等级分为 500 至 2400",
            Self::NoStrength(engine) => return format!("{engine} 不分级，只有楚河可以调节棋力"),
            Self::NoWarning => "教练没有提醒任何着法",
            Self::Exercise => "做习题时不可用；`新局` 可从此局面与引擎对弈",
            Self::NotTheSolution => "不对，再试一次，或用 `提示`、`答案`、`下一题`",
            Self::Solved => "本题已解，可用 `下一题`、`悔棋`、`新局` 或 `退出`",
            Self::NoFileName => "请写明文件名：`保存 game.pgn`",
            Self::File(error) => return error.chinese(),
        }
        .to_owned()
    }
}

impl Localize for FileError {
    fn chinese(&self) -> String {
        match self {
            Self::Io { path, error } => format!("{}：{}", path.display(), error.chinese()),
            Self::NoGames(path) => {
                format!("{}：{}", path.display(), GameReadError::NoGames.chinese())
            }
            Self::Broken { path, error } => format!("{}：{}", path.display(), error.chinese()),
            Self::Illegal(error) => error.chinese(),
            Self::Exists(path) => format!("{} 已存在", path.display()),
            Self::Write(error) => error.chinese(),
        }
    }
}

impl Localize for GameTimeControlError {
    fn chinese(&self) -> String {
        "应为每方的用时，或再加每着的加时，如 10m、90s、10m+5s".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use chuhe_engine::board::Position;
    use chuhe_engine::rules::{Rules, judge};

    use super::*;

    fn by_law(fen: &str) -> Finish {
        let judgement = judge(&Position::from_fen(fen).unwrap(), &Rules::default());
        Finish::Law(judgement.ending.unwrap(), judgement)
    }

    #[test]
    fn endings_are_explained() {
        for (finish, text) in [
            (by_law("R2k5/8R/9/9/9/9/9/9/9/4K4 b"), "红胜，将死：黑方被将军，无着可应"),
            (by_law("3k5/9/9/9/9/9/9/9/9/4K4 w"), "和棋，双方都没有能过河的棋子"),
            (Finish::Resigned(Color::Red), "黑胜，红方认输"),
            (Finish::Time(Color::Black), "红胜，黑方超时"),
            (Finish::Agreed, "和棋，双方议和"),
            (Finish::Recorded(Outcome::Draw), "和棋（据棋谱所记）"),
        ] {
            assert_eq!(finish.chinese(), text);
        }
        assert_eq!(Finish::Agreed.cause(), Some("agreement"), "records stay English");
    }
}
