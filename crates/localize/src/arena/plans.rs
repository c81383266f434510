//! Errors in the settings of a match.

use chuhe_arena::settings::{EngineLimits, SettingError};
use chuhe_arena::stats::{ELO_MAX, ERROR_MAX, SprtError};
use chuhe_arena::{
    BrokenOpening, OpeningBookError, PlanError, ProcessorsError, RegisterError, SpecError,
};

use crate::Localize;

impl Localize for SpecError {
    fn chinese(&self) -> String {
        match self {
            Self::Toml(error) => error.to_string(),
            Self::Json(error) => error.to_string(),
            Self::UnknownKey { key, near: Some(near) } => {
                format!("没有 `{key}` 这项设置，是否指 `{near}`？")
            }
            Self::UnknownKey { key, near: None } => format!("没有 `{key}` 这项设置"),
            Self::Range { key, value, least, most: Some(most) } => {
                format!("{key} = {value}：应为 {least} 到 {most} 的整数")
            }
            Self::Range { key, value, least, most: None } => {
                format!("{key} = {value}：应为不小于 {least} 的整数")
            }
            Self::Value { key, reason } => format!("{key}：{reason}"),
            Self::Within { key, reason } => format!("{key}：{}", reason.chinese()),
            Self::Seeds => "`seeds` 只用于 `tournament = \"gauntlet\"`".to_owned(),
            Self::Clock => "clock = \"cpu\" 只用于 Linux".to_owned(),
            Self::Setting(error) => error.chinese(),
            Self::Sprt(error) => error.chinese(),
            Self::Book(error) => error.chinese(),
            Self::Processors(error) => error.chinese(),
            Self::Tables(error) => error.chinese(),
            Self::Plan(error) => error.chinese(),
        }
    }
}

impl Localize for RegisterError {
    fn chinese(&self) -> String {
        match self {
            Self::NoFolder => "系统没有配置文件夹；请用 CHUHE_ENGINES 指定文件".to_owned(),
            Self::Io { path, error } => format!("{path}：{}", error.chinese()),
            Self::Syntax { path, error } => format!("{path}：{error}"),
            Self::Busy(path) => format!("{path}：另一进程正在修改，请稍后再试"),
            Self::Malformed { path, name } => format!("{path}：{name} 不是一组设定"),
            Self::Unknown { name, known } if known.is_empty() => {
                format!(
                    "没有名为 '{name}' 的引擎；应为程序的路径，或用 `chuhe engines add` 添加的名称"
                )
            }
            Self::Unknown { name, known } => {
                format!("没有名为 '{name}' 的引擎；应为程序的路径，或 {} 之一", known.join("、"))
            }
            Self::Setting(error) => error.chinese(),
        }
    }
}

impl Localize for PlanError {
    fn chinese(&self) -> String {
        match self {
            Self::TooFewEngines(engines) => {
                format!("比赛至少要两个引擎，现给出 {engines} 个；请加 --engine cmd=命令")
            }
            Self::NoLimit(engine) => {
                format!("第 {engine} 个引擎：思考没有限制，请加 tc=、st=、nodes= 或 depth=")
            }
            Self::NoOpponents { seeds, engines } => {
                format!("{engines} 个引擎中有 {seeds} 个主角，没有对手")
            }
            Self::TooManyGames(games) => format!("{games} 局太多"),
            Self::SprtOfMany => "序贯检验只用于两个引擎".to_owned(),
            Self::SameName(name) => format!("有两个引擎都叫 {name}"),
            Self::Program { path, error } => format!("{path}：{}", error.chinese()),
            Self::Tournament(error) => error.chinese(),
        }
    }
}

impl Localize for SettingError {
    fn chinese(&self) -> String {
        match self {
            Self::NoPair(word) => format!("{word:?} 不是“键=值”的形式"),
            Self::UnknownKey { key, known } => {
                format!("没有 {key:?} 这项设置，有 {}", known.join("、"))
            }
            Self::Value { key, value, expected } => {
                format!("{key}={value}：应为{}", expected.chinese())
            }
            Self::Missing(key) => format!("缺少 {key}"),
        }
    }
}

impl Localize for SprtError {
    fn chinese(&self) -> String {
        match self {
            Self::NotAPair(word) => format!("`{word}` 不是“名称=值”的形式"),
            Self::UnknownName(name) => {
                format!("序贯检验没有参数 `{name}`，有 elo0、elo1、alpha、beta 和 model")
            }
            Self::GivenTwice(name) => format!("{name} 重复给出"),
            Self::Missing(name) => format!("缺少 {name}：序贯检验需要 elo0 和 elo1"),
            Self::NotANumber { name, value } => format!("{name} 为 `{value}`，不是数"),
            Self::UnknownModel(model) => {
                format!("model 为 `{model}`，应为 logistic 或 normalized")
            }
            Self::EloOutOfRange { name, value } => {
                format!("{name} 为 {value}，应在 -{ELO_MAX} 与 {ELO_MAX} 之间")
            }
            Self::ElosOutOfOrder { elo0, elo1 } => {
                format!("elo0 应小于 elo1，现为 {elo0} 和 {elo1}")
            }
            Self::ErrorOutOfRange { name, value } => {
                format!("{name} 为 {value}，应大于 0 而小于 {ERROR_MAX}")
            }
        }
    }
}

impl Localize for OpeningBookError {
    fn chinese(&self) -> String {
        match self {
            Self::Broken(error) => error.chinese(),
            Self::NoGames(error) => error.chinese(),
            Self::Folder(error) => error.chinese(),
            Self::InFile { file, error } => format!("{file}：{}", error.chinese()),
            Self::Over(number) => format!("第 {number} 个开局：走棋方无着可走"),
            Self::Empty => "其中没有开局".to_owned(),
            Self::Start { start, openings } => format!("start={start}：只有 {openings} 个开局"),
        }
    }
}

impl Localize for BrokenOpening {
    fn chinese(&self) -> String {
        format!("{}：{}", self.file, self.error.chinese())
    }
}

impl Localize for ProcessorsError {
    fn chinese(&self) -> String {
        match self {
            Self::Unknown(_) => "无法得知本系统的处理器".to_owned(),
            Self::NoList => "应为处理器列表，如 0,2,4-7".to_owned(),
            Self::Missing { missing, available } => {
                format!("没有处理器 {missing}，只有 {available:?}")
            }
            Self::TooFew { games, processors } => {
                format!("同时进行 {games} 局需要同样多的处理器，现有 {processors} 个")
            }
        }
    }
}

impl Localize for EngineLimits {
    fn chinese(&self) -> String {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| format!("每着 {} 秒", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("{nodes} 节点")),
            self.depth.map(|depth| format!("深度 {depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "无限制".to_owned() } else { parts.join("、") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_translated() {
        let limits = EngineLimits { nodes: Some(9), depth: Some(3), ..EngineLimits::default() };
        assert_eq!(limits.chinese(), "9 节点、深度 3");
    }

    #[test]
    fn refused_settings_are_translated() {
        let refused = |words: &[&str]| {
            let words = words.iter().copied();
            chuhe_arena::settings::EngineSettings::from_words(words).unwrap_err().chinese()
        };
        assert_eq!(refused(&["cmd=x", "ponder=maybe"]), "ponder=maybe：应为 on 或 off");
        assert_eq!(refused(&["cmd=x", "st=0"]), "st=0：应为每着的秒数");
        assert_eq!(refused(&["nodes=5"]), "缺少 cmd=COMMAND");
    }
}
