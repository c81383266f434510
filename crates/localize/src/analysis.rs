//! Chinese texts for the analysis of positions in the crate `chuhe-review`.

use chuhe_review::analysis::{ExpectedMovesError, PositionReadError, RefusedPosition};
use chuhe_review::results_file::ResultsFileError;

use crate::Localize;

impl Localize for PositionReadError {
    fn chinese(&self) -> String {
        match self {
            Self::Source(error) => error.chinese(),
            Self::Game { game, error } => format!("第 {game} 局：{}", error.chinese()),
            Self::Move { game, error } => format!("第 {game} 局：{}", error.chinese()),
        }
    }
}

impl Localize for RefusedPosition {
    fn chinese(&self) -> String {
        format!("{}：{}", self.origin.source, self.error.chinese())
    }
}

impl Localize for ExpectedMovesError {
    fn chinese(&self) -> String {
        format!("{}：{}", self.opcode, self.error.chinese())
    }
}

impl Localize for ResultsFileError {
    fn chinese(&self) -> String {
        match self {
            Self::Exists(path) => format!("{path}：文件已存在"),
            Self::OtherTerms { path, differences } => {
                format!("{path}：开始时的设置不同：{}", differences.join("、"))
            }
            Self::OtherProgram { path, engine } => {
                format!("{path}：开始时用的 {engine} 是另一个程序，其文件后来变了")
            }
            Self::OtherForm(path) => format!("{path}：是由本程序的另一版本开始的"),
            Self::OtherIndex(path) => {
                format!("{path} 不是复盘目录，因此未作改动；请另选文件夹")
            }
            Self::Locked(path) => format!("{path}：本程序的另一个进程正在写入"),
            Self::Io { path, error } => format!("{path}：{}", error.chinese()),
        }
    }
}
