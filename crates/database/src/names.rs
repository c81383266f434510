//! Names and dates, made comparable.

use std::str::Chars;

use pinyin::{Pinyin, ToPinyinMulti};

/// A name as it is compared: Chinese in simplified characters, letters in lower case, blanks as one.
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

/// Whether letters spell a part of a name in pinyin, without tones and blanks: `xqxuanfeng` no, `xuanf` yes, of 象棋旋风. A
/// character may be read in any way; the last one may be cut short.
pub(super) fn is_spelled(name: &str, letters: &str) -> bool {
    /// Whether `letters` begin where `name` does.
    fn begins(mut name: Chars<'_>, letters: &str) -> bool {
        let Some(c) = name.next() else { return false };
        let Some(readings) = c.to_pinyin_multi() else { return false };
        readings.into_iter().map(Pinyin::plain).any(|reading| {
            // The letter ü is written u or v.
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

/// A date of a tag as a number: year, month and day as eight digits, with zeros for what is not known. None without a
/// year. The parts may be divided by anything: `2003.05.01`, `2003-5-1`, `2003年5月1日`, `20030501`.
pub(super) fn day(date: &str) -> Option<u32> {
    let parts: Vec<&str> = date
        .split(|c: char| !c.is_ascii_digit() && c != '?')
        .filter(|part| !part.is_empty())
        .collect();
    let (year, month, day) = match parts[..] {
        [whole, ..] if whole.len() == 8 => (&whole[..4], &whole[4..6], &whole[6..]),
        [year, ..] if year.len() != 4 => return None,
        [year] => (year, "0", "0"),
        [year, month] => (year, month, "0"),
        [year, month, day, ..] => (year, month, day),
        [] => return None,
    };
    let number = |text: &str, most: u32| text.parse().ok().filter(|&number| number <= most);
    let year = number(year, 9999).filter(|&year| year > 0)?;
    // A thirteenth month is no reason to lose the year.
    let month = number(month, 12).unwrap_or(0);
    let day = if month == 0 { 0 } else { number(day, 31).unwrap_or(0) };
    Some(year * 10_000 + month * 100 + day)
}

/// The first and the last number of the dates that a date stands for, if only its year or month is known.
pub(super) fn days(date: &str) -> Option<(u32, u32)> {
    let first = day(date)?;
    let last = match (first / 100 % 100, first % 100) {
        (0, _) => first + 9999,
        (_, 0) => first + 99,
        _ => first,
    };
    Some((first, last))
}

/// A number of a date as text, `2003.05.01`, with `??` for what is not known.
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
}
