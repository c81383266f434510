//! The commands of a person, in English or Chinese.

use std::path::PathBuf;

use crate::notation::MoveFormat;
use crate::notation::chinese::Script;
use crate::types::Color;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayCommand {
    /// A move in any notation: all text that is no other command.
    Move(String),
    Help,
    /// The next step of a hint.
    Hint,
    /// What the position is worth, and the best line.
    Evaluate,
    /// Calls the coach or sends it away; without a word, the other way around than now.
    Coach(Option<bool>),
    /// The answers to a question.
    Yes,
    No,
    Undo,
    Moves,
    Board,
    Fen,
    Flip,
    Resign,
    Draw,
    /// Saves to the file named, or else to that of `--save` or `--load`.
    Save(Option<PathBuf>),
    Load(PathBuf),
    Level(u32),
    Elo(u32),
    Notation(MoveFormat),
    /// Begins a new game. The person plays the side named, or else the same side as before.
    New(Option<Color>),
    /// Writes the annotated page of the game.
    Review(PathBuf),
    /// The next puzzle.
    Next,
    /// The solution of the puzzle.
    Solution,
    Quit,
}

/// The commands as `help` lists them.
pub(super) const HELP: &str = "\
A move (着法) in any notation: h2e2, C2.5, 炮二平五. Or one of these:
  hint     提示       which piece to move; again: where to; again: the move
  best     评估       what the position is worth, and the best line
  coach [on|off]  教练  always tell that, and ask before a blunder is played
  undo     悔棋       take back up to your last move
  moves    着法       the moves so far
  board    棋盘       draw the board; `flip 翻转` turns it around
  fen      局面       the position as FEN
  draw     求和       offer a draw
  resign   认输       give up
  save FILE  保存     write the game as PGN
  load FILE  载入     go on with a game from a file
  review FILE  复盘   write the annotated game as a page, FILE.html
  level N  级别       the engine's level, 0 to 20; `elo N` for a rating, 500 to 2400
  notation NAME  记谱 write moves as iccs, wxf, chinese or traditional
  new [red|black]  新局  another game, from the same start
  next     下一题     the next puzzle; `solution 答案` tells the moves to be found
  quit     退出       leave";

impl PlayCommand {
    /// Reads a line that is not empty.
    ///
    /// # Errors
    /// If a command lacks an argument or has too many. The error is a message for the person.
    pub(super) fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_lowercase(), rest.trim());
        let alone = |command: Self| match rest {
            "" => Ok(command),
            _ => Err(format!("`{word}` stands alone; {rest:?} behind it means nothing")),
        };
        let path = || (!rest.is_empty()).then(|| PathBuf::from(rest));
        let number = |what: &str| {
            rest.parse::<u32>().map_err(|_| format!("expected {what}, as in `{word} 8`"))
        };
        match &word[..] {
            "help" | "?" | "h" | "帮助" | "幫助" => alone(Self::Help),
            "hint" | "提示" => alone(Self::Hint),
            "best" | "eval" | "评估" | "評估" => alone(Self::Evaluate),
            "coach" | "教练" | "教練" => match rest {
                "" => Ok(Self::Coach(None)),
                "on" | "开" | "開" => Ok(Self::Coach(Some(true))),
                "off" | "关" | "關" => Ok(Self::Coach(Some(false))),
                _ => Err("expected `coach`, `coach on` or `coach off`".to_owned()),
            },
            "y" | "yes" | "是" => alone(Self::Yes),
            "n" | "no" | "否" => alone(Self::No),
            "review" | "复盘" | "復盤" | "覆盤" => path()
                .map(Self::Review)
                .ok_or_else(|| format!("expected a file for the page: `{word} game.html`")),
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
                path().map(Self::Load).ok_or_else(|| format!("expected a file: `{word} game.pgn`"))
            }
            "level" | "级别" | "級別" => number("a level from 0 to 20").map(Self::Level),
            "elo" | "等级分" | "等級分" => number("a rating from 500 to 2400").map(Self::Elo),
            "notation" | "记谱" | "記譜" => move_format(rest)
                .map(Self::Notation)
                .ok_or_else(|| "expected iccs, wxf, chinese or traditional".to_owned()),
            "new" | "新局" => match rest {
                "" => Ok(Self::New(None)),
                "red" | "红" | "紅" => Ok(Self::New(Some(Color::Red))),
                "black" | "黑" => Ok(Self::New(Some(Color::Black))),
                _ => Err("expected `new`, `new red` or `new black`".to_owned()),
            },
            "quit" | "exit" | "q" | "退出" => alone(Self::Quit),
            _ => Ok(Self::Move(line.to_owned())),
        }
    }
}

/// The notation of a name, in upper or lower case.
fn move_format(name: &str) -> Option<MoveFormat> {
    Some(match name.to_ascii_lowercase().as_str() {
        "iccs" => MoveFormat::Iccs,
        "wxf" => MoveFormat::Wxf,
        "chinese" | "simplified" => MoveFormat::Chinese(Script::Simplified),
        "traditional" => MoveFormat::Chinese(Script::Traditional),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn what_is_missing_or_too_much_is_said() {
        for (text, reason) in [
            ("undo 3", "stands alone"),
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
