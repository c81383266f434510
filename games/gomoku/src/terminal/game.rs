//! A game against the engine in the terminal.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::AtomicBool;

use game_core::{Limits, Score};

use crate::board::{Color, Size};
use crate::diagram;
use crate::engine::{Engine, Settings};
use crate::level::Level;
use crate::position::Position;
use crate::rules::Rule;

use super::command::PlayCommand;
use super::wording::Language;

/// The length above which a line is read in several parts, in bytes.
const LINE_MAX: u64 = 1024;

/// The settings of a game.
#[derive(Clone, Copy, Debug)]
pub struct PlaySettings {
    /// The board.
    pub size: Size,
    /// The rules.
    pub rule: Rule,
    /// The player's side.
    pub person: Color,
    /// The engine's settings.
    pub engine: Settings,
    /// The limits of the engine's search for a move.
    pub limits: Limits,
    /// The language of the messages.
    pub language: Language,
    /// Whether to prompt for input.
    pub prompts: bool,
}

struct Game<W> {
    position: Position,
    resigned: bool,
    engine: Engine,
    settings: PlaySettings,
    out: W,
}

/// Plays until the player quits or the input ends.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn play(input: impl Read, out: impl Write, settings: PlaySettings) -> io::Result<()> {
    let position = Position::new(settings.size, settings.rule);
    let engine = Engine::new(settings.engine);
    let mut game = Game { position, resigned: false, engine, settings, out };
    game.begin()?;
    let mut input = io::BufReader::new(input);
    loop {
        game.prompt()?;
        let mut line = Vec::new();
        if input.by_ref().take(LINE_MAX).read_until(b'\n', &mut line)? == 0 {
            return game.out.flush();
        }
        let line = String::from_utf8_lossy(&line);
        if !line.trim().is_empty() && game.execute(&line)? {
            return game.out.flush();
        }
    }
}

impl<W: Write> Game<W> {
    fn language(&self) -> Language {
        self.settings.language
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    fn is_over(&self) -> bool {
        self.resigned || self.position.is_over()
    }

    fn begin(&mut self) -> io::Result<()> {
        let PlaySettings { person, rule, language, .. } = self.settings;
        let level = self.engine.settings().level;
        self.print(&language.introduction(person, rule, level))?;
        self.go_on()
    }

    fn prompt(&mut self) -> io::Result<()> {
        if self.settings.prompts {
            let side = self.language().side(self.settings.person);
            write!(self.out, "{side}> ")?;
        }
        self.out.flush()
    }

    fn draw(&mut self) -> io::Result<()> {
        let drawn = diagram::draw(&self.position);
        self.print(&format!("\n{drawn}\n"))
    }

    /// Makes the engine's move if it is its turn, shows the board, and reports the result if the game is over.
    fn go_on(&mut self) -> io::Result<()> {
        let person = self.settings.person;
        if !self.is_over() && self.position.to_move() != person {
            // While the engine thinks, the board shows the stone that the player has just placed.
            self.out.flush()?;
            let found = self.engine.think(
                &self.position,
                &self.settings.limits,
                &AtomicBool::new(false),
                |_| {},
            );
            if let Some(point) = found.and_then(|found| found.line.first().copied()) {
                let name = self.settings.size.name(point);
                if self.position.try_play(point).is_err() {
                    // Only fouls are left to the engine, so it loses.
                    self.position.play(point);
                }
                let said = self.language().played(!person, &name);
                self.print(&said)?;
            }
        }
        self.draw()?;
        if self.is_over() {
            let winner = if self.resigned { Some(!person) } else { self.position.winner() };
            let text = self.language().end(winner, person);
            self.print(text)?;
        }
        Ok(())
    }

    /// Executes a line of input. Returns whether the player quits.
    fn execute(&mut self, line: &str) -> io::Result<bool> {
        let language = self.language();
        let command = match PlayCommand::parse(line) {
            Ok(command) => command,
            Err(error) => {
                self.print(&language.bad_command(&error))?;
                return Ok(false);
            }
        };
        match command {
            PlayCommand::Quit => return Ok(true),
            PlayCommand::Help => self.print(language.help())?,
            PlayCommand::Board => self.draw()?,
            PlayCommand::Moves => self.list_moves()?,
            PlayCommand::Level(level) => self.set_level(level)?,
            PlayCommand::New(side) => {
                self.settings.person = side.unwrap_or(self.settings.person);
                self.position = Position::new(self.settings.size, self.settings.rule);
                self.resigned = false;
                self.begin()?;
            }
            PlayCommand::Undo => self.undo()?,
            PlayCommand::Move(_) | PlayCommand::Hint | PlayCommand::Resign if self.is_over() => {
                self.print(language.over())?;
            }
            PlayCommand::Resign => {
                self.resigned = true;
                self.go_on()?;
            }
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Move(name) => match self.settings.size.point_of_name(&name) {
                Err(error) => self.print(&language.not_a_move(&error))?,
                Ok(point) => match self.position.try_play(point) {
                    Err(error) => self.print(&language.refused(&error))?,
                    Ok(()) => self.go_on()?,
                },
            },
        }
        Ok(false)
    }

    fn set_level(&mut self, level: Option<Level>) -> io::Result<()> {
        if let Some(level) = level {
            let settings = Settings { level, ..*self.engine.settings() };
            self.engine.set(settings);
        }
        let text = self.language().level_is(self.engine.settings().level);
        self.print(&text)
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let size = self.settings.size;
        let stones: Vec<String> =
            self.position.played().iter().map(|stone| size.name(stone.0)).collect();
        let lines: Vec<String> = stones
            .chunks(2)
            .enumerate()
            .map(|(index, pair)| format!("{}. {}", index + 1, pair.join(" ")))
            .collect();
        self.print(&lines.join("\n"))
    }

    /// Takes back moves, up to and including the player's last one.
    fn undo(&mut self) -> io::Result<()> {
        let person = self.settings.person;
        let last = self.position.played().iter().rposition(|stone| stone.1 == person);
        let Some(last) = last else {
            let text = self.language().no_undo();
            return self.print(text);
        };
        self.resigned = false;
        while self.position.played().len() > last {
            self.position.undo();
        }
        self.draw()
    }

    /// Shows the move that the engine would play at full strength.
    fn hint(&mut self) -> io::Result<()> {
        let mut engine = Engine::new(Settings { level: Level::Full, ..*self.engine.settings() });
        let found =
            engine.think(&self.position, &self.settings.limits, &AtomicBool::new(false), |_| {});
        let Some(found) = found else { return Ok(()) };
        let wins_in = match found.score {
            Score::WinIn(plies) => Some(plies),
            _ => None,
        };
        let text = self.language().hint(&self.settings.size.name(found.line[0]), wins_in);
        self.print(&text)
    }
}
