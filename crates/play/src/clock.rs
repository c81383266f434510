//! The clocks of the two sides in a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use chuhe_engine::clock::Instant;
use chuhe_engine::types::Color;
use chuhe_util::duration::parse_duration;

/// The maximum time for a game, which is also the maximum increment.
const TIME_MAX: Duration = Duration::from_hours(7 * 24);

/// The time control of a game, which is the same for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameTimeControl {
    /// The time that each side has at the start; never zero.
    pub base: Duration,
    /// The time added after every move.
    pub increment: Duration,
}

/// The error for text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected the time for a game, optionally with an increment per move, such as 10m, 90s or 10m+5s"
)]
pub struct GameTimeControlError;

/// Parses the time for the game, such as `10m`, `90s` or `1h30m`. An increment per move may follow after `+`, as in
/// `10m+5s`. Without a unit, the time is in minutes and the increment in seconds. Neither may exceed a week.
impl FromStr for GameTimeControl {
    type Err = GameTimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let parse = |text: &str, unit| {
            parse_duration(text.trim(), unit)
                .filter(|&time| time <= TIME_MAX)
                .ok_or(GameTimeControlError)
        };
        let base = parse(base, Duration::from_mins(1))?;
        let increment = parse(increment, Duration::from_secs(1))?;
        if base.is_zero() { Err(GameTimeControlError) } else { Ok(Self { base, increment }) }
    }
}

impl fmt::Display for GameTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s + {} s", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// The clocks of the two sides, one of which may be running.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: GameTimeControl,
    left: [Duration; 2],
    running: Option<(Color, Instant)>,
}

impl Clocks {
    /// Creates two stopped clocks with the full time.
    pub const fn new(control: GameTimeControl) -> Self {
        Self { control, left: [control.base; 2], running: None }
    }

    /// The time control of both sides.
    pub const fn control(&self) -> GameTimeControl {
        self.control
    }

    /// The time that a side has left.
    pub fn left(&self, color: Color, now: Instant) -> Duration {
        let used = match self.running {
            Some((side, since)) if side == color => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        self.left[color.index()].saturating_sub(used)
    }

    /// The side whose clock is running, if any.
    pub const fn running(&self) -> Option<Color> {
        match self.running {
            Some((side, _)) => Some(side),
            None => None,
        }
    }

    /// Starts the clock of a side, unless it is already running. The other side's clock stops.
    pub(super) fn run(&mut self, color: Color, now: Instant) {
        if self.running.is_none_or(|(side, _)| side != color) {
            self.halt(now);
            self.running = Some((color, now));
        }
    }

    /// Stops both clocks.
    pub(super) fn halt(&mut self, now: Instant) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side, now);
            self.running = None;
        }
    }

    /// Records that a side has moved: its clock stops and gains the increment.
    pub(super) fn press(&mut self, color: Color, now: Instant) {
        self.halt(now);
        self.left[color.index()] += self.control.increment;
    }

    /// The time that each side has left. Neither clock may be running.
    pub(super) const fn both(&self) -> [Duration; 2] {
        self.left
    }

    /// Sets the time that each side has left, and stops both clocks.
    pub(super) const fn set(&mut self, left: [Duration; 2]) {
        self.left = left;
        self.running = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_have_units() {
        let control = |text: &str| {
            text.parse::<GameTimeControl>().map(|c| (c.base.as_millis(), c.increment.as_millis()))
        };
        assert_eq!(control("10m+5s"), Ok((600_000, 5000)));
        assert_eq!(control("5"), Ok((300_000, 0)));
        assert_eq!(control("90s+500ms"), Ok((90_000, 500)));
        assert_eq!(control("1h+3"), Ok((3_600_000, 3000)));
        assert_eq!(control(" 5min + 3s "), Ok((300_000, 3000)));
        assert_eq!(control("1h30m"), Ok((5_400_000, 0)));
        for bad in ["", "0", "0+5", "+5", "5x", "m", "10m+", "-3", "99999999999999999999", "400h"] {
            assert_eq!(control(bad), Err(GameTimeControlError), "{bad}");
        }
    }

    #[test]
    fn one_clock_runs_at_a_time() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let control = "60s+2s".parse().unwrap();
        let mut clocks = Clocks::new(control);
        let left = |clocks: &Clocks, color, second| clocks.left(color, at(second)).as_secs();
        assert_eq!(left(&clocks, Color::Red, 9), 60);
        clocks.run(Color::Red, at(10));
        clocks.run(Color::Red, at(12));
        assert_eq!((left(&clocks, Color::Red, 15), left(&clocks, Color::Black, 15)), (55, 60));
        assert_eq!(clocks.running(), Some(Color::Red));
        clocks.press(Color::Red, at(20));
        assert_eq!(clocks.running(), None);
        assert_eq!((left(&clocks, Color::Red, 25), left(&clocks, Color::Black, 25)), (52, 60));
        clocks.run(Color::Black, at(30));
        assert_eq!((left(&clocks, Color::Red, 99), left(&clocks, Color::Black, 99)), (52, 0));
    }
}
