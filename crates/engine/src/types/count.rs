//! Whole numbers with unit suffixes.

/// Parses a whole number, optionally with a suffix: `k` for thousands, `M` for millions, `G` for billions. Returns
/// `None` if the text is not such a number or the number does not fit.
///
/// ```
/// use chuhe_engine::types::parse_count;
///
/// assert_eq!(parse_count("20000"), Some(20_000));
/// assert_eq!(parse_count("20k"), Some(20_000));
/// assert_eq!(parse_count("1.5M"), Some(1_500_000));
/// assert_eq!(parse_count("1.5"), None);
/// ```
#[must_use]
pub fn parse_count(text: &str) -> Option<u64> {
    let (number, zeros) = match text.char_indices().last()? {
        (end, 'k' | 'K') => (&text[..end], 3),
        (end, 'm' | 'M') => (&text[..end], 6),
        (end, 'g' | 'G') => (&text[..end], 9),
        _ => (text, 0),
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_point = number.len() > whole.len();
    if whole.is_empty() || has_point == part.is_empty() || !is_digits(whole) || !is_digits(part) {
        return None;
    }
    let missing = usize::checked_sub(zeros, part.len())?;
    format!("{whole}{part}{}", "0".repeat(missing)).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_with_letters() {
        for (text, number) in [
            ("0", 0),
            ("007", 7),
            ("1k", 1000),
            ("2M", 2_000_000),
            ("2m", 2_000_000),
            ("1G", 1_000_000_000),
            ("0.25k", 250),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(parse_count(text), Some(number), "{text}");
        }
    }

    #[test]
    fn anything_else_is_none() {
        for text in [
            "",
            "k",
            "-1",
            "+1",
            "1.5",
            "1.",
            ".5k",
            "1.k",
            "1.2345k",
            "1kk",
            "1 k",
            "x",
            "1e3",
            "18446744073709551616",
            "99999999999G",
            "１",
            "1é",
        ] {
            assert_eq!(parse_count(text), None, "{text}");
        }
    }
}
