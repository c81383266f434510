//! Names of saved games and analyses, on a server and in a browser.

use super::host::StoredKind;
use super::message::SavedGame;
use chuhe_engine::clock;
use chuhe_formats::Game;

/// The maximum length of a name, in characters.
pub const NAME_CHARACTERS: usize = 80;
/// The maximum length of a name in bytes, so that file systems accept it.
const NAME_BYTES: usize = 200;
/// The maximum number of games or analyses that are listed.
pub const LISTED: usize = 500;

impl StoredKind {
    /// The word with which a generated name begins.
    const fn prefix(self) -> &'static str {
        match self {
            Self::Games => "game ",
            Self::Analyses => "analysis ",
            Self::Reviews => "review ",
        }
    }

    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Games, Self::Analyses, Self::Reviews];

    /// The folder for files of this kind.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Analyses => "analyses",
            Self::Reviews => "reviews",
        }
    }

    /// The extension of files of this kind.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Games | Self::Analyses => "pgn",
            Self::Reviews => "jsonl",
        }
    }

    /// A name that contains the current time and is probably unused.
    pub fn new_name(self) -> String {
        let now = clock::since_1970();
        let second = jiff::Timestamp::from_second(now.as_secs() as i64).unwrap_or_default();
        let day = second.strftime("%Y-%m-%d %H%M%S");
        format!("{}{day} {:06x}", self.prefix(), now.subsec_micros())
    }

    pub(crate) fn is_generated(self, name: &str) -> bool {
        name.starts_with(self.prefix())
    }
}

/// Whether a text is a valid name. A name may contain letters of any script, digits, spaces and a few other characters,
/// so that it is a valid file name on every system.
pub fn is_name(name: &str) -> bool {
    let device = name.to_ascii_uppercase();
    let is_device = ["CON", "PRN", "AUX", "NUL"].contains(&&device[..])
        || ["COM", "LPT"].iter().any(|kind| {
            device.strip_prefix(kind).is_some_and(|number| number.chars().count() == 1)
        });
    let length = name.chars().count();
    (1..=NAME_CHARACTERS).contains(&length)
        && name.len() <= NAME_BYTES
        && name.trim() == name
        && name.chars().all(|c| c.is_alphanumeric() || " -_(),".contains(c))
        && !is_device
}

impl SavedGame {
    /// The list entry for a game.
    pub fn of(game: &Game, open: bool, own: bool, name: String) -> Self {
        let tag = |name| game.tag(name).unwrap_or("?").to_owned();
        Self {
            name,
            red: tag("Red"),
            black: tag("Black"),
            result: game.outcome.text().to_owned(),
            date: tag("Date"),
            plies: game.line.moves.len(),
            open,
            own,
            review: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        for name in ["a", "My game (2)", "中炮对屏风马", "game 2026-01-31 120000 abc123"] {
            assert!(is_name(name), "{name}");
        }
        for name in [
            "",
            ".",
            "..",
            "a.b",
            "../a",
            "a/b",
            "a\\b",
            "/etc/passwd",
            "C:a",
            "a\0",
            "a\n",
            " a",
            "a ",
            "con",
            "LPT1",
            "~",
            "a*",
            "a\u{202e}b",
            &"x".repeat(81),
            &"棋".repeat(70),
        ] {
            assert!(!is_name(name), "{name:?}");
        }
    }
}
