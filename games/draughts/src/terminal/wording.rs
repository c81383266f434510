//! The messages to the player, in both languages. No line is wider than 40 columns, except names and moves.

use game_core::Score;

use crate::language::Language;
use crate::level::Level;
use crate::position::{DrawReason, GameResult, Position};
use crate::variant::{Color, Variant};

/// The texts of a language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wording(pub(super) Language);

impl Wording {
    pub(super) fn choose(self, english: &str, chinese: &str) -> String {
        self.0.choose(english, chinese).to_owned()
    }

    pub(super) fn side(self, color: Color) -> &'static str {
        match color {
            Color::White => self.0.choose("White", "白方"),
            Color::Black => self.0.choose("Black", "黑方"),
        }
    }

    pub(super) fn introduction(self, variant: Variant, person: Color, level: Level) -> String {
        let game = match variant {
            Variant::International => self.0.choose("International draughts", "国际跳棋（百格）"),
            Variant::Source => self.0.choose("Draughts, fifteen men each", "跳棋（每方十五子）"),
            Variant::English => self.0.choose("English draughts", "英国跳棋（六十四格）"),
        };
        let (side, level) = (self.side(person), level.number());
        let english = format!("{game}, level {level}.\nYou play {side}. Type a move, or help.");
        let chinese = format!("{game}，级别 {level}。\n您执{side}。请输入着法，或输入“帮助”。");
        self.choose(&english, &chinese)
    }

    pub(super) fn help(self) -> String {
        self.choose(
            "\
32-28, 19x30   a move, a capture
47x24x33       a capture in full
hint           suggest a move
undo           take your move back
legal          the legal moves
moves          the moves so far
board, flip    show the board; flip it
fen            the position as text
level 1-10     my playing strength
draw           offer a draw
resign         resign the game
new [white|black]   a new game
save FILE      save the game as PDN
quit           leave",
            "\
32-28, 19x30   着法，吃子
47x24x33       写出落点的吃子
提示           建议一着
悔棋           收回您的一着
可走           列出合法着法
棋谱           至今的着法
棋盘, 翻转     显示棋盘；转过来
局面           局面的文本
级别 1-10      我的棋力
求和           提议和棋
认输           放弃本局
新局 [白|黑]   开始新局
保存 文件      存为 PDN
退出           离开",
        )
    }

    pub(super) fn played(self, color: Color, text: &str) -> String {
        let side = self.side(color);
        self.choose(&format!("{side} plays {text}."), &format!("{side}走 {text}。"))
    }

    pub(super) fn hint(self, text: &str, score: Score) -> String {
        let worth = self.score(score);
        self.choose(&format!("{text} ({worth})"), &format!("{text}（{worth}）"))
    }

    fn score(self, score: Score) -> String {
        match score {
            Score::Evaluation(value) => format!("{:+.2}", f64::from(value) / 100.0),
            Score::WinIn(plies) => {
                let moves = plies.div_ceil(2);
                self.choose(&format!("wins in {moves}"), &format!("{moves} 步内胜"))
            }
            Score::LossIn(plies) => {
                let moves = plies.div_ceil(2);
                self.choose(&format!("loses in {moves}"), &format!("{moves} 步内负"))
            }
        }
    }

    pub(super) fn end(self, position: &Position, result: GameResult) -> String {
        match result {
            GameResult::Won(color) => {
                let side = self.side(color);
                self.choose(&format!("{side} wins."), &format!("{side}胜。"))
            }
            GameResult::Draw => match position.draw() {
                Some(DrawReason::Repetition) => self.choose(
                    "A draw: the position has occurred\nthree times.",
                    "和棋：同一局面出现三次。",
                ),
                Some(DrawReason::OnlyKings) => self.choose(
                    "A draw: only kings have moved\nfor too long.",
                    "和棋：长时间只走王棋。",
                ),
                Some(DrawReason::LoneKing) => self.choose(
                    "A draw: the lone king has held out\nlong enough.",
                    "和棋：单王坚持到限着。",
                ),
                None => self.choose("A draw.", "和棋。"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_too_wide() {
        for language in [Language::English, Language::Chinese] {
            let wording = Wording(language);
            let mut texts = vec![wording.help()];
            for variant in Variant::ALL {
                texts.push(wording.introduction(variant, Color::White, Level::FULL));
            }
            for line in texts.iter().flat_map(|text| text.lines()) {
                let columns: usize =
                    line.chars().map(|letter| if letter > '\u{2e80}' { 2 } else { 1 }).sum();
                assert!(columns <= 40, "{line}: {columns}");
            }
        }
    }
}
