//! The conditions under which a saved game continues, as tags of its record: the clocks, the rules of repetition, and
//! whether the coach is on.

use std::time::Duration;

use super::{Clocks, GameTimeControl, LoadedGame};
use chuhe_engine::clock::Instant;
use chuhe_engine::rules::RuleSet;
use chuhe_engine::types::Color;
use chuhe_formats::Game;

const CONTROL: &str = "TimeControl";
/// The time that each side has left.
const CLOCKS: [(&str, Color); 2] = [("RedClock", Color::Red), ("BlackClock", Color::Black)];
const RULES: &str = "Rules";
const COACH: &str = "Coach";

/// Sets the tags of a record. Conditions that do not apply have no tags.
pub(super) fn record(
    game: &mut Game,
    clocks: Option<&Clocks>,
    rules: RuleSet,
    coach: bool,
    now: Instant,
) {
    game.tags.retain(|(name, _)| {
        !CLOCKS.iter().map(|(tag, _)| *tag).chain([RULES, COACH]).any(|tag| name == tag)
    });
    if let Some(clocks) = clocks {
        let GameTimeControl { base, increment } = clocks.control();
        game.set_tag(CONTROL, format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64()));
        for (tag, side) in CLOCKS {
            game.set_tag(tag, clock_text(clocks.left(side, now)));
        }
    }
    if rules != RuleSet::default() {
        game.set_tag(RULES, rules.name());
    }
    if coach {
        game.set_tag(COACH, "on");
    }
}

impl LoadedGame {
    /// The stopped clocks of the game, if the record contains them.
    pub fn clocks(&self) -> Option<Clocks> {
        let (base, increment) = self.game.tag(CONTROL)?.split_once('+')?;
        let control = format!("{base}s+{increment}s").parse().ok()?;
        let mut left = [Duration::ZERO; 2];
        for (tag, side) in CLOCKS {
            left[side.index()] = clock_time(self.game.tag(tag)?)?;
        }
        let mut clocks = Clocks::new(control);
        clocks.set(left);
        Some(clocks)
    }

    /// The rules of repetition under which the game was played, if the record names others than the usual ones.
    pub fn rules(&self) -> Option<RuleSet> {
        self.game.tag(RULES)?.parse().ok()
    }

    /// Whether the coach was on.
    pub fn has_coach(&self) -> bool {
        self.game.tag(COACH) == Some("on")
    }
}

/// A time as hours, minutes and seconds, such as `0:09:58.25`.
fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{text}.{:03}", time.subsec_millis())
}

/// The time that `clock_text` wrote.
fn clock_time(text: &str) -> Option<Duration> {
    let mut parts = text.splitn(3, ':');
    let (hours, minutes): (u32, u32) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let seconds = Duration::try_from_secs_f64(parts.next()?.parse().ok()?).ok()?;
    seconds.checked_add(Duration::from_secs(u64::from(hours) * 3600 + u64::from(minutes) * 60))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::board::Position;

    fn loaded(game: &Game) -> LoadedGame {
        let text = chuhe_formats::pgn::write(game, chuhe_engine::notation::MoveFormat::Iccs);
        LoadedGame::of_bytes("a.pgn", text.unwrap().into_bytes(), 1).unwrap()
    }

    #[test]
    fn conditions_survive_a_file() {
        let now = Instant::now();
        let mut clocks = Clocks::new("90s+500ms".parse().unwrap());
        clocks.set([Duration::from_millis(3_661_250), Duration::from_millis(7)]);
        let mut game = Game::new(Position::startpos());
        record(&mut game, Some(&clocks), RuleSet::Chinese, true, now);
        let (red, read) = (game.tag("RedClock"), loaded(&game));
        assert_eq!((game.tag(CONTROL), red), (Some("90+0.5"), Some("1:01:01.250")));
        let found = read.clocks().unwrap();
        assert_eq!((found.control(), found.both()), (clocks.control(), clocks.both()));
        assert_eq!((read.rules(), read.has_coach()), (Some(RuleSet::Chinese), true));

        record(&mut game, None, RuleSet::Asian, false, now);
        let read = loaded(&game);
        assert!(read.clocks().is_none() && read.rules().is_none() && !read.has_coach());
    }

    #[test]
    fn foreign_tags_are_no_clocks() {
        for (control, red, black) in [
            ("600+5", "", "0:01:00"),
            ("600", "0:01:00", "0:01:00"),
            ("40/7200:3600", "0:01:00", "0:01:00"),
            ("600+5", "1:00", "0:01:00"),
            ("600+5", "0:01:-3", "0:01:00"),
            ("600+5", "0:01:1e300", "0:01:00"),
        ] {
            let mut game = Game::new(Position::startpos());
            for (tag, value) in [(CONTROL, control), ("RedClock", red), ("BlackClock", black)] {
                game.set_tag(tag, value);
            }
            assert!(loaded(&game).clocks().is_none(), "{control} {red} {black}");
        }
    }
}
