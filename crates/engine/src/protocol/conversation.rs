//! The engine's side of a conversation for hosts without threads, which pass on each line as it arrives.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc;

use super::backlog::LineBacklog;
use super::message::{End, HostLine, Message};
use super::session::{Busy, Session};
use crate::clock::Instant;
use crate::engine::Engine;

/// A conversation with a host. Its methods never block. On systems without threads, searches take [turns](crate::turns)
/// with the host, and [`Conversation::go_on`] sends their output.
///
/// ```
/// use chuhe_engine::engine::Engine;
/// use chuhe_engine::protocol::Conversation;
///
/// let mut output = Vec::new();
/// let mut conversation = Conversation::new(Engine::new(), &mut output);
/// assert!(conversation.handle_line("ucci")?);
/// assert!(!conversation.handle_line("quit")?);
/// drop(conversation);
/// assert!(String::from_utf8(output)?.ends_with("ucciok\nbye\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Conversation<W: Write> {
    session: Session<W>,
    backlog: Arc<LineBacklog>,
    /// Whether the host has sent `quit`. A search may still have to answer.
    is_leaving: bool,
}

impl<W: Write> Conversation<W> {
    /// Creates a conversation with an engine.
    pub fn new(engine: Engine, output: W) -> Self {
        let (mailbox, inbox) = mpsc::channel();
        let backlog = Arc::<LineBacklog>::default();
        // The host cannot wait for room while it passes on a line.
        backlog.set_boundless(true);
        let session = Session::new(engine, output, mailbox, inbox, Arc::clone(&backlog));
        Self { session, backlog, is_leaving: false }
    }

    /// Handles a line from the host. Returns whether the conversation continues.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn handle_line(&mut self, line: &str) -> io::Result<bool> {
        if !self.is_leaving {
            let text = line.trim().to_owned();
            let room = self.backlog.enter(text.len());
            let line = HostLine { text, read_at: Instant::now(), search: None, _room: room };
            // This cannot fail, because the session holds the receiver.
            let _ = self.session.mailbox.send(Message::Line(line));
        }
        self.go_on()
    }

    /// Sends the output of a search or task, if any. Returns whether the conversation continues.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn go_on(&mut self) -> io::Result<bool> {
        match self.work_off() {
            Ok(()) => Ok(true),
            Err(End::Unwritable(error)) => Err(error),
            Err(_) => Ok(false),
        }
    }

    fn work_off(&mut self) -> Result<(), End> {
        let session = &mut self.session;
        while !self.is_leaving {
            match session.turn(|inbox| inbox.try_recv().ok()) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(End::Quit) => {
                    session.engine.stop();
                    self.is_leaving = true;
                }
                Err(end) => return Err(end),
            }
        }
        while let Ok(message) = session.inbox.try_recv() {
            if let Message::Event(event) = message {
                session.report(event)?;
            }
        }
        if matches!(session.busy, Some(Busy::Search { .. })) {
            return Ok(());
        }
        session.send_goodbye(&End::Quit)?;
        Err(End::Quit)
    }
}
