//! Whole numbers and sizes with suffixes.

/// Parses a whole number, optionally with an exponent (`1e5`) or a suffix: `k` for thousands, `M` for millions, `G` for
/// billions. Returns `None` if the text is not such a number or the number does not fit.
///
/// ```
/// use chuhe_engine::types::parse_count;
///
/// assert_eq!(parse_count("20000"), Some(20_000));
/// assert_eq!(parse_count("20k"), Some(20_000));
/// assert_eq!(parse_count("1.5M"), Some(1_500_000));
/// assert_eq!(parse_count("2e6"), Some(2_000_000));
/// assert_eq!(parse_count("1.5"), None);
/// ```
pub fn parse_count(text: &str) -> Option<u64> {
    let (number, zeros) = match text.char_indices().last()? {
        (end, 'k' | 'K') => (&text[..end], 3),
        (end, 'm' | 'M') => (&text[..end], 6),
        (end, 'g' | 'G') => (&text[..end], 9),
        _ => match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent_of(exponent)?),
            None => (text, 0),
        },
    };
    let (whole, part) = digits(number)?;
    let part = part.trim_end_matches('0');
    let missing = usize::checked_sub(zeros, part.len())?;
    format!("{whole}{part}{}", "0".repeat(missing)).parse().ok()
}

/// Parses a size in megabytes: a whole number, or one with the unit `k`, `M`, `G` or `T`, which may be followed by `B` or
/// `iB`. All units are powers of 1024. Returns `None` if the text is not such a size or the size is not a whole number
/// of megabytes.
///
/// ```
/// use chuhe_engine::types::parse_megabytes;
///
/// assert_eq!(parse_megabytes("512"), Some(512));
/// assert_eq!(parse_megabytes("512MB"), Some(512));
/// assert_eq!(parse_megabytes("1.5G"), Some(1536));
/// ```
pub fn parse_megabytes(text: &str) -> Option<u64> {
    let text = text.trim();
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = text[number.len()..].to_ascii_lowercase();
    let unit = unit.strip_suffix("ib").or(unit.strip_suffix('b')).unwrap_or(&unit);
    let kilobytes: u128 = match unit {
        "" if number.len() < text.len() => return None,
        "" => return parse_count(text),
        "k" => 1,
        "m" => 1 << 10,
        "g" => 1 << 20,
        "t" => 1 << 30,
        _ => return None,
    };
    let (whole, part) = digits(number.trim_end())?;
    let scale = 10_u128.checked_pow(part.len().try_into().ok()?)?;
    let number: u128 = format!("{whole}{part}").parse().ok()?;
    let (size, unit) = (number.checked_mul(kilobytes)?, scale.checked_mul(1 << 10)?);
    (size % unit == 0).then_some(size / unit)?.try_into().ok()
}

/// The digits of a number, before and after the point.
fn digits(number: &str) -> Option<(&str, &str)> {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_point = number.len() > whole.len();
    let is_number =
        !whole.is_empty() && has_point != part.is_empty() && is_digits(whole) && is_digits(part);
    is_number.then_some((whole, part))
}

/// A decimal exponent. No larger one fits into a number.
fn exponent_of(text: &str) -> Option<usize> {
    let text = text.strip_prefix('+').unwrap_or(text);
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&exponent: &usize| is_digits && exponent < 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_may_have_suffixes_and_exponents() {
        for (text, number) in [
            ("0", 0),
            ("007", 7),
            ("1k", 1000),
            ("2M", 2_000_000),
            ("2m", 2_000_000),
            ("1G", 1_000_000_000),
            ("0.25k", 250),
            ("1e5", 100_000),
            ("1E+5", 100_000),
            ("1.5e6", 1_500_000),
            ("2e0", 2),
            ("100000.0", 100_000),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(parse_count(text), Some(number), "{text}");
        }
    }

    #[test]
    fn sizes_may_have_units() {
        for (text, megabytes) in [
            ("0", 0),
            ("64", 64),
            ("2048k", 2),
            ("512M", 512),
            ("512MB", 512),
            ("512 MB", 512),
            ("512MiB", 512),
            ("1g", 1024),
            ("1.5GB", 1536),
            ("2TiB", 2 << 20),
        ] {
            assert_eq!(parse_megabytes(text), Some(megabytes), "{text}");
        }
        for text in ["", "M", "B", "64B", "1k", "1.5", "-1", "1.0001M", "1 2", "1X", "1MBB", "1é"]
        {
            assert_eq!(parse_megabytes(text), None, "{text}");
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
            "e3",
            "1e",
            "1e-3",
            "1e3k",
            "1e20",
            "1.25e1",
            "18446744073709551616",
            "99999999999G",
            "１",
            "1é",
        ] {
            assert_eq!(parse_count(text), None, "{text}");
        }
    }
}
