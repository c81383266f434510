//! The commands that the player can type, in English or Chinese.

use std::path::PathBuf;

use chuhe_engine::notation::MoveFormat;
use chuhe_engine::notation::chinese::Script;
use chuhe_engine::types::Color;
use chuhe_localize::tr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayCommand {
    /// A move in any notation. Any text that is not another command is read as a move.
    Move(String),
    Help,
    /// Shows the next step of a hint.
    Hint,
    /// Shows the evaluation of the position and the best line.
    Evaluate,
    /// Turns the coach on or off; without a value, toggles it.
    Coach(Option<bool>),
    /// Answers a question.
    Yes,
    No,
    Undo,
    Moves,
    Board,
    Fen,
    Flip,
    Resign,
    Draw,
    /// Saves to the named file, or else to the file given with `--save` or `--load`.
    Save(Option<PathBuf>),
    Load(PathBuf),
    Level(u32),
    Elo(u32),
    Notation(MoveFormat),
    /// Starts a new game. The player takes the given side, or else keeps the current one.
    New(Option<Color>),
    /// Writes the game's annotated page.
    Review(PathBuf),
    /// Goes to the next puzzle.
    Next,
    /// Shows the solution to the puzzle.
    Solution,
    Quit,
}

impl PlayCommand {
    /// Parses a line that is not empty.
    ///
    /// # Errors
    /// If a command lacks an argument or has one too many. The error is a message for the player.
    pub(super) fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_lowercase(), rest.trim());
        let alone = |command: Self| {
            if rest.is_empty() {
                return Ok(command);
            }
            let rest = format!("{rest:?}");
            Err(tr!("play-stands-alone", word = word.clone(), rest = rest))
        };
        let path = || (!rest.is_empty()).then(|| PathBuf::from(rest));
        let number = rest.parse::<u32>();
        match &word[..] {
            "help" | "?" | "h" | "帮助" | "幫助" => alone(Self::Help),
            "hint" | "提示" | "支招" => alone(Self::Hint),
            "best" | "eval" | "评估" | "評估" => alone(Self::Evaluate),
            "coach" | "教练" | "教練" => match rest {
                "" => Ok(Self::Coach(None)),
                "on" | "开" | "開" => Ok(Self::Coach(Some(true))),
                "off" | "关" | "關" => Ok(Self::Coach(Some(false))),
                _ => Err(tr!("play-expected-coach")),
            },
            "y" | "yes" | "是" => alone(Self::Yes),
            "n" | "no" | "否" => alone(Self::No),
            "review" | "复盘" | "復盤" | "覆盤" => path()
                .map(Self::Review)
                .ok_or_else(|| tr!("play-expected-page", word = word.clone())),
            "next" | "下一题" | "下一題" => alone(Self::Next),
            "solution" | "答案" => alone(Self::Solution),
            "undo" | "悔棋" => alone(Self::Undo),
            "moves" | "着法" | "著法" | "棋谱" | "棋譜" => alone(Self::Moves),
            "board" | "棋盘" | "棋盤" => alone(Self::Board),
            "fen" | "局面" => alone(Self::Fen),
            "flip" | "翻转" | "翻轉" => alone(Self::Flip),
            "resign" | "认输" | "認輸" => alone(Self::Resign),
            "draw" | "求和" | "提和" => alone(Self::Draw),
            "save" | "保存" | "存盘" => Ok(Self::Save(path())),
            "load" | "载入" | "載入" | "打开" | "打開" => {
                path().map(Self::Load).ok_or_else(|| tr!("play-expected-file", word = word.clone()))
            }
            "level" | "级别" | "級別" => {
                number.map(Self::Level).map_err(|_| tr!("play-expected-level", word = word.clone()))
            }
            "elo" | "等级分" | "等級分" => {
                number.map(Self::Elo).map_err(|_| tr!("play-expected-rating", word = word.clone()))
            }
            "notation" | "记谱" | "記譜" => {
                move_format(rest).map(Self::Notation).ok_or_else(|| tr!("play-expected-notation"))
            }
            "new" | "新局" | "再来一局" | "再來一局" => match rest {
                "" => Ok(Self::New(None)),
                "red" | "红" | "紅" | "红方" | "紅方" => Ok(Self::New(Some(Color::Red))),
                "black" | "黑" | "黑方" => Ok(Self::New(Some(Color::Black))),
                _ => Err(tr!("play-expected-side")),
            },
            "quit" | "exit" | "q" | "退出" => alone(Self::Quit),
            _ => Ok(Self::Move(line.to_owned())),
        }
    }
}

