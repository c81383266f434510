//! Normalizes names and dates for comparison.

use std::str::Chars;

use pinyin::{Pinyin, ToPinyinMulti};

/// The form of a name for comparison: simplified Chinese characters, lower-case letters, single spaces.
///
/// ```
/// use chuhe_database::folded;
///
/// assert_eq!(folded("柳大華"), folded("柳大华"));
/// assert_eq!(folded(" Hu  Ronghua "), "hu ronghua");
/// ```
#[must_use]
pub fn folded(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    fast2s::convert(&words.join(" ")).to_lowercase()
}

/// Whether letters spell part of a name in pinyin, without tones and spaces: for 象棋旋风, `xuanf` does and `xqxuanfeng`
/// does not. Any reading of a character counts; the last syllable may be incomplete.
pub(super) fn is_spelled(name: &str, letters: &str) -> bool {
    /// Whether `letters` match the start of `name`.
    fn begins(mut name: Chars<'_>, letters: &str) -> bool {
        let Some(c) = name.next() else { return false };
        let Some(readings) = c.to_pinyin_multi() else { return false };
        readings.into_iter().map(Pinyin::plain).any(|reading| {
            // The letter ü may be written as u or v.
            [reading.replace('ü', "v"), reading.replace('ü', "u")].iter().any(|reading| {
                reading.starts_with(letters)
                    || letters
                        .strip_prefix(reading.as_str())
                        .is_some_and(|rest| begins(name.clone(), rest))
            })
        })
    }
    let letters: String = letters.split_whitespace().collect();
    letters.bytes().all(|b| b.is_ascii_lowercase())
        && !letters.is_empty()
        && name.char_indices().any(|(at, _)| begins(name[at..].chars(), &letters))
}

/// The English abbreviations of the months.
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The number of a date given in a tag: year, month and day as eight digits, with zeros for unknown parts. `None` if no
/// year is found. Any separators are accepted: `2003.05.01`, `2003-5-1`, `2003年5月1日`, `20030501`. The year may come
/// last, and the month may be a word: `1.5.2003`, `Thu May 01 2003`. From `3/4/2003`, which may be in March or in
/// April, only the year is used.
pub(super) fn day(date: &str) -> Option<u32> {
    let parts: Vec<&str> = date
        .split(|c: char| !c.is_ascii_digit() && c != '?')
        .filter(|part| !part.is_empty())
        .collect();
    let number = |text: &str, most: u32| text.parse().ok().filter(|&number| number <= most);
    // If the month is invalid, the year must still count.
    let month_of = |text: &str| number(text, 12).unwrap_or(0);
    let day_of = |text: &str| number(text, 31).unwrap_or(0);
    let (year, month, day) = match parts[..] {
        [whole, ..] if whole.len() == 8 => {
            (&whole[..4], month_of(&whole[4..6]), day_of(&whole[6..]))
        }
        _ => {
            let at = parts.iter().position(|part| part.len() == 4)?;
            let rest = if at == 0 { &parts[1..] } else { &parts[..at] };
            let (month, day) = match (month_named(date), rest) {
                (Some(month), [day, ..]) => (month, day_of(day)),
                (Some(month), []) => (month, 0),
                (None, [day, month]) if at > 0 => {
                    day_and_month(day_of(day), day_of(month), date.contains('.'))
                }
                (None, [month, day, ..]) if at == 0 => (month_of(month), day_of(day)),
                (None, [month]) => (month_of(month), 0),
                (None, _) => (0, 0),
            };
            (parts[at], month, day)
        }
    };
    let year = number(year, 9999).filter(|&year| year > 0)?;
    Some(year * 10_000 + month * 100 + if month == 0 { 0 } else { day })
}

/// The month that is given as a word in a date.
fn month_named(date: &str) -> Option<u32> {
    let words = date.split(|c: char| !c.is_ascii_alphabetic());
    let mut starts = words.filter_map(|word| word.get(..3));
    starts.find_map(|start| {
        (1..).zip(MONTHS).find_map(|(n, month)| start.eq_ignore_ascii_case(month).then_some(n))
    })
}

/// Month and day from the two numbers before a year; zeros if it is unclear which is the month. With dots the day comes
/// first.
const fn day_and_month(first: u32, second: u32, has_points: bool) -> (u32, u32) {
    match (first, second) {
        (_, 1..=12) if has_points => (second, first),
        (1..=12, 13..) => (first, second),
        (13.., 1..=12) => (second, first),
        _ if first == second && first <= 12 => (first, first),
        _ => (0, 0),
    }
}

/// The first and the last number that a date may have; they differ if only its year or month is known.
pub(super) fn days(date: &str) -> Option<(u32, u32)> {
    let first = day(date)?;
    let last = match (first / 100 % 100, first % 100) {
        (0, _) => first + 9999,
        (_, 0) => first + 99,
        _ => first,
    };
    Some((first, last))
}

