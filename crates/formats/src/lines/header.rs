//! The text around moves, as web sites and programs write it: lines such as `红方: 某甲`, rules, and prose.

use super::super::game::{Game, Outcome};
use super::super::pgn::{is_blank, split_word};
use super::read::words_of;
use chuhe_engine::notation::is_move;
use chuhe_engine::notation::wxf::half_width;

/// The meaning of a keyword before a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// A tag with this name.
    Tag(&'static str),
    /// The result of the game.
    Result,
    /// The start position.
    Start,
}

use Key::{Result, Start, Tag};

/// The known keywords.
const KEYS: [(&[&str], Key); 23] = [
    (&["标题", "標題", "名称", "棋谱名称", "Title"], Tag("Title")),
    (&["分类", "分類", "类别"], Tag("Class")),
    (&["赛事", "賽事", "比赛", "比賽", "赛事名称", "比赛名称", "Event"], Tag("Event")),
    (&["轮次", "輪次", "Round"], Tag("Round")),
    (&["台次", "檯次"], Tag("Table")),
    (&["布局", "佈局", "开局", "開局", "Opening"], Tag("Opening")),
    (&["红方", "紅方", "红", "紅", "红棋", "先手", "执红", "Red", "White"], Tag("Red")),
    (&["黑方", "黑", "黑棋", "后手", "後手", "执黑", "Black"], Tag("Black")),
    (&["红方团体", "红方单位", "紅方團體", "紅方單位"], Tag("RedTeam")),
    (&["黑方团体", "黑方单位", "黑方團體", "黑方單位"], Tag("BlackTeam")),
    (&["红方姓名", "紅方姓名"], Tag("RedName")),
    (&["黑方姓名"], Tag("BlackName")),
    (&["红方用时", "紅方用時"], Tag("RedTime")),
    (&["黑方用时", "黑方用時"], Tag("BlackTime")),
    (&["日期", "时间", "時間", "比赛日期", "比赛时间", "比賽日期", "Date"], Tag("Date")),
    (&["地点", "地點", "比赛地点", "比賽地點", "Site"], Tag("Site")),
    (&["记时规则", "计时规则", "用时规则", "記時規則"], Tag("TimeControl")),
    (&["棋局类型", "类型", "棋局類型"], Tag("Type")),
    (&["棋局性质", "棋局性質"], Tag("GameType")),
    (&["评注", "讲评", "評註", "講評"], Tag("Annotator")),
    (&["作者"], Tag("Author")),
    (&["结果", "結果", "胜负", "勝負", "Result"], Result),
    (&["FEN", "局面", "初始局面", "开始局面", "開始局面"], Start),
];

/// The keywords in a line with their values; empty if the line does not start with a known keyword. One line may have
/// several: `红方: 某甲 黑方: 某乙`.
pub(super) fn fields(line: &str) -> Vec<(Key, &str)> {
    let mut fields = Vec::new();
    let mut next = field(line);
    while let Some((key, rest)) = next {
        // What follows white space is examined once, however long the white space is.
        let mut examined = 0;
        let mut blanks = rest.match_indices(char::is_whitespace);
        let end = blanks.find_map(|(at, blank)| {
            let at = at + blank.len();
            let behind = (at > examined).then(|| rest[at..].trim_start_matches(is_blank))?;
            examined = rest.len() - behind.len();
            Some((at, field(behind)?))
        });
        let value = &rest[..end.map_or(rest.len(), |(at, _)| at)];
        fields.push((key, value.trim()));
        next = end.map(|(_, field)| field);
    }
    fields
}

/// The known keyword at the start of a text, and the text after its colon.
fn field(text: &str) -> Option<(Key, &str)> {
    let text = text.trim_start_matches(is_blank);
    // No keyword is longer than 12 characters, and most lines have no colon.
    let (at, colon) = text.char_indices().take(12).find(|(_, c)| matches!(c, ':' | '：'))?;
    let name = text[..at].trim_matches(is_blank);
    let (_, key) = KEYS
        .iter()
        .find(|(names, _)| names.iter().any(|known| known.eq_ignore_ascii_case(name)))?;
    Some((*key, &text[at + colon.len_utf8()..]))
}

/// Whether a line starts with a known keyword.
pub(in super::super) fn is_header(line: &str) -> bool {
    field(line).is_some()
}

/// Whether a line is a rule, such as a row of dashes.
pub(super) fn is_rule(line: &str) -> bool {
    line.chars().count() > 2 && line.chars().all(|c| "-=_~*+|—–─━═－＝＿＊".contains(c))
}

