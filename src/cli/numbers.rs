//! Parsers for numbers on the command line, with errors that state what was expected.

use std::num::NonZero;
use std::ops::{Bound, Range, RangeBounds, RangeInclusive};
use std::thread::available_parallelism;

use clap::Command;

use chuhe_engine::engine::config::THREADS;
use chuhe_engine::types::{parse_count, parse_megabytes};
use chuhe_localize::tr;

/// The maximum number of jobs.
const JOBS_MAX: u64 = 1024;

/// A parser for whole numbers in a range, with an exponent as in `1e5`, or with `k`, `M` or `G` for thousands, millions or
/// billions.
pub(super) fn whole<T>(
    range: impl RangeBounds<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    within(parse_count, range)
}

/// A parser for sizes in a range of megabytes, such as `512`, `512M` or `1G`.
pub(super) fn megabytes<T>(
    range: impl RangeBounds<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    within(parse_megabytes, range)
}

fn within<T: TryFrom<u64>>(
    parse: fn(&str) -> Option<u64>,
    range: impl RangeBounds<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
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
        let number = parse(text).filter(fits).and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| expected(least, most))
    }
}

/// Lets every option of a command and its subcommands accept a negative number, so that the option's own parser can
/// report what it expects. Otherwise clap would treat `-3` as an option.
pub(super) fn with_negative(command: Command) -> Command {
    command
        .mut_args(|arg| {
            let takes_values = arg.get_action().takes_values();
            arg.allow_negative_numbers(takes_values)
        })
        .mut_subcommands(with_negative)
}

/// Parses a count of at least one.
pub(super) fn positive(text: &str) -> Result<NonZero<usize>, String> {
    whole(1..)(text).and_then(|number| NonZero::new(number).ok_or_else(|| expected(1, None)))
}

/// Parses a number of jobs; 0 stands for one per core.
pub(super) fn jobs(text: &str) -> Result<NonZero<usize>, String> {
    whole::<usize>(..=JOBS_MAX)(text).map(|count| NonZero::new(count).unwrap_or_else(cores))
}

/// Like [`jobs`], for the threads of one task.
pub(super) fn threads(text: &str) -> Result<NonZero<usize>, String> {
    whole::<usize>(..=u64::from(THREADS.max))(text)
        .map(|count| NonZero::new(count).unwrap_or_else(cores))
}

/// The number of cores that this process may use.
pub(super) fn cores() -> NonZero<usize> {
    available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Like [`positive`], for node counts.
pub(super) fn positive_u64(text: &str) -> Result<NonZero<u64>, String> {
    whole(1..)(text).and_then(|number| NonZero::new(number).ok_or_else(|| expected(1, None)))
}

/// A parser for the half-open range `A..B`, in which B is at most `most`.
pub(super) fn half_open(
    most: u64,
) -> impl Fn(&str) -> Result<Range<u64>, String> + Clone + Send + Sync + 'static {
    move |text| {
        text.split_once("..")
            .and_then(|(a, b)| Some(parse_count(a)?..parse_count(b)?))
            .filter(|range| !range.is_empty() && range.end <= most)
            .ok_or_else(|| tr!("expected-half-open", most = most))
    }
}

/// A parser for the range `A-B`, in which B is at most `most`, or for a single number `A`.
pub(super) fn from_to(
    most: u64,
) -> impl Fn(&str) -> Result<RangeInclusive<u64>, String> + Clone + Send + Sync + 'static {
    move |text| {
        let (a, b) = text.split_once('-').unwrap_or((text, text));
        parse_count(a)
            .zip(parse_count(b))
            .map(|(a, b)| a..=b)
            .filter(|range| !range.is_empty() && *range.end() <= most)
            .ok_or_else(|| tr!("expected-from-to-text", most = most))
    }
}

fn expected(least: u64, most: Option<u64>) -> String {
    match most {
        Some(most) => tr!("expected-from-to", least = least, most = most),
        None => tr!("expected-from", least = least),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use clap::CommandFactory;

    use super::super::{Cli, Interlude};
    use super::*;

    /// A command and all its subcommands, each with the words that name it.
    fn with_all_below(words: &[String], command: &Command) -> Vec<(Vec<String>, Command)> {
        let below = command.get_subcommands().flat_map(|below| {
            with_all_below(&[words, &[below.get_name().to_owned()]].concat(), below)
        });
        below.chain([(words.to_vec(), command.clone())]).collect()
    }

    #[test]
    fn a_negative_number_is_a_value_and_no_option() {
        let mut numbers = 0;
        for (words, command) in with_all_below(&["chuhe".to_owned()], &Cli::command()) {
            let options = command.get_arguments().filter(|arg| arg.get_action().takes_values());
            for name in options.filter_map(|arg| arg.get_long()) {
                let line = [&words[..], &[format!("--{name}"), "-3".to_owned()]].concat();
                let said = Cli::read(line.iter().map(OsString::from));
                let Err(Interlude::Complaint(text)) = said else { continue };
                assert!(!text.contains("unknown option"), "{line:?}: {text}");
                numbers += usize::from(text.contains("'-3'") && text.contains("expected"));
            }
        }
        assert!(numbers > 50, "{numbers}");
    }

    #[test]
    fn numbers_of_a_range_are_read() {
        let depth = whole::<u32>(1..);
        assert_eq!((depth("1k"), depth("1e5")), (Ok(1000), Ok(100_000)));
        let size = megabytes::<u32>(1..=4096);
        assert_eq!((size("64"), size("512MB"), size("4G")), (Ok(64), Ok(512), Ok(4096)));
        assert_eq!(size("5G"), Err("expected a whole number from 1 to 4096".to_owned()));
        assert_eq!(depth("0"), Err("expected a whole number, at least 1".to_owned()));
        assert_eq!(depth("5G"), Err("expected a whole number, at least 1".to_owned()));
        assert_eq!((jobs("0").is_ok(), jobs("1k").map(NonZero::get)), (true, Ok(1000)));
        for bad in ["1025", "-1", "many", "", "1.5"] {
            assert_eq!(jobs(bad), Err("expected a whole number from 0 to 1024".to_owned()));
        }
        assert_eq!(positive("3").map(NonZero::get), Ok(3));
        assert_eq!((half_open(2000)("3..5"), half_open(2000)("0..2k")), (Ok(3..5), Ok(0..2000)));
        for bad in ["5..5", "5..3", "0..2001", "3", "..5", "3..", "3..=5", "3-5", "a..b", ""] {
            let error = half_open(2000)(bad).unwrap_err();
            assert_eq!(error, "expected A..B with A < B <= 2000", "{bad}");
        }
        assert_eq!((from_to(50)("3-5"), from_to(50)("4")), (Ok(3..=5), Ok(4..=4)));
        for bad in ["5-3", "3-51", "51", "3..5", "-5", "3-", "-", "", "3-4-5"] {
            let error = from_to(50)(bad).unwrap_err();
            assert_eq!(error, "expected A-B with A <= B <= 50, or one number", "{bad}");
        }
        assert!(positive("0").unwrap_err().ends_with("at least 1"));
    }
}
