//! Numbers on the command line: what is read, and in words what was expected.

use std::num::NonZero;
use std::ops::{Bound, RangeBounds};

use crate::tr;
use crate::types::parse_count;

/// A parser for whole numbers of a range, with `k`, `M` and `G` for thousands, millions and thousands of millions.
pub(super) fn whole<T>(
    range: impl RangeBounds<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    let least = match range.start_bound() {
        Bound::Included(&least) => least,
        Bound::Excluded(&below) => below + 1,
        Bound::Unbounded => 0,
    };
    let most = match range.end_bound() {
        Bound::Included(&most) => Some(most),
        Bound::Excluded(&above) => Some(above - 1),
        Bound::Unbounded => None,
    };
    move |text| {
        let fits = |number: &u64| *number >= least && most.is_none_or(|most| *number <= most);
        let number = parse_count(text).filter(fits).and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| expected(least, most))
    }
}

/// How many of something, at least one.
pub(super) fn positive(text: &str) -> Result<NonZero<usize>, String> {
    whole(1..)(text).and_then(|number| NonZero::new(number).ok_or_else(|| expected(1, None)))
}

/// As [`positive`], for numbers of nodes.
pub(super) fn positive_u64(text: &str) -> Result<NonZero<u64>, String> {
    whole(1..)(text).and_then(|number| NonZero::new(number).ok_or_else(|| expected(1, None)))
}

fn expected(least: u64, most: Option<u64>) -> String {
    match most {
        Some(most) => tr!("expected-from-to", least = least, most = most),
        None => tr!("expected-from", least = least),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_range_are_read() {
        let depth = whole::<u32>(1..);
        assert_eq!(depth("1k"), Ok(1000));
        assert_eq!(depth("0"), Err("expected a whole number of 1 or more".to_owned()));
        assert_eq!(depth("5G"), Err("expected a whole number of 1 or more".to_owned()));
        let jobs = whole::<u16>(0..=1024);
        assert_eq!((jobs("0"), jobs("1024")), (Ok(0), Ok(1024)));
        for bad in ["1025", "-1", "many", "", "1.5"] {
            assert_eq!(jobs(bad), Err("expected a whole number from 0 to 1024".to_owned()));
        }
        assert_eq!(positive("3").map(NonZero::get), Ok(3));
        assert!(positive("0").unwrap_err().ends_with("of 1 or more"));
    }
}