/// Whether an invalid line was probably meant as moves: it starts with a move number or with a fragment of a move, or
/// at least half of its words are moves.
pub(super) fn resembles_moves(line: &str) -> bool {
    let Some(first) = words_of(line).next() else { return false };
    let words = words_of(line).count();
    let moves = words_of(line).filter(|word| is_move(split_word(word).0)).count();
    2 * moves >= words || is_numbered(&first) || is_torn(split_word(&first).0)
}

/// Whether a word starts with a move number. A number with a digit after its dot is something else, such as a date.
fn is_numbered(word: &str) -> bool {
    let behind = word.trim_start_matches(|c| half_width(c).is_ascii_digit());
    let mut chars = behind.chars().map(half_width);
    behind.len() < word.len()
        && chars.next().is_none_or(|c| matches!(c, '.' | '…' | '、'))
        && !chars.next().is_some_and(|c| c.is_ascii_digit())
}

/// Whether a word may be a fragment of a move: `h2e`, `C2.`, 马二迸三.
fn is_torn(word: &str) -> bool {
    let chars: Vec<char> = word.chars().map(half_width).take(7).collect();
    match &chars[..] {
        [letter, sign, ..] if letter.is_ascii_alphabetic() => {
            chars.len() < 7 && (sign.is_ascii_digit() || "+-.=".contains(*sign))
        }
        [first, second, rest @ ..] => {
            let has_course = rest.first().is_some_and(|c| "进進退平".contains(*c))
                || rest.len() == 2 && is_number(rest[1]);
            is_name(*first) && is_name(*second) && has_course
        }
        _ => false,
    }
}

fn is_name(c: char) -> bool {
    is_number(c) || "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒前中后後".contains(c)
}

fn is_number(c: char) -> bool {
    c.is_ascii_digit() || "一二三四五六七八九".contains(c)
}

/// The header lines of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Header<'a> {
    fields: Vec<(Key, &'a str)>,
    /// The first of the header lines, with its number in the text.
    first: Option<(usize, &'a str)>,
}

impl<'a> Header<'a> {
    pub(super) fn push(&mut self, number: usize, line: &'a str) {
        self.first.get_or_insert((number, line));
        self.fields.extend(fields(line));
    }

    pub(super) const fn first(&self) -> Option<(usize, &'a str)> {
        self.first
    }

    /// Whether a line repeats a keyword and therefore belongs to another game.
    pub(super) fn is_repeated_by(&self, line: &str) -> bool {
        fields(line).iter().any(|(key, _)| self.has(*key))
    }

    pub(super) fn has(&self, key: Key) -> bool {
        self.fields.iter().any(|(other, _)| *other == key)
    }

    /// The start position, if the header states it.
    pub(super) fn start(&self) -> Option<&'a str> {
        self.fields.iter().find(|(key, _)| *key == Start).map(|(_, value)| *value)
    }

    /// Sets the tags and the result of a game from the header.
    pub(super) fn describe(&self, game: &mut Game) {
        for &(key, value) in &self.fields {
            match key {
                Tag(name) if !value.is_empty() => {
                    game.set_tag(name, value.replace(char::is_control, " "));
                }
                Result if value == "和" => game.outcome = Outcome::Draw,
                Result => game.outcome = Outcome::from_text(value).unwrap_or_default(),
                Tag(_) | Start => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_with_either_colon() {
        for (line, expected) in [
            ("红方: 某甲", vec![(Tag("Red"), "某甲")]),
            ("  結果：黑方勝 ", vec![(Result, "黑方勝")]),
            ("红方：某甲  黑方：某 乙", vec![(Tag("Red"), "某甲"), (Tag("Black"), "某 乙")]),
            ("日期: 2026.08.31 10:25:15", vec![(Tag("Date"), "2026.08.31 10:25:15")]),
            ("event : x: y", vec![(Tag("Event"), "x: y")]),
            ("浏览次数: 170", vec![]),
            ("红方", vec![]),
            (": x", vec![]),
        ] {
            assert_eq!(fields(line), expected, "{line}");
        }
    }

    #[test]
    fn damaged_moves_are_no_text() {
        for line in
            ["1.ÅÚ¶þ", "12、x", "h2e h9g7", "C2.", "马二迸三", "炮二平", "吗８进７ 马二进三"]
        {
            assert!(resembles_moves(line), "{line}");
        }
        for line in [
            "棋谱由 http://www.example.org/ 生成",
            "2026.08.31",
            "Dear reader",
            "",
            "红先胜了",
            "A",
        ] {
            assert!(!resembles_moves(line), "{line}");
        }
        assert!(is_rule("-----") && is_rule("════") && !is_rule("--") && !is_rule("1-0"));
    }
}
