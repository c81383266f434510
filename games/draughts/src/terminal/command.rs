//! The commands that the player types, in English or Chinese.

use std::path::PathBuf;

use crate::language::Language;
use crate::level::Level;
use crate::variant::Color;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayCommand {
    /// A move: any text that is not another command.
    Move(String),
    Help,
    Hint,
    Undo,
    /// Lists the legal moves.
    Legal,
    /// Lists the moves played in the game.
    Moves,
    Board,
    Fen,
    Flip,
    Draw,
    Resign,
    Level(Level),
    /// Starts a new game. The player takes the named side, or keeps the current side if none is named.
    New(Option<Color>),
    Save(PathBuf),
    Quit,
}

impl PlayCommand {
    /// Reads a line that is not blank. The error is a message for the player.
    pub(super) fn parse(line: &str, language: Language) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_lowercase(), rest.trim());
        let alone = |command| {
            if rest.is_empty() {
                return Ok(command);
            }
            let english = format!("{word} takes no argument; unexpected {rest:?}");
            Err(language.choose(&english, &format!("{word} 后面不能有 {rest:?}")).to_owned())
        };
        let expected =
            |english: &str, chinese: &str| Err(language.choose(english, chinese).to_owned());
        match &word[..] {
            "help" | "?" | "h" | "帮助" => alone(Self::Help),
            "hint" | "提示" => alone(Self::Hint),
            "undo" | "u" | "悔棋" => alone(Self::Undo),
            "legal" | "可走" => alone(Self::Legal),
            "moves" | "棋谱" => alone(Self::Moves),
            "board" | "b" | "棋盘" => alone(Self::Board),
            "fen" | "局面" => alone(Self::Fen),
            "flip" | "f" | "翻转" => alone(Self::Flip),
            "draw" | "求和" => alone(Self::Draw),
            "resign" | "认输" => alone(Self::Resign),
            "quit" | "q" | "exit" | "退出" => alone(Self::Quit),
            "level" | "级别" => match rest.parse().ok().and_then(Level::new) {
                Some(level) => Ok(Self::Level(level)),
                None => expected("level: expected a number from 1 to 10", "级别：应为 1 到 10"),
            },
            "new" | "新局" => match &rest.to_lowercase()[..] {
                "" => Ok(Self::New(None)),
                "white" | "白" | "白方" => Ok(Self::New(Some(Color::White))),
                "black" | "黑" | "黑方" => Ok(Self::New(Some(Color::Black))),
                _ => expected("new: expected white or black", "新局：应为白或黑"),
            },
            "save" | "保存" if !rest.is_empty() => Ok(Self::Save(PathBuf::from(rest))),
            "save" | "保存" => expected("save: expected a file name", "保存：应有文件名"),
            _ => Ok(Self::Move(line.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_are_understood() {
        let level = Level::new(7).unwrap();
        for (text, command) in [
            ("  Hint ", PlayCommand::Hint),
            ("提示", PlayCommand::Hint),
            ("悔棋", PlayCommand::Undo),
            ("level 7", PlayCommand::Level(level)),
            ("级别 7", PlayCommand::Level(level)),
            ("new black", PlayCommand::New(Some(Color::Black))),
            ("新局 白", PlayCommand::New(Some(Color::White))),
            ("save my game.pdn", PlayCommand::Save("my game.pdn".into())),
            ("32-28", PlayCommand::Move("32-28".to_owned())),
        ] {
            assert_eq!(PlayCommand::parse(text, Language::English), Ok(command), "{text}");
        }
        for text in ["hint 3", "level", "level 11", "new red", "save"] {
            assert!(PlayCommand::parse(text, Language::Chinese).is_err(), "{text}");
        }
    }
}
