//! Plays on a full-screen board.

mod app;
mod geometry;
#[cfg(test)]
mod tests;
mod view;

use std::io;
use std::panic;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;

use self::app::{App, ScreenAction};
use super::dialogue::Dialogue;
use super::{BoardStyle, PlayEvent};
use crate::failure::{self, Context};
use chuhe_localize::tr;

/// The interval at which the clocks are redrawn.
const TICK: Duration = Duration::from_millis(100);

/// The terminal, in full-screen mode until this value is dropped.
struct Screen(DefaultTerminal);

impl Screen {
    fn open() -> failure::Result<Self> {
        let terminal = ratatui::try_init().with_context(|| tr!("play-screen-unusable"))?;
        let screen = Self(terminal);
        // The panic hook that ratatui has just installed restores everything except the capture of the mouse.
        let restore = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let _ = execute!(io::stdout(), DisableMouseCapture);
            restore(info);
        }));
        execute!(io::stdout(), EnableMouseCapture)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = execute!(io::stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

/// Plays until the player quits, then restores the terminal. Also returns whether an interrupt ended the game.
///
/// # Errors
/// If the terminal cannot be used.
pub(super) fn run(
    dialogue: Dialogue,
    style: BoardStyle,
    mailbox: &Sender<PlayEvent>,
    inbox: &Receiver<PlayEvent>,
) -> failure::Result<(Dialogue, bool)> {
    let mut screen = Screen::open()?;
    let events = mailbox.clone();
    thread::Builder::new().name("terminal".to_owned()).spawn(move || {
        while let Ok(event) = event::read() {
            if events.send(PlayEvent::Screen(event)).is_err() {
                return;
            }
        }
        // The terminal has been closed.
        let _ = events.send(PlayEvent::Interrupt);
    })?;
    let mut app = App::new(dialogue, style);
    let next = play(&mut app, &mut screen.0, inbox)?;
    drop(screen);
    Ok((app.dialogue, next == ScreenAction::Interrupt))
}

fn play(
    app: &mut App,
    terminal: &mut DefaultTerminal,
    inbox: &Receiver<PlayEvent>,
) -> failure::Result<ScreenAction> {
    loop {
        app.tick(Instant::now());
        let drawn = terminal.draw(|frame| {
            let area = frame.area();
            view::render(app, Instant::now(), area, frame.buffer_mut());
        })?;
        let area = drawn.area;
        let mut message = match inbox.recv_timeout(TICK) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(ScreenAction::Interrupt),
        };
        // All waiting events are handled before the screen is drawn again.
        while let Some(current) = message {
            let now = Instant::now();
            let next = match current {
                PlayEvent::Engine(event) => {
                    app.handle(event, now);
                    ScreenAction::Stay
                }
                PlayEvent::Reviewed(written) => {
                    app.finish_review(written);
                    ScreenAction::Stay
                }
                PlayEvent::Screen(event) => app.on_event(&event, area, now),
                PlayEvent::Interrupt => ScreenAction::Interrupt,
                PlayEvent::Line(_) => ScreenAction::Stay,
            };
            if next != ScreenAction::Stay {
                return Ok(next);
            }
            message = inbox.try_recv().ok();
        }
    }
}
