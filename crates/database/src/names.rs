//! Names and dates, made comparable.

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
