//! Names of saved games and analyses, on a server and in a browser.

use super::host::Shelf;
use super::message::SavedGame;
use chuhe_formats::Game;

/// The maximum length of a name, in characters.
pub const NAME_CHARACTERS: usize = 80;
/// The maximum length of a name in bytes, so that file systems accept it.
const NAME_BYTES: usize = 200;
/// The maximum number of games or analyses that are listed.
pub const LISTED: usize = 500;

impl Shelf {
    /// The word with which a generated name begins.
    #[must_use]
    pub const fn automatic(self) -> &'static str {
        match self {
            Self::Games => "game ",
            Self::Analyses => "analysis ",
        }
    }
}

/// Whether a text is a valid name. A name may contain letters of any script, digits, spaces and a few other characters,
/// so that it is a valid file name on every system.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let is_fine = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '(' | ')' | ',');
    let device = name.to_ascii_uppercase();
    let is_device = ["CON", "PRN", "AUX", "NUL"].contains(&&device[..])
        || ["COM", "LPT"].iter().any(|kind| {
            device.strip_prefix(kind).is_some_and(|number| number.chars().count() == 1)
        });
    let length = name.chars().count();
    (1..=NAME_CHARACTERS).contains(&length)
        && name.len() <= NAME_BYTES
        && name.trim() == name
        && name.chars().all(is_fine)
        && !is_device
}

impl SavedGame {
    /// The list entry for a game.
    #[must_use]
    pub fn of(game: &Game, open: bool, name: String) -> Self {
        let tag = |name| game.tag(name).unwrap_or("?").to_owned();
        Self {
            name,
            red: tag("Red"),
            black: tag("Black"),
            result: game.outcome.text().to_owned(),
            date: tag("Date"),
            plies: game.line.moves.len(),
            open,
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
