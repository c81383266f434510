//! Lines of the Hub protocol: a command, followed by arguments with or without values.

use std::fmt::Write as _;
use std::time::Duration;

use game_core::Limits;

/// Why a line is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum LineError {
    #[error("unclosed quotation mark")]
    OpenQuote,
    #[error("{command}: missing argument {name}")]
    Missing { command: &'static str, name: &'static str },
    #[error("level: invalid {name}={value:?}")]
    Number { name: &'static str, value: String },
    #[error("level: expected depth, nodes, move-time, time or infinite")]
    NoLimit,
}

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) command: String,
    arguments: Vec<(String, String)>,
}

impl Line {
    /// Reads a line, or returns `None` if it is empty.
    pub(super) fn read(text: &str) -> Result<Option<Self>, LineError> {
        let mut words = Vec::new();
        let mut word = String::new();
        let mut is_quoted = false;
        for letter in text.chars() {
            match letter {
                '"' => is_quoted = !is_quoted,
                _ if letter.is_whitespace() && !is_quoted => {
                    words.push(std::mem::take(&mut word));
                }
                _ => word.push(letter),
            }
        }
        if is_quoted {
            return Err(LineError::OpenQuote);
        }
        words.push(word);
        let mut words = words.into_iter().filter(|word| !word.is_empty());
        let Some(command) = words.next() else { return Ok(None) };
        let arguments = words.map(|word| match word.split_once('=') {
            Some((name, value)) => (name.to_owned(), value.to_owned()),
            None => (word, String::new()),
        });
        Ok(Some(Self { command, arguments: arguments.collect() }))
    }

    /// The value of an argument; empty if the argument has none.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        let found = self.arguments.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| &value[..])
    }

    /// The value of a required argument.
    pub(super) fn required(
        &self,
        command: &'static str,
        name: &'static str,
    ) -> Result<&str, LineError> {
        self.value(name).ok_or(LineError::Missing { command, name })
    }
}

/// An argument's value, quoted if necessary.
pub(super) fn quoted(value: &str) -> String {
    let is_plain = !value.is_empty() && !value.contains([' ', '=', '"', '\t']);
    if is_plain { value.to_owned() } else { format!("\"{}\"", value.replace('"', "'")) }
}

/// The contents of a `level` command.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct LevelLine {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    clock: Option<(Duration, Duration, Option<u32>)>,
}

impl LevelLine {
    pub(super) fn read(line: &Line) -> Result<Self, LineError> {
        let level = Self {
            depth: count(line, "depth")?,
            nodes: count(line, "nodes")?,
            move_time: seconds(line, "move-time", false)?,
            clock: match seconds(line, "time", true)? {
                None => None,
                Some(time) => {
                    let increment = seconds(line, "inc", false)?.unwrap_or_default();
                    Some((time, increment, count(line, "moves")?))
                }
            },
        };
        if level == Self::default() && line.value("infinite").is_none() {
            return Err(LineError::NoLimit);
        }
        Ok(level)
    }

    /// Whether the search is limited by time.
    pub(super) const fn is_timed(&self) -> bool {
        self.move_time.is_some() || self.clock.is_some()
    }

    /// The limits for a search during which the clock is running.
    pub(super) fn limits(&self) -> Limits {
        let timed = match (self.move_time, self.clock) {
            (Some(time), _) => Limits::move_time(time),
            // The increment was added before the move.
            (None, Some((left, increment, moves))) => Limits::clock(left, increment, moves),
            (None, None) => Limits::default(),
        };
        Limits { depth: self.depth, nodes: self.nodes, ..timed }
    }

    /// The limits for a search during which the clock is not running.
    pub(super) fn limits_without_time(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, ..Limits::default() }
    }
}

/// Reads a whole number of at least 1.
fn count<N>(line: &Line, name: &'static str) -> Result<Option<N>, LineError>
where
    N: TryFrom<u64>,
{
    let Some(value) = line.value(name) else { return Ok(None) };
    let number = value.parse().ok().filter(|&number: &u64| number > 0);
    let number = number.and_then(|number| N::try_from(number).ok());
    number.map(Some).ok_or_else(|| LineError::Number { name, value: value.to_owned() })
}

/// Reads a time in seconds. The time left on a clock may be negative, which counts as 0.
fn seconds(
    line: &Line,
    name: &'static str,
    may_be_negative: bool,
) -> Result<Option<Duration>, LineError> {
    let Some(value) = line.value(name) else { return Ok(None) };
    let number = value.parse().ok().filter(|number: &f64| number.is_finite());
    let number = number.map(|number| if may_be_negative { number.max(0.0) } else { number });
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.map(Some).ok_or_else(|| LineError::Number { name, value: value.to_owned() })
}

/// Appends an argument to a line that is being written.
pub(super) fn add(line: &mut String, name: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = write!(line, " {name}={}", quoted(value));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        Line::read(text).unwrap().unwrap()
    }

    #[test]
    fn lines_are_taken_apart() {
        let read = line("  pos  pos=Wee moves=\"38-15 5-41\" flag extra=\"\"");
        assert_eq!(read.command, "pos");
        assert_eq!(read.value("pos"), Some("Wee"));
        assert_eq!(read.value("moves"), Some("38-15 5-41"));
        assert_eq!(read.value("flag"), Some(""));
        assert_eq!(read.value("extra"), Some(""));
        assert_eq!(read.value("none"), None);
        assert_eq!(Line::read("  "), Ok(None));
        assert_eq!(Line::read("pos moves=\"3"), Err(LineError::OpenQuote));
        for value in ["a b", "", "c=d", "plain"] {
            let text = format!("x y={}", quoted(value));
            assert_eq!(line(&text).value("y"), Some(value));
        }
    }

    #[test]
    fn levels_become_limits() {
        let level = |text| LevelLine::read(&line(text));
        assert_eq!(level("level depth=9").unwrap().limits(), Limits::depth(9));
        assert_eq!(level("level nodes=900").unwrap().limits(), Limits::nodes(900));
        assert_eq!(level("level infinite").unwrap().limits(), Limits::default());
        let second = Duration::from_secs(1);
        let timed = level("level move-time=1.0").unwrap();
        assert_eq!(timed.limits(), Limits::move_time(second));
        assert_eq!(timed.limits_without_time(), Limits::default());
        let clock = level("level moves=9 time=291.5 inc=1").unwrap();
        let left = Duration::from_millis(291_500);
        assert_eq!(clock.limits(), Limits::clock(left, second, Some(9)));
        // A short time is allowed even after the clock has run out.
        assert!(level("level time=-0.2").unwrap().limits().hard_time.is_some());
        for wrong in [
            "level",
            "level depth=0",
            "level depth=x",
            "level move-time=-1",
            "level move-time=1e300",
            "level time=nan",
            "level time=5 moves=0",
            "level depth=99999999999999",
        ] {
            assert!(level(wrong).is_err(), "{wrong}");
        }
    }
}
