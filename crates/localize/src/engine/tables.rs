//! The values and errors of endgame tables.

use chuhe_engine::tables::{
    ClassError, PIECES_MAX, TableFileError, TablePart, TableValue, TablesError,
};
use chuhe_engine::types::{Color, Piece};

use crate::Localize;

impl Localize for TableValue {
    fn chinese(&self) -> String {
        match self {
            Self::Draw => "和棋".to_owned(),
            Self::WinIn(plies) => format!("{plies} 步（双方合计）内将死对方"),
            Self::LossIn(plies) => format!("{plies} 步（双方合计）内被将死"),
            Self::WinByBan(_) => "因禁止长将而胜".to_owned(),
            Self::LossByBan(_) => "因禁止长将而负".to_owned(),
        }
    }
}

impl Localize for ClassError {
    fn chinese(&self) -> String {
        match self {
            Self::Letter { name, letter } => {
                format!("{name:?}：{letter:?} 不是棋子；子力类别应写作 KRKAABB 之类")
            }
            Self::Kings { name } => {
                format!("{name:?}：子力类别须有两个将帅，各在本方之首，如 KRKAABB")
            }
            Self::TooMany { name, kind } => {
                let letter = Piece::new(Color::Red, *kind).letter();
                format!("{name:?}：一方最多有 {} 个 {letter}", kind.max_count())
            }
            Self::Pieces { name } => format!("{name:?}：残局库最多 {PIECES_MAX} 个棋子"),
            Self::Dead { name } => format!("{name:?}：双方都无法取胜，没有这样的残局库"),
        }
    }
}

impl Localize for TableFileError {
    fn chinese(&self) -> String {
        match self {
            Self::Io(error) => error.chinese(),
            Self::Foreign => "不是残局库".to_owned(),
            Self::Length => "长度不对：文件被截断，或多了内容".to_owned(),
            Self::Damaged(part) => format!("已损坏：{}的校验和不符", part.chinese()),
            Self::Header(reason) => format!("文件头不是本程序所知的：{reason}"),
            Self::OtherClass(class) => format!("这是 {class} 的残局库，与文件名不符"),
        }
    }
}

impl Localize for TablePart {
    fn chinese(&self) -> String {
        match self {
            Self::Header => "文件头".to_owned(),
            Self::Blocks => "块列表".to_owned(),
            Self::Block(number) => format!("第 {number} 块"),
        }
    }
}

impl Localize for TablesError {
    fn chinese(&self) -> String {
        match self {
            Self::Folder { folder, error } => {
                format!("{}：{}", folder.display(), error.chinese())
            }
            Self::Empty(folder) => {
                format!("{}：没有残局库；可用 `chuhe tables gen` 生成", folder.display())
            }
            Self::File { file, error } => format!("{}：{}", file.display(), error.chinese()),
            Self::NoTable(class) => format!("没有这一局面（类别 {class}）的残局库"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use chuhe_engine::tables::MaterialClass;

    use super::*;

    #[test]
    fn classes_that_have_no_table_are_explained() {
        let refused = |name: &str| name.parse::<MaterialClass>().unwrap_err().chinese();
        assert_eq!(refused("KXK"), "\"KXK\"：'X' 不是棋子；子力类别应写作 KRKAABB 之类");
        assert_eq!(refused("KR"), "\"KR\"：子力类别须有两个将帅，各在本方之首，如 KRKAABB");
        assert_eq!(refused("KRRRK"), "\"KRRRK\"：一方最多有 2 个 R");
        assert_eq!(refused("KAK"), "\"KAK\"：双方都无法取胜，没有这样的残局库");
    }

    #[test]
    fn files_that_are_no_tables_are_explained() {
        let file = PathBuf::from("t/KRK.tbl");
        let damaged = TableFileError::Damaged(TablePart::Block(3));
        let error = TablesError::File { file, error: damaged };
        assert_eq!(error.chinese(), "t/KRK.tbl：已损坏：第 3 块的校验和不符");
        assert_eq!(TableValue::WinIn(3).chinese(), "3 步（双方合计）内将死对方");
    }
}
