//! The state of the screen, and the effects of keys and the mouse.

use std::path::PathBuf;
use std::time::Instant;

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Rect;

use super::super::command::{PlayCommand, SHORTCUTS, Shortcut};
use super::super::dialogue::{Dialogue, Reply};
use super::super::{BoardStyle, wording};
use super::geometry::Geometry;
use chuhe_engine::types::{Color, Move, Square};
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_play::{CasualError, OpponentEvent};

/// The maximum length of typed text, in characters.
const INPUT_MAX: usize = 200;

/// A game on the screen.
pub(super) struct App {
    pub(super) dialogue: Dialogue,
    pub(super) style: BoardStyle,
    pub(super) cursor: Square,
    /// The square of the selected piece.
    pub(super) selected: Option<Square>,
    /// The text being typed; `None` if keys act as commands.
    pub(super) input: Option<String>,
    /// The last message.
    pub(super) message: String,
    pub(super) shows_help: bool,
}

/// Whether to stay in the game or leave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScreenAction {
    Stay,
    Leave,
    Interrupt,
}

impl App {
    pub(super) fn new(mut dialogue: Dialogue, style: BoardStyle) -> Self {
        dialogue.is_careful = true;
        let cursor = home(dialogue.game.state().person());
        let message = match (&dialogue.puzzles, wording::finish(&dialogue.game)) {
            (Some(run), _) => run.introduction(),
            (None, Some(finish)) => finish,
            (None, None) => wording::screen_introduction(&dialogue.game),
        };
        Self { dialogue, style, cursor, selected: None, input: None, message, shows_help: false }
    }

