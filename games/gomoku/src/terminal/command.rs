//! The commands that the player types, in English or Chinese.

use crate::board::Color;
use crate::level::Level;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayCommand {
    /// A point: any text that is not another command.
    Move(String),
    Help,
    Hint,
    Undo,
    Board,
    Moves,
    Resign,
    /// Sets the level, or shows it if none is given.
    Level(Option<Level>),
    /// Starts a new game. The player takes the named side, or keeps the current side if none is named.
    New(Option<Color>),
    Quit,
}

/// Why a line is not a valid command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CommandError {
    /// Other words follow this command, which takes no arguments.
    StandsAlone(String),
    Level,
    Side,
}

impl PlayCommand {
    /// Reads a line that is not blank.
    pub(super) fn parse(line: &str) -> Result<Self, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_lowercase(), rest.trim());
        let alone = |command| {
            if rest.is_empty() { Ok(command) } else { Err(CommandError::StandsAlone(word.clone())) }
        };
        match &word[..] {
            "help" | "?" | "h" | "帮助" | "幫助" => alone(Self::Help),
            "hint" | "提示" | "支招" => alone(Self::Hint),
            "undo" | "u" | "悔棋" => alone(Self::Undo),
            "board" | "棋盘" | "棋盤" => alone(Self::Board),
            "moves" | "着法" | "著法" | "棋谱" | "棋譜" => alone(Self::Moves),
            "resign" | "认输" | "認輸" => alone(Self::Resign),
            "quit" | "exit" | "q" | "退出" => alone(Self::Quit),
            "level" | "级别" | "級別" => match rest {
                "" => Ok(Self::Level(None)),
                _ => level(rest).map(|level| Self::Level(Some(level))).ok_or(CommandError::Level),
            },
            "new" | "新局" | "再来一局" | "再來一局" => match &rest.to_lowercase()[..] {
                "" => Ok(Self::New(None)),
                "black" | "黑" | "黑方" => Ok(Self::New(Some(Color::Black))),
                "white" | "白" | "白方" => Ok(Self::New(Some(Color::White))),
                _ => Err(CommandError::Side),
            },
            _ => Ok(Self::Move(line.to_owned())),
        }
    }
}

fn level(word: &str) -> Option<Level> {
    let chinese = match word {
        "低" | "初级" | "初級" => Some(Level::Low),
        "中" | "中级" | "中級" => Some(Level::Middle),
        "高" | "高级" | "高級" => Some(Level::High),
        "全" | "满级" | "滿級" => Some(Level::Full),
        _ => None,
    };
    chinese.or_else(|| word.to_lowercase().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_both_languages() {
        for (line, expected) in [
            ("HELP", PlayCommand::Help),
            (" 悔棋 ", PlayCommand::Undo),
            ("level 高", PlayCommand::Level(Some(Level::High))),
            ("级别 Full", PlayCommand::Level(Some(Level::Full))),
            ("level", PlayCommand::Level(None)),
            ("新局 白", PlayCommand::New(Some(Color::White))),
            ("H8", PlayCommand::Move("H8".to_owned())),
        ] {
            assert_eq!(PlayCommand::parse(line), Ok(expected), "{line}");
        }
        assert_eq!(PlayCommand::parse("undo 3"), Err(CommandError::StandsAlone("undo".to_owned())));
        assert_eq!(PlayCommand::parse("level 9"), Err(CommandError::Level));
        assert_eq!(PlayCommand::parse("new red"), Err(CommandError::Side));
    }
}
