//! Chinese texts of the crate `chuhe-database`.

use chuhe_database::{DatabaseError, Finding, GameFault, QueryError};

use crate::Localize;

impl Localize for DatabaseError {
    fn chinese(&self) -> String {
        match self {
            Self::Foreign(path) => format!("{path}：不是本程序建立的棋谱库"),
            Self::Altered { path, name } => {
                format!("{path}：{name} 与本程序建立的不同；只读取表和索引都由本程序建立的棋谱库")
            }
            Self::Newer { path, version, known } => {
                format!("{path}：由本程序的更新版本建立（格式 {version}，本版本只认识 {known}）")
            }
            Self::Unfinished { path, games } => format!(
                "{path}：上次导入被中断，还有 {games} 局未编入索引；`chuhe db import {path}` 可以完成"
            ),
            Self::Busy => "另一个进程正在写入棋谱库".to_owned(),
            Self::Read(path) => format!("{path}：另一个进程正在读取棋谱库；请等它结束后再试"),
            Self::Unsettled { path } => format!(
                "{path}：上次导入被中断，最后的棋谱还在 {path}-wal 中；请在有写入权限时运行 `chuhe db import {path}`，\
                 或把两个文件一起复制到别的文件夹"
            ),
            Self::Full => "棋谱库无法再增大：磁盘已满，或文件大小受限".to_owned(),
            Self::Damaged(text) => format!("棋谱库已损坏：{text}"),
            Self::DamagedGame { id, fault } => {
                format!("棋谱库已损坏：第 {id} 局：{}", fault.chinese())
            }
            Self::Stopped => "查询已停止：被中断，或棋谱库已损坏，查询几乎不会结束".to_owned(),
            Self::Io { path, error } => format!("{path}：{}", error.chinese()),
            Self::Sqlite(error) => format!("棋谱库拒绝操作：{error}"),
        }
    }
}

impl Localize for GameFault {
    fn chinese(&self) -> String {
        match self {
            Self::Number => "序号超出范围".to_owned(),
            Self::Start(error) => format!("开始局面不对：{}", error.chinese()),
            Self::Move { ply } => format!("第 {ply} 着无法走出"),
            Self::Plies { recorded, found } => format!("记录为 {recorded} 步，实有 {found} 步"),
            Self::Scores => "分值与着法数目不符".to_owned(),
            Self::Tags(error) => format!("标签不对：{error}"),
            Self::Notes => "注释和变着无法读出".to_owned(),
        }
    }
}

impl Localize for Finding {
    fn chinese(&self) -> String {
        match self {
            Self::File(text) => format!("文件：{text}"),
            Self::Reference { table, row, missing } => {
                format!("表 {table} 第 {row} 行：表 {missing} 中没有对应的行")
            }
            Self::Game { id, reason } => format!("第 {id} 局：{}", reason.chinese()),
            Self::Positions => "局面索引与棋谱不符".to_owned(),
            Self::Stretches => "子力索引与棋谱不符".to_owned(),
            Self::Tally { key } => format!("局面 {key:016x} 的统计与棋谱不符"),
        }
    }
}

impl Localize for QueryError {
    fn chinese(&self) -> String {
        match self {
            Self::Date(text) => {
                format!("{text:?} 不是日期：应为年、月或日，如 1990、1990.05 或 1990.05.01")
            }
            Self::Material(text) => format!(
                "{text:?} 不是子力：应先写一方、再写另一方的棋子，各以将帅 K 开头，如 KRNPKCC 或 KRP*KR*"
            ),
            Self::Dates { from, to } => format!("`since`（{from}）晚于 `until`（{to}）"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_database::{MaterialPattern, PlayedDate};

    #[test]
    fn refused_words_are_explained() {
        let error = "KRX".parse::<MaterialPattern>().unwrap_err();
        let chinese = error.chinese();
        assert!(chinese.starts_with("\"KRX\" 不是子力：应先写一方"), "{chinese}");
        let chinese = "spring".parse::<PlayedDate>().unwrap_err().chinese();
        assert!(chinese.starts_with("\"spring\" 不是日期：应为年"), "{chinese}");
    }

    #[test]
    fn damage_is_reported_with_its_game() {
        let fault = GameFault::Plies { recorded: 1, found: 2 };
        let reason = fault.clone();
        assert_eq!(fault.to_string(), "1 ply recorded, 2 moves found");
        assert_eq!(Finding::Game { id: 5, reason }.chinese(), "第 5 局：记录为 1 步，实有 2 步");
        let error = DatabaseError::DamagedGame { id: 5, fault: GameFault::Move { ply: 3 } };
        assert_eq!(error.chinese(), "棋谱库已损坏：第 5 局：第 3 着无法走出");
        assert_eq!(error.to_string(), "the database is damaged: game 5: illegal move at ply 3");
    }

    #[test]
    fn unfinished_imports_are_counted() {
        let unfinished = |games| DatabaseError::Unfinished { path: "a.db".to_owned(), games };
        assert!(unfinished(1).to_string().contains(" 1 game is not in the indexes"));
        assert!(unfinished(2).to_string().contains(" 2 games are not in the indexes"));
        assert!(unfinished(2).chinese().contains("还有 2 局未编入索引"));
    }
}
