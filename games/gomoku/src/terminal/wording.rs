//! The messages to the player. No line is wider than 40 columns.

use std::str::FromStr;

use crate::board::{BoardError, Color};
use crate::level::Level;
use crate::position::MoveError;
use crate::rules::{Foul, Rule};

use super::command::CommandError;

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Simplified Chinese.
    Chinese,
}

impl FromStr for Language {
    type Err = String;

    /// Reads a language tag of any form: `zh`, `zh-CN`, `zh_CN.UTF-8`, `en`.
    fn from_str(tag: &str) -> Result<Self, String> {
        let end = tag.find(['-', '_', '.', '@']).unwrap_or(tag.len());
        match &tag[..end].to_ascii_lowercase()[..] {
            "zh" => Ok(Self::Chinese),
            "en" => Ok(Self::English),
            _ => Err(format!("expected en or zh, found {tag:?}")),
        }
    }
}

impl Language {
    /// The language of the environment; English if the environment names none that is supported.
    pub fn of_environment() -> Self {
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty())
            .and_then(|value| value.parse().ok())
            .unwrap_or(Self::English)
    }

    /// The text in this language.
    fn pick<'a>(self, english: &'a str, chinese: &'a str) -> &'a str {
        match self {
            Self::English => english,
            Self::Chinese => chinese,
        }
    }

    pub(super) fn side(self, color: Color) -> &'static str {
        match color {
            Color::Black => self.pick("Black", "黑方"),
            Color::White => self.pick("White", "白方"),
        }
    }

    pub(super) fn level(self, level: Level) -> &'static str {
        match level {
            Level::Low => self.pick("low", "低"),
            Level::Middle => self.pick("middle", "中"),
            Level::High => self.pick("high", "高"),
            Level::Full => self.pick("full", "全"),
        }
    }

    fn rule(self, rule: Rule) -> &'static str {
        match rule {
            Rule::Freestyle => self.pick("five or more win", "五子及以上胜"),
            Rule::Standard => self.pick("exactly five win", "恰好五子胜"),
            Rule::Renju => self.pick("renju", "连珠(有禁手)"),
        }
    }

    fn foul(self, foul: Foul) -> &'static str {
        match foul {
            Foul::Overline => self.pick("overline", "长连"),
            Foul::DoubleFour => self.pick("double four", "四四"),
            Foul::DoubleThree => self.pick("double three", "三三"),
        }
    }

    pub(super) fn introduction(self, person: Color, rule: Rule, level: Level) -> String {
        let (side, rule, level) = (self.side(person), self.rule(rule), self.level(level));
        let stone = if person == Color::Black { "x" } else { "o" };
        match self {
            Self::English => format!(
                "You play {side} ({stone}).\nRules: {rule}. Level: {level}.\nType a move (h8), or help for commands."
            ),
            Self::Chinese => {
                format!("你执{side}({stone})。\n规则:{rule}。级别:{level}。\n落子:h8。命令:帮助")
            }
        }
    }

    pub(super) fn help(self) -> &'static str {
        self.pick(
            "h8          place a stone\n\
             hint        suggest a move\n\
             undo        take your move back\n\
             level NAME  low, middle, high, full\n\
             board       show the board\n\
             moves       the moves so far\n\
             resign      give up\n\
             new [SIDE]  a new game: black, white\n\
             quit        leave\n\
             ! on the board: forbidden to Black",
            "h8          落子\n\
             提示        引擎会怎么下\n\
             悔棋        收回你的一着\n\
             级别 名称   低、中、高、全\n\
             棋盘        显示棋盘\n\
             着法        已下的着法\n\
             认输        认输\n\
             新局 [方]   新的一局:黑、白\n\
             退出        离开\n\
             棋盘上的 !:黑方禁手",
        )
    }

    pub(super) fn played(self, color: Color, point: &str) -> String {
        match self {
            Self::English => format!("{}: {point}", self.side(color)),
            Self::Chinese => format!("{}:{point}", self.side(color)),
        }
    }

    pub(super) fn hint(self, point: &str, wins_in: Option<u32>) -> String {
        match (self, wins_in) {
            (Self::English, None) => format!("Hint: {point}"),
            (Self::English, Some(plies)) => {
                format!("Hint: {point}, which wins in {}", plies.div_ceil(2))
            }
            (Self::Chinese, None) => format!("提示:{point}"),
            (Self::Chinese, Some(plies)) => format!("提示:{point},{}着内取胜", plies.div_ceil(2)),
        }
    }

    pub(super) fn end(self, winner: Option<Color>, person: Color) -> &'static str {
        match winner {
            Some(color) if color == person => self.pick("You have won.", "你赢了。"),
            Some(_) => self.pick("You have lost.", "你输了。"),
            None => self.pick("The board is full: a draw.", "棋盘已满:和棋。"),
        }
    }

    pub(super) fn level_is(self, level: Level) -> String {
        format!("{}{}", self.pick("Level: ", "级别:"), self.level(level))
    }

    pub(super) fn no_undo(self) -> &'static str {
        self.pick("You have no move to take back.", "没有可悔的着法。")
    }

    pub(super) fn over(self) -> &'static str {
        self.pick("The game is over: new, undo or quit?", "棋局已结束:新局、悔棋或退出?")
    }

    pub(super) fn not_a_move(self, error: &BoardError) -> String {
        match (self, error) {
            (Self::English, BoardError::Outside(name)) => format!("{name} is not on the board."),
            (Self::English, _) => "Neither a point nor a command.\nTry h8, or help.".to_owned(),
            (Self::Chinese, BoardError::Outside(name)) => format!("{name} 不在棋盘上。"),
            (Self::Chinese, _) => "既不是点,也不是命令。\n请输入 h8 或 帮助。".to_owned(),
        }
    }

    pub(super) fn refused(self, error: &MoveError) -> String {
        match error {
            MoveError::Over => self.over().to_owned(),
            MoveError::Outside => self.pick("That is not on the board.", "不在棋盘上。").to_owned(),
            MoveError::Taken => self.pick("That point is taken.", "那里已有棋子。").to_owned(),
            MoveError::Forbidden(foul) => {
                format!("{}{}", self.pick("Forbidden to Black: ", "黑方禁手:"), self.foul(*foul))
            }
        }
    }

    pub(super) fn bad_command(self, error: &CommandError) -> String {
        match error {
            CommandError::StandsAlone(word) => match self {
                Self::English => format!("{word} takes no argument."),
                Self::Chinese => format!("{word} 后面不能有别的词。"),
            },
            CommandError::Level => {
                self.pick("Levels: low, middle, high, full", "级别:低、中、高、全").to_owned()
            }
            CommandError::Side => self.pick("Sides: black, white", "黑或白?").to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The width of a line in terminal columns; Chinese characters take two.
    fn width(line: &str) -> usize {
        line.chars().map(|sign| if sign as u32 >= 0x2e80 { 2 } else { 1 }).sum()
    }

    #[test]
    fn nothing_is_wider_than_forty_columns() {
        for language in [Language::English, Language::Chinese] {
            let mut texts = vec![
                language.help().to_owned(),
                language.over().to_owned(),
                language.no_undo().to_owned(),
            ];
            for rule in Rule::ALL {
                for level in Level::ALL {
                    for color in Color::ALL {
                        texts.push(language.introduction(color, rule, level));
                    }
                }
            }
            texts.push(language.hint("o15", Some(59)));
            for foul in [Foul::Overline, Foul::DoubleFour, Foul::DoubleThree] {
                texts.push(language.refused(&MoveError::Forbidden(foul)));
            }
            texts.push(language.not_a_move(&BoardError::Name("?".to_owned())));
            for text in texts {
                assert!(text.lines().all(|line| width(line) <= 40), "{text}");
            }
        }
    }

    #[test]
    fn languages_of_the_environment() {
        assert_eq!("zh_CN.UTF-8".parse(), Ok(Language::Chinese));
        assert_eq!("zh".parse(), Ok(Language::Chinese));
        assert_eq!("en_GB".parse(), Ok(Language::English));
        assert!("C".parse::<Language>().is_err() && "".parse::<Language>().is_err());
    }
}
