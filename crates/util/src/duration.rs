//! Parses durations as people write them.

use std::time::Duration;

use jiff::SignedDuration;

/// Parses a duration such as `500ms`, `5s`, `2m` or `1h30m`, or a whole number of `unit`s. Returns `None` if the text
/// is neither, or is negative.
///
/// ```
/// use std::time::Duration;
///
/// use chuhe_util::duration::parse_duration;
///
/// let minute = Duration::from_secs(60);
/// assert_eq!(parse_duration("10", minute), Some(10 * minute));
/// assert_eq!(parse_duration("1h30m", minute), Some(90 * minute));
/// assert_eq!(parse_duration("-5s", minute), None);
/// ```
pub fn parse_duration(text: &str, unit: Duration) -> Option<Duration> {
    match text.parse::<u64>() {
        Ok(number) => {
            let millis = u64::try_from(unit.as_millis()).ok()?.checked_mul(number)?;
            Some(Duration::from_millis(millis))
        }
        Err(_) => text.parse::<SignedDuration>().ok()?.try_into().ok(),
    }
}
