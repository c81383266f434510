//! Normalizes names and dates for comparison.

use deunicode::deunicode_char;
use pinyin::{Pinyin, ToPinyinMulti};
use unicode_normalization::UnicodeNormalization as _;

/// The form of a name for comparison: simplified Chinese characters; other letters in lower case, in the Latin alphabet
/// and without accents; single spaces, also in place of hyphens, apostrophes, dots and commas.
///
/// ```
/// use chuhe_database::folded;
///
/// assert_eq!(folded("柳大華"), folded("柳大华"));
/// assert_eq!(folded(" Hu  Ronghua "), "hu ronghua");
/// assert_eq!(folded("NGUYỄN Văn-Đức"), "nguyen van duc");
/// ```
pub fn folded(name: &str) -> String {
    // Composed characters have one code, also those of East Asian character sets that have several.
    let composed: String = name.nfkc().collect();
    let mut plain = String::with_capacity(composed.len());
    for c in fast2s::convert(&composed).chars() {
        match c {
            _ if is_separator(c) => plain.push(' '),
            _ if c.is_ascii() || is_chinese(c) => plain.push(c),
            _ => match deunicode_char(c) {
                Some(letters) => plain.push_str(letters),
                None => plain.push(c),
            },
        }
    }
    let plain = plain.to_lowercase();
    let words: Vec<&str> = plain.split(is_separator).filter(|word| !word.is_empty()).collect();
    // A name of separators alone is no other name.
    if words.is_empty() { name.trim().to_lowercase() } else { words.join(" ") }
}

/// Whether a character may stand between the words of a name, or as well be missing there.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '\'' | '.' | ',' | '_' | '·' | '•' | '‧' | '・')
}

/// Whether a composed character is Chinese, so that its reading is not its letters.
const fn is_chinese(c: char) -> bool {
    matches!(c, '〇' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether letters spell part of a name in pinyin, without tones and spaces: for 象棋旋风, `xuanf` does and `xqxuanfeng`
/// does not. Any reading of a character counts; the last syllable may be incomplete.
pub(super) fn is_spelled(name: &str, letters: &str) -> bool {
    if letters.is_empty() || !letters.bytes().all(|b| b.is_ascii_lowercase()) {
        return false;
    }
    // The numbers of letters, in order and each once, that the characters before the current one may have spelled. A
    // name with many readings has only as many of these as there are letters.
    let mut spelled = vec![0];
    for c in name.chars() {
        let mut next = vec![0];
        for reading in c.to_pinyin_multi().into_iter().flatten().map(Pinyin::plain) {
            // The letter ü may be written as u or v.
            for reading in [reading.replace('ü', "v"), reading.replace('ü', "u")] {
                for &count in &spelled {
                    let rest = &letters[count..];
                    if reading.starts_with(rest) {
                        return true;
                    }
                    if rest.starts_with(&reading) {
                        next.push(count + reading.len());
                    }
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        spelled = next;
    }
    false
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
    // If the month is invalid, the year must still count.
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
    let year = number_up_to(year, 9999).filter(|&year| year > 0)?;
    Some(year * 10_000 + month * 100 + if month == 0 { 0 } else { day })
}

fn day_of(text: &str) -> u32 {
    number_up_to(text, 31).unwrap_or(0)
}

fn month_of(text: &str) -> u32 {
    number_up_to(text, 12).unwrap_or(0)
}

fn number_up_to(text: &str, most: u32) -> Option<u32> {
    text.parse().ok().filter(|&number| number <= most)
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
    let has_form = year.len() == 4
        && rest.len() < 3
        && rest.iter().all(|part| {
            let number = part.parse::<u8>().is_ok_and(|number| number > 0);
            matches!(part.len(), 1 | 2) && (number || part.bytes().all(|byte| byte == b'?'))
        });
    let (first, last) = days(date).filter(|_| is_time && has_form)?;
    let (year, month, day) = (first / 10_000, first / 100 % 100, first % 100);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    // Invalid months and days have become 0.
    let is_whole =
        rest.iter().zip([month, day]).all(|(part, number)| part.contains('?') || number > 0);
    (is_whole && day <= length).then_some((first, last))
}

/// The text for the number of a date, as in `2003.05.01`, with `??` for unknown parts.
pub(super) fn day_text(day: u32) -> String {
    format!("{:04}.{}.{}", day / 10_000, two_digits(day / 100 % 100), two_digits(day % 100))
}

fn two_digits(number: u32) -> String {
    match number {
        0 => "??".to_owned(),
        number => format!("{number:02}"),
    }
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
            ("单霞丽", "shanxia", true),
            ("柳大华 (湖北)", "liudahua", true),
            ("liudahua", "liudahua", false),
            ("柳大华", "", false),
            ("(大)", "da", true),
            ("大 华", "dahua", false),
        ];
        for (name, letters, expected) in cases {
            assert_eq!(is_spelled(name, letters), expected, "{name} {letters}");
        }
    }

    /// A search that tries the readings of one character for each reading of the others would never end.
    #[test]
    fn names_with_many_readings_are_searched_letter_by_letter() {
        let name = "那".repeat(1000);
        assert!(is_spelled(&name, &"na".repeat(500)));
        assert!(!is_spelled(&name, &("na".repeat(500) + "x")));
        let again = |count: usize| ["nuo", "nei", "na", "ne"].concat().repeat(count);
        assert!(is_spelled(&name, &again(200)) && !is_spelled(&name, &(again(200) + "q")));
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
    fn names_are_the_same_however_their_letters_are_written() {
        for (name, plain) in [
            ("NGUYỄN VĂN ĐỨC", "nguyen van duc"),
            ("Nguye\u{302}\u{303}n Va\u{306}n Đu\u{31b}\u{301}c", "nguyen van duc"),
            ("José Ångström", "jose angstrom"),
            ("A\u{30a}ngstro\u{308}m", "angstrom"),
            ("Ａｌｉｃｅ　１２", "alice 12"),
            ("Łukasz Großmann-Sørensen", "lukasz grossmann sorensen"),
            ("O’Neil, J.", "o neil j"),
            ("O'Neil J", "o neil j"),
            ("Jean\u{2010}Pierre", "jean pierre"),
            ("Смирнов", "smirnov"),
            ("兀\u{fa0c}", "兀兀"),
            ("\u{110c}\u{1165}\u{11bc}", &folded("정")),
            ("何塞·安斯特", "何塞 安斯特"),
            ("柳大华（湖北）", "柳大华(湖北)"),
            ("100% sure_x", "100% sure x"),
            ("-", "-"),
            ("♥", &folded("♥")),
        ] {
            assert_eq!(folded(name), plain, "{name}");
            assert_eq!(folded(plain), plain, "{name}");
            assert!(!plain.is_empty());
        }
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
