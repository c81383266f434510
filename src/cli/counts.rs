//! Counts in words, for the sums that commands tell at the end.

/// `1 game`, `2 games`.
pub(super) fn count(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// ` (1 broken, 2 refused)`: what was not as it should be; nothing without such.
pub(super) fn except(counts: &[(usize, &str)]) -> String {
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, what)| format!("{count} {what}")).collect();
    if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) }
}
