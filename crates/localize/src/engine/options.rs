//! The engine's options, and invalid configurations.

use chuhe_engine::engine::EngineError;
use chuhe_engine::engine::config::ConfigError;
use chuhe_engine::engine::options::{Kind, OptionError, OptionSpec, Wanted};
use chuhe_engine::search::TableError;

use crate::Localize;

/// The help text. Untranslated options stay English; a test makes sure that there are none.
impl Localize for OptionSpec {
    fn chinese(&self) -> String {
        match self.names().next().unwrap_or_default() {
            "usemillisec" => "UCCI：时间以毫秒计；为 false 时以秒计",
            "Hash" => "置换表大小，单位 MB；0 为自动：每个线程 64 MB",
            "Threads" => "搜索线程数；0 为每核一个",
            "Clear Hash" => "清空置换表",
            "newgame" => "UCCI：新对局开始，忘掉以前记住的（UCI 用 `ucinewgame`）",
            "Ponder" => "象棋软件让引擎在对方思考时也思考；每着多用一些时间",
            "MultiPV" => "报告几条变化，最好的在前",
            "Move Overhead" => "每着为管道、象棋软件和网络保留的毫秒数",
            "Draw Moves" => "自然限着：未吃子满多少回合判和；0 表示不限",
            "Repetition Rule" => "裁判判循环局面的规则",
            "Skill Level" => "棋力，从儿童水平到全力",
            "UCI_LimitStrength" => "按下面的等级分下棋，而不按棋力级别",
            "UCI_Elo" => "限制棋力时的等级分；100 分为一级",
            "randomness" => "变化：所走着法最多可比最好的差多少",
            "knowledge" => "评估局面的水平",
            "pruning" => "搜索剪枝的力度",
            "TablePath" => "残局库所在的文件夹，以 `;` 分隔",
            "EvalFile" => "用于评估的网络文件；none 表示只用手工评估",
            "OwnBook" => "开局库有着法时直接走，分析时不用",
            "BookFile" => "开局库文件，用 `;` 隔开：本程序自己的格式和 `BOOK.DAT`",
            "Book Variety" => {
                "开局库着法的变化：medium 按权重，none 总走最好的；`randomness` 可以再加大"
            }
            "UCI_ShowWDL" => "在每个分值旁给出胜、和、负的机会，单位千分之一",
            "batch" => "思考时不读输入，用于从文件输入命令",
            "debug" => "输出更多搜索信息（UCI 用 `debug on`）",
            "UCI_Variant" => "UCI：设了此项的软件，横线从 1 数到 10，而不是 0 到 9",
            _ => self.help,
        }
        .to_owned()
    }
}

/// A short description of the allowed values.
impl Localize for Kind {
    fn chinese(&self) -> String {
        match self {
            Self::Spin { min, max, zero_is_automatic, .. } => {
                format!("{} 到 {max}", if *zero_is_automatic { 0 } else { *min })
            }
            Self::EvalFile(_) | Self::BookFile(_) => "文件，或 none".to_owned(),
            Self::TablePath(_) => "文件夹".to_owned(),
            Self::Button(_) => "（按钮）".to_owned(),
            Self::Check(_) | Self::Grade { .. } | Self::RuleSet(_) | Self::Variant => {
                self.words().unwrap_or_default().join("、")
            }
        }
    }
}

impl Localize for OptionError {
    fn chinese(&self) -> String {
        match self {
            Self::Unknown(name) => format!("没有名为 {name:?} 的选项"),
            Self::Value { option, wanted, given } => {
                format!("{option} 应为 {}，而不是 {given:?}", wanted.chinese())
            }
            Self::Config(error) => format!("{}；一切保持原样", error.chinese()),
        }
    }
}

impl Localize for Wanted {
    fn chinese(&self) -> String {
        match self {
            Self::Truth => "true 或 false".to_owned(),
            Self::Number(min, max) => format!("{min} 到 {max} 的数"),
            Self::OneOf(words) => words.join("/"),
        }
    }
}

impl Localize for ConfigError {
    fn chinese(&self) -> String {
        match self {
            Self::Range { option, min, max, given } => {
                format!("{option} 为 {given}，应在 {min} 到 {max} 之间")
            }
            Self::Table(error) => error.chinese(),
            Self::Network { path, error } => {
                format!("EvalFile {path} 不能使用：{}", error.chinese())
            }
            Self::Tables(error) => format!("残局库无法使用：{}", error.chinese()),
            Self::Book { path, error } => {
                format!("BookFile {path} 不能使用：{}", error.chinese())
            }
            Self::Threads(error) => format!("无法启动线程：{}", error.chinese()),
        }
    }
}

impl Localize for TableError {
    fn chinese(&self) -> String {
        format!("内存不够 {} MB 的置换表", self.megabytes)
    }
}

/// The text of another engine's error.
fn external_chinese(error: &(dyn std::error::Error + Send + Sync + 'static)) -> String {
    #[cfg(feature = "arena")]
    if let Some(error) = error.downcast_ref::<chuhe_arena::ExternalError>() {
        return error.chinese();
    }
    error.to_string()
}

impl Localize for EngineError {
    fn chinese(&self) -> String {
        match self {
            Self::Config(error) => error.chinese(),
            Self::TooManyClients { most } => {
                format!("引擎的客户已满（{most} 个），请稍后再试")
            }
            Self::TooManyWaiting { most } => {
                format!("排队的搜索已满（{most} 个），请先等其中一个结束")
            }
            Self::Stopped => "搜索已停止".to_owned(),
            Self::Closed => "引擎已关闭".to_owned(),
            Self::Panicked => "程序出错，搜索中断".to_owned(),
            Self::NoLine => "引擎没有报告任何变化".to_owned(),
            Self::External(error) => external_chinese(&**error),
        }
    }
}

#[cfg(test)]
mod tests {
    use chuhe_engine::engine::Engine;
    use chuhe_engine::engine::config::Config;
    use chuhe_engine::engine::options::{OPTIONS, find};

    use super::*;

    #[test]
    fn every_option_is_explained() {
        for spec in OPTIONS {
            assert_ne!(spec.chinese(), spec.help);
        }
        let values = |name| find(name).unwrap().kind.chinese();
        assert_eq!(values("Hash"), "0 到 65536");
        assert_eq!(values("Repetition Rule"), "asian、chinese、computer");
        assert_eq!(values("Clear Hash"), "（按钮）");
    }

    #[test]
    fn refused_settings_are_explained() {
        let refused = |name, value| {
            find(name).unwrap().set(&mut Config::default(), value).unwrap_err().chinese()
        };
        assert_eq!(refused("Hash", "x"), "Hash 应为 0 到 65536 的数，而不是 \"x\"");
        assert_eq!(refused("Ponder", "x"), "Ponder 应为 true 或 false，而不是 \"x\"");
        let known = "Repetition Rule 应为 asian/chinese/computer，而不是 \"x\"";
        assert_eq!(refused("Repetition Rule", "x"), known);
        let config = Config { multipv: 0, ..Config::default() };
        let error = Engine::with_config(config).unwrap_err();
        assert_eq!(error.chinese(), "MultiPV 为 0，应在 1 到 128 之间");
        let config = Config { eval_file: "no/such".to_owned(), ..Config::default() };
        let error = OptionError::Config(Engine::with_config(config).unwrap_err()).chinese();
        assert_eq!(error, "EvalFile no/such 不能使用：没有这个文件或文件夹；一切保持原样");
    }
}
