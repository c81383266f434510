//! Chinese texts of the crate `chuhe-lab`.

use chuhe_lab::CorpusError;
use chuhe_lab::data::{DataError, DataFault};
use chuhe_lab::datagen::DatagenError;
use chuhe_lab::safetensors::SafetensorsError;
use chuhe_lab::tables::GenerateError;
use chuhe_lab::train::{CheckpointError, PlotLabel, TrainingError};

use crate::Localize;

impl Localize for DataError {
    fn chinese(&self) -> String {
        match self {
            Self::Io(error) => error.chinese(),
            Self::NotData => "它不是对局文件，或是另一版本的".to_owned(),
            Self::NoGames => "没有可写入的对局".to_owned(),
            Self::Checksum => "它已损坏：校验和不对".to_owned(),
            Self::Block { begin, end } => {
                format!("第 {begin} 至 {end} 字节已损坏：其中的对局无法读取")
            }
            Self::Invalid(fault) => format!("内容不对：{}", fault.chinese()),
            Self::Start(error) => format!("有一局的开始局面不对：{}", error.chinese()),
            Self::Illegal { ply, mv } => format!("有一局的第 {ply} 着不合法：{mv}"),
        }
    }
}

impl Localize for DataFault {
    fn chinese(&self) -> String {
        match self {
            Self::Cut => "在一局中间结束",
            Self::HeaderLength => "文件头没有结尾",
            Self::Header => "没有文件头",
            Self::StartText => "开始局面不是文本",
            Self::Result => "有一局没有结果",
            Self::MoveMissing => "缺少一着",
            Self::OffBoard => "有一着走出棋盘",
            Self::Score => "有一个分值太大",
            Self::Plies => "有一局太长",
            Self::Games => "对局太多",
            Self::SideLines => "一局的支线超过所能存储的数目",
            Self::SideLine => "支线与对局不符",
            Self::Surplus => "最后一局之后还有内容",
            Self::Magic => "压缩后的对局中有块开头的字节",
        }
        .to_owned()
    }
}

impl Localize for CorpusError {
    fn chinese(&self) -> String {
        match self {
            Self::Folder { path, error } => format!("{}：{}", path.display(), error.chinese()),
            Self::EmptyFolder(path) => format!("{}：文件夹中没有自对弈对局文件", path.display()),
            Self::File { path, error } => format!("{}：{}", path.display(), error.chinese()),
        }
    }
}

impl Localize for DatagenError {
    fn chinese(&self) -> String {
        match self {
            Self::Io { path, error } => {
                format!("{}：{}", path.display(), error.chinese())
            }
            Self::Damaged { path, error } => format!("{}：{}", path.display(), error.chinese()),
            Self::OtherRun { path, theirs, ours } => {
                format!("{} 由以下命令生成：\n  {theirs}\n而不是：\n  {ours}", path.display())
            }
            Self::Unbalanced(game) => format!("第 {game} 局：没有找到均势的开局"),
            Self::Opening { line, error } => format!("第 {line} 行：{}", error.chinese()),
            Self::OpeningOver { line } => format!("第 {line} 行：走棋方无着可走"),
            Self::NoOpenings => "其中没有开局".to_owned(),
            Self::Start(error) => error.chinese(),
        }
    }
}

impl Localize for CheckpointError {
    fn chinese(&self) -> String {
        match self {
            Self::Io(error) => error.chinese(),
            Self::NotCheckpoint => "这不是可以继续的训练，或文件已损坏".to_owned(),
            Self::OtherShape => "其中的网络结构不同，由本程序的其他版本写出".to_owned(),
            Self::OtherSettings => "其中的训练使用其他设置".to_owned(),
            Self::OtherData => "其中的训练使用其他对局，或从另一状态开始".to_owned(),
        }
    }
}

impl Localize for TrainingError {
    fn chinese(&self) -> String {
        match self {
            Self::Setting { key, found, least, most } => {
                format!("{key} 为 {found}，应在 {least} 到 {most} 之间")
            }
            Self::Output { path, error } => {
                format!("{}：{}", path.display(), error.chinese())
            }
            Self::Games(error) => error.chinese(),
            Self::TooFew { games } => format!("{games} 局中可供学习和留出的局面太少"),
            Self::Checkpoint { path, error } => format!(
                "{}：{}；要重新开始请删除它，否则请写入另一个文件",
                path.display(),
                error.chinese()
            ),
            Self::Start { path, error } => format!("{}：{}", path.display(), error.chinese()),
            Self::OtherKind(path) => format!("{}：作用或标度与设置不同", path.display()),
            Self::Network(error) => error.chinese(),
            Self::Stopped => "训练被停止".to_owned(),
        }
    }
}

impl Localize for GenerateError {
    fn chinese(&self) -> String {
        match self {
            Self::Tables(error) => error.chinese(),
            Self::Write { file, error } => format!("{}：{}", file.display(), error.chinese()),
            Self::Room { class, error } => format!("{class}：没有工作空间：{}", error.chinese()),
            Self::TooLarge(class) => format!("{class}：太大，无法生成残局库"),
        }
    }
}

impl Localize for SafetensorsError {
    fn chinese(&self) -> String {
        let none = |reason: String| format!("safetensors 文件里没有网络：{reason}");
        match self {
            Self::File(error) => none(error.to_string()),
            Self::NoHeader => none("元数据中没有网络的文件头 \"chuhe\"".to_owned()),
            Self::Header(error) => none(format!("元数据中的 \"chuhe\" 不是文件头：{error}")),
            Self::Shape { name, shape } => none(format!("{name} 应为 float32，形状为 {shape:?}")),
            Self::Network(error) => error.chinese(),
        }
    }
}

impl Localize for PlotLabel {
    fn chinese(&self) -> String {
        match self {
            Self::Epochs => "全部局面的遍数",
            Self::Error => "均方误差",
            Self::Learnt => "学习的局面",
            Self::HeldOut => "留出的局面",
            Self::HandCrafted => "手工评估，留出的局面",
        }
        .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use chuhe_lab::data::DataFile;
    use chuhe_lab::datagen::read_openings;
    use chuhe_lab::safetensors::SafetensorsError;
    use chuhe_lab::tables::GenerateError;
    use chuhe_lab::train::TrainingSettings;

    use super::*;

    #[test]
    fn refused_files_and_settings_are_explained() {
        let error = DataFile::from_bytes(b"rubbish").unwrap_err();
        assert_eq!(error.chinese(), "它不是对局文件，或是另一版本的");
        let error = read_openings("3k1R3/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1").unwrap_err();
        assert_eq!(error.chinese(), "第 1 行：走棋方无着可走");
        let settings = TrainingSettings { held_out: 100, ..Default::default() };
        let error = settings.check().unwrap_err();
        assert_eq!(error.chinese(), "held_out 为 100，应在 1 到 90 之间");
        let (path, error) = ("a.checkpoint".into(), CheckpointError::OtherData);
        assert_eq!(
            TrainingError::Checkpoint { path, error }.chinese(),
            "a.checkpoint：其中的训练使用其他对局，或从另一状态开始；要重新开始请删除它，否则请写入另一个文件"
        );
        let shape = SafetensorsError::Shape { name: "output_bias", shape: &[8] };
        assert_eq!(
            shape.chinese(),
            "safetensors 文件里没有网络：output_bias 应为 float32，形状为 [8]"
        );
        assert_eq!(
            GenerateError::TooLarge("KRK".parse().unwrap()).chinese(),
            "KRK：太大，无法生成残局库"
        );
    }
}
