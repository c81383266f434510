//! Playing on a board that fills the terminal.

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

use anyhow::Context;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;

use self::app::{App, Next};
use super::super::interrupt::on_interrupt;
use super::table::Table;
use super::{Look, Message};

/// How often clocks are drawn.
const TICK: Duration = Duration::from_millis(100);

/// The terminal while it is ours.
struct Screen(DefaultTerminal);

impl Screen {
    fn open() -> anyhow::Result<Self> {
        let terminal = ratatui::try_init().context("cannot use the terminal; try --line")?;
        let screen = Self(terminal);
        // The one that was just put in place gives the rest of the terminal back.
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

/// Plays until the person leaves; also tells whether that was by an interrupt. The terminal is as it was then.
///
/// # Errors
/// If the terminal cannot be used.
pub(super) fn run(
    table: Table,
    look: Look,
    mailbox: &Sender<Message>,
    inbox: &Receiver<Message>,
) -> anyhow::Result<(Table, bool)> {
    let interrupts = mailbox.clone();
    on_interrupt(move || drop(interrupts.send(Message::Interrupt)))?;
    let mut screen = Screen::open()?;
    let events = mailbox.clone();
    thread::Builder::new().name("terminal".to_owned()).spawn(move || {
        while let Ok(event) = event::read() {
            if events.send(Message::Screen(event)).is_err() {
                return;
            }
        }
        // The terminal is gone.
        let _ = events.send(Message::Interrupt);
    })?;
    let mut app = App::new(table, look);
    let next = play(&mut app, &mut screen.0, inbox)?;
    drop(screen);
    Ok((app.table, next == Next::Interrupt))
}

fn play(
    app: &mut App,
    terminal: &mut DefaultTerminal,
    inbox: &Receiver<Message>,
) -> anyhow::Result<Next> {
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
            Err(RecvTimeoutError::Disconnected) => return Ok(Next::Interrupt),
        };
        // All that has come is taken in before the next drawing.
        while let Some(current) = message {
            let now = Instant::now();
            let next = match current {
                Message::Thought(thought) => {
                    app.hear(thought, now);
                    Next::Stay
                }
                Message::Screen(event) => app.on_event(&event, area, now),
                Message::Interrupt => Next::Interrupt,
                Message::Input(_) => Next::Stay,
            };
            if next != Next::Stay {
                return Ok(next);
            }
            message = inbox.try_recv().ok();
        }
    }
}