    /// Handles a key or a mouse event. `area` is the whole screen.
    pub(super) fn on_event(&mut self, event: &Event, area: Rect, now: Instant) -> ScreenAction {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.on_key(*key, now),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                self.shows_help = false;
                let geometry = Geometry::of(area, self.dialogue.flipped);
                if let Some(square) = geometry.and_then(|g| g.square_at(mouse.column, mouse.row)) {
                    self.cursor = square;
                    self.choose(square, now);
                }
                ScreenAction::Stay
            }
            Event::Paste(text) => {
                let line = text.lines().next().unwrap_or_default();
                for c in line.chars() {
                    self.type_char(c);
                }
                ScreenAction::Stay
            }
            _ => ScreenAction::Stay,
        }
    }

    fn on_key(&mut self, key: KeyEvent, now: Instant) -> ScreenAction {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => ScreenAction::Interrupt,
                _ => ScreenAction::Stay,
            };
        }
        if self.shows_help {
            self.shows_help = false;
            return ScreenAction::Stay;
        }
        match (key.code, self.input.is_some()) {
            (KeyCode::Up, _) => self.walk(0, 1),
            (KeyCode::Down, _) => self.walk(0, -1),
            (KeyCode::Left, _) => self.walk(-1, 0),
            (KeyCode::Right, _) => self.walk(1, 0),
            (KeyCode::F(1), _) => self.shows_help = true,
            (KeyCode::Esc, _) => {
                self.input = None;
                self.selected = None;
            }
            (KeyCode::Enter, true) => return self.enter(now),
            (KeyCode::Backspace, true) => {
                let is_empty = self.input.as_mut().is_none_or(|text| text.pop().is_none());
                if is_empty {
                    self.input = None;
                }
            }
            (KeyCode::Char(c), true) => self.type_char(c),
            (KeyCode::Enter | KeyCode::Char(' '), false) => self.choose(self.cursor, now),
            (KeyCode::Char(c), false) => return self.on_letter(c, now),
            _ => {}
        }
        ScreenAction::Stay
    }

    /// Handles a character outside text input, where it is a command or begins a text.
    fn on_letter(&mut self, c: char, now: Instant) -> ScreenAction {
        match c {
            'y' if self.dialogue.has_question() => return self.execute(PlayCommand::Yes, now),
            'n' if self.dialogue.has_question() => return self.execute(PlayCommand::No, now),
            '?' => self.shows_help = true,
            ':' | '/' => self.input = Some(String::new()),
            _ => self.type_char(c),
        }
        ScreenAction::Stay
    }

    /// The shortcut that Enter will trigger, if only its letter has been typed.
    pub(super) fn waiting(&self) -> Option<&'static Shortcut> {
        let mut typed = self.input.as_ref()?.chars();
        let letter = typed.next().filter(|_| typed.next().is_none());
        SHORTCUTS.iter().find(|(c, _)| Some(*c) == letter).map(|(_, shortcut)| shortcut)
    }

    fn type_char(&mut self, c: char) {
        let input = self.input.get_or_insert_default();
        if !c.is_control() && input.chars().count() < INPUT_MAX {
            input.push(c);
        }
    }

    /// Executes the typed text.
    fn enter(&mut self, now: Instant) -> ScreenAction {
        if let Some(shortcut) = self.waiting() {
            self.input = None;
            match shortcut {
                Shortcut::AskLevel => self.input = Some("level ".to_owned()),
                Shortcut::Execute(PlayCommand::Save(None))
                    if self.dialogue.game.default_file().is_none() =>
                {
                    self.input = Some("save ".to_owned());
                }
                Shortcut::Execute(command @ (PlayCommand::Draw | PlayCommand::Resign)) => {
                    self.message = self.dialogue.request_confirmation(command.clone());
                }
                Shortcut::Execute(command) => return self.execute(command.clone(), now),
            }
            return ScreenAction::Stay;
        }
        let text = self.input.take().unwrap_or_default();
        if text.trim().is_empty() {
            return ScreenAction::Stay;
        }
        match PlayCommand::parse(&text) {
            Ok(PlayCommand::Help) => self.shows_help = true,
            Ok(command) => return self.execute(command, now),
            Err(reason) => self.message = reason,
        }
        ScreenAction::Stay
    }

    fn execute(&mut self, command: PlayCommand, now: Instant) -> ScreenAction {
        let stands = self.dialogue.game.state().position().key();
        match self.dialogue.execute(command, now) {
            Ok(reply) if reply.quits => return ScreenAction::Leave,
            Ok(reply) => self.show(reply),
            Err(reason) => self.message = reason,
        }
        if self.dialogue.game.state().position().key() != stands {
            self.selected = None;
        }
        ScreenAction::Stay
    }

    fn show(&mut self, reply: Reply) {
        if reply.is_beside_board {
            return;
        }
        if !reply.text.is_empty() || reply.shows_board {
            self.message = reply.text;
        }
    }

    /// Handles an event from the engine.
    pub(super) fn handle(&mut self, event: OpponentEvent, now: Instant) {
        if let Some(reply) = self.dialogue.handle(event, now) {
            self.show(reply);
        }
    }

    /// Handles the outcome of writing an annotated page.
    pub(super) fn finish_review(&mut self, written: Result<PathBuf, String>) {
        let reply = self.dialogue.finish_review(written);
        self.show(reply);
    }

    /// Updates the clocks and lets the engine proceed. Called periodically.
    pub(super) fn tick(&mut self, now: Instant) {
        if let Some(reply) = self.dialogue.check_clocks(now) {
            self.show(reply);
        }
        self.dialogue.proceed(now);
    }

    /// Moves the cursor, in directions as seen on the screen.
    fn walk(&mut self, right: i8, up: i8) {
        let sign = if self.dialogue.flipped { -1 } else { 1 };
        let step = |at: u8, by: i8, count: u8| {
            at.checked_add_signed(by * sign).filter(|&at| at < count).unwrap_or(at)
        };
        let file = step(self.cursor.file(), right, Square::FILES);
        self.cursor = Square::new(file, step(self.cursor.rank(), up, Square::RANKS));
    }

    /// Selects the piece on a square, or moves the selected one there.
    fn choose(&mut self, square: Square, now: Instant) {
        if self.dialogue.game.is_solved() {
            let position = self.dialogue.game.state().position();
            self.message = wording::error(CasualError::Solved, position);
            return;
        }
        let state = self.dialogue.game.state();
        let person = state.person();
        if !state.is_turn_of(person) {
            self.message = match state.finish() {
                Some(finish) => tr!("play-over-because", finish = finish.localize()),
                None => tr!("play-not-your-turn"),
            };
            return;
        }
        let piece = state.position().board().piece_at(square);
        let is_own = piece.is_some_and(|piece| piece.color() == person);
        match self.selected.take() {
            Some(from) if from == square => {}
            _ if is_own => self.selected = Some(square),
            Some(from) => match self.dialogue.play_move(Move::new(from, square), now) {
                Ok(reply) => self.show(reply),
                Err(reason) => self.message = reason,
            },
            None => self.message = tr!("play-screen-choose"),
        }
    }

    /// The destinations of the selected piece.
    pub(super) fn targets(&self) -> Vec<Square> {
        let moves = self.dialogue.game.state().position().legal_moves();
        let from_here = moves.iter().filter(|mv| Some(mv.from()) == self.selected);
        from_here.map(|mv| mv.to()).collect()
    }
}

/// The initial square of a side's king, where the cursor starts.
const fn home(color: Color) -> Square {
    match color {
        Color::Red => Square::new(4, 0),
        Color::Black => Square::new(4, Square::RANKS - 1),
    }
}