/// Like [`days`], but for a date in a query, which must be well-formed: unlike in tags, no part is ignored.
pub(super) fn days_asked(text: &str) -> Option<(u32, u32)> {
    let text = text.trim();
    let (date, time) = text.split_once([' ', 'T']).unwrap_or((text, "0:00"));
    let is_time = time.contains(':') && time.chars().all(|c| "0123456789:.+-Z".contains(c));
    let date = date.trim_end_matches(['年', '月', '日']);
    let parts: Vec<&str> = match date.len() {
        8 if date.bytes().all(|byte| byte.is_ascii_digit()) => {
            vec![&date[..4], &date[4..6], &date[6..]]
        }
        _ => date.split(['.', '-', '/', '年', '月', '日']).collect(),
    };
    let (year, rest) = parts.split_first()?;
    let is_part = |part: &&str| {
        let number = part.parse::<u8>().is_ok_and(|number| number > 0);
        matches!(part.len(), 1 | 2) && (number || part.bytes().all(|byte| byte == b'?'))
    };
    let has_form = year.len() == 4 && rest.len() < 3 && rest.iter().all(is_part);
    let (first, last) = days(date).filter(|_| is_time && has_form)?;
    let (year, month, day) = (first / 10_000, first / 100 % 100, first % 100);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    // Invalid months and days have become 0.
    let is_kept = |part: &&str, number: u32| part.contains('?') || number > 0;
    let is_whole = rest.iter().zip([month, day]).all(|(part, number)| is_kept(part, number));
    (is_whole && day <= length).then_some((first, last))
}

/// The text for the number of a date, as in `2003.05.01`, with `??` for unknown parts.
pub(super) fn day_text(day: u32) -> String {
    let part = |number: u32| match number {
        0 => "??".to_owned(),
        number => format!("{number:02}"),
    };
    format!("{:04}.{}.{}", day / 10_000, part(day / 100 % 100), part(day % 100))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_their_pinyin() {
        let cases = [
            ("象棋旋风", "xiangqixuanfeng", true),
            ("象棋旋风", "xuanf", true),
            ("象棋旋风", "Xuan", false),
            ("象棋旋风", "xiangxuan", false),
            ("吕钦", "lvqin", true),
            ("吕钦", "luqin", true),
            ("单霞丽", "shan xia", true),
            ("柳大华 (湖北)", "liudahua", true),
            ("liudahua", "liudahua", false),
            ("柳大华", "", false),
        ];
        for (name, letters, expected) in cases {
            assert_eq!(is_spelled(name, letters), expected, "{name} {letters}");
        }
    }

    #[test]
    fn names_of_both_scripts_are_the_same() {
        for (traditional, simplified) in [
            ("胡榮華", "胡荣华"),
            ("楊官璘", "杨官璘"),
            ("許銀川", "许银川"),
            ("趙國榮", "赵国荣"),
            ("全國象棋個人賽", "全国象棋个人赛"),
        ] {
            assert_eq!(folded(traditional), simplified);
            assert_eq!(folded(simplified), simplified);
        }
        assert_ne!(folded("许银川"), folded("许银"));
        assert_eq!(folded("  LI\u{3000}Lai  Qun "), "li lai qun");
        assert_eq!(folded(""), "");
    }

    #[test]
    fn dates_are_read_as_people_write_them() {
        for (text, number) in [
            ("2003.05.01", 20_030_501),
            ("2003-5-1", 20_030_501),
            ("2003年5月1日", 20_030_501),
            ("20030501", 20_030_501),
            ("1990.??.??", 19_900_000),
            ("1990", 19_900_000),
            ("1990/12", 19_901_200),
            ("1990.13.01", 19_900_000),
            ("1990.02.77", 19_900_200),
            ("1990.??.05", 19_900_000),
            ("9.7.2023", 20_230_709),
            ("17/12/1998", 19_981_217),
            ("12-17-1998", 19_981_217),
            ("3/3/1998", 19_980_303),
            ("3/4/1998", 19_980_000),
            ("5/1998", 19_980_500),
            ("?.?.1998", 19_980_000),
            ("Sun Jul 09 2023", 20_230_709),
            ("Wed Mar 17 2021 18:30:14 GMT+0000 (Coordinated Universal Time)", 20_210_317),
            ("July 9, 2023", 20_230_709),
            ("9 Jul 2023", 20_230_709),
            ("2023 Jul 9", 20_230_709),
            ("July 2023", 20_230_700),
        ] {
            assert_eq!(day(text), Some(number), "{text}");
        }
        for text in ["", "????.??.??", "05.01", "0000.01.01", "in spring", "123456789"] {
            assert_eq!(day(text), None, "{text}");
        }
        assert_eq!(days("1990"), Some((19_900_000, 19_909_999)));
        assert_eq!(days("1990.02"), Some((19_900_200, 19_900_299)));
        assert_eq!(day_text(19_900_200), "1990.02.??");
    }

    /// Dates in files may be malformed; dates in queries may not.
    #[test]
    fn only_dates_can_be_asked_for() {
        for text in [
            "1990",
            "1990.02",
            "1990-2-5",
            "1990/02/05",
            "19900205",
            "1990年2月5日",
            "1990年",
            "1990.??.??",
            " 1990 ",
            "2000-02-29",
            "1990-02-05 10:25:15",
            "1990-02-05T10:25:15+08:00",
        ] {
            assert_eq!(days_asked(text), days(text), "{text}");
            assert!(days_asked(text).is_some(), "{text}");
        }
        for text in [
            "2030x",
            "x2030",
            "1990.13",
            "1990.02.30",
            "1900.02.29",
            "1990.00",
            "1990.1.0",
            "1990.1.2.3",
            "1990..2",
            "199",
            "19901",
            "199002",
            "19901301",
            "1990 x",
            "1990.",
            "1990-05-001",
            "1990,05",
            "soon",
            "",
            "1990 1991",
            "0000",
            "??",
        ] {
            assert_eq!(days_asked(text), None, "{text}");
        }
    }
}
