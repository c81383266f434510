//! Games in and out of files.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use super::table::strength_text;
use crate::board::Position;
use crate::casual::{Session, Strength};
use crate::notation::collection::FileFormat;
use crate::notation::game_files::GameFile;
use crate::notation::{Game, MoveFormat, pgn};
use crate::types::Color;

/// What the engine is called in records; more may follow.
const ENGINE: &str = "chuhe";
const PERSON: &str = "Person";

/// A game from a file.
pub(super) struct Loaded {
    pub(super) game: Game,
    /// Whether the file is a PGN file with nothing else in it, so that it may be written over.
    pub(super) is_alone: bool,
    count: usize,
}

/// Reads the first game of a file of any format.
///
/// # Errors
/// If the file cannot be read or its first game is broken.
pub(super) fn load(path: &Path) -> anyhow::Result<Loaded> {
    let place = || path.display().to_string();
    let input = GameFile::new(path);
    if input.is_stdin() {
        bail!("moves come from standard input; a game cannot");
    }
    let collection = input.read(None).with_context(place)?;
    let mut games = collection.games();
    let Some(game) = games.next() else { bail!("{}: there is no game in it", place()) };
    let game = game.with_context(place)?;
    let count = 1 + games.count();
    let is_pgn = FileFormat::of_name(&path.to_string_lossy()) == Some(FileFormat::Pgn);
    Ok(Loaded { game, is_alone: count == 1 && is_pgn, count })
}

impl Loaded {
    /// The side of the person: the one that the engine did not have, else the side to move.
    pub(super) fn person(&self) -> Color {
        let is_engine = |tag| self.game.tag(tag).is_some_and(|name| name.starts_with(ENGINE));
        match (is_engine("Red"), is_engine("Black")) {
            (true, false) => Color::Black,
            (false, true) => Color::Red,
            _ if self.game.line.moves.len().is_multiple_of(2) => self.game.start.side_to_move(),
            _ => !self.game.start.side_to_move(),
        }
    }

    /// What was loaded, in words.
    pub(super) fn note(&self, path: &Path) -> String {
        let plies = self.game.line.moves.len();
        let which =
            if self.count > 1 { format!(", the first of {}", self.count) } else { String::new() };
        format!("{} plies from {}{which}", plies, path.display())
    }
}

/// Writes a game as PGN.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn save(path: &Path, game: &Game, format: MoveFormat) -> anyhow::Result<()> {
    let text = pgn::write(game, format)?;
    fs::write(path, text).with_context(|| path.display().to_string())
}

/// A game to be played, today.
pub(super) fn new_game(start: Position) -> Game {
    let mut game = Game::new(start);
    game.set_tag("Event", "Casual game");
    game.set_tag("Date", jiff::Timestamp::now().strftime("%Y.%m.%d").to_string());
    game
}

/// Writes down who plays with what colour, unless the record has other names.
pub(super) fn name_players(session: &mut Session, strength: Strength) {
    let engine = format!("{ENGINE} {} {}", env!("CARGO_PKG_VERSION"), strength_text(strength));
    let record = session.record();
    for (tag, color) in [("Red", Color::Red), ("Black", Color::Black)] {
        let name = record.tag(tag).unwrap_or("?");
        if name == "?" || name == PERSON || name.starts_with(ENGINE) {
            session.set_tag(tag, if color == session.person() { PERSON } else { &engine });
        }
    }
}