/// What each letter does on the screen when it is typed alone and followed by Enter. Enter is required because a letter
/// may begin a move, like the h in h2e2, or a word, like the s in `solution`.
pub(super) const SHORTCUTS: [(char, Shortcut); 11] = [
    ('h', Shortcut::Execute(PlayCommand::Hint)),
    ('b', Shortcut::Execute(PlayCommand::Evaluate)),
    ('c', Shortcut::Execute(PlayCommand::Coach(None))),
    ('f', Shortcut::Execute(PlayCommand::Flip)),
    ('u', Shortcut::Execute(PlayCommand::Undo)),
    ('n', Shortcut::Execute(PlayCommand::New(None))),
    ('s', Shortcut::Execute(PlayCommand::Save(None))),
    ('d', Shortcut::Execute(PlayCommand::Draw)),
    ('r', Shortcut::Execute(PlayCommand::Resign)),
    ('q', Shortcut::Execute(PlayCommand::Quit)),
    ('l', Shortcut::AskLevel),
];

/// The effect of a letter.
#[derive(Clone, Debug)]
pub(super) enum Shortcut {
    Execute(PlayCommand),
    /// Begins the command `level`, whose number must then be typed.
    AskLevel,
}

/// The notation with this name, which may be in upper or lower case.
fn move_format(name: &str) -> Option<MoveFormat> {
    Some(match name.to_ascii_lowercase().as_str() {
        "coordinates" | "坐标" | "坐標" => MoveFormat::Coordinates,
        "iccs" => MoveFormat::Iccs,
        "wxf" => MoveFormat::Wxf,
        "chinese" | "simplified" | "中文" | "简体" => MoveFormat::Chinese(Script::Simplified),
        "traditional" | "繁体" | "繁體" => MoveFormat::Chinese(Script::Traditional),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_localize::columns::width;
    use chuhe_localize::{Language, with};

    #[test]
    fn both_languages_are_understood() {
        for (text, command) in [
            ("hint", PlayCommand::Hint),
            ("  提示 ", PlayCommand::Hint),
            ("UNDO", PlayCommand::Undo),
            ("悔棋", PlayCommand::Undo),
            ("認輸", PlayCommand::Resign),
            ("求和", PlayCommand::Draw),
            ("save", PlayCommand::Save(None)),
            ("保存 my game.pgn", PlayCommand::Save(Some("my game.pgn".into()))),
            ("load a.xqf", PlayCommand::Load("a.xqf".into())),
            ("level 7", PlayCommand::Level(7)),
            ("notation WXF", PlayCommand::Notation(MoveFormat::Wxf)),
            ("new black", PlayCommand::New(Some(Color::Black))),
            ("教练 关", PlayCommand::Coach(Some(false))),
            ("支招", PlayCommand::Hint),
            ("新局 黑方", PlayCommand::New(Some(Color::Black))),
            ("记谱 中文", PlayCommand::Notation(MoveFormat::Chinese(Script::Simplified))),
            ("coach", PlayCommand::Coach(None)),
            ("复盘 a.html", PlayCommand::Review("a.html".into())),
            ("Y", PlayCommand::Yes),
            ("下一题", PlayCommand::Next),
            ("炮二平五", PlayCommand::Move("炮二平五".into())),
            ("h2e2", PlayCommand::Move("h2e2".into())),
        ] {
            assert_eq!(PlayCommand::parse(text), Ok(command), "{text}");
        }
    }

    /// In the output of `help`, the words before each explanation are commands in both languages. In the Chinese list,
    /// all explanations start in the same column.
    #[test]
    fn every_command_in_help_is_understood() {
        for language in Language::ALL {
            let help = with(language, || tr!("play-help"));
            for row in help.lines().skip(1) {
                for word in row.split_whitespace().take(2) {
                    // Some commands need an argument; if it is missing, the error says which argument that is.
                    let read = PlayCommand::parse(word);
                    let is_argument = word.contains(['[', ']']) || word.to_uppercase() == word;
                    let is_chinese = !word.is_ascii();
                    let is_move = matches!(read, Ok(PlayCommand::Move(_)));
                    assert!(!is_move || (is_argument && !is_chinese), "{row}: {word}");
                }
            }
        }
        let help = with(Language::Chinese, || tr!("play-help"));
        for row in help.lines().skip(1) {
            let (front, back) = row.trim_start().split_once("  ").unwrap();
            let explanation = back.trim_start();
            let column = width(row) - width(explanation);
            assert_eq!(column, 24, "{front}");
            assert!(width(row) <= 80, "{row}");
        }
    }

    #[test]
    fn missing_arguments_are_reported_in_chinese() {
        with(Language::Chinese, || {
            for (text, reason) in [
                ("悔棋 3", "`悔棋` 后面不应有内容，\"3\" 是多余的"),
                ("级别 高", "应为 0 至 20 的级别，如 `级别 8`"),
                ("新局 绿", "应为 `新局`、`新局 红` 或 `新局 黑`"),
                ("载入", "请写明文件名：`载入 game.pgn`"),
            ] {
                assert_eq!(PlayCommand::parse(text), Err(reason.to_owned()), "{text}");
            }
        });
    }

    #[test]
    fn missing_and_extra_arguments_are_reported() {
        for (text, reason) in [
            ("undo 3", "takes no argument"),
            ("load", "a file"),
            ("level high", "0 to 20"),
            ("notation latin", "iccs"),
            ("new green", "new red"),
            ("coach loudly", "coach off"),
            ("review", "game.html"),
        ] {
            let error = PlayCommand::parse(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
