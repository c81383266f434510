//! Natural order of file names, in which numbers compare by value.

use std::cmp::Ordering;
use std::path::Path;

/// Compares the names of two files, first without their extensions, so that `all.xqf` comes before `all-2.xqf`, and
/// `all-2.xqf` before `all-10.xqf`.
pub(super) fn by_name(a: &Path, b: &Path) -> Ordering {
    let [[stem_a, extension_a], [stem_b, extension_b]] =
        [a, b].map(|path| [path.file_stem(), path.extension()].map(Option::unwrap_or_default));
    natural(&stem_a.to_string_lossy(), &stem_b.to_string_lossy())
        .then_with(|| natural(&extension_a.to_string_lossy(), &extension_b.to_string_lossy()))
        .then_with(|| a.file_name().cmp(&b.file_name()))
}

/// Compares texts, treating runs of digits as numbers.
fn natural(mut a: &str, mut b: &str) -> Ordering {
    loop {
        let ((number_a, rest_a), (number_b, rest_b)) = (number(a), number(b));
        if number_a.is_empty() || number_b.is_empty() {
            let (mut chars_a, mut chars_b) = (a.chars(), b.chars());
            match (chars_a.next(), chars_b.next()) {
                (Some(one), Some(other)) if one == other => {}
                (one, other) => return one.cmp(&other),
            }
            (a, b) = (chars_a.as_str(), chars_b.as_str());
            continue;
        }
        let [value_a, value_b] = [number_a, number_b].map(|digits| digits.trim_start_matches('0'));
        let order = value_a.len().cmp(&value_b.len()).then_with(|| value_a.cmp(value_b));
        if order.is_ne() {
            return order;
        }
        (a, b) = (rest_a, rest_b);
    }
}

/// The digits at the start of a text, and the rest.
fn number(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_as_they_were_counted() {
        let sorted = [
            "1.pgn",
            "2.pgn",
            "10.pgn",
            "a.pgn",
            "a.xqf",
            "a-2.xqf",
            "a-10.xqf",
            "a1b2.pgn",
            "a1b10.pgn",
            "a2.pgn",
            "a99999999999999999999.pgn",
            "a100000000000000000000.pgn",
            "b.pgn",
            "局.pgn",
            "局-2.pgn",
        ];
        for (at, a) in sorted.iter().enumerate() {
            for (other, b) in sorted.iter().enumerate() {
                assert_eq!(by_name(Path::new(a), Path::new(b)), at.cmp(&other), "{a} {b}");
            }
        }
        // These numbers are equal in value, but the names differ.
        assert!(by_name(Path::new("a01.pgn"), Path::new("a1.pgn")).is_ne());
    }
}
